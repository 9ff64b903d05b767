"""The components of Men-Nefer, and what an owner may put in their place."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import data, kernel
from pbem.engine.errors import BadData
from pbem.games.mennefer import GAME
from pbem.games.mennefer.acts import DO, MOST, Act, leaves, read
from pbem.games.mennefer.data import ABOUT, HOUSES, KINDS, printed
from tests.games.mennefer.builders import chance, match, me

NUMBERS = match().data.value
ALLOWED = {
    "pyramids": {"favour", "permission", "limestone"},
    "necropolis": {"embalm", "rite", "papyrus"},
    "temple": {"craft", "priestess"},
    "nile": {"boats"},
    "sphinxes": {"carve", "erect"},
}


def test_counts_of_the_list_of_components() -> None:
    types = [tablet.type for tablet in NUMBERS.tablets.values()]
    assert [types.count(kind) for kind in (1, 2, 3, 4)] == [4, 4, 4, 8]
    values = [card.value for card in NUMBERS.contracts.values()]
    assert [values.count(value) for value in (1, 2, 3)] == [15, 18, 18]
    assert (len(NUMBERS.papyri), len(NUMBERS.crafts), len({one.kind for one in NUMBERS.crafts.values()})) == (40, 35, 5)
    assert (len(NUMBERS.deities), len(NUMBERS.benefits), len(NUMBERS.mastabas), len(NUMBERS.neutrals)) == (8, 6, 7, 5)
    assert (len(NUMBERS.queens_tiles), len(NUMBERS.boards), sum(map(len, NUMBERS.pieces))) == (6, 4, 12)
    assert len(NUMBERS.offerings) == 32


def test_every_kind_of_contract_exists_and_is_known() -> None:
    assert {card.kind for card in NUMBERS.contracts.values()} == set(KINDS)


@pytest.mark.parametrize("house", HOUSES)
def test_each_track_has_the_actions_that_the_rulebook_names(house: str) -> None:
    assert {leaf.do for acts in NUMBERS.houses[house] for leaf in leaves(acts)} == ALLOWED[house]
    assert len(NUMBERS.houses[house]) == 6


def test_spaces_of_the_temple_with_two_actions_always_move_the_orb() -> None:
    for space in NUMBERS.offerings.values():
        assert len(space.act) == 1 or "orb" in {leaf.do for leaf in leaves(space.act)}


def test_ways_and_fishing_boats_follow_from_the_cities() -> None:
    assert NUMBERS.ways["0"]["u1"] == 1
    assert NUMBERS.ways["u1"] == {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6} | {
        "l1": 2, "u2": 3, "l2": 4, "u3": 5, "l3": 6,
    }  # fmt: skip
    assert [NUMBERS.passed[place] for place in ("2", "3", "4", "5", "u2", "u3", "l3")] == [0, 1, 1, 2, 0, 1, 2]


def test_every_row_has_a_status_and_a_source() -> None:
    rows = GAME.components(printed())
    assert {row.status for row in rows} == {"verified", "reconstructed"}
    assert all(row.source for row in rows)
    values = {(row.group, row.name): row for row in rows}
    assert values["tablets", "t1a"].value == "type 1; glyph reed; act heka 2, embalm 1 / rite ?"
    assert values["deities", "isis"].status == "verified"
    assert values["houses.nile", "1"].status == "reconstructed"
    assert values["great_pyramid.track", "2"].value == "build true; favour 0; seal 0"


@pytest.mark.parametrize(
    ("group", "name", "status"),
    [
        ("great_pyramid", "hammers", "verified"),
        ("great_pyramid", "base", "reconstructed"),
        ("queens_pyramids", "levels", "verified"),
        ("necropolis", "activations", "verified"),
        ("temple", "costs", "verified"),
        ("temple.spaces", "4h", "verified"),
        ("mastaba_tiles", "m1", "reconstructed"),
        ("nile", "food", "reconstructed"),
    ],
)
def test_a_value_is_verified_if_all_of_it_is_stated_by_a_rulebook(group: str, name: str, status: str) -> None:
    """The example of the rite shows what m1 does, but no PP of it."""
    assert [row.status for row in GAME.components(printed()) if (row.group, row.name) == (group, name)] == [status]


def test_every_single_value_has_a_status_of_its_own() -> None:
    for group, block in printed().items():
        single = {name for name, value in block.items() if name not in ABOUT and not nested(value)}
        assert set(block.get("statuses", single)) == single, group


def nested(value: object) -> bool:
    """Whether this is a row, or rows, with statuses of their own."""
    return isinstance(value, dict) and ("status" in value or any(isinstance(one, dict) for one in value.values()))


def test_an_owner_says_what_is_verified_now() -> None:
    raw = data.corrected(printed(), {"nile": {"food": [0] * 7, "statuses": {"food": "verified"}}}, "mennefer")
    assert [row.status for row in GAME.components(raw) if (row.group, row.name) == ("nile", "food")] == ["verified"]


# The vocabulary


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("heka 2", Act("heka", n=2)),
        ("rite ?", Act("rite")),
        ("erect 3", Act("erect", level=3)),
        ("papyrus", Act("papyrus")),
        ("craft free", Act("craft", free=True)),
        ("priestess 2 offer", Act("priestess", n=2, offer=True)),
        ("boats 3 activate 2", Act("boats", n=3, activate=2)),
        ("contract", Act("contract")),
        ("embalm 1 / rite ?", Act("one_of", parts=(Act("embalm"), Act("rite")))),
        (
            "craft / heart 1 + feather 1",
            Act("one_of", parts=(Act("craft"), Act("all", parts=(Act("heart"), Act("feather"))))),
        ),
    ],
)
def test_actions_are_read(text: str, act: Act) -> None:
    assert read([text], "here") == (act,)


@pytest.mark.parametrize(
    "text",
    ["", "hekka 2", "heka", "heka 0", f"heka {MOST + 1}", "heka two", "rite 4", "rite", "papyrus 2", "contract 1",
     "boats 2 activate 3", "priestess 2 offering", "heka 2 3", "food 1 /", "all"],
)  # fmt: skip
def test_what_is_no_action_is_refused_with_what_is_known(text: str) -> None:
    with pytest.raises(BadData, match="here: "):
        read([text], "here")


def test_a_list_of_actions_is_wanted() -> None:
    for wrong in ([], [2], ["heka 2", 3]):
        with pytest.raises(BadData, match="a list of actions"):
            read(wrong, "here")  # type: ignore[arg-type]  # what a file may hold
    assert set(DO) >= {leaf.do for acts in NUMBERS.houses["nile"] for leaf in leaves(acts)}


# An owner's corrections


def test_rows_can_be_replaced() -> None:
    overrides = {
        "start": {"heka": 4},
        "deities": {"maat": {"act": ["pp 2"], "status": "reconstructed"}},
        "tablets": {"t1a": {"act": ["food 1 / heart 1 + feather 1"], "status": "verified"}},
        "nile": {"food": [0, 1, 1, 1, 1, 1, 1]},
    }
    t = match(2, "owner", **overrides)
    assert me(t).heka == 4
    assert t.data.value.deities["maat"] == (Act("pp", n=2),)
    assert t.data.fingerprint != match().data.fingerprint
    assert t.data.overrides == overrides


def test_a_match_with_other_numbers_is_played_to_its_end() -> None:
    t = match(
        3, "other", tablet_row={"1": {"food": 0}}, crafts={"levels": [4, 3, 2]}, duat={"length": 20, "marks": [9]}
    )
    while t.stack:
        seat = t.pending.seats[0]
        kernel.play(t, seat, kernel.consult(t, seat, GAME.bots["random"], chance(f"data/{t.n}")))
    assert len(t.board.history) == 3


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"tablet": {}}, r"mennefer\.tablet does not exist"),
        ({"tablets": {"t9a": {}}}, r"mennefer\.tablets\.t9a does not exist"),
        ({"tablets": {"t1a": {"act": "heka 2"}}}, r"mennefer\.tablets\.t1a\.act is list, not str"),
        ({"tablets": {"t1a": {"act": ["hekka 2"]}}}, r"mennefer\.tablets\.t1a: 'hekka 2' is no action"),
        ({"tablets": {"t1a": {"status": "sure"}}}, r"mennefer\.tablets\.t1a\.status is one of verified"),
        ({"nile": {"statuses": {"food": "sure"}}}, r"mennefer\.nile\.statuses\.food is one of verified"),
        ({"tablets": {"t1a": {"type": 5}}}, "types are 1, 2, 3 and 4"),
        ({"tablets": {"t1a": {"type": 2}}}, "at least 4 of type 1, 2 and 3"),
        ({"tablet_row": {"5": {"food": -1}}}, "the last row costs nothing"),
        ({"personal_boards": {"bonuses": ["pp 1"]}}, "a bonus for each glyph"),
        ({"apprentices": {"cost": [0, 1]}}, "apprentices.cost has 4 numbers"),
        ({"start": {"food": []}}, "start.food has 4 numbers"),
        ({"start": {"food": [3]}}, "start.food has 4 numbers"),
        ({"start": {"heka": 99}}, r"mennefer\.start\.heka is from 0 to 30, not 99"),
        ({"tablet_row": {"1": {"food": -6}}}, r"tablet_row\.1\.food is from -5 to 30, not -6"),
        ({"apprentices": {"unpaid": -1}}, r"apprentices\.unpaid is from 0 to 30, not -1"),
        ({"apprentices": {"cost": [0, 1, "three", 5]}}, "apprentices.cost is a list of int, and 'three' is none"),
        ({"crafts": {"pp": [0, 1, 2]}}, r"mennefer\.crafts\.pp is a list of list, and 0 is none"),
        ({"great_pyramid": {"hammers": {"3": ["a"]}}}, r"hammers\.3 is a list of int, and 'a' is none"),
        ({"start": {"heka": 11}}, "food and heka are at most cap"),
        ({"start": {"cap": 12}}, "cap is at most 10"),
        ({"great_pyramid": {"pyramidion": 5}}, "pyramidion is from 1 to 4"),
        ({"great_pyramid": {"track": {"1": {"favour": 10}}}}, "at most 9 favours"),
        ({"obelisk": {"end": 2}}, "great_pyramid.end and obelisk.end: at most 1"),
        ({"queens_tiles": {"baskets": 0}}, "queens_tiles: 1 or more"),
        ({"necropolis": {"activations": [1, 2]}}, "activations has 3 numbers"),
        ({"temple": {"costs": [1, 1, 2, 2, 2]}}, "temple.costs has 4 numbers"),
        ({"necropolis": {"activations": [0, 2, 3]}}, "activations: 1 or more"),
        ({"temple": {"costs": []}}, "temple.costs has 4 numbers"),
        ({"nile": {"cities": {"u1": {"value": 4}}}}, "nile.cities: value 1 to 3"),
        ({"nile": {"contract_spaces": {"2": 9}}}, "too few of a value"),
        ({"markets": {"craft_food": [4, 3, 2, 1, 0]}}, "markets have 4 prices each"),
        ({"great_pyramid": {"base": {"a": "gold"}}}, "positions a to d"),
        ({"great_pyramid": {"pieces": {"1": ["heka"]}}}, "4 pieces on each of 3 levels"),
        ({"great_pyramid": {"prebuilt": {"2": "e"}}}, "a position or empty"),
        ({"queens_pyramids": {"levels": 3}}, "too few levels or permission spaces"),
        ({"necropolis": {"spaces": {"a1": {"level": 4}}}}, "necropolis.spaces: level 1 to 3"),
        ({"necropolis": {"spaces": {"a1": {"row": "row-9"}}}}, "row and column are tile_places"),
        ({"temple": {"spaces": {"1a": {"room": 5}}}}, "temple: rooms 1 to 4"),
        ({"temple": {"costs": [0, 1, 2, 2]}}, "temple.costs: 1 or more"),
        ({"pedestals": {"s1": {"level": 0}}}, "pedestals: level 1 to 3"),
        ({"neutral_tiles": {"n1": {"2": {"sun": ["harbour"]}}}}, "houses are pyramids"),
        ({"duat": {"marks": [22]}}, "duat.marks lie between the ends"),
        ({"contracts": {"k101": {"kind": "camels"}}}, "contracts: kinds are sarcophagi"),
        ({"contracts": {"k101": {"need": []}}}, "something needed"),
        ({"nile": {"contract_spaces": {"4": 9}}}, "too few of a value"),
        ({"markets": {"craft_food": [-1, 2, 1, 0]}}, "craft_food is from 0 to 30, not -1"),
        ({"crafts": {"levels": [4, 3, 3]}}, "pp for each space"),
        ({"city_benefits": {"c1": {"act": ["boats 1 activate 1"]}}}, "none activates boats"),
        ({"nile": {"cities": {"u1": {"exit": 7}}}}, "entry and exit are sections from 0 to 6"),
        ({"mastaba_tiles": {"m1": {"act": ["mastaba 1"]}}}, "cannot activate mastaba tiles"),
        ({"nile": {"cities": {"l3": {"exit": 4}}}}, "nile.cities: no exit before the entry"),
        ({"tablets": {"t1a": {"glyph": "bird"}}}, "tablets: glyph: 'bird' is none of reed, owl"),
        ({"personal_boards": {"A": {"glyphs": ["Reed"]}}}, "personal_boards: glyphs: 'Reed' is none of reed, owl"),
        ({"papyri": {"tiles": {"p01": {"right": "cat"}}}}, "papyri.tiles: left and right: 'cat' is none of vase"),
        ({"crafts": {"tiles": {"ring1": {"kind": "brooch"}}}}, "crafts.tiles: kind: 'brooch' is none of ring"),
        ({"queens_pyramids": {"names": ["tiye"] * 3}}, "queens_pyramids.names: 'tiye' is none of hetepheres"),
        ({"queens_pyramids": {"names": ["henutsen"] * 3}}, "each of the three once"),
        ({"necropolis": {"tile_places": ["row-1"] * 5}}, "tile_places: none twice"),
    ],
)  # fmt: skip
def test_numbers_that_cannot_be_played_are_refused_with_the_reason(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(BadData, match=message):
        data.effective(GAME, overrides)


def test_the_way_through_a_city_counts_where_it_is_shorter() -> None:
    """From section 3 two steps lead into L2 and out to section 6; along the river they would be three."""
    ways = match(2, "ways", nile={"cities": {"l2": {"exit": 6}}}).data.value.ways
    assert ways["3"] == {"4": 1, "5": 2, "6": 2, "l2": 1, "u3": 2, "l3": 3}
    assert ways["l2"] == {"6": 1}
