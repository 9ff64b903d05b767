"""Ra: three epochs of ancient Egypt, for 3 to 5 players. Auctions with suns for tiles; disasters; monuments."""

from __future__ import annotations

from typing import Any

from pbem.engine.game import Game, Option
from pbem.games.ra import data, scoring
from pbem.games.ra.actions import ACTIONS, ORDERS
from pbem.games.ra.board import Board, Player, Table
from pbem.games.ra.bots import BOTS
from pbem.games.ra.data import Components
from pbem.games.ra.events import EVENTS
from pbem.games.ra.planning import PLANNING
from pbem.games.ra.steps import STEPS, Epochs
from pbem.games.ra.view import View, imagine, view


def setup(t: Table) -> None:
    """Every player gets a stack of suns at random and the points of the start; the 1 lies in the middle."""
    numbers = t.data.value
    stacks = list(numbers.suns[t.seats])
    players = [Player(data.stack(t.draw("suns", stacks)), (), (), numbers.start_points) for _ in range(t.seats)]
    t.board = Board(
        players=players,
        bag=[tile for tile, count in numbers.tiles.items() for _ in range(count)],
        box=(),
        row=[],
        row_spaces=numbers.row_spaces,
        ra_row=0,
        ra_spaces=numbers.ra_spaces[t.seats],
        sun=1,
        epoch=0,
        history=(),
    )
    t.call(Epochs())


def facts(t: Table) -> dict[str, Any]:
    """The points by seat after each epoch that was scored."""
    return {"scores_by_epoch": [list(points) for points in t.board.history]}


GAME: Game[Board, Components] = Game(
    key="ra",
    title="Ra",
    players=data.PLAYERS,
    rules=1,
    setup=setup,
    view=view,
    sight=View,
    imagine=imagine,
    points=lambda t: [player.points for player in t.board.players],
    standings=lambda t: scoring.standings(t.board.players),
    orders=ORDERS,
    names=data.NAMES,
    bots=BOTS,
    board=Board,
    steps=STEPS,
    actions=ACTIONS,
    events=EVENTS,
    raw_data=data.printed,
    read_data=data.checked,
    components=data.components,
    outcome_words={
        "suns": [stack for stacks in data.printed()["suns"].values() for stack in stacks],
        "tile": list(data.printed()["tiles"]),
    },
    options={
        "open_scores": Option((True, False), "everybody's points are shown"),
        "open_discards": Option((True, False), "what left the game is shown, and so what is still in the pile"),
    },
    facts=facts,
    planning=PLANNING,
)
