"""What somebody means by a word of every game or of the service, and how a subject is read."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from pbem.engine.orders import fold
from pbem.service.wordlist import ANSWERED, OF_THE_SERVICE, ORGANISING, WORDS, Meaning, Word

__all__ = ["ANSWERED", "NUMBERS", "OF_THE_SERVICE", "ORGANISING", "WORDS", "Meaning", "Word"]

NUMBERS = {
    word: str(number)
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve",
        "null eins zwei drei vier fuenf sechs sieben acht neun zehn elf zwoelf",
    )
    for number, word in enumerate(words.split())
}
"""Never short for a word of ours, as `eins` would be for `einstellungen`."""


def meant(line: str, verbs: Collection[str]) -> Word | None:
    """The word that somebody typed, shortened or not; a verb of the game that is spelled out wins."""
    first, *more = line.split() or [""]
    typed = fold(first)
    if len(typed) < 3:
        return None
    for word in WORDS:
        if length := in_full(word, line):
            return word if len(more) + 1 - length <= word.most else None
    if typed in verbs or typed in NUMBERS:
        return None
    found = [one for one in WORDS if any(form.startswith(typed) for form in one.forms()) and len(typed) >= one.shortest]
    exact = [one for one in found if typed in one.forms()]
    found = exact or [one for one in found if not one.whole]
    if not exact and (len(found) != 1 or any(verb.startswith(typed) for verb in verbs)):
        return None
    return found[0] if len(more) <= found[0].most else None


def in_full(word: Word, line: str) -> int:
    """How many words of a line are this one, which consists of several and must be spelled out; 0: it is not there."""
    typed = line.replace(":", " ").split()
    lengths = [len(form.split()) for form in (word.en, word.de, *word.also)] if word.whole else []
    return max((n for n in lengths if n > 1 and fold("".join(typed[:n])) in word.forms()), default=0)


def behind(word: Word, line: str) -> str:
    """What stands behind a word in its line."""
    length = in_full(word, line) or 1
    parts = line.split(maxsplit=length)
    return parts[length] if len(parts) > length else ""


ANSWER = re.compile(r"\s*(?:re|aw|antw|antwort|fwd?|wg|sv)\s?(?:\[\d+\])?\s?:\s*", re.IGNORECASE)
TAG = re.compile(r"\s*\[[^\][]{1,60}\]\s*")


def subject_line(subject: str) -> str:
    """What a subject says without `Re:` and without the name of a match in brackets."""
    while found := ANSWER.match(subject) or TAG.match(subject):
        subject = subject[found.end() :]
    return subject.strip()


def for_the_service(lines: Sequence[str]) -> bool:
    """Whether a letter asks only for what concerns no match that runs."""
    said = [meant(line, ()) for line in lines if line.partition("#")[0].strip()]
    return bool(said) and all(word is not None and word.meaning in OF_THE_SERVICE for word in said)


NAMED = re.compile(r"\[[^\][]{1,60} ([0-9a-f]{6,16})\]")


def match_in(subject: str) -> str:
    """The beginning of a match's name that stands in a subject."""
    found = NAMED.search(subject)
    return found[1] if found else ""


def untouched(subject: str) -> bool:
    """Whether a subject is that of the mail it answers, and so says nothing."""
    return ANSWER.match(subject) is not None
