"""A seat's plan: which of its lines speaks when the seat is asked. Grammar and conditions stand in `planning`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from pbem.engine import kernel
from pbem.engine.errors import OrderError
from pbem.engine.game import Action, Refusal, Seat, Table
from pbem.engine.planning import Line, planning_of, read

Result = Literal[
    "played", "refused", "after-refusal", "skipped", "ended", "expired", "too-often", "timeout", "rolled-back",
]  # fmt: skip


class Kept(Struct, frozen=True):
    """A line that waits: as it was typed, the moment that it lives in, and the letter that brought it."""

    text: str
    moment: str
    letter: str = ""


class Told(Struct, frozen=True):
    """What became of a line, for its owner."""

    text: str
    result: Result
    action: Action | None = None
    refusal: Refusal | None = None


class Heard(Struct):
    """What a plan says when its owner is asked."""

    left: list[Kept]
    told: list[Told]
    action: Action | None = None
    """None: the owner is asked."""
    line: Kept | None = None
    """The line that spoke."""


def moment(t: Table[Any, Any], seat: Seat) -> str:
    """What a line that is written now lives in."""
    return str(planning_of(t.game).moment(t.game.view(t, seat)))


def answers(t: Table[Any, Any], seat: Seat, action: Action) -> bool:
    """Whether an order answers the open question, rightly or not: its kind is one that the decision takes."""
    if kernel.objection(t, seat, action) is None:
        return True
    kind = planning_of(t.game).akin.get(type(action), type(action))
    return any(type(one) is kind for one in kernel.legal(t, seat))


def consult(t: Table[Any, Any], seat: Seat, kept: Sequence[Kept]) -> Heard:
    """What the plan of a seat that is asked says; what it keeps, and what is to be told of it."""
    view = t.game.view(t, seat)
    heard = current(t, kept, str(planning_of(t.game).moment(view)))
    if not standing(t, seat, heard, view):
        script(t, seat, heard, view)
    return heard


def current(t: Table[Any, Any], kept: Sequence[Kept], now: str) -> Heard:
    """The lines whose moment has not passed, and that can still be read; a word for the time-out has no moment."""
    heard = Heard([], [])
    for one in kept:
        try:
            kind = read(t.game, one.text).kind
        except OrderError as error:  # written when the game knew other words
            heard.told.append(Told(one.text, "refused", refusal=error.refusal))
            continue
        if kind == "timeout" or one.moment == now:
            heard.left.append(one)
        else:
            heard.told.append(Told(one.text, "expired"))
    return heard


def of_kind(t: Table[Any, Any], kept: Sequence[Kept], *kinds: str) -> list[tuple[Kept, Line]]:
    """The lines of these kinds."""
    lines = [(one, read(t.game, one.text)) for one in kept]
    return [(one, line) for one, line in lines if line.kind in kinds]


def standing(t: Table[Any, Any], seat: Seat, heard: Heard, view: Any) -> bool:
    """Lines whose end has come are dropped, also behind one that speaks; the first that can be played speaks."""
    for one, line in of_kind(t, heard.left, "until"):
        if line.stop is not None and line.stop.holds(view):
            drop(heard, one, Told(one.text, "ended"))
    for one, line in of_kind(t, heard.left, "whenever", "until"):
        action = line.speech.meant(view)
        if action is not None and kernel.objection(t, seat, action) is None:
            heard.action, heard.line = action, one
            heard.told.append(Told(one.text, "played", action))
            return True
    return False


def script(t: Table[Any, Any], seat: Seat, heard: Heard, view: Any) -> None:
    """The first of the other lines speaks if it answers the question; refused, it takes those behind it along."""
    for one, line in of_kind(t, heard.left, "once"):
        action = line.speech.meant(view)
        if action is None and any(answers(t, seat, other) for other in line.speech.branches(view)):
            drop(heard, one, Told(one.text, "skipped"))
            continue
        if action is None or not answers(t, seat, action):
            return
        refusal = kernel.objection(t, seat, action)
        if refusal is not None:
            refused(t, heard, refusal)
            return
        drop(heard, one, Told(one.text, "played", action))
        heard.action, heard.line = action, one
        return


def refused(t: Table[Any, Any], heard: Heard, refusal: Refusal) -> None:
    """The script is dropped: what its lines meant may no longer be so."""
    (first, _), *rest = of_kind(t, heard.left, "once")
    drop(heard, first, Told(first.text, "refused", refusal=refusal))
    for one, _ in rest:
        drop(heard, one, Told(one.text, "after-refusal"))


def drop(heard: Heard, one: Kept, told: Told) -> None:
    """A line is used up."""
    heard.left.remove(one)
    heard.told.append(told)


def silence(t: Table[Any, Any], seat: Seat, kept: Sequence[Kept]) -> tuple[Action, Kept] | None:
    """What the owner wants played when the time is over; None: nothing of it is possible, the default holds."""
    view = t.game.view(t, seat)
    for one, line in of_kind(t, current(t, kept, "").left, "timeout"):
        action = line.speech.meant(view)
        if action is not None and kernel.objection(t, seat, action) is None:
            return action, one
    return None
