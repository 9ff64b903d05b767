"""The line to an IMAP server: imap-tools, with what it does wrong mended, and errors told in our own tree."""

from __future__ import annotations

import imaplib
import io
import select
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Literal, cast

from imap_tools import BaseMailBox
from imap_tools.errors import ImapToolsError
from imap_tools.idle import IdleManager

from pbem.mail.account import Account, without
from pbem.mail.errors import LoginRefused, ServerTrouble, Unreachable

TORN_GRACE = 5.0
"""So many seconds the rest of a torn line may take."""
LAST_WORDS = 2.0
"""So many seconds a server has to answer when we are in a hurry to leave."""
LONGEST_LINE = 65536
LATER = ("[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "[SERVERBUG]")
"""RFC 5530: a login that was refused for reasons that pass."""

denied = imaplib.IMAP4.error
abort = imaplib.IMAP4.abort

Part = bytes | tuple[bytes, bytes] | None
"""Of an answer as imaplib gives it: a line, or a line and the literal that it announces."""


@contextmanager
def translated(account: Account) -> Iterator[None]:
    """Turns errors of sockets, TLS, imaplib and imap-tools into ours."""
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise account.untrusted(error) from error
    except ssl.SSLError as error:
        told = f"{account}: no TLS here ({error.reason}): does the port fit security = {account.security}?"
        raise Unreachable(told) from error
    except (abort, OSError) as error:
        raise Unreachable(f"{account}: the line is dead ({error}); connect again later") from error
    except (denied, ImapToolsError) as error:
        raise ServerTrouble(f"{account}: the server does not do what was asked: {without('', str(error))}") from error


class SafeIdle(IdleManager):
    """IDLE that loses no news and notices the end of the line.

    The stock one looks only at the socket, while news may lie in imaplib's buffer already: servers send `+ idling` and
    `* 3 EXISTS` in one packet. It also takes a line in two packets for an error, and the end of the line for silence.
    """

    mailbox: Line

    def __init__(self, mailbox: Line) -> None:
        super().__init__(mailbox)
        self.interrupted = False
        self._wake, self._waker = socket.socketpair()

    def interrupt(self) -> None:
        """Ends the `poll` that runs, or the next one; from any thread."""
        with suppress(OSError):  # closed meanwhile: nobody waits any more
            self._waker.send(b"!")

    def close(self) -> None:
        """Gives the pair of sockets back."""
        self._wake.close()
        self._waker.close()

    def start(self) -> None:
        """Begins; unlike the stock one it takes news that come before the `+`."""
        client = self.mailbox.client
        self._idle_tag = tag = client._command("IDLE")
        while client._get_response() is not None:
            if refusal := client.tagged_commands[tag]:
                raise denied(f"IDLE: {refusal}")

    def poll(self, timeout: float | None) -> list[bytes]:
        """The lines heard until there is news, at most so many seconds long."""
        sock = self.mailbox.client.sock
        before = sock.gettimeout()
        sock.settimeout(0)
        self.interrupted = False
        try:
            return self._listen(time.monotonic() + (timeout or 0))
        finally:
            sock.settimeout(before)

    def _listen(self, deadline: float) -> list[bytes]:
        """Reads first and sleeps afterwards."""
        heard: list[bytes] = []
        tail = b""
        while True:
            chunk = self._read()
            if chunk and len(tail) <= LONGEST_LINE:
                *lines, tail = (tail + chunk).split(b"\n")
                heard += lines
                refuse_bye(lines)
            elif tail:
                if len(tail) > LONGEST_LINE or not self._ready(TORN_GRACE):
                    raise abort("a torn line during IDLE")
            elif any(map(is_news, heard)) or not self._ready(deadline - time.monotonic()):
                return heard

    def _read(self) -> bytes:
        """What is there now, from the buffer or from the socket; nothing is b""."""
        client = self.mailbox.client
        try:
            chunk = cast("io.BufferedReader", client.file).read1(LONGEST_LINE)
            if chunk:
                return chunk
            # A buffered reader says b"" at the end and, over a plain socket, also when nothing is there.
            if isinstance(client.sock, ssl.SSLSocket) or client.sock.recv(1, socket.MSG_PEEK) == b"":
                raise abort("the server hung up during IDLE")
        except (BlockingIOError, ssl.SSLWantReadError):
            pass
        return b""

    def _ready(self, seconds: float) -> bool:
        """Sleeps until the server says something; False: it did not, or we were interrupted."""
        poller = select.poll()
        poller.register(self.mailbox.client.sock, select.POLLIN)
        poller.register(self._wake, select.POLLIN)
        ready = {fd for fd, _ in poller.poll(max(0.0, seconds) * 1000)}
        if self._wake.fileno() in ready:
            self._wake.recv(LONGEST_LINE)
            self.interrupted = True
            return False
        return bool(ready)

    def stop(self) -> None:
        """Ends; the server's last words are not waited for long when we were interrupted."""
        if self.interrupted:
            self.mailbox.client.sock.settimeout(LAST_WORDS)
        super().stop()  # type: ignore[no-untyped-call]  # of the library


def is_news(line: bytes) -> bool:
    """Whether the server tells of a letter; `* OK Still here` is none."""
    return b" EXISTS" in line


def refuse_bye(lines: list[bytes]) -> None:
    """A server that says good-bye hangs up next."""
    for line in lines:
        if line.startswith(b"* BYE"):
            raise abort(f"the server said {line[2:].decode('utf-8', 'replace').strip()}")


class Line(BaseMailBox):
    """A connection with its login. Capabilities are asked again after it: before, servers hide MOVE."""

    idle_manager_class = SafeIdle
    idle: SafeIdle

    def __init__(self, account: Account) -> None:
        self.account = account
        self.dead = False
        with translated(account):
            super().__init__()
        try:
            self._log_in()
        except BaseException:
            self.hang_up()
            raise

    @contextmanager
    def talk(self) -> Iterator[None]:
        """Errors are told in our own tree; after some of them there is nobody to say good-bye to."""
        try:
            with translated(self.account):
                yield
        except Unreachable:
            self.dead = True
            raise

    @property
    def capabilities(self) -> tuple[str, ...]:
        """What the server can do, in capitals."""
        return self.client.capabilities

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        client = self._connected()
        # imaplib writes a command in pieces; the server would wait with its answer for the rest of the first.
        client.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return client

    def _connected(self) -> imaplib.IMAP4:
        """The line, safe to log in over."""
        a = self.account
        if a.security == "tls":
            return imaplib.IMAP4_SSL(a.host, a.port, ssl_context=a.trust(), timeout=a.timeout)
        client = imaplib.IMAP4(a.host, a.port, timeout=a.timeout)
        if a.security == "starttls":
            start_tls(client, a)
        return client

    def _log_in(self) -> None:
        """Logs in; what the server says is passed on, our secret never."""
        secret = self.account.secret()
        if not self.account.user:
            raise LoginRefused(f"{self.account}: IMAP needs a login: set user and password")
        try:
            with translated(self.account):
                self._authenticate(secret)
                self._learn()
        except ServerTrouble as error:
            raise refused(self.account, without(secret, str(error.__cause__))) from None
        except UnicodeEncodeError:
            raise refused(self.account, "it takes only ASCII in user and password") from None

    def _authenticate(self, secret: str) -> None:
        user = self.account.user
        if self.account.token_command:
            self.client.authenticate("XOAUTH2", once(f"user={user}\1auth=Bearer {secret}\1\1"))
        elif "AUTH=PLAIN" in self.client.capabilities:
            self.client.authenticate("PLAIN", once(f"\0{user}\0{secret}"))
        else:
            self.login(user, secret, initial_folder=None)

    def _learn(self) -> None:
        _, answer = self.client.capability()
        self.client.capabilities = tuple(answer[-1].decode("ascii", "replace").upper().split())

    def ask(self, command: Literal["SEARCH", "FETCH", "MOVE", "COPY", "STORE", "EXPUNGE"], *args: str) -> list[Part]:
        """The answer to a UID command."""
        status, answer = self.client.uid(command, *args)
        if status != "OK":
            raise denied(f"{command}: {answer[-1]!r}")
        return answer

    def news_waits(self) -> bool:
        """Whether an answer to something else has told of new letters."""
        return "EXISTS" in self.client.untagged_responses

    def forget_news(self) -> None:
        """To be called before a search, which finds what was told before it."""
        self.client.untagged_responses.pop("EXISTS", None)

    def say_good_bye(self) -> None:
        """Logs out, if the server still listens."""
        if not self.dead:
            with suppress(OSError, denied, ImapToolsError):
                self.client.sock.settimeout(LAST_WORDS)
                self.logout()
        self.hang_up()

    def hang_up(self) -> None:
        """Gives the sockets back, in whatever state they are."""
        self.idle.close()
        with suppress(OSError):
            self.client.shutdown()


def start_tls(client: imaplib.IMAP4, account: Account) -> None:
    """Turns to TLS before anything secret is said, or gives up."""
    if "STARTTLS" not in client.capabilities:
        client.shutdown()
        raise LoginRefused(f"{account}: the server offers no STARTTLS here: try security = tls and its port")
    try:
        client.starttls(account.trust())
    except BaseException:
        with suppress(OSError):
            client.shutdown()
        raise


def refused(account: Account, reason: str) -> LoginRefused | Unreachable:
    """A refused login, sorted by who must act."""
    if any(code in reason for code in LATER):
        return Unreachable(f"{account}: no login now: {reason}; try again later")
    return LoginRefused(f"{account}: the server refuses the login: {reason}; check user and password")


def once(answer: str) -> Callable[[bytes], bytes]:
    """Answers the first question of the server; a second one, which tells why it refuses, gets an empty answer."""
    answers = iter((answer.encode(),))
    return lambda _: next(answers, b"")
