"""What the operator should know."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import update
from sqlmodel import Session, col, select

from pbem.store.tables import Facts, Notice


def add(tx: Session, kind: str, about: str, facts: Facts, now: datetime) -> Notice:
    """Notes something; the same again, before the operator was told, is counted and not told twice."""
    query = select(Notice).where(col(Notice.told).is_(None), col(Notice.kind) == kind, col(Notice.about) == about)
    row = tx.exec(query).first()
    if row is None:
        row = Notice(kind=kind, about=about, facts=dict(facts), first=now, last=now)
        tx.add(row)
    else:
        row.times, row.last, row.facts = row.times + 1, now, dict(facts)
    tx.flush()
    return row


def untold(tx: Session, limit: int) -> list[Notice]:
    """What the operator does not know yet."""
    return list(tx.exec(select(Notice).where(col(Notice.told).is_(None)).order_by(col(Notice.id)).limit(limit)))


def told(tx: Session, notices: Iterable[int], now: datetime) -> None:
    """The operator was told."""
    tx.exec(update(Notice).where(col(Notice.id).in_(list(notices))).values(told=now))


def last_of(tx: Session, kind: str, about: str) -> Notice | None:
    """The latest notice about something, told or not."""
    query = select(Notice).where(col(Notice.kind) == kind, col(Notice.about) == about)
    return tx.exec(query.order_by(col(Notice.id).desc()).limit(1)).first()
