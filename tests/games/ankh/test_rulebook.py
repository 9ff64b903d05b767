"""Turns and the four actions."""

from __future__ import annotations

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.games.ankh import GAME
from pbem.games.ankh.actions import Begin, Gain, Move, Summon, Unlock
from pbem.games.ankh.events import Acted, EventBegan, Moved, Nothing, Pushed
from pbem.games.ankh.steps import Turn
from tests.games.ankh.builders import (
    asked,
    bare,
    choices,
    devotion,
    followers,
    give,
    monument,
    put,
    refused,
    say,
    silence,
    table,
    told,
)


def test_a_turn_begins_with_any_of_four_actions() -> None:
    assert list(kernel.legal(table(), 0)) == [Move(), Summon(), Gain(), Unlock()]


def test_the_second_action_stands_below_the_first_and_is_compulsory() -> None:
    t = table()
    say(t, "summon warrior b3")
    assert list(kernel.legal(t, 0)) == [Gain(), Unlock()]
    assert refused(t, "move") == "lower-action"
    assert refused(t, "summon") == "lower-action"
    assert refused(t, "no") == "action-first"


def test_after_unlock_there_is_no_second_action() -> None:
    t = table()
    say(t, "unlock revered")
    assert t.pending.seats == (1,)


def test_an_action_may_be_taken_although_it_does_nothing() -> None:
    t = bare()
    give(t, 0, followers=0)
    say(t, "gain")
    assert told(t, Nothing) == [Nothing(0, "gain"), Nothing(0, "unlock")]
    assert t.board.gods[0].powers == ()


def test_after_gain_the_only_second_action_is_taken_unasked() -> None:
    t = bare()
    say(t, "gain")
    assert t.forced == [(0, Unlock())]
    assert asked(t) == "unlock"
    say(t, "unlock revered")
    assert t.board.gods[0].powers == ("revered",)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_action_triggers_its_event_after_so_many_moves_as_players_and_one_more(players: int) -> None:
    t = kernel.start(GAME, players, Seeded(bytes(32)), {"pantheon": False})
    lefts = []
    for _ in range(players + 1):
        t.stack = [Turn(t.board.god_of[0], 0)]
        kernel.settle(t)
        say(t, "gain")
        lefts += [one.left for one in told(t, Acted) if one.action == "gain"]
    assert lefts == list(range(players, -1, -1))


@pytest.mark.parametrize(("option", "moves"), [("players+1", 3), ("players+2", 4)])
def test_sources_differ_about_one_move_more_until_the_event(option: str, moves: int) -> None:
    t = table(moves_to_event=option)
    for count in range(1, moves + 1):
        t.stack = [Turn(0, 0)]
        kernel.settle(t)
        say(t, "gain")
        assert (told(t, Acted)[0].left == 0) == (count == moves)


def test_unlock_needs_one_move_fewer() -> None:
    t = table()
    give(t, 0, followers=9)
    for _ in range(2):
        t.stack = [Turn(0, 0)]
        kernel.settle(t)
        assert t.board.event == 0
        say(t, "unlock", "choose revered" if not t.board.gods[0].powers else "choose commanding")
    assert len(told(t, EventBegan)) == 1


def test_an_event_of_the_first_action_ends_the_turn() -> None:
    t = table()
    t.board.markers["gain"] = 5
    say(t, "gain")
    assert [one.left for one in told(t, Acted)] == [0]
    assert t.board.markers["gain"] == 3
    assert [one.kind for one in told(t, EventBegan)] == ["control"]
    assert t.pending.seats == (1,)


def test_silence_gains_and_then_unlocks() -> None:
    t = table()
    silence(t)
    assert t.board.markers["gain"] == 4
    assert t.board.markers["unlock"] == 4
    assert asked(t) == "unlock"
    silence(t)
    assert t.board.gods[0].powers == ("commanding",)
    assert t.pending.seats == (1,)


# Move


def test_figures_move_up_to_three_spaces_over_anything_to_empty_land() -> None:
    t = bare()
    put(t, 0, g="f3")
    put(t, 1, w1="f4")
    assert refused(t, "move g f4") == "cannot-go"
    assert refused(t, "move g f7") == "cannot-go"
    assert refused(t, "move g j3") == "cannot-go"
    say(t, "move g f6")
    assert t.board.god_space(0) == "f6"


