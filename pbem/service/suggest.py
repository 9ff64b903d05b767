"""Errors that teach: the legal orders nearest to a line that cannot be played. None of them is played by itself.

Candidates are the legal orders, and what comes out when the line is mended at one place: there are orders that may be
typed but are too many to be listed, such as pieces with their provinces. Whatever mends it, the rules say whether the
order is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice
from string import ascii_lowercase
from typing import Any

from pbem.engine import kernel
from pbem.engine.errors import OrderError
from pbem.engine.game import Action, Game, Seat, Table
from pbem.engine.orders import LANGUAGES, fold
from pbem.service.alike import NEIGHBOURS, UNRELATED, Ruler, distance

SUGGESTIONS = 3
LONGEST = 24
"""Words of a line that are looked at."""
TRIED = 400
"""Mended lines that are read."""
LIKELY = 2
"""Known words that are tried for one that is not known."""
SHORT = 2
"""Letters of a word that may be a name of its own, such as that of a figure."""
GLUED = 80
"""Letters of words without blanks between them that are taken apart."""
CLOSE = 0.25
"""What a line may cost a word to be taken for an order that went wrong, though it begins like none."""
NUMBERS = {
    word: str(number)
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve",
        "null eins zwei drei vier fuenf sechs sieben acht neun zehn elf zwoelf",
    )
    for number, word in enumerate(words.split())
}
BESIDE = {
    key: sorted({other for pair in NEIGHBOURS if key in pair for other in pair - {key}}) for key in ascii_lowercase
}
"""Key -> the keys beside it."""
PLACE = re.compile(r"([a-z]{0,2})(\d{1,3})", re.ASCII)
"""A number, or a place or figure with one."""
SIGNS = ("<", ">", "<=", ">=", "=")
AnyGame = Game[Any, Any]
AnyTable = Table[Any, Any]
Words = tuple[str, ...]


def suggestions(t: AnyTable, seat: Seat, line: str, lang: str) -> list[str]:
    """The legal orders most like what was typed, best first."""
    return [t.game.orders.write(action, lang) for _, action in islice(ranked(t, seat, line), SUGGESTIONS)]


def meant_as_order(t: AnyTable, seat: Seat, line: str) -> bool:
    """Whether a line that begins like no order is still so near to one that it must be asked about."""
    words, known = words_of(line), forms(t.game)
    if 2 * sum(word in known or PLACE.fullmatch(word) is not None for word in words) < len(words):
        return False
    return any(apart <= CLOSE * len(words) for apart, _ in ranked(t, seat, line)[:1])


def ranked(t: AnyTable, seat: Seat, line: str) -> list[tuple[float, Action]]:
    """Orders that the rules allow now, with what sets them apart from the line, nearest first."""
    legal = list(kernel.legal(t, seat))
    typed = words_of(line)
    if not legal or not typed:
        return [(UNRELATED, action) for action in legal]
    known = forms(t.game)
    spellings = dict.fromkeys((typed, regrouped(typed, known)))
    rulers = [Ruler(words, known) for words in spellings]
    found = dict.fromkeys(legal)
    for words in spellings:
        found |= dict.fromkeys(mended(t, seat, words, {type(action) for action in legal}))
    costs = ((min(cost(t.game, action, ruler) for ruler in rulers), action) for action in found)
    return sorted(costs, key=lambda one: one[0])


def cost(game: AnyGame, action: Action, ruler: Ruler) -> float:
    """How far an action is from the line, in the language that fits better."""
    fillers = idle(game)[type(action)]
    return min(ruler.cost(words_of(game.orders.write(action, lang)), fillers) for lang in LANGUAGES)


@lru_cache(16)
def idle(game: AnyGame) -> dict[type[Action], set[str]]:
    """The words of each order that may be left out."""
    return {verb.action: verb.fillers() for verb in game.orders.verbs}


def words_of(line: str) -> Words:
    """The words as they are compared; numbers in digits."""
    words = (word if word in SIGNS else fold(word) for word in re.split(r"[\s,;:+]+", line.partition("#")[0])[:LONGEST])
    return tuple(NUMBERS.get(word, word) for word in words if word)


@lru_cache(16)
def forms(game: AnyGame) -> dict[str, frozenset[str]]:
    """All words of a game, each with those that mean the same: verbs, and names in both languages."""
    sets = [{fold(word) for word in verb.words()} for verb in game.orders.verbs]
    for key, names in game.names.entries.items():
        sets.append({fold(name) for name in (key, *names, *game.names.plurals.get(key, ()))})
    sets += [{filler} for verb in game.orders.verbs for filler in verb.fillers()]
    known: dict[str, frozenset[str]] = {}
    for same in sets:
        for word in same:
            known[word] = known.get(word, frozenset()) | same
    return known


def regrouped(words: Words, known: Collection[str]) -> Words:
    """Names that were typed in several words put together, words that were glued together taken apart."""
    found: list[str] = []
    at = 0
    while at < len(words):
        many = next((n for n in (4, 3, 2) if "".join(words[at : at + n]) in known and at + n <= len(words)), 1)
        word = "".join(words[at : at + many])
        found += [word] if word in known or PLACE.fullmatch(word) else apart(word, known)
        at += many
    return tuple(found)


def apart(word: str, known: Collection[str]) -> Words:
    """The fewest words of the game, numbers and places of which a strange word is made; else the word as it is."""
    fewest: dict[int, Words] = {0: ()}
    for stop in range(1, len(word) + 1 if len(word) <= GLUED else 0):
        ways = (
            (*fewest[start], word[start:stop])
            for start in range(stop)
            if start in fewest and (word[start:stop] in known or PLACE.fullmatch(word[start:stop]))
        )
        if way := min(ways, key=len, default=()):
            fewest[stop] = way
    return fewest.get(len(word), (word,))


def mended(t: AnyTable, seat: Seat, words: Words, now: Collection[type[Action]]) -> Iterator[Action]:
    """The orders that come out of a line with one thing changed, of those that the rules allow."""
    right = list(spelled(words, forms(t.game)))
    changed = (other for line in right for other in variants(t, line, now))
    lines = dict.fromkeys(chain(right, changed, longer(t, right[0])))
    for line in islice((line for line in lines if line and line[0] in t.game.orders.names), TRIED):
        try:
            action = t.game.orders.read(" ".join(line), now)
        except OrderError:
            continue
        if kernel.objection(t, seat, action) is None:
            yield action


def spelled(words: Words, known: Collection[str]) -> Iterator[Words]:
    """The line without words that say nothing, and with each strange word replaced by the known ones most like it."""
    meanings = [likely(word, known) for word in words]
    first = tuple(names[0] for names in meanings)
    yield tuple(word for word in first if word)
    for at, names in enumerate(meanings):
        yield from (tuple(word for word in (*first[:at], name, *first[at + 1 :]) if word) for name in names[1:])
    yield tuple(word for word, names in zip(words, meanings, strict=True) if word in names)


def likely(word: str, known: Collection[str]) -> Sequence[str]:
    """What a word may have been meant to be, likeliest first; empty: nothing."""
    if word in known or word in SIGNS or PLACE.fullmatch(word):
        return [word]
    near = sorted((apart, name) for name in known if (apart := distance(word, name)) < UNRELATED)
    names = [name for _, name in near[:LIKELY]]
    return [word, *names] if len(word) <= SHORT else names or [""]


def variants(t: AnyTable, words: Words, now: Collection[type[Action]]) -> Iterator[Words]:
    """The line with one thing changed: a word moved to the front, a number, a word twice or not at all, two swapped."""
    verbs = [fold(verb.words()[0]) for verb in t.game.orders.verbs if verb.action in now and verb.words()]
    for at, word in enumerate(words):
        rest = words[:at] + words[at + 1 :]
        yield (word, *rest)
        for number in numbers_near(word):
            yield (*words[:at], number, *words[at + 1 :])
        yield rest
        yield (*words[: at + 1], word, *words[at + 1 :])
    yield from ((verb, *words) for verb in verbs)
    for one, other in combinations(range(len(words)), 2):
        yield (*words[:one], words[other], *words[one + 1 : other], words[one], *words[other + 1 :])


def longer(t: AnyTable, words: Words) -> Iterator[Words]:
    """The line with the name of a thing put in."""
    return ((*words[:at], name, *words[at:]) for at in range(1, len(words) + 1) for name in things(t.game))


def numbers_near(word: str) -> Iterator[str]:
    """Other numbers, and other places and figures, that may have been meant."""
    found = PLACE.fullmatch(word)
    if found:
        letters, number = found[1], int(found[2])
        around = [number - 1, number + 1, number - 2, number + 2, number // 10, number - 3, number + 3]
        yield from (f"{letters}{other}" for other in around if other >= 0 and other != number)
        yield from (f"{other}{number}" for other in BESIDE.get(letters, letters[:1]))


@lru_cache(16)
def things(game: AnyGame) -> Words:
    """The names of all things, one for each."""
    return tuple(fold(names[0]) for names in game.names.entries.values())
