"""Invitations to a match that looks for players: to somebody who plays here, or to an address that nobody knows.

An unknown address gets one polite mail, once in sixty days whoever asks for it, without a word that the inviting player
wrote but their name; its answer makes a player who is in the match. Whether an address is known here is never told.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from msgspec import Struct
from sqlmodel import Session

from pbem.engine.game import Refusal, refuse
from pbem.engine.orders import LANGUAGES
from pbem.mail import address as addresses
from pbem.mail.notes import Note
from pbem.service import answers, openings, telling
from pbem.service.names import clean, free
from pbem.service.office import Office
from pbem.store import confirmations, people, tables

KNOWN = "invited"
STRANGER = "invited-stranger"
"""Kinds of invitations: by name, and to an address, known or not. They are counted; the code of a stranger counts."""
ONCE_IN = timedelta(days=60)
UNKNOWN = 20
"""Invitations in an hour to all addresses together of which nothing is known."""


def invite(
    office: Office, tx: Session, inviter: tables.Player | None, row: tables.Match, whom: str, now: datetime
) -> Refusal | None:
    """Invites a player by name, or an address; None: done, if they want to hear from us."""
    address = addresses.canonical(whom)
    found = people.by_address(tx, address) if address is not None else None
    player = found.player if found is not None else people.by_name(tx, whom)
    if address is None and player is None:
        return refuse("nobody-called", word=whom)
    kind = KNOWN if address is None else STRANGER
    if refusal := too_many(office, tx, inviter, kind, now):
        return refusal
    if player is not None:
        friend(office, tx, Invited(kind, inviter, row), player, now)
    elif address is not None:
        stranger(office, tx, Invited(kind, inviter, row), address, now)
    return None


class Invited(Struct, frozen=True):
    """An invitation: by name or to an address, from whom, to which match."""

    kind: str
    inviter: tables.Player | None
    row: tables.Match

    @property
    def name(self) -> str:
        """Who invites; nobody, if the operator does."""
        return self.inviter.name if self.inviter is not None else ""


def too_many(office: Office, tx: Session, inviter: tables.Player | None, kind: str, now: datetime) -> Refusal | None:
    """Nobody sends more invitations than a person would; the operator may."""
    if inviter is None:
        return None
    most, hour, mine = office.lobby.invitations, now - answers.AN_HOUR, inviter.id
    if sum(confirmations.count(tx, one, hour, player=mine) for one in (KNOWN, STRANGER)) >= most:
        return refuse("too-many-invitations", most=most)
    few = most - most // 2
    if kind == STRANGER and confirmations.count(tx, STRANGER, now - answers.A_DAY, player=mine) >= few:
        return refuse("too-many-addresses-invited", most=few)
    return None


def friend(office: Office, tx: Session, invited: Invited, player: tables.Player, now: datetime) -> None:
    """An invitation to a player; none to who is in the match, or wants their turns alone, and not many in a day."""
    address = people.mail_address(tx, player.id or 0)
    if address is None:
        return
    today = [confirmations.count(tx, kind, now - answers.A_DAY, address.canonical) for kind in (KNOWN, STRANGER)]
    noted(tx, invited, address.canonical, {"match": invited.row.id}, now)
    in_it = openings.in_already(tx, player, invited.row, openings.places(tx, invited.row.id)) is not None
    if people.wants_mail(player) and not in_it and sum(today) < office.lobby.invitations:
        told = telling.Told("invited", {"inviter": invited.name})
        telling.letter(office, tx, invited.row, told, address, now, {})


def stranger(office: Office, tx: Session, invited: Invited, address: str, now: datetime) -> None:
    """One polite mail with a code that registers and joins; none to who does not want it, or had one lately."""
    lately = confirmations.count(tx, STRANGER, now - ONCE_IN, address)
    everybody = confirmations.count(tx, STRANGER, now - answers.AN_HOUR)
    lang = invited.inviter.language if invited.inviter is not None else LANGUAGES[0]
    name = free(tx, clean(address.partition("@")[0]).title() or "Player")
    code = noted(tx, invited, address, {"name": name, "language": lang, "match": invited.row.id}, now)
    if lately or everybody >= UNKNOWN or confirmations.silenced(tx, address):
        return
    facts = {"code": code, "inviter": invited.name, "name": name, "operator": office.operator}
    note = Note(STRANGER, lang, telling.described(tx, invited.row, lang) | facts)
    answers.send(office, tx, address, note, f"{invited.row.id}.{code}", now)


def noted(tx: Session, invited: Invited, address: str, facts: tables.Facts, now: datetime) -> str:
    """Writes an invitation down, since they are counted; its code."""
    code = secrets.token_hex(5)
    question = confirmations.Question(
        code=code,
        kind=invited.kind,
        address=address,
        expires=now + ONCE_IN,
        player=invited.inviter.id if invited.inviter is not None else None,
        facts=facts,
    )
    confirmations.ask(tx, question, now)
    return code
