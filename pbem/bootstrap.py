"""Builds the service once, from its settings: the only place that knows all its parts."""

from __future__ import annotations

import os
import secrets
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from pbem import metrics
from pbem.engine.errors import BadData
from pbem.mail.account import Account
from pbem.mail.imap import Folders, Inbox
from pbem.mail.mime import Limits
from pbem.mail.smtp import Outgoing
from pbem.mail.tokens import Tokens
from pbem.service.office import Lobby, Office, nothing
from pbem.service.points import POINTS
from pbem.settings import BadSettings, Server, Settings, from_file
from pbem.store import people, upgrade
from pbem.store.errors import Outdated
from pbem.store.work import Work

TOKENS = "tokens"
KEY = 32


def now() -> datetime:
    """The only clock of the service."""
    return datetime.now(UTC)


def settings_file(given: Path | None, environment: Mapping[str, str]) -> Path:
    """Named by the option, by PBEM_CONFIG, or `pbem.toml` here."""
    return given or Path(environment.get("PBEM_CONFIG") or "pbem.toml")


def read_settings(given: Path | None = None) -> Settings:
    """The settings of this service."""
    path = settings_file(given, os.environ)
    if not path.is_file():
        raise BadSettings(f"there is no {path}: `pbem init` writes one, or name yours by --config or PBEM_CONFIG")
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    return from_file(path, Path(folder) if folder else None)


def store(settings: Settings) -> Work:
    """The database, if it has the tables of this pbem."""
    here = upgrade.current(settings.database)
    if here != upgrade.head():
        raise Outdated(f"the tables are of revision {here}, this pbem needs {upgrade.head()}: run `pbem db upgrade`")
    return Work(settings.database)


def office(settings: Settings, work: Work, point: Callable[[str], None] = nothing) -> Office:
    """The office with its keys."""
    with work.transaction() as tx:
        key = people.secret(tx, TOKENS, lambda: secrets.token_bytes(KEY), now())
    limits = settings.limits
    return Office(
        work=work,
        tokens=Tokens(key),
        address=settings.address,
        account=f"{settings.imap.user}@{settings.imap.host}/{settings.imap.inbox}",
        operator=settings.operator,
        plus_addressing=settings.plus_addressing,
        authserv_id=settings.authserv_id,
        limits=Limits(size=limits.size, parts=limits.parts, depth=limits.depth, lines=limits.lines),
        per_sender=limits.per_sender,
        per_recipient=settings.smtp.per_recipient,
        per_day=settings.smtp.per_day,
        give_up=settings.smtp.give_up,
        turn=settings.clock.turn,
        reminders=settings.clock.reminders,
        lobby=Lobby(**dict(settings.lobby)),
        overrides=partial(overrides, settings),
        outage=settings.clock.outage,
        unreachable=settings.clock.unreachable,
        absence=settings.clock.absence,
        silence=settings.clock.silence,
        votes=settings.clock.votes,
        played=settings.imap.played,
        refused=settings.imap.refused,
        shunted=settings.imap.shunted,
        point=point,
    )


def account(server: Server) -> Account:
    """How to log in to a server."""
    return Account(
        host=server.host,
        port=server.port,
        security=server.security,
        user=server.user,
        password=server.password.get_secret_value(),
        password_command=server.password_command,
        token_command=server.token_command,
        ca_file=server.ca_file,
        timeout=server.timeout.total_seconds(),
    )


def inbox(settings: Settings) -> Inbox:
    """The inbox, open."""
    box = settings.imap
    folders = Folders(inbox=box.inbox, played=box.played, refused=box.refused, shunted=box.shunted)
    return Inbox.open(account(box), folders, settings.limits.size)


def outgoing(settings: Settings) -> Outgoing:
    """The way out; it connects when the first mail goes."""
    return Outgoing(account(settings.smtp))


def overrides(settings: Settings, game: str) -> dict[str, Any]:
    """An owner's corrections to the printed numbers of a game."""
    name = settings.data_overrides.get(game)
    if name is None:
        return {}
    path = Path(name)
    try:
        table: dict[str, Any] = msgspec.toml.decode(path.read_bytes(), type=dict[str, Any])
    except (OSError, msgspec.DecodeError) as error:
        raise BadData(f"data_overrides.{game}: {path} cannot be read: {error}") from None
    return table


def fault(environment: Mapping[str, str]) -> Callable[[str], None]:
    """For tests of crashes: PBEM_FAULT=NAME:COUNT kills the process at the COUNT-th time at a named point."""
    wanted = environment.get("PBEM_FAULT", "")
    if not wanted:
        return nothing
    name, _, count = wanted.rpartition(":")
    if name not in POINTS or not count.isdecimal() or int(count) < 1:
        raise BadSettings(f"PBEM_FAULT={wanted}: write NAME:COUNT; the names stand in docs/developers.md")
    left = [int(count)]

    def point(here: str) -> None:
        left[0] -= here == name
        if here == name and left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return point


@contextmanager
def metrics_shown(settings: Settings, office: Office) -> Iterator[None]:
    """Figures for Prometheus as long as this lasts, on this machine only, if they are switched on."""
    port = settings.watch.metrics_port
    if not port:
        yield
        return
    try:
        server = metrics.serve(metrics.Figures(office.work, office.account, now), port)
    except OSError as error:
        told = f"watch.metrics_port: 127.0.0.1:{port} cannot be used ({error.strerror}); choose another port"
        raise BadSettings(told) from None
    with server:
        yield
