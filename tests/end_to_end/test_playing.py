"""A letter is played: what its author gets, what the others get, what the log and the mailbox hold."""

from __future__ import annotations

from tests.house import MATCH, House, text


def test_everybody_is_told_of_the_start_and_one_is_asked(any_home: House) -> None:
    subjects = {name: [str(mail["Subject"]) for mail in any_home.mails(name)] for name in ("Anna", "Bert", "Carl")}
    assert [len(mails) for mails in subjects.values()] == [1, 1, 1]
    assert "Anna, your turn" in subjects["Anna"][0]
    assert "waiting for Anna" in subjects["Bert"][0]


def test_a_letter_is_played_logged_and_moved_and_a_second_look_does_nothing(any_home: House) -> None:
    any_home.send("Anna", any_home.letter("Anna", "draw", answers=any_home.last("Anna")))
    done = any_home.round()
    assert (done.letters, any_home.orders(), any_home.states()) == (1, ["0 draw"], ["played"])
    assert any_home.post.letters("pbem") == []
    assert len(any_home.post.letters("pbem", "pbem/Played")) == 1
    before = {name: len(any_home.mails(name)) for name in ("Anna", "Bert", "Carl")}
    again = any_home.round()
    assert (again.letters, again.mails, any_home.orders()) == (0, 0, ["0 draw"])
    assert {name: len(any_home.mails(name)) for name in ("Anna", "Bert", "Carl")} == before


def test_the_log_says_who_ordered_what_why_and_what_fell(any_home: House) -> None:
    any_home.reply("Anna", "ziehe")
    start, draw = any_home.log()
    assert (start["order"], start["game"], start["seats"]) == ("start", "ra", 3)
    assert (draw["seat"], draw["order"], draw["action"]) == (0, "draw", {"type": "Draw"})
    assert draw["outcomes"][0][0] == "tile"
    assert draw["cause"]["kind"] == "letter"
    assert draw["cause"]["sha256"] == any_home.letters()[0].sha256
    assert draw["cause"]["verdict"]["dmarc"] == "pass"
    assert "Anna" not in str(any_home.log())
    assert "anna@" not in str(any_home.log())


def test_a_number_is_an_order_and_counts_only_while_its_decision_is_open(any_home: House) -> None:
    old = any_home.last("Anna")
    receipt = any_home.reply("Anna", "1")
    assert "Played: draw" in text(receipt)
    any_home.reply("Bert", "1")
    any_home.reply("Carl", "1")
    any_home.send("Anna", any_home.letter("Anna", "2", answers=old))
    any_home.round()
    assert "Number 2 (ra) is of a list that no longer counts" in " ".join(text(any_home.last("Anna")).split())
    assert any_home.orders() == ["0 draw", "1 draw", "2 draw"]


def test_a_number_in_answer_to_a_mail_without_a_list_is_refused(any_home: House) -> None:
    any_home.reply("Anna", "draw")
    said = text(any_home.reply("Anna", "1"))
    assert "had no list of moves" in said
    assert any_home.states() == ["played", "refused"]


def test_a_refused_line_names_reason_and_way_out_and_stops_the_rest(any_home: House) -> None:
    said = text(any_home.reply("Anna", "Hi all,", "bid 9", "draw", "See you"))
    assert "> Hi all,\n  Not an order; not read." in said
    assert "> bid 9\n  Refused. There is no auction now." in said
    assert "Possible now, for example:\n    try  " in said
    assert "> draw\n  Not played, because a line above was refused." in said
    assert "> See you\n  Not an order; not read." in said
    assert any_home.orders() == []
    assert len(any_home.post.letters("pbem", "pbem/Refused")) == 1


def test_lines_after_the_own_turn_are_kept_as_plan(any_home: House) -> None:
    said = text(any_home.reply("Anna", "draw", "draw", "# a comment", "", "bye"))
    assert "> draw\n  Played: draw\n> draw\n  Kept as plan." in said
    assert "comment" not in said
    assert any_home.orders() == ["0 draw"]


def test_end_ends_the_orders(any_home: House) -> None:
    said = text(any_home.reply("Anna", "draw", "Ende", "resign everything"))
    assert "resign" not in said
    assert any_home.orders() == ["0 draw"]


def test_out_of_turn_an_order_is_kept_and_played_when_its_turn_comes(any_home: House) -> None:
    said = text(any_home.reply("Bert", "draw"))
    assert "> draw\n  Kept as plan." in said
    assert any_home.orders() == []
    any_home.reply("Anna", "draw")
    assert any_home.orders() == ["0 draw", "1 draw"]


def test_help_status_and_settings_are_answered_with_the_table(any_home: House) -> None:
    said = text(any_home.reply("Bert", "hilfe", "status", "settings reports every, language de, zone Europe/Berlin"))
    assert "turn over a tile" in said
    assert "DER TISCH" in said
    assert any_home.states() == ["answered"]
    any_home.reply("Anna", "draw")
    german = text(any_home.last("Bert"))
    assert "Bert, du bist am Zug" in german
    assert "MEZ" in german


def test_what_is_quoted_is_not_obeyed(any_home: House) -> None:
    report = any_home.last("Anna")
    quoted = [f"> {line}" for line in text(report).splitlines()]
    any_home.reply("Anna", "draw", "", "On Wednesday pbem wrote:", *quoted, "> ra")
    assert any_home.orders() == ["0 draw"]


def test_what_may_be_typed_is_asked_about_in_the_language_of_the_player(any_home: House) -> None:
    said = text(any_home.reply("Anna", "Have fun!", "Best regards", "draw"))
    assert "> draw\n  Not played: it stands where quoted text or a signature may stand." in said
    any_home.reply("Anna", "settings language de")
    said = " ".join(text(any_home.reply("Anna", "Bis bald", "-- ", "ziehe")).split())
    assert "> ziehe Nicht gespielt: Die Zeile steht, wo Zitiertes oder eine Signatur stehen kann." in said
    assert any_home.orders() == []


def test_our_report_in_an_answer_without_any_mark_is_not_obeyed(any_home: House) -> None:
    said = any_home.reply("Anna", "draw", "", *text(any_home.last("Anna")).splitlines())
    assert any_home.orders() == ["0 draw"]
    assert text(said).count("> ") == 1


def test_one_thread_for_each_match_and_player(any_home: House) -> None:
    first = any_home.last("Anna")
    second = any_home.reply("Anna", "draw")
    assert second["In-Reply-To"] == first["Message-ID"]
    assert str(first["Message-ID"]) in str(second["References"])
    for mail in (first, second):
        assert mail["X-Pbem-Match"] == MATCH
        assert mail["List-Id"]
        assert str(mail["List-Unsubscribe"]).strip().startswith("<mailto:")
        assert str(mail["Auto-Submitted"]).startswith("auto-")
    size, _, root = str(second["X-Pbem-Checkpoint"]).strip().partition(":")
    assert (size, second["X-Pbem-State"], len(root)) == ("2", "1", 64)
