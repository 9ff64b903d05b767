"""Asking back: what waits for a `confirm`, and how often strangers are answered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from msgspec import Struct
from sqlalchemy import delete, update
from sqlmodel import Session, col, func, select

from pbem.store.tables import Confirmation, Facts, Stranger

NEVER = datetime(9000, 1, 1, tzinfo=UTC)
"""Until then a stranger is not answered who asked for that."""


class Question(Struct, frozen=True, kw_only=True):
    """What is asked, of whom, and what the answer sets going."""

    code: str
    kind: str
    address: str
    expires: datetime
    player: int | None = None
    letter: int | None = None
    facts: Facts = {}


def ask(tx: Session, question: Question, now: datetime) -> Confirmation:
    """Keeps a question until it is answered or expires."""
    row = Confirmation(
        code=question.code,
        kind=question.kind,
        address=question.address,
        player=question.player,
        letter=question.letter,
        facts=dict(question.facts),
        asked=now,
        expires=question.expires,
    )
    tx.add(row)
    tx.flush()
    return row


def redeem(tx: Session, code: str, address: str, now: datetime) -> Confirmation | None:
    """The question that a code answers, once; None: unknown, used, expired, or asked of somebody else."""
    query = update(Confirmation).where(
        col(Confirmation.code) == code,
        col(Confirmation.address) == address,
        col(Confirmation.used).is_(None),
        col(Confirmation.expires) > now,
    )
    return tx.get_one(Confirmation, code) if tx.exec(query.values(used=now)).rowcount else None


def find(tx: Session, code: str, address: str, now: datetime) -> Confirmation | None:
    """The question that a code would answer; it stays open."""
    query = select(Confirmation).where(
        col(Confirmation.code) == code,
        col(Confirmation.address) == address,
        col(Confirmation.used).is_(None),
        col(Confirmation.expires) > now,
    )
    return tx.exec(query).first()


def of_player(tx: Session, code: str, kind: str, player: int, now: datetime) -> Confirmation | None:
    """The question of a kind that a player would answer with a code, from whichever of their addresses."""
    row = tx.get(Confirmation, code)
    mine = row is not None and (row.kind, row.player) == (kind, player)
    return row if row is not None and mine and row.used is None and row.expires > now else None


def count(tx: Session, kind: str, since: datetime, address: str | None = None, player: int | None = None) -> int:
    """How many questions of a kind were asked since then: of one address or of all, for one player or for all."""
    query = select(func.count()).where(col(Confirmation.kind) == kind, col(Confirmation.asked) >= since)
    query = query if player is None else query.where(col(Confirmation.player) == player)
    return tx.exec(query if address is None else query.where(col(Confirmation.address) == address)).one()


def may_answer(tx: Session, address: str, now: datetime, pause: timedelta) -> bool:
    """Whether a stranger gets an answer now; if so, the next one has to wait."""
    last = tx.get(Stranger, address)
    if last is None:
        tx.add(Stranger(address=address, answered=now))
    elif last.answered <= now - pause:
        last.answered = now
    else:
        return False
    tx.flush()
    return True


def silence(tx: Session, address: str) -> None:
    """A stranger who wants to hear nothing gets no polite answer and no invitation, ever."""
    tx.merge(Stranger(address=address, answered=NEVER))
    tx.flush()


def silenced(tx: Session, address: str) -> bool:
    """Whether a stranger wants to hear nothing."""
    last = tx.get(Stranger, address)
    return last is not None and last.answered == NEVER


def tidy(tx: Session, before: datetime) -> None:
    """Forgets questions that expired, and strangers who were answered, before then."""
    tx.exec(delete(Confirmation).where(col(Confirmation.expires) < before))
    tx.exec(delete(Stranger).where(col(Stranger.answered) < before))
