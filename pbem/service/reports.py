"""What a player is told after a turn: news, the table as they may see it, and what they can do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from pbem.engine import kernel
from pbem.engine.game import Action, News, Seat, Table
from pbem.mail.render import Report

MENU = 40
"""Moves listed by number; more can be typed."""


def menu(t: Table[Any, Any], seat: Seat) -> list[Action]:
    """The moves that a report lists, in the order of their numbers."""
    return list(islice(kernel.legal(t, seat), MENU))


def report(
    t: Table[Any, Any], seat: Seat | None, news: Iterable[News], names: Sequence[str], match: str, lang: str
) -> Report:
    """The report for a seat, or a spectator, before it becomes words."""
    mine = seat is not None and seat in t.pending.seats
    listed = menu(t, seat) if seat is not None and mine else []
    every = sum(1 for _ in kernel.legal(t, seat)) if seat is not None and mine else 0
    return Report(
        game=t.game.key,
        title=t.game.title,
        match=match,
        n=t.n,
        names=names,
        seat=seat,
        view=t.game.view(t, seat),
        news=[one.event for one in news if one.reaches(seat)],
        pending=t.pending.seats,
        moves=[t.game.orders.write(action, lang) for action in listed],
        more=every - len(listed),
        result=kernel.result(t),
    )
