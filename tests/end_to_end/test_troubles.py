"""Lines that are cut, servers that refuse, numbers that change, disks that are full: nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlmodel import col, select

from pbem import bootstrap, running
from pbem.mail.account import Account
from pbem.mail.errors import MailError
from pbem.mail.imap import Inbox
from pbem.mail.smtp import Outgoing
from pbem.service import mailroom
from pbem.store import people, tables, upgrade
from tests.end_to_end.commands import Bureau
from tests.end_to_end.crashes import message_id
from tests.end_to_end.story import ANNA, PLAYERS, Teller
from tests.end_to_end.towns import until
from tests.house import House, text
from tests.servers.scripted import CUT, HangUp, ScriptedImap, ScriptedSmtp, Talk


def account(port: int) -> Account:
    """A login at a scripted server."""
    return Account(host="127.0.0.1", port=port, security="plain", user="pbem", password="secret")


def send_by(home: House, server: ScriptedSmtp) -> int:
    """Sends what is due by another way out."""

    async def sent() -> int:
        server.replies.setdefault("AUTH", ["235 welcome"] * 9)
        way_out = Outgoing(account(server.port))
        try:
            return await running.send_all(home.office, way_out, home.clock)
        finally:
            await way_out.close()

    return asyncio.run(sent())


def look_at(home: House, server: ScriptedImap) -> int:
    """Looks at another inbox."""
    with Inbox.open(account(server.port)) as box:
        return mailroom.look(home.office, box, home.clock)


def outbox(home: House) -> dict[str, tables.Outbox]:
    """The newest mail to each player."""
    with home.work.reading() as tx:
        return {row.recipient: row for row in tx.exec(select(tables.Outbox).order_by(col(tables.Outbox.id)))}


def names(mails: list[str]) -> list[str]:
    """The Message-IDs of what a scripted server has taken."""
    return [line for mail in mails for line in mail.split("\n") if line.lower().startswith("message-id:")]


@pytest.fixture
def told(home: House) -> House:
    """Anna has played; her receipt and Bert's report wait in the outbox."""
    home.send("Anna", home.letter("Anna", "draw", answers=home.last("Anna")))
    with bootstrap.inbox(home.settings) as box:
        mailroom.look(home.office, box, home.clock)
    assert home.orders() == ["0 draw"]
    return home


def test_a_line_that_is_cut_in_the_middle_of_a_mail_brings_the_same_mail_again(told: House) -> None:
    server = ScriptedSmtp("AUTH PLAIN", end=[CUT])
    with server.running():
        assert send_by(told, server) == 0
        assert send_by(told, server) == 0, "it waits before it tries again"
        told.wait(minutes=2)
        assert send_by(told, server) == 2
    first, *rest = server.mails
    assert first in rest, "the same bytes: nobody knows whether the server had taken it"
    assert Counter(names(server.mails)).most_common()[0][1] == 2
    assert len(set(names(server.mails))) == 2


def test_refused_for_now_it_is_sent_again_unchanged_after_pauses_that_grow(told: House) -> None:
    server = ScriptedSmtp("AUTH PLAIN", end=["451 later", "250 ok", "451 later"])
    with server.running():
        assert send_by(told, server) == 1
        pauses = [row.next_try - told.now for row in outbox(told).values() if row.next_try and row.tries]
        assert [pause.total_seconds() for pause in pauses] == [60]
        told.wait(seconds=61)
        assert send_by(told, server) == 0
        pauses = [row.next_try - told.now for row in outbox(told).values() if row.next_try and row.tries]
        assert [pause.total_seconds() for pause in pauses] == [300]
        told.wait(seconds=301)
        assert send_by(told, server) == 1
    assert server.mails[0] == server.mails[2] == server.mails[3]
    assert len(set(names(server.mails))) == 2


def test_refused_for_good_it_is_noted_and_told_and_the_others_go_on(told: House) -> None:
    server = ScriptedSmtp("AUTH PLAIN", rcpt=["550 nobody of that name"])
    with server.running():
        assert send_by(told, server) == 2
    states = sorted(row.state for row in outbox(told).values())
    assert states == ["accepted", "queued", "queued"]  # what is owed is written again, and waits for a day
    with told.work.reading() as tx:
        failed = tx.exec(select(tables.Outbox).where(col(tables.Outbox.state) == "failed")).one()
        found = people.by_address(tx, failed.recipient)
    assert found is not None
    assert found.address.bouncing == told.now
    told.round()
    assert failed.recipient in text(told.last("operator"))
    assert told.round().mails == 0


