"""What players of Amun-Re are told. The words stand in the templates."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pbem.engine.game import Event, Seat


class StartPlayer(Event, frozen=True, gc=False):
    """Who begins; `why` is "lot", "offering" or "nobody" (all stole, so nothing changes)."""

    seat: Seat
    why: str


class KingdomBegan(Event, frozen=True, gc=False):
    """A kingdom begins; for the new one the board was cleared of markers and farmers."""

    kingdom: int


class Revealed(Event, frozen=True, gc=False):
    """The provinces of a round."""

    round: int
    provinces: tuple[str, ...]


class Bade(Event, frozen=True, gc=False):
    """A bid; `over` is who was outbid, or -1."""

    seat: Seat
    province: str
    amount: int
    over: Seat


class Played(Event, frozen=True, gc=False):
    """A power card was played."""

    seat: Seat
    card: str
    province: str


class Sold(Event, frozen=True, gc=False):
    """Power cards were discarded for gold."""

    seat: Seat
    cards: tuple[str, ...]
    gold: int


class Won(Event, frozen=True, gc=False):
    """A province has an owner, who has paid for it."""

    milestone: ClassVar[bool] = True
    seat: Seat
    province: str
    amount: int
    gold: int
    """Free gold that was taken."""


class Drew(Event, frozen=True, gc=False):
    """Power cards came to a hand; which ones, only their owner is told. `why`: "bought", "free" or "reward"."""

    seat: Seat
    count: int
    price: int
    why: str
    cards: tuple[str, ...] = ()


class Bought(Event, frozen=True, gc=False):
    """Farmers or bricks were bought."""

    seat: Seat
    piece: str
    count: int
    price: int


class Placed(Event, frozen=True, gc=False):
    """Farmers or bricks came into provinces: name -> how many."""

    seat: Seat
    piece: str
    where: dict[str, int]


class Built(Event, frozen=True, gc=False):
    """Bricks became pyramids."""

    seat: Seat
    province: str
    pyramids: int
    bricks: int


class Offered(Event, frozen=True, gc=False):
    """Somebody has made an offering, or changed it."""

    seat: Seat


class OfferingRevealed(Event, frozen=True, gc=False):
    """The offerings by seat (0: the "-3"), who laid a correction with it, and the sum."""

    offers: dict[Seat, int]
    corrections: tuple[Seat, ...]
    total: int


class Corrected(Event, frozen=True, gc=False):
    """The sum was corrected."""

    seat: Seat
    by: int
    total: int


class TempleMoved(Event, frozen=True, gc=False):
    """The temple stands on a field of the track."""

    milestone: ClassVar[bool] = True
    total: int
    field: int


class Stole(Event, frozen=True, gc=False):
    """Those who played the "-3" got gold."""

    seats: tuple[Seat, ...]
    gold: int


class Rewarded(Event, frozen=True, gc=False):
    """Who may take how many pieces, in this order."""

    pieces: dict[Seat, int]


class Answered(Event, frozen=True, gc=False):
    """Somebody has answered to a harvest or scoring under seal."""

    seat: Seat


class Yield(Struct, frozen=True, gc=False):
    """What one province brought."""

    province: str
    farmers: int
    harvest: int
    income: int
    card: str
    """The power card that was played here, or ""."""


class Harvested(Event, frozen=True, gc=False):
    """What a player's provinces brought, and the sum."""

    seat: Seat
    yields: tuple[Yield, ...]
    gold: int


class Gains(Struct, frozen=True, gc=False):
    """One player's scoring, by what it was for."""

    pyramids: int = 0
    sets: int = 0
    banks: int = 0
    temples: int = 0
    bonus: int = 0
    gold: int = 0

    @property
    def total(self) -> int:
        """All together."""
        return self.pyramids + self.sets + self.banks + self.temples + self.bonus + self.gold


class BonusPlayed(Event, frozen=True, gc=False):
    """Bonus cards were played in a scoring."""

    seat: Seat
    cards: tuple[str, ...]


class Scored(Event, frozen=True, gc=False):
    """A scoring by seat, and the points after it. `gold`: what everybody had, in the last scoring only."""

    milestone: ClassVar[bool] = True
    kingdom: int
    gains: tuple[Gains, ...]
    points: tuple[int, ...]
    gold: tuple[int, ...] = ()


EVENTS = (
    StartPlayer, KingdomBegan, Revealed, Bade, Played, Sold, Won, Drew, Bought, Placed, Built, Offered,
    OfferingRevealed, Corrected, TempleMoved, Stole, Rewarded, Answered, Harvested, BonusPlayed, Scored,
)  # fmt: skip
