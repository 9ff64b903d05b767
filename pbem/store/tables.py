"""The tables. They are dumb: what comes in was checked at the edge, what goes out is a row.

States are words and not enumerations of the database, so that a new one needs no new table. A column that says when
something is due next is empty once nothing is: the question "what is due?" reads one end of one index.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar, Literal

from sqlalchemy import JSON, BigInteger, ForeignKeyConstraint, Index, Insert, MetaData, String, Table, UniqueConstraint
from sqlmodel import Field, Session, SQLModel

from pbem.store.times import UtcTime

Facts = dict[str, object]
"""A JSON object."""

Reports = Literal["turn", "every", "daily"]
PlayerState = Literal["new", "active", "blocked", "gone", "erased"]
MatchStatus = Literal["open", "running", "paused", "held", "finished", "aborted"]
LetterState = Literal["received", "played", "refused", "shunted", "ignored", "repeated", "asked", "answered"]
MailState = Literal["queued", "sending", "accepted", "failed", "superseded", "withdrawn"]
DeadlineState = Literal["waiting", "running", "paused", "answered", "fired", "void"]

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Row(SQLModel):
    """What all tables share: constraints with names, so that a migration can change them."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=NAMES)


def table(row: type[Row]) -> Table:
    """The table behind rows, for writing many of them, or parts of one, without making objects of them."""
    return row.metadata.tables[str(row.__tablename__)]


def new_id(tx: Session, statement: Insert, values: Mapping[str, object]) -> int:
    """Adds one row; tells its number."""
    made = tx.connection().execute(statement, values).inserted_primary_key
    assert made is not None, "one row was added"
    return int(made[0])


class Player(Row, table=True):
    """A person, or a program that reads and writes mail like one."""

    id: int | None = Field(default=None, primary_key=True)
    name: str
    folded: str = Field(unique=True)
    """The name without case: "Anna" and "anna" would be taken for one another."""
    language: str = "en"
    reports: Reports = Field(default="turn", sa_type=String)
    zone: str = "UTC"
    state: PlayerState = Field(default="new", sa_type=String)
    joined: datetime = Field(sa_type=UtcTime)
    settings: Facts = Field(default_factory=dict, sa_type=JSON)


class Address(Row, table=True):
    """Where a player can be reached. Of the confirmed ones, the one chosen last gets the mail."""

    canonical: str = Field(primary_key=True)
    written: str
    player: int = Field(foreign_key="player.id", index=True)
    added: datetime = Field(sa_type=UtcTime)
    confirmed: datetime | None = Field(default=None, sa_type=UtcTime)
    chosen: datetime | None = Field(default=None, sa_type=UtcTime)
    bouncing: datetime | None = Field(default=None, sa_type=UtcTime, index=True)
    """Since when mail comes back; empty: it arrives."""
    tried: datetime | None = Field(default=None, sa_type=UtcTime)
    """When a mail was last tried there while mail comes back."""
    through: datetime | None = Field(default=None, sa_type=UtcTime)
    """When one was accepted meanwhile, which has not come back yet."""


class DataSet(Row, table=True):
    """The printed numbers, with corrections, that some match was played with. Kept for ever."""

    __tablename__ = "data_set"
    fingerprint: str = Field(primary_key=True)
    game: str
    body: bytes
    overrides: Facts = Field(default_factory=dict, sa_type=JSON)
    kept: datetime = Field(sa_type=UtcTime)


class Match(Row, table=True):
    """A match; what happened in it stands in its events."""

    __table_args__ = (Index(None, "status", "created"),)
    id: str = Field(primary_key=True)
    game: str
    rules: int
    options: Facts = Field(default_factory=dict, sa_type=JSON)
    data: str = Field(foreign_key="data_set.fingerprint")
    status: MatchStatus = Field(default="open", sa_type=String)
    clock: Facts = Field(default_factory=dict, sa_type=JSON)
    settings: Facts = Field(default_factory=dict, sa_type=JSON)
    organiser: int | None = Field(default=None, foreign_key="player.id")
    created: datetime = Field(sa_type=UtcTime)
    started: datetime | None = Field(default=None, sa_type=UtcTime)
    ended: datetime | None = Field(default=None, sa_type=UtcTime)
    result: list[Facts] | None = Field(default=None, sa_type=JSON)
    think_from: int | None = None
    """The entry to which whoever has just written may still go back."""
    think_until: datetime | None = Field(default=None, sa_type=UtcTime, index=True)
    """How long they may; so long nobody else is told of anything."""


