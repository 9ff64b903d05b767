"""The rulebooks of Men-Nefer: set-up, turns, and each worked example, in our own words."""

from __future__ import annotations

import pytest

from pbem.engine import kernel
from pbem.games.mennefer import GAME
from pbem.games.mennefer.board import GAP, Table
from pbem.games.mennefer.data import HOUSES
from pbem.games.mennefer.events import (
    BasketPlaced,
    Built,
    DeityCalled,
    EraBegan,
    Gained,
    Harvested,
    Refilled,
    TookTablet,
    Visited,
)
from pbem.games.mennefer.scoring import duat, necropolis, queens, tally
from pbem.games.mennefer.steps import Eras, Priestesses, Sowing
from pbem.games.mennefer.steps.seasons import by_prestige, fished, flood, harvest
from tests.games.mennefer.builders import (
    BENEFITS,
    asked,
    can,
    doing,
    match,
    me,
    on_turn,
    over,
    play,
    position,
    refusal,
    settled,
    tablets,
    told,
)

# Set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_x23_start_values_by_turn_position(seats: int) -> None:
    t = match(seats)
    food = [t.board.players[seat].food for seat in t.board.order]
    assert food == [3, 4, 5, 5][:seats]
    for player in t.board.players:
        assert (player.heka, player.pp, player.heart, player.feather, player.orb) == (2, 10, 0, 0, 0)
        assert (player.scarabs, player.great, player.queens, player.glyphs) == ((0,) * 5, 0, 0, 0)
        assert (player.boats, player.standing, player.home) == (("0",) * 4, (4, 0, 0, 0, 0), (1, 2, 3))
        assert (player.mummies, player.sphinxes, player.permissions) == (4, 4, 3)


def test_turns_go_clockwise_from_the_starting_player() -> None:
    orders = {match(3, f"first/{n}").board.order for n in range(20)}
    assert orders == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


@pytest.mark.parametrize(("seats", "levels", "pieces"), [(2, 2, 1), (3, 1, 1), (4, 0, 0)])
def test_pyramids_at_the_start_by_number_of_players(seats: int, levels: int, pieces: int) -> None:
    b = match(seats).board
    assert b.queens == (levels,) * 3
    assert [piece for piece in b.great if piece] == list(b.great[:pieces])
    assert len(b.quarry[0]) + pieces == 3
    assert all(b.tops)


@pytest.mark.parametrize(("seats", "neutrals", "pile", "contracts"), [(2, 4, 9, 2), (3, 2, 6, 3), (4, 0, 3, 4)])
def test_neutrals_tablets_and_contracts_by_number_of_players(
    seats: int, neutrals: int, pile: int, contracts: int
) -> None:
    t = match(seats)
    b = t.board
    assert len(b.sun) + len(b.moon) == neutrals
    assert len(b.queue) + len(b.hidden) == pile
    assert {len(cards) for cards in b.cities.values()} == {contracts}
    for city, cards in b.cities.items():
        assert {t.data.value.contracts[card].value for card in cards} == {int(city[1])}
    assert sum(tablets(t).values()) == 20


def test_everybody_begins_with_a_tablet_of_type_1_2_and_3() -> None:
    t = match(4)
    for player in t.board.players:
        assert [t.data.value.tablets[one].type for one in player.tablets] == [1, 2, 3]


def test_tiles_in_play_are_drawn_from_all_of_them() -> None:
    tables = [match(2, f"tiles/{n}").board for n in range(60)]
    assert {b.deity for b in tables} == set(tables[0].benefits and match().data.value.deities)
    assert {tile for b in tables for tile in b.queens_tiles} == set(match().data.value.queens_tiles)
    assert {tile for b in tables for tile in b.mastabas} == set(match().data.value.mastabas)
    assert all(len(set(b.mastabas)) == 5 and len(set(b.queens_tiles)) == 3 for b in tables)


