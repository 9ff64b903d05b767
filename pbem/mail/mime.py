"""Takes a letter apart: headers, parts, text. It never fails on what is merely wrong, and stops early at its limits.

The parser of the standard library builds all parts before one can count them, and recurses into each level; this one
counts while it looks, opens no attachment and no enclosed letter, and reads each byte at most once a level.
"""

from __future__ import annotations

import binascii
import codecs
import quopri
import re
from collections.abc import Iterator

from msgspec import Struct

from pbem.mail.errors import NoLetter, TooDeep, TooLarge, TooManyHeaders, TooManyParts

LATIN = frozenset({"ascii", "iso8859-1", "cp1252"})
SLOW_OR_STRANGE = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"})
HEADER = re.compile(rb"([!-9;-~]{1,76})[ \t]*:")
ENCODED_WORD = re.compile(r"=\?([\w.:+-]{1,40})(?:\*[\w-]{1,20})?\?([qQbB])\?([^?\s]{0,2000})\?=")
PARAMETER = re.compile(r';\s*([\w*-]{1,40})\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;]*)')
INVISIBLE = dict.fromkeys(
    map(ord, "\x00\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e")
)
BREAKS = {**dict.fromkeys([*range(1, 9), *range(0x0B, 0x20), 0x7F, 0x85, 0x2028, 0x2029], " "), **INVISIBLE}


class Limits(Struct, frozen=True):
    """What a letter may be at most: bytes, parts and levels, lines and characters of text, tags of HTML
    and how deep they nest, headers and their bytes."""

    size: int = 10_000_000
    parts: int = 200
    depth: int = 20
    lines: int = 2000
    characters: int = 1_000_000
    tags: int = 50_000
    nesting: int = 500
    headers: int = 1000
    header_bytes: int = 256_000


class Part(Struct, frozen=True):
    """A letter or a part of one: its headers in their order, names in lower case, and its parts, if it has some."""

    headers: tuple[tuple[str, str], ...]
    type: str
    body: bytes
    parts: tuple[Part, ...] = ()

    def all(self, name: str) -> list[str]:
        """Every header of this name, from the top."""
        return [value for key, value in self.headers if key == name]

    def first(self, name: str) -> str:
        """The topmost header of this name; empty if there is none."""
        return next(iter(self.all(name)), "")

    def walk(self) -> Iterator[Part]:
        """This part and all within it, in their order."""
        yield self
        for part in self.parts:
            yield from part.walk()


class Opener:
    """Opens one letter within its limits, which hold for all its parts together; no level copies what is in it."""

    def __init__(self, raw: bytes, limits: Limits) -> None:
        self.raw = raw
        self.limits = limits
        self.count = 0

    def open(self, start: int, stop: int, default: str = "text/plain", depth: int = 0) -> Part:
        """A part with the parts in it; a multipart in which none can be found is plain text."""
        if depth > self.limits.depth:
            raise TooDeep(f"more than {self.limits.depth} levels of parts")
        headers, body = self.split(start, stop)
        kind = media_type(headers, default)
        if kind.startswith("multipart/"):
            inner = "message/rfc822" if kind == "multipart/digest" else "text/plain"
            chunks = self.chunks(body, stop, boundary(headers))
            parts = tuple(self.open(first, last, inner, depth + 1) for first, last in chunks)
            if parts:
                return Part(headers, kind, b"", parts)
            kind = "text/plain"
        return Part(headers, kind, self.raw[body:stop] if kind.startswith(("text/", "message/")) else b"")

    def chunks(self, start: int, stop: int, mark: bytes) -> Iterator[tuple[int, int]]:
        """What stands between the lines of a boundary; the last line may be missing."""
        pattern = re.compile(rb"^--" + re.escape(mark) + rb"(--)?[ \t]*(?:\n|\Z)", re.MULTILINE)
        first: int | None = None
        for line in pattern.finditer(self.raw, start, stop) if mark else ():
            if first is not None:
                yield self.counted(first, line.start() - 1)
            first = None if line[1] else line.end()
            if line[1]:
                return
        if first is not None:
            yield self.counted(first, stop)

    def counted(self, first: int, last: int) -> tuple[int, int]:
        """One more part, if it may be."""
        self.count += 1
        if self.count > self.limits.parts:
            raise TooManyParts(f"more than {self.limits.parts} parts")
        return first, last

    def split(self, start: int, stop: int) -> tuple[tuple[tuple[str, str], ...], int]:
        """Headers, unfolded, and where the body begins. The first line that is no header ends them, as everywhere."""
        headers: list[tuple[str, list[bytes]]] = []
        at = start
        while at < stop:
            end = self.raw.find(b"\n", at, stop) + 1 or stop
            line = self.raw[at : min(end, at + self.limits.header_bytes + 1)].rstrip(b"\n")
            if not line:
                at = end
                break
            if not self.added(headers, line):
                break
            if end - start > self.limits.header_bytes:
                raise TooManyHeaders(f"more than {self.limits.header_bytes} bytes of headers")
            at = end
        return tuple((name, unfolded(lines)) for name, lines in headers), at

    def added(self, headers: list[tuple[str, list[bytes]]], line: bytes) -> bool:
        """Whether this line is a header or goes on with the last one."""
        if headers and line[:1] in b" \t":
            headers[-1][1].append(line)
            return True
        name = HEADER.match(line)
        if not name:
            return False
        if len(headers) == self.limits.headers:
            raise TooManyHeaders(f"more than {self.limits.headers} headers")
        headers.append((name[1].decode("ascii").lower(), [line[name.end() :]]))
        return True


