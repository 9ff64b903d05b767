"""A private Postfix in front of a private Dovecot: submission with TLS and login, delivery by LMTP. Needs root.

It has its own settings, queue and log, and never touches those of the system.
"""

from __future__ import annotations

import grp
import os
import pwd
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from tests.servers.dovecot import Dovecot
from tests.servers.process import PATIENCE, TRIES, end, free_port, short_folder, wait_until_up

BINARY = Path("/usr/lib/postfix/sbin/master")
LONG_AGO = (1_000_000_000, 1_000_000_000)

MAIN = """\
compatibility_level = 3.6
queue_directory = {root}/queue
data_directory = {root}/data
mail_owner = postfix
setgid_group = postdrop
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
meta_directory = /etc/postfix
shlib_directory = /usr/lib/postfix
maillog_file = {root}/mail.log
maillog_file_prefixes = {root}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.pbem.test
mydestination =
mynetworks =
smtpd_client_restrictions = permit_sasl_authenticated, reject
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = check_recipient_access inline:{{
  {{ gone@player.test = 550 5.1.1 nobody of that name lives here }},
  {{ full@player.test = 452 4.2.2 the mailbox is full }} }}, permit
smtpd_banner = mail.pbem.test ESMTP
smtpd_client_connection_count_limit = 0
smtpd_soft_error_limit = 1000
smtpd_hard_error_limit = 1000
smtpd_error_sleep_time = 0
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{dovecot.auth_port}
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_tls_cert_file = {dovecot.certificate.certificate}
smtpd_tls_key_file = {dovecot.certificate.key}
alias_maps =
alias_database =
local_recipient_maps =
local_transport = error:no local delivery
virtual_mailbox_domains = pbem.test, player.test
virtual_mailbox_maps = static:all
virtual_transport = lmtp:inet:127.0.0.1:{dovecot.lmtp_port}
default_transport = error:5.7.1 tests send nothing to the outside
relay_transport = error:5.7.1 tests send nothing to the outside
recipient_delimiter = +
disable_dns_lookups = yes
smtp_dns_support_level = disabled
smtputf8_enable = yes
in_flow_delay = 0
message_size_limit = 20480000
"""
MASTER = """\
127.0.0.1:{starttls_port} inet n - n - - smtpd
127.0.0.1:{tls_port} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
postlog unix-dgram n - n - 1 postlogd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
"""
QUEUES = ("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "private", "saved", "trace")

MOVING = ("incoming", "active", "maildrop")
"""Where letters are that are about to be delivered."""


class Postfix(Struct, frozen=True, kw_only=True):
    """Where it listens. It refuses mail to gone@player.test for good and to full@player.test for now."""

    root: Path
    dovecot: Dovecot
    starttls_port: int
    tls_port: int

    def wait_until_empty(self) -> None:
        """Until every letter that was taken is delivered, or put off."""
        for _ in range(TRIES):
            if not any(path.is_file() for name in MOVING for path in (self.root / "queue" / name).rglob("*")):
                return
            time.sleep(PATIENCE)
        raise TimeoutError("Postfix does not deliver")


@contextmanager
def postfix(dovecot: Dovecot) -> Iterator[Postfix]:
    """A Postfix that runs."""
    with short_folder("pfx-") as root:
        server = Postfix(root=root, dovecot=dovecot, starttls_port=free_port(), tls_port=free_port())
        root.chmod(0o755)
        make_queue(root)
        write_settings(server)
        process = start(server)
        try:
            wait_until_up(process, server.starttls_port, b"220", root / "mail.log")
            yield server
        finally:
            end_all(process)


def make_queue(root: Path) -> None:
    """The folders that `postfix start` would make, twenty times slower."""
    owner, group = pwd.getpwnam("postfix").pw_uid, grp.getgrnam("postdrop").gr_gid
    for name in ("etc", "queue", "queue/pid", "data"):
        (root / name).mkdir(mode=0o755)
    os.chown(root / "data", owner, -1)
    for name in QUEUES:
        (root / "queue" / name).mkdir(mode=0o700)
        os.chown(root / "queue" / name, owner, 0)
    for name, mode in (("maildrop", 0o730), ("public", 0o710)):
        (root / "queue" / name).mkdir()
        os.chown(root / "queue" / name, owner, group)
        (root / "queue" / name).chmod(mode)


def write_settings(server: Postfix) -> None:
    """Old files: Postfix sleeps while its settings are younger than two seconds."""
    texts = {
        "main.cf": MAIN.format(root=server.root, dovecot=server.dovecot),
        "master.cf": MASTER.format(starttls_port=server.starttls_port, tls_port=server.tls_port),
        "dynamicmaps.cf": "",
    }
    for name, text in texts.items():
        path = server.root / "etc" / name
        path.write_text(text)
        os.utime(path, LONG_AGO)


def start(server: Postfix) -> subprocess.Popen[bytes]:
    """The master itself, in a session of its own."""
    settings = str(server.root / "etc")
    return subprocess.Popen(
        [BINARY, "-c", settings, "-d"],
        cwd="/",
        env={"MAIL_CONFIG": settings, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def end_all(process: subprocess.Popen[bytes]) -> None:
    """Its children leave by themselves when it is asked to end; it is killed only if it does not."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        end(process)
