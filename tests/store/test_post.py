"""Mail out: overtaken without loss, sent until accepted; clocks that start with it."""

from __future__ import annotations

from pbem.store import clock, post
from pbem.store.work import Work
from tests.store.builders import MATCH, NOW, add_match, later, report


def number(row: object) -> int:
    """The number of a row that was stored."""
    found = getattr(row, "id", None)
    assert isinstance(found, int)
    return found


def test_a_newer_report_inherits_the_news(work: Work) -> None:
    with work.transaction() as tx:
        anna, bert, _ = add_match(tx)
        first = post.queue(tx, report("a", anna, since=3, n=4), NOW)
        other = post.queue(tx, report("b", bert, since=3, n=4), NOW)
        second = post.supersede(tx, report("c", anna, since=5, n=5), NOW)
        third = post.supersede(tx, report("d", anna, since=6, n=6), NOW)
        assert (first.state, first.superseded_by) == ("superseded", second.id)
        assert (second.state, second.superseded_by) == ("superseded", third.id)
        assert (third.since, third.n, third.state, other.state) == (3, 6, "queued", "queued")
        assert post.due(tx, NOW, 9) == [other, third]


def test_mail_on_its_way_is_not_overtaken(work: Work) -> None:
    with work.transaction() as tx:
        anna, *_ = add_match(tx)
        first = post.queue(tx, report("a", anna, since=3, n=4), NOW)
        post.take(tx, [number(first)], later(0.01))
        second = post.supersede(tx, report("b", anna, since=5, n=5), NOW)
        assert second.since == 5
        assert post.due(tx, NOW, 9) == [second]
    with work.transaction() as tx:
        assert post.resume(tx, NOW) == 1
        assert [mail.message_id for mail in post.due(tx, NOW, 9)] == [first.message_id, second.message_id]


def test_mail_is_tried_until_it_is_accepted(work: Work) -> None:
    with work.transaction() as tx:
        anna, *_ = add_match(tx)
        mail = number(post.queue(tx, report("a", anna), NOW))
        assert post.rendered(tx, mail, b"first") == b"first"
        assert post.rendered(tx, mail, b"second") == b"first"
        post.deferred(tx, mail, later(1), "451 later")
        assert post.due(tx, NOW, 9) == []
        assert post.next_due(tx) == later(1)
        assert post.waiting(tx) == post.Waiting(1, NOW)
        done = post.accepted(tx, mail, later(1))
        assert (done.tries, done.error, done.accepted) == (2, None, later(1))
        assert post.waiting(tx) == post.Waiting(0, None)
        assert post.thread(tx, MATCH, anna, 5) == ["<a@pbem.example.org>"]
        assert post.accepted_since(tx, "anna@example.org", NOW) == 1
        failed = post.failed(tx, number(post.queue(tx, report("b", anna), NOW)), "550 no")
        assert (failed.state, failed.next_try) == ("failed", None)
        assert post.next_due(tx) is None


def test_a_rollback_withdraws_what_was_not_sent(work: Work) -> None:
    with work.transaction() as tx:
        anna, *_ = add_match(tx)
        early, late = (post.queue(tx, report(name, anna, n=n), NOW) for name, n in (("a", 3), ("b", 4)))
        assert post.withdraw(tx, MATCH, 3) == 1
        assert (early.state, late.state) == ("queued", "withdrawn")


def test_a_list_is_found_by_its_mail(work: Work) -> None:
    with work.transaction() as tx:
        anna, *_ = add_match(tx)
        mail = post.queue(tx, report("a", anna, decision=7), NOW)
        post.keep_list(tx, mail, {"1": "draw", "3b": "bid 9"})
    with work.reading() as tx:
        kept = post.sent_list(tx, mail.message_id)
        assert kept is not None
        assert (kept.decision, kept.orders["3b"]) == (7, "bid 9")
        assert post.sent_list(tx, "<none>") is None
        found = post.by_message_id(tx, mail.message_id)
        assert found is not None
        assert found.decision == 7


def test_a_clock_starts_once_and_ends_once(work: Work) -> None:
    with work.transaction() as tx:
        add_match(tx)
        row = clock.make(tx, MATCH, 0, 5, NOW)
        assert clock.due(tx, later(99), 9) == []
        assert clock.start(tx, MATCH, 0, 5, NOW, later(2), later(1))
        assert not clock.start(tx, MATCH, 0, 5, later(1), later(9), None)
        assert not clock.start(tx, MATCH, 0, 6, NOW, later(9), None)
        assert clock.to_remind(tx, NOW, 9) == []
        assert clock.to_remind(tx, later(1), 9) == [row]
        clock.reminded(tx, number(row), None)
        assert (row.told, clock.to_remind(tx, later(9), 9)) == (1, [])
        assert clock.due(tx, later(2), 9) == [row]
        assert clock.end(tx, number(row), "answered", NOW)
        assert not clock.end(tx, number(row), "fired", NOW)
        assert clock.open_in(tx, MATCH) == []
        assert clock.due(tx, later(99), 9) == []


def test_a_pause_gives_back_its_time(work: Work) -> None:
    with work.transaction() as tx:
        add_match(tx)
        row = clock.make(tx, MATCH, 0, 5, NOW)
        clock.make(tx, MATCH, 1, 5, NOW)
        clock.start(tx, MATCH, 0, 5, NOW, later(2), None)
        clock.pause(tx, MATCH, later(1))
        assert clock.due(tx, later(99), 9) == []
        assert clock.go_on(tx, MATCH, later(8)) == [row]
        assert row.due == later(9)
        clock.move(tx, number(row), later(10), None)
        assert clock.due(tx, later(10), 9) == [row]
        assert clock.end_all(tx, MATCH, "void", NOW) == 2
