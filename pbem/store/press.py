"""What was said at a table, what stands in diaries, and who does not want to hear whom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct, structs
from sqlalchemy import delete
from sqlmodel import Session, col, func, select

from pbem.store.around import Mute, Press

Kind = Literal["press", "diary"]
ANNOUNCEMENT = "announcement"
"""Kind of what an organiser says."""


class Said(Struct, frozen=True, kw_only=True):
    """What somebody says, or writes into a diary."""

    match: str
    kind: Kind
    body: str
    seat: int
    player: int | None = None
    to: Sequence[int] | None = None
    """Seats; None: all."""
    anonymous: bool = False


def keep(tx: Session, said: Said, now: datetime) -> None:
    """Keeps what was said."""
    facts = structs.asdict(said) | {"to": None if said.to is None else list(said.to)}
    tx.add(Press(**facts, at=now))
    tx.flush()


def count_since(tx: Session, match: str, seat: int, since: datetime) -> int:
    """How often a seat has spoken or written since then."""
    query = select(func.count()).where(col(Press.match) == match, col(Press.seat) == seat)
    return tx.exec(query.where(col(Press.at) >= since)).one()


def diary(tx: Session, match: str, seat: int | None = None) -> list[Press]:
    """The entries of one diary, or of all, in the order in which they were written."""
    query = select(Press).where(col(Press.match) == match, col(Press.kind) == "diary").order_by(col(Press.id))
    return list(tx.exec(query.where(col(Press.seat) == seat) if seat is not None else query))


def last_by(tx: Session, match: str, seat: int, most: int) -> list[Press]:
    """The last things that a seat has said, oldest first."""
    query = select(Press).where(col(Press.match) == match, col(Press.kind) == "press", col(Press.seat) == seat)
    return list(tx.exec(query.order_by(col(Press.id).desc()).limit(most)))[::-1]


def muted(tx: Session, match: str) -> set[tuple[int, int]]:
    """Player and the seat that they do not want to hear."""
    return {(row.player, row.seat) for row in tx.exec(select(Mute).where(col(Mute.match) == match))}


def mute(tx: Session, match: str, player: int, seat: int, now: datetime) -> None:
    """A player does not want to hear a seat any more."""
    if tx.get(Mute, (match, player, seat)) is None:
        tx.add(Mute(match=match, player=player, seat=seat, since=now))
        tx.flush()


def unmute(tx: Session, match: str, player: int, seat: int) -> None:
    """They want to hear it again."""
    tx.exec(delete(Mute).where(col(Mute.match) == match, col(Mute.player) == player, col(Mute.seat) == seat))


def announce(tx: Session, match: str, player: int | None, body: str, now: datetime) -> None:
    """An organiser, or the operator (no player), says something to everybody."""
    tx.add(Press(match=match, kind=ANNOUNCEMENT, player=player, body=body, at=now))
    tx.flush()


def announcements(tx: Session, match: str) -> list[str]:
    """What organisers have said, in order."""
    query = select(Press.body).where(col(Press.match) == match, col(Press.kind) == ANNOUNCEMENT)
    return list(tx.exec(query.order_by(col(Press.id))))
