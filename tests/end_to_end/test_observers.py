"""Those who watch: what everybody may see, later than the players, by mail; and a finished match as a mailbox."""

from __future__ import annotations

import mailbox
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbem.service import lobby, observers, press
from pbem.store import log, matches
from tests.house import MATCH, House, house, text


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    """A match of Ra has begun; Zoe plays elsewhere and is a player, too."""
    with house(tmp_path) as here:
        here.begin()
        here.post.add("zoe", "secret")
        with here.work.transaction() as tx:
            lobby.welcome(tx, lobby.Guest(name="Zoe", address=here.address("zoe")), here.now)
        here.round()
        yield here


def told(home: House, line: str, name: str = "Zoe") -> str:
    """What somebody without a match is told for a line."""
    home.send(name, home.letter(name, line, Subject="hello"))
    home.round()
    return " ".join(text(home.last(name)).split())


def watched(home: House) -> list[str]:
    """The reports that Zoe got."""
    return [text(mail) for mail in home.mails("Zoe") if mail["X-Pbem-Match"]]


def test_an_observer_sees_what_everybody_may_see_a_day_later(home: House) -> None:
    home.reply("Anna", "draw")
    assert "You see what its players saw 24 hours before." in told(home, f"observe {MATCH[:6]}")
    assert watched(home) == []
    home.wait(hours=25)
    home.round()
    (first,) = watched(home)
    assert "Anna turns over" in first
    assert "WHAT YOU CAN DO" not in first
    assert "orders above" not in first
    home.reply("Bert", "draw")
    home.wait(hours=20)
    home.round()
    assert len(watched(home)) == 1
    home.wait(hours=24)
    home.round()
    assert "Bert turns over" in watched(home)[-1]
    assert "Anna turns over" not in watched(home)[-1]


def test_whoever_wants_hears_every_time_and_stops_at_will(home: House) -> None:
    told(home, f"observe {MATCH[:6]} every")
    for name in ("Anna", "Bert"):
        home.reply(name, "draw")
        home.wait(hours=25)
        home.round()
    assert len(watched(home)) == 2
    assert "any more" in told(home, f"observe {MATCH[:6]} off")
    assert "You watch no match" in told(home, "observe")
    home.reply("Carl", "draw")
    home.wait(days=3)
    home.round()
    assert len(watched(home)) == 2


def test_press_does_not_reach_observers(home: House) -> None:
    told(home, f"observe {MATCH[:6]}")
    home.reply("Anna", "press nobody else hears this", "draw")
    home.wait(hours=25)
    home.round()
    assert all("nobody else" not in mail for mail in watched(home))
    assert press.LONGEST


@pytest.mark.parametrize(
    ("line", "why"),
    [("observe ffff", "No match that can be watched"), ("observe 00", "at least four letters")],
)
def test_what_cannot_be_watched_is_refused(home: House, line: str, why: str) -> None:
    assert why in told(home, line)


def test_nobody_watches_a_match_in_which_they_play(home: House) -> None:
    home.reply("Anna", f"observe {MATCH[:6]}")
    assert "You have a seat in this match" in text(home.last("Anna")).replace("\n", " ")


def test_players_who_want_to_be_alone_are(home: House) -> None:
    with home.work.transaction() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        row.settings = {**row.settings, "watch": observers.ALONE}
        tx.add(row)
    assert "want to be alone" in told(home, f"observe {MATCH[:6]}")


def test_in_german(home: House) -> None:
    home.send("Zoe", home.letter("Zoe", "settings language de", Subject="hello"))
    home.round()
    assert "Du siehst, was die Spieler 24 Stunden vorher sahen." in told(home, f"beobachte {MATCH[:6]}")
    home.wait(hours=25)
    home.round()
    assert "DER TISCH" in watched(home)[-1]


def test_a_finished_match_is_a_mailbox(home: House, tmp_path: Path) -> None:
    for name in ("Anna", "Bert", "Carl"):
        home.reply(name, "draw")
    with home.work.transaction() as tx:
        matches.finish(tx, MATCH, "aborted", None, home.now)
    with home.work.reading() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        with closing(mailbox.mbox(tmp_path / "match.mbox")) as box:
            for mail in observers.mailed(home.office, tx, row, "de"):
                box.add(mail)
            kept = list(box)
        entries = log.last(tx, MATCH) + 1
    assert [one["X-Pbem-State"] for one in kept] == [str(n) for n in range(entries)]
    assert all(one["In-Reply-To"] for one in kept[1:])
