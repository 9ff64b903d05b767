"""From words to the bytes of a mail. Written out: the standard library's `EmailMessage` takes many times longer.

Same input, same bytes: nothing here asks for the time or for chance. What comes from outside (names, subjects, ids of
letters that are answered) can neither break a header nor begin a new one.
"""

from __future__ import annotations

import re
from base64 import b64encode
from binascii import b2a_qp
from collections.abc import Iterator, Sequence
from datetime import datetime
from email.utils import format_datetime
from hashlib import sha256

from msgspec import Struct

FOLD = 78
"""RFC 5322, 2.1.1: lines should be no longer."""
LIMIT = 998
"""RFC 5322, 2.1.1: lines must be no longer."""
WORD = 45
"""Bytes of UTF-8 in one encoded word: 60 characters of base64 and the frame stay below the 75 of RFC 2047."""

UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
"""Controls, line ends of every kind and halves of characters: a space stands for them in headers."""
PLAIN = re.compile(r"[!-~]{1,70}(?: [!-~]{1,70})*")
"""Text that folding at spaces brings through unchanged."""
ATOM = r"[\w!#$%&'*+/=?^`{|}~-]+"
ATOMS = re.compile(rf"{ATOM}(?: {ATOM})*", re.ASCII)
ADDRESS = re.compile(rf"{ATOM}(?:\.{ATOM})*@(?:[\w-]+(?:\.[\w-]+)*|\[[\w.:]+\])", re.ASCII)
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,240}@[!-;=?-~]{1,240}>")
NAME = re.compile(r"[!-9;-~]{1,70}")
CONTROLS = bytes({*range(32), 127} - set(b"\t\n"))
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


class Envelope(Struct, frozen=True, kw_only=True):
    """All of a mail but its words. `sender` and `recipient` are as `mailbox` writes them."""

    message_id: str
    sender: str
    recipient: str
    reply_to: str
    subject: str
    date: datetime
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    """Further headers, such as List-Id and Auto-Submitted, in this order."""
    language: str = "en"


def mailbox(name: str, address: str) -> str:
    """A name and an address as one text; the name may hold anything."""
    return f"{name} <{address}>" if name else address


class File(Struct, frozen=True):
    """A text that goes along with a mail."""

    name: str
    text: str


def compose(envelope: Envelope, text: str, html: str | None, file: File | None = None) -> bytes:
    """The mail as it goes over the wire: CRLF, 7 bits, no line over the limit."""
    head = "\r\n".join(headers(envelope))
    body = said(envelope, text, html)
    if file is None:
        return f"{head}\r\n{body}".encode("ascii")
    boundary = border(envelope, "mixed")
    return (
        f'{head}\r\nContent-Type: multipart/mixed; boundary="{boundary}"\r\n\r\n'
        f"--{boundary}\r\n{body}\r\n"
        f"--{boundary}\r\n{attached(file)}\r\n"
        f"--{boundary}--\r\n"
    ).encode("ascii")


def said(envelope: Envelope, text: str, html: str | None) -> str:
    """The words of a mail, in one form or in two."""
    plain = unix(text)
    if html is None:
        return part("plain", plain)
    boundary = border(envelope, "")
    return (
        f'Content-Type: multipart/alternative; boundary="{boundary}"\r\n\r\n'
        f"--{boundary}\r\n{part('plain', plain)}\r\n"
        f"--{boundary}\r\n{part('html', unix(html))}\r\n"
        f"--{boundary}--\r\n"
    )


def border(envelope: Envelope, kind: str) -> str:
    """What stands between the parts of a mail."""
    return f"=_{sha256(f'{kind}{envelope.message_id}'.encode()).hexdigest()[:32]}"


def attached(file: File) -> str:
    """A file as a part of its own."""
    lines = b64encode(file.text.encode()).decode("ascii")
    body = "\r\n".join(lines[at : at + 76] for at in range(0, len(lines), 76))
    head = f'Content-Type: application/json; charset="utf-8"; name="{field_name(file.name)}"'
    disposition = f'Content-Disposition: attachment; filename="{file.name}"'
    return f"{head}\r\n{disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\n{body}"


def headers(e: Envelope) -> Iterator[str]:
    """The headers, folded."""
    yield f"Message-ID: {own_id(e.message_id)}"
    yield f"Date: {format_datetime(e.date)}"
    yield f"From: {person(e.sender)}"
    yield f"To: {person(e.recipient)}"
    if e.reply_to:
        yield f"Reply-To: {person(e.reply_to)}"
    yield f"Subject: {unstructured(e.subject, len('Subject: '))}"
    if e.in_reply_to is not None and MESSAGE_ID.fullmatch(e.in_reply_to):
        yield f"In-Reply-To: {e.in_reply_to}"
    known = [one for one in e.references if MESSAGE_ID.fullmatch(one)]
    if known:
        yield "References: " + "\r\n ".join(known)
    for name, value in e.headers:
        yield f"{field_name(name)}: {structured(name, value)}"
    yield f"Content-Language: {language(e.language)}"
    yield "MIME-Version: 1.0"


