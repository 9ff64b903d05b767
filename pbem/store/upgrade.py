"""Brings a database to the tables of this pbem, and says what is wrong with one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import DatabaseError

from pbem.store import around  # noqa: F401  its tables are among those of `Row`
from pbem.store.errors import Outdated, Unsuitable
from pbem.store.tables import Row
from pbem.store.work import file_of, migrator, reader

TRIGGERS = frozenset({"event_follows", "event_never_changes", "event_never_goes"})
"""What keeps the log append-only. Rebuilding a table in SQLite drops its triggers without a word."""


def migrations() -> Path:
    """Inside the installed package, or beside it in the source tree."""
    packed = Path(__file__).parent.parent / "_migrations"
    return packed if packed.is_dir() else Path(__file__).parent.parent.parent / "migrations"


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings; there is no file of them."""
    settings = Config()
    settings.set_main_option("script_location", str(migrations()).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    return settings


def head() -> str:
    """The revision of this pbem."""
    return ScriptDirectory.from_config(config()).get_current_head() or ""


def upgrade(url: str) -> None:
    """Creates the tables, or brings them up to date: all revisions or none."""
    make_private(url)
    engine = migrator(url)
    try:
        with engine.begin() as connection:
            refuse_newer(connection)
            command.upgrade(config(connection), "head")
            if broken := broken_references(connection):
                raise Outdated(f"the upgrade would leave {broken} references without their row; nothing was changed")
    finally:
        engine.dispose()


def make_private(url: str) -> None:
    """A new database is readable by its owner only: it will hold keys, seeds and letters."""
    path = file_of(url)
    if path is not None and not path.exists():
        try:
            path.touch(mode=0o600)
        except OSError as error:
            raise Unsuitable(f"the database {path} cannot be made: {error.strerror}") from None


def refuse_newer(connection: Connection) -> None:
    """A database of a later pbem stays as it is."""
    here = MigrationContext.configure(connection).get_current_revision()
    known = {one.revision for one in ScriptDirectory.from_config(config()).walk_revisions()}
    if here is not None and here not in known:
        raise Outdated(f"the database is of revision {here}, which this pbem does not know: install a newer pbem")


@contextmanager
def looking(url: str) -> Iterator[Connection]:
    """A connection that only looks; a file that does not exist is not created."""
    path = file_of(url)
    if path is not None and not path.exists():
        raise Outdated(f"there is no database {path}: `pbem init` or `pbem db upgrade` makes one")
    engine = reader(url)
    try:
        with engine.connect() as connection:
            yield connection
    except DatabaseError as error:
        raise Unsuitable(f"{path or 'the database'} cannot be read: {error.orig}; restore a backup") from None
    finally:
        engine.dispose()


def current(url: str) -> str | None:
    """The revision of a database; None: it has no tables."""
    with looking(url) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def check(url: str) -> list[str]:
    """What is wrong with a database; nothing: it fits this pbem and is whole."""
    with looking(url) as connection:
        here = MigrationContext.configure(connection).get_current_revision()
        if here != head():
            return [f"the tables are of revision {here}, this pbem needs {head()}: run `pbem db upgrade`"]
        return [*differences(connection), *missing_triggers(connection), *damage(connection)]


def differences(connection: Connection) -> list[str]:
    """Where the tables are not those of the models."""
    return [
        f"the tables differ: {one}" for one in compare_metadata(MigrationContext.configure(connection), Row.metadata)
    ]


def missing_triggers(connection: Connection) -> list[str]:
    """Which guards of the log are gone."""
    return [f"the log is not protected: trigger {name} is missing" for name in sorted(TRIGGERS - triggers(connection))]


def triggers(connection: Connection) -> set[str]:
    """The triggers on the log."""
    if connection.dialect.name == "sqlite":
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'event'"
    else:
        query = "SELECT trigger_name FROM information_schema.triggers WHERE event_object_table = 'event'"
    return set(connection.execute(text(query)).scalars())


def damage(connection: Connection) -> list[str]:
    """What SQLite finds in its file."""
    if connection.dialect.name != "sqlite":
        return []
    found = [str(line) for line in connection.execute(text("PRAGMA integrity_check")).scalars() if line != "ok"]
    broken = broken_references(connection)
    return found + ([f"{broken} references have lost their row"] if broken else [])


def broken_references(connection: Connection) -> int:
    """How many rows name another that is not there."""
    if connection.dialect.name != "sqlite":
        return 0
    return len(connection.execute(text("PRAGMA foreign_key_check")).all())


def write_revision(url: str, message: str) -> None:
    """Writes the next revision, from what the models say and the database does not."""
    number = f"{int(head() or 0) + 1:04}"
    engine = migrator(url)
    with engine.begin() as connection:
        command.revision(config(connection), message=message, autogenerate=True, rev_id=number)
    engine.dispose()


if __name__ == "__main__":
    write_revision(*sys.argv[1:3])
