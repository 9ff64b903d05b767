"""A letter as it was written: bytes -> Letter. Attachments are never opened, enclosed letters are not the author's."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from html import escape

from msgspec import Struct

from pbem.engine.chance import packed
from pbem.mail import mime
from pbem.mail.address import canonical, mailboxes
from pbem.mail.errors import TooDeep, TooLong
from pbem.mail.mime import Limits, Part

__all__ = ["Letter", "Limits", "Returned", "content", "read"]

TRUST = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
"""Where a recipient stands, the most reliable first: servers write the first three."""
MESSAGE_ID = re.compile(r"<[^<>\s]{1,500}>")
MOST = 100
"""How many recipients, or letters referred to, are looked at."""
PICTURE = re.compile(r"data:[\w/+.;=-]{0,80},[\w/+=%-]{200,}")
TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:]{0,20})")
ENDLESS = frozenset({"br", "p", "img", "hr", "li", "td", "tr", "th", "dd", "dt", "meta", "link", "input", "col", "wbr"})
"""Elements that need no end."""
WIDEST = 4
"""How many bytes a character may take, coded for transport."""
SEALED, SEAL, SEAL_END = (
    f"-----{words}-----" for words in ("BEGIN PGP SIGNED MESSAGE", "BEGIN PGP SIGNATURE", "END PGP SIGNATURE")
)
"""The lines around a text that is signed within itself."""
FAILED = re.compile(r"^action:\s*failed", re.IGNORECASE | re.MULTILINE)
RECIPIENT = re.compile(r"^(?:final|original)-recipient:[^;\n]*;[ \t]*(\S{1,300})", re.IGNORECASE | re.MULTILINE)


class Returned(Struct, frozen=True):
    """What a report of delivery says: whom our mail did not reach, and which mail it was."""

    recipients: tuple[str, ...]
    message_id: str | None


class Letter(Struct, frozen=True, kw_only=True):
    """What a letter says. Addresses are canonical; text and HTML are decoded, whatever they claimed to be."""

    message_id: str | None
    in_reply_to: tuple[str, ...]
    references: tuple[str, ...]
    senders: tuple[str, ...]
    """Of every From line; empty if there is none, or if one looks like an address and is not."""
    name: str
    recipients: tuple[str, ...]
    subject: str
    language: str | None
    text: str | None
    html: str | None
    type: str
    """The MIME type of the whole, in lower case."""
    returned: Returned | None
    """Only in a report of delivery."""
    headers: tuple[tuple[str, str], ...]
    """All of the letter itself, in their order, names in lower case, unfolded."""

    def all(self, name: str) -> list[str]:
        """Every header of this name, from the top."""
        return [value for key, value in self.headers if key == name]

    def first(self, name: str) -> str:
        """The topmost header of this name; empty if there is none."""
        return next(iter(self.all(name)), "")


class Segment(Struct, frozen=True):
    """A stretch of the letter as plain text, as HTML, or as both."""

    plain: str | None = None
    html: str | None = None


def read(raw: bytes, limits: Limits) -> Letter:
    """The letter in these bytes; a `LetterError` if it is none, or more than the limits allow."""
    part = mime.open_letter(raw, limits)
    weigh(part, limits)
    text, html = bodies(segments(part))
    senders, name = authors(part.all("from"))
    return Letter(
        message_id=next(iter(ids(part.all("message-id"))), None),
        in_reply_to=ids(part.all("in-reply-to")),
        references=ids(part.all("references")),
        senders=senders,
        name=name,
        recipients=recipients(part),
        subject=mime.words(part.first("subject")),
        language=language(part.first("content-language")),
        text=None if text is None else within(text, limits),
        html=None if html is None else untangled(within(PICTURE.sub("data:", html), limits), limits),
        type=part.type,
        returned=returned(part),
        headers=part.headers,
    )


def content(letter: Letter) -> str:
    """The hash of what the author wrote; the same letter has the same one, by whichever way it came."""
    told = (letter.subject, letter.text or "", letter.html or "")
    return hashlib.sha256(packed(*(" ".join(text.split()).encode() for text in told))).hexdigest()


def weigh(part: Part, limits: Limits) -> None:
    """Refuses text that is too long before anything of it is decoded."""
    size = sum(len(inner.body) for inner in part.walk() if written(inner))
    if size > limits.characters * WIDEST:
        raise TooLong(f"{size} bytes of text, more than {limits.characters * WIDEST}")


def within(text: str, limits: Limits) -> str:
    """The text, if it is of a length that somebody may have typed."""
    if len(text) > limits.characters:
        raise TooLong(f"{len(text)} characters, more than {limits.characters}")
    if text.count("\n") > limits.lines:
        raise TooLong(f"more than {limits.lines} lines")
    return text


def untangled(html: str, limits: Limits) -> str:
    """The HTML, if it can be parsed in good time: the parser takes the square of the number of open elements."""
    opened: Counter[str] = Counter()
    depth = 0
    for count, (close, tag) in enumerate(TAG.findall(html)):
        name = tag.lower()
        step = 0 if name in ENDLESS else -1 if close else 1
        if opened[name] + step >= 0:
            opened[name] += step
            depth += step
        if depth > limits.nesting:
            raise TooDeep(f"more than {limits.nesting} levels of HTML")
        if count > limits.tags:
            raise TooLong(f"more than {limits.tags} tags of HTML")
    return html


def ids(values: Iterable[str]) -> tuple[str, ...]:
    """The Message-IDs in headers, the newest of very many."""
    return tuple(dict.fromkeys(found for value in values for found in MESSAGE_ID.findall(value)))[-MOST:]


def authors(values: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """Everybody that the From lines name, and the name of the first."""
    boxes = [box for value in values for box in mailboxes(value)]
    addresses = [canonical(box.address) for box in boxes]
    known = tuple(address for address in addresses if address is not None)
    return known if len(known) == len(boxes) else (), mime.words(boxes[0].name) if boxes else ""


def recipients(part: Part) -> tuple[str, ...]:
    """Where the letter was sent to, the most reliable first."""
    boxes = (box for name in TRUST for value in part.all(name) for box in mailboxes(value)[:MOST])
    addresses = (canonical(box.address) for box in boxes)
    return tuple(dict.fromkeys(address for address in addresses if address))


def language(value: str) -> str | None:
    """The language that the letter says it is in: `de` of `de-CH, en`."""
    tag = re.match(r"\s*([A-Za-z]{2,3})\b", value)
    return tag[1].lower() if tag else None


def segments(part: Part) -> list[Segment]:
    """The author's text: not attachments, not enclosed letters."""
    if part.type == "multipart/alternative":
        return alternative([segments(inner) for inner in part.parts])
    if part.parts:
        return [segment for inner in part.parts for segment in segments(inner)]
    if not written(part):
        return []
    return [Segment(html=mime.content(part)) if part.type == "text/html" else Segment(plain=plain(part))]


