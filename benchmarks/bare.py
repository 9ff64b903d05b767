"""The bare loop: only fetches, commits one row a letter, builds three mails and sends them. It plays nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from email import policy
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING

import aiosmtplib
from imap_tools import BaseMailBox, MailBox, MailBoxUnencrypted, MailMessage

from benchmarks.servers import DOMAIN, Servers
from pbem.mail.account import Account

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

BULK = 200
Words = tuple[str, str]
"""Text and HTML of a mail."""


class Bare:
    """What any program must do that answers a letter by three mails."""

    def __init__(self, box: BaseMailBox, db: sqlite3.Connection, smtp: aiosmtplib.SMTP, words: Sequence[Words]) -> None:
        self.box = box
        self.db = db
        self.smtp = smtp
        self.words = words
        self.seen = 0
        self.sent = 0

    async def work(self) -> int:
        """Works through what is new; tells how many letters that were."""
        letters = 0
        self.box.folder.set("INBOX")  # only so a search finds what came since
        for letter in self.box.fetch(f"UID {self.seen + 1}:*", mark_seen=False, bulk=BULK):
            if int(letter.uid or 0) > self.seen:
                await self.answer(letter)
                letters += 1
        return letters

    async def answer(self, letter: MailMessage) -> None:
        """One row, three mails."""
        self.seen = int(letter.uid or 0)
        self.db.execute("BEGIN IMMEDIATE")
        self.db.execute("INSERT INTO letter VALUES (?, ?, ?)", (self.seen, letter.from_, letter.text))
        self.db.execute("COMMIT")
        for text, html in self.words:
            await self.smtp.send_message(self.mail(letter, text, html))

    def mail(self, letter: MailMessage, text: str, html: str) -> EmailMessage:
        """A mail of the size of ours, with half of its headers."""
        self.sent += 1
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"] = f"bare <bare@{DOMAIN}>"
        mail["To"] = letter.from_
        mail["Subject"] = letter.subject
        mail["Message-ID"] = f"<{self.sent}@bare.{DOMAIN}>"
        mail["In-Reply-To"] = letter.headers["message-id"][0]
        mail.set_content(text)
        mail.add_alternative(html, subtype="html")
        return mail


@asynccontextmanager
async def opened(folder: Path, servers: Servers, words: Sequence[Words]) -> AsyncIterator[Bare]:
    """The loop with its connections, which it keeps."""
    async with aiosmtplib.SMTP(
        hostname=servers.smtp.host, port=servers.smtp.port, use_tls=False, start_tls=False
    ) as smtp:
        with database(folder / "bare.db") as db, mailbox(servers.inbox("bare")) as box:
            yield Bare(box, db, smtp, words)


@contextmanager
def mailbox(account: Account) -> Iterator[BaseMailBox]:
    """The inbox, by the same security as ours."""
    box: BaseMailBox
    if account.security == "tls":
        box = MailBox(account.host, account.port, ssl_context=account.trust())
    else:
        box = MailBoxUnencrypted(account.host, account.port)
    with box.login(account.user, account.password):
        yield box


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    """As safe as ours."""
    db = sqlite3.connect(path, isolation_level=None)
    try:
        for line in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL"):
            db.execute(line)
        db.execute("CREATE TABLE letter (uid INTEGER PRIMARY KEY, sender TEXT, text TEXT)")
        yield db
    finally:
        db.close()
