"""Answers that are no reports: to words such as `help`, to strangers, to letters of whose sender we are not sure."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct
from sqlmodel import Session

from pbem import games
from pbem.engine.orders import LANGUAGES
from pbem.mail import letter as mail
from pbem.mail.address import detail_of
from pbem.mail.notes import Note
from pbem.mail.tokens import Place
from pbem.service import archive, words
from pbem.service.office import Office
from pbem.store import confirmations, letters, matches, post, tables

AN_HOUR = timedelta(hours=1)
A_DAY = timedelta(days=1)
A_WEEK = timedelta(weeks=1)
QUOTED = 40
"""Lines of a letter that a question quotes."""


def send(office: Office, tx: Session, recipient: str, note: Note, cause: str, now: datetime) -> None:
    """Queues a letter that belongs to no match. The same cause gives the same Message-ID, and is told once."""
    name = hashlib.sha256(f"{note.kind}\n{cause}\n{recipient}".encode()).hexdigest()[:24]
    message_id = f"<{note.kind}.{name}@{office.domain}>"
    if not post.known(tx, message_id):
        mail = post.NewMail(
            message_id=message_id, recipient=recipient, kind="note", facts=msgspec.json.encode(note), not_before=now
        )
        post.queue(tx, mail, now)


def stranger(office: Office, tx: Session, address: str, row: tables.Letter, lang: str, now: datetime) -> bool:
    """A polite answer to somebody unknown, once a day; tells whether there was one."""
    if not confirmations.may_answer(tx, address, now, A_DAY):
        return False
    note = Note("stranger", lang, {"address": office.address, "operator": office.operator})
    send(office, tx, address, note, row.sha256, now)
    return True


class Asked(Struct, frozen=True):
    """A letter that gets another answer than a report, and its author."""

    player: tables.Player | None
    address: str
    row: tables.Letter
    lines: Sequence[str] = ()
    subject: str = ""
    lang: str = LANGUAGES[0]
    """Of somebody who is no player."""
    match: str = ""
    """The match that the letter names: its name, or the beginning of it."""

    @property
    def language(self) -> str:
        """The language of the answer."""
        return self.player.language if self.player is not None else self.lang


def answer(office: Office, tx: Session, asked: Asked, kind: str, facts: dict[str, object], now: datetime) -> None:
    """Queues a note to the author of a letter, in their language, with its first lines; tried again, another one."""
    told = {"lines": list(asked.lines[:QUOTED]), "subject": asked.subject, "operator": office.operator} | facts
    again = f".{now.timestamp()}" if letters.AGAIN in asked.row.verdict else ""
    send(office, tx, asked.address, Note(kind, asked.language, told), asked.row.sha256 + again, now)


def unreadable(office: Office, tx: Session, asked: Asked, code: str, now: datetime) -> None:
    """A letter that could not be read, and the way out."""
    answer(office, tx, asked, "refused-letter", {"code": code}, now)


def too_many(office: Office, tx: Session, asked: Asked, now: datetime) -> None:
    """More letters in an hour than a person writes; told once in that hour."""
    facts: dict[str, object] = {"code": "too-many-letters", "subject": asked.subject, "operator": office.operator}
    note = Note("refused-letter", asked.language, facts)
    send(office, tx, asked.address, note, f"too-many-{asked.address}-{now:%Y%m%d%H}", now)


def which_match(office: Office, tx: Session, asked: Asked, now: datetime) -> None:
    """Which of the player's matches is meant; each with the address that says so."""
    player = asked.player.id if asked.player is not None else None
    mine = [both for both in matches.of_player(tx, player or 0) if both[0].status in ("running", "paused")]
    listed = [choice(office, tx, match, seat, asked.address) for match, seat in mine]
    answer(office, tx, asked, "no-match", {"matches": listed}, now)


def choice(office: Office, tx: Session, match: tables.Match, seat: tables.Seat, address: str) -> dict[str, object]:
    """A match to choose from."""
    token = office.tokens.make(Place(match.id, seat.number, 0), address, int(seat.since.timestamp()))
    return {
        "title": games.game(match.game).title,
        "match": match.id[:6],
        "names": archive.names(tx, match.id),
        "address": office.reply_to(token),
    }


def ask(office: Office, tx: Session, asked: Asked, now: datetime) -> None:
    """Whether a letter was theirs. The code goes to the registered address and nowhere else."""
    code = secrets.token_hex(5)
    question = confirmations.Question(
        code=code,
        kind="letter",
        address=asked.address,
        expires=now + A_WEEK,
        player=asked.player.id if asked.player is not None else None,
        letter=asked.row.id,
    )
    confirmations.ask(tx, question, now)
    answer(office, tx, asked, "confirm", {"code": code}, now)


CODE = re.compile(r"\b[0-9a-f]{10}\b", re.IGNORECASE)
CONFIRM = "confirm-"
"""What a code stands behind in the address that our question is answered to."""


def codes_in(letter: mail.Letter, own: str) -> list[str]:
    """The codes that an answer to our question brings along by itself: in its address, and in its subject."""
    details = [detail_of(address, own) or "" for address in letter.recipients]
    found = [detail.removeprefix(CONFIRM) for detail in details if detail.startswith(CONFIRM)]
    return [*found, *CODE.findall(letter.subject.lower())]


def redeemed(tx: Session, line: str, codes: Sequence[str], address: str, now: datetime) -> int | None:
    """The letter that a line `confirm CODE` vouches for; None: it is no such line, or the code does not count."""
    word = words.meant(line, ())
    if word is None or word.meaning != "confirm":
        return None
    for code in (*line.split()[1:2], *codes):
        question = confirmations.find(tx, code.lower(), address, now)
        if question is None or question.letter is None:
            continue
        confirmations.redeem(tx, code.lower(), address, now)
        letter = letters.get(tx, question.letter)
        if letter is not None and letter.raw is not None:
            return letter.id
    return None
