"""What tiles and spaces do, as data: a small vocabulary that `steps/effects.py` interprets.

    ["heka 2", "embalm 1 / rite ?"]      2 heka, and one of two: embalm, or a rite of the highest own level

A list means all of it, in the order that the player likes; " / " stands between alternatives, " + " between actions
that belong together inside an alternative.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from pbem.engine.errors import BadData

NUMBERED = (
    "food", "heka", "resource", "pp", "heart", "feather", "favour", "limestone", "permission", "embalm", "carve",
    "orb", "scarab", "mastaba", "priestess", "boats",
)  # fmt: skip
LEVELLED = ("rite", "erect")
BOUGHT = ("papyrus", "craft")
DO = (*NUMBERED, *LEVELLED, *BOUGHT, "contract")
"""Every action of the rulebook."""
MOST = 9
OWN_LEVEL = 0
"""Of a rite or a sphinx: the highest level that the own track allows, printed as "?"."""


class Act(Struct, frozen=True, gc=False, omit_defaults=True):
    """An action with its number, or several: `one_of` or `all` of the parts."""

    do: str
    n: int = 1
    level: int = OWN_LEVEL
    free: bool = False
    offer: bool = False
    activate: int = 0
    at: tuple[str, ...] = ()
    """Where it is bound to: two mastaba tiles, or one city."""
    parts: tuple[Act, ...] = ()


Acts = tuple[Act, ...]


def read(rows: Sequence[str], path: str) -> Acts:
    """The actions that a list of the data file means."""
    if not rows or not all(isinstance(row, str) for row in rows):
        raise BadData(f'{path}: a list of actions such as ["heka 2", "embalm 1 / rite ?"]')
    return tuple(combined("one_of", [whole(part, path) for part in row.split(" / ")]) for row in rows)


def whole(text: str, path: str) -> Act:
    """One alternative: an action, or several joined by +."""
    return combined("all", [single(part, path) for part in text.split(" + ")])


def combined(how: str, parts: Sequence[Act]) -> Act:
    """The parts under one roof; one alone needs none."""
    return parts[0] if len(parts) == 1 else Act(how, parts=tuple(parts))


def single(text: str, path: str) -> Act:
    """One action with its number."""
    do, *rest = text.split() or [""]
    if do in BOUGHT and rest in ([], ["free"]):
        return Act(do, free=bool(rest))
    if do == "contract" and not rest:
        return Act(do)
    if do in LEVELLED and rest in (["1"], ["2"], ["3"], ["?"]):
        return Act(do, level=OWN_LEVEL if rest == ["?"] else int(rest[0]))
    if do in NUMBERED and rest and rest[0].isdecimal() and 1 <= int(rest[0]) <= MOST:
        return extended(Act(do, n=int(rest[0])), rest[1:], text, path)
    raise BadData(f"{path}: {text!r} is no action; known are {', '.join(DO)}, with a number from 1 to {MOST}")


def extended(act: Act, rest: Sequence[str], text: str, path: str) -> Act:
    """A basket for the priestesses, exclamation marks for the boats."""
    match (act.do, *rest):
        case (_,):
            return act
        case ("priestess", "offer"):
            return Act(act.do, n=act.n, offer=True)
        case ("boats", "activate", "1" | "2" as count):
            return Act(act.do, n=act.n, activate=int(count))
        case _:
            raise BadData(f"{path}: in {text!r} only 'priestess 2 offer' and 'boats 2 activate 1' have more words")


def leaves(acts: Iterable[Act]) -> Iterator[Act]:
    """Every single action in there."""
    for act in acts:
        if act.parts:
            yield from leaves(act.parts)
        else:
            yield act
