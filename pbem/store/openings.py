"""Matches that look for players: who may come in, who waits for a seat, and what is due."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import and_, delete, or_
from sqlmodel import Session, col, func, select

from pbem.store.around import Applicant, Opening, Organiser
from pbem.store.tables import Match, Seat


def add(tx: Session, opening: Opening, organiser: int | None, now: datetime) -> None:
    """A match looks for players from now on."""
    tx.add(opening)
    if organiser is not None:
        tx.add(Organiser(match=opening.match, player=organiser, since=now))
    tx.flush()


def get(tx: Session, match: str) -> Opening | None:
    """What a match looks for; None: it does not."""
    return tx.get(Opening, match)


def by_code(tx: Session, code: str) -> Opening | None:
    """The opening that a code invites to."""
    return tx.exec(select(Opening).where(col(Opening.code) == code)).first()


def public(tx: Session) -> list[tuple[Match, Opening]]:
    """The matches that anybody may come into, oldest first."""
    query = select(Match, Opening).join(Opening, col(Opening.match) == col(Match.id)).where(~col(Opening.private))
    return list(tx.exec(query.order_by(col(Match.created), col(Match.id))))


def joined(tx: Session, player: int) -> list[Match]:
    """The open matches in which somebody has a seat or waits for one, oldest first."""
    seated = select(Seat.match).where(col(Seat.player) == player)
    waiting = select(Applicant.match).where(col(Applicant.player) == player)
    query = select(Match).where(col(Match.status) == "open", or_(col(Match.id).in_(seated), col(Match.id).in_(waiting)))
    return list(tx.exec(query.order_by(col(Match.created), col(Match.id))))


def opened_by(tx: Session, player: int) -> list[Match]:
    """The open matches of an organiser, oldest first."""
    query = select(Match).where(col(Match.status) == "open", col(Match.organiser) == player)
    return list(tx.exec(query.order_by(col(Match.created), col(Match.id))))


def opened_since(tx: Session, player: int, since: datetime) -> int:
    """How many matches somebody has opened since then, whatever became of them."""
    query = select(func.count()).where(col(Match.organiser) == player, col(Match.created) >= since)
    return tx.exec(query).one()


def waiting(tx: Session, match: str) -> list[int]:
    """Who waits for a seat, the first one first."""
    query = select(Applicant).where(col(Applicant.match) == match).order_by(col(Applicant.since), col(Applicant.player))
    return [one.player for one in tx.exec(query)]


def wait(tx: Session, match: str, player: int, now: datetime) -> None:
    """Somebody waits for a seat."""
    tx.add(Applicant(match=match, player=player, since=now))
    tx.flush()


def wait_no_more(tx: Session, match: str, player: int) -> bool:
    """Somebody does not wait any more; False: they did not."""
    query = delete(Applicant).where(col(Applicant.match) == match, col(Applicant.player) == player)
    return bool(tx.exec(query).rowcount)


def hand_over(tx: Session, match: str, player: int, now: datetime) -> None:
    """Somebody else organises a match."""
    tx.exec(delete(Organiser).where(col(Organiser.match) == match))
    tx.add(Organiser(match=match, player=player, since=now))
    tx.flush()


def close(tx: Session, match: str) -> None:
    """The match looks for nobody any more."""
    tx.exec(delete(Applicant).where(col(Applicant.match) == match))
    tx.exec(delete(Opening).where(col(Opening.match) == match))
    tx.flush()


def due(tx: Session, until: datetime, before: timedelta, limit: int) -> list[str]:
    """Whose ready check or waiting is over, or who is to be warned that long before that."""
    checked = and_(col(Opening.ready_by).is_not(None), col(Opening.ready_by) <= until)
    looking = col(Opening.ready_by).is_(None)
    over = and_(looking, col(Opening.expires) <= until)
    soon = and_(looking, col(Opening.warned).is_(None), col(Opening.expires) <= until + before)
    query = select(Opening.match).join(Match, col(Match.id) == col(Opening.match)).where(or_(checked, over, soon))
    return list(tx.exec(query.where(col(Match.status) == "open").order_by(col(Opening.match)).limit(limit)))
