"""How the parts of an order of Amun-Re are read: places with numbers, wishes, rules, lists of cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile

from pbem.engine.errors import Unreadable
from pbem.engine.game import Refusal, refuse
from pbem.engine.orders import Number, fold
from pbem.games.amunre.actions import Rule, Wish
from pbem.games.amunre.data import HIGHEST
from pbem.games.amunre.names import CARD_WORDS, PROVINCE_WORDS, named

Typed = Sequence[str]
"""The words that are still to be read."""

MOST_PIECES = 40
"""Pieces that one order can name."""
FILL = {
    "in", "on", "at", "the", "and", "a", "an", "one", "with", "for",
    "nach", "auf", "und", "mit", "eine", "einen", "ein", "fuer", "den", "die", "das",
}  # fmt: skip
"""Words that people write between the others and that say nothing more."""
ONE = {"a", "an", "one", "ein", "eine", "einen"}
GOLD = {"gold"}
ELSE = {"else", "otherwise", "sonst", "ansonsten", "or", "oder"}
IF = {"if", "wenn", "falls"}
CHEAPEST = {"cheapest", "billigste", "billigstes", "billigst", "guenstigste"}
UP_TO = {"up", "upto", "to", "bis", "zu", "max", "maximal", "hoechstens"}
SELLING = {"selling", "sell", "verkaufe", "verkaufend"}
BUILDER = {"builder", "baumeister"}
PLAY = {"play", "spiele"}
CORRECTION = {
    "correct", "correction", "sacrifice", "sacrificecorrection", "korrigiere", "korrektur", "opferkorrektur",
}  # fmt: skip
DIRECTIONS = {
    "up": "up", "hoch": "up", "rauf": "up", "plus": "up", "+3": "up",
    "down": "down", "runter": "down", "minus": "down", "-3": "down", "oben": "up", "unten": "down",
    "upwards": "up", "downwards": "down", "aufwärts": "up", "abwärts": "down",
}  # fmt: skip
SUM = {"total", "sum", "summe", "opfersumme", "opfer"}
TOWARDS = {"by", "um", "3", "nach"}
NOTHING = {"nothing", "nichts", "none", "keine"}
TIMES = re.compile(r"^(?:(\d+)x|x(\d+))$")
SIGN = re.compile(r"(<=|>=|<|>|=)")
SIGNS = {"less": "<", "below": "<", "under": "<", "kleiner": "<", "unter": "<", "more": ">", "above": ">", "over": ">",
         "groesser": ">", "ueber": ">"}  # fmt: skip
IDLE = {"is", "than", "ist", "als"}


def unreadable(refusal: Refusal) -> Unreadable:
    """An order that cannot be read."""
    return Unreadable(refusal)


def lean(words: Typed) -> list[str]:
    """The words without those that say nothing; `2x` and `x2` are numbers."""
    return [TIMES.sub(r"\1\2", word) for word in words if fold(word) not in FILL]


def split(words: Typed, marks: set[str]) -> tuple[list[str], list[str] | None]:
    """The words before the first mark, and those behind it; None: there is no mark."""
    for place, word in enumerate(words):
        if fold(word) in marks:
            return list(words[:place]), list(words[place + 1 :])
    return list(words), None


def end(words: Typed) -> None:
    """Nothing may be left."""
    if words:
        raise unreadable(refuse("line-goes-on", words=" ".join(words)))


def number(words: Typed, low: int = 0, high: int = HIGHEST) -> tuple[int, Typed]:
    """The first word as a number."""
    return Number(low, high).read(words)


def is_number(word: str) -> bool:
    """Digits alone."""
    return bool(re.fullmatch(r"\d{1,6}", word, re.ASCII))


def province(words: Typed) -> tuple[str, Typed]:
    """The first word as a province."""
    if not words:
        raise unreadable(refuse("province-missing"))
    key, used = named(words, PROVINCE_WORDS)
    return key, words[used:]


def card(words: Typed) -> tuple[str, Typed]:
    """The first words as a power card."""
    if not words:
        raise unreadable(refuse("card-missing"))
    key, used = named(words, CARD_WORDS)
    return key, words[used:]


def cards(words: Typed) -> tuple[str, ...]:
    """All words as power cards; `2 builder` is `builder builder`. Sorted."""
    found: list[str] = []
    while words:
        times = 1
        if re.fullmatch(r"[1-9]x?", words[0]) and not is_card(words) and len(words) > 1:
            times, words = int(words[0][0]), words[1:]
        key, words = card(words)
        found += [key] * times
    if len(found) > MOST_PIECES:
        raise unreadable(refuse("too-many-at-once", most=MOST_PIECES))
    return tuple(sorted(found))


def is_card(words: Typed) -> bool:
    """Whether a number belongs to the name of a card: `8 gold`."""
    return fold("".join(words[:2])) in CARD_WORDS.names or fold(words[0]) in CARD_WORDS.names


def sold(words: Typed) -> tuple[list[str], tuple[str, ...]]:
    """The words before `selling`, and the cards behind it."""
    before, behind = split(words, SELLING)
    if behind == []:
        raise unreadable(refuse("card-missing"))
    return before, cards(behind or [])


def answer(words: Typed) -> tuple[list[str], tuple[str, ...]]:
    """The words of an answer under seal, and the cards sold with it; `nothing` is no word."""
    before, behind = sold(lean(words))
    return [] if len(before) == 1 and fold(before[0]) in NOTHING else before, behind


def pieces(words: Typed) -> tuple[int, tuple[str, ...]]:
    """`3`, `3 mendes 2 memphis 1`, `mendes mendes memphis`, `3 2 mendes 1 memphis`: how many, and where. Sorted."""
    if not words:
        raise unreadable(refuse("count-missing"))
    if len(words) == 1 and is_number(words[0]):
        return number(words, 1, MOST_PIECES)[0], ()
    total = int(words[0]) if is_number(words[0]) else None
    named = words[1:] if total is not None else words
    behind, ahead = lots(named), lots(list(reversed(named)))
    fitting = [where for where in (behind, ahead) if where is not None and total in (None, len(where))]
    whole = lots(list(reversed(words)))
    if fitting or whole is not None:
        where = fitting[0] if fitting else whole or ()
        return len(where), where
    if behind is None or total is None:
        raise unreadable(refuse("places-unclear"))
    raise unreadable(refuse("count-does-not-fit", count=total, named=len(behind)))


def lots(words: Typed) -> tuple[str, ...] | None:
    """Names each followed by a number, or none of them; None: it is neither."""
    found: list[str] = []
    numbered: set[bool] = set()
    while words:
        if is_number(words[0]):
            return None
        key, words = province(words[:1])[0], words[1:]
        times = int(words[0]) if words and is_number(words[0]) else None
        numbered.add(times is not None)
        found += [key] * (1 if times is None else min(times, MOST_PIECES + 1))
        words = words if times is None else words[1:]
    if len(found) > MOST_PIECES:
        raise unreadable(refuse("too-many-at-once", most=MOST_PIECES))
    return tuple(sorted(found)) if len(numbered) == 1 else None


def wishes(words: Typed) -> tuple[Wish, ...]:
    """Bids in the order in which they are wanted."""
    found: list[Wish] = []
    rest: list[str] | None = list(words)
    while rest is not None:
        first, rest = split(rest, ELSE)
        found.append(wish(first))
    return tuple(found)


def wish(words: Typed) -> Wish:
    """`cheapest`, `abydos up to 10`, `dakhla 3`, `3 dakhla`."""
    rest: Typed = [word for word in lean(words) if fold(word) not in UP_TO | GOLD]
    if len(rest) == 1 and fold(rest[0]) in CHEAPEST:
        return Wish("cheapest")
    kind = "up-to" if any(fold(word) in UP_TO for word in words) else "exactly"
    if rest and is_number(rest[0]):
        amount, rest = number(rest)
        where, rest = province(rest)
    else:
        where, rest = province(rest)
        amount, rest = number(rest)
    end(rest)
    return Wish(kind, where, amount)


def rule(words: Typed) -> Rule:
    """`up`, `down`, `up if total < 13 else down`."""
    rest = SIGN.sub(r" \1 ", " ".join(words)).split()
    first, rest = direction(rest)
    if not rest:
        return Rule(first)
    condition, otherwise = split(rest, ELSE)
    terms = [SIGNS.get(fold(word), word) for word in condition if fold(word) not in IF | SUM | IDLE]
    if len(terms) != 2 or not SIGN.fullmatch(terms[0]) or not is_number(terms[1]) or not otherwise:
        raise unreadable(refuse("rule-unclear", words=" ".join(words)))
    second, rest = direction(otherwise)
    end(rest)
    return Rule(first, terms[0], number(terms[1:])[0], second)


def direction(words: list[str]) -> tuple[str, list[str]]:
    """The first word as a direction; `by 3`, in German `um 3 nach`, may stand before or behind it."""
    rest = list(dropwhile(lambda word: word in TOWARDS, words))
    word = rest[0].lower() if rest else ""
    if word not in DIRECTIONS:
        raise unreadable(refuse("rule-unclear", words=" ".join(words)))
    return DIRECTIONS[word], list(dropwhile(lambda word: word in TOWARDS, rest[1:]))
