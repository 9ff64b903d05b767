"""What a player of Ankh can order, and how it is typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct

from pbem.engine.errors import Unreadable
from pbem.engine.game import Action, refuse
from pbem.engine.orders import Number, Orders, Verb, Vocabulary
from pbem.games.ankh.hexes import COLUMNS, edge
from pbem.games.ankh.names import ACTIONS as ACTION_NAMES
from pbem.games.ankh.names import AGENDA, CARDS, NAMES, POWERS, SHORT

SPACE = re.compile(r"[a-k][0-9]")
LONG_SPACE = re.compile(r"c(10|[0-9])r([0-9])")
FIGURE = re.compile(rf"g|(?:{'|'.join(set(SHORT.values()) - {'g'})})[1-9]")
NUMBERS = re.compile(r"[1-8](?:-[1-8])?")
EDGE = re.compile(r"([a-k][0-9]|c\d+r\d)[|/-]?([a-k][0-9]|c\d+r\d)")
MOST_FOLLOWERS = 999


class Move(Action, frozen=True, gc=False):
    """Take the action Move: pairs of a figure (or a room with priests) and where it goes; none: ask one by one."""

    moves: tuple[tuple[str, str], ...] = ()


class Summon(Action, frozen=True, gc=False):
    """Take the action Summon: what and where; nothing named: ask."""

    what: tuple[str, ...] = ()


class Gain(Action, frozen=True, gc=False):
    """Take the action Gain followers."""


class Unlock(Action, frozen=True, gc=False):
    """Take the action Unlock ankh power."""

    power: str = ""


class Begin(Action, frozen=True, gc=False):
    """Slide a marker and stop there, to play an agenda card before the action."""

    action: str


class Agenda(Action, frozen=True, gc=False):
    """Play an agenda card."""

    card: str


class Reveal(Action, frozen=True, gc=False):
    """Turn up one of Bastet's cats."""

    space: str


class Choose(Action, frozen=True, gc=False):
    """Answer a question with one of its choices."""

    what: str


class Yes(Action, frozen=True, gc=False):
    """Answer a question with yes."""


class No(Action, frozen=True, gc=False):
    """Answer a question with no; end what could go on."""


class Caravan(Action, frozen=True, gc=False):
    """Lay a chain of camels."""

    edges: tuple[str, ...]


class Card(Action, frozen=True, gc=False):
    """Play a battle card, Amun now and then two."""

    cards: tuple[str, ...]


class Bid(Action, frozen=True, gc=False):
    """Bid followers against the plague."""

    followers: int


class Ahead(Action, frozen=True, gc=False):
    """Give cards and bids ahead: triples of region, card, and bid."""

    hidden: ClassVar[bool] = True
    plans: tuple[tuple[str, str, int], ...]


class Cats(Action, frozen=True, gc=False):
    """Say what the cats are worth, in the order of their monuments; none: by lot."""

    hidden: ClassVar[bool] = True
    values: tuple[int, ...]


ACTIONS = (Move, Summon, Gain, Unlock, Begin, Agenda, Reveal, Choose, Yes, No, Caravan, Card, Bid, Ahead, Cats)


def subset(keys: Sequence[str]) -> Vocabulary:
    """Some of the names."""
    return Vocabulary({key: NAMES.entries[key] for key in keys})


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
        raise Unreadable(refuse("word-missing"))
    if space(words[0]):
        return space(words[0]), words[1:]
    if FIGURE.fullmatch(words[0].lower()) or NUMBERS.fullmatch(words[0]):
        return words[0].lower(), words[1:]
    key, used = NAMES.take(words)
    return key, words[used:]


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
            raise Unreadable(refuse("word-missing"))
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
        words = [part for word in words for part in re.split(r"->|-(?=[a-k][0-9]$)", word) if part]
        pairs = []
        while words:
            one, words = thing(words)
            other, words = thing(words)
            pairs.append((one, other))
        return tuple(pairs), words

    def write(self, value: tuple[tuple[str, str], ...], lang: str) -> str:
        """Pair by pair."""
        return " ".join(typed(NAMES, one, lang) for pair in value for one in pair)


