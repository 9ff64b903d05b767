"""RULES.md says how the rulebooks are read; every reading is fixed by a test that exists."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

RULES = files("pbem.games.mennefer").joinpath("RULES.md").read_text("utf-8")
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


def test_every_worked_example_is_a_test() -> None:
    numbers = {int(name.split("_")[1][1:]) for name in names_of_tests() if re.match(r"test_x\d+_", name)}
    assert numbers == set(range(1, 24))
