"""The action Unlock ankh power."""

from __future__ import annotations

from pbem.engine.game import Action, Refusal, refuse
from pbem.games.ankh.actions import Unlock
from pbem.games.ankh.asking import TYPED, Facts, answers, must
from pbem.games.ankh.board import Table, number
from pbem.games.ankh.devotion import pay
from pbem.games.ankh.events import Nothing, Unlocked
from pbem.games.ankh.names import GUARDIANS, LEVEL_OF, POWERS, kind_of
from pbem.games.ankh.steps.merge import room_for

PER_LEVEL = 2


def open_level(t: Table, god: int) -> int:
    """The lowest level with a free slot; 0 if all are full."""
    levels = [t.data.value.powers[power] for power in t.board.gods[god].powers]
    return next((level for level in (1, 2, 3) if levels.count(level) < PER_LEVEL), 0)


def open_powers(t: Table, god: int) -> list[str]:
    """What can be unlocked now; nothing if it cannot be paid."""
    level, mine = open_level(t, god), t.board.gods[god]
    if not level or mine.followers < level:
        return []
    return [power for power in POWERS if t.data.value.powers[power] == level and power not in mine.powers]


def begin_unlock(t: Table, god: int) -> None:
    """Asks for the power."""
    must(t, god, "unlock", open_powers(t, god))


def objection_to_unlock(t: Table, god: int, facts: Facts, action: Action) -> Refusal | None:
    """The power must be of the lowest open level, and there must be followers to pay for it."""
    assert isinstance(action, Unlock)
    level, mine = open_level(t, god), t.board.gods[god]
    if level and mine.followers < level:
        return refuse("too-few-followers", cost=level, followers=mine.followers)
    choices = open_powers(t, god)
    if not action.power:
        return refuse("name-power", powers=choices)
    return None if action.power in choices else refuse("power-not-open", power=action.power, powers=choices)


def unlock_power(t: Table, god: int, facts: Facts, action: Action) -> None:
    """The power that was named."""
    assert isinstance(action, Unlock)
    unlock(t, god, facts, action.power)


@answers("unlock")
def unlock(t: Table, god: int, facts: Facts, power: str) -> None:
    """Pays, takes the power, and perhaps a guardian."""
    if not power:
        t.tell(Nothing(god, "unlock"))
        return
    b = t.board
    powers = (*b.gods[god].powers, power)
    b.change(god, powers=powers)
    guardian = granted(t, god, len(powers))
    if guardian:
        b.guardians = tuple(name for name in b.guardians if name != guardian)
        b.change(god, pool=(*b.gods[god].pool, guardian))
    t.tell(Unlocked(god, power, kind_of(guardian) if guardian else ""))
    pay(t, god, t.data.value.powers[power], "unlock")


def granted(t: Table, god: int, count: int) -> str:
    """The guardian that comes with the so manieth power, if one of its level is left and the god has room for it."""
    levels = [level for level in GUARDIANS if number(t, "turn", f"guardian_{level}") == count]
    fitting = (name for name in t.board.guardians if LEVEL_OF[kind_of(name)] in levels and room_for(t, god, name))
    return next(fitting, "")


TYPED["unlock"] = (Unlock, objection_to_unlock, unlock_power)
