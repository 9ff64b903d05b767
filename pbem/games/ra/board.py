"""What lies on the table of Ra, and small questions about it."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine import game
from pbem.engine.game import Seat
from pbem.games.ra.data import DISASTERS, Components


class Player(Struct, frozen=True, gc=False):
    """One player's display. Suns are kept smallest first, tiles in the order in which they came."""

    suns: tuple[int, ...]
    """Face up: they can be offered."""
    spent: tuple[int, ...]
    """Face down until the epoch ends."""
    tiles: tuple[str, ...]
    points: int


class Board(Struct):
    """The board in the middle and the displays around it."""

    players: list[Player]
    bag: list[str]
    """Tiles that nobody has seen, in the order of the list of components: chance falls when one is turned over."""
    box: tuple[str, ...]
    """Tiles that left the game."""
    row: list[str]
    row_spaces: int
    ra_row: int
    ra_spaces: int
    sun: int
    """The sun in the middle."""
    epoch: int
    history: tuple[tuple[int, ...], ...]
    """Points by seat after each scoring."""

    def clone(self) -> Board:
        """A board of its own; players are values and can be shared."""
        return Board(
            self.players[:], self.bag[:], self.box, self.row[:], self.row_spaces,
            self.ra_row, self.ra_spaces, self.sun, self.epoch, self.history,
        )  # fmt: skip

    def next_player(self, seat: Seat) -> Seat:
        """The next seat clockwise with a sun face up; somebody must have one."""
        players = self.players
        while True:
            seat = (seat + 1) % len(players)
            if players[seat].suns:
                return seat

    def row_is_full(self) -> bool:
        """Eight tiles lie on the row: nothing can be turned over."""
        return len(self.row) == self.row_spaces

    def give(self, seat: Seat, tiles: tuple[str, ...]) -> list[str]:
        """Lays tiles out before a player and returns the disasters among them, in the order of their settling."""
        player = self.players[seat]
        struck = not DISASTERS.keys().isdisjoint(tiles)
        kept = tuple(tile for tile in tiles if tile not in DISASTERS) if struck else tiles
        self.players[seat] = Player(player.suns, player.spent, player.tiles + kept, player.points)
        return [disaster for disaster in DISASTERS for _ in range(tiles.count(disaster))] if struck else []

    def discard(self, seat: Seat, tiles: tuple[str, ...]) -> None:
        """Takes tiles from a player out of the game."""
        player = self.players[seat]
        self.players[seat] = replace(player, tiles=without(player.tiles, tiles))
        self.box += tiles


def without(tiles: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """The tiles less some of them, each taken once."""
    rest = list(tiles)
    for tile in gone:
        rest.remove(tile)
    return tuple(rest)


Table: TypeAlias = game.Table[Board, Components]
