"""Men-Nefer: three eras on the Nile, for 2 to 4 players. Apprentices, tablets, and actions that set off others."""

from __future__ import annotations

from typing import Any

from pbem.engine.game import Game
from pbem.games.mennefer import data, scoring
from pbem.games.mennefer.actions import ACTIONS, ORDERS
from pbem.games.mennefer.board import Board, Table
from pbem.games.mennefer.bots import BOTS, examples
from pbem.games.mennefer.data import LEVELS, PLAYERS, Numbers, printed
from pbem.games.mennefer.events import EVENTS
from pbem.games.mennefer.names import NAMES
from pbem.games.mennefer.planning import PLANNING
from pbem.games.mennefer.reading import checked
from pbem.games.mennefer.setup import setup
from pbem.games.mennefer.steps import STEPS
from pbem.games.mennefer.view import View, imagine, view


def facts(t: Table) -> dict[str, Any]:
    """The points by seat after each era that was scored."""
    return {"scores_by_era": [list(points) for points in t.board.history]}


def rows(*path: str) -> list[str]:
    """The names of the rows of a block of the data file."""
    block: Any = printed()
    for name in path:
        block = block[name]
    return [name for name in block if name not in data.ABOUT]


GAME: Game[Board, Numbers] = Game(
    key="mennefer",
    title="Men-Nefer",
    players=PLAYERS,
    rules=1,
    setup=setup,
    view=view,
    sight=View,
    imagine=imagine,
    points=lambda t: [player.pp for player in t.board.players],
    standings=lambda t: scoring.standings(t.board),
    orders=ORDERS,
    names=NAMES,
    bots=BOTS,
    board=Board,
    steps=STEPS,
    actions=ACTIONS,
    events=EVENTS,
    raw_data=printed,
    read_data=checked,
    components=data.components,
    outcome_words={
        **{f"piece-{level}": data.FAVOURS for level in LEVELS},
        "queens-tile": rows("queens_tiles"),
        "mastaba": rows("mastaba_tiles"),
        "deity": rows("deities"),
        "craft": rows("crafts", "tiles"),
        "papyrus": rows("papyri", "tiles"),
        "benefit": rows("city_benefits"),
        **{f"contract-{value}": rows("contracts") for value in LEVELS},
        "neutral": rows("neutral_tiles"),
        "board": list(data.rows(printed()["personal_boards"])),
        "first": [str(seat) for seat in range(PLAYERS[-1])],
        "tablet": rows("tablets"),
    },
    examples=examples,
    facts=facts,
    planning=PLANNING,
)
