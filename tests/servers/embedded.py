"""pymap and aiosmtpd in a thread of this process: quick, and on every machine. Users are made as they are named."""

from __future__ import annotations

import asyncio
import threading
import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime
from typing import TypeVar

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from pymap.backend.dict import DictBackend, Identity
from pymap.backend.dict import mailbox as pymap_mailbox
from pymap.backend.dict.mailbox import MailboxData
from pymap.concurrent import Event
from pymap.imap import IMAPService
from pymap.parsing.message import AppendMessage
from pymap.selected import SelectedMailbox
from pymap.user import Passwords, UserMetadata
from pysasl.hashing import Cleartext

from tests.servers.process import free_port

PASSWORD = "secret-of-all"
T = TypeVar("T")


class PromptMailbox(MailboxData):
    """Tells in IDLE also what came just before; pymap's own waits for the next letter first."""

    async def update_selected(self, selected: SelectedMailbox, *, wait_on: Event | None = None) -> SelectedMailbox:
        """Waits only if there is nothing to tell."""
        behind = selected.mod_sequence != self._mod_sequences.highest
        return await super().update_selected(selected, wait_on=None if behind else wait_on)


class Embedded:
    """Both servers. Mail to gone@ is refused for good, to full@ for now."""

    def __init__(self) -> None:
        self.imap_port = free_port()
        self.smtp_port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._stop = asyncio.Event()
        self._users: set[str] = set()

    def deliver(self, user: str, *letters: bytes) -> None:
        """Puts letters into an inbox."""
        self._call(self._deliver(user, *letters))

    def add(self, user: str) -> None:
        """Makes a user, unless there is one."""
        self._call(self._add(user))

    @contextmanager
    def running(self) -> Iterator[None]:
        """In a thread with its own loop."""
        thread = threading.Thread(target=self._main, daemon=True)
        thread.start()
        if not self._ready.wait(20):
            raise RuntimeError("the embedded mail servers did not start")
        try:
            yield
        finally:
            self._loop.call_soon_threadsafe(self._stop.set)
            thread.join(20)

    def _call(self, work: Coroutine[object, object, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    def _main(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._run())

    async def _run(self) -> None:
        pymap_mailbox.MailboxData = PromptMailbox  # type: ignore[misc]  # there is no other way in
        # Cleartext: each login would take a tenth of a second otherwise.
        self._backend, self._config = await DictBackend.init(settings(self.imap_port), hash_context=Cleartext())
        self._config.apply_context()
        async with AsyncExitStack() as stack:
            await self._backend.start(stack)
            await IMAPService(self._backend, self._config).start(stack)
            server = await self._loop.create_server(self._smtp, "127.0.0.1", 0)
            stack.callback(server.close)
            self.smtp_port = server.sockets[0].getsockname()[1]
            self._ready.set()
            await self._stop.wait()

    def _smtp(self) -> SMTP:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # logins without TLS are no danger on this machine
            return SMTP(
                self,
                hostname="localhost",
                authenticator=self._check,
                auth_required=True,
                auth_require_tls=False,
                enable_SMTPUTF8=True,
            )

    def _check(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, login: object) -> AuthResult:
        right = isinstance(login, LoginPassword) and login.password == PASSWORD.encode()
        return AuthResult(success=right, handled=False)

    async def handle_RCPT(  # noqa: N802  aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Takes or refuses a recipient."""
        if address.startswith("gone@"):
            return "550 5.1.1 nobody of that name lives here"
        if address.startswith("full@"):
            return "452 4.2.2 the mailbox is full"
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  likewise
        """Delivers."""
        assert isinstance(envelope.content, bytes)
        for address in envelope.rcpt_tos:
            await self._deliver(address.partition("@")[0].partition("+")[0], envelope.content)
        return "250 delivered"

    async def _add(self, user: str) -> None:
        if user not in self._users:
            self._users.add(user)
            password = await Passwords(self._config).hash_password(PASSWORD)
            await self._identity(user).set(UserMetadata(self._config, user, password=password))

    async def _deliver(self, user: str, *letters: bytes) -> None:
        await self._add(user)
        async with self._identity(user).new_session() as session:
            now = datetime.now(UTC)
            await session.append_messages("INBOX", [AppendMessage(raw, now, frozenset()) for raw in letters])

    def _identity(self, user: str) -> Identity:
        return Identity(user, self._backend.login, None, frozenset())


def settings(port: int) -> Namespace:
    """As pymap's own command line would make them."""
    parser = ArgumentParser()
    DictBackend.add_subparser("dict", parser.add_subparsers(dest="backend"))
    IMAPService.add_arguments(parser)
    parser.add_argument("--debug", action="store_true")
    parser.set_defaults(passlib_cfg=None)
    return parser.parse_args(["--host", "127.0.0.1", "--port", str(port), "--no-tls", "dict"])
