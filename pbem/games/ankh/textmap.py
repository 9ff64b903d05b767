"""The map in letters: 67 columns, every space with its name, land, region, and what stands on it."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from pbem.games.ankh.board import NOBODY, Table, hexes_of, land_of
from pbem.games.ankh.hexes import cell_of, edge
from pbem.games.ankh.land import Land

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


def text_map(t: Table) -> tuple[str, ...]:
    """The lines of the map."""
    b = t.board
    empty = empty_map(land_of(t), b.camels)
    sheet = Sheet([[*row] for row in empty])
    tokens = {space: "(o)" for god in b.gods for space in god.portals}
    tokens |= {space: "cat" for god in b.gods for space in god.cats}
    for space in (*b.figures, *b.monuments, *b.court.infantry, *filter(None, (b.court.space,))):
        line, column = corner(space)
        sheet.write(line + 2, column + 1, piece_on(t, space).center(5))
    for space, token in tokens.items():
        line, column = corner(space)
        sheet.write(line + 3, column + 1, token.center(5))
    return tuple("".join(row).rstrip() for row in sheet.rows)


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


def piece_on(t: Table, space: str) -> str:
    """A figure as player and name, a monument as letter and player, the pharaoh, infantry."""
    b = t.board
    if space in b.figures:
        figure = b.figures[space]
        return f"{figure.god + 1}{figure.name}{'*' if figure.sun else ''}"
    if space in b.monuments:
        monument = b.monuments[space]
        return LETTER[monument.kind] + ("-" if monument.god == NOBODY else str(monument.god + 1))
    if space == b.court.space:
        return "PHA"
    return "inf" if space in b.court.infantry else ""


def terrain(t: Table, space: str) -> str:
    """fertile, desert or water."""
    hexes = hexes_of(t)
    return "water" if space in hexes.water else "fertile" if space in hexes.fertile else "desert"
