"""Matches that look for players: opened, joined, checked, begun, given up; who is invited, and how they are reached."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.service import lobby, openings
from pbem.store import figures, matches, notices, people, tables
from pbem.store.around import Organiser, Tenure
from tests.house import SEED
from tests.lobby import code, flat, newest, seated, subjects, the_match, write
from tests.porch import Porch, porch

LANGUAGE = {"Bert": "de"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Porch]:
    """Anna, Carl and Dora play here, and Bert in German; Zoe and Yves have mailboxes and are unknown."""
    monkeypatch.setattr(openings, "fresh_seed", lambda: SEED)
    with porch(tmp_path) as here:
        with here.work.transaction() as tx:
            for name in ("Anna", "Bert", "Carl", "Dora"):
                guest = lobby.Guest(name=name, address=here.address(name), language=LANGUAGE.get(name, "en"))
                lobby.welcome(tx, guest, here.now)
        yield here
        assert [one.state for one in here.letters()].count("shunted") == 0
        with here.work.reading() as tx:
            assert [one.facts for one in notices.untold(tx, 9)] == []


def test_seats_are_drawn_from_the_promised_seed_and_the_log_says_how(home: Porch) -> None:
    write(home, "Anna", "new ra 3 ready=no")
    row = the_match(home)
    with home.work.reading() as tx:
        promise = matches.epochs(tx, row.id)[0].commitment
    write(home, "Bert", "beitreten ra")
    write(home, "Carl", f"join {row.id[:5]}")
    assert "begins. Its first report" in flat(newest(home, "Carl", "What you asked for"))
    first = home.log(row.id)[0]
    order = openings.drawn(SEED, row.id, 3)
    assert (first["commitment"], first["seating"]) == (promise, order)
    assert seated(home, row.id) == [("Anna", "Bert", "Carl")[place] for place in order]
    with home.work.reading() as tx:
        assert len(list(tx.exec(select(Tenure).where(col(Tenure.player).is_not(None))))) == 3
        anna = people.by_name(tx, "Anna")
        assert anna is not None
        assert tx.get(Organiser, (row.id, anna.id)) is not None
        assert row.organiser == anna.id


def test_every_seat_is_drawn_as_often() -> None:
    rows = [openings.drawn(SEED, f"match {number}", 3) for number in range(600)]
    assert all(sorted(row) == [0, 1, 2] for row in rows)
    firsts = [sum(row[0] == one for row in rows) for one in range(3)]
    assert min(firsts) > 150


def fill(home: Porch, *names: str, words: str = "") -> str:
    """Anna opens a match for three, the others join it; its name."""
    write(home, "Anna", f"new ra 3 {words}")
    for name in names:
        home.send(name, home.letter(name, "join ra"))
        home.round()
    return the_match(home).id


def test_who_waits_gets_the_seat_of_who_leaves_and_of_who_does_not_answer(home: Porch) -> None:
    match = fill(home, "Bert", "Carl")
    assert "You are number 1 of those who wait" in write(home, "Dora", f"join {match[:6]}")
    assert "You have left" in write(home, "Carl", "leave")
    assert seated(home, match) == ["Anna", "Bert", "Dora"]
    home.reply("Dora", "ready")
    write(home, "Anna", "ready")
    write(home, "Carl", f"join {match}")
    home.wait(days=2, minutes=-1)
    home.round()
    assert seated(home, match) == ["Anna", "Bert", "Dora"]
    home.wait(minutes=2)
    home.round()
    assert seated(home, match) == ["Anna", "Carl", "Dora"]
    assert "hast nicht rechtzeitig geantwortet" in flat(newest(home, "Bert", "dein Platz geht an jemand anderen"))
    assert the_match(home).status == "open"
    home.reply("Carl", "ready")
    assert the_match(home).status == "running"


def test_who_waited_in_vain_is_told(home: Porch) -> None:
    match = fill(home, "Bert", "Carl")
    write(home, "Dora", f"join {match[:6]}")
    write(home, "Anna", "ready")
    write(home, "Bert", "bereit")
    assert "none became free" in flat(newest(home, "Dora", "has begun without you"))


def test_a_match_whose_check_fails_looks_for_players_again(home: Porch) -> None:
    match = fill(home, "Bert", "Carl")
    write(home, "Anna", "ready")
    home.wait(days=2, minutes=1)
    home.round()
    assert seated(home, match) == ["Anna", "Carl"]
    assert "Somebody is not there any more, and 1 seat is free." in flat(
        newest(home, "Carl", "looks for players again")
    )
    write(home, "Dora", "join ra")
    assert "still waits for Carl" in write(home, "Anna", "ready")


def test_an_organiser_who_does_not_answer_loses_the_seat_and_the_match(home: Porch) -> None:
    match = fill(home, "Bert", "Carl")
    write(home, "Bert", "bereit")
    home.wait(days=3)
    home.round()
    assert seated(home, match) == ["Bert", "Carl"]
    with home.work.reading() as tx:
        bert = people.by_name(tx, "Bert")
        assert bert is not None
        assert the_match(home).organiser == bert.id
        assert tx.get(Organiser, (match, bert.id)) is not None


def test_a_match_that_nobody_fills_is_given_up_after_a_notice(home: Porch) -> None:
    match = fill(home, "Bert")
    home.wait(days=11, hours=23)
    home.round()
    assert not any("sucht noch" in one for one in subjects(home, "Bert"))
    home.wait(hours=2)
    home.round()
    notice = newest(home, "Bert", "sucht noch Mitspieler")
    assert f"1 Platz in [Ra {match[:6]}] ist noch frei." in flat(notice)
    assert "einladen bert@example.org" in flat(notice)
    assert f"beitreten {code(home)}" in flat(notice)
    home.round()
    home.wait(days=2)
    home.round()
    assert the_match(home).status == "aborted"
    assert subjects(home, "Bert").count(f"[Ra {match[:6]}] sucht noch Mitspieler") == 1
    assert "neu ra 3" in flat(newest(home, "Bert", "kommt nicht zustande"))
    assert "Which match" in write(home, "Carl", "join")
    assert 'called "' + match[:6] in write(home, "Carl", f"join {match[:6]}")


def test_without_the_inbox_nobody_loses_a_seat(home: Porch) -> None:
    match = fill(home, "Bert", "Carl")
    home.wait(days=3)
    openings.mind(home.office, home.now)
    assert seated(home, match) == ["Anna", "Bert", "Carl"]


def test_a_private_match_is_found_by_its_code_alone(home: Porch) -> None:
    assert "It is private" in write(home, "Anna", "new ra 3 private")
    match = the_match(home).id
    assert "No other match looks for players now." in write(home, "Carl", "open")
    assert "No match of Ra has a seat for you now." in write(home, "Carl", "join ra")
    assert "No match that looks for players is called" in write(home, "Carl", f"join {match}")
    assert "You are in [Ra" in write(home, "Carl", f"join {code(home).upper()}")


def test_an_invitation_to_a_player_brings_the_code_in_their_language(home: Porch) -> None:
    write(home, "Anna", "new ra 3 private")
    told = write(home, "Anna", "invite bert", f"invite {home.address('Carl')}", "invite nobody at all")
    assert told.count("is invited to [Ra") == 2
    assert 'No player is called "nobody at all".' in told
    mail = newest(home, "Bert", "Anna lädt dich zu [Ra")
    assert home.address("Anna") not in mail.as_string()
    assert "Du bist dabei" in write(home, "Bert", f"beitreten {code(home)}")
    before = len(home.mails("Bert"))
    assert "is invited to" in write(home, "Anna", "invite bert")
    assert len(home.mails("Bert")) == before


def test_an_invited_stranger_registers_and_joins_by_one_answer(home: Porch) -> None:
    write(home, "Anna", "new ra 3")
    told = write(home, "Anna", f"invite {home.address('Zoe')}")
    (mail,) = home.mails("Zoe")
    assert str(mail["Subject"]) == "Anna invites you to play Ra by e-mail"
    assert home.address("Anna") not in mail.as_string()
    assert "Zoe" not in told.replace(home.address("Zoe"), "")
    home.arrive(home.letter("Zoe", "confirm as Zelda", answers=mail), "none")
    home.round()
    assert "You have a seat in [Ra" in flat(newest(home, "Zoe", "Welcome, "))
    assert seated(home, the_match(home).id)[0] == "Anna"
    assert len(seated(home, the_match(home).id)) == 2


def test_an_unknown_address_gets_one_mail_whoever_asks_for_it(home: Porch) -> None:
    write(home, "Anna", "new ra 3")
    for name in ("Anna", "Anna"):
        write(home, name, f"invite {home.address('Zoe')}")
    write(home, "Carl", "new ra 4")
    write(home, "Carl", f"invite {home.address('Zoe')}")
    assert len(home.mails("Zoe")) == 1
    home.wait(days=30)
    write(home, "Carl", "new ra 3")
    write(home, "Carl", f"invite {home.address('Zoe')}")
    assert len(home.mails("Zoe")) == 1


def test_who_wants_to_hear_nothing_is_never_invited_again(home: Porch) -> None:
    write(home, "Anna", "new ra 3")
    write(home, "Anna", f"invite {home.address('Zoe')}")
    (mail,) = home.mails("Zoe")
    leave = home.letter("Zoe", "", answers=mail)
    del leave["Subject"], leave["In-Reply-To"]
    leave["Subject"] = "unsubscribe"
    home.arrive(leave, "none")
    home.round()
    assert subjects(home, "Zoe")[1:] == ["You hear no more from us"]
    home.wait(days=100)
    write(home, "Anna", "new ra 3")
    write(home, "Anna", f"invite {home.address('Zoe')}")
    assert len(home.mails("Zoe")) == 2
    write(home, "Zoe", "register")
    assert "Do you want to play here?" in subjects(home, "Zoe")[-1]


def test_nobody_sends_more_invitations_than_a_person_would(home: Porch) -> None:
    write(home, "Anna", "new ra 3")
    told = write(home, "Anna", *(f"invite guest{number}@elsewhere.example" for number in range(6)))
    assert told.count("is invited to") == 5
    assert "You have invited 5 addresses within a day." in told
    told = write(home, "Anna", *("invite carl" for _ in range(6)))
    assert "You have sent 10 invitations within an hour." in told


def open_names(home: Porch) -> list[str]:
    """The matches that look for players."""
    with home.work.reading() as tx:
        return [row.id for row in matches.listed(tx, "open")]


def test_one_player_cannot_fill_the_list_of_open_matches(home: Porch) -> None:
    told = write(home, "Anna", *["new ra 3"] * 4)
    assert told.count("is open: 2 seats are free") == 3
    assert "3 matches of yours look for players already." in told
    assert "Which match do you mean" in write(home, "Anna", "leave")
    told = write(home, "Anna", *(f"leave {name}" for name in open_names(home)), *["new ra 3"] * 3)
    assert told.count("Nobody else was in it, so it is over.") == 3
    told = write(home, "Anna", *(f"leave {name}" for name in open_names(home)), "new ra 3")
    assert "You have opened 6 matches within a day." in told


def test_one_player_cannot_hold_seats_in_many_matches(home: Porch) -> None:
    for name in ("Anna", "Bert"):
        write(home, name, *["new ra 3"] * 3)
    told = write(home, "Dora", *(f"join {name}" for name in open_names(home)))
    assert told.count("You are in [Ra") == 5
    assert "You are in 5 matches already that have not begun." in told


REFUSED = {
    "new": "Which game, and for how many players?",
    "new chess 2": 'There is no game "chess" here.',
    "new ra": "Ra is for 3, 4, 5 players. Write how many: new ra 5",
    "new ra 6": "Ra is for 3, 4, 5 players.",
    "new ra 3 bots=3": '"3" is no value for bots. Possible, for example: 0-2.',
    "new ra 3 rating>=1500": "There are no ratings here yet",
    "new ra 3 reliability=80": "Possible, for example: reliability>=80.",
    "new ra 3 colour=red": 'A match has no "colour". There is: speed, bots, think, silence, press,',
    "new ra 3 open_scores=perhaps": "Possible, for example: yes, no.",
    "new ra 3 press=loud": "Possible, for example: none, public, all.",
    "new ra 3 think=30d": "Possible, for example: 0, 30m, 2h, 1d.",
    "new ra 3 speed=blue": "blue",
    "open chess": 'There is no game "chess" here.',
    "join": "Which match?",
    "join chess": 'No match that looks for players is called "chess"',
    "ready": "You are in no match for which that counts now.",
    "leave": "You are in no match for which that counts now.",
    "leave 123456": 'No match that looks for players is called "123456"',
    "invite": "Whom?",
    "invite bert": "You are in no match for which that counts now.",
    "address eat a@b.example": '"eat" is nothing that can be done with an address.',
    "address add nonsense": '"nonsense" is no mail address.',
    "address use a@b.example": "a@b.example is none of your addresses.",
    "language fr": "Languages are: en, de.",
}


def test_each_refusal_says_what_to_do(home: Porch) -> None:
    lines = list(REFUSED)
    for part in (lines[:16], lines[16:]):
        told = write(home, "Anna", *part)
        assert [line for line in part if REFUSED[line] not in told] == []
    own = write(home, "Anna", f"address add {home.address('Anna')}", f"address drop {home.address('Anna')}")
    assert "is yours already" in own
    assert "Choose another one first" in own
    fill(home, "Bert")
    assert "Du hast schon einen Platz in [Ra" in write(home, "Bert", f"beitreten {code(home)}")
    assert "In keiner Partie Ra" in write(home, "Bert", "beitreten ra")


def test_strangers_may_look_and_are_told_how_to_become_players(home: Porch) -> None:
    write(home, "Anna", "new ra 3")
    told = write(home, "Zoe", "open", "new ra 3", "leave")
    assert "2 seats free" in told
    assert told.count('Answer with "register" and your name') == 2
    question = write(home, "Yves", f"join {code(home)}")
    assert "wants to become a player" in question
    home.reply("Yves", "confirm")
    assert "You have a seat in [Ra" in flat(newest(home, "Yves", "Welcome, Yves"))


def test_a_match_for_reliable_players_keeps_others_out(home: Porch, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [
        figures.Made(0, {"seat": 0, "cause": {"kind": kind}}, {}, forgiven=False)
        for kind in ["letter"] * 7 + ["clock"] * 3
    ]
    write(home, "Anna", "new ra 3 reliability>=80")
    assert "reliability from 80 %" in write(home, "Carl", "open")
    monkeypatch.setattr(figures, "decisions", lambda _tx, _player: iter(made))
    assert "with you it is 70 %" in write(home, "Carl", f"join {code(home)}")
    assert "No match of Ra has a seat for you" in write(home, "Carl", "join ra")


def test_a_letter_about_an_open_match_is_not_played_in_the_one_that_runs(home: Porch) -> None:
    running = fill(home, "Bert", "Carl", words="ready=no")
    match = fill(home, "Bert", "Carl")
    question = newest(home, "Anna", "is full. Are you ready?")
    home.arrive(home.letter("Anna", "ready", answers=question), "none")
    home.arrive(home.letter("Bert", "bereit", Subject=f"AW: [Ra {match[:6]}] ist voll"), "pass")
    home.round()
    with home.work.reading() as tx:
        row = matches.get(tx, match)
        assert row is not None
        assert row.status == "running"
    assert home.orders(running) == []


def test_nobody_leaves_an_open_match_by_answering_a_report_of_another(home: Porch) -> None:
    running = fill(home, "Bert", "Carl", words="ready=no")
    match = fill(home, "Bert")
    report = newest(home, "Bert", running[:6])
    home.send("Bert", home.letter("Bert", "verlassen", answers=report))
    home.round()
    assert "dort gibt „aufgeben“ einen Platz auf" in flat(home.last("Bert"))
    assert seated(home, match) == ["Anna", "Bert"]
    home.send("Bert", home.letter("Bert", f"verlassen {match[:6]}", answers=report))
    home.round()
    assert seated(home, match) == ["Anna"]


def test_every_mail_says_how_to_get_no_more_of_them(home: Porch) -> None:
    match = fill(home, "Bert", "Carl", words="ready=no")
    for mail in home.mails("Bert"):
        found = re.fullmatch(r"<mailto:(pbem\+?\S*@post\.test)\?subject=unsubscribe>", str(mail["List-Unsubscribe"]))
        assert found
    write(home, "Carl", "new ra 4")
    report = newest(home, "Bert", match[:6])
    letter = home.letter("Bert", "", To=str(report["Reply-To"]), Subject="unsubscribe")
    home.arrive(letter, "none")
    home.round()
    told = flat(home.last("Bert"))
    assert f"nur noch deine Züge, und das Ende, in den Partien, die du spielst: [Ra {match[:6]}]" in told
    before = len(home.mails("Bert"))
    write(home, "Carl", "invite bert")
    assert len(home.mails("Bert")) == before
    assert "wieder alle Post" in write(home, "Bert", "abonnieren")
    write(home, "Carl", "invite bert")
    assert "Carl lädt dich" in subjects(home, "Bert")[-1]


def test_who_unsubscribes_hears_of_their_turns_alone(home: Porch) -> None:
    match = fill(home, "Bert", "Carl", words="ready=no")
    for name in ("Anna", "Bert", "Carl"):
        write(home, name, "settings reports every", "unsubscribe", subject=f"[Ra {match[:6]}]")
    count = {name: len(home.mails(name)) for name in ("Anna", "Bert", "Carl")}
    turn = next(name for name in count if home_asked(home, match) == name)
    home.send(turn, home.letter(turn, "draw", answers=newest(home, turn, match[:6])))
    home.round()
    told = {name for name in count if len(home.mails(name)) > count[name]}
    assert told == {turn, home_asked(home, match)}


def home_asked(home: Porch, match: str) -> str:
    """Whose turn it is."""
    with home.work.reading() as tx:
        seats = {row.seat for row in tx.exec(select(tables.Deadline)) if row.match == match and row.ended is None}
        (name,) = [player.name for seat, player in matches.seated(tx, match) if seat.number in seats and player]
    return name


def test_the_language_can_be_changed_by_one_word(home: Porch) -> None:
    assert "Your mail is in English. For German: language de" in write(home, "Anna", "language")
    assert "Deine Post ist auf Deutsch." in write(home, "Anna", "language german")
    assert "Partien, die Mitspieler suchen" in write(home, "Anna", "hilfe offen")


def ask_for(home: Porch, name: str, *lines: str) -> dict[str, EmailMessage]:
    """Asks for a change of address; the question at each address."""
    home.wait(minutes=1)
    before = {one: len(home.mails(one)) for one in ("Anna", "Zoe", "Yves")}
    write(home, name, *lines)
    asked = {one: home.mails(one)[count:] for one, count in before.items()}
    return {
        one: next(mail for mail in got if "do you agree?" in str(mail["Subject"])) for one, got in asked.items() if got
    }


def agree(home: Porch, name: str, question: EmailMessage) -> str:
    """Answers a question; what comes for it."""
    home.arrive(home.letter(name, "confirm", answers=question), "none")
    before = len(home.mails(name))
    home.round()
    return " ".join(flat(mail) for mail in home.mails(name)[before:])


def test_an_address_is_added_used_and_dropped_with_the_word_of_both(home: Porch) -> None:
    asked = ask_for(home, "Anna", f"address add {home.address('Zoe')}")
    assert set(asked) == {"Anna", "Zoe"}
    assert "The change counts as soon as the other one has" in agree(home, "Zoe", asked["Zoe"])
    assert "does not know your address" in write(home, "Zoe", "hello")
    assert "goes to zoe@post.test from now on" in agree(home, "Anna", asked["Anna"])
    assert "goes to zoe@post.test from now on" in flat(newest(home, "Zoe", "Your addresses have changed"))
    assert "zoe@post.test, your mail goes there" in write(home, "Zoe", "address")
    asked = ask_for(home, "Zoe", f"address use {home.address('Anna')}")
    agree(home, "Anna", asked["Anna"])
    agree(home, "Zoe", asked["Zoe"])
    asked = ask_for(home, "Anna", f"address drop {home.address('Zoe')}")
    agree(home, "Anna", asked["Anna"])
    assert "zoe@post.test is no address of Anna any more" in agree(home, "Zoe", asked["Zoe"])
    with home.work.reading() as tx:
        assert people.by_address(tx, home.address("Zoe")) is None


def test_nothing_changes_if_only_one_address_agrees(home: Porch) -> None:
    asked = ask_for(home, "Anna", f"address add {home.address('Zoe')}")
    for _ in range(2):
        agree(home, "Zoe", asked["Zoe"])
    home.arrive(home.letter("Zoe", "confirm", answers=asked["Anna"]), "none")
    home.arrive(home.letter("Yves", "confirm", answers=asked["Anna"]), "pass")
    home.round()
    with home.work.reading() as tx:
        assert people.by_address(tx, home.address("Zoe")) is None
    home.wait(days=8)
    agree(home, "Anna", asked["Anna"])
    with home.work.reading() as tx:
        assert people.by_address(tx, home.address("Zoe")) is None


def test_whether_an_address_is_known_is_told_to_its_owner_alone(home: Porch) -> None:
    write(home, "Anna", f"address add {home.address('Carl')}")
    told = flat(home.last("Anna"))
    write(home, "Anna", f"address add {home.address('Zoe')}")
    assert told == flat(home.last("Anna")).replace("zoe", "carl")
    assert "belongs to a player already, so nothing changes" in flat(home.last("Carl"))
    agree(home, "Anna", newest(home, "Anna", "do you agree?"))
    with home.work.reading() as tx:
        carl = people.by_address(tx, home.address("Carl"))
        assert carl is not None
        assert carl.player.name == "Carl"


def test_nobody_is_flooded_with_questions_about_addresses(home: Porch) -> None:
    write(home, "Anna", *[f"address add {home.address('Zoe')}"] * 6)
    assert "You have asked for 5 changes of address within a day." in flat(home.last("Anna"))
    assert len(home.mails("Zoe")) == 2
