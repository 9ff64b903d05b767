"""How reliable players are, from the logs alone: the share of their decisions that they made in time."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from sqlmodel import Session

from pbem.service import course
from pbem.store import figures, tables

FEWEST = 10
"""Decisions before there is a figure: nobody is judged by a bad week."""
OWN = ("letter", "plan", "clock")
"""Causes of a player's decisions; what a bot or an organiser did for a seat counts for nobody."""


class Figure(Struct, frozen=True):
    """What the logs say of a player."""

    in_time: int = 0
    late: int = 0
    """Decisions that the clock made, and that the others have not forgiven."""

    excused: int = 0
    """Decisions that the clock made, and that the others have forgiven."""

    @property
    def percent(self) -> int | None:
        """The share in time, rounded down; None: too little is known."""
        known = self.in_time + self.late
        return self.in_time * 100 // known if known >= FEWEST else None


def of(tx: Session, player: tables.Player) -> Figure:
    """The figure of a player; tutorials do not count."""
    causes = Counter(cause for made in figures.decisions(tx, player.id or 0) if (cause := counted(made)))
    return Figure(causes["letter"] + causes["plan"], causes["clock"], causes["forgiven"])


def counted(made: figures.Made) -> str:
    """Why an order counts, by its cause; nothing: it does not."""
    cause = made.facts.get("cause")
    kind = str(cause.get("kind")) if isinstance(cause, dict) else ""
    own = kind in OWN and made.facts.get("seat") == made.seat
    kind = "forgiven" if made.forgiven and kind == "clock" else kind
    return kind if own and course.SETTING not in made.settings else ""
