"""Backup while the service runs, and the way back."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from pbem.store.errors import Unsuitable
from pbem.store.lock import held
from pbem.store.work import file_of

PAGES = 2000
"""Copied at a time; between two portions the service can write."""
Progress = Callable[[int, int], None]


def sqlite_file(url: str) -> Path:
    """The file of the database; only SQLite is copied by us."""
    path = file_of(url)
    if path is None:
        raise Unsuitable("only an SQLite database is backed up by pbem; for PostgreSQL use pg_dump")
    return path


def copy(url: str, target: Path, progress: Progress) -> None:
    """A copy of the database as it is at one moment, complete or not there at all."""
    source = sqlite_file(url)
    if target.exists():
        raise Unsuitable(f"{target} exists already; name another file, or remove it first")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)

    def report(_status: int, left: int, total: int) -> None:
        progress(total - left, total)

    try:
        with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(partial)) as there:
            here.backup(there, pages=PAGES, progress=report)
            there.execute("PRAGMA journal_mode=DELETE")
        secure(partial)
        partial.rename(target)
    except (OSError, sqlite3.Error) as error:
        partial.unlink(missing_ok=True)
        raise Unsuitable(f"the backup to {target} failed: {error}") from None


def secure(path: Path) -> None:
    """On the disk, and readable by its owner only: it holds keys and seeds."""
    path.chmod(0o600)
    with path.open("rb") as file:
        os.fsync(file.fileno())


def put_back(backup: Path, url: str, progress: Progress) -> Path | None:
    """A backup takes the place of the database; returns where the old one was put aside, if there was one."""
    target = sqlite_file(url)
    with held(url):
        aside = put_aside(target) if target.exists() else None
        copy(f"sqlite:///{backup.absolute()}", target, progress)
    return aside


def put_aside(path: Path) -> Path:
    """Renames a database so that nothing is lost; what its journal holds is written into it first."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
    number = 1
    while (aside := path.with_name(f"{path.name}.before-restore-{number}")).exists():
        number += 1
    return path.rename(aside)
