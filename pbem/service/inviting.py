"""Invitations to a match that looks for players: to somebody who plays here, or to an address that nobody knows.

An unknown address gets one polite mail, once in sixty days whoever asks for it, without a word that the inviting player
wrote but their name; its answer makes a player who is in the match. Whether an address is known here is never told.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.engine.game import Refusal, refuse
from pbem.mail import address as addresses
from pbem.mail.notes import Note
from pbem.service import answers, openings, telling
from pbem.service.names import clean, free
from pbem.service.office import Office
from pbem.store import confirmations, people, tables

KNOWN = "invited"
STRANGER = "invited-stranger"
"""Kinds of questions: the first only counts, the second is answered with `confirm`."""
ONCE_IN = timedelta(days=60)
UNKNOWN = 20
"""Invitations in an hour to all addresses together of which nothing is known."""


def invite(
    office: Office, tx: Session, inviter: tables.Player | None, row: tables.Match, whom: str, now: datetime
) -> Refusal | None:
    """Invites a player by name, or an address; None: done, if they want to hear from us."""
    canonical = addresses.canonical(whom)
    found = people.by_address(tx, canonical) if canonical is not None else None
    player = found.player if found is not None else people.by_name(tx, whom)
    if canonical is None and player is None:
        return refuse("nobody-called", word=whom)
    if refusal := too_many(office, tx, inviter, now):
        return refusal
    if player is not None:
        friend(office, tx, inviter, row, player, now)
    elif canonical is not None:
        stranger(office, tx, inviter, row, canonical, now)
    return None


def too_many(office: Office, tx: Session, inviter: tables.Player | None, now: datetime) -> Refusal | None:
    """Nobody sends more invitations than a person would; the operator may."""
    if inviter is None:
        return None
    most, hour, mine = office.lobby.invitations, now - answers.AN_HOUR, inviter.id
    sent = [confirmations.count(tx, kind, hour, player=mine) for kind in (KNOWN, STRANGER)]
    if sum(sent) >= most:
        return refuse("too-many-invitations", most=most)
    if confirmations.count(tx, STRANGER, now - answers.A_DAY, player=mine) >= max(1, most // 2):
        return refuse("too-many-strangers", most=max(1, most // 2))
    return None


def friend(
    office: Office, tx: Session, inviter: tables.Player | None, row: tables.Match, player: tables.Player, now: datetime
) -> None:
    """An invitation to a player; none to who is in the match, was invited to it today, or wants their turns alone."""
    address = people.mail_address(tx, player.id or 0)
    if (
        address is None
        or not people.wants_mail(player)
        or openings.in_already(tx, player, row, openings.places(tx, row.id))
    ):
        return
    invited_today = confirmations.count(tx, KNOWN, now - answers.A_DAY, address.canonical)
    noted(tx, KNOWN, inviter, row, address.canonical, now)
    if invited_today < office.lobby.invitations:
        facts = {"inviter": inviter.name if inviter is not None else ""}
        told = telling.Told("invited", facts)
        telling.letter(office, tx, row, told, address, now, {})


def stranger(
    office: Office, tx: Session, inviter: tables.Player | None, row: tables.Match, address: str, now: datetime
) -> None:
    """One polite mail with a code that registers and joins; none to who does not want it, or had one lately."""
    lately = confirmations.count(tx, STRANGER, now - ONCE_IN, address)
    everybody = confirmations.count(tx, STRANGER, now - answers.AN_HOUR)
    lang = inviter.language if inviter is not None else "en"
    name = free(tx, clean(address.partition("@")[0]).title() or "Player")
    code = noted(tx, STRANGER, inviter, row, address, now, {"name": name, "language": lang, "match": row.id})
    if lately or everybody >= UNKNOWN or confirmations.silenced(tx, address):
        return
    facts = telling.described(office, tx, row, lang) | {
        "code": code,
        "inviter": inviter.name if inviter is not None else "",
        "name": name,
        "operator": office.operator,
        "address": office.address,
    }
    answers.send(office, tx, address, Note(STRANGER, lang, facts), f"{row.id}.{code}", now)


def noted(
    tx: Session,
    kind: str,
    inviter: tables.Player | None,
    row: tables.Match,
    address: str,
    now: datetime,
    facts: tables.Facts | None = None,
) -> str:
    """Writes an invitation down, since they are counted; its code."""
    code = secrets.token_hex(5)
    question = confirmations.Question(
        code=code,
        kind=kind,
        address=address,
        expires=now + ONCE_IN,
        player=inviter.id if inviter is not None else None,
        facts=facts or {"match": row.id},
    )
    confirmations.ask(tx, question, now)
    return code
