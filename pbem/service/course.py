"""The lessons of a tutorial match: which one its next report teaches, and what the player has done already.

A lesson stays until it is done, but for two reports at most; what was done before it came is not taught any more. The
words stand in `templates/common/tutorial.j2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from pbem.engine import kernel
from pbem.engine.errors import OrderError
from pbem.engine.game import Seat, Table
from pbem.engine.orders import LANGUAGES, fold
from pbem.engine.planning import planning_of
from pbem.mail.render import Answer
from pbem.service import words
from pbem.store import tables

SETTING = "tutorial"
"""Key of a match's settings: it is a tutorial, and counts for nothing."""
PATIENCE = 2
PLANNED = 2
"""Lines that the lesson on plans gives as example."""
NUMBER = re.compile(r"\s*\d{1,4}[a-z]?[.)]?\s*", re.ASCII)


class Course(Struct, frozen=True):
    """How far a player has come."""

    lesson: str = "number"
    shown: int = 1
    done: tuple[str, ...] = ()
    praised: tuple[str, ...] = ()
    """What the last letter has done."""


def by_number(given: Sequence[Answer]) -> bool:
    """A number was played."""
    return any(one.result == "played" and NUMBER.fullmatch(one.typed) for one in given)


def by_words(given: Sequence[Answer]) -> bool:
    """An order in words was played."""
    return any(one.result == "played" and not NUMBER.fullmatch(one.typed) for one in given)


def by_mistake(given: Sequence[Answer]) -> bool:
    """Something was refused."""
    return any(one.result == "refused" for one in given)


def by_plan(given: Sequence[Answer]) -> bool:
    """Something was ordered ahead."""
    return any(one.result == "planned" for one in given)


def by_asking(given: Sequence[Answer]) -> bool:
    """A word was asked for."""
    meant = [words.meant(one.typed, ()) for one in given if one.result == "answered"]
    return any(word is not None and word.meaning in ("help", "rules", "log", "settings") for word in meant)


LESSONS: Mapping[str, Callable[[Sequence[Answer]], bool]] = {
    "number": by_number,
    "words": by_words,
    "mistake": by_mistake,
    "plan": by_plan,
    "ask": by_asking,
}
"""Each lesson, and how one sees that it is done."""
READY, OVER = "ready", "over"


def of(match: tables.Match) -> Course | None:
    """The course of a tutorial match; None: it is none."""
    kept = match.settings.get(SETTING)
    return None if kept is None else msgspec.convert(kept, Course)


def learn(match: tables.Match, given: Sequence[Answer]) -> None:
    """Ticks what a letter has done, and goes on to the next lesson."""
    course = of(match)
    if course is not None:
        after = msgspec.to_builtins(advanced(course, given))
        match.settings = {**match.settings, SETTING: after}


def advanced(course: Course, given: Sequence[Answer]) -> Course:
    """The course after a letter."""
    new = tuple(name for name, seen in LESSONS.items() if name not in course.done and seen(given))
    done = (*course.done, *new)
    if course.lesson in LESSONS and course.lesson not in done and course.shown < PATIENCE:
        return structs.replace(course, shown=course.shown + 1, done=done, praised=new)
    return Course(following(course.lesson, done), 1, done, new)


def following(lesson: str, done: Iterable[str]) -> str:
    """The next lesson that is not done; then the word that all are, once."""
    names = [*LESSONS, READY]
    if lesson not in LESSONS:
        return OVER
    return next(name for name in names[names.index(lesson) + 1 :] if name not in done)


def facts(match: tables.Match, t: Table[Any, Any], seat: Seat, lang: str) -> dict[str, Any] | None:
    """What the template needs to teach the present lesson at this table."""
    course = of(match)
    if course is None or course.lesson == OVER:
        return None
    return {
        "name": course.lesson,
        "number": [*LESSONS, READY].index(course.lesson) + 1,
        "of": len(LESSONS),
        "again": course.shown > 1,
        "praised": list(course.praised),
        "short": shortened(t, seat, lang),
        "wrong": impossible(t, seat, lang),
        "plan": [both[LANGUAGES.index(lang)] for both in planning_of(t.game).examples[:PLANNED]],
    }


def shortened(t: Table[Any, Any], seat: Seat, lang: str) -> str:
    """A possible order, as short as it can be written; nothing if there is none."""
    possible = list(kernel.legal(t, seat))
    for action in possible:
        verb, _, rest = t.game.orders.write(action, lang).partition(" ")
        for length in range(2, len(verb)):
            line = f"{verb[:length]} {rest}".strip()
            if understood(t, line, {type(one) for one in possible}) == action:
                return line
    return ""


def understood(t: Table[Any, Any], line: str, now: set[Any]) -> object:
    """What a line orders; None: it cannot be read, or is a word of the service."""
    try:
        return None if words.meant(line, t.game.orders.names) else t.game.orders.read(line, now)
    except OrderError:
        return None


def impossible(t: Table[Any, Any], seat: Seat, lang: str) -> str:
    """An order that is refused now: one of the game, or else a near miss."""
    bare = [verb for verb in t.game.orders.verbs if not verb.slots]
    for verb in bare:
        action = verb.action()
        if seat in t.pending.seats and kernel.objection(t, seat, action) is not None:
            return verb.write(action, lang)
    first = t.game.orders.verbs[0].pattern(lang)[0]
    return first + fold(first)[-1]
