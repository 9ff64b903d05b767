"""Amun-Re: two kingdoms of ancient Egypt, for 3 to 5 players. Provinces by auction, offerings under seal, pyramids."""

from __future__ import annotations

from typing import Any

from pbem.engine.game import Game, Option
from pbem.games.amunre import data, scoring
from pbem.games.amunre.actions import ACTIONS
from pbem.games.amunre.board import Board, Land, Player, Table
from pbem.games.amunre.bots import BOTS, examples
from pbem.games.amunre.data import Numbers
from pbem.games.amunre.events import EVENTS, StartPlayer
from pbem.games.amunre.names import CARDS, NAMES, PROVINCES
from pbem.games.amunre.orders import ORDERS
from pbem.games.amunre.planning import PLANNING
from pbem.games.amunre.steps import STEPS, Rounds
from pbem.games.amunre.view import View, imagine, view


def setup(t: Table) -> None:
    """Everybody gets gold and a Builder; who begins is decided by lot."""
    numbers = t.data.value
    cards = [card for card, count in numbers.cards.items() for _ in range(count)]
    for _ in range(t.seats):
        cards.remove("builder")
    first = int(t.draw("start-player", [str(seat) for seat in range(t.seats)]))
    t.board = Board(
        players=[Player(numbers.start_gold, ("builder",), 0) for _ in range(t.seats)],
        lands={name: Land() for name in numbers.provinces},
        pile=sorted(numbers.provinces),
        market=(),
        open=(),
        deck=sorted(cards),
        fresh=[],
        discards=(),
        temple=0,
        start_player=first,
        kingdom=1,
        round=0,
        bank=numbers.gold - t.seats * numbers.start_gold,
        wishes=[()] * t.seats,
        scorings=(),
    )
    t.tell(StartPlayer(first, "lot"))
    t.call(Rounds())


def facts(t: Table) -> dict[str, Any]:
    """The points by seat of each scoring."""
    return {"scores_by_kingdom": [[tally.total for tally in row] for row in t.board.scorings]}


GAME: Game[Board, Numbers] = Game(
    key="amunre",
    title="Amun-Re",
    players=data.PLAYERS,
    rules=1,
    setup=setup,
    view=view,
    sight=View,
    imagine=imagine,
    points=lambda t: [player.points for player in t.board.players],
    standings=scoring.standings,
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
    outcome_words={
        "start-player": [str(seat) for seat in range(data.PLAYERS.stop - 1)],
        "province": list(PROVINCES),
        "card": list(CARDS),
    },
    options={
        "open_gold": Option((False, True), "everybody's gold is shown"),
        "same_province": Option(
            ("auction", "once"), "how long the card holds that lets you outbid in the same province"
        ),
    },
    examples=examples,
    facts=facts,
    planning=PLANNING,
)
