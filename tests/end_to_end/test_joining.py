"""A stranger becomes a player and learns the orders: by mail alone, over the real service."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.service import tutorial
from pbem.store import matches, people, tables
from tests.end_to_end.test_senders import arrive
from tests.house import MATCH, SEED, House, house, text

WIDTH = 72


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A service without players, whose tutorials are always the same; Zoe has a mailbox."""
    monkeypatch.setattr(tutorial, "fresh_seed", lambda: SEED)
    monkeypatch.setattr(matches, "new_id", lambda: MATCH)
    with house(tmp_path) as here:
        here.post.add("zoe", "secret")
        yield here


def write(home: House, *lines: str, **headers: str) -> EmailMessage:
    """Zoe writes a new letter; her newest mail after one round."""
    letter = home.letter("Zoe", *lines)
    for name, value in headers.items():
        del letter[name.replace("_", "-")]
        letter[name.replace("_", "-")] = value
    home.send("Zoe", letter)
    home.round()
    return home.last("Zoe")


def flat(mail: EmailMessage) -> str:
    """The text of a mail on one line; no line of it is too long."""
    assert max(map(len, text(mail).split("\n"))) <= WIDTH
    return " ".join(text(mail).split())


def players(home: House) -> list[tuple[str, str, str]]:
    """Name, language and state of everybody."""
    with home.work.reading() as tx:
        return [(one.name, one.language, one.state) for one in people.listed(tx)]


def matches_of(home: House) -> list[tables.Match]:
    """All matches."""
    with home.work.reading() as tx:
        return list(tx.exec(select(tables.Match)))


def test_a_stranger_registers_in_german_and_plays_the_tutorial(door: House) -> None:
    question = write(door, "register Zoë Müller tutorial ra", Content_Language="de-DE")
    assert "Möchtest du hier mitspielen?" in str(question["Subject"])
    assert "Zoë Müller" in flat(question)
    assert players(door) == []
    welcome_and_report = len(door.mails("Zoe")) + 2
    door.reply("Zoe", "bestätige")
    assert players(door) == [("Zoë Müller", "de", "active")]
    mails = door.mails("Zoe")
    assert len(mails) == welcome_and_report
    assert any(str(mail["Subject"]) == "Willkommen, Zoë Müller" for mail in mails)
    report = next(mail for mail in mails if mail["X-Pbem-Match"])
    assert "EINFÜHRUNG, LEKTION 1 VON 5" in text(report)
    (match,) = matches_of(door)
    assert (match.game, "tutorial" in match.settings) == ("ra", True)

    report = answered(door, report, "1")
    assert "Gut: du hast einen Zug mit seiner Nummer gespielt." in flat(report)
    assert "LEKTION 2 VON 5" in text(report)
    move = first_move(report)
    report = answered(door, report, move.upper())
    assert "LEKTION 3 VON 5" in text(report)
    assert "Gespielt: " in flat(report)
    wrong = literal(report)
    report = answered(door, report, wrong)
    assert "Abgelehnt." in flat(report)
    assert "Du hast gesehen, was ein Fehler bewirkt" in flat(report)
    assert "LEKTION 4 VON 5" in text(report)
    report = answered(door, report, "1", "ra")
    assert "LEKTION 5 VON 5" in text(report)
    report = answered(door, report, "hilfe biete", "regeln katastrophen", "verlauf")
    for part in ("DU KANNST ES", "biete SONNE", "KATASTROPHEN", "Epoche 1 beginnt"):
        assert part in text(report)
    report = answered(door, report, "tutorial ende")
    assert "Die Einführung ist beendet" in flat(report)
    assert matches_of(door)[0].status == "aborted"
    assert "Die Partie ist zu Ende" in flat(answered(door, report, "ziehe"))


