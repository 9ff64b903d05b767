"""Letters that came in: recognised again, kept whole, settled, moved."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct, structs
from sqlalchemy import bindparam, insert, update
from sqlmodel import Session, col, func, select

from pbem.store.tables import Facts, Letter, LetterState, Mailbox, new_id, table

Reopening = Literal["confirmed", "retry"]
AGAIN = "again"
"""Key of a verdict: why a letter that was settled is looked at once more."""

AT_PLACE = select(Letter.id).where(
    col(Letter.account) == bindparam("account"),
    col(Letter.uidvalidity) == bindparam("uidvalidity"),
    col(Letter.uid) == bindparam("uid"),
)
GET = select(Letter).where(col(Letter.id) == bindparam("letter"))
OTHERS = select(Letter.state, Letter.verdict).where(col(Letter.id) != bindparam("letter"))
SAME_BYTES = OTHERS.where(col(Letter.sha256) == bindparam("sha256"))
SAME_WORDS = OTHERS.where(
    col(Letter.message_id) == bindparam("message_id"),
    col(Letter.sender) == bindparam("sender"),
    col(Letter.content) == bindparam("content"),
)
COUNT_FROM = select(func.count()).where(
    col(Letter.sender) == bindparam("sender"),
    col(Letter.received) >= bindparam("since"),
    col(Letter.state).in_(bindparam("states", expanding=True)),
)
RECORD = insert(table(Letter))


class Arrived(Struct, frozen=True, kw_only=True):
    """A letter as it lies on the server."""

    account: str
    uidvalidity: int
    uid: int
    raw: bytes
    internaldate: datetime
    size: int | None = None
    """In full, where `raw` was cut."""
    message_id: str | None = None
    sender: str | None = None
    content: str | None = None


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


def at_place(tx: Session, account: str, uidvalidity: int, uid: int) -> int | None:
    """The letter that lies, or lay, at a place of the server."""
    return tx.exec(AT_PLACE, params={"account": account, "uidvalidity": uidvalidity, "uid": uid}).first()


def came_before(tx: Session, letter: Letter) -> bool:
    """The same bytes were settled before, or the same Message-ID of the same sender with the same content.

    Neither the place nor the time of arrival tells which of two is settled first: one may be fetched, or dated, later.
    """
    if letter.verdict.get(AGAIN):
        return False
    if any_settled(tx.exec(SAME_BYTES, params={"letter": letter.id, "sha256": letter.sha256})):
        return True
    if letter.message_id is None or letter.sender is None:
        return False
    names = {"message_id": letter.message_id, "sender": letter.sender, "content": letter.content}
    return any_settled(tx.exec(SAME_WORDS, params={"letter": letter.id, **names}))


def any_settled(others: Iterable[tuple[str, Mapping[str, object]]]) -> bool:
    """Whether another letter is settled, or was and is looked at once more."""
    return any(state != "received" or AGAIN in verdict for state, verdict in others)


def count_alike(tx: Session, sender: str, reason: str, since: datetime) -> int:
    """How many letters of a sender were settled for the same reason since then."""
    alike = select(func.count()).where(col(Letter.sender) == sender, col(Letter.received) >= since)
    return tx.exec(alike.where(col(Letter.reason) == reason)).one()


def count_from(tx: Session, sender: str, since: datetime, states: Sequence[LetterState]) -> int:
    """How many letters that name this sender came since then and ended so."""
    return tx.exec(COUNT_FROM, params={"sender": sender, "since": since, "states": states}).one()


def count_for(tx: Session, match: str) -> int:
    """How many letters about a match were settled."""
    return tx.exec(select(func.count()).where(col(Letter.match) == match)).one()


def record(tx: Session, letter: Arrived, now: datetime) -> int:
    """Keeps a letter whole, before anything is done with it."""
    size = len(letter.raw) if letter.size is None else letter.size
    known = {"sha256": digest(letter.raw), "received": now, "state": "received", "verdict": {}}
    return new_id(tx, RECORD, structs.asdict(letter) | known | {"size": size})


def get(tx: Session, letter: int) -> Letter | None:
    """A letter."""
    return tx.exec(GET, params={"letter": letter}).first()


def waiting(tx: Session, limit: int) -> list[int]:
    """The letters that are not settled yet, in the order in which they arrived at the server."""
    query = select(Letter.id).where(col(Letter.state) == "received")
    return [one for one in tx.exec(query.order_by(col(Letter.internaldate), col(Letter.id)).limit(limit)) if one]


def in_state(tx: Session, state: LetterState, limit: int, after: int = 0) -> list[Letter]:
    """The letters in a state, in the order in which they came."""
    query = select(Letter).where(col(Letter.state) == state, col(Letter.id) > after)
    return list(tx.exec(query.order_by(col(Letter.id)).limit(limit)))


def latest(tx: Session, state: str, limit: int) -> list[Letter]:
    """The letters that came last, in one state or in all of them; the last one last."""
    query = select(Letter).order_by(col(Letter.id).desc()).limit(limit)
    return list(tx.exec(query.where(col(Letter.state) == state) if state else query))[::-1]


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


def reopen(tx: Session, letter: int, why: Reopening) -> None:
    """The letter is to be tried again; where it lies on the server does not matter for that."""
    row = tx.get_one(Letter, letter)
    row.state, row.reason, row.settled = "received", None, None
    row.verdict = {**row.verdict, AGAIN: why}
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


def counts(tx: Session) -> dict[str, int]:
    """How many letters are in each state."""
    return dict(tx.exec(select(Letter.state, func.count()).group_by(col(Letter.state))).all())
