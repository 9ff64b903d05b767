"""The clock: when a decision has its time, and what silence means. The time is an argument.

A clock starts when the mail that announces its decision was accepted, and stands still while none arrives. It acts
only on what a complete look at the inbox could not find: letters that arrived in time were played before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from pbem.engine.game import Refusal, Seat
from pbem.engine.plans import Told
from pbem.service import calendar, course, live, reports, silence, speed, timing, tutorial
from pbem.service.office import Office
from pbem.store import clock, letters, post, tables

BATCH = 50


def read(text: str) -> tables.Facts | Refusal:
    """The clock of a match as somebody typed it, as the match keeps it; or why it is none."""
    found = speed.read(text)
    return found if isinstance(found, Refusal) else speed.facts(found)


def started(office: Office, tx: Session, mail: post.Announced, at: datetime) -> None:
    """A mail was accepted: the decision that it announces has its time from now on, or the rest of it."""
    if mail.match is None or mail.seat is None or mail.decision is None:
        return
    found = clock.about(tx, mail.match, mail.seat, mail.decision)
    if found is None or found.row.state != "waiting":
        return
    timer = timing.of_deadline(office, tx, found)
    due = calendar.due(timer.calendar, at, timing.left(found.row, timer, at))
    given = found.row.given
    if found.row.unreachable is not None and found.row.wanted is not None:
        given += int((at - found.row.unreachable).total_seconds())
    paused = None if found.match.status == "running" else at
    also = {"wanted": due.wanted, "given": given, "state": "paused" if paused else "running", "paused": paused}
    remind = None if paused else timing.next_reminder(timer, due, at)
    clock.start(tx, mail.match, mail.seat, mail.decision, at, due.final, remind, **also)


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
            playing.seats[row.seat].missed += 1
            if line is not None:
                playing.told.setdefault(row.seat, []).append(Told(line.text, "timeout", action))
        clock.end(tx, row.id or 0, "fired", now)
        cause = f"c{row.id}"
    for seat in playing.silent:
        give_up_waiting(tx, playing, seat)
    return cause


def give_up_waiting(tx: Session, playing: live.Live, seat: Seat) -> None:
    """After some time-outs in a row a bot plays for whoever is silent."""
    most = int(str(playing.row.settings.get("silence", silence.TIMES)))
    row = playing.seats[seat]
    if most and row.missed >= most and row.bot is None and row.player is not None and playing.table.stack:
        silence.stand_in(tx, playing, seat, "bot", "silent")


def go_on(office: Office, tx: Session, playing: live.Live, now: datetime) -> None:
    """The clocks that stood still with their match have the time that they had left."""
    timers = timing.timers(office, tx, playing.row, playing.seats)
    for row in playing.clocks:
        if row.state == "paused" and row.seat in timers:
            if row.unreachable is not None:
                row.state, row.unreachable, row.paused = "waiting", min(row.unreachable, row.paused or now), None
            else:
                timing.run(tx, row, timers[row.seat], timing.left(row, timers[row.seat], now), now)
    tx.flush()


def too_late(tx: Session, playing: live.Live, seat: int, decision: int | None) -> bool:
    """Whether the clock has played for the decision that a letter answers; one under seal can still be changed."""
    if not playing.table.stack:
        return False
    if seat in playing.silent:
        return seat not in playing.answered
    row = clock.find(tx, playing.id, seat, decision) if decision is not None else None
    return row is not None and row.state == "fired" and playing.answered.get(seat) != decision
