"""The inbox of servers that fail, or lack something, on demand."""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable
from itertools import chain

import pytest
from msgspec import structs

from pbem.mail.account import Account
from pbem.mail.errors import LoginRefused, MailError, Renumbered, ServerTrouble, Unreachable
from pbem.mail.imap import Inbox, Pause, answers, by_weight, head, moment
from pbem.mail.imap_line import SafeIdle
from tests.servers.scripted import HangUp, ScriptedImap, Talk

LONG = 30.0
LETTERS = {5: b"Subject: five\r\n\r\ndraw\r\n", 9: b"Subject: nine\r\n\r\nra\r\n"}


def account(server: ScriptedImap, **changes: str) -> Account:
    """A login there."""
    plain = Account(host="127.0.0.1", port=server.port, security="plain", user="anna", password="pw", timeout=20)
    return structs.replace(plain, **changes)


def idle(*said: str) -> Callable[[Talk], None]:
    """An IDLE in which the server says this, and answers the DONE."""

    def answer(talk: Talk) -> None:
        talk.say("".join(said))
        talk.hear()
        talk.ok()

    return answer


def cut(*said: str) -> Callable[[Talk], None]:
    """The server says this and hangs up."""

    def answer(talk: Talk) -> None:
        talk.say("".join(said))
        raise HangUp

    return answer


def no(why: str) -> Callable[[Talk], None]:
    """The server refuses."""
    return lambda talk: talk.no(why)


def test_a_letter_whose_uid_comes_after_its_bytes() -> None:
    server = ScriptedImap(LETTERS)
    with server.running(), Inbox.open(account(server)) as inbox:
        found = list(chain.from_iterable(inbox.fetch(0)))
    assert {letter.uid: letter.raw for letter in found} == LETTERS
    assert {letter.internaldate.isoformat() for letter in found} == {"2026-11-18T09:00:00+00:00"}


def test_a_letter_that_cannot_be_read_does_not_keep_others_away() -> None:
    server = ScriptedImap({**LETTERS, 12: b"Subject: twelve\r\n\r\n"})

    def fetch(talk: Talk) -> None:
        words = server.heard[-1].split()
        uids = [int(uid) for uid in words[2].split(",")]
        if 9 in uids and "BODY" in server.heard[-1]:
            talk.no("[SERVERBUG] the file is damaged")
        else:
            server.fetch(talk, uids, " ".join(words[3:]))

    server.answers["FETCH"] = fetch
    with server.running(), Inbox.open(account(server)) as inbox:
        batches = inbox.fetch(0)
        assert [[letter.uid for letter in next(batches)] for _ in range(2)] == [[5], [12]]
        with pytest.raises(ServerTrouble, match=r"letter 9 cannot be read: .* damaged"):
            next(batches)


@pytest.mark.parametrize(
    "said",
    ["* 1 FETCH (UID 5 BODY[] {500}\r\nonly half of", "* 1 FETCH (UID 5 BO", "* BYE shutting down\r\n", ""],
    ids=["in a letter", "in a line", "with a word", "without a word"],
)
def test_a_line_cut_in_mid_fetch_is_tried_again_later(said: str) -> None:
    server = ScriptedImap(LETTERS)
    with server.running(), Inbox.open(account(server)) as inbox:
        server.answers["FETCH"] = cut(said)
        with pytest.raises(Unreachable, match="connect again later"):
            list(inbox.fetch(0))


@pytest.mark.parametrize("command", ["CAPABILITY", "AUTHENTICATE", "LIST", "SELECT"])
def test_a_line_cut_while_we_open_is_tried_again_later(command: str) -> None:
    server = ScriptedImap(answers={command: cut()})
    with server.running(), pytest.raises(Unreachable):
        Inbox.open(account(server))


@pytest.mark.parametrize("command", ["SEARCH", "MOVE", "IDLE", "NOOP"])
def test_a_line_cut_afterwards_is_tried_again_later(command: str) -> None:
    server = ScriptedImap(LETTERS)
    with server.running(), Inbox.open(account(server)) as inbox:
        server.answers[command] = cut()
        with pytest.raises(Unreachable):
            a_round(inbox)
    assert "LOGOUT" not in server.heard


def a_round(inbox: Inbox) -> None:
    """All that is done with an inbox."""
    inbox.move(inbox.uids(), "pbem/Played")
    inbox.wait(LONG)


