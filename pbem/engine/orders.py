"""The verb table: one declaration serves reading, writing and HELP, in German and English.

    Verb(Bid, en="bid {sun}", de="biete {sun}", slots={"sun": Number(1, 16)}, help="offer one of your suns")

The first word of a pattern is the verb; other plain words may be left out when typing. Words may be abbreviated as far
as they are unique, in any case, with umlauts or without.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any, Protocol

from msgspec import Struct

from pbem.engine.errors import Ambiguous, Unreadable
from pbem.engine.game import Action, refuse

LANGUAGES = ("en", "de")
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
BETWEEN = re.compile(r"(?:[\s,→]|-?>(?!=))+")
"""What stands between words; `boat 0>3` and `boat 0 -> 3` are `boat 0 3`."""
NEAR = 0.7
"""How alike two words must be for a near miss; below it a line is prose."""


@lru_cache(1 << 14)
def fold(word: str) -> str:
    """The form in which words are compared: lower case, umlauts written out, letters and digits only."""
    return plain(word.casefold().translate(UMLAUTS))


def plain(word: str) -> str:
    """Without accents and marks: the way many people type umlauts."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if letter.isalnum() and not unicodedata.combining(letter))


def find(word: str, names: Mapping[str, str]) -> set[str]:
    """The keys that a typed word can mean: an exact name, or else every name it begins."""
    typed = fold(word)
    if typed in names:
        return {names[typed]}
    return {key for name, key in names.items() if name.startswith(typed)} if typed else set()


def nearest(typed: str, known: Iterable[str], count: int = 3, cutoff: float = NEAR) -> list[str]:
    """The known texts most like what was typed, best first."""
    by_fold = {fold(text): text for text in known}
    return [by_fold[near] for near in difflib.get_close_matches(fold(typed), by_fold, count, cutoff)]


class Vocabulary(Struct, frozen=True, dict=True):
    """Named things with their names in each language: `{"flood": ("flood", "Überschwemmung")}`."""

    entries: Mapping[str, tuple[str, str]]
    plurals: Mapping[str, tuple[str, str]] = {}
    """Of those whose name changes when there are several."""
    also: Mapping[str, tuple[str, ...]] = {}
    """Other words that people type for some of them, in any language."""

    @cached_property
    def written(self) -> list[tuple[str, str]]:
        """Every name with its key."""
        both = [(name, key) for key, names in self.entries.items() for name in (key, *names)]
        more = (*self.plurals.items(), *self.also.items())
        return both + [(name, key) for key, names in more for name in names]

    @cached_property
    def names(self) -> dict[str, str]:
        """Every way to write a name -> its key."""
        return {form(name): key for form in (plain, fold) for name, key in self.written}

    @cached_property
    def pairs(self) -> dict[str, str]:
        """The names of two words, joined."""
        return {fold(name): key for name, key in self.written if " " in name or "-" in name}

    def name(self, key: str, lang: str) -> str:
        """The name of a thing in a language."""
        return self.entries[key][LANGUAGES.index(lang)]

    def several(self, key: str, lang: str) -> str:
        """What more than one of a thing is called."""
        return self.plurals.get(key, self.entries[key])[LANGUAGES.index(lang)]

    def take(self, words: Sequence[str]) -> tuple[str, int]:
        """The key that the first word, or the first two, mean, and how many words that took."""
        both = fold("".join(words[:2])) if len(words) > 1 else ""
        pair = find(both, self.pairs)
        if len(pair) == 1:
            return pair.pop(), 2
        if both in self.names and words[1].isdecimal():
            return self.names[both], 2
        keys = find(words[0], self.names)
        if len(keys) == 1:
            return keys.pop(), 1
        if keys:
            raise Ambiguous(refuse("ambiguous-word", word=words[0], could_be=sorted(keys)))
        known = [name for names in self.entries.values() for name in names]
        raise Unreadable(refuse("unknown-word", word=words[0], near=nearest(words[0], known)))


class Slot(Protocol):
    """A gap in a pattern: reads its value from the words that follow, and writes it."""

    def read(self, words: Sequence[str]) -> tuple[Any, Sequence[str]]: ...

    def write(self, value: Any, lang: str) -> str: ...


class Number(Struct, frozen=True):
    """A whole number."""

    low: int
    high: int

    def read(self, words: Sequence[str]) -> tuple[int, Sequence[str]]:
        """The first word as a number in its range."""
        if not words or not re.fullmatch(r"\d{1,6}", words[0], re.ASCII):
            raise Unreadable(refuse("number-wanted", word=words[0] if words else "", low=self.low, high=self.high))
        if not self.low <= int(words[0]) <= self.high:
            raise Unreadable(refuse("number-out-of-range", word=words[0], low=self.low, high=self.high))
        return int(words[0]), words[1:]

    def write(self, value: int, lang: str) -> str:
        """In digits."""
        return str(value)


class Words(Struct, frozen=True):
    """Things of a vocabulary in any order; `2 nile` is `nile nile`. Sorted when read."""

    vocabulary: Vocabulary
    most: int
    least: int = 1

    def read(self, words: Sequence[str]) -> tuple[tuple[str, ...], Sequence[str]]:
        """All words to the end of the line."""
        keys: list[str] = []
        if not words and self.least:
            raise Unreadable(refuse("word-missing"))
        while words:
            times = re.fullmatch(r"([1-9])x?", words[0], re.ASCII)
            if times and len(words) > 1:
                words = words[1:]
            key, used = self.vocabulary.take(words)
            keys += [key] * (int(times[1]) if times else 1)
            words = words[used:]
        if len(keys) > self.most:
            raise Unreadable(refuse("too-many-words", count=len(keys), most=self.most))
        return tuple(sorted(keys)), words

    def write(self, value: tuple[str, ...], lang: str) -> str:
        """By name, hyphens instead of spaces."""
        return " ".join(self.vocabulary.name(key, lang).replace(" ", "-").lower() for key in value)


