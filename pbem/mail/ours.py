"""What we sent, and what of it came back. Mail programs wrap it anew, lose its marks, flatten its tables and expand its
links; its words come back in their order all the same."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise

LINKS = re.compile(
    r"[<(\[]\s?(?:mailto|https?|tel|cid|image):?[^<>()\[\]]{0,2000}[>)\]]|https?://\S+|mailto:\S+|\[\d{1,3}\]",
    re.IGNORECASE,
)
WORD = re.compile(r"\w+")
LISTED = re.compile(r"^ {0,5}(?:(?P<number>\d{1,3})|(?P<letter>[A-Z]))  (?P<order>\S.*)")
GOES_ON = re.compile(r"^ {6}\S")
READY = re.compile(r"^ {4}(?!\S+  )(?P<order>\S.*)")
"""A line that our mail asks the reader to answer with, alone or with those around it."""
SEED = 3
"""So many words in a row are looked for in our text."""
RUN = 8
"""So much of our text in a row is quotation wherever it stands; less may be an order copied from the list."""
SLIP = 3
"""So many words may have come in between, or be lost."""

Words = tuple[str, ...]


def folded(text: str) -> Words:
    """The words of a line as they are compared: without case, marks and what programs add to links."""
    plain = LINKS.sub(" ", text) if ":" in text or "[" in text else text
    return tuple(WORD.findall(plain.casefold()))


class Ours:
    """The mail that was answered, as one row of words; also any other text in which words are looked for."""

    def __init__(self, text: Callable[[], str]) -> None:
        self.read = text

    @cached_property
    def text(self) -> list[str]:
        """Its lines; it is read when it is first needed, since mostly it is not."""
        return self.read().split("\n")

    @cached_property
    def rows(self) -> list[Words]:
        """Its lines as words."""
        return [words for line in self.text if (words := folded(line))]

    @cached_property
    def words(self) -> list[str]:
        """All its words."""
        return [word for row in self.rows for word in row]

    @cached_property
    def row(self) -> str:
        """All its words as one text."""
        return f" {' '.join(self.words)} "

    @cached_property
    def lines(self) -> set[Words]:
        """Each line of it."""
        return set(self.rows)

    @cached_property
    def pairs(self) -> set[tuple[Words, Words]]:
        """Each two lines that follow one another."""
        return set(pairwise(self.rows))

    @cached_property
    def orders(self) -> dict[Words, set[str]]:
        """The orders that it lists -> their labels."""
        return listed(self.text)

    @cached_property
    def seeds(self) -> dict[Words, list[int]]:
        """Where each few words in a row begin."""
        found: dict[Words, list[int]] = defaultdict(list)
        for at, few in enumerate(zip(*(self.words[i:] for i in range(SEED)), strict=False)):
            found[few].append(at)
        return found

    def holds(self, words: Words) -> bool:
        """Whether these words stand in a row in it."""
        return f" {' '.join(words)} " in self.row

    def came_back(self, words: Sequence[str], least: int = RUN) -> list[bool]:
        """Of each word, whether it belongs to a stretch of ours of at least so many words."""
        back = [False] * len(words)
        at = 0
        while at <= len(words) - least:
            stretch = self.longest(words, at)
            if len(stretch) < least:
                at += 1
                continue
            for i in stretch:
                back[i] = True
            at = stretch[-1] + 1
        return back

    def longest(self, words: Sequence[str], at: int) -> list[int]:
        """The longest stretch of ours that begins with this word."""
        starts = self.seeds.get(tuple(words[at : at + SEED]), ())
        return max((self.follow(words, at, start) for start in starts[: SLIP * 3]), key=len, default=[])

    def follow(self, words: Sequence[str], at: int, start: int) -> list[int]:
        """Which words from here on are ours, in our order, but for slips."""
        found: list[int] = []
        here = start
        for i in range(at, len(words)):
            if found and i - found[-1] > SLIP:
                break
            ahead = self.words[here : here + SLIP]
            if words[i] in ahead:
                here += ahead.index(words[i]) + 1
                found.append(i)
        return found


def listed(lines: Sequence[str]) -> dict[Words, set[str]]:
    """The orders that we listed -> their labels; with the label, and without. One may stand in several whole turns.

    Lines to answer with that stand together have their block as label."""
    found: dict[Words, set[str]] = defaultdict(set)
    block = 0
    for at, line in enumerate(lines):
        if entry := LISTED.match(line):
            more = " ".join(lines[at + 1 : at + 2]) if at + 1 < len(lines) and GOES_ON.match(lines[at + 1]) else ""
            label = entry["number"] or entry["letter"]
            order = folded(f"{entry['order']} {more}")
            found[order].add(label)
            found[(label.casefold(), *order)].add(label)
        elif ready := READY.match(line):
            found[folded(ready["order"])].add(f"block {block}")
        else:
            block = at
    return found
