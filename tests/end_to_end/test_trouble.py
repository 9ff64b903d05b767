"""What breaks is put aside, told to the operator, and stops nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.engine.errors import EngineBug
from pbem.engine.game import Refusal
from pbem.games.ra.steps import Turn
from pbem.service import organising
from pbem.store import letters
from tests.house import MATCH, House, text


def test_a_letter_that_breaks_something_is_shunted_and_the_next_is_played(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    home.send("Anna", home.letter("Anna", "ra", answers=home.last("Anna")))
    with monkeypatch.context() as patched:
        patched.setattr(Turn, "perform", broken)
        home.round()
    assert (home.orders(), home.states()) == ([], ["shunted"])
    assert len(home.post.letters("pbem", "pbem/Shunted")) == 1
    assert "ZeroDivisionError" not in "".join(text(mail) for mail in home.mails("Anna"))
    home.tell_operator()
    assert "pbem letter retry" in text(home.last("operator"))
    home.reply("Anna", "draw")
    assert home.orders() == ["0 draw"]


def test_a_bug_of_the_rules_holds_the_match_until_somebody_looks(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise EngineBug("a rule contradicts itself")

    home.send("Anna", home.letter("Anna", "ra", answers=home.last("Anna")))
    with monkeypatch.context() as patched:
        patched.setattr(Turn, "perform", broken)
        home.round()
    assert (home.states(), home.match().status) == (["shunted"], "held")
    said = text(home.reply("Anna", "draw"))
    assert "The match is held" in said
    home.wait(days=30)
    home.round()
    assert home.orders() == []
    home.tell_operator()
    assert MATCH in text(home.last("operator"))
    assert organising.by_operator(home.office, MATCH, "resume", "", home.now) == "Done."
    assert isinstance(organising.by_operator(home.office, MATCH, "resume", "", home.now), Refusal)
    home.reply("Anna", "draw")
    assert home.orders() == ["0 draw"]
    assert [entry["act"] for entry in home.log() if "act" in entry] == ["resume"]


def test_a_bug_while_the_clock_plays_holds_that_match_only(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    home.begin(match="feedfacefeedface", turn=timedelta(days=9))
    home.round()

    def broken(*_: object) -> None:
        raise EngineBug("a rule contradicts itself")

    home.wait(days=3, minutes=1)
    with monkeypatch.context() as patched:
        patched.setattr(Turn, "perform", broken)
        home.round()
    assert (home.match().status, home.match("feedfacefeedface").status) == ("held", "running")
    home.wait(days=9)
    home.round()
    assert (len(home.orders()), len(home.orders("feedfacefeedface"))) == (0, 1)


def test_a_mail_without_words_keeps_no_other_back(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    home.send("Anna", home.letter("Anna", "draw", answers=home.last("Anna")))
    home.look()
    with monkeypatch.context() as patched:
        patched.setattr("pbem.service.reports.thawed", lambda *_: 1 / 0)
        home.round()
    assert len(home.mails("Bert")) == 1
    home.tell_operator()
    assert "could not be written" in text(home.last("operator"))
    home.wait(hours=1, minutes=1)
    home.round()
    assert "Bert, your turn" in str(home.last("Bert")["Subject"])


def test_a_sender_who_writes_too_much_is_stopped_and_the_operator_told(home: House) -> None:
    for number in range(62):
        home.post.deliver(home.settings.address, home.letter("Zoe", f"hello {number}").as_bytes(), home.now)
    home.round()
    assert home.states().count("refused") == 62
    many = [home.letter("Anna", "status", answers=home.last("Anna")).as_bytes() for _ in range(62)]
    for raw in many:
        home.post.deliver(home.settings.address, raw, home.now)
    home.round()
    reasons = [one.reason for one in home.letters() if one.sender == home.address("Anna")]
    assert reasons.count("too-many-letters") == 2
    told = [mail for mail in home.mails("Anna") if mail["Subject"] == "Your letter could not be read"]
    assert len(told) == 1


def test_a_letter_can_be_tried_again(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    home.send("Anna", home.letter("Anna", "draw", answers=home.last("Anna")))
    with monkeypatch.context() as patched:
        patched.setattr("pbem.service.turns.play", lambda *_: 1 / 0)
        home.round()
    assert home.states() == ["shunted"]
    with home.work.transaction() as tx:
        letters.reopen(tx, home.letters()[0].id or 0, "retry")
    home.round()
    assert (home.orders(), home.states()) == (["0 draw"], ["played"])
