"""A private Dovecot: IMAP with TLS, LMTP to deliver to, and the logins of Postfix. Every user exists.

Any user may run it; root hands it to `nobody`, since Dovecot gives no mail to root. The password is the same for all;
tokens are signed by `token`, with a key that Dovecot knows.
"""

from __future__ import annotations

import base64
import grp
import hashlib
import hmac
import json
import os
import pwd
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from smtplib import LMTP

from msgspec import Struct

from tests.servers.certificates import Certificate, make_certificate
from tests.servers.process import end, free_port, short_folder, wait_until_up

BINARY = Path("/usr/sbin/dovecot")
PASSWORD = "secret-of-all"
KEY = b"the key of the tokens of all tests"
FOREVER = 4_000_000_000

CONFIG = """\
base_dir = {root}/run
state_dir = {root}/state
log_path = {root}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <{certificate.certificate}
ssl_key = <{certificate.key}
# A login without TLS is refused, as on a real server; loopback would count as safe otherwise.
disable_plaintext_auth = yes
login_trusted_networks =
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:{root}/mail/%Lu
auth_mechanisms = plain login xoauth2
auth_failure_delay = 0
mail_fsync = never
mail_max_userip_connections = 1000
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {root}/oauth2.conf
}}
passdb {{
  driver = static
  mechanisms = plain login
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={root}/home/%Lu allow_all_users=yes
}}
namespace inbox {{
  inbox = yes
  separator = {separator}
  prefix = {prefix}
}}
# Without this listener nobody keeps count of wrong passwords, after which all logins are slow.
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service imap-login {{
  chroot =
  service_count = 0
  process_min_avail = 1
  inet_listener imap {{
    port = {starttls_port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
service lmtp {{
  chroot =
  inet_listener lmtp {{
    port = {lmtp_port}
  }}
}}
service auth {{
  chroot =
  inet_listener {{
    port = {auth_port}
  }}
}}
service stats {{
  chroot =
}}
# Mail to name+detail@anywhere goes to name.
protocol lmtp {{
  auth_username_format = %Ln
}}
recipient_delimiter = +
"""
OAUTH2 = """\
introspection_mode = local
username_attribute = sub
local_validation_key_dict = fs:posix:prefix={root}/keys/
"""


class Dovecot(Struct, frozen=True, kw_only=True):
    """Where it listens and what it needs to be believed."""

    root: Path
    certificate: Certificate
    tls_port: int
    starttls_port: int
    lmtp_port: int
    auth_port: int

    def deliver(self, user: str, *letters: bytes) -> None:
        """Puts letters into an inbox."""
        with LMTP("127.0.0.1", self.lmtp_port, timeout=20) as lmtp:
            for raw in letters:
                lmtp.sendmail("somebody@player.test", [f"{user}@pbem.test"], raw)

    def renumber(self, user: str) -> None:
        """Makes the inbox of a user number its letters anew, as after a restored backup."""
        folder = self.root / "mail" / user
        for path in folder.glob("dovecot.index*"):
            path.unlink()
        uids = folder / "dovecot-uidlist"
        head = uids.read_text().splitlines()[0].split()
        validity = int(head[1].removeprefix("V")) + 1
        uids.write_text(f"{head[0]} V{validity} N1 {head[3]}\n")


def version() -> str:
    """As Dovecot tells it."""
    return subprocess.run([BINARY, "--version"], check=True, capture_output=True, text=True).stdout


def token(user: str) -> str:
    """An access token (RFC 7519) for a user."""
    head = b64({"alg": "HS256", "typ": "JWT"})
    claims = b64({"sub": user, "iat": 0, "exp": FOREVER})
    signature = hmac.digest(KEY, f"{head}.{claims}".encode(), hashlib.sha256)
    return f"{head}.{claims}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"


def b64(claims: dict[str, str | int]) -> str:
    """JSON as it stands in a token."""
    return base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")


@contextmanager
def dovecot(*, separator: str = "/", prefix: str = "") -> Iterator[Dovecot]:
    """A Dovecot that runs."""
    with short_folder("dove-") as root:
        ports = {name: free_port() for name in ("tls_port", "starttls_port", "lmtp_port", "auth_port")}
        server = Dovecot(root=root, certificate=make_certificate(root), **ports)
        owner = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        write_files(server, owner, separator, prefix)
        process = start(server, owner)
        try:
            wait_until_up(process, server.starttls_port, b"* OK", root / "dovecot.log")
            wait_until_up(process, server.lmtp_port, b"220", root / "dovecot.log")
            yield server
        finally:
            end(process)


def write_files(server: Dovecot, owner: pwd.struct_passwd, separator: str, prefix: str) -> None:
    """Settings, folders, and the key of the tokens where Dovecot looks for it."""
    root = server.root
    for name in ("run", "state", "mail", "home", "keys/default/HS256"):
        (root / name).mkdir(parents=True)
    (root / "keys/default/HS256/default").write_bytes(base64.b64encode(KEY))
    (root / "oauth2.conf").write_text(OAUTH2.format(root=root))
    config = CONFIG.format(
        **{name: getattr(server, name) for name in server.__struct_fields__},
        user=owner.pw_name,
        group=grp.getgrgid(owner.pw_gid).gr_name,
        uid=owner.pw_uid,
        gid=owner.pw_gid,
        password=PASSWORD,
        separator=separator,
        prefix=prefix,
    )
    (root / "dovecot.conf").write_text(config)


def start(server: Dovecot, owner: pwd.struct_passwd) -> subprocess.Popen[bytes]:
    """Runs it in a session of its own: a plain SIGTERM takes a second and leaves children behind."""
    root = os.geteuid() == 0
    if root:
        for path in [server.root, *server.root.rglob("*")]:
            os.chown(path, owner.pw_uid, owner.pw_gid)
    return subprocess.Popen(
        [BINARY, "-F", "-c", server.root / "dovecot.conf"],
        cwd=server.root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        user=owner.pw_uid if root else None,
        group=owner.pw_gid if root else None,
        extra_groups=[] if root else None,
    )
