"""Transactions. Whatever belongs together is written in one `Work.transaction()`; looking needs no lock.

A function of the store writes at once what it changes, so a question need not look first whether something waits to be
written. Questions of the hot path are built once, when the module is loaded: building one takes longer than asking it.

SQLite would begin a transaction at the first write and lose what another process wrote since the first read. So a
writer takes the lock at once (BEGIN IMMEDIATE), and readers have an engine of their own, which cannot write.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlmodel import Session

from pbem.store.errors import Unsuitable

PATIENCE = 20_000
"""How long a writer waits for another one, in milliseconds."""
WRITING = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
READING = ("query_only=ON",)
MIGRATING = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=OFF")
"""A table that is rebuilt is dropped first: its rows must not be missed for that moment."""


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None: it is another kind of database."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return None
    if address.database in (None, "", ":memory:"):
        raise Unsuitable("a database in memory is gone when the service stops: name a file (sqlite:///pbem.db)")
    return Path(str(address.database))


def engine_for(url: str, pragmas: tuple[str, ...], begin: str) -> Engine:
    """An engine whose SQLite connections are set up and begin as they should."""
    # An error must not carry letters, addresses and seeds into logs and notices.
    engine = create_engine(url, hide_parameters=True)
    if file_of(url) is None:
        return engine

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in (f"busy_timeout={PATIENCE}", *pragmas):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def writer(url: str) -> Engine:
    """The engine that writes."""
    return engine_for(url, WRITING, "BEGIN IMMEDIATE")


def reader(url: str) -> Engine:
    """The engine that only looks."""
    return engine_for(url, READING, "BEGIN")


def migrator(url: str) -> Engine:
    """The engine that changes tables."""
    return engine_for(url, MIGRATING, "BEGIN IMMEDIATE")


class Work:
    """The door to the database; safe to use from several threads."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.writer = writer(url)
        self.reader = reader(url)

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """Everything written inside is kept together at the end, or nothing of it."""
        with Session(self.writer, expire_on_commit=False, autoflush=False) as session, session.begin():
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One unchanging sight of the database; nothing can be written."""
        with Session(self.reader, expire_on_commit=False, autoflush=False) as session, session.begin():
            yield session

    def close(self) -> None:
        """Lets go of all connections."""
        self.reader.dispose()
        self.writer.dispose()
