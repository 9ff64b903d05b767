"""A post office, the service and people with mailboxes. Time stands still until somebody moves it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from sqlmodel import col, select

from pbem import bootstrap, running
from pbem.mail.account import Account
from pbem.mail.smtp import Accepted, Outgoing
from pbem.postoffice import PostOffice
from pbem.service import clock, lobby, mailroom, watch
from pbem.service.office import Office, nothing
from pbem.settings import Settings
from pbem.store import log, matches, tables, upgrade
from pbem.store.work import Work
from tests.servers.post import RealPost

NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
NAMES = ("Anna", "Bert", "Carl")
PASSWORD = "secret"
MATCH = "00c0ffee00c0ffee"
SEED = bytes(range(32))
LONG_LOOKS: dict[str, Any] = {"clock": {"outage": timedelta()}}
"""Between two rounds days may pass, and nothing is given back, unless a test wants it."""
Post = PostOffice | RealPost


class House:
    """The whole world of a test."""

    def __init__(self, folder: Path, post: Post, point: Callable[[str], None] = nothing, **settings: Any) -> None:
        self.post = post
        self.now = NOON
        self.count = 0
        for user in ("pbem", "operator"):
            post.add(user, PASSWORD)
        doors = {protocol: door(post, "pbem", protocol) for protocol in ("imap", "smtp")}
        self.settings = Settings(
            database=f"sqlite:///{folder / 'pbem.db'}",
            address=self.address("pbem"),
            operator=self.address("operator"),
            authserv_id=post.domain,
            **doors | LONG_LOOKS | settings,
        )
        upgrade.upgrade(self.settings.database)
        self.work = Work(self.settings.database)
        self.office: Office = bootstrap.office(self.settings, self.work, point)

    def clock(self) -> datetime:
        """What time it is here."""
        return self.now

    def wait(self, **span: float) -> None:
        """Time passes."""
        self.now += timedelta(**span)

    def begin(self, *names: str, game: str = "ra", match: str = MATCH, **facts: Any) -> str:
        """A match of people, each with a mailbox; the mails go out with the next round."""
        for name in names or NAMES:
            self.give_mailbox(name)
        guests = [lobby.Guest(name=name, address=self.address(name)) for name in names or NAMES]
        invitation = lobby.Invitation(game=game, guests=guests, seed=SEED, id=match, **facts)
        return lobby.begin(self.office, invitation, self.now)

    def give_mailbox(self, name: str) -> None:
        """Where somebody gets mail is made, if it is not there."""
        if name.lower() not in self.post.users():
            self.post.add(name.lower(), PASSWORD)

    def address(self, name: str) -> str:
        """Where somebody gets mail."""
        if isinstance(self.post, RealPost):
            return self.post.address(name.lower())
        return f"{name.lower()}@{self.post.domain}"

    def round(self) -> running.Round:
        """One round of the service, by real IMAP and SMTP."""
        return asyncio.run(self._round())

    async def _round(self) -> running.Round:
        way_out = bootstrap.outgoing(self.settings)
        if isinstance(self.post, RealPost):
            self.post.smtp.wait_until_empty()
        try:
            with bootstrap.inbox(self.settings) as box:
                return await running.once(self.office, box, way_out, self.clock)
        finally:
            await way_out.close()

    def look(self) -> int:
        """Only reads the inbox; no mail goes out and no clock acts."""
        with bootstrap.inbox(self.settings) as box:
            return mailroom.look(self.office, box, self.clock)

    def act_without_looking(self) -> None:
        """The clock alone, as the ticker calls it."""
        clock.act(self.office, self.now)

    def tell_operator(self) -> None:
        """What the ticker does once a minute, and a round that sends it."""
        watch.tell_operator(self.office, self.now)
        self.round()

    def mails(self, name: str) -> list[EmailMessage]:
        """Everything in somebody's inbox, as a mail program reads it."""
        return [read(one.raw) for one in self.post.letters(name.lower())]

    def last(self, name: str) -> EmailMessage:
        """The newest mail; the others are not read again."""
        if isinstance(self.post, RealPost):
            return read(self.post.newest(name.lower()).raw)
        return read(self.post.call(self.post.boxes.newest(name.lower(), "INBOX", 0, 1))[0].raw)

    def letter(self, name: str, *lines: str, answers: EmailMessage | None = None, **headers: str) -> EmailMessage:
        """A letter of somebody, as a reply or not."""
        self.count += 1
        letter = EmailMessage(policy=policy.SMTP)
        facts = {
            "From": f"{name} <{self.address(name)}>",
            "To": str(answers["Reply-To"]) if answers else self.settings.address,
            "Subject": f"Re: {answers['Subject']}" if answers else "my move",
            "Message-ID": f"<letter-{self.count}@{self.post.domain}>",
        }
        if answers:
            facts["In-Reply-To"] = str(answers["Message-ID"])
        for key, value in (facts | {key.replace("_", "-"): value for key, value in headers.items()}).items():
            letter[key] = value
        letter.set_content("\n".join(lines) + "\n")
        return letter

    def send(self, name: str, letter: EmailMessage) -> None:
        """Submits a letter with the sender's own password."""
        account = Account(**door(self.post, name.lower(), "smtp"))
        asyncio.run(sent(account, self.address(name), str(letter["To"]), self.judged(letter)))

    def judged(self, letter: EmailMessage) -> bytes:
        """The letter with the word of the mail server, which the post office adds by itself."""
        if isinstance(self.post, PostOffice):
            return letter.as_bytes()
        return f"Authentication-Results: {self.post.domain}; dmarc=pass\r\n".encode() + letter.as_bytes()

    def reply(self, name: str, *lines: str, **headers: str) -> EmailMessage:
        """Somebody answers their newest mail; returns what they got for it after one round."""
        self.send(name, self.letter(name, *lines, answers=self.last(name), **headers))
        self.round()
        return self.last(name)

    def log(self, match: str = MATCH) -> list[dict[str, Any]]:
        """The entries of the log, read."""
        with self.work.reading() as tx:
            return [entry.facts() for entry in log.load(tx, match)]

    def orders(self, match: str = MATCH) -> list[str]:
        """The orders of the log, with the seat."""
        return [f"{entry['seat']} {entry['order']}" for entry in self.log(match) if {"seat", "order"} <= set(entry)]

    def letters(self) -> list[tables.Letter]:
        """What became of the letters."""
        with self.work.reading() as tx:
            return list(tx.exec(select(tables.Letter).order_by(col(tables.Letter.id))))

    def states(self) -> list[str]:
        """The states of the letters, in the order in which they came."""
        return [one.state for one in self.letters()]

    def match(self, match: str = MATCH) -> tables.Match:
        """The row of a match."""
        with self.work.reading() as tx:
            found = matches.get(tx, match)
        assert found is not None
        return found