@pytest.mark.parametrize(
    ("wish", "praise"),
    [
        ("register Zoe tutorial ra", "Well done"),
        ("anmelden Zoe einführung amunre", "Gut"),
        ("anmelden Zoe einführung mennefer", "Gut"),
        ("register Zoe tutorial ankh", "Well done"),
    ],
)
def test_who_does_what_each_lesson_says_has_done_it(door: House, wish: str, praise: str) -> None:
    write(door, wish)
    report = door.reply("Zoe", "confirm")
    for number in range(1, 6):
        lesson = text(report).partition("\n-----")[0]
        assert re.search(rf"(LESSON|LEKTION) {number} ", lesson)
        said = re.findall(r"^    (\S.*)$", lesson, re.MULTILINE)
        report = answered(door, report, *said)
        if number != 3:
            assert praise in text(report).partition("\n-----")[0], lesson
    assert re.search("YOU ARE READY|DU KANNST ES", text(report))
    ending = re.findall(r"^    (\S.*)$", text(report).partition("\n-----")[0], re.MULTILINE)
    answered(door, report, ending[0])
    assert matches_of(door)[0].status == "aborted"


def answered(home: House, report: EmailMessage, *lines: str) -> EmailMessage:
    """Answers a report; the next one."""
    home.send("Zoe", home.letter("Zoe", *lines, answers=report))
    home.round()
    last = home.last("Zoe")
    flat(last)
    assert last["X-Pbem-Match"]
    return last


def first_move(report: EmailMessage) -> str:
    """The first move of the list."""
    found = re.search(r"^ +1[a-z]?[.)]?  +(\S.*)$", text(report), re.MULTILINE)
    assert found
    return found[1].strip()


def literal(report: EmailMessage) -> str:
    """The line that a lesson tells to type."""
    found = re.search(r"^    (\S.*)$", text(report), re.MULTILINE)
    assert found
    return found[1]


def test_the_code_proves_the_address_where_no_provider_vouches_for_it(door: House) -> None:
    arrive(door, door.letter("Zoe", "register"), "none")
    door.round()
    code = re.search(r"confirm ([0-9a-f]{10})", text(door.last("Zoe")))
    assert code
    arrive(door, door.letter("Zoe", f"confirm {code[1]} as Zelda"), "none")
    door.round()
    assert players(door) == [("Zelda", "en", "active")]
    assert "Welcome, Zelda" in [str(mail["Subject"]) for mail in door.mails("Zoe")]
    assert door.states() == ["answered", "answered"]


def test_a_subject_will_do_and_the_name_is_that_of_the_mail_program(door: House) -> None:
    question = write(door, "", Subject="Register")
    assert "would see you as Zoe." in flat(question)
    door.reply("Zoe", "confirm")
    assert players(door) == [("Zoe", "en", "active")]


def test_a_code_of_somebody_else_registers_nobody(door: House) -> None:
    question = write(door, "register")
    door.post.add("yves", "secret")
    door.send("Yves", door.letter("Yves", "confirm", answers=question))
    door.round()
    assert players(door) == []
    assert door.states() == ["answered", "answered"]
    assert "does not know your address" in flat(door.last("Yves"))


def test_a_name_that_is_taken_is_said_and_another_one_can_be_chosen(door: House) -> None:
    door.begin("Anna", "Bert", "Carl", match="feedfacefeedface")
    question = write(door, "register Anna")
    assert "The name Anna is taken, so the others would see you as Anna 2." in flat(question)
    code = re.search(r"confirm ([0-9a-f]{10})", text(question))
    assert code
    again = write(door, f"confirm {code[1]} bert")
    assert "There is a player called bert already." in flat(again)
    door.reply("Zoe", f"confirm {code[1]} Zoe")
    assert ("Zoe", "en", "active") in players(door)