def test_a_server_that_says_nothing_is_given_up() -> None:
    server = ScriptedImap(answers={"SELECT": silent})
    with server.running(), pytest.raises(Unreachable, match="timed out"):
        Inbox.open(structs.replace(account(server), timeout=0.1))


def silent(talk: Talk) -> None:
    """No answer until the client hangs up."""
    talk.hear()


@pytest.mark.parametrize(
    "said",
    ["+ idling\r\n* 3 EXISTS\r\n", "* 3 EXISTS\r\n+ idling\r\n", "+ idling\r\n* OK Still here\r\n* 3 EXISTS\r\n"],
    ids=["behind the plus", "before the plus", "after idle talk"],
)
def test_news_in_the_packet_of_the_plus_is_heard_without_sleeping(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def sleeps(_: SafeIdle, seconds: float) -> bool:
        assert seconds <= 0, "it sleeps although there is news"
        return False

    monkeypatch.setattr(SafeIdle, "_ready", sleeps)
    server = ScriptedImap(answers={"IDLE": idle(said)})
    with server.running(), Inbox.open(account(server)) as inbox:
        assert inbox.wait(LONG)


def test_news_in_the_answer_to_the_done_are_heard() -> None:
    server = ScriptedImap(answers={"IDLE": idle("+ idling\r\n")})
    with server.running(), Inbox.open(account(server)) as inbox:
        server.answers["IDLE"] = late_news
        assert inbox.wait(0.01)


def late_news(talk: Talk) -> None:
    """News just as the client leaves."""
    talk.say("+ idling\r\n")
    talk.hear()
    talk.ok("* 3 EXISTS\r\n")


def test_news_in_the_answer_to_a_search_is_not_lost() -> None:
    server = ScriptedImap(LETTERS, answers={"SEARCH": lambda talk: talk.ok("* SEARCH 5\r\n* 2 EXISTS\r\n")})
    with server.running(), Inbox.open(account(server)) as inbox:
        assert inbox.uids() == [5]
        assert inbox.wait(LONG)
        assert "IDLE" not in server.heard


def test_a_line_torn_in_two_packets_is_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = threading.Event()
    ready = SafeIdle._ready

    def watched(self: SafeIdle, seconds: float) -> bool:
        waits.set()
        return ready(self, seconds)

    def torn(talk: Talk) -> None:
        talk.say("+ idling\r\n* 3 EX")
        assert waits.wait(LONG)
        idle("ISTS\r\n")(talk)

    monkeypatch.setattr(SafeIdle, "_ready", watched)
    server = ScriptedImap(answers={"IDLE": torn})
    with server.running(), Inbox.open(account(server)) as inbox:
        assert inbox.wait(LONG)


def test_a_torn_line_that_never_ends_is_a_dead_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.imap_line.TORN_GRACE", 0.01)
    server = ScriptedImap(answers={"IDLE": idle("+ idling\r\n* 3 EX")})
    with server.running(), Inbox.open(account(server)) as inbox, pytest.raises(Unreachable, match="torn line"):
        inbox.wait(LONG)


def test_a_line_without_end_does_not_fill_the_memory() -> None:
    def flood(talk: Talk) -> None:
        talk.say("+ idling\r\n")
        while True:
            talk.say("x" * 100_000)

    server = ScriptedImap(answers={"IDLE": flood})
    with server.running(), Inbox.open(account(server)) as inbox, pytest.raises(Unreachable, match="torn line"):
        inbox.wait(LONG)


@pytest.mark.parametrize(
    ("said", "reason"), [("+ idling\r\n", "hung up"), ("+ idling\r\n* BYE too long\r\n", "BYE too long")]
)
def test_the_end_of_the_line_ends_the_wait(said: str, reason: str) -> None:
    server = ScriptedImap(answers={"IDLE": cut(said)})
    with server.running(), Inbox.open(account(server)) as inbox, pytest.raises(Unreachable, match=reason):
        inbox.wait(LONG)


def test_a_refused_idle_is_trouble() -> None:
    server = ScriptedImap(answers={"IDLE": no("not today")})
    with server.running(), Inbox.open(account(server)) as inbox, pytest.raises(ServerTrouble, match="not today"):
        inbox.wait(LONG)


def test_a_running_wait_can_be_interrupted() -> None:
    opened: list[Inbox] = []

    def interrupting(talk: Talk) -> None:
        talk.say("+ idling\r\n")
        opened[0].interrupt()
        talk.hear()
        talk.ok()

    server = ScriptedImap(answers={"IDLE": interrupting})
    with server.running(), Inbox.open(account(server)) as inbox:
        opened.append(inbox)
        assert not inbox.wait(LONG)
        server.answers["IDLE"] = idle("+ idling\r\n* 3 EXISTS\r\n")
        assert inbox.wait(LONG)
    inbox.interrupt()  # too late, and no harm


def test_without_idle_the_caller_polls() -> None:
    server = ScriptedImap(capabilities="IMAP4rev1 AUTH=PLAIN MOVE")
    with server.running(), Inbox.open(account(server)) as inbox:
        assert not inbox.can_idle
        assert not inbox.wait(LONG)


def test_without_move_letters_are_copied_and_only_they_are_expunged() -> None:
    server = ScriptedImap(LETTERS, capabilities="IMAP4rev1 AUTH=PLAIN UIDPLUS")
    with server.running(), Inbox.open(account(server)) as inbox:
        inbox.move([5, 9], "pbem/Played")
        assert inbox.uids() == [5, 9]
    assert [line for line in server.heard if line.startswith("UID")] == [
        'UID COPY 5,9 "pbem/Played"',
        r"UID STORE 5,9 +FLAGS.SILENT (\Deleted)",
        "UID EXPUNGE 5,9",
        "UID SEARCH ALL",
    ]


def test_without_uidplus_nothing_of_others_is_expunged_and_copied_letters_are_not_found_again() -> None:
    server = ScriptedImap(LETTERS, capabilities="IMAP4rev1 AUTH=PLAIN")
    with server.running(), Inbox.open(account(server)) as inbox:
        inbox.move([5], "pbem/Played")
        inbox.uids()
        list(inbox.fetch(9))
    assert not any("EXPUNGE" in line for line in server.heard)
    assert [line for line in server.heard if "SEARCH" in line] == [
        "UID SEARCH ALL UNDELETED",
        "UID SEARCH UID 10:* UNDELETED",
    ]


def test_a_server_that_refuses_a_list_with_a_gone_letter_gets_the_rest() -> None:
    server = ScriptedImap(LETTERS)

    def picky(talk: Talk) -> None:
        talk.no("no such message") if "7" in server.heard[-1] else talk.ok()

    server.answers["MOVE"] = picky
    with server.running(), Inbox.open(account(server)) as inbox:
        inbox.move([5, 7, 9], "pbem/Played")
        inbox.move([7], "pbem/Played")
    moves = [line for line in server.heard if "MOVE" in line]
    assert moves == ['UID MOVE 5,7,9 "pbem/Played"', 'UID MOVE 5,9 "pbem/Played"', 'UID MOVE 7 "pbem/Played"']


def test_a_server_that_will_not_move_is_trouble() -> None:
    server = ScriptedImap(LETTERS, answers={"MOVE": no("over quota")})
    with server.running(), Inbox.open(account(server)) as inbox, pytest.raises(ServerTrouble, match="over quota"):
        inbox.move([5], "pbem/Played")


def test_large_moves_go_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.imap.MOVE_BULK", 2)
    server = ScriptedImap()
    with server.running(), Inbox.open(account(server)) as inbox:
        inbox.move([1, 2, 3], "pbem/Played")
    assert [line.split()[2] for line in server.heard if "MOVE" in line] == ["1,2", "3"]


@pytest.mark.parametrize(
    ("namespace", "capabilities", "separator", "name"),
    [
        ('(("" ".")) NIL NIL', "NAMESPACE", '"/"', "pbem.Played"),
        ('(("INBOX." ".")) NIL NIL', "NAMESPACE", '"."', "INBOX.pbem.Played"),
        ('(("" "\\\\")) NIL NIL', "NAMESPACE", '"/"', "pbem\\\\Played"),
        ('(("" NIL)) NIL NIL', "NAMESPACE", '"/"', "pbem-Played"),
        ("NIL NIL NIL", "NAMESPACE", '"."', "pbem.Played"),
        ("", "", '"."', "pbem.Played"),
        ("", "", "NIL", "pbem-Played"),
    ],
)
def test_folders_are_named_as_the_server_likes_it(namespace: str, capabilities: str, separator: str, name: str) -> None:
    server = ScriptedImap(
        namespace=namespace, separator=separator, capabilities=f"IMAP4rev1 AUTH=PLAIN MOVE {capabilities}"
    )
    with server.running(), Inbox.open(account(server)) as inbox:
        inbox.move([1], "pbem/Played")
    assert f'CREATE "{name}"' in server.heard
    assert f'UID MOVE 1 "{name}"' in server.heard


def test_a_folder_that_cannot_be_made_is_trouble() -> None:
    server = ScriptedImap(answers={"CREATE": no("permission denied")})
    with server.running(), pytest.raises(ServerTrouble, match="permission denied"):
        Inbox.open(account(server))


def test_letters_numbered_anew_while_we_are_connected_are_noticed() -> None:
    server = ScriptedImap(LETTERS)
    with server.running(), Inbox.open(account(server)) as inbox:
        assert inbox.uidvalidity == 7
        server.uidvalidity = 8
        with pytest.raises(Renumbered, match="from 7 to 8: open it again"):
            list(inbox.fetch(0))
        with pytest.raises(Renumbered):
            inbox.uids()


def test_a_server_without_uidvalidity_cannot_be_used() -> None:
    server = ScriptedImap(answers={"SELECT": lambda talk: talk.ok("* 0 EXISTS\r\n")})
    with server.running(), pytest.raises(ServerTrouble, match="no UIDVALIDITY"):
        Inbox.open(account(server))


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("[AUTHENTICATIONFAILED] wrong", LoginRefused),
        ("you said LOGIN anna pw", LoginRefused),
        ("[UNAVAILABLE] the directory is down", Unreachable),
    ],
)
def test_a_refused_login_is_sorted_by_who_must_act(said: str, error: type[MailError]) -> None:
    server = ScriptedImap(capabilities="IMAP4rev1", answers={"LOGIN": no(said)})
    with server.running(), pytest.raises(error) as caught:
        Inbox.open(account(server))
    assert 'LOGIN "anna" "pw"' in server.heard
    assert "pw" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_password_outside_ascii_needs_a_server_that_takes_it() -> None:
    server = ScriptedImap()
    with server.running(), Inbox.open(account(server, password="pässword")) as inbox:
        assert inbox.uids() == []
    assert base64.b64encode("\0anna\0pässword".encode()).decode() in server.heard
    server = ScriptedImap(capabilities="IMAP4rev1")
    with server.running(), pytest.raises(LoginRefused, match="only ASCII"):
        Inbox.open(account(server, password="pässword"))


