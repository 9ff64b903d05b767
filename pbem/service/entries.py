"""Entries of the log: the facts of an order as they are written, and what everybody may know of an act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pbem.engine import kernel
from pbem.engine.game import Action, Seat, Table
from pbem.store.log import Fact

Cause = Mapping[str, object]
"""Why an entry stands in the log: a letter with its hash and verdict, the clock, a plan, a bot, the organiser."""


def outcomes_of(t: Table[Any, Any]) -> list[list[object]]:
    """What fell at random: question, word, and, if not everybody may know it, who may."""
    return [[one.question, one.word, *([sorted(one.to)] if one.to is not None else [])] for one in t.outcomes]


def entry_of(t: Table[Any, Any], seat: Seat, action: Action, cause: Cause) -> dict[str, object]:
    """The facts of the order just played, as the log keeps them: as text and as action, and what fell."""
    facts: dict[str, object] = {
        "seat": seat,
        "order": t.game.orders.write(action),
        "action": msgspec.to_builtins(action, str_keys=True),
        "outcomes": outcomes_of(t),
        "cause": dict(cause),
    }
    if veil := kernel.secrecy(t, action):
        facts["veil"] = veil
    return facts


def act_of(kind: str, facts: Mapping[str, object]) -> Mapping[str, object]:
    """What everybody may know of an entry: an order of the organiser is told without the order."""
    return {"act": "act-for", "seat": facts["seat"]} if kind == "organiser" and "order" in facts else facts


def answered(facts: Iterable[Fact]) -> set[Seat]:
    """The seats of players who were not silent: that have answered, by a letter or a plan."""
    orders = [one.facts for one in facts if one.kind in ("order", "plan")]
    return {int(str(one["seat"])) for one in orders if cause_of(one) in ("letter", "plan")}


def cause_of(facts: Mapping[str, object]) -> object:
    """What an entry was caused by."""
    cause = facts.get("cause")
    return cause.get("kind") if isinstance(cause, dict) else None
