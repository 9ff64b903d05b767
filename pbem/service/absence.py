"""`absent 24.12. to 2.1.`: a player will be away, and no time of theirs passes, as far as each match allows it."""

from __future__ import annotations

import re
from collections import Counter as Count
from collections.abc import Sequence
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from pbem import games
from pbem.engine.game import Refusal, refuse
from pbem.engine.orders import fold
from pbem.service import calendar, course, dayspan, timing
from pbem.service.counter import Counter
from pbem.store import absences, clock, matches, tables
from pbem.store.around import Absence

DAY = timedelta(days=1)
LIMIT = re.compile(r"none|\d{1,3}/(?:year|match)")
TICK = timedelta(microseconds=1)
LONGEST = 60
"""Days of one absence."""
AHEAD = 366
"""Days for which one can say it in advance."""
CANCEL = ("cancel", "storniere", "stornieren", "back", "zurueck", "none", "keine", "end", "ende")


class Budget(Struct, frozen=True):
    """For how many days a player may be away in a match."""

    days: int
    per: str
    """In a `year`, or in the whole `match`."""


class Place(Struct, frozen=True):
    """A match of somebody who will be away, and why it does not allow that, if it does not."""

    match: tables.Match
    refusal: Refusal | None


def absent(counter: Counter, rest: str) -> str | Refusal:
    """Tells when the player is away, ends that, or lets them go."""
    if counter.player is None:
        return ""
    rows = to_come(counter, counter.player)
    if not rest:
        return counter.say("absences", spans=spans(rows, counter.player), zone=counter.player.zone)
    if fold(rest) in CANCEL:
        return cancelled(counter, counter.player, rows)
    today = counter.now.astimezone(ZoneInfo(counter.player.zone)).date()
    found = dayspan.read(rest, today)
    if isinstance(found, Refusal):
        return found
    return too_much(found, today, rows, counter.player) or leave(counter, counter.player, *found)


def to_come(counter: Counter, player: tables.Player) -> list[Absence]:
    """The absences of a player that are not over."""
    return [row for row in absences.of_players(counter.tx, [player.id or 0]) if row.until > counter.now]


def spans(rows: Sequence[Absence], player: tables.Player) -> list[dict[str, object]]:
    """Absences as first and last day, each once: it may count in several matches."""
    both = sorted({days_of(row, player) for row in rows})
    return [{"first": noon(first), "last": noon(last)} for first, last in both]


def days_of(row: Absence, player: tables.Player) -> tuple[date, date]:
    """The first and the last day of an absence, where the player lives."""
    here = ZoneInfo(player.zone)
    return row.first.astimezone(here).date(), (row.until - TICK).astimezone(here).date()


def noon(day: date) -> str:
    """A day, as a moment in the middle of it."""
    return f"{day.isoformat()}T12:00+00:00"


def too_much(wanted: tuple[date, date], today: date, rows: Sequence[Absence], player: tables.Player) -> Refusal | None:
    """Too long, too far ahead, or at the same time as another absence."""
    first, last = wanted
    if (last - first).days >= LONGEST:
        return refuse("absence-too-long", days=(last - first).days + 1, most=LONGEST)
    if (first - today).days > AHEAD:
        return refuse("absence-too-far", first=noon(first))
    for row in rows:
        begin, end = days_of(row, player)
        if begin <= last and first <= end:
            return refuse("absence-overlap", first=noon(begin), last=noon(end))
    return None


def leave(counter: Counter, player: tables.Player, first: date, last: date) -> str | Refusal:
    """Notes an absence in each match that allows it, and moves what is due there."""
    places = [place(counter, player, match, first, last) for match in present(counter, player)]
    granted = [one.match for one in places if one.refusal is None]
    if places and not granted:
        return next(one.refusal for one in places if one.refusal is not None)
    begin, until = max(counter.now, calendar.at(player.zone, first)), calendar.at(player.zone, last + DAY)
    before = running(counter, player, {match.id for match in granted})
    for match in (None, *(match.id for match in granted)):
        absences.add(counter.tx, player.id or 0, match, begin, until, counter.now)
    moved(counter, before)
    facts = {"first": noon(first), "last": noon(last), "zone": player.zone, "here": [named(one) for one in granted]}
    refused = [{"match": named(one.match), "why": words(counter, one.refusal)} for one in places if one.refusal]
    return counter.say("absent", **facts, refused=refused)


def present(counter: Counter, player: tables.Player) -> list[tables.Match]:
    """The matches in which a player sits, and which are not over."""
    mine = matches.of_player(counter.tx, player.id or 0)
    return [match for match, _ in mine if match.status in ("running", "paused", "held") and course.of(match) is None]


def named(match: tables.Match) -> str:
    """A match as its subjects call it."""
    return f"[{games.game(match.game).title} {match.id[:6]}]"


def words(counter: Counter, refusal: Refusal) -> str:
    """Why a match does not allow it."""
    return " ".join(counter.asker.speaker.reason(refusal))


def budget(match: tables.Match, usual: str) -> Budget | None:
    """What a match allows; none: nothing at all."""
    days, _, per = str(match.settings.get("absence", usual)).partition("/")
    return Budget(int(days), per) if days.isdecimal() else None


def place(counter: Counter, player: tables.Player, match: tables.Match, first: date, last: date) -> Place:
    """Whether a match allows an absence: it is refused, never punished."""
    allowed = budget(match, counter.office.absence)
    if allowed is None:
        return Place(match, refuse("absence-not-here", match=named(match)))
    mine = [row for row in absences.of_players(counter.tx, [player.id or 0]) if row.match == match.id]
    used = taken(mine, player, allowed)
    for period, days in taken_days(first, last, allowed).items():
        if used[period] + days > allowed.days:
            rest = max(allowed.days - used[period], 0)
            facts = {"match": named(match), "days": days, "rest": rest, "most": allowed.days, "per": allowed.per}
            return Place(match, refuse("absence-budget", **facts))
    return Place(match, None)


def taken(rows: Sequence[Absence], player: tables.Player, allowed: Budget) -> Count[int]:
    """How many days were used up, by year or in all."""
    return sum((taken_days(*days_of(row, player), allowed) for row in rows), Count())


def taken_days(first: date, last: date, allowed: Budget) -> Count[int]:
    """The days of one absence, by year or in all."""
    days = (first + number * DAY for number in range((last - first).days + 1))
    return Count(day.year if allowed.per == "year" else 0 for day in days)


def running(counter: Counter, player: tables.Player, of: set[str]) -> list[tuple[clock.Found, timedelta]]:
    """The clocks of a player that run in these matches, with what they have left."""
    found = [one for one in clock.of_player(counter.tx, player.id or 0) if one.match.id in of]
    return [
        (one, timing.left(one.row, timing.of_deadline(counter.office, counter.tx, one), counter.now))
        for one in found
        if one.row.state == "running"
    ]


def moved(counter: Counter, before: Sequence[tuple[clock.Found, timedelta]]) -> None:
    """What is due already moves, too: it has what it had left, counted anew."""
    for found, left in before:
        timing.run(counter.tx, found.row, timing.of_deadline(counter.office, counter.tx, found), left, counter.now)


def cancelled(counter: Counter, player: tables.Player, rows: Sequence[Absence]) -> str | Refusal:
    """The player is back, or does not go away after all; their time passes again."""
    if not rows:
        return refuse("absence-none")
    before = running(counter, player, {row.match for row in rows if row.match is not None})
    told = spans(rows, player)
    for row in rows:
        absences.end(counter.tx, row, counter.now)
    moved(counter, before)
    return counter.say("absence_cancelled", spans=told)
