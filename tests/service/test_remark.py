"""Entries of the log that are no orders: the table stays, the log grows, play goes on, secrets stay secret."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlmodel import Session

from pbem.engine import kernel
from pbem.engine.errors import Impossible
from pbem.mail.tokens import Tokens
from pbem.service import archive, live, lobby
from pbem.service.office import Office
from pbem.store import clock, log, matches, tables
from pbem.store.log import Fact
from pbem.store.upgrade import upgrade
from pbem.store.work import Work

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
MATCH = "00c0ffee00c0ffee"
GUESTS = [lobby.Guest(name=name, address=f"{name.lower()}@example.org") for name in ("Anna", "Bert", "Carl")]


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """An office with one match of three people."""
    url = f"sqlite:///{tmp_path / 'pbem.db'}"
    upgrade(url)
    work = Work(url)
    office = Office(work=work, tokens=Tokens(bytes(32)), address="pbem@example.org")
    lobby.begin(office, lobby.Invitation(game="ra", guests=GUESTS, seed=bytes(range(32)), id=MATCH), NOW)
    yield office
    work.close()


def the_match(tx: Session) -> tables.Match:
    """Its row."""
    row = matches.get(tx, MATCH)
    assert row is not None
    return row


def move(office: Office) -> None:
    """Whoever is to speak does what silence would."""
    with office.work.transaction() as tx:
        playing = live.load(tx, MATCH)
        assert playing is not None
        seat = playing.table.pending.seats[0]
        playing.order(seat, kernel.fallback(playing.table, seat), {"kind": "organiser"})
        live.save(tx, playing, NOW)


def export(office: Office) -> None:
    """The operator takes a full export."""
    with office.work.transaction() as tx:
        archive.full_file(tx, MATCH, NOW)


def test_the_entry_stands_in_the_log_and_play_goes_on_behind_it(office: Office) -> None:
    for act in (move, export, export, move, move, export, move):
        act(office)
    with office.work.reading() as tx:
        row = the_match(tx)
        entries = log.load(tx, MATCH)
        archive.check(tx, row)
        kept, again = live.awakened(tx, row), live.replayed(tx, row)
    assert [one.kind for one in entries] == [
        "start", "order", "organiser", "organiser", "order", "order", "organiser", "order",
    ]  # fmt: skip
    assert entries[2].facts()["act"] == "export"
    assert kept is not None
    assert kept.table.n == again.table.n == entries[-1].n == 7
    assert kept.checkpoint == again.checkpoint == again.tree.checkpoint()


def test_the_snapshot_is_fresh_and_open_decisions_stay_open(office: Office) -> None:
    with office.work.reading() as tx:
        before = [(one.id, one.seat, one.decision) for one in clock.open_in(tx, MATCH)]
        first = live.awakened(tx, the_match(tx))
    export(office)
    with office.work.reading() as tx:
        after = [(one.id, one.seat, one.decision) for one in clock.open_in(tx, MATCH)]
        kept = live.awakened(tx, the_match(tx))
    assert after == before != []
    assert first is not None
    assert kept is not None
    assert (kept.table.n, kept.table.board) == (first.table.n + 1, first.table.board)
    assert kept.checkpoint != first.checkpoint


def test_the_full_file_replays_from_its_seed_and_the_public_one_shows_that_it_was_taken(office: Office) -> None:
    move(office)
    with office.work.transaction() as tx:
        full = archive.full_file(tx, MATCH, NOW)
    with office.work.reading() as tx:
        public = archive.match_file(tx, the_match(tx))
    assert full.epochs[0].seed == bytes(range(32)).hex()
    assert public.epochs[0].seed is None
    assert (public.log[-1].kind, public.log[-1].cause) == ("organiser", "export")
    assert public.root == full.root


def test_it_opens_no_seal() -> None:
    facts = [
        Fact("start", {"order": "start"}),
        Fact("order", {"order": "bid 1", "veil": "sealed"}),
        Fact("organiser", {"act": "export", "full": True}),
    ]
    entries = [log.entry(MATCH, n, NOW, fact, bytes(32)) for n, fact in enumerate(facts)]
    assert archive.secrets(entries) == {1}
    opened = log.entry(MATCH, 3, NOW, Fact("order", {"order": "pass"}), bytes(32))
    assert archive.secrets([*entries, opened]) == set()


def test_of_a_match_that_is_not_there_nothing_is_exported(office: Office) -> None:
    with office.work.transaction() as tx, pytest.raises(Impossible, match="has not begun"):
        archive.full_file(tx, "feed", NOW)
