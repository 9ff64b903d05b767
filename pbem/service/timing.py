"""The clock of one decision: what time its player has, when it starts, stands still and goes on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct, convert
from sqlmodel import Session

from pbem.service import calendar, speed
from pbem.service.calendar import Calendar, Due
from pbem.service.office import Office
from pbem.store import absences, clock, people, tables
from pbem.store.around import Absence

HOUR = timedelta(hours=1)
NOTHING = timedelta()


class Timer(Struct, frozen=True):
    """How time is counted for a seat of a match."""

    calendar: Calendar
    bank: float
    """Seconds left in the time bank."""
    before: tuple[timedelta, ...]
    """How long before the end the player is reminded."""
    quiet: tuple[int, int] | None
    """When the player is not to be reminded."""

    @property
    def span(self) -> timedelta:
        """The time for a new decision."""
        return timedelta(seconds=self.calendar.speed.turn + self.bank)


def timer(
    match: tables.Match,
    seat: tables.Seat,
    player: tables.Player,
    away: Sequence[Absence],
    usual: tuple[timedelta, ...] = (),
) -> Timer:
    """The clockwork of a seat."""
    chosen = speed.of(match.clock)
    own = player.settings.get("quiet")
    gone = tuple((row.first, row.until) for row in away if row.player == player.id and concerns(row, match))
    return Timer(
        Calendar(chosen, player.zone, gone),
        chosen.bank if seat.bank is None else min(float(seat.bank), chosen.bank),
        reminders(chosen, player, usual),
        convert(own, tuple[int, int]) if own is not None else chosen.quiet,
    )


def reminders(chosen: speed.Speed, player: tables.Player, usual: tuple[timedelta, ...]) -> tuple[timedelta, ...]:
    """How long before the end a player is reminded: as they chose, or as the match, or the service, has it."""
    own = player.settings.get("reminders")
    if chosen.reminders == ():
        return ()
    if own is not None:
        return tuple(timedelta(seconds=one) for one in convert(own, tuple[float, ...]))
    if chosen.reminders is not None:
        return tuple(timedelta(seconds=one) for one in chosen.reminders)
    return usual


def concerns(row: Absence, match: tables.Match) -> bool:
    """Whether an absence counts in a match: it was granted there, or told before the match began."""
    if row.match is not None:
        return row.match == match.id
    return match.settings.get("absence") != "none" and (match.started is None or row.told <= match.started)


def timers(office: Office, tx: Session, match: tables.Match, seats: Sequence[tables.Seat]) -> dict[int, Timer]:
    """The clockworks of the seats that players answer for."""
    found = {seat.number: people.get(tx, seat.player) for seat in seats if seat.player is not None}
    away = absences.of_players(tx, [player.id or 0 for player in found.values() if player])
    return {
        seat.number: timer(match, seat, one, away, office.reminders)
        for seat in seats
        if (one := found.get(seat.number))
    }


def of_deadline(office: Office, tx: Session, found: clock.Found) -> Timer:
    """The clockwork of an open decision."""
    away = absences.of_players(tx, [found.player.id or 0])
    return timer(found.match, found.seat, found.player, away, office.reminders)


def left(row: tables.Deadline, timer: Timer, now: datetime) -> timedelta:
    """The time that a decision has left; all of it, if its clock never ran."""
    if row.wanted is None:
        return timer.span
    still = [one for one in (row.unreachable, row.paused) if one is not None]
    return calendar.between(timer.calendar, min([*still, now]), row.wanted)


def run(tx: Session, row: tables.Deadline, timer: Timer, span: timedelta, now: datetime) -> Due:
    """A clock runs from now on, with so much time."""
    found = calendar.due(timer.calendar, now, span)
    row.state, row.paused, row.unreachable = "running", None, None
    row.wanted, row.due, row.remind = found.wanted, found.final, next_reminder(timer, found, now)
    tx.add(row)
    tx.flush()
    return found


def next_reminder(timer: Timer, due: Due, after: datetime) -> datetime | None:
    """The first reminder that is still to come; none in the quiet hours of the player, none while they are away."""
    moments = [waking(timer, due.by - one, due.by) for one in timer.before]
    return min((one for one in moments if one > after), default=None)


def remind_anew(office: Office, tx: Session, player: tables.Player, now: datetime) -> None:
    """The player has chosen other reminders: those of the clocks that run come accordingly."""
    for found in clock.of_player(tx, player.id or 0):
        if found.row.state == "running" and found.row.wanted is not None:
            timer = of_deadline(office, tx, found)
            found.row.remind = next_reminder(timer, calendar.ends(timer.calendar, found.row.wanted), now)
    tx.flush()


def waking(timer: Timer, when: datetime, by: datetime) -> datetime:
    """A moment at which the player may be reminded: after the night, or, if that would be too late, before it."""
    for gone, back in timer.calendar.away:
        if gone <= when < back < by - HOUR:
            when = back
    if timer.quiet is None:
        return when
    morning = calendar.quiet_over(when, timer.calendar.zone, *timer.quiet)
    if morning < by - HOUR or morning == when:
        return morning
    return calendar.evening_before(when, timer.calendar.zone, timer.quiet[0])


def spent(row: tables.Deadline, timer: Timer, at: datetime) -> int | None:
    """What is left in the time bank after an answer that came then; none: the match has no time bank."""
    most = timer.calendar.speed.bank
    if not most:
        return None
    rest = left(row, timer, at) if row.wanted is not None else timer.span
    return int(min(rest.total_seconds(), most))
