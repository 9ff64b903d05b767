"""Bytes of a letter to what a mail program shows of it. Whatever a stranger sends gives a page, never an error."""

from __future__ import annotations

from collections.abc import Sequence
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.utils import getaddresses
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser

from pbem.postoffice.boxes import Letter
from pbem.postoffice.frame import Picture

Mail: TypeAlias = "Message[str, str]"


class Head(Struct, frozen=True):
    """What the list of a folder shows of a letter."""

    subject: str
    author: str
    """Name, or else address."""
    sender: str
    """Name and address."""
    to: str
    cc: str
    reply_to: str
    message_id: str
    references: str


class Attachment(Struct, frozen=True):
    """A file that came with the letter."""

    name: str
    media: str
    size: int


class Reading(Struct, frozen=True):
    """A letter, opened."""

    letter: Letter
    head: Head
    text: str
    html: str | None
    pictures: dict[str, Picture]
    attachments: Sequence[Attachment]


def head(raw: bytes) -> Head:
    """The headers of a letter."""
    end = min((at for at in (raw.find(b"\r\n\r\n"), raw.find(b"\n\n")) if at >= 0), default=len(raw))
    return _head(raw[:end])


@lru_cache(maxsize=2048)
def _head(raw: bytes) -> Head:
    mail: Mail = BytesHeaderParser().parsebytes(raw)
    sender, reply_to = words(mail, "From"), words(mail, "Reply-To")
    name, address = (getaddresses([sender]) or [("", "")])[0]
    return Head(
        subject=words(mail, "Subject"),
        author=name or address or sender,
        sender=sender,
        to=words(mail, "To"),
        cc=words(mail, "Cc"),
        reply_to=reply_to or sender,
        message_id=words(mail, "Message-ID"),
        references=words(mail, "References") or words(mail, "In-Reply-To"),
    )


def words(mail: Mail, name: str) -> str:
    """A header as one line of text; what cannot be decoded is shown as it came."""
    value = mail.get(name, "")
    try:
        text = str(make_header(decode_header(value)))
    except (HeaderParseError, LookupError, ValueError):
        text = str(value)
    return " ".join(text.encode(errors="replace").decode().split())


def read(letter: Letter) -> Reading:
    """Opens a letter."""
    parts = leaves(letter.raw)
    text = next((part for part in parts if is_body(part, "text/plain")), None)
    html = next((part for part in parts if is_body(part, "text/html")), None)
    page = decoded(html) if html is not None else None
    return Reading(
        letter=letter,
        head=head(letter.raw),
        text=decoded(text) if text is not None else plain(page or ""),
        html=page,
        pictures={cid(part): picture(part) for part in parts if cid(part) and part.get_content_maintype() == "image"},
        attachments=[attachment(part) for part in parts if part is not text and part is not html and not cid(part)],
    )


def leaves(raw: bytes) -> list[Mail]:
    """The parts that hold no further parts; none of a letter that is nested beyond reason."""
    try:
        mail: Mail = BytesParser().parsebytes(raw)
        return [part for part in mail.walk() if not part.is_multipart()]
    except RecursionError:
        return []


def is_body(part: Mail, media: str) -> bool:
    """The part is what the author wrote, in this form."""
    return part.get_content_type() == media and part.get_content_disposition() != "attachment"


def content(part: Mail) -> bytes:
    """The bytes of a part, without their transfer encoding."""
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def decoded(part: Mail) -> str:
    """The text of a part."""
    try:
        text = content(part).decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:
        text = content(part).decode("utf-8", "replace")
    return text.replace("\r\n", "\n")


def plain(html: str) -> str:
    """The text of a page, for letters that have nothing else."""
    page = LexborHTMLParser(html)
    for node in page.css("script, style, template, head"):
        node.decompose()
    lines = (" ".join(line.split()) for line in page.text(separator="\n").splitlines())
    return "\n".join(line for line in lines if line)


def cid(part: Mail) -> str:
    """The name by which the HTML part calls this one."""
    return str(part.get("Content-ID", "")).strip().strip("<>")


def picture(part: Mail) -> Picture:
    """A picture of the HTML part."""
    return Picture(part.get_content_type(), content(part))


def attachment(part: Mail) -> Attachment:
    """A file of the letter."""
    return Attachment(part.get_filename() or part.get_content_type(), part.get_content_type(), len(content(part)))
