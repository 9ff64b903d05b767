"""Whether mail reaches a player: while it comes back, their clocks stand still; what they are owed is sent again.

While an address bounces it gets one mail a day, to see whether it works again; the others wait. A mail that is accepted
starts the clock of its decision, and if it comes back after all, that time is given back. Once a mail was accepted and
none came back for a day, or a letter has come from there, the address works again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.service import clock as clocks
from pbem.service import live, reports, silence, timing
from pbem.service.office import Office
from pbem.store import clock, letters, people, post, tables

BATCH = 50
PROBE = timedelta(days=1)
"""How often an address from which mail comes back is tried, and how long a mail must have stayed away."""


def came_back(office: Office, tx: Session, address: tables.Address, lost: tables.Outbox | None, now: datetime) -> None:
    """A mail did not arrive: what is open stands still since it was sent, and is told again when that is possible."""
    people.bounced(tx, address.canonical, now)
    current = people.mail_address(tx, address.player)
    if current is None or current.canonical != address.canonical:
        return
    since = (lost.accepted if lost is not None else None) or now
    again = {lost.match: lost} if lost is not None and lost.kind == "report" and lost.match is not None else {}
    owed: dict[str, tables.Outbox | None] = {**again}
    for found in clock.of_player(tx, address.player):
        if found.row.state == "running" or (found.row.state == "paused" and found.row.started is not None):
            clock.stand_still(tx, found.row, since)
            owed.setdefault(found.match.id, None)
    for match, mail in owed.items():
        tell_again(office, tx, match, address.player, mail, now)


def tell_again(office: Office, tx: Session, match: str, player: int, lost: tables.Outbox | None, now: datetime) -> None:
    """A report takes the place of one that was lost, with its news."""
    playing = live.load(tx, match)
    if playing is None:
        return
    for seat in playing.seats:
        if seat.player == player and seat.bot is None:
            name = f"again{lost.id if lost is not None else ''}"
            telling = reports.Telling(cause=name, receipts={seat.number: ()}, lost=[lost] if lost is not None else [])
            reports.tell(office, tx, playing, seat.number, telling, now)


def returned(office: Office, tx: Session, address: tables.Address, message_id: str | None, now: datetime) -> None:
    """A report of delivery says that a mail did not arrive there."""
    mail = post.by_message_id(tx, message_id or "")
    came_back(office, tx, address, mail if mail is not None and mail.player == address.player else None, now)


def written(tx: Session, canonical: str) -> None:
    """A letter came from an address: mail gets there, and what has waited goes out."""
    found = people.by_address(tx, canonical)
    if found is not None and found.address.bouncing is not None:
        people.reached(tx, canonical)
        post.release(tx, found.address.player)


def moved(office: Office, tx: Session, player: int, now: datetime) -> None:
    """The player has a new address: what they are owed goes there."""
    for found in clock.of_player(tx, player):
        if found.row.state == "waiting" or found.row.unreachable is not None:
            tell_again(office, tx, found.match.id, player, None, now)


def not_before(tx: Session, address: tables.Address, now: datetime) -> datetime | None:
    """Until when a mail to an address from which mail comes back has to wait; none: it goes, and is the test."""
    if address.through is not None:
        if now - address.through < PROBE:
            return address.through + PROBE
        people.reached(tx, address.canonical)
        post.release(tx, address.player)
    elif address.tried is not None and now - address.tried < PROBE:
        return address.tried + PROBE
    people.tried(tx, address.canonical, now)
    return None


def hand_over(office: Office, now: datetime) -> int:
    """Seats whose players could not be reached for too long go to bots; tells how many."""
    with office.work.reading() as tx:
        rows = [(row.id or 0, row.match) for row in clock.beyond_reach(tx, now - office.unreachable, BATCH)]
    for deadline, match in rows:
        with clocks.spared(office, match, now), office.work.transaction() as tx:
            playing, row = live.load(tx, match), tx.get_one(tables.Deadline, deadline)
            if playing is not None and row.ended is None:
                silence.unreachable(office, tx, playing, row.seat, now)
            office.point("clock.handing")
        office.point("clock.handed")
    return len(rows)


def mend(office: Office, now: datetime) -> None:
    """Nobody has looked at the inbox for too long: letters may have had no way in, so that time is given back."""
    with office.work.reading() as tx:
        box = letters.mailbox(tx, office.account)
        last = box.fetched if box is not None else None
    if last is None or not office.outage or now - last <= office.outage:
        return
    with office.work.transaction() as tx:
        box = letters.mailbox(tx, office.account)
        assert box is not None, "it was there a moment ago"
        give_back(office, tx, max(last, box.mended or last), now)
        box.mended = now
        tx.add(box)
        office.point("clock.mending")
    office.point("clock.mended")


def give_back(office: Office, tx: Session, since: datetime, now: datetime) -> None:
    """What ran meanwhile has again what it had left then."""
    for found in clock.all_running(tx):
        row, timer = found.row, timing.of_deadline(office, tx, found)
        stood = max(since, row.started or since)
        timing.run(tx, row, timer, timing.left(row, timer, stood), now)
        row.given += int((now - stood).total_seconds())
    tx.flush()
