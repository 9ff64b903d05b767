"""Transactions: nothing is lost, nothing is half done, one service at a time."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError, OperationalError

from pbem.store import clock, log, people
from pbem.store.errors import Busy, Conflict
from pbem.store.lock import held
from pbem.store.tables import Deadline, Seat
from pbem.store.times import UtcTime, from_micros, to_micros
from pbem.store.work import Work
from tests.store.builders import DAY, MATCH, NOW, add_match, add_player, later

ROUNDS = 40
fresh = multiprocessing.get_context("spawn")


def add_events(url: str) -> None:
    """Reads the end of the log and writes behind it, again and again."""
    work = Work(url)
    for _ in range(ROUNDS):
        with work.transaction() as tx:
            log.append(tx, MATCH, log.last(tx, MATCH), [log.Fact("order", {"order": "draw"})], NOW)
    work.close()


def fire_deadlines(url: str) -> None:
    """Acts on what is due, until nothing is; an effect is an event."""
    work = Work(url)
    while True:
        with work.transaction() as tx:
            found = clock.due(tx, later(30), 1)
            if not found:
                break
            assert found[0].id is not None
            assert clock.end(tx, found[0].id, "fired", NOW)
            facts = [log.Fact("clock", {"seat": found[0].seat, "decision": found[0].decision})]
            log.append(tx, MATCH, log.last(tx, MATCH), facts, NOW)
    work.close()


def run_twice(target: object, url: str) -> None:
    """Two processes do the same at the same time."""
    crew = [fresh.Process(target=target, args=(url,)) for _ in range(2)]  # type: ignore[arg-type]  # a function
    for one in crew:
        one.start()
    for one in crew:
        one.join(60)
    assert [one.exitcode for one in crew] == [0, 0]


def test_two_processes_lose_no_update(work: Work) -> None:
    with work.transaction() as tx:
        add_match(tx)
    run_twice(add_events, work.url)
    with work.reading() as tx:
        assert [entry.n for entry in log.load(tx, MATCH)] == list(range(2 * ROUNDS))


def test_two_processes_fire_each_deadline_once(work: Work) -> None:
    with work.transaction() as tx:
        add_match(tx)
        for decision in range(ROUNDS):
            clock.make(tx, MATCH, decision % 3, decision, NOW)
            clock.start(tx, MATCH, decision % 3, decision, NOW, later(decision / 10), None)
    run_twice(fire_deadlines, work.url)
    with work.reading() as tx:
        assert sorted(str(entry.facts()["decision"]) for entry in log.load(tx, MATCH)) == sorted(
            map(str, range(ROUNDS))
        )
        assert clock.open_in(tx, MATCH) == []


def test_an_error_undoes_the_whole_transaction(work: Work) -> None:
    def half_done() -> None:
        with work.transaction() as tx:
            add_match(tx)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half_done()
    with work.reading() as tx:
        assert people.listed(tx) == []


def test_readers_see_one_state_and_cannot_write(work: Work) -> None:
    with work.reading() as before:
        assert people.listed(before) == []
        with work.transaction() as tx:
            add_player(tx, "Anna")
        assert people.listed(before) == []
        with pytest.raises(OperationalError, match="readonly"):
            add_player(before, "Bert")


def test_foreign_keys_are_on(work: Work) -> None:
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), work.transaction() as tx:
        tx.add(Deadline(match="nowhere", seat=0, decision=0, made=NOW))
    with work.transaction() as tx:
        add_match(tx)
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), work.transaction() as tx:
        tx.add(Seat(match=MATCH, number=9, player=99, since=NOW))


def test_a_stale_writer_is_told(work: Work) -> None:
    fact = [log.Fact("order", {})]
    with work.transaction() as tx:
        add_match(tx)
        log.append(tx, MATCH, -1, fact, NOW)
    with pytest.raises(Conflict, match="behind entry -1"), work.transaction() as tx:
        log.append(tx, MATCH, -1, fact, NOW)


def test_the_writer_is_durable(work: Work) -> None:
    with work.transaction() as tx:
        read = tx.connection().exec_driver_sql
        assert [read(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous", "foreign_keys")] == [
            "wal",
            2,
            1,
        ]


def test_one_service_holds_a_database(work: Work) -> None:
    code = f"from pbem.store.lock import held\nwith held({work.url!r}): print('mine', flush=True); input()"
    other = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"mine\n"
        with pytest.raises(Busy, match=f"process {other.pid}"), held(work.url):
            pass
        other.kill()
    with held(work.url), pytest.raises(Busy), held(work.url):
        pass
    with held("postgresql://db.example.org/pbem"):
        pass


@given(st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=45))])))
def test_times_come_back_to_the_microsecond(moment: datetime) -> None:
    again = from_micros(to_micros(moment))
    assert again == moment
    assert again.tzinfo is UTC


def test_times_are_stored_as_numbers(work: Work) -> None:
    with work.transaction() as tx:
        add_player(tx, "Anna")
        raw = tx.connection().exec_driver_sql("SELECT joined, typeof(joined) FROM player").one()
    assert tuple(raw) == (1795003200123456, "integer")
    with work.reading() as tx:
        assert people.listed(tx)[0].joined == NOW


def test_a_time_without_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        to_micros(NOW.replace(tzinfo=None))
    assert UtcTime().process_bind_param(None, None) is None  # type: ignore[arg-type]  # no dialect is needed
    assert from_micros(to_micros(NOW + DAY)) == NOW + DAY
