"""When a decision is due: pure arithmetic of the time that counts, in a player's own zone.

Time passes in UTC, so that no gap and no fold of a zone loses or doubles an hour. What is local is asked in one place:
when a day, or an hour of it, begins there. A local time that does not exist is the moment at which the clocks jump over
it; one that exists twice is the first of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from msgspec import Struct

from pbem.service.speed import WEEK, Speed

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)
HORIZON = 4000
"""Days after which nobody waits for time that counts."""

Stretch = tuple[datetime, datetime]


class Calendar(Struct, frozen=True):
    """Which time counts for a player in a match."""

    speed: Speed
    zone: str = "UTC"
    away: tuple[Stretch, ...] = ()
    """When the player is away."""


class Due(Struct, frozen=True):
    """The end of a decision."""

    wanted: datetime
    """When its counted time has passed."""
    by: datetime
    """Until when an answer is wanted: the same, or the end of the quiet hours."""
    final: datetime
    """When the clock acts: after the grace."""


def due(calendar: Calendar, start: datetime, span: timedelta) -> Due:
    """When a decision is due that has so much time left at the start; in full minutes, as it is shown."""
    wanted = minute(after(calendar, start, span))
    return ends(calendar, wanted)


def ends(calendar: Calendar, wanted: datetime) -> Due:
    """What follows after the counted time: the end of the quiet hours, then the grace."""
    by = loud(calendar, wanted)
    grace = timedelta(seconds=calendar.speed.grace)
    return Due(wanted, by, loud(calendar, by + grace) if grace else by)


def after(calendar: Calendar, start: datetime, span: timedelta) -> datetime:
    """When so much counted time has passed."""
    if always(calendar):
        return start + span
    end = start
    for begin, end in counted(calendar, start):
        if span <= end - begin:
            return begin + span
        span -= end - begin
    return end + span


def between(calendar: Calendar, start: datetime, end: datetime) -> timedelta:
    """How much counted time lies between two moments."""
    if always(calendar) or end <= start:
        return max(end - start, timedelta())
    total = timedelta()
    for first, last in counted(calendar, start):
        if first >= end:
            break
        total += min(last, end) - first
    return total


def loud(calendar: Calendar, when: datetime) -> datetime:
    """This moment, or the next at which time may run out: not in quiet hours, not while nothing counts."""
    for _ in range(HORIZON):
        later = next_counted(calendar, after_quiet(calendar, when))
        if later == when:
            return when
        when = later
    return when


def next_counted(calendar: Calendar, when: datetime) -> datetime:
    """This moment, or the beginning of the next time that counts."""
    return when if always(calendar) else next((max(when, first) for first, _ in counted(calendar, when)), when)


def after_quiet(calendar: Calendar, when: datetime) -> datetime:
    """This moment, or the end of the quiet hours in which it lies."""
    if calendar.speed.quiet is None:
        return when
    first, last = calendar.speed.quiet
    return quiet_over(when, calendar.zone, first, last)


def quiet_over(when: datetime, zone: str, first: int, last: int) -> datetime:
    """This moment, or the end of the hours from the first to the last one in which it lies."""
    local = when.astimezone(ZoneInfo(zone))
    if not (first <= local.hour < last if first < last else local.hour >= first or local.hour < last):
        return when
    day = local.date() + (DAY if local.hour >= last else timedelta())
    return max(when, at(zone, day, last))


def evening_before(when: datetime, zone: str, hour: int) -> datetime:
    """The last time before a moment at which an hour began."""
    day = when.astimezone(ZoneInfo(zone)).date()
    return max(start for start in (at(zone, day - DAY, hour), at(zone, day, hour)) if start <= when)


def always(calendar: Calendar) -> bool:
    """Whether all time counts."""
    return calendar.speed.days == WEEK and not calendar.speed.holidays and not calendar.away


def counted(calendar: Calendar, start: datetime) -> Iterator[Stretch]:
    """The stretches of time that count from a moment on, none of them empty."""
    day = start.astimezone(ZoneInfo(calendar.zone)).date()
    for _ in range(HORIZON):
        if counts(calendar.speed, day):
            whole = max(start, at(calendar.zone, day)), at(calendar.zone, day + DAY)
            yield from without(whole, calendar.away)
        day += DAY


def without(whole: Stretch, away: Iterable[Stretch]) -> list[Stretch]:
    """What is left of a stretch of time."""
    left = [whole] if whole[0] < whole[1] else []
    for gone, back in away:
        left = [
            (max(first, low), min(last, high))
            for first, last in left
            for low, high in ((first, gone), (back, last))
            if max(first, low) < min(last, high)
        ]
    return left


def counts(speed: Speed, day: date) -> bool:
    """Whether time counts on a day."""
    return day.weekday() in speed.days and not (speed.holidays and holiday(speed.holidays, day))


@lru_cache(maxsize=2000)
def holiday(region: str, day: date) -> bool:
    """Whether a day is a public holiday somewhere."""
    import holidays  # noqa: PLC0415  takes a fifth of a second, and few matches keep holidays

    country, _, part = region.partition("-")
    return day in holidays.country_holidays(country, subdiv=part or None, years=day.year)


@lru_cache(maxsize=2000)
def at(zone: str, day: date, hour: int = 0) -> datetime:
    """When an hour of a day begins in a zone."""
    return datetime.combine(day, time(hour), ZoneInfo(zone)).astimezone(UTC)


def minute(when: datetime) -> datetime:
    """The next full minute."""
    over = timedelta(seconds=when.second, microseconds=when.microsecond)
    return when - over + MINUTE if over else when
