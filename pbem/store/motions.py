"""What the players of a match vote on, and how."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, select

from pbem.store.around import Ballot, Motion, MotionState
from pbem.store.tables import Deadline, Facts


def open_in(tx: Session, match: str) -> list[Motion]:
    """What can be voted on in a match now, oldest first."""
    query = select(Motion).where(col(Motion.match) == match, col(Motion.state) == "open")
    return list(tx.exec(query.order_by(col(Motion.id))))


def make(tx: Session, match: str, kind: str, facts: Facts, seat: int, **also: object) -> Motion:
    """Somebody asks for something; they are for it."""
    row = Motion.model_validate({"match": match, "kind": kind, "facts": facts, "seat": seat, **also})
    tx.add(row)
    tx.flush()
    cast(tx, row, seat, "yes", row.opened)
    return row


def cast(tx: Session, motion: Motion, seat: int, choice: str, now: datetime) -> None:
    """A vote; a later one of the same seat counts instead."""
    tx.merge(Ballot(motion=motion.id or 0, seat=seat, choice=choice, at=now))
    tx.flush()


def for_it(tx: Session, motion: Motion) -> set[int]:
    """The seats that have voted for it."""
    query = select(Ballot.seat).where(col(Ballot.motion) == motion.id, col(Ballot.choice) == "yes")
    return set(tx.exec(query))


def close(tx: Session, motion: Motion, how: MotionState) -> None:
    """It is decided."""
    motion.state = how
    tx.add(motion)
    tx.flush()


def due(tx: Session, now: datetime, limit: int) -> list[tuple[int, str]]:
    """Those whose time is over, with their matches."""
    query = select(Motion.id, Motion.match).where(col(Motion.state) == "open", col(Motion.closes) <= now)
    return [(number or 0, match) for number, match in tx.exec(query.order_by(col(Motion.closes)).limit(limit))]


def missed(tx: Session, match: str, seat: int) -> Deadline | None:
    """The last decision for which the clock has played, and that nobody has forgiven."""
    query = select(Deadline).where(
        col(Deadline.match) == match,
        col(Deadline.seat) == seat,
        col(Deadline.state) == "fired",
        col(Deadline.forgiven).is_(None),
    )
    return tx.exec(query.order_by(col(Deadline.decision).desc()).limit(1)).first()
