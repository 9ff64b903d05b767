"""What a plan in a match of Men-Nefer can ask. A turn is many orders; what is left of it `auto` plays."""

from __future__ import annotations

from pbem.engine.planning import Fact, Planning
from pbem.games.mennefer.board import GAP, Player
from pbem.games.mennefer.data import HOUSES
from pbem.games.mennefer.steps import RowAction, TrackSpace, Turn
from pbem.games.mennefer.view import View


def mine(v: View) -> Player:
    """The own board."""
    return v.board.players[v.seat or 0]


def asked(v: View, step: type) -> bool:
    """Whether this is the open question."""
    return bool(v.steps) and isinstance(v.steps[-1], step)


FACTS = (
    Fact("my food", "meine nahrung", "your food", lambda v: mine(v).food, ("food", "nahrung")),
    Fact("my heka", "mein heka", "your heka", lambda v: mine(v).heka, ("heka",)),
    Fact("my points", "meine punkte", "your prestige points", lambda v: mine(v).pp, ("my prestige", "mein prestige")),
    Fact("my tablets", "meine plättchen", "tablets on your board",
         lambda v: sum(tablet != GAP for tablet in mine(v).tablets)),
    Fact("at home", "zu hause", "your apprentices that are at home", lambda v: len(mine(v).home)),
    Fact("my sun", "mein sonnenfeld", "houses with an apprentice of yours on the Sun side", lambda v: mine(v).sun),
    Fact("my moon", "mein mondfeld", "houses with an apprentice of yours on the Moon side", lambda v: mine(v).moon),
    Fact("my mummies", "meine mumien", "mummies in your reserve", lambda v: mine(v).mummies),
    Fact("my contracts", "meine abkommen", "your open contracts, to count or to look for one",
         lambda v: mine(v).contracts),
    Fact("my crafts", "meine waren", "crafts that you can offer, to count or to look for one",
         lambda v: mine(v).baskets()),
    Fact("heart", "herz", "steps of your heart", lambda v: mine(v).heart),
    Fact("feather", "feder", "steps of your feather", lambda v: mine(v).feather),
    Fact("cheapest sun", "billigstes sonnenfeld", "food for the cheapest Sun side",
         lambda v: min(v.print.sun[house] for house in HOUSES)),
    Fact("era", "zeitalter", "1 to 3", lambda v: v.board.era),
    Fact("turn", "zug", "you are asked for your turn", lambda v: asked(v, Turn)),
    Fact("track", "leiste", "you are asked for a space of a track", lambda v: asked(v, TrackSpace)),
    Fact("row", "reihe", "you are asked for the action beside a row", lambda v: asked(v, RowAction)),
)  # fmt: skip

PLANNING = Planning(
    facts=FACTS,
    main="my sun",
    moment=lambda v: v.board.era,
    counting=("my food >= 3, at least 3 food, 3 food", "meine nahrung >= 3, mindestens 3 nahrung, 3 nahrung"),
    holding=("my sun has temple, temple", "mein sonnenfeld hat Tempel, Tempel"),
    examples=(
        ("whenever turn and at home = 0 then take 1", "immer wenn zug und zu hause = 0 dann nimm 1"),
        ("if my food >= 4 then take 2 else take 1", "wenn meine nahrung >= 4 dann nimm 2 sonst nimm 1"),
        ("on timeout take 1", "bei Zeitablauf nimm 1"),
    ),
)
