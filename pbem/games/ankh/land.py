"""The land as rivers and camels divide it: regions, what is adjacent, and where a caravan can go.

Computed from the printed map, the camels and the order tokens, and kept: the same division is asked for many times.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec import Struct

from pbem.games.ankh.hexes import Cell, Hexes, around, cell_of, edge, on_paper, reading_order, space_name

Chain = tuple[str, ...]
"""The edges of a caravan, from border to border."""
Corner = frozenset[Cell]
"""Where edges end, known by the three cells that meet there."""


class Land(Struct, frozen=True, eq=False):
    """The land at one moment. A region is known by the number of its order token."""

    hexes: Hexes
    near: dict[str, tuple[str, ...]]
    """Adjacent spaces: neighbours without river or camel between."""
    regions: dict[int, tuple[str, ...]]
    """Land of each region, in reading order."""
    touched: dict[int, tuple[str, ...]]
    """Water of each region."""
    of: dict[str, tuple[int, ...]]
    """The regions of a space: one of land, any number of water."""

    def spaces(self, region: int) -> tuple[str, ...]:
        """Land and water of a region."""
        return self.regions[region] + self.touched[region]


@lru_cache(maxsize=512)
def divided(hexes: Hexes, camels: tuple[str, ...], order: tuple[str, ...]) -> Land:
    """The land with these camels; `order` holds one space of each region by its number."""
    walls = hexes.rivers.union(camels)
    near = {s: tuple(n for n in hexes.neighbours[s] if edge(s, n) not in walls) for s in hexes.spaces}
    regions = {number: part_of(space, near, hexes) for number, space in enumerate(order, 1)}
    touched = {number: shore(part, near, hexes) for number, part in regions.items()}
    of: dict[str, list[int]] = {space: [] for space in hexes.spaces}
    for number, part in regions.items():
        for space in (*part, *touched[number]):
            of[space].append(number)
    return Land(hexes, near, regions, touched, {space: tuple(numbers) for space, numbers in of.items()})


def part_of(start: str, near: dict[str, tuple[str, ...]], hexes: Hexes) -> tuple[str, ...]:
    """All land that hangs together with a space."""
    found, open_ends = {start}, [start]
    while open_ends:
        for space in near[open_ends.pop()]:
            if space in hexes.land and space not in found:
                found.add(space)
                open_ends.append(space)
    return tuple(sorted(found, key=reading_order))


def shore(part: tuple[str, ...], near: dict[str, tuple[str, ...]], hexes: Hexes) -> tuple[str, ...]:
    """The water that touches a part."""
    return tuple(sorted({s for space in part for s in near[space] if s in hexes.water}, key=reading_order))


@lru_cache(maxsize=512)
def caravans(land: Land, region: int, camels: int, least: int) -> tuple[Chain, ...]:
    """Every chain of at most so many camels that splits a region into two parts of enough land, shortest first."""
    spaces = frozenset(land.regions[region])
    one_way = {chain for chain in chains(land, spaces, camels) if chain <= chain[::-1]}
    found = [chain for chain in one_way if splits(land, spaces, chain, least)]
    return tuple(sorted(found, key=lambda chain: (len(chain), chain)))


def chains(land: Land, spaces: frozenset[str], camels: int) -> Iterator[Chain]:
    """Ways along inner edges from border to border, in both directions."""
    ways: dict[Corner, list[tuple[Corner, str]]] = {}
    for inner in (inner for space in spaces for inner in inner_edges(land, spaces, space)):
        one, other = corners(*inner)
        ways.setdefault(one, []).append((other, edge(*inner)))
        ways.setdefault(other, []).append((one, edge(*inner)))
    rim = {corner for corner in ways if is_border(land, spaces, corner)}
    for start in rim:
        yield from onward(start, (start,), (), ways, rim, camels)


def inner_edges(land: Land, spaces: frozenset[str], space: str) -> list[tuple[str, str]]:
    """The edges between a space and its adjacent ones of the region, each from one side only."""
    return [(space, near) for near in land.near[space] if near in spaces and space < near]


def onward(
    corner: Corner,
    passed: tuple[Corner, ...],
    laid: Chain,
    ways: dict[Corner, list[tuple[Corner, str]]],
    rim: set[Corner],
    camels: int,
) -> Iterator[Chain]:
    """All ways to go on from a corner; a way ends where it meets a border."""
    for beyond, name in ways[corner]:
        if beyond in passed:
            continue
        chain = (*laid, name)
        if beyond in rim:
            yield chain
        elif len(chain) < camels:
            yield from onward(beyond, (*passed, beyond), chain, ways, rim, camels)


@cache
def corners(one: str, other: str) -> tuple[Corner, Corner]:
    """The two ends of an edge."""
    a, b = cell_of(one), cell_of(other)
    left, right = (cell for cell in around(a) if cell in around(b))
    return frozenset((a, b, left)), frozenset((a, b, right))


def is_border(land: Land, spaces: frozenset[str], corner: Corner) -> bool:
    """Whether river, water, camels, another region or the rim of the board meet this corner."""
    names = [space_name(cell) if on_paper(cell) else "" for cell in corner]
    if not spaces.issuperset(names):
        return True
    one, two, three = names
    return two not in land.near[one] or three not in land.near[one] or three not in land.near[two]


def splits(land: Land, spaces: frozenset[str], chain: Chain, least: int) -> bool:
    """Whether a chain leaves two parts, each large enough."""
    first = cut(land, spaces, chain, chain[0][:2])
    return least <= len(first) <= len(spaces) - least and chain[0][2:] not in first


def cut(land: Land, spaces: frozenset[str], chain: Chain, start: str) -> set[str]:
    """The part of a region on one side of a chain."""
    near = land.near
    walls = {(one[:2], one[2:]) for one in chain} | {(one[2:], one[:2]) for one in chain}
    found, open_ends = {start}, [start]
    while open_ends:
        space = open_ends.pop()
        for side in near[space]:
            if side not in found and side in spaces and (space, side) not in walls:
                found.add(side)
                open_ends.append(side)
    return found
