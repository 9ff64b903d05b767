"""Moments in the database: whole microseconds since 1970, in UTC; in Python always aware."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import BigInteger
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TICK = timedelta(microseconds=1)


def to_micros(moment: datetime) -> int:
    """The moment as a number, without rounding; a naive one is refused, for nobody knows when it is."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment.isoformat()} has no time zone")
    return (moment - EPOCH) // TICK


def from_micros(micros: int) -> datetime:
    """The moment again."""
    return EPOCH + micros * TICK


class UtcTime(TypeDecorator[datetime]):
    """A column of moments. SQLite has none with a time zone, and PostgreSQL's would come back in another form."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else to_micros(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else from_micros(value)
