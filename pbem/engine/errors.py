"""What can go wrong, sorted by who must act.

PbemError
  OrderError        the player mends it; told in the reply, with the refusal
    Unreadable        no order that we know
    Ambiguous         more than one order could be meant
    Illegal           an order, but not allowed now
  FileError         whoever wrote the file mends it; names the entry and the reason
    Garbled           not a match file, or cut short
    Impossible        the log says something that cannot have happened
    BadData           a data override that does not fit the game
    BadSetup          a game, a number of seats or an option that does not exist
  Unknowable        nobody can know yet: a preview has reached a question of chance
  EngineBug         we mend it: letter shunted, match held, operator told
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.engine.game import Refusal


class PbemError(Exception):
    """Anything that pbem itself reports."""


class OrderError(PbemError):
    """An order that was not played; the refusal says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} {refusal.facts}")
        self.refusal = refusal


class Unreadable(OrderError):
    """No order that we know."""


class Ambiguous(OrderError):
    """More than one order could be meant."""


class Illegal(OrderError):
    """An order, but not allowed now."""


class FileError(PbemError):
    """A file that its writer must mend."""


class Garbled(FileError):
    """Not a match file, or cut short."""


class Impossible(FileError):
    """The log says something that cannot have happened: in which entry, and, if an order was refused, why."""

    def __init__(self, message: str, refusal: Refusal | None = None, entry: int | None = None) -> None:
        super().__init__(message)
        self.refusal = refusal
        self.entry = entry

    def at(self, entry: int) -> Impossible:
        """The same error with the number of its entry; one that it has already stays."""
        n = entry if self.entry is None else self.entry
        return Impossible(f"entry {n}: {self}", self.refusal, n)


class BadData(FileError):
    """A data override that does not fit the game."""


class BadSetup(FileError):
    """A game, a number of seats or an option that does not exist."""


class Unknowable(PbemError):
    """A preview has reached a question of chance."""


class EngineBug(PbemError):
    """A step that never ends, or a rule that contradicts itself."""

    match: str = ""
    """The match in which it showed, where that is known."""
