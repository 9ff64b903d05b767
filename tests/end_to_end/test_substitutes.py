"""A seat that somebody has left is offered to those who would help: by mail, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from pbem.service import archive, lobby, reliability
from pbem.store import people, tenures
from pbem.store.around import Offer
from tests.end_to_end.test_silence import acts, begin, flat, reasons, said, seat_of, until_bot
from tests.house import MATCH, text
from tests.porch import Porch


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Porch]:
    """Anna, Bert, who reads German, and Carl play; Dora and Emil, who reads German, would stand in at Ra."""
    here = Porch(tmp_path)
    begin(here)
    with here.work.transaction() as tx:
        for name, language in (("Dora", "en"), ("Emil", "de")):
            lobby.welcome(tx, lobby.Guest(name=name, address=here.address(name), language=language), here.now)
    assert "You would stand in where somebody does not play on: ra." in write(here, "Dora", "settings substitute ra")
    assert "Du würdest in jedem Spiel einspringen" in write(here, "Emil", "einstellungen ersatz ja")
    yield here
    here.work.close()


def write(here: Porch, name: str, *lines: str) -> str:
    """A letter to the service, and the answer on one line."""
    here.send(name, here.letter(name, *lines))
    here.round()
    return said(here, name)


def offers(here: Porch) -> list[tuple[str, str]]:
    with here.work.reading() as tx:
        rows = tx.exec(select(Offer)).all()
        return [(getattr(people.get(tx, one.player), "name", ""), one.state) for one in rows]


def answer_line(here: Porch, name: str, word: str) -> str:
    """The line of the newest mail that begins with a word."""
    return next(line.strip() for line in text(here.last(name)).splitlines() if line.strip().startswith(f"{word} "))


def names(here: Porch) -> list[str]:
    with here.work.reading() as tx:
        return sorted(archive.names(tx, MATCH))


def test_one_after_the_other_is_asked_and_whoever_says_yes_plays_on(home: Porch) -> None:
    until_bot(home, "Bert")
    number = seat_of(home, "Bert").number
    home.round()
    assert offers(home) == [("Dora", "open")]
    assert "would you help out?" in str(home.last("Dora")["Subject"])
    assert "The others are Anna, Carl." in said(home, "Dora")
    home.reply("Dora", answer_line(home, "Dora", "no"))
    home.round()
    assert offers(home) == [("Dora", "declined"), ("Emil", "open")]
    assert "Du riskierst nichts" in said(home, "Emil")
    home.reply("Emil", answer_line(home, "Emil", "ja"))
    assert names(home) == ["Anna", "Carl", "Emil"]
    assert reasons(home, number) == ["seated", "silent", "substitute"]
    assert acts(home) == ["bot", "substitute"]
    assert "jetzt spielt Emil auf deinem Platz" in said(home, "Bert")
    assert "Emil helps out and plays in the place of Bert from now on." in said(home, "Anna")
    assert "RA Partie" in said(home, "Emil")
    home.reply("Bert", "zurückgekehrt")
    assert names(home) == ["Anna", "Carl", "Emil"]
    with home.work.reading() as tx:
        assert tenures.resigned(tx, MATCH) == []
        archive.check(tx, home.match())


def test_nobody_gets_the_seat_of_somebody_who_is_back(home: Porch) -> None:
    until_bot(home, "Carl")
    home.round()
    line = answer_line(home, "Dora", "yes")
    home.reply("Carl", "back")
    assert offers(home) == [("Dora", "void")]
    assert "the seat is no longer free" in str(home.reply("Dora", line)["Subject"])
    assert names(home) == ["Anna", "Bert", "Carl"]


def test_after_a_day_without_an_answer_the_next_is_asked(home: Porch) -> None:
    until_bot(home, "Carl")
    home.round()
    home.wait(days=1, minutes=1)
    home.round()
    assert offers(home) == [("Dora", "expired"), ("Emil", "open")]
    assert "Not understood: substitute dance." in write(home, "Anna", "settings substitute dance")
    assert "Du würdest" not in write(home, "Emil", "einstellungen ersatz nein")


def test_settings_tell_how_reliable_somebody_is(home: Porch, monkeypatch: Any) -> None:
    monkeypatch.setattr(reliability, "FEWEST", 1)
    until_bot(home, "Bert")
    assert "Deine Zuverlässigkeit: 0 %. Rechtzeitig: 0, zu spät: 3." in flat(home, "Bert", "einstellungen")
    assert "Your reliability: 100 %." in flat(home, "Anna", "settings")
