"""How many rounds of mail a match of Ra takes: four people who answer every decision, and four who plan.

Both play the same match, order by order, through the real intake, transaction and outbox; only the mail servers are
left out. Everybody has habits (when to draw, when to call Ra, how much to bid for what) and decides by hand what the
habits say nothing about: rows that are worth a thought, and disasters. The ones send the habits as plan, again whenever
it has expired; the others send each decision. A round of mail is a letter that the match waits for.

`python -m tests.service.rounds_of_mail 20` plays so many matches of each and prints the figures.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from msgspec import Struct
from sqlmodel import col, func, select

from pbem.engine import kernel, plans
from pbem.engine.chance import Seeded, stream_key
from pbem.engine.game import Seat
from pbem.games import game
from pbem.mail.tokens import Place, Tokens
from pbem.service import intake, live, lobby
from pbem.service.office import Office
from pbem.store import log, matches, tables
from pbem.store.letters import Arrived
from pbem.store.work import Work
from tests.house import NOON
from tests.store.builders import opened

NAMES = ("Anna", "Bert", "Carl", "Dora")
BY_HAND = 6
"""Rows of so many tiles, or more, are worth a thought of their own."""
Say = Callable[["Table", Seat], Sequence[str]]


def habits(seat: Seat) -> tuple[str, ...]:
    """What somebody does without thinking; each a little differently."""
    call, dear, cheap = 4 + seat % 2, 12 - seat % 2, 7 - seat % 3
    return (
        "whenever turn and my tiles has god and row has gold then gods gold",
        f"whenever turn and tiles >= {call} and best sun > rival sun then ra",
        f"whenever turn and tiles >= {call} and ra left <= 2 then ra",
        "whenever turn then draw",
        "whenever turn then ra",
        f"whenever auction and tiles >= 2 and tiles < {BY_HAND} and ra left <= 2 then bid up to {dear}",
        f"whenever auction and tiles >= 4 and tiles < {BY_HAND} then bid up to {dear}",
        f"whenever auction and tiles >= 2 and tiles < {BY_HAND} then bid up to {cheap}",
        f"whenever auction and tiles < {BY_HAND} then pass",
        f"whenever auction and tiles < {BY_HAND} then bid up to 16",
    )


class Counted(Struct):
    """What a match took."""

    letters: int
    asked: int
    """Mails that ask somebody."""
    orders: list[str]
    result: list[int]


class Table:
    """One match at the real service, without mail servers."""

    def __init__(self, folder: Path, number: int) -> None:
        self.work: Work = opened(folder)
        self.office = Office(work=self.work, tokens=Tokens(bytes(32)), address="pbem@post.test", per_sender=10**6)
        self.id = f"{number:016x}"
        self.now: datetime = NOON
        self.letters = 0
        guests = [lobby.Guest(name=name, address=f"{name.lower()}@post.test") for name in NAMES]
        seed = number.to_bytes(32, "big")
        lobby.begin(self.office, lobby.Invitation(game="ra", guests=guests, seed=seed, id=self.id), self.now)

    def look(self) -> live.Live:
        """The match as it is now."""
        with self.work.transaction() as tx:
            found = live.load(tx, self.id)
        assert found is not None
        return found

    def send(self, seat: Seat, lines: Sequence[str]) -> None:
        """A letter, as it lies in the inbox."""
        self.letters += 1
        self.now += timedelta(minutes=10)
        address = f"{NAMES[seat].lower()}@post.test"
        with self.work.reading() as tx:
            row = matches.seat(tx, self.id, seat)
        assert row is not None
        token = self.office.tokens.make(Place(self.id, seat, 0), address, int(row.since.timestamp()))
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = address, self.office.reply_to(token), "my move"
        letter["Message-ID"] = f"<{self.letters}@post.test>"
        letter.set_content("\n".join(lines) + "\n")
        raw = letter.as_bytes()
        where = Arrived(account="inbox", uidvalidity=1, uid=self.letters, raw=raw, internaldate=self.now)
        intake.keep(self.office, [where], self.now)
        intake.process_all(self.office, self.now)

    def play(self, say: Say, epochs: int) -> Counted:
        """So many epochs: whoever is asked writes a letter."""
        while True:
            playing = self.look()
            if not playing.table.stack or playing.table.board.epoch > epochs:
                break
            before = playing.last
            seat = playing.table.pending.seats[0]
            self.send(seat, say(self, seat))
            after = self.look()
            assert after.last > before or after.plans.get(seat) != playing.plans.get(seat), "a letter does something"
        return self.counted(playing)

    def counted(self, playing: live.Live) -> Counted:
        """What it took."""
        with self.work.reading() as tx:
            asking = select(func.count()).where(col(tables.Outbox.decision).is_not(None))
            asked = tx.exec(asking.where(col(tables.Outbox.not_before) <= col(tables.Outbox.created))).one()
            orders = [f"{one.facts().get('seat')} {one.facts()['order']}" for one in log.load(tx, self.id)]
        standing = kernel.result(playing.table) or []
        points = [place.points for place in sorted(standing, key=lambda place: place.seat)]
        return Counted(self.letters, asked, orders, points)


def by_hand(table: Table, seat: Seat) -> str:
    """What somebody decides who thinks about it."""
    t = table.look().table
    key = stream_key(bytes(32), f"{table.id}/{seat}", t.n)
    return t.game.orders.write(kernel.consult(t, seat, game("ra").bots["steady"], Seeded(key)))


def live_person(table: Table, seat: Seat) -> list[str]:
    """Sends each decision: the habit that fits, or what comes of thinking."""
    t = table.look().table
    kept = [plans.Kept(line, plans.moment(t, seat)) for line in habits(seat)]
    action = plans.consult(t, seat, kept).action
    return [t.game.orders.write(action) if action is not None else by_hand(table, seat)]


def planner(table: Table, seat: Seat) -> list[str]:
    """Sends the habits as plan when there is none, and decides the rest by hand."""
    return [by_hand(table, seat)] if table.look().plans.get(seat) else list(habits(seat))


def both(number: int, epochs: int = 3) -> tuple[Counted, Counted]:
    """One match by people who answer every decision, and by people who plan."""
    found = []
    for say in (live_person, planner):
        with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:  # noqa: S108  in memory
            table = Table(Path(folder), number)
            found.append(table.play(say, epochs))
            table.work.close()
    return found[0], found[1]


def main() -> None:
    """Prints the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    pairs = [both(number) for number in range(1, count + 1)]
    live_letters, planned = (sum(pair[who].letters for pair in pairs) for who in (0, 1))
    asked = [sum(pair[who].asked for pair in pairs) for who in (0, 1)]
    print(f"matches of each: {count}; the same orders in both: {sum(a.orders == b.orders for a, b in pairs)}")
    print(f"letters per match, every decision answered: {live_letters / count:.1f}")
    print(f"letters per match, with plans:              {planned / count:.1f}")
    print(f"ratio: {planned / live_letters:.3f}; worst match {max(b.letters / a.letters for a, b in pairs):.3f}")
    print(f"mails that ask somebody, per match: {asked[0] / count:.1f} and {asked[1] / count:.1f}")
    print(f"points per seat and match: {sum(sum(b.result) for _, b in pairs) / count / len(NAMES):.1f}")


if __name__ == "__main__":
    main()
