"""A disaster takes two tiles of its category; the owner chooses which, where there is a choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.ra.actions import Lose
from pbem.games.ra.board import Table
from pbem.games.ra.data import DISASTERS
from pbem.games.ra.events import Struck

TAKES = 2


class Disaster(Step, frozen=True, gc=False):
    """One disaster over one player."""

    seat: Seat
    disaster: str
    exact: ClassVar[bool] = True

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat]

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        fixed, free, count = self.victims(t)
        return [Lose(tuple(sorted(fixed + rest))) for rest in sorted(set(combinations(sorted(free), count)))]

    def victims(self, t: Table) -> tuple[tuple[str, ...], tuple[str, ...], int]:
        """Tiles that must go, tiles to choose from, and how many of these go. A drought takes floods first."""
        tiles = t.board.players[self.seat].tiles
        if self.disaster == "drought":
            floods = tuple(tile for tile in tiles if tile == "flood")[:TAKES]
            nile = tuple(tile for tile in tiles if tile == "nile")
            return floods, nile, min(TAKES - len(floods), len(nile))
        mine = tuple(tile for tile in tiles if tile in DISASTERS[self.disaster])
        return (), mine, min(TAKES, len(mine))

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return refuse("disaster-first", disaster=self.disaster)
        fixed, free, count = self.victims(t)
        if len(action.tiles) != len(fixed) + count:
            return refuse("lose-how-many", disaster=self.disaster, count=len(fixed) + count)
        if Counter(fixed) - Counter(action.tiles):
            return refuse("floods-first", floods=len(fixed))
        wrong = Counter(action.tiles) - Counter(fixed + free)
        if wrong:
            return refuse("lose-what", disaster=self.disaster, tiles=sorted(wrong), instead=sorted(set(fixed + free)))
        return None if action.tiles == tuple(sorted(action.tiles)) else refuse("name-tiles-in-order")

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        assert isinstance(action, Lose)
        t.end()
        t.board.discard(seat, action.tiles)
        t.board.box += (self.disaster,)
        t.tell(Struck(seat, self.disaster, action.tiles))

    def fallback(self, t: Table, seat: Seat) -> Action:
        """Of the kind owned most often first."""
        fixed, free, count = self.victims(t)
        left = list(free)
        for _ in range(count):
            left.remove(max(sorted(left), key=left.count))
        gone = Counter(free) - Counter(left)
        return Lose(tuple(sorted((*fixed, *gone.elements()))))


def call_disasters(t: Table, seat: Seat, disasters: Sequence[str]) -> None:
    """Several are settled one by one, the first of them on top."""
    for disaster in reversed(disasters):
        t.call(Disaster(seat, disaster))
