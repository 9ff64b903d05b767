"""A look at the inbox: fetch, keep, settle, note how far we came, move what is settled.

Each effect may be the last one before the process dies: the next look finds everything as it must be. A letter is kept
before it is settled; the place up to which the inbox was read is noted after that; it is moved last of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Protocol

from pbem.mail.errors import Renumbered, ServerTrouble
from pbem.mail.imap import Fetched
from pbem.service import intake, reach
from pbem.service.office import Office
from pbem.store import letters
from pbem.store.letters import Arrived

BATCH = 500
Now = Callable[[], datetime]


class Box(Protocol):
    """What is asked of an inbox; `mail.imap.Inbox` is one."""

    uidvalidity: int

    def fetch(self, after_uid: int) -> Iterator[list[Fetched]]: ...
    def move(self, uids: Iterable[int], folder: str) -> None: ...


def look(office: Office, box: Box, now: Now) -> int:
    """Takes in everything that is new and settles it; tells how many letters were settled."""
    began = now()
    reach.mend(office, began)
    try:
        highest = take_in(office, box, now)
    except Renumbered:
        raise
    except ServerTrouble:  # of one letter, it may be: what came before it is played all the same
        intake.process_all(office, now())
        tidy(office, box, now)
        raise
    settled = intake.process_all(office, now())
    with office.work.transaction() as tx:
        letters.fetched(tx, office.account, box.uidvalidity, highest, began)
        office.point("mailroom.noting")
    office.point("mailroom.noted")
    tidy(office, box, now)
    return settled


def take_in(office: Office, box: Box, now: Now) -> int:
    """Keeps everything that is new; tells the last place that was read."""
    highest = read_so_far(office, box)
    for batch in box.fetch(highest):
        office.point("mailroom.fetched")
        intake.keep(office, [arrived(office, box, one) for one in batch], now())
        office.point("mailroom.kept")
        highest = max([highest, *(one.uid for one in batch)])
    return highest


def read_so_far(office: Office, box: Box) -> int:
    """The last place that was read; 0 if the server has numbered its places anew."""
    with office.work.reading() as tx:
        known = letters.mailbox(tx, office.account)
    return known.uid if known is not None and known.uidvalidity == box.uidvalidity else 0


def arrived(office: Office, box: Box, one: Fetched) -> Arrived:
    """A letter as the store keeps it."""
    return Arrived(
        account=office.account,
        uidvalidity=box.uidvalidity,
        uid=one.uid,
        raw=one.raw,
        internaldate=one.internaldate,
        size=one.size,
    )


def tidy(office: Office, box: Box, now: Now) -> None:
    """Moves settled letters to their folders, in batches."""
    while moves := to_move(office, box):
        for folder, group in groupby(moves, key=lambda one: one.folder):
            batch = list(group)
            box.move([one.uid for one in batch], folder)
            office.point("mailroom.moved")
            with office.work.transaction() as tx:
                letters.moved(tx, [one.id for one in batch], now())
                office.point("mailroom.tidying")
            office.point("mailroom.tidied")


def to_move(office: Office, box: Box) -> list[letters.Move]:
    """Some of the letters that still lie where they came in."""
    with office.work.reading() as tx:
        return letters.to_move(tx, office.account, box.uidvalidity, BATCH)
