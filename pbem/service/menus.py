"""Play without a grammar: every legal order has a label that can be answered, `3` or `3b`, and a whole turn a letter.

Few orders are numbered one by one. Many are put together in groups by the words with which they begin: a group has a
number and a heading, its orders letters. Labels follow from the orders alone, not from the reader's language, so that
they mean the same in each mail about a decision.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from msgspec import Struct

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.engine.errors import Unreadable
from pbem.engine.game import Action, Seat, Table, refuse
from pbem.engine.orders import LANGUAGES, fold
from pbem.mail.menu import Choice, Entry, Menu, Turn, shared

FLAT = 16
"""So many orders are numbered one by one."""
FEW = 3
"""So many orders are not worth a group."""
MOST = len(ascii_lowercase)
"""Orders of one group."""
CHUNK = 18
"""Orders of a group that only follow one another."""
LABEL = re.compile(r"\(?(\d{1,4})[\s.):-]*([a-z]?)[.):]*", re.ASCII | re.IGNORECASE)
"""`3`, `3)`, `3b`, `3 b`, `3.B`."""
BEGUN = re.compile(r"\(?(\d{1,4}[a-z]?)(?![\w.:/-]*\d)\W*(?:\s|$)", re.ASCII | re.IGNORECASE)
"""A label as first word, with more behind it: perhaps an order. A date or a time is none."""
LETTER = re.compile(r"\(?([A-Z])[.):]*", re.ASCII | re.IGNORECASE)

Words = tuple[str, ...]


class Listing(Struct, frozen=True):
    """What can be answered: groups of actions, those of one action without a heading, and whole turns."""

    groups: Sequence[Sequence[Action]] = ()
    turns: Mapping[str, Sequence[Action]] = {}

    def labelled(self) -> Iterator[tuple[str, Action]]:
        """Each order with its label."""
        for number, group in enumerate(self.groups, 1):
            letters = ascii_lowercase if len(group) > 1 else [""]
            yield from ((f"{number}{letter}", action) for letter, action in zip(letters, group, strict=False))


def listing(t: Table[Any, Any], seat: Seat) -> Listing:
    """All that a seat can answer now."""
    orders = list(kernel.legal(t, seat))
    if not orders or seat not in t.pending.seats:
        return Listing()
    written = {order: tuple(t.game.orders.write(order).split()) for order in orders}
    turns = t.game.examples(kernel.imagine(t, seat, Seeded(bytes(32))), seat)
    return Listing(grouped(orders, written.__getitem__), dict(zip(free_letters(t, orders), turns, strict=False)))


def free_letters(t: Table[Any, Any], orders: Sequence[Action]) -> Iterator[str]:
    """Letters that cannot be meant as the beginning of an order."""
    kinds = {type(order) for order in orders}
    taken = {fold(word)[0] for verb in t.game.orders.verbs if verb.action in kinds for word in verb.words()}
    return (letter for letter in ascii_uppercase if letter.lower() not in taken)


def grouped(orders: Sequence[Action], words: Callable[[Action], Words]) -> list[list[Action]]:
    """One by one if they are few, else by what they begin with."""
    if len(orders) <= FLAT:
        return [[order] for order in orders]
    verbs = sorted_out(orders, lambda order: words(order)[0])
    return [group for verb in verbs for group in ([[one] for one in verb] if len(verb) <= FEW else split(verb, words))]


def split(orders: Sequence[Action], words: Callable[[Action], Words]) -> list[list[Action]]:
    """Orders of one verb: all in one group, or by the first word that differs, or by their pattern, or in sequence."""
    if len(orders) <= MOST:
        return [list(orders)]
    at = shared([words(order) for order in orders])
    for parts in (
        sorted_out(orders, lambda order: words(order)[at : at + 1]),
        sorted_out(orders, lambda order: tuple(not word.isdigit() and word for word in words(order))),
    ):
        if 1 < len(parts) <= len(orders) // FEW:
            return [group for part in parts for group in split(part, words)]
    by_name = sorted(orders, key=lambda order: [(word.isdigit(), word.zfill(9)) for word in words(order)])
    size = -(-len(orders) // -(-len(orders) // CHUNK))
    return [by_name[start : start + size] for start in range(0, len(orders), size)]


def sorted_out(orders: Sequence[Action], mark: Callable[[Action], Hashable]) -> list[list[Action]]:
    """Those with the same mark together, in the order in which they come."""
    parts: defaultdict[Hashable, list[Action]] = defaultdict(list)
    for order in orders:
        parts[mark(order)].append(order)
    return list(parts.values())


def kept(t: Table[Any, Any], listed: Listing) -> dict[str, str]:
    """Label -> order, as a player could have typed it; of a whole turn a line for each."""
    write = t.game.orders.write
    turns = {letter: "\n".join(map(write, turn)) for letter, turn in listed.turns.items()}
    return {label: write(action) for label, action in listed.labelled()} | turns


def shown(t: Table[Any, Any], listed: Listing, lang: str) -> Menu:
    """The list in a language."""
    written = [[tuple(t.game.orders.write(one, lang).split()) for one in group] for group in listed.groups]
    labels = (label for label, _ in listed.labelled())
    heads = headings(written)
    turns = [Turn(letter, [t.game.orders.write(one, lang) for one in turn]) for letter, turn in listed.turns.items()]
    return Menu([entry(number, heads[number - 1], group, labels) for number, group in enumerate(written, 1)], turns)


def entry(number: int, head: str, group: Sequence[Words], labels: Iterator[str]) -> Entry:
    """One number of the list; each order of a group says what the heading does not."""
    gap = open_part(group) if head else slice(None)
    choices = [Choice(next(labels), " ".join(words), " ".join(words[gap])) for words in group]
    return Entry(str(number), head, choices)


def open_part(group: Sequence[Words]) -> slice:
    """The words that tell the orders of a group apart: each has at least one."""
    least = min(map(len, group))
    begin = min(shared(group), least - 1)
    end = min(shared([words[::-1] for words in group]), least - 1 - begin)
    return slice(begin, -end or None)


def headings(groups: Sequence[Sequence[Words]]) -> list[str]:
    """What the orders of each group share; where groups share the same, from where to where each goes."""
    heads = [heading(group, "...") if len(group) > 1 else "" for group in groups]
    return [
        heading(group, span(group)) if head and heads.count(head) > 1 else head
        for head, group in zip(heads, groups, strict=True)
    ]


def heading(group: Sequence[Words], between: str) -> str:
    """The words with which all orders of a group begin, and those with which they end."""
    gap = open_part(group)
    return " ".join([*group[0][: shared(group)], between, *(group[0][gap.stop :] if gap.stop else ())])


def span(group: Sequence[Words]) -> str:
    """How the first and the last of a group go on."""
    first, last = (words[open_part(group)][0] for words in (group[0], group[-1]))
    return f"{first} ... {last}"


class Listed(Struct, frozen=True):
    """The labelled orders of the mail that a letter answers; decision None: it had no list."""

    decision: int | None = None
    orders: Mapping[str, str] = {}

    def group(self, number: str) -> dict[str, str]:
        """The orders of a group, with their labels."""
        return {label: order for label, order in self.orders.items() if label[:-1] == number and label[-1].isalpha()}

    def turn(self, typed: str) -> list[str]:
        """The orders of a whole turn; none, if no letter of one was typed."""
        return self.orders.get(letter(typed), "").splitlines()


def label(typed: str) -> str:
    """The label that a line is, and nothing else; empty: it is none."""
    found = LABEL.fullmatch(typed)
    return f"{int(found[1])}{found[2].lower()}" if found else ""


def letter(typed: str) -> str:
    """The letter that a line is, and nothing else; empty: it is none."""
    found = LETTER.fullmatch(typed)
    return found[1].upper() if found else ""


def order_of(listed: Listed, given: str) -> str:
    """The order behind a label."""
    if listed.decision is None:
        raise Unreadable(refuse("no-list", number=given))
    if given in listed.orders:
        return listed.orders[given]
    group = listed.group(given)
    if group:
        raise Unreadable(refuse("group-number", number=given, labels=list(group), orders=list(group.values())))
    most = max((int(found[0]) for one in listed.orders if (found := re.match(r"\d+", one))), default=0)
    raise Unreadable(refuse("no-such-number", number=given, most=most))


def agree(t: Table[Any, Any], order: str, words: str) -> bool:
    """Whether words behind a label only repeat its order, or the end of it, as in a copied line of the list."""
    typed = [fold(word) for word in words.split()]
    action = t.game.orders.read(order)
    written = ([fold(word) for word in t.game.orders.write(action, lang).split()] for lang in LANGUAGES)
    return not words.isdigit() and any(one[-len(typed) :] == typed for one in written)
