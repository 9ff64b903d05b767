"""What others may do to a player: write in their name, name another match, leave one letter that cannot be read."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Iterator

import pytest
from sqlmodel import col, select

from pbem import bootstrap, running
from pbem.mail.errors import ServerTrouble
from pbem.mail.imap import Fetched, Inbox
from pbem.service import mailroom
from pbem.store import clock, letters, tables
from tests.end_to_end.test_troubles import outbox, send_by
from tests.house import MATCH, House, text
from tests.servers.scripted import ScriptedSmtp

OTHER = "0b0e0b0e0b0e0b01"


class Spoiled:
    """An inbox with one letter that the server cannot give: an error, after all the others."""

    def __init__(self, box: Inbox) -> None:
        self.box = box
        self.uidvalidity = box.uidvalidity

    def fetch(self, after_uid: int) -> Iterator[list[Fetched]]:
        """All letters, and then the trouble."""
        yield from self.box.fetch(after_uid)
        raise ServerTrouble("letter 99 cannot be read")

    def move(self, uids: Iterable[int], folder: str) -> None:
        """As ever."""
        self.box.move(uids, folder)


def test_forged_letters_do_not_use_up_what_a_player_may_write(home: House) -> None:
    report = home.last("Anna")
    for number in range(70):
        home.post.deliver(home.settings.address, home.letter("Anna", f"hello {number}").as_bytes(), home.now)
    home.round()
    home.send("Anna", home.letter("Anna", "draw", answers=report))
    home.round()
    assert (home.orders(), home.states()[-1]) == (["0 draw"], "played")


def test_forged_letters_bring_few_questions(home: House) -> None:
    for number in range(40):
        home.post.deliver(home.settings.address, home.letter("Anna", f"hello {number}").as_bytes(), home.now)
    home.round()
    questions = [mail for mail in home.mails("Anna") if "Was this letter yours" in str(mail["Subject"])]
    assert len(questions) == home.states().count("asked") == 10


def test_a_letter_that_cannot_be_read_keeps_no_other_from_being_played(home: House) -> None:
    home.send("Anna", home.letter("Anna", "draw", answers=home.last("Anna")))
    with bootstrap.inbox(home.settings) as box, pytest.raises(ServerTrouble):
        mailroom.look(home.office, Spoiled(box), home.clock)
    assert (home.orders(), home.states()) == (["0 draw"], ["played"])
    assert home.post.letters("pbem") == []


def test_what_can_be_told_goes_out_although_a_letter_cannot_be_read(home: House) -> None:
    home.send("Anna", home.letter("Anna", "draw", answers=home.last("Anna")))

    async def spoiled_round() -> None:
        way_out = bootstrap.outgoing(home.settings)
        try:
            with bootstrap.inbox(home.settings) as box:
                await running.once(home.office, Spoiled(box), way_out, home.clock)
        finally:
            await way_out.close()

    with pytest.raises(ServerTrouble):
        asyncio.run(spoiled_round())
    assert "Bert, your turn" in str(home.last("Bert")["Subject"])


def test_a_number_counts_in_its_own_match_only(home: House) -> None:
    home.begin("Anna", "Bert", "Carl", match=OTHER)
    home.round()
    of_the_other = home.last("Anna")
    assert "your turn" in str(of_the_other["Subject"])
    letter = home.letter("Anna", "1", answers=home.mails("Anna")[0])
    del letter["To"]
    letter["To"] = str(of_the_other["Reply-To"])
    home.send("Anna", letter)
    home.round()
    assert home.orders(OTHER) == home.orders(MATCH) == []


def test_whoever_cannot_be_reached_does_not_stop_the_match(home: House) -> None:
    home.send("Anna", home.letter("Anna", "draw", answers=home.last("Anna")))
    home.look()
    server = ScriptedSmtp("AUTH PLAIN", rcpt=["550 nobody of that name"] * 3)
    with server.running():
        send_by(home, server)
    with home.work.reading() as tx:
        (waits,) = clock.open_in(tx, MATCH)
    assert (waits.seat, waits.state) == (1, "waiting")
    home.wait(days=7, minutes=1)
    home.round()
    assert [entry["cause"]["kind"] for entry in home.log() if "cause" in entry][:2] == ["letter", "bot"]


def test_after_a_long_sleep_a_mail_is_tried_more_than_once(home: House) -> None:
    home.send("Anna", home.letter("Anna", "draw", answers=home.last("Anna")))
    home.look()
    home.wait(days=7)
    server = ScriptedSmtp("AUTH PLAIN", rcpt=["451 try later"] * 3)
    with server.running():
        send_by(home, server)
    assert "failed" not in {row.state for row in outbox(home).values()}
    home.wait(hours=2)
    assert home.round().mails >= 2


def test_a_letter_of_doubt_that_is_tried_again_is_asked_about_again(home: House) -> None:
    home.post.deliver(home.settings.address, home.letter("Anna", "draw").as_bytes(), home.now)
    home.round()
    with home.work.transaction() as tx:
        letters.reopen(tx, home.letters()[0].id or 0, "retry")
    home.wait(minutes=1)
    home.round()
    with home.work.reading() as tx:
        codes = [one.code for one in tx.exec(select(tables.Confirmation).order_by(col(tables.Confirmation.asked)))]
    assert len(codes) == 2
    assert all(any(code in text(mail) for mail in home.mails("Anna")) for code in codes)


@pytest.mark.parametrize("line", ["1 please", "1!", "(1) please", "1, 2", "2 - I think"])
def test_a_number_with_words_is_asked_about_and_stops_the_rest(home: House, line: str) -> None:
    answer = home.reply("Anna", line, "ra")
    assert home.orders() == []
    assert f"Write {line.strip('(')[0]} and nothing else" in " ".join(text(answer).split())


@pytest.mark.parametrize("line", ["18.11.2026 was a fine day", "12:30 is lunch", "2-3 days to go"])
def test_a_date_or_a_time_is_prose(home: House, line: str) -> None:
    home.reply("Anna", line, "draw")
    assert home.orders() == ["0 draw"]


def test_the_inbox_is_read_again_after_a_trouble_that_nobody_foresaw(home: House) -> None:
    home.send("Anna", home.letter("Anna", "draw", answers=home.last("Anna")))
    troubles = [ValueError("something new")]

    def open_inbox() -> Inbox:
        if troubles:
            raise troubles.pop()
        return bootstrap.inbox(home.settings)

    porter = running.Porter(home.office, home.settings, open_inbox, home.clock)
    played = threading.Event()
    porter.wake = played.set
    porter.thread.start()
    try:
        assert played.wait(20)
    finally:
        porter.stop()
    assert home.orders() == ["0 draw"]
