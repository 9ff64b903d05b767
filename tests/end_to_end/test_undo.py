"""Thinking again: a letter is taken back while nobody has heard of it and nothing was revealed; never afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service import archive, lobby
from pbem.store import matches
from tests.house import MATCH, SEED, House, house, text


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[House]:
    """A match of Ra in which a letter can be taken back for half an hour; Anna begins."""
    with house(tmp_path) as here:
        here.begin(settings={"think": 1800})
        here.round()
        yield here


def kinds(home: House) -> list[str]:
    return [str(one["kind"]) for one in home.log()]


def verified(home: House) -> None:
    with home.work.reading() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        archive.check(tx, row)


def squashed(home: House, name: str) -> str:
    return " ".join(text(home.last(name)).split())


def test_a_letter_is_taken_back_and_nobody_else_hears_of_it(slow: House) -> None:
    before = {name: len(slow.mails(name)) for name in ("Bert", "Carl")}
    slow.reply("Anna", "ra")
    assert "The others hear of it at Wednesday, 18 November 2026, 12:30 UTC." in squashed(slow, "Anna")
    slow.wait(minutes=20)
    slow.reply("Anna", "undo", "draw")
    assert "Taken back. Nobody else has heard of it." in squashed(slow, "Anna")
    assert (kinds(slow), slow.orders()) == (["start", "order", "rollback", "order"], ["0 ra", "0 draw"])
    slow.wait(days=2)
    slow.round()
    for name, count in before.items():
        mails = "\n".join(text(one) for one in slow.mails(name)[count:])
        assert "Anna turns over" in mails
        assert "calls Ra" not in mails
    assert "calls Ra" not in text(slow.reply("Bert", "log"))
    with slow.work.reading() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        file = archive.match_file(tx, row)
        assert len(matches.epochs(tx, MATCH)) == 1
    assert [(one.n, one.kind, one.cause, one.to) for one in file.log if one.sealed or one.kind == "rollback"] == [
        (1, "order", None, None),
        (2, "rollback", "undo", 0),
    ]
    verified(slow)


def test_the_others_wait_until_the_window_ends_and_so_do_their_plans(slow: House) -> None:
    slow.reply("Bert", "pass")
    slow.reply("Anna", "ra")
    assert slow.orders() == ["0 ra"]
    slow.wait(minutes=31)
    slow.round()
    assert slow.orders() == ["0 ra", "1 pass"]
    assert "Carl, your turn until" in str(slow.last("Carl")["Subject"])
    slow.reply("Anna", "undo")
    assert "Nothing of yours can be taken back now" in squashed(slow, "Anna")


def test_the_next_clock_starts_when_the_next_player_is_told(slow: House) -> None:
    slow.reply("Anna", "ra")
    slow.wait(minutes=31)
    slow.round()
    assert "Answer by Saturday, 21 November 2026, 12:31 UTC." in text(slow.last("Bert"))


def test_thinking_again_gives_no_more_time(slow: House) -> None:
    slow.wait(days=2)
    slow.reply("Anna", "ra")
    slow.wait(minutes=10)
    slow.reply("Anna", "undo")
    assert "Answer by Saturday, 21 November 2026, 12:00 UTC." in text(slow.last("Anna"))


def test_what_fell_at_random_is_not_taken_back(slow: House) -> None:
    slow.reply("Anna", "draw")
    assert "The others hear" not in text(slow.last("Anna"))
    slow.reply("Anna", "undo")
    assert "Nothing of yours can be taken back now" in squashed(slow, "Anna")
    assert kinds(slow) == ["start", "order"]


def test_somebody_elses_letter_ends_it(slow: House) -> None:
    slow.reply("Anna", "ra")
    slow.reply("Bert", "status")
    slow.reply("Anna", "zurück")
    assert "Nothing of yours can be taken back now" in squashed(slow, "Anna")
    assert slow.orders() == ["0 ra"]


def test_so_many_orders_and_no_more(slow: House) -> None:
    slow.reply("Anna", "ra")
    slow.reply("Anna", "undo 2")
    assert "1 of your orders can be" in squashed(slow, "Anna")
    slow.reply("Anna", "undo some")
    slow.reply("Anna", "draw", "undo")
    assert '"undo" counts only as the first line of a letter.' in squashed(slow, "Anna")
    slow.reply("Anna", "undo 1")
    assert "Anna, it is your turn." in text(slow.last("Anna"))
    assert kinds(slow) == ["start", "order", "rollback"]
    slow.reply("Anna", "undo")
    assert "Nothing of yours can be taken back now" in squashed(slow, "Anna")


def test_a_list_from_before_is_old(slow: House) -> None:
    first = slow.last("Anna")
    slow.reply("Anna", "ra")
    slow.reply("Anna", "undo")
    slow.send("Anna", slow.letter("Anna", "1", answers=first))
    slow.round()
    assert "is of a list that no longer counts" in squashed(slow, "Anna")


def test_a_match_without_a_window_says_so(home: House) -> None:
    home.reply("Anna", "draw")
    home.reply("Anna", "settings language de")
    home.reply("Anna", "zurücknehmen")
    assert "In dieser Partie lässt sich nichts zurücknehmen" in squashed(home, "Anna")


def test_bots_wait_too(tmp_path: Path) -> None:
    with house(tmp_path) as here:
        here.post.add("anna", "secret")
        guests = [lobby.Guest(name="Anna", address=here.address("Anna")), lobby.Guest(bot="steady")]
        lobby.begin(
            here.office,
            lobby.Invitation(
                game="ra", guests=[*guests, lobby.Guest(bot="steady")], seed=SEED, id=MATCH, settings={"think": 60}
            ),
            here.now,
        )
        here.round()
        count = len(here.orders())
        here.reply("Anna", "ra")
        assert len(here.orders()) == count + 1
        here.wait(minutes=2)
        here.round()
        assert len(here.orders()) > count + 1
        verified(here)
