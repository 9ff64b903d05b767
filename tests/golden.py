"""Golden playthroughs: whole matches as text, orders as players mail them, and all that came of each.

`python -m tests.golden` plays every match of every index anew and writes its file; read the difference before you
keep it. A test of each game plays the lines of its files again and compares the text.

An index (`tests/games/<key>/playthroughs/index.json`) has a row for each file: seats, seed, options, which bots choose
the orders (one is drawn for each), and patterns that must occur. Seeds are tried upwards from the one given until the
match has them all, so that other bots or rules need no search by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from pbem.engine import kernel
from pbem.engine.chance import Chance, Seeded, stream_key
from pbem.engine.codec import encode
from pbem.engine.errors import OrderError
from pbem.engine.game import Action, Game, News, Seat, Table
from pbem.games import games

GAMES = Path(__file__).parent / "games"
VIEW_EVERY = 25
"""A view of one seat stands in the file after so many orders."""
TRIES = 2000
"""Seeds that are tried for a match with all that is wanted of it."""
AROUND = 3
"""Lines shown before a difference."""
ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


class Row(Struct, frozen=True):
    """A row of an index."""

    seats: int
    seed: str
    bots: tuple[str, ...]
    wanted: tuple[str, ...] = ()
    options: Mapping[str, bool | int | str] = {}


class Head(Struct, frozen=True):
    """The first lines of a file: all that is needed to play its orders again."""

    game: str
    match: str
    seats: int
    seed: str
    options: Mapping[str, bool | int | str]

    def start(self) -> Table[Any, Any]:
        """The match, set up."""
        chance = Seeded(stream_key(bytes.fromhex(self.seed), self.match, 0))
        return kernel.start(games()[self.game], self.seats, chance, self.options)

    def text(self) -> Iterator[str]:
        """The head as it stands in the file."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            yield f"{name}: {value if isinstance(value, str) else encode(value).decode()}"


class Line(Struct, frozen=True):
    """What a player mailed."""

    seat: Seat
    text: str


def folder(key: str) -> Path:
    """Where the playthroughs of a game lie."""
    return GAMES / key / "playthroughs"


def index(key: str) -> dict[str, Row]:
    """The playthroughs of a game by name; none if it has no folder yet."""
    file = folder(key) / "index.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Row]) if file.exists() else {}


# Recording: bots choose the orders, and each is written as some player might mail it.


def playthrough(key: str, name: str, row: Row) -> str:
    """The first match, by seed, that has everything wanted of it."""
    for seed in range(int(row.seed, 16), int(row.seed, 16) + TRIES):
        head = Head(key, f"{key}-{name}", row.seats, f"{seed:064x}", row.options)
        text = text_of(head, record(head, row.bots))
        if all(re.search(pattern, text) for pattern in row.wanted):
            return text
    raise SystemExit(f"{key}/{name}: none of {TRIES} seeds gives all of {row.wanted}")


def record(head: Head, bots: Sequence[str]) -> list[Line]:
    """A match played by bots, as its players would have mailed it."""
    t = head.start()
    lines = []
    while t.stack:
        seat, action = chosen(t, head, bots)
        lines.append(Line(seat, mailed(t, seat, action)))
        kernel.play(t, seat, action)
    return lines


def chosen(t: Table[Any, Any], head: Head, bots: Sequence[str]) -> tuple[Seat, Action]:
    """What one of the bots does for one of those who are asked."""
    dice = Seeded(stream_key(bytes.fromhex(head.seed), f"{head.match}/bots/{t.n}", 0))
    at = Place()
    seat = t.pending.seats[dice.index(at, "seat", [""] * len(t.pending.seats))]
    bot = bots[dice.index(at, "bot", bots)]
    return seat, kernel.consult(t, seat, t.game.bots[bot], fresh(head, t.n))


class Place:
    """A place in a stream of chance that belongs to no table."""

    counter = 0


def fresh(head: Head, n: int) -> Chance:
    """The chance of a bot: another stream for each order."""
    return Seeded(stream_key(bytes.fromhex(head.seed), f"{head.match}/bot/{n}", 0))


def mailed(t: Table[Any, Any], seat: Seat, action: Action) -> str:
    """The order in one of the forms that people use, each in its turn."""
    orders = t.game.orders
    english, german = orders.write(action, "en"), orders.write(action, "de")
    forms = [
        english,
        german,
        abbreviated(t, seat, action, english),
        german.upper(),
        german.translate(ASCII).title() + ".",
        abbreviated(t, seat, action, german),
        f"  {english.capitalize()}  # {t.n + 1}",
    ]
    return forms[t.n % len(forms)]


def abbreviated(t: Table[Any, Any], seat: Seat, action: Action, line: str) -> str:
    """Each word as short as it is still understood."""
    words = line.split()
    for place, word in enumerate(words):
        for length in range(1, len(word)):
            shorter = [*words[:place], word[:length], *words[place + 1 :]]
            if understood(t, seat, " ".join(shorter)) == action:
                words = shorter
                break
    return " ".join(words)


