"""Two strangers become players, one opens a match, the other joins, and it begins: by mail alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service import lobby, openings
from tests.house import SEED, House, house
from tests.lobby import flat, newest, the_match, write

LANGUAGE = {"Bert": "de"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Anna, Carl and Dora play here, and Bert in German; Zoe and Yves have mailboxes and are unknown."""
    monkeypatch.setattr(openings, "fresh_seed", lambda: SEED)
    with house(tmp_path) as here:
        for name in ("Anna", "Bert", "Carl", "Dora", "Zoe", "Yves"):
            here.post.add(name.lower(), "secret")
        with here.work.transaction() as tx:
            for name in ("Anna", "Bert", "Carl", "Dora"):
                guest = lobby.Guest(name=name, address=here.address(name), language=LANGUAGE.get(name, "en"))
                lobby.welcome(tx, guest, here.now)
        yield here


def test_two_strangers_register_one_opens_the_other_joins_and_it_begins(home: House) -> None:
    for name, word, confirm in (("Zoe", "register Zoe", "confirm"), ("Yves", "anmelden Yves", "bestätige")):
        write(home, name, word)
        home.reply(name, confirm)
    told = write(home, "Zoe", "new ra 3 speed=2d grace 6h bots=1 open_scores=no think=30m press=public watch=no")
    row = the_match(home)
    assert f"[Ra {row.id[:6]}] is open: 1 seat is free." in told
    assert (row.status, row.settings) == ("open", {"think": 1800.0, "press": "public", "watch": False})
    assert (row.options["open_scores"], row.clock["turn"], row.clock["grace"]) == (False, 172800.0, 21600.0)
    listed = write(home, "Yves", "offen ra")
    assert f"[Ra {row.id[:6]}] 1 Platz frei, 3 Spieler: Zoe, Steady; 2d Nachfrist 6h; open_scores=nein" in listed
    assert "Du hast den letzten Platz" in write(home, "Yves", "beitreten ra")
    question = newest(home, "Zoe", "is full. Are you ready?")
    assert "Until Friday, 20 November 2026, 12:00 UTC." in flat(question)
    assert the_match(home).status == "open"
    home.send("Zoe", home.letter("Zoe", "ready", answers=question))
    home.round()
    assert the_match(home).status == "running"
    assert "begins. Its first report comes in a mail of its own" in flat(newest(home, "Zoe", "What you asked for"))
    for name in ("Zoe", "Yves"):
        assert newest(home, name, f"[Ra {row.id[:6]}]")["X-Pbem-Match"] == row.id
