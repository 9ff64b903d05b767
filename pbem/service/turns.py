"""Plays the lines of a letter, one after the other, and answers each.

Lines are played until one is refused or somebody else must act; what is left is listed as not played. Prose stops
nothing. A label is translated by the list of the mail that it answers, and counts only while that decision is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from pbem.engine import kernel
from pbem.engine.errors import Illegal, OrderError, Unreadable
from pbem.engine.game import Action, Refusal, Seat, Table, refuse
from pbem.engine.orders import fold
from pbem.mail.render import Answer
from pbem.service import menus, words
from pbem.service.lines import way_out
from pbem.service.live import Cause, Live
from pbem.service.menus import Listed
from pbem.service.reports import asked
from pbem.service.suggest import meant_as_order
from pbem.store.matches import OVER

MOST = 200
"""Lines answered one by one; a longer letter is cut there, and says so by what it lists."""


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
    for line in spelled_out(live, letter):
        answer = one(live, letter, line, stopped, unasked)
        if answer is None:
            break
        answers.append(answer)
        if answer.result == "refused":
            stopped = "after-refusal"
        elif answer.result == "played" and not asked(live.table, letter.seat):
            stopped = "not-your-turn"
    return answers


def spelled_out(live: Live, letter: Letter) -> Iterator[str]:
    """The lines that say something; the letter of a whole turn becomes its orders, with the letter as a remark."""
    for line in filter(says_something, letter.lines[:MOST]):
        typed = line.partition("#")[0].strip()
        turn = letter.listed.turn(typed)
        if turn and still_open(live, letter.seat, letter.listed.decision):
            yield from (f"{in_language(live, order, letter.lang)} # {typed}" for order in turn)
        else:
            yield line


def in_language(live: Live, order: str, lang: str) -> str:
    """An order as the list keeps it, in a language."""
    return live.game.orders.write(live.game.orders.read(order), lang)


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
    """The action that a line orders: a label of the list, or words."""
    t = live.table
    if label := menus.label(typed):
        return t.game.orders.read(translated(live, letter, label))
    if begun := menus.BEGUN.match(typed):
        return repeated(live, letter, menus.label(begun[1]), typed[begun.end() :])
    if letter.listed.turn(typed):
        translated(live, letter, menus.letter(typed))
    return t.game.orders.read(typed, {type(action) for action in kernel.legal(t, letter.seat)})


def repeated(live: Live, letter: Letter, label: str, words: str) -> Action:
    """A label whose order stands behind it; anything else behind it is refused."""
    order = letter.listed.orders.get(label)
    if order is None or not menus.agree(live.table, order, words):
        raise Unreadable(refuse("number-and-words", number=label))
    return live.game.orders.read(translated(live, letter, label))


def translated(live: Live, letter: Letter, label: str) -> str:
    """The order behind a label; refused unless its decision is still open."""
    order = menus.order_of(letter.listed, label)
    if not still_open(live, letter.seat, letter.listed.decision):
        told = [in_language(live, line, letter.lang) for line in order.splitlines()]
        raise Unreadable(refuse("list-is-old", number=label, order="; ".join(told)))
    return order


def still_open(live: Live, seat: Seat, decision: int | None) -> bool:
    """Whether a decision waits for an answer, or has one under seal that may be changed."""
    return decision is not None and decision in (live.opened.get(seat), live.answered.get(seat))


def not_understood(live: Live, letter: Letter, line: str, error: OrderError, stopped: str) -> Answer:
    """Prose if it is not even near an order; else it is asked about."""
    unlike = error.refusal.code == "unknown-verb" and not error.refusal.facts["near"]
    if unlike and not meant_as_order(live.table, letter.seat, line):
        return Answer(line, "prose")
    if stopped:
        return Answer(line, stopped)  # type: ignore[arg-type]  # one of the results
    return refused(live, letter, line, error.refusal)


def refused(live: Live, letter: Letter, line: str, why: Refusal) -> Answer:
    """The reason, and orders that would do."""
    near, labels = way_out(live.table, letter.seat, line, why, letter.lang)
    return Answer(line, "refused", refusal=why, near=near, labels=labels)


def doubted(live: Live, lines: Sequence[str]) -> list[Answer]:
    """Of the lines whose author is not sure: those that look like orders are asked about, never obeyed."""
    return [Answer(line, "doubtful") for line in filter(says_something, lines) if looks_like_an_order(live, line)]


def looks_like_an_order(live: Live, line: str) -> bool:
    """A label alone, or words that can be read as an order."""
    try:
        live.game.orders.read(line)
    except OrderError:
        return bool(menus.label(line.strip()))
    return True
