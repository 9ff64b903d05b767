"""What a mail server writes on top of a letter, and what it must not let a sender write there."""

from __future__ import annotations

import re
from datetime import datetime
from email import policy
from email.headerregistry import AddressHeader
from email.parser import BytesHeaderParser
from email.utils import format_datetime

from msgspec import Struct

FIELD = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)(?:[ \t][^\r\n]*(?:\r\n|\r|\n|\Z))*")
"""A header field with its continuation lines. A lone CR ends a line, too: parsers of mail read it so."""

UNSAFE = re.compile(r"[^\w.+@=-]", re.ASCII)


class Submission(Struct, frozen=True):
    """How a letter came in by SMTP."""

    sender: str
    """Of the envelope; empty for bounces."""
    helo: str
    login: str | None
    """The address of who logged in; None: nobody did."""
    at: datetime


def stamped(raw: bytes, submission: Submission, recipient: str, domain: str) -> bytes:
    """The letter as it is put into the mailbox of one recipient."""
    verdict = judge(raw, submission)
    lines = (
        f"Return-Path: <{safe(submission.sender)}>",
        f"Delivered-To: {safe(recipient)}",
        f"Authentication-Results: {domain}; {verdict}",
        # The last of our lines must not be the verdict: a letter may begin with a continuation line.
        f"Received: from {safe(submission.helo)} ([127.0.0.1]) by {domain}; {format_datetime(submission.at)}",
    )
    return "".join(f"{line}\r\n" for line in lines).encode() + without_verdicts(raw, domain)


def judge(raw: bytes, submission: Submission) -> str:
    """The verdict: it passes if the one who logged in is the only author named."""
    author = only_author(raw)
    if author is None or submission.login is None or plain(author) != plain(submission.login):
        return "dmarc=none; spf=none"
    return f"dmarc=pass header.from={safe(author)}; spf=pass smtp.mailfrom={safe(submission.sender)}"


def only_author(raw: bytes) -> str | None:
    """The address in From, if there is just one."""
    fields = BytesHeaderParser(policy=policy.SMTP).parsebytes(raw).get_all("From", [])
    found = [address.addr_spec for field in fields if isinstance(field, AddressHeader) for address in field.addresses]
    return found[0] if len(fields) == len(found) == 1 else None


def plain(address: str) -> str:
    """An address without its +detail."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def without_verdicts(raw: bytes, domain: str) -> bytes:
    """The letter without the headers that pretend to be our verdict (RFC 8601, section 5)."""
    kept, position = [], 0
    while position < len(raw) and raw[position : position + 1] not in b"\r\n":
        field = FIELD.match(raw, position)
        assert field is not None, "the pattern matches everywhere"
        position = field.end()
        if not pretends(field.group(), domain):
            kept.append(field.group())
    return b"".join(kept) + raw[position:]


def pretends(field: bytes, domain: str) -> bool:
    """The field is a verdict in the name of this domain."""
    name, _, value = field.partition(b":")
    if name.strip().lower() != b"authentication-results":
        return False
    return authority(value.decode("ascii", "replace")) == domain


def authority(value: str) -> str:
    """Who speaks in Authentication-Results: its first word, without comments and quotes."""
    depth, bare = 0, []
    for char in value.replace('"', "").replace("\\", ""):
        depth = max(0, depth + (char == "(") - (char == ")"))
        bare.append(" " if depth or char == ")" else char)
    return re.split(r"[;\s]", "".join(bare).strip(), maxsplit=1)[0].lower()


def safe(text: str) -> str:
    """Text of a stranger that cannot break out of its header."""
    return UNSAFE.sub("?", text)
