"""The house without mail servers: letters are laid on the desk, mails taken from the outbox; all else is the same.

A story of many letters takes little time here. What IMAP and SMTP do is told by the stories in `tests/house.py`.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pbem import bootstrap
from pbem.mail.smtp import Accepted, Sent
from pbem.postoffice import PostOffice
from pbem.service import clock, dispatch, intake, openings, reach, reminders, substitutes, votes
from pbem.settings import Settings
from pbem.store import letters, upgrade
from pbem.store.work import Work
from tests.house import NOON, House, read


class Porch(House):
    """The world of a test, without the way of the letters."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.post = PostOffice()  # never started: it only knows its name
        self.now = NOON
        self.count = self.uid = 0
        self.boxes: dict[str, list[EmailMessage]] = defaultdict(list)
        where = {"address": self.address("pbem"), "operator": self.address("operator"), "authserv_id": self.post.domain}
        self.settings = Settings(database=f"sqlite:///{folder / 'pbem.db'}", **where | settings)
        upgrade.upgrade(self.settings.database)
        self.work = Work(self.settings.database)
        self.office = bootstrap.office(self.settings, self.work)

    def give_mailbox(self, name: str) -> None:
        """Everybody has one."""

    def send(self, name: str, letter: EmailMessage) -> None:
        """Somebody's letter arrives; their provider vouches for it."""
        self.arrive(letter, "pass")

    def arrive(self, letter: EmailMessage, verdict: str) -> None:
        """A letter arrives, with a word of our mail server."""
        head = f"Authentication-Results: {self.post.domain}; dmarc={verdict} header.from={self.post.domain}\r\n"
        self.uid += 1
        raw = head.encode() + letter.as_bytes()
        arrived = letters.Arrived(
            account=self.office.account, uidvalidity=1, uid=self.uid, raw=raw, internaldate=self.now
        )
        intake.keep(self.office, [arrived], self.now)

    def round(self) -> None:  # type: ignore[override]  # nobody here asks how much was done
        """One round of the service."""
        intake.process_all(self.office, self.now)
        with self.work.transaction() as tx:
            letters.fetched(tx, self.office.account, 1, self.uid, self.now)
        clock.act(self.office, self.now)
        reach.hand_over(self.office, self.now)
        reminders.remind(self.office, self.now)
        openings.mind(self.office, self.now)
        votes.mind(self.office, self.now)
        substitutes.mind(self.office, self.now)
        while asyncio.run(dispatch.send_due(self.office, self.take, self.clock)):
            pass

    async def take(self, _sender: str, recipient: str, raw: bytes) -> Sent:
        """A mail is accepted."""
        self.boxes[recipient].append(read(raw))
        return Accepted("250 thank you")

    def mails(self, name: str) -> list[EmailMessage]:
        """Everything in somebody's inbox."""
        return self.boxes[self.address(name)]

    def last(self, name: str) -> EmailMessage:
        """The newest mail."""
        return self.mails(name)[-1]


@contextmanager
def porch(folder: Path, **settings: Any) -> Iterator[Porch]:
    """A porch for one test."""
    here = Porch(folder, **settings)
    try:
        yield here
    finally:
        here.work.close()
