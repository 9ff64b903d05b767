"""The counter where letters are handed in: SMTP by aiosmtpd."""

from __future__ import annotations

from asyncio import BaseTransport, get_running_loop
from collections.abc import Callable
from datetime import datetime

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from pbem.postoffice.boxes import Boxes
from pbem.postoffice.trace import Submission, stamped

LARGEST_LETTER = 35 * 1024 * 1024


class Counter:
    """Takes letters for the mailboxes; the names of its methods are those aiosmtpd calls."""

    def __init__(self, boxes: Boxes, now: Callable[[], datetime]) -> None:
        self.boxes = boxes
        self.now = now
        self.connections: set[BaseTransport] = set()

    def connection(self) -> SMTP:
        """The protocol of one connection."""
        return Connection(self)

    def authenticate(
        self, _server: SMTP, _session: Session, _envelope: Envelope, _how: str, data: object
    ) -> AuthResult:
        """Checks name and password; TLS is not asked for, since nothing leaves this machine."""
        assert isinstance(data, LoginPassword), "PLAIN and LOGIN give name and password"
        user = self.boxes.opens(data.login.decode(errors="replace"), data.password.decode(errors="replace"))
        return AuthResult(success=user is not None, handled=False, auth_data=user)

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Knows its own mailboxes and no way to others."""
        if address.lower().rpartition("@")[2] != self.boxes.domain:
            return f"550 5.7.1 only letters to @{self.boxes.domain} are taken here"
        owner = self.boxes.owner(address)
        if owner is None or owner in self.boxes.closed:
            return self.boxes.closed[owner] if owner else "550 5.1.1 no such mailbox here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, _server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Puts a letter into the mailboxes of its recipients."""
        raw, submission = envelope.content, self.submission(session, envelope)
        assert isinstance(raw, bytes), "decode_data is off"
        try:
            for recipient in dict.fromkeys(envelope.rcpt_tos):
                letter = stamped(raw, submission, recipient, self.boxes.domain)
                await self.boxes.deliver(recipient, letter, submission.at)
        except RecursionError:  # pymap reads the structure of a letter when it comes
            return "554 5.6.0 the parts of the letter are nested too deeply"
        return "250 2.0.0 delivered"

    def submission(self, session: Session, envelope: Envelope) -> Submission:
        """How this letter came in."""
        login = f"{session.auth_data}@{self.boxes.domain}" if session.authenticated else None
        return Submission((envelope.mail_from or "").strip("<>"), session.host_name or "unknown", login, self.now())


class Visit(Session):
    """aiosmtpd fills `login_data` and warns that it is deprecated; here it is an attribute like others."""

    login_data: object = None


class Connection(SMTP):
    """A connection that the counter can cut."""

    def __init__(self, counter: Counter) -> None:
        super().__init__(
            counter,
            data_size_limit=LARGEST_LETTER,
            enable_SMTPUTF8=True,
            hostname=counter.boxes.domain,
            ident="pbem post office",
            auth_require_tls=False,
            authenticator=counter.authenticate,
            loop=get_running_loop(),
        )
        self.counter = counter
        self.line: BaseTransport | None = None

    def _create_session(self) -> Session:
        return Visit(self.loop)

    def connection_made(self, transport: BaseTransport) -> None:
        """Notes the connection."""
        self.line = transport
        self.counter.connections.add(transport)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Forgets the connection."""
        if self.line is not None:
            self.counter.connections.discard(self.line)
        super().connection_lost(error)