def alternative(choices: list[list[Segment]]) -> list[Segment]:
    """One stretch that was sent in several forms."""
    forms = [bodies(choice) for choice in choices]
    plain = next((text for text, html in forms if html is None and text is not None), None)
    html = next((html for _, html in reversed(forms) if html is not None), None)
    return [] if plain is None and html is None else [Segment(plain, html)]


def bodies(found: list[Segment]) -> tuple[str | None, str | None]:
    """The whole text and the whole HTML. Where one stretch has no plain text, there is none of the whole."""
    texts = [segment.plain for segment in found if segment.plain is not None]
    htmls = [segment.html if segment.html is not None else preformatted(segment.plain) for segment in found]
    some_html = any(segment.html is not None for segment in found)
    complete = bool(found) and len(texts) == len(found)
    return "\n".join(texts) if complete else None, "\n".join(htmls) if some_html else None


def preformatted(text: str | None) -> str:
    """Plain text among HTML."""
    return f"<pre>{escape(text or '')}</pre>"


def written(part: Part) -> bool:
    """Whether a part is text of the author, and not a file."""
    value = part.first("content-disposition")
    named = "filename" in mime.parameters(value) or "name" in mime.parameters(part.first("content-type"))
    attached = named or value.lower().startswith("attachment")
    return part.type in ("text/plain", "text/html") and not attached


def plain(part: Part) -> str:
    """The text of a plain part, without its seal; soft line breaks are joined again."""
    options = mime.parameters(part.first("content-type"))
    text = unsealed(mime.content(part))
    if options.get("format", "").lower() != "flowed":
        return text
    return unflowed(text, "" if options.get("delsp", "").lower() == "yes" else " ")


def unsealed(text: str) -> str:
    """RFC 9580, 7: headers and an empty line stand above what is signed; a dash at the start of a line is escaped."""
    above, _, rest = text.partition(f"{SEALED}\n")
    sealed, seal, below = rest.partition(f"\n{SEAL}\n")
    if not seal or not f"\n{above}".endswith("\n"):
        return text
    said = re.sub(r"\A(?:[\w-]+: .*\n)*\n|^- ", "", sealed, flags=re.MULTILINE)
    return f"{above}{said}\n{below.partition(SEAL_END)[2]}"


def unflowed(text: str, blank: str) -> str:
    """RFC 3676: a line that ends in a blank goes on in the next one of the same depth of quotation."""
    lines: list[str] = []
    going_on: int | None = None
    for line in text.split("\n"):
        body = line.lstrip(">")
        depth = len(line) - len(body)
        body = body.removeprefix(" ")
        soft = body.endswith(" ") and body != "-- "
        shown = body[:-1] + blank if soft else body
        if going_on == depth and body != "-- ":
            lines[-1] += shown
        else:
            lines.append(">" * depth + (" " if depth else "") + shown)
        going_on = depth if soft else None
    return "\n".join(lines)


def returned(part: Part) -> Returned | None:
    """What a report of delivery says of our mail."""
    if part.type != "multipart/report":
        return None
    statuses = [mime.content(inner) for inner in part.walk() if inner.type.endswith("/delivery-status")]
    blocks = [block for status in statuses for block in status.split("\n\n") if FAILED.search(block)]
    found = (canonical(address) for block in blocks for address in RECIPIENT.findall(block))
    return Returned(tuple(dict.fromkeys(address for address in found if address)), enclosed_id(part))


def enclosed_id(part: Part) -> str | None:
    """The Message-ID of the letter, or of its headers, that came back."""
    enclosed = [inner for inner in part.walk() if inner.type in ("message/rfc822", "text/rfc822-headers")]
    heads = [mime.content(inner)[:20_000].lstrip("\n").partition("\n\n")[0] for inner in enclosed]
    lines = (
        re.search(r"^(?:original-)?message-id:(?:[^\n]|\n[ \t])*", head, re.IGNORECASE | re.MULTILINE) for head in heads
    )
    return next((found for line in lines if line for found in ids([line[0]])), None)
