"""A third hand: orders typed or spoken on a telephone, with its keyboard, its corrections and its owner's grammar.

`python -m tests.service.on_the_phone 1000` prints how often the order that was meant is among the three suggestions.
"""

from __future__ import annotations

import re
import sys
from difflib import get_close_matches
from random import Random

from pbem.engine.orders import LANGUAGES
from pbem.games import games
from tests.service.mistakes import Meant, Mutator, measured, table

ROWS = {"en": ("qwertyuiop", "asdfghjkl", "zxcvbnm"), "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnm")}
SPACE_BAR = "cvbnm"
"""The keys above it."""
COMMON = {
    "en": "big bit bud did drew dream straw raw rat rap goods god gold food flow nine mile nike temper sample pass past"
    " path paris move love mode summer common again grain gave unlucky lock choice chosen car card cart cards begin"
    " being end and yes yet not now note agent agency worry warrior place plane offers over coffee bury busy bury carve"
    " curve boat boot goat board build bold boil skip ship slip auto also take tale time tile lose loose use house",
    "de": "siehe ziege biene bitte beide passt pass spaß rat rabe rad gute gott goetter nie nil mild tempel stempel"
    " flut blut bewegung bewegen stellung stelle stille gewinne gewinn beginn karte karten kartei ja jahr nein neu"
    " biber opfer opfern lege liege lüge haus aus maus boot brot bote baue bauch kaufe laufe nimm nimmt wähle wahl"
    " bestatte gestatte meine meißel auslassen anlassen einbau einige ende eine",
}
"""What a telephone makes of strange words."""
DIGITS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
}
UMLAUTS = ("ä/a ö/o ü/u ß/s", "ä/ae ö/oe ü/ue ß/ss", "ä/á ö/ó ü/ú ß/b", "ae/ä oe/ö ue/ü ss/ß")
PLAIN = dict(zip("aeiouy", "äéïöüÿ", strict=True))
ENDINGS = {"en": ("s", "ing", "ed", "es"), "de": ("n", "st", "t", "en", "s")}


def keys(rng: Random, meant: Meant) -> str:
    """Thumbs that hit a key beside the right one, twice, or a letter instead of the space bar."""
    line = meant.written(meant.lang).lower()
    for _ in range(2):
        at = rng.choice([place for place, letter in enumerate(line) if letter.isalpha() or letter == " "])
        row = next((row for row in ROWS[meant.lang] if line[at] in row), line[at])
        beside = SPACE_BAR if line[at] == " " else row[max(0, row.find(line[at]) - 1) : row.find(line[at]) + 2]
        line = line[:at] + rng.choice(beside) + line[at + 1 :]
    return line


def corrected(rng: Random, meant: Meant) -> str:
    """One word becomes the common word most like it; sentences begin with a capital and end with a period."""
    words = meant.written(meant.lang).split()
    common = COMMON[meant.lang].split()
    near = {
        at: [one for one in get_close_matches(word, common, 3, 0.6) if one != word] for at, word in enumerate(words)
    }
    if places := [at for at, found in near.items() if found]:
        at = rng.choice(places)
        words[at] = rng.choice(near[at])
    line = " ".join(words)
    return f"{line[:1].upper()}{line[1:]}."


def doubled(rng: Random, meant: Meant) -> str:
    """Letters twice that belong there once, or once that belong there twice."""
    line = meant.written(meant.lang)
    if pairs := [found.start() for found in re.finditer(r"([a-zäöü])\1", line)]:
        at = rng.choice(pairs)
        line = line[:at] + line[at + 1 :]
    for at in sorted(rng.sample(range(len(line)), min(2, len(line))), reverse=True):
        line = line[:at] + line[at] * 2 + line[at + 1 :] if line[at].isalpha() else line
    return line


def umlauts(rng: Random, meant: Meant) -> str:
    """Without dots, with other marks, with too many of them."""
    line = meant.written("de")
    for pair in rng.choice(UMLAUTS).split():
        letter, other = pair.split("/")
        line = line.replace(letter, other)
    vowel = rng.choice([place for place, letter in enumerate(line) if letter in PLAIN] or [0])
    return line[:vowel] + PLAIN.get(line[vowel], "ü") + line[vowel + 1 :]


def spoken(rng: Random, meant: Meant) -> str:
    """Said to the telephone: small numbers as words, letters and numbers apart, words for nothing between."""
    digits = DIGITS[meant.lang].split()
    line = re.sub(r"\b([a-z])(\d+)\b", r"\1 \2", meant.written(meant.lang))
    words = [digits[int(word)] if word.isdigit() and int(word) < len(digits) else word for word in line.split()]
    idle = {"en": ("the", "of", "please", "on"), "de": ("die", "auf", "bitte", "mit")}[meant.lang]
    words.insert(rng.randrange(1, len(words) + 1), rng.choice(idle))
    return " ".join(words).capitalize()


def inflected(rng: Random, meant: Meant) -> str:
    """The plural of one, another person of a verb."""
    words = meant.written(meant.lang).split()
    at = rng.choice([place for place, word in enumerate(words) if word.isalpha() and len(word) > 2] or [0])
    stem = words[at][:-1] if words[at].endswith("e") and rng.random() < 0.5 else words[at]
    words[at] = stem + rng.choice(ENDINGS[meant.lang])
    return " ".join(words)


def languages(rng: Random, meant: Meant) -> str:
    """Some words in the one language, some in the other, and one of them in upper case."""
    one, other = (meant.written(lang).split() for lang in rng.sample(LANGUAGES, 2))
    cut = rng.randrange(1, max(2, len(one)))
    words = one[:cut] + other[cut:] if len(one) == len(other) else other
    at = rng.randrange(len(words))
    words[at] = words[at].upper() + rng.choice(("", ",", "!", "s"))
    return " ".join(words)


def no_spaces(rng: Random, meant: Meant) -> str:
    """No space at all, or something else in its place."""
    return rng.choice(("", "-", "_", ".", "/")).join(meant.written(meant.lang).split()) + rng.choice(("", ".", "!"))


def headless(_rng: Random, meant: Meant) -> str:
    """What is to be done is left out, only with what is said."""
    words = meant.written(meant.lang).split()
    return " ".join(words[1:]) or words[0][1:]


PHONE_KINDS: dict[str, Mutator] = {
    "phone keys": keys,
    "corrected": corrected,
    "doubled": doubled,
    "umlauts": umlauts,
    "spoken": spoken,
    "inflected": inflected,
    "both languages": languages,
    "no spaces": no_spaces,
    "no verb": headless,
}


if __name__ == "__main__":
    print("\n".join(table(measured(games(), int(sys.argv[1]), "on the phone", PHONE_KINDS, show="-v" in sys.argv))))
