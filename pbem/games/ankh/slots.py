"""The gaps of orders: how spaces, figures, edges, cards and plans are typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from pbem.engine.errors import Unreadable
from pbem.engine.game import refuse
from pbem.engine.orders import Number, Vocabulary
from pbem.games.ankh.hexes import COLUMNS, edge
from pbem.games.ankh.names import NAMES, SHORT

SPACE = re.compile(r"[a-k][0-9]")
LONG_SPACE = re.compile(r"c(10|[0-9])r([0-9])")
FIGURE = re.compile(rf"g|(?:{'|'.join(set(SHORT.values()) - {'g'})})[1-9]")
NUMBERS = re.compile(r"[1-8](?:-[1-8])?")
EDGE = re.compile(r"([a-k][0-9]|c\d+r\d)[|/-]?([a-k][0-9]|c\d+r\d)")
ARROW = re.compile(r"->|-(?=[a-k][0-9]$|c\d+r\d$)", re.IGNORECASE)
PLUS = re.compile(r"(\+)")
LITTLE = ("to", "on", "at", "in", "and", "the", "a", "nach", "auf", "und", "den", "die", "das", "ein", "eine", "einen")
"""Words between figures and spaces that say nothing more."""
NEW = ("/", "new", "neu")
"""Words between the edges of a caravan and a space of the part that gets the new order token."""
MOST_FOLLOWERS = 999


def subset(keys: Sequence[str]) -> Vocabulary:
    """Some of the names."""
    also = {key: words for key, words in NAMES.also.items() if key in keys}
    return Vocabulary({key: NAMES.entries[key] for key in keys}, also=also)


def typed(vocabulary: Vocabulary, key: str, lang: str) -> str:
    """A name as a player types it: one word."""
    return vocabulary.name(key, lang).replace(" ", "-").lower() if key in vocabulary.entries else key


def space(word: str) -> str:
    """A space in its short form; empty: no space."""
    low = word.lower()
    long = LONG_SPACE.fullmatch(low)
    return f"{COLUMNS[int(long[1])]}{long[2]}" if long else low if SPACE.fullmatch(low) else ""


def thing(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """A space, a figure, a number, or a name of one or two words."""
    if not words:
        raise Unreadable(refuse("name-wanted"))
    if space(words[0]):
        return space(words[0]), words[1:]
    if FIGURE.fullmatch(words[0].lower()) or NUMBERS.fullmatch(words[0]):
        return words[0].lower(), words[1:]
    key, used = NAMES.take(words)
    return key, words[used:]


def meaningful(words: Sequence[str]) -> list[str]:
    """Without the little words between figures and spaces."""
    return [word for word in words if word.lower() not in LITTLE]


class Thing(Struct, frozen=True):
    """A slot for whatever a question can be about."""

    def read(self, words: Sequence[str]) -> tuple[str, Sequence[str]]:
        """One thing."""
        return thing(words)

    def write(self, value: str, lang: str) -> str:
        """By its name."""
        return typed(NAMES, value, lang)


class Name(Struct, frozen=True):
    """A slot for one of some names; it may be left out if `empty` says so."""

    vocabulary: Vocabulary
    empty: str = "wanted"

    def read(self, words: Sequence[str]) -> tuple[str, Sequence[str]]:
        """One name, or nothing."""
        if not words and self.empty == "allowed":
            return "", words
        if not words:
            raise Unreadable(refuse("name-wanted"))
        key, used = self.vocabulary.take(words)
        return key, words[used:]

    def write(self, value: str, lang: str) -> str:
        """As a player types it."""
        return typed(self.vocabulary, value, lang)


class Space(Struct, frozen=True):
    """A slot for a space."""

    def read(self, words: Sequence[str]) -> tuple[str, Sequence[str]]:
        """One space."""
        if not words or not space(words[0]):
            raise Unreadable(refuse("space-wanted", word=words[0] if words else ""))
        return space(words[0]), words[1:]

    def write(self, value: str, lang: str) -> str:
        """Its name."""
        return value


class Things(Struct, frozen=True):
    """A slot for what is summoned: nothing, or a figure and a space."""

    def read(self, words: Sequence[str]) -> tuple[tuple[str, ...], Sequence[str]]:
        """Up to two things."""
        found: list[str] = []
        words = meaningful(words)
        while words and len(found) < 2:
            one, words = thing(words)
            found.append(one)
        if len(found) == 1:
            raise Unreadable(refuse("space-wanted", word=""))
        return tuple(found), words

    def write(self, value: tuple[str, ...], lang: str) -> str:
        """By their names."""
        return " ".join(typed(NAMES, one, lang) for one in value)


class Pairs(Struct, frozen=True):
    """A slot for moves: pairs of things."""

    def read(self, words: Sequence[str]) -> tuple[tuple[tuple[str, str], ...], Sequence[str]]:
        """All pairs to the end of the line; `w1-e5` and `w1 to e5` are understood, too."""
        words = [part for word in meaningful(words) for part in ARROW.split(word) if part]
        pairs = []
        while words:
            one, words = thing(words)
            other, words = thing(words)
            pairs.append((SHORT["god"] if one == "god" else one, other))
        return tuple(pairs), words

    def write(self, value: tuple[tuple[str, str], ...], lang: str) -> str:
        """Pair by pair."""
        return " ".join(typed(NAMES, one, lang) for pair in value for one in pair)


class Edges(Struct, frozen=True):
    """A slot for the edges of a caravan, in any order."""

    def read(self, words: Sequence[str]) -> tuple[tuple[str, ...], Sequence[str]]:
        """All edges up to the word that says which part gets the new order token."""
        chain = list(takewhile(lambda word: word.lower() not in NEW, words))
        found = []
        for word in chain or [""]:
            match = EDGE.fullmatch(word.lower())
            if match is None:
                raise Unreadable(refuse("edge-wanted", word=word))
            found.append(edge(space(match[1]), space(match[2])))
        return tuple(found), words[len(chain) :]

    def write(self, value: tuple[str, ...], lang: str) -> str:
        """Each as the two spaces beside it."""
        return " ".join(f"{one[:2]}|{one[2:]}" for one in value)


class Part(Struct, frozen=True):
    """A slot for the part of a region that gets the new order token: nothing, or a space of it."""

    def read(self, words: Sequence[str]) -> tuple[str, Sequence[str]]:
        """The space behind the word for it."""
        return Space().read(words[1:]) if words else ("", words)

    def write(self, value: str, lang: str) -> str:
        """Behind a stroke."""
        return f"/ {value}" if value else ""


class Hand(Struct, frozen=True):
    """A slot for one battle card, or Amun's two."""

    vocabulary: Vocabulary

    def read(self, words: Sequence[str]) -> tuple[tuple[str, ...], Sequence[str]]:
        """All cards to the end of the line, sorted."""
        words = [part for word in words for part in word.split("+") if part]
        cards = []
        while words:
            key, used = self.vocabulary.take(words)
            cards.append(key)
            words = words[used:]
        if not 1 <= len(cards) <= 2:
            raise Unreadable(refuse("cards-wanted", count=len(cards)))
        return tuple(sorted(cards)), words

    def write(self, value: tuple[str, ...], lang: str) -> str:
        """By their names."""
        return " ".join(typed(self.vocabulary, card, lang) for card in value)


