"""The action Gain followers."""

from __future__ import annotations

from pbem.games.ankh.board import NOBODY, Table, land_of
from pbem.games.ankh.devotion import earn
from pbem.games.ankh.events import Nothing


def counted(t: Table, god: int) -> list[str]:
    """Own and neutral monuments beside at least one own figure."""
    b, near = t.board, land_of(t).near
    beside = {space for start in b.own(god).values() for space in near[start]}
    return sorted(space for space in beside if space in b.monuments and b.monuments[space].god in (god, NOBODY))


def gain_followers(t: Table, god: int) -> None:
    """One for each such monument, and one for Revered."""
    count = len(counted(t, god)) + (1 if t.board.has(god, "revered") else 0)
    if count:
        earn(t, god, count, "gain")
    else:
        t.tell(Nothing(god, "gain"))
