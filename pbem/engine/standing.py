"""Who is where at the end, when somebody has left before."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import structs

from pbem.engine.game import Seat, Standing


def with_last(standing: Sequence[Standing], gone: Collection[Seat]) -> list[Standing]:
    """The standing with those who have left in the last place, which they share; the others move up."""
    left = [one for one in standing if one.seat not in gone]
    if not left:
        return list(standing)
    moved = [structs.replace(one, place=1 + sum(other.place < one.place for other in left)) for one in left]
    last = [structs.replace(one, place=1 + len(left)) for one in standing if one.seat in gone]
    return sorted(moved, key=lambda one: (one.place, one.seat)) + sorted(last, key=lambda one: one.seat)


def with_first(standing: Sequence[Standing], winner: Seat) -> list[Standing]:
    """The standing with one of them in front of the others."""
    won = [structs.replace(one, place=1) for one in standing if one.seat == winner]
    left = [one for one in standing if one.seat != winner]
    return won + [structs.replace(one, place=2 + sum(other.place < one.place for other in left)) for one in left]
