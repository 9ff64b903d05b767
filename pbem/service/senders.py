"""Who wrote a letter, which mail of ours it answers, and what they have to say for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from pbem.mail.identity import Trust, Verdict
from pbem.mail.letter import Letter
from pbem.mail.tokens import Place
from pbem.service import menus
from pbem.service.directing import Trusted
from pbem.store import tables


class Sender(Struct, frozen=True):
    """Who wrote, as far as we know, and the seat that a token of theirs names."""

    address: str
    player: tables.Player | None
    trust: Trust
    verdict: Verdict
    place: Place | None
    trusted: Trusted = "no"
    """Whether a token was brought back, or the letter was confirmed: that much is needed for what organisers do."""


class Answered(NamedTuple):
    """The mail that a letter answers, and its numbered orders."""

    mail: Letter | None
    listed: menus.Listed


class Spoken(Struct, frozen=True):
    """What somebody has to say for a seat."""

    seat: int
    lines: Sequence[str]
    doubtful: Sequence[str]
    listed: menus.Listed
    subject: str = ""
