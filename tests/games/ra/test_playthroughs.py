"""Golden playthroughs of Ra: one for each number of players and each way for a match to end."""

from __future__ import annotations

import re

import msgspec
import pytest

from pbem.games import games
from tests import golden

NAMES = [f"{seats}-{way}" for seats in ("three", "four", "five") for way in ("suns", "ra-row")]
FILES = {name: golden.folder("ra") / f"{name}.txt" for name in NAMES}


def text(name: str) -> str:
    return FILES[name].read_text("utf-8")


def all_texts() -> str:
    return "\n".join(text(name) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_is_played_again_to_the_letter(name: str) -> None:
    difference = golden.check(FILES[name])
    assert difference is None, f"{FILES[name].name}: {difference}"


def test_there_is_a_file_for_each_row_of_the_index() -> None:
    assert set(golden.index("ra")) == set(NAMES)
    assert {file.stem for file in golden.folder("ra").glob("*.txt")} == set(NAMES)


def test_recording_the_same_match_twice_gives_the_same_lines() -> None:
    head, _ = golden.parse(text("three-suns"))
    assert golden.record(head, ["steady", "random"]) == golden.record(head, ["steady", "random"])


def test_seeds_are_tried_until_a_match_has_all_that_is_wanted() -> None:
    row = msgspec.structs.replace(golden.index("ra")["three-suns"], bots=("random",), wanted=("GodsUsed", r"bid 13\b"))
    found = golden.playthrough("ra", "sought", row)
    assert "GodsUsed" in found
    assert golden.difference(found, golden.text_of(*golden.parse(found))) is None


def test_what_no_seed_gives_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "TRIES", 2)
    row = msgspec.structs.replace(golden.index("ra")["three-suns"], wanted=("a ninth sun",))
    with pytest.raises(SystemExit, match="ra/sought: none of 2 seeds gives all of"):
        golden.playthrough("ra", "sought", row)


@pytest.mark.parametrize("name", NAMES)
def test_the_match_ends_as_the_name_says(name: str) -> None:
    seats, way = name.split("-", 1)
    head, lines = golden.parse(text(name))
    assert head.seats == {"three": 3, "four": 4, "five": 5}[seats]
    assert {line.seat for line in lines} == set(range(head.seats))
    (why,) = re.findall(r"EpochEnded\(epoch=3, why='([\w-]+)'", text(name))
    assert why == way
    assert "running" not in text(name)


@pytest.mark.parametrize(
    "pattern",
    [
        r"AuctionBegan\(seat=\d, kind='called'\)",
        r"AuctionBegan\(seat=\d, kind='ra-tile'\)",
        r"AuctionBegan\(seat=\d, kind='full-row'\)",
        r"Won\(.*tiles=\(\)\)",
        r"NobodyBade\(kind='ra-tile'",
        r"NobodyBade\(kind='full-row'",
        r"GodsUsed\(",
        r"Struck\(seat=\d, disaster='funeral', lost=\('",
        r"Struck\(seat=\d, disaster='drought', lost=\('",
        r"Struck\(seat=\d, disaster='unrest', lost=\('",
        r"Struck\(seat=\d, disaster='earthquake', lost=\('",
        r"EpochEnded\(epoch=[12], why='suns'",
        r"EpochEnded\(epoch=[12], why='ra-row'",
        r"forced: seat \d: pass",
        r"forced: seat \d: bid \d",
        r"forced: seat \d: ra",
        r"Scored\(.* to \d",
    ],
)
def test_everything_that_can_happen_happens_somewhere(pattern: str) -> None:
    assert re.search(pattern, all_texts())


@pytest.mark.parametrize("disaster", ["unrest", "earthquake"])
def test_every_disaster_that_leaves_a_choice_was_answered_somewhere(disaster: str) -> None:
    """Pharaohs are all alike, and a drought takes floods first: a funeral and a drought never ask."""
    answer = rf"^\d+ seat (\d): +(?:l|v)[^\n]*\n  news: Struck\(seat=\1, disaster='{disaster}'"
    assert re.search(answer, all_texts(), re.MULTILINE | re.IGNORECASE)


@pytest.mark.parametrize("form", ["draw", "ziehe", "ZIEHE", "Ziehe.", "d", "Draw  # 7", "passe", "PASSE", "p"])
def test_orders_are_mailed_in_many_forms(form: str) -> None:
    assert re.search(rf"^\d+ seat \d: +{re.escape(form)}$", all_texts(), re.MULTILINE)


def test_a_difference_names_the_line_and_the_order_before_it() -> None:
    kept = text("three-suns")
    changed = kept.splitlines()
    number = next(n for n, row in enumerate(changed) if row.startswith("1 seat "))
    changed[number + 2] = "  points: 1 2 3"
    message = golden.difference(kept, "\n".join(changed))
    assert message is not None
    assert message.startswith(f"line {number + 3}, after '1 seat ")
    assert "  + " in message


def test_a_line_that_is_refused_now_says_so() -> None:
    head, lines = golden.parse(text("three-suns"))
    broken = [*lines[:4], golden.Line(lines[4].seat, "bid 99")]
    assert list(golden.render(head, broken))[-1].startswith("  refused: ")


def test_a_match_that_is_not_over_is_written_as_running() -> None:
    head, lines = golden.parse(text("three-suns"))
    assert list(golden.render(head, lines[:4]))[-1] == "  running"


def test_every_game_has_playthroughs_or_no_folder_for_them() -> None:
    for key in games():
        assert golden.index(key) or not golden.folder(key).exists()
