"""The clock, first form: when a decision is due, who is reminded, what silence means. The time is an argument.

A clock starts when the mail that announces its decision was accepted, or when it has failed for good. It acts
only on what a complete look at the inbox could not find: letters that arrived in time were played before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from pbem.engine.game import Refusal
from pbem.engine.plans import Told
from pbem.service import course, live, reports, speed, tutorial
from pbem.service.office import Office
from pbem.store import clock, letters, matches, post, tables

BATCH = 50


def read(text: str) -> tables.Facts | Refusal:
    """The clock of a match as somebody typed it, as the match keeps it; or why it is none."""
    found = speed.read(text)
    return found if isinstance(found, Refusal) else speed.facts(found)


def spans(match: tables.Match, office: Office) -> tuple[timedelta, tuple[timedelta, ...]]:
    """How long a decision of the match may take, and how long before its end its owner is reminded."""
    turn = timedelta(seconds=float(str(match.clock.get("turn", office.turn.total_seconds()))))
    before = match.clock.get("reminders", [one.total_seconds() for one in office.reminders])
    assert isinstance(before, list), "reminders are a list"
    return turn, tuple(timedelta(seconds=float(one)) for one in before)


def started(office: Office, tx: Session, mail: post.Announced, at: datetime) -> None:
    """A mail was accepted, or never will be: the decision that it announces has its time from now on."""
    if mail.match is None or mail.seat is None or mail.decision is None:
        return
    match = matches.get(tx, mail.match)
    assert match is not None, "a mail about a match has its match"
    turn, before = spans(match, office)
    due = at + turn
    clock.start(tx, mail.match, mail.seat, mail.decision, at, due, next_reminder(due, before, at))
    if match.status == "paused":
        clock.pause(tx, mail.match, at)


def next_reminder(due: datetime, before: tuple[timedelta, ...], after: datetime) -> datetime | None:
    """The first reminder that is still to come."""
    return min((due - one for one in before if due - one > after), default=None)


def act(office: Office, now: datetime) -> int:
    """Plays for the silent: what was due before the last complete look at the inbox began; tells for how many."""
    with office.work.reading() as tx:
        box = letters.mailbox(tx, office.account)
        until = min(now, box.fetched) if box is not None and box.fetched is not None else None
        due = [] if until is None else list(dict.fromkeys(row.match for row in clock.due(tx, until, BATCH)))
    for match in due:
        with spared(office, match, now):
            fire(office, match, until or now, now)
        office.point("clock.fired")
    return len(due)


@contextmanager
def spared(office: Office, match: str, now: datetime) -> Iterator[None]:
    """What is wrong with one match does not stop the clocks of the others."""
    try:
        yield
    except OperationalError:
        raise  # the database is in trouble, not the match
    except Exception as error:  # noqa: BLE001  whatever it is, the others go on
        hold(office, match, error, now)


def hold(office: Office, match: str, error: Exception, now: datetime) -> None:
    """Nothing happens in a match that cannot be played on, until the operator, who is told, has mended it."""
    reason = f"{type(error).__name__}: {error}"[:500]
    with office.work.transaction() as tx:
        live.hold(tx, match, reason, now)
        office.point("clock.holding")
    office.point("clock.held")


def fire(office: Office, match: str, until: datetime, now: datetime) -> None:
    """Plays for whoever was silent in one match, and tells everybody."""
    with office.work.transaction() as tx:
        playing = live.load(tx, match)
        if playing is None or playing.row.status != "running":
            return
        if course.of(playing.row) is not None:
            tutorial.forgotten(office, tx, playing, now)
            return
        cause = expire(tx, playing, until, now)
        playing.move_on()
        live.save(tx, playing, now)
        if cause:
            reports.tell_all(office, tx, playing, reports.Telling(cause=cause), now)
        office.point("clock.firing")


def expire(tx: Session, playing: live.Live, until: datetime, now: datetime) -> str:
    """Plays for the owner of each decision whose time was over by then; names the last one."""
    cause = ""
    over = [row for row in playing.clocks if row.state == "running" and row.due and row.due <= until]
    for row in over if playing.row.status == "running" else ():
        assert row.due is not None, "a clock that runs has an end"
        if playing.opened.get(row.seat) == row.decision:
            why = {"kind": "clock", "decision": row.decision, "due": int(row.due.timestamp())}
            action, line = playing.silence(row.seat)
            playing.order(row.seat, action, why, kind="clock")
            playing.silent.append(row.seat)
            if line is not None:
                playing.told.setdefault(row.seat, []).append(Told(line.text, "timeout", action))
        clock.end(tx, row.id or 0, "fired", now)
        cause = f"c{row.id}"
    return cause


def too_late(tx: Session, playing: live.Live, seat: int, decision: int | None) -> bool:
    """Whether the clock has played for the decision that a letter answers; one under seal can still be changed."""
    if not playing.table.stack:
        return False
    if seat in playing.silent:
        return seat not in playing.answered
    row = clock.find(tx, playing.id, seat, decision) if decision is not None else None
    return row is not None and row.state == "fired" and playing.answered.get(seat) != decision


def remind(office: Office, now: datetime) -> int:
    """Queues the reminders that are due; tells of how many."""
    with office.work.reading() as tx:
        due = [(row.id or 0, row.match) for row in clock.to_remind(tx, now, BATCH)]
    for deadline, match in due:
        with spared(office, match, now), office.work.transaction() as tx:
            row = tx.get_one(tables.Deadline, deadline)
            if row.remind is not None and row.remind <= now:
                reminder(office, tx, row, now)
            office.point("clock.reminding")
        office.point("clock.reminded")
    return len(due)


def reminder(office: Office, tx: Session, row: tables.Deadline, now: datetime) -> None:
    """One reminder: the report again, with what silence will do; none of a time that is over, while IMAP is down."""
    playing = live.load(tx, row.match)
    if playing is None or row.due is None:
        return
    _, before = spans(playing.row, office)
    clock.reminded(tx, row.id or 0, next_reminder(row.due, before, now))
    telling = reports.Telling(cause=f"r{row.id}.{row.told}", why="reminder", receipts={row.seat: ()})
    if playing.opened.get(row.seat) == row.decision and playing.row.status == "running" and row.due > now:
        reports.tell(office, tx, playing, row.seat, telling, now)
