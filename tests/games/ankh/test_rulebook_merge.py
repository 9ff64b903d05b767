"""Merging, forgetting, the ends of a match."""

from __future__ import annotations

from pbem.engine import kernel
from pbem.games.ankh import GAME
from pbem.games.ankh.board import NOBODY, Figure, Table, land_of
from pbem.games.ankh.events import Ended, Forgotten, Merged
from pbem.games.ankh.names import CARDS
from pbem.games.ankh.scoring import standings
from pbem.games.ankh.steps import Turn
from pbem.games.ankh.steps.merge import forget_gods, merge_gods
from tests.games.ankh.builders import (
    asked,
    bare,
    cards,
    choices,
    conflict,
    devotion,
    followers,
    give,
    monument,
    put,
    say,
    silence,
    told,
)


def three(*gods: str) -> Table:
    """Three gods far apart: 0 is lowest in devotion, then 1, then 2."""
    t = bare(*(gods or ("isis", "osiris", "horus")))
    for god in range(3):
        give(t, god, devotion=god)
    return t


def merged(t: Table) -> Table:
    """After the merge, with nobody asked."""
    t.news = []
    merge_gods(t)
    kernel.settle(t)
    return t


def test_after_the_third_conflict_the_two_lowest_gods_merge() -> None:
    t = three()
    put(t, 0, g="g4")
    put(t, 1, g="d4")
    put(t, 2, g="f1")
    conflict(t, god=2, number=3)
    assert told(t, Merged) == [Merged(0, 1, ("isis", "osiris"))]
    assert t.board.god_of == (1, 1, 2)
    t = three()
    conflict(t, god=2, number=2)
    cards(t, "chariots", "cycle", "cycle")
    assert t.board.god_of == (0, 1, 2)


def test_two_players_never_merge() -> None:
    t = bare()
    put(t, 0, g="g4")
    conflict(t, number=3)
    assert t.board.god_of == (0, 1)


def test_the_merged_god_has_the_lower_devotion_and_the_followers_of_both() -> None:
    t = three()
    give(t, 0, followers=4)
    give(t, 1, followers=2, powers=("revered",))
    merged(t)
    assert t.board.gods[1].devotion == 0
    assert followers(t) == [0, 6, 1]
    assert t.board.gods[1].powers == ("revered",)
    assert t.board.gods[1].keys == ("osiris", "isis")
    assert t.board.gods[0].state == "merged"


def test_the_lower_gods_figures_and_monuments_leave_but_guardians_change_sides() -> None:
    t = three()
    put(t, 0, w1="d4", mu1="e4")
    monument(t, "d5", "temple", 0)
    supply = t.board.supply["temple"]
    give(t, 0, pool=("w2", "sa1"))
    merged(t)
    assert t.board.own(0) == {}
    assert t.board.own(1)["mu1"] == "e4"
    assert "sa1" in t.board.gods[1].pool
    assert "w2" not in t.board.gods[1].pool[6:]
    assert t.board.supply["temple"] == supply + 1


def test_a_merged_god_keeps_two_small_and_two_large_guardians() -> None:
    t = three()
    give(t, 0, pool=("sa1", "mu1", "an1"))
    put(t, 1, sa2="d4")
    t.board.figures["d4"] = Figure(1, "sa2", 1)
    t.board.active = 2
    merged(t)
    assert (asked(t), choices(t)) == ("surplus", ("sa1", "mu1", "sa2"))
    assert t.pending.seats == (1,)
    say(t, "choose sa2")
    assert "sa2" in t.board.guardians
    assert "d4" not in t.board.figures
    assert t.board.gods[1].suns == 1


def test_an_unlocked_power_brings_no_guardian_without_room_for_it() -> None:
    for names, comes in ((("mu1",), True), (("sa1", "mu1"), False)):
        t = bare("ra", "isis")
        give(t, 0, powers=("revered",), pool=("w1", *names), followers=3)
        t.board.guardians = ("sa2",)
        say(t, "unlock commanding")
        assert ("sa2" in t.board.gods[0].pool) == comes
        assert len(t.board.guardians) == (0 if comes else 1)


def test_surplus_large_guardians_go_too() -> None:
    t = three()
    give(t, 0, pool=("an1", "sc1"))
    give(t, 1, pool=("ap1",))
    merged(t)
    assert choices(t) == ("an1", "sc1", "ap1")
    silence(t)
    assert "an1" in t.board.guardians


