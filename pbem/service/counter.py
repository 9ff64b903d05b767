"""Where words are answered that ask for something besides a move: at a table, or without one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct
from sqlmodel import Session

from pbem.engine.game import Refusal
from pbem.service.asking import Asker
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.store import tables

COMMON = "common/answers.j2"


class Counter(Struct, frozen=True):
    """Where words are answered: who asks, who they are, the match they sit at, if they sit at one."""

    office: Office
    tx: Session
    asker: Asker
    player: tables.Player | None
    live: Live | None
    now: datetime
    match: str = ""
    """The match that the letter names by a token or in its subject: its name, or the beginning of it."""

    def say(self, macro: str, **facts: object) -> str:
        """An answer in words."""
        return self.asker.speaker.lines(COMMON, macro, facts)


Handler = Callable[[Counter, str], "str | Refusal"]
"""Answers a word and what stands behind it: a paragraph a line, nothing if something else answers it, or why not."""
