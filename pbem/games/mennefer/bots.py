"""Who plays when nobody answers. A bot gets a table imagined from its view and sees nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine import kernel
from pbem.engine.game import Action, Seat
from pbem.games.mennefer.actions import AUTO
from pbem.games.mennefer.board import Table
from pbem.games.mennefer.steps.base import Choice, TurnEnd, play_the_rest
from pbem.games.mennefer.worth import worth

REFINED = 4
"""Beginnings of a turn that are thought through to its end."""
EXAMPLES = 4
LONGEST = 60
"""Answers in one turn."""

Line = tuple[int, list[Action]]
"""A way to play the rest of a turn, and what it is worth."""


def random(t: Table, seat: Seat) -> Action:
    """Any legal order but `auto`, all equally likely."""
    orders = [order for order in kernel.legal(t, seat) if order != AUTO]
    return orders[t.chance.index(t, "order", [""] * len(orders))]


def steady(t: Table, seat: Seat) -> Action:
    """The first order of the best turn that it finds."""
    return lines(t, seat, REFINED)[0][1][0]


def examples(t: Table, seat: Seat) -> Sequence[Sequence[Action]]:
    """The best turns that begin differently, from here to their end."""
    return [orders for _, orders in lines(t, seat, EXAMPLES)]


def lines(t: Table, seat: Seat, count: int) -> list[Line]:
    """The most promising answers, each thought through to the end of the turn, best first."""
    first = sorted(promises(t, seat), key=lambda one: -one[0])[:count]
    return sorted((thought_through(t, seat, order) for _, order in first), key=lambda line: -line[0])


def promises(t: Table, seat: Seat) -> list[tuple[int, Action]]:
    """What each answer leads to if the defaults play the rest of the turn."""
    step = t.stack[-1]
    return [(promise(after(t, seat, order), seat), order) for order in step.candidates(t, seat) if order != AUTO]


def promise(t: Table, seat: Seat) -> int:
    """What a table is worth when the defaults have played the rest of the turn on it."""
    play_the_rest(t, seat)
    return worth(t, seat)


def after(t: Table, seat: Seat, order: Action) -> Table:
    """Another table on which this order is played, up to the next question or the end of the turn."""
    t = t.clone()
    t.news, t.outcomes, t.choices = [], [], None
    t.stack[-1].perform(t, seat, order)
    while not isinstance(t.stack[-1], TurnEnd):
        step = t.stack[-1]
        if step.pending(t) is None:
            step.run(t)
            continue
        assert isinstance(step, Choice), "within a turn nobody else is asked"
        options = step.candidates(t, seat)
        if len(options) > 1:
            break
        step.perform(t, seat, options[0])
    return t


def thought_through(t: Table, seat: Seat, order: Action) -> Line:
    """From this order on, always the answer that promises most."""
    orders = [order]
    t = after(t, seat, order)
    while isinstance(t.stack[-1], Choice) and len(orders) < LONGEST:
        _, best = max(promises(t, seat), key=lambda one: one[0])
        orders.append(best)
        t = after(t, seat, best)
    return promise(t, seat), orders


BOTS = {"steady": steady, "random": random}
