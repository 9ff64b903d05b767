"""Who may pause, roll back, replace: the organisers of a match, the first one first."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, select

from pbem.store.around import Organiser
from pbem.store.tables import Match, Player


def appoint(tx: Session, match: str, player: int, now: datetime) -> None:
    """One organiser more; the first is also named by the match."""
    row = tx.get_one(Match, match)
    row.organiser = row.organiser or player
    if tx.get(Organiser, (match, player)) is None:
        tx.add(Organiser(match=match, player=player, since=now))
    tx.flush()


def dismiss(tx: Session, match: str, player: int) -> None:
    """One organiser less; whoever is next in line is the first then."""
    row, one = tx.get_one(Match, match), tx.get(Organiser, (match, player))
    if one is not None:
        tx.delete(one)
        tx.flush()
    if row.organiser == player:
        row.organiser = None
        row.organiser = next((other.player for other, _ in of_match(tx, match)), None)
    tx.flush()


def of_match(tx: Session, match: str) -> list[tuple[Organiser, Player]]:
    """The organisers of a match; one that only the match itself names is written down first."""
    row = tx.get(Match, match)
    if row is not None and row.organiser is not None and tx.get(Organiser, (match, row.organiser)) is None:
        tx.add(Organiser(match=match, player=row.organiser, since=row.created))
        tx.flush()
    query = select(Organiser, Player).join(Player, col(Player.id) == col(Organiser.player))
    query = query.where(col(Organiser.match) == match).order_by(col(Organiser.since), col(Organiser.player))
    return list(tx.exec(query))


def since(tx: Session, match: str, player: int) -> datetime | None:
    """Since when somebody is an organiser of a match; None: they are not."""
    return next((one.since for one, _ in of_match(tx, match) if one.player == player), None)


def matches_of(tx: Session, player: int) -> list[Match]:
    """The matches that a player organises and that are not over, oldest first."""
    chairs = select(Organiser.match).where(col(Organiser.player) == player)
    query = select(Match).where((col(Match.organiser) == player) | col(Match.id).in_(chairs))
    query = query.where(col(Match.ended).is_(None)).order_by(col(Match.created), col(Match.id))
    return list(tx.exec(query))
