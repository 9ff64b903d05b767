"""The chair of an organiser: a place at a match without a seat, with a token of its own, and notices of every act."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from sqlmodel import Session

from pbem.mail.notes import Note
from pbem.mail.render import Speaker
from pbem.mail.tokens import Place, message_id
from pbem.service import live
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.store import matches, organisers, people, post, tables
from pbem.store.around import Organiser
from pbem.store.tables import Facts

CHAIR = 255
"""The seat that a token for an organiser names."""


def number(tx: Session, match: str, player: tables.Player | None) -> int | None:
    """Which organiser somebody is: 0 the operator, 1 the first, and so on; None: they are none."""
    if player is None:
        return 0
    return next((at for at, (_, one) in enumerate(organisers.of_match(tx, match), 1) if one.id == player.id), None)


def since(tx: Session, place: Place, player: tables.Player) -> int | None:
    """Since when somebody has the place that a token names; None: they do not have it."""
    if place.seat == CHAIR:
        began = organisers.since(tx, place.match, player.id or 0)
    else:
        seat = matches.seat(tx, place.match, place.seat)
        began = seat.since if seat is not None and seat.player == player.id else None
    return int(began.timestamp()) if began is not None else None


def meant(tx: Session, player: tables.Player, said: str) -> Place | None:
    """Without a token: the match that is named, or the only one, of those that somebody organises."""
    mine = organisers.matches_of(tx, player.id or 0)
    named = [one for one in mine if one.id[:6] in said.lower()]
    chosen = named if len(named) == 1 else mine
    return Place(chosen[0].id, CHAIR, -1) if len(chosen) == 1 else None


def appoint(office: Office, tx: Session, match: str, player: tables.Player, now: datetime) -> None:
    """One organiser more; they get a letter that says how it is done."""
    organisers.appoint(tx, match, player.id or 0, now)
    playing = live.load(tx, match)
    row = next(one for one, other in organisers.of_match(tx, match) if other.id == player.id)
    if playing is not None:
        tell(office, tx, playing, row, player, [], f"appointed{row.since.timestamp()}", now)


def notify(
    office: Office, tx: Session, playing: Live, answered: Mapping[int, Sequence[Facts]], cause: str, now: datetime
) -> None:
    """Tells every organiser without a seat what was done to the match, and whoever has written what became of it."""
    seated = [one.id for one in playing.people if one is not None]
    for row, player in organisers.of_match(tx, playing.id) if playing.acts or answered else ():
        speaker = Speaker(playing.game.key, playing.game.names, player.language, playing.names())
        told = list(answered.get(player.id or 0, ()))
        if playing.acts and (player.id not in seated or told):
            told.append({"lines": [line for act in playing.acts for line in speaker.act(act.facts)]})
        if told or (player.id or 0) in answered:
            tell(office, tx, playing, row, player, told, cause, now)


def tell(
    office: Office,
    tx: Session,
    playing: Live,
    row: Organiser,
    player: tables.Player,
    told: Sequence[Facts],
    cause: str,
    now: datetime,
) -> None:
    """Queues a letter to a chair: what there is to tell, where the match stands, and the address for the next act."""
    address = people.mail_address(tx, player.id or 0)
    if address is None:
        return
    token = office.tokens.make(Place(playing.id, CHAIR, playing.last), address.canonical, int(row.since.timestamp()))
    unique = hashlib.sha256(f"{cause}\n{playing.id}\n{player.id}".encode()).hexdigest()[:16]
    name = message_id(token, unique, office.domain)
    if post.known(tx, name):
        return
    facts: dict[str, object] = {
        "title": playing.game.title,
        "match": playing.id[:6],
        "state": playing.last,
        "status": playing.row.status,
        "waits": [playing.names()[seat] for seat in playing.opened],
        "told": list(told),
        "token": token,
    }
    note = Note("organiser", player.language, facts)
    mail = post.NewMail(
        message_id=name,
        recipient=address.written,
        kind="note",
        facts=msgspec.json.encode(note),
        not_before=now,
        player=player.id,
        match=playing.id,
    )
    post.queue(tx, mail, now)
