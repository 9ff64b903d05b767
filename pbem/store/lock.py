"""One service for one SQLite file: the lock is the kernel's, so it ends with the process, however that ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.store.errors import Busy
from pbem.store.work import file_of


@contextmanager
def held(url: str) -> Iterator[None]:
    """Holds the database against other services; raises Busy if one is running."""
    path = file_of(url)
    if path is None:
        yield
        return
    lock = os.open(lock_file(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        take(lock, path)
        yield
    finally:
        os.close(lock)


def lock_file(path: Path) -> Path:
    """Beside the database. It is never deleted: a lock on a deleted file would hold nothing."""
    return path.with_name(path.name + ".lock")


def take(lock: int, path: Path) -> None:
    """Takes the lock and writes down who has it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(lock, 32, 0).decode("ascii", "replace").strip()
        raise Busy(f"{path} is in use by another service (process {holder or 'unknown'}); stop it first") from None
    os.truncate(lock, 0)
    os.pwrite(lock, b"%d\n" % os.getpid(), 0)
