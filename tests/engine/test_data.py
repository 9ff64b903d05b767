"""Effective data: printed numbers, an owner's corrections, and the fingerprint of both."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from pbem.engine import data
from pbem.engine.errors import BadData
from tests import tiny

PRINTED = {"name": "tiny", "row": {"spaces": 8, "deep": {"even": True}}, "suns": ["2-3"], "rate": 1.5}


def test_without_overrides_the_printed_numbers_count() -> None:
    effective = data.effective(tiny.GAME, {})
    assert effective.value == tiny.checked(tiny.printed())
    assert effective.overrides == {}
    assert effective.fingerprint == data.fingerprint(tiny.printed())


def test_an_override_replaces_its_row_and_no_other() -> None:
    effective = data.effective(tiny.GAME, {"worth": {"lion": 9}})
    assert effective.value.worth == {"cat": 2, "ibis": 1, "lion": 9, "scarab": 3}
    assert effective.value.rounds == tiny.checked(tiny.printed()).rounds
    assert effective.overrides == {"worth": {"lion": 9}}


def test_overrides_reach_any_depth_and_leave_the_printed_data_alone() -> None:
    before = data.canonical(PRINTED)
    merged = data.corrected(PRINTED, {"row": {"deep": {"even": False}}, "suns": ["4-5", "6-7"]}, "tiny")
    assert merged == {**PRINTED, "row": {"spaces": 8, "deep": {"even": False}}, "suns": ["4-5", "6-7"]}
    assert data.canonical(PRINTED) == before


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"rows": {}}, r"tiny\.rows does not exist; known here: name, row, suns, rate"),
        ({"row": {"space": 9}}, r"tiny\.row\.space does not exist; known here: spaces, deep"),
        ({"row": {"deep": {"odd": True}}}, r"tiny\.row\.deep\.odd does not exist; known here: even"),
        ({"name": 3}, r"tiny\.name is str, not int"),
        ({"row": 8}, r"tiny\.row is dict, not int"),
        ({"row": {"spaces": "8"}}, r"tiny\.row\.spaces is int, not str"),
        ({"row": {"spaces": True}}, r"tiny\.row\.spaces is int, not bool"),
        ({"row": {"spaces": {"x": 1}}}, r"tiny\.row\.spaces is int, not dict"),
        ({"suns": "2-3"}, r"tiny\.suns is list, not str"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_whole_name(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(BadData, match=message):
        data.corrected(PRINTED, overrides, "tiny")


def test_numbers_that_fit_but_cannot_be_played_are_refused_by_the_game() -> None:
    with pytest.raises(BadData, match="copies is at least 5"):
        data.effective(tiny.GAME, {"limits": {"copies": 4}})


def test_the_fingerprint_is_a_hash_of_one_json_form() -> None:
    assert data.canonical({"b": [1, 2], "a": "Ü"}) == '{"a":"Ü","b":[1,2]}'.encode()
    assert data.fingerprint({"b": 1, "a": "Ü"}) == hashlib.sha256('{"a":"Ü","b":1}'.encode()).hexdigest()


def test_the_fingerprint_names_the_content_and_not_how_it_came_about() -> None:
    printed = data.effective(tiny.GAME, {})
    same = data.effective(tiny.GAME, {"limits": {"hand": 3}})
    other = data.effective(tiny.GAME, {"limits": {"hand": 4}})
    assert same.fingerprint == printed.fingerprint
    assert other.fingerprint != printed.fingerprint
