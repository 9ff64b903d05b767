"""How strong a god is in a battle, and who has the most monuments: pure functions of the table."""

from __future__ import annotations

from collections import Counter

from pbem.games.ankh.board import NOBODY, Battle, Table, allegiances, land_of, number, sides
from pbem.games.ankh.names import MONUMENTS

RESPLENDENT = 3


def strength_of(t: Table, battle: Battle, god: int, spaces: list[str], cats: int) -> int:
    """Figures, card, temples, cats; a god without figures has none at all."""
    if not spaces:
        return 0
    figures = sum(figure_strength(t, god, space) for space in spaces)
    cards = sum(card_strength(t, card) for card in battle.cards.get(god, ()))
    return figures + cards + temples(t, battle.region, god, spaces) + cats


def card_strength(t: Table, card: str) -> int:
    """The printed strength; sources differ about Drought."""
    return int(t.options["drought"]) if card == "drought" else number(t, "cards", card)


def figure_strength(t: Table, god: int, space: str) -> int:
    """One, a god perhaps more; none beside an enemy Androsphinx or infantry."""
    b, near = t.board, land_of(t).near[space]
    if any(side in b.court.infantry for side in near):
        return 0
    if any(b.figures[side].kind == "androsphinx" and other != god for side, other in allegiances(t, near).items()):
        return 0
    return god_strength(t, god) if b.figures[space].name == "g" else 1


def god_strength(t: Table, god: int) -> int:
    """A resplendent god is stronger, and so is Anubis with trapped warriors."""
    b = t.board
    base = 1
    if b.has(god, "resplendent") and is_resplendent(t, god):
        base = RESPLENDENT if t.options["resplendent"] == "base-3" else 1 + RESPLENDENT
    return base + len(b.gods[god].trapped)


def is_resplendent(t: Table, god: int) -> bool:
    """Three own monuments of one kind, anywhere; sphinxes are of every kind."""
    return any(len(t.board.monuments_of(god, kind)) >= RESPLENDENT for kind in MONUMENTS[:-1])


def temples(t: Table, region: int, god: int, spaces: list[str]) -> int:
    """Temple Attuned: two for each own temple of the region with an own figure beside it."""
    if not t.board.has(god, "temple-attuned"):
        return 0
    land = land_of(t)
    inside = [space for space in t.board.monuments_of(god, "temple") if space in land.regions[region]]
    return 2 * sum(any(space in land.near[temple] for space in spaces) for temple in inside)


def majorities(t: Table, region: int) -> dict[int, int]:
    """For how many kinds of monument each god in the region has strictly most of them there."""
    b, found = t.board, Counter[int]()
    present = sides(t, region)
    for kind in MONUMENTS:
        here = (b.monuments.get(space) for space in land_of(t).regions[region])
        owners = Counter(m.god for m in here if m is not None and m.kind == kind and m.god != NOBODY)
        best = [god for god, count in owners.items() if count == max(owners.values())]
        if len(best) == 1 and best[0] in present:
            found[best[0]] += 1
    return dict(found)
