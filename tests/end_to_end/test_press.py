"""Talk at the table, diaries, who is muted, complaints: by mail, and nobody learns what is not meant for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service import press
from pbem.store import matches, organisers, people
from tests.house import House, house, text


@pytest.fixture
def at_table(tmp_path: Path) -> Iterator[House]:
    """A match whose players have got their first report; nobody answers yet."""
    with house(tmp_path) as here:
        yield here


def begun(home: House, **settings: object) -> House:
    """The match, with its law."""
    home.begin(settings=settings)
    home.round()
    return home


def said(home: House, name: str) -> str:
    """The newest mail as its reader sees it, without the line breaks."""
    return " ".join(text(home.last(name)).split())


def german(home: House, name: str) -> None:
    """Somebody chooses German."""
    home.reply(name, "settings language de")


def test_what_is_said_to_all_is_read_by_all_but_what_is_said_to_one_by_nobody_else(at_table: House) -> None:
    home = begun(at_table)
    answer = home.reply(
        "Anna", "press Good luck to all!", "press to bert, I hope: not this", "press to Bert: not to Carl # really"
    )
    assert "All at the table read it in their next mail." in text(answer)
    assert "Bert reads it in the next mail; nobody else does." in text(answer)
    assert "Anna to all: Good luck to all!" in said(home, "Bert")
    assert "Anna to you: not to Carl # really" in said(home, "Bert")
    assert "Anna to all: Good luck to all!" in said(home, "Carl")
    assert "not to Carl" not in said(home, "Carl")
    assert home.last("Bert")["Subject"] == "[Ra 00c0ff] Anna writes to you"
    assert "anna@" not in str(home.last("Bert"))


def test_a_longer_text_stands_below_a_line_with_a_colon(at_table: House) -> None:
    home = begun(at_table)
    home.reply("Anna", "draw", "press to Bert and Carl:", "First, thank you.", "draw", "bid 3", "end", "status")
    assert "First, thank you. draw bid 3" in said(home, "Bert")
    assert home.orders() == ["0 draw"]


def test_press_is_answered_from_the_report_and_never_obeyed(at_table: House) -> None:
    home = begun(at_table)
    home.reply("Bert", "press to Anna: draw")
    quoted = [f"> {line}" for line in text(home.last("Anna")).splitlines()]
    home.reply("Anna", "press to Bert: no", *quoted)
    assert home.orders() == []
    assert "Anna to you: no" in said(home, "Bert")


def test_the_law_of_the_match_is_enforced(at_table: House) -> None:
    home = begun(at_table, press="public")
    assert "all that is said is for everybody" in said_after(home, "press to Bert: psst")
    assert "with their own name" in said_after(home, "press anonymous: boo")
    assert "psst" not in said(home, "Bert")
    assert "All at the table" in said_after(home, "press hello")


def said_after(home: House, *lines: str, name: str = "Anna") -> str:
    """What somebody is told for some lines."""
    home.reply(name, *lines)
    return said(home, name)


def test_a_match_without_press_lets_nobody_speak_but_to_the_organiser(at_table: House) -> None:
    home = begun(at_table, press="none")
    organise(home, "Carl")
    assert "played without press" in said_after(home, "press hello")
    assert "The organiser reads it" in said_after(home, "press to organiser: is this right?")
    assert "> is this right?" in text(home.last("Carl"))
    assert "writes to you as organiser" in home.last("Carl")["Subject"]


def organise(home: House, name: str) -> None:
    """Somebody is the organiser."""
    with home.work.transaction() as tx:
        found = people.by_name(tx, name)
        assert found is not None
        organisers.appoint(tx, "00c0ffee00c0ffee", found.id or 0, home.now)


def test_anonymous_where_it_is_allowed(at_table: House) -> None:
    home = begun(at_table, anonymous=True)
    home.reply("Anna", "press anonymous to Bert: guess who")
    assert "Somebody at the table to you: guess who" in said(home, "Bert")
    assert home.last("Bert")["Subject"] == "[Ra 00c0ff] somebody writes to you"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("press to Bert hello", "A colon is missing"),
        ("press to Zoe: hello", '"Zoe" is nobody else at this table. There are: Bert, Carl.'),
        ("press to Anna: me", "is nobody else at this table"),
        ("press", "There is no text."),
        ("press " + "x" * 2001, "at most 2000 are possible"),
        ("mute Zoe", "is nobody else at this table"),
        ("report Bert", "Say why, behind a colon: report Bert"),
        ("report Zoe: no", "is nobody else at this table"),
    ],
)
def test_what_cannot_be_said_is_refused_with_the_way_out(at_table: House, line: str, why: str) -> None:
    assert why in said_after(begun(at_table), line)


def test_so_much_in_a_day_and_no_more(at_table: House) -> None:
    home = begun(at_table)
    home.reply("Anna", *["press hm"] * press.PER_DAY)
    assert "20 things in this match within a day" in said_after(home, "press one more")
    home.wait(days=1, hours=1)
    assert "All at the table" in said_after(home, "press next day")


def test_who_is_muted_is_not_heard_and_not_told(at_table: House) -> None:
    home = begun(at_table)
    assert "You do not hear Anna in this match." in said_after(home, "mute anna", name="Bert")
    home.reply("Anna", "press shout")
    assert "shout" not in said(home, "Bert")
    assert "shout" in said(home, "Carl")
    assert "You hear everybody" in said_after(home, "mute Anna off", name="Bert")
    home.reply("Anna", "press again")
    assert "Anna to all: again" in said(home, "Bert")


def test_a_complaint_goes_to_the_organiser_with_what_was_said_to_its_author(at_table: House) -> None:
    home = begun(at_table)
    organise(home, "Carl")
    home.reply("Anna", "press to Bert: you fool", "press to Carl: between us")
    assert "The organiser reads your complaint about Anna" in said_after(home, "report Anna: insults", name="Bert")
    told = said(home, "Carl")
    assert "Bert complains about Anna" in home.last("Carl")["Subject"]
    assert "> insults" in told
    assert "> Anna: you fool" in told
    assert "between us" not in told


def test_without_an_organiser_the_operator_reads_a_complaint(at_table: House) -> None:
    home = begun(at_table)
    home.reply("Bert", "report Anna: insults")
    assert "> insults" in text(home.last("operator"))


def test_a_diary_is_its_authors_alone_until_the_end(at_table: House) -> None:
    home = begun(at_table)
    assert "Your diary is empty" in said_after(home, "diary")
    assert "It stands in your diary" in said_after(home, "diary I want all pharaohs")
    assert "I want all pharaohs" in said_after(home, "diary")
    assert "I want" not in said_after(home, "diary", name="Bert")
    with home.work.transaction() as tx:
        matches.finish(tx, "00c0ffee00c0ffee", "aborted", None, home.now)
    assert "Anna, 18 November" in said_after(home, "diary", name="Bert")


def test_in_german(at_table: House) -> None:
    home = begun(at_table)
    for name in ("Anna", "Bert"):
        german(home, name)
    answer = said_after(
        home, "presse an Bert: Grüße", "tagebuch Alles läuft nach Plan", "stumm Carl", "beschwerde Carl: laut"
    )
    for told in ("Bert liest es in der nächsten Mail", "Es steht in deinem Tagebuch", "hörst du nichts von Carl"):
        assert told in answer
    assert "Anna an dich: Grüße" in said(home, "Bert")
    assert "GESPRÄCH" in text(home.last("Bert"))


def test_a_word_of_the_table_needs_a_table(at_table: House) -> None:
    home = begun(at_table)
    home.begin(match="00c0ffee00c0ffe1")
    home.round()
    home.send("Anna", home.letter("Anna", "press hello", Subject="hello"))
    home.round()
    assert '"press" belongs to a match' in said(home, "Anna")
