"""Going back to an earlier state. The log only grows: an entry says to which one, and the match goes on from there.

What hangs on the undone states goes with them: mail that was not sent, plans, sealed answers, lists, clocks.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Raw, structs
from sqlmodel import Session

from pbem.engine import codec
from pbem.engine.chance import commitment
from pbem.engine.game import Seat, Table
from pbem.engine.plans import Told
from pbem.service import live, reports
from pbem.service.archive import branch
from pbem.service.live import Live
from pbem.store import clock, log, matches, post, tables
from pbem.store.log import Fact

SEED = 32


def roll_back(tx: Session, playing: Live, to: int, facts: Mapping[str, object], now: datetime) -> None:
    """Back to the state after an entry, with new chance, new clocks, and without plans: all are told."""
    earlier = before(tx, playing, to, now)
    clean(tx, playing, earlier, to)
    epoch = new_epoch(tx, playing, now)
    written = {**facts, "act": "rollback", "to": to, "commitment": epoch.commitment, "entropy": epoch.entropy}
    playing.facts.append(Fact("rollback", written))
    playing.acted({**facts, "act": "rollback", "to": to})
    live.put_back(playing, earlier.table, epoch, playing.last + 1)
    for seat, lines in playing.plans.items():
        forget(playing, seat, [one.letter for one in lines])
    playing.row.think_from = playing.row.think_until = None
    reopen(tx, playing, {}, {}, now)


def take_back(tx: Session, playing: Live, seat: Seat, to: int, letters: Collection[str], now: datetime) -> None:
    """A player takes back what nobody was told of: nothing has fallen, and for the others nothing has happened."""
    earlier = before(tx, playing, to, now)
    left = clean(tx, playing, earlier, to)
    playing.facts.append(Fact("rollback", {"act": "undo", "to": to, "seat": seat}))
    live.put_back(playing, earlier.table, None, playing.last + 1)
    forget(playing, seat, letters)
    still = {one: playing.opened[one] for one in playing.table.pending.seats if one != seat and one in playing.opened}
    sealed = {one: n for one, n in playing.answered.items() if one in playing.table.pending.may_change}
    reopen(tx, playing, still, sealed, now)
    if seat in playing.table.pending.seats:
        same_clock(tx, playing, seat, to, now)
    playing.consulted = set(playing.opened.items())
    for one in left - {seat}:
        playing.told.setdefault(one, [])


def before(tx: Session, playing: Live, to: int, now: datetime) -> Live:
    """The match as it was after an entry; what has happened since it was read is written first."""
    live.save(tx, playing, now)
    playing.news, playing.silent = [], []
    return live.replayed(tx, playing.row, until=to)


def new_epoch(tx: Session, playing: Live, now: datetime) -> tables.Epoch:
    """A seed that nobody knows, committed to before anything is drawn from it; what players added stays in it."""
    seed, number = secrets.token_bytes(SEED), len(matches.epochs(tx, playing.id))
    entropy = tuple(seat.entropy.hex() for seat in playing.seats)
    promise = commitment(seed, playing.id, number)
    opened = matches.OpenedEpoch(number, playing.last + 1, promise, seed, entropy)
    matches.open_epoch(tx, playing.id, opened, now)
    return matches.epochs(tx, playing.id)[-1]


def clean(tx: Session, playing: Live, earlier: Live, to: int) -> set[Seat]:
    """Unsent mail tells nothing of undone states: it is withdrawn, or loses that part; tells who still has news."""
    ids = {player.id or 0: seat for seat, player in enumerate(playing.people) if player is not None}
    way = set(branch(log.load(tx, playing.id), to))
    left: set[Seat] = set()
    for row in post.unsent(tx, playing.id, list(ids), "report"):
        seat = ids[row.player or 0]
        kept = codec.decoder(reports.Frozen).decode(row.facts)
        numbered = zip(earlier.numbers, earlier.news, strict=True)
        since = [one for n, one in numbered if n in way and n >= (row.since or 0) and one.reaches(seat)]
        if (row.n or 0) > to:
            row.facts = msgspec.json.encode(
                structs.replace(kept, news=[Raw(codec.encode(one.event)) for one in since], silent=[])
            )
        if since or kept.acts or kept.receipt or kept.plan:
            left.add(seat)
            row.n = min(row.n or 0, to)
    tx.flush()
    post.withdraw(tx, playing.id, to)
    return left


def forget(playing: Live, seat: Seat, letters: Collection[str]) -> None:
    """The lines of a plan that came with these letters are dropped; their owner is told."""
    gone = [one for one in playing.plans.get(seat, []) if one.letter in letters]
    if gone:
        playing.plans[seat] = [one for one in playing.plans[seat] if one not in gone]
        playing.told.setdefault(seat, []).extend(Told(one.text, "rolled-back") for one in gone)


def same_clock(tx: Session, playing: Live, seat: Seat, to: int, now: datetime) -> None:
    """Whoever thinks again has no more time than before; but always as long as they may think."""
    n, old = playing.table.n, clock.latest(tx, playing.id, seat, to)
    clock.make(tx, playing.id, seat, n, now)
    if old is not None and old.started is not None and old.due is not None:
        clock.start(tx, playing.id, seat, n, old.started, max(old.due, playing.row.think_until or now), None)
    playing.clocks = clock.open_in(tx, playing.id)


def reopen(tx: Session, playing: Live, still: Mapping[Seat, int], sealed: Mapping[Seat, int], now: datetime) -> None:
    """Whoever must answer, or may change a sealed answer, is asked anew, by a decision with a new name.

    Old clocks are void and old lists are old, but for decisions that stay open or answered."""
    t: Table[Any, Any] = playing.table
    for row in clock.open_in(tx, playing.id):
        if still.get(row.seat) != row.decision:
            clock.end(tx, row.id or 0, "void", now)
    playing.clocks = clock.open_in(tx, playing.id)
    playing.opened = {seat: still.get(seat, t.n) for seat in t.pending.seats}
    playing.answered = {seat: sealed.get(seat, t.n) for seat in t.pending.may_change}
    for seat in set(t.pending.may_change) - set(sealed):
        clock.end(tx, clock.make(tx, playing.id, seat, t.n, now), "answered", now)
