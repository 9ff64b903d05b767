"""What players of Ra are told. The words stand in the templates."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pbem.engine.game import Event, Seat


class EpochBegan(Event, frozen=True, gc=False):
    """An epoch begins; the owner of the highest sun starts."""

    epoch: int
    seat: Seat
    sun: int


class Drew(Event, frozen=True, gc=False):
    """A tile was turned over and lies on the tile row."""

    seat: Seat
    tile: str


class DrewRa(Event, frozen=True, gc=False):
    """A Ra tile was turned over."""

    seat: Seat
    on_ra_row: int
    spaces: int


class AuctionBegan(Event, frozen=True, gc=False):
    """The seat is the Ra player; `kind` as in the auction."""

    seat: Seat
    kind: str


class Bade(Event, frozen=True, gc=False):
    """A sun was offered."""

    seat: Seat
    sun: int


class Passed(Event, frozen=True, gc=False):
    """Nothing was offered."""

    seat: Seat


class Won(Event, frozen=True, gc=False):
    """The auction is over: the winner has the tiles and the sun of the middle, where the bid now lies."""

    milestone: ClassVar[bool] = True
    seat: Seat
    bid: int
    sun: int
    tiles: tuple[str, ...]


class NobodyBade(Event, frozen=True, gc=False):
    """The auction is over; the tiles stay, or a full row leaves the game."""

    milestone: ClassVar[bool] = True
    kind: str
    gone: tuple[str, ...]


class GodsUsed(Event, frozen=True, gc=False):
    """Gods were given up for tiles of the row."""

    seat: Seat
    tiles: tuple[str, ...]


class Struck(Event, frozen=True, gc=False):
    """A disaster was carried out."""

    seat: Seat
    disaster: str
    lost: tuple[str, ...]


class EpochEnded(Event, frozen=True, gc=False):
    """`why` is "suns" or "ra-row"; `gone` are the tiles of the row that left the game."""

    epoch: int
    why: str
    gone: tuple[str, ...]


class Gains(Struct, frozen=True, gc=False):
    """One player's scoring, category by category. What was not scored is 0."""

    gods: int = 0
    pharaohs: int = 0
    nile: int = 0
    civilization: int = 0
    gold: int = 0
    monuments: int = 0
    suns: int = 0

    @property
    def total(self) -> int:
        """Gains and losses netted."""
        return self.gods + self.pharaohs + self.nile + self.civilization + self.gold + self.monuments + self.suns


class Scored(Event, frozen=True, gc=False):
    """The scoring of an epoch by seat, and the points after it (hidden from others without open scores)."""

    milestone: ClassVar[bool] = True
    epoch: int
    gains: dict[Seat, Gains]
    points: dict[Seat, int]


EVENTS = (
    EpochBegan,
    Drew,
    DrewRa,
    AuctionBegan,
    Bade,
    Passed,
    Won,
    NobodyBade,
    GodsUsed,
    Struck,
    EpochEnded,
    Scored,
)
