"""RULES.md says how the sources are read; every reading is fixed by a test that exists."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from pbem.games.ankh import GAME
from pbem.games.ankh.data import printed

RULES = files("pbem.games.ankh").joinpath("RULES.md").read_text("utf-8")
HERE = Path(__file__).parent


def readings() -> list[tuple[int, str]]:
    """The numbered points."""
    points = re.split(r"^(\d+)\. ", RULES.partition("## Checked as a whole")[0], flags=re.MULTILINE)[1:]
    return [(int(number), text) for number, text in zip(points[::2], points[1::2], strict=True)]


def names_of_tests() -> set[str]:
    return {name for file in HERE.glob("test_*.py") for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))}


def test_every_test_that_the_document_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", RULES))
    assert named
    assert named <= names_of_tests(), f"not in {HERE.name}: {sorted(named - names_of_tests())}"


def test_every_reading_names_a_test() -> None:
    assert [number for number, text in readings() if "`test_" not in text] == []


def test_readings_are_numbered_one_after_the_other() -> None:
    assert [number for number, _ in readings()] == list(range(1, len(readings()) + 1))


def test_every_point_on_which_sources_differ_is_an_option_and_in_the_document() -> None:
    for option in (
        "drought", "battle_order", "resplendent", "glorious", "red_zone", "monuments", "moves_to_event", "lake_edge",
    ):  # fmt: skip
        assert option in GAME.options
        assert f"`{option}`" in RULES


def test_everything_reconstructed_is_named_in_the_document() -> None:
    blocks = {name for name, block in printed().items() if block.get("status") == "reconstructed"}
    blocks |= {name for name, one in printed()["scenario"].items() if one["2"]["status"] == "reconstructed"}
    named = RULES.partition("**Reconstructed blocks**")[2].partition("**Terms.**")[0]
    assert set(re.findall(r"`([\w-]+)`", named)) == blocks
