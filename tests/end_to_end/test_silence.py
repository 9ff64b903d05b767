"""Somebody answers no more: a bot plays for them, they come back by one word, or give up; all are told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.service import archive, lobby
from pbem.store import clock, matches, tenures
from tests.house import MATCH, NAMES, SEED, text
from tests.porch import Porch

LANGUAGE = {"Bert": "de"}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Porch]:
    """Anna, Bert, who reads German, and Carl play a match."""
    here = Porch(tmp_path)
    begin(here)
    yield here
    here.work.close()


def begin(here: Porch, **facts: Any) -> None:
    guests = [lobby.Guest(name=name, address=here.address(name), language=LANGUAGE.get(name, "en")) for name in NAMES]
    invitation = lobby.Invitation(game="ra", guests=guests, seed=SEED, id=MATCH, turn=timedelta(days=1), **facts)
    lobby.begin(here.office, invitation, here.now)
    here.round()


def asked(here: Porch) -> str:
    """Who has to answer."""
    with here.work.reading() as tx:
        names = archive.names(tx, MATCH)
        return names[clock.open_in(tx, MATCH)[0].seat]


def until_bot(here: Porch, silent: str) -> None:
    """The others pass the time; one of them is silent until a bot plays."""
    for _ in range(40):
        if seat_of(here, silent).bot is not None:
            return
        if asked(here) == silent:
            here.wait(days=1, minutes=1)
            here.round()
        else:
            here.reply(asked(here), "auto")
    raise AssertionError("no bot has come")


def seat_of(here: Porch, name: str) -> Any:
    with here.work.reading() as tx:
        return next(one for one, player in matches.seated(tx, MATCH) if player is not None and player.name == name)


def said(here: Porch, name: str) -> str:
    """The newest mail of somebody on one line."""
    return " ".join(text(here.last(name)).split())


def acts(here: Porch) -> list[str]:
    return [str(one["act"]) for one in here.log() if "act" in one]


def reasons(here: Porch, seat: int) -> list[str]:
    with here.work.reading() as tx:
        return [one.why for one in tenures.of_match(tx, MATCH) if one.seat == seat]


def finish(here: Porch) -> None:
    """Nobody answers any more: when bots play for all of them, the match comes to its end."""
    for _ in range(12):
        here.wait(days=1, minutes=1)
        here.round()
    assert here.match().status == "finished"


def test_after_three_turns_missed_a_bot_plays_until_its_player_is_back(home: Porch) -> None:
    until_bot(home, "Bert")
    seat = seat_of(home, "Bert")
    assert (seat.bot, seat.missed) == ("steady", 3)
    assert acts(home) == ["bot"]
    assert "Bert has missed too many turns in a row. A bot plays for Bert from now on" in said(home, "Anna")
    assert "Ein Bot spielt für dich" in said(home, "Bert")
    assert "zurückgekehrt" in said(home, "Bert")
    count = len(home.mails("Bert"))
    for _ in range(3):
        home.reply(asked(home), "auto")
    assert len(home.mails("Bert")) == count
    assert "Willkommen zurück." in flat(home, "Bert", "zurückgekehrt")
    assert seat_of(home, "Bert").bot is None
    assert seat_of(home, "Bert").missed == 0
    assert reasons(home, seat.number) == ["seated", "silent", "back"]
    home.reply(asked(home), "auto")
    assert "Bert is back and plays without the bot." in " ".join(text(one) for one in home.mails("Anna"))
    assert "Du bist nicht weg" in flat(home, "Bert", "zurückgekehrt")


def flat(here: Porch, name: str, *lines: str) -> str:
    return " ".join(text(here.reply(name, *lines)).split())


def test_whoever_answers_a_report_with_an_order_is_back(home: Porch) -> None:
    until_bot(home, "Carl")
    flat(home, "Carl", "Hello, how are you?")
    assert seat_of(home, "Carl").bot == "steady"
    told = flat(home, "Carl", "pass")
    assert seat_of(home, "Carl").bot is None
    assert "Carl is back and plays without the bot." in told
    assert acts(home) == ["bot", "back"]


def test_an_answer_in_time_begins_the_count_anew(home: Porch) -> None:
    silent = asked(home)
    home.wait(days=1, minutes=1)
    home.round()
    assert seat_of(home, silent).missed == 1
    while asked(home) != silent:
        home.reply(asked(home), "auto")
    home.reply(silent, "auto")
    assert seat_of(home, silent).missed == 0


def test_who_gives_up_is_asked_first_and_has_the_last_place(home: Porch) -> None:
    told = flat(home, "Bert", "aufgeben")
    assert "Im Ergebnis bekommst du den letzten Platz." in told
    code = told.partition("bestätige ")[2].split()[0]
    assert acts(home) == []
    home.reply("Bert", f"bestätige {code}")
    assert acts(home) == ["resign"]
    assert "Bert has given up and will have the last place." in " ".join(text(home.mails("Anna")[-1]).split())
    assert "Du hast in dieser Partie aufgegeben" in flat(home, "Bert", "aufgeben")
    assert "Du hast in dieser Partie aufgegeben" in flat(home, "Bert", "zurückgekehrt")
    finish(home)
    seat = seat_of(home, "Bert").number
    result = home.match().result
    assert result is not None
    assert [one["place"] for one in result if one["seat"] == seat] == [3]
    assert min(int(str(one["place"])) for one in result if one["seat"] != seat) == 1
    assert acts(home) == ["resign", "bot", "bot", "last"]
    assert "Bert has given up and therefore has the last place" in said(home, "Anna")
    with home.work.reading() as tx:
        archive.check(tx, home.match())
