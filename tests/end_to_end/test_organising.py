"""Organisers by mail: what they do is done, told to everybody and undone for nobody else; others are refused."""

from __future__ import annotations

import re

import pytest

from pbem.service import archive, lobby, organising
from pbem.store import log, matches, organisers, people, tenures
from tests.house import MATCH, House, text

TOLD = "WHAT WAS DONE TO THE MATCH"


def organiser(home: House, *names: str) -> None:
    """These organise the match, in this order; who does not play gets a mailbox."""
    for name in names:
        if name.lower() not in home.post.users():
            home.post.add(name.lower(), "secret")
        with home.work.transaction() as tx:
            player = lobby.welcome(tx, lobby.Guest(name=name, address=home.address(name)), home.now)
            organisers.appoint(tx, MATCH, player.id or 0, home.now)
        home.wait(seconds=1)


def acts(home: House) -> list[str]:
    return [str(one["act"]) for one in home.log() if "act" in one]


def verified(home: House) -> None:
    with home.work.reading() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        archive.check(tx, row)


def code_in(home: House, name: str) -> str:
    found = re.search(r"(?:confirm|bestätige) ([0-9a-f]{10})", text(home.last(name)))
    assert found, text(home.last(name))
    return found[1]


def test_pause_keeps_orders_and_clocks_and_resume_plays_them(home: House) -> None:
    organiser(home, "Bert")
    home.wait(days=1)
    assert "Done." in text(home.reply("Bert", "pause"))
    for name in ("Anna", "Bert", "Carl"):
        assert TOLD in text(home.last(name))
    kept = text(home.reply("Anna", "draw"))
    assert "Kept as plan; it is played when the match goes on" in " ".join(kept.split())
    assert "Answer by" not in kept
    assert str(home.last("Anna")["Subject"]).endswith("the match is paused")
    home.wait(days=10)
    home.round()
    assert (home.orders(), acts(home)) == ([], ["pause"])
    home.reply("Bert", "resume")
    assert home.orders() == ["0 draw"]
    assert [one["kind"] for one in home.log()] == ["start", "organiser", "organiser", "plan"]
    assert "Answer by" in text(home.last("Bert"))
    verified(home)


def test_after_a_pause_a_clock_has_the_time_it_had_left(home: House) -> None:
    organiser(home, "Bert")
    home.wait(days=1)
    home.reply("Bert", "pause")
    home.wait(days=10)
    home.reply("Bert", "resume")
    assert "Answer by Tuesday, 1 December 2026, 12:00 UTC" in text(home.last("Anna"))


def test_more_time_for_one_and_for_all(home: House) -> None:
    organiser(home, "Bert")
    home.reply("Bert", "extend Anna 2d")
    assert "The organiser gives Anna more time: 2 days." in text(home.last("Carl"))
    assert "Answer by Monday, 23 November 2026" in text(home.last("Anna"))
    home.reply("Bert", "verlängere bis 24.12. 18:00")
    assert "Answer by Thursday, 24 December 2026, 18:00" in text(home.last("Anna"))
    for line, reason in (
        ("extend Carl 2d", "No clock is running there"),
        ("extend to 1.12.", "not later than"),
        ("extend a lot", "How much time for whom?"),
    ):
        assert reason in " ".join(text(home.reply("Bert", line)).split())
    assert acts(home) == ["extend", "extend"]


