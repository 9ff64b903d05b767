"""Move counts: how many lines of play there are to a small depth, against numbers reasoned without the engine.

A line of play is a sequence of orders, each with what fell at random; equal tiles of the pile are one outcome. Answers
that leave no choice are no orders. `counts.txt` holds the numbers, the second reading of the rules confirms them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Scripted
from pbem.games.ra import GAME
from pbem.games.ra.actions import Draw
from pbem.games.ra.board import Table
from tests.games.ra.builders import (
    asked,
    auction,
    fresh,
    mirrored,
    player,
    position,
    struck,
)
from tests.games.ra.oracle import Match


def start() -> Table:
    """The first turn of a match for three."""
    return position(fresh(3))


def gods() -> Table:
    """Two gods before a row with one free space; two of four players still have suns."""
    players = [player([2, 13], "god*2 temple*2 palace"), player([]), player([7]), player([])]
    return position(players, row="nile*2 god gold earthquake pharaoh flood", ra_row=3)


def full_row() -> Table:
    """Four speak about a full row with unrest in it; one of five has no sun left."""
    players = [
        player([2, 16], "art writing"),
        player([3, 8], "religion*2 art"),
        player([]),
        player([5]),
        player([6, 12], "astronomy writing art"),
    ]
    return auction(players, "full-row", ra_player=4, row="unrest art nile*2 gold pharaoh flood temple", sun=9)


def disasters() -> Table:
    """Unrest and an earthquake strike whoever has just used the last sun of the second epoch."""
    players = [
        player([], "art*2 writing religion temple*3 sphinx", spent=[1, 3]),
        player([], "pharaoh", spent=[2, 9]),
        player([], spent=[4, 13]),
    ]
    return struck(players, 0, "unrest", "earthquake", turn=1, ra_row=5, epoch=2, sun=8)


def last_ra() -> Table:
    """The next Ra tile ends the match; few kinds of tiles are left, and only one player has suns."""
    gone = "god*8 pharaoh*25 funeral*2 nile*24 drought*2 gold*5 art*5 agriculture*5 religion*5 astronomy*5 writing*5"
    gone += " fortress*5 obelisk*5 palace*5 pyramid*5 sphinx*5 statues*5 step-pyramid*5 temple*4 ra*16 unrest*4"
    players = [player([], spent=[2, 3]), player([4, 11]), player([], spent=[5, 6])]
    row = "nile temple flood*3"
    return position(players, row=row, ra_row=7, epoch=3, turn=1, gone=f"{gone} flood*8 earthquake*2")


POSITIONS: dict[str, Callable[[], Table]] = {
    "start": start,
    "gods": gods,
    "full-row": full_row,
    "disasters": disasters,
    "last-ra": last_ra,
}


def engine_moves(t: Table) -> Iterator[tuple[str, Table]]:
    """Every order with every outcome, by the engine."""
    if not t.stack:
        return
    seat = asked(t)
    for action in list(kernel.legal(t, seat)):
        words = dict.fromkeys(t.board.bag) if isinstance(action, Draw) else {"": None}
        for word in words:
            before = t.clone()
            before.chance, before.counter = Scripted([word]), 0
            yield f"{GAME.orders.write(action)} {word}".strip(), kernel.apply(before, seat, action)


def oracle_moves(match: Match) -> Iterator[tuple[str, Match]]:
    """Every order with every outcome, by the second reading."""
    for order in match.choices():
        words = [tile for tile, count in match.pile.items() if count] if order == "draw" else [""]
        for word in words:
            after = match.copy()
            after.order(order, word)
            yield f"{order} {word}".strip(), after


def count_engine(t: Table, depth: int) -> int:
    """Lines of play of this length."""
    moves = engine_moves(t)
    return sum(1 for _ in moves) if depth == 1 else sum(count_engine(after, depth - 1) for _, after in moves)


def count_oracle(match: Match, depth: int) -> int:
    """Lines of play of this length."""
    moves = oracle_moves(match)
    return sum(1 for _ in moves) if depth == 1 else sum(count_oracle(after, depth - 1) for _, after in moves)


def expected() -> dict[tuple[str, int], int]:
    """The numbers of the file, by position and depth."""
    text = Path(__file__).with_name("counts.txt").read_text("utf-8")
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {(name, int(depth)): int(count) for name, depth, count in rows}


@pytest.mark.parametrize(("name", "depth"), expected())
def test_the_engine_counts_as_the_file_says(name: str, depth: int) -> None:
    t = POSITIONS[name]()
    found = count_engine(t, depth)
    by_move = {line: count_engine(after, depth - 1) if depth > 1 else 1 for line, after in engine_moves(t)}
    assert found == expected()[name, depth], f"{name} to depth {depth}, by first move: {by_move}"


@pytest.mark.parametrize(("name", "depth"), expected())
def test_the_second_reading_counts_as_the_file_says(name: str, depth: int) -> None:
    assert count_oracle(mirrored(POSITIONS[name]()), depth) == expected()[name, depth]


def test_every_position_is_counted_to_depth_2_at_least() -> None:
    assert {name for name, depth in expected() if depth >= 2} == set(POSITIONS)
