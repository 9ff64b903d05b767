"""The outbox: mail is queued with what caused it, rendered once, sent until it is accepted, overtaken without loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct, structs
from sqlalchemy import bindparam, delete, insert, null, update
from sqlalchemy import select as core_select
from sqlmodel import Session, col, func, select

from pbem.store.tables import MailState, Outbox, SentList, new_id, table
from pbem.store.times import EPOCH

TO_SEND = col(Outbox.next_try) > EPOCH
"""It has a next try. SQLite would not use the index for IS NOT NULL."""

BY_ID = col(Outbox.id) == bindparam("mail")
QUEUE = insert(table(Outbox))
UNSENT = (
    select(Outbox)
    .where(
        col(Outbox.match) == bindparam("match"),
        col(Outbox.player).in_(bindparam("players", expanding=True)),
        col(Outbox.accepted).is_(None),
        col(Outbox.kind) == bindparam("kind"),
        col(Outbox.state) == "queued",
    )
    .order_by(col(Outbox.id))
)
OVERTAKE = (
    update(table(Outbox)).where(BY_ID).values(state="superseded", superseded_by=bindparam("new"), next_try=null())
)
KNOWN = select(Outbox.id).where(col(Outbox.message_id) == bindparam("message_id"))
BY_MESSAGE_ID = select(Outbox).where(col(Outbox.message_id) == bindparam("message_id"))
DUE = (
    select(Outbox)
    .where(col(Outbox.next_try) <= bindparam("now"))
    .order_by(col(Outbox.next_try), col(Outbox.id))
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
)
TICKETS = core_select(
    *(
        col(getattr(Outbox, name))
        for name in ("id", "recipient", "kind", "rendered", "match", "seat", "decision", "player")
    )
).where(col(Outbox.id).in_(bindparam("mails", expanding=True)), col(Outbox.next_try) <= bindparam("now"))
TAKE = update(table(Outbox)).where(BY_ID, TO_SEND)
ACCEPT = (
    update(table(Outbox))
    .where(BY_ID)
    .values(state="accepted", accepted=bindparam("now"), tries=col(Outbox.tries) + 1, next_try=null(), error=null())
)
THREAD = (
    select(Outbox.message_id)
    .where(
        col(Outbox.match) == bindparam("match"),
        col(Outbox.player) == bindparam("player"),
        col(Outbox.accepted).is_not(None),
    )
    .order_by(col(Outbox.accepted).desc(), col(Outbox.id).desc())
    .limit(bindparam("limit"))
)
ACCEPTED_SINCE = select(func.count()).where(
    col(Outbox.recipient) == bindparam("recipient"), col(Outbox.accepted) >= bindparam("since")
)
KEEP_LIST = insert(table(SentList))
LIST = select(SentList).where(col(SentList.message_id) == bindparam("message_id"))
LIST_FOR = (
    select(SentList)
    .where(
        col(SentList.match) == bindparam("match"),
        col(SentList.seat) == bindparam("seat"),
        col(SentList.decision) == bindparam("decision"),
    )
    .limit(1)
)


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


class Announced(Struct, frozen=True):
    """The decision that a mail is about, if it is."""

    match: str | None
    seat: int | None
    decision: int | None


class Ticket(Struct, frozen=True):
    """What must be known of a mail when it goes out."""

    id: int
    recipient: str
    kind: str
    rendered: bytes | None
    about: Announced
    player: int | None


def queue(tx: Session, mail: NewMail, now: datetime) -> int:
    """Puts a mail into the outbox; tells its number."""
    first = {"created": now, "next_try": mail.not_before, "state": "queued", "tries": 0}
    return new_id(tx, QUEUE, structs.asdict(mail) | first)


def unsent(tx: Session, match: str, players: Sequence[int], kind: str) -> list[Outbox]:
    """The mails of a kind that new ones would overtake, oldest first; one on its way is not among them."""
    return list(tx.exec(UNSENT, params={"match": match, "players": players, "kind": kind}))


def supersede(tx: Session, mail: NewMail, old: Sequence[Outbox], now: datetime) -> int:
    """Queues a mail instead of unsent ones; it tells the news since the first of them."""
    first = [n for n in (mail.since, *(row.since for row in old)) if n is not None]
    new = queue(tx, structs.replace(mail, since=min(first, default=None)), now)
    if old:
        tx.connection().execute(OVERTAKE, [{"mail": row.id, "new": new} for row in old])
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


def withdraw_from(tx: Session, match: str, player: int) -> int:
    """Takes back the unsent mail of a match to somebody who has left it; tells of how many."""
    query = update(Outbox).where(
        col(Outbox.match) == match,
        col(Outbox.player) == player,
        col(Outbox.accepted).is_(None),
        col(Outbox.state) == "queued",
    )
    return tx.exec(query.values(state="withdrawn", next_try=None)).rowcount


def reached_others(tx: Session, match: str, player: int, after: int) -> bool:
    """Whether somebody else was, or is just being, sent something about what came after an event."""
    query = select(Outbox.id).where(
        col(Outbox.match) == match,
        col(Outbox.player) != player,
        col(Outbox.n) > after,
        col(Outbox.state).in_(("sending", "accepted", "failed")),
    )
    return tx.exec(query.limit(1)).first() is not None


def due(tx: Session, now: datetime, limit: int) -> list[Outbox]:
    """The mails whose time has come, the longest waiting first."""
    return list(tx.exec(DUE, params={"now": now, "limit": limit}))


def next_due(tx: Session) -> datetime | None:
    """When the next mail goes out; None: nothing waits."""
    return tx.exec(select(func.min(Outbox.next_try))).one()


def tickets(tx: Session, mails: Sequence[int], now: datetime) -> dict[int, Ticket]:
    """Of these mails those that are still due, by their numbers."""
    rows = tx.connection().execute(TICKETS, {"mails": mails, "now": now})
    return {
        one.id: Ticket(
            one.id, one.recipient, one.kind, one.rendered, Announced(one.match, one.seat, one.decision), one.player
        )
        for one in rows
    }


def take(tx: Session, mails: Mapping[int, bytes], until: datetime) -> None:
    """The mails are on their way, with bytes that never change: not to be overtaken, tried again only after a while."""
    way = {"state": "sending", "next_try": until}
    if mails:
        tx.connection().execute(TAKE, [{"mail": mail, "rendered": raw, **way} for mail, raw in mails.items()])


def resume(tx: Session, now: datetime) -> int:
    """After a stop: what was on its way is tried again, as the same mail; tells of how many."""
    query = update(Outbox).where(TO_SEND, col(Outbox.state) == "sending")
    return tx.exec(query.values(next_try=now)).rowcount


def accepted(tx: Session, mails: Sequence[int], now: datetime) -> None:
    """The next server has them."""
    if mails:
        tx.connection().execute(ACCEPT, [{"mail": mail, "now": now} for mail in mails])


def release(tx: Session, player: int) -> None:
    """What waits for a player has waited long enough: it may go as soon as anything does."""
    waits = update(Outbox).where(TO_SEND, col(Outbox.player) == player, col(Outbox.state) == "queued")
    tx.exec(waits.values(next_try=col(Outbox.not_before)))


def withdrawn(tx: Session, mail: int) -> None:
    """There is no need for it any more."""
    row = tx.get_one(Outbox, mail)
    row.state, row.next_try = "withdrawn", None
    tx.flush()


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
    return tx.exec(BY_MESSAGE_ID, params={"message_id": message_id}).first()


def known(tx: Session, message_id: str) -> bool:
    """Whether a mail has this name."""
    return tx.exec(KNOWN, params={"message_id": message_id}).first() is not None


def thread(tx: Session, match: str, player: int, limit: int) -> list[str]:
    """The Message-IDs of the last mails of a match that reached a player, oldest first."""
    return list(tx.exec(THREAD, params={"match": match, "player": player, "limit": limit}))[::-1]


def accepted_since(tx: Session, recipient: str, since: datetime) -> int:
    """How many mails an address got since then."""
    return tx.exec(ACCEPTED_SINCE, params={"recipient": recipient, "since": since}).one()


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


def reduce(tx: Session, before: datetime, limit: int) -> int:
    """Leaves only the names of mails that were made before then and need no more tries; tells of how many."""
    query = select(Outbox.id).where(col(Outbox.created) < before, col(Outbox.rendered).is_not(None))
    ids = list(tx.exec(query.where(col(Outbox.next_try).is_(None)).order_by(col(Outbox.id)).limit(limit)))
    tx.exec(update(Outbox).where(col(Outbox.id).in_(ids)).values(rendered=None, facts=b""))
    return len(ids)


def keep_list(tx: Session, mail: NewMail, orders: Mapping[str, str]) -> None:
    """Remembers the numbered orders of a mail about a decision."""
    if mail.match is None or mail.seat is None or mail.decision is None:
        raise ValueError("a list belongs to a decision of a seat")
    about = {name: getattr(mail, name) for name in ("message_id", "match", "seat", "decision")}
    tx.connection().execute(KEEP_LIST, about | {"orders": dict(orders)})


def sent_list(tx: Session, message_id: str) -> SentList | None:
    """The numbered orders of a mail; None: it had none."""
    return tx.exec(LIST, params={"message_id": message_id}).first()


def list_for(tx: Session, match: str, seat: int, decision: int) -> SentList | None:
    """The numbered orders that a seat was sent for a decision; they are the same in each mail about it."""
    return tx.exec(LIST_FOR, params={"match": match, "seat": seat, "decision": decision}).first()
