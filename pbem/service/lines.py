"""One line of a player: the number of a listed move, or an order in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pbem.engine import kernel
from pbem.engine.errors import Unreadable
from pbem.engine.game import Action, Seat, Table, refuse
from pbem.engine.orders import nearest

SUGGESTIONS = 3


def read_line(t: Table[Any, Any], seat: Seat, line: str, menu: Sequence[Action]) -> Action:
    """The action that a line orders; whether it is allowed, the kernel says."""
    typed = line.partition("#")[0].strip().rstrip(".)")
    if re.fullmatch(r"\d{1,6}", typed, re.ASCII):
        number = int(typed)
        if not 1 <= number <= len(menu):
            raise Unreadable(refuse("no-such-number", number=number, most=len(menu)))
        return menu[number - 1]
    return t.game.orders.read(line, {type(action) for action in kernel.legal(t, seat)})


def suggestions(t: Table[Any, Any], seat: Seat, line: str, lang: str) -> list[str]:
    """The legal orders most like what was typed."""
    orders = [t.game.orders.write(action, lang) for action in kernel.legal(t, seat)]
    return nearest(line, orders, SUGGESTIONS, cutoff=0.0)
