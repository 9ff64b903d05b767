"""Whether everything that is legal can be answered by a label and by a tap, over states of self-play.

`python -m tests.service.answering 100000` prints the figures; the name of a game behind it, those of this game.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from selectolax.lexbor import LexborHTMLParser

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.engine.game import Action, Game, Seat, Table
from pbem.engine.orders import LANGUAGES
from pbem.games import games
from pbem.mail.compose import Envelope, compose
from pbem.mail.menu import Menu
from pbem.mail.render import Report, Speaker
from pbem.service import menus
from pbem.service.reports import report
from tests.engine.walks import Setting, some_order
from tests.mail import rfc6068

NAMES = ["Anna", "Bert", "Carl", "Dora", "Emil"]
MATCH = "00c0ffee00c0ffee"
ADDRESS = "pbem+00c0ffee00c0ffee.3.1234.qJ2m-8Zr_kT0wYbV5xLd7Q@games.example.org"
LIMIT = 100_000
"""Bytes of a mail without pictures."""
ENVELOPE = Envelope(
    message_id="<t3.1234.qJ2m-8Zr_kT0wYbV5xLd7Q@games.example.org>",
    sender="Amun-Re <pbem@games.example.org>",
    recipient="Anna <anna@post.example.org>",
    reply_to=ADDRESS,
    subject="",
    date=datetime(2026, 11, 18, 12, tzinfo=UTC),
)
AnyTable = Table[Any, Any]


class Figures(Struct):
    """What was seen."""

    states: Counter[str] = Counter()
    orders: Counter[str] = Counter()
    links: int = 0
    turns: int = 0
    decisions: dict[str, int] = {}
    """Most legal orders, by game."""
    entries: dict[str, int] = {}
    """Most numbers of a list, by game."""
    bytes: dict[str, int] = {}
    """Largest mail, by game."""

    def most(self, of: dict[str, int], key: str, value: int) -> None:
        """Keeps the largest."""
        of[key] = max(of.get(key, 0), value)

    def told(self) -> Iterator[str]:
        """For people."""
        for key in self.states:
            yield (
                f"{key}: {self.states[key]} states, {self.orders[key]} legal orders, at most {self.decisions[key]} in"
                f" one decision under {self.entries[key]} numbers; largest mail {self.bytes[key]} bytes"
            )
        yield f"{self.states.total()} states, {self.links} links read, {self.turns} whole turns"


def targets(page: str) -> list[str]:
    """Where the links of a page go, and whatever else has an address."""
    return [str(node.attributes["href"]) for node in LexborHTMLParser(page).css("[href]")]


def tables(game: Game[Any, Any], seed: str) -> Iterator[AnyTable]:
    """States of self-play, of chance and of the steady bot, with all options and numbers of players."""
    rng = Random(f"{game.key}/{seed}")
    while True:
        options = {name: rng.choice(option.choices) for name, option in game.options.items()}
        t = Setting(options, rng.getrandbits(32)).start(game, rng.choice(list(game.players)))
        steady = rng.random() < 0.2
        while t.stack:
            yield t
            seat = rng.choice(t.pending.seats)
            bot = game.bots["steady"]
            action = kernel.consult(t, seat, bot, Seeded(rng.randbytes(32))) if steady else some_order(t, seat, rng)
            t = kernel.apply(t, seat, action)


def check(t: AnyTable, seat: Seat, lang: str, figures: Figures) -> None:
    """One state: what can be answered is what is legal, by label and by link."""
    legal = list(kernel.legal(t, seat))
    listed = menus.listing(t, seat)
    read = t.game.orders.read
    kept = menus.kept(t, listed)
    singles = {label: read(order) for label, order in kept.items() if label[0].isdigit()}
    assert Counter(singles.values()) == Counter(legal)
    for letter, turn in listed.turns.items():
        assert [read(order) for order in kept[letter].splitlines()] == list(turn)
    for label in singles:
        assert all(menus.label(typed) == label for typed in ways_to_type(label))
    facts = replace(report(t, seat, [], NAMES[: t.seats], MATCH, lang, listed), reply_to=ADDRESS)
    assert [choice.label for entry in facts.menu.entries for choice in entry.choices] == list(singles)
    largest = check_mail(t, facts, singles, listed.turns, figures)
    figures.states[t.game.key] += 1
    figures.orders[t.game.key] += len(legal)
    figures.most(figures.decisions, t.game.key, len(legal))
    figures.most(figures.entries, t.game.key, len(listed.groups))
    figures.most(figures.bytes, t.game.key, largest)


def ways_to_type(label: str) -> list[str]:
    """What a phone makes of a label."""
    number, letter = label.rstrip("abcdefghijklmnopqrstuvwxyz"), label.lstrip("0123456789")
    return [label, label.upper(), f"{number} {letter}".strip(), f"{number}.{letter}", f"{label})", f"({label})"]


SPEAKERS: dict[tuple[str, str, int], Speaker] = {}


def check_mail(t: AnyTable, facts: Report, singles: dict[str, Action], turns: Any, figures: Figures) -> int:
    """Text and page name each label; each link opens the very orders; the size of the mail."""
    lang = LANGUAGES[t.n % 2]
    key = (t.game.key, lang, t.seats)
    speaker = SPEAKERS.setdefault(key, Speaker(t.game.key, t.game.names, lang, NAMES[: t.seats]))
    words = speaker.letter(facts)
    assert max(map(len, words.text.splitlines())) <= 72
    listed = labels_in(words.text, facts.menu)
    assert listed == list(singles) + list(turns)
    letters = [rfc6068.read(target) for target in targets(words.html)]
    assert {letter.to for letter in letters} == {ADDRESS}
    assert {letter.fields["subject"] for letter in letters} == {f"Re: {words.subject}"}
    opened = [[t.game.orders.read(line) for line in letter.fields["body"].split("\r\n")] for letter in letters]
    assert opened == [[action] for action in singles.values()] + [list(turn) for turn in turns.values()]
    figures.links += len(letters)
    figures.turns += len(turns)
    size = len(compose(replace(ENVELOPE, subject=words.subject), words.text, words.html))
    assert size < LIMIT
    return size


def labels_in(text: str, menu: Menu) -> list[str]:
    """The labels that the plain text prints with their orders."""
    flat = " ".join(text.split())
    choices = [choice for entry in menu.entries for choice in entry.choices]
    shown = [choice.label for choice in choices if f" {choice.label} {choice.rest} " in flat]
    return shown + [turn.label for turn in menu.turns if f" {turn.label} {turn.orders[0]} " in flat]


def walked(keys: Iterable[str], states: int, seed: str) -> Figures:
    """So many states, as many of each game."""
    figures = Figures()
    each = -(-states // len(games()))
    for key in keys:
        for t in tables(games()[key], seed):
            for seat in t.pending.seats:
                check(t, seat, LANGUAGES[t.n % 2], figures)
            if figures.states[key] >= each:
                break
    return figures


if __name__ == "__main__":
    print("\n".join(walked(sys.argv[2:] or games(), int(sys.argv[1]), "figures").told()))
