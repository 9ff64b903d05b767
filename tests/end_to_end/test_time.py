"""Weeks pass in milliseconds: deadlines, reminders, silence, reports that wait."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from pbem.service.reminders import remind
from pbem.store import clock, post
from tests.house import MATCH, House, house, text


def test_a_decision_has_its_time_from_the_moment_its_mail_was_accepted(home: House) -> None:
    with home.work.reading() as tx:
        (row,) = clock.open_in(tx, MATCH)
    assert (row.state, row.started, row.due) == ("running", home.now, home.now + timedelta(days=3))
    assert "Answer by Saturday, 21 November 2026, 12:00 UTC." in text(home.last("Anna"))


def test_reminders_come_before_the_end_and_say_what_silence_means(home: House) -> None:
    for hours, reminders in ((23, 0), (2, 1), (30, 1), (6, 2)):
        home.wait(hours=hours)
        home.round()
        assert len(home.mails("Anna")) == 1 + reminders
    reminder = home.last("Anna")
    assert "last call: Anna" in str(reminder["Subject"])
    assert "Silence means: draw" in text(reminder)
    assert "Saturday, 21 November 2026, 12:00 UTC" in text(reminder)


def test_silence_plays_the_fallback_and_the_log_says_why(home: House) -> None:
    home.wait(days=3, minutes=1)
    home.round()
    entry = home.log()[-1]
    assert (entry["kind"], entry["order"], entry["cause"]["kind"]) == ("clock", "draw", "clock")
    assert "your turn" in str(home.last("Bert")["Subject"])


def test_a_letter_that_arrived_in_time_counts_even_if_it_is_read_late(home: House) -> None:
    home.wait(days=2)
    home.send("Anna", home.letter("Anna", "ra", answers=home.last("Anna")))
    home.wait(days=2)
    home.round()
    assert home.orders()[0] == "0 ra"


def test_a_letter_that_arrived_too_late_finds_the_fallback_played(home: House) -> None:
    home.wait(days=3, minutes=1)
    home.send("Anna", home.letter("Anna", "ra", answers=home.last("Anna")))
    home.round()
    assert home.orders() == ["0 draw"]
    assert "> ra\n  Refused. Your time was over before this came" in text(home.last("Anna"))
    home.reply("Anna", "plan")
    assert "Nothing is planned." in text(home.last("Anna"))


def test_what_comes_after_the_clock_has_played_is_not_kept_for_the_next_decision(home: House) -> None:
    old = home.last("Anna")
    home.wait(days=3, minutes=1)
    home.round()
    for lines in (["ra"], ["auto"], ["2"]):
        home.send("Anna", home.letter("Anna", *lines, "whenever auction then pass", answers=old))
        home.round()
        assert "Refused." in text(home.last("Anna"))
    home.reply("Bert", "draw")
    home.reply("Carl", "draw")
    home.send("Anna", home.letter("Anna", "ra", answers=old))
    home.round()
    assert home.orders() == ["0 draw", "1 draw", "2 draw"]
    assert "Your time was over before this came" in text(home.last("Anna"))
    home.reply("Anna", "pass")
    assert "0 pass" in home.orders()


def test_of_a_late_letter_standing_lines_count_and_words_are_answered(home: House) -> None:
    home.wait(days=3, minutes=1)
    home.send("Anna", home.letter("Anna", "on timeout ra", "plan", "ra", answers=home.last("Anna")))
    home.round()
    told = text(home.last("Anna"))
    assert "> on timeout ra\n  Kept as plan." in told
    assert "- 1: on timeout ra" in told
    assert "> ra\n  Refused. Your time was over" in told


def test_nobody_answers_for_months_and_the_match_goes_on(tmp_path: Path) -> None:
    with house(tmp_path) as home:
        home.begin(settings={"silence": 0})
        home.round()
        for _ in range(30):
            home.wait(days=3, minutes=1)
            home.round()
        assert len(home.orders()) == 30
        assert all(entry["cause"]["kind"] == "clock" for entry in home.log()[1:])


def test_nobody_answers_any_more_and_bots_bring_the_match_to_its_end(home: House) -> None:
    for _ in range(9):
        assert home.match().status == "running"
        home.wait(days=3, minutes=1)
        home.round()
    assert home.match().status == "finished"
    causes = [entry["cause"]["kind"] for entry in home.log()[1:] if "cause" in entry]
    assert (causes.count("clock"), set(causes)) == (9, {"clock", "bot"})


def test_a_clock_does_not_act_before_the_inbox_was_read(home: House) -> None:
    home.wait(days=4)
    home.act_without_looking()
    assert home.orders() == []
    home.round()
    assert home.orders() == ["0 draw"]


def test_a_clock_does_not_run_while_its_mail_waits(tmp_path: Path) -> None:
    with house(tmp_path) as here:
        here.begin()
        here.look()
        here.wait(days=30)
        here.look()
        here.act_without_looking()
        assert here.orders() == []
        here.round()
        assert here.orders() == []
        here.wait(days=3, minutes=1)
        here.round()
        assert here.orders() == ["0 draw"]


def test_others_are_told_of_moves_once_a_day_and_no_news_is_lost(home: House) -> None:
    home.reply("Anna", "draw")
    home.reply("Bert", "draw")
    assert len(home.mails("Anna")) == 2
    home.wait(days=1, minutes=1)
    home.round()
    digest = text(home.last("Anna"))
    assert "Bert turns over" in digest
    assert "Anna turns over" not in digest


def test_who_wants_every_report_gets_it(home: House) -> None:
    home.reply("Carl", "settings reports every")
    before = len(home.mails("Carl"))
    home.reply("Anna", "draw")
    assert len(home.mails("Carl")) == before + 1


def test_who_wants_one_report_a_day_gets_it_in_the_evening_of_their_zone(home: House) -> None:
    home.reply("Bert", "einstellungen berichte täglich, zeitzone Europe/Berlin, stunde 20")
    before = len(home.mails("Bert"))
    home.reply("Anna", "draw")
    home.wait(hours=6, minutes=59)
    home.round()
    assert len(home.mails("Bert")) == before
    home.wait(minutes=2)
    home.round()
    assert len(home.mails("Bert")) == before + 1
    assert "Bert, your turn" in str(home.last("Bert")["Subject"])


def test_a_report_that_is_overtaken_while_unsent_loses_no_news(home: House) -> None:
    home.reply("Carl", "settings reports every")
    before = len(home.mails("Carl"))
    for name in ("Anna", "Bert"):
        home.send(name, home.letter(name, "draw"))
    home.look()
    home.round()
    assert len(home.mails("Carl")) == before + 1
    told = text(home.last("Carl"))
    assert "Anna turns over" in told
    assert "Bert turns over" in told


def test_nobody_is_reminded_of_a_time_that_is_over(home: House) -> None:
    home.wait(days=4)
    with home.work.reading() as tx:
        before = post.waiting(tx)
    assert remind(home.office, home.now) == 1
    with home.work.reading() as tx:
        assert post.waiting(tx) == before
    assert remind(home.office, home.now) == 0


def test_everybody_learns_that_the_clock_has_played_and_the_silent_one_at_once(home: House) -> None:
    home.wait(days=3, minutes=1)
    home.round()
    mine, theirs = text(home.last("Anna")), text(home.last("Bert"))
    assert "Your time was over, so the default was played for you." in mine
    assert "The time of Anna was over, so the default was played." in theirs


def test_who_has_chosen_what_silence_means_is_told_that_this_was_played_and_not_the_default(home: House) -> None:
    home.reply("Anna", "on timeout ra")
    home.wait(days=3, minutes=1)
    home.round()
    assert home.orders()[0] == "0 ra"
    mine = text(home.last("Anna"))
    assert "> on timeout ra\n  Your time was over, so this was played: ra" in mine
    assert "the default was played" not in mine
