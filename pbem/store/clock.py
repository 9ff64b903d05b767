"""Open decisions and their clocks. What is due stands here; a ticker only asks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct
from sqlalchemy import bindparam, insert, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from pbem.store.tables import Address, Deadline, Match, Player, Seat, new_id, table

Ending = Literal["answered", "fired", "void"]

DECISION = (
    col(Deadline.match) == bindparam("in_match"),
    col(Deadline.seat) == bindparam("of_seat"),
    col(Deadline.decision) == bindparam("named"),
)
MAKE = insert(table(Deadline))
FIND = select(Deadline).where(*DECISION)
OPEN = (
    select(Deadline)
    .where(col(Deadline.match) == bindparam("match"), col(Deadline.ended).is_(None))
    .order_by(col(Deadline.seat), col(Deadline.decision))
)
START = update(table(Deadline)).where(*DECISION, col(Deadline.state) == "waiting")
END = update(table(Deadline)).where(col(Deadline.id) == bindparam("deadline"), col(Deadline.ended).is_(None))

WITH_OWNER = (
    select(Deadline, Match, Seat, Player)
    .join(Match, col(Match.id) == col(Deadline.match))
    .join(Seat, (col(Seat.match) == col(Deadline.match)) & (col(Seat.number) == col(Deadline.seat)))
    .join(Player, col(Player.id) == col(Seat.player))
)
ABOUT = WITH_OWNER.where(*DECISION, col(Deadline.ended).is_(None))
OF_PLAYER = WITH_OWNER.where(col(Seat.player) == bindparam("player"), col(Deadline.ended).is_(None)).order_by(
    col(Deadline.id)
)
Other = aliased(Address)


class Found(Struct, frozen=True):
    """An open decision, and who answers for it."""

    row: Deadline
    match: Match
    seat: Seat
    player: Player


def make(tx: Session, match: str, seat: int, decision: int, now: datetime) -> int:
    """A decision is open; its clock, whose number this tells, does not run before its mail was accepted."""
    values = {"match": match, "seat": seat, "decision": decision, "made": now, "state": "waiting", "told": 0}
    return new_id(tx, MAKE, values)


def find(tx: Session, match: str, seat: int, decision: int) -> Deadline | None:
    """The clock of a decision, whether it is open or not."""
    return tx.exec(FIND, params={"in_match": match, "of_seat": seat, "named": decision}).first()


def open_in(tx: Session, match: str) -> list[Deadline]:
    """The open decisions of a match, by seat."""
    return list(tx.exec(OPEN, params={"match": match}))


def count_open(tx: Session) -> int:
    """How many decisions are open in all matches."""
    return tx.exec(select(func.count()).where(col(Deadline.ended).is_(None))).one()


def latest(tx: Session, match: str, seat: int, until: int | None = None) -> Deadline | None:
    """The last decision of a seat, whether it is open or not; of those that were opened by some state, or of all."""
    query = select(Deadline).where(col(Deadline.match) == match, col(Deadline.seat) == seat)
    if until is not None:
        query = query.where(col(Deadline.decision) <= until)
    return tx.exec(query.order_by(col(Deadline.decision).desc()).limit(1)).first()


def about(tx: Session, match: str, seat: int, decision: int) -> Found | None:
    """An open decision with all that says how its time is counted; none if a bot answers for the seat."""
    found = tx.exec(ABOUT, params={"in_match": match, "of_seat": seat, "named": decision}).first()
    return None if found is None else Found(*found)


def of_player(tx: Session, player: int) -> list[Found]:
    """The open decisions of a player in all matches."""
    return [Found(*one) for one in tx.exec(OF_PLAYER, params={"player": player})]


def all_running(tx: Session) -> list[Found]:
    """The decisions whose clocks run."""
    query = WITH_OWNER.where(col(Deadline.state) == "running").order_by(col(Deadline.id))
    return [Found(*one) for one in tx.exec(query)]


def beyond_reach(tx: Session, since: datetime, limit: int) -> list[Deadline]:
    """The open decisions of players whose mail comes back since then, or longer."""
    newer = select(Other.canonical).where(
        col(Other.player) == col(Address.player), col(Other.chosen) > col(Address.chosen)
    )
    query = (
        select(Deadline)
        .join(Seat, (col(Seat.match) == col(Deadline.match)) & (col(Seat.number) == col(Deadline.seat)))
        .join(Address, col(Address.player) == col(Seat.player))
        .join(Match, col(Match.id) == col(Deadline.match))
        .where(col(Address.bouncing) <= since, ~newer.exists(), col(Match.status) == "running")
        .where(col(Deadline.ended).is_(None), col(Seat.bot).is_(None))
    )
    return list(tx.exec(query.order_by(col(Deadline.id)).limit(limit)))


def stand_still(tx: Session, row: Deadline, since: datetime) -> None:
    """Its report cannot reach its owner: since then, or since it runs, no time counts."""
    assert row.started is not None, "a clock that stands still has run"
    row.unreachable = max(row.started, since)
    if row.state == "running":
        row.state, row.remind = "waiting", None
    tx.flush()


def held_up(tx: Session, match: str, seat: int, decision: int, now: datetime) -> None:
    """The mail that announces a decision is not accepted yet; the first time counts."""
    waits = update(table(Deadline)).where(
        *DECISION, col(Deadline.state) == "waiting", col(Deadline.unreachable).is_(None)
    )
    named = {"in_match": match, "of_seat": seat, "named": decision}
    tx.connection().execute(waits.values(unreachable=now), named)


def start(
    tx: Session,
    match: str,
    seat: int,
    decision: int,
    started: datetime,
    due: datetime,
    remind: datetime | None,
    **also: object,
) -> bool:
    """The mail was accepted: the clock runs. False: it ran already, or the decision is made."""
    named = {"in_match": match, "of_seat": seat, "named": decision}
    times = {"state": "running", "started": started, "wanted": due, "due": due, "remind": remind, "unreachable": None}
    times |= also
    return tx.connection().execute(START, named | times).rowcount == 1


def due(tx: Session, until: datetime, limit: int) -> list[Deadline]:
    """The clocks that ran out by then, the oldest first. Whoever acts on one ends it in the same transaction."""
    query = select(Deadline).where(col(Deadline.state) == "running", col(Deadline.due) <= until)
    query = query.order_by(col(Deadline.due), col(Deadline.id))
    return list(tx.exec(query.limit(limit).with_for_update(skip_locked=True)))


def reminding(tx: Session, now: datetime, limit: int) -> list[tuple[int, str]]:
    """Who is to be reminded: player and match, by the time at which it is due."""
    query = select(Seat.player, Deadline.match).join(
        Seat, (col(Seat.match) == col(Deadline.match)) & (col(Seat.number) == col(Deadline.seat))
    )
    query = query.where(col(Deadline.remind) <= now).order_by(col(Deadline.remind), col(Deadline.id)).limit(limit)
    return [(player or 0, match) for player, match in tx.exec(query)]


def open_among(tx: Session, deadlines: Sequence[int]) -> set[int]:
    """Which of these decisions still wait."""
    query = select(Deadline.id).where(col(Deadline.id).in_(deadlines), col(Deadline.ended).is_(None))
    return {number or 0 for number in tx.exec(query)}


def to_remind(tx: Session, now: datetime, limit: int) -> list[Deadline]:
    """The decisions whose next reminder is due."""
    query = select(Deadline).where(col(Deadline.remind) <= now).order_by(col(Deadline.remind), col(Deadline.id))
    return list(tx.exec(query.limit(limit).with_for_update(skip_locked=True)))


def reminded(tx: Session, deadline: int, next_reminder: datetime | None) -> None:
    """A reminder was queued; when the next one is due, if any."""
    row = tx.get_one(Deadline, deadline)
    row.told, row.remind = row.told + 1, next_reminder
    tx.flush()


def move(tx: Session, deadline: int, due: datetime, remind: datetime | None) -> None:
    """More time, or less."""
    row = tx.get_one(Deadline, deadline)
    if row.wanted is not None and row.due is not None:
        row.wanted += due - row.due
    row.due, row.remind = due, remind
    tx.flush()


def end(tx: Session, deadline: int, how: Ending, now: datetime) -> bool:
    """The decision is made, by whom it may be. False: it was made before."""
    values = {"deadline": deadline, "state": how, "ended": now, "remind": None}
    return tx.connection().execute(END, values).rowcount == 1


def end_all(tx: Session, match: str, how: Ending, now: datetime) -> int:
    """All open decisions of a match end; tells how many."""
    query = update(Deadline).where(col(Deadline.match) == match, col(Deadline.ended).is_(None))
    return tx.exec(query.values(state=how, ended=now, remind=None)).rowcount


def pause(tx: Session, match: str, now: datetime) -> None:
    """The running clocks of a match stand still; their reminders are set anew when they go on."""
    for row in open_in(tx, match):
        if row.state == "running":
            row.state, row.paused, row.remind = "paused", now, None
    tx.flush()


def begin_again(tx: Session, deadline: int) -> None:
    """The decision is somebody else's now: its clock waits for their report."""
    row = tx.get_one(Deadline, deadline)
    row.state, row.started, row.due, row.remind, row.paused, row.told = "waiting", None, None, None, None, 0
    row.wanted, row.unreachable, row.given = None, None, 0
    tx.flush()
