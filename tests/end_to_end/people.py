"""People with habits, who know nothing but their mail: prompt, slow, away, gone, confused, or with a full mailbox.

They read what arrives, think for a while, and answer with a number of the list in the mail.
"""

from __future__ import annotations

import random
import re
from datetime import datetime, timedelta
from email.message import EmailMessage

from msgspec import Struct

from tests.house import House, text

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MOVE = re.compile(r"^ {0,3}(\d{1,3})  \S", re.MULTILINE)
KEPT = 12
"""Reports that somebody keeps, and answers by mistake."""


class Span(Struct, frozen=True):
    """From when until when."""

    first: datetime
    until: datetime

    def __contains__(self, moment: datetime) -> bool:
        return self.first <= moment < self.until


class Habit(Struct, frozen=True, kw_only=True):
    """What somebody does, day by day."""

    name: str
    least: float = 1
    most: float = 8
    """Hours between reading and answering."""
    holidays: int = 0
    """How often a year they do not look at their mail for one or two weeks."""
    tells: bool = False
    """They write `absent` before."""
    responder: str = ""
    """Their mail program answers meanwhile: with the headers it should have, or with none."""
    vanishes: bool = False
    returns: bool = False
    """After some weeks they write `back`."""
    confused: float = 0
    """How often they answer an old mail instead of the new one."""
    trouble: str = ""
    """Their mailbox takes nothing for a week, refusing for good or for now; or takes all and sends it back."""


HABITS = (
    Habit(name="prompt"),
    Habit(name="slow", least=20, most=44),
    Habit(name="weekly", least=60, most=80),
    Habit(name="on holiday, told", holidays=2, tells=True),
    Habit(name="on holiday, polite responder", holidays=2, responder="polite"),
    Habit(name="on holiday, rude responder", holidays=2, responder="rude"),
    Habit(name="vanishing", vanishes=True),
    Habit(name="returning", vanishes=True, returns=True),
    Habit(name="confused", confused=0.3),
    Habit(name="mailbox refuses", trouble="550 5.2.1 mailbox disabled"),
    Habit(name="mailbox full", trouble="452 4.2.2 mailbox full"),
    Habit(name="mail comes back", trouble="back"),
)


class Person:
    """Somebody with a mailbox and a habit."""

    def __init__(self, house: House, name: str, habit: Habit, seed: str, days: int, step: timedelta = HOUR) -> None:
        self.house = house
        self.name = name
        self.habit = habit
        self.step = step
        self.chance = random.Random(seed)  # a simulation of people, no secret
        start = house.now
        self.away: list[Span] = [self.some(start, days, 7, 14) for _ in range(habit.holidays)]
        self.trouble = self.some(start, days, 7, 7) if habit.trouble else None
        self.gone = self.some(start, days, 20, 40) if habit.vanishes else None
        self.todo: list[tuple[datetime, EmailMessage]] = []
        self.kept: list[EmailMessage] = []
        self.arrived: dict[str, datetime] = {}
        """Message-ID -> when it came."""
        self.wrote = 0

    def some(self, start: datetime, days: int, least: int, most: int) -> Span:
        """A stretch of days somewhere in the first two thirds of the year."""
        first = start + timedelta(days=self.chance.randint(2, max(3, days * 2 // 3)), hours=self.chance.randint(0, 23))
        return Span(first, first + timedelta(days=self.chance.randint(least, most)))

    @property
    def user(self) -> str:
        """The name of the mailbox."""
        return self.name.lower()

    def looks(self, now: datetime) -> bool:
        """Whether they read their mail these days."""
        if self.gone is not None and now >= self.gone.first:
            return self.habit.returns and now >= self.gone.until
        return not any(now in span for span in self.away)

    def live(self, now: datetime) -> None:
        """Some hours of their life: mail is read, and what was thought about is answered."""
        self.plan_ahead(now)
        if self.looks(now):
            due = [mail for at, mail in self.todo if at <= now]
            self.todo = [one for one in self.todo if one[0] > now]
            if due:
                self.answer(due[-1])

    def plan_ahead(self, now: datetime) -> None:
        """What they do about a holiday, or after having been away for long."""
        for span in self.away:
            if self.habit.tells and span.first - DAY <= now < span.first - DAY + self.step:
                self.write(f"absent {span.first:%Y-%m-%d} to {span.until:%Y-%m-%d}")
        if self.habit.returns and self.gone is not None and self.gone.until <= now < self.gone.until + self.step:
            for mail in {str(mail["X-Pbem-Match"]): mail for mail in self.kept}.values():
                self.write("back", answers=mail)

    def got(self, mail: EmailMessage, now: datetime) -> None:
        """A mail lies in the mailbox."""
        self.arrived[str(mail["Message-ID"])] = now
        if self.responds(now):
            self.respond(mail)
        if mail["X-Pbem-Match"]:
            self.kept = [*self.kept, mail][-KEPT:]
        if mail["X-Pbem-Match"] and MOVE.search(text(mail)):
            pause = timedelta(hours=self.chance.uniform(self.habit.least, self.habit.most))
            same = str(mail["X-Pbem-Match"])
            self.todo = [one for one in self.todo if one[1]["X-Pbem-Match"] != same] + [(now + pause, mail)]

    def answer(self, mail: EmailMessage) -> None:
        """A number of the list; sometimes of that of an old mail."""
        asking = [old for old in self.kept if MOVE.search(text(old))]
        if asking and self.chance.random() < self.habit.confused:
            mail = self.chance.choice(asking)
        self.write(self.chance.choice(MOVE.findall(text(mail))[:16]), answers=mail)

    def write(self, *lines: str, answers: EmailMessage | None = None) -> None:
        """A letter to the service."""
        self.wrote += 1
        self.post(self.house.letter(self.name, *lines, answers=answers))

    def post(self, letter: EmailMessage) -> None:
        """It lies in the inbox of the service at once, with the word of the mail server that it is authentic."""
        raw = f"Authentication-Results: {self.house.post.domain}; dmarc=pass\r\n".encode() + letter.as_bytes()
        self.house.post.deliver("pbem", raw, self.house.now)

    def responds(self, now: datetime) -> bool:
        """Whether their mail program answers for them."""
        return bool(self.habit.responder) and any(now in span for span in self.away)

    def respond(self, mail: EmailMessage) -> None:
        """What a mail program says to each and every mail; a rude one does not say that it is one."""
        letter = self.house.letter(self.name, "I am away and read no mail.", "", "Best wishes", answers=mail)
        if self.habit.responder == "polite":
            letter.replace_header("Subject", f"Out of office: {mail['Subject']}")
            letter["Auto-Submitted"] = "auto-replied"
        self.post(letter)

    def come_back(self, mail: EmailMessage) -> None:
        """A report of delivery: their provider took the mail, and could not deliver it."""
        domain, address = self.house.post.domain, self.house.address(self.name)
        report = RETURNED.format(domain=domain, address=address, ours=mail["Message-ID"], to=mail["From"])
        self.house.post.deliver("pbem", report.replace("\n", "\r\n").encode(), self.house.now)


RETURNED = """\
Return-Path: <>
From: MAILER-DAEMON@{domain}
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Your mail could not be delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; {domain}

Final-Recipient: rfc822; {address}
Action: failed
Status: 5.2.2

--b
Content-Type: text/rfc822-headers

Message-ID: {ours}

--b--
"""
"""RFC 3464."""
