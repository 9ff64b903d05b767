"""The rulebooks of Men-Nefer: the harvest, contracts of every kind, all Queens' tiles, ties."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import kernel
from pbem.engine.game import Standing
from pbem.games.mennefer.board import Table
from pbem.games.mennefer.data import KINDS
from pbem.games.mennefer.events import Harvested
from pbem.games.mennefer.scoring import complete, duat, last_seal, queens, standings, tally
from pbem.games.mennefer.steps import Eras
from pbem.games.mennefer.steps.seasons import harvest
from tests.games.mennefer.builders import match, me, position, told

NUMBERS = match().data.value


def reap(**mine: Any) -> Table:
    """A harvest in which seat 0 has these things."""
    board = mine.pop("board", None)
    t = position(board=board, **mine)
    harvest(t)
    return t


# In the printed order


def test_papyri_are_rolled_up_before_the_duat_is_scored() -> None:
    without, with_papyri = reap(heart=11, feather=9), reap(heart=11, feather=9, papyri=("p03", "p04", "p05"))
    assert told(without, Harvested)[0].tallies[0].duat == -1
    assert told(with_papyri, Harvested)[0].tallies[0].duat == 0
    assert me(with_papyri).feather == 12


def test_rolled_up_papyri_count_for_contracts_of_the_same_harvest() -> None:
    assert me(reap(contracts=("k111",), papyri=("p03", "p04"))).met == ("k111",)
    assert me(reap(contracts=("k115", "k114"), feather=4, papyri=("p03",))).met == ("k114",)


def test_a_drawing_is_complete_between_neighbours_only() -> None:
    assert complete(("p01", "p09", "p03"), NUMBERS) == 2
    assert complete(("p01", "p03", "p09"), NUMBERS) == 0
    assert complete(("p01",), NUMBERS) == 0


@pytest.mark.parametrize(
    ("heart", "feather", "points"),
    [
        (0, 0, -10),
        (22, 22, 10),
        (11, 11, 0),
        (10, 11, 0),
        (10, 10, 0),
        (10, 8, -1),
        (12, 12, 0),
        (13, 12, 1),
        (14, 14, 2),
        (22, 0, 0),
        (3, 19, 0),
    ],
)
def test_the_duat_counts_marks_strictly_between_heart_and_feather(heart: int, feather: int, points: int) -> None:
    assert duat(heart, feather, NUMBERS) == points


def test_nobody_falls_below_zero_and_gains_come_on_top() -> None:
    t = reap(pp=3, met=("k301",), great=3)
    assert told(t, Harvested)[0].tallies[0].duat == -10
    assert me(t).pp == 0 + 3 + 1


def test_contracts_stay_fulfilled_for_good() -> None:
    t = reap(contracts=("k106",), boats=("1", "2", "0", "0"))
    assert me(t).met == ("k106",)
    me(t).boats = ("0",) * 4
    harvest(t)
    assert told(t, Harvested)[-1].tallies[0].contracts == 1


@pytest.mark.parametrize(("seals", "points"), [([0, 1, 0, 3, 0], 3), ([0, 0], 0), ([], 0), ([2, 0, 0], 2)])
def test_the_last_seal_reached_counts(seals: list[int], points: int) -> None:
    assert last_seal(seals) == points


def test_obelisk_and_great_pyramid_by_their_last_seal() -> None:
    one = told(reap(orb=5, great=9), Harvested)[0].tallies[0]
    assert (one.obelisk, one.great) == (3, 3)
    full = told(reap(orb=10, great=14), Harvested)[0].tallies[0]
    assert (full.obelisk, full.great) == (10, 8)


def test_the_match_ends_after_the_third_harvest() -> None:
    t = position()
    t.board.era, t.stack = 3, [Eras()]
    kernel.settle(t)
    assert t.stack == []
    assert kernel.result(t) is not None


# Contracts

ENOUGH: dict[str, dict[str, Any]] = {
    "sarcophagi": {"board": {"tombs": {"a1": 0, "b1": 0, "c1": 1}}},
    "sphinxes": {"board": {"pedestals": {"s1": 0, "s2": 0}}},
    "obelisk": {"orb": 5},
    "permissions": {"placed": (1, 0, 1)},
    "priestesses": {"standing": (1, 1, 0, 1, 0), "lying": (0, 0, 0, 0, 1)},
    "priestess-rooms": {"standing": (2, 0, 0, 1, 0), "lying": (0, 0, 1, 0, 0)},
    "boats": {"boats": ("u1", "1", "l3", "0")},
    "fishing-boats": {"boats": ("6", "3", "0", "0")},
    "two-scarabs": {"scarabs": (3, 1, 2, 0, 0)},
    "hieroglyphs": {"glyphs": 3},
    "baskets": {"board": {"temple": {"1a": 0, "1b": 0, "4a": 0}}},
    "papyri-rolled": {"rolled": ("p01", "p02", "p03", "p04", "p05")},
    "great-pyramid": {"great": 8},
    "heart": {"heart": 10},
    "feather": {"feather": 10},
    "crafts": {"crafts": (("ring1", "ring2", "ring3"), ("jar1",), ()), "offered": ("ring1",)},
    "craft-kinds": {"crafts": (("ring1", "jar2", "mirror3"), (), ()), "offered": ("jar2",)},
    "contracts-done": {"met": ("k101", "k102", "k103")},
}
TOO_LITTLE: dict[str, dict[str, Any]] = {
    "sarcophagi": {"board": {"tombs": {"a1": 0, "c1": 1}}},
    "sphinxes": {"board": {"pedestals": {"s1": 0, "s2": 1}}},
    "obelisk": {"orb": 4},
    "permissions": {"placed": (1, 0, 0), "allowed": 1},
    "priestesses": {"standing": (2, 2, 0, 0, 0)},
    "priestess-rooms": {"standing": (2, 1, 0, 0, 1)},
    "boats": {"boats": ("u1", "1", "0", "0")},
    "fishing-boats": {"boats": ("6", "2", "u2", "0")},
    "two-scarabs": {"scarabs": (2, 2, 2, 2, 2)},
    "hieroglyphs": {"glyphs": 2},
    "baskets": {"board": {"temple": {"1a": 0, "1b": 0, "4a": 1}}},
    "papyri-rolled": {"rolled": ("p01", "p02", "p03", "p04")},
    "great-pyramid": {"great": 7},
    "heart": {"heart": 9},
    "feather": {"feather": 9},
    "crafts": {"crafts": (("ring1", "ring2", "ring3"), (), ())},
    "craft-kinds": {"crafts": (("ring1", "jar2", "ring3"), (), ())},
    "contracts-done": {"met": ("k101", "k102")},
}


def card_of(kind: str) -> str:
    """The contract of value 2 that asks for something."""
    return next(name for name, card in NUMBERS.contracts.items() if card.kind == kind and card.value == 2)


@pytest.mark.parametrize("kind", KINDS)
def test_a_contract_of_each_kind_is_met_by_what_it_asks_for(kind: str) -> None:
    card = card_of(kind)
    assert card in me(reap(contracts=(card,), **ENOUGH[kind])).met
    assert card not in me(reap(contracts=(card,), **TOO_LITTLE[kind])).met


def test_rooms_deeper_than_asked_for_will_do_but_one_priestess_serves_once() -> None:
    assert me(reap(contracts=("k206",), standing=(2, 0, 0, 0, 2))).met == ("k206",)
    assert me(reap(contracts=("k206",), standing=(3, 0, 0, 0, 1))).met == ()


def test_contracts_that_count_contracts_come_last_and_never_count_themselves() -> None:
    t = reap(contracts=("k218", "k101", "k102"), board={"tombs": {"a1": 0}, "pedestals": {"s1": 0}})
    assert me(t).met == ("k101", "k102")
    t = reap(contracts=("k318", "k218", "k101"), met=("k102", "k103", "k104"), board={"tombs": {"a1": 0}})
    assert me(t).met == ("k102", "k103", "k104", "k101", "k218", "k318")


# Queens' tiles


@pytest.mark.parametrize(
    ("tile", "mine", "amount"),
    [
        ("baskets", {"board": {"temple": {"1a": 0, "2a": 0, "3a": 1}}}, 2),
        ("sarcophagi", {"board": {"tombs": {"a1": 0, "b1": 0, "c1": 0, "d1": 1}}}, 3),
        ("sphinxes", {"board": {"pedestals": {"s1": 0, "s3": 0}}}, 2),
        ("craft_kinds", {"crafts": (("ring1", "ring2", "jar1"), ("mirror1",), ()), "offered": ("jar1",)}, 3),
        ("contracts_done", {"met": ("k101", "k102", "k103", "k104", "k105")}, 2),
        ("papyri_rolled", {"rolled": ("p01", "p02"), "papyri": ("p03",)}, 1),
    ],
)
def test_each_queens_tile_counts_its_element(tile: str, mine: dict[str, Any], amount: int) -> None:
    t = position(**mine)
    t.board.queens_tiles = (tile, "baskets", "sphinxes")
    me(t).placed = (3, 0, 0)
    assert queens(t.board, t.data.value, 0, len(me(t).met)) == 3 * amount
    assert tally(t.board, t.data.value, 0).queens == 3 * amount


# The end


def points(*rows: tuple[int, int, int]) -> Table:
    """Players with points, heart and feather."""
    t = position(len(rows))
    for player, (pp, heart, feather) in zip(t.board.players, rows, strict=True):
        player.pp, player.heart, player.feather = pp, heart, feather
    return t


def test_most_points_win() -> None:
    rows = standings(points((30, 0, 0), (40, 0, 0), (35, 0, 0)).board)
    assert [row.place for row in rows] == [3, 1, 2]


def test_a_tie_goes_to_the_purer_heart() -> None:
    rows = standings(points((30, 5, 6), (30, 10, 2), (20, 22, 22)).board)
    assert [row.place for row in rows] == [2, 1, 3]


def test_a_tie_that_persists_is_a_shared_victory() -> None:
    assert standings(points((30, 5, 7), (30, 10, 2)).board) == [Standing(0, 1, 30), Standing(1, 1, 30)]
