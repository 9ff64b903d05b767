"""What a player chooses for all matches: how often reports come, the language, the time zone, the hour."""

from __future__ import annotations

from zoneinfo import available_timezones

from sqlmodel import Session

from pbem.engine.orders import LANGUAGES, fold
from pbem.service.reports import EVENING
from pbem.store import tables

HOURS = 24
OFTEN: dict[str, tables.Reports] = {
    "turn": "turn", "zug": "turn", "every": "every", "alle": "every", "daily": "daily", "taeglich": "daily",
}  # fmt: skip


def settings(tx: Session, player: tables.Player, chosen: str) -> dict[str, object]:
    """Chooses how often reports come, the language, the time zone, the hour; and tells what is chosen now."""
    typed = chosen.replace("=", " ").replace(",", " ").split()
    pairs = list(zip(typed[::2], [*typed[1::2], ""], strict=False))
    unknown = [f"{name} {value}".strip() for name, value in pairs if not choose(player, fold(name), value)]
    tx.add(player)
    tx.flush()
    return {
        "reports": player.reports,
        "language": player.language,
        "zone": player.zone,
        "hour": player.settings.get("hour", EVENING),
        "unknown": unknown,
    }


def choose(player: tables.Player, name: str, value: str) -> bool:
    """One choice; False: it is not known, and nothing changes."""
    word = fold(value)
    if name in ("reports", "berichte") and OFTEN.get(word):
        player.reports = OFTEN[word]
    elif name in ("language", "sprache") and word[:2] in LANGUAGES:
        player.language = word[:2]
    elif name in ("zone", "zeitzone") and value in available_timezones():
        player.zone = value
    elif name in ("hour", "stunde") and value.isdecimal() and int(value) < HOURS:
        player.settings = {**player.settings, "hour": int(value)}
    else:
        return False
    return True
