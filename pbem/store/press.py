"""What was said at a table."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, select

from pbem.store.around import Press

ANNOUNCEMENT = "announcement"


def announce(tx: Session, match: str, player: int | None, body: str, now: datetime) -> None:
    """An organiser, or the operator (no player), says something to everybody."""
    tx.add(Press(match=match, kind=ANNOUNCEMENT, player=player, body=body, at=now))
    tx.flush()


def announcements(tx: Session, match: str) -> list[str]:
    """What organisers have said, in order."""
    query = select(Press.body).where(col(Press.match) == match, col(Press.kind) == ANNOUNCEMENT)
    return list(tx.exec(query.order_by(col(Press.id))))
