"""What a seat, or a spectator, may know of a match of Ra, and a table imagined from it.

Everything at a table of Ra is open but the order of the pile; points and what left the game may be kept hidden.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from pbem.engine.game import Seat
from pbem.games.ra.board import Board, Player, Table
from pbem.games.ra.steps import Auction, Disaster, EndEpoch, Epochs, Turn


class PlayerView(Struct, frozen=True):
    """One player's display; `points` is None where it is hidden."""

    suns: tuple[int, ...]
    spent: tuple[int, ...]
    tiles: tuple[str, ...]
    points: int | None


class View(Struct, frozen=True):
    """The table as one seat sees it."""

    seat: Seat | None
    epoch: int
    row: tuple[str, ...]
    row_spaces: int
    ra_row: int
    ra_spaces: int
    sun: int
    pile: int
    ra_left: int
    """Ra tiles not yet turned over: they are counted on the Ra row as they come."""
    pile_tiles: dict[str, int] | None
    """What is still in the pile, by kind; None without open discards."""
    players: tuple[PlayerView, ...]
    steps: tuple[Epochs | Turn | Auction | Disaster | EndEpoch, ...]


def view(t: Table, seat: Seat | None) -> View:
    """Everything that lies open, and this seat's own points."""
    b = t.board
    open_scores = bool(t.options["open_scores"])
    return View(
        seat=seat,
        epoch=b.epoch,
        row=tuple(b.row),
        row_spaces=b.row_spaces,
        ra_row=b.ra_row,
        ra_spaces=b.ra_spaces,
        sun=b.sun,
        pile=len(b.bag),
        ra_left=b.bag.count("ra"),
        pile_tiles=dict(Counter(b.bag)) if t.options["open_discards"] else None,
        players=tuple(
            PlayerView(p.suns, p.spent, p.tiles, p.points if open_scores or s == seat or not t.stack else None)
            for s, p in enumerate(b.players)
        ),
        steps=tuple(t.stack),  # type: ignore[arg-type]  # the steps of Ra hold no secret
    )


def imagine(t: Table, seen: View) -> None:
    """Hidden points are guessed as the points of the start, unknown tiles are shared out between pile and box."""
    start = t.data.value.start_points
    unseen = unseen_tiles(t, seen)
    t.board = Board(
        players=[Player(p.suns, p.spent, p.tiles, start if p.points is None else p.points) for p in seen.players],
        bag=[],
        box=(),
        row=list(seen.row),
        row_spaces=seen.row_spaces,
        ra_row=seen.ra_row,
        ra_spaces=seen.ra_spaces,
        sun=seen.sun,
        epoch=seen.epoch,
        history=(),
    )
    left = seen.pile_tiles if seen.pile_tiles is not None else guessed_pile(t, seen, unseen)
    t.board.bag = [tile for tile in t.data.value.tiles for _ in range(left.get(tile, 0))]
    t.board.box = tuple((unseen - Counter(left)).elements())
    t.stack = list(seen.steps)


def unseen_tiles(t: Table, seen: View) -> Counter[str]:
    """All tiles but those that lie on the table: they are in the pile or left the game."""
    unseen = Counter(t.data.value.tiles)
    unseen.subtract(seen.row)
    unseen.subtract({"ra": seen.ra_row})
    for player in seen.players:
        unseen.subtract(player.tiles)
    unseen.subtract(step.disaster for step in seen.steps if isinstance(step, Disaster))
    return unseen


def guessed_pile(t: Table, seen: View, unseen: Counter[str]) -> Counter[str]:
    """A pile of the right size with the right number of Ra tiles."""
    pool = [tile for tile in t.data.value.tiles if tile != "ra" for _ in range(unseen[tile])]
    drawn = [t.draw("guess", pool) for _ in range(seen.pile - seen.ra_left)]
    return Counter(drawn) + Counter({"ra": seen.ra_left})