def own_id(message_id: str) -> str:
    """Our ids are ours to get right; ids of others that are not well-formed are left out instead."""
    if not MESSAGE_ID.fullmatch(message_id):
        raise ValueError(f"a Message-ID looks like <local@host>, not {message_id!r}")
    return message_id


def field_name(name: str) -> str:
    """The name of a header."""
    if not NAME.fullmatch(name):
        raise ValueError(f"no header can be called {name!r}: write ASCII letters, digits and dashes")
    return name


def language(tag: str) -> str:
    """A language tag such as en or de-AT."""
    if not LANGUAGE.fullmatch(tag):
        raise ValueError(f"a language is a tag such as en or de, not {tag!r}")
    return tag


def person(written: str) -> str:
    """Name and address as a header has them, each on a line of its own where both are long."""
    name, found, address = written.rpartition(" <")
    address = address.removesuffix(">") if found else written
    if not ADDRESS.fullmatch(address) or len(address) > 254:
        raise ValueError(f"no mail can be addressed to {address!r}: write name@host in ASCII")
    name = UNSAFE.sub(" ", name).strip()
    if not name:
        return address
    shown = display_name(name)
    gap = " " if len(shown) + len(address) < FOLD - len("Reply-To:  <>") and "\r" not in shown else "\r\n "
    return f"{shown}{gap}<{address}>"


def display_name(name: str) -> str:
    """Atoms as they are, other short ASCII in quotes, everything else as encoded words."""
    if len(name) <= 60 and ATOMS.fullmatch(name) and "=?" not in name:
        return name
    if len(name) <= 60 and PLAIN.fullmatch(name) and "=?" not in name:
        return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return encoded(name)


def unstructured(value: str, used: int) -> str:
    """Text for people: folded at spaces, or as encoded words where that would change it."""
    value = UNSAFE.sub(" ", value)
    if PLAIN.fullmatch(value) and "=?" not in value:
        return value if used + len(value) <= FOLD else folded(value.split(" "), used)
    return encoded(value)


def structured(name: str, value: str) -> str:
    """Text for programs: folded at spaces, and long words left whole."""
    value = UNSAFE.sub(" ", value).strip()
    used = len(name) + 2
    if not value.isascii():
        return encoded(value)
    if used + len(value) <= FOLD:
        return value
    words = value.split()
    if max(map(len, words)) > LIMIT - used:
        raise ValueError(f"the header {name} has a word of more than {LIMIT - used} characters")
    return folded(words, used)


def folded(words: Sequence[str], used: int) -> str:
    """Words on as few lines as they need."""
    lines = [words[0]]
    room = FOLD - used - len(words[0])
    for word in words[1:]:
        if len(word) < room:
            lines[-1] += f" {word}"
            room -= len(word) + 1
        else:
            lines.append(word)
            room = FOLD - 1 - len(word)
    return "\r\n ".join(lines)


def encoded(value: str) -> str:
    """RFC 2047: one encoded word a line, none of which tears a character."""
    return "\r\n ".join(f"=?utf-8?b?{b64encode(piece).decode()}?=" for piece in pieces(value.encode()))


def pieces(data: bytes) -> Iterator[bytes]:
    """UTF-8 cut between characters."""
    start = 0
    while start < len(data):
        end = start + WORD
        while end < len(data) and data[end] & 0xC0 == 0x80:
            end -= 1
        yield data[start:end]
        start = end


def unix(text: str) -> str:
    """Line feeds only; half a character becomes a question mark."""
    return text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()


def part(kind: str, text: str) -> str:
    """A text with the headers of its part. A boundary holds `=_`, which quoted-printable cannot."""
    if "--=_" not in text and fits(text):
        coding, body = "7bit", text
    else:  # fed with CRLF it would break long lines by a bare LF
        coding, body = "quoted-printable", b2a_qp(text.encode()).decode("ascii")
    head = f'Content-Type: text/{kind}; charset="utf-8"\r\nContent-Transfer-Encoding: {coding}'
    return f"{head}\r\n\r\n{wire(body)}"


def fits(text: str) -> bool:
    """Whether a text can travel as it is."""
    if not text.isascii() or max(map(len, text.split("\n"))) > LIMIT:
        return False
    return len(text.encode().translate(None, CONTROLS)) == len(text)


def wire(text: str) -> str:
    """Line ends as mail has them."""
    return text.replace("\n", "\r\n")
