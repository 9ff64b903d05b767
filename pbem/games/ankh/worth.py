"""What a table is worth to a god, in tenths of a devotion: the judgement of the bots."""

from __future__ import annotations

from pbem.games.ankh.board import NOBODY, Table, land_of
from pbem.games.ankh.scoring import winners

DEVOTION = 10
RIVAL = 3
FOLLOWER, MANY_FOLLOWERS, ENOUGH = 12, 4, 9
POWER = 50
FIGURE = 12
MONUMENT = 45
AGENDA = 10
PRIEST = 5
ALONE, AHEAD, LEVEL, BEHIND = 50, 60, 30, 6
VICTORY = 100_000


def worth(t: Table, god: int) -> int:
    """Devotion counts most; then what brings it."""
    b = t.board
    mine = b.gods[god]
    if b.ended:
        return VICTORY if god in {b.god_of[seat] for seat in winners(b)} else -VICTORY
    best = max((other.devotion for g, other in enumerate(b.gods) if g != god and other.state == "playing"), default=0)
    purse = FOLLOWER * min(mine.followers, ENOUGH) + MANY_FOLLOWERS * max(0, mine.followers - ENOUGH)
    court = AGENDA * len(mine.agenda) + PRIEST * sum(mine.priests[1:])
    things = FIGURE * len(b.own(god)) + MONUMENT * len(b.monuments_of(god)) + POWER * len(mine.powers)
    return 10 * (DEVOTION * mine.devotion - RIVAL * best) + purse + court + things + position(t, god)


def position(t: Table, god: int) -> int:
    """How the figures stand: beside monuments, and in regions where they are strong."""
    b, land = t.board, land_of(t)
    beside: set[str] = set()
    count: dict[int, dict[int, int]] = {region: {} for region in land.regions}
    for space, figure in b.figures.items():
        for region in land.of[space]:
            count[region][figure.god] = count[region].get(figure.god, 0) + 1
        if figure.god == god:
            beside.update(land.near[space])
    return monuments_beside(t, god, beside) + sum(
        standing(t, god, region, figures) for region, figures in count.items()
    )


def monuments_beside(t: Table, god: int, beside: set[str]) -> int:
    """Own ones bring followers, neutral ones can be taken as well."""
    monuments = t.board.monuments
    owners = [monuments[space].god for space in beside if space in monuments]
    neutral = owners.count(NOBODY)
    return 9 * owners.count(god) + 22 * min(1, neutral) + 11 * neutral


def standing(t: Table, god: int, region: int, figures: dict[int, int]) -> int:
    """What one region promises; more with a majority of monuments there."""
    mine = figures.get(god, 0)
    if not mine:
        return 0
    rival = max((count for g, count in figures.items() if g != god), default=0)
    chance = ALONE if not rival else AHEAD if mine > rival else LEVEL if mine == rival else BEHIND
    owners = [m.god for s in land_of(t).regions[region] if (m := t.board.monuments.get(s))]
    lead = owners.count(god) - max((owners.count(g) for g in range(len(t.board.gods)) if g != god), default=0)
    return chance + (20 if lead > 0 else 0) + (4 * mine if rival else 0)
