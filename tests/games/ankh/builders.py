"""Positions for the tests: a table with chosen gods and nothing else on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.engine.errors import Illegal
from pbem.engine.game import Event, Refusal
from pbem.games.ankh import GAME
from pbem.games.ankh.asking import Ask, Later
from pbem.games.ankh.board import NOBODY, Figure, Monument, Table, land_of
from pbem.games.ankh.names import CARDS
from pbem.games.ankh.steps import Turn
from pbem.games.ankh.steps.conflict import begin_conflict
from pbem.games.ankh.steps.turn import Match

E = TypeVar("E", bound=Event)
PLAIN = {"guardian_1": "satet", "guardian_2": "mummy", "guardian_3": "androsphinx"}
DICE = Seeded(bytes(32))


class Lots:
    """The first lots fall as told, the others by a generator."""

    def __init__(self, *words: str) -> None:
        self.words = list(words)
        self.dice = Seeded(bytes(32))

    def index(self, t: Any, question: str, pool: Sequence[str]) -> int:
        return list(pool).index(self.words.pop(0)) if self.words else self.dice.index(t, question, pool)


def table(*gods: str, **options: bool | int | str) -> Table:
    """A match of these gods, seat 0 begins; set-up questions are answered by silence."""
    seats = gods or ("osiris", "hathor")
    t = kernel.start(GAME, len(seats), Lots("0", *seats), {**PLAIN, **options})
    t.chance = DICE
    t.counter = 0
    while not isinstance(t.stack[-1], Turn):
        seat = t.pending.seats[0]
        kernel.play(t, seat, kernel.fallback(t, seat))
    return t


def bare(*gods: str, **options: bool | int | str) -> Table:
    """Such a match with an empty board but for the gods themselves, far apart in the corner of the Delta."""
    t = table(*gods, **options)
    b = t.board
    b.figures.clear()
    b.monuments.clear()
    for seat, space in zip(range(t.seats), ("b0", "d0", "g1", "i1", "j1"), strict=False):
        b.figures[space] = Figure(seat, "g")
        b.change(seat, pool=tuple(f"w{n}" for n in range(1, 7)), tokens=9, cats=())
    b.secrets.cats.clear()
    if b.court.space:
        b.court = replace(b.court, space="a8")
    return t


def put(t: Table, god: int, **figures: str) -> None:
    """Figures of a god by name: `put(t, 0, w1="e4", g="f4")`."""
    b = t.board
    for name, space in figures.items():
        for old in [s for s, f in b.figures.items() if f.god == god and f.name == name]:
            del b.figures[old]
        b.figures[space] = Figure(god, name)
        b.change(god, pool=tuple(n for n in b.gods[god].pool if n != name))


def monument(t: Table, space: str, kind: str, god: int = NOBODY) -> None:
    """A monument; its token comes from the owner."""
    t.board.monuments[space] = Monument(kind, god)
    if god != NOBODY:
        t.board.change(god, tokens=t.board.gods[god].tokens - 1)


def give(t: Table, god: int, **facts: Any) -> None:
    """Changes a dashboard."""
    t.board.change(god, **facts)


def say(t: Table, *lines: str, seat: int | None = None) -> None:
    """Orders as typed, each by whoever is asked first (or by a seat). News of all lines are kept."""
    news = []
    for line in lines:
        who = t.pending.seats[0] if seat is None else seat
        now = {type(action) for action in kernel.legal(t, who)}
        kernel.play(t, who, GAME.orders.read(line, now))
        news += t.news
    t.news = news


def refusal(t: Table, line: str, seat: int | None = None) -> Refusal:
    """Why a typed order is not played."""
    who = t.pending.seats[0] if seat is None else seat
    found = kernel.objection(t, who, GAME.orders.read(line))
    assert found is not None, line
    return found


def refused(t: Table, line: str, seat: int | None = None) -> str:
    """The code of the refusal; playing it is refused as well."""
    who = t.pending.seats[0] if seat is None else seat
    found = refusal(t, line, who)
    with pytest.raises(Illegal) as told_why:
        kernel.play(t, who, GAME.orders.read(line))
    assert told_why.value.refusal == found
    return found.code


def told(t: Table, kind: type[E]) -> list[E]:
    """The events of a kind that were told last."""
    return [news.event for news in t.news if isinstance(news.event, kind)]


def conflict(t: Table, god: int = 0, number: int = 1) -> None:
    """A conflict begins now, triggered by this god; afterwards the next player is on turn."""
    t.stack = [Match((god + 1) % t.seats)]
    t.news = []
    t.board.active = god
    t.board.conflicts = number - 1
    begin_conflict(t, god)
    kernel.settle(t)


def cards(t: Table, *names: str) -> None:
    """Battle cards of the gods of a battle, in the order of their seats."""
    step = t.stack[-1]
    gods: Sequence[int] = step.gods  # type: ignore[attr-defined]  # the step of the cards
    news = list(t.news)
    for god, name in zip(gods, names, strict=True):
        say(t, f"card {name}", seat=t.board.decider(god))
        news += t.news
    t.news = news


def event(t: Table, kind: str, god: int = 0) -> None:
    """An event of the track happens now."""
    t.board.event = t.data.value.events.index(kind)
    t.stack = [Match((god + 1) % t.seats), Later("event", god)]
    t.board.active = god
    t.news = []
    kernel.settle(t)


def asked(t: Table) -> str:
    """The name of the open question."""
    step = t.stack[-1]
    return step.why if isinstance(step, Ask) else type(step).__name__


def choices(t: Table) -> tuple[str, ...]:
    """What the open question offers."""
    step = t.stack[-1]
    assert isinstance(step, Ask), step
    return step.options


def silence(t: Table) -> None:
    """Whoever is asked says nothing."""
    seat = t.pending.seats[0]
    kernel.play(t, seat, kernel.fallback(t, seat))


def devotion(t: Table) -> list[int]:
    """By god."""
    return [god.devotion for god in t.board.gods]


def followers(t: Table) -> list[int]:
    """By god."""
    return [god.followers for god in t.board.gods]


def region(t: Table, space: str) -> int:
    """The number of the region of a space."""
    return land_of(t).of[space][0]


def hand_without(*names: str) -> dict[str, tuple[str, ...]]:
    """A hand from which some cards were used."""
    return {"hand": tuple(card for card in CARDS if card not in names), "used": tuple(sorted(names))}
