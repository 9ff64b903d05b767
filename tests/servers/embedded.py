"""The post office of the demonstration, as a pair of servers for tests: quick, and on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.postoffice import PostOffice
from pbem.postoffice.smtp import Counter

PASSWORD = "secret-of-all"


class Strict(Counter):
    """Takes letters only after a login. Mail to gone@ is refused for good, to full@ for now."""

    async def handle_RCPT(  # noqa: N802  aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Takes or refuses a recipient."""
        if not session.authenticated:
            return "530 5.7.0 log in first"
        if address.startswith("gone@"):
            return "550 5.1.1 nobody of that name lives here"
        if address.startswith("full@"):
            return "452 4.2.2 the mailbox is full"
        return await super().handle_RCPT(server, session, envelope, address, options)


class Embedded:
    """Both servers. Users are made as they are named."""

    def __init__(self) -> None:
        self.office = PostOffice("pbem.test")
        self.office.counter = Strict(self.office.boxes, lambda: datetime.now(UTC))

    @property
    def imap_port(self) -> int:
        """Where letters are read."""
        return self.office.imap_port

    @property
    def smtp_port(self) -> int:
        """Where letters are sent."""
        return self.office.smtp_port

    def add(self, user: str) -> None:
        """Makes a user, unless there is one."""
        self.office.add(user, PASSWORD)

    def deliver(self, user: str, *letters: bytes) -> None:
        """Puts letters into an inbox."""
        self.add(user)
        for raw in letters:
            self.office.deliver(user, raw)

    @contextmanager
    def running(self) -> Iterator[None]:
        """In a thread with its own loop."""
        with self.office:
            yield
