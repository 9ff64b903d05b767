"""How a player is reached: several addresses, changed only with the word of both, and what mail they want at all.

A change is asked at the address that gets the mail now and at the one that is concerned, each with a code of its own;
nothing happens until both have come back. Who has lost the old address turns to the operator.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct
from sqlmodel import Session

from pbem.engine.game import Refusal, refuse
from pbem.engine.orders import fold
from pbem.mail import address as addresses
from pbem.mail.notes import Note
from pbem.service import answers, words
from pbem.service.office import Office
from pbem.store import confirmations, people, tables

KIND = "address"
Act = Literal["add", "use", "drop"]
ACTS: Mapping[str, Act] = {
    "add": "add", "hinzu": "add", "new": "add", "neu": "add",
    "use": "use", "benutze": "use", "nutze": "use",
    "drop": "drop", "loesche": "drop", "remove": "drop", "delete": "drop",
}  # fmt: skip
PER_DAY = 5
"""Changes that a player may ask for in a day."""
PER_ADDRESS = 2
"""Questions that an address gets in a day which is nobody's yet."""


class Change(Struct, frozen=True):
    """What is to become of an address of a player."""

    player: tables.Player
    act: Act
    canonical: str
    written: str


def wanted(tx: Session, player: tables.Player, typed: str) -> Change | Refusal:
    """What `add b@example.org` asks for; or why it cannot be."""
    word, _, written = typed.partition(" ")
    act, canonical = ACTS.get(fold(word)), addresses.canonical(written.strip("<> "))
    if act is None:
        return refuse("address-how", word=word)
    if canonical is None:
        return refuse("no-address", word=written)
    mine = {one.canonical for one in people.addresses(tx, player.id or 0) if one.confirmed}
    current = people.mail_address(tx, player.id or 0)
    if act == "add" and canonical in mine:
        return refuse("address-yours", address=canonical)
    if act != "add" and canonical not in mine:
        return refuse("address-not-yours", address=canonical)
    if act != "add" and current is not None and canonical == current.canonical:
        return refuse("address-in-use" if act == "drop" else "address-used", address=canonical)
    return Change(player, act, canonical, written.strip("<> "))


def ask(office: Office, tx: Session, change: Change, now: datetime) -> Refusal | None:
    """Asks both addresses; None: done."""
    player, current = change.player.id or 0, people.mail_address(tx, change.player.id or 0)
    if current is None or confirmations.count(tx, KIND, now - answers.A_DAY, player=player) >= 2 * PER_DAY:
        return refuse("too-many-addresses", most=PER_DAY)
    asked = confirmations.count(tx, KIND, now - answers.A_DAY, change.canonical)
    mine, other = secrets.token_hex(5), secrets.token_hex(5)
    noted(tx, change, current.canonical, (mine, other), now)
    noted(tx, change, change.canonical, (other, mine), now)
    put_question(office, tx, change, current.written, mine, now)
    if change.act != "add" or asked < PER_ADDRESS:
        put_question(office, tx, change, change.written, other, now)
    return None


def noted(tx: Session, change: Change, address: str, codes: tuple[str, str], now: datetime) -> None:
    """Keeps the question to one address, with the code of the other one."""
    facts: tables.Facts = {"act": change.act, "address": change.canonical, "written": change.written}
    question = confirmations.Question(
        code=codes[0],
        kind=KIND,
        address=address,
        expires=now + answers.A_WEEK,
        player=change.player.id,
        facts=facts | {"other": codes[1]},
    )
    confirmations.ask(tx, question, now)


def put_question(office: Office, tx: Session, change: Change, to: str, code: str, now: datetime) -> None:
    """The question to one of the two; an address of somebody else is told so, and gets no code."""
    owner = people.by_address(tx, change.canonical)
    taken = to == change.written and owner is not None and owner.player.id != change.player.id
    facts: dict[str, object] = {
        "name": change.player.name,
        "act": change.act,
        "address": change.canonical,
        "operator": office.operator,
    }
    note = Note("address-taken", change.player.language, facts)
    if not taken:
        note = Note("address", change.player.language, facts | {"code": code})
    answers.send(office, tx, to, note, code, now)


def agreed(office: Office, tx: Session, line: str, codes: Sequence[str], address: str, now: datetime) -> bool:
    """Whether a line `confirm CODE` answers such a question; the code may also stand in the address or the subject."""
    word = words.meant(line, ())
    given = (*line.split()[1:2], *codes) if word is not None and word.meaning == "confirm" else ()
    return any(confirmed(office, tx, code.lower(), address, now) for code in given)


def confirmed(office: Office, tx: Session, code: str, address: str, now: datetime) -> str | None:
    """One of the two has agreed; with the second the change is made. None: it is no such code."""
    question = confirmations.find(tx, code, address, now)
    if question is None or question.kind != KIND or question.player is None:
        return None
    confirmations.redeem(tx, code, address, now)
    player = people.get(tx, question.player)
    assert player is not None, "a player is kept"
    facts = question.facts | {"name": player.name, "operator": office.operator}
    other = tx.get(tables.Confirmation, str(question.facts["other"]))
    if other is None or other.used is None:
        answers.send(office, tx, address, Note("address-half", player.language, facts), code, now)
        return "address-half"
    done = make(tx, player, question.facts, now)
    for to in {address, other.address}:
        answers.send(office, tx, to, Note(done, player.language, facts), code, now)
    return done


def make(tx: Session, player: tables.Player, facts: tables.Facts, now: datetime) -> str:
    """Makes the change; tells what to say of it. An address that somebody else has got meanwhile is theirs."""
    canonical, owner = str(facts["address"]), people.by_address(tx, str(facts["address"]))
    if player.state != "active" or (owner is not None and owner.player.id != player.id):
        return "address-taken"
    if facts["act"] == "drop":
        if owner is not None:
            people.remove_address(tx, canonical)
        return "address-changed"
    if owner is None:
        people.add_address(tx, player.id or 0, canonical, str(facts["written"]), now)
    people.confirm_address(tx, canonical, now)
    return "address-changed"
