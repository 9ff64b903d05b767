"""The printed map: spaces by name, neighbours, distances. Nothing here changes during a match.

A space is named by a letter for its column and a digit for its row; odd columns lie half a space lower. An edge is
named by the two spaces beside it, the first in the alphabet first: `e4e5`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

COLUMNS = "abcdefghijk"
FARTHEST = 6
"""The longest way, in spaces, that anything goes."""
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
EVEN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
ODD = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))

Cell = tuple[int, int]


def space_name(cell: Cell) -> str:
    """The name of a column and row."""
    return f"{COLUMNS[cell[0]]}{cell[1]}"


def cell_of(space: str) -> Cell:
    """Column and row of a name."""
    return COLUMNS.index(space[0]), int(space[1])


def around(cell: Cell) -> list[Cell]:
    """The six cells around one, from north clockwise, on the board or not."""
    column, row = cell
    return [(column + dx, row + dy) for dx, dy in (ODD if column % 2 else EVEN)]


def edge(one: str, other: str) -> str:
    """The name of the edge between two spaces."""
    return one + other if one < other else other + one


def reading_order(space: str) -> tuple[str, str]:
    """Row by row, from the left."""
    return space[1], space[0]


class Hexes(Struct, frozen=True, eq=False):
    """The board as printed."""

    spaces: tuple[str, ...]
    """In reading order."""
    land: frozenset[str]
    fertile: frozenset[str]
    water: frozenset[str]
    neighbours: dict[str, tuple[str, ...]]
    """From north clockwise; a direction without a space is left out."""
    beside: dict[str, tuple[str, ...]]
    """By direction; an empty name where there is no space."""
    reach: dict[int, dict[str, tuple[str, ...]]]
    """By number of steps: spaces no farther than that, in reading order, without the one it starts from."""
    rivers: frozenset[str]

    def sort(self, spaces: Iterable[str]) -> list[str]:
        """In reading order."""
        return sorted(spaces, key=reading_order)


def hexes(rows: Sequence[str], rivers: Iterable[str]) -> Hexes:
    """The map of these rows of letters."""
    kinds = {space_name((x, y)): kind for y, row in enumerate(rows) for x, kind in enumerate(row) if kind != "."}
    beside = {space: sides(space, kinds) for space in kinds}
    neighbours = {space: tuple(filter(None, names)) for space, names in beside.items()}
    spaces = tuple(sorted(kinds, key=reading_order))
    return Hexes(
        spaces=spaces,
        land=frozenset(space for space, kind in kinds.items() if kind != "w"),
        fertile=frozenset(space for space, kind in kinds.items() if kind == "f"),
        water=frozenset(space for space, kind in kinds.items() if kind == "w"),
        neighbours=neighbours,
        beside=beside,
        reach={steps: {space: within(space, steps, neighbours) for space in spaces} for steps in range(FARTHEST + 1)},
        rivers=frozenset(rivers),
    )


def sides(space: str, kinds: dict[str, str]) -> tuple[str, ...]:
    """What lies in each direction."""
    names = (space_name(cell) if on_paper(cell) else "" for cell in around(cell_of(space)))
    return tuple(name if name in kinds else "" for name in names)


def on_paper(cell: Cell) -> bool:
    """Whether a cell can have a name at all."""
    return 0 <= cell[0] < len(COLUMNS) and 0 <= cell[1] <= 9


def within(start: str, steps: int, neighbours: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """All spaces that are no more than so many steps away."""
    found, rim = {start}, {start}
    for _ in range(steps):
        rim = {near for space in rim for near in neighbours[space]} - found
        found |= rim
    return tuple(sorted(found - {start}, key=reading_order))
