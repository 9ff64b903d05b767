"""The board, the set-ups, regions and adjacency."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.games.ankh import GAME
from pbem.games.ankh.board import NOBODY, free, hexes_of, land_of
from pbem.games.ankh.data import checked, printed
from pbem.games.ankh.hexes import edge
from pbem.games.ankh.land import caravans, divided
from pbem.games.ankh.names import MONUMENTS, PHARAOHS, SCENARIOS
from pbem.games.ankh.steps import Ask
from tests.games.ankh.builders import asked, bare, put, say, silence, table

DATA = checked(printed())
SETUPS = [(name, n) for name in SCENARIOS for n in range(2, 6)]


def test_the_board_has_43_fertile_39_desert_and_19_water_spaces() -> None:
    board = DATA.hexes
    assert len(board.spaces) == 101
    assert (len(board.fertile), len(board.land - board.fertile), len(board.water)) == (43, 39, 19)


def test_rivers_divide_the_land_into_delta_west_and_east() -> None:
    land = divided(DATA.hexes, (), ("f1", "e4", "g4"))
    assert [len(part) for part in land.regions.values()] == [22, 32, 28]


def test_with_five_players_the_middle_kingdom_has_regions_of_14_16_12_22_and_18() -> None:
    land = land_of(table("osiris", "isis", "ra", "amun", "anubis"))
    assert [len(part) for part in land.regions.values()] == [14, 16, 12, 22, 18]


@pytest.mark.parametrize(("scenario", "players"), SETUPS)
def test_every_set_up_gives_each_player_a_god_a_warrior_and_a_monument(scenario: str, players: int) -> None:
    t = kernel.start(GAME, players, Seeded(bytes(32)), {"scenario": scenario, "gods": "choice"})
    b = t.board
    for seat in range(players):
        assert sorted(b.own(seat)) == ["g", "w1"]
        assert len(b.monuments_of(seat)) == 1
        assert len(b.gods[seat].pool) == 5
        assert (b.gods[seat].followers, b.gods[seat].tokens, len(b.gods[seat].hand)) == (1, 8, 7)
    neutral = [one for one in b.monuments.values() if one.god == NOBODY]
    assert len(neutral) == {2: 5, 3: 6, 4: 7, 5: 7}[players]
    assert set(b.figures).isdisjoint(b.monuments)


@pytest.mark.parametrize(("scenario", "players"), SETUPS)
def test_the_regions_of_every_set_up_share_out_all_land(scenario: str, players: int) -> None:
    t = kernel.start(GAME, players, Seeded(bytes(32)), {"scenario": scenario, "gods": "choice"})
    land = land_of(t)
    assert sorted(space for part in land.regions.values() for space in part) == sorted(hexes_of(t).land)


def test_players_of_a_set_up_are_counted_from_the_first_player() -> None:
    seated = [kernel.start(GAME, 3, Seeded(bytes([n]) * 32)) for n in range(9)]
    assert {t.board.first for t in seated} == {0, 1, 2}
    for t in seated:
        assert t.board.figures["d4"].god == t.board.first
        assert t.board.active == t.board.first


def test_the_first_players_devotion_token_lies_on_top() -> None:
    b = table("osiris", "isis", "ra").board
    assert b.playing() == [2, 1, 0]


def test_gods_may_be_chosen_in_turn_order() -> None:
    t = kernel.start(GAME, 2, Seeded(bytes(32)), {"gods": "choice", "pantheon": False})
    first = t.board.first
    assert asked(t) == "god"
    assert t.pending.seats == (first,)
    say(t, "choose ra")
    assert isinstance(t.stack[-1], Ask)
    assert t.stack[-1].options == ("amun", "anubis", "isis", "osiris")
    silence(t)
    assert [t.board.gods[first].keys, t.board.gods[1 - first].keys] == [("ra",), ("amun",)]


def test_without_the_pantheon_only_the_five_gods_of_the_box_take_part() -> None:
    for n in range(10):
        t = kernel.start(GAME, 5, Seeded(bytes([n]) * 32), {"pantheon": False})
        assert sorted(god.keys[0] for god in t.board.gods) == ["amun", "anubis", "isis", "osiris", "ra"]


@pytest.mark.parametrize(("players", "copies"), [(2, 3), (3, 6), (4, 7), (5, 7)])
def test_copies_of_guardians_depend_on_the_number_of_players(players: int, copies: int) -> None:
    t = kernel.start(GAME, players, Seeded(bytes(32)))
    assert len(t.board.guardians) == copies
    assert len(t.board.guardian_set) == 3


def test_neighbours_across_a_river_are_not_adjacent() -> None:
    near = land_of(bare()).near
    assert "f3" in hexes_of(bare()).neighbours["f4"]
    assert near["f4"] == ("f5", "e5", "e4")


def test_water_belongs_to_every_region_it_touches() -> None:
    of = land_of(bare()).of
    assert of["e6"] == (1, 2)
    assert of["k1"] == (2, 3)
    assert of["g0"] == (3,)


def test_the_doubtful_edge_of_the_lake_can_be_a_river() -> None:
    open_lake, river = bare(), bare(lake_edge="river")
    assert "f6" in land_of(open_lake).near["e6"]
    assert "f6" not in land_of(river).near["e6"]
    assert land_of(river).of["e6"] == (1,)


def test_a_space_holds_one_piece() -> None:
    t = bare("osiris", "isis", pharaoh="ramses")
    put(t, 0, w1="e4")
    assert not free(t, "e4")
    assert not free(t, "a8")
    assert not free(t, "c5")
    assert free(t, "e5")


def test_caravans_of_five_regions_reach_the_eight_order_tokens() -> None:
    t = table("osiris", "isis", "ra", "amun", "anubis")
    for _ in range(3):
        land = land_of(t)
        region = max(land.regions, key=lambda n: len(land.regions[n]))
        chain = caravans(land, region, 6, 6)[0]
        t.board.camels += chain
        one = chain[0][:2]
        whole = divided(hexes_of(t), t.board.camels, (one, chain[0][2:]))
        t.board.order = (*t.board.order[: region - 1], one, *t.board.order[region:], chain[0][2:])
        assert min(len(part) for part in whole.regions.values()) >= 6
    assert len(land_of(t).regions) == 8
    assert sum(map(len, land_of(t).regions.values())) == 82


def test_a_caravan_is_a_chain_from_border_to_border() -> None:
    land = land_of(bare())
    for region in land.regions:
        for chain in caravans(land, region, 6, 6):
            assert 1 <= len(chain) <= 6
            assert all(set(one) & set(other) for one, other in pairwise(chain))
            assert all(edge(one[:2], one[2:]) == one for one in chain)


@pytest.mark.parametrize("pharaoh", PHARAOHS)
@pytest.mark.parametrize(("scenario", "players"), SETUPS)
def test_the_last_player_places_the_pharaoh_beside_an_own_monument(scenario: str, players: int, pharaoh: str) -> None:
    t = kernel.start(GAME, players, Seeded(bytes(32)), {"scenario": scenario, "pharaoh": pharaoh, "pantheon": False})
    b = t.board
    who = b.first if pharaoh == "xerxes" else (b.first - 1) % players
    if asked(t) == "pharaoh-start":
        assert t.pending.seats == (who,)
        silence(t)
    near = land_of(t).near[b.court.space]
    assert any(space in near for space in b.monuments_of(who))
    assert b.court.tokens == (1 if pharaoh == "tutankhamun" else 0)


def test_three_agenda_cards_lie_open_and_each_player_has_a_priest_in_the_war_chamber() -> None:
    b = table("osiris", "isis", pharaoh="amenhotep").board
    assert len(b.court.display) == 3
    assert len(b.deck) == 37
    assert [god.priests for god in b.gods] == [(2, 0, 1, 0, 0)] * 2
    assert b.supply["sphinx"] == 5


def test_the_pharaoh_may_fall_by_lot() -> None:
    found = {kernel.start(GAME, 2, Seeded(bytes([n]) * 32), {"pharaoh": "lot"}).board.court.pharaoh for n in range(30)}
    assert found == set(PHARAOHS)


def test_a_set_up_without_room_beside_a_monument_lets_the_pharaoh_begin_anywhere() -> None:
    pieces = "g:a4:1 w:a5:1 o:a3:1 g:k2:2 w:j2:2 o:k3:2"
    overrides = {"scenario": {"middle-kingdom": {"2": {"pieces": pieces}}}}
    t = kernel.start(GAME, 2, Seeded(bytes(32)), {"pharaoh": "ramses", "pantheon": False}, overrides)
    assert asked(t) == "pharaoh-start"
    assert MONUMENTS[0] == t.board.monuments["a3"].kind
