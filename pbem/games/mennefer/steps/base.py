"""What all decisions of a turn have in common: `skip`, `auto`, and a refusal that names the open question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from pbem.engine.errors import EngineBug
from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.engine.orders import LANGUAGES
from pbem.games.mennefer.actions import AUTO, ORDERS, SKIP
from pbem.games.mennefer.board import Player, Table

LISTED = 12
"""Answers that a refusal lists."""
DEEPEST = 100
"""Steps on the stack; more is an effect that never ends."""
NEVER_ENDS = 1000


class Choice(Step, frozen=True, gc=False):
    """A decision of the player on turn. `options` lists what can be answered, `answer` carries it out."""

    seat: Seat
    exact: ClassVar[bool] = True
    optional: ClassVar[bool] = False
    """Whether it can be given up by `skip`."""
    question: ClassVar[str] = ""
    """Names what is asked; the words stand in the templates."""

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat]

    def options(self, t: Table) -> Sequence[Action]:
        """What can be answered, besides `skip` and `auto`."""
        raise NotImplementedError

    def default(self, t: Table) -> Action:
        """What `auto` answers."""
        raise NotImplementedError

    def answer(self, t: Table, action: Action) -> None:
        """Carries an option out."""
        raise NotImplementedError

    def give_up(self, t: Table) -> None:
        """What `skip` means."""
        raise NotImplementedError

    def asked(self, t: Table) -> list[str]:
        """What the question is about, for the reader of a report or a refusal."""
        return [self.question]

    def reason(self, t: Table, action: Action) -> Refusal | None:
        """Why an answer of the right kind will not do; None: nothing more is to say than what will."""
        return None

    def player(self, t: Table) -> Player:
        """Whose turn it is."""
        return t.board.players[self.seat]

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        options = self.options(t)
        if self.optional:
            return [*options, SKIP, AUTO]
        return options if len(options) == 1 else [*options, AUTO]

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        known = t.choices is not None and t.stack[-1] is self
        choices = t.choices if known and t.choices is not None else self.candidates(t, seat)
        if action in choices:
            return None
        return self.reason(t, action) or other_question(self.asked(t), choices)

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        if action == AUTO:
            play_the_rest(t, seat)
        elif action == SKIP:
            self.give_up(t)
        else:
            self.answer(t, action)

    def fallback(self, t: Table, seat: Seat) -> Action:
        return AUTO


class TurnEnd(Step, frozen=True, gc=False):
    """Lies below everything that belongs to a turn."""

    seat: Seat


def other_question(asked: list[str], choices: Sequence[Action]) -> Refusal:
    """Names the open question and its answers; of very many some of each kind, and how many more there are."""
    shown = sample(tuple(choices))
    return refuse("other-question", asked=asked, answers=written(shown), more=len(choices) - len(shown))


def sample(choices: tuple[Action, ...]) -> tuple[Action, ...]:
    """All choices, or the first ones of every kind."""
    if len(choices) <= LISTED:
        return choices
    kinds = {type(choice): [one for one in choices if type(one) is type(choice)] for choice in choices}
    room = LISTED - sum(len(one) == 1 for one in kinds.values())
    share = max(1, room // max(1, sum(len(one) > 1 for one in kinds.values())))
    return tuple(choice for kind in kinds.values() for choice in kind[:share])


@lru_cache(maxsize=4096)
def written(choices: tuple[Action, ...]) -> dict[str, list[str]]:
    """Answers in each language."""
    return {lang: [ORDERS.write(action, lang) for action in choices] for lang in LANGUAGES}


def play_the_rest(t: Table, seat: Seat) -> None:
    """The defaults answer until the turn is over."""
    for _ in range(NEVER_ENDS):
        step = t.stack[-1]
        if isinstance(step, TurnEnd):
            return
        if step.pending(t) is None:
            step.run(t)
            continue
        assert isinstance(step, Choice), "within a turn nobody else is asked"
        options = step.candidates(t, seat)
        step.perform(t, seat, options[0] if len(options) == 1 else step.default(t))
    raise EngineBug("mennefer: a turn never ends")


def push(t: Table, step: Step) -> None:
    """An interrupt; what nests too deep is a rule that never ends."""
    if len(t.stack) > DEEPEST:
        raise EngineBug(f"mennefer: effects nest too deep at {step!r}")
    t.call(step)
