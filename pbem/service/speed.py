"""The clock of a match as a person types it: `2d grace 6h, Mon-Fri, holidays DE-BY, quiet 22-7`, or `10d+12h`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import msgspec
from msgspec import Struct

from pbem.engine.errors import OrderError
from pbem.engine.game import Refusal, refuse

WEEK = (0, 1, 2, 3, 4, 5, 6)
USUAL = 259200.0
"""Seconds for a decision, where nothing is said."""
SHORTEST, LONGEST = timedelta(minutes=5), timedelta(days=90)
UNITS = {
    "d": 86400, "day": 86400, "days": 86400, "t": 86400, "tag": 86400, "tage": 86400, "tagen": 86400,
    "h": 3600, "hour": 3600, "hours": 3600, "std": 3600, "stunde": 3600, "stunden": 3600,
    "m": 60, "min": 60, "minutes": 60, "minuten": 60, "w": 604800, "week": 604800, "weeks": 604800,
    "woche": 604800, "wochen": 604800,
}  # fmt: skip
UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
SPAN = re.compile(rf"(?:\d{{1,4}}(?:{UNIT}))+")
PART = re.compile(rf"(\d+)({UNIT})")
HOURS = re.compile(r"(\d{1,2})(?::?00)?(?:h|uhr)?-(\d{1,2})(?::?00)?(?:h|uhr)?")
DAYS = {
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    "de": ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"),
}
LONG = (
    ("monday", "montag"), ("tuesday", "dienstag"), ("wednesday", "mittwoch"), ("thursday", "donnerstag"),
    ("friday", "freitag"), ("saturday", "samstag", "sonnabend"), ("sunday", "sonntag"),
)  # fmt: skip
WORDS = {"grace": ("grace", "nachfrist"), "holidays": ("holidays", "feiertage"), "quiet": ("quiet", "ruhe")}


class Speed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a match counts time. Each player's time is counted in their own zone."""

    turn: float
    """Seconds that each decision brings."""
    bank: float = 0
    """Seconds in each player's time bank at first, and at most; none: unused time is lost."""
    grace: float = 0
    """Seconds after the due time in which an answer still counts."""
    days: tuple[int, ...] = WEEK
    """Weekdays on which time is counted, Monday is 0."""
    holidays: str = ""
    """A country, or a country and a part of it, on whose public holidays no time is counted: DE-BY."""
    quiet: tuple[int, int] | None = None
    """From this hour to that one no time runs out."""
    reminders: tuple[float, ...] | None = None
    """Seconds before the end at which players are reminded who have not chosen themselves."""

    @property
    def most(self) -> timedelta:
        """The longest that a decision can take, in counted time."""
        return timedelta(seconds=self.turn + self.bank)


def of(facts: Mapping[str, object]) -> Speed:
    """The clock of a match, as it is kept."""
    return msgspec.convert({"turn": USUAL, **facts}, Speed)


def facts(speed: Speed) -> dict[str, object]:
    """The clock of a match, to be kept."""
    kept: dict[str, object] = msgspec.to_builtins(speed)
    return kept


def read(text: str) -> Speed | Refusal:
    """What somebody typed, in German or English, in any order of its parts; or why it is no clock."""
    try:
        return understood(text)
    except OrderError as error:
        return error.refusal


def understood(text: str) -> Speed:
    """The parts of a clock, put together."""
    found: dict[str, Any] = {}
    words = spaced(text)
    for word in words:
        name = next((name for name, forms in WORDS.items() if word in forms), "")
        part = named(name, word, next(words, "")) if name else alone(word)
        if "days" in part and "days" in found:
            part = {"days": {*part["days"], *found["days"]}}
        elif found.keys() & part.keys():
            raise OrderError(refuse("speed-twice", word=word))
        found |= part
    if "turn" not in found:
        raise OrderError(refuse("speed-time-missing"))
    return Speed(**found | {"days": tuple(sorted(found.get("days", WEEK)))})


def spaced(text: str) -> Iterator[str]:
    """The words of a clock: `2 days`, `10d + 12h` and `Mon - Fri` are one each."""
    line = text.replace(",", " ").replace(";", " ").replace("–", "-").casefold()
    line = re.sub(rf"(\d)\s+({UNIT})(?![a-z])", r"\1\2", line)
    return iter(re.sub(r"\s*([+-])\s*", r"\1", line).split())


