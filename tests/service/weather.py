"""A world without mail servers in which mail is refused, put off, comes back or is lost in time, as a test wants it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

from msgspec import Struct
from sqlmodel import col, select

from pbem.mail.imap import Fetched
from pbem.mail.smtp import Accepted, Deferred, Refused, Sent
from pbem.mail.tokens import Place, Tokens
from pbem.service import clock, dispatch, lobby, mailroom, reach, reminders
from pbem.service.office import Office
from pbem.service.speed import Speed
from pbem.store import log, matches, tables
from pbem.store.work import Work
from tests.house import NOON, SEED, read, text

NAMES = ("Anna", "Bert", "Carl")
MATCH = "00c0ffee00c0ffee"
BOUNCE = (
    "From: MAILER-DAEMON@example.org\r\nTo: pbem@post.test\r\nSubject: Undelivered\r\n"
    "Message-ID: <{name}@example.org>\r\n"
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n--b\r\n\r\nSorry.\r\n--b\r\n'
    "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; example.org\r\n\r\n"
    "Final-Recipient: rfc822; {address}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\n"
    "Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: {lost}\r\n\r\n--b--\r\n"
)


class Sending(Struct, frozen=True):
    """A mail that was handed in, and what became of it."""

    at: datetime
    name: str
    message_id: str
    fate: str
    """It `arrived`, was `refused`, `deferred`, or came `back`."""
    raw: bytes


class World:
    """One match, its people, and what happens to their mail. It is also the inbox."""

    uidvalidity = 1

    def __init__(self, work: Work, **facts: Any) -> None:
        self.office = Office(
            work=work, tokens=Tokens(bytes(32)), address="pbem@post.test", operator="op@post.test", **facts
        )
        self.now = NOON
        self.weather: dict[str, str] = {}
        """What becomes of mail to somebody, if it does not arrive."""
        self.letters: list[Fetched] = []
        self.sent: list[Sending] = []
        self.looks: list[datetime] = []

    def begin(self, *names: str, match: str = MATCH, **facts: Any) -> None:
        """A match of Ra."""
        guests = [lobby.Guest(name=name, address=f"{name.lower()}@post.test") for name in names or NAMES]
        invitation = lobby.Invitation(game="ra", guests=guests, seed=SEED, id=match, **facts)
        lobby.begin(self.office, invitation, self.now)

    def fetch(self, after_uid: int) -> Iterator[list[Fetched]]:
        """What came in since then."""
        yield [one for one in self.letters if one.uid > after_uid and one.internaldate <= self.now]

    def move(self, uids: Iterable[int], folder: str) -> None:
        """Letters stay where they are."""

    def put(self, raw: bytes) -> None:
        """A letter arrives."""
        self.letters.append(
            Fetched(uid=len(self.letters) + 1, raw=raw, internaldate=self.now, size=len(raw), cut=False)
        )

    async def send(self, sender: str, recipient: str, raw: bytes) -> Sent:
        """Hands a mail in."""
        name = recipient.partition("@")[0].capitalize()
        fate = self.weather.get(name, "arrived")
        message_id = str(read(raw)["Message-ID"])
        self.sent.append(Sending(self.now, name, message_id, fate, raw))
        if fate == "refused":
            return Refused("no such user", 550)
        if fate == "deferred":
            return Deferred("451 try again later")
        return Accepted("250 OK")

    def bounces(self) -> None:
        """Reports of all mails that come back and were not reported yet."""
        for number, one in enumerate(self.sent):
            if one.fate == "back":
                report = BOUNCE.format(name=f"b{number}", address=f"{one.name.lower()}@post.test", lost=one.message_id)
                self.put(report.encode())
                self.sent[number] = Sending(one.at, one.name, one.message_id, "came back", one.raw)

    def round(self) -> None:
        """What the service does, until nothing is left to do."""
        self.looks.append(self.now)
        mailroom.look(self.office, self, lambda: self.now)
        clock.act(self.office, self.now)
        reach.hand_over(self.office, self.now)
        reminders.remind(self.office, self.now)
        while asyncio.run(dispatch.send_due(self.office, self.send, lambda: self.now)):
            pass

    def wait(self, hours: float, step: float = 1) -> None:
        """Time passes, and the service works."""
        for _ in range(round(hours / step)):
            self.now += timedelta(hours=step)
            self.bounces()
            self.round()

    def write(self, name: str, *lines: str, match: str = MATCH) -> None:
        """A letter of a player, with the token of their match."""
        address, seat = f"{name.lower()}@post.test", self.seat(name, match)
        token = self.office.tokens.make(Place(match, seat.number, 0), address, int(seat.since.timestamp()))
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = address, self.office.reply_to(token), "my move"
        letter["Message-ID"] = f"<{len(self.letters)}@post.test>"
        letter.set_content("\n".join(lines) + "\n")
        self.put(letter.as_bytes())

    def say(self, name: str, *lines: str) -> str:
        """A letter and the answer to it."""
        self.write(name, *lines)
        self.round()
        return self.last(name)

    def seat(self, name: str, match: str = MATCH) -> tables.Seat:
        """Where somebody sits."""
        with self.office.work.reading() as tx:
            return next(
                seat for seat, player in matches.seated(tx, match) if player is not None and player.name == name
            )

    def arrived(self, name: str) -> list[Sending]:
        """What somebody got."""
        return [one for one in self.sent if one.name == name and one.fate == "arrived"]

    def last(self, name: str) -> str:
        """The text of the newest mail that somebody got, as one line."""
        return " ".join(text(read(self.arrived(name)[-1].raw)).split())

    def clocks(self, match: str = MATCH) -> list[tables.Deadline]:
        """All decisions of a match, in their order."""
        with self.office.work.reading() as tx:
            query = select(tables.Deadline).where(col(tables.Deadline.match) == match)
            return list(tx.exec(query.order_by(col(tables.Deadline.id))))

    def log(self, match: str = MATCH) -> list[dict[str, Any]]:
        """The entries of the log."""
        with self.office.work.reading() as tx:
            return [entry.facts() for entry in log.load(tx, match)]

    def outbox(self) -> dict[str, tables.Outbox]:
        """All mails by their names."""
        with self.office.work.reading() as tx:
            return {row.message_id: row for row in tx.exec(select(tables.Outbox))}


def two_days() -> Speed:
    """A simple clock."""
    return Speed(turn=172800)
