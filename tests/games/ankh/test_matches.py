"""Whole matches: no error, no dead end, nothing lost; over many of them everything happens."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine import kernel
from pbem.games.ankh.actions import Bid, Caravan
from tests.games.ankh.builders import bare, conflict, give, put
from tests.games.ankh.matches import EXPECTED, lines, tally

SAMPLE = 6
MANY = 300
MENU = 60


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_sample_of_matches_ends_with_all_pieces_in_place(players: int) -> None:
    for number in range(SAMPLE):
        count = tally(number, players)
        assert sum(times for name, times in count.items() if name.startswith("end ")) == 1


def test_the_longest_list_of_a_question_stays_readable() -> None:
    for t in lines(1, 5):
        if t.stack:
            orders = list(kernel.legal(t, t.pending.seats[0]))
            assert len(orders) <= MENU or isinstance(orders[0], Caravan | Bid)


def test_the_rare_ends_come_in_scripted_matches() -> None:
    for number, first, why in ((5, 22, "track"), (1, 30, "top")):
        t = bare("isis", "osiris")
        put(t, 0, g="g4")
        put(t, 1, g="d4")
        give(t, 0, devotion=first)
        give(t, 1, devotion=21)
        conflict(t, number=number)
        assert t.board.ended == why


@pytest.mark.soak
def test_in_many_matches_everything_happens() -> None:
    total: Counter[str] = Counter()
    for players in (2, 3, 4, 5):
        for number in range(MANY):
            total += tally(number, players)
    for name in EXPECTED:
        print(f"{name:32}{total[name]:8}")
    assert [name for name in EXPECTED if not total[name]] == []
