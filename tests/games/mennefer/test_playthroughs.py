"""Golden playthroughs of Men-Nefer: one for each number of players."""

from __future__ import annotations

import re

import pytest

from pbem.games.mennefer import GAME
from pbem.games.mennefer.events import Dropped
from tests import golden

NAMES = ("two", "three", "four")
FILES = {name: golden.folder("mennefer") / f"{name}.txt" for name in NAMES}


def all_texts() -> str:
    return "\n".join(file.read_text("utf-8") for file in FILES.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_is_played_again_to_the_letter(name: str) -> None:
    difference = golden.check(FILES[name])
    assert difference is None, f"{FILES[name].name}: {difference}"


def test_there_is_a_file_for_each_row_of_the_index() -> None:
    assert set(golden.index("mennefer")) == set(NAMES)
    assert {file.stem for file in golden.folder("mennefer").glob("*.txt")} == set(NAMES)


@pytest.mark.parametrize("event", [event for event in GAME.events if event is not Dropped])
def test_everything_that_is_told_is_told_somewhere(event: type) -> None:
    """But a full board of contracts, which is rare."""
    assert f"news: {event.__name__}(" in all_texts()


@pytest.mark.parametrize("word", ["visit", "BESUCHE", "specialise", "take", "nutze", "skip", "AUSLASSEN"])
def test_orders_are_mailed_in_many_forms(word: str) -> None:
    assert re.search(rf"^\d+ seat \d: +{word}\b", all_texts(), re.MULTILINE)
