"""Who plays when nobody answers. A bot gets a table imagined from its view and sees nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, zip_longest

from pbem.engine import kernel
from pbem.engine.game import Action, Seat
from pbem.games.mennefer.actions import AUTO, SKIP, Visit
from pbem.games.mennefer.board import Table
from pbem.games.mennefer.steps.base import Choice, TurnEnd, play_the_rest
from pbem.games.mennefer.steps.turn import Turn
from pbem.games.mennefer.worth import worth

REFINED, WITHIN = 4, 2
"""Beginnings of a turn that are thought through to its end, and answers in the middle of one."""
FEWEST, EXAMPLES = 3, 4
"""Whole turns in a report."""
NEARLY = 6
"""So much less, in tenths of a point, is hardly worse."""
LONGEST = 60
"""Answers in one turn."""

Line = tuple[int, list[Action]]
"""A way to play the rest of a turn, and what it is worth."""
Promise = tuple[int, Action]
"""An answer, and what it leads to if the defaults play on."""


def random(t: Table, seat: Seat) -> Action:
    """Any legal order but `auto`, all equally likely."""
    orders = [order for order in kernel.legal(t, seat) if order != AUTO]
    return orders[t.chance.index(t, "order", [""] * len(orders))]


def steady(t: Table, seat: Seat) -> Action:
    """The first order of the best turn that it finds."""
    return lines(t, seat, best_of(t, ranking(t, seat)))[0][1][0]


def best_of(t: Table, ranked: Sequence[Action]) -> Sequence[Action]:
    """Those that are worth a thought."""
    return ranked[: REFINED if isinstance(t.stack[-1], Turn) else WITHIN]


def examples(t: Table, seat: Seat) -> Sequence[Sequence[Action]]:
    """Good turns from here to their end: the best one, others that do something else, and if need be some alike."""
    ranked = [(value, order) for value, order in rated(t, seat) if order != SKIP]
    best = lines(t, seat, best_of(t, [order for _, order in ranked]))
    turns = {deed(best[0][1]): best[0]}
    for order in varied(ranked, best[0][1][0]):
        line = thought_through(t, seat, order)
        turns.setdefault(deed(line[1]), line)
        if len(turns) == EXAMPLES:
            break
    alike = (line for line in chain(best, forks(t, seat, best)) if line not in turns.values())
    found = [*turns.values(), *islice(alike, max(0, FEWEST - len(turns)))]
    return [orders for _, orders in sorted(found, key=lambda line: -line[0])]


def forks(t: Table, seat: Seat, begun: Sequence[Line]) -> Iterator[Line]:
    """Turns that begin like these and go on in another way."""
    for _, (order, *_) in begun:
        then = after(t, seat, order)
        if isinstance(then.stack[-1], Choice):
            yield from ((value, [order, *orders]) for value, orders in lines(then, seat, ranking(then, seat)))


def deed(orders: Sequence[Action]) -> tuple[object, ...]:
    """What a turn does: the same actions after a visit to another house, or beside another tablet, are nothing else."""
    first, *rest = orders
    return (type(first), *rest) if rest else (first,)


def varied(ranked: Sequence[Promise], best: Action) -> list[Action]:
    """Orders in turn of each kind, the best ones first; of visits one with each tablet."""
    kinds: dict[type[Action], list[Action]] = {}
    for order in (*visits(ranked, best), *(order for _, order in ranked if not isinstance(order, Visit))):
        kinds.setdefault(type(order), []).append(order)
    rounds = zip_longest(*kinds.values())
    return [order for one_round in rounds for order in one_round if order is not None]


def visits(ranked: Sequence[Promise], best: Action) -> Iterator[Visit]:
    """With each other tablet the best visit, or one that is hardly worse if it goes to a house not shown yet."""
    able = [(value, order) for value, order in ranked if isinstance(order, Visit)]
    first, shown = (best.tablet, {best.house}) if isinstance(best, Visit) else (0, set[str]())
    for tablet in dict.fromkeys(order.tablet for _, order in able if order.tablet != first):
        mine = [(value, order) for value, order in able if order.tablet == tablet]
        near = (order for value, order in mine if value > mine[0][0] - NEARLY and order.house not in shown)
        chosen = next(near, mine[0][1])
        shown.add(chosen.house)
        yield chosen


def lines(t: Table, seat: Seat, orders: Sequence[Action]) -> list[Line]:
    """These answers, each thought through to the end of the turn, best first."""
    return sorted((thought_through(t, seat, order) for order in orders), key=lambda line: -line[0])


def ranking(t: Table, seat: Seat) -> list[Action]:
    """All answers, the most promising first."""
    return [order for _, order in rated(t, seat)]


def rated(t: Table, seat: Seat) -> list[Promise]:
    """The same with what they promise."""
    return sorted(promises(t, seat), key=lambda one: -one[0])


def promises(t: Table, seat: Seat) -> list[Promise]:
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
