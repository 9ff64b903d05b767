"""The players of a match decide together, and forgive: by mail, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.service import archive
from pbem.store import tables
from tests.end_to_end.test_silence import acts, asked, begin, flat, said, seat_of
from tests.house import NAMES, text
from tests.porch import Porch


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Porch]:
    """Anna, Bert, who reads German, and Carl play a match."""
    here = Porch(tmp_path)
    begin(here)
    yield here
    here.work.close()


def test_all_together_pause_a_match_and_go_on(home: Porch) -> None:
    assert "The others are asked. You have voted for it; the vote is open until 2026-11-21 12:00 (UTC)." in flat(
        home, "Anna", "vote pause"
    )
    assert "Anna asks for a vote: pause the match?" in said(home, "Carl")
    assert "Anna lässt abstimmen: die Partie unterbrechen? Antworte mit „abstimmung ja“" in said(home, "Bert")
    assert "Another vote is open" in flat(home, "Carl", "vote end")
    assert "it waits for Bert, Carl." in flat(home, "Carl", "vote")
    assert "Du hast dafür gestimmt." in flat(home, "Bert", "abstimmung ja")
    flat(home, "Carl", "vote yes")
    assert home.match().status == "paused"
    assert acts(home) == ["motion", "vote-carried", "pause"]
    assert "All have agreed: pause the match. - The match is paused." in said(home, "Anna")
    assert "Partie ist unterbrochen. Die Uhren stehen still" in said(home, "Bert")
    assert "The match is paused" in flat(home, "Carl", "vote pause")
    home.reply("Bert", "abstimmung fortsetzen")
    for name in ("Anna", "Carl"):
        home.reply(name, "vote yes")
    assert home.match().status == "running"


def test_with_one_no_a_vote_is_lost_and_a_secret_one_tells_of_nobody(home: Porch) -> None:
    home.reply("Anna", "vote secret end")
    assert "Somebody asks for a secret vote: end the match without a result?" in said(home, "Carl")
    assert "Du hast dagegen gestimmt" in flat(home, "Bert", "abstimmung nein")
    assert "Not all agree, so the vote is lost: end the match without a result." in said(home, "Anna")
    assert all("seat" not in one for one in home.log() if str(one.get("act")).startswith(("motion", "vote")))
    home.reply("Anna", "vote speed 12h")
    home.reply("Carl", "vote no")
    assert "Carl stimmt nicht zu, also ist die Abstimmung gescheitert: nur noch 12h" in said(home, "Bert")
    assert "Nothing is voted on." in flat(home, "Carl", "vote yes")
    assert home.match().clock["turn"] == 86400


def test_a_vote_that_not_all_answer_is_over_after_three_days(home: Porch) -> None:
    home.reply("Anna", "vote end")
    home.reply("Carl", "vote yes")
    home.wait(days=3, minutes=1)
    home.round()
    assert home.match().status == "running"
    assert "vote-expired" in acts(home)
    assert "Not all have voted in time" in " ".join(text(one) for one in home.mails("Anna")).replace("\n", " ")


def test_the_others_replace_somebody_and_play_faster(home: Porch) -> None:
    home.reply("Anna", "vote replace Bert")
    assert "Bei dieser Abstimmung geht es um dich" in flat(home, "Bert", "abstimmung nein")
    home.reply("Carl", "vote yes")
    with home.work.reading() as tx:
        assert sorted(archive.names(tx, home.match().id)) == ["Anna", "Carl", "steady"]
    home.reply("Anna", "vote speed 12h")
    home.reply("Carl", "vote yes")
    assert home.match().clock["turn"] == 43200


def test_the_others_let_one_win(home: Porch) -> None:
    home.reply("Anna", "vote concede Carl")
    home.reply("Bert", "abstimmung ja")
    assert home.match().status == "finished"
    result = home.match().result
    assert result is not None
    assert [(one["seat"], one["place"]) for one in result if one["place"] == 1] == [(seat_of(home, "Carl").number, 1)]
    assert "die anderen überlassen Carl den Sieg" in said(home, "Bert")
    with home.work.reading() as tx:
        archive.check(tx, home.match())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("vote dance", '"dance" cannot be voted on.'),
        ("vote replace Zoe", 'Nobody here is called "Zoe".'),
        ("vote concede Anna", "That is for the others to decide."),
        ("vote speed 9d", "Now each decision has 1d. A vote can only make that shorter"),
        ("vote resume", "not paused"),
        ("vote no", "Nothing is voted on."),
        ("forgive Bert", "Bert has no time-out here that could be forgiven."),
        ("forgive Anna", "That is for the others to decide."),
        ("forgive Zoe", 'Nobody here is called "Zoe".'),
    ],
)
def test_what_cannot_be_is_refused(home: Porch, line: str, why: str) -> None:
    assert why in flat(home, "Anna", line)
    assert acts(home) == []


def test_a_time_out_is_forgiven_when_all_others_say_so(home: Porch) -> None:
    late = asked(home)
    home.wait(days=1, minutes=1)
    home.round()
    others = [name for name in NAMES if name != late]
    told = flat(home, others[0], f"forgive {late}")
    assert f"You forgive {late}" in told or f"Du verzeihst {late}" in told
    assert seat_of(home, late).missed == 1
    flat(home, others[1], f"verzeihe {late}")
    assert seat_of(home, late).missed == 0
    assert acts(home) == ["forgive"]
    with home.work.reading() as tx:
        (row,) = [one for one in tx.exec(select(tables.Deadline)) if one.forgiven is not None]
        assert row.state == "fired"
