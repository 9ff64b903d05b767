"""Fixtures of the mail servers: each starts when a test first asks for it, once a worker."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator

import pytest

from tests.servers import dovecot as dovecot_server
from tests.servers import postfix as postfix_server
from tests.servers.dovecot import Dovecot
from tests.servers.embedded import Embedded
from tests.servers.postfix import Postfix
from tests.servers.world import World, real_world, small_world

INSTALL = "run deploy/test-servers.sh as root"


def missing(reason: str) -> None:
    """Skips a test that cannot run here; where all must be there it fails instead."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """A Dovecot for the whole run."""
    if not dovecot_server.BINARY.exists() or not shutil.which("openssl"):
        missing(f"no Dovecot or openssl here: {INSTALL}")
    if not dovecot_server.version().startswith("2.3."):
        missing(f"this is Dovecot {dovecot_server.version()}, whose settings are others: the tests know 2.3")
    with dovecot_server.dovecot() as server:
        yield server


@pytest.fixture(scope="session")
def postfix(dovecot: Dovecot) -> Iterator[Postfix]:
    """A Postfix for the whole run."""
    if not postfix_server.BINARY.exists():
        missing(f"no Postfix here: {INSTALL}")
    if os.geteuid():
        missing("Postfix runs for root only: run the tests as root")
    with postfix_server.postfix(dovecot) as server:
        yield server


@pytest.fixture(scope="session")
def embedded() -> Iterator[Embedded]:
    """The servers inside this process."""
    server = Embedded()
    with server.running():
        yield server


@pytest.fixture
def user(request: pytest.FixtureRequest) -> str:
    """A name that no other test has."""
    return "u" + hashlib.sha256(request.node.nodeid.encode()).hexdigest()[:12]


@pytest.fixture(params=["embedded", pytest.param("real", marks=pytest.mark.realmail)])
def world(request: pytest.FixtureRequest, user: str) -> World:
    """The same story on both pairs of servers."""
    if request.param == "embedded":
        return small_world(request.getfixturevalue("embedded"), user)
    return real_world(request.getfixturevalue("dovecot"), request.getfixturevalue("postfix"), user)


@pytest.fixture
def real(dovecot: Dovecot, postfix: Postfix, user: str) -> World:
    """For what only the real servers have; to be used with the marker `realmail`."""
    return real_world(dovecot, postfix, user)
