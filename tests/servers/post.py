"""Dovecot and Postfix with the doors of `PostOffice`, so that one story can be told on both."""

from __future__ import annotations

import ssl
from datetime import datetime
from typing import Any

from imap_tools import MailBox
from msgspec import Struct

from tests.servers import dovecot as dovecot_server
from tests.servers.dovecot import Dovecot
from tests.servers.postfix import Postfix


class Letter(Struct, frozen=True):
    """A letter as it lies in a folder."""

    uid: int
    raw: bytes


class RealPost:
    """The mailboxes of one test; their names have a mark, since all tests share the servers."""

    domain = "pbem.test"

    def __init__(self, imap: Dovecot, smtp: Postfix, mark: str) -> None:
        self.imap = imap
        self.smtp = smtp
        self.mark = mark
        self.known: list[str] = []

    def add(self, user: str, _password: str) -> None:
        """Every mailbox exists already."""
        self.known.append(user)

    def users(self) -> list[str]:
        """Who was named so far."""
        return self.known

    def mailbox(self, user: str) -> str:
        """The name on the server."""
        return f"{user}.{self.mark}"

    def address(self, user: str) -> str:
        """Where somebody gets mail."""
        return f"{self.mailbox(user)}@{self.domain}"

    def door(self, user: str, protocol: str) -> dict[str, Any]:
        """How somebody logs in: IMAP by TLS, SMTP by STARTTLS, certificates checked."""
        port, security = (self.imap.tls_port, "tls") if protocol == "imap" else (self.smtp.starttls_port, "starttls")
        authority = str(self.imap.certificate.authority)
        login = {"user": self.mailbox(user), "password": dovecot_server.PASSWORD}
        return {"host": "localhost", "port": port, "security": security, "ca_file": authority} | login

    def letters(self, user: str, folder: str = "INBOX") -> list[Letter]:
        """What lies in a folder, oldest first, once all mail has arrived."""
        self.smtp.wait_until_empty()
        with self.opened(user) as box:
            if not box.folder.exists(folder):
                return []
            box.folder.set(folder)
            return [Letter(int(one.uid or 0), bytes(one.obj.as_bytes())) for one in box.fetch(mark_seen=False)]

    def newest(self, user: str) -> Letter:
        """The letter that came last."""
        self.smtp.wait_until_empty()
        with self.opened(user) as box:
            (one,) = box.fetch(mark_seen=False, reverse=True, limit=1)
            return Letter(int(one.uid or 0), bytes(one.obj.as_bytes()))

    def deliver(self, recipient: str, raw: bytes, internaldate: datetime) -> None:
        """Puts a letter into an inbox."""
        user = recipient.partition("@")[0].partition("+")[0].partition(".")[0]
        with self.opened(user) as box:
            box.append(raw, "INBOX", dt=internaldate)

    def opened(self, user: str) -> MailBox:
        """A mailbox, logged in."""
        trust = ssl.create_default_context(cafile=str(self.imap.certificate.authority))
        return MailBox("localhost", self.imap.tls_port, timeout=20, ssl_context=trust).login(
            self.mailbox(user), dovecot_server.PASSWORD
        )
