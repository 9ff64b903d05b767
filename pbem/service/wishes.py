"""What somebody wants who opens a match: `new ra 4 private speed=2d bots=1 reliability>=80`, read from a line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pbem import games
from pbem.engine.errors import OrderError
from pbem.engine.game import Game, Option, Refusal, refuse
from pbem.engine.orders import fold
from pbem.service import clock

GIVEN = re.compile(r"(?:^|[\s,;])([^\W\d][\w-]*)\s*(>=|=)\s*")
PRIVATE = re.compile(r"[\s,;]+(?:private|privat)(?=[\s,;]|$)", re.IGNORECASE)
KNOWN = {
    "speed": ("speed", "tempo"),
    "bots": ("bots",),
    "think": ("think", "bedenken"),
    "silence": ("silence", "schweigen"),
    "press": ("press", "presse"),
    "anonymous": ("anonymous", "anonym"),
    "watch": ("watch", "zuschauer"),
    "ready": ("ready", "bereit"),
}
"""What can be chosen for a match of any game, in both languages."""
WANTED = {"reliability": ("reliability", "zuverlaessigkeit"), "rating": ("rating", "wertung")}
YES, NO = ("yes", "ja", "true", "on", "an"), ("no", "nein", "false", "off", "aus")
PRESS = {"none": ("none", "keine"), "public": ("public", "oeffentlich"), "all": ("all", "alle")}
MOST_THOUGHT = 86400.0
ALL = 100

Chosen = bool | int | str


class Wish(Struct, frozen=True, kw_only=True):
    """A match as somebody wants it."""

    game: Game[Any, Any]
    seats: int
    bots: int = 0
    private: bool = False
    options: Mapping[str, Chosen] = {}
    clock: Mapping[str, object] = {}
    settings: Mapping[str, object] = {}
    """For the parts that read them: `press`, `think` (seconds), `silence`, `watch`, `ready`."""
    wants: Mapping[str, object] = {}
    """What a player must show."""


class Given(Struct, frozen=True):
    """One `NAME=VALUE` of the line."""

    name: str
    sign: str
    value: str


def read(text: str) -> Wish | Refusal:
    """What somebody typed, in German or English; or why it cannot be."""
    try:
        return understood(text)
    except OrderError as error:
        return error.refusal


def understood(text: str) -> Wish:
    """The parts of the line, put together."""
    plain = PRIVATE.sub(" ", text)
    head, given = parts(plain)
    named, *rest = head.split() or [""]
    game = game_called(named)
    seats = seats_of(game, " ".join(rest))
    found: dict[str, dict[str, object]] = {"options": {}, "clock": {}, "settings": {}, "wants": {}, "bots": {}}
    for one in given:
        place, facts = meaning(game, one)
        found[place] |= facts
    bots = int(str(found.pop("bots").get("bots", 0)))
    if bots >= seats:
        raise OrderError(refuse("value-unknown", name="bots", value=str(bots), choices=[f"0-{seats - 1}"]))
    return Wish(game=game, seats=seats, bots=bots, private=plain != text, **found)  # type: ignore[arg-type]  # as read


def parts(text: str) -> tuple[str, list[Given]]:
    """What stands before the first `NAME=VALUE`, and all of these; a value goes on until the next name."""
    found = list(GIVEN.finditer(text))
    cuts = [*(one.start() for one in found), len(text)]
    given = [
        Given(one[1], one[2], text[one.end() : end].strip(" ,;")) for one, end in zip(found, cuts[1:], strict=True)
    ]
    return text[: cuts[0]], given


def called(word: str) -> Game[Any, Any] | None:
    """The game that is meant by its key or title."""
    return next((one for one in games.games().values() if fold(word) in (fold(one.key), fold(one.title))), None)


def game_called(word: str) -> Game[Any, Any]:
    """The game to be played."""
    found = called(word)
    if found is None:
        listed = list(games.games())
        raise OrderError(
            refuse("no-such-game", word=word, games=listed) if word else refuse("which-game", games=listed)
        )
    return found


def seats_of(game: Game[Any, Any], word: str) -> int:
    """How many play."""
    if not word.isdecimal() or len(word) > 2 or int(word) not in game.players:
        raise OrderError(refuse("seats-wanted", game=game.title, key=game.key, word=word, seats=list(game.players)))
    return int(word)


def meaning(game: Game[Any, Any], given: Given) -> tuple[str, dict[str, object]]:
    """Where something that was chosen belongs, and as what it is kept."""
    name = fold(given.name)
    wanted = next((key for key, forms in WANTED.items() if name in forms), "")
    if wanted:
        return "wants", wants(wanted, given)
    known = next((key for key, forms in KNOWN.items() if name in forms), "")
    option = next((key for key in game.options if fold(key) == name), "")
    if given.sign == "=" and known:
        return setting(known, given)
    if given.sign == "=" and option:
        return "options", {option: choice(game.options[option], given)}
    raise OrderError(refuse("no-such-setting", name=given.name, there_is=[*KNOWN, "reliability>=80", *game.options]))


def wants(wanted: str, given: Given) -> dict[str, object]:
    """A least figure that a player must show; of ratings there are none."""
    if wanted == "rating":
        raise OrderError(refuse("no-ratings"))
    value = given.value.removesuffix("%").strip()
    if given.sign != ">=" or not value.isdecimal() or len(value) > 3 or int(value) > ALL:
        raise OrderError(refuse("value-unknown", name=wanted, value=given.value, choices=["reliability>=80"]))
    return {wanted: int(value)}


def setting(known: str, given: Given) -> tuple[str, dict[str, object]]:
    """Something that can be chosen for any match."""
    match known:
        case "speed":
            return "clock", pace(given.value)
        case "bots":
            return "bots", {known: number(given)}
        case "silence":
            return "settings", {known: number(given)}
        case "think":
            return "settings", {known: thought(given)}
        case "press":
            return "settings", {known: word_of(PRESS, given)}
        case _:
            return "settings", {known: word_of({"yes": YES, "no": NO}, given) == "yes"}


def pace(text: str) -> dict[str, object]:
    """The clock, as the match keeps it."""
    found = clock.read(text)
    if isinstance(found, Refusal):
        raise OrderError(found)
    return dict(found)


def number(given: Given) -> int:
    """A small number."""
    if not given.value.isdecimal() or len(given.value) > 1:
        raise OrderError(refuse("value-unknown", name=given.name, value=given.value, choices=["0", "1", "2"]))
    return int(given.value)


def thought(given: Given) -> float:
    """How long players may take back what they ordered, in seconds."""
    found = clock.read(given.value) if fold(given.value) != "0" else {"turn": 0.0}
    seconds = None if isinstance(found, Refusal) else found.get("turn")
    if not isinstance(seconds, float) or seconds > MOST_THOUGHT:
        raise OrderError(refuse("value-unknown", name=given.name, value=given.value, choices=["0", "30m", "2h", "1d"]))
    return seconds


def word_of(words: Mapping[str, tuple[str, ...]], given: Given) -> str:
    """The key of a word."""
    found = next((key for key, forms in words.items() if fold(given.value) in forms), None)
    if found is None:
        raise OrderError(refuse("value-unknown", name=given.name, value=given.value, choices=list(words)))
    return found


def choice(option: Option, given: Given) -> Chosen:
    """What is chosen for an option of the game, in the kind of its choices."""
    typed = fold(given.value)
    for one in option.choices:
        forms = (YES if one else NO) if isinstance(one, bool) else (fold(str(one)),)
        if typed in forms:
            return one
    shown = [("yes" if one else "no") if isinstance(one, bool) else str(one) for one in option.choices]
    raise OrderError(refuse("value-unknown", name=given.name, value=given.value, choices=shown))