def test_hammer_tiles_make_spaces_3_and_8_building_spaces_for_two_players_only() -> None:
    for space in (2, 7):
        two, three = (play(doing("limestone 1", seats=seats, great=space), "limestone great") for seats in (2, 3))
        assert len(can(two)) == 3
        assert {line[:6] for line in can(two)} == {"build "}
        assert over(three)


# The flow


def test_the_first_turn_is_always_a_visit() -> None:
    assert all(line.startswith("visit ") for line in can(match(3)))


def test_a_visit_offers_every_house_for_every_tablet_at_home() -> None:
    lines = can(position(home=(1, 3)))
    assert lines == {f"visit {house} with tablet {n}" for house in HOUSES for n in (1, 3)}


def test_x2_visit_the_necropolis_where_two_others_are() -> None:
    t = position(board={"sun": ("necropolis", "necropolis")}, food=4, sarcophagi=1, scarabs=(0, 2, 0, 0, 0))
    play(t, "visit necropolis with tablet 1")
    assert (me(t).food, me(t).heka) == (1, 4)
    assert {"embalm", "rite a1"} <= can(t)
    play(t, "embalm")
    assert (me(t).sarcophagi, me(t).mummies, t.board.tombs) == (2, 3, {})
    assert (t.board.discards, me(t).tablets) == (("t1a",), (GAP, "t2a", "t3a"))
    assert over(t)


@pytest.mark.parametrize(("others", "cost"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 5)])
def test_company_costs_food_whoever_it_is(others: int, cost: int) -> None:
    t = position(board={"sun": ("nile",) * max(0, others - 1)}, food=9, sun=("nile",) * min(1, others), home=(2, 3))
    me(t).tablets = (GAP, "t2a", "t3c")
    play(settled(t), "visit nile with tablet 3")
    assert me(t).food == 9 - cost


def test_who_cannot_pay_keeps_the_food_gains_three_and_loses_the_actions_but_not_the_visit() -> None:
    t = play(position(board={"sun": ("nile", "nile")}, food=2), "visit nile with tablet 1")
    assert (me(t).food, me(t).heka, me(t).sun) == (5, 2, ("nile",))
    assert t.board.discards == ("t1a",)
    assert told(t, Visited)[0].unpaid == 3
    assert over(t)


def test_paying_is_not_voluntary() -> None:
    t = play(position(board={"sun": ("nile", "nile")}, food=3), "visit nile with tablet 1")
    assert me(t).food == 0


def test_x3_specialise_with_one_other_on_the_moon_side() -> None:
    t = position(board={"moon": ("necropolis",)}, food=2, heka=5, scarabs=(0, 2, 0, 0, 0), home=(2, 3),
                 sun=("necropolis",), sarcophagi=1)  # fmt: skip
    t = play(t, "specialise necropolis")
    assert (me(t).food, me(t).scarab("necropolis"), me(t).moon) == (1, 3, ("necropolis",))
    assert can(t) == {"use 1", "use 2", "use 3"}
    t = play(t, "use 3")
    assert {"papyrus 4", "rite d1"} <= can(t)
    t = play(t, "papyrus 4", "rite a1", "mastaba row-1", "food")
    assert (me(t).papyri, t.board.tombs) == (("p25",), {"a1": 0})
    assert over(t)


def test_who_cannot_pay_for_the_moon_side_gains_three_food_and_neither_scarab_nor_action() -> None:
    t = position(board={"moon": ("temple",)}, food=0, home=(2, 3), sun=("temple",))
    t = play(t, "specialise temple")
    assert (me(t).food, me(t).scarab("temple"), me(t).moon) == (3, 0, ("temple",))
    assert over(t)


def test_a_scarab_at_the_end_stays_and_every_space_can_be_used() -> None:
    t = play(position(home=(1,), sun=("nile",), scarabs=(0, 0, 0, 6, 0)), "specialise nile")
    assert me(t).scarab("nile") == 6
    assert can(t) == {f"use {n}" for n in range(1, 7)}


def test_specialising_needs_an_apprentice_on_that_sun_side() -> None:
    assert refusal(position(sun=("nile",), home=(1,)), "specialise temple").code == "no-apprentice-there"


