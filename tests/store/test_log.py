"""The log in its final form: bytes, nonces and leaves as anybody can compute them."""

from __future__ import annotations

import hashlib
import json

import pytest

from pbem.store import log, matches
from pbem.store.work import Work
from tests.store.builders import MATCH, NOW, SEED, add_match, nonce

BODY = (
    b'{"at":1795003200123456,"kind":"order","match":"00c0ffee00c0ffee","n":1,'
    b'"order":"z\xc3\xa4hle","outcomes":["gold"],"seat":0}'
)
FACT = log.Fact("order", {"seat": 0, "outcomes": ["gold"], "order": "zähle"})


def test_the_body_is_canonical_and_says_what_it_is() -> None:
    assert log.body_of(MATCH, 1, NOW, FACT) == BODY


def test_the_leaf_is_the_hash_of_nonce_and_body() -> None:
    expected = hashlib.sha256(bytes([0]) + bytes(range(32)) + BODY).hexdigest()
    assert log.leaf_of(bytes(range(32)), BODY).hex() == expected
    assert log.leaf_of(bytes(32), b"{}").hex() == "df2fad6a42533aaab95db7d32ba62a1222257cd5908f1f5eb7ce850d55dc0709"
    assert log.entry(MATCH, 1, NOW, FACT, bytes(range(32))).leaf.hex() == expected


def test_a_short_nonce_and_a_key_of_the_log_are_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        log.leaf_of(b"short", BODY)
    with pytest.raises(ValueError, match="the log writes n, at itself"):
        log.body_of(MATCH, 0, NOW, log.Fact("order", {"n": 3, "at": 1}))


def test_entries_come_back_as_they_were_written(work: Work) -> None:
    with work.transaction() as tx:
        add_match(tx)
        assert log.last(tx, MATCH) == -1
        written = log.append(tx, MATCH, -1, [log.Fact("start", {}), FACT, FACT], NOW, nonce)
        assert log.append(tx, MATCH, 2, [], NOW) == []
    with work.reading() as tx:
        assert log.load(tx, MATCH) == written
        assert log.since(tx, MATCH, 2) == written[2:]
        assert log.last(tx, MATCH) == 2
    assert [json.loads(entry.body)["n"] for entry in written] == [0, 1, 2]


def test_nonces_are_fresh(work: Work) -> None:
    with work.transaction() as tx:
        add_match(tx)
        first, second = log.append(tx, MATCH, -1, [FACT, FACT], NOW)
    assert len(first.nonce) == len(second.nonce) == 32
    assert first.nonce != second.nonce


def test_a_snapshot_replaces_the_one_before_and_may_go(work: Work) -> None:
    with work.transaction() as tx:
        add_match(tx)
        log.put_snapshot(tx, MATCH, 1, b"one")
        log.put_snapshot(tx, MATCH, 2, b"two")
        assert log.get_snapshot(tx, MATCH) == log.Kept(2, b"two")
        log.drop_snapshot(tx, MATCH)
        log.drop_snapshot(tx, MATCH)
    with work.reading() as tx:
        assert log.get_snapshot(tx, MATCH) is None


def test_a_seed_is_secret_until_the_end(work: Work) -> None:
    with work.transaction() as tx:
        anna, *_ = add_match(tx)
        assert [epoch.seed for epoch in matches.published_epochs(tx, MATCH)] == [None]
        assert [epoch.seed for epoch in matches.epochs(tx, MATCH)] == [SEED]
        matches.finish(tx, MATCH, "finished", [{"seat": 0, "place": 1, "points": 31}], NOW)
        assert [epoch.seed for epoch in matches.published_epochs(tx, MATCH)] == [SEED]
        assert [(match.id, seat.number) for match, seat in matches.of_player(tx, anna)] == [(MATCH, 0)]
        with pytest.raises(ValueError, match="begins with a seed"):
            matches.open_epoch(tx, MATCH, matches.OpenedEpoch(1, 9, "", None, ()), NOW)


def test_matches_and_seats_change_hands(work: Work) -> None:
    with work.transaction() as tx:
        add_match(tx)
        matches.sit(tx, MATCH, 1, matches.Sitting(bot="steady"), NOW)
        matches.set_status(tx, MATCH, "paused")
    with work.reading() as tx:
        assert [match.id for match in matches.listed(tx, "paused", "held")] == [MATCH]
        assert matches.listed(tx, "running") == []
        assert len(matches.listed(tx)) == 1
        seat = matches.seat(tx, MATCH, 1)
        assert seat is not None
        assert (seat.player, seat.bot) == (None, "steady")
        held = matches.hold(tx, MATCH)
        assert held is not None
        assert held.options == {"short": True}
        assert matches.get(tx, "none") is None
        data = matches.data_set(tx, "f1")
        assert data is not None
        assert data.body == b'{"suns":1}'
    assert len(matches.new_id()) == 16
