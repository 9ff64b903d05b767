"""A new database for each test, copied from one that is made once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.store.work import Work
from tests.store.builders import opened


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with its tables."""
    folder = tmp_path_factory.mktemp("store")
    opened(folder).close()
    return folder / "pbem.db"


@pytest.fixture
def work(made: Path, tmp_path: Path) -> Iterator[Work]:
    """An empty database of one's own."""
    shutil.copy(made, tmp_path / "pbem.db")
    work = Work(f"sqlite:///{tmp_path / 'pbem.db'}")
    yield work
    work.close()