def understood(t: Table[Any, Any], seat: Seat, line: str) -> Action | None:
    """What a line orders at this table; None if it cannot be read."""
    try:
        return t.game.orders.read(line, {type(action) for action in kernel.legal(t, seat)})
    except OrderError:
        return None


# Rendering: the lines are read and played, and everything that came of them is written down.


def render(head: Head, lines: Sequence[Line]) -> Iterator[str]:
    """The text of a playthrough."""
    t = head.start()
    yield from head.text()
    yield from ("", "0 start", *came_of_it(t))
    for line in lines:
        yield from ("", f"{t.n + 1} seat {line.seat}: {line.text}")
        try:
            action = t.game.orders.read(line.text, {type(one) for one in kernel.legal(t, line.seat)})
            kernel.play(t, line.seat, action)
        except OrderError as error:
            yield f"  refused: {error}"
            return
        yield from came_of_it(t)
        if t.n % VIEW_EVERY == 0:
            yield from seen(t, t.n // VIEW_EVERY % t.seats)
    yield from standings(t)


def came_of_it(t: Table[Any, Any]) -> Iterator[str]:
    """What fell, what was played unasked, what was told to whom, and who is asked for what now."""
    if t.outcomes:
        yield f"  outcomes: {' '.join(outcome.word for outcome in t.outcomes)}"
    for seat, action in t.forced:
        yield f"  forced: seat {seat}: {t.game.orders.write(action)}"
    yield from (f"  news: {told(news)}" for news in t.news)
    yield f"  pending: {numbers(t.pending.seats)}"
    yield f"  legal: {numbers([sum(1 for _ in kernel.legal(t, seat)) for seat in t.pending.seats])}"
    yield f"  points: {numbers(t.game.points(t))}"


def numbers(values: Sequence[int]) -> str:
    """Numbers in a line; a dash for none."""
    return " ".join(map(str, values)) or "-"


def told(news: News) -> str:
    """An event, and to whom it is told if not to all."""
    return repr(news.event) if news.to is None else f"{news.event!r} to {numbers(sorted(news.to))}"


def seen(t: Table[Any, Any], seat: Seat) -> Iterator[str]:
    """What a seat sees."""
    yield f"  view of seat {seat}: {encode(t.game.view(t, seat)).decode()}"


def standings(t: Table[Any, Any]) -> Iterator[str]:
    """How the match ended."""
    yield from ("", "standings")
    result = kernel.result(t)
    yield from ["  running"] if result is None else [f"  {r.place}. seat {r.seat}: {r.points}" for r in result]


def text_of(head: Head, lines: Sequence[Line]) -> str:
    """The whole file."""
    return "\n".join(render(head, lines)) + "\n"


# Reading a file again, and telling what differs.


def parse(text: str) -> tuple[Head, list[Line]]:
    """The head and the order lines of a file."""
    rows = text.splitlines()
    fields = dict(row.split(": ", 1) for row in rows[: rows.index("")])
    head = Head(
        game=fields["game"],
        match=fields["match"],
        seats=int(fields["seats"]),
        seed=fields["seed"],
        options=msgspec.json.decode(fields["options"]),
    )
    numbered = (row.split(" seat ", 1)[1] for row in rows if row[:1].isdigit() and " seat " in row)
    return head, [Line(int(seat), line) for seat, line in (row.split(": ", 1) for row in numbered)]


def difference(kept: str, now: str) -> str | None:
    """The first line that differs, with the order before it; None if nothing does."""
    before = kept.splitlines()
    for n, (old, new) in enumerate(zip_longest(before, now.splitlines())):
        if old != new:
            order = next((row for row in reversed(before[: n + 1]) if row[:1].isdigit()), "the head")
            context = "\n".join(f"    {row}" for row in before[max(0, n - AROUND) : n])
            return f"line {n + 1}, after {order!r}:\n{context}\n  - {old}\n  + {new}\n(make golden, then read the diff)"
    return None


def check(file: Path) -> str | None:
    """Plays the lines of a file again; what differs, or None."""
    kept = file.read_text("utf-8")
    return difference(kept, text_of(*parse(kept)))


def regenerate(game: Game[Any, Any]) -> list[Path]:
    """Writes every playthrough of a game anew."""
    written = []
    for name, row in index(game.key).items():
        file = folder(game.key) / f"{name}.txt"
        file.write_text(playthrough(game.key, name, row), "utf-8")
        written.append(file)
    return written


def main() -> None:
    """Writes every playthrough of every game anew."""
    for game in games().values():
        for file in regenerate(game):
            print(file.relative_to(GAMES.parent.parent))


if __name__ == "__main__":
    main()
