"""A match as one seat imagines it: orders are tried here, and nothing of it is kept."""

from __future__ import annotations

from pbem.audit.merkle import Tree
from pbem.engine import kernel
from pbem.engine.chance import Seeded, Stop
from pbem.engine.errors import Illegal, Unknowable
from pbem.engine.game import Action, Seat
from pbem.service.entries import Cause
from pbem.service.live import Live


class Dream(Live):
    """It is made of the seat's view and ends where chance, or what others keep hidden, decides."""

    def __init__(self, live: Live, seat: Seat) -> None:
        table = kernel.imagine(live.table, seat, Seeded(bytes(32)))
        table.chance = Stop()
        super().__init__(live.row, table, Tree(), live.checkpoint)
        self.seats, self.people = live.seats, live.people
        self.opened, self.answered = dict(live.opened), dict(live.answered)
        self.plans = {seat: list(live.plans.get(seat, []))}

    def order(self, seat: Seat, action: Action, cause: Cause, kind: str = "order") -> None:
        """Plays on a copy; `Unknowable`: it cannot be foreseen what comes of it."""
        before = self.table
        refusal = kernel.objection(before, seat, action)
        if refusal is not None:
            raise Illegal(refusal)
        if before.pending.seats == (seat,) and before.pending.may_change:
            raise Unknowable("the last answer opens the others")
        self.table = before.clone()
        try:
            super().order(seat, action, cause, kind)
        except Unknowable:
            self.table = before
            raise