class Epoch(Row, table=True):
    """A stretch of a match under one seed, which is secret until the end."""

    match: str = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    from_n: int
    seed: bytes
    commitment: str
    entropy: list[str] = Field(default_factory=list, sa_type=JSON)
    opened: datetime = Field(sa_type=UtcTime)


class Seat(Row, table=True):
    """Who sits where: a player, a bot, or a bot that stands in for a player."""

    match: str = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    player: int | None = Field(default=None, foreign_key="player.id", index=True)
    bot: str | None = None
    entropy: bytes = b""
    """What the player adds to the seed when joining."""
    since: datetime = Field(sa_type=UtcTime)
    ready: datetime | None = Field(default=None, sa_type=UtcTime)
    """When the player said that the match may begin."""
    bank: int | None = None
    """Seconds left in the time bank; empty: the match has none."""
    missed: int = 0
    """Decisions in a row for which the clock has played."""


class Event(Row, table=True):
    """The log. Its form is final; new facts are new kinds, or new keys of the body. Rows are only ever added."""

    match: str = Field(primary_key=True, foreign_key="match.id")
    n: int = Field(primary_key=True)
    kind: str
    at: datetime = Field(sa_type=UtcTime)
    body: bytes
    nonce: bytes
    leaf: bytes


class Snapshot(Row, table=True):
    """The table of a match after an event, to save a replay; may be deleted at any time."""

    match: str = Field(primary_key=True, foreign_key="match.id")
    n: int
    state: bytes


class Mailbox(Row, table=True):
    """How far an account was read."""

    account: str = Field(primary_key=True)
    uidvalidity: int = Field(sa_type=BigInteger)
    uid: int = Field(default=0, sa_type=BigInteger)
    fetched: datetime | None = Field(default=None, sa_type=UtcTime)
    """When the last complete fetch began: no deadline after it may act."""
    mended: datetime | None = Field(default=None, sa_type=UtcTime)
    """Until when time in which nobody looked was given back."""


class Letter(Row, table=True):
    """A letter that came in, one row for each place where it lay."""

    __table_args__ = (
        UniqueConstraint("account", "uidvalidity", "uid"),
        Index(None, "state", "id"),
        Index(None, "moved", "account", "folder"),
        Index(None, "sender", "received"),
        ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"]),
    )
    id: int | None = Field(default=None, primary_key=True)
    account: str
    uidvalidity: int = Field(sa_type=BigInteger)
    uid: int = Field(sa_type=BigInteger)
    sha256: str = Field(index=True)
    message_id: str | None = Field(default=None, index=True)
    content: str | None = None
    """Hash of what the author wrote, without the marks of the way: the same letter may come by two ways."""
    sender: str | None = None
    internaldate: datetime = Field(sa_type=UtcTime)
    received: datetime = Field(sa_type=UtcTime)
    size: int
    verdict: Facts = Field(default_factory=dict, sa_type=JSON)
    state: LetterState = Field(default="received", sa_type=String)
    reason: str | None = None
    player: int | None = Field(default=None, foreign_key="player.id", index=True)
    match: str | None = Field(default=None, foreign_key="match.id", index=True)
    seat: int | None = None
    settled: datetime | None = Field(default=None, sa_type=UtcTime)
    folder: str | None = None
    moved: datetime | None = Field(default=None, sa_type=UtcTime)
    """When it was moved, or when it was decided that it stays."""
    raw: bytes | None = None
    """Empty once the letter was reduced to its hash. Last, for SQLite walks through a long value to what follows."""


class Outbox(Row, table=True):
    """A letter that goes out, written with what caused it and rendered later, once."""

    __table_args__ = (
        Index(None, "match", "player", "accepted"),
        Index(None, "recipient", "accepted"),
        ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"]),
    )
    id: int | None = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    recipient: str
    player: int | None = Field(default=None, foreign_key="player.id")
    match: str | None = Field(default=None, foreign_key="match.id")
    seat: int | None = None
    kind: str
    since: int | None = None
    """The first event whose news it tells."""
    n: int | None = None
    """The last one."""
    decision: int | None = None
    """The decision that it announces: its clock starts when the mail is accepted."""
    created: datetime = Field(sa_type=UtcTime)
    not_before: datetime = Field(sa_type=UtcTime)
    state: MailState = Field(default="queued", sa_type=String)
    tries: int = 0
    next_try: datetime | None = Field(default=None, sa_type=UtcTime, index=True)
    """Empty once it needs no more tries."""
    error: str | None = None
    superseded_by: int | None = Field(default=None, foreign_key="outbox.id")
    accepted: datetime | None = Field(default=None, sa_type=UtcTime)
    facts: bytes
    rendered: bytes | None = None


