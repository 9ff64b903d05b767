"""Letters out: one kept connection to the server that takes our mail. What a server may do comes back as a value."""

from __future__ import annotations

import asyncio
import re
import ssl
from contextlib import suppress
from functools import lru_cache

import aiosmtplib
from aiosmtplib.email import parse_address
from msgspec import Struct

from pbem.mail.account import Account, without
from pbem.mail.errors import LoginRefused, MailError, ServerTrouble, Unreachable

PER_CONNECTION = 100
"""So many mails go over a connection before a new one is made: servers set a limit, and a long one hides a change."""
OURS = 0
"""The code of a refusal that is our own: the server was not asked."""
CLOSING = 421
NOT_LOGGED_IN = frozenset({530, 534, 535, 538})
TOO_LARGE = frozenset({552})
DENIED = re.compile(r"\b5\.7\.\d")

Lost = (ConnectionError, aiosmtplib.SMTPServerDisconnected, aiosmtplib.SMTPTimeoutError, TimeoutError)


class Accepted(Struct, frozen=True):
    """The server has taken the mail."""

    reply: str


class Deferred(Struct, frozen=True):
    """Not now; try again later."""

    reason: str
    server: bool = False
    """It is not this mail but the server or our login: others would fare no better."""


class Refused(Struct, frozen=True):
    """Never, for this recipient or this mail."""

    reason: str
    code: int


Sent = Accepted | Deferred | Refused


class Mail(Struct, frozen=True):
    """What goes out."""

    sender: str
    recipient: str
    raw: bytes


class Stale(Exception):
    """The kept connection died before the mail itself was on its way."""


class Connection(aiosmtplib.SMTP):
    """One that closes at once: a polite close waits for a server that may hear nothing any more."""

    def close(self) -> None:
        """All that matters has been said before, or never will be."""
        transport = self.transport
        super().close()
        if isinstance(transport, asyncio.WriteTransport):
            transport.abort()


class Outgoing:
    """Sends mail after mail; several calls at a time take turns."""

    def __init__(self, account: Account, *, per_connection: int = PER_CONNECTION, helo: str = "localhost") -> None:
        self._account = account
        self._per_connection = per_connection
        self._helo = helo
        self._lock = asyncio.Lock()
        self._smtp: aiosmtplib.SMTP | None = None
        self._carried = 0

    async def send(self, sender: str, recipient: str, raw: bytes) -> Sent:
        """Hands a mail over. A connection that died while it was idle is replaced once, without a word."""
        mail = Mail(sender, recipient, raw)
        async with self._lock:
            try:
                return await self._over_kept(mail) or await self._over_new(mail)
            except MailError as error:
                return Deferred(str(error), server=True)

    async def open(self) -> None:
        """Connects and logs in, unless that is done; raises what is wrong, for those who want to know beforehand."""
        async with self._lock:
            if not self._kept():
                await self._connect()

    async def would_take(self, sender: str, recipient: str) -> Sent:
        """Whether mail for a recipient would be taken; it is asked, and nothing is sent. Raises what keeps us off."""
        async with self._lock:
            smtp = self._kept() or await self._connect()
            try:
                await envelope(smtp, Mail(sender, recipient, b""))
                return Accepted("")
            except Lost as error:
                raise Unreachable(f"{self._account}: the line is dead ({error}); connect again later") from error
            except aiosmtplib.SMTPResponseException as error:
                return judged(error, self._account)
            except Unsendable as error:
                return Refused(str(error), OURS)
            finally:
                if not await is_reset(smtp):
                    smtp.close()

    async def close(self) -> None:
        """Says good-bye."""
        async with self._lock:
            await self._leave()

    async def _over_kept(self, mail: Mail) -> Sent | None:
        """None: there is no connection that could be used, or no longer."""
        smtp = self._kept()
        try:
            return await self._hand_over(smtp, mail) if smtp else None
        except Stale:
            return None

    async def _over_new(self, mail: Mail) -> Sent:
        smtp = await self._connect()
        try:
            return await self._hand_over(smtp, mail)
        except Stale as error:
            raise Unreachable(f"{self._account}: {error}") from error

    def _kept(self) -> aiosmtplib.SMTP | None:
        """The connection, if it lives and may carry one more."""
        usable = self._smtp and self._smtp.is_connected and self._carried < self._per_connection
        return self._smtp if usable else None

    async def _connect(self) -> aiosmtplib.SMTP:
        """A new connection with its login."""
        await self._leave()
        a = self._account
        smtp = Connection(
            hostname=a.host,
            port=a.port,
            timeout=a.timeout,
            use_tls=a.security == "tls",
            start_tls=a.security == "starttls",
            tls_context=None if a.security == "plain" else a.trust(),
            local_hostname=self._helo,
        )
        try:
            await connected(smtp, a)
        except BaseException:
            smtp.close()
            raise
        self._smtp, self._carried = smtp, 0
        return smtp

    async def _leave(self) -> None:
        smtp, self._smtp = self._smtp, None
        if smtp:
            with suppress(aiosmtplib.SMTPException, OSError):
                await smtp.quit()
            smtp.close()

    async def _hand_over(self, smtp: aiosmtplib.SMTP, mail: Mail) -> Sent:
        """One mail; whatever happens, even a cancelled task, the connection is fit for the next one or closed."""
        fit = False
        try:
            sent = await handed_over(smtp, mail, self._account)
            self._carried += 1
            fit = isinstance(sent, Accepted) or (not is_server_wide(sent) and await is_reset(smtp))
            return sent
        finally:
            if not fit:
                smtp.close()


