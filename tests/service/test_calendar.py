"""The time that counts, and when it has passed: through every change of the clocks, and on every kind of day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.service import calendar
from pbem.service.calendar import Calendar
from pbem.service.speed import Speed, read

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = (
    "Europe/Berlin", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Beirut",
    "America/Havana", "Pacific/Auckland",
)  # fmt: skip
FIRST, LAST = datetime(2026, 1, 1, tzinfo=UTC), datetime(2031, 1, 1, tzinfo=UTC)


def clock(text: str, zone: str = "UTC", *away: calendar.Stretch) -> Calendar:
    """The calendar of a player."""
    found = read(text)
    assert isinstance(found, Speed)
    return Calendar(found, zone, away)


def local(calendar: Calendar, text: str) -> datetime:
    """A moment, by the clock on the wall."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(calendar.zone)).astimezone(UTC)


def changes(zone: str) -> Iterator[datetime]:
    """When the clocks of a zone change."""
    here, when = ZoneInfo(zone), FIRST
    while when < LAST:
        if offset(when, here) != offset(when + DAY, here):
            yield next(m for n in range(1441) if offset(m := when + n * calendar.MINUTE, here) != offset(when, here))
        when += DAY


def offset(when: datetime, zone: ZoneInfo) -> timedelta | None:
    """How far a zone is from UTC."""
    return when.astimezone(zone).utcoffset()


@pytest.mark.parametrize(
    ("text", "zone", "start", "due"),
    [
        ("2d", "Europe/Berlin", "2026-11-18T13:00", "2026-11-20T13:00"),
        ("2d", "Europe/Berlin", "2026-10-24T13:00", "2026-10-26T12:00"),  # 48 hours, one of them twice on the clock
        ("2d, Mon-Fri", "Europe/Berlin", "2026-11-20T13:00", "2026-11-24T13:00"),
        ("2d, Mon-Fri", "Europe/Berlin", "2026-10-23T13:00", "2026-10-27T13:00"),
        ("1d, Mon-Fri", "Europe/Berlin", "2026-11-21T13:00", "2026-11-24T00:00"),
        ("1d, Mon-Fri", "Europe/Berlin", "2026-11-20T00:00", "2026-11-23T00:00"),  # not at the very end of the Friday
        ("1d, holidays DE-BY", "Europe/Berlin", "2026-12-24T18:00", "2026-12-27T18:00"),
        ("1d, holidays DE-BE", "Europe/Berlin", "2027-01-05T18:00", "2027-01-06T18:00"),
        ("1d, holidays DE-BY", "Europe/Berlin", "2027-01-05T18:00", "2027-01-07T18:00"),
        ("12h, quiet 22-7", "Europe/Berlin", "2026-11-18T12:00", "2026-11-19T07:00"),
        ("12h, quiet 22-7", "Europe/Berlin", "2026-11-18T09:00", "2026-11-18T21:00"),
        ("12h, quiet 22-7", "Europe/Berlin", "2026-11-18T10:00", "2026-11-19T07:00"),
        ("12h, quiet 1-6", "Europe/Berlin", "2026-11-18T14:00", "2026-11-19T06:00"),
        ("12h, Mon-Fri, quiet 22-7", "Europe/Berlin", "2026-11-20T11:00", "2026-11-23T07:00"),
        ("1d, quiet 1-3", "Europe/Berlin", "2027-03-27T01:30", "2027-03-28T03:00"),  # the clocks jump from 2 to 3
    ],
)
def test_a_decision_is_due_when_people_expect_it(text: str, zone: str, start: str, due: str) -> None:
    here = clock(text, zone)
    found = calendar.due(here, local(here, start), timedelta(seconds=here.speed.turn))
    assert (found.by, found.final) == (local(here, due), local(here, due))


def test_grace_comes_after_the_time_and_ends_in_no_quiet_hour() -> None:
    here = clock("1d grace 6h, quiet 22-7", "Europe/Berlin")
    found = calendar.due(here, local(here, "2026-11-18T21:00"), DAY)
    assert found.by == local(here, "2026-11-19T21:00")
    assert found.final == local(here, "2026-11-20T07:00")


