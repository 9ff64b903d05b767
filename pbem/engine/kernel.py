"""Plays a match: start, pending, objection, legal, apply, replay. Every rule is in the steps of the games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, TypeVar

from pbem.engine import data
from pbem.engine.chance import Chance, Seeded, Stop
from pbem.engine.errors import BadSetup, EngineBug, Illegal, Unknowable
from pbem.engine.game import NOBODY, Action, Board, Bot, Game, Pending, Refusal, Seat, Standing, Table, refuse

B = TypeVar("B", bound=Board)
D = TypeVar("D")

RUNAWAY = 1000
"""Automatic steps after one order; more is a rule that never ends."""


def start(
    game: Game[B, D],
    seats: int,
    chance: Chance,
    options: Mapping[str, bool | int | str] | None = None,
    overrides: Mapping[str, Any] | None = None,
    rules: int | None = None,
) -> Table[B, D]:
    """A new match, ready for the first order; with the newest rules, unless an older version is asked for."""
    if seats not in game.players:
        raise BadSetup(f"{game.title} is for {game.players[0]} to {game.players[-1]} players, not {seats}")
    t = Table(game, seats, chance, data.effective(game, overrides or {}), chosen(game, options or {}))
    t.rules = game.rules if rules is None else rules
    if not 1 <= t.rules <= game.rules:
        raise BadSetup(f"{game.title} has rules 1 to {game.rules}, not {rules}")
    game.setup(t)
    settle(t)
    return t


def chosen(game: Game[B, D], options: Mapping[str, bool | int | str]) -> dict[str, bool | int | str]:
    """Every option of the game, as chosen or by default."""
    for name, value in options.items():
        if name not in game.options:
            raise BadSetup(f"{game.title} has no option {name!r}; it has: {', '.join(game.options) or 'none'}")
        choices = game.options[name].choices
        if (type(value), value) not in [(type(choice), choice) for choice in choices]:  # True is no 1
            raise BadSetup(f"option {name!r} is one of {list(choices)}, not {value!r}")
    return {name: options.get(name, option.choices[0]) for name, option in game.options.items()}


def objection(t: Table[B, D], seat: Seat, action: Action) -> Refusal | None:
    """Why this seat may not do this now; None: it may."""
    pending = t.pending
    if seat in pending.seats or seat in pending.may_change:
        return t.stack[-1].objection(t, seat, action)
    if not t.stack:
        return refuse("match-over")
    return refuse("not-your-turn", waiting_for=pending.seats)


def legal(t: Table[B, D], seat: Seat) -> Iterable[Action]:
    """All that this seat may do now."""
    pending = t.pending
    if seat not in pending.seats and seat not in pending.may_change:
        return ()
    if t.choices is not None and seat in pending.seats:
        return t.choices
    step = t.stack[-1]
    if step.exact:
        return step.candidates(t, seat)
    return (action for action in step.candidates(t, seat) if step.objection(t, seat, action) is None)


def fallback(t: Table[B, D], seat: Seat) -> Action:
    """What the silence of this seat means."""
    return t.stack[-1].fallback(t, seat)


def play(t: Table[B, D], seat: Seat, action: Action) -> None:
    """Plays one order on this very table. `t.news`, `t.outcomes` and `t.forced` tell what came of it."""
    if t.choices is None or seat not in t.pending.seats or action not in t.choices:
        refusal = objection(t, seat, action)
        if refusal is not None:
            raise Illegal(refusal)
    t.news = []
    t.outcomes = []
    t.forced = []
    t.n += 1
    t.stack[-1].perform(t, seat, action)
    settle(t)


def secrecy(t: Table[B, D], action: Action) -> str:
    """Of the order just played: "" if all may know it, "sealed" until the last answer is in, "hidden" for good."""
    if action.hidden or any(outcome.to is not None for outcome in t.outcomes):
        return "hidden"
    return "sealed" if t.pending.may_change else ""


def apply(t: Table[B, D], seat: Seat, action: Action) -> Table[B, D]:
    """The table after one order; the one given stays as it is."""
    after = t.clone()
    play(after, seat, action)
    return after


def settle(t: Table[B, D]) -> None:
    """Runs what needs nobody and plays what leaves no choice, until somebody must speak."""
    stack = t.stack
    t.choices = None
    for _ in range(RUNAWAY):
        if not stack:
            break
        step = stack[-1]
        pending = step.pending(t)
        if pending is None:
            step.run(t)
            continue
        t.pending = pending
        if not step.public or len(pending.seats) > 1:
            return
        if not pending.seats:
            raise EngineBug(f"{t.game.key}: {step!r} waits for nobody")
        seat = pending.seats[0]
        choices: Any = step.candidates(t, seat) if step.exact else list(islice(legal(t, seat), 2))
        if len(choices) > 1:
            t.choices = choices if step.exact else None
            return
        if not choices:
            raise EngineBug(f"{t.game.key}: {step!r} leaves seat {seat} nothing to do")
        t.forced.append((seat, choices[0]))
        step.perform(t, seat, choices[0])
    if stack:
        raise EngineBug(f"{t.game.key}: {stack[-1]!r} never ends")
    t.pending = NOBODY


def who(t: Table[B, D]) -> Pending:
    """Who must speak on a settled table."""
    return t.stack[-1].pending(t) or NOBODY if t.stack else NOBODY


def result(t: Table[B, D]) -> list[Standing] | None:
    """The final standing, best first; None while the match is running."""
    return None if t.stack else sorted(t.game.standings(t), key=lambda row: (row.place, row.seat))


def present(t: Table[B, D]) -> list[Standing]:
    """The standing if the match ended now: by the points of this moment alone."""
    points = t.game.points(t)
    rows = [Standing(seat, 1 + sum(other > mine for other in points), mine) for seat, mine in enumerate(points)]
    return sorted(rows, key=lambda row: (row.place, row.seat))


def imagine(t: Table[B, D], seat: Seat, chance: Chance) -> Table[B, D]:
    """A table that this seat cannot tell from the real one: built from its view and from nothing else."""
    dream = Table(t.game, t.seats, chance, t.data, t.options)
    dream.rules, dream.n = t.rules, t.n
    t.game.imagine(dream, t.game.view(t, seat))
    dream.outcomes = []
    dream.pending = who(dream)
    return dream


def consult(t: Table[B, D], seat: Seat, bot: Bot, chance: Chance) -> Action:
    """What a bot would do in this seat. It sees an imagined table and nothing else."""
    return bot(imagine(t, seat, chance), seat)


def preview(t: Table[B, D], seat: Seat, actions: Iterable[Action]) -> tuple[Table[B, D], str | None]:
    """Plays orders on an imagined table, up to the first question of chance, which is named; keeps nothing."""
    dream = imagine(t, seat, Seeded(bytes(32)))
    dream.chance = Stop()
    for action in actions:
        try:
            dream = apply(dream, seat, action)
        except Unknowable as question:
            return dream, str(question)
    return dream, None
