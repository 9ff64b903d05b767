"""Plays the lines of a letter, one after the other, and answers each.

Lines are played until one is refused or somebody else must act; what is left is listed as not played. Prose stops
nothing. A number is translated by the list of the mail that it answers, and counts only while that decision is open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from pbem.engine import kernel
from pbem.engine.errors import Illegal, OrderError, Unreadable
from pbem.engine.game import Action, Refusal, Seat, Table, refuse
from pbem.engine.orders import fold
from pbem.mail.render import Answer
from pbem.service import words
from pbem.service.lines import suggestions
from pbem.service.live import Cause, Live
from pbem.service.reports import asked
from pbem.store.matches import OVER

NUMBER = re.compile(r"(\d{1,4})[.)]?", re.ASCII)
BEGUN = re.compile(r"\(?(\d{1,4})(?![\w.:/-]*\d)\W*(?:\s|$)", re.ASCII)
"""A number as first word, with more behind it: perhaps an order. A date or a time is none."""
MOST = 200
"""Lines answered one by one; a longer letter is cut there, and says so by what it lists."""


class Listed(Struct, frozen=True):
    """The numbered orders of the mail that a letter answers; decision None: it had no list."""

    decision: int | None = None
    orders: Mapping[str, str] = {}


class Letter(Struct, frozen=True, kw_only=True):
    """What one seat has to say in one letter."""

    seat: Seat
    lines: Sequence[str]
    listed: Listed
    lang: str
    cause: Cause


def play(live: Live, letter: Letter) -> list[Answer]:
    """An answer to each line, in order; what could be played has been played."""
    answers: list[Answer] = []
    stopped: str = ""
    unasked = list(live.table.forced)
    for line in filter(says_something, letter.lines[:MOST]):
        answer = one(live, letter, line, stopped, unasked)
        if answer is None:
            break
        answers.append(answer)
        if answer.result == "refused":
            stopped = "after-refusal"
        elif answer.result == "played" and not asked(live.table, letter.seat):
            stopped = "not-your-turn"
    return answers


def says_something(line: str) -> bool:
    """Neither empty nor only a comment."""
    return bool(line.partition("#")[0].strip())


def one(live: Live, letter: Letter, line: str, stopped: str, unasked: list[tuple[Seat, Action]]) -> Answer | None:
    """The answer to one line; None: it ends the orders. `unasked` is what lines above have set off by itself."""
    typed = line.partition("#")[0].strip()
    word = words.meant(typed, set(live.game.orders.names))
    if word is not None and word.meaning == "end" and fold(typed) in word.forms():
        return None
    if word is not None and word.meaning in words.ANSWERED:
        return Answer(line, "answered")
    if word is not None and word.meaning == "confirm":
        return Answer(line, "refused", refusal=refuse("code-unknown", given=typed.partition(" ")[2]))
    try:
        action = meaning(live, letter, typed)
    except OrderError as error:
        return not_understood(live, letter, line, error, stopped)
    if stopped != "after-refusal" and played_already(live.table, letter.seat, action, unasked):
        unasked.remove((letter.seat, action))
        return Answer(line, "played", order=live.game.orders.write(action, letter.lang))
    if stopped:
        return Answer(line, stopped)  # type: ignore[arg-type]  # one of the results
    if live.row.status != "running":
        return Answer(line, "refused", refusal=refuse("match-over" if live.row.status in OVER else "match-held"))
    try:
        live.order(letter.seat, action, letter.cause)
    except Illegal as error:
        return refused(live, letter, line, error.refusal)
    unasked += live.table.forced
    return Answer(line, "played", order=live.game.orders.write(action, letter.lang))


def played_already(t: Table[Any, Any], seat: Seat, action: Action, unasked: list[tuple[Seat, Action]]) -> bool:
    """Whether a line above left no choice but this, so that it was played unasked: nothing is wrong with it."""
    return (seat, action) in unasked and kernel.objection(t, seat, action) is not None


def meaning(live: Live, letter: Letter, typed: str) -> Action:
    """The action that a line orders: a number of the list, or words."""
    t = live.table
    number = NUMBER.fullmatch(typed)
    if number is None and (begun := BEGUN.match(typed)):
        raise Unreadable(refuse("number-and-words", number=begun[1]))
    if number is None:
        now = {type(action) for action in kernel.legal(t, letter.seat)}
        return t.game.orders.read(typed, now)
    return t.game.orders.read(translated(live, letter, str(int(number[1]))))


def translated(live: Live, letter: Letter, label: str) -> str:
    """The order behind a number; refused unless its decision is still open."""
    listed = letter.listed
    if listed.decision is None:
        raise Unreadable(refuse("no-list", number=label))
    if label not in listed.orders:
        raise Unreadable(refuse("no-such-number", number=label, most=len(listed.orders)))
    if not still_open(live, letter.seat, listed.decision):
        raise Unreadable(refuse("list-is-old", number=label, order=listed.orders[label]))
    return listed.orders[label]


def still_open(live: Live, seat: Seat, decision: int) -> bool:
    """Whether a decision waits for an answer, or has one under seal that may be changed."""
    return decision in (live.opened.get(seat), live.answered.get(seat))


def not_understood(live: Live, letter: Letter, line: str, error: OrderError, stopped: str) -> Answer:
    """Prose if it is not even near an order; else it is asked about."""
    if error.refusal.code == "unknown-verb" and not error.refusal.facts["near"]:
        return Answer(line, "prose")
    if stopped:
        return Answer(line, stopped)  # type: ignore[arg-type]  # one of the results
    return refused(live, letter, line, error.refusal)


def refused(live: Live, letter: Letter, line: str, why: Refusal) -> Answer:
    """The reason, and the nearest orders that would do."""
    near = suggestions(live.table, letter.seat, line, letter.lang)
    return Answer(line, "refused", refusal=why, near=near)


def doubted(live: Live, lines: Sequence[str]) -> list[Answer]:
    """Of the lines whose author is not sure: those that look like orders are asked about, never obeyed."""
    return [Answer(line, "doubtful") for line in filter(says_something, lines) if looks_like_an_order(live, line)]


def looks_like_an_order(live: Live, line: str) -> bool:
    """A number alone, or words that can be read as an order."""
    try:
        live.game.orders.read(line)
    except OrderError:
        return NUMBER.fullmatch(line.strip()) is not None
    return True
