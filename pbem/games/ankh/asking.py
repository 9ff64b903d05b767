"""Questions and what comes later: the two kinds of step that nearly all of Ankh is made of.

A rule asks by `may` or `must` with the choices as they are now; what an answer does is registered by the question's
name with `answers`. What must wait until questions above it are answered is put on the stack by `later`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.ankh.actions import Ahead, Choose, No, Yes
from pbem.games.ankh.board import Table
from pbem.games.ankh.events import Ended
from pbem.games.ankh.plans import give_ahead, objection_to_plans
from pbem.games.ankh.scoring import winners

Facts = tuple[str, ...]
Handler = Callable[[Table, int, Facts, str], None]
Continuation = Callable[[Table, int, Facts], None]
Typed = Callable[[Table, int, Facts, Action], "Refusal | None"]

ANSWERS: dict[str, Handler] = {}
LATER: dict[str, Continuation] = {}
TYPED: dict[str, tuple[type[Action], Typed, Callable[[Table, int, Facts, Action], None]]] = {}
"""Questions that a whole order answers as well, so that a letter need not know which question is open."""
YES = ("yes",)


def answers(why: str) -> Callable[[Handler], Handler]:
    """Registers what the answer to a question does; no answer is an empty word."""

    def note(handler: Handler) -> Handler:
        ANSWERS[why] = handler
        return handler

    return note


def continues(what: str) -> Callable[[Continuation], Continuation]:
    """Registers what comes later under a name."""

    def note(continuation: Continuation) -> Continuation:
        LATER[what] = continuation
        return continuation

    return note


def finish(t: Table) -> None:
    """When somebody has won, nothing else happens."""
    if t.board.ended:
        t.tell(Ended(t.board.ended, winners(t.board)))
        t.stack.clear()


class Auto(Step, frozen=True, gc=False):
    """A step that needs nobody."""

    def run(self, t: Table) -> None:
        self.go(t)
        finish(t)

    def go(self, t: Table) -> None:
        """What it does."""
        raise NotImplementedError


class Later(Auto, frozen=True, gc=False):
    """Something that had to wait."""

    what: str
    god: int
    facts: Facts = ()

    def go(self, t: Table) -> None:
        t.end()
        LATER[self.what](t, self.god, self.facts)


class Question(Step, frozen=True, gc=False):
    """A step that asks one god; answers ahead for a conflict are taken at any time."""

    god: int
    exact: ClassVar[bool] = True

    def pending(self, t: Table) -> Pending | None:
        return ALONE[t.board.decider(self.god)]

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        if isinstance(action, Ahead):
            return objection_to_plans(t, t.board.god_of[seat], action)
        return self.why_not(t, seat, action)

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        if isinstance(action, Ahead):
            give_ahead(t, t.board.god_of[seat], action)
            return
        self.answer(t, seat, action)
        finish(t)

    def why_not(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        """Why this is no answer."""
        raise NotImplementedError

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        """What the answer does."""
        raise NotImplementedError


class Ask(Question, frozen=True, gc=False):
    """One of some choices, or none if `need` is "may"."""

    why: str
    options: tuple[str, ...]
    need: str
    facts: Facts = ()
    default: str = ""

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        chosen: list[Action] = [Yes()] if self.options == YES else [Choose(option) for option in self.options]
        return [*chosen, No()] if self.need == "may" else chosen

    def why_not(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        match action:
            case Yes() if self.options == YES:
                return None
            case No() if self.need == "may":
                return None
            case Choose(what) if what in self.options and self.options != YES:
                return None
            case Choose(what) if self.options != YES:
                return refuse("not-a-choice", what=what, why=self.why, facts=self.facts, options=self.options)
        if self.why in TYPED and isinstance(action, TYPED[self.why][0]):
            return TYPED[self.why][1](t, self.god, self.facts, action)
        return refuse("answer-first", why=self.why, facts=self.facts, options=self.options, need=self.need)

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        t.end()
        if isinstance(action, Choose | Yes | No):
            choice = action.what if isinstance(action, Choose) else "yes" if isinstance(action, Yes) else ""
            ANSWERS[self.why](t, self.god, self.facts, choice)
        else:
            TYPED[self.why][2](t, self.god, self.facts, action)

    def fallback(self, t: Table, seat: Seat) -> Action:
        if not self.default:
            return No()
        return Yes() if self.options == YES else Choose(self.default)


def may(t: Table, god: int, why: str, options: Iterable[str], facts: Facts = (), default: str = "") -> None:
    """Asks for one of the choices or none; where there is none nobody is asked."""
    choices = tuple(options)
    if choices:
        t.call(Ask(god, why, choices, "may", facts, default))
    else:
        ANSWERS[why](t, god, facts, "")


def must(t: Table, god: int, why: str, options: Iterable[str], facts: Facts = (), default: str = "") -> None:
    """Asks for one of the choices; a single one is taken without asking, none counts as no answer."""
    choices = tuple(options)
    if len(choices) > 1:
        t.call(Ask(god, why, choices, "must", facts, default or choices[0]))
    else:
        ANSWERS[why](t, god, facts, choices[0] if choices else "")


def later(t: Table, what: str, god: int, *facts: str) -> None:
    """Puts something on the stack."""
    t.call(Later(what, god, facts))


def in_turn(t: Table, what: str, gods: Iterable[int]) -> None:
    """One god after the other, least devotion first."""
    for god in reversed(t.board.humble_first(tuple(gods))):
        later(t, what, god)
