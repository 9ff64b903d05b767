"""Addresses: the one form in which they are compared, and the plus part that carries a token.

Everything here is one walk over the characters, so that a hostile header costs no more than its length.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from msgspec import Struct

LOCAL = re.compile(r"[^\s\"(),:;<>@\[\]\\\x00-\x20\x7f]{1,64}\Z")
LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\Z")
LONGEST = 254


class Mailbox(Struct, frozen=True):
    """One entry of a From or To line, as written."""

    name: str
    address: str


def canonical(address: str) -> str | None:
    """The form in which addresses are compared; None if it is no address. A plus part of its owner stays."""
    bare = unicodedata.normalize("NFC", uncommented(address)).strip()
    if bare.startswith("<") and bare.endswith(">"):
        bare = bare[1:-1].strip()
    local, at, domain = bare.rpartition("@")
    local = unquoted(local).lower()
    host = ascii_domain(domain)
    if not at or host is None or not LOCAL.match(local):
        return None
    whole = f"{local}@{host}"
    return whole if len(whole.encode()) <= LONGEST else None


def unquoted(local: str) -> str:
    """A local part without the quotes that it may be written in."""
    if len(local) >= 2 and local[0] == local[-1] == '"':
        return re.sub(r"\\(.)", r"\1", local[1:-1])
    return local


def ascii_domain(domain: str) -> str | None:
    """A domain in ASCII; written out, since the codec of the standard library maps ß to ss: another domain."""
    labels = unicodedata.normalize("NFKC", domain.strip()).lower().removesuffix(".").split(".")
    coded = [label if label.isascii() else punycode(label) for label in labels]
    return ".".join(coded) if all(LABEL.match(label) for label in coded) else None


def punycode(label: str) -> str:
    """A label with other letters; one that is too long is cut first, for the coding takes the square of its length."""
    return "xn--" + label[:LONGEST].encode("punycode").decode("ascii")


def domain_of(address: str) -> str:
    """What stands behind the at sign."""
    return address.rpartition("@")[2]


def plus(address: str, detail: str) -> str:
    """The address with a plus part."""
    local, _, domain = address.rpartition("@")
    return f"{local}+{detail}@{domain}"


def detail_of(address: str, base: str) -> str | None:
    """The plus part of an address whose rest is the base."""
    given, own = canonical(address), canonical(base)
    if given is None or own is None:
        return None
    local, _, detail = given.rpartition("@")[0].partition("+")
    return detail if detail and f"{local}@{domain_of(given)}" == own else None


def uncommented(text: str) -> str:
    """Text without its comments in brackets, which may be nested and never stand within quotes."""
    if "(" not in text:
        return text
    return "".join(char for char, kind in marked(text) if kind != "comment")


def marked(text: str) -> Iterator[tuple[str, str]]:
    """Each character with the place where it stands: plain, quote or comment."""
    depth = 0
    quoted = escaped = False
    for char in text:
        place = "comment" if depth else "quote" if quoted else "plain"
        if escaped:
            escaped = False
        elif char == "\\" and place != "plain":
            escaped = True
        elif char == '"' and not depth:
            quoted, place = not quoted, "quote"
        elif char == "(" and not quoted:
            depth, place = depth + 1, "comment"
        elif char == ")" and depth:
            depth -= 1
        yield char, place


def pieces(text: str, separators: str) -> list[str]:
    """Text without comments, cut at separators outside quotes."""
    if '"' not in text and "(" not in text:
        return [piece.strip() for piece in re.split(f"[{separators}]", text)]
    cut: list[list[str]] = [[]]
    for char, place in marked(text):
        if place == "plain" and char in separators:
            cut.append([])
        elif place != "comment":
            cut[-1].append(char)
    return ["".join(piece).strip() for piece in cut]


def mailboxes(header: str) -> list[Mailbox]:
    """The entries of an address header. Two addresses without a comma are two: nobody may hide behind the other."""
    found = []
    for piece in map(ungrouped, pieces(header, ",;")):
        angled = re.findall(r"<([^<>]*)>", unquoted_angles(piece))
        if angled:
            name = re.sub(r"<[^<>]*>", " ", unquoted_angles(piece))
            found += [Mailbox(tidy(name), address) for address in angled]
        elif "@" in piece:
            found.append(Mailbox("", piece))
    return found


def ungrouped(piece: str) -> str:
    """Without the name of a group (`Friends: anna@…, bert@…;`). An address before the colon is no such name."""
    name, _, member = piece.partition(":")
    return member.strip() if member and not re.search(r'[@"<]', name) else piece


def unquoted_angles(piece: str) -> str:
    """Without the angle brackets that stand within quotes: they are part of a name."""
    if '"' not in piece:
        return piece
    return "".join(char for char, place in marked(piece) if place == "plain" or char not in "<>")


def tidy(name: str) -> str:
    """A display name without quotes and with single blanks."""
    return " ".join(re.sub(r'\\(.)|"', r"\1", name).split())
