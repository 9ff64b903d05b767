"""Open decisions and their clocks. What is due stands here; a ticker only asks."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, insert, update
from sqlmodel import Session, col, func, select

from pbem.store.tables import Deadline, new_id, table

Ending = Literal["answered", "fired", "void"]

DECISION = (
    col(Deadline.match) == bindparam("in_match"),
    col(Deadline.seat) == bindparam("of_seat"),
    col(Deadline.decision) == bindparam("named"),
)
MAKE = insert(table(Deadline))
FIND = select(Deadline).where(*DECISION)
OPEN = (
    select(Deadline)
    .where(col(Deadline.match) == bindparam("match"), col(Deadline.ended).is_(None))
    .order_by(col(Deadline.seat), col(Deadline.decision))
)
START = update(table(Deadline)).where(*DECISION, col(Deadline.state) == "waiting")
END = update(table(Deadline)).where(col(Deadline.id) == bindparam("deadline"), col(Deadline.ended).is_(None))


def make(tx: Session, match: str, seat: int, decision: int, now: datetime) -> int:
    """A decision is open; its clock, whose number this tells, does not run before its mail was accepted."""
    values = {"match": match, "seat": seat, "decision": decision, "made": now, "state": "waiting", "told": 0}
    return new_id(tx, MAKE, values)


def find(tx: Session, match: str, seat: int, decision: int) -> Deadline | None:
    """The clock of a decision, whether it is open or not."""
    return tx.exec(FIND, params={"in_match": match, "of_seat": seat, "named": decision}).first()


def open_in(tx: Session, match: str) -> list[Deadline]:
    """The open decisions of a match, by seat."""
    return list(tx.exec(OPEN, params={"match": match}))


def count_open(tx: Session) -> int:
    """How many decisions are open in all matches."""
    return tx.exec(select(func.count()).where(col(Deadline.ended).is_(None))).one()


def latest(tx: Session, match: str, seat: int, until: int | None = None) -> Deadline | None:
    """The last decision of a seat, whether it is open or not; of those that were opened by some state, or of all."""
    query = select(Deadline).where(col(Deadline.match) == match, col(Deadline.seat) == seat)
    if until is not None:
        query = query.where(col(Deadline.decision) <= until)
    return tx.exec(query.order_by(col(Deadline.decision).desc()).limit(1)).first()


def start(
    tx: Session, match: str, seat: int, decision: int, started: datetime, due: datetime, remind: datetime | None
) -> bool:
    """The mail was accepted: the clock runs. False: it ran already, or the decision is made."""
    named = {"in_match": match, "of_seat": seat, "named": decision}
    times = {"state": "running", "started": started, "due": due, "remind": remind}
    return tx.connection().execute(START, named | times).rowcount == 1


def due(tx: Session, until: datetime, limit: int) -> list[Deadline]:
    """The clocks that ran out by then, the oldest first. Whoever acts on one ends it in the same transaction."""
    query = select(Deadline).where(col(Deadline.state) == "running", col(Deadline.due) <= until)
    query = query.order_by(col(Deadline.due), col(Deadline.id))
    return list(tx.exec(query.limit(limit).with_for_update(skip_locked=True)))


def to_remind(tx: Session, now: datetime, limit: int) -> list[Deadline]:
    """The decisions whose next reminder is due."""
    query = select(Deadline).where(col(Deadline.remind) <= now).order_by(col(Deadline.remind), col(Deadline.id))
    return list(tx.exec(query.limit(limit).with_for_update(skip_locked=True)))


def reminded(tx: Session, deadline: int, next_reminder: datetime | None) -> None:
    """A reminder was queued; when the next one is due, if any."""
    row = tx.get_one(Deadline, deadline)
    row.told, row.remind = row.told + 1, next_reminder
    tx.flush()


def move(tx: Session, deadline: int, due: datetime, remind: datetime | None) -> None:
    """More time, or less."""
    row = tx.get_one(Deadline, deadline)
    row.due, row.remind = due, remind
    tx.flush()


def end(tx: Session, deadline: int, how: Ending, now: datetime) -> bool:
    """The decision is made, by whom it may be. False: it was made before."""
    values = {"deadline": deadline, "state": how, "ended": now, "remind": None}
    return tx.connection().execute(END, values).rowcount == 1


def end_all(tx: Session, match: str, how: Ending, now: datetime) -> int:
    """All open decisions of a match end; tells how many."""
    query = update(Deadline).where(col(Deadline.match) == match, col(Deadline.ended).is_(None))
    return tx.exec(query.values(state=how, ended=now, remind=None)).rowcount


def pause(tx: Session, match: str, now: datetime) -> None:
    """The running clocks of a match stand still; their reminders are set anew when they go on."""
    for row in open_in(tx, match):
        if row.state == "running":
            row.state, row.paused, row.remind = "paused", now, None
    tx.flush()


def go_on(tx: Session, match: str, now: datetime) -> list[Deadline]:
    """The clocks that stood still run again, with the time they had left."""
    rows = [row for row in open_in(tx, match) if row.state == "paused"]
    for row in rows:
        assert row.due is not None and row.paused is not None  # noqa: PT018  a paused clock has run
        row.state, row.due, row.paused = "running", row.due + (now - row.paused), None
    tx.flush()
    return rows


def begin_again(tx: Session, deadline: int) -> None:
    """The decision is somebody else's now: its clock waits for their report."""
    row = tx.get_one(Deadline, deadline)
    row.state, row.started, row.due, row.remind, row.paused, row.told = "waiting", None, None, None, None, 0
    tx.flush()
