"""What a report says about time: the reader's clock, those of the others, who is away, and why a clock stands still."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlmodel import Session

from pbem.mail.render import Away, Clock
from pbem.service import calendar, course, speed, timing
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.service.timing import Timer
from pbem.store import absences, people, tables
from pbem.store.around import Absence

SOON = timedelta(days=14)
"""How long before somebody goes away the others are told."""
TICK = timedelta(microseconds=1)


class Watch(Struct, frozen=True):
    """The clocks of a match, seen at one moment."""

    live: Live
    timers: dict[int, Timer]
    clocks: list[Clock]
    away: list[Away]
    now: datetime

    def told(self, seat: int, lang: str) -> dict[str, object]:
        """What the report of a seat says of it."""
        others = [one for one in self.clocks if one.seat != seat]
        first = self.live.first == 0 and bool(self.timers)
        told: dict[str, object] = {"clocks": others, "away": self.away}
        if first and seat in self.timers:
            told["speed"] = speed.write(self.timers[seat].calendar.speed, lang)
        asked = seat in self.timers and seat in self.live.table.pending.seats and self.live.row.status == "running"
        return told | (self.own(seat, self.timers[seat]) if asked else {})

    def own(self, seat: int, timer: Timer) -> dict[str, object]:
        """What the reader has to know of their own clock."""
        row = self.live.clock_of(seat)
        facts: dict[str, object] = {"calendar": timer.calendar, "given": row.given if row is not None else 0}
        if timer.calendar.speed.bank:
            facts["bank"] = timer.bank
        if row is not None and row.state == "running":
            return facts | {"wanted": row.wanted}
        left = timing.left(row, timer, self.now) if row is not None else timer.span
        return facts | {"left": left.total_seconds()}


def see(office: Office, tx: Session, live: Live, now: datetime) -> Watch:
    """Looks at all clocks of a match; a tutorial, or a match that is over, has none."""
    if course.of(live.row) is not None or not live.table.stack:
        return Watch(live, {}, [], [], now)
    players = {seat: one for seat, one in enumerate(live.people) if one is not None}
    away = absences.of_players(tx, [one.id or 0 for one in players.values()])
    timers = {
        seat: timing.timer(live.row, live.seats[seat], one, away, office.reminders) for seat, one in players.items()
    }
    asked = [seat for seat in live.table.pending.seats if seat in timers]
    back = people.bouncing(tx) if any((row := live.clock_of(seat)) and row.unreachable for seat in asked) else {}
    clocks = [clock_of(live, seat, timers[seat], back.get(players[seat].id or 0)) for seat in asked]
    gone = [one for seat, player in players.items() for one in absent(live, seat, player, away, now)]
    return Watch(live, timers, [one for one in clocks if one is not None], gone, now)


def clock_of(live: Live, seat: int, timer: Timer, back: tables.Address | None) -> Clock | None:
    """The clock of a seat as the others see it, and why it stands still; none while its mail is on its way."""
    row = live.clock_of(seat)
    if row is None:
        return None
    if row.unreachable is not None and back is not None:
        since = min(row.unreachable, back.bouncing or row.unreachable)
        return Clock(seat, still="comes-back", since=since, given=row.given)
    if row.unreachable is not None:
        return Clock(seat, still="not-accepted", since=row.unreachable, given=row.given)
    if row.state != "running" or row.wanted is None:
        return None
    return Clock(seat, calendar.ends(timer.calendar, row.wanted).by, given=row.given)


def absent(live: Live, seat: int, player: tables.Player, rows: Sequence[Absence], now: datetime) -> list[Away]:
    """When a player is away now, or soon."""
    mine = [row for row in rows if row.player == player.id and timing.concerns(row, live.row)]
    return [
        Away(seat, noon(row.first, player.zone), noon(row.until - TICK, player.zone), row.first <= now)
        for row in mine
        if row.until > now and row.first <= now + SOON
    ]


def noon(when: datetime, zone: str) -> datetime:
    """The day on which a moment falls in a zone, as a moment in the middle of that day."""
    return datetime.combine(when.astimezone(ZoneInfo(zone)).date(), time(12), UTC)