def test_going_back_drops_plans_and_lists_and_draws_anew(home: House) -> None:
    organiser(home, "Bert")
    first = home.last("Anna")
    home.reply("Carl", "draw", "on timeout ra")
    home.reply("Anna", "draw")
    before = len(home.mails("Carl"))
    assert home.orders() == ["0 draw"]
    refused = text(home.reply("Bert", "rollback 0 if state 0"))
    assert "does not stand at state 0 but at 1" in " ".join(refused.split())
    home.reply("Bert", "rollback 0 if state 1")
    told = text(home.last("Carl"))
    assert TOLD in told
    assert "> draw\n  It belonged to a state that no longer counts" in told
    assert len(home.mails("Carl")) == before + 1
    assert "Anna, it is your turn." in text(home.last("Anna"))
    home.send("Anna", home.letter("Anna", "1", answers=first))
    home.round()
    assert "is of a list that no longer counts" in " ".join(text(home.last("Anna")).split())
    home.reply("Anna", "1")
    assert [(one["kind"], one.get("to")) for one in home.log()] == [
        ("start", None), ("order", None), ("rollback", 0), ("order", None),
    ]  # fmt: skip
    assert home.last("Anna")["X-Pbem-State"] == "3"
    verified(home)
    with home.work.reading() as tx:
        assert [one.number for one in matches.epochs(tx, MATCH)] == [0, 1]


def test_mail_of_undone_states_that_was_not_sent_is_never_sent(home: House) -> None:
    organiser(home, "Bert")
    home.reply("Anna", "draw")
    drawn = str(home.log()[1]["outcomes"])
    with home.work.reading() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
    assert organising.by_operator(home.office, MATCH, "rollback", "0", home.now) == "Done."
    home.wait(days=2)
    home.round()
    word = drawn.split("'")[3]
    carl = "\n".join(text(one) for one in home.mails("Carl"))
    assert f"Anna turns over: {word}" not in carl
    assert "back to state 0" in " ".join(carl.split())


def test_somebody_else_plays_on(home: House) -> None:
    home.begin("Dora", "Emil", "Fred", match="00decade00decade")
    organiser(home, "Bert")
    home.round()
    old = home.last("Anna")
    home.reply("Anna", "status")
    home.wait(hours=1)
    home.reply("Bert", "replace Anna by Dora")
    assert "somebody else plays your seat now" in str(home.last("Anna")["Subject"])
    assert "Dora plays in the place of Anna from now on." in text(home.last("Carl"))
    assert "Dora, it is your turn." in text(home.last("Dora"))
    home.send("Anna", home.letter("Anna", "draw", answers=old))
    home.round()
    assert home.orders() == []
    home.reply("Dora", "draw")
    assert home.orders() == ["0 draw"]
    with home.work.reading() as tx:
        anna, dora = (people.by_name(tx, name) for name in ("Anna", "Dora"))
        assert anna is not None
        assert dora is not None
        held = [(one.player, one.from_n, one.until_n) for one in tenures.of_match(tx, MATCH) if one.seat == 0]
        assert held == [(anna.id, 0, 1), (dora.id, 1, None)]
        assert all("Dora" not in str(one.facts()) for one in log.load(tx, MATCH))
    home.reply("Bert", "ersetze Dora durch bot")
    assert "plays in the place of Dora" in text(home.last("Carl"))
    for line, reason in (
        ("replace Zoe by bot", "Whom by whom?"),
        ("replace Carl by Zoe", "There is no player Zoe"),
        ("replace Carl by Bert", "Bert has a seat in this match already"),
    ):
        assert reason in " ".join(text(home.reply("Bert", line)).split())
    verified(home)


def test_an_order_in_somebodys_place_a_sentence_and_the_end(home: House) -> None:
    organiser(home, "Bert")
    assert "Played for Anna: draw" in text(home.reply("Bert", "act for Anna: draw"))
    assert "The organiser has ordered for Anna." in text(home.last("Carl"))
    assert "It is not your turn" in text(home.reply("Bert", "act for Carl: draw"))
    assert "For whom, and what?" in text(home.reply("Bert", "act for Zoe: draw"))
    home.reply("Bert", "announce We meet on Friday")
    assert "The organiser says: We meet on Friday" in text(home.last("Carl"))
    assert "Friday" not in str(home.log())
    assert "The organiser says: We meet on Friday" in text(home.reply("Carl", "log"))
    assert "With or without a result?" in text(home.reply("Bert", "end match now"))
    home.reply("Bert", "end match with points")
    assert "the points of this moment count" in text(home.last("Carl"))
    assert "THE RESULT" in text(home.last("Anna"))
    assert home.match().status == "finished"
    assert "The match is over" in text(home.reply("Bert", "pause"))
    verified(home)


