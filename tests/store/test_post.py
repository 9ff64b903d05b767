"""Mail out: overtaken without loss, sent until accepted; clocks that start with it."""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel import Session

from pbem.store import clock, post, tables
from pbem.store.work import Work
from tests.store.builders import MATCH, NOW, add_match, later, report


def mail(tx: Session, number: int) -> tables.Outbox:
    """A mail as it is stored now."""
    return tx.get_one(tables.Outbox, number, populate_existing=True)


def newer(tx: Session, report: post.NewMail) -> int:
    """A mail that overtakes the unsent ones."""
    return post.supersede(tx, report, post.unsent(tx, MATCH, [report.player or 0], "report"), NOW)


def numbers(rows: Iterable[tables.Outbox | tables.Deadline]) -> list[int | None]:
    """The numbers of rows."""
    return [row.id for row in rows]


def test_a_newer_report_inherits_the_news(work: Work) -> None:
    with work.transaction() as tx:
        anna, bert, _ = add_match(tx)
        first = post.queue(tx, report("a", anna, since=3, n=4), NOW)
        other = post.queue(tx, report("b", bert, since=3, n=4), NOW)
        second = newer(tx, report("c", anna, since=5, n=5))
        third = newer(tx, report("d", anna, since=6, n=6))
        fates = [(mail(tx, one).state, mail(tx, one).superseded_by) for one in (first, second, third, other)]
        assert fates == [("superseded", second), ("superseded", third), ("queued", None), ("queued", None)]
        assert (mail(tx, third).since, mail(tx, third).n) == (3, 6)
        assert numbers(post.due(tx, NOW, 9)) == [other, third]


def test_mail_on_its_way_is_not_overtaken(work: Work) -> None:
    with work.transaction() as tx:
        anna, *_ = add_match(tx)
        first = post.queue(tx, report("a", anna, since=3, n=4), NOW)
        post.take(tx, {first: b"first"}, later(0.01))
        second = newer(tx, report("b", anna, since=5, n=5))
        assert mail(tx, second).since == 5
        assert numbers(post.due(tx, NOW, 9)) == [second]
    with work.transaction() as tx:
        assert post.resume(tx, NOW) == 1
        assert [(row.id, row.rendered) for row in post.due(tx, NOW, 9)] == [(first, b"first"), (second, None)]


def test_mail_is_tried_until_it_is_accepted(work: Work) -> None:
    with work.transaction() as tx:
        anna, *_ = add_match(tx)
        first = post.queue(tx, report("a", anna, decision=4), NOW)
        about = post.Announced(MATCH, 0, 4)
        ticket = post.Ticket(first, "anna@example.org", "report", None, about, anna)
        assert post.tickets(tx, [first, 99], NOW) == {first: ticket}
        post.take(tx, {first: b"first"}, later(0.01))
        assert post.tickets(tx, [first], NOW) == {}
        assert post.tickets(tx, [first], later(0.01))[first].rendered == b"first"
        post.deferred(tx, first, later(1), "451 later")
        assert post.due(tx, NOW, 9) == []
        assert post.next_due(tx) == later(1)
        assert post.waiting(tx) == post.Waiting(1, NOW)
        post.accepted(tx, [first], later(1))
        done = mail(tx, first)
        assert (done.tries, done.error, done.accepted) == (2, None, later(1))
        assert post.waiting(tx) == post.Waiting(0, None)
        assert post.thread(tx, MATCH, anna, 5) == ["<a@pbem.example.org>"]
        assert post.accepted_since(tx, "anna@example.org", NOW) == 1
        failed = post.failed(tx, post.queue(tx, report("b", anna), NOW), "550 no")
        assert (failed.state, failed.next_try) == ("failed", None)
        assert post.next_due(tx) is None


def test_a_rollback_withdraws_what_was_not_sent(work: Work) -> None:
    with work.transaction() as tx:
        anna, *_ = add_match(tx)
        early, late = (post.queue(tx, report(name, anna, n=n), NOW) for name, n in (("a", 3), ("b", 4)))
        assert post.withdraw(tx, MATCH, 3) == 1
        assert (mail(tx, early).state, mail(tx, late).state) == ("queued", "withdrawn")


def test_a_list_is_found_by_its_mail(work: Work) -> None:
    with work.transaction() as tx:
        anna, *_ = add_match(tx)
        told = report("a", anna, decision=7)
        post.queue(tx, told, NOW)
        post.keep_list(tx, told, {"1": "draw", "3b": "bid 9"})
    with work.reading() as tx:
        kept = post.sent_list(tx, told.message_id)
        assert kept is not None
        assert (kept.decision, kept.orders["3b"]) == (7, "bid 9")
        assert post.sent_list(tx, "<none>") is None
        assert (post.known(tx, told.message_id), post.known(tx, "<none>")) == (True, False)
        found = post.by_message_id(tx, told.message_id)
        assert found is not None
        assert found.decision == 7


def test_a_clock_starts_once_and_ends_once(work: Work) -> None:
    with work.transaction() as tx:
        add_match(tx)
        made = clock.make(tx, MATCH, 0, 5, NOW)
        assert clock.due(tx, later(99), 9) == []
        assert clock.start(tx, MATCH, 0, 5, NOW, later(2), later(1))
        assert not clock.start(tx, MATCH, 0, 5, later(1), later(9), None)
        assert not clock.start(tx, MATCH, 0, 6, NOW, later(9), None)
        assert clock.to_remind(tx, NOW, 9) == []
        assert numbers(clock.to_remind(tx, later(1), 9)) == [made]
        clock.reminded(tx, made, None)
        assert clock.to_remind(tx, later(9), 9) == []
        assert [(row.id, row.told) for row in clock.due(tx, later(2), 9)] == [(made, 1)]
        assert clock.end(tx, made, "answered", NOW)
        assert not clock.end(tx, made, "fired", NOW)
        assert clock.open_in(tx, MATCH) == []
        assert clock.due(tx, later(99), 9) == []


def test_clocks_of_a_paused_match_stand_still(work: Work) -> None:
    with work.transaction() as tx:
        add_match(tx)
        made = clock.make(tx, MATCH, 0, 5, NOW)
        clock.make(tx, MATCH, 1, 5, NOW)
        clock.start(tx, MATCH, 0, 5, NOW, later(2), None)
        clock.pause(tx, MATCH, later(1))
        assert clock.due(tx, later(99), 9) == []
        clock.move(tx, made, later(10), None)
        assert clock.due(tx, later(99), 9) == []
        assert clock.end_all(tx, MATCH, "void", NOW) == 2
