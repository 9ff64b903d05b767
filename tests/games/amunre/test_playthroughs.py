"""Golden playthroughs of Amun-Re: one for each number of players."""

from __future__ import annotations

import re

import pytest

from tests import golden

NAMES = ("three", "four", "five")
FILES = {name: golden.folder("amunre") / f"{name}.txt" for name in NAMES}


def all_texts() -> str:
    return "\n".join(file.read_text("utf-8") for file in FILES.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_is_played_again_to_the_letter(name: str) -> None:
    difference = golden.check(FILES[name])
    assert difference is None, f"{FILES[name].name}: {difference}"


def test_there_is_a_file_for_each_row_of_the_index() -> None:
    assert set(golden.index("amunre")) == set(NAMES)
    assert {file.stem for file in golden.folder("amunre").glob("*.txt")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_everybody_plays_and_the_match_ends(name: str) -> None:
    text = FILES[name].read_text("utf-8")
    head, lines = golden.parse(text)
    assert {line.seat for line in lines} == set(range(head.seats))
    assert "running" not in text
    assert len(re.findall(r"Scored\(kingdom=", text)) == 2


@pytest.mark.parametrize(
    "pattern",
    [
        r"Played\(seat=\d, card='blockade'",
        r"Played\(seat=\d, card='same-province'",
        r"Played\(seat=\d, card='free-farmer'",
        r"Played\(seat=\d, card='builder'",
        r"Played\(seat=\d, card='correction'",
        r"Played\(seat=\d, card='8-gold'",
        r"Played\(seat=\d, card='harvest-increase'",
        r"BonusPlayed\(",
        r"Corrected\(seat=\d, by=",
        r"Sold\(",
        r"Drew\(.*why='bought', cards=\('.* to \d",
        r"Drew\(.*why='free'",
        r"Drew\(.*why='reward'",
        r"forced: seat \d: place",
        r"StartPlayer\(seat=\d, why='offering'\)",
    ],
)
def test_everything_that_can_happen_happens_somewhere(pattern: str) -> None:
    assert re.search(pattern, all_texts())
