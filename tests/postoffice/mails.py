"""Letters for the tests, and the ways to hand them in and to fetch them."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from email.policy import SMTP

import aiosmtplib
from imap_tools import MailBoxUnencrypted

from pbem.postoffice import PostOffice

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8cfc0f01f00050001ff"
    "89998d1d0000000049454e44ae426082"
)


def mail(**headers: str) -> EmailMessage:
    """A short letter from ben to anna, with some headers set otherwise."""
    letter = EmailMessage(policy=SMTP)
    given = {"From": "Ben <ben@post.test>", "To": "anna@post.test", "Subject": "Hello"}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    for name, value in given.items():
        letter[name] = value
    letter.set_content("Good day\n")
    return letter


def page(html: str, **headers: str) -> EmailMessage:
    """A letter with a page and a picture in it."""
    letter = mail(**headers)
    letter.add_alternative(html, subtype="html")
    part = letter.get_payload(1)
    assert isinstance(part, EmailMessage)
    part.add_related(PIXEL, "image", "png", cid="<pixel@here>")
    return letter


def send(office: PostOffice, raw: bytes, *to: str, sender: str = "ben@post.test", login: str = "") -> str:
    """Hands bytes in by SMTP; `login` is name:password, or empty."""
    name, _, password = login.partition(":")

    async def submit() -> str:
        async with aiosmtplib.SMTP(hostname="127.0.0.1", port=office.smtp_port, start_tls=False) as client:
            if name:
                await client.login(name, password)
            return (await client.sendmail(sender, list(to), raw))[1]

    return asyncio.run(submit())


def reader(office: PostOffice, user: str, password: str = "secret") -> MailBoxUnencrypted:  # noqa: S107
    """A mailbox opened by IMAP."""
    box = MailBoxUnencrypted("127.0.0.1", office.imap_port, timeout=30)
    try:
        box.login(user, password)
    except BaseException:
        box.client.shutdown()
        raise
    box.client._get_capabilities()  # imaplib asks only before the login, where MOVE is not named
    return box
