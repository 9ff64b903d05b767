"""One line of a player: a label of the list, or an order in words; and what to say if it is neither."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine import kernel
from pbem.engine.game import Action, Refusal, Seat, Table
from pbem.service import menus, suggest
from pbem.service.menus import Listed


def read_line(t: Table[Any, Any], seat: Seat, line: str, listed: Listed) -> Action:
    """The action that a line orders; whether it is allowed, the kernel says."""
    label = menus.label(line.partition("#")[0].strip())
    if label:
        return t.game.orders.read(menus.order_of(listed, label))
    return t.game.orders.read(line, {type(action) for action in kernel.legal(t, seat)})


def way_out(t: Table[Any, Any], seat: Seat, line: str, why: Refusal, lang: str) -> tuple[Sequence[str], Sequence[str]]:
    """Orders that would do instead of a refused line, with their labels if they are those of a group."""
    if why.code == "group-number":
        orders = (t.game.orders.read(order) for order in why.facts["orders"])
        return [t.game.orders.write(order, lang) for order in orders], why.facts["labels"]
    return suggest.suggestions(t, seat, line, lang), ()
