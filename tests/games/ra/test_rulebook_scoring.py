"""The rulebook of Ra, sentence by sentence: the scoring, with its worked examples."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.games.ra import GAME, scoring
from pbem.games.ra.board import Player
from pbem.games.ra.events import (
    Gains,
    Scored,
)
from tests.games.ra.builders import (
    display,
    everything,
    full_ra_row,
    play,
    player,
    points,
    position,
    told,
)

MONUMENTS = ("fortress", "obelisk", "palace", "pyramid", "sphinx", "statues", "step-pyramid", "temple")
CIVILIZATION = ("art", "agriculture", "religion", "astronomy", "writing")


def gains_of(*players: Player) -> list[Gains]:
    return scoring.gains(players)


# Scoring


@pytest.mark.parametrize(("gods", "worth"), [(0, 0), (1, 2), (3, 6)])
def test_each_unused_god_is_worth_2(gods: int, worth: int) -> None:
    assert gains_of(player(text=f"god*{gods}"), player())[0].gods == worth


def pharaohs(*counts: int) -> list[int]:
    return [tally.pharaohs for tally in gains_of(*(player(text=f"pharaoh*{count}") for count in counts))]


def test_example_pharaohs_3_2_2_3() -> None:
    assert pharaohs(3, 2, 2, 3) == [5, -2, -2, 5]


@pytest.mark.parametrize(
    ("counts", "worth"),
    [
        ((4, 2, 1), [5, 0, -2]),
        ((1, 0, 0), [5, -2, -2]),
        ((2, 2, 1), [5, 5, -2]),
        ((0, 1, 2, 3, 4), [-2, 0, 0, 0, 5]),
        ((0, 0, 0, 0, 1), [-2, -2, -2, -2, 5]),
    ],
)
def test_most_pharaohs_gain_5_and_fewest_lose_2(counts: tuple[int, ...], worth: list[int]) -> None:
    assert pharaohs(*counts) == worth


@pytest.mark.parametrize("count", [0, 1, 5])
def test_equal_pharaohs_of_all_are_worth_nothing(count: int) -> None:
    assert pharaohs(count, count, count) == [0, 0, 0]


@pytest.mark.parametrize(
    ("mine", "worth"),
    [("", 0), ("nile*7", 0), ("flood", 1), ("flood nile*4", 5), ("flood*3", 3), ("flood*2 nile", 3)],
)
def test_nile_and_floods_are_worth_1_each_but_only_with_a_flood(mine: str, worth: int) -> None:
    assert gains_of(player(text=mine), player())[0].nile == worth


@pytest.mark.parametrize(("kinds", "worth"), [(0, -5), (1, 0), (2, 0), (3, 5), (4, 10), (5, 15)])
def test_different_civilization_tiles(kinds: int, worth: int) -> None:
    mine = " ".join(CIVILIZATION[:kinds])
    assert gains_of(player(text=mine), player())[0].civilization == worth


def test_example_civilization_3_astronomy_2_agriculture_2_writing() -> None:
    assert gains_of(player(text="astronomy*3 agriculture*2 writing*2"))[0].civilization == 5
    assert gains_of(player(text="astronomy agriculture writing"))[0].civilization == 5


def test_equal_civilization_tiles_are_worth_nothing() -> None:
    assert gains_of(player(text="art*5"))[0].civilization == 0


def test_gold_is_not_civilization() -> None:
    assert gains_of(player(text="gold*2"))[0].civilization == -5


@pytest.mark.parametrize(("gold", "worth"), [(0, 0), (1, 3), (5, 15)])
def test_each_gold_is_worth_3(gold: int, worth: int) -> None:
    assert gains_of(player(text=f"gold*{gold}"))[0].gold == worth


@pytest.mark.parametrize(("kinds", "worth"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 10), (8, 15)])
def test_different_monuments(kinds: int, worth: int) -> None:
    assert scoring.monuments(player(text=" ".join(MONUMENTS[:kinds]))) == worth


@pytest.mark.parametrize(("count", "worth"), [(1, 1), (2, 1), (3, 6), (4, 11), (5, 16)])
def test_equal_monuments_are_worth_a_bonus_on_top(count: int, worth: int) -> None:
    assert scoring.monuments(player(text=f"sphinx*{count}")) == worth


def test_example_monuments_4_pyramids_3_temples_2_fortresses_1_sphinx() -> None:
    assert scoring.monuments(player(text="pyramid*4 temple*3 fortress*2 sphinx")) == 19


def test_all_forty_monuments() -> None:
    assert scoring.monuments(player(text=" ".join(f"{name}*5" for name in MONUMENTS))) == 15 + 8 * 15


def test_more_than_five_equal_monuments_of_an_owners_data_count_as_five() -> None:
    assert scoring.monuments(player(text="sphinx*9")) == 16


def test_pyramid_and_step_pyramid_are_different() -> None:
    assert scoring.monuments(player(text="pyramid*2 step-pyramid")) == 2


def test_monuments_and_suns_count_only_after_the_third_epoch() -> None:
    players = [player([2], "temple*3"), player([3]), player([4])]
    for epoch in (1, 2):
        t = play(position(players, ra_row=7, epoch=epoch, draws="ra"), "draw")
        (scored,) = told(t, Scored)
        assert [(tally.monuments, tally.suns) for tally in scored.gains.values()] == [(0, 0)] * 3
        assert display(t, 0) == Counter(temple=3)
    (scored,) = told(play(position(players, ra_row=7, epoch=3, draws="ra"), "draw"), Scored)
    assert [(tally.monuments, tally.suns) for tally in scored.gains.values()] == [(6, -5), (0, 0), (0, 5)]


def sums(*suns: tuple[int, ...]) -> list[int]:
    return [tally.suns for tally in scoring.final_gains([player(mine) for mine in suns])]


def test_example_suns_17_25_21_17() -> None:
    assert sums((13, 3, 1), (12, 9, 4), (11, 8, 2), (10, 5, 2)) == [-5, 5, 0, -5]


def test_suns_face_down_count_as_well() -> None:
    players = [player([2], spent=[13]), player([6, 7]), player([3], spent=[11])]
    assert [tally.suns for tally in scoring.final_gains(players)] == [5, -5, 0]


def test_equal_highest_sums_all_gain_and_equal_sums_of_all_are_worth_nothing() -> None:
    assert sums((10, 2), (9, 3), (4, 5)) == [5, 5, -5]
    assert sums((10, 2), (9, 3), (8, 4)) == [0, 0, 0]


def test_the_sun_in_the_middle_belongs_to_nobody() -> None:
    t = play(
        position([player([2, 3]), player([4, 5]), player([6, 7])], sun=13, ra_row=7, epoch=3, draws="ra"),
        "draw",
    )
    (scored,) = told(t, Scored)
    assert [tally.suns for tally in scored.gains.values()] == [-5, 0, 5]


def test_what_stays_and_what_leaves_after_a_scoring() -> None:
    mine = "god pharaoh*2 nile*3 flood*2 art writing*2 gold temple*2 palace"
    t = play(position([player([13], mine), player([3]), player([4])], ra_row=7, draws="ra"), "draw")
    assert display(t, 0) == Counter(pharaoh=2, nile=3, temple=2, palace=1)
    assert Counter(t.board.box) == Counter(god=1, flood=2, art=1, writing=2, gold=1, ra=8)
    assert everything(t) == Counter(t.data.value.tiles)


def test_gains_and_losses_of_one_scoring_are_netted() -> None:
    poor = player([3], "gold flood", points=1)
    t = play(position([player([13], "pharaoh"), poor, player([4], "pharaoh")], ra_row=7, draws="ra"), "draw")
    (scored,) = told(t, Scored)
    assert scored.gains[1] == Gains(pharaohs=-2, nile=1, civilization=-5, gold=3)
    assert scored.gains[1].total == -3
    assert scored.points == {0: 10, 1: 0, 2: 10}
    rich = player([3], "gold*2 flood", points=1)
    t = play(position([player([13], "pharaoh"), rich, player([4], "pharaoh")], ra_row=7, draws="ra"), "draw")
    assert points(t)[1] == 1


@pytest.mark.parametrize(("before", "after"), [(8, 1), (7, 0), (6, 0), (0, 0)])
def test_nobody_falls_below_zero_and_no_debt_is_carried_on(before: int, after: int) -> None:
    players = [player([13], "pharaoh"), player([3], points=before), player([4], "pharaoh")]
    assert points(play(position(players, ra_row=7, draws="ra"), "draw"))[1] == after


def test_nobody_falls_below_zero_after_the_third_epoch_either() -> None:
    players = [player([13], "pharaoh"), player([3], points=4), player([4], "pharaoh")]
    assert points(play(position(players, ra_row=7, epoch=3, draws="ra"), "draw")) == [10 + 5, 0, 10]


def test_points_are_not_limited_by_the_number_of_stelae() -> None:
    players = [player([13], "gold*5", points=226), player([3]), player([4])]
    assert points(play(position(players, ra_row=7, draws="ra"), "draw"))[0] == 226 + 15 - 5


def test_points_after_each_epoch_are_remembered() -> None:
    t = full_ra_row(epoch=1)
    assert GAME.facts(t) == {"scores_by_epoch": [points(t)]}