def test_silence_gives_up_a_guardian_of_the_lower_god_and_of_a_low_level() -> None:
    t = three()
    give(t, 0, pool=("mu1", "sa2"))
    give(t, 1, pool=("sa1", "mu2"))
    merged(t)
    assert choices(t) == ("sa2", "mu1", "sa1", "mu2")
    silence(t)
    silence(t)
    assert {"sa2", "mu1"} <= set(t.board.guardians)
    assert {"sa1", "mu2"} <= set(t.board.gods[1].pool)


def test_both_players_of_a_merged_god_keep_their_seat_and_have_one_action() -> None:
    t = merged(three())
    b = t.board
    b.active = 0
    t.stack = [t.stack[0], Turn(1, 0)]
    kernel.settle(t)
    say(t, "summon warrior c0")
    assert t.pending.seats == (1,)
    say(t, "summon warrior d1")
    assert t.pending.seats == (2,)
    assert b.own(1)["w1"] == "c0"


def test_the_partner_on_turn_decides_elsewhere_the_higher_gods_player() -> None:
    t = merged(three())
    assert t.board.decider(1) == t.board.active or t.board.god_of[t.board.active] != 1
    t.board.active = 0
    assert t.board.decider(1) == 0
    t.board.active = 2
    assert t.board.decider(1) == 1


def battle_of_partners() -> Table:
    """The merged god of seats 0 and 1 meets seat 2, who triggered the conflict."""
    t = merged(three("anubis", "amun", "set"))
    give(t, 1, second=0, trapped=())
    put(t, 1, g="d4", w1="d5")
    put(t, 2, g="a8", w1="a7")
    conflict(t, god=2)
    return t


def test_either_partner_may_answer_and_the_deciders_answer_counts() -> None:
    t = battle_of_partners()
    assert t.pending.seats == (1, 2)
    assert t.pending.may_change == (0,)
    say(t, "card flood", seat=0)
    assert t.pending.seats == (1, 2)
    say(t, "card miracle", seat=1)
    say(t, "card chariots", seat=2)
    assert t.board.gods[1].used == ("miracle",)


def test_the_partners_answer_counts_while_the_decider_is_silent() -> None:
    t = battle_of_partners()
    say(t, "card flood", seat=0)
    silence(t)
    say(t, "card chariots", seat=2)
    assert t.board.gods[1].used == ("flood",)
    t = battle_of_partners()
    silence(t)
    say(t, "card plague", seat=2)
    say(t, "bid 1", seat=0)
    silence(t)
    say(t, "bid 0", seat=2)
    assert t.board.gods[1].used == ("chariots",)
    assert t.board.gods[1].followers == 1


def test_partners_see_each_others_sealed_answers_and_others_do_not() -> None:
    t = battle_of_partners()
    say(t, "card flood", seat=0)
    views = [GAME.view(t, seat) for seat in (0, 1, 2, None)]
    given = [view.steps[-1].given[0] for view in views]  # type: ignore[attr-defined]  # the step of the cards
    assert given == [("flood",), ("flood",), ("?",), ("?",)]
    assert list(GAME.allies(t, 0)) == [1]
    assert list(GAME.allies(t, 2)) == []


def test_unique_powers_of_both_gods_work_and_what_they_need_goes_along() -> None:
    t = three("ra", "osiris", "bastet")
    t.board.figures["d4"] = Figure(0, "w1", 1)
    give(t, 0, suns=2, portals=("a5",), eyes=("h5",))
    give(t, 1, portals=("a6",))
    merged(t)
    god = t.board.gods[1]
    assert god.suns == 3
    assert god.portals == ("a6", "a5")
    assert t.board.is_god(1, "ra")
    t = three("bastet", "osiris", "ra")
    monument(t, "b5", "temple", 0)
    monument(t, "h5", "temple")
    give(t, 0, cats=("b5", "h5"))
    t.board.secrets.cats[0] = (3, 1)
    merged(t)
    assert t.board.secrets.cats == {1: (1,)}
    assert t.board.gods[1].cats == ("h5",)


