"""Answers that are no reports: to words such as `help`, to strangers, to letters of whose sender we are not sure."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import available_timezones

import msgspec
from msgspec import structs
from sqlmodel import Session

from pbem.engine.orders import LANGUAGES, fold
from pbem.mail.notes import Note
from pbem.mail.render import Answer, Speaker
from pbem.service import words
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.service.turns import Letter
from pbem.store import confirmations, letters, matches, post, tables

A_DAY = timedelta(days=1)
A_WEEK = timedelta(weeks=1)
QUOTED = 10
"""Lines of a letter that a question quotes."""
REPORTS: tuple[tables.Reports, ...] = ("turn", "every", "daily")


def send(office: Office, tx: Session, recipient: str, note: Note, cause: str, now: datetime) -> None:
    """Queues a letter that belongs to no match. The same cause gives the same Message-ID, and is told once."""
    name = hashlib.sha256(f"{note.kind}\n{cause}\n{recipient}".encode()).hexdigest()[:24]
    message_id = f"<{note.kind}.{name}@{office.domain}>"
    if post.by_message_id(tx, message_id) is None:
        mail = post.NewMail(
            message_id=message_id, recipient=recipient, kind="note", facts=msgspec.json.encode(note), not_before=now
        )
        post.queue(tx, mail, now)


def stranger(office: Office, tx: Session, address: str, row: tables.Letter, now: datetime) -> bool:
    """A polite answer to somebody unknown, once a day; tells whether there was one."""
    if not confirmations.may_answer(tx, address, now, A_DAY):
        return False
    note = Note("stranger", LANGUAGES[0], {"address": office.address, "operator": office.operator})
    send(office, tx, address, note, row.sha256, now)
    return True


def unreadable(
    office: Office, tx: Session, player: tables.Player, address: str, code: str, row: tables.Letter, now: datetime
) -> None:
    """A letter that could not be read, and the way out."""
    facts: dict[str, object] = {"code": code, "size": row.size, "most": office.limits.size}
    send(office, tx, address, Note("refused-letter", player.language, facts), row.sha256, now)


def which_match(
    office: Office, tx: Session, player: tables.Player, address: str, row: tables.Letter, now: datetime
) -> None:
    """Which of the player's matches is meant."""
    mine = [match for match, _ in matches.of_player(tx, player.id or 0) if match.status == "running"]
    facts: dict[str, object] = {"matches": [{"id": match.id, "game": match.game} for match in mine]}
    send(office, tx, address, Note("no-match", player.language, facts), row.sha256, now)


def ask(
    office: Office,
    tx: Session,
    player: tables.Player,
    address: str,
    lines: Sequence[str],
    row: tables.Letter,
    now: datetime,
) -> None:
    """Whether a letter was theirs. The code goes to the registered address and nowhere else."""
    code = secrets.token_hex(5)
    question = confirmations.Question(
        code=code, kind="letter", address=address, expires=now + A_WEEK, player=player.id, letter=row.id
    )
    confirmations.ask(tx, question, now)
    facts: dict[str, object] = {"code": code, "lines": list(lines[:QUOTED])}
    send(office, tx, address, Note("confirm", player.language, facts), row.sha256, now)


def redeemed(tx: Session, line: str, address: str, now: datetime) -> int | None:
    """The letter that a line `confirm CODE` vouches for; None: it is no such line, or the code does not count."""
    typed = line.split()
    if len(typed) != 2 or (word := words.meant(typed[0], ())) is None or word.meaning != "confirm":
        return None
    question = confirmations.redeem(tx, typed[1].lower(), address, now)
    if question is None or question.letter is None:
        return None
    letter = letters.get(tx, question.letter)
    return letter.id if letter is not None and letter.raw is not None else None


def with_words(tx: Session, live: Live, letter: Letter, given: Sequence[Answer]) -> list[Answer]:
    """Fills in what `help` and `settings` answer; `status` is answered by the report itself."""
    player = live.people[letter.seat]
    assert player is not None, "a letter has an author"
    answers = []
    for answer in given:
        if answer.result == "answered" and answer.text == "help":
            speaker = Speaker(live.game.key, live.game.names, letter.lang)
            answers.append(structs.replace(answer, text=speaker.help(live.game.orders, words.WORDS)))
        elif answer.result == "answered" and answer.text == "settings":
            answers.append(structs.replace(answer, text=settings(tx, player, answer.typed)))
        else:
            answers.append(structs.replace(answer, text="") if answer.result == "answered" else answer)
    return answers


def settings(tx: Session, player: tables.Player, line: str) -> str:
    """Chooses how often reports come, the language, the time zone, the hour; and says what is chosen now."""
    typed = line.partition("#")[0].replace("=", " ").replace(",", " ").split()[1:]
    for name, value in zip(typed[::2], typed[1::2], strict=False):
        choose(player, fold(name), value)
    tx.add(player)
    tx.flush()
    hour = player.settings.get("hour", 18)
    return f"reports {player.reports}, language {player.language}, zone {player.zone}, hour {hour}"


def choose(player: tables.Player, name: str, value: str) -> None:
    """One choice; what is not known changes nothing, and the answer shows it."""
    if name in ("reports", "berichte"):
        player.reports = next((one for one in REPORTS if one == GERMAN.get(fold(value), fold(value))), player.reports)
    elif name in ("language", "sprache"):
        player.language = next((one for one in LANGUAGES if fold(value).startswith(one)), player.language)
    elif name in ("zone", "zeitzone"):
        player.zone = value if value in available_timezones() else player.zone
    elif name in ("hour", "stunde") and value.isdecimal() and int(value) < 24:
        player.settings = {**player.settings, "hour": int(value)}


GERMAN = {"zug": "turn", "jeder": "every", "jeden": "every", "taeglich": "daily"}