class Edges(Struct, frozen=True):
    """A slot for the edges of a caravan, in any order."""

    def read(self, words: Sequence[str]) -> tuple[tuple[str, ...], Sequence[str]]:
        """All edges to the end of the line."""
        found = []
        for word in words:
            match = EDGE.fullmatch(word.lower())
            if match is None:
                raise Unreadable(refuse("edge-wanted", word=word))
            found.append(edge(space(match[1]), space(match[2])))
        if not found:
            raise Unreadable(refuse("edge-wanted", word=""))
        return tuple(found), ()

    def write(self, value: tuple[str, ...], lang: str) -> str:
        """Each as the two spaces beside it."""
        return " ".join(f"{one[:2]}|{one[2:]}" for one in value)


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
    """A slot for answers ahead: `2: flood; 3: plague bid 2`."""

    vocabulary: Vocabulary

    def read(self, words: Sequence[str]) -> tuple[tuple[tuple[str, str, int], ...], Sequence[str]]:
        """Groups of region, card and perhaps a bid."""
        plans = []
        while words:
            region, words = thing(words)
            if not words:
                raise Unreadable(refuse("word-missing"))
            card, used = self.vocabulary.take(words)
            words = words[used:]
            followers = -1
            if len(words) > 1 and words[0].lower() in ("bid", "biete"):
                followers, words = Number(0, MOST_FOLLOWERS).read(words[1:])
            plans.append((region, card, followers))
        if not plans:
            raise Unreadable(refuse("word-missing"))
        return tuple(plans), words

    def write(self, value: tuple[tuple[str, str, int], ...], lang: str) -> str:
        """Group by group."""
        word = "bid" if lang == "en" else "biete"
        groups = (
            f"{typed(NAMES, region, lang)}: {typed(self.vocabulary, card, lang)}{f' {word} {bid}' if bid >= 0 else ''}"
            for region, card, bid in value
        )
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


BATTLE = subset(CARDS)
ORDERS = Orders(
    (
        Verb(
            Move,
            en="move {moves}",
            de="bewege {moves}",
            also=("bewegen",),
            idle=("to", "nach"),
            slots={"moves": Pairs()},
            help="action Move: figure and space, as many pairs as you like; priests by room: move w1 e5 g c2 war law",
        ),
        Verb(
            Summon,
            en="summon {what}",
            de="stelle {what}",
            also=("aufstellen", "beschwöre"),
            idle=("auf", "to", "nach"),
            slots={"what": Things()},
            help="action Summon: a figure of your pool and a space: summon warrior e5",
        ),
        Verb(Gain, en="gain", de="gewinne", also=("gewinnen",), idle=("followers", "Anhänger"), help="action Gain followers"),
        Verb(
            Unlock,
            en="unlock {power}",
            de="schalte {power}",
            also=("freischalten",),
            idle=("frei",),
            slots={"power": Name(subset(POWERS), "allowed")},
            help="action Unlock ankh power: pay followers for a power of the lowest open level",
        ),
        Verb(
            Begin,
            en="begin {action}",
            de="beginne {action}",
            slots={"action": Name(subset(ACTION_NAMES))},
            help="slide the marker of an action, to play an agenda card before it",
        ),
        Verb(
            Agenda,
            en="agenda {card}",
            de="agenda {card}",
            slots={"card": Name(subset(AGENDA))},
            help="play an agenda card before or after your action, once per action",
        ),
        Verb(
            Reveal,
            en="reveal {space}",
            de="enthülle {space}",
            slots={"space": Space()},
            help="turn up a cat of Bastet beside one of your figures, once a turn",
        ),
        Verb(
            Choose,
            en="choose {what}",
            de="wähle {what}",
            also=("control", "take", "push", "place", "swap", "trap", "ban", "kontrolliere", "nimm", "setze", "tausche"),
            slots={"what": Thing()},
            help="answer the open question with one of the choices listed in the report",
        ),
        Verb(Yes, en="yes", de="ja", help="answer the open question with yes"),
        Verb(
            No,
            en="no",
            de="nein",
            also=("done", "none", "skip", "fertig", "keine"),
            help="answer with no, choose nothing, or end what could go on",
        ),
        Verb(
            Caravan,
            en="caravan {edges}",
            de="karawane {edges}",
            slots={"edges": Edges()},
            help="lay camels on edges, each named by the two spaces beside it: caravan e4|e5 e5|f4",
        ),
        Verb(
            Card,
            en="card {cards}",
            de="karte {cards}",
            also=("play", "spiele"),
            slots={"cards": Hand(BATTLE)},
            help="choose your battle card, sealed until everybody has",
        ),
        Verb(
            Bid,
            en="bid {followers}",
            de="biete {followers}",
            also=("gebot",),
            slots={"followers": Number(0, MOST_FOLLOWERS)},
            help="bid followers against the plague, sealed until everybody has",
        ),
        Verb(
            Ahead,
            en="conflict {plans}",
            de="konflikt {plans}",
            slots={"plans": Plans(BATTLE)},
            help="give battle cards ahead, sealed until used: conflict 1: chariots; 3: plague bid 2",
        ),
        Verb(
            Cats,
            en="cats {values}",
            de="katzen {values}",
            slots={"values": Values()},
            help="say what your cats are worth, in the order of their monuments: cats 3 0 1; alone: by lot",
        ),
    )
)
