"""What a plan in a match of Ankh can ask. Battle cards for each region are an order of the game: `conflict ...`."""

from __future__ import annotations

from pbem.engine.planning import Fact, Planning
from pbem.games.ankh.board import God
from pbem.games.ankh.steps import Bids, Cards, Turn
from pbem.games.ankh.view import View


def mine(v: View) -> God:
    """The own god."""
    return v.gods[v.god_of[v.seat or 0]]


def asked(v: View, step: type) -> bool:
    """Whether this is the open question."""
    return bool(v.steps) and isinstance(v.steps[-1], step)


def in_battle(v: View) -> list[int]:
    """Whose figures stand in the region that is fought for."""
    regions = [one for one in v.regions if v.battle is not None and one.number == v.battle.region]
    return [figure.god for one in regions for figure in one.figures]


def turn(v: View) -> tuple[object, ...] | None:
    """The turn that the owner is in: whose it is, and how far the match has come."""
    return (v.active, v.event, v.conflicts) if v.active == v.seat else None


FACTS = (
    Fact("my followers", "meine anhänger", "your followers", lambda v: mine(v).followers, ("followers", "anhänger")),
    Fact("my devotion", "meine verehrung", "your devotion", lambda v: mine(v).devotion, ("devotion", "verehrung")),
    Fact("top devotion", "höchste verehrung", "the highest devotion of all gods",
         lambda v: max(god.devotion for god in v.gods)),
    Fact("my hand", "meine hand", "your battle cards, to count or to look for one", lambda v: mine(v).hand),
    Fact("my powers", "meine kräfte", "your ankh powers, to count or to look for one", lambda v: mine(v).powers),
    Fact("my pool", "mein vorrat", "how many figures you can summon", lambda v: len(mine(v).pool)),
    Fact("my figures", "meine figuren", "your figures on the board",
         lambda v: sum(figure.god == v.god_of[v.seat or 0] for figure in v.figures.values())),
    Fact("my monuments", "meine monumente", "monuments that you control",
         lambda v: sum(one.god == v.god_of[v.seat or 0] for one in v.monuments.values())),
    Fact("to event", "bis ereignis", "actions until an event, for the action that is nearest to it",
         lambda v: min(v.to_event.values())),
    Fact("events", "ereignisse", "events that have been", lambda v: v.event),
    Fact("conflicts", "konflikte", "conflicts that have been", lambda v: v.conflicts),
    Fact("region", "region", "the number of the region that is fought for; 0: none",
         lambda v: v.battle.region if v.battle is not None else 0),
    Fact("my army", "mein heer", "your figures in the region that is fought for",
         lambda v: in_battle(v).count(v.god_of[v.seat or 0])),
    Fact("their army", "ihr heer", "figures of others in the region that is fought for",
         lambda v: sum(god not in (-1, v.god_of[v.seat or 0]) for god in in_battle(v))),
    Fact("turn", "zug", "you are asked for your action", lambda v: asked(v, Turn)),
    Fact("battle", "kampf", "you are asked for your battle card", lambda v: asked(v, Cards), ("schlacht",)),
    Fact("plague", "plage", "you are asked for your bid against the plague", lambda v: asked(v, Bids)),
)  # fmt: skip

PLANNING = Planning(
    facts=FACTS,
    main="my hand",
    moment=lambda v: v.conflicts,
    turn=turn,
    counting=("followers >= 4, at least 4 followers, 4 followers", "anhänger >= 4, mindestens 4 anhänger, 4 anhänger"),
    holding=("my hand has Miracle, Miracle", "meine hand hat Wunder, Wunder"),
    examples=(
        (
            "whenever battle and my army > their army then card chariots",
            "immer wenn schlacht und mein heer > ihr heer dann karte streitwagen",
        ),
        ("if my followers >= 4 then unlock else gain", "wenn meine anhänger >= 4 dann schalte frei sonst gewinne"),
        ("conflict 1: chariots; 3: plague bid 2", "konflikt 1: streitwagen; 3: heuschreckenplage biete 2"),
        ("on timeout gain", "bei Zeitablauf gewinne"),
    ),
)
