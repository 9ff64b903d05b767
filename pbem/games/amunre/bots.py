"""Bots."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine import kernel
from pbem.engine.game import Action, Seat
from pbem.games.amunre.board import Table


def random(t: Table, seat: Seat) -> Action:
    """Any legal order, all equally likely."""
    orders = list(kernel.legal(t, seat))
    return orders[t.chance.index(t, "order", [""] * len(orders))]


def examples(t: Table, seat: Seat) -> Sequence[Sequence[Action]]:
    return ()


BOTS = {"steady": random, "random": random}