def is_server_wide(sent: Sent) -> bool:
    """Whether others would fare no better, and this connection is not to be trusted any more."""
    return isinstance(sent, Deferred) and sent.server


async def connected(smtp: aiosmtplib.SMTP, account: Account) -> None:
    """Connects and logs in, with errors told in our own tree."""
    try:
        await smtp.connect()
        await greet(smtp)
        await log_in(smtp, account)
    except (ssl.SSLError, aiosmtplib.SMTPConnectError) as error:
        raise no_connection(account, error) from error
    except Lost as error:
        raise Unreachable(f"{account}: the line is dead ({error}); connect again later") from error
    except OSError as error:
        raise Unreachable(f"{account}: no connection ({error}); connect again later") from error
    except aiosmtplib.SMTPException as error:
        raise ServerTrouble(
            f"{account}: the server does not do what was asked: {without('', error.message)}"
        ) from error


def no_connection(account: Account, error: ssl.SSLError | aiosmtplib.SMTPConnectError) -> MailError:
    """Why there is none, sorted by who must act."""
    cause = error if isinstance(error, ssl.SSLError) else error.__cause__
    if isinstance(cause, ssl.SSLCertVerificationError):
        return account.untrusted(cause)
    if isinstance(cause, ssl.SSLError):
        return Unreachable(f"{account}: no TLS here ({cause.reason}): does the port fit security = {account.security}?")
    return Unreachable(f"{account}: no connection ({error}); connect again later")


async def greet(smtp: aiosmtplib.SMTP) -> None:
    """EHLO, apart from the login, so that a server that is too busy for it is not taken for one that refuses us."""
    if smtp.is_ehlo_or_helo_needed:
        try:
            await smtp.ehlo()
        except aiosmtplib.SMTPHeloError as error:
            raise aiosmtplib.SMTPConnectError(told(error)) from error


async def log_in(smtp: aiosmtplib.SMTP, account: Account) -> None:
    """Says who we are, if there is a login; what the server says is passed on, our secret never."""
    if not account.user:
        return
    secret = await asyncio.to_thread(account.secret)
    try:
        if account.token_command:
            await smtp.auth_xoauth2(account.user, secret)
        else:
            await smtp.login(account.user, secret)
    except aiosmtplib.SMTPAuthenticationError as error:
        told = f"{error.code} {without(secret, error.message)}"
        if error.code < 500:
            raise Unreachable(f"{account}: no login now: {told}; try again later") from None
        raise LoginRefused(f"{account}: the server refuses the login: {told}; check user and password") from None
    except Lost:
        raise
    except aiosmtplib.SMTPException as error:
        raise LoginRefused(f"{account}: no login is possible: {without(secret, error.message)}") from None


