"""The map in letters: 67 columns, every space with its name, land, region, and what stands on it."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from pbem.games.ankh.board import NOBODY, Figure, Monument, Table, hexes_of, land_of
from pbem.games.ankh.hexes import Hexes, cell_of, edge
from pbem.games.ankh.land import Land, divided

PITCH = 6
"""Columns from one space to the next."""
HEIGHT = 4
"""Lines from one space to the next below."""
LETTER = {"obelisk": "O", "pyramid": "P", "temple": "T", "sphinx": "S"}


class Sheet(Struct, frozen=True):
    """Letters on squared paper."""

    rows: list[list[str]]

    def write(self, line: int, column: int, text: str) -> None:
        """Puts a text somewhere."""
        self.rows[line][column : column + len(text)] = text


class Scene(Struct, frozen=True):
    """All that lies on the board: what is drawn of it once can be shown to every seat."""

    land: Land
    printed: Land
    """The land without camels."""
    bases: tuple[str, ...]
    """The names of the printed regions."""
    camels: tuple[str, ...]
    figures: tuple[tuple[str, Figure], ...]
    monuments: tuple[tuple[str, Monument], ...]
    pharaoh: str
    infantry: tuple[str, ...]
    tokens: tuple[tuple[str, str], ...]
    """Portals and cats, by space."""


def scene(t: Table) -> Scene:
    """The board as it is."""
    b, base = t.board, t.data.value.base_regions
    portals = [(space, "(o)") for god in b.gods for space in god.portals]
    return Scene(
        land=land_of(t),
        printed=divided(hexes_of(t), (), tuple(base.values())),
        bases=tuple(base),
        camels=b.camels,
        figures=tuple(b.figures.items()),
        monuments=tuple(b.monuments.items()),
        pharaoh=b.court.space,
        infantry=b.court.infantry,
        tokens=(*portals, *((space, "cat") for god in b.gods for space in god.cats)),
    )


@lru_cache(maxsize=64)
def text_map(scene: Scene) -> tuple[str, ...]:
    """The lines of the map."""
    sheet = Sheet([[*row] for row in empty_map(scene.land, scene.camels)])
    pieces = {space: f"{one.god + 1}{one.name}{'*' if one.sun else ''}" for space, one in scene.figures}
    pieces |= {space: LETTER[one.kind] + number_of(one.god) for space, one in scene.monuments}
    pieces |= dict.fromkeys(scene.infantry, "inf") | {space: "PHA" for space in (scene.pharaoh,) if space}
    for row, texts in ((2, pieces.items()), (3, scene.tokens)):
        for space, text in texts:
            line, column = corner(space)
            sheet.write(line + row, column + 1, text.center(5))
    return tuple("".join(row).rstrip() for row in sheet.rows)


def number_of(god: int) -> str:
    """The number of an owner; neutral monuments have none."""
    return "-" if god == NOBODY else str(god + 1)


@lru_cache(maxsize=64)
def empty_map(land: Land, camels: tuple[str, ...]) -> tuple[str, ...]:
    """The map without pieces: it changes only when camels come or go."""
    sheet = Sheet([[" "] * (11 * PITCH + 1) for _ in range(10 * HEIGHT + 3)])
    for space in land.hexes.spaces:
        frame(sheet, land, camels, space)
    for space in land.hexes.spaces:
        label(sheet, land, space)
    while not "".join(sheet.rows[-1]).strip():
        sheet.rows.pop()
    return tuple("".join(row) for row in sheet.rows)


def corner(space: str) -> tuple[int, int]:
    """Line and column where a space begins."""
    column, row = cell_of(space)
    return row * HEIGHT + (HEIGHT // 2 if column % 2 else 0), column * PITCH


def frame(sheet: Sheet, land: Land, camels: tuple[str, ...], space: str) -> None:
    """The six edges: rivers, camels, shores, or nothing where nothing divides."""
    line, column = corner(space)
    mark = [mark_of(land, camels, space, side) for side in land.hexes.beside[space]]
    for row, (left, right) in enumerate(((5, 1), (5, 1), (4, 2), (4, 2))):
        sheet.write(line + row, column, mark[left])
        sheet.write(line + row, column + PITCH, mark[right])
    sheet.write(line, column + 1, mark[0] * 5)
    sheet.write(line + HEIGHT, column + 1, mark[3] * 5)


def mark_of(land: Land, camels: tuple[str, ...], space: str, side: str) -> str:
    """How an edge looks: = river, # camels, : the shore or the rim, nothing inside a region."""
    if not side:
        return ":"
    name = edge(space, side)
    if name in camels:
        return "#"
    if name in land.hexes.rivers:
        return "="
    return ":" if (space in land.hexes.water) != (side in land.hexes.water) else " "


def label(sheet: Sheet, land: Land, space: str) -> None:
    """Name, kind of land and region."""
    line, column = corner(space)
    kind = "~" if space in land.hexes.water else '"' if space in land.hexes.fertile else "."
    region = "~" if space in land.hexes.water else str(land.of[space][0])
    sheet.write(line + 1, column + 1, f"{space} {kind}{region}")


def terrain(hexes: Hexes, space: str) -> str:
    """fertile, desert or water."""
    return "water" if space in hexes.water else "fertile" if space in hexes.fertile else "desert"