def x4() -> Table:
    """The tablet of row 3 shows the glyph that comes next on the board."""
    return position(
        board={"row": ("t4b", "t4d", "t4a", "t4e", "t4c")}, food=1, home=(1,), tablets=("t1a", GAP, "t3a"), glyphs=2
    )


def test_x4_take_the_tablet_of_row_3() -> None:
    t = play(x4(), "take 3")
    assert (me(t).food, me(t).pp, me(t).glyphs) == (0, 11, 3)
    assert can(t) == {"use 3", "use 4", "use 5"}
    t = play(t, "use 5")
    assert (me(t).heka, me(t).tablets) == (3, ("t1a", "t4a", "t3a"))
    assert t.board.row == ("t4f", "t4b", "t4d", "t4e", "t4c")
    assert over(t)


def test_another_glyph_moves_no_counter() -> None:
    t = play(position(tablets=(GAP,) * 3, home=()), "take 5")
    assert (me(t).glyphs, me(t).pp) == (0, 10)


def test_the_second_glyph_gives_a_scarab_that_may_be_declined() -> None:
    t = position(board={"row": ("t4e", "t4b", "t4c", "t4d", "t4a")}, tablets=(GAP,) * 3, home=(), glyphs=1)
    assert can(play(t, "take 1")) == {f"scarab {house}" for house in HOUSES}
    t = play(t, "skip")
    assert me(t).scarabs == (0,) * 5
    assert can(t) == {f"use {n}" for n in range(1, 6)}


def test_a_complete_glyph_track_counts_no_more() -> None:
    t = play(position(tablets=(GAP,) * 3, home=(), glyphs=6), "take 5")
    assert me(t).glyphs == 6


def test_a_tablet_that_is_too_dear_cannot_be_taken() -> None:
    t = position(food=1, tablets=(GAP,) * 3, home=())
    assert can(t) == {"take 3", "take 4", "take 5"}
    assert refusal(t, "take 1").facts == {"row": 1, "cost": 3, "food": 1}


def test_without_an_empty_space_no_tablet_can_be_taken() -> None:
    assert refusal(position(), "take 5").code == "no-tablet-space"


def test_a_new_tablet_serves_in_the_next_era_only() -> None:
    t = position(home=(2,), sun=("nile",), tablets=("t4a", "t2a", GAP))
    assert not any("tablet 1" in line for line in can(t))
    assert refusal(t, "visit nile with tablet 1").code == "apprentice-away"
    assert refusal(t, "visit nile with tablet 3").code == "no-tablet"


def test_an_empty_pile_is_the_discard_pile_turned_over_the_oldest_on_top() -> None:
    board = {"queue": ("t4f",), "hidden": [], "discards": ("t1a", "t1b", "t2c")}
    t = play(position(board=board, tablets=(GAP,) * 3, home=()), "take 5")
    assert (t.board.queue, t.board.discards) == (("t1a", "t1b", "t2c"), ())
    assert t.board.row[0] == "t4f"


def test_below_the_top_of_the_first_pile_nobody_knows_the_order() -> None:
    fell = {play(positioned(n), "take 5").board.queue for n in range(20)}
    assert fell == {("t4g",), ("t4h",)}


def positioned(n: int) -> Table:
    t = position(tablets=(GAP,) * 3, home=())
    t.counter = n
    return t


def test_markets_are_refilled_at_the_end_of_the_turn_and_slide_to_the_right() -> None:
    t = doing("papyrus", "papyrus", heka=9)
    t = play(t, "papyrus 2")
    assert t.board.papyri == ("p01", GAP, "p17", "p25")
    assert refusal(t, "papyrus 2").code == "market-gap"
    t = play(t, "papyrus 4")
    assert t.board.papyri[2:] == ("p01", "p17")
    assert len(told(t, Refilled)[0].papyri) == 2


def test_an_empty_bag_leaves_gaps_on_the_left() -> None:
    t = play(doing("craft", board={"craft_bag": []}, food=3), "craft 3")
    assert t.board.crafts == (GAP, "ring1", "jar1", "necklace1")
    assert told(t, Refilled) == [Refilled((), ())]


