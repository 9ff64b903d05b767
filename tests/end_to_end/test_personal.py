"""All that is kept of a person, and being forgotten: logs stay valid, and nothing that names them is left."""

from __future__ import annotations

import json
from datetime import timedelta
from email.message import EmailMessage

from pbem.service import archive, watch
from pbem.store import matches
from tests.house import MATCH, House, text


def asked(home: House, name: str, line: str) -> EmailMessage:
    """The mail that comes besides the report; it has no match."""
    home.reply(name, line)
    return [mail for mail in home.mails(name) if not mail["X-Pbem-Match"]][-1]


def dump(home: House) -> str:
    """The whole database as text."""
    with home.work.reading() as tx:
        raw = tx.connection().connection.driver_connection
        assert raw is not None
        return "\n".join(raw.iterdump())


def test_all_that_is_kept_comes_as_a_file(home: House) -> None:
    home.reply("Anna", "draw", "press Hello everybody")
    mail = asked(home, "Anna", "export my data")
    (file,) = mail.iter_attachments()
    facts = json.loads(content := file.get_content().decode())
    assert facts["player"]["name"] == "Anna"
    assert [one["canonical"] for one in facts["address"]] == [home.address("anna")]
    assert "draw" in facts["letter"][0]["raw"]
    assert facts["press"][0]["body"] == "Hello everybody"
    assert facts["seat"][0]["match"] == MATCH
    assert "bert" not in content.lower()
    assert "All that is kept of you" in mail["Subject"]
    assert "forget me" in text(mail)


def test_whoever_confirms_is_forgotten_and_the_log_stays_valid(home: House) -> None:
    home.reply("Anna", "press Anna was here", "draw")
    question = asked(home, "Anna", "forget me")
    assert "cannot be taken back" in " ".join(text(question).split())
    assert "in: Ra" in text(question)
    assert home.match().status == "running"
    home.send("Anna", home.letter("Anna", "confirm", answers=question))
    home.round()
    assert home.last("Anna")["Subject"] == "You are forgotten"
    home.reply("Bert", "status")
    assert "gone 1" not in text(home.last("Bert"))
    assert "steady" in text(home.last("Bert")).lower()
    with home.work.transaction() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        archive.check(tx, row)
    assert home.orders()[0] == "0 draw"
    home.wait(days=8)
    watch.throw_away(home.office, home.now, timedelta(days=365))
    left = dump(home)
    assert "Anna" not in left
    assert "anna@" not in left


def test_without_the_confirmation_nothing_is_lost(home: House) -> None:
    asked(home, "Anna", "forget me")
    home.wait(days=8)
    home.round()
    assert "Anna" in text(home.last("Bert"))
    home.send("Anna", home.letter("Anna", "confirm 0123456789", Subject="hello"))
    home.round()
    assert home.match().status == "running"


def test_in_german(home: House) -> None:
    home.reply("Anna", "settings language de")
    question = asked(home, "Anna", "vergiss mich")
    assert question["Subject"] == "Willst du vergessen werden?"
    assert asked(home, "Anna", "meine daten")["Subject"] == "Alles, was über dich aufgehoben wird"
