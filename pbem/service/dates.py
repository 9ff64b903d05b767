"""Moments and spans as organisers type them: `2d`, `1d12h`, `24.12.`, `24.12. 18:00`, `2026-12-24 18:00`."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

DATE = re.compile(
    r"(?:(?P<year>\d{4})-(?P<month>\d\d?)-(?P<day>\d\d?)|(?P<tag>\d\d?)\.\s?(?P<monat>\d\d?)\.\s?(?P<jahr>\d{4})?)"
    r"(?:[ T,]+(?P<hour>\d\d?):(?P<minute>\d\d))?"
)
SPAN = re.compile(r"(?:(\d{1,3})\s?(?:d|t|days?|tage?n?))?\s?(?:(\d{1,4})\s?(?:h|hours?|stunden?))?", re.IGNORECASE)
UNTIL = re.compile(r"(?:to|until|till|bis|zum)\b\s*(?:zum\b\s*)?(.*)", re.IGNORECASE)


def span(text: str) -> timedelta | None:
    """A span of days and hours; None: it is none, or nothing."""
    found = SPAN.fullmatch(text.strip())
    if found is None or not any(found.groups()):
        return None
    return timedelta(days=int(found[1] or 0), hours=int(found[2] or 0)) or None


def moment(text: str, zone: str, now: datetime) -> datetime | None:
    """A moment in somebody's zone: the end of a day unless a time stands behind it, the next such day unless a year."""
    found = DATE.fullmatch(text.strip())
    if found is None:
        return None
    day, month = int(found["day"] or found["tag"]), int(found["month"] or found["monat"])
    written = found["year"] or found["jahr"]
    local = now.astimezone(ZoneInfo(zone))
    for year in [int(written)] if written else [local.year, local.year + 1]:
        try:
            begins = datetime(year, month, day, tzinfo=ZoneInfo(zone))
            at = begins.replace(hour=int(found["hour"] or 23), minute=int(found["minute"] or 59))
        except ValueError:
            return None
        if written or at > now:
            return at
    return None


def seconds(count: float) -> timedelta:
    """A span."""
    return timedelta(seconds=count)


def in_utc(when: datetime) -> str:
    """A moment as the log keeps it."""
    return when.astimezone(ZoneInfo("UTC")).strftime("%Y-%m-%d %H:%M")
