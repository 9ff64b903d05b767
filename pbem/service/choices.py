"""What a player chooses for all matches: how often reports come, reminders, the language, the time zone, the hour."""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import available_timezones

import msgspec
from msgspec import convert
from sqlmodel import Session

from pbem import games
from pbem.engine.errors import OrderError
from pbem.engine.orders import LANGUAGES, fold
from pbem.service import reliability, speed
from pbem.service.reports import EVENING
from pbem.store import tables

HOURS = 24
MOST = 5
"""Reminders of one decision."""
OFTEN: dict[str, tables.Reports] = {
    "turn": "turn", "zug": "turn", "every": "every", "alle": "every", "daily": "daily", "taeglich": "daily",
}  # fmt: skip
NONE = ("none", "keine", "no", "aus", "off")
SEVERAL = ("reminders", "substitute")
"""Choices of several words."""
YES = ("yes", "ja", "all", "alle")
NAMES = {
    "reports": "reports", "berichte": "reports", "language": "language", "sprache": "language", "zone": "zone",
    "zeitzone": "zone", "hour": "hour", "stunde": "hour", "reminders": "reminders", "erinnerungen": "reminders",
    "quiet": "quiet", "ruhe": "quiet", "substitute": "substitute", "ersatz": "substitute",
}  # fmt: skip


def settings(tx: Session, player: tables.Player, chosen: str) -> dict[str, object]:
    """Chooses what is named, and tells what is chosen now."""
    pairs = named(chosen.replace("=", " ").replace(",", " ").split())
    unknown = [" ".join(words) for words in pairs if not choose(player, NAMES.get(fold(words[0]), ""), words[1:])]
    tx.add(player)
    tx.flush()
    own, figure = player.settings.get("reminders"), reliability.of(tx, player)
    return {
        "reports": player.reports,
        "language": player.language,
        "zone": player.zone,
        "hour": player.settings.get("hour", EVENING),
        "reminders": [speed.written(one) for one in convert(own, list[float])] if own is not None else None,
        "quiet": player.settings.get("quiet"),
        "substitute": player.settings.get("substitute"),
        "reliability": msgspec.to_builtins(figure) | {"percent": figure.percent},
        "unknown": unknown,
    }


def named(typed: Sequence[str]) -> list[list[str]]:
    """The words of each choice, which begins with its name."""
    pairs: list[list[str]] = []
    for word in typed:
        if not pairs or fold(word) in NAMES or (len(pairs[-1]) > 1 and NAMES.get(fold(pairs[-1][0])) not in SEVERAL):
            pairs.append([word])
        else:
            pairs[-1].append(word)
    return pairs


def choose(player: tables.Player, name: str, values: Sequence[str]) -> bool:
    """One choice; False: it is not known, and nothing changes."""
    value = values[0] if values else ""
    word = fold(value)
    if name == "reports" and OFTEN.get(word):
        player.reports = OFTEN[word]
    elif name == "language" and word[:2] in LANGUAGES:
        player.language = word[:2]
    elif name == "zone" and value in available_timezones():
        player.zone = value
    elif name == "hour" and value.isdecimal() and int(value) < HOURS:
        player.settings = {**player.settings, "hour": int(value)}
    elif name == "substitute" and value:
        return stand_in(player, [fold(one) for one in values])
    elif name in ("reminders", "quiet") and value:
        return chosen_times(player, name, [one.casefold() for one in values])
    else:
        return False
    return True


def stand_in(player: tables.Player, values: Sequence[str]) -> bool:
    """At which games somebody would stand in for others."""
    keys = {fold(word): key for key, game in games.games().items() for word in (key, game.title)}
    if values[0] in (*YES, *NONE, "nein"):
        chosen = ["all"] if values[0] in YES else None
    elif all(one in keys for one in values):
        chosen = sorted({keys[one] for one in values})
    else:
        return False
    others = {name: kept for name, kept in player.settings.items() if name != "substitute"}
    player.settings = {**others, **({"substitute": chosen} if chosen else {})}
    return True


def chosen_times(player: tables.Player, name: str, values: Sequence[str]) -> bool:
    """When reminders come, or when they do not."""
    found: list[float] | list[int] | None = None
    try:
        if fold(values[0]) not in NONE:
            found = list(speed.hours(values[0])) if name == "quiet" else spans(values)
        elif name == "reminders":
            found = []
    except OrderError:
        return False
    player.settings = {**player.settings, name: found}
    return True


def spans(values: Sequence[str]) -> list[float]:
    """How long before the end each reminder comes, the first one first."""
    return sorted({speed.span(one, speed.SHORTEST) for one in values[:MOST]}, reverse=True)
