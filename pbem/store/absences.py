"""When players are away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from pbem.store.around import Absence

OF_PLAYERS = (
    select(Absence)
    .where(col(Absence.player).in_(bindparam("players", expanding=True)), col(Absence.cancelled).is_(None))
    .order_by(col(Absence.first), col(Absence.id))
)


def of_players(tx: Session, players: Sequence[int]) -> list[Absence]:
    """All absences of these players that were not cancelled, by their beginning."""
    return list(tx.exec(OF_PLAYERS, params={"players": players}))


def add(tx: Session, player: int, match: str | None, first: datetime, until: datetime, now: datetime) -> Absence:
    """A player will be away."""
    row = Absence(player=player, match=match, first=first, until=until, told=now)
    tx.add(row)
    tx.flush()
    return row


def end(tx: Session, row: Absence, now: datetime) -> None:
    """A player is back, or will not be away."""
    if row.first < now:
        row.until = now
    else:
        row.cancelled = now
    tx.add(row)
    tx.flush()