def open_letter(raw: bytes, limits: Limits) -> Part:
    """A whole letter, in parts."""
    if len(raw) > limits.size:
        raise TooLarge(f"{len(raw)} bytes, more than {limits.size}")
    lines = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").lstrip(b"\n")
    if re.match(rb">?From[ \t]+[^ \t:]", lines):
        lines = lines.partition(b"\n")[2]  # the separator of a mailbox file
    part = Opener(lines, limits).open(0, len(lines))
    if not part.headers:
        raise NoLetter("no header: this is not a letter")
    return part


def unfolded(lines: list[bytes]) -> str:
    """The value of a header on one line. Bytes that should not be there are read as what they most likely are."""
    return decoded(b" ".join(line.strip() for line in lines), "utf-8").translate(BREAKS).strip()


def media_type(headers: tuple[tuple[str, str], ...], default: str) -> str:
    """The type of a part; text if it says nothing that makes sense."""
    value = next((value for name, value in headers if name == "content-type"), default)
    kind = re.match(r"[\w.+-]+/[\w.+-]+", value)
    return kind[0].lower() if kind else "text/plain"


def parameters(value: str) -> dict[str, str]:
    """The parameters of a header, the first of each name."""
    found: dict[str, str] = {}
    for name, word in PARAMETER.findall(value):
        plain = re.sub(r"\\(.)", r"\1", word[1:-1]) if word.startswith('"') else word
        found.setdefault(name.lower().removesuffix("*"), plain)
    return found


def boundary(headers: tuple[tuple[str, str], ...]) -> bytes:
    """The boundary of a multipart; empty if it names none."""
    value = next((value for name, value in headers if name == "content-type"), "")
    return parameters(value).get("boundary", "").rstrip().encode()


def decoded(data: bytes, charset: str) -> str:
    """Bytes as text, whatever they are: as declared, or as UTF-8, or as the letters of western Windows."""
    name = codec(charset)
    for guess in ("utf-8",) if name in LATIN else (name, "utf-8"):
        try:
            return data.decode(guess)
        except (UnicodeError, LookupError):  # the latter: base64, rot13 and other codecs that are no charset
            continue
    return data.decode("cp1252", "replace")


def codec(charset: str) -> str:
    """The codec of a charset; one that is unknown, or that no letter is written in, counts as ASCII."""
    try:
        name = codecs.lookup(charset).name if re.fullmatch(r"[\w.:+-]{1,40}", charset, re.ASCII) else "ascii"
    except LookupError:
        return "ascii"
    return "ascii" if name.replace("-", "_") in SLOW_OR_STRANGE else name


def words(value: str) -> str:
    """A header for reading: encoded words are decoded, joined where only blanks part them."""
    joined = re.sub(r"(\?=)[ \t]+(?==\?[\w.:+-]{1,40}(?:\*[\w-]{1,20})?\?[qQbB]\?)", r"\1", value)
    return " ".join(ENCODED_WORD.sub(word, joined).translate(BREAKS).split())


def word(match: re.Match[str]) -> str:
    """One encoded word."""
    data = match[3].encode("utf-8")
    plain = base64(data) if match[2] in "bB" else quopri.decodestring(data, header=True)
    return decoded(plain, match[1])


def base64(data: bytes) -> bytes:
    """Base64 as far as it makes sense; what is cut off or strange is left out."""
    letters = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    whole = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))


def content(part: Part) -> str:
    """The text of a text part, with line feeds only, and without what cannot be seen."""
    encoding = part.first("content-transfer-encoding").strip().lower()
    data = part.body
    if encoding == "base64":
        data = base64(data)
    elif encoding == "quoted-printable":
        data = quopri.decodestring(data)
    charset = parameters(part.first("content-type")).get("charset", "").strip("'\" ")
    text = decoded(data, charset).replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(BREAKS)