class Plans(Struct, frozen=True):
    """A slot for answers ahead: `2: flood; 3: plague bid 2; 4: chariots+miracle`."""

    vocabulary: Vocabulary

    def read(self, words: Sequence[str]) -> tuple[tuple[tuple[str, str, int], ...], Sequence[str]]:
        """Groups of region, card (Amun: perhaps two) and perhaps a bid."""
        plans = []
        words = [part for word in meaningful(words) for part in PLUS.split(word) if part and part.lower() != "region"]
        while words:
            region, words = thing(words)
            if not words:
                raise Unreadable(refuse("name-wanted"))
            card, words = self.cards(words)
            followers = -1
            if len(words) > 1 and words[0].lower() in ("bid", "biete"):
                followers, words = Number(0, MOST_FOLLOWERS).read(words[1:])
            plans.append((region, card, followers))
        if not plans:
            raise Unreadable(refuse("name-wanted"))
        return tuple(plans), words

    def cards(self, words: Sequence[str]) -> tuple[str, Sequence[str]]:
        """A card, or several with a plus between them, in one order."""
        key, used = self.vocabulary.take(words)
        if words[used : used + 1] != ["+"]:
            return key, words[used:]
        more, rest = self.cards(words[used + 1 :])
        return "+".join(sorted((key, *more.split("+")))), rest

    def write(self, value: tuple[tuple[str, str, int], ...], lang: str) -> str:
        """Group by group."""
        word = "bid" if lang == "en" else "biete"
        groups = []
        for region, cards, bid in value:
            names = "+".join(typed(self.vocabulary, card, lang) for card in cards.split("+"))
            groups.append(f"{typed(NAMES, region, lang)}: {names}" + (f" {word} {bid}" if bid >= 0 else ""))
        return "; ".join(groups)


class Values(Struct, frozen=True):
    """A slot for what the cats are worth: nothing, or three different numbers."""

    def read(self, words: Sequence[str]) -> tuple[tuple[int, ...], Sequence[str]]:
        """All numbers to the end of the line."""
        if not all(re.fullmatch("[013]", word) for word in words):
            raise Unreadable(refuse("cat-values-wanted"))
        return tuple(map(int, words)), ()

    def write(self, value: tuple[int, ...], lang: str) -> str:
        """In digits."""
        return " ".join(map(str, value))
