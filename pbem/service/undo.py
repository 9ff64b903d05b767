"""Thinking again: for a while after a letter nobody else hears of it, and its author may take it back.

The window opens only if the letter has shown its author nothing that they could not foresee: nothing fell at random, no
sealed answers were opened, nothing hidden came to light. It ends after its time, or as soon as anybody else does
something in the match. Until then bots and plans of the others wait, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session

from pbem.engine import codec, kernel
from pbem.engine.chance import Seeded, Stop
from pbem.engine.errors import Illegal, Unknowable
from pbem.engine.game import Action, Refusal, Seat, Table, refuse
from pbem.mail.render import Answer
from pbem.service import clock, live, reports, rewind, words
from pbem.service.archive import branch
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.store import log, matches, post, tables
from pbem.store.log import Logged

DREAMS = 3
"""Imagined tables on which a letter is played again: what differs on one of them could not be foreseen."""


def window(match: tables.Match) -> timedelta:
    """How long a letter of this match can be taken back."""
    return timedelta(seconds=float(str(match.settings.get("think", 0))))


def thinker(tx: Session, playing: Live) -> Seat | None:
    """Whose letter can be taken back at the moment."""
    if playing.row.think_until is None:
        return None
    seat = log.since(tx, playing.id, playing.last)[0].facts().get("seat")
    return int(str(seat)) if seat is not None else None


def opens(playing: Live, seat: Seat, before: Table[Any, Any], first: int, now: datetime) -> bool:
    """Whether a letter can be taken back; if so, everybody else waits until its window ends."""
    orders = [one.facts for one in playing.facts if one.kind == "order"]
    span = window(playing.row)
    if not span or not orders or not playing.table.stack or playing.row.status != "running":
        return False
    read = [codec.load_action(playing.game, codec.encode(facts["action"])) for facts in orders]
    if reveals(before, seat, read, playing.table):
        playing.row.think_from = playing.row.think_until = None
        return False
    playing.row.think_from = first if playing.row.think_from is None else playing.row.think_from
    playing.row.think_until = now + span
    return True


def reveals(before: Table[Any, Any], seat: Seat, actions: Sequence[Action], after: Table[Any, Any]) -> bool:
    """Whether orders have shown their author something: then some imagined table goes another way than the real one."""
    seen = codec.encode(after.game.view(after, seat))
    return any(dreamt(before, seat, actions, bytes([number]) * 32) != seen for number in range(DREAMS))


def dreamt(before: Table[Any, Any], seat: Seat, actions: Sequence[Action], key: bytes) -> bytes:
    """What the seat would see after its orders on an imagined table; nothing if they need what it cannot know."""
    dream = kernel.imagine(before, seat, Seeded(key))
    dream.chance = Stop()
    try:
        for action in actions:
            if dream.pending.may_change and dream.pending.seats == (seat,):
                return b""
            kernel.play(dream, seat, action)
    except (Illegal, Unknowable):
        return b""
    return codec.encode(dream.game.view(dream, seat))


def first_line(tx: Session, playing: Live, seat: Seat, lines: Sequence[str], now: datetime) -> list[Answer]:
    """If a letter begins with `undo`, that comes before its other lines; nothing if it does not."""
    said = next((line for line in lines if line.partition("#")[0].strip()), "")
    typed = said.partition("#")[0].strip()
    word = words.meant(typed, playing.game.orders.names)
    if word is None or word.meaning != "undo":
        return []
    refusal = undo(tx, playing, seat, typed.partition(" ")[2].strip(), now)
    return [Answer(said, "refused", refusal=refusal) if refusal is not None else Answer(said, "taken-back")]


def behind(lines: Sequence[str]) -> list[str]:
    """The lines behind the first that says something."""
    said = [line for line in lines if line.partition("#")[0].strip()]
    return said[1:]


def undo(tx: Session, playing: Live, seat: Seat, count: str, now: datetime) -> Refusal | None:
    """Takes back the last letter of a seat, or so many of its last orders; or says why not."""
    if not window(playing.row):
        return refuse("undo-off")
    if thinker(tx, playing) != seat or playing.row.think_from is None:
        return refuse("undo-over")
    entries = log.load(tx, playing.id)
    mine = [entries[n] for n in branch(entries, playing.last) if n > playing.row.think_from]
    gone = chosen(mine, count)
    if gone is None:
        return refuse("undo-count", given=count, most=len(mine))
    to = gone[0].n - 1
    if post.reached_others(tx, playing.id, playing.seats[seat].player or 0, to):
        return refuse("undo-over")
    letters = {str(cause_of(one).get("sha256")) for one in gone}
    rewind.take_back(tx, playing, seat, to, letters, now)
    if len(gone) == len(mine):
        playing.row.think_from = playing.row.think_until = None
    return None


def chosen(mine: Sequence[Logged], count: str) -> Sequence[Logged] | None:
    """The last orders, so many of them; without a number those of the last letter. None: there are not so many."""
    if count:
        number = int(count) if count.isdecimal() and len(count) < 4 else 0
        return mine[-number:] if 0 < number <= len(mine) else None
    return [one for one in mine if cause_of(one) == cause_of(mine[-1])] or None if mine else None


def cause_of(entry: Logged) -> dict[str, object]:
    """Why an entry stands in the log."""
    cause = entry.facts().get("cause")
    return cause if isinstance(cause, dict) else {}


def close(office: Office, now: datetime) -> int:
    """Windows whose time is over: bots and plans answer, and the others hear of it; tells of how many."""
    with office.work.reading() as tx:
        due = matches.thought(tx, now)
    for match in due:
        with clock.spared(office, match, now), office.work.transaction() as tx:
            playing = live.load(tx, match)
            if playing is not None and playing.row.think_until is not None and playing.row.think_until <= now:
                over(office, tx, playing, now)
            office.point("undo.closing")
        office.point("undo.closed")
    return len(due)


def over(office: Office, tx: Session, playing: Live, now: datetime) -> None:
    """One window is over."""
    if playing.row.status == "running":
        playing.move_on()
    playing.row.think_from = playing.row.think_until = None
    live.save(tx, playing, now)
    reports.tell_all(office, tx, playing, reports.Telling(cause=f"t{playing.last}"), now)
