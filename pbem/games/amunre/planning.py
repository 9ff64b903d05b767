"""What a plan in a match of Amun-Re can ask. Bids that are made again are an order of the game: `bid ... else ...`."""

from __future__ import annotations

from pbem.engine.planning import Fact, Planning
from pbem.games.amunre.actions import Bid, BidAhead, Offer, OfferAhead
from pbem.games.amunre.steps import Bidding, Correcting, Harvesting, Offering, Purchases, Rewards, Scoring
from pbem.games.amunre.view import PlayerView, View


def mine(v: View) -> PlayerView:
    """What is known of the owner."""
    return v.players[v.seat or 0]


def asked(v: View, step: type) -> bool:
    """Whether this is the open question."""
    return bool(v.steps) and isinstance(v.steps[-1], step)


def lands(v: View) -> list[str]:
    """The owner's provinces."""
    return sorted(name for name, land in v.lands.items() if land.owner == v.seat)


def pieces(v: View, piece: str) -> int:
    """Pieces of one kind in the owner's provinces."""
    return sum(int(getattr(v.lands[name], piece)) for name in lands(v))


def outbid(v: View) -> bool:
    """The owner's stone lies on a card already, and another one above it."""
    top = v.steps[-1] if v.steps else None
    return isinstance(top, Bidding) and bool(top.at[v.seat or 0])


def total(v: View) -> int:
    """The sum of a revealed offering."""
    top = v.steps[-1] if v.steps else None
    return top.total if isinstance(top, Correcting) else 0


FACTS = (
    Fact("my gold", "mein gold", "your gold", lambda v: mine(v).gold or 0, ("gold",)),
    Fact("my cards", "meine karten", "your power cards, to count or to look for one", lambda v: v.hand, ("hand",)),
    Fact("my points", "meine punkte", "your points", lambda v: mine(v).points),
    Fact("my provinces", "meine provinzen", "your provinces, to count or to look for one", lands),
    Fact("my farmers", "meine bauern", "farmers in your provinces, without the printed ones",
         lambda v: pieces(v, "farmers") + pieces(v, "free_farmers")),
    Fact("my bricks", "meine bausteine", "bricks in your provinces", lambda v: pieces(v, "bricks")),
    Fact("my pyramids", "meine pyramiden", "pyramids in your provinces", lambda v: pieces(v, "pyramids")),
    Fact("market", "markt", "provinces to bid for, to count or to look for one", lambda v: v.market),
    Fact("temple", "tempel", "the field of the temple", lambda v: v.temple),
    Fact("total", "summe", "the sum of the offering when you are asked to correct it", total),
    Fact("kingdom", "königreich", "1 or 2", lambda v: v.kingdom),
    Fact("round", "runde", "the round of the kingdom", lambda v: v.round),
    Fact("auction", "versteigerung", "you are asked for a bid", lambda v: asked(v, Bidding)),
    Fact("outbid", "überboten", "you are asked for a bid because you were outbid", outbid),
    Fact("purchases", "einkauf", "you are asked what you buy", lambda v: asked(v, Purchases)),
    Fact("offering", "opfer", "you are asked for your offering", lambda v: asked(v, Offering)),
    Fact("correction", "korrektur", "you are asked which way you correct", lambda v: asked(v, Correcting)),
    Fact("reward", "belohnung", "you are asked for your reward", lambda v: asked(v, Rewards)),
    Fact("harvest", "ernte", "you are asked for cards for the harvest", lambda v: asked(v, Harvesting)),
    Fact("scoring", "wertung", "you are asked for cards for the scoring", lambda v: asked(v, Scoring)),
)  # fmt: skip

PLANNING = Planning(
    facts=FACTS,
    main="market",
    moment=lambda v: f"{v.kingdom}.{v.round}",
    akin={BidAhead: Bid, OfferAhead: Offer},
    counting=("my gold >= 10, at least 10 gold, 10 gold", "mein gold >= 10, mindestens 10 gold, 10 gold"),
    holding=("hand has builder, market has Abydos, Abydos", "hand hat Baumeister, markt hat Abydos, Abydos"),
    examples=(
        (
            "if market has abydos then bid abydos up to 10 else bid cheapest",
            "wenn markt hat abydos dann biete abydos bis 10 sonst biete billigste",
        ),
        ("whenever offering and my gold >= 15 then offer 6", "immer wenn opfer und mein gold >= 15 dann opfere 6"),
        ("on timeout offer 1", "bei Zeitablauf opfere 1"),
    ),
)
