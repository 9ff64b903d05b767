"""Orders that went wrong on the way from the head to the keyboard, and whether the right one is suggested.

`python -m tests.service.mistakes 10000` prints how often the order that was meant is among the three suggestions.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import nan
from random import Random
from typing import Any, NamedTuple

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.engine.errors import OrderError
from pbem.engine.game import Action, Seat, Table
from pbem.engine.orders import LANGUAGES
from pbem.games import games
from pbem.service.suggest import suggestions, words_of
from tests.engine.walks import Setting, some_order

AnyTable = Table[Any, Any]
ROWS = ("qwertzuiopü", "asdfghjklöä", "yxcvbnm")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_VALID = 20
"""Of one kind, for each mistake that is wanted: short orders are still understood after most of them."""
STAY = 3
"""Orders of a match between two that are mutated."""


class Meant(NamedTuple):
    """What a player has in mind."""

    table: AnyTable
    seat: Seat
    action: Action
    lang: str

    def written(self, lang: str) -> str:
        """As it should have been typed."""
        return self.table.game.orders.write(self.action, lang)


def typo(rng: Random, meant: Meant) -> str:
    """One or two slips of the finger."""
    line = meant.written(meant.lang)
    for _ in range(rng.choice((1, 1, 2))):
        line = slip(rng, line)
    return line


def slip(rng: Random, line: str) -> str:
    """A letter beside the right one, one too many, one too few, two swapped, a wrong one."""
    at = rng.choice([place for place, letter in enumerate(line) if letter.isalpha()] or [0])
    letter = line[at].lower()
    row = next((row for row in ROWS if letter in row), LETTERS)
    beside = row[max(0, row.find(letter) - 1) : row.find(letter) + 2].replace(letter, "")
    match rng.randrange(5):
        case 0:
            return line[:at] + rng.choice(beside) + line[at + 1 :]
        case 1:
            return line[:at] + letter + line[at:]
        case 2:
            return line[:at] + line[at + 1 :]
        case 3:
            return line[:at] + line[at + 1 : at + 2] + letter + line[at + 2 :]
        case _:
            return line[:at] + rng.choice(LETTERS) + line[at + 1 :]


def swapped(rng: Random, meant: Meant) -> str:
    """Two words have changed places; in a single word, two letters."""
    words = meant.written(meant.lang).split()
    if len(words) == 1:
        at = rng.randrange(max(1, len(words[0]) - 1))
        return words[0][:at] + words[0][at : at + 2][::-1] + words[0][at + 2 :]
    one, other = rng.sample(range(len(words)), 2)
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


def other_language(rng: Random, meant: Meant) -> str:
    """In the language that the reader did not choose, or in both at once, and not quite right."""
    words = {lang: meant.written(lang).split() for lang in LANGUAGES}
    other = words[LANGUAGES[1 - LANGUAGES.index(meant.lang)]]
    if rng.random() < 0.5 and len(words["en"]) == len(words["de"]):
        other = [rng.choice(pair) for pair in zip(*words.values(), strict=True)]
    return slip(rng, " ".join(other))


def wrong_number(rng: Random, meant: Meant) -> str:
    """A number that is not far off; where none belongs, one too many."""
    line = meant.written(meant.lang)
    digits = [place for place, letter in enumerate(line) if letter.isdigit()]
    if not digits:
        return f"{line} {rng.randrange(1, 10)}"
    start = end = rng.choice(digits)
    while start > 0 and line[start - 1].isdigit():
        start -= 1
    while end < len(line) and line[end].isdigit():
        end += 1
    number = line[start:end]
    others = [str(int(number) + by) for by in (1, 2, 3)] + [str(max(0, int(number) - by)) for by in (1, 2)]
    return line[:start] + rng.choice([*others, number * 2, number[::-1]]) + line[end:]


def missing_part(rng: Random, meant: Meant) -> str:
    """A word is left out; of a single word, letters."""
    words = meant.written(meant.lang).split()
    if len(words) == 1:
        at = rng.randrange(len(words[0]))
        return words[0][:at] + words[0][at + rng.choice((1, 2)) :]
    del words[rng.randrange(len(words))]
    return " ".join(words)


Mutator = Callable[[Random, Meant], str]
KINDS: dict[str, Mutator] = {
    "typo": typo,
    "swapped words": swapped,
    "other language": other_language,
    "wrong number": wrong_number,
    "missing part": missing_part,
}


def glued(rng: Random, meant: Meant) -> str:
    """A blank is missing between two words, or stands within one."""
    line = meant.written(meant.lang)
    blanks = [place for place, letter in enumerate(line) if letter == " "]
    if blanks and rng.random() < 0.6:
        at = rng.choice(blanks)
        return line[:at] + line[at + 1 :]
    at = rng.randrange(1, len(line))
    return f"{line[:at]} {line[at:]}"


def chatty(rng: Random, meant: Meant) -> str:
    """As one says it to a friend, in upper case now and then."""
    before, behind = rng.choice(
        (("I", ""), ("please", "!"), ("ich möchte", ""), ("ok:", "please"), ("", "bitte schön"))
    )
    line = f"{before} {meant.written(meant.lang)} {behind}".strip()
    return line.upper() if rng.random() < 0.3 else line


def phonetic(rng: Random, meant: Meant) -> str:
    """As it sounds: vowels and consonants that are easily mistaken, umlauts dropped, letters doubled or not."""
    line = meant.written(meant.lang).lower()
    sounds = "ie/i ei/ai ck/k ph/f th/t y/i c/k z/s v/f ä/e ü/ue ö/o ss/s ee/e tt/t f/ff r/rr d/t"
    fitting = [pair for pair in (sound.split("/") for sound in sounds.split()) if pair[0] in line]
    for sound, other in rng.sample(fitting, min(2, len(fitting))):
        line = line.replace(sound, other, 1)
    return line if fitting else line + line[-1]


def shortened(rng: Random, meant: Meant) -> str:
    """Words cut off after a few letters, vowels left out."""
    words = meant.written(meant.lang).split()
    at = rng.randrange(len(words))
    word = words[at]
    lean = word[0] + "".join(letter for letter in word[1:] if letter not in "aeiouäöü")
    words[at] = lean if lean != word else word[: max(1, len(word) - 2)]
    return " ".join(words)


def mixed(rng: Random, meant: Meant) -> str:
    """Two mistakes at once."""
    first = rng.choice([swapped, other_language, wrong_number])(rng, meant)
    return slip(rng, first)


OTHER_KINDS: dict[str, Mutator] = {
    "glued": glued,
    "chatty": chatty,
    "as it sounds": phonetic,
    "shortened": shortened,
    "two mistakes": mixed,
}
"""Another hand: the suggestions were not made with these in mind."""


def minds(key: str, seed: str) -> Iterator[Meant]:
    """What players of random matches have in mind: any legal order, or what a bot would do."""
    rng = Random(f"{key}/{seed}")
    game = games()[key]
    while True:
        options = {name: rng.choice(option.choices) for name, option in game.options.items()}
        t = Setting(options, rng.getrandbits(32)).start(game, rng.choice(list(game.players)))
        while t.stack:
            seat = rng.choice(t.pending.seats)
            bot = game.bots["steady"]
            order = kernel.consult(t, seat, bot, Seeded(rng.randbytes(32))) if rng.random() < 0.5 else None
            action = order or some_order(t, seat, rng)
            if t.n % STAY == 0:
                yield Meant(t, seat, action, rng.choice(LANGUAGES))
            t = kernel.apply(t, seat, action)


def playable(meant: Meant, line: str) -> bool:
    """Whether a line is an order that is allowed as it stands: then it is played, and nothing is suggested."""
    now = {type(action) for action in kernel.legal(meant.table, meant.seat)}
    try:
        action = meant.table.game.orders.read(line, now)
    except OrderError:
        return False
    return kernel.objection(meant.table, meant.seat, action) is None


def suggested(meant: Meant, line: str) -> bool:
    """Whether the order that was meant is among those suggested."""
    near = suggestions(meant.table, meant.seat, line, meant.lang)
    return meant.action in [meant.table.game.orders.read(one) for one in near]


def open_question(meant: Meant, line: str) -> bool:
    """Whether more legal orders than can be suggested hold all that was typed, and miss as little of it."""
    typed = Counter(words_of(line))
    write = meant.table.game.orders.write
    every = [Counter(words_of(write(one, meant.lang))) for one in kernel.legal(meant.table, meant.seat)]
    wanted = words_of(meant.written(meant.lang))
    return sum(typed <= one and one.total() <= len(wanted) for one in every) > 3


class Tally(NamedTuple):
    """What came of the mistakes, by game and kind."""

    found: Counter[tuple[str, str]]
    tried: Counter[tuple[str, str]]
    valid: Counter[tuple[str, str]]
    unclear: Counter[tuple[str, str]]

    def share(self, key: str = "", kind: str = "") -> float:
        """Of how many the right order was suggested; of all games or kinds if none is named."""
        cells = [one for one in self.tried if key in ("", one[0]) and kind in ("", one[1])]
        tried = sum(self.tried[one] for one in cells)
        return sum(self.found[one] for one in cells) / tried if tried else nan


def measured(
    keys: Iterable[str], count: int, seed: str, kinds: dict[str, Mutator] | None = None, *, show: bool = False
) -> Tally:
    """So many mistakes, as many of each kind and of each game."""
    tally = Tally(Counter(), Counter(), Counter(), Counter())
    kinds = kinds or KINDS
    each = -(-count // (len(games()) * len(kinds)))
    for key in keys:
        rng = Random(f"{key}/{seed}/slips")
        for meant in minds(key, seed):
            for kind, mutator in kinds.items():
                cell = (key, kind)
                if tally.tried[cell] == each:
                    continue
                line = mutator(rng, meant)
                if not line.strip() or playable(meant, line):
                    tally.valid[cell] += 1
                    continue
                tally.tried[cell] += 1
                if suggested(meant, line):
                    tally.found[cell] += 1
                    continue
                unclear = open_question(meant, line)
                tally.unclear[cell] += unclear
                if show and not unclear:
                    near = suggestions(meant.table, meant.seat, line, meant.lang)
                    print(f"{key:9} {kind:15} {meant.written(meant.lang)!r} -> {line!r}: {near}")
            if all(tally.tried[key, kind] == each or tally.valid[key, kind] > MOST_VALID * each for kind in kinds):
                break
    return tally


def table(tally: Tally) -> Iterator[str]:
    """The figures, for people."""
    kinds = list(dict.fromkeys(kind for _, kind in tally.tried))
    yield f"{'':10}" + "".join(f"{kind:>17}" for kind in [*kinds, "all"])
    for key in dict.fromkeys(key for key, _ in tally.tried):
        yield f"{key:10}" + "".join(f"{tally.share(key, kind):16.1%} " for kind in [*kinds, ""])
    yield f"{'all':10}" + "".join(f"{tally.share('', kind):16.1%} " for kind in [*kinds, ""])
    unclear, missed = tally.unclear.total(), tally.tried.total() - tally.found.total()
    yield f"{tally.tried.total()} lines; {tally.valid.total()} more were valid orders and not counted;"
    yield f"{missed} missed, of which {unclear} fit more than three orders equally well"


if __name__ == "__main__":
    for name, hand in (("figures", KINDS), ("other hand", OTHER_KINDS)):
        print("\n".join(table(measured(games(), int(sys.argv[1]), name, hand, show="-v" in sys.argv))))
