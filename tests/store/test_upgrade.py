"""Models and migrations agree, old databases upgrade, and the log keeps its guards."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from pbem.store import log, matches
from pbem.store.errors import Outdated, Unsuitable
from pbem.store.tables import Row
from pbem.store.upgrade import TRIGGERS, check, config, current, head, triggers, upgrade
from pbem.store.work import Work, migrator
from tests.store.builders import MATCH, populate

OLD = sorted((Path(__file__).parent / "old").glob("*.sql"))


def test_models_and_migrations_agree(work: Work) -> None:
    engine = migrator(work.url)
    with engine.connect() as connection:
        command.check(config(connection))
    engine.dispose()
    assert check(work.url) == []
    assert current(work.url) == head()


def test_an_upgrade_twice_is_an_upgrade_once(work: Work) -> None:
    populate(work)
    upgrade(work.url)
    assert check(work.url) == []


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.stem)
def test_an_old_database_upgrades(old: Path, tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    with sqlite3.connect(file) as connection:
        connection.executescript(old.read_text("utf-8"))
    connection.close()
    url = f"sqlite:///{file}"
    upgrade(url)
    assert check(url) == []
    work = Work(url)
    with work.reading() as tx:
        entries = log.load(tx, MATCH)
        assert [entry.facts()["order"] for entry in entries] == ["start", "draw"]
        assert all(entry.leaf == log.leaf_of(entry.nonce, entry.body) for entry in entries)
        assert [seat.player for seat in matches.seats(tx, MATCH)] == [1, 2, 3]
    work.close()


def test_every_revision_but_the_last_has_an_old_database() -> None:
    assert [path.stem for path in OLD] == [f"{n + 1:04}" for n in range(int(head()))]


def test_the_sample_has_a_row_in_each_table(work: Work) -> None:
    populate(work)
    with work.reading() as tx:
        empty = [name for name in Row.metadata.tables if not tx.connection().scalar(text(f"SELECT 1 FROM {name}"))]  # noqa: S608  our own names
    assert empty == []


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE event SET kind = 'x'",
        "DELETE FROM event",
        "DELETE FROM event WHERE n = 1",
        "INSERT OR REPLACE INTO event SELECT match, n, 'x', at, body, nonce, leaf FROM event WHERE n = 1",
        "INSERT INTO event SELECT match, 3, kind, at, body, nonce, leaf FROM event WHERE n = 1",
        "INSERT INTO event SELECT match, -1, kind, at, body, nonce, leaf FROM event WHERE n = 1",
    ],
)
def test_the_log_is_append_only(work: Work, attack: str) -> None:
    populate(work)
    with pytest.raises(IntegrityError, match=r"append-only|follows the last"), work.transaction() as tx:
        tx.connection().execute(text(attack))
    with work.reading() as tx:
        assert log.last(tx, MATCH) == 1


def test_a_lost_trigger_is_found(work: Work) -> None:
    with work.transaction() as tx:
        assert triggers(tx.connection()) >= TRIGGERS
        tx.connection().execute(text("DROP TRIGGER event_never_goes"))
    assert check(work.url) == ["the log is not protected: trigger event_never_goes is missing"]


def test_a_lost_row_and_another_table_are_found(work: Work) -> None:
    populate(work)
    engine = migrator(work.url)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM data_set"))
        connection.execute(text("DROP INDEX ix_outbox_next_try"))
    engine.dispose()
    first, second = check(work.url)
    assert "ix_outbox_next_try" in first
    assert second == "1 references have lost their row"


def test_a_newer_database_is_left_alone(work: Work) -> None:
    with work.transaction() as tx:
        tx.connection().execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Outdated, match="9999"):
        upgrade(work.url)
    assert "9999" in check(work.url)[0]


def test_a_missing_database_is_not_made_by_looking(tmp_path: Path) -> None:
    with pytest.raises(Outdated, match="no database"):
        check(f"sqlite:///{tmp_path / 'none.db'}")
    assert not (tmp_path / "none.db").exists()


def test_a_database_in_memory_is_refused() -> None:
    with pytest.raises(Unsuitable, match="name a file"):
        Work("sqlite://")


def test_a_failed_upgrade_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "foreign.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE outbox (id INTEGER)")
    connection.close()
    with pytest.raises(Exception, match="already exists"):
        upgrade(f"sqlite:///{file}")
    assert current(f"sqlite:///{file}") is None
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("outbox",)]
    connection.close()
