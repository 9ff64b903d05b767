"""A year of people with habits: real IMAP and SMTP in the embedded post office, one clock that somebody else turns.

`python -m tests.end_to_end.year 200 365` lets 200 people play for a year and prints what became of it. Everything is
held against what the people saw: when mail really lay in their mailbox, and how long it could not.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path

from msgspec import Struct
from sqlmodel import Session, col, select

from pbem.service import archive, watch
from pbem.store import matches, tables
from tests.end_to_end.people import DAY, HABITS, HOUR, Person, Span
from tests.house import House, house, read

TURN = timedelta(days=3)
SEATS = (3, 4, 5)
OUTAGE = timedelta(hours=30)
NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil", "Fred", "Gesa", "Hans", "Ines", "Jens")
TAIL = 200
"""Days after which the last matches must be over."""


class Figures(Struct):
    """What became of a year."""

    people: int = 0
    days: int = 0
    matches: int = 0
    unfinished: int = 0
    letters: dict[str, int] = {}
    mails: int = 0
    timeouts: int = 0
    most_mails: int = 0
    """To one person in one day."""
    wronged: list[str] = []
    """Decisions taken from somebody who had less time than they were told."""


class Year:
    """The people, their matches, and the hours that pass."""

    def __init__(self, here: House, count: int, days: int, step: timedelta = HOUR) -> None:
        self.house = here
        self.step = step
        self.days = days
        self.start = here.now
        self.chance = random.Random(f"year {count} {days}")  # a simulation, no secret
        names = [f"{first}{''.join(letters)}" for *letters, first in product("xyz", "abcdefghij", NAMES)]
        habits = [habit for habit in HABITS for _ in range(3 if habit.name == "prompt" else 1)]
        self.people = [
            Person(here, name, habits[n % len(habits)], f"{name} {count}", days, step)
            for n, name in enumerate(names[:count])
        ]
        self.by_user = {one.user: one for one in self.people}
        first = self.start + timedelta(days=days // 3)
        self.outages = [Span(first, first + OUTAGE), Span(first + 40 * DAY, first + 40 * DAY + OUTAGE)]
        self.begun = 0
        self.sent = 0

    def run(self) -> Figures:
        """Step by step, until all is over."""
        while self.house.now < self.start + (self.days + TAIL) * DAY:
            if self.house.now < self.start + self.days * DAY:
                self.gather()
            elif not self.running():
                break
            self.pass_by()
            self.house.now += self.step
        return self.figures()

    def pass_by(self) -> None:
        """People first, then the service, unless it is down; then mail lies in the mailboxes."""
        now = self.house.now
        for person in self.people:
            self.mailbox(person, now)
            person.live(now)
        if any(now in outage for outage in self.outages):
            return
        if self.house.round().mails:
            self.deliver(now)
        if (now - self.start) % DAY == timedelta():
            watch.throw_away(self.house.office, now, timedelta(days=30))

    def mailbox(self, person: Person, now: datetime) -> None:
        """Whether it takes mail."""
        closed = self.house.post.boxes.closed  # type: ignore[union-attr]  # the embedded one
        if person.trouble is not None and now in person.trouble and person.habit.trouble != "back":
            closed[person.user] = person.habit.trouble
        else:
            closed.pop(person.user, None)

    def deliver(self, now: datetime) -> None:
        """Everybody finds what has come."""
        with self.house.work.reading() as tx:
            query = select(tables.Outbox.recipient).where(col(tables.Outbox.accepted) == now)
            addresses = tx.exec(query.distinct()).all()
        for address in addresses:
            person = self.by_user.get(address.partition("@")[0])
            if person is not None:
                self.read_all(person, now)

    def read_all(self, person: Person, now: datetime) -> None:
        """The mailbox of one person is emptied."""
        boxes = self.house.post.boxes  # type: ignore[union-attr]  # the embedded one
        for one in self.house.post.call(boxes.empty(person.user, "INBOX")):  # type: ignore[union-attr]  # likewise
            self.sent += 1
            back = person.trouble is not None and now in person.trouble and person.habit.trouble == "back"
            (person.come_back if back else lambda mail, who=person: who.got(mail, now))(read(one.raw))

    def running(self) -> list[tables.Match]:
        """The matches that are not over."""
        with self.house.work.reading() as tx:
            return matches.listed(tx, "running", "paused", "held")

    def gather(self) -> None:
        """Once a day those who play nothing sit down at new tables."""
        if (self.house.now - self.start) % DAY:
            return
        with self.house.work.reading() as tx:
            busy = {name for row in matches.listed(tx, "running") for name in archive.names(tx, row.id)}
        idle = [one for one in self.people if one.name not in busy and one.looks(self.house.now)]
        self.chance.shuffle(idle)
        while len(idle) >= SEATS[0]:
            count = min(self.chance.choice(SEATS), len(idle))
            table, idle = idle[:count], idle[count:]
            self.begun += 1
            self.house.begin(*(one.name for one in table), match=f"{self.begun:016x}", turn=TURN)

    def figures(self) -> Figures:
        """What is to be told."""
        with self.house.work.reading() as tx:
            states = Counter(tx.exec(select(tables.Letter.state)).all())
            fired = tx.exec(select(tables.Deadline).where(col(tables.Deadline.state) == "fired")).all()
            wronged = [told for row in fired if (told := self.wrong(tx, row))]
        return Figures(
            people=len(self.people),
            days=(self.house.now - self.start).days,
            matches=self.begun,
            unfinished=len(self.running()),
            letters=dict(states),
            mails=self.sent,
            timeouts=len(fired),
            most_mails=max(most_a_day(one.arrived.values()) for one in self.people),
            wronged=wronged,
        )

    def wrong(self, tx: Session, row: tables.Deadline) -> str:
        """What was wrong about a time-out: less time than promised, counted from when the mail lay in the mailbox."""
        mails = select(tables.Outbox).where(
            col(tables.Outbox.match) == row.match,
            col(tables.Outbox.seat) == row.seat,
            col(tables.Outbox.decision) == row.decision,
        )
        found = [(mail, self.by_user[mail.recipient.partition("@")[0]]) for mail in tx.exec(mails)]
        came = [(one.arrived[mail.message_id], one) for mail, one in found if mail.message_id in one.arrived]
        assert row.due is not None, "a clock that ran out has an end"
        if not came:
            return f"{row.match} seat {row.seat}, decision {row.decision}: never told"
        first, person = min(came, key=lambda one: one[0])
        lost = sum((overlap(first, row.due, span) for span in self.unreachable(person)), timedelta())
        if row.due - first - lost >= TURN:
            return ""
        return f"{row.match} {person.name} ({person.habit.name}), decision {row.decision}: {row.due - first - lost}"

    def unreachable(self, person: Person) -> list[Span]:
        """When mail could not reach somebody, or theirs could not reach us."""
        return [*self.outages, *([person.trouble] if person.trouble is not None else [])]


def overlap(first: datetime, until: datetime, span: Span) -> timedelta:
    """How much of a time lies in a span."""
    return max(timedelta(), min(until, span.until) - max(first, span.first))


def most_a_day(moments: Iterable[datetime]) -> int:
    """The most that came in any 24 hours beginning with one of them."""
    came = sorted(moments)
    return max((sum(one <= other < one + DAY for other in came[n : n + 500]) for n, one in enumerate(came)), default=0)


def year(count: int, days: int, step: timedelta = HOUR) -> Figures:
    """So many people for so many days; longer between two looks at the inbox is an outage."""
    with tempfile.TemporaryDirectory() as folder, house(Path(folder), clock={"outage": 2 * step}) as here:
        return Year(here, count, days, step).run()


if __name__ == "__main__":
    print(year(int(sys.argv[1]), int(sys.argv[2])))
