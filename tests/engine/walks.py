"""Random matches of any game, line by line: what the properties look at."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st
from msgspec import Struct

from pbem.engine import codec, kernel
from pbem.engine.chance import Seeded
from pbem.engine.game import Action, Game, Seat, Table
from pbem.games import games
from tests import tiny

AnyGame = Game[Any, Any]
AnyTable = Table[Any, Any]

GAMES: dict[str, AnyGame] = {**games(), tiny.GAME.key: tiny.GAME}
NEVER_ENDS = 10_000
"""Orders in one match."""
CHANGES_HIS_MIND = 0.2
"""How often somebody speaks who has answered under seal already."""


class Line(NamedTuple):
    """One order: the table before it, who ordered what, and the table after it."""

    before: AnyTable
    seat: Seat
    action: Action
    after: AnyTable


class Setting(Struct, frozen=True):
    """Everything that a random match follows from."""

    options: dict[str, bool | int | str]
    seed: int

    @property
    def chance(self) -> Seeded:
        return Seeded(self.seed.to_bytes(32, "big"))

    def start(self, game: AnyGame, seats: int) -> AnyTable:
        return kernel.start(game, seats, self.chance, self.options)

    def random(self) -> Random:
        return Random(self.seed)


def settings_of(game: AnyGame) -> st.SearchStrategy[Setting]:
    """Any options of a game, any seed."""
    options = {name: st.sampled_from(option.choices) for name, option in game.options.items()}
    return st.builds(Setting, st.fixed_dictionaries(options), st.integers(0, 2**32 - 1))


def walk(game: AnyGame, seats: int, setting: Setting) -> Iterator[Line]:
    """A match of random legal orders."""
    rng = setting.random()
    t = setting.start(game, seats)
    for _ in range(NEVER_ENDS):
        if not t.stack:
            return
        seat = speaker(t, rng)
        action = some_order(t, seat, rng)
        after = kernel.apply(t, seat, action)
        yield Line(t, seat, action, after)
        t = after
    raise AssertionError(f"{game.key}: no end after {NEVER_ENDS} orders")


def speaker(t: AnyTable, rng: Random) -> Seat:
    """Somebody who must speak, now and then somebody who may."""
    willing = t.pending.may_change if rng.random() < CHANGES_HIS_MIND else ()
    return rng.choice(willing or t.pending.seats)


def some_order(t: AnyTable, seat: Seat, rng: Random) -> Action:
    """A legal order; every verb is as likely as every other, however many ways it can be filled in."""
    orders = list(kernel.legal(t, seat))
    verb = rng.choice(sorted({type(order).__name__ for order in orders}))
    return rng.choice([order for order in orders if type(order).__name__ == verb])


def speakers(t: AnyTable) -> tuple[Seat, ...]:
    """All who must or may speak."""
    return t.pending.seats + t.pending.may_change


def view_of(t: AnyTable, seat: Seat | None) -> bytes:
    """What a seat sees, byte for byte."""
    return codec.encode(t.game.view(t, seat))


def news_for(t: AnyTable, seat: Seat | None) -> bytes:
    """What a seat is told of the last order, byte for byte."""
    return msgspec.json.encode([item.event for item in t.news if item.reaches(seat)])


def told(t: AnyTable) -> tuple[object, ...]:
    """All that the last order brought about besides the position."""
    return t.n, t.pending, tuple(t.news), tuple(t.outcomes), tuple(t.forced)


def some(line: Line, every: int) -> bool:
    """One line in so many: for what is slow to check."""
    return line.before.n % every == 0