@pytest.mark.parametrize("verdict", ["none", "pass", "fail"])
def test_nobody_can_be_flooded_with_questions_in_their_name(door: House, verdict: str) -> None:
    for _ in range(8):
        arrive(door, door.letter("Zoe", "register http://spam.example/ buy"), verdict)
        door.round()
    asked = door.mails("Zoe")
    assert len(asked) == {"none": 1, "pass": 5, "fail": 0}[verdict]
    assert not any("spam.example" in text(mail) for mail in asked)


def test_few_questions_go_to_addresses_of_which_nothing_is_known(door: House) -> None:
    for number in range(25):
        arrive(door, door.letter(f"Victim{number}", "register"), "none")
    door.round()
    assert door.states().count("answered") == 20
    door.wait(hours=1, minutes=1)
    arrive(door, door.letter("Zoe", "register"), "none")
    door.round()
    assert len(door.mails("Zoe")) == 1


@pytest.mark.parametrize(
    ("name", "value"), [("Auto-Submitted", "auto-replied"), ("List-Id", "<x.y>"), ("Precedence", "bulk")]
)
def test_machines_cannot_register(door: House, name: str, value: str) -> None:
    letter = door.letter("Zoe", "register")
    letter[name] = value
    arrive(door, letter, "pass")
    door.round()
    assert (door.states(), door.mails("Zoe")) == (["ignored"], [])


@pytest.mark.parametrize(
    ("lines", "lang"),
    [
        (["Hallo, ich möchte bitte mitspielen", "register"], "de"),
        (["Hello, I would like to play", "register"], "en"),
        (["registriere"], "de"),
        (["register"], "en"),
    ],
)
def test_the_language_is_that_of_the_letter(door: House, lines: list[str], lang: str) -> None:
    question = write(door, *lines)
    assert ("Möchtest du" if lang == "de" else "Do you want") in str(question["Subject"])


def test_a_stranger_can_read_what_there_is(door: House) -> None:
    said = flat(write(door, "games", "rules ra disaster", "help"))
    for part in ("Amun-Re (amunre), for 3 to 5 players", "DISASTERS", "register: become a player"):
        assert part in said
    assert "does not know your address" in flat(write(door, "settings language de"))
    assert "The rules of which game?" in flat(write(door, "rules"))


def test_a_player_without_a_match_can_ask_and_begin_a_tutorial(door: House) -> None:
    write(door, "register")
    door.reply("Zoe", "confirm")
    said = flat(write(door, "settings zone Europe/Berlin", "register", "log"))
    assert "Time zone: Europe/Berlin." in said
    assert "You are a player here already, with the name Zoe." in said
    assert "There is no game" in flat(write(door, "tutorial chess"))
    assert "You are in no tutorial." in flat(write(door, "tutorial end"))
    write(door, "", Subject="tutorial men-nefer")
    assert [one.game for one in matches_of(door)] == ["mennefer"]
    report = next(mail for mail in door.mails("Zoe") if mail["X-Pbem-Match"])
    assert "LESSON 1 OF 5" in text(report)
    assert "You are in a tutorial already" in flat(write(door, "tutorial"))
    assert "tutorial is over" in flat(write(door, "tutorial end"))
    assert [one.status for one in matches_of(door)] == ["aborted"]


def test_a_tutorial_that_is_forgotten_ends_and_says_so(door: House) -> None:
    write(door, "register tutorial")
    door.reply("Zoe", "confirm")
    door.wait(days=15)
    door.round()
    door.round()
    assert [one.status for one in matches_of(door)] == ["aborted"]
    assert "was ended" in flat(door.last("Zoe"))


def test_a_lesson_that_is_not_done_comes_once_more_and_then_the_next(door: House) -> None:
    write(door, "register tutorial")
    door.reply("Zoe", "confirm")
    report = next(mail for mail in door.mails("Zoe") if mail["X-Pbem-Match"])
    report = answered(door, report, "status")
    assert "LESSON 1 OF 5" in text(report)
    assert "Once more" in flat(report)
    report = answered(door, report, "status")
    assert "LESSON 2 OF 5" in text(report)
