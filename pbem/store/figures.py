"""What the logs say of a player: the orders of their seats, while the seats were theirs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct
from sqlmodel import Session, col, or_, select

from pbem.store.around import Tenure
from pbem.store.tables import Deadline, Event, Facts, Match

KINDS = ("order", "plan", "clock")


class Made(Struct, frozen=True):
    """An entry of the log, and the seat that the player had then."""

    seat: int
    facts: Facts
    settings: Facts
    """Of the match."""
    forgiven: bool


def decisions(tx: Session, player: int) -> Iterator[Made]:
    """The orders of all matches while the player had a seat there, of all seats."""
    query = (
        select(Tenure.seat, Event.body, Match.settings, Match.id)
        .join(Event, col(Event.match) == col(Tenure.match))
        .join(Match, col(Match.id) == col(Tenure.match))
        .where(col(Tenure.player) == player, col(Event.kind).in_(KINDS), col(Event.n) >= col(Tenure.from_n))
        .where(or_(col(Tenure.until_n).is_(None), col(Event.n) <= col(Tenure.until_n)))
    )
    forgiven = set(
        tx.exec(
            select(Deadline.match, Deadline.seat, Deadline.decision).where(
                col(Deadline.forgiven).is_not(None), col(Deadline.match).in_(matches_of(tx, player))
            )
        )
    )
    for seat, body, settings, match in tx.exec(query):
        facts: Facts = msgspec.json.decode(body)
        cause = facts.get("cause")
        decision = cause.get("decision") if isinstance(cause, dict) else None
        yield Made(seat, facts, dict(settings), (match, seat, decision) in forgiven)


def matches_of(tx: Session, player: int) -> list[str]:
    """The matches in which somebody had a seat."""
    return list(tx.exec(select(Tenure.match).where(col(Tenure.player) == player).distinct()))
