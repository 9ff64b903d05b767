"""What a player of Ra can order, and how it is typed."""

from __future__ import annotations

from pbem.engine.game import Action
from pbem.engine.orders import Number, Orders, Verb, Words
from pbem.games.ra.data import HIGHEST_SUN, MOST_NAMED, NAMES


class Draw(Action, frozen=True, gc=False):
    """Turn over a tile."""


class CallRa(Action, frozen=True, gc=False):
    """Start an auction."""


class Gods(Action, frozen=True, gc=False):
    """Give up gods for as many tiles of the row."""

    tiles: tuple[str, ...]


class Bid(Action, frozen=True, gc=False):
    """Offer a sun."""

    sun: int


class Pass(Action, frozen=True, gc=False):
    """Offer nothing."""


class Lose(Action, frozen=True, gc=False):
    """Choose what a disaster takes."""

    tiles: tuple[str, ...]


ACTIONS = (Draw, CallRa, Gods, Bid, Pass, Lose)

ORDERS = Orders(
    (
        Verb(Draw, en="draw", de="ziehe", also=("ziehen", "zieh"), help="turn over a tile"),
        Verb(
            CallRa,
            en="ra",
            de="ra",
            also=("invoke", "call", "rufe"),
            idle=("ra", "rufen"),
            help="call Ra: start an auction",
        ),
        Verb(
            Gods,
            en="gods {tiles}",
            de="götter {tiles}",
            slots={"tiles": Words(NAMES, most=MOST_NAMED)},
            help="give up as many gods as you name tiles, and take those tiles of the row",
        ),
        Verb(
            Bid,
            en="bid {sun}",
            de="biete {sun}",
            also=("bieten", "gebot"),
            slots={"sun": Number(1, HIGHEST_SUN)},
            help="offer one of your suns that lie face up",
        ),
        Verb(Pass, en="pass", de="passe", also=("passen",), help="offer nothing in this auction"),
        Verb(
            Lose,
            en="lose {tiles}",
            de="verliere {tiles}",
            also=("verlieren",),
            slots={"tiles": Words(NAMES, most=MOST_NAMED, least=0)},
            help="choose the tiles that a disaster takes from you",
        ),
    )
)
