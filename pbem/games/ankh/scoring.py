"""Who has won, and the places of the others: pure functions of the board."""

from __future__ import annotations

from pbem.engine.game import Seat, Standing
from pbem.games.ankh.board import Board


def winners(b: Board) -> tuple[Seat, ...]:
    """The players of the god with most devotion among those not forgotten; nobody if all are."""
    left = b.playing()
    return b.seats_of(left[-1]) if left else ()


def points(b: Board) -> list[int]:
    """Devotion by seat; partners share theirs."""
    return [b.gods[god].devotion for god in b.god_of]


def standings(b: Board) -> list[Standing]:
    """Gods still worshipped before forgotten ones, then by devotion; if all are forgotten, all share the last place."""
    if not b.playing():
        return [Standing(seat, len(b.god_of), count) for seat, count in enumerate(points(b))]
    keys = [(b.gods[god].state == "playing", *b.gods[god].order()) for god in b.god_of]
    return [Standing(seat, 1 + sum(key > keys[seat] for key in keys), points(b)[seat]) for seat in range(len(keys))]
