"""mailto: links (RFC 6068): which letter they ask to be written."""

from __future__ import annotations

from urllib.parse import unquote, urlencode

from msgspec import Struct


class Draft(Struct, frozen=True):
    """A letter about to be written, as the fields of its form."""

    to: str = ""
    cc: str = ""
    subject: str = ""
    body: str = ""
    answers: str = ""
    """The Message-ID of the letter that this one answers."""
    references: str = ""

    def query(self) -> str:
        """The fields that are not empty, for the address of the form."""
        rows = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return urlencode([(name, value) for name, value in rows if value])


FIELDS = {"to": "to", "cc": "cc", "subject": "subject", "body": "body", "in-reply-to": "answers"}
"""The header fields that a link may set; all others are ignored, as the RFC asks for."""


def draft(link: str) -> Draft:
    """The letter that a link asks for. A plus stays a plus: it is not form encoding."""
    address, _, query = link.partition(":")[2].partition("?")
    fields = {"to": [unquote(address)] if address else []}
    for pair in query.split("&"):
        name, _, value = pair.partition("=")
        field = FIELDS.get(unquote(name).lower())
        if field is not None:
            fields.setdefault(field, []).append(unquote(value))
    return Draft(**{name: joined(name, values) for name, values in fields.items()})


def joined(field: str, values: list[str]) -> str:
    """Addresses of several fields add up; of others the last counts. Only a body has lines."""
    if field == "body":
        return values[-1].replace("\r\n", "\n").replace("\r", "\n")
    return " ".join((", ".join(values) if field in {"to", "cc"} else values[-1]).split())