async def handed_over(smtp: aiosmtplib.SMTP, mail: Mail, account: Account) -> Sent:
    """The three steps of a mail. Before the third, a lost connection has done nothing; in it, nobody knows."""
    try:
        await envelope(smtp, mail)
    except Lost as error:
        raise Stale(str(error)) from error
    except aiosmtplib.SMTPResponseException as error:
        if error.code == CLOSING:
            raise Stale(told(error)) from error
        return judged(error, account)
    except Unsendable as error:
        return Refused(str(error), OURS)
    try:
        return Accepted((await smtp.data(mail.raw)).message)
    except Lost as error:
        return Deferred(f"{account}: the line died while the mail was on its way ({error})", server=True)
    except aiosmtplib.SMTPResponseException as error:
        return judged(error, account)


class Unsendable(Exception):
    """No server would take it; ours was not asked."""


async def envelope(smtp: aiosmtplib.SMTP, mail: Mail) -> None:
    """MAIL and RCPT, with what the server offers for size, eight bits and other scripts."""
    sender, recipient = addresses(smtp, mail)
    international = not (sender + recipient).isascii() or not headers(mail.raw).isascii()
    options = [f"SIZE={len(mail.raw)}"] if smtp.supports_extension("size") else []
    if not mail.raw.isascii() and smtp.supports_extension("8bitmime"):
        options.append("BODY=8BITMIME")
    if international and smtp.supports_extension("smtputf8"):
        options.append("SMTPUTF8")
    await smtp.mail(sender, options=options, encoding="utf-8")
    await smtp.rcpt(recipient, encoding="utf-8")


def addresses(smtp: aiosmtplib.SMTP, mail: Mail) -> tuple[str, str]:
    """Sender and recipient, as this server can take them."""
    form = str if smtp.supports_extension("smtputf8") else in_ascii
    try:
        sender = form(checked(mail.sender)) if mail.sender else ""
    except ValueError as error:
        raise LoginRefused(f"our own address {mail.sender!r} cannot be used with this server: {error}") from error
    try:
        return sender, form(checked(mail.recipient))
    except UnicodeError as error:
        raise Unsendable("the server takes no addresses outside ASCII (it has no SMTPUTF8)") from error
    except ValueError as error:
        raise Unsendable(str(error)) from error


@lru_cache(maxsize=1000)
def checked(address: str) -> str:
    """A bare address as it is; the library would make one of whatever it finds."""
    if "@" not in address or parse_address(address) != address:
        raise ValueError(f"{address!r} is no address")
    return address


def in_ascii(address: str) -> str:
    """A domain in another script has a form in ASCII; a name before the @ has none."""
    name, at, domain = address.rpartition("@")
    name.encode("ascii")
    return name + at + domain.encode("idna").decode("ascii")


def headers(raw: bytes) -> bytes:
    """All before the first empty line."""
    return re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0]


def judged(error: aiosmtplib.SMTPResponseException, account: Account) -> Deferred | Refused:
    """What a refusal means: for this mail, or for all."""
    if not 400 <= error.code < 600:
        return Deferred(f"{account}: {told(error)}", server=True)
    if error.code < 500:
        return Deferred(told(error), server=error.code == CLOSING or isinstance(error, aiosmtplib.SMTPSenderRefused))
    return (
        Deferred(f"{account}: {told(error)}", server=True)
        if is_about_us(error, account)
        else Refused(told(error), error.code)
    )


def is_about_us(error: aiosmtplib.SMTPResponseException, account: Account) -> bool:
    """Whether a final refusal is about our login or sender: then no mail is to blame, and none may be given up."""
    if error.code in NOT_LOGGED_IN:
        return True
    if isinstance(error, aiosmtplib.SMTPSenderRefused):
        return error.code not in TOO_LARGE
    # Many servers keep "you may not send here" until they hear the recipient.
    return (
        isinstance(error, aiosmtplib.SMTPRecipientRefused) and not account.user and bool(DENIED.search(error.message))
    )


def told(error: aiosmtplib.SMTPResponseException) -> str:
    """Code and words of the server on one line."""
    return f"{error.code} {without('', error.message)}"


async def is_reset(smtp: aiosmtplib.SMTP) -> bool:
    """Whether the connection is fit for the next mail after a failure."""
    if not smtp.is_connected:
        return False
    try:
        await smtp.rset()
    except (aiosmtplib.SMTPException, OSError):
        return False
    return True
