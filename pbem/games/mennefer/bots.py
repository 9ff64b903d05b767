"""Who plays when nobody answers. A bot gets a table imagined from its view and sees nothing else."""

from __future__ import annotations

from pbem.engine import kernel
from pbem.engine.game import Action, Seat
from pbem.games.mennefer.actions import AUTO
from pbem.games.mennefer.board import Table


def random(t: Table, seat: Seat) -> Action:
    """Any legal order but `auto`, all equally likely."""
    orders = [order for order in kernel.legal(t, seat) if order != AUTO]
    return orders[t.chance.index(t, "order", [""] * len(orders))]


BOTS = {"steady": random, "random": random}