def fetch_cut(server: ScriptedImap) -> None:
    """The first letter arrives, the second one is cut in its middle; after that all is well."""

    def cut(talk: Talk) -> None:
        if "BODY" not in server.heard[-1]:
            server.fetch(talk, list(server.letters), "SIZE")
            return
        del server.answers["FETCH"]
        raw = server.letters[1]
        talk.say(f"* 1 FETCH (BODY[] {{{len(raw)}}}\r\n".encode() + raw + b" UID 1)\r\n")
        talk.say(b"* 2 FETCH (BODY[] {5000}\r\nhalf a letter")
        raise HangUp

    server.answers["FETCH"] = cut


def two_letters(home: House) -> dict[int, bytes]:
    """One of Anna, who is to play, one of Bert, who is not."""
    mails = {name: home.letter(name, "draw", answers=home.last(name)) for name in ("Anna", "Bert")}
    return {uid: mail.as_bytes() for uid, mail in enumerate(mails.values(), 1)}


def test_a_line_that_is_cut_in_the_middle_of_a_fetch_is_begun_again(home: House) -> None:
    server = ScriptedImap(two_letters(home))
    fetch_cut(server)
    with server.running():
        with pytest.raises(MailError):
            look_at(home, server)
        assert look_at(home, server) == 2
    assert home.orders() == ["0 draw", "1 draw"]
    assert home.states() == ["played", "played"]


def test_letters_that_are_gone_between_search_and_fetch_are_no_error(home: House) -> None:
    server = ScriptedImap(two_letters(home))

    def gone(talk: Talk) -> None:
        if "BODY" in server.heard[-1]:
            talk.ok()
        else:
            server.fetch(talk, list(server.letters), "SIZE")

    server.answers["FETCH"] = gone
    with server.running():
        assert look_at(home, server) == 0
    assert home.letters() == []


def test_after_new_uids_nothing_is_played_twice(home: House) -> None:
    server = ScriptedImap(two_letters(home))
    with server.running():
        assert look_at(home, server) == 2
        server.uidvalidity += 1
        assert look_at(home, server) == 2
        assert look_at(home, server) == 0
    assert home.orders() == ["0 draw", "1 draw"]
    assert home.states() == ["played", "played", "repeated", "repeated"]
    assert all(one.moved for one in home.letters())


def test_the_same_letter_three_times_is_played_once(home: House) -> None:
    letter = home.letter("Anna", "draw", answers=home.last("Anna"))
    home.send("Anna", letter)
    home.send("Anna", letter)
    letter["Received"] = "from elsewhere by post.test; Wed, 18 Nov 2026 12:00:00 +0000"
    home.send("Anna", letter)
    home.round()
    home.send("Anna", letter)
    home.round()
    assert home.orders() == ["0 draw"]
    assert home.states() == ["played", "repeated", "repeated", "repeated"]


def test_a_copy_that_is_dated_before_the_original_is_a_copy_all_the_same(home: House) -> None:
    raw = home.letter("Anna", "draw", answers=home.last("Anna")).as_bytes()
    home.post.deliver("pbem", raw, home.now)
    home.wait(hours=-1)
    home.post.deliver("pbem", raw, home.now)
    home.wait(hours=1)
    home.round()
    assert home.orders() == ["0 draw"]
    assert sorted(home.states()) == ["played", "repeated"]


@contextmanager
def set_to(home: House, *pragmas: str) -> Iterator[None]:
    """The service writes with other settings of SQLite."""

    def change(connection: sqlite3.Connection, _record: object) -> None:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    event.listen(home.work.writer, "connect", change)
    home.work.writer.dispose()
    try:
        yield
    finally:
        event.remove(home.work.writer, "connect", change)
        home.work.writer.dispose()


@contextmanager
def full_disk(home: House) -> Iterator[None]:
    """The database cannot grow by a page."""
    with closing(sqlite3.connect(Path(str(home.work.writer.url.database)))) as other:
        pages = other.execute("PRAGMA page_count").fetchone()[0]
    with set_to(home, f"max_page_count = {pages}"):
        yield


