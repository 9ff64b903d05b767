"""The words of every game, besides its orders: what they are called, and what they mean."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from pbem.engine.orders import fold

Meaning = Literal["help", "status", "settings", "confirm", "plan", "cancel", "preview", "auto", "all or nothing", "end"]


class Word(Struct, frozen=True):
    """A word with its German twin."""

    meaning: Meaning
    en: str
    de: str
    help: str

    def forms(self) -> tuple[str, ...]:
        """Every way to write it."""
        return fold(self.en), fold(self.de)


WORDS = (
    Word("help", "help", "hilfe", "all orders of the game, and these words"),
    Word("status", "status", "stand", "the table as it is now"),
    Word("settings", "settings", "einstellungen", "what you chose; or choose: settings reports daily, language de"),
    Word("confirm", "confirm", "bestätige", "answers our question whether a letter was yours, with the code of it"),
    Word("plan", "plan", "plan", "what you have ordered ahead, numbered"),
    Word("cancel", "cancel", "storniere", "drops all that you have ordered ahead; cancel 2: one line of it"),
    Word("preview", "preview", "vorschau", "as first line: shows what the others would do, and plays none of them"),
    Word("auto", "auto", "auto", "the defaults play the rest of your turn"),
    Word("all or nothing", "all or nothing", "alles oder nichts", "as first line: if one line is refused, none counts"),
    Word("end", "end", "ende", "what follows in the letter is no order"),
)


def meant(word: str, verbs: Collection[str]) -> Word | None:
    """The word that somebody typed, shortened or not; a verb of the game that is spelled out wins."""
    typed = fold(word)
    if len(typed) < 3 or typed in verbs:
        return None
    found = [one for one in WORDS if any(form.startswith(typed) for form in one.forms())]
    exact = [one for one in found if typed in one.forms()]
    if exact:
        return exact[0]
    if len(found) != 1 or any(verb.startswith(typed) for verb in verbs):
        return None
    return found[0]