class SentList(Row, table=True):
    """The numbered orders of a mail: label -> order as a player could have typed it."""

    __tablename__ = "sent_list"
    __table_args__ = (Index(None, "match", "seat", "decision"),)
    message_id: str = Field(primary_key=True, foreign_key="outbox.message_id")
    match: str = Field(foreign_key="match.id")
    seat: int
    decision: int
    orders: dict[str, str] = Field(sa_type=JSON)


class Deadline(Row, table=True):
    """An open decision and its clock. A decision is named by the number of the state that opened it."""

    __table_args__ = (
        UniqueConstraint("match", "seat", "decision"),
        Index(None, "match", "ended"),
        Index(None, "state", "due"),
        ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"]),
    )
    id: int | None = Field(default=None, primary_key=True)
    match: str = Field(foreign_key="match.id")
    seat: int
    decision: int
    state: DeadlineState = Field(default="waiting", sa_type=String)
    made: datetime = Field(sa_type=UtcTime)
    started: datetime | None = Field(default=None, sa_type=UtcTime)
    wanted: datetime | None = Field(default=None, sa_type=UtcTime)
    """When its time has passed."""
    due: datetime | None = Field(default=None, sa_type=UtcTime)
    """When the clock acts: after quiet hours and grace."""
    given: int = 0
    """Seconds given back, in which mail did not come through."""
    told: int = 0
    """How many reminders were sent."""
    remind: datetime | None = Field(default=None, sa_type=UtcTime, index=True)
    """When the next one goes out; empty: none."""
    paused: datetime | None = Field(default=None, sa_type=UtcTime)
    unreachable: datetime | None = Field(default=None, sa_type=UtcTime)
    """Since when its report cannot reach its owner: the clock stands still."""
    forgiven: datetime | None = Field(default=None, sa_type=UtcTime)
    """When the others said that this time-out does not count."""
    ended: datetime | None = Field(default=None, sa_type=UtcTime)


class Plan(Row, table=True):
    """What a player has ordered ahead for a seat: the lines that are left."""

    __table_args__ = (ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"]),)
    match: str = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    player: int = Field(foreign_key="player.id")
    """Whose plan it is: whoever takes the seat afterwards begins without one."""
    lines: list[Facts] = Field(default_factory=list, sa_type=JSON)
    changed: datetime = Field(sa_type=UtcTime)


class Confirmation(Row, table=True):
    """A question to a sender of whom we are not sure, and what to do on `confirm`."""

    code: str = Field(primary_key=True)
    kind: str
    address: str = Field(index=True)
    player: int | None = Field(default=None, foreign_key="player.id")
    letter: int | None = Field(default=None, foreign_key="letter.id")
    facts: Facts = Field(default_factory=dict, sa_type=JSON)
    asked: datetime = Field(sa_type=UtcTime)
    expires: datetime = Field(sa_type=UtcTime, index=True)
    used: datetime | None = Field(default=None, sa_type=UtcTime)


class Stranger(Row, table=True):
    """An unknown sender who got an answer; the next one has to wait."""

    address: str = Field(primary_key=True)
    answered: datetime = Field(sa_type=UtcTime, index=True)


class Notice(Row, table=True):
    """Something that the operator should know, told once however often it happens."""

    __table_args__ = (Index(None, "told", "kind", "about"),)
    id: int | None = Field(default=None, primary_key=True)
    kind: str
    about: str = ""
    facts: Facts = Field(default_factory=dict, sa_type=JSON)
    times: int = 1
    first: datetime = Field(sa_type=UtcTime)
    last: datetime = Field(sa_type=UtcTime)
    told: datetime | None = Field(default=None, sa_type=UtcTime)


class Secret(Row, table=True):
    """A key of the service: whoever restores a backup can still read the tokens of old mails."""

    name: str = Field(primary_key=True)
    value: bytes
    made: datetime = Field(sa_type=UtcTime)
