"""What a person types into the form becomes a letter that goes out by SMTP like any other."""

from __future__ import annotations

import re
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, getaddresses

import aiosmtplib
from msgspec import Struct

from pbem.postoffice.mailto import Draft
from pbem.postoffice.reading import Reading
from pbem.postoffice.server import LOOPBACK, PostOffice

ANSWER = re.compile(r"\s*(re|aw|antw)\s*:", re.IGNORECASE)
ADDRESS = re.compile(r"[^\s@<>,;:\"]+@[^\s@<>,;:\"]+")


class Refused(Exception):
    """The post office does not take the letter; its words are for the author."""


class Sent(Struct, frozen=True):
    """A letter on its way."""

    raw: bytes
    refused: list[str]
    """Recipients who do not get it."""


def answer(reading: Reading, quote: str) -> Draft:
    """The draft of a reply: the author's words above, the old letter quoted below."""
    old = reading.head
    return Draft(
        to=old.reply_to,
        subject=old.subject if ANSWER.match(old.subject) else f"Re: {old.subject}",
        body=f"\n\n{quote}",
        answers=old.message_id,
        references=f"{old.references} {old.message_id}".strip(),
    )


def quoted(text: str) -> str:
    """Every line behind a mark."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip("\n").splitlines())


def letter(draft: Draft, author: str, message_id: str, at: datetime) -> EmailMessage:
    """The letter of a draft."""
    mail = EmailMessage(policy=SMTP)
    fields = {
        "From": author,
        "To": draft.to,
        "Cc": draft.cc,
        "Subject": draft.subject,
        "Date": format_datetime(at),
        "Message-ID": message_id,
        "In-Reply-To": draft.answers,
        "References": draft.references or draft.answers,
    }
    for name, value in fields.items():
        if value.strip():
            mail[name] = " ".join(value.split())
    mail.set_content(draft.body.replace("\r\n", "\n").rstrip("\n") + "\n")
    return mail


def recipients(draft: Draft) -> list[str]:
    """The addresses the letter goes to."""
    found = [address for _, address in getaddresses([draft.to, draft.cc]) if address]
    return found if all(ADDRESS.fullmatch(address) for address in found) else []


async def send(office: PostOffice, user: str, mail: EmailMessage, to: list[str]) -> Sent:
    """Hands a letter in at the counter, as this user."""
    raw = mail.as_bytes()
    try:
        refused, _ = await aiosmtplib.send(
            raw,
            sender=f"{user}@{office.domain}",
            recipients=to,
            hostname=LOOPBACK,
            port=office.smtp_port,
            username=user,
            password=office.boxes.passwords[user],
            start_tls=False,
            local_hostname="localhost",
        )
    except aiosmtplib.SMTPRecipientsRefused as error:
        raise Refused("; ".join(f"{one.recipient}: {one.code} {one.message}" for one in error.recipients)) from error
    except aiosmtplib.SMTPException as error:
        raise Refused(str(error)) from error
    return Sent(raw, list(refused))
