"""Reminders: for one match the report again, for several that wait for a player one letter with all of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from itertools import groupby

import msgspec
from msgspec import Struct
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from pbem import games
from pbem.mail.notes import Note
from pbem.mail.render import Why
from pbem.mail.tokens import Place
from pbem.service import calendar, course, live, reports, timing
from pbem.service.clock import spared
from pbem.service.office import Office
from pbem.store import clock, people, post, tables

BATCH = 50
SOON = timedelta(hours=1)
"""Reminders to one player that are due within this time are one letter."""
DIGEST = "digest"


class Call(Struct, frozen=True):
    """A reminder of one decision."""

    playing: live.Live
    row: tables.Deadline
    player: tables.Player
    due: calendar.Due
    last: bool
    """No further one comes."""


def remind(office: Office, now: datetime) -> int:
    """Queues the reminders that are due; tells of how many decisions."""
    with office.work.reading() as tx:
        due = clock.reminding(tx, now, BATCH)
    for _, mine in groupby(sorted(due), key=lambda one: one[0]):
        decisions = list(mine)
        try:
            reminded(office, decisions[0][0], (), now)
        except OperationalError:
            raise  # the database is in trouble, not a match
        except Exception:  # noqa: BLE001  one of the matches is wrong: each alone, so that the others go on
            for player, match in decisions:
                with spared(office, match, now):
                    reminded(office, player, (match,), now)
    return len(due)


def reminded(office: Office, player: int, only: Collection[str], now: datetime) -> None:
    """Reminds one player, of all matches or only of some."""
    with office.work.transaction() as tx:
        told(office, tx, player, only, now)
        office.point("clock.reminding")
    office.point("clock.reminded")


def told(office: Office, tx: Session, player: int, only: Collection[str], now: datetime) -> None:
    """One player is reminded of all that is due within the hour: by a report, or by a letter about several matches."""
    mine = [one for one in clock.of_player(tx, player) if not only or one.match.id in only]
    rows = [one for one in mine if one.row.remind is not None and one.row.remind <= now + SOON]
    calls = [call for one in rows if (call := calling(office, tx, one, now))]
    if len(calls) > 1:
        digest(office, tx, calls, now)
    for call in calls if len(calls) == 1 else ():
        why: Why = "last-call" if call.last else "reminder"
        telling = reports.Telling(cause=f"r{call.row.id}.{call.row.told}", why=why, receipts={call.row.seat: ()})
        reports.tell(office, tx, call.playing, call.row.seat, telling, now)


def calling(office: Office, tx: Session, found: clock.Found, now: datetime) -> Call | None:
    """A reminder, and when the next one comes; none of a time that is over, while IMAP is down."""
    playing, row, timer = live.load(tx, found.match.id), found.row, timing.of_deadline(office, tx, found)
    assert row.wanted is not None, "only of a clock that runs one is reminded"
    due = calendar.ends(timer.calendar, row.wanted)
    after = max(now, row.remind or now)
    clock.reminded(tx, row.id or 0, timing.next_reminder(timer, due, after))
    if playing is None or playing.opened.get(row.seat) != row.decision or playing.row.status != "running":
        return None
    return Call(playing, row, found.player, due, row.remind is None) if due.final > now else None


def digest(office: Office, tx: Session, calls: Sequence[Call], now: datetime) -> None:
    """One letter about several matches; it is written when it goes out, about those that still wait."""
    player = calls[0].player
    address = people.mail_address(tx, player.id or 0)
    if address is None:
        return
    facts: dict[str, object] = {
        "player": player.id,
        "matches": [entry(office, call, address) for call in calls],
        "zone": player.zone,
    }
    name = "-".join(f"{call.row.id}.{call.row.told}" for call in calls)
    mail = post.NewMail(
        message_id=f"<reminder.{name}@{office.domain}>",
        recipient=address.written,
        kind=DIGEST,
        facts=msgspec.json.encode(Note("reminder", player.language, facts)),
        not_before=now,
        player=player.id,
    )
    if not post.known(tx, mail.message_id):
        post.queue(tx, mail, now)


def entry(office: Office, call: Call, address: tables.Address) -> dict[str, object]:
    """What is said of one match."""
    playing, row = call.playing, call.row
    seat = playing.seats[row.seat]
    token = office.tokens.make(
        Place(playing.id, row.seat, row.decision), address.canonical, int(seat.since.timestamp())
    )
    silence = playing.game.orders.write(playing.silence(row.seat)[0], call.player.language)
    return {
        "deadline": row.id,
        "title": games.game(playing.game.key).title,
        "match": playing.id[:6],
        "names": [name for number, name in enumerate(playing.names()) if number != row.seat],
        "by": call.due.by.isoformat(),
        "final": call.due.final.isoformat(),
        "silence": "" if course.of(playing.row) else silence,
        "last": call.last,
        "address": office.reply_to(token),
    }


def still_wanted(tx: Session, note: Note, now: datetime) -> Note | None:
    """The letter about those decisions that still wait; none, if all were answered meanwhile."""
    listed = note.facts["matches"]
    assert isinstance(listed, list), "a reminder is about matches"
    waiting = clock.open_among(tx, [one["deadline"] for one in listed])
    kept = [one for one in listed if one["deadline"] in waiting]
    return Note(note.kind, note.lang, note.facts | {"matches": kept, "now": now.isoformat()}) if kept else None