def test_no_time_passes_while_somebody_is_away() -> None:
    zone = ZoneInfo("Europe/Berlin")
    gone = datetime(2026, 12, 24, tzinfo=zone).astimezone(UTC), datetime(2027, 1, 3, tzinfo=zone).astimezone(UTC)
    here = clock("2d", "Europe/Berlin", gone)
    assert calendar.due(here, local(here, "2026-12-23T12:00"), 2 * DAY).by == local(here, "2027-01-04T12:00")
    assert calendar.between(here, gone[0], gone[1]) == timedelta()


def test_a_moment_between_two_minutes_counts_to_the_end_of_the_minute() -> None:
    start = datetime(2026, 11, 18, 12, 0, 0, 1, tzinfo=UTC)
    assert calendar.due(clock("1d"), start, DAY).by == datetime(2026, 11, 19, 12, 1, tzinfo=UTC)


def test_a_quiet_hour_that_comes_twice_is_quiet_twice() -> None:
    here = clock("1h, quiet 1-3", "Europe/Berlin")
    night = datetime(2026, 10, 24, 23, 30, tzinfo=UTC)
    assert calendar.after_quiet(here, night) == datetime(2026, 10, 25, 2, 0, tzinfo=UTC)


MOMENTS = st.datetimes(FIRST.replace(tzinfo=None), LAST.replace(tzinfo=None)).map(lambda when: when.replace(tzinfo=UTC))
CALENDARS = st.builds(
    Calendar,
    st.builds(
        Speed,
        turn=st.just(86400.0),
        days=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
        holidays=st.sampled_from(["", "DE-BY", "US"]),
        quiet=st.none() | st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda hours: hours[0] != hours[1]),
        grace=st.sampled_from([0.0, 3600.0, 86400.0]),
    ),
    st.sampled_from(ZONES),
    st.tuples() | st.tuples(st.tuples(MOMENTS, MOMENTS).map(sorted).map(tuple)),
)
SPANS = st.integers(0, 20 * 1440).map(lambda minutes: timedelta(minutes=minutes))


@given(CALENDARS, MOMENTS, SPANS)
@settings(max_examples=200, deadline=None)
def test_what_was_given_has_passed_when_it_is_due(here: Calendar, start: datetime, span: timedelta) -> None:
    found = calendar.due(here, start, span)
    assert start <= found.wanted <= found.by <= found.final
    if found.wanted < LAST:
        assert timedelta() <= calendar.between(here, start, found.wanted) - span < calendar.MINUTE
        assert calendar.between(here, start, found.by) >= span
    day = found.final.astimezone(ZoneInfo(here.zone))
    assert calendar.counts(here.speed, day.date())
    assert calendar.after_quiet(here, found.final) == found.final
    assert not any(gone <= found.final < back for gone, back in here.away)


@given(CALENDARS, MOMENTS, SPANS, SPANS)
@settings(max_examples=100, deadline=None)
def test_time_adds_up_wherever_it_is_cut(here: Calendar, start: datetime, one: timedelta, two: timedelta) -> None:
    middle, end = start + one, start + one + two
    parts = calendar.between(here, start, middle) + calendar.between(here, middle, end)
    assert parts == calendar.between(here, start, end)


def test_a_day_begins_once_and_days_leave_no_time_between_them() -> None:
    for zone in ZONES:
        days = [date(2026, 1, 1) + number * DAY for number in range(5 * 365)]
        starts = [calendar.at(zone, day) for day in days]
        assert all(23 * HOUR <= late - early <= 25 * HOUR for early, late in pairwise(starts))
        assert [start.astimezone(ZoneInfo(zone)).date() for start in starts] == days


def test_each_zone_changes_its_clocks_each_year() -> None:
    assert all(len(list(changes(zone))) == 10 for zone in ZONES)
