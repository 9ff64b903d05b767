"""What a player of Ankh can order, and how it is typed."""

from __future__ import annotations

from typing import ClassVar

from pbem.engine.game import Action
from pbem.engine.orders import Number, Orders, Verb
from pbem.games.ankh.names import ACTIONS as ACTION_NAMES
from pbem.games.ankh.names import AGENDA, CARDS, POWERS
from pbem.games.ankh.slots import (
    MOST_FOLLOWERS,
    Edges,
    Hand,
    Name,
    Pairs,
    Part,
    Plans,
    Space,
    Thing,
    Things,
    Values,
    subset,
)


class Move(Action, frozen=True, gc=False):
    """Take the action Move: pairs of a figure (or a room with priests) and where it goes; none: ask one by one."""

    moves: tuple[tuple[str, str], ...] = ()


class Summon(Action, frozen=True, gc=False):
    """Take the action Summon: what and where; nothing named: ask."""

    what: tuple[str, ...] = ()


class Gain(Action, frozen=True, gc=False):
    """Take the action Gain followers."""


class Unlock(Action, frozen=True, gc=False):
    """Take the action Unlock ankh power."""

    power: str = ""


class Begin(Action, frozen=True, gc=False):
    """Slide a marker and stop there, to play an agenda card before the action."""

    action: str


class Agenda(Action, frozen=True, gc=False):
    """Play an agenda card."""

    card: str


class Reveal(Action, frozen=True, gc=False):
    """Turn up one of Bastet's cats."""

    space: str


class Choose(Action, frozen=True, gc=False):
    """Answer a question with one of its choices."""

    what: str


class Yes(Action, frozen=True, gc=False):
    """Answer a question with yes."""


class No(Action, frozen=True, gc=False):
    """Answer a question with no; end what could go on."""


class Caravan(Action, frozen=True, gc=False):
    """Lay a chain of camels; `part` is a space of the part that gets the new order token, none: ask."""

    edges: tuple[str, ...]
    part: str = ""


class Card(Action, frozen=True, gc=False):
    """Play a battle card, Amun now and then two."""

    cards: tuple[str, ...]


class Bid(Action, frozen=True, gc=False):
    """Bid followers against the plague."""

    followers: int


class Ahead(Action, frozen=True, gc=False):
    """Give cards and bids ahead: triples of region, card, and bid."""

    hidden: ClassVar[bool] = True
    plans: tuple[tuple[str, str, int], ...]


class Cats(Action, frozen=True, gc=False):
    """Say what the cats are worth, in the order of their monuments; none: by lot."""

    hidden: ClassVar[bool] = True
    values: tuple[int, ...]


ACTIONS = (Move, Summon, Gain, Unlock, Begin, Agenda, Reveal, Choose, Yes, No, Caravan, Card, Bid, Ahead, Cats)


BATTLE = subset(CARDS)
ORDERS = Orders(
    (
        Verb(
            Move,
            en="move {moves}",
            de="bewege {moves}",
            also=("bewegen",),
            slots={"moves": Pairs()},
            help="action Move: figure and space, as many pairs as you like; priests by room: move w1 e5 g c2 war law",
        ),
        Verb(
            Summon,
            en="summon {what}",
            de="stelle {what}",
            also=("aufstellen", "beschwöre"),
            slots={"what": Things()},
            help="action Summon: a figure of your pool and a space: summon warrior e5",
        ),
        Verb(
            Gain,
            en="gain",
            de="gewinne",
            also=("gewinnen",),
            idle=("followers", "Anhänger"),
            help="action Gain followers",
        ),
        Verb(
            Unlock,
            en="unlock {power}",
            de="schalte {power}",
            also=("freischalten",),
            idle=("frei",),
            slots={"power": Name(subset(POWERS), "allowed")},
            help="action Unlock ankh power: pay followers for a power of the lowest open level",
        ),
        Verb(
            Begin,
            en="begin {action}",
            de="beginne {action}",
            slots={"action": Name(subset(ACTION_NAMES))},
            help="slide the marker of an action, to play an agenda card before it",
        ),
        Verb(
            Agenda,
            en="agenda {card}",
            de="agenda {card}",
            slots={"card": Name(subset(AGENDA))},
            help="play an agenda card before or after your action, once per action",
        ),
        Verb(
            Reveal,
            en="reveal {space}",
            de="enthülle {space}",
            slots={"space": Space()},
            help="turn up a cat of Bastet beside one of your figures, once a turn",
        ),
        Verb(
            Choose,
            en="choose {what}",
            de="wähle {what}",
            also=(
                "control",
                "take",
                "push",
                "place",
                "swap",
                "trap",
                "ban",
                "build",
                "kontrolliere",
                "nimm",
                "setze",
                "tausche",
                "errichte",
            ),
            slots={"what": Thing()},
            help="answer the open question with one of the choices listed in the report",
        ),
        Verb(Yes, en="yes", de="ja", help="answer the open question with yes"),
        Verb(
            No,
            en="no",
            de="nein",
            also=("done", "none", "skip", "fertig", "keine"),
            help="answer with no, choose nothing, or end what could go on",
        ),
        Verb(
            Caravan,
            en="caravan {edges} {part}",
            de="karawane {edges} {part}",
            slots={"edges": Edges(), "part": Part()},
            help="lay camels on edges, each named by the two spaces beside it, then perhaps a space of the part that "
            "gets the new order token: caravan e4|e5 e5|f4 / e5",
        ),
        Verb(
            Card,
            en="card {cards}",
            de="karte {cards}",
            also=("play", "spiele"),
            slots={"cards": Hand(BATTLE)},
            help="choose your battle card, sealed until everybody has",
        ),
        Verb(
            Bid,
            en="bid {followers}",
            de="biete {followers}",
            also=("gebot",),
            slots={"followers": Number(0, MOST_FOLLOWERS)},
            help="bid followers against the plague, sealed until everybody has",
        ),
        Verb(
            Ahead,
            en="conflict {plans}",
            de="konflikt {plans}",
            slots={"plans": Plans(BATTLE)},
            help="give battle cards ahead, sealed until used: conflict 1: chariots; 3: plague bid 2",
        ),
        Verb(
            Cats,
            en="cats {values}",
            de="katzen {values}",
            slots={"values": Values()},
            help="say what your cats are worth, in the order of their monuments: cats 3 0 1; alone: by lot",
        ),
    )
)