def test_many_figures_move_in_one_line_and_by_the_names_of_their_spaces() -> None:
    t = bare()
    names = {f"w{n}": space for n, space in enumerate(("a4", "b4", "c4", "d4", "a6", "b6"), 1)}
    put(t, 0, g="e4", **names, mu1="f4")
    put(t, 1, g="k2")
    say(t, "move g d3 w1 a5 w2 b5 c4 c3 w4 d5 w5 a7 w6 b7 mu1 e5")
    assert len(told(t, Moved)[0].moves) == 8
    assert t.board.figures["c3"].name == "w3"
    assert [type(order) for order in kernel.legal(t, 0)] == [Summon, Gain, Unlock]


def test_a_figure_may_go_where_another_has_just_left() -> None:
    t = bare()
    put(t, 0, w1="e4", w2="e5")
    say(t, "move w1 d4 w2 e4")
    assert t.board.figures["e4"].name == "w2"


def test_each_figure_moves_once_in_an_action() -> None:
    t = bare()
    put(t, 0, w1="e4")
    assert refused(t, "move w1 d4 w1 c4") == "moved-already"
    assert refused(t, "move w2 d4") == "not-your-figure"


def test_move_alone_asks_figure_by_figure_until_no() -> None:
    t = bare()
    put(t, 0, w1="e4", w2="e5")
    say(t, "move")
    assert (asked(t), choices(t)) == ("march", ("g", "w1", "w2"))
    assert refused(t, "move") == "name-moves"
    assert refused(t, "choose w3") == "not-a-choice"
    assert refused(t, "yes") == "answer-first"
    say(t, "choose w1", "choose d4")
    assert choices(t) == ("g", "w2")
    say(t, "choose w2", "no")
    assert choices(t) == ("g",)
    say(t, "no")
    assert isinstance(t.stack[-1], Turn)


def test_a_whole_line_ends_a_move_that_was_begun_figure_by_figure() -> None:
    t = bare()
    put(t, 0, w1="e4", w2="e5")
    say(t, "move", "choose w1", "choose d4")
    assert refused(t, "move w1 d5") == "moved-already"
    say(t, "move w2 e4")
    assert isinstance(t.stack[-1], Turn)


def test_satet_ends_on_an_enemy_and_pushes_it_to_empty_land_beside() -> None:
    t = bare()
    put(t, 0, sa1="e5", w1="d5")
    put(t, 1, w1="f4")
    assert refused(t, "move sa1 f4 w1 d4") == "push-last"
    say(t, "move w1 d4 sa1 f4")
    assert (asked(t), choices(t)) == ("push", ("e4", "e5", "f5"))
    say(t, "push e5")
    assert told(t, Pushed) == [Pushed(0, 1, "w1", "e5")]
    assert t.board.figures["f4"].name == "sa1"
    assert t.board.own(1)["w1"] == "e5"


def test_satet_cannot_push_where_there_is_no_empty_land() -> None:
    t = bare()
    put(t, 0, sa1="e5", w1="e4", w2="f5")
    put(t, 1, w1="f4", w2="d4")
    t.board.figures["e5"], t.board.figures["e6"] = t.board.figures["e5"], t.board.figures.pop("d4")
    put(t, 0, w3="d5")
    t.board.figures["d4"] = t.board.figures.pop("e5")
    monument(t, "e5", "temple")
    assert refused(t, "move sa1 f4") == "cannot-go"


def test_satet_does_not_push_apep_off_the_water() -> None:
    t = bare(guardian_2="apep")
    put(t, 0, sa1="e5")
    put(t, 1, ap1="e6")
    assert refused(t, "move sa1 e6") == "cannot-go"


def test_others_cannot_end_on_an_enemy() -> None:
    t = bare()
    put(t, 0, w1="e5")
    put(t, 1, w1="f4")
    assert refused(t, "move w1 f4") == "cannot-go"


# Summon


def test_a_figure_is_summoned_beside_an_own_figure_or_monument_of_the_same_region() -> None:
    t = bare()
    put(t, 0, g="f4")
    monument(t, "a6", "temple", 0)
    say(t, "summon", "choose f5")
    assert t.board.figures["f5"].name == "w1"
    t = bare()
    put(t, 0, g="f4")
    monument(t, "a6", "temple", 0)
    assert refused(t, "summon warrior f3") == "cannot-place"
    say(t, "summon warrior a7")
    assert t.board.figures["a7"].god == 0


def test_what_is_not_in_the_pool_cannot_be_summoned() -> None:
    t = bare()
    assert refused(t, "summon satet c0") == "cannot-summon"
    assert refused(t, "summon temple c0") == "cannot-summon"
    give(t, 0, pool=())
    say(t, "summon")
    assert told(t, Nothing) == [Nothing(0, "summon")]


