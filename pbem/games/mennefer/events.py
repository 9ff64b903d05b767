"""What players of Men-Nefer are told. The words stand in the templates."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pbem.engine.game import Event, Seat


class EraBegan(Event, frozen=True, gc=False):
    """An era begins, with its turn order; food and heka of the flood by seat."""

    milestone: ClassVar[bool] = True
    era: int
    order: tuple[Seat, ...]
    food: tuple[int, ...] = ()
    heka: tuple[int, ...] = ()


class Visited(Event, frozen=True, gc=False):
    """An apprentice goes to a House of Life; unpaid: food is gained instead and the tablet is lost."""

    seat: Seat
    house: str
    tablet: str
    cost: int
    unpaid: int = 0


class Specialised(Event, frozen=True, gc=False):
    """An apprentice goes to the Moon side; the scarab stands on this space."""

    seat: Seat
    house: str
    cost: int
    space: int
    unpaid: int = 0


class TookTablet(Event, frozen=True, gc=False):
    """A tablet of a row; food below 0 was paid."""

    seat: Seat
    row: int
    tablet: str
    food: int


class GlyphMatched(Event, frozen=True, gc=False):
    """The hieroglyph counter advances."""

    seat: Seat
    glyphs: int


class Used(Event, frozen=True, gc=False):
    """A space of a track is used, or the action beside a row (then the house is empty)."""

    seat: Seat
    house: str
    space: int


class Gained(Event, frozen=True, gc=False):
    """Food, heka, PP, or steps of heart and feather; what did not fit is lost."""

    seat: Seat
    what: str
    n: int
    lost: int = 0


class Prepared(Event, frozen=True, gc=False):
    """A sarcophagus, a sphinx or a permission has become available; `what` is the action."""

    seat: Seat
    what: str
    available: int


class BlockMoved(Event, frozen=True, gc=False):
    """A block stands on another space of its track."""

    seat: Seat
    track: str
    space: int


class Built(Event, frozen=True, gc=False):
    """A piece of the Great Pyramid; the two favours are gained. Level 4 is the pyramidion."""

    seat: Seat
    level: int
    position: str
    covered: str
    piece: str


class QueensBuilt(Event, frozen=True, gc=False):
    """One of the Queens' pyramids has grown to this level."""

    seat: Seat
    pyramid: str
    level: int


class Buried(Event, frozen=True, gc=False):
    """A sarcophagus was placed."""

    seat: Seat
    space: str


class TileActivated(Event, frozen=True, gc=False):
    """A mastaba tile is activated."""

    seat: Seat
    place: str


class BoughtPapyrus(Event, frozen=True, gc=False):
    """A papyrus was laid on the own board."""

    seat: Seat
    papyrus: str
    left: str
    right: str
    heka: int


class BoughtCraft(Event, frozen=True, gc=False):
    """A craft was laid on the own pyramid."""

    seat: Seat
    craft: str
    food: int
    level: int
    pp: int


class PriestessMoved(Event, frozen=True, gc=False):
    """A priestess stands in another room."""

    seat: Seat
    room: int
    to: int


class Offered(Event, frozen=True, gc=False):
    """The actions of a craft, up to its level."""

    seat: Seat
    craft: str
    level: int


class BasketPlaced(Event, frozen=True, gc=False):
    """The craft is turned over, its basket stands in the temple."""

    seat: Seat
    space: str


class OrbMoved(Event, frozen=True, gc=False):
    """The orb stands on this step of the obelisk."""

    seat: Seat
    step: int


class DeityCalled(Event, frozen=True, gc=False):
    """A deity space was reached."""

    seat: Seat
    deity: str


class BoatMoved(Event, frozen=True, gc=False):
    """A boat has moved, or left a city (`why` is "left") after its activation."""

    seat: Seat
    place: str
    to: str
    why: str = "moved"


class BoatActivated(Event, frozen=True, gc=False):
    """A boat was activated."""

    seat: Seat
    place: str


class TookContract(Event, frozen=True, gc=False):
    """A contract from a city."""

    seat: Seat
    contract: str
    city: str


class Dropped(Event, frozen=True, gc=False):
    """A contract left the game."""

    seat: Seat
    contract: str


class Erected(Event, frozen=True, gc=False):
    """A sphinx was placed."""

    seat: Seat
    pedestal: str


class ScarabMoved(Event, frozen=True, gc=False):
    """A scarab has advanced."""

    seat: Seat
    house: str
    space: int


class Lapsed(Event, frozen=True, gc=False):
    """What was given up (`why` is "skipped") or could not be done ("impossible")."""

    seat: Seat
    what: tuple[str, ...]
    why: str


class Refilled(Event, frozen=True, gc=False):
    """New things in the markets, from left to right; papyri by the halves of their drawings."""

    papyri: tuple[tuple[str, str], ...]
    crafts: tuple[str, ...]


class Tally(Struct, frozen=True, gc=False):
    """One player's harvest, in the printed order."""

    papyri: int = 0
    """Papyri that are rolled up."""
    drawings: int = 0
    duat: int = 0
    contracts: int = 0
    necropolis: int = 0
    obelisk: int = 0
    great: int = 0
    queens: int = 0
    met: tuple[str, ...] = ()
    """Contracts that are turned over now."""

    @property
    def total(self) -> int:
        """Gains less losses."""
        return self.duat + self.contracts + self.necropolis + self.obelisk + self.great + self.queens


class Harvested(Event, frozen=True, gc=False):
    """The harvest of an era by seat, and the points after it."""

    milestone: ClassVar[bool] = True
    era: int
    tallies: tuple[Tally, ...]
    points: tuple[int, ...]


EVENTS = (
    EraBegan, Visited, Specialised, TookTablet, GlyphMatched, Used, Gained, Prepared, BlockMoved, Built, QueensBuilt,
    Buried, TileActivated, BoughtPapyrus, BoughtCraft, PriestessMoved, Offered, BasketPlaced, OrbMoved, DeityCalled,
    BoatMoved, BoatActivated, TookContract, Dropped, Erected, ScarabMoved, Lapsed, Refilled, Harvested,
)  # fmt: skip
