"""Seats for which a bot stands in, and who was asked to take one."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlmodel import Session, col, select, update

from pbem.store.around import Offer, OfferState, Tenure
from pbem.store.tables import Match, Player


def waiting(tx: Session, whys: Collection[str], limit: int) -> list[tuple[str, int]]:
    """The seats of matches that run for which a bot stands in, and that are offered to nobody now: match and seat."""
    offered = select(Offer.id).where(
        col(Offer.match) == col(Tenure.match), col(Offer.seat) == col(Tenure.seat), col(Offer.state) == "open"
    )
    query = (
        select(Tenure.match, Tenure.seat)
        .join(Match, col(Match.id) == col(Tenure.match))
        .where(col(Tenure.until_n).is_(None), col(Tenure.why).in_(whys), col(Tenure.bot).is_not(None))
        .where(col(Match.status) == "running", ~offered.exists())
    )
    return [(match, seat) for match, seat in tx.exec(query.order_by(col(Tenure.match), col(Tenure.seat)).limit(limit))]


def willing(tx: Session) -> list[Player]:
    """The players who would stand in, the oldest first."""
    chosen = col(Player.settings)["substitute"].as_string()
    return list(
        tx.exec(select(Player).where(chosen.is_not(None), col(Player.state) == "active").order_by(col(Player.id)))
    )


def asked(tx: Session, match: str, seat: int) -> set[int]:
    """Whoever was offered the seat and did not want it, or has it."""
    query = select(Offer.player).where(col(Offer.match) == match, col(Offer.seat) == seat, col(Offer.state) != "void")
    return set(tx.exec(query))


def busy(tx: Session) -> set[int]:
    """Whoever is being asked about some seat."""
    return set(tx.exec(select(Offer.player).where(col(Offer.state) == "open")))


def make(tx: Session, match: str, seat: int, player: int, now: datetime, expires: datetime) -> Offer:
    """A seat is offered to somebody."""
    row = Offer(match=match, seat=seat, player=player, made=now, expires=expires)
    tx.add(row)
    tx.flush()
    return row


def settle(tx: Session, offer: Offer, how: OfferState) -> None:
    """It is answered."""
    offer.state = how
    tx.add(offer)
    tx.flush()


def expire(tx: Session, now: datetime) -> int:
    """Offers that nobody has answered; tells how many."""
    query = update(Offer).where(col(Offer.state) == "open", col(Offer.expires) <= now)
    return tx.exec(query.values(state="expired")).rowcount


def void(tx: Session, match: str, seat: int) -> None:
    """The seat is not to be had any more."""
    query = update(Offer).where(col(Offer.match) == match, col(Offer.seat) == seat, col(Offer.state) == "open")
    tx.exec(query.values(state="void"))