def test_a_whole_line_answers_the_question_what_to_summon() -> None:
    t = bare()
    give(t, 0, pool=("w1", "mu1"))
    say(t, "summon")
    assert choices(t) == ("warrior", "mummy")
    assert refused(t, "summon") == "name-summon"
    say(t, "summon mummy c0")
    assert t.board.figures["c0"].kind == "mummy"


def test_apep_may_be_summoned_on_any_empty_water_and_moves_to_land_only() -> None:
    t = bare(guardian_2="apep")
    give(t, 0, pool=("ap1",))
    say(t, "summon apep k8")
    assert t.board.figures["k8"].kind == "apep"
    t.stack = [Turn(0, 0)]
    kernel.settle(t)
    assert refused(t, "move ap1 k7") == "cannot-go"
    say(t, "move ap1 j8")
    assert t.board.own(0)["ap1"] == "j8"


def test_a_scorpion_is_turned_when_summoned_and_when_moved() -> None:
    t = bare(guardian_3="giant-scorpion")
    put(t, 0, g="e4")
    monument(t, "e3", "temple", 0)
    give(t, 0, pool=("sc1",))
    say(t, "summon giant-scorpion d4")
    assert (asked(t), len(choices(t))) == ("face", 6)
    silence(t)
    assert t.board.figures["d4"].face == 0
    say(t, "gain")
    t.stack = [Turn(0, 0)]
    kernel.settle(t)
    say(t, "move sc1 d5", "choose south")
    assert t.board.figures["d5"].face == 3


def test_a_new_scorpion_looks_away_from_own_monuments_by_itself() -> None:
    t = bare(guardian_3="giant-scorpion")
    put(t, 0, g="e4")
    monument(t, "d3", "temple", 0)
    give(t, 0, pool=("sc1",))
    say(t, "summon giant-scorpion d4")
    silence(t)
    assert t.board.figures["d4"].face == 1


# Gain


def test_each_own_or_neutral_monument_beside_a_figure_brings_one_follower() -> None:
    t = bare()
    put(t, 0, g="e4", w1="d4")
    monument(t, "e5", "temple")
    monument(t, "f4", "obelisk", 0)
    monument(t, "d5", "pyramid", 1)
    monument(t, "e3", "pyramid")
    say(t, "gain")
    assert followers(t) == [3, 1]


# Unlock


def test_powers_are_unlocked_level_by_level_two_of_each() -> None:
    t = table()
    give(t, 0, followers=12)
    order = ("revered", "commanding", "resplendent", "temple attuned", "glorious", "bountiful")
    for power in order:
        t.stack = [Turn(0, 0)]
        kernel.settle(t)
        say(t, f"unlock {power}")
    assert len(t.board.gods[0].powers) == 6
    assert t.board.gods[0].followers == 0
    t.stack = [Turn(0, 0)]
    kernel.settle(t)
    assert refused(t, "unlock worshipful") == "power-not-open"
    say(t, "unlock")
    assert told(t, Nothing) == [Nothing(0, "unlock")]


def test_a_power_of_a_higher_level_is_not_open_yet() -> None:
    t = table()
    assert refused(t, "unlock glorious") == "power-not-open"
    give(t, 0, followers=0)
    assert refused(t, "unlock revered") == "too-few-followers"


def test_the_second_fourth_and_fifth_power_bring_a_guardian() -> None:
    t = table()
    give(t, 0, followers=12)
    pools = []
    for power in ("revered", "commanding", "resplendent", "temple-attuned", "glorious", "bountiful"):
        t.stack = [Turn(0, 0)]
        kernel.settle(t)
        say(t, f"unlock {power}")
        pools.append([name for name in t.board.gods[0].pool if name[0] != "w"])
    assert pools == [[], ["sa1"], ["sa1"], ["sa1", "mu1"], ["sa1", "mu1", "an1"], ["sa1", "mu1", "an1"]]


def test_no_guardian_comes_when_none_of_its_level_is_left() -> None:
    t = table()
    t.board.guardians = ()
    give(t, 0, followers=9, powers=("revered",))
    say(t, "unlock")
    assert choices(t) == ("commanding", "inspiring", "omnipresent")
    assert refused(t, "unlock") == "name-power"
    say(t, "unlock commanding")
    assert len(t.board.gods[0].pool) == 5


def test_beginning_an_action_is_for_those_with_agenda_cards() -> None:
    t = table()
    assert refused(t, "begin gain") == "begin-needs-agenda"
    assert Begin("gain") not in list(kernel.legal(t, 0))
    assert devotion(t) == [0, 0]
