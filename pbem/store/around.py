"""The tables around a match: who wants to play, who sat where, who is away, what is voted on, said and watched."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import JSON, ForeignKeyConstraint, Index, String
from sqlmodel import Field

from pbem.store.tables import Facts, Row
from pbem.store.times import UtcTime

Often = Literal["daily", "every"]
OfferState = Literal["open", "taken", "declined", "expired", "void"]
MotionState = Literal["open", "carried", "lost", "expired", "void"]


class Opening(Row, table=True):
    """A match that looks for players: who may come in, and until when it waits."""

    match: str = Field(primary_key=True, foreign_key="match.id")
    code: str = Field(unique=True)
    """Invites to a private match, too."""
    private: bool = False
    """Not listed; only who knows the code comes in."""
    wants: Facts = Field(default_factory=dict, sa_type=JSON)
    """What a player must show, such as a least reliability."""
    expires: datetime = Field(sa_type=UtcTime, index=True)
    warned: datetime | None = Field(default=None, sa_type=UtcTime)
    ready_by: datetime | None = Field(default=None, sa_type=UtcTime, index=True)
    """All seats are taken: until when each player has to say `ready`."""


class Applicant(Row, table=True):
    """Who waits for a seat of a match that is full."""

    match: str = Field(primary_key=True, foreign_key="match.id")
    player: int = Field(primary_key=True, foreign_key="player.id")
    since: datetime = Field(sa_type=UtcTime)


class Tenure(Row, table=True):
    """Who answered for a seat from one entry of the log to another: the log itself names no one."""

    __table_args__ = (ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"]),)
    match: str = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    from_n: int = Field(primary_key=True)
    until_n: int | None = None
    player: int | None = Field(default=None, foreign_key="player.id", index=True)
    bot: str | None = None
    why: str = "seated"


class Absence(Row, table=True):
    """When a player is away; the clocks of their matches stand still as far as each match allows."""

    id: int | None = Field(default=None, primary_key=True)
    player: int = Field(foreign_key="player.id", index=True)
    match: str | None = Field(default=None, foreign_key="match.id")
    """Empty: all their matches."""
    first: datetime = Field(sa_type=UtcTime)
    until: datetime = Field(sa_type=UtcTime)
    told: datetime = Field(sa_type=UtcTime)
    cancelled: datetime | None = Field(default=None, sa_type=UtcTime)


class Offer(Row, table=True):
    """A seat offered to somebody who would stand in."""

    __table_args__ = (ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"]),)
    id: int | None = Field(default=None, primary_key=True)
    match: str
    seat: int
    player: int = Field(foreign_key="player.id", index=True)
    made: datetime = Field(sa_type=UtcTime)
    expires: datetime = Field(sa_type=UtcTime, index=True)
    state: OfferState = Field(default="open", sa_type=String)


class Motion(Row, table=True):
    """Something that the players of a match vote on."""

    __table_args__ = (Index(None, "match", "state"),)
    id: int | None = Field(default=None, primary_key=True)
    match: str = Field(foreign_key="match.id")
    kind: str
    facts: Facts = Field(default_factory=dict, sa_type=JSON)
    seat: int
    """Who asked for it."""
    secret: bool = False
    opened: datetime = Field(sa_type=UtcTime)
    closes: datetime = Field(sa_type=UtcTime, index=True)
    state: MotionState = Field(default="open", sa_type=String)


class Ballot(Row, table=True):
    """How a seat votes."""

    motion: int = Field(primary_key=True, foreign_key="motion.id")
    seat: int = Field(primary_key=True)
    choice: str
    at: datetime = Field(sa_type=UtcTime)


class Press(Row, table=True):
    """What somebody said at the table, or wrote into a diary. The body goes when its author is forgotten."""

    __table_args__ = (Index(None, "match", "at"),)
    id: int | None = Field(default=None, primary_key=True)
    match: str = Field(foreign_key="match.id")
    kind: str
    player: int | None = Field(default=None, foreign_key="player.id", index=True)
    seat: int | None = None
    """Empty: the organiser."""
    to: list[int] | None = Field(default=None, sa_type=JSON)
    """Seats; empty: all of them."""
    anonymous: bool = False
    body: str
    at: datetime = Field(sa_type=UtcTime)


class Mute(Row, table=True):
    """Whose press a player does not want to read."""

    match: str = Field(primary_key=True, foreign_key="match.id")
    player: int = Field(primary_key=True, foreign_key="player.id")
    seat: int = Field(primary_key=True)
    since: datetime = Field(sa_type=UtcTime)


class Observer(Row, table=True):
    """Who watches a match without a seat."""

    match: str = Field(primary_key=True, foreign_key="match.id")
    player: int = Field(primary_key=True, foreign_key="player.id", index=True)
    reports: Often = Field(default="daily", sa_type=String)
    since: datetime = Field(sa_type=UtcTime)
    told: int = -1
    """The last entry they were told of."""
    next_report: datetime | None = Field(default=None, sa_type=UtcTime, index=True)


class Organiser(Row, table=True):
    """Who may pause, roll back, replace."""

    match: str = Field(primary_key=True, foreign_key="match.id")
    player: int = Field(primary_key=True, foreign_key="player.id", index=True)
    since: datetime = Field(sa_type=UtcTime)
