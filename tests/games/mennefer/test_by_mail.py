"""A match of Men-Nefer by mail: each turn one letter, typed from the whole turns that the reports offer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.house import House, house, text

NAMES = ("Anna", "Bert")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    """A match of two, announced to both."""
    with house(tmp_path) as here:
        here.begin(*NAMES, game="mennefer")
        here.round()
        yield here


def on_turn(home: House) -> str:
    """Whose newest mail asks for an answer."""
    return next(name for name in NAMES if f"{name}, your turn" in str(home.last(name)["Subject"]))


def offered(home: House, name: str) -> list[list[str]]:
    """The whole turns of the newest report, order by order."""
    section = re.search(r"WHOLE TURNS, FOR EXAMPLE\n(.*?)\nEach letter", text(home.last(name)), re.DOTALL)
    assert section
    orders = re.findall(r"^   ([A-I])  (.*)$", section[1], re.MULTILINE)
    return [[line for letter, line in orders if letter == turn] for turn in dict(orders)]


def played(home: House) -> list[str]:
    """The orders of the log, without the seat."""
    return [line.split(" ", 1)[1] for line in home.orders()]


def test_a_whole_match_by_mail_each_turn_one_letter(home: House) -> None:
    letters = 0
    while home.match().status == "running":
        name = on_turn(home)
        turns = offered(home, name)
        assert 1 <= len(turns) <= 5
        home.wait(hours=1)
        home.reply(name, "Hello!", "", *turns[letters % len(turns)])
        letters += 1
        assert home.states()[-1] == "played"
    assert 2 * 25 <= letters <= 2 * 27, "a turn that leaves no choice needs no letter"
    assert home.states() == ["played"] * letters
    for name in NAMES:
        assert "THE RESULT" in text(home.last(name))
        assert "Turns taken, of 27: Anna 27, Bert 27." in text(home.last(name))


def first_house_of(home: House, name: str) -> str:
    """The tablet of type 1: its letter tells which one it is."""
    found = re.search(r"Tablet 1: (t1\w)", text(home.last(name)))
    assert found
    return found[1]


BY_ITSELF = {"t1a": "heka", "t1b": "food", "t1c": "heka", "t1d": "food"}
CHOSEN = {"t1a": "embalm", "t1b": "carve", "t1c": "permission", "t1d": "craft 4"}


def test_a_turn_in_one_letter_with_what_happens_by_itself(home: House) -> None:
    name = on_turn(home)
    tablet = first_house_of(home, name)
    receipt = text(home.reply(name, "visit sphinxes with tablet 1", BY_ITSELF[tablet], CHOSEN[tablet]))
    assert f"Played: {BY_ITSELF[tablet]}" in receipt
    assert f"Played: {CHOSEN[tablet]}" in receipt
    asked_for = [CHOSEN[tablet]] if tablet in ("t1c", "t1d") else []  # of the others no rite, no sphinx can be placed
    assert played(home) == ["visit sphinxes with tablet 1", *asked_for]
    assert home.states() == ["played"]


def test_what_happens_by_itself_may_be_ordered_behind_the_other_parts(home: House) -> None:
    name = on_turn(home)
    tablet = first_house_of(home, name)
    receipt = text(home.reply(name, "visit sphinxes with tablet 1", CHOSEN[tablet], BY_ITSELF[tablet]))
    assert f"Played: {BY_ITSELF[tablet]}" in receipt
    assert "Not played" not in receipt
    assert home.states() == ["played"]


def test_a_turn_left_open_is_asked_for_and_auto_ends_it(home: House) -> None:
    name = on_turn(home)
    answer = text(home.reply(name, "besuche Sphinxe mit Plättchen 3"))
    assert "still to be done, in any order" in answer
    home.reply(name, "auto")
    assert on_turn(home) != name


def test_a_line_for_another_question_names_the_open_one_and_the_turn_stays_open(home: House) -> None:
    name = on_turn(home)
    answer = " ".join(text(home.reply(name, "use 3", "auto")).split())
    assert "This is not what is asked now. Open is: your turn: visit, specialise or take." in answer
    assert "You can answer, for example: visit pyramids with tablet 1" in answer
    assert "Not played, because a line above was refused." in answer
    assert f"{name}, it is your turn" in answer
    assert home.orders() == []


def test_an_unfinished_turn_is_played_by_the_defaults_when_nobody_answers(tmp_path: Path) -> None:
    with house(tmp_path) as home:
        home.begin(*NAMES, game="mennefer", turn=timedelta(hours=2))
        home.round()
        name = on_turn(home)
        assert "Silence means: auto" in text(home.last(name))
        home.reply(name, "visit sphinxes with tablet 3")
        home.wait(hours=3)
        home.round()
        home.round()
        (other,) = set(NAMES) - {name}
        assert played(home)[-1] == "auto"
        assert f"{other}, your turn" in str(home.last(other)["Subject"])
