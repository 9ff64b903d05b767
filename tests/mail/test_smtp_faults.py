"""Letters out, to servers that fail on demand."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import structs

from pbem.mail.account import Account
from pbem.mail.errors import ServerTrouble, Unreachable
from pbem.mail.smtp import Accepted, Deferred, Outgoing, Refused, Sent
from tests.mail.test_smtp import LONG, SENDER, report, send, with_outgoing
from tests.servers.scripted import CUT, SILENCE, ScriptedSmtp

ANNA = "anna@player.test"


def account(server: ScriptedSmtp) -> Account:
    """No login: the script has none."""
    return Account(host="127.0.0.1", port=server.port, security="plain", timeout=20)


def sent_to(server: ScriptedSmtp, mails: int = 1, recipient: str = ANNA) -> list[Sent]:
    """What comes of so many mails."""
    with server.running():
        return send(account(server), recipient, *(report(f"mail {number}") for number in range(mails)))


def test_mail_after_mail_goes_over_one_connection() -> None:
    server = ScriptedSmtp()
    assert sent_to(server, 3) == [Accepted("taken")] * 3
    assert server.connections == 1
    assert server.heard[-1] == "QUIT"


def test_a_connection_carries_a_limited_number_of_mails() -> None:
    server = ScriptedSmtp()

    async def story(out: Outgoing) -> list[Sent]:
        return [await out.send(SENDER, ANNA, report("one")) for _ in range(5)]

    with server.running():
        sent = with_outgoing(account(server), story, per_connection=2)
    assert sent == [Accepted("taken")] * 5
    assert server.connections == 3
    assert server.heard.count("QUIT") == 3


def test_a_kept_connection_that_died_while_idle_is_replaced() -> None:
    server = ScriptedSmtp()

    async def story(out: Outgoing) -> list[Sent]:
        first = await out.send(SENDER, ANNA, report("one"))
        await asyncio.to_thread(server.hang_up_all)
        return [first, await out.send(SENDER, ANNA, report("two"))]

    with server.running():
        assert with_outgoing(account(server), story) == [Accepted("taken")] * 2
    assert server.connections == 2
    assert len(server.mails) == 2


@pytest.mark.parametrize("verb", ["mail", "rcpt"])
@pytest.mark.parametrize("said", [CUT, "421 idle for too long"])
def test_a_kept_connection_that_dies_before_the_mail_itself_is_replaced_once(verb: str, said: str) -> None:
    server = ScriptedSmtp(**{verb: ["250 ok", said]})
    assert sent_to(server, 2) == [Accepted("taken")] * 2
    assert server.connections == 2
    assert len(server.mails) == 2
    server = ScriptedSmtp(**{verb: ["250 ok", said, said]})
    first, second = sent_to(server, 2)
    assert first == Accepted("taken")
    assert isinstance(second, Deferred)
    assert second.server
    assert server.connections == 2


def test_a_new_connection_that_dies_is_not_tried_twice() -> None:
    server = ScriptedSmtp(mail=[CUT])
    (sent,) = sent_to(server)
    assert isinstance(sent, Deferred)
    assert sent.server
    assert server.connections == 1


@pytest.mark.parametrize("replies", [{"data": [CUT]}, {"end": [CUT]}], ids=["before", "after"])
def test_a_line_cut_in_mid_data_is_not_tried_again_at_once(replies: dict[str, list[str]]) -> None:
    server = ScriptedSmtp(**replies)
    first, second = sent_to(server, 2)
    assert isinstance(first, Deferred)
    assert first.server
    assert "on its way" in first.reason
    assert second == Accepted("taken")
    assert server.connections == 2


@pytest.mark.parametrize(
    ("verb", "said", "expected"),
    [
        ("rcpt", "450 4.2.0 greylisted", Deferred("450 4.2.0 greylisted")),
        ("end", "451 4.3.0 later", Deferred("451 4.3.0 later")),
        ("data", "451 4.3.0 later", Deferred("451 4.3.0 later")),
        ("rcpt", "550 5.1.1 unknown", Refused("550 5.1.1 unknown", 550)),
        ("end", "554 5.7.1 looks like spam", Refused("554 5.7.1 looks like spam", 554)),
        ("mail", "552 5.3.4 too large", Refused("552 5.3.4 too large", 552)),
    ],
)
def test_a_refusal_of_one_mail_leaves_the_connection_to_the_next(verb: str, said: str, expected: Sent) -> None:
    server = ScriptedSmtp(**{verb: [said]})
    assert sent_to(server, 2) == [expected, Accepted("taken")]
    assert server.connections == 1
    assert server.heard.count("RSET") == 1


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("mail", "451 4.3.2 not now"),
        ("mail", "530 5.7.0 log in first"),
        ("mail", "553 5.7.1 not your address"),
        ("rcpt", "530 5.7.0 log in first"),
        ("rcpt", "554 5.7.1 relay access denied"),
        ("end", "421 shutting down"),
        ("mail", "what?"),
        ("greeting", "554 no service"),
        ("greeting", "421 busy"),
        ("ehlo", "421 busy"),
        ("ehlo", CUT),
        ("greeting", CUT),
    ],
)
def test_a_refusal_of_us_gives_no_mail_up(verb: str, said: str) -> None:
    server = ScriptedSmtp(**{verb: [said]})
    first, second = sent_to(server, 2)
    assert isinstance(first, Deferred)
    assert first.server
    assert second == Accepted("taken")
    assert server.connections == 2


def test_a_connection_that_cannot_be_reset_is_left() -> None:
    server = ScriptedSmtp(rcpt=["550 5.1.1 unknown"], rset=["500 what?"])
    assert sent_to(server, 2) == [Refused("550 5.1.1 unknown", 550), Accepted("taken")]
    assert server.connections == 2


def test_a_task_cancelled_in_mid_mail_leaves_no_half_mail_on_the_connection() -> None:
    server = ScriptedSmtp(end=[SILENCE])

    async def story(out: Outgoing) -> Sent:
        task = asyncio.create_task(out.send(SENDER, ANNA, report("one")))
        await asyncio.to_thread(server.taken.wait, LONG)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await out.send(SENDER, ANNA, report("two"))

    with server.running():
        assert with_outgoing(account(server), story) == Accepted("taken")
    assert server.connections == 2


def test_without_smtputf8_a_domain_is_translated_and_a_name_refused() -> None:
    server = ScriptedSmtp()
    assert sent_to(server, recipient="anna@bücher.example") == [Accepted("taken")]
    assert "RCPT TO:<anna@xn--bcher-kva.example>" in server.heard
    server = ScriptedSmtp()
    (sent,) = sent_to(server, recipient="jörg@player.test")
    assert isinstance(sent, Refused)
    assert sent.code == 0
    assert not any(line.startswith("RCPT") for line in server.heard)


def test_with_smtputf8_addresses_go_as_they_are() -> None:
    server = ScriptedSmtp("SMTPUTF8", "8BITMIME", "SIZE 1000")
    assert sent_to(server, recipient="jörg@bücher.example") == [Accepted("taken")]
    assert "RCPT TO:<jörg@bücher.example>" in server.heard
    assert f"MAIL FROM:<{SENDER}> SIZE={len(report('mail 0'))} SMTPUTF8" in server.heard


def test_a_mail_that_must_not_bounce_has_no_sender() -> None:
    server = ScriptedSmtp()

    async def story(out: Outgoing) -> Sent:
        return await out.send("", ANNA, report("one"))

    with server.running():
        assert with_outgoing(account(server), story) == Accepted("taken")
    assert "MAIL FROM:<>" in server.heard


def test_an_own_address_that_cannot_be_used_gives_no_mail_up() -> None:
    server = ScriptedSmtp()

    async def story(out: Outgoing) -> Sent:
        return await out.send("spiel-ähm@pbem.test", ANNA, report("one"))

    with server.running():
        sent = with_outgoing(account(server), story)
    assert isinstance(sent, Deferred)
    assert sent.server
    assert "our own address" in sent.reason


def test_a_server_that_says_nothing_is_given_up() -> None:
    server = ScriptedSmtp(mail=[SILENCE])
    with server.running():
        (sent,) = send(structs.replace(account(server), timeout=0.1), ANNA, report("one"))
    assert isinstance(sent, Deferred)
    assert sent.server


def test_a_login_that_is_refused_for_now_is_tried_again_later() -> None:
    server = ScriptedSmtp("AUTH PLAIN", auth=["454 4.7.0 the directory is down"])
    login = structs.replace(account(server), user="anna", password="pw")
    with server.running(), pytest.raises(Unreachable, match="try again later"):
        with_outgoing(login, Outgoing.open)


def test_without_starttls_nothing_secret_is_said() -> None:
    server = ScriptedSmtp("AUTH PLAIN")
    login = structs.replace(account(server), security="starttls", user="anna", password="pw")
    with server.running(), pytest.raises(ServerTrouble, match="STARTTLS"):
        with_outgoing(login, Outgoing.open)
    assert not any(line.startswith("AUTH") for line in server.heard)
