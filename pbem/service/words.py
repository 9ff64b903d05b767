"""The words of every game and of the service, besides the orders: what they are called, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from pbem.engine.orders import fold

Meaning = Literal[
    "help", "rules", "status", "log", "settings", "games", "register", "tutorial", "confirm", "plan", "cancel",
    "preview", "auto", "all or nothing", "end",
    "press", "diary", "mute", "report",
]  # fmt: skip
ANSWERED: Collection[Meaning] = (
    "help", "rules", "status", "log", "settings", "games", "register", "tutorial",
    "press", "diary", "mute", "report",
)  # fmt: skip
"""Words that have an answer of their own, which is no order; they work at any time."""


NUMBERS = {
    word: str(number)
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve",
        "null eins zwei drei vier fuenf sechs sieben acht neun zehn elf zwoelf",
    )
    for number, word in enumerate(words.split())
}
"""Never short for a word of ours, as `eins` would be for `einstellungen`."""


class Word(Struct, frozen=True):
    """A word with its German twin."""

    meaning: Meaning
    en: str
    de: str
    help: str
    also: tuple[str, ...] = ()
    most: int = 4
    """How many words may follow; with more of them the line is prose."""
    shortest: int = 3
    """Letters that must be typed: "Best wishes" is no word of ours."""
    verbatim: bool = False
    """What follows is text for people."""

    def forms(self) -> tuple[str, ...]:
        """Every way to write it."""
        return tuple(fold(form) for form in (self.en, self.de, *self.also))


WORDS = (
    Word("help", "help", "hilfe", "all orders and words; help bid: one of them; help plan: a topic"),
    Word("rules", "rules", "regeln", "what the rules of the game say, by topic: rules aim"),
    Word("status", "status", "stand", "the table as it is now", most=0),
    Word(
        "log", "log", "verlauf", "what happened since the start; log 20: the last 20 sentences", ("protokoll",), most=1
    ),
    Word(
        "settings",
        "settings",
        "einstellungen",
        "what you chose; or choose: settings reports daily, language de",
        most=20,
    ),
    Word("games", "games", "spieleliste", "the games that are played here", ("spiele",), most=0),
    Word(
        "register",
        "register",
        "anmelden",
        "become a player: register NAME; with a tutorial: register NAME tutorial",
        ("registriere", "registrieren", "anmeldung"),
        most=6,
    ),
    Word(
        "tutorial",
        "tutorial",
        "einführung",
        "a match against bots that teaches the orders in five mails; tutorial end stops it",
        most=1,
    ),
    Word(
        "confirm",
        "confirm",
        "bestätige",
        "your answer when we ask whether a letter is yours",
        ("bestätigen",),
        5,
        shortest=5,
    ),
    Word("plan", "plan", "plan", "what you have ordered ahead, numbered", most=0),
    Word("cancel", "cancel", "storniere", "drops all that you have ordered ahead; cancel 2: one line of it", most=1),
    Word(
        "preview",
        "preview",
        "vorschau",
        "as first line: shows what the lines below it would do, and plays none of them",
        most=30,
    ),
    Word("auto", "auto", "auto", "the defaults play the rest of your turn", most=0),
    Word(
        "all or nothing",
        "all or nothing",
        "alles oder nichts",
        "as first line: if one line is refused, none counts",
        most=2,
    ),
    Word(
        "press",
        "press",
        "presse",
        "says something to all at the table; press to Bert: to one; a line that ends with a colon begins a longer text",
        most=400,
        shortest=5,
        verbatim=True,
    ),
    Word(
        "diary",
        "diary",
        "tagebuch",
        "writes into your diary, which the others may read when the match is over; diary alone shows it",
        most=400,
        shortest=5,
        verbatim=True,
    ),
    Word("mute", "mute", "stumm", "mute Bert: you do not hear Bert any more; mute Bert off: you do", (), 4, 4),
    Word(
        "report",
        "report",
        "beschwerde",
        "report Bert: and why; a complaint to the organiser, with what Bert said to you last",
        most=400,
        shortest=6,
        verbatim=True,
    ),
    Word("end", "end", "ende", "what follows in the letter is no order", most=0),
)


def meant(line: str, verbs: Collection[str]) -> Word | None:
    """The word that somebody typed, shortened or not; a verb of the game that is spelled out wins."""
    first, *more = line.split() or [""]
    typed = fold(first)
    if typed in verbs or typed in NUMBERS:
        return None
    found = [one for one in WORDS if any(form.startswith(typed) for form in one.forms()) and len(typed) >= one.shortest]
    exact = [one for one in found if typed in one.forms()]
    if not exact and (len(found) != 1 or any(verb.startswith(typed) for verb in verbs)):
        return None
    word = (exact or found)[0]
    return word if len(more) <= word.most else None


ANSWER = re.compile(r"\s*(?:re|aw|antw|antwort|fwd?|wg|sv)\s?(?:\[\d+\])?\s?:\s*", re.IGNORECASE)
TAG = re.compile(r"\s*\[[^\][]{1,60}\]\s*")


def subject_line(subject: str) -> str:
    """What a subject says without `Re:` and without the name of a match in brackets."""
    while found := ANSWER.match(subject) or TAG.match(subject):
        subject = subject[found.end() :]
    return subject.strip()


def untouched(subject: str) -> bool:
    """Whether a subject is that of the mail it answers, and so says nothing."""
    return ANSWER.match(subject) is not None
