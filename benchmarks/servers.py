"""The mail servers of a measurement, each in a process of its own, so that they take no time of what is measured."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from smtplib import LMTP, SMTP

from msgspec import Struct, structs

from pbem.mail.account import Account
from tests.servers import dovecot as real
from tests.servers.process import end, free_port, wait_until_up

DOMAIN = "pbem.test"
PASSWORD = real.PASSWORD
BOXES = ("chain", "bare", "waiting", "players")
"""Who gets mail: one inbox for each thing that is measured, and one for all players together."""
BACKLOG = "128"


class Servers(Struct, frozen=True):
    """Where letters come from and where mails go to."""

    name: str
    imap: Account
    smtp: Account
    counter: Callable[[], SMTP]
    """A connection to whoever puts letters into an inbox."""

    def inbox(self, user: str) -> Account:
        """The login of one inbox."""
        return structs.replace(self.imap, user=user)

    def deliver(self, user: str, letters: Sequence[bytes]) -> None:
        """Puts letters into an inbox."""
        with self.counter() as counter:
            for raw in letters:
                counter.sendmail(f"players@{DOMAIN}", [f"{user}@{DOMAIN}"], raw)


def smtp_at(port: int) -> Account:
    """A server that takes mail without a login."""
    return Account(host="127.0.0.1", port=port, security="plain")


@contextmanager
def embedded() -> Iterator[Servers]:
    """The embedded post office for both."""
    users = [word for box in BOXES for word in ("--user", f"{box}={PASSWORD}")]
    command = [sys.executable, "-m", "pbem.postoffice", "--domain", DOMAIN, *users]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603  our own
        assert process.stdout is not None, "it is a pipe"
        ports = json.loads(process.stdout.readline())
        imap = Account(host="127.0.0.1", port=ports["imap"], security="plain", user="chain", password=PASSWORD)
        try:
            yield Servers("post office", imap, smtp_at(ports["smtp"]), lambda: SMTP("127.0.0.1", ports["smtp"]))
        finally:
            process.terminate()


@contextmanager
def dovecot_and_sink() -> Iterator[Servers]:
    """Dovecot by TLS, and Postfix's `smtp-sink`, which throws away what it takes."""
    with real.dovecot() as dovecot, sink(dovecot.root) as port:
        authority = str(dovecot.certificate.authority)
        imap = Account(
            host="localhost", port=dovecot.tls_port, security="tls", user="chain", password=PASSWORD, ca_file=authority
        )
        yield Servers("Dovecot, smtp-sink", imap, smtp_at(port), lambda: LMTP("127.0.0.1", dovecot.lmtp_port))


@contextmanager
def sink(folder: Path) -> Iterator[int]:
    """The port of an `smtp-sink`."""
    port = free_port()
    user = "nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    command = [sink_binary() or "smtp-sink", "-u", user, f"127.0.0.1:{port}", BACKLOG]
    process = subprocess.Popen(command, start_new_session=True)  # noqa: S603  found on this machine
    try:
        wait_until_up(process, port, b"220", folder / "sink.log")
        yield port
    finally:
        end(process)


def sink_binary() -> str | None:
    """Where it is; it does not stand in everybody's path."""
    return shutil.which("smtp-sink", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def available() -> list[Callable[[], AbstractContextManager[Servers]]]:
    """The servers that can be started here."""
    installed = real.BINARY.exists() and real.version().startswith("2.3.") and sink_binary()
    return [dovecot_and_sink, embedded] if installed else [embedded]