def test_who_is_no_organiser_is_refused(home: House) -> None:
    organiser(home, "Bert")
    for line in (
        "pause",
        "resume",
        "extend 2d",
        "rollback -1",
        "act for Bert: draw",
        "replace Bert by bot",
        "end match",
    ):
        assert "Only an organiser of this match can do that." in text(home.reply("Carl", line))
    assert acts(home) == []


def test_without_a_token_an_organiser_is_asked_first(home: House) -> None:
    organiser(home, "Bert")
    home.send("Bert", home.letter("Bert", "pause"))
    home.round()
    assert (home.states(), acts(home)) == (["asked"], [])
    home.reply("Bert", f"confirm {code_in(home, 'Bert')}")
    assert acts(home) == ["pause"]


def test_an_organiser_who_does_not_play_has_a_chair(home: House) -> None:
    organiser(home, "Zoe")
    home.send("Zoe", home.letter("Zoe", "pause", Subject=f"about {MATCH[:6]}"))
    home.round()
    home.reply("Zoe", f"confirm {code_in(home, 'Zoe')}")
    chair = home.last("Zoe")
    assert "for the organiser, state 1" in str(chair["Subject"])
    assert chair["Reply-To"] != home.settings.address
    said = text(home.reply("Zoe", "resume", "log", "act for Anna: draw"))
    assert "- 1: organiser [pause]" in said
    assert "Played for Anna: draw" in said
    assert "The organiser has ordered for Anna." in said
    assert "Suns" not in said
    assert home.orders() == ["0 draw"]
    home.send("Carl", home.letter("Carl", "end match", answers=chair))
    home.round()
    assert home.match().status == "running"
    with home.work.transaction() as tx:
        zoe = people.by_name(tx, "Zoe")
        assert zoe is not None
        organisers.dismiss(tx, MATCH, zoe.id or 0)
    home.send("Zoe", home.letter("Zoe", "pause", answers=chair))
    home.round()
    assert home.match().status == "running"


def test_what_cannot_be_mended_can_need_two(home: House) -> None:
    with home.work.transaction() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        row.settings = {"two_organisers": True}
    organiser(home, "Bert")
    home.reply("Anna", "draw")
    assert "there is no second one" in " ".join(text(home.reply("Bert", "rollback 0")).split())
    organiser(home, "Zoe")
    assert "Asked: Zoe" in text(home.reply("Bert", "rollback 0"))
    assert home.orders() == ["0 draw"]
    assert "rollback 0 if state 1" in text(home.last("Zoe"))
    home.send("Carl", home.letter("Carl", f"confirm {code_in(home, 'Zoe')}"))
    home.round()
    assert acts(home) == []
    home.reply("Zoe", f"confirm {code_in(home, 'Zoe')}")
    entry = home.log()[-1]
    assert [entry[key] for key in ("act", "to", "by", "second")] == ["rollback", 0, 1, 2]
    home.reply("Bert", "replace Carl by bot")
    home.reply("Bert", "pause")
    assert acts(home) == ["rollback", "pause"]
    verified(home)


@pytest.mark.parametrize("line", ["pausiere", "beende partie", "zurücksetzen -1 wenn stand 1", "verkünde Hallo"])
def test_in_german(home: House, line: str) -> None:
    organiser(home, "Bert")
    home.reply("Bert", "settings language de")
    home.reply("Anna", "draw")
    said = text(home.reply("Bert", line))
    assert "Erledigt." in said
    assert "WAS MIT DER PARTIE GESCHAH" in said
    assert len(acts(home)) == 1
