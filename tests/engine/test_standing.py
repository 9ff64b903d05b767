"""Who is where at the end, when somebody has left before."""

from __future__ import annotations

import pytest

from pbem.engine.game import Standing
from pbem.engine.standing import with_first, with_last

PLAYED = [Standing(2, 1, 40), Standing(0, 2, 30), Standing(3, 2, 30), Standing(1, 4, 10)]


def places(standing: list[Standing]) -> list[tuple[int, int]]:
    return [(one.seat, one.place) for one in standing]


@pytest.mark.parametrize(
    ("gone", "ranked"),
    [
        ([], [(2, 1), (0, 2), (3, 2), (1, 4)]),
        ([2], [(0, 1), (3, 1), (1, 3), (2, 4)]),
        ([0], [(2, 1), (3, 2), (1, 3), (0, 4)]),
        ([1], [(2, 1), (0, 2), (3, 2), (1, 4)]),
        ([2, 0], [(3, 1), (1, 2), (0, 3), (2, 3)]),
        ([0, 1, 2, 3], [(2, 1), (0, 2), (3, 2), (1, 4)]),
    ],
)
def test_who_has_left_shares_the_last_place_and_the_others_move_up(
    gone: list[int], ranked: list[tuple[int, int]]
) -> None:
    assert places(with_last(PLAYED, gone)) == ranked
    assert {one.seat: one.points for one in with_last(PLAYED, gone)} == {one.seat: one.points for one in PLAYED}


def test_whom_the_others_let_win_is_first_and_they_follow_as_they_stand() -> None:
    assert places(with_first(PLAYED, 1)) == [(1, 1), (2, 2), (0, 3), (3, 3)]
    assert places(with_first(PLAYED, 2)) == [(2, 1), (0, 2), (3, 2), (1, 4)]