async def sent(account: Account, sender: str, recipient: str, raw: bytes) -> None:
    """Sends one letter; it must be accepted."""
    way_out = Outgoing(account)
    try:
        result = await way_out.send(sender, recipient, raw)
        assert isinstance(result, Accepted), result
    finally:
        await way_out.close()


def door(post: Post, user: str, protocol: str) -> dict[str, Any]:
    """How somebody logs in."""
    if isinstance(post, RealPost):
        return post.door(user, protocol)
    port = post.imap_port if protocol == "imap" else post.smtp_port
    return {"host": "127.0.0.1", "port": port, "security": "plain", "user": user, "password": PASSWORD}


def read(raw: bytes) -> EmailMessage:
    """A mail as the standard library reads it."""
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def text(mail: EmailMessage) -> str:
    """The plain text."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


@contextmanager
def real_house(folder: Path, post: RealPost) -> Iterator[House]:
    """A house between Dovecot and Postfix; their time is the real one."""
    here = House(folder, post)
    here.now = bootstrap.now()
    try:
        yield here
    finally:
        here.work.close()


@contextmanager
def house(folder: Path, **facts: Any) -> Iterator[House]:
    """A house for one test."""
    post = PostOffice(now=lambda: here.now)
    with post:
        here = House(folder, post, **facts)
        try:
            yield here
        finally:
            here.work.close()
