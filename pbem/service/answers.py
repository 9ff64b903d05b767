"""Answers that are no reports: to words such as `help`, to strangers, to letters of whose sender we are not sure."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import available_timezones

import msgspec
from msgspec import Struct, structs
from sqlmodel import Session

from pbem import games
from pbem.engine.orders import LANGUAGES, fold
from pbem.mail.notes import Note
from pbem.mail.render import Answer, Speaker
from pbem.mail.tokens import Place
from pbem.service import archive, words
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.service.reports import EVENING
from pbem.service.turns import Letter
from pbem.store import confirmations, letters, matches, post, tables

A_DAY = timedelta(days=1)
A_WEEK = timedelta(weeks=1)
QUOTED = 40
"""Lines of a letter that a question quotes."""
HOURS = 24
OFTEN: dict[str, tables.Reports] = {
    "turn": "turn", "zug": "turn", "every": "every", "alle": "every", "daily": "daily", "taeglich": "daily",
}  # fmt: skip


def send(office: Office, tx: Session, recipient: str, note: Note, cause: str, now: datetime) -> None:
    """Queues a letter that belongs to no match. The same cause gives the same Message-ID, and is told once."""
    name = hashlib.sha256(f"{note.kind}\n{cause}\n{recipient}".encode()).hexdigest()[:24]
    message_id = f"<{note.kind}.{name}@{office.domain}>"
    if not post.known(tx, message_id):
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


class Asked(Struct, frozen=True):
    """A letter that gets another answer than a report, and its author."""

    player: tables.Player
    address: str
    row: tables.Letter
    lines: Sequence[str] = ()
    subject: str = ""


def answer(office: Office, tx: Session, asked: Asked, kind: str, facts: dict[str, object], now: datetime) -> None:
    """Queues a note to the author of a letter, in their language, with its first lines; tried again, another one."""
    told = {"lines": list(asked.lines[:QUOTED]), "subject": asked.subject, "operator": office.operator} | facts
    again = f".{now.timestamp()}" if letters.AGAIN in asked.row.verdict else ""
    send(office, tx, asked.address, Note(kind, asked.player.language, told), asked.row.sha256 + again, now)


def unreadable(office: Office, tx: Session, asked: Asked, code: str, now: datetime) -> None:
    """A letter that could not be read, and the way out."""
    answer(office, tx, asked, "refused-letter", {"code": code}, now)


def too_many(office: Office, tx: Session, asked: Asked, now: datetime) -> None:
    """More letters in an hour than a person writes; told once in that hour."""
    facts: dict[str, object] = {"code": "too-many-letters", "subject": asked.subject, "operator": office.operator}
    note = Note("refused-letter", asked.player.language, facts)
    send(office, tx, asked.address, note, f"too-many-{asked.address}-{now:%Y%m%d%H}", now)


def which_match(office: Office, tx: Session, asked: Asked, now: datetime) -> None:
    """Which of the player's matches is meant; each with the address that says so."""
    mine = [both for both in matches.of_player(tx, asked.player.id or 0) if both[0].status == "running"]
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
        player=asked.player.id,
        letter=asked.row.id,
    )
    confirmations.ask(tx, question, now)
    answer(office, tx, asked, "confirm", {"code": code}, now)


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
    if all(answer.result != "answered" for answer in given):
        return list(given)
    speaker = Speaker(live.game.key, live.game.names, letter.lang)
    player = live.people[letter.seat]
    assert player is not None, "a letter has an author"
    answers = []
    for answer in given:
        match (answer.result, answer.text):
            case ("answered", "help"):
                answers.append(structs.replace(answer, text=speaker.help(live.game.orders, words.WORDS)))
            case ("answered", "settings"):
                answers.append(structs.replace(answer, text=speaker.settings(settings(tx, player, answer.typed))))
            case ("answered", _):
                answers.append(structs.replace(answer, text=""))
            case _:
                answers.append(answer)
    return answers


def settings(tx: Session, player: tables.Player, line: str) -> dict[str, object]:
    """Chooses how often reports come, the language, the time zone, the hour; and tells what is chosen now."""
    typed = line.partition("#")[0].replace("=", " ").replace(",", " ").split()[1:]
    pairs = list(zip(typed[::2], [*typed[1::2], ""], strict=False))
    unknown = [f"{name} {value}".strip() for name, value in pairs if not choose(player, fold(name), value)]
    tx.add(player)
    tx.flush()
    return {
        "reports": player.reports,
        "language": player.language,
        "zone": player.zone,
        "hour": player.settings.get("hour", EVENING),
        "unknown": unknown,
    }


def choose(player: tables.Player, name: str, value: str) -> bool:
    """One choice; False: it is not known, and nothing changes."""
    word = fold(value)
    if name in ("reports", "berichte") and OFTEN.get(word):
        player.reports = OFTEN[word]
    elif name in ("language", "sprache") and word[:2] in LANGUAGES:
        player.language = word[:2]
    elif name in ("zone", "zeitzone") and value in available_timezones():
        player.zone = value
    elif name in ("hour", "stunde") and value.isdecimal() and int(value) < HOURS:
        player.settings = {**player.settings, "hour": int(value)}
    else:
        return False
    return True
