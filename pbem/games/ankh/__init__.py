"""Ankh: Gods of Egypt, with the expansion Pharaoh as an option, for 2 to 5 players."""

from __future__ import annotations

from pbem.engine.game import Game, Option
from pbem.games.ankh import data, scoring
from pbem.games.ankh.actions import ACTIONS, ORDERS
from pbem.games.ankh.board import Board
from pbem.games.ankh.bots import BOTS, examples
from pbem.games.ankh.data import PLAYERS, Components
from pbem.games.ankh.events import EVENTS
from pbem.games.ankh.names import AGENDA, GODS, GUARDIANS, NAMES, PHARAOHS, SCENARIOS
from pbem.games.ankh.planning import PLANNING
from pbem.games.ankh.setup import BY_LOT, setup
from pbem.games.ankh.steps import STEPS
from pbem.games.ankh.steps.cats import VALUES, lots
from pbem.games.ankh.view import View, imagine, view

GAME: Game[Board, Components] = Game(
    key="ankh",
    title="Ankh",
    players=PLAYERS,
    rules=1,
    setup=setup,
    view=view,
    sight=View,
    imagine=imagine,
    points=lambda t: scoring.points(t.board),
    standings=lambda t: scoring.standings(t.board),
    orders=ORDERS,
    names=NAMES,
    bots=BOTS,
    board=Board,
    steps=STEPS,
    actions=ACTIONS,
    events=EVENTS,
    raw_data=data.printed,
    read_data=data.checked,
    components=data.components,
    examples=examples,
    allies=lambda t, seat: [other for other in t.board.seats_of(t.board.god_of[seat]) if other != seat],
    outcome_words={
        "first": [str(seat) for seat in range(PLAYERS[-1])],
        "god": list(GODS),
        "guardian": [name for pair in GUARDIANS.values() for name in pair],
        "pharaoh": list(PHARAOHS),
        "agenda": list(AGENDA),
        "cats": [word for count in range(1, len(VALUES) + 1) for word in lots(count)],
        "cat": [str(value) for value in VALUES],
    },
    options={
        "scenario": Option(SCENARIOS, "the set-up of the board"),
        "pharaoh": Option(("none", *PHARAOHS, BY_LOT), "the expansion Pharaoh with this pharaoh; none: the base game"),
        "gods": Option((BY_LOT, "choice"), "gods by lot, or chosen in turn order"),
        "pantheon": Option((True, False), "the gods of the Pantheon expansion take part"),
        "guardian_1": Option((BY_LOT, *GUARDIANS[1]), "the guardian of level 1"),
        "guardian_2": Option((BY_LOT, *GUARDIANS[2]), "the guardian of level 2"),
        "guardian_3": Option((BY_LOT, *GUARDIANS[3]), "the guardian of level 3"),
        "drought": Option((1, 2), "strength of the card Drought"),
        "battle_order": Option(("build-first", "plague-first"), "which battle card comes first"),
        "resplendent": Option(("base-3", "plus-3"), "a resplendent god has strength 3, or 3 more"),
        "glorious": Option(("base-3", "plus-3"), "a glorious victory is worth 3, or 3 more"),
        "red_zone": Option((20, 19), "the last red space of the devotion track"),
        "monuments": Option((10, 12), "monuments of each kind in the box"),
        "moves_to_event": Option(("players+1", "players+2"), "actions until an event; for Unlock one fewer"),
        "lake_edge": Option(("open", "river"), "whether a river parts the lake on e6 from f6"),
    },
    planning=PLANNING,
)
