"""What lies on the table of Men-Nefer, and small questions about it."""

from __future__ import annotations

from copy import copy
from typing import TypeAlias

from msgspec import Struct

from pbem.engine import game
from pbem.engine.game import Seat
from pbem.games.mennefer.data import HOUSES, POSITIONS, PRIESTESSES, Numbers

GAP = ""
"""An empty space of a market, of the tablets, of the Great Pyramid."""


class Player(Struct):
    """One player's board and pieces. Everything in it is a value, so that a shallow copy is a copy."""

    board: str
    food: int
    heka: int
    pp: int
    heart: int
    """Steps made from the left end of the Duat."""
    feather: int
    """Steps made from its right end."""
    scarabs: tuple[int, ...]
    """In the order of the houses."""
    orb: int
    great: int
    queens: int
    permissions: int
    """In reserve; likewise mummies and sphinxes."""
    allowed: int
    """Permissions that are available."""
    placed: tuple[int, ...]
    """Permissions beside each of the Queens' pyramids."""
    mummies: int
    sarcophagi: int
    sphinxes: int
    carved: int
    boats: tuple[str, ...]
    standing: tuple[int, ...]
    """Priestesses by room; 0 is the entrance."""
    lying: tuple[int, ...]
    tablets: tuple[str, ...]
    home: tuple[int, ...]
    """Tablet spaces whose apprentice is at home."""
    sun: tuple[str, ...]
    moon: tuple[str, ...]
    glyphs: int
    papyri: tuple[str, ...]
    rolled: tuple[str, ...]
    crafts: tuple[tuple[str, ...], ...]
    """By level, from the left."""
    offered: tuple[str, ...]
    """Crafts that are turned over."""
    contracts: tuple[str, ...]
    met: tuple[str, ...]

    def scarab(self, house: str) -> int:
        """How far the scarab of a house has come."""
        return self.scarabs[HOUSES.index(house)]

    def baskets(self) -> list[str]:
        """Crafts that can be offered: those of the highest level first, the oldest first."""
        return [craft for level in reversed(self.crafts) for craft in level if craft not in self.offered]

    def level_of(self, craft: str) -> int:
        """The level on which a craft lies."""
        return next(level for level, row in enumerate(self.crafts, 1) if craft in row)

    def inside(self) -> int:
        """Priestesses inside the temple."""
        return PRIESTESSES - self.standing[0]

    def owned(self) -> list[str]:
        """All crafts, turned over or not."""
        return [craft for level in self.crafts for craft in level]


class Board(Struct):
    """The main board, what lies beside it, and the players."""

    players: list[Player]
    order: tuple[Seat, ...]
    era: int
    turns: list[int]
    """Turns taken in this match, by seat."""
    row: tuple[str, ...]
    """Tablets that can be taken; the first is the top."""
    queue: tuple[str, ...]
    """Tablets of the draw pile whose order is known, the next one first."""
    hidden: list[str]
    """Tablets below them in an order that nobody knows."""
    discards: tuple[str, ...]
    papyri: tuple[str, ...]
    papyrus_bag: list[str]
    crafts: tuple[str, ...]
    craft_bag: list[str]
    tops: tuple[str, ...]
    """The visible piece of each level of the quarry."""
    quarry: list[list[str]]
    """The pieces below."""
    great: tuple[str, ...]
    """Pieces of the Great Pyramid: level I, a to d, then II, then III."""
    pyramidion: bool
    queens: tuple[int, ...]
    """Levels built."""
    queens_tiles: tuple[str, ...]
    mastabas: tuple[str, ...]
    """In the order of the tile places."""
    tombs: dict[str, Seat]
    temple: dict[str, Seat]
    pedestals: dict[str, Seat]
    deity: str
    benefits: dict[str, str]
    """City -> token."""
    cities: dict[str, tuple[str, ...]]
    """City -> contracts that lie there."""
    contracts: list[list[str]]
    """Piles by value."""
    gone: tuple[str, ...]
    """Contracts that left the game."""
    sun: tuple[str, ...]
    """Houses with a neutral apprentice on the Sun side."""
    moon: tuple[str, ...]
    activated: tuple[int, ...]
    """Boats, by number, that were activated in this turn."""
    history: tuple[tuple[int, ...], ...]
    """Points by seat after each harvest."""

    def clone(self) -> Board:
        """A board of its own."""
        return Board(
            [copy(player) for player in self.players], self.order, self.era, self.turns[:], self.row, self.queue,
            self.hidden[:], self.discards, self.papyri, self.papyrus_bag[:], self.crafts, self.craft_bag[:],
            self.tops, [pile[:] for pile in self.quarry], self.great, self.pyramidion, self.queens, self.queens_tiles,
            self.mastabas, self.tombs.copy(), self.temple.copy(), self.pedestals.copy(), self.deity, self.benefits,
            self.cities.copy(), [pile[:] for pile in self.contracts], self.gone, self.sun, self.moon, self.activated,
            self.history,
        )  # fmt: skip

    def on_sun(self, house: str) -> int:
        """Apprentices of anybody on the Sun side of a house."""
        return self.sun.count(house) + sum(player.sun.count(house) for player in self.players)

    def on_moon(self, house: str) -> int:
        """Apprentices of anybody on its Moon side."""
        return self.moon.count(house) + sum(player.moon.count(house) for player in self.players)

    def level(self) -> int:
        """The level of the Great Pyramid that is being built: 0, 1, 2; 3 is the pyramidion, 4 all done."""
        built = sum(piece != GAP for piece in self.great)
        return 4 if self.pyramidion else built // len(POSITIONS)


Table: TypeAlias = game.Table[Board, Numbers]


def without(items: tuple[str, ...], gone: str) -> tuple[str, ...]:
    """The items less one of them."""
    at = items.index(gone)
    return items[:at] + items[at + 1 :]


def changed(values: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    """The numbers with one of them moved."""
    return (*values[:at], values[at] + by, *values[at + 1 :])


def replaced(items: tuple[str, ...], at: int, item: str) -> tuple[str, ...]:
    """The items with another one in one place."""
    return (*items[:at], item, *items[at + 1 :])
