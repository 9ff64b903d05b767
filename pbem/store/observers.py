"""Who watches matches without a seat."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete
from sqlmodel import Session, col, select

from pbem.store.around import Observer, Often
from pbem.store.tables import Match


def get(tx: Session, match: str, player: int) -> Observer | None:
    """Somebody who watches a match; None: they do not."""
    return tx.get(Observer, (match, player))


def watch(tx: Session, match: str, player: int, often: Often, now: datetime) -> None:
    """They watch from now on, or are told more often, or less."""
    row = get(tx, match, player)
    if row is None:
        row = Observer(match=match, player=player, since=now)
        tx.add(row)
    row.reports, row.next_report = often, now
    tx.flush()


def stop(tx: Session, match: str, player: int) -> None:
    """They watch no more."""
    tx.exec(delete(Observer).where(col(Observer.match) == match, col(Observer.player) == player))


def told(tx: Session, row: Observer, n: int, following: datetime | None) -> None:
    """They know everything up to an entry; when they are told again, if ever."""
    row.told, row.next_report = n, following
    tx.flush()


def due(tx: Session, now: datetime, limit: int) -> list[tuple[str, int]]:
    """Match and player of those who want a report by now."""
    query = select(Observer.match, Observer.player).where(col(Observer.next_report) <= now)
    return list(tx.exec(query.order_by(col(Observer.next_report)).limit(limit)))


def watched_by(tx: Session, player: int) -> list[Match]:
    """The matches that somebody watches, oldest first."""
    query = select(Match).join(Observer, col(Observer.match) == col(Match.id))
    return list(tx.exec(query.where(col(Observer.player) == player).order_by(col(Match.created), col(Match.id))))


def count(tx: Session, player: int) -> int:
    """How many matches that are not over somebody watches."""
    return sum(row.ended is None for row in watched_by(tx, player))
