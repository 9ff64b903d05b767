"""Who plays when nobody answers. A bot gets a table imagined from its view and sees nothing else."""

from __future__ import annotations

from pbem.engine import kernel
from pbem.engine.game import Action, Seat
from pbem.games.ankh.board import Table


def random(t: Table, seat: Seat) -> Action:
    """Any listed order, all equally likely."""
    orders = list(kernel.legal(t, seat))
    return orders[t.chance.index(t, "order", [""] * len(orders))]


BOTS = {"random": random}
