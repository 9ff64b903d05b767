"""Golden playthroughs of Ankh: two to five players, with and without Pharaoh, each way to end."""

from __future__ import annotations

import re

import pytest

from tests import golden

INDEX = golden.index("ankh")
FILES = {name: golden.folder("ankh") / f"{name}.txt" for name in INDEX}


def text(name: str) -> str:
    return FILES[name].read_text("utf-8")


@pytest.mark.parametrize("name", list(INDEX))
def test_a_playthrough_is_played_again_to_the_letter(name: str) -> None:
    difference = golden.check(FILES[name])
    assert difference is None, f"{FILES[name].name}: {difference}"


def test_there_is_a_file_for_each_row_of_the_index() -> None:
    assert {file.stem for file in golden.folder("ankh").glob("*.txt")} == set(INDEX)


def test_every_number_of_players_plays_with_and_without_the_expansion() -> None:
    kinds = {(row.seats, row.options.get("pharaoh", "none") != "none") for row in INDEX.values()}
    assert kinds == {(seats, pharaoh) for seats in (2, 3, 4, 5) for pharaoh in (False, True)}
    assert {row.options.get("pharaoh", "none") for row in INDEX.values()} == {
        "none", "ramses", "xerxes", "amenhotep", "tutankhamun", "akhenaten",
    }  # fmt: skip


def test_every_way_to_end_occurs() -> None:
    whys = {re.findall(r"Ended\(why='(\w+)'", text(name))[0] for name in INDEX}
    assert whys == {"top", "last", "nobody", "track"}


@pytest.mark.parametrize("name", list(INDEX))
def test_what_was_wanted_of_a_match_is_in_it(name: str) -> None:
    assert all(re.search(pattern, text(name)) for pattern in INDEX[name].wanted)
