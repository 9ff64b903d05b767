"""The list of moves in a mail: what it holds, and how it stands in plain text. Who makes it: `service/menus.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

INDENT = 6


class Choice(Struct, frozen=True):
    """One move that can be answered with its label."""

    label: str
    order: str
    """The whole order, in the reader's language."""
    rest: str
    """What of it the heading of its group leaves open."""


class Entry(Struct, frozen=True):
    """One number of the list: a move, or a group of moves under a heading, each with a letter."""

    label: str
    head: str
    """What the moves of a group share; empty: a single move."""
    choices: list[Choice]


class Turn(Struct, frozen=True):
    """A whole turn that can be answered with one letter."""

    label: str
    orders: list[str]


class Menu(Struct, frozen=True):
    """Everything that a reader can answer with a label."""

    entries: list[Entry] = []
    turns: list[Turn] = []

    @property
    def moves(self) -> list[str]:
        """All single moves."""
        return [choice.order for entry in self.entries for choice in entry.choices]


def rows(entry: Entry, width: int) -> Iterator[str]:
    """The moves of a group in as many columns as fit; those that fit in none stand alone."""
    cells = [f"{choice.label} {choice.rest}" for choice in entry.choices]
    wide = max(map(len, cells)) + 2
    columns = max(1, (width - INDENT + 2) // wide)
    for start in range(0, len(cells), columns):
        yield " " * INDENT + "".join(cell.ljust(wide) for cell in cells[start : start + columns]).rstrip()


def shared(orders: Sequence[Sequence[str]]) -> int:
    """With how many equal words these orders begin."""
    count = 0
    for words in zip(*orders, strict=False):
        if len(set(words)) > 1:
            break
        count += 1
    return count