def test_a_player_without_an_option_is_skipped_and_the_harvest_comes_when_nobody_has_one() -> None:
    t = position(3)
    for player in t.board.players[:2]:
        player.home, player.sun = (), ()
    t.stack = [Eras(), Sowing(0)]
    assert asked(settled(t)) == 2
    t.board.players[2].home = ()
    t.stack = [Eras(), Sowing(0)]
    assert told(settled(t), Harvested)
    assert t.board.era == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_option_three_times_in_each_era(seats: int) -> None:
    t = match(seats, "nine")
    kinds: list[str] = []
    while t.board.era == 1:
        before = t.board.turns[0]
        line = "auto" if asked(t) else GAME.orders.write(next(iter(kernel.legal(t, 0))))
        kernel.play(t, asked(t), GAME.orders.read(line))
        kinds += [line.split()[0]] * (t.board.turns[0] - before)
    assert sorted(kinds) == sorted(["visit", "specialise", "take"] * 3)


# The flood


def test_x1_food_of_the_flood() -> None:
    t = position(boats=("6", "u3", "u2", "1"))
    assert fished(t, 0) == 2 + 1 + 0 + 0


def test_the_flood_in_its_printed_order() -> None:
    t = position(3, boats=("3", "5", "0", "0"), orb=4, food=9, home=(), sun=("nile",), moon=("temple", "temple"))
    t.board.sun, t.board.moon = ("sphinxes", "nile"), ("pyramids",)
    t.board.era = 2
    t.board.players[1].pp = 3
    t.board.cities = dict.fromkeys(t.board.cities, ())
    flood(t)
    assert (me(t).food, me(t).heka) == (10, 4)
    assert (me(t).home, me(t).sun, me(t).moon) == ((1, 2, 3), (), ())
    assert (t.board.sun, t.board.moon) == (("pyramids", "sphinxes"), ("necropolis",))
    values = [t.data.value.contracts[card].value for cards in t.board.cities.values() for card in cards]
    assert set(values) == {2}
    assert t.board.order == (1, 0, 2)
    assert told(t, EraBegan)[0].food == (3, 0, 0)


def test_cities_stay_empty_when_the_pile_is() -> None:
    t = position()
    t.board.era, t.board.contracts[1] = 2, ["k210"]
    t.board.cities = dict.fromkeys(t.board.cities, ())
    flood(t)
    assert [card for cards in t.board.cities.values() for card in cards] == ["k210"]


def test_tied_players_keep_their_relative_order() -> None:
    t = position(4)
    t.board.order = (2, 0, 3, 1)
    for seat, pp in enumerate((5, 9, 9, 5)):
        t.board.players[seat].pp = pp
    assert by_prestige(t.board) == (0, 3, 2, 1)


def test_there_is_no_flood_in_the_first_era() -> None:
    assert told(match(2), EraBegan) == [EraBegan(1, match(2).board.order)]


# The pyramids


def test_x5_two_steps_to_a_building_space_when_level_i_is_full() -> None:
    great = ("heka", "food", "feather", "heart", *(GAP,) * 8)
    t = doing("limestone 2", great=3, heka=0, food=0, board={"great": great}, seats=3)
    t = play(t, "limestone great 2", "favour heart heart")
    assert me(t).great == 5
    t = play(t, "build b")
    assert (me(t).food, me(t).heka) == (1, 1)
    assert t.board.great[5] == "heka"
    assert told(t, Built) == [Built(0, 2, "b", "food", "heka")]


def test_x6_a_permission_at_a_pyramid_that_is_not_complete() -> None:
    t = doing("limestone 1", seats=3, queens=1, allowed=1, permissions=2, board={"queens": (1, 4, 1)})
    assert can(t) == {"limestone great 1", "limestone queens 1"}
    t = play(t, "limestone queens")
    assert can(t) == {"build hetepheres", "build henutsen"}
    assert refusal(t, "build meritites").code == "pyramid-closed"
    t = play(t, "build henutsen")
    assert (t.board.queens, me(t).placed, me(t).allowed) == ((1, 4, 2), (0, 0, 1), 0)