class One(Struct, frozen=True):
    """One thing of a vocabulary."""

    vocabulary: Vocabulary

    def read(self, words: Sequence[str]) -> tuple[str, Sequence[str]]:
        """The first word, or the first two."""
        if not words:
            raise Unreadable(refuse("word-missing"))
        key, used = self.vocabulary.take(words)
        return key, words[used:]

    def write(self, value: str, lang: str) -> str:
        """By name, hyphens instead of spaces."""
        return self.vocabulary.name(value, lang).replace(" ", "-").lower()


class Verb(Struct, frozen=True):
    """One order: how it is typed, what it becomes, and what HELP says about it."""

    action: type[Action]
    en: str
    de: str
    help: str
    slots: Mapping[str, Slot] = {}
    also: tuple[str, ...] = ()
    """Other words for the verb."""
    idle: tuple[str, ...] = ()
    """Words that people write behind it and that say nothing more: `call Ra`."""

    def pattern(self, lang: str) -> list[str]:
        """The words of the pattern in a language."""
        return (self.en if lang == "en" else self.de).split()

    def words(self) -> list[str]:
        """Every way to begin this order."""
        return [self.pattern("en")[0], self.pattern("de")[0], *self.also]

    def begun(self, typed: str) -> str:
        """The word for this order that a shortened one begins."""
        return next(word for word in self.words() if any(form(word).startswith(fold(typed)) for form in (plain, fold)))

    def write(self, action: Action, lang: str) -> str:
        """The order as a player could have typed it."""
        return " ".join(
            self.slots[word[1:-1]].write(getattr(action, word[1:-1]), lang) if word[0] == "{" else word
            for word in self.pattern(lang)
        ).strip()

    def language(self, word: str) -> str:
        """The language whose verb was typed; the gaps stand in its order."""
        return "en" if fold(self.pattern("en")[0]).startswith(fold(word)) or word in self.also else "de"

    def fillers(self) -> set[str]:
        """The plain words of the pattern, which may be left out."""
        between = [word for lang in LANGUAGES for word in self.pattern(lang)[1:] if word[0] != "{"]
        return {form(word) for word in between for form in (plain, fold)}

    def telling(self, words: Sequence[str]) -> list[str]:
        """The words without those that say nothing."""
        idle = {form(word) for word in self.idle for form in (plain, fold)}
        return [word for word in words if fold(word) not in idle]

    def read(self, words: Sequence[str], lang: str) -> Action:
        """The action that the words behind the verb make of it; a gap ends where a plain word of the pattern stands."""
        values: dict[str, object] = {}
        fillers, words = self.fillers(), self.telling(words)
        parts = [list(part) for filler, part in groupby(words, lambda word: fold(word) in fillers) if not filler]
        for gap in (word[1:-1] for word in self.pattern(lang) if word[0] == "{"):
            values[gap], rest = self.slots[gap].read(parts.pop(0) if parts else [])
            parts = [list(rest), *parts] if rest else parts
        if parts:
            raise Unreadable(refuse("left-over", words=" ".join(parts[0]), order=self.pattern(lang)[0]))
        return self.action(**values)


class Orders(Struct, frozen=True, dict=True):
    """All orders of a game."""

    verbs: tuple[Verb, ...]

    @cached_property
    def by_action(self) -> dict[type[Action], Verb]:
        """The verb that writes an action."""
        return {verb.action: verb for verb in self.verbs}

    @cached_property
    def names(self) -> dict[str, str]:
        """Every way to write a verb -> the class of its action."""
        return {form(word): v.action.__name__ for form in (plain, fold) for v in self.verbs for word in v.words()}

    def write(self, action: Action, lang: str = "en") -> str:
        """The canonical form of an order."""
        return self.by_action[type(action)].write(action, lang)

    def read(self, line: str, now: Collection[type[Action]] = ()) -> Action:
        """The action that a line orders. Verbs that can be played `now` win over the others when abbreviated."""
        words = [word.strip(".!;:,") for word in BETWEEN.split(line.partition("#")[0].strip())]
        words = [word for word in words if word]
        if not words:
            raise Unreadable(refuse("empty-line"))
        verb = self.verb(words[0], now)
        return verb.read(words[1:], verb.language(words[0]))

    def verb(self, word: str, now: Collection[type[Action]]) -> Verb:
        """The verb that a word means."""
        meant = find(word, self.names)
        kinds = meant & {action.__name__ for action in now} if len(meant) > 1 else meant
        kinds = kinds or meant
        if len(kinds) > 1:
            could_be = [verb.begun(word) for verb in self.verbs if verb.action.__name__ in kinds]
            raise Ambiguous(refuse("ambiguous-verb", word=word, could_be=could_be))
        for verb in self.verbs:
            if verb.action.__name__ in kinds:
                return verb
        raise Unreadable(refuse("unknown-verb", word=word, near=self.likely(word)))

    def likely(self, word: str) -> list[str]:
        """The verbs that a word may be meant for, each only in its nearest spelling."""
        kinds = {name: verb.action for verb in self.verbs for name in verb.words()}
        best: dict[type[Action], str] = {}
        for name in nearest(word, kinds, len(kinds)):
            best.setdefault(kinds[name], name)
        return list(best.values())[:3]
