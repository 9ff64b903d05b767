"""Each measurement in small, so that it works whenever somebody wants to measure."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import letters, servers
from benchmarks.servers import Servers


@pytest.fixture(scope="module")
def where() -> Iterator[Servers]:
    with servers.embedded() as running:
        yield running


def test_the_chain_and_the_bare_loop_work_through_the_same_letters(tmp_path: Path, where: Servers) -> None:
    pairs = asyncio.run(letters.chain(tmp_path, where, matches=2, runs=2))
    assert len(pairs) == 2
    assert letters.ratio(pairs) > 0


def test_letters_are_followed_through_the_running_service(tmp_path: Path, where: Servers) -> None:
    took = letters.waits(tmp_path, where, letters=2)
    assert len(took) == 2
    assert took[0] > 0


def test_copies_of_a_match_fill_the_database_and_disturb_nobody(tmp_path: Path, where: Servers) -> None:
    pairs = letters.growth(tmp_path, where, matches=2, copies=3, letters=1, runs=4)
    assert len(pairs) == 4
    with sqlite3.connect(tmp_path / "many.db") as db:
        assert db.execute("SELECT count(*), count(DISTINCT id) FROM match").fetchone() == (5, 5)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
