"""What is said around a letter in one language."""

from __future__ import annotations

from msgspec import Struct


class Tongue(Struct, frozen=True):
    """The words of one language, as parts of regular expressions."""

    wrote: str
    """The verb of "Anna wrote:"."""
    sender: str
    """The header that names the author."""
    heads: str
    """Other headers of an old letter."""
    old: str
    """What stands between dashes above an old or a forwarded letter."""
    device: str
    """How a line begins that a telephone adds."""
    regards: str
    """How people end a letter, on a line of its own or before their name."""
