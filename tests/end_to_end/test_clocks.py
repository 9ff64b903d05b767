"""Time banks, grace, absence and mail that comes back, told by mail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.speed import Speed, read
from pbem.store import clock, matches
from tests.end_to_end.test_senders import bounce_of
from tests.house import MATCH, House, house, text


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[House]:
    """A match with a time bank and grace, which has begun; Anna is asked."""
    speed = read("2d+12h grace 6h")
    assert isinstance(speed, Speed)
    with house(tmp_path) as here:
        here.begin(speed=speed)
        here.round()
        yield here


def test_a_time_bank_is_used_up_and_filled_and_an_answer_in_the_grace_counts(bank: House) -> None:
    told = text(bank.last("Anna"))
    assert "Answer by Saturday, 21 November 2026, 00:00 UTC." in told
    assert "An answer still counts until Saturday, 21 November 2026, 06:00 UTC." in told
    assert "Time left: 2 days 12 hours." in told
    assert "Your time bank held 2 days when you were asked; each decision brings 12" in told
    bank.wait(hours=36)
    bank.send("Anna", bank.letter("Anna", "draw", answers=bank.last("Anna")))
    bank.wait(hours=5)
    bank.round()
    bank.reply("Bert", "draw")
    bank.reply("Carl", "draw")
    assert "Your time bank held 1 day when you were asked" in text(bank.last("Anna"))
    assert "Time left: 1 day 12 hours." in text(bank.last("Anna"))
    bank.wait(hours=40)
    bank.reply("Anna", "pass")
    assert [entry["kind"] for entry in bank.log() if "seat" in entry] == ["order"] * 4
    with bank.work.reading() as tx:
        anna = matches.seat(tx, MATCH, 0)
    assert anna is not None
    assert anna.bank == 0


def test_who_answers_at_once_has_never_more_than_the_bank_held_at_first(bank: House) -> None:
    for name in ("Anna", "Bert", "Carl"):
        bank.reply(name, "draw")
    assert "Your time bank held 2 days when you were asked" in text(bank.last("Anna"))


def test_absence_is_told_to_the_service_by_the_subject_alone(home: House) -> None:
    letter = home.letter("Bert", "", Subject="abwesend 24.12. bis 2.1.")
    home.send("Bert", letter)
    home.round()
    assert "You are away from Thursday, 24 December 2026 until Saturday, 2 January 2027" in " ".join(
        text(home.last("Bert")).split()
    )


def test_a_clock_stands_still_when_its_report_comes_back_and_a_letter_lets_it_run(home: House) -> None:
    lost = bounce_of("anna@post.test", str(home.last("Anna")["Message-ID"]))
    home.wait(hours=1)
    home.post.deliver(home.settings.address, lost, home.now)
    home.round()
    home.wait(days=6)
    assert "mail to Anna comes back" in " ".join(text(home.reply("Bert", "status")).split())
    assert home.orders() == []
    home.send("Anna", home.letter("Anna", "status", answers=home.mails("Anna")[0]))
    home.round()
    with home.work.reading() as tx:
        (row,) = clock.open_in(tx, MATCH)
    assert (row.state, row.started) == ("running", home.now)
