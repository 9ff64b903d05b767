"""Where the story of the crashes plays: the embedded post office, or Dovecot and Postfix."""

from __future__ import annotations

import shutil
import smtplib
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from pbem.postoffice import PostOffice
from tests.servers import dovecot as real
from tests.servers.dovecot import Dovecot
from tests.servers.postfix import Postfix

SERVICE = "pbem"
PASSWORD = "secret"
NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
TRIES = 3000
Boxes = dict[str, dict[str, list[bytes]]]
"""User -> folder -> letters."""


class Town(Protocol):
    """A place with mail, fresh for each run of the story."""

    domain: str
    now: datetime

    def servers(self) -> dict[str, dict[str, Any]]:
        """The settings of the service: how it reaches its inbox and its way out."""

    def send(self, user: str, recipient: str, raw: bytes) -> None:
        """A user hands a letter in, with their own login."""

    def put(self, raw: bytes) -> None:
        """A letter lies in the inbox of the service, whatever is wrong with it."""

    def boxes(self) -> Boxes:
        """All that lies in all mailboxes, once nothing is on its way any more."""


class Village:
    """The embedded post office, in the process of the test: the service is another process."""

    domain = "post.test"

    def __init__(self, users: list[str]) -> None:
        self.now = NOON
        self.post = PostOffice(self.domain, now=lambda: self.now)
        for user in users:
            self.post.add(user, PASSWORD)

    def servers(self) -> dict[str, dict[str, Any]]:
        """The settings of the service."""
        login = {"host": "127.0.0.1", "security": "plain", "user": SERVICE, "password": PASSWORD}
        return {"imap": login | {"port": self.post.imap_port}, "smtp": login | {"port": self.post.smtp_port}}

    def send(self, user: str, recipient: str, raw: bytes) -> None:
        """By SMTP, with a login."""
        with smtplib.SMTP("127.0.0.1", self.post.smtp_port, timeout=20) as line:
            line.login(user, PASSWORD)
            line.sendmail(f"{user}@{self.domain}", [recipient], raw)

    def put(self, raw: bytes) -> None:
        """Past SMTP."""
        self.post.deliver(SERVICE, raw)

    def boxes(self) -> Boxes:
        """What lies there; nothing is ever on its way."""
        return {
            user: {folder: [one.raw for one in self.post.letters(user, folder)] for folder in self.post.folders(user)}
            for user in self.post.users()
        }


class City:
    """Dovecot and Postfix. Their clock cannot be moved: the story is told in the future."""

    domain = "pbem.test"

    def __init__(self, dovecot: Dovecot, postfix: Postfix, now: datetime) -> None:
        self.dovecot = dovecot
        self.postfix = postfix
        self.now = now
        self.trust = ssl.create_default_context(cafile=str(dovecot.certificate.authority))

    def servers(self) -> dict[str, dict[str, Any]]:
        """The settings of the service: TLS and STARTTLS, with certificates that are checked."""
        login = {
            "host": "localhost",
            "user": SERVICE,
            "password": real.PASSWORD,
            "ca_file": str(self.dovecot.certificate.authority),
        }
        return {
            "imap": login | {"port": self.dovecot.tls_port, "security": "tls"},
            "smtp": login | {"port": self.postfix.starttls_port, "security": "starttls"},
        }

    def send(self, user: str, recipient: str, raw: bytes) -> None:
        """By submission, and delivered when this returns."""
        with smtplib.SMTP("localhost", self.postfix.starttls_port, timeout=20) as line:
            line.starttls(context=self.trust)
            line.login(user, real.PASSWORD)
            line.sendmail(f"{user}@{self.domain}", [recipient], raw)
        self.wait()

    def put(self, raw: bytes) -> None:
        """By LMTP, past Postfix."""
        self.dovecot.deliver(SERVICE, raw)

    def wait(self) -> None:
        """Until the queue of Postfix is empty."""
        queues = [self.postfix.root / "queue" / name for name in ("maildrop", "incoming", "active", "deferred")]
        until(lambda: not any(path.is_file() for queue in queues for path in queue.rglob("*")))

    def boxes(self) -> Boxes:
        """As the files of the maildirs say."""
        self.wait()
        mail = self.dovecot.root / "mail"
        return {home.name: dict(folders(home)) for home in sorted(mail.iterdir())} if mail.is_dir() else {}


def folders(home: Path) -> Iterator[tuple[str, list[bytes]]]:
    """The folders of a maildir with their letters."""
    for folder in (home, *sorted(home.glob(".*"))):
        files = [path for part in ("new", "cur") for path in sorted((folder / part).glob("*"))]
        yield (
            folder.name.lstrip(".").replace(".", "/") if folder != home else "INBOX",
            [one.read_bytes() for one in files],
        )


def until(true: Callable[[], bool]) -> None:
    """Looks again and again, a hundred times a second."""
    pause = threading.Event()
    for _ in range(TRIES):
        if true():
            return
        pause.wait(0.01)
    raise TimeoutError("the mail servers did not do their work")


Founder = Callable[[list[str]], AbstractContextManager[Town]]
"""Makes a fresh town with these users."""


@contextmanager
def today(users: list[str]) -> Iterator[Town]:
    """A fresh post office with the clock of this machine, for a service that cannot be told the time."""
    town = Village(users)
    town.post.now = town.post.counter.now = lambda: datetime.now(UTC)
    with town.post:
        yield town


@contextmanager
def village(users: list[str]) -> Iterator[Town]:
    """A fresh post office."""
    town = Village(users)
    with town.post:
        yield town


def cities(dovecot: Dovecot, postfix: Postfix) -> Founder:
    """Empties Dovecot's mailboxes for each run."""
    future = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=2)

    @contextmanager
    def city(_users: list[str]) -> Iterator[Town]:
        for home in (dovecot.root / "mail").glob("*"):
            shutil.rmtree(home)
        yield City(dovecot, postfix, future)

    return city
