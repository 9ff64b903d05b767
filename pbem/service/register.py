"""Becoming a player by mail: `register NAME`, one question to the address, `confirm`, a welcome.

The code goes to the address and nowhere else, so whoever sends it back reads mail there: no other proof is needed.
Anybody can write in anybody's name, so an address whose provider vouches for nothing is asked once a day, and all of
them together only so often; what is sent to them holds no text of the letter but a name of plain letters.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import Struct
from sqlmodel import Session

from pbem.engine.orders import LANGUAGES, fold
from pbem.mail.letter import Letter
from pbem.mail.notes import Note
from pbem.service import answers, contact, inviting, lobby, openings, telling, tutorial, wishes, words
from pbem.service.names import clean, free
from pbem.service.office import Office
from pbem.store import confirmations, matches, people, tables

KIND = "register"
PER_HOUR = 5
"""Questions to one address in an hour whose provider vouches for the letters."""
UNPROVEN = 20
"""Questions in an hour to all addresses together of which we know nothing."""
FILLERS = {"as", "als", "me", "mich", "mit", "with", "and", "und", "please", "bitte"}
TUTORIAL = {form for word in words.WORDS if word.meaning == "tutorial" for form in word.forms()}
COMMON_WORDS = {
    "en": {
        "the",
        "and",
        "you",
        "is",
        "to",
        "would",
        "like",
        "with",
        "please",
        "hello",
        "hi",
        "want",
        "play",
        "my",
        "i",
    },
    "de": {
        "der",
        "die",
        "das",
        "und",
        "ich",
        "ist",
        "möchte",
        "mit",
        "bitte",
        "hallo",
        "will",
        "spielen",
        "mein",
        "euch",
    },
}


class Wish(Struct, frozen=True):
    """What somebody at the door wants: a name, and perhaps a tutorial of a game, or a seat in a match."""

    name: str
    tutorial: str = ""
    match: str = ""


class Visitor(Struct, frozen=True):
    """Somebody who is no player yet, and what they wrote."""

    address: str
    letter: Letter
    row: tables.Letter
    lines: Sequence[str]
    proven: bool
    """Their provider vouches for the letter."""


def received(office: Office, tx: Session, visitor: Visitor, now: datetime) -> str | None:
    """Answers somebody who wants to become a player, or just has; tells what it was. None: they want something else."""
    if people.by_address(tx, visitor.address) is not None:
        return None
    for line in visitor.lines:
        word = words.meant(line, ())
        if word is not None and word.meaning == "confirm":
            return entered(office, tx, visitor, line, now)
        if word is not None and word.meaning == "unsubscribe":
            return silenced(office, tx, visitor, now)
        if word is not None and word.meaning in ("register", "tutorial"):
            return asked(office, tx, visitor, wish_of(line, visitor), now)
        if (
            word is not None
            and word.meaning == "join"
            and (match := openings.found(tx, line.partition(" ")[2].strip()))
        ):
            return asked(office, tx, visitor, Wish(name_of(visitor), match=match.id), now)
    return None


def silenced(office: Office, tx: Session, visitor: Visitor, now: datetime) -> str | None:
    """Who wants to hear nothing hears it once more, and then nothing, unless they write for something."""
    codes = answers.codes_in(visitor.letter, office.address)
    known = any(confirmations.find(tx, code, visitor.address, now) for code in codes)
    if not (visitor.proven or known) or confirmations.silenced(tx, visitor.address):
        return None
    confirmations.silence(tx, visitor.address)
    answers.send(office, tx, visitor.address, Note("silenced", language(visitor), {}), visitor.row.sha256, now)
    return "silenced"


def wish_of(line: str, visitor: Visitor) -> Wish:
    """What a line such as `register Anna tutorial ra` wants; without a name, that of the mail program."""
    typed = line.partition("#")[0].replace(",", " ").split()
    taught = next((at for at, word in enumerate(typed) if fold(word) in TUTORIAL), len(typed))
    given = clean(" ".join(word for word in typed[1:taught] if fold(word) not in FILLERS))
    name = given or name_of(visitor)
    named = wishes.called(typed[taught + 1]) if len(typed) > taught + 1 else None
    key = named.key if named is not None else tutorial.GAME
    return Wish(name, key if taught < len(typed) else "")


def name_of(visitor: Visitor) -> str:
    """The name of the mail program, or else of the address."""
    return clean(visitor.letter.name) or clean(visitor.address.partition("@")[0]) or "Player"


def asked(office: Office, tx: Session, visitor: Visitor, wish: Wish, now: datetime) -> str:
    """Sends the question with the code, unless there were too many of them."""
    if not may_ask(tx, visitor, now):
        return "too-many-questions"
    code, lang, name = secrets.token_hex(5), language(visitor), free(tx, wish.name)
    facts: tables.Facts = {"name": name, "tutorial": wish.tutorial, "language": lang, "match": wish.match}
    question = confirmations.Question(
        code=code, kind=KIND, address=visitor.address, expires=now + answers.A_WEEK, facts=facts
    )
    confirmations.ask(tx, question, now)
    taken = "" if name == wish.name else wish.name
    note = Note(KIND, lang, {"code": code, "name": name, "taken": taken, "tutorial": wish.tutorial})
    answers.send(office, tx, visitor.address, note, visitor.row.sha256, now)
    return KIND


def may_ask(tx: Session, visitor: Visitor, now: datetime) -> bool:
    """Not more questions than one who mistypes needs, and few to those who may never have written."""
    if visitor.proven:
        return confirmations.count(tx, KIND, now - answers.AN_HOUR, visitor.address) < PER_HOUR
    if confirmations.count(tx, KIND, now - answers.A_DAY, visitor.address) > 0:
        return False
    return confirmations.count(tx, KIND, now - answers.AN_HOUR) < UNPROVEN


def entered(office: Office, tx: Session, visitor: Visitor, line: str, now: datetime) -> str | None:
    """A code comes back: its sender is a player from now on. None: the code does not count."""
    given = line.partition("#")[0].split()[1:]
    for code in (*given[:1], *answers.codes_in(visitor.letter, office.address)):
        if agreed := contact.confirmed(office, tx, code.lower(), visitor.address, now):
            return agreed
        question = confirmations.find(tx, code.lower(), visitor.address, now)
        if question is not None and question.kind in (KIND, inviting.STRANGER):
            name = clean(" ".join(word for word in given if word != code and fold(word) not in FILLERS))
            return welcomed(office, tx, visitor, question, name, now)
    return None


def welcomed(
    office: Office, tx: Session, visitor: Visitor, question: tables.Confirmation, chosen: str, now: datetime
) -> str:
    """The player and the address, the first mail, and the tutorial if it was wanted; or the way to another name."""
    lang, name = str(question.facts["language"]), chosen or str(question.facts["name"])
    if people.by_name(tx, name) is not None:
        told: tables.Facts = {"code": question.code, "name": name, "free": free(tx, name)}
        answers.send(office, tx, visitor.address, Note("name-taken", lang, told), visitor.row.sha256, now)
        return "name-taken"
    confirmations.redeem(tx, question.code, visitor.address, now)
    player = lobby.welcome(tx, lobby.Guest(name=name, address=visitor.address, language=lang), now)
    game = wishes.called(str(question.facts.get("tutorial", "")))
    told = {"name": name, "operator": office.operator, "tutorial": game is not None}
    told |= came_in(office, tx, player, str(question.facts.get("match", "")), now)
    answers.send(office, tx, visitor.address, Note("welcome", lang, told), visitor.row.sha256, now)
    if game is not None:
        tutorial.begin(office, tx, player, game, now)
    return "registered"


def came_in(office: Office, tx: Session, player: tables.Player, match: str, now: datetime) -> tables.Facts:
    """What became of the seat that a newcomer was invited to."""
    row = matches.hold(tx, match) if match else None
    if row is None:
        return {"came": ""}
    came = openings.join(office, tx, player, row, now) if row.status == "open" else "gone"
    return {"label": telling.label(row), "came": came if isinstance(came, str) else "gone"}


def language(visitor: Visitor) -> str:
    """The language of a letter: as it says itself, by the word that asks, or by the small words in it."""
    if visitor.letter.language in LANGUAGES:
        return str(visitor.letter.language)
    asking = [word for line in visitor.lines if (word := words.meant(line, ())) is not None]
    typed = {fold(line.split()[0]) for line in visitor.lines if line.split()}
    if any(typed & {fold(word.de), *map(fold, word.also)} for word in asking if word.en != word.de):
        return "de"
    return guessed([*visitor.lines, visitor.letter.subject])


def guessed(lines: Iterable[str]) -> str:
    """The language whose small words are more frequent; the first one if there is no telling."""
    found = [word for line in lines for word in re.findall(r"\w+", line.casefold())]
    return max(LANGUAGES, key=lambda lang: sum(word in COMMON_WORDS[lang] for word in found))
