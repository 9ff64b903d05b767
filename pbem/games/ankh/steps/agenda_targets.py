"""What agenda cards can aim at; where there is nothing a card cannot be played."""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.ankh.board import Table, free, hexes_of, land_of
from pbem.games.ankh.names import BUILDABLE, ROOMS
from pbem.games.ankh.steps.moving import destinations, next_door, open_rooms
from pbem.games.ankh.steps.summoning import can_ordain, kinds


def of_kind(kind: str) -> Callable[[Table, int], list[str]]:
    """Own monuments of a kind."""
    return lambda t, god: t.board.monuments_of(god, kind)


def on_fertile(t: Table, god: int) -> list[str]:
    """Own figures on fertile land."""
    return [name for name, space in t.board.own(god).items() if space in hexes_of(t).fertile]


def in_regions(t: Table, god: int) -> list[str]:
    """Regions with an own figure."""
    of = land_of(t).of
    return sorted({str(region) for space in t.board.own(god).values() for region in of[space]})


def richer(t: Table, god: int) -> list[int]:
    """Gods with more followers."""
    b = t.board
    return [other for other in b.playing() if b.gods[other].followers > b.gods[god].followers]


def always(t: Table, god: int) -> tuple[str, ...]:
    """Works at any time."""
    return ("yes",)


def marchers(t: Table, god: int) -> list[str]:
    """Figures that can go somewhere, were it by the shortest march of the deck."""
    steps = min(card.amount for card in t.data.value.agenda.values() if card.effect == "march")
    return [name for name, space in t.board.own(god).items() if destinations(t, god, space, steps)]


def sailors(t: Table, god: int) -> list[str]:
    """Figures beside water, if there is a shore to go to."""
    hexes = hexes_of(t)
    wet = [n for n, s in t.board.own(god).items() if not hexes.water.isdisjoint(hexes.neighbours[s])]
    return wet if shores(t, god) else []


def shores(t: Table, god: int) -> list[str]:
    """Empty land beside water."""
    hexes = hexes_of(t)
    return [s for s in hexes.spaces if free(t, s, god) and not hexes.water.isdisjoint(hexes.neighbours[s])]


def pairs(t: Table, god: int) -> list[str]:
    """Figures on land, if there are two to change places."""
    land = hexes_of(t).land
    mine = [name for name, space in t.board.own(god).items() if space in land]
    return mine if len(mine) > 1 else []


def idle_priests(t: Table, god: int) -> tuple[str, ...]:
    """Rooms for a priest of the pool."""
    return open_rooms(t) if t.board.gods[god].priests[0] or can_ordain(t, god) else ()


def intriguers(t: Table, god: int) -> list[str]:
    """Gods with a priest that can move."""
    b = t.board
    return [b.gods[g].keys[0] for g in b.playing() if any(movable_from(t, g))]


def movable_from(t: Table, god: int) -> list[str]:
    """Rooms that a priest of this god can leave."""
    return [room for room in ROOMS if t.board.gods[god].priests_in(room) and next_door(t, room)]


def exilable(t: Table, god: int) -> list[str]:
    """Rooms with an own and an enemy priest."""
    b = t.board
    return [room for room in ROOMS if b.gods[god].priests_in(room) and enemies_in(t, god, room)]


def enemies_in(t: Table, god: int, room: str) -> list[str]:
    """Other gods with a priest in a room."""
    b = t.board
    return [b.gods[g].keys[0] for g in b.playing() if g != god and b.gods[g].priests_in(room)]


def reigning(t: Table, god: int) -> str:
    """Where the pharaoh stands."""
    return t.board.court.space


def rededicable(t: Table, god: int) -> list[str]:
    """Own monuments that another kind of the supply can replace."""
    b = t.board
    return [s for s in b.monuments_of(god) if b.monuments[s].kind != "sphinx" and other_kinds(t, b.monuments[s].kind)]


def other_kinds(t: Table, kind: str) -> list[str]:
    """Kinds of the supply but one."""
    return [other for other in BUILDABLE if other != kind and t.board.supply[other]]


def sites(t: Table, god: int) -> list[str]:
    """Empty land beside an own figure, if there is a token and a monument."""
    b, land = t.board, land_of(t)
    if not b.gods[god].tokens or not other_kinds(t, ""):
        return []
    return land.hexes.sort({near for s in b.own(god).values() for near in land.near[s] if free(t, near)})


def recallable(t: Table, god: int) -> list[str]:
    """Used battle cards but Cycle of Ma'at."""
    return [card for card in t.board.gods[god].used if card != "cycle"]


TARGETS: dict[str, Callable[[Table, int], object]] = {
    "followers": always,
    "per-temple": of_kind("temple"),
    "per-obelisk": of_kind("obelisk"),
    "per-pyramid": of_kind("pyramid"),
    "per-fertile": on_fertile,
    "per-region": in_regions,
    "tax": richer,
    "march": marchers,
    "barge": sailors,
    "swap-figures": pairs,
    "summon-warrior": lambda t, god: kinds(t, god, "warrior"),
    "summon-guardian": lambda t, god: kinds(t, god, "guardian"),
    "ordain": idle_priests,
    "move-priest": intriguers,
    "exile": exilable,
    "escort": reigning,
    "rededicate": rededicable,
    "build": sites,
    "recall": recallable,
    "voice": always,
}
