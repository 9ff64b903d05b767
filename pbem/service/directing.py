"""Letters of organisers: to their chair, or without a token; and the word of a second organiser.

What an organiser orders needs more than a known address: a token that was brought back, or a letter that was confirmed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from sqlmodel import Session

from pbem.engine.game import Refusal
from pbem.mail.notes import Note
from pbem.mail.tokens import Place
from pbem.service import answers, archive, chairs, live, organising, replies, reports, seconding, words
from pbem.service.asking import Asker
from pbem.service.counter import COMMON, Counter
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.store import people, tables

MOST = 30
"""Lines of a letter to a chair that are read, and entries of the log that it is told."""
Trusted = Literal["yes", "no"]
Done = Literal["", "ask", "done"]
"""Nothing: it is a letter like any other. Ask: whether it is theirs. Done: it was answered."""


def received(
    office: Office, tx: Session, asked: answers.Asked, place: Place | None, trusted: Trusted, now: datetime
) -> Done:
    """What becomes of a letter of a player, as far as they are an organiser."""
    player = asked.player
    assert player is not None, "of a stranger we are never sure"
    if place is not None and place.seat == chairs.CHAIR:
        return at_chair(office, tx, asked, player, place, now)
    if not any(is_act(line) for line in asked.lines):
        return ""
    chair = named(tx, player, place, " ".join([asked.subject, *asked.lines[:MOST]]))
    if chair is None:
        return ""
    if trusted == "no":
        return "ask"
    return "" if place is not None else at_chair(office, tx, asked, player, chair, now)


def is_act(line: str) -> bool:
    """Whether a line asks for something that only organisers may do."""
    word = words.meant(line.partition("#")[0].strip(), ())
    return word is not None and word.meaning in words.ORGANISING


def named(tx: Session, player: tables.Player, place: Place | None, said: str) -> Place | None:
    """The chair that somebody writes from without saying so."""
    if place is None:
        return chairs.meant(tx, player, said)
    return Place(place.match, chairs.CHAIR, -1) if chairs.number(tx, place.match, player) else None


def at_chair(
    office: Office, tx: Session, asked: answers.Asked, player: tables.Player, place: Place, now: datetime
) -> Done:
    """Does what the lines say, and answers each."""
    playing = live.load(tx, place.match)
    if playing is None:
        return ""
    if playing.row.think_until is not None and playing.row.status == "running":
        playing.move_on()
    told = [one for line in asked.lines[:MOST] if (one := answer(office, tx, playing, player, line, now))]
    telling = reports.Telling(cause=asked.row.sha256[:10], chairs={player.id or 0: told})
    organising.settle(office, tx, playing, telling, now)
    return "done"


def answer(
    office: Office, tx: Session, playing: Live, player: tables.Player, line: str, now: datetime
) -> dict[str, object]:
    """The answer to a line; nothing to what is none for an organiser. A chair sees no more than any spectator."""
    word = words.meant(line.partition("#")[0].strip(), ())
    if word is None or word.meaning not in (*words.ORGANISING, "log", "help", "rules"):
        return {}
    if word.meaning == "log":
        return {"typed": line, "lines": log(tx, playing)}
    table = playing.table if word.meaning in words.ORGANISING else None
    names = playing.names() if table is not None else ()
    asker = Asker(player.language, playing.game, table, 0, names)
    said = replies.reply(Counter(office, tx, asker, player, playing, now), line)
    return {"typed": line, "lines": asker.speaker.reason(said) if isinstance(said, Refusal) else said.splitlines()}


def log(tx: Session, playing: Live) -> list[str]:
    """The last entries, with their numbers, as anybody may see them."""
    file = archive.match_file(tx, playing.row)
    who = {None: ""} | {seat: f"{name}: " for seat, name in enumerate(file.seats)}
    return [f"- {one.n}: {who[one.seat]}{archive.spoken(one)}" for one in file.log[-MOST:]]


def agreed(office: Office, tx: Session, line: str, codes: Sequence[str], address: str, now: datetime) -> bool:
    """Whether a line `confirm CODE` is the word of a second organiser; what the first asked for is done then."""
    question = seconding.answered(tx, line, codes, address, now)
    if question is None:
        return False
    number, second = seconding.number_of(tx, question), people.get(tx, question.player or 0)
    if number is not None and second is not None:
        playing, said = organising.seconded(office, tx, question.facts, number, now)
        first = people.get(tx, int(str(question.facts["player"]))) if question.facts["player"] is not None else None
        for one in [second, *([first] if first is not None and isinstance(said, Refusal) else [])]:
            tell(office, tx, one, playing, said, question, now)
    return True


def tell(
    office: Office,
    tx: Session,
    player: tables.Player,
    playing: Live | None,
    said: str | Refusal,
    question: tables.Confirmation,
    now: datetime,
) -> None:
    """What became of an act that two organisers wanted."""
    address = people.mail_address(tx, player.id or 0)
    if address is None:
        return
    asker = Asker(player.language, playing.game if playing else None, None, 0, playing.names() if playing else ())
    speaker = asker.speaker
    text = "\n".join(speaker.reason(said)) if isinstance(said, Refusal) else speaker.lines(COMMON, "done", {})
    typed = f"{question.facts['word']} {question.facts['rest']}".strip()
    note = Note("words", player.language, {"answers": [{"typed": typed, "text": text}]})
    answers.send(office, tx, address.written, note, question.code, now)