def test_a_refused_token_is_told_with_the_reason_of_the_server() -> None:
    def challenge(talk: Talk) -> None:
        talk.say("+ \r\n")
        server.heard.append(talk.hear())
        talk.say("+ eyJzdGF0dXMiOiI0MDEifQ==\r\n")
        server.heard.append(talk.hear())
        talk.no("token expired")

    server = ScriptedImap(answers={"AUTHENTICATE": challenge})
    with server.running(), pytest.raises(LoginRefused, match="token expired"):
        Inbox.open(account(server, password="", token_command="echo t0ken"))
    said = base64.b64encode(b"user=anna\1auth=Bearer t0ken\1\1").decode()
    assert server.heard[-2:] == [said, ""]


def test_without_starttls_nothing_secret_is_said() -> None:
    server = ScriptedImap()
    with server.running(), pytest.raises(LoginRefused, match="no STARTTLS"):
        Inbox.open(account(server, security="starttls"))
    assert server.heard == ["CAPABILITY"]


def test_answers_in_other_forms_are_read() -> None:
    parts = [b'1 (UID 3 BODY[] "a \\"b\\"")', b"2 (FLAGS (\\Seen))", None, (b"3 (UID 4 BODY[]<0> {2}", b"hi"), b")"]
    assert [body for _, body in answers(parts)] == [b'a "b"', b"", b"hi"]
    assert head(b"2 (FLAGS (\\Seen))") is None


def test_times_of_arrival() -> None:
    assert moment(" 3-Feb-2026 00:30:00 +0100").isoformat() == "2026-02-02T23:30:00+00:00"
    for wrong in ("yesterday", "32-Jan-2026 00:00:00 +0000", "03-Foo-2026 00:00:00 +0000"):
        with pytest.raises(ServerTrouble, match="time of arrival"):
            moment(wrong)


def test_nothing_weighs_nothing() -> None:
    assert list(by_weight([], 100)) == []


def test_pauses_grow_to_five_minutes_and_differ() -> None:
    pause, seconds = Pause(), []
    for _ in range(12):
        seconds.append(pause.seconds(1.0))
        pause = pause.longer()
    assert seconds == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    assert Pause(failures=3).seconds(0.0) == 4
    assert Pause(failures=10_000).seconds(1.0) == 300
