"""All that is kept of one person: read for them, and forgotten when they want it. The logs name nobody and stay."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, delete, select, update

from pbem.store import around, tables
from pbem.store.tables import Row

TEXT = 20_000
"""Characters of a letter that are shown; the whole letter is in the mailbox of who wrote it."""
SECRET = {"entropy", "facts", "rendered", "raw", "body"}
THEIRS: tuple[type[Row], ...] = (
    tables.Address,
    tables.Seat,
    tables.Plan,
    around.Absence,
    around.Tenure,
    around.Applicant,
    around.Offer,
    around.Press,
    around.Mute,
    around.Observer,
    around.Organiser,
)
"""Tables with a column that names the player, besides letters and mails."""
GOING: tuple[type[Row], ...] = (
    tables.Address,
    tables.Plan,
    tables.Confirmation,
    around.Absence,
    around.Applicant,
    around.Offer,
    around.Mute,
    around.Observer,
    around.Organiser,
)
"""Rows that go with a person; what others need to make sense of a match stays, without a name."""


def everything(tx: Session, player: tables.Player) -> dict[str, Any]:
    """All that is kept of a player, table by table."""
    found: dict[str, Any] = {"player": player.model_dump()}
    for kind in THEIRS:
        rows = tx.exec(select(kind).where(tables.table(kind).c.player == player.id))
        found[tables.table(kind).name] = [row.model_dump(exclude=SECRET - {"body"}) for row in rows]
    found["letter"] = [letter(row) for row in letters(tx, player)]
    mails = tx.exec(select(tables.Outbox).where(col(tables.Outbox.player) == player.id).order_by(col(tables.Outbox.id)))
    found["mail"] = [row.model_dump(exclude=SECRET) for row in mails]
    return found


def letters(tx: Session, player: tables.Player) -> list[tables.Letter]:
    """What came from a player."""
    query = select(tables.Letter).where(col(tables.Letter.player) == player.id).order_by(col(tables.Letter.id))
    return list(tx.exec(query))


def letter(row: tables.Letter) -> dict[str, Any]:
    """A letter as its author wrote it, as far as it is kept."""
    raw = row.raw.decode("utf-8", "replace")[:TEXT] if row.raw is not None else None
    return row.model_dump(exclude={"raw"}) | {"raw": raw}


def forget(tx: Session, player: tables.Player, name: str) -> None:
    """Name, addresses, choices, letters, mails, what was said: all goes. The number stays, for the logs."""
    canonical = [
        one.canonical for one in tx.exec(select(tables.Address).where(col(tables.Address.player) == player.id))
    ]
    blank_letters(tx, (col(tables.Letter.player) == player.id) | col(tables.Letter.sender).in_(canonical))
    blank_mails(tx, (col(tables.Outbox.player) == player.id) | col(tables.Outbox.recipient).in_(canonical))
    tx.exec(update(around.Press).where(col(around.Press.player) == player.id).values(body="", player=None))
    tx.exec(delete(tables.Notice).where(col(tables.Notice.about).in_(canonical)))
    tx.exec(delete(tables.Stranger).where(col(tables.Stranger.address).in_(canonical)))
    for kind in GOING:
        tx.exec(delete(kind).where(tables.table(kind).c.player == player.id))
    player.name, player.folded, player.state = name, name.casefold(), "erased"
    player.settings, player.zone, player.language = {}, "UTC", "en"
    tx.add(player)
    tx.flush()


def blank_letters(tx: Session, which: ColumnElement[bool]) -> None:
    """Of these letters only the hash stays."""
    gone = update(tables.Letter).where(which)
    tx.exec(gone.values(raw=None, sender=None, message_id=None, content=None, verdict={}, reason=None))


def blank_mails(tx: Session, which: ColumnElement[bool]) -> None:
    """Of these mails only the name stays; what was not sent is not sent any more."""
    waits = which & col(tables.Outbox.next_try).is_not(None)
    tx.exec(update(tables.Outbox).where(waits).values(state="withdrawn", next_try=None))
    tx.exec(update(tables.Outbox).where(which).values(recipient="", facts=b"", rendered=None, error=None))


def sweep(tx: Session, before: datetime) -> None:
    """What was written on the way out: the last letters of those who were forgotten, old mails to nobody we know."""
    erased = select(tables.Player.id).where(col(tables.Player.state) == "erased")
    late = col(tables.Letter.player).in_(erased) & col(tables.Letter.sender).is_not(None)
    blank_letters(tx, late & col(tables.Letter.settled).is_not(None))
    nobody = col(tables.Outbox.player).is_(None) & (col(tables.Outbox.created) < before)
    blank_mails(tx, nobody & col(tables.Outbox.next_try).is_(None) & (col(tables.Outbox.recipient) != ""))


def count_erased(tx: Session) -> int:
    """How many people were forgotten already."""
    return len(tx.exec(select(tables.Player.id).where(col(tables.Player.state) == "erased")).all())
