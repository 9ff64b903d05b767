"""What the tests of joining share: letters to the service and what came of them, by mail servers or without."""

from __future__ import annotations

from email.message import EmailMessage

from sqlmodel import col, select

from pbem.store import matches, tables
from pbem.store.around import Opening
from tests.house import House, text

WIDTH = 72


def write(home: House, name: str, *lines: str, subject: str = "my move") -> str:
    """Somebody writes a new letter; what they got for it, on one line."""
    home.send(name, home.letter(name, *lines, Subject=subject))
    before = len(home.mails(name))
    home.round()
    return flat(home.mails(name)[before])


def flat(mail: EmailMessage) -> str:
    """The text of a mail on one line; no line of it is too long."""
    assert max(map(len, text(mail).split("\n"))) <= WIDTH
    return " ".join(text(mail).split())


def newest(home: House, name: str, subject: str) -> EmailMessage:
    """The newest mail with these words in its subject."""
    return [mail for mail in home.mails(name) if subject in str(mail["Subject"])][-1]


def subjects(home: House, name: str) -> list[str]:
    """Of everything in an inbox."""
    return [str(mail["Subject"]) for mail in home.mails(name)]


def the_match(home: House) -> tables.Match:
    """The match that was opened last."""
    with home.work.reading() as tx:
        return list(tx.exec(select(tables.Match).order_by(col(tables.Match.created))))[-1]


def code(home: House) -> str:
    """Of the only match that looks for players."""
    with home.work.reading() as tx:
        return tx.exec(select(Opening)).one().code


def seated(home: House, match: str) -> list[str]:
    """Who sits there, by name."""
    with home.work.reading() as tx:
        return [player.name for _, player in matches.seated(tx, match) if player is not None]