# Necropolis, temple, Nile, sphinxes


def test_x7_a_rite_of_the_own_level() -> None:
    t = doing("rite ?", sarcophagi=1, scarabs=(0, 3, 0, 0, 0))
    assert can(t) == {f"rite {column}{row}" for column in "abcde" for row in "12"}


def test_x8_a_sphinx_of_the_own_level() -> None:
    t = doing("erect ?", carved=1, scarabs=(0, 0, 0, 0, 4))
    assert can(t) == {f"erect s{n}" for n in range(1, 11)}


def test_x9_two_steps_for_priestesses() -> None:
    t = doing("priestess 2", standing=(2, 0, 0, 1, 0), lying=(0, 0, 1, 0, 0))
    assert can(t) == {"priestess 2 3", "priestess 3 4", "priestess 0 1", "priestess 0 2"}
    assert can(play(t.clone(), "priestess 0 1")) == {"priestess 0 1", "priestess 1 2"}
    t = play(t, "priestess 2 3")
    assert (me(t).standing, me(t).lying) == ((2, 0, 0, 2, 0), (0, 0, 0, 0, 0))


def test_x10_a_rite_on_a_space_of_level_ii() -> None:
    t = play(doing("rite 2", sarcophagi=1, food=0, heka=0), "rite d1")
    assert (me(t).heka, me(t).heart) == (2, 3)
    assert can(t) == {"mastaba row-1", "mastaba column-2"}
    t = play(t, "mastaba row-1", "food", "mastaba row-1", "craft 3")
    assert (me(t).food, me(t).owned()) == (1, ["mirror1"])
    assert over(t)


def test_x11_a_craft_for_two_food_on_level_i_or_ii() -> None:
    t = play(doing("craft", food=2, crafts=(("ring2", "ring3"), (), ())), "craft 2")
    assert can(t) == {"level 1", "level 2"}
    t = play(t, "level 2")
    assert (me(t).food, me(t).crafts, me(t).pp) == (0, (("ring2", "ring3"), ("jar1",), ()), 10)
    assert me(t).baskets()[0] == "jar1"


def test_x12_an_offering_in_the_fourth_room_calls_the_deity() -> None:
    t = doing(
        "priestess 2 offer", board={"deity": "hathor"}, standing=(3, 0, 0, 1, 0), heka=0, orb=1,
        crafts=(("jar2", "jar3"), ("ring1",), ()), offered=("jar2", "jar3"),
    )  # fmt: skip
    t = play(t, "priestess 3 4", "offer ring1")
    assert me(t).heka == 2
    t = play(t, "papyrus 4", "basket 4h")
    assert (me(t).feather, me(t).orb, t.board.temple) == (3, 3, {"4h": 0})
    assert told(t, DeityCalled)
    t = play(t, "contract k301")
    assert (me(t).contracts, me(t).offered, me(t).lying) == (("k301",), ("jar2", "jar3", "ring1"), (0, 0, 0, 0, 1))
    assert over(t)


def test_x13_two_steps_with_all_boats_in_port() -> None:
    t = doing("boats 2")
    assert can(t) == {"boat port 1", "boat port 2", "boat port u1", "boat port l1"}
    one = play(t.clone(), "boat 0 1")
    assert can(one) == {"boat port u1", "boat 1 2", "boat 1 l1"}
    assert refusal(one, "boat 0 1").code == "own-boat-there"
    assert refusal(play(t.clone(), "boat 0 u1"), "boat 0 u1").code == "own-boat-there"


