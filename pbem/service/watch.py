"""What the operator is told: letters put aside, mail that does not come through; and what is thrown away in time."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.engine.orders import LANGUAGES
from pbem.mail.notes import Note
from pbem.service import answers
from pbem.service.office import Office
from pbem.store import confirmations, letters, notices, personal, post, tables

BATCH = 50
DAY = timedelta(days=1)
WEEK = timedelta(weeks=1)


def tell_operator(office: Office, now: datetime) -> int:
    """One letter with everything that is new; tells how many things that is."""
    with office.work.transaction() as tx:
        rows = notices.untold(tx, BATCH)
        if rows and office.operator:
            note = Note("operator", LANGUAGES[0], {"notices": [facts_of(row) for row in rows]})
            answers.send(office, tx, office.operator, note, f"{rows[0].id}-{rows[-1].id}", now)
        notices.told(tx, [row.id or 0 for row in rows], now)
        office.point("watch.telling")
    office.point("watch.told")
    return len(rows)


def facts_of(row: tables.Notice) -> dict[str, object]:
    """What there is to say of one thing."""
    names = ("kind", "about", "times", "first", "last", "facts")
    return {name: getattr(row, name) for name in names}


def look_for_silence(office: Office, now: datetime, limit: timedelta) -> None:
    """Notes that the inbox has not been read, or the outbox not been emptied, for too long; once a day."""
    with office.work.transaction() as tx:
        box = letters.mailbox(tx, office.account)
        fetched = box.fetched if box is not None else None
        for kind, since in (("imap", fetched), ("smtp", post.overdue_since(tx, now))):
            last = notices.last_of(tx, kind, "")
            if since and now - since > limit and (last is None or now - last.last > DAY):
                notices.add(tx, kind, "", {"since": since.isoformat(timespec="minutes")}, now)
        office.point("watch.looking")
    office.point("watch.looked")


def throw_away(office: Office, now: datetime, keep_letters: timedelta) -> None:
    """Reduces old letters and mails to their names; forgets questions nobody answered and mail that was overtaken."""
    with office.work.transaction() as tx:
        while letters.reduce(tx, now - keep_letters, BATCH) + post.reduce(tx, now - keep_letters, BATCH):
            pass
        confirmations.tidy(tx, now - WEEK)
        post.forget_superseded(tx, now - WEEK)
        personal.sweep(tx, now - WEEK)
        office.point("watch.tidying")
    office.point("watch.tidied")
