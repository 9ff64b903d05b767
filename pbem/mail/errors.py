"""What can go wrong with mail, sorted by who must act.

PbemError
  LetterError       the sender mends it, and is told once, politely, if we know who it is
    TooLarge          more bytes than we read
    TooLong           more lines or characters of text than anybody types
    TooManyParts      more MIME parts than a mail program makes
    TooDeep           parts within parts within parts
    TooManyHeaders    more header lines, or longer ones, than any server adds
    NoLetter          not a letter at all: empty, or without a single header
  MailError         something is between us and the mail servers
    Unreachable       nobody answers, or the line was cut: the next try mends it
    LoginRefused      account, password or certificate do not fit: the operator mends it
    ServerTrouble     the server answers, but not what we need: the operator looks at the server
      Renumbered        the server has numbered its letters anew: open the inbox again, what is known of UIDs is void
"""

from __future__ import annotations

from typing import ClassVar

from pbem.engine.errors import PbemError


class LetterError(PbemError):
    """A letter that cannot be read; `code` says why, for logs and templates."""

    code: ClassVar[str] = "letter"


class TooLarge(LetterError):
    """More bytes than we read."""

    code = "too-large"


class TooLong(LetterError):
    """More lines or characters of text than anybody types."""

    code = "too-long"


class TooManyParts(LetterError):
    """More MIME parts than a mail program makes."""

    code = "too-many-parts"


class TooDeep(LetterError):
    """Parts within parts within parts."""

    code = "too-deep"


class TooManyHeaders(LetterError):
    """More header lines, or longer ones, than any server adds."""

    code = "too-many-headers"


class NoLetter(LetterError):
    """Not a letter at all: empty, or without a single header."""

    code = "no-letter"


class MailError(PbemError):
    """Anything that keeps us from a mail server."""


class Unreachable(MailError):
    """Nobody answers, or the line was cut; try again later."""


class LoginRefused(MailError):
    """We cannot log in, or will not, until the operator has acted."""


class ServerTrouble(MailError):
    """The server answers, but not what we need."""


class Renumbered(ServerTrouble):
    """UIDVALIDITY has changed while we were connected."""
