"""Two organisers for what cannot be mended afterwards: the first asks, the second confirms, both stand in the log."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.engine.game import Refusal, refuse
from pbem.mail.notes import Note
from pbem.service import answers, chairs, words
from pbem.service.counter import Counter
from pbem.service.live import Live
from pbem.store import confirmations, organisers, people, tables

KIND = "act"
SETTING = "two_organisers"
DESTRUCTIVE = ("rollback", "replace", "end match")
A_WEEK = timedelta(weeks=1)


def wanted(playing: Live, word: str) -> bool:
    """Whether an act of this match needs a second organiser."""
    return word in DESTRUCTIVE and bool(playing.row.settings.get(SETTING))


def ask(counter: Counter, playing: Live, word: str, rest: str, by: int, state: int) -> str | Refusal:
    """Asks every other organiser; a rollback counts only for the state at which it was asked for."""
    author = counter.player.id if counter.player is not None else None
    others = [one for _, one in organisers.of_match(counter.tx, playing.id) if one.id != author]
    asked = [one for one in others if people.mail_address(counter.tx, one.id or 0) is not None]
    if not asked:
        return refuse("no-second")
    if word == "rollback" and " " not in rest:
        rest = f"{rest} if state {state}"
    facts: tables.Facts = {"match": playing.id, "word": word, "rest": rest, "by": by, "player": author}
    for one in asked:
        question(counter, playing, one, facts)
    return counter.say("second_asked", names=[one.name for one in asked])


def question(counter: Counter, playing: Live, other: tables.Player, facts: tables.Facts) -> None:
    """The question to one of them."""
    code = secrets.token_hex(5)
    address = people.mail_address(counter.tx, other.id or 0)
    assert address is not None, "only who can be reached is asked"
    kept = confirmations.Question(
        code=code, kind=KIND, address=address.canonical, expires=counter.now + A_WEEK, player=other.id, facts=facts
    )
    confirmations.ask(counter.tx, kept, counter.now)
    first = counter.player.name if counter.player is not None else ""
    told: tables.Facts = {
        "code": code,
        "first": first,
        "title": playing.game.title,
        "match": playing.id[:6],
        "line": f"{facts['word']} {facts['rest']}".strip(),
    }
    note = Note("second", other.language, told)
    answers.send(counter.office, counter.tx, address.written, note, code, counter.now)


def answered(tx: Session, line: str, codes: Sequence[str], address: str, now: datetime) -> tables.Confirmation | None:
    """What a line `confirm CODE` agrees to; None: it is no such line, or the code asks something else."""
    word = words.meant(line, ())
    if word is None or word.meaning != "confirm":
        return None
    for code in (*line.split()[1:2], *codes):
        found = confirmations.find(tx, code.lower(), address, now)
        if found is not None and found.kind == KIND:
            return confirmations.redeem(tx, found.code, address, now)
    return None


def number_of(tx: Session, question: tables.Confirmation) -> int | None:
    """Which organiser has agreed; None: they are none any more."""
    player = people.get(tx, question.player or 0)
    return chairs.number(tx, str(question.facts["match"]), player) if player is not None else None
