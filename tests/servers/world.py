"""A pair of servers as tests see it, whichever pair it is."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from pbem.mail.account import Account, Security
from tests.servers import dovecot as real
from tests.servers import embedded as small
from tests.servers.dovecot import Dovecot
from tests.servers.embedded import Embedded
from tests.servers.postfix import Postfix


class World(Struct, frozen=True):
    """One user of a pair of servers; every test has its own."""

    user: str
    imap: Account
    smtp: Account
    put: Callable[..., None]

    @property
    def address(self) -> str:
        """Mail to it arrives in the inbox."""
        return f"{self.user}@pbem.test"

    def deliver(self, *letters: bytes) -> None:
        """Puts letters into the inbox."""
        self.put(self.user, *letters)


def small_world(servers: Embedded, user: str) -> World:
    """On the embedded servers: without TLS, since all stays on this machine."""
    servers.add(user)

    def account(port: int) -> Account:
        return Account(host="127.0.0.1", port=port, security="plain", user=user, password=small.PASSWORD)

    return World(user, account(servers.imap_port), account(servers.smtp_port), servers.deliver)


def real_world(imap: Dovecot, smtp: Postfix, user: str) -> World:
    """On Dovecot and Postfix: IMAP by TLS, SMTP by STARTTLS."""

    def account(port: int, security: Security) -> Account:
        authority = str(imap.certificate.authority)
        return Account(
            host="localhost", port=port, security=security, user=user, password=real.PASSWORD, ca_file=authority
        )

    return World(user, account(imap.tls_port, "tls"), account(smtp.starttls_port, "starttls"), imap.deliver)