def test_prisoners_of_anubis_at_a_merge() -> None:
    t = three("anubis", "osiris", "ra")
    give(t, 0, trapped=((1, "w6"), (2, "w5")))
    give(t, 1, pool=("w1",))
    merged(t)
    assert t.board.gods[1].pool == ("w1", "w6")
    assert t.board.gods[1].trapped == ((2, "w5"),)
    t = three("osiris", "ra", "anubis")
    give(t, 2, trapped=((0, "w6"), (1, "w5")))
    merged(t)
    assert t.board.gods[2].trapped == ((1, "w5"),)


def test_priests_and_agenda_cards_of_the_lower_god_leave_the_game() -> None:
    t = bare("isis", "osiris", "horus", pharaoh="amenhotep")
    for god in range(3):
        give(t, god, devotion=god)
    give(t, 0, agenda=("exile",), agenda_used=("amnesty",))
    merged(t)
    assert t.board.gods[0].priests == (0, 0, 0, 0, 0)
    assert t.board.court.gone == ("amnesty", "exile")


# The fourth conflict


def test_after_the_fourth_conflict_gods_in_red_are_forgotten() -> None:
    t = bare("isis", "osiris", "horus")
    put(t, 0, g="g4")
    put(t, 1, g="d4", w1="d5", mu1="b4")
    put(t, 2, g="f1")
    monument(t, "a5", "temple", 1)
    give(t, 0, devotion=25)
    give(t, 2, devotion=24)
    conflict(t, god=2, number=4)
    assert told(t, Forgotten) == [Forgotten(1, "osiris")]
    assert t.board.monuments["a5"].god == NOBODY
    assert t.board.own(1) == {}
    assert "mu1" in t.board.guardians
    assert t.pending.seats == (0,)
    say(t, "unlock revered")
    assert t.pending.seats == (2,)


def test_the_last_red_space_is_red() -> None:
    for red, out in ((20, True), (19, False)):
        t = bare("isis", "osiris", red_zone=red)
        give(t, 0, devotion=20)
        give(t, 1, devotion=30)
        t.news = []
        forget_gods(t)
        assert bool(told(t, Forgotten)) == out


def test_prisoners_go_home_when_anubis_is_forgotten() -> None:
    t = bare("anubis", "osiris", "horus")
    give(t, 0, trapped=((1, "w6"),))
    give(t, 1, pool=("w1",), devotion=25)
    give(t, 2, devotion=25)
    forget_gods(t)
    assert t.board.gods[1].pool == ("w1", "w6")
    assert t.board.gods[0].hand == ()
    assert len(CARDS) == 7


def test_one_god_left_wins_the_match() -> None:
    t = bare("isis", "osiris")
    put(t, 0, g="g4")
    give(t, 0, devotion=25)
    conflict(t, number=4)
    assert told(t, Ended) == [Ended("last", (0,))]
    assert [row.place for row in kernel.result(t) or ()] == [1, 2]


def test_if_all_are_forgotten_all_have_lost() -> None:
    t = bare("isis", "osiris")
    put(t, 0, g="g4")
    conflict(t, number=4)
    assert told(t, Ended) == [Ended("nobody", ())]
    assert [row.place for row in kernel.result(t) or ()] == [2, 2]


# The other ends


def test_the_top_of_the_track_wins_at_once() -> None:
    t = bare("isis", "osiris")
    put(t, 0, g="g4")
    put(t, 1, g="d4")
    give(t, 1, devotion=30)
    conflict(t, number=1)
    assert told(t, Ended) == [Ended("top", (1,))]
    assert devotion(t) == [0, 31]
    assert t.stack == []


def test_after_the_fifth_conflict_most_devotion_wins_and_the_stack_breaks_ties() -> None:
    t = bare("isis", "osiris")
    put(t, 0, g="g4")
    put(t, 1, g="d4")
    give(t, 0, devotion=22)
    give(t, 1, devotion=22)
    conflict(t, number=5)
    assert told(t, Ended) == [Ended("track", (0,))]
    assert devotion(t) == [23, 23]
    assert land_of(t).of["d4"] == (1,)


def test_partners_win_together() -> None:
    t = merged(three())
    give(t, 1, devotion=29)
    rows = standings(t.board)
    assert [(row.seat, row.place) for row in rows] == [(0, 1), (1, 1), (2, 3)]
    assert GAME.points(t) == [29, 29, 2]
