"""What a plan in a match of Ra can ask, and the bidder that finds its own sun."""

from __future__ import annotations

from pbem.engine.game import Action
from pbem.engine.planning import Agent, Fact, Planning
from pbem.games.ra.actions import Bid, Pass
from pbem.games.ra.steps import Auction, Disaster, Turn
from pbem.games.ra.view import PlayerView, View


def mine(v: View) -> PlayerView:
    """The own display."""
    return v.players[v.seat or 0]


def others(v: View) -> list[PlayerView]:
    """The displays of the others."""
    return [player for seat, player in enumerate(v.players) if seat != v.seat]


def auction(v: View) -> Auction | None:
    """The auction that the owner is asked in."""
    top = v.steps[-1] if v.steps else None
    return top if isinstance(top, Auction) else None


def high_bid(v: View) -> int:
    """The best bid so far."""
    step = auction(v)
    return step.best if step else 0


def asked(v: View, step: type) -> bool:
    """Whether this is the open question."""
    return bool(v.steps) and isinstance(v.steps[-1], step)


def bid_up_to(v: View, most: int) -> Action:
    """The smallest own sun that leads; nothing, if that would be too high."""
    step = auction(v)
    leading = [sun for sun in mine(v).suns if sun > high_bid(v) and sun <= most]
    must = step is not None and step.must_bid()
    return Bid(leading[0]) if leading else Bid(most) if must or step is None else Pass()


FACTS = (
    Fact("tiles", "plättchen", "tiles on the row, to count or to look for one", lambda v: v.row, ("row", "reihe")),
    Fact("my tiles", "meine plättchen", "tiles before you", lambda v: mine(v).tiles),
    Fact("my suns", "meine sonnen", "how many suns of yours lie face up", lambda v: len(mine(v).suns)),
    Fact("best sun", "beste sonne", "your highest sun that lies face up", lambda v: max(mine(v).suns, default=0)),
    Fact(
        "rival sun",
        "gegnersonne",
        "the highest sun of the others that lies face up",
        lambda v: max((sun for other in others(v) for sun in other.suns), default=0),
    ),
    Fact("rivals", "gegner", "others with a sun face up", lambda v: sum(bool(other.suns) for other in others(v))),
    Fact("middle sun", "mittelsonne", "the sun in the middle", lambda v: v.sun),
    Fact("high bid", "höchstgebot", "the best bid of the auction; 0: none yet", high_bid),
    Fact("ra row", "ra-reihe", "Ra tiles on the Ra row", lambda v: v.ra_row),
    Fact(
        "ra left",
        "ra rest",
        "Ra tiles that the row still takes before the epoch ends",
        lambda v: v.ra_spaces - v.ra_row,
    ),
    Fact("pile", "stapel", "tiles in the pile", lambda v: v.pile),
    Fact("my points", "meine punkte", "your points", lambda v: mine(v).points or 0),
    Fact("epoch", "epoche", "1 to 3", lambda v: v.epoch),
    Fact("turn", "zug", "you are asked for your turn", lambda v: asked(v, Turn)),
    Fact("auction", "bietrunde", "you are asked for a bid", lambda v: asked(v, Auction), ("versteigerung",)),
    Fact(
        "called",
        "gerufen",
        "somebody has called Ra; otherwise a tile has",
        lambda v: (step := auction(v)) is not None and step.kind != "ra-tile",
    ),
    Fact("disaster", "katastrophe", "you are asked what a disaster takes", lambda v: asked(v, Disaster)),
)

PLANNING = Planning(
    facts=FACTS,
    main="tiles",
    moment=lambda v: v.epoch,
    counting=("tiles >= 5, at least 5 tiles, 5 tiles", "plättchen >= 5, mindestens 5 plättchen, 5 plättchen"),
    holding=("row has flood, row has 2 floods, flood", "reihe hat Überschwemmung, reihe hat 2 Nil, Nil"),
    agents=(
        Agent(
            "bid up to",
            "biete bis",
            "bid your smallest sun that leads, up to this number; pass if you have none",
            bid_up_to,
            ("biete bis zu", "bid upto", "bid max", "biete höchstens"),
        ),
    ),
    examples=(
        ("whenever turn and tiles >= 6 then ra", "immer wenn zug und plättchen >= 6 dann ra"),
        (
            "whenever auction and row has flood then bid up to 12",
            "immer wenn bietrunde und reihe hat Überschwemmung dann biete bis 12",
        ),
        ("on timeout pass", "bei Zeitablauf passe"),
    ),
)
