"""How alike what somebody typed is to an order: word by word, in any order of words, in both languages."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

KEYS = ("qwertzuiopü", "asdfghjklöä", "yxcvbnm", "qwertyuiop", "zxcvbnm", "1234567890")
"""Rows of a German and of an English keyboard."""
NEIGHBOURS = {frozenset(pair) for row in KEYS for pair in pairwise(row)}
CODE = re.compile(r"([a-z]*)(\d+)")
"""A number, or a place or figure with one: `e5`, `w12`."""
ENDING = "abcdefghijklmnopqrstuvwxyz"
"""What is typed behind a number: `6s`, `6th`."""
UNRELATED = 1.0
NEAR = 0.5
"""Words less alike than this have nothing to do with each other."""
EXTRA, MISSING, FILLER, MOVED = 0.6, 0.5, 0.05, 0.03
"""What it costs that a word is too many, is left out, is one that may be left out, stands elsewhere."""

Forms = Mapping[str, Collection[str]]
"""Word -> all words that mean the same."""


@lru_cache(1 << 16)
def distance(typed: str, word: str) -> float:
    """0: the same word, 1: another one. Both are folded."""
    if typed == word:
        return 0.0
    one, other = CODE.fullmatch(typed), CODE.fullmatch(word)
    if one and other and (one[1] == other[1] or one[2] == other[2]):
        return between(int(one[2]), int(other[2])) if one[1] == other[1] else 0.3 + 0.1 * slips(one[1], other[1])
    if other and typed.rstrip(ENDING) == word:
        return 0.1
    apart = slips(typed, word) / max(len(typed), len(word))
    if word.startswith(typed) and not typed.isdigit():
        apart = min(apart, 0.1 + 0.2 * (1 - len(typed) / len(word)))
    return apart if apart < NEAR else UNRELATED


def between(typed: int, number: int) -> float:
    """Numbers are alike that follow each other, or that a slip of the finger turns into each other."""
    near = min(0.2 + 0.02 * abs(typed - number), 0.45)
    return min(near, 0.28) if slips(str(typed), str(number)) <= 1 else near


def slips(typed: str, word: str) -> float:
    """Letters left out, put in, swapped or mistyped (a neighbour on the keyboard is half a slip): the least that do."""
    before: list[float] = []
    row = [float(column) for column in range(len(word) + 1)]
    for i, letter in enumerate(typed, 1):
        older, before, row = before, row, [float(i)]
        for j, wanted in enumerate(word, 1):
            wrong = 0.0 if letter == wanted else 0.5 if frozenset((letter, wanted)) in NEIGHBOURS else 1.0
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + wrong)
            if i > 1 and j > 1 and letter == word[j - 2] and wanted == typed[i - 2]:
                best = min(best, older[j - 2] + 0.5)
            row.append(best)
    return row[-1]


class Ruler:
    """Measures how far one typed line is from orders."""

    def __init__(self, typed: Sequence[str], forms: Forms) -> None:
        self.typed = typed
        self.forms = forms
        self.known: dict[str, list[float]] = {}

    def apart(self, word: str) -> list[float]:
        """How far each typed word is from this one, whatever form of it is meant."""
        if word not in self.known:
            forms = {word, *self.forms.get(word, ())}
            self.known[word] = [min(distance(typed, form) for form in forms) for typed in self.typed]
        return self.known[word]

    def cost(self, order: Sequence[str], fillers: Collection[str]) -> float:
        """What it takes to make the order out of the line: each word goes with the one most like it."""
        pairs = sorted(
            (apart + MOVED * abs(i - j), i, j)
            for j, word in enumerate(order)
            for i, apart in enumerate(self.apart(word))
            if apart < UNRELATED
        )
        used: set[int] = set()
        done: set[int] = set()
        total = 0.0
        for apart, i, j in pairs:
            if i not in used and j not in done:
                used.add(i)
                done.add(j)
                total += apart
        missing = sum(FILLER if j and word in fillers else MISSING for j, word in enumerate(order) if j not in done)
        extra = sum(FILLER if word in fillers else EXTRA for i, word in enumerate(self.typed) if i not in used)
        return total + missing + extra
