"""The log of a match: append-only, each entry with its leaf; and the snapshot, which only saves time.

    body = canonical JSON: the facts of the entry, and with them its match, n, kind and at (microseconds, UTC)
    leaf = SHA-256(0x00 | nonce | body)

The nonce is 32 random bytes, so that nobody can guess a sealed answer from its leaf.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from pbem.engine.data import canonical
from pbem.store.errors import Conflict
from pbem.store.tables import Event, Facts, Snapshot, table
from pbem.store.times import to_micros

NONCE = 32
OWN = ("match", "n", "kind", "at")
"""Keys of a body that the log itself writes."""


class Fact(Struct, frozen=True):
    """Something that happened, as it is handed to the log."""

    kind: str
    facts: Facts


class Logged(Struct, frozen=True):
    """An entry of the log."""

    match: str
    n: int
    kind: str
    at: datetime
    body: bytes
    nonce: bytes
    leaf: bytes

    def facts(self) -> Facts:
        """The body read."""
        facts: Facts = json.loads(self.body)
        return facts


APPEND = insert(table(Event))
LAST = select(Event.n).where(col(Event.match) == bindparam("match")).order_by(col(Event.n).desc()).limit(1)
KEPT = select(Snapshot.n, Snapshot.state).where(col(Snapshot.match) == bindparam("match"))
KEEP = insert(table(Snapshot))
KEEP_AGAIN = update(table(Snapshot)).where(col(Snapshot.match) == bindparam("kept"))
FORGET = delete(table(Snapshot)).where(col(Snapshot.match) == bindparam("match"))


def fresh_nonce() -> bytes:
    """Nobody can guess it."""
    return secrets.token_bytes(NONCE)


def leaf_of(nonce: bytes, body: bytes) -> bytes:
    """The leaf of an entry in the Merkle tree (RFC 6962) of its match."""
    if len(nonce) != NONCE:
        raise ValueError(f"a nonce has {NONCE} bytes, not {len(nonce)}")
    return hashlib.sha256(b"\x00" + nonce + body).digest()


def intact(entry: Logged) -> bool:
    """Whether an entry still is what was written; SQLite lets a tampering hand put text where bytes were."""
    written: object = entry.body
    return isinstance(written, bytes) and entry.leaf == leaf_of(entry.nonce, written)


def body_of(match: str, n: int, at: datetime, fact: Fact) -> bytes:
    """The very bytes that are hashed."""
    if taken := [key for key in OWN if key in fact.facts]:
        raise ValueError(f"the log writes {', '.join(taken)} itself")
    return canonical({**fact.facts, "match": match, "n": n, "kind": fact.kind, "at": to_micros(at)})


def entry(match: str, n: int, at: datetime, fact: Fact, nonce: bytes) -> Logged:
    """An entry with its leaf."""
    body = body_of(match, n, at, fact)
    return Logged(match, n, fact.kind, at, body, nonce, leaf_of(nonce, body))


def append(
    tx: Session,
    match: str,
    after: int,
    facts: Sequence[Fact],
    at: datetime,
    nonce: Callable[[], bytes] = fresh_nonce,
) -> list[Logged]:
    """Adds entries behind entry `after` (-1: the log is empty); Conflict if that is not the last one any more."""
    entries = [entry(match, after + 1 + i, at, fact, nonce()) for i, fact in enumerate(facts)]
    rows = [{name: getattr(one, name) for name in Logged.__struct_fields__} for one in entries]
    if not rows:
        return entries
    try:
        tx.connection().execute(APPEND, rows)
    except IntegrityError as error:
        raise Conflict(f"match {match} cannot go on behind entry {after}: {error.orig}") from error
    return entries


def since(tx: Session, match: str, n: int) -> list[Logged]:
    """The entries from n on."""
    columns = (col(getattr(Event, name)) for name in Logged.__struct_fields__)
    query = select(*columns).where(col(Event.match) == match, col(Event.n) >= n).order_by(col(Event.n))
    return [Logged(*row) for row in tx.exec(query)]


def load(tx: Session, match: str) -> list[Logged]:
    """The whole log."""
    return since(tx, match, 0)


def last(tx: Session, match: str) -> int:
    """The number of the last entry; -1: there is none."""
    n = tx.exec(LAST, params={"match": match}).first()
    return -1 if n is None else n


class Kept(Struct, frozen=True):
    """A snapshot: the table of a match after entry n."""

    n: int
    state: bytes


def put_snapshot(tx: Session, match: str, n: int, state: bytes) -> None:
    """Keeps the table after entry n instead of any other."""
    connection, values = tx.connection(), {"kept": match, "n": n, "state": state}
    if connection.execute(KEEP_AGAIN, values).rowcount == 0:
        connection.execute(KEEP, {"match": match, "n": n, "state": state})


def get_snapshot(tx: Session, match: str) -> Kept | None:
    """The table that was kept last."""
    row = tx.exec(KEPT, params={"match": match}).first()
    return None if row is None else Kept(*row)


def drop_snapshot(tx: Session, match: str) -> None:
    """Forgets the table; the log gives it back."""
    tx.connection().execute(FORGET, {"match": match})
