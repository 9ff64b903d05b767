"""The outbox: mail is queued with what caused it, rendered once, sent until it is accepted, overtaken without loss."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from msgspec import Struct, structs
from sqlalchemy import delete, update
from sqlmodel import Session, col, func, select

from pbem.store.tables import MailState, Outbox, SentList
from pbem.store.times import EPOCH

TO_SEND = col(Outbox.next_try) > EPOCH
"""It has a next try. SQLite would not use the index for IS NOT NULL."""


class NewMail(Struct, frozen=True, kw_only=True):
    """A mail with its frozen facts."""

    message_id: str
    recipient: str
    kind: str
    facts: bytes
    not_before: datetime
    player: int | None = None
    match: str | None = None
    seat: int | None = None
    since: int | None = None
    n: int | None = None
    decision: int | None = None


class Waiting(Struct, frozen=True):
    """How much mail waits, and since when the oldest could have gone."""

    mails: int
    oldest: datetime | None


def queue(tx: Session, mail: NewMail, now: datetime) -> Outbox:
    """Puts a mail into the outbox."""
    row = Outbox(
        message_id=mail.message_id,
        recipient=mail.recipient,
        player=mail.player,
        match=mail.match,
        seat=mail.seat,
        kind=mail.kind,
        since=mail.since,
        n=mail.n,
        decision=mail.decision,
        created=now,
        not_before=mail.not_before,
        next_try=mail.not_before,
        facts=mail.facts,
    )
    tx.add(row)
    tx.flush()
    return row


def unsent(tx: Session, match: str, player: int, kind: str) -> list[Outbox]:
    """The mails of a kind that a new one would overtake, oldest first; one on its way is not among them."""
    query = select(Outbox).where(
        col(Outbox.match) == match,
        col(Outbox.player) == player,
        col(Outbox.accepted).is_(None),
        col(Outbox.kind) == kind,
        col(Outbox.state) == "queued",
    )
    return list(tx.exec(query.order_by(col(Outbox.id))))


def supersede(tx: Session, mail: NewMail, now: datetime) -> Outbox:
    """Queues a mail instead of the unsent ones of its kind; it tells the news since the first of them."""
    if mail.match is None or mail.player is None:
        raise ValueError("only mail to a player of a match overtakes another")
    old = unsent(tx, mail.match, mail.player, mail.kind)
    first = [n for n in (mail.since, *(row.since for row in old)) if n is not None]
    new = queue(tx, structs.replace(mail, since=min(first, default=None)), now)
    for row in old:
        row.state, row.superseded_by, row.next_try = "superseded", new.id, None
    tx.flush()
    return new


def withdraw(tx: Session, match: str, after: int) -> int:
    """Takes back the unsent mail that tells of events after one; tells of how many."""
    query = update(Outbox).where(
        col(Outbox.match) == match,
        col(Outbox.accepted).is_(None),
        col(Outbox.state) == "queued",
        col(Outbox.n) > after,
    )
    return tx.exec(query.values(state="withdrawn", next_try=None)).rowcount


def due(tx: Session, now: datetime, limit: int) -> list[Outbox]:
    """The mails whose time has come, the longest waiting first."""
    query = select(Outbox).where(col(Outbox.next_try) <= now).order_by(col(Outbox.next_try), col(Outbox.id))
    return list(tx.exec(query.limit(limit).with_for_update(skip_locked=True)))


def next_due(tx: Session) -> datetime | None:
    """When the next mail goes out; None: nothing waits."""
    return tx.exec(select(func.min(Outbox.next_try))).one()


def take(tx: Session, mails: Iterable[int], until: datetime) -> None:
    """The mails are on their way: not to be overtaken, and tried again only if nothing is heard until then."""
    query = update(Outbox).where(col(Outbox.id).in_(list(mails)), TO_SEND)
    tx.exec(query.values(state="sending", next_try=until))


def resume(tx: Session, now: datetime) -> int:
    """After a stop: what was on its way is tried again, as the same mail; tells of how many."""
    query = update(Outbox).where(TO_SEND, col(Outbox.state) == "sending")
    return tx.exec(query.values(next_try=now)).rowcount


def rendered(tx: Session, mail: int, raw: bytes) -> bytes:
    """Keeps the bytes of a mail and returns them; the first ones stay for ever."""
    row = tx.get_one(Outbox, mail)
    row.rendered = row.rendered or raw
    tx.flush()
    return row.rendered


def accepted(tx: Session, mail: int, now: datetime) -> Outbox:
    """The next server has it."""
    row = tx.get_one(Outbox, mail)
    row.state, row.accepted, row.tries = "accepted", now, row.tries + 1
    row.next_try = row.error = None
    tx.flush()
    return row


def deferred(tx: Session, mail: int, next_try: datetime, error: str) -> Outbox:
    """It was refused for now."""
    return tried(tx, mail, "queued", next_try, error)


def postponed(tx: Session, mail: int, until: datetime) -> None:
    """It has to wait, and that is no try."""
    row = tx.get_one(Outbox, mail)
    row.state, row.next_try = "queued", until
    tx.flush()


def failed(tx: Session, mail: int, error: str) -> Outbox:
    """It was refused for good."""
    return tried(tx, mail, "failed", None, error)


def tried(tx: Session, mail: int, state: MailState, next_try: datetime | None, error: str) -> Outbox:
    """One try more that did not succeed."""
    row = tx.get_one(Outbox, mail)
    row.state, row.next_try, row.error, row.tries = state, next_try, error, row.tries + 1
    tx.flush()
    return row


def by_message_id(tx: Session, message_id: str) -> Outbox | None:
    """The mail that a reply refers to."""
    return tx.exec(select(Outbox).where(col(Outbox.message_id) == message_id)).first()


def thread(tx: Session, match: str, player: int, limit: int) -> list[str]:
    """The Message-IDs of the last mails of a match that reached a player, oldest first."""
    query = select(Outbox.message_id).where(
        col(Outbox.match) == match, col(Outbox.player) == player, col(Outbox.accepted).is_not(None)
    )
    return list(tx.exec(query.order_by(col(Outbox.accepted).desc(), col(Outbox.id).desc()).limit(limit)))[::-1]


def accepted_since(tx: Session, recipient: str, since: datetime) -> int:
    """How many mails an address got since then."""
    query = select(func.count()).where(col(Outbox.recipient) == recipient, col(Outbox.accepted) >= since)
    return tx.exec(query).one()


def waiting(tx: Session) -> Waiting:
    """How much mail waits."""
    query = select(func.count(), func.min(Outbox.not_before)).where(TO_SEND)
    return Waiting(*tx.exec(query).one())


def counts(tx: Session) -> dict[str, int]:
    """How many mails are in each state."""
    return dict(tx.exec(select(Outbox.state, func.count()).group_by(col(Outbox.state))).all())


def overdue_since(tx: Session, now: datetime) -> datetime | None:
    """Since when the oldest mail that could have gone waits; None: none does."""
    query = select(func.min(Outbox.not_before)).where(TO_SEND, col(Outbox.not_before) <= now)
    return tx.exec(query).one()


def forget_superseded(tx: Session, before: datetime) -> int:
    """Deletes mail that was overtaken before then, with its lists; tells of how many."""
    old = select(Outbox.id).where(col(Outbox.state) == "superseded", col(Outbox.created) < before)
    names = select(Outbox.message_id).where(col(Outbox.id).in_(old))
    tx.exec(delete(SentList).where(col(SentList.message_id).in_(names)))
    tx.exec(update(Outbox).where(col(Outbox.superseded_by).in_(old)).values(superseded_by=None))
    return tx.exec(delete(Outbox).where(col(Outbox.id).in_(old))).rowcount


def keep_list(tx: Session, mail: Outbox, orders: Mapping[str, str]) -> None:
    """Remembers the numbered orders of a mail about a decision."""
    if mail.match is None or mail.seat is None or mail.decision is None:
        raise ValueError("a list belongs to a decision of a seat")
    row = SentList(message_id=mail.message_id, match=mail.match, seat=mail.seat, decision=mail.decision, orders={})
    row.orders = dict(orders)
    tx.add(row)
    tx.flush()


def sent_list(tx: Session, message_id: str) -> SentList | None:
    """The numbered orders of a mail; None: it had none."""
    return tx.get(SentList, message_id)


def list_for(tx: Session, match: str, seat: int, decision: int) -> SentList | None:
    """The numbered orders that a seat was sent for a decision; they are the same in each mail about it."""
    query = select(SentList).where(
        col(SentList.match) == match, col(SentList.seat) == seat, col(SentList.decision) == decision
    )
    return tx.exec(query.limit(1)).first()
