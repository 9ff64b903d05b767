"""Through every change of the clocks of 2026 to 2030 in eight zones: shown, stored and acted upon is one moment.

`python -m tests.service.test_summer_time` prints how many cases that are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from msgspec import Struct, structs

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.games import game
from pbem.mail.render import Report, Speaker
from pbem.service import calendar, reports
from pbem.service.calendar import Calendar
from pbem.service.speed import Speed, read
from pbem.store import clock
from tests.service.test_calendar import ZONES, changes
from tests.store.builders import MATCH, add_match, opened

SPEEDS = ("1d", "36h, Mon-Fri", "1d grace 3h, quiet 23-4")
STARTS = (-49, -25, -23, -2, -0.5, 1)
"""Hours before or after the change at which a clock starts."""
SHOWN = re.compile(r"Answer by \w+, (\d+ \w+ \d+, \d\d:\d\d) .*?UTC([+-]\d+)?(?::(\d\d))?\)?\.")
TICK = timedelta(microseconds=1)


class Case(Struct, frozen=True):
    """A clock that starts near a change."""

    calendar: Calendar
    start: datetime


def cases() -> Iterator[Case]:
    """All of them."""
    speeds = [found for text in SPEEDS if isinstance(found := read(text), Speed)]
    for zone in ZONES:
        for change in changes(zone):
            for speed in speeds:
                yield from (Case(Calendar(speed, zone), change + timedelta(hours=hours)) for hours in STARTS)


def asked() -> Report:
    """A report of somebody who is asked."""
    table = kernel.start(game("ra"), 3, Seeded(bytes(32)))
    return reports.report(table, table.pending.seats[0], (), ("Anna", "Bert", "Carl"), MATCH, "en")


def shown(speaker: Speaker, report: Report) -> datetime:
    """The moment that the mail names, read by its words alone."""
    found = SHOWN.search(" ".join(speaker.said(report).due))
    assert found, speaker.said(report).due
    hours, minutes = int(found[2] or 0), int(found[3] or 0)
    zone = timezone(timedelta(hours=hours, minutes=-minutes if hours < 0 else minutes))
    return datetime.strptime(found[1], "%d %B %Y, %H:%M").replace(tzinfo=zone).astimezone(UTC)


def test_what_is_shown_is_what_is_stored_and_acted_upon(tmp_path: Path) -> None:
    speaker, report, work = Speaker("ra", game("ra").names, "en", ("Anna", "Bert", "Carl")), asked(), opened(tmp_path)
    with work.transaction() as tx:
        add_match(tx)
        for number, case in enumerate(cases()):
            due = calendar.due(case.calendar, case.start, timedelta(seconds=case.calendar.speed.turn))
            told = structs.replace(report, due=due.by, final=due.final, left=0, zone=case.calendar.zone)
            assert shown(speaker, told) == due.by, case
            made = clock.make(tx, MATCH, 0, number, case.start)
            clock.start(tx, MATCH, 0, number, case.start, due.final, None, wanted=due.wanted)
            assert [row.id for row in clock.due(tx, due.final - TICK, 9)] == [], case
            assert [(row.id, row.wanted, row.due) for row in clock.due(tx, due.final, 9)] == [
                (made, due.wanted, due.final)
            ], case
            clock.end(tx, made, "fired", due.final)
    work.close()


def test_an_hour_that_is_left_out_or_comes_twice_makes_no_day_longer_or_shorter() -> None:
    for case in cases():
        if case.calendar.speed == read("1d"):
            assert calendar.due(case.calendar, case.start, timedelta(days=1)).final == case.start + timedelta(days=1)


if __name__ == "__main__":
    print(f"{sum(len(list(changes(zone))) for zone in ZONES)} changes, {len(list(cases()))} cases")
