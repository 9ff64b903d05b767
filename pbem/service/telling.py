"""Small letters to players about a match that looks for players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from msgspec import Struct
from sqlmodel import Session

from pbem import games
from pbem.mail.notes import Note
from pbem.mail.tokens import Place
from pbem.service import answers, archive, speed
from pbem.service.office import Office
from pbem.store import matches, openings, people, tables


class Told(Struct, frozen=True):
    """What is told: a kind of note, and its facts."""

    kind: str
    facts: Mapping[str, object] = {}


def label(row: tables.Match) -> str:
    """A match as subjects name it."""
    return f"[{games.game(row.game).title} {row.id[:6]}]"


def pace(row: tables.Match, lang: str) -> str:
    """How much time a match gives, as somebody could have typed it."""
    return speed.write(speed.of(row.clock), lang)


def described(tx: Session, row: tables.Match, lang: str) -> dict[str, object]:
    """An open match, as its players and visitors may know it."""
    opening = openings.get(tx, row.id)
    seats = matches.seats(tx, row.id)
    return {
        "label": label(row),
        "match": row.id[:6],
        "game": games.game(row.game).title,
        "key": row.game,
        "seats": len(seats),
        "free": sum(seat.player is None and seat.bot is None for seat in seats),
        "names": [
            name.capitalize() if seat.bot else name
            for name, seat in zip(archive.names(tx, row.id), seats, strict=True)
            if seat.player is not None or seat.bot is not None
        ],
        "pace": pace(row, lang),
        "reliability": opening.wants.get("reliability", 0) if opening is not None else 0,
        "code": opening.code if opening is not None else "",
        "private": opening.private if opening is not None else False,
        "until": opening.expires.isoformat() if opening is not None else "",
        "waiting": len(openings.waiting(tx, row.id)),
        "options": {name: value for name, value in row.options.items() if chosen(row, name, value)},
    }


def chosen(row: tables.Match, name: str, value: object) -> bool:
    """Whether an option is not what it is by default."""
    return name in games.game(row.game).options and games.game(row.game).options[name].choices[0] != value


def tell(
    office: Office, tx: Session, row: tables.Match, told: Told, seats: Iterable[tables.Seat], now: datetime
) -> None:
    """A letter to those who sit there; its answer comes back with the token of the seat."""
    for seat in seats:
        address = people.mail_address(tx, seat.player or 0)
        if address is not None:
            place = Place(row.id, seat.number, 0)
            token = office.tokens.make(place, address.canonical, int(seat.since.timestamp()))
            letter(office, tx, row, told, address, now, {"token": token})


def tell_waiting(
    office: Office, tx: Session, row: tables.Match, told: Told, waiting: Iterable[int], now: datetime
) -> None:
    """A letter to those who wait for a seat."""
    for player in waiting:
        address = people.mail_address(tx, player)
        if address is not None:
            letter(office, tx, row, told, address, now, {})


def letter(
    office: Office,
    tx: Session,
    row: tables.Match,
    told: Told,
    address: tables.Address,
    now: datetime,
    facts: Mapping[str, object],
) -> None:
    """One such letter, in the language of its reader."""
    player = people.get(tx, address.player)
    assert player is not None, "an address has its player"
    known = described(tx, row, player.language)
    note = Note(told.kind, player.language, {**known, "zone": player.zone, **told.facts, **facts})
    answers.send(office, tx, address.written, note, f"{row.id}.{now.timestamp()}", now)
