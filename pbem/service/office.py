"""What the use cases share: the database, the keys, the addresses, the defaults. Built once, by `bootstrap`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from msgspec import Struct

from pbem.mail.address import plus
from pbem.mail.mime import Limits
from pbem.mail.tokens import Tokens
from pbem.store.work import Work


def nothing(_point: str) -> None:
    """Between two effects nothing happens; the tests of crashes put something else here."""


def as_printed(_game: str) -> Mapping[str, Any]:
    """No corrections to the numbers of a game."""
    return {}


class Lobby(Struct, frozen=True):
    """How long matches look for players, and what one player may ask for."""

    waits: timedelta = timedelta(days=14)
    ready: timedelta = timedelta(days=2)
    openings: int = 3
    applications: int = 5
    invitations: int = 10


class Office(Struct, frozen=True, kw_only=True):
    """The office of the service. The time is never part of it: it is an argument of everything that needs it."""

    work: Work
    tokens: Tokens
    address: str
    """Where people write to."""
    account: str = "inbox"
    """The name under which the inbox is remembered."""
    operator: str = ""
    plus_addressing: bool = True
    authserv_id: str = ""
    limits: Limits = Limits()
    per_sender: int = 60
    per_recipient: int = 60
    per_day: int = 200
    give_up: timedelta = timedelta(days=3)
    turn: timedelta = timedelta(days=3)
    reminders: tuple[timedelta, ...] = (timedelta(hours=48), timedelta(hours=12))
    lobby: Lobby = Lobby()
    overrides: Callable[[str], Mapping[str, Any]] = as_printed
    """An owner's corrections to the printed numbers of a game."""
    outage: timedelta = timedelta()
    """A gap between two looks at the inbox from which on that time is given back; none: never."""
    unreachable: timedelta = timedelta(days=7)
    absence: str = "28/year"
    silence: int = 3
    votes: timedelta = timedelta(days=3)
    played: str = "pbem/Played"
    refused: str = "pbem/Refused"
    shunted: str = "pbem/Shunted"
    point: Callable[[str], None] = nothing
    """Named places between two effects."""

    @property
    def domain(self) -> str:
        """The right half of our Message-IDs."""
        return self.address.rpartition("@")[2]

    def reply_to(self, token: str) -> str:
        """The address that brings a token back."""
        return plus(self.address, token) if self.plus_addressing else self.address
