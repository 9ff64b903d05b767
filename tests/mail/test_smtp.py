"""Letters out, on the embedded servers and on Postfix: the same stories."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import chain
from typing import TypeVar

import pytest
from msgspec import structs

from pbem.mail.account import Account
from pbem.mail.errors import LoginRefused, Unreachable
from pbem.mail.imap import Inbox
from pbem.mail.smtp import Accepted, Deferred, Outgoing, Refused, Sent
from tests.servers.dovecot import token
from tests.servers.postfix import Postfix
from tests.servers.world import World

SENDER = "pbem@pbem.test"
LONG = 30.0
T = TypeVar("T")


def report(subject: str, body: str = "Your turn.\r\n") -> bytes:
    """A small mail."""
    return f"From: {SENDER}\r\nSubject: {subject}\r\n\r\n{body}".encode()


def with_outgoing(account: Account, story: Callable[[Outgoing], Awaitable[T]], per_connection: int = 100) -> T:
    """Runs a story and says good-bye."""

    async def run() -> T:
        outgoing = Outgoing(account, per_connection=per_connection)
        try:
            return await story(outgoing)
        finally:
            await outgoing.close()

    return asyncio.run(run())


def send(account: Account, recipient: str, *mails: bytes) -> list[Sent]:
    """All over one `Outgoing`."""

    async def story(out: Outgoing) -> list[Sent]:
        return [await out.send(SENDER, recipient, raw) for raw in mails]

    return with_outgoing(account, story)


def received(world: World, count: int) -> list[bytes]:
    """What lies in the inbox, once so many are there."""
    with Inbox.open(world.imap) as inbox:
        while len(inbox.uids()) < count:
            assert inbox.wait(LONG)
        return [letter.raw for letter in chain.from_iterable(inbox.fetch(0))]


def test_mail_arrives_as_it_was_sent(world: World) -> None:
    body = ".a line with a dot\r\n" + "x" * 900 + "\r\n.\r\nafter a lonely dot\r\n"
    (sent,) = send(world.smtp, world.address, report("one", body))
    assert isinstance(sent, Accepted)
    assert sent.reply
    (raw,) = received(world, 1)
    assert raw.partition(b"\r\n\r\n")[2] == body.encode()


def test_mail_to_an_address_with_detail_arrives(world: World) -> None:
    (sent,) = send(world.smtp, f"{world.user}+token@pbem.test", report("one"))
    assert isinstance(sent, Accepted)
    assert len(received(world, 1)) == 1


def test_eight_bits_and_addresses_in_other_scripts(world: World) -> None:
    (sent,) = send(world.smtp, world.address, report("one", "Grüße\r\n"))
    assert isinstance(sent, Accepted)
    assert "Grüße".encode() in received(world, 1)[0]
    (sent,) = send(world.smtp, f"jörg-{world.user}@pbem.test", report("two"))
    assert isinstance(sent, Accepted)


def test_what_a_recipient_is_refused_for_does_not_harm_the_next_mail(world: World) -> None:
    async def story(out: Outgoing) -> list[Sent]:
        recipients = ("gone@player.test", world.address, "full@player.test", world.address)
        return [await out.send(SENDER, recipient, report(recipient)) for recipient in recipients]

    gone, first, full, second = with_outgoing(world.smtp, story)
    assert isinstance(gone, Refused)
    assert gone.code == 550
    assert "nobody of that name" in gone.reason
    assert isinstance(full, Deferred)
    assert "the mailbox is full" in full.reason
    assert not full.server
    assert isinstance(first, Accepted)
    assert isinstance(second, Accepted)
    assert len(received(world, 2)) == 2


@pytest.mark.parametrize("recipient", ["nobody at all <", "a@b>\r\nDATA", ""])
def test_an_address_that_is_none_is_refused(world: World, recipient: str) -> None:
    wrong, right = send(world.smtp, recipient, report("one")), send(world.smtp, world.address, report("two"))
    assert isinstance(wrong[0], Refused)
    assert isinstance(right[0], Accepted)


def test_several_at_a_time_take_turns(world: World) -> None:
    async def story(out: Outgoing) -> list[Sent]:
        return await asyncio.gather(*(out.send(SENDER, world.address, report(f"mail {n}")) for n in range(5)))

    assert all(isinstance(sent, Accepted) for sent in with_outgoing(world.smtp, story))
    assert len(received(world, 5)) == 5


def test_a_wrong_password_is_a_matter_of_the_server_not_of_the_mail(world: World) -> None:
    account = structs.replace(world.smtp, password="wr0ng")
    (sent,) = send(account, world.address, report("one"))
    assert isinstance(sent, Deferred)
    assert sent.server
    assert "refuses the login" in sent.reason
    assert "wr0ng" not in sent.reason
    with pytest.raises(LoginRefused, match="check user and password"):
        with_outgoing(account, Outgoing.open)


def test_without_a_login_nothing_is_sent_and_nothing_given_up(world: World) -> None:
    (sent,) = send(structs.replace(world.smtp, user="", password=""), world.address, report("one"))
    assert isinstance(sent, Deferred)
    assert sent.server


def test_a_server_that_is_not_there_defers_all(world: World) -> None:
    account = structs.replace(world.smtp, port=1)
    (sent,) = send(account, world.address, report("one"))
    assert isinstance(sent, Deferred)
    assert sent.server
    with pytest.raises(Unreachable, match="connect again later"):
        with_outgoing(account, Outgoing.open)


def test_opening_twice_is_opening_once(world: World) -> None:
    async def story(out: Outgoing) -> Sent:
        await out.open()
        await out.open()
        return await out.send(SENDER, world.address, report("one"))

    assert isinstance(with_outgoing(world.smtp, story), Accepted)


@pytest.mark.realmail
def test_tls_from_the_start(real: World, postfix: Postfix) -> None:
    account = structs.replace(real.smtp, port=postfix.tls_port, security="tls")
    assert isinstance(send(account, real.address, report("one"))[0], Accepted)
    (sent,) = send(structs.replace(account, ca_file=""), real.address, report("one"))
    assert isinstance(sent, Deferred)
    assert "certificate is not accepted" in sent.reason


@pytest.mark.realmail
@pytest.mark.parametrize("changes", [{"ca_file": ""}, {"host": "127.0.0.1"}], ids=["authority", "name"])
def test_a_wrong_certificate_is_not_accepted(real: World, changes: dict[str, str]) -> None:
    account = structs.replace(real.smtp, **changes)
    (sent,) = send(account, real.address, report("one"))
    assert isinstance(sent, Deferred)
    assert sent.server
    with pytest.raises(LoginRefused, match="certificate is not accepted"):
        with_outgoing(account, Outgoing.open)


@pytest.mark.realmail
def test_tls_on_a_port_without_it_says_what_to_look_at(real: World) -> None:
    with pytest.raises(Unreachable, match="does the port fit security = tls"):
        with_outgoing(structs.replace(real.smtp, security="tls"), Outgoing.open)


@pytest.mark.realmail
def test_a_login_by_token(real: World) -> None:
    account = structs.replace(real.smtp, password="", token_command=f"echo {token(real.user)}")
    assert isinstance(send(account, real.address, report("one"))[0], Accepted)
    forged = structs.replace(account, token_command=f"echo {token(real.user)[:-4]}AAAA")
    with pytest.raises(LoginRefused, match="refuses the login"):
        with_outgoing(forged, Outgoing.open)


@pytest.mark.realmail
def test_a_mail_that_is_too_large_is_refused_by_itself(real: World) -> None:
    large = report("large", ("x" * 998 + "\r\n") * 21_000)
    sent = send(real.smtp, real.address, large, report("small"))
    assert isinstance(sent[0], Refused)
    assert sent[0].code == 552
    assert isinstance(sent[1], Accepted)
