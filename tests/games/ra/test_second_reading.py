"""Whole matches side by side: the engine and a second reading of the rules agree after every order."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine import kernel
from pbem.games.ra import GAME
from pbem.games.ra.board import Table
from tests.games.ra.builders import asked, chance, everything, lines, mirrored, random_match
from tests.games.ra.oracle import Match


def agree(t: Table, match: Match) -> None:
    """Everything that both know is the same."""
    b = t.board
    assert [sorted(one.suns) for one in b.players] == [sorted(suns) for suns in match.open_suns]
    assert [sorted(one.spent) for one in b.players] == [sorted(suns) for suns in match.turned]
    assert [sorted(one.tiles) for one in b.players] == [sorted(mine) for mine in match.displays]
    assert [one.points for one in b.players] == match.points
    assert (b.row, b.ra_row, b.sun) == (match.row, match.ra_tiles, match.middle)
    assert (not t.stack) == match.over
    assert Counter(b.bag) == +match.pile
    assert everything(t) == Counter(t.data.value.tiles)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("round_", range(6))
def test_second_reading_agrees(seats: int, round_: int) -> None:
    name = f"second/{seats}/{round_}"
    t = random_match(seats, name)
    match = mirrored(t)
    bots = list(GAME.bots.values())
    while t.stack:
        agree(t, match)
        seat = asked(t)
        assert match.asked() == seat
        assert sorted(lines(t)) == sorted(match.choices())
        bot = bots[(t.n // 3 + round_) % len(bots)]
        action = kernel.consult(t, seat, bot, chance(f"{name}/{t.n}"))
        kernel.play(t, seat, action)
        match.order(GAME.orders.write(action), "".join(outcome.word for outcome in t.outcomes))
    agree(t, match)
    result = kernel.result(t)
    assert result is not None
    assert [row.seat for row in result] == match.ranking()
