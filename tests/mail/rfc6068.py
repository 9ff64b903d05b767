"""A reader of mailto links, written from the grammar of RFC 6068 and from nothing else of this project."""

from __future__ import annotations

import re
from typing import NamedTuple

PERCENT = r"%[0-9A-Fa-f]{2}"
QCHAR = rf"(?:[A-Za-z0-9\-._~!$'()*+,;:@]|{PERCENT})"
"""unreserved / pct-encoded / some-delims (section 2)."""
LOCAL = rf"(?:[A-Za-z0-9\-._~!$'*+]|{PERCENT})+"
"""An atom with dots; what RFC 5322 allows besides must be encoded."""
DOMAIN = r"[A-Za-z0-9\-.]+"
FIELD = rf"{QCHAR}+={QCHAR}*"
LINK = re.compile(rf"mailto:({LOCAL}@{DOMAIN})(?:\?({FIELD}(?:&{FIELD})*))?")


class Mailto(NamedTuple):
    """What a mail program puts into a new letter."""

    to: str
    fields: dict[str, str]


def read(link: str) -> Mailto:
    """The letter that a link opens; a link that is not well formed is an error."""
    found = LINK.fullmatch(link)
    if found is None:
        raise ValueError(f"not a mailto link: {link!r}")
    fields: dict[str, str] = {}
    for field in (found[2] or "").split("&"):
        name, _, value = field.partition("=")
        if decoded(name).lower() in fields:
            raise ValueError(f"{name!r} stands twice in {link!r}")
        fields[decoded(name).lower()] = decoded(value)
    if "\n" in fields.get("body", "").replace("\r\n", "") or "\r" in fields.get("body", "").replace("\r\n", ""):
        raise ValueError("line breaks in the body are %0D%0A (section 5)")
    return Mailto(decoded(found[1]), fields)


def decoded(text: str) -> str:
    """Octets by their numbers, then UTF-8; a plus is a plus."""
    raw = re.sub(rb"%([0-9A-Fa-f]{2})", lambda octet: bytes([int(octet[1], 16)]), text.encode("ascii"))
    return raw.decode("utf-8", "strict")
