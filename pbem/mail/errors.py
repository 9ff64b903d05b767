"""What can be wrong with a letter; the sender mends it and is told once, politely, if we know who it is.

PbemError
  LetterError
    TooLarge        more bytes than we read
    TooLong         more lines or characters of text than anybody types
    TooManyParts    more MIME parts than a mail program makes
    TooDeep         parts within parts within parts
    TooManyHeaders  more header lines, or longer ones, than any server adds
    NoLetter        not a letter at all: empty, or without a single header
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