def named(name: str, word: str, value: str) -> dict[str, Any]:
    """A part with a name and a value."""
    if not value:
        raise OrderError(refuse("speed-value-missing", word=word))
    match name:
        case "grace":
            return {name: span(value, timedelta(minutes=1))}
        case "quiet":
            return {name: hours(value)}
        case _:
            return {name: region(value)}


def alone(word: str) -> dict[str, Any]:
    """A part without a name: the time, or weekdays."""
    bank, plus, increment = word.partition("+")
    if plus:
        return {"turn": span(increment, SHORTEST), "bank": span(bank, SHORTEST)}
    if SPAN.fullmatch(word):
        return {"turn": span(word, SHORTEST)}
    first, dash, last = word.partition("-")
    begin, end = weekday(first), weekday(last if dash else first)
    if begin is None or end is None:
        raise OrderError(refuse("speed-unknown-word", word=word))
    return {"days": {(begin + more) % 7 for more in range((end - begin) % 7 + 1)}}


def span(word: str, least: timedelta) -> float:
    """A span of time in seconds."""
    if not SPAN.fullmatch(word):
        raise OrderError(refuse("speed-no-span", word=word))
    seconds = sum(int(count) * UNITS[unit] for count, unit in PART.findall(word))
    if not least.total_seconds() <= seconds <= LONGEST.total_seconds():
        raise OrderError(refuse("speed-span-range", word=word, least=written(least.total_seconds())))
    return float(seconds)


def hours(word: str) -> tuple[int, int]:
    """From one hour to another."""
    found = HOURS.fullmatch(word)
    first, last = (int(found[1]), int(found[2]) % 24) if found else (99, 0)
    if first > 23 or (found and int(found[2]) > 24) or first == last:
        raise OrderError(refuse("speed-quiet-hours", word=word))
    return first, last


def region(word: str) -> str:
    """A country, or a part of one, whose holidays are known."""
    import holidays  # noqa: PLC0415  takes a fifth of a second, and few matches keep holidays

    country, _, part = word.upper().partition("-")
    known = holidays.list_supported_countries()
    if country not in known:
        raise OrderError(refuse("speed-no-country", word=country))
    parts = {one.upper(): one for one in known[country]}
    if part and part not in parts:
        raise OrderError(refuse("speed-no-region", word=part, country=country, parts=sorted(known[country])))
    return f"{country}-{parts[part]}" if part else country


def weekday(word: str) -> int | None:
    """A weekday by its name or the beginning of it; Monday is 0."""
    for number, (forms, *short) in enumerate(zip(LONG, *DAYS.values(), strict=True)):
        if word in map(str.casefold, short) or (len(word) > 2 and any(form.startswith(word) for form in forms)):
            return number
    return None


def write(speed: Speed, lang: str = "en") -> str:
    """The clock as somebody could have typed it."""
    german = lang == "de"
    parts = [written(speed.turn) if not speed.bank else f"{written(speed.bank)}+{written(speed.turn)}"]
    if speed.grace:
        parts[0] += f" {'Nachfrist' if german else 'grace'} {written(speed.grace)}"
    if speed.days != WEEK:
        parts.append(weekdays(speed.days, DAYS[lang]))
    if speed.holidays:
        parts.append(f"{'Feiertage' if german else 'holidays'} {speed.holidays}")
    if speed.quiet:
        parts.append(f"{'Ruhe' if german else 'quiet'} {speed.quiet[0]}-{speed.quiet[1]}")
    return ", ".join(parts)


def weekdays(days: tuple[int, ...], names: tuple[str, ...]) -> str:
    """Weekdays, neighbours as a range."""
    runs: list[list[int]] = []
    for day in days:
        if runs and runs[-1][-1] == day - 1:
            runs[-1].append(day)
        else:
            runs.append([day])
    return ", ".join("-".join(dict.fromkeys((names[run[0]], names[run[-1]]))) for run in runs)


def written(seconds: float) -> str:
    """A span of time as one types it: 2d, 1d12h."""
    left, parts = round(seconds), []
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60)):
        count, left = divmod(left, size)
        parts += [f"{count}{unit}"] if count else []
    return "".join(parts) or "0m"