def test_x14_activations_after_moving() -> None:
    benefits = {**BENEFITS, "l1": "c1"}
    t = doing("boats 2 activate 2", boats=("l1", "1", "0", "0"), food=0, board={"benefits": benefits})
    t = play(t, "boat 1 2", "boat 0 1")
    assert can(t) == {"activate port", "activate 1", "activate 2", "activate l1"}
    me(t).boats = ("l1", "2", "0", "0")
    t = play(settled(t), "activate l1")
    assert me(t).heart == 1
    t = play(t, "contract k103")
    assert (me(t).contracts, me(t).boats) == (("k103",), ("1", "2", "0", "0"))
    t = play(t, "activate 2")
    assert me(t).food == 2


def test_x15_a_sphinx_before_the_temple() -> None:
    t = play(doing("erect 2", carved=1, food=3), "erect s7")
    assert {"craft 4", "orb"} <= can(t)
    t = play(t, "orb", "craft 4")
    assert (me(t).orb, me(t).owned(), t.board.pedestals) == (2, ["necklace1"], {"s7": 0})


# The harvest


def test_x16_three_papyri_and_one_drawing() -> None:
    t = position(papyri=("p03", "p01", "p09"))
    harvest(t)
    assert (me(t).feather, len(me(t).rolled), me(t).papyri) == (4, 3, ())


def test_x17_two_marks_between_heart_and_feather_before_they_cross() -> None:
    assert duat(9, 8, match().data.value) == -2


def test_x18_two_sarcophagi() -> None:
    t = position(board={"tombs": {"a2": 0, "d1": 0, "b1": 1}, "mastabas": ("m3", "m1", "m2", "m4", "m5")})
    assert necropolis(t.board, t.data.value, 0) == (1 + 1) + (2 + 1)


def test_x19_contracts_of_this_and_of_the_last_era() -> None:
    t = position(contracts=("k201", "k205", "k207"), met=("k101", "k106"), boats=("1", "2", "3", "0"),
                 standing=(1, 3, 0, 0, 0))  # fmt: skip
    harvest(t)
    assert told(t, Harvested)[0].tallies[0].contracts == 6
    assert (me(t).contracts, me(t).met) == (("k201",), ("k101", "k106", "k205", "k207"))


def test_x20_permissions_times_what_their_pyramid_counts() -> None:
    t = position(placed=(2, 1, 0), met=tuple(f"k10{n}" for n in range(1, 8)))
    t.board.temple = {"1a": 0, "1b": 0, "2a": 0, "3a": 0, "4a": 0, "1c": 1}
    assert queens(t.board, t.data.value, 0, 7) == 3 + 10


@pytest.mark.parametrize("boats", [("3", "4", "0", "0"), ("5", "0", "0", "0")])
def test_x21_a_contract_for_two_fishing_boats(boats: tuple[str, ...]) -> None:
    t = position(contracts=("k107",), boats=boats)
    assert tally(t.board, t.data.value, 0).met == ("k107",)
    me(t).boats = ("3", "2", "0", "0")
    assert tally(t.board, t.data.value, 0).met == ()


def test_x22_isis_gives_any_mix_of_three() -> None:
    t = doing("orb 1", board={"deity": "isis"}, food=0, heka=0)
    assert can(t) == {
        "resource food food food", "resource food food heka", "resource food heka heka", "resource heka heka heka",
    }  # fmt: skip
    t = play(t, "resource 2 heka food")
    assert (me(t).food, me(t).heka) == (1, 2)


def test_the_examples_leave_nothing_half_done() -> None:
    """An offering before the steps goes on with the steps."""
    t = doing("priestess 1 offer", standing=(3, 1, 0, 0, 0), crafts=(("jar2",), (), ()), food=0)
    t = play(t, "offer jar2", "basket 1b")
    assert told(t, BasketPlaced) + told(t, Gained)
    assert isinstance(t.stack[-1], Priestesses)
    assert can(t) == {"priestess 0 1", "priestess 1 2"}


def test_taking_tells_what_it_cost() -> None:
    assert told(play(x4(), "take 3"), TookTablet) == [TookTablet(0, 3, "t4a", -1)]


def test_a_turn_of_somebody_else_follows() -> None:
    t = play(position(3), "visit nile with tablet 2", "auto")
    assert asked(t) == 1
    assert asked(on_turn(t, 2)) == 2
