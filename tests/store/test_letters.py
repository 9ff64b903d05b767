"""Mail in: recognised again, settled, moved; and who wrote it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from pbem.store import confirmations, letters, notices, people, tables
from pbem.store.work import Work
from tests.store.builders import DAY, INBOX, NOW, add_match, add_player, later, letter

PLAYED = letters.Settlement(state="played", folder="Played")


def kept(tx: Session, uid: int, raw: bytes, **facts: Any) -> tables.Letter:
    """A letter that was looked into."""
    row = tx.get_one(tables.Letter, letters.record(tx, structs.replace(letter(uid, raw), **facts), NOW))
    row.sender, row.content = facts.get("sender"), facts.get("content")
    tx.flush()
    return row


def test_a_place_holds_one_letter(work: Work) -> None:
    with work.transaction() as tx:
        assert letters.at_place(tx, INBOX, 7, 1) is None
        first = letters.record(tx, letter(1), NOW)
        assert letters.at_place(tx, INBOX, 7, 1) == first
        assert letters.at_place(tx, INBOX, 8, 1) is None
    with pytest.raises(IntegrityError), work.transaction() as tx:
        letters.record(tx, letter(1), NOW)


def test_a_letter_is_known_again_by_its_bytes(work: Work) -> None:
    with work.transaction() as tx:
        first, again, other = kept(tx, 1, b"a"), kept(tx, 2, b"a"), kept(tx, 3, b"b")
        assert [letters.came_before(tx, one) for one in (first, again, other)] == [False, False, False]
        letters.settle(tx, again.id or 0, PLAYED, NOW)
        assert [letters.came_before(tx, one) for one in (first, again, other)] == [True, False, False]


def test_a_letter_that_is_tried_again_keeps_its_copies_from_being_played(work: Work) -> None:
    with work.transaction() as tx:
        first, again = kept(tx, 1, b"a"), kept(tx, 2, b"a")
        letters.settle(tx, first.id or 0, PLAYED, NOW)
        letters.reopen(tx, first.id or 0, "retry")
        assert letters.came_before(tx, again)


def test_a_letter_is_known_again_by_its_id_if_sender_and_content_are_the_same(work: Work) -> None:
    same = {"message_id": "<1@x>", "sender": "anna@x", "content": "c"}
    with work.transaction() as tx:
        letters.settle(tx, kept(tx, 1, b"a", **same).id or 0, PLAYED, NOW)
        assert letters.came_before(tx, kept(tx, 2, b"by another way", **same))
        assert not letters.came_before(tx, kept(tx, 3, b"3", **same | {"content": "other"}))
        assert not letters.came_before(tx, kept(tx, 4, b"4", **same | {"sender": "bert@x"}))
        assert not letters.came_before(tx, kept(tx, 5, b"5", **same | {"message_id": None}))


def test_a_letter_that_is_tried_again_has_not_come_before(work: Work) -> None:
    with work.transaction() as tx:
        letters.settle(tx, kept(tx, 1, b"a").id or 0, PLAYED, NOW)
        again = kept(tx, 2, b"a")
        letters.reopen(tx, again.id or 0, "retry")
        assert not letters.came_before(tx, again)


def test_letters_wait_in_the_order_of_arrival(work: Work) -> None:
    with work.transaction() as tx:
        late = letters.record(tx, structs.replace(letter(1), internaldate=later(2)), NOW)
        early = letters.record(tx, structs.replace(letter(2), internaldate=later(1)), NOW)
        assert letters.waiting(tx, 9) == [early, late]
        tx.get_one(tables.Letter, early).sender = "anna@x"
        tx.flush()
        assert letters.count_from(tx, "anna@x", later(-1), ["received"]) == 1
        assert letters.count_from(tx, "anna@x", later(1), ["received"]) == 0
        assert [row.id for row in letters.latest(tx, "received", 1)] == [early]
        assert letters.latest(tx, "played", 9) == []


def test_settled_letters_are_moved_once(work: Work) -> None:
    with work.transaction() as tx:
        ids = [letters.record(tx, letter(uid, b"%d" % uid), NOW) for uid in (1, 2, 3)]
        assert [row.id for row in letters.in_state(tx, "received", 9)] == ids
        letters.settle(tx, ids[0], PLAYED, NOW)
        letters.settle(tx, ids[1], letters.Settlement(state="ignored"), NOW)
        assert letters.to_move(tx, INBOX, 7, 9) == [letters.Move(ids[0], 1, "Played")]
        letters.moved(tx, ids[:1], NOW)
        assert letters.to_move(tx, INBOX, 7, 9) == []
        letters.reopen(tx, ids[0], "retry")
        letters.settle(tx, ids[0], PLAYED, NOW)
        assert letters.to_move(tx, INBOX, 7, 9) == []
        assert [row.id for row in letters.in_state(tx, "received", 9)] == ids[2:]


def test_a_new_uidvalidity_ends_the_moves_of_the_old(work: Work) -> None:
    with work.transaction() as tx:
        letters.fetched(tx, INBOX, 7, 1, NOW)
        row = letters.record(tx, letter(1), NOW)
        letters.settle(tx, row, PLAYED, NOW)
        letters.fetched(tx, INBOX, 8, 1, later(1))
        assert tx.get_one(tables.Letter, row).moved == later(1)
        box = letters.mailbox(tx, INBOX)
        assert box is not None
        assert (box.uidvalidity, box.fetched) == (8, later(1))


def test_old_letters_are_reduced_to_their_hash(work: Work) -> None:
    with work.transaction() as tx:
        rows = [letters.record(tx, letter(uid, b"%d" % uid), NOW) for uid in (1, 2)]
        letters.settle(tx, rows[0], PLAYED, NOW)
        assert letters.reduce(tx, later(1), 9) == 1
        assert [tx.get_one(tables.Letter, row).raw for row in rows] == [None, b"2"]
        kept = letters.get(tx, rows[0])
        assert kept is not None
        assert kept.sha256 == letters.digest(b"1")


def test_players_are_found_by_name_and_address(work: Work) -> None:
    with work.transaction() as tx:
        anna = add_player(tx, "Anna")
        found = people.by_address(tx, "anna@example.org")
        assert found is not None
        assert (found.player.id, found.address.confirmed) == (anna, NOW)
        assert people.by_name(tx, "ANNA") is found.player
        assert people.get(tx, anna) is found.player
        people.add_address(tx, anna, "new@example.org", "new@example.org", later(1))
        assert people.mail_address(tx, anna) is found.address
        people.confirm_address(tx, "new@example.org", later(1))
        chosen = people.mail_address(tx, anna)
        assert chosen is not None
        assert chosen.canonical == "new@example.org"
        people.bounced(tx, "new@example.org", NOW)
        people.bounced(tx, "new@example.org", later(1))
        assert chosen.bouncing == NOW
        people.reached(tx, "new@example.org")
        assert [address.bouncing for address in people.addresses(tx, anna)] == [None, None]
        people.remove_address(tx, "new@example.org")
        assert people.addresses(tx, anna) == [found.address]
    with pytest.raises(IntegrityError), work.transaction() as tx:
        add_player(tx, "anna")


def test_a_question_is_answered_once_by_whom_it_was_asked(work: Work) -> None:
    ask = confirmations.Question(code="c", kind="register", address="x@example.org", expires=later(1))
    with work.transaction() as tx:
        confirmations.ask(tx, ask, NOW)
        assert confirmations.redeem(tx, "c", "y@example.org", NOW) is None
        assert confirmations.redeem(tx, "c", "x@example.org", later(1)) is None
        assert confirmations.redeem(tx, "c", "x@example.org", NOW) is not None
        assert confirmations.redeem(tx, "c", "x@example.org", NOW) is None


def test_a_stranger_is_answered_once_a_day(work: Work) -> None:
    with work.transaction() as tx:
        moments = [NOW, later(0.5), later(1), later(1.5)]
        assert [confirmations.may_answer(tx, "x", now, DAY) for now in moments] == [True, False, True, False]
        confirmations.tidy(tx, later(9))
        assert confirmations.may_answer(tx, "x", later(1.5), DAY)


def test_the_operator_is_told_once(work: Work) -> None:
    with work.transaction() as tx:
        first = notices.add(tx, "smtp-down", "host", {"error": 1}, NOW)
        assert notices.add(tx, "smtp-down", "host", {"error": 2}, later(1)) is first
        assert (first.times, first.facts, notices.untold(tx, 9)) == (2, {"error": 2}, [first])
        notices.told(tx, [first.id or 0], later(1))
        assert notices.untold(tx, 9) == []
        assert notices.add(tx, "smtp-down", "host", {}, later(2)) is not first
        assert notices.last_of(tx, "smtp-down", "host") is not first


def test_a_secret_is_made_once(work: Work) -> None:
    with work.transaction() as tx:
        add_match(tx)
        assert people.secret(tx, "tokens", lambda: b"one", NOW) == b"one"
        assert people.secret(tx, "tokens", lambda: b"two", NOW) == b"one"
