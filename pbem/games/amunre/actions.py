"""What a player of Amun-Re can order, in the order of the phases. How it is typed stands in `orders.py`."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pbem.engine.game import Action


class Wish(Struct, frozen=True, gc=False):
    """A bid wanted in advance: exactly so much, the least that leads up to so much, or the cheapest anywhere."""

    kind: str
    """"exactly", "up-to" or "cheapest"."""
    province: str = ""
    amount: int = 0


class Rule(Struct, frozen=True, gc=False):
    """Which way an offering is corrected: one way, or by a comparison of its sum."""

    first: str
    """"up" or "down"."""
    sign: str = ""
    """Without one it is `first` in any case."""
    limit: int = 0
    otherwise: str = ""

    def direction(self, total: int) -> str:
        """What the rule says to a sum."""
        return self.first if not self.sign or COMPARED[self.sign](total, self.limit) else self.otherwise


COMPARED = {
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
    "=": int.__eq__,
}


class Bid(Action, frozen=True, gc=False):
    """Bid for a province."""

    amount: int
    province: str


class BidAhead(Action, frozen=True, gc=False):
    """Bid now by the first wish that can be met, and so again whenever outbid in this auction."""

    hidden: ClassVar[bool] = True
    wishes: tuple[Wish, ...]


class Play(Action, frozen=True, gc=False):
    """Play a power card, in a province where it needs one."""

    card: str
    province: str = ""


class Sell(Action, frozen=True, gc=False):
    """Discard power cards for gold."""

    cards: tuple[str, ...]


class Cards(Action, frozen=True, gc=False):
    """Buy power cards."""

    count: int


class Farmers(Action, frozen=True, gc=False):
    """Buy farmers; where they go can be said at once or afterwards."""

    count: int
    where: tuple[str, ...] = ()


class Bricks(Action, frozen=True, gc=False):
    """Buy bricks; a builder can be played on them as soon as enough lie in a province."""

    count: int
    where: tuple[str, ...] = ()
    builder: str = ""


class Place(Action, frozen=True, gc=False):
    """Say where bought pieces go."""

    where: tuple[str, ...]


class Done(Action, frozen=True, gc=False):
    """End the own actions, or take no more."""


class Offer(Action, frozen=True, gc=False):
    """Offer gold, with or without a correction card; `sold` are cards discarded for it."""

    gold: int
    correction: bool = False
    sold: tuple[str, ...] = ()


class Steal(Action, frozen=True, gc=False):
    """Offer the "-3"."""

    correction: bool = False
    sold: tuple[str, ...] = ()


class OfferAhead(Action, frozen=True, gc=False):
    """Offer gold, or steal (0), with a correction card whose direction is decided in advance."""

    hidden: ClassVar[bool] = True
    gold: int
    rule: Rule
    sold: tuple[str, ...] = ()


class Correct(Action, frozen=True, gc=False):
    """Correct the offering up or down."""

    rule: Rule


class Take(Action, frozen=True, gc=False):
    """Take pieces of one kind as a reward."""

    count: int
    piece: str
    where: tuple[str, ...] = ()


class Harvest(Action, frozen=True, gc=False):
    """Answer to the harvest: cards with their provinces, or none."""

    plays: tuple[tuple[str, str], ...] = ()
    sold: tuple[str, ...] = ()


class Score(Action, frozen=True, gc=False):
    """Answer to a scoring: bonus cards, or none."""

    cards: tuple[str, ...] = ()
    sold: tuple[str, ...] = ()


ACTIONS = (
    Bid, BidAhead, Play, Sell, Cards, Farmers, Bricks, Place, Done, Offer, Steal, OfferAhead, Correct, Take, Harvest,
    Score,
)  # fmt: skip
