"""Letters that came in: recognised again, kept whole, settled, moved."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct
from sqlalchemy import ColumnElement, update
from sqlmodel import Session, col, select

from pbem.store.tables import Facts, Letter, LetterState, Mailbox


class Arrived(Struct, frozen=True, kw_only=True):
    """A letter as it lies on the server."""

    account: str
    uidvalidity: int
    uid: int
    raw: bytes
    internaldate: datetime
    message_id: str | None = None
    sender: str | None = None
    content: str | None = None


class Known(Struct, frozen=True):
    """What there is to know of an earlier letter."""

    id: int
    state: str
    sha256: str
    content: str | None
    sender: str | None


class Seen(Struct, frozen=True):
    """The letters that this one may be: the one of this place, the first of these bytes, those of this Message-ID."""

    place: Known | None
    same_bytes: Known | None
    same_id: tuple[Known, ...]

    def never(self) -> bool:
        """Nothing like it has come before."""
        return self == Seen(None, None, ())


class Settlement(Struct, frozen=True, kw_only=True):
    """What became of a letter. Without a folder it stays where it lies."""

    state: LetterState
    folder: str | None = None
    reason: str | None = None
    player: int | None = None
    match: str | None = None
    seat: int | None = None
    verdict: Facts = {}


class Move(Struct, frozen=True):
    """A letter that has to go to another folder."""

    id: int
    uid: int
    folder: str


def digest(raw: bytes) -> str:
    """The hash of a letter, by which the log names it."""
    return hashlib.sha256(raw).hexdigest()


def seen(tx: Session, letter: Arrived) -> Seen:
    """Whether it came before; which kind of sameness counts is for the caller to say."""
    place = known(
        tx,
        col(Letter.account) == letter.account,
        col(Letter.uidvalidity) == letter.uidvalidity,
        col(Letter.uid) == letter.uid,
    )
    same_bytes = known(tx, col(Letter.sha256) == digest(letter.raw))
    same_id = known(tx, col(Letter.message_id) == letter.message_id) if letter.message_id else []
    return Seen(next(iter(place), None), next(iter(same_bytes), None), tuple(same_id))


def known(tx: Session, *where: ColumnElement[bool]) -> list[Known]:
    """The letters of which something is true, the first that came first."""
    columns = (col(getattr(Letter, name)) for name in Known.__struct_fields__)
    return [Known(*row) for row in tx.exec(select(*columns).where(*where).order_by(col(Letter.id)))]


def record(tx: Session, letter: Arrived, now: datetime) -> Letter:
    """Keeps a letter whole, before anything is done with it."""
    row = Letter(
        account=letter.account,
        uidvalidity=letter.uidvalidity,
        uid=letter.uid,
        sha256=digest(letter.raw),
        message_id=letter.message_id,
        content=letter.content,
        sender=letter.sender,
        internaldate=letter.internaldate,
        received=now,
        size=len(letter.raw),
        raw=letter.raw,
    )
    tx.add(row)
    tx.flush()
    return row


def get(tx: Session, letter: int) -> Letter | None:
    """A letter."""
    return tx.get(Letter, letter)


def in_state(tx: Session, state: LetterState, limit: int, after: int = 0) -> list[Letter]:
    """The letters in a state, in the order in which they came."""
    query = select(Letter).where(col(Letter.state) == state, col(Letter.id) > after)
    return list(tx.exec(query.order_by(col(Letter.id)).limit(limit)))


def settle(tx: Session, letter: int, outcome: Settlement, now: datetime) -> None:
    """What became of it, in the transaction that did it; the move on the server comes after."""
    row = tx.get_one(Letter, letter)
    row.state, row.reason, row.settled = outcome.state, outcome.reason, now
    row.player, row.match, row.seat = outcome.player, outcome.match, outcome.seat
    row.verdict = dict(outcome.verdict)
    if row.moved is None:
        row.folder = outcome.folder
        row.moved = now if outcome.folder is None else None
    tx.flush()


def reopen(tx: Session, letter: int) -> None:
    """The letter is to be tried again; where it lies on the server does not matter for that."""
    row = tx.get_one(Letter, letter)
    row.state, row.reason, row.settled = "received", None, None
    tx.flush()


def to_move(tx: Session, account: str, uidvalidity: int, limit: int) -> list[Move]:
    """The settled letters that still lie where they came in."""
    query = select(Letter.id, Letter.uid, Letter.folder).where(
        col(Letter.moved).is_(None),
        col(Letter.account) == account,
        col(Letter.folder).is_not(None),
        col(Letter.uidvalidity) == uidvalidity,
    )
    return [Move(*row) for row in tx.exec(query.order_by(col(Letter.folder), col(Letter.id)).limit(limit))]


def moved(tx: Session, letters: Iterable[int], now: datetime) -> None:
    """They lie in their folders."""
    tx.exec(update(Letter).where(col(Letter.id).in_(list(letters))).values(moved=now))


def mailbox(tx: Session, account: str) -> Mailbox | None:
    """How far an account was read; None: never."""
    return tx.get(Mailbox, account)


def fetched(tx: Session, account: str, uidvalidity: int, uid: int, began: datetime) -> None:
    """A complete fetch, up to a UID. A new UIDVALIDITY ends the moves of the old one: those places are gone."""
    row = tx.get(Mailbox, account)
    if row is None:
        tx.add(Mailbox(account=account, uidvalidity=uidvalidity, uid=uid, fetched=began))
    else:
        if row.uidvalidity != uidvalidity:
            abandon_moves(tx, account, uidvalidity, began)
        row.uidvalidity, row.uid, row.fetched = uidvalidity, uid, began
    tx.flush()


def abandon_moves(tx: Session, account: str, uidvalidity: int, now: datetime) -> None:
    """Forgets moves from places that the server has numbered anew."""
    gone = update(Letter).where(
        col(Letter.moved).is_(None), col(Letter.account) == account, col(Letter.uidvalidity) != uidvalidity
    )
    tx.exec(gone.where(col(Letter.settled).is_not(None)).values(moved=now))


def reduce(tx: Session, before: datetime, limit: int) -> int:
    """Leaves only the hash of settled letters that came before then; tells of how many."""
    query = select(Letter.id).where(col(Letter.received) < before, col(Letter.raw).is_not(None))
    ids = list(tx.exec(query.where(col(Letter.settled).is_not(None)).order_by(col(Letter.id)).limit(limit)))
    tx.exec(update(Letter).where(col(Letter.id).in_(ids)).values(raw=None))
    return len(ids)
