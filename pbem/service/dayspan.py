"""Spans of days as people type them: `24.12. to 2.1.`, `2026-12-24 bis 2027-01-02`, `3 days`, `until 5 May`."""

from __future__ import annotations

import re
from datetime import date, timedelta

from pbem.engine.errors import OrderError
from pbem.engine.game import Refusal, refuse

DAY = timedelta(days=1)
FAR = timedelta(days=300)
"""How far ahead a date without a year may lie; beyond that it is one that has passed."""
MONTHS = (
    ("jan",), ("feb",), ("mar", "mär", "mae"), ("apr",), ("may", "mai"), ("jun",), ("jul",), ("aug",), ("sep",),
    ("oct", "okt"), ("nov",), ("dec", "dez"),
)  # fmt: skip
NAMES = "|".join(name for month in MONTHS for name in month)
TODAY = {"today": 0, "heute": 0, "now": 0, "jetzt": 0, "tomorrow": 1, "morgen": 1}
COUNT = re.compile(r"(?:for |für )?(\d{1,3}) ?(d|days?|tage?n?|w|weeks?|wochen?)")
BETWEEN = re.compile(r"\s+(?:to|till|until|through|bis(?: zum)?|-)\s+|(?<=\.)-(?=\d)")
OPEN = re.compile(r"(?:to|till|until|bis(?: zum)?) (.+)")
FORMS = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\.? ?(?P<year>\d{4}|\d\d)?"),
    re.compile(rf"(?P<day>\d{{1,2}})\.? ?(?P<name>{NAMES})[a-zä]*\.? ?(?P<year>\d{{4}})?"),
    re.compile(rf"(?P<name>{NAMES})[a-zä]*\.? (?P<day>\d{{1,2}}),? ?(?P<year>\d{{4}})?"),
)


def read(text: str, today: date) -> tuple[date, date] | Refusal:
    """The first and the last day; or why it is no span of days that lies ahead."""
    try:
        first, last = span(" ".join(text.casefold().replace("–", "-").split()), today)
    except OrderError as error:
        return error.refusal
    if first < today:
        return refuse("dates-past", first=first.isoformat())
    if last < first:
        return refuse("dates-order", first=first.isoformat(), last=last.isoformat())
    return first, last


def span(line: str, today: date) -> tuple[date, date]:
    """What somebody typed, in lower case and with single spaces."""
    if found := COUNT.fullmatch(line):
        days = int(found[1]) * (7 if found[2].startswith("w") else 1)
        return today, today + max(days - 1, 0) * DAY
    if found := OPEN.fullmatch(line):
        return today, day(found[1], today, today)
    ends = BETWEEN.split(re.sub(r"^(?:from|von|vom|ab) ", "", line))
    if len(ends) > 2:
        raise OrderError(refuse("dates-unclear", word=line))
    first = day(ends[0], today, today)
    return first, day(ends[-1], today, first) if len(ends) == 2 else first


def day(word: str, today: date, least: date) -> date:
    """One day; without a year it is the next one after the least, unless it has just passed."""
    if word in TODAY:
        return today + TODAY[word] * DAY
    found = next((match for form in FORMS if (match := form.fullmatch(word))), None)
    if found is None:
        raise OrderError(refuse("dates-unclear", word=word))
    facts = found.groupdict()
    month = number_of(facts["name"]) if facts.get("name") else int(facts["month"])
    if facts["year"]:
        return exact(word, int(facts["year"].rjust(4, "0")) % 2000 + 2000, month, int(facts["day"]))
    this = exact(word, least.year, month, int(facts["day"]))
    if this >= least:
        return this
    later = exact(word, least.year + 1, month, int(facts["day"]))
    return later if later - least <= FAR else this


def number_of(name: str) -> int:
    """The number of a month."""
    return next(number for number, names in enumerate(MONTHS, 1) if name in names)


def exact(word: str, year: int, month: int, number: int) -> date:
    """A day of the calendar."""
    try:
        return date(year, month, number)
    except ValueError:
        raise OrderError(refuse("dates-no-such-day", word=word)) from None
