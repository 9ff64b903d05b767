"""The events of the track: control, caravan, consolidation."""

from __future__ import annotations

from pbem.engine import kernel
from pbem.games.ankh.actions import Caravan
from pbem.games.ankh.board import NOBODY, land_of
from pbem.games.ankh.data import checked, printed
from pbem.games.ankh.events import CaravanLaid, Controlled, Joined, Nothing, Swapped
from pbem.games.ankh.steps.caravan import halves, ways
from tests.games.ankh.builders import (
    asked,
    bare,
    choices,
    event,
    followers,
    give,
    monument,
    put,
    refused,
    say,
    silence,
    told,
)


def test_the_track_has_ten_controls_three_caravans_and_five_conflicts() -> None:
    events = checked(printed()).events
    assert [events.count(kind) for kind in ("control", "caravan", "conflict")] == [10, 3, 5]
    assert [n for n, kind in enumerate(events, 1) if kind == "conflict"] == [4, 8, 12, 16, 18]
    assert [n for n, kind in enumerate(events, 1) if kind == "caravan"] == [5, 9, 13]


def test_a_neutral_monument_beside_an_own_figure_can_be_taken() -> None:
    t = bare()
    put(t, 0, g="e4")
    monument(t, "e5", "temple")
    monument(t, "f4", "obelisk")
    monument(t, "e3", "pyramid")
    event(t, "control")
    assert (asked(t), choices(t)) == ("control", ("f4", "e5"))
    say(t, "control e5")
    assert t.board.monuments["e5"].god == 0
    assert t.board.gods[0].tokens == 8
    assert told(t, Controlled) == [Controlled(0, "e5", "temple", NOBODY)]


def test_control_may_be_declined_and_silence_takes_the_first() -> None:
    t = bare()
    put(t, 0, g="e4")
    monument(t, "e5", "temple")
    event(t, "control")
    say(t, "no")
    assert told(t, Nothing) == [Nothing(0, "control")]
    event(t, "control")
    silence(t)
    assert t.board.monuments["e5"].god == 0


def test_an_enemy_monument_only_if_no_neutral_one_is_left_on_the_board() -> None:
    t = bare("osiris", "hathor", "isis")
    put(t, 0, g="e4")
    monument(t, "e5", "temple", 1)
    monument(t, "f4", "temple", 2)
    monument(t, "a6", "temple")
    give(t, 2, devotion=5)
    event(t, "control")
    assert told(t, Nothing) == [Nothing(0, "control")]
    del t.board.monuments["a6"]
    event(t, "control")
    assert choices(t) == ("f4", "e5")
    say(t, "control e5")
    assert [god.tokens for god in t.board.gods] == [8, 9, 8]


def test_without_an_ankh_token_nothing_can_be_controlled() -> None:
    t = bare()
    put(t, 0, g="e4")
    monument(t, "e5", "temple")
    give(t, 0, tokens=0)
    event(t, "control")
    assert told(t, Nothing) == [Nothing(0, "control")]


def test_a_caravan_splits_a_region_and_the_new_number_goes_to_either_part() -> None:
    t = bare()
    event(t, "caravan")
    assert asked(t) == "Lay"
    assert refused(t, "gain") == "caravan-first"
    assert refused(t, "caravan e4|e5") == "no-caravan"
    first = next(iter(kernel.legal(t, 0)))
    assert isinstance(first, Caravan)
    kernel.play(t, 0, first)
    assert asked(t) == "part"
    small, large = choices(t)
    say(t, f"choose {large}")
    laid = told(t, CaravanLaid)[0]
    assert sum(laid.sizes) == 32
    assert (laid.region, laid.new) == (1, 4)
    assert land_of(t).of[large] == (4,)
    assert land_of(t).of[small] == (1,)


def test_the_edges_of_a_caravan_are_named_in_any_order_and_direction() -> None:
    t = bare()
    event(t, "caravan")
    chain = max(ways(t), key=len)
    typed = " ".join(f"{one[2:]}-{one[:2]}" for one in reversed(chain))
    say(t, f"caravan {typed}")
    assert asked(t) == "part"


def test_a_line_may_say_which_part_gets_the_new_token() -> None:
    for place in (0, 1):
        t = bare()
        event(t, "caravan")
        chain = max(ways(t), key=len)
        edges = " ".join(f"{one[:2]}|{one[2:]}" for one in chain)
        assert refused(t, f"caravan {edges} / k3") == "not-a-part"
        inside = halves(t, chain)[place][-1]
        say(t, f"caravan {edges} / {inside}")
        assert asked(t) == "swap"
        assert land_of(t).of[inside] == (4,)


def test_the_new_order_token_may_be_swapped_with_any_other() -> None:
    t = bare()
    event(t, "caravan")
    silence(t)
    silence(t)
    assert (asked(t), choices(t)) == ("swap", ("1", "2", "3"))
    before = t.board.order
    say(t, "swap 2")
    assert told(t, Swapped) == [Swapped(0, (4, 2))]
    assert t.board.order == (before[0], before[3], before[2], before[1])


def test_silence_splits_the_largest_region_with_the_fewest_camels_and_swaps_nothing() -> None:
    t = bare()
    event(t, "caravan")
    silence(t)
    silence(t)
    assert told(t, CaravanLaid)[0].region == 1
    assert len(t.board.camels) == min(len(chain) for chain in ways(bare()) if land_of(bare()).of[chain[0][:2]] == (1,))
    assert told(t, CaravanLaid)[0].sizes[0] >= told(t, CaravanLaid)[0].sizes[1]
    silence(t)
    assert told(t, Swapped) == []


def test_no_caravan_without_a_free_order_token_or_camels() -> None:
    t = bare()
    t.board.camels = ("a3a4",) * 36
    assert ways(t) == []
    t = bare()
    t.board.order = (*t.board.order, *t.board.order, *t.board.order)[:8]
    event(t, "caravan")
    assert told(t, Nothing) == [Nothing(0, "caravan")]


def test_in_the_revolt_a_caravan_event_joins_two_regions_and_brings_a_follower() -> None:
    t = bare(scenario="peoples-revolt")
    event(t, "caravan")
    assert asked(t) == "join"
    assert followers(t) == [2, 1]
    assert set(choices(t)) == {"1-7", "6-7", "3-4", "2-5"}
    say(t, "choose 3-4")
    assert (asked(t), choices(t)) == ("keep", ("3", "4"))
    before = t.board.order
    say(t, "choose 3")
    assert told(t, Joined) == [Joined(0, (3, 4), 3, 4)]
    assert len(t.board.order) == 6
    assert t.board.order[3] == before[6]
    assert land_of(t).of[before[3]] == (3,)


def test_if_the_highest_token_is_in_the_joined_region_it_is_the_one_that_goes() -> None:
    t = bare(scenario="peoples-revolt")
    event(t, "caravan")
    before = t.board.order
    assert "6-7" in choices(t)
    say(t, "choose 6-7")
    assert told(t, Joined) == [Joined(0, (6, 7), 6, 7)]
    assert t.board.order == before[:6]


def test_regions_that_only_rivers_part_are_not_joined() -> None:
    t = bare(scenario="peoples-revolt")
    t.board.camels = ()
    t.board.order = ("f1", "e4", "g4")
    event(t, "caravan")
    assert told(t, Nothing) == [Nothing(0, "consolidation")]
