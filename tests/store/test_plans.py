"""The cost of a letter does not grow with what is stored: no hot question reads a whole table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from sqlalchemy import event
from sqlmodel import Session

from pbem.store import clock, letters, log, matches, people, plans, post, tables
from pbem.store.work import Work
from tests.store.builders import INBOX, MATCH, NOW, letter, populate

HOT: dict[str, Callable[[Session], object]] = {
    "letter at a place": lambda tx: letters.at_place(tx, INBOX, 7, 5),
    "letter seen": lambda tx: letters.came_before(tx, sample(tx)),
    "letters waiting": lambda tx: letters.waiting(tx, 9),
    "letters of a sender": lambda tx: letters.count_from(tx, "anna@example.org", NOW, ["played"]),
    "letters received": lambda tx: letters.in_state(tx, "received", 9),
    "letters to move": lambda tx: letters.to_move(tx, INBOX, 7, 9),
    "letters of a lost place": lambda tx: letters.abandon_moves(tx, INBOX, 8, NOW),
    "letters moved": lambda tx: letters.moved(tx, [1, 2], NOW),
    "whose address": lambda tx: people.by_address(tx, "anna@example.org"),
    "mail address": lambda tx: people.mail_address(tx, 1),
    "matches of a player": lambda tx: matches.of_player(tx, 1),
    "matches by status": lambda tx: matches.listed(tx, "running"),
    "seats with players": lambda tx: matches.seated(tx, MATCH),
    "seats": lambda tx: matches.seats(tx, MATCH),
    "log since": lambda tx: log.since(tx, MATCH, 1),
    "log end": lambda tx: log.last(tx, MATCH),
    "snapshot kept": lambda tx: log.put_snapshot(tx, MATCH, 2, b""),
    "snapshot": lambda tx: log.get_snapshot(tx, MATCH),
    "plans": lambda tx: plans.load(tx, MATCH),
    "plan kept": lambda tx: plans.keep(tx, MATCH, 0, 1, [{"text": "ra"}], NOW),
    "plan dropped": lambda tx: plans.keep(tx, MATCH, 0, 1, [], NOW),
    "mail overtaken": lambda tx: post.unsent(tx, MATCH, [1, 2], "report"),
    "mail withdrawn": lambda tx: post.withdraw(tx, MATCH, 0),
    "mail due": lambda tx: post.due(tx, NOW, 9),
    "mail due next": post.next_due,
    "mail on its way": lambda tx: post.resume(tx, NOW),
    "mail waiting": post.waiting,
    "mail to take": lambda tx: post.tickets(tx, [1, 2], NOW),
    "mail taken": lambda tx: post.take(tx, {1: b"a"}, NOW),
    "mail accepted": lambda tx: post.accepted(tx, [1], NOW),
    "mail known": lambda tx: post.known(tx, "<a>"),
    "mail by id": lambda tx: post.by_message_id(tx, "<a>"),
    "thread": lambda tx: post.thread(tx, MATCH, 1, 9),
    "mail of an address": lambda tx: post.accepted_since(tx, "anna@example.org", NOW),
    "list of a decision": lambda tx: post.list_for(tx, MATCH, 0, 1),
    "last decision": lambda tx: clock.latest(tx, MATCH, 0),
    "mail overdue": lambda tx: post.overdue_since(tx, NOW),
    "list": lambda tx: post.sent_list(tx, "<a>"),
    "decision": lambda tx: clock.find(tx, MATCH, 0, 1),
    "decisions open": lambda tx: clock.open_in(tx, MATCH),
    "clocks due": lambda tx: clock.due(tx, NOW, 9),
    "reminders due": lambda tx: clock.to_remind(tx, NOW, 9),
    "clock starts": lambda tx: clock.start(tx, MATCH, 0, 1, NOW, NOW, None),
    "clock ends": lambda tx: clock.end(tx, 1, "fired", NOW),
    "clocks end": lambda tx: clock.end_all(tx, MATCH, "void", NOW),
}


def sample(tx: Session) -> tables.Letter:
    """A letter that was looked into."""
    row = tx.get_one(tables.Letter, letters.record(tx, letter(5, b"new"), NOW))
    row.message_id, row.sender, row.content = "<5@x>", "anna@example.org", "c"
    tx.flush()
    return row


@pytest.mark.parametrize("ask", HOT.values(), ids=list(HOT))
def test_no_hot_question_reads_a_whole_table(work: Work, ask: Callable[[Session], object]) -> None:
    populate(work)
    asked: list[tuple[str, tuple[object, ...]]] = []

    def note(_connection: object, _cursor: object, statement: str, values: tuple[object, ...], *_: object) -> None:
        asked.append((statement, values))

    with work.transaction() as tx:
        connection = tx.connection()
        event.listen(connection, "before_cursor_execute", note)
        ask(tx)
        event.remove(connection, "before_cursor_execute", note)
        questions = [one for one in asked if re.match("SELECT|UPDATE|DELETE", one[0])]
        plans = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all() for sql, values in questions]
    assert plans
    assert [row[3] for plan in plans for row in plan if row[3].startswith("SCAN")] == []
