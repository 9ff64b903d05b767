"""The rulebooks of Men-Nefer: every action, and what happens at the end of a track or of a reserve."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.mennefer.board import GAP
from pbem.games.mennefer.data import FAVOURS, HOUSES
from pbem.games.mennefer.events import Built, DeityCalled, Dropped, Gained, Lapsed, Prepared, TileActivated
from pbem.games.mennefer.steps import Boats, Effects, LyingDown, Placing, Priestesses
from tests.games.mennefer.builders import CITIES, can, doing, me, on_turn, over, play, position, refusal, settled, told

FULL = ("heka", "food", "feather", "heart")

# Resources and the Duat


@pytest.mark.parametrize("what", ["food", "heka"])
def test_resources_stop_at_ten_and_the_rest_is_lost(what: str) -> None:
    mine: dict[str, Any] = {what: 9}
    t = doing(f"{what} 3", **mine)
    assert getattr(me(t), what) == 10
    assert told(t, Gained) == [Gained(0, what, 1, 2)]


@pytest.mark.parametrize("what", ["heart", "feather"])
def test_the_duat_ends_and_further_steps_are_lost(what: str) -> None:
    mine: dict[str, Any] = {what: 21}
    t = doing(f"{what} 3", **mine)
    assert getattr(me(t), what) == 22
    assert told(t, Gained) == [Gained(0, what, 1, 2)]


def test_prestige_has_no_limit() -> None:
    assert me(doing("pp 3", pp=99)).pp == 102


def test_a_favour_is_one_of_four_and_two_may_be_the_same() -> None:
    assert can(doing("favour 1")) == {f"favour {kind}" for kind in FAVOURS}
    t = play(doing("favour 2", heka=0), "favour heka heka")
    assert me(t).heka == 2
    assert refusal(doing("favour 2"), "favour heart").facts == {"count": 1, "wanted": 2}
    assert refusal(doing("resource 3"), "resource food").facts == {"count": 1, "wanted": 3}


# The pyramids


def test_a_permission_comes_from_the_reserve_and_then_moves_a_block() -> None:
    t = doing("permission 1", permissions=1)
    assert (me(t).permissions, me(t).allowed) == (0, 1)
    assert told(t, Prepared) == [Prepared(0, "permission", 1)]
    t = doing("permission 1", permissions=0, allowed=1, queens=1, great=1)
    assert can(t) == {"limestone great 1", "limestone queens 1"}


def test_several_permissions_share_reserve_and_blocks() -> None:
    t = doing("permission 3", permissions=1, queens=8)
    assert (me(t).permissions, me(t).allowed) == (0, 1)
    assert me(t).great == 2
    assert {line[:6] for line in can(t)} == {"build "}


def test_steps_may_be_split_between_both_blocks() -> None:
    t = play(doing("limestone 3", queens=2), "limestone queens 2")
    assert (me(t).queens, me(t).great) == (4, 1)


def test_the_queens_block_stops_before_a_building_space_without_a_permission() -> None:
    t = doing("limestone 4", queens=2)
    assert can(t) == {"limestone great 1", "limestone great 2", "limestone great 3", "limestone great 4"} | {
        "limestone queens 1", "limestone queens 2",
    }  # fmt: skip
    assert refusal(t, "limestone queens 3").code == "queens-way"
    assert refusal(t, "limestone great 5").facts == {"steps": 4}


def test_where_only_the_great_block_can_move_it_takes_all_steps() -> None:
    t = doing("limestone 1", queens=8)
    assert me(t).great == 1
    assert over(t)
    assert me(doing("limestone 1", queens=4, allowed=0)).great == 1


def test_passing_a_building_space_is_reaching_it() -> None:
    t = doing("limestone 3", seats=4, great=0, queens=8)
    assert can(t) == {"build a", "build b", "build c", "build d"}
    t = play(t, "build a")
    assert me(t).great == 3
    assert told(t, Built) == [Built(0, 1, "a", "heka", "heka")]


def test_a_level_starts_when_the_one_below_is_full() -> None:
    board = {"great": ("heka", "food", GAP, "heart", *(GAP,) * 8)}
    t = doing("limestone 1", seats=3, great=1, queens=8, board=board)
    assert t.board.great[2] == "heka"
    assert not any(t.board.great[4:])
    assert over(t)


def test_two_pieces_in_one_turn() -> None:
    t = doing("limestone 6", seats=3, great=1, queens=8)
    t = play(t, "build b")
    t = play(t, "favour food food", "build c")
    assert len([one for one in t.board.great if one]) == 3
    assert can(t) == can(doing("favour 2"))


def test_the_pyramidion_gives_two_of_the_four_favours_it_covers() -> None:
    board = {"great": FULL * 2 + ("heka", "heka", "food", "heart")}
    t = doing("limestone 1", great=1, queens=8, heka=0, food=0, board=board)
    assert can(t) == {
        "favour food heart", "favour food heka", "favour heart heka", "favour heka heka",
    }  # fmt: skip
    t = play(t, "favour heka heka")
    assert (me(t).heka, t.board.pyramidion, t.board.level()) == (2, True, 4)


def test_after_the_pyramidion_building_spaces_give_nothing() -> None:
    board = {"great": FULL * 3, "pyramidion": True}
    t = doing("limestone 1", great=1, queens=8, board=board)
    assert over(t)
    assert told(t, Gained) == []


def test_a_favour_space_gives_two_favours() -> None:
    assert can(doing("limestone 1", seats=3, great=3, queens=8)) == can(doing("favour 2"))


def test_beyond_the_end_each_step_is_a_favour() -> None:
    t = doing("limestone 3", great=13, queens=8)
    assert me(t).great == 14
    assert can(t) == can(doing("favour 2"))


def test_a_step_may_be_a_favour_although_the_other_block_can_move() -> None:
    t = doing("limestone 1", great=14, queens=2)
    assert can(t) == {"limestone great 1", "limestone queens 1"}


def test_a_permission_gained_in_the_same_turn_serves_at_once() -> None:
    t = doing("permission 1", "limestone 2", queens=0)
    assert "limestone queens 2" in can(t)


def test_the_last_piece_of_a_level_leaves_the_quarry_empty() -> None:
    board = {"quarry": [[], ["food"], ["food"]], "great": ("heka", "food", "heart", GAP, *(GAP,) * 8)}
    t = doing("limestone 1", seats=3, great=1, queens=8, board=board)
    assert t.board.tops[0] == GAP


def test_a_pyramid_without_an_empty_permission_space_is_closed() -> None:
    t = doing("limestone 1", queens=1, allowed=1, placed=(2, 0, 0), board={"queens": (2, 2, 2)})
    t = play(t, "limestone queens")
    assert can(t) == {"build meritites", "build henutsen"}


# The necropolis


def test_embalming_with_an_empty_reserve_moves_heart_and_feather() -> None:
    t = doing("embalm 2", mummies=1)
    assert (me(t).sarcophagi, me(t).heart, me(t).feather) == (1, 1, 1)


def test_a_rite_needs_a_sarcophagus_an_empty_space_and_the_level() -> None:
    board = {"tombs": {"a1": 1}}
    t = doing("rite 1", "favour 1", sarcophagi=1, board=board)
    assert refusal(t, "rite a1").code == "space-taken"
    assert refusal(t, "rite d1").facts == {"space": "d1", "level": 1}
    assert refusal(doing("rite 1", "favour 1"), "rite b1").code == "no-sarcophagus"


@pytest.mark.parametrize(("space", "count"), [("b2", 1), ("d2", 2), ("f1", 3)])
def test_activations_by_the_level_of_the_space(space: str, count: int) -> None:
    t = play(doing("rite 3", sarcophagi=1, food=0), f"rite {space}")
    column = {"b2": "column-1", "d2": "column-2", "f1": "column-3"}[space]
    tiles = {f"mastaba row-{space[1]}", f"mastaba {column}"}
    for _ in range(count):
        assert can(t) == tiles
        t = play(t, min(tiles), "skip")
    assert over(t)
    assert refusal(play(doing("rite 3", sarcophagi=1), "rite f1"), "mastaba row-2").code == "tile-not-here"


def test_the_own_level_without_any_such_space_reached_is_none() -> None:
    t = doing("rite ?", "favour 1", sarcophagi=1, scarabs=(0, 1, 0, 0, 0))
    assert can(t) == can(doing("favour 1"))
    assert refusal(t, "rite a1").facts == {"space": "a1", "level": 0}
    assert refusal(doing("erect ?", "favour 1", carved=1), "erect s1").facts == {"space": "s1", "level": 0}


def test_a_papyrus_costs_the_market_and_the_space() -> None:
    t = doing("papyrus", heka=5, papyri=("p03",))
    assert can(t) == {"papyrus 1", "papyrus 2", "papyrus 3", "papyrus 4"}
    t = play(t, "papyrus 1")
    assert (me(t).heka, me(t).papyri) == (0, ("p03", "p01"))
    assert refusal(doing("papyrus", "favour 1", heka=2), "papyrus 1").facts == {"cost": 4, "heka": 2}


def test_a_full_row_of_papyri_takes_no_more_in_this_era() -> None:
    t = doing("papyrus free", papyri=("p03", "p04", "p05", "p06"))
    assert told(t, Lapsed) == [Lapsed(0, ("papyrus",), "impossible")]
    full = doing("papyrus", "favour 1", papyri=("p03", "p04", "p05", "p06"))
    assert refusal(full, "papyrus 4").code == "papyri-full"


def test_a_free_papyrus_costs_neither_market_nor_space() -> None:
    t = play(doing("papyrus free", heka=0, papyri=("p03", "p04", "p05")), "papyrus 1")
    assert (me(t).heka, len(me(t).papyri)) == (0, 4)


# The temple


def test_a_craft_rests_on_two_of_the_level_below() -> None:
    t = play(doing("craft free", crafts=(("ring2", "ring3"), ("ring4",), ())), "craft 1")
    assert over(t)
    assert me(t).crafts[0] == ("ring2", "ring3", "ring1")
    t = play(doing("craft free", crafts=(("ring2", "ring3", "ring4"), ("ring5", "ring6"), ())), "craft 1")
    assert can(t) == {"level 1", "level 3"}
    assert refusal(t, "level 2").code == "level-unsupported"
    t = play(t, "level 3")
    assert (me(t).crafts[2], me(t).pp) == (("ring1",), 12)


def test_the_fourth_space_of_level_i_gives_a_point() -> None:
    t = play(doing("craft", food=0, crafts=(("ring2", "ring3", "ring4"), ("ring5", "ring6"), ("ring7",))), "craft 4")
    assert me(t).pp == 11


def test_nine_crafts_are_all() -> None:
    mine = (("ring1", "ring2", "ring3", "ring4"), ("ring5", "ring6", "ring7"), ("jar2", "jar3"))
    t = doing("craft free", crafts=mine)
    assert told(t, Lapsed) == [Lapsed(0, ("craft",), "impossible")]
    assert refusal(doing("craft", "favour 1", crafts=mine), "craft 4").code == "crafts-full"


def test_a_craft_that_is_too_dear() -> None:
    t = doing("craft", "favour 1", food=1)
    assert refusal(t, "craft 1").facts == {"cost": 3, "food": 1}
    assert refusal(play(doing("craft", "craft", food=9), "craft 4"), "craft 4").code == "market-gap"


def test_entering_rooms_costs_one_one_two_two() -> None:
    t = doing("priestess 6", standing=(4, 0, 0, 0, 0))
    assert can(t) == {"priestess 0 1", "priestess 0 2", "priestess 0 3", "priestess 0 4"}
    t = play(t, "priestess 0 4")
    assert me(t).standing == (3, 0, 0, 0, 1)
    assert over(t)


def test_priestesses_never_go_back_nor_beyond_the_last_room() -> None:
    t = doing("priestess 2", standing=(2, 0, 1, 0, 1))
    assert refusal(t, "priestess 2 1").code == "priestess-way"
    assert refusal(t, "priestess 4 5").code == "priestess-way"
    assert refusal(t, "priestess 1 2").code == "priestess-way"
    assert refusal(t, "priestess 0 3").facts == {"cost": 4, "steps": 2}
    assert told(doing("priestess 2", standing=(0, 0, 0, 0, 4)), Lapsed) == [Lapsed(0, ("priestess",), "impossible")]


def test_who_lies_goes_first_and_stands_up_by_it() -> None:
    t = play(doing("priestess 1", standing=(2, 1, 0, 0, 0), lying=(0, 1, 0, 0, 0)), "priestess 1 2")
    assert (me(t).standing, me(t).lying) == ((2, 1, 1, 0, 0), (0, 0, 0, 0, 0))


def offering(**mine: Any) -> dict[str, Any]:
    """A player with a craft on each level and priestesses in the first room."""
    return {
        "standing": (2, 2, 0, 0, 0),
        "crafts": (("ring2", "jar2", "mirror2"), ("jar1", "ring3"), ("ring7",)),
        "offered": ("jar2", "mirror2", "ring3"),
    } | mine


def test_an_offering_gives_the_actions_up_to_the_level_of_the_craft() -> None:
    t = play(doing("priestess 1 offer", **offering(heka=0)), "offer ring2")
    assert me(t).heka == 2
    assert isinstance(t.stack[-1], Placing)
    t = play(doing("priestess 1 offer", **offering(food=0)), "offer jar1")
    assert (me(t).food, t.stack[-1]) == (2, Effects(0, t.data.value.crafts["jar1"].acts[1]))
    t = play(doing("priestess 1 offer", **offering(heka=0)), "offer ring7")
    assert (me(t).heka, me(t).orb) == (2, 3)
    assert isinstance(t.stack[-1], Placing)


def test_an_offering_is_before_or_after_the_steps_never_in_between() -> None:
    t = play(doing("priestess 2 offer", **offering()), "priestess 0 1")
    assert refusal(t, "offer ring2").facts == {"steps": 1}
    t = play(t, "skip")
    assert can(t) == {"offer ring2", "offer jar1", "offer ring7"}
    assert over(play(t, "skip"))


def test_only_a_craft_with_a_basket_can_be_offered_and_only_once() -> None:
    t = doing("priestess 1 offer", **offering())
    assert refusal(t, "offer jar2").code == "no-basket"
    t = play(t, "offer ring2", "basket 1a")
    assert refusal(t, "offer jar1").code == "no-offering-here"
    assert refusal(doing("priestess 1", **offering()), "offer ring2").code == "no-offering-here"


def test_a_basket_needs_an_empty_space_in_a_room_with_an_own_standing_priestess() -> None:
    t = play(doing("priestess 1 offer", board={"temple": {"1a": 1}}, **offering()), "offer ring2")
    assert can(t) == {f"basket 1{name}" for name in "bcdefgh"}
    assert refusal(t, "basket 1a").code == "space-taken"
    assert refusal(t, "basket 2a").facts == {"room": 2}
    assert refusal(t, "offer jar1").code == "other-question"


def test_without_a_reachable_space_no_offering_begins() -> None:
    taken = {f"1{name}": 1 for name in "abcdefgh"}
    t = doing("priestess 1 offer", board={"temple": taken}, **offering())
    assert can(t) == {"priestess 0 1", "priestess 1 2"}
    assert refusal(t, "offer ring2").facts == {"steps": 1}
    t = doing("priestess 1 offer", "favour 1", **offering(standing=(0, 0, 0, 0, 0), lying=(0, 0, 0, 0, 4)))
    assert refusal(t, "offer ring2").code == "no-offering-now"


def test_a_craft_bought_in_this_turn_may_be_offered() -> None:
    t = play(doing("craft", "priestess 1 offer", standing=(3, 1, 0, 0, 0), food=3), "craft 1")
    assert "offer ring1" in can(t)


def test_the_priestess_lies_down_after_the_actions_of_the_space() -> None:
    t = play(doing("priestess 1 offer", **offering(standing=(3, 1, 0, 0, 0))), "offer ring2", "basket 1e")
    assert (me(t).standing, me(t).lying, me(t).orb) == ((3, 0, 0, 0, 0), (0, 1, 0, 0, 0), 1)


def test_a_basket_without_a_place_left_lapses() -> None:
    """The benefit of a city may move the last standing priestess while the craft is carried out."""
    t = position(**offering(standing=(3, 0, 0, 0, 0), lying=(0, 1, 0, 0, 0)))
    t.stack.append(Placing(0))
    assert told(settled(t), Lapsed) == [Lapsed(0, ("offering",), "impossible")]


def test_nobody_lies_down_in_a_room_that_was_left() -> None:
    t = on_turn(position(standing=(3, 0, 1, 0, 0)), 0, LyingDown(0, 1))
    assert (me(t).standing, me(t).lying) == ((3, 0, 1, 0, 0), (0, 0, 0, 0, 0))


def test_every_deity_space_that_the_orb_passes_calls_the_deity() -> None:
    t = doing("orb 3", orb=0)
    assert (me(t).orb, me(t).heart, me(t).feather) == (3, 2, 2)
    assert len(told(t, DeityCalled)) == 2


def test_at_the_top_of_the_obelisk_each_step_is_a_favour() -> None:
    t = doing("orb 3", orb=9, board={"deity": "maat"})
    assert me(t).orb == 10
    assert can(t) == can(doing("favour 2"))


@pytest.mark.parametrize(
    ("deity", "answers"),
    [
        ("osiris", {f"papyrus {n}" for n in range(1, 5)}),
        ("ptah", {f"craft {n}" for n in range(1, 5)}),
        ("thot", {f"scarab {house}" for house in HOUSES}),
        ("mut", {"carve", "embalm"}),
        ("hathor", {f"contract {card}" for cards in CITIES.values() for card in cards}),
        ("sobek", {"boat port 1", "boat port 2", "boat port u1", "boat port l1"}),
    ],
)
def test_each_deity_has_its_action(deity: str, answers: set[str]) -> None:
    assert can(doing("orb 1", board={"deity": deity}, food=0, heka=0)) == answers


def test_maat_moves_heart_and_feather() -> None:
    t = doing("orb 1", board={"deity": "maat"})
    assert (me(t).heart, me(t).feather) == (1, 1)


# The Nile


def test_boats_enter_a_city_from_its_section_and_leave_along_the_arrow() -> None:
    t = doing("boats 1", boats=("2", "u2", "0", "l3"))
    assert can(t) == {"boat port 1", "boat port u1", "boat 2 3", "boat l3 6", "boat u2 3"}


def test_own_boats_may_be_passed_but_no_two_stay_in_one_place() -> None:
    t = doing("boats 3", boats=("1", "2", "0", "0"))
    assert {"boat port 3", "boat 1 3"} <= can(t)
    assert refusal(t, "boat 0 2").code == "own-boat-there"
    t = play(t, "boat 2 3", "boat 1 2", "boat 0 1")
    assert me(t).boats == ("2", "3", "1", "0")


def test_boats_never_go_back_and_not_beyond_the_last_section() -> None:
    t = doing("boats 2", "favour 1", boats=("6", "5", "4", "u3"))
    assert refusal(t, "boat 5 4").code == "boat-way"
    assert refusal(t, "boat 3 4").code == "no-boat-there"
    assert refusal(doing("boats 2"), "boat port 3").facts == {"cost": 3, "steps": 2}


def test_steps_that_no_boat_can_take_lapse() -> None:
    t = play(doing("boats 3", boats=("6", "5", "l3", "4")), "boat 4 u3")
    assert told(t, Lapsed) == [Lapsed(0, ("boats",), "impossible")]
    assert over(t)


def test_an_activation_on_the_river_gives_the_food_of_the_section() -> None:
    t = play(doing("boats 1 activate 1", boats=("3", "0", "0", "0"), food=0), "activate 3")
    assert me(t).food == 3
    assert isinstance(t.stack[-1], Boats)


def test_two_activations_are_for_two_boats_each_before_or_after_the_steps() -> None:
    t = play(doing("boats 1 activate 2", boats=("3", "2", "0", "0"), food=0), "activate 3")
    assert refusal(t, "activate 3").code == "activated-already"
    t = play(t, "boat 2 u2", "activate u2")
    assert me(t).heka == 4
    t = play(t, "contract k201")
    assert over(t)
    assert sorted(me(t).boats) == ["0", "0", "2", "3"]


def test_an_activation_never_comes_between_steps() -> None:
    t = play(doing("boats 3 activate 1", boats=("3", "0", "0", "0")), "boat 0 1")
    assert refusal(t, "activate 3").facts == {"steps": 2}
    assert refusal(doing("boats 1"), "activate 0").code == "no-activation-here"


def test_an_activation_ends_the_movement_even_if_it_makes_place_for_another_boat() -> None:
    t = doing("boats 2 activate 2", boats=("6", "l3", "5", "4"), board={"cities": {**CITIES, "l3": ("k301",)}})
    play(t, "boat 4 u3")
    assert can(t) == {"activate 5", "activate 6", "activate l3", "activate u3"}
    play(t, "activate l3")
    assert told(t, Lapsed) == [Lapsed(0, ("boats",), "impossible")]
    play(t, "skip", "contract k301")
    assert me(t).boats == ("6", "4", "5", "u3")
    assert can(t) == {"activate 5", "activate 6", "activate u3"}


def test_an_offering_ends_the_movement_and_steps_that_were_too_few_are_told() -> None:
    mine: dict[str, Any] = {"standing": (0, 0, 3, 0, 0), "lying": (0, 0, 1, 0, 0), "crafts": (("ring2",), (), ())}
    t = play(doing("priestess 3 offer", **mine), "priestess 2 3", "offer ring2")
    assert told(t, Lapsed) == [Lapsed(0, ("priestess",), "impossible")]
    assert over(play(t, "basket 3e"))


def test_a_boat_that_was_activated_may_not_be_activated_again_in_this_turn() -> None:
    t = play(doing("boats 1 activate 1", "boats 1 activate 1", boats=("3", "2", "0", "0")), "activate 3", "boat 3 4")
    assert can(t) >= {"activate 2", "activate port"}
    assert "activate 4" not in can(t)


def test_a_boat_in_port_may_be_activated_for_nothing() -> None:
    t = play(doing("boats 1 activate 1", food=0), "activate 0", "skip")
    assert me(t).food == 0
    assert over(t)


def test_of_the_boats_in_port_one_that_was_not_activated_moves() -> None:
    t = play(doing("boats 1 activate 2", food=0), "activate 0", "boat 0 1", "activate 1")
    assert me(t).food == 1


def test_a_city_gives_benefit_contract_and_the_way_out() -> None:
    t = play(doing("boats 1 activate 1", boats=("u1", "0", "0", "0")), "activate u1")
    assert me(t).heart == 1
    assert refusal(t, "contract k103").code == "contract-not-there"
    t = play(t, "contract k102")
    assert (me(t).boats[0], t.board.cities["u1"]) == ("1", ("k101",))


def test_a_city_without_contracts_gives_its_benefit_all_the_same() -> None:
    t = play(doing("boats 1 activate 1", boats=("l3", "0", "0", "0"), heka=9), "activate l3", "papyrus 4")
    assert Lapsed(0, ("contract",), "impossible") in [one.event for one in t.news]
    assert me(t).boats[0] == "6"


def test_a_boat_leaves_to_the_nearest_free_section_on_the_left_or_to_the_port() -> None:
    t = play(doing("boats 1 activate 1", boats=("l1", "2", "1", "3")), "activate l1", "skip")
    assert me(t).boats == ("0", "2", "1", "3")


def test_a_boat_that_a_benefit_has_moved_stays_there() -> None:
    t = doing("boats 1 activate 1", boats=("u1", "0", "0", "0"))
    t = play(t, "activate u1")
    me(t).boats = ("3", "0", "0", "0")
    t = play(t, "skip")
    assert me(t).boats[0] == "3"


def test_a_full_board_discards_an_own_contract_or_the_new_one() -> None:
    mine: dict[str, Any] = {"contracts": ("k103", "k104", "k105", "k106", "k107"), "met": ("k108", "k109", "k110")}
    cities = {**CITIES, "l1": ("k111",)}
    t = play(doing("contract", board={"cities": cities}, **mine), "contract k111")
    assert can(t) == {f"drop {card}" for card in (*mine["contracts"], "k111", *mine["met"])}
    new, old, met = (play(t.clone(), f"drop {card}") for card in ("k111", "k103", "k108"))
    assert (me(new).contracts, new.board.gone) == (mine["contracts"], ("k111",))
    assert me(old).contracts == ("k104", "k105", "k106", "k107", "k111")
    assert me(met).met == ("k109", "k110")
    assert told(met, Dropped) == [Dropped(0, "k108")]


def test_a_contract_of_hathor_comes_from_any_city_without_its_benefit() -> None:
    t = play(doing("contract"), "contract k205")
    assert (me(t).contracts, me(t).great, me(t).boats) == (("k205",), 0, ("0",) * 4)
    assert refusal(doing("contract"), "contract k318").facts == {"contract": "k318", "cities": ()}


# The sphinxes


def test_carving_with_an_empty_reserve_gives_a_point_each() -> None:
    t = doing("carve 2", sphinxes=1)
    assert (me(t).carved, me(t).pp) == (1, 11)


def test_a_sphinx_needs_one_carved_an_empty_pedestal_and_the_level() -> None:
    t = doing("erect 1", "favour 1", carved=1, board={"pedestals": {"s1": 1}})
    assert refusal(t, "erect s1").code == "space-taken"
    assert refusal(t, "erect s11").facts == {"space": "s11", "level": 1}
    assert refusal(doing("erect 1", "favour 1"), "erect s2").code == "no-sphinx"


def test_a_pedestal_with_mastaba_activations_reaches_all_five_tiles() -> None:
    t = play(doing("erect 2", carved=1, food=0, queens=8), "erect s8")
    assert me(t).feather == 2
    assert len(can(t)) == 5
    t = play(t, "mastaba column-2", "mastaba row-1", "food")
    assert (me(t).great, me(t).food, len(told(t, TileActivated))) == (1, 2, 2)


def test_a_pedestal_gives_a_papyrus_without_cost() -> None:
    t = play(doing("erect 1", carved=1, heka=0), "erect s5", "papyrus 1")
    assert (me(t).heka, me(t).papyri) == (1, ("p01",))


# Scarabs


def test_a_scarab_goes_one_step_without_its_action() -> None:
    t = play(doing("scarab 1"), "scarab nile")
    assert me(t).scarabs == (0, 0, 0, 1, 0)
    assert over(t)


def test_scarabs_that_are_all_at_the_end_stay() -> None:
    assert told(doing("scarab 1", scarabs=(6,) * 5), Lapsed) == [Lapsed(0, ("scarab",), "impossible")]
    assert refusal(doing("scarab 1", scarabs=(6, 0, 0, 0, 0)), "scarab pyramids").facts == {"house": "pyramids"}
    assert me(doing("scarab 1", scarabs=(6, 6, 5, 6, 6))).scarabs == (6,) * 5


def test_two_scarab_steps_are_two_answers() -> None:
    t = play(doing("scarab 2"), "scarab nile", "scarab nile")
    assert me(t).scarabs == (0, 0, 0, 2, 0)


def test_priestesses_that_are_on_their_way_may_stop_before_an_offering_is_skipped() -> None:
    t = play(doing("priestess 3 offer", **offering(standing=(4, 0, 0, 0, 0))), "priestess 0 1", "skip")
    assert t.stack[-1] == Priestesses(0, 0, 1, moved=True)
