"""An authority of our own and a certificate of it for `localhost` (and not for 127.0.0.1: tests need a wrong name)."""

from __future__ import annotations

import subprocess
from pathlib import Path

from msgspec import Struct

CONFIG = """\
[req]
distinguished_name = name
prompt = no
[name]
CN = localhost
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = DNS:localhost
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
"""
NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


class Certificate(Struct, frozen=True):
    """Files in PEM form."""

    authority: Path
    certificate: Path
    key: Path


def openssl(folder: Path, *args: str) -> None:
    """Runs it in a folder."""
    subprocess.run(["openssl", *args], cwd=folder, check=True, capture_output=True)  # noqa: S607  where Debian puts it


def make_certificate(folder: Path) -> Certificate:
    """Makes authority, key and certificate, good for two days."""
    (folder / "openssl.cnf").write_text(CONFIG)
    config = ("-config", "openssl.cnf")
    authority = ("-subj", "/CN=tests of pbem", "-keyout", "ca.key", "-out", "ca.pem", "-extensions", "authority")
    openssl(folder, "req", "-x509", *config, *NEW_KEY, "-days", "2", *authority)
    openssl(folder, "req", *config, *NEW_KEY, "-keyout", "server.key", "-out", "server.csr")
    signed_by = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2")
    extensions = ("-extfile", "openssl.cnf", "-extensions", "server")
    openssl(folder, "x509", "-req", "-in", "server.csr", "-out", "server.pem", *signed_by, *extensions)
    return Certificate(folder / "ca.pem", folder / "server.pem", folder / "server.key")
