"""The inbox, on the embedded servers and on Dovecot: the same stories."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import chain

import pytest
from msgspec import structs

from pbem.mail.account import Account
from pbem.mail.errors import LoginRefused, Unreachable
from pbem.mail.imap import Fetched, Folders, Inbox
from pbem.mail.imap_line import Line
from tests.servers.dovecot import PASSWORD, Dovecot, token
from tests.servers.dovecot import dovecot as start_dovecot
from tests.servers.world import World

LONG = 30.0
"""Nothing takes that long unless it fails."""


def letter(subject: str, body: str = "draw\r\n") -> bytes:
    """A small one."""
    return f"From: anna@player.test\r\nSubject: {subject}\r\n\r\n{body}".encode()


def letters(count: int) -> list[bytes]:
    """Small ones with numbers."""
    return [letter(f"letter {number}") for number in range(count)]


def subjects(fetched: list[Fetched]) -> list[str]:
    """What stands in the subjects."""
    lines = chain.from_iterable(letter.raw.decode().splitlines() for letter in fetched)
    return [line.removeprefix("Subject: ") for line in lines if line.startswith("Subject: ")]


def everything(inbox: Inbox, after_uid: int = 0) -> list[Fetched]:
    """All batches as one."""
    return list(chain.from_iterable(inbox.fetch(after_uid)))


def in_folder(account: Account, folder: str) -> list[str]:
    """The subjects of what lies there, seen by another mail program."""
    line = Line(account)
    line.folder.set(folder)
    found = [message.subject for message in line.fetch(mark_seen=False)]
    line.say_good_bye()
    return found


def test_letters_are_fetched_with_bytes_size_and_time_of_arrival(world: World) -> None:
    world.deliver(letter("hello", "bid 9\r\n"))
    with Inbox.open(world.imap) as inbox:
        (found,) = everything(inbox)
    assert found.raw.endswith(b"Subject: hello\r\n\r\nbid 9\r\n")
    assert found.size == len(found.raw)
    assert not found.cut
    assert found.internaldate.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - found.internaldate) < timedelta(days=1)


def test_only_letters_above_a_uid_are_fetched(world: World) -> None:
    world.deliver(*letters(3))
    with Inbox.open(world.imap) as inbox:
        uids = inbox.uids()
        assert subjects(everything(inbox, uids[1])) == ["letter 2"]
        # A server finds its last letter for `UID 4:*` too.
        assert everything(inbox, uids[2]) == []


def test_an_empty_inbox_has_nothing(world: World) -> None:
    with Inbox.open(world.imap) as inbox:
        assert inbox.uids() == []
        assert list(inbox.fetch(0)) == []
        inbox.move([], "pbem/Played")


def test_batches_are_limited_by_number(world: World) -> None:
    world.deliver(*letters(5))
    with Inbox.open(world.imap) as inbox:
        assert [len(batch) for batch in inbox.fetch(0, bulk=2)] == [2, 2, 1]


def test_batches_are_limited_by_bytes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.imap.BATCH_BYTES", 3000)
    world.deliver(*(letter(f"letter {n}", "x" * 70 + "\r\n" + "y" * 900 + "\r\n") for n in range(4)))
    with Inbox.open(world.imap) as inbox:
        assert [subjects(batch) for batch in inbox.fetch(0)] == [["letter 0", "letter 1"], ["letter 2", "letter 3"]]


def test_of_a_letter_that_is_too_large_only_the_beginning_is_fetched(world: World) -> None:
    world.deliver(letter("small"), letter("large", "0123456789" * 90 + "\r\n"), letter("small too"))
    with Inbox.open(world.imap, max_size=600) as inbox:
        found = sorted(everything(inbox), key=lambda letter: letter.uid)
    assert [letter.cut for letter in found] == [False, True, False]
    assert len(found[1].raw) == 600 < found[1].size
    assert subjects(found) == ["small", "large", "small too"]


def test_reading_leaves_no_trace(world: World) -> None:
    world.deliver(*letters(2))
    with Inbox.open(world.imap, max_size=250) as inbox:
        assert len(everything(inbox)) == 2
    line = Line(world.imap)
    line.folder.set("INBOX")
    assert len(line.uids("UNSEEN")) == 2
    line.say_good_bye()


def test_letters_are_moved_in_one_go_and_others_stay(world: World) -> None:
    world.deliver(*letters(5))
    with Inbox.open(world.imap) as inbox:
        uids = inbox.uids()
        inbox.move(uids[:3], "pbem/Played")
        inbox.move(uids[3:4], "pbem/Refused")
        assert inbox.uids() == uids[4:]
    assert in_folder(world.imap, "pbem/Played") == ["letter 0", "letter 1", "letter 2"]
    assert in_folder(world.imap, "pbem/Refused") == ["letter 3"]
    assert in_folder(world.imap, "INBOX") == ["letter 4"]


def test_moving_what_is_gone_is_no_error(world: World) -> None:
    world.deliver(*letters(2))
    with Inbox.open(world.imap) as inbox:
        first, second = inbox.uids()
        inbox.move([first], "pbem/Played")
        inbox.move([first, second, second + 50], "pbem/Played")
        inbox.move([first], "pbem/Played")
        assert inbox.uids() == []
    assert in_folder(world.imap, "pbem/Played") == ["letter 0", "letter 1"]


def test_letters_gone_since_the_search_are_left_out(world: World) -> None:
    world.deliver(*letters(3))
    with Inbox.open(world.imap) as inbox, Inbox.open(world.imap) as other:
        uids = inbox.uids()
        other.move(uids[:1], "pbem/Played")
        assert subjects(list(chain.from_iterable(inbox.read(uids)))) == ["letter 1", "letter 2"]


def test_a_folder_removed_meanwhile_is_made_again(world: World) -> None:
    world.deliver(*letters(1))
    with Inbox.open(world.imap) as inbox:
        inbox._line.folder.delete("pbem/Played")
        inbox.move(inbox.uids(), "pbem/Played")
    assert in_folder(world.imap, "pbem/Played") == ["letter 0"]


def test_missing_folders_are_made_once_under_the_names_of_the_settings(world: World) -> None:
    folders = Folders(played="Gespielt", refused="Ältere/Nicht gespielt", shunted="pbem/Weiche")
    for _ in range(2):
        with Inbox.open(world.imap, folders) as inbox:
            names = {folder.name for folder in inbox._line.folder.list()}
            assert {"Gespielt", "Ältere/Nicht gespielt", "pbem/Weiche"} <= names
            assert "pbem/Played" not in names
    world.deliver(*letters(1))
    with Inbox.open(world.imap, folders) as inbox:
        inbox.move(inbox.uids(), folders.refused)
    assert in_folder(world.imap, "Ältere/Nicht gespielt") == ["letter 0"]


def test_mail_that_comes_while_we_wait_wakes_us(world: World) -> None:
    with Inbox.open(world.imap) as inbox:
        assert inbox.can_idle
        assert inbox.uids() == []
        post = threading.Thread(target=world.deliver, args=letters(1))
        post.start()
        assert inbox.wait(LONG)
        post.join()
        assert subjects(everything(inbox)) == ["letter 0"]


def test_mail_that_comes_between_search_and_wait_is_not_lost(world: World) -> None:
    with Inbox.open(world.imap) as inbox:
        for number in range(1, 4):
            inbox.uids()
            world.deliver(*letters(1))
            assert inbox.wait(LONG)
            assert len(inbox.uids()) == number


def test_without_mail_the_wait_ends_and_the_line_is_good_for_more(world: World) -> None:
    with Inbox.open(world.imap) as inbox:
        assert not inbox.wait(0.01)
        world.deliver(*letters(1))
        assert len(inbox.uids()) == 1


def test_an_interrupted_wait_ends_at_once_and_the_line_is_good_for_more(world: World) -> None:
    with Inbox.open(world.imap) as inbox:
        inbox.interrupt()
        assert not inbox.wait(LONG)
        world.deliver(*letters(1))
        assert inbox.wait(LONG)
        assert len(inbox.uids()) == 1


def test_uidvalidity_is_known_and_stays(world: World) -> None:
    with Inbox.open(world.imap) as inbox, Inbox.open(world.imap) as again:
        assert inbox.uidvalidity == again.uidvalidity > 0


def test_a_wrong_password_is_for_the_operator(world: World) -> None:
    with pytest.raises(LoginRefused, match=r"refuses the login.*check user and password") as caught:
        Inbox.open(structs.replace(world.imap, password="wr0ng"))
    assert "wr0ng" not in str(caught.value)


def test_a_login_is_needed(world: World) -> None:
    with pytest.raises(LoginRefused, match="set user and password"):
        Inbox.open(structs.replace(world.imap, user="", password=""))


def test_a_port_where_nobody_listens_is_tried_again_later(world: World) -> None:
    with pytest.raises(Unreachable, match="connect again later"):
        Inbox.open(structs.replace(world.imap, port=1))


@pytest.mark.realmail
def test_a_certificate_of_an_unknown_authority_is_not_accepted(real: World) -> None:
    with pytest.raises(LoginRefused, match=r"certificate is not accepted.*ca_file"):
        Inbox.open(structs.replace(real.imap, ca_file=""))


@pytest.mark.realmail
def test_a_certificate_for_another_name_is_not_accepted(real: World) -> None:
    with pytest.raises(LoginRefused, match=r"not valid for '127\.0\.0\.1'; correct the host"):
        Inbox.open(structs.replace(real.imap, host="127.0.0.1"))


@pytest.mark.realmail
def test_tls_on_a_port_without_it_says_what_to_look_at(real: World, dovecot: Dovecot) -> None:
    with pytest.raises(Unreachable, match="does the port fit security = tls"):
        Inbox.open(structs.replace(real.imap, port=dovecot.starttls_port))


@pytest.mark.realmail
def test_starttls(real: World, dovecot: Dovecot) -> None:
    real.deliver(*letters(1))
    account = structs.replace(real.imap, port=dovecot.starttls_port, security="starttls")
    with Inbox.open(account) as inbox:
        assert len(inbox.uids()) == 1
    with pytest.raises(LoginRefused, match="certificate is not accepted"):
        Inbox.open(structs.replace(account, ca_file=""))


@pytest.mark.realmail
def test_a_login_by_token(real: World) -> None:
    real.deliver(*letters(1))
    account = structs.replace(real.imap, password="", token_command=f"echo {token(real.user)}")
    with Inbox.open(account) as inbox:
        assert len(inbox.uids()) == 1


@pytest.mark.realmail
def test_a_token_that_is_not_good_is_for_the_operator(real: World) -> None:
    forged = token(real.user)[:-4] + "AAAA"
    account = structs.replace(real.imap, password="", token_command=f"echo {forged}")
    with pytest.raises(LoginRefused, match="refuses the login") as caught:
        Inbox.open(account)
    assert forged not in str(caught.value)


@pytest.mark.realmail
def test_letters_numbered_anew_have_another_uidvalidity(real: World, dovecot: Dovecot) -> None:
    real.deliver(*letters(2))
    with Inbox.open(real.imap) as inbox:
        before = inbox.uidvalidity
    dovecot.renumber(real.user)
    with Inbox.open(real.imap) as inbox:
        assert inbox.uidvalidity == before + 1
        assert len(everything(inbox)) == 2


@contextmanager
def dotted(user: str) -> Iterator[tuple[Dovecot, Account]]:
    """A Dovecot of the other common kind, with an account there."""
    with start_dovecot(separator=".", prefix="INBOX.") as server:
        authority = str(server.certificate.authority)
        login = Account(host="localhost", port=server.tls_port, security="tls", user=user, password=PASSWORD)
        yield server, structs.replace(login, ca_file=authority)


@pytest.mark.realmail
@pytest.mark.usefixtures("dovecot")  # skips where there is none
def test_a_server_with_dots_and_all_below_inbox(user: str) -> None:
    with dotted(user) as (server, account):
        server.deliver(user, *letters(1))
        with Inbox.open(account) as inbox:
            inbox.move(inbox.uids(), "pbem/Played")
        assert in_folder(account, "INBOX.pbem.Played") == ["letter 0"]


@pytest.mark.realmail
@pytest.mark.usefixtures("dovecot")
def test_a_server_that_dies_ends_the_wait(user: str) -> None:
    with dotted(user) as (_, account):
        inbox = Inbox.open(account)
    with inbox, pytest.raises(Unreachable):
        inbox.wait(LONG)
