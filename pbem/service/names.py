"""Names of players: as others may see them, and not taken."""

from __future__ import annotations

import re
from itertools import count

from sqlmodel import Session

from pbem.service import lobby
from pbem.store import people

UNWANTED = re.compile(r"[^\w '\-]|_")


def clean(name: str) -> str:
    """A name as others may see it: letters, digits, blanks, hyphens and apostrophes."""
    short = " ".join(UNWANTED.sub(" ", name).split())[: lobby.NAME].strip(" -'")
    return short if any(letter.isalpha() for letter in short) else ""


def free(tx: Session, name: str) -> str:
    """The name, or the first like it that nobody has."""
    numbered = (f"{name[: lobby.NAME - 5]} {number}" for number in count(2))
    return (
        name if people.by_name(tx, name) is None else next(one for one in numbered if people.by_name(tx, one) is None)
    )
