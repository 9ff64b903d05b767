"""Plays the lines of a letter, one after the other, and answers each.

Lines are played until one is refused or somebody else must act; what is left then is kept as plan. Prose stops
nothing. A label is translated by the list of the mail that it answers, and counts only while that decision is open.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, structs

from pbem.engine import kernel
from pbem.engine.errors import Illegal, OrderError, Unknowable, Unreadable
from pbem.engine.game import Action, Refusal, Seat, Table, refuse
from pbem.engine.orders import fold
from pbem.engine.planning import Line, Reader, Say, planning_of
from pbem.engine.plans import answers
from pbem.mail.render import Answer, Result, Speaker
from pbem.service import menus, words
from pbem.service.entries import Cause
from pbem.service.lines import way_out
from pbem.service.live import Live
from pbem.service.menus import Listed
from pbem.service.plans import Plan
from pbem.service.preview import Dream
from pbem.service.reports import asked
from pbem.service.suggest import meant_as_order
from pbem.store import tables

MOST = 200
"""Lines answered one by one; a longer letter is cut there, and says so by what it lists."""


Stop = Literal["", "after-refusal", "not-your-turn", "beyond"]
"""Why further lines of a letter are not played."""


STILL = {"paused": refuse("match-paused"), "held": refuse("match-held")}
"""Why nothing is played in a match that is not over."""


class Letter(Struct, frozen=True, kw_only=True):
    """What one seat has to say in one letter."""

    seat: Seat
    lines: Sequence[str]
    listed: Listed
    lang: str
    cause: Cause
    late: bool = False
    """The clock has played for the decision that it answers."""


def play(live: Live, letter: Letter) -> list[Answer]:
    """An answer to each line, in order; what could be played has been played, the rest is kept as plan."""
    lines = list(filter(says_something, letter.lines[:MOST]))
    first, _, order = lines[0].strip().partition(" ") if lines else ("", "", "")
    if whole_word(live, first) == "preview":
        return previewed(live, structs.replace(letter, lines=[order, *lines[1:]]), first)
    if not lines or whole_word(live, lines[0]) != "all or nothing":
        return Run(live, letter).play()
    rest = structs.replace(letter, lines=lines[1:])
    foreseen = Run(Dream(live, letter.seat), rest).play()
    nothing = any(one.result == "refused" for one in foreseen)
    return [Answer(lines[0], "noted"), *(undone(foreseen) if nothing else Run(live, rest).play())]


def left(letter: Letter) -> list[Answer]:
    """The lines behind one that was refused."""
    return [Answer(line, "after-refusal") for line in letter.lines if says_something(line)]


WOULD: Mapping[Result, Result] = {"played": "would-play", "planned": "would-plan", "cancelled": "noted"}


def previewed(live: Live, letter: Letter, line: str) -> list[Answer]:
    """What the lines behind the first one would do, as far as that can be foreseen."""
    dream = Dream(live, letter.seat)
    given = [one for one in Run(dream, letter).play() if one.result != "replaced"]
    speaker = Speaker(live.game.key, live.game.names, letter.lang, live.names())
    news = [f"- {said}" for one in dream.news if one.reaches(letter.seat) for said in speaker.event(one.event)]
    told = [structs.replace(one, result=WOULD.get(one.result, one.result)) for one in given]
    return [*told, Answer(line, "foreseen" if news else "nothing-foreseen", text="\n".join(news))]


def undone(given: Sequence[Answer]) -> list[Answer]:
    """A line is refused, so that none of them counts."""
    kept = ("refused", "answered", "prose", "plan", "no-plan")
    return [one if one.result in kept else Answer(one.typed, "undone") for one in given if one.result != "replaced"]


def whole_word(live: Live, line: str) -> str:
    """The word of every game that a line consists of; "" if it is none."""
    typed = line.partition("#")[0].strip()
    word = words.meant(typed, set(live.game.orders.names))
    return word.meaning if word is not None and fold(typed) in word.forms() else ""


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


class Run:
    """The lines of a letter, one after the other."""

    def __init__(self, live: Live, letter: Letter) -> None:
        self.live = live
        self.letter = letter
        self.stopped: Stop = "" if may_speak(live, letter.seat) else "not-your-turn"
        self.unasked = list(live.table.forced)
        """What lines above have set off by itself."""
        self.plan = Plan(live, letter.seat, str(letter.cause.get("sha256", "")))

    def play(self) -> list[Answer]:
        """An answer to each line."""
        answers: list[Answer] = []
        for line in spelled_out(self.live, self.letter):
            answer = self.one(line)
            if answer is None:
                break
            answers.append(answer)
            if answer.result == "refused":
                self.stopped = "after-refusal"
            elif answer.result == "played" and not asked(self.live.table, self.letter.seat):
                self.stopped = "not-your-turn"
        return answers + [Answer(old, "replaced") for old in self.plan.close()]

    def one(self, line: str) -> Answer | None:
        """The answer to one line; None: it ends the orders."""
        typed = line.partition("#")[0].strip()
        word = words.meant(typed, set(self.live.game.orders.names))
        if word is not None and word.meaning == "end" and fold(typed) in word.forms():
            return None
        if word is not None and (answer := self.word(word.meaning, line, typed)):
            return answer
        try:
            understood = self.read(typed)
        except OrderError as error:
            stopped = "" if self.stopped == "not-your-turn" else self.stopped  # what is kept must be understood, too
            return not_understood(self.live, self.letter, line, error, stopped)
        return self.obey(line, understood)

    def word(self, meaning: str, line: str, typed: str) -> Answer | None:
        """The answer to a word of every game; None: the line is no such word after all."""
        rest = typed.partition(" ")[2]
        if meaning in words.ANSWERED:
            return Answer(line, "answered")
        match meaning:
            case "confirm":
                return Answer(line, "refused", refusal=refuse("code-unknown", given=rest))
            case "plan" if not rest or rest.isdecimal():
                return self.plan.shown(line)
            case "plan" if looks_like_an_order(self.live, rest):
                return Answer(line, "refused", refusal=refuse("plan-alone", words=rest))
            case "cancel":
                return self.plan.cancelled(line, rest)
            case "auto" if not rest:
                return self.auto(line)
            case "preview" | "all or nothing" if whole_word(self.live, line):
                return Answer(line, "refused", refusal=refuse("first-line-only", word=typed))
        return None

    def read(self, typed: str) -> tuple[str, Line]:
        """What a line says, and the words in which it is kept: not a number, which counts in its list alone."""
        try:
            action = meaning(self.live, self.letter, typed)
        except OrderError as error:
            return typed, Reader(self.live.game).ahead(typed, error)
        listed = menus.label(typed) or menus.BEGUN.match(typed)
        text = self.live.game.orders.write(action, self.letter.lang) if listed else typed
        return text, Line("once", Say(action))

    def obey(self, line: str, understood: tuple[str, Line]) -> Answer:
        """Plays a line, or keeps it."""
        text, said = understood
        if self.stopped in ("after-refusal", "beyond"):
            return Answer(line, self.stopped)
        if said.kind == "once" and self.letter.late:
            return refused(self.live, self.letter, line, refuse("too-late"))
        if said.kind == "once" and self.live.row.status == "paused":
            self.plan.follow(text)
            return Answer(line, "paused")
        if said.kind != "once" and self.live.table.stack:
            self.plan.stand(text, said.kind)
            return Answer(line, "planned")
        t, seat = self.live.table, self.letter.seat
        action = said.speech.meant(t.game.view(t, seat))
        if action is not None and played_already(t, seat, action, self.unasked):
            self.unasked.remove((seat, action))
            return self.played(line, action)
        if t.stack and (self.stopped or not (asked(t, seat) or (action is not None and answers(t, seat, action)))):
            self.plan.follow(text)
            return Answer(line, "planned")
        return self.order(line, action) if action is not None else Answer(line, "skipped")

    def order(self, line: str, action: Action) -> Answer:
        """Plays an order."""
        if (status := self.live.row.status) != "running":
            return Answer(line, "refused", refusal=STILL.get(status, refuse("match-over")))
        try:
            self.live.order(self.letter.seat, action, self.letter.cause)
        except Illegal as error:
            return refused(self.live, self.letter, line, error.refusal)
        except Unknowable:
            self.stopped = "beyond"
            return structs.replace(self.played(line, action), result="chance")
        self.unasked += self.live.table.forced
        return self.played(line, action)

    def played(self, line: str, action: Action) -> Answer:
        """It was played."""
        return Answer(line, "played", order=self.live.game.orders.write(action, self.letter.lang))

    def auto(self, line: str) -> Answer:
        """The defaults play the rest of the turn: one order, unless the game says what a turn is."""
        if self.letter.late and self.stopped != "after-refusal":
            return refused(self.live, self.letter, line, refuse("too-late"))
        if self.stopped:
            return Answer(line, self.stopped)
        seat, orders = self.letter.seat, list[str]()
        begun = turn_of(self.live, seat)
        while asked(self.live.table, seat) and (
            not orders or (begun is not None and turn_of(self.live, seat) == begun)
        ):
            answer = self.order(line, kernel.fallback(self.live.table, seat))
            if answer.result != "played":
                return answer
            orders.append(answer.order)
        return Answer(line, "played", order=", ".join(orders)) if orders else Answer(line, "not-your-turn")


def may_speak(live: Live, seat: Seat) -> bool:
    """Whether an order is played now or, the match being over, refused; not kept."""
    pending = live.table.pending
    return seat in pending.seats or seat in pending.may_change or not live.table.stack


def turn_of(live: Live, seat: Seat) -> object:
    """The turn that a seat is in, where the game says so."""
    turn = planning_of(live.game).turn
    return turn(live.game.view(live.table, seat)) if turn is not None and live.table.stack else None


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


def not_understood(live: Live, letter: Letter, line: str, error: OrderError, stopped: Stop) -> Answer:
    """Prose if it is not even near an order; else it is asked about."""
    unlike = error.refusal.code == "unknown-verb" and not error.refusal.facts["near"]
    if unlike and not meant_as_order(live.table, letter.seat, line):
        return Answer(line, "prose")
    if stopped:
        return Answer(line, stopped)
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
        Reader(live.game).line(line)
    except OrderError:
        return bool(menus.label(line.strip()))
    return True


def said_nothing(given: Sequence[Answer]) -> str | None:
    """Names the words of a letter in which there was nothing to do; None: there was."""
    if any(one.result not in ("prose", "empty", "doubtful", "refused", "after-refusal") for one in given):
        return None
    said = "\n".join(one.typed for one in given if one.result != "empty")
    return f"nothing said: {hashlib.sha256(said.encode()).hexdigest()[:16]}"


def state_of(given: Sequence[Answer]) -> tables.LetterState:
    """What became of a letter, by the answers to its lines."""
    results = {one.result for one in given}
    if results & {"played", "planned", "paused", "cancelled", "taken-back"}:
        return "played"
    return "refused" if "refused" in results else "answered"