def test_on_a_full_disk_nothing_is_lost_and_later_all_goes_on(home: House) -> None:
    letter = home.letter("Anna", "draw", "x" * 100_000, answers=home.last("Anna"))
    home.send("Anna", letter)
    with full_disk(home), pytest.raises(OperationalError, match="full"):
        home.round()
    assert home.letters() == []
    assert len(home.post.letters("pbem")) == 1
    home.round()
    assert (home.orders(), home.states()) == (["0 draw"], ["played"])
    assert upgrade.check(home.settings.database) == []


def test_a_disk_that_is_full_while_a_letter_is_played_leaves_it_as_it_was(home: House) -> None:
    """The letter is kept already; the database is in trouble, not the letter: it is not put aside."""
    prose = [f"this is line {number} of a long letter to you all" for number in range(1500)]
    home.send("Anna", home.letter("Anna", "draw", *prose, answers=home.last("Anna")))
    with ExitStack() as later:

        def point(name: str) -> None:
            if name == "mailroom.kept":
                later.enter_context(full_disk(home))

        home.office = bootstrap.office(home.settings, home.work, point)
        with pytest.raises(OperationalError, match="full"):
            home.round()
        assert (home.states(), home.orders()) == (["received"], [])
    home.office = bootstrap.office(home.settings, home.work)
    home.round()
    assert (home.states(), home.orders()) == (["played"], ["0 draw"])


def test_another_process_that_holds_the_database_does_no_harm(home: House) -> None:
    home.send("Anna", home.letter("Anna", "draw", answers=home.last("Anna")))
    with closing(sqlite3.connect(Path(str(home.work.writer.url.database)))) as other:
        other.execute("BEGIN IMMEDIATE")
        with set_to(home, "busy_timeout = 20"), pytest.raises(OperationalError, match="locked"):
            home.round()
        other.rollback()
    home.round()
    assert (home.orders(), home.states()) == (["0 draw"], ["played"])


WRITER = """\
import sys
from pbem.store import notices
from pbem.store.work import Work
from sqlalchemy import event
from datetime import UTC, datetime
work = Work(sys.argv[1])
event.listen(work.writer, "connect", lambda connection, _: connection.execute("PRAGMA wal_autocheckpoint = 1"))
for number in range(100000):
    with work.transaction() as tx:
        notices.add(tx, "kept", f"{sys.argv[2]}.{number}", {"long": "x" * 5000}, datetime.now(UTC))
    print(number, flush=True)
"""


def test_a_process_that_dies_while_it_moves_its_log_into_the_database_loses_nothing(home: House) -> None:
    """Each commit is followed by a checkpoint, so nearly every kill falls into one."""
    for life in range(5):
        command = [sys.executable, "-c", WRITER, home.settings.database, str(life)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            told = [next(process.stdout) for _ in range(5 + life)]
            process.kill()
        with home.work.reading() as tx:
            kept = [one.about for one in tx.exec(select(tables.Notice)) if one.about.startswith(f"{life}.")]
        assert len(kept) >= len(told)
        assert kept == [f"{life}.{number}" for number in range(len(kept))]
    assert upgrade.check(home.settings.database) == []


@pytest.mark.parametrize("letters", [0, 40])
def test_told_to_stop_it_stops_and_the_next_one_goes_on(bureau: Bureau, letters: int) -> None:
    """At once, or as soon as the first letter is settled: the others and the mails are on their way."""
    teller = Teller(bureau.town)
    bureau.once()
    written = [teller.answer(f"letter-{number}", ANNA, "draw" if not number else "status") for number in range(letters)]
    with bureau.serving() as process:
        for letter in written:
            bureau.town.put(letter.as_bytes())
        until(lambda: not letters or any(one.state != "received" for one in bureau.letters()))
        process.terminate()
        assert process.wait(30) == 0
    bureau.once()
    states = Counter(one.state for one in bureau.letters())
    assert states == Counter({"played": min(letters, 1), "answered": max(letters - 1, 0)}) + Counter()
    assert bureau.orders() == ["0 draw"][:letters]
    arrived = [message_id(raw) for user in PLAYERS for raw in bureau.town.boxes()[user]["INBOX"]]
    assert len(arrived) == len(set(arrived)) >= 3 + 2 * min(letters, 1)
    assert set(bureau.town.boxes()["pbem"].get("INBOX", [])) == set()
