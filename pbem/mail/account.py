"""How to log in to a mail server, for both adapters."""

from __future__ import annotations

import shlex
import ssl
import subprocess
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from msgspec import Struct

from pbem.mail.errors import LoginRefused

TOLD = 300
"""So much of what a failed command or a server says is passed on."""

Security = Literal["tls", "starttls", "plain"]


class Account(Struct, frozen=True, kw_only=True):
    """A server and our login there; the secret is a value, or the first line that a command prints."""

    host: str
    port: int
    security: Security
    user: str = ""
    password: str = ""
    password_command: str = ""
    token_command: str = ""
    """Prints an OAuth2 access token, for XOAUTH2."""
    ca_file: str = ""
    """Certificates to trust besides those of the system, for servers with an authority of their own."""
    timeout: float = 30

    def __post_init__(self) -> None:
        """Refuses what would send a secret in the clear, or leaves open which secret is meant."""
        secrets = [name for name in ("password", "password_command", "token_command") if getattr(self, name)]
        if self.security == "plain" and not is_loopback(self.host):
            raise LoginRefused(f"{self}: security = plain is for this machine only: set it to tls or starttls")
        if len(secrets) > 1:
            raise LoginRefused(f"{self}: {' and '.join(secrets)} are set: keep one of them")
        if secrets and not self.user:
            raise LoginRefused(f"{self}: {secrets[0]} is set, but no user: set the user")

    def __str__(self) -> str:
        """As it stands in messages."""
        return f"{self.user}@{self.host}:{self.port}" if self.user else f"{self.host}:{self.port}"

    def __repr__(self) -> str:
        """Without secrets: it ends up in logs. Commands are left out too, for they may contain one."""
        return f"Account({str(self)!r}, security={self.security!r})"

    def __rich_repr__(self) -> list[tuple[str, str]]:
        """Likewise for Rich, which does not ask `repr`."""
        return [("account", str(self)), ("security", self.security)]

    def secret(self) -> str:
        """The password or token, asked of its command at each login, since tokens expire."""
        command = self.token_command or self.password_command
        return said_by(command, self) if command else self.password

    def trust(self) -> ssl.SSLContext:
        """The certificates that we trust; they are always checked, with the host name."""
        context = ssl.create_default_context()
        if self.ca_file:
            try:
                context.load_verify_locations(cafile=Path(self.ca_file).expanduser())
            except (OSError, ssl.SSLError) as error:
                why = error.strerror or "it is no certificate in PEM form"
                raise LoginRefused(f"{self}: ca_file {self.ca_file!r} cannot be used: {why}") from error
        return context

    def untrusted(self, error: ssl.SSLCertVerificationError) -> LoginRefused:
        """What to do about a certificate that did not pass."""
        why = error.verify_message.rstrip(".")
        return LoginRefused(f"{self}: its certificate is not accepted: {why}; correct the host, or set ca_file")


def is_loopback(host: str) -> bool:
    """Whether what is sent there stays on this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def said_by(command: str, account: Account) -> str:
    """The first line that a command prints; no shell takes part."""
    argv = words(command, account)
    where = f"{account}: the command {argv[0]!r}"
    try:
        done = subprocess.run(  # noqa: S603  the operator's own command, from the settings
            argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=account.timeout, check=False
        )
    except subprocess.TimeoutExpired:
        # From None: the error would carry the arguments and what was printed so far.
        raise LoginRefused(f"{where} did not end within {account.timeout:g} s: does it wait for input?") from None
    except OSError as error:
        raise LoginRefused(f"{where} cannot be run: {error.strerror}") from None
    secret, *_ = (*done.stdout.decode("utf-8", "replace").splitlines(), "")
    if done.returncode:
        reason = without(secret, done.stderr.decode("utf-8", "replace"))
        raise LoginRefused(f"{where} ended with {done.returncode}: {reason or 'it gave no reason'}")
    if not secret.isprintable() or not secret:
        raise LoginRefused(f"{where} must print the secret alone on its first line; run it by hand to see")
    return secret


def words(command: str, account: Account) -> list[str]:
    """The command and its arguments."""
    try:
        argv = shlex.split(command)
    except ValueError as error:
        raise LoginRefused(f"{account}: a command in the settings cannot be read: {error}") from None
    if not argv:
        raise LoginRefused(f"{account}: a command in the settings is blank: remove it or fill it in")
    return argv


def without(secret: str, text: str) -> str:
    """What somebody said, on one line, not too long, and never the secret."""
    hidden = text.replace(secret, "***") if secret else text
    line = " ".join(hidden.split())
    return line if len(line) <= TOLD else line[:TOLD] + " …"
