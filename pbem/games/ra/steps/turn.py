"""A turn: turn over a tile, call Ra, or use gods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.ra.actions import CallRa, Draw, Gods
from pbem.games.ra.board import Table
from pbem.games.ra.data import NOT_FOR_GODS, PLAYERS
from pbem.games.ra.events import Drew, DrewRa, GodsUsed
from pbem.games.ra.steps.auction import begin_auction
from pbem.games.ra.steps.disaster import call_disasters
from pbem.games.ra.steps.epoch_end import EndEpoch

DRAW, CALL_RA = Draw(), CallRa()
NO_GODS = (DRAW, CALL_RA)
FULL_ROW = (CALL_RA,)


class Turn(Step, frozen=True, gc=False):
    """One player's turn. Whoever has no sun face up is passed over; when nobody has, the epoch ends."""

    seat: Seat
    exact: ClassVar[bool] = True

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat] if t.board.players[self.seat].suns else None

    def run(self, t: Table) -> None:
        if any(player.suns for player in t.board.players):
            t.goto(Turn(t.board.next_player(self.seat)))
        else:
            t.goto(EndEpoch("suns"))

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        b = t.board
        basic = FULL_ROW if len(b.row) == b.row_spaces else NO_GODS
        gods = b.players[seat].tiles.count("god")
        return basic + choices_of_gods(tuple(sorted(b.row)), gods) if gods else basic

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        match action:
            case Draw():
                return refuse("row-full", spaces=t.board.row_spaces) if t.board.row_is_full() else None
            case CallRa():
                return None
            case Gods(tiles):
                return objection_to_gods(t, seat, tiles)
            case _:
                return refuse("no-auction" if type(action).__name__ in ("Bid", "Pass") else "no-disaster")

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        t.goto(TURNS[(seat + 1) % t.seats])
        match action:
            case Draw():
                draw(t, seat)
            case Gods(tiles):
                use_gods(t, seat, tiles)
            case _:
                call_ra(t, seat)

    def fallback(self, t: Table, seat: Seat) -> Action:
        return CALL_RA if t.board.row_is_full() else DRAW


TURNS = tuple(Turn(seat) for seat in range(PLAYERS.stop))


def draw(t: Table, seat: Seat) -> None:
    """A Ra tile starts an auction, but the one that fills the Ra row ends the epoch at once, without an auction."""
    b = t.board
    tile = t.draw("tile", b.bag)
    if tile != "ra":
        b.row.append(tile)
        t.tell(Drew(seat, tile))
        return
    b.ra_row += 1
    t.tell(DrewRa(seat, b.ra_row, b.ra_spaces))
    if b.ra_row == b.ra_spaces:
        t.goto(EndEpoch("ra-row"))
    else:
        begin_auction(t, seat, "ra-tile")


def call_ra(t: Table, seat: Seat) -> None:
    """Over a full row everybody may pass; otherwise the caller must bid if nobody else does."""
    begin_auction(t, seat, "full-row" if t.board.row_is_full() else "called")


def use_gods(t: Table, seat: Seat, tiles: tuple[str, ...]) -> None:
    """The gods leave the game; a disaster among the tiles strikes at once."""
    b = t.board
    b.discard(seat, ("god",) * len(tiles))
    for tile in tiles:
        b.row.remove(tile)
    t.tell(GodsUsed(seat, tiles))
    call_disasters(t, seat, b.give(seat, tiles))


def objection_to_gods(t: Table, seat: Seat, tiles: tuple[str, ...]) -> Refusal | None:
    """As many tiles as gods given up, all on the row, neither Ra nor god, alphabetical."""
    b = t.board
    gods = b.players[seat].tiles.count("god")
    if not gods:
        return refuse("no-gods")
    if len(tiles) > gods:
        return refuse("too-few-gods", gods=gods, wanted=len(tiles))
    for tile in tiles:
        if tile in NOT_FOR_GODS:
            return refuse("not-for-gods", tile=tile)
    missing = Counter(tiles) - Counter(b.row)
    if missing:
        return refuse("not-on-row", tiles=sorted(missing), row=tuple(b.row))
    return None if tiles == tuple(sorted(tiles)) and tiles else refuse("name-tiles-in-order")


@lru_cache(maxsize=4096)
def choices_of_gods(row: tuple[str, ...], gods: int) -> tuple[Gods, ...]:
    """Every choice of up to so many tiles of a sorted row; equal tiles are one choice."""
    takable = [tile for tile in row if tile not in NOT_FOR_GODS]
    sizes = range(1, min(gods, len(takable)) + 1)
    return tuple(Gods(tiles) for size in sizes for tiles in sorted(set(combinations(takable, size))))
