"""The printed numbers of Ra, and what an owner may put in their place."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import data, kernel
from pbem.engine.errors import BadData
from pbem.games.ra import GAME
from pbem.games.ra.board import Table
from tests.games.ra.builders import chance, play


def table(overrides: dict[str, Any], seats: int = 3) -> Table:
    t: Table = kernel.start(GAME, seats, chance("data"), overrides=overrides)
    return t


def test_rows_can_be_replaced() -> None:
    t = table({"row": {"spaces": 5}, "points": {"start": 7}, "ra_row": {"3": 4}, "tiles": {"gold": 9}})
    assert (t.board.row_spaces, t.board.ra_spaces) == (5, 4)
    assert [one.points for one in t.board.players] == [7, 7, 7]
    assert t.board.bag.count("gold") == 9


def test_suns_can_be_replaced() -> None:
    t = table({"suns": {"3": ["20-3", "19-4", "18-5"]}})
    assert sorted(one.suns for one in t.board.players) == [(3, 20), (4, 19), (5, 18)]


def test_an_override_changes_the_fingerprint_and_is_kept() -> None:
    overrides = {"tiles": {"gold": 9}}
    changed = data.effective(GAME, overrides)
    assert changed.fingerprint != data.effective(GAME, {}).fingerprint
    assert changed.overrides == overrides


def test_an_override_that_says_what_is_printed_changes_nothing() -> None:
    assert data.effective(GAME, {"row": {"spaces": 8}}).fingerprint == data.effective(GAME, {}).fingerprint


def test_a_match_with_other_numbers_is_played_to_its_end() -> None:
    t = table({"row": {"spaces": 3}, "ra_row": {"3": 3}, "tiles": {"temple": 9, "god": 0, "funeral": 5}})
    while t.stack:
        seat = t.pending.seats[0]
        kernel.play(t, seat, kernel.consult(t, seat, GAME.bots["steady"], chance(f"data/{t.n}")))
    assert len(t.board.history) == 3


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"rwo": {"spaces": 8}}, r"ra\.rwo does not exist; known here: about, row"),
        ({"tiles": {"sfinx": 5}}, r"ra\.tiles\.sfinx does not exist"),
        ({"ra_row": {"6": 11}}, r"ra\.ra_row\.6 does not exist; known here: 3, 4, 5"),
        ({"row": {"spaces": "8"}}, r"ra\.row\.spaces is int, not str"),
        ({"tiles": {"gold": True}}, r"ra\.tiles\.gold is int, not bool"),
        ({"row": 8}, r"ra\.row is dict, not int"),
        ({"row": {"spaces": 0}}, r"ra\.row\.spaces is 1 to 20"),
        ({"row": {"spaces": 21}}, r"ra\.row\.spaces is 1 to 20"),
        ({"ra_row": {"4": 0}}, r"ra\.ra_row at least 1"),
        ({"tiles": {"gold": -1}}, r"ra\.tiles: no number below 0"),
        ({"tiles": {"ra": 29}}, r"three full Ra rows"),
        ({"ra_row": {"5": 11}}, r"three full Ra rows"),
        ({"suns": {"3": ["13-8-5-2", "12-9-6-3", "eleven"]}}, r"ra\.suns\.3: write each stack like 13-8-5-2"),
        ({"suns": {"3": [13, 12, 11]}}, r"ra\.suns\.3: write each stack like 13-8-5-2"),
        ({"suns": {"3": ["13-8", "12-9"]}}, r"ra\.suns\.3: 3 stacks of one size"),
        ({"suns": {"4": ["13-6-2", "12-7-3", "11-8-4", "10-9"]}}, r"ra\.suns\.4: 4 stacks of one size"),
        ({"suns": {"3": ["13-8", "12-8", "11-7"]}}, r"no sun twice"),
        ({"suns": {"3": ["13-1", "12-8", "11-7"]}}, r"none below 2"),
        ({"suns": {"3": ["100-8", "12-9", "11-7"]}}, r"ra\.suns\.3: .*none above 99"),
        ({"tiles": {"gold": 201}}, r"ra\.tiles: at most 200 of a kind"),
        ({"tiles": {"god": 9}}, r"ra\.tiles: .* 8 gods"),
    ],
)
def test_numbers_that_cannot_be_played_are_refused_with_the_reason(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(BadData, match=message):
        table(overrides)


@pytest.mark.parametrize("spaces", [1, 20])
def test_the_limits_of_the_tile_row_can_be_played(spaces: int) -> None:
    assert table({"row": {"spaces": spaces}}).board.row_spaces == spaces


def test_a_ra_row_may_have_a_single_space() -> None:
    assert table({"ra_row": {"3": 1}}).board.ra_spaces == 1


def test_the_highest_sun_can_be_bid() -> None:
    t = table({"suns": {"3": ["99-3", "98-4", "97-5"]}})
    owner = t.pending.seats[0]
    t = play(t, "ra", "pass", "pass", "bid 99")
    assert t.board.sun == 99
    assert t.board.players[owner].spent == (1,)


def test_chance_is_asked_by_the_names_of_its_questions() -> None:
    t = table({})
    assert [outcome.question for outcome in t.outcomes] == ["suns"] * 3
    t = play(t, "draw")
    assert [outcome.question for outcome in t.outcomes] == ["tile"]
    assert set(GAME.outcome_words) == {"suns", "tile"}


def test_the_listing_names_every_row_with_status_and_source() -> None:
    rows = GAME.components(GAME.raw_data())
    values = {(row.group, row.name): row.value for row in rows}
    assert values["tiles", "ra"] == "30"
    assert values["suns", "4"] == "13-6-2, 12-7-3, 11-8-4, 10-9-5"
    assert len(values) == len(rows) == 1 + 3 + 1 + 23 + 3
    assert {row.status for row in rows} == {"verified"}
    assert all(row.source for row in rows)


def test_the_words_of_chance_are_all_stacks_and_all_tiles() -> None:
    assert len(GAME.outcome_words["suns"]) == 3 + 4 + 5
    assert len(GAME.outcome_words["tile"]) == 23
