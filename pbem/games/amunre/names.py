"""What the things of Amun-Re are called, in both languages, and how typed words find them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.orders import Vocabulary, find, fold

PROVINCES = (
    "abu", "abydos", "amarna", "avaris", "baharya", "berenike", "buto", "dakhla", "damanhur", "edfu", "kharga",
    "memphis", "mendes", "sawu", "thebes",
)  # fmt: skip

CARD_NAMES = {
    "blockade": ("bid blockade", "Bietblockade"),
    "same-province": ("outbid in the same province", "Überbieten in gleicher Provinz"),
    "free-farmer": ("free farmer", "Gratisbauer"),
    "builder": ("builder", "Baumeister"),
    "correction": ("sacrifice correction", "Opferkorrektur"),
    "8-gold": ("8 gold", "8 Gold"),
    "harvest-increase": ("harvest increase", "Erntesteigerung"),
    "card-bonus": ("power card bonus", "Machtkartenbonus"),
    "farmer-bonus": ("farmer bonus", "Bauernbonus"),
    "kingdom-bonus": ("upper-lower Egypt bonus", "Provinzbonus Unter-Oberägypten"),
    "bank-bonus": ("Nile side bonus", "Provinzbonus Nilseite"),
    "nile-bonus": ("Nile bank bonus", "Provinzbonus Nilufer"),
}
CARDS = tuple(CARD_NAMES)
PIECES = {"card": ("power card", "Machtkarte"), "farmer": ("farmer", "Bauer"), "brick": ("brick", "Baustein")}

NAMES = Vocabulary(
    {name: (name.capitalize(), name.capitalize()) for name in PROVINCES} | CARD_NAMES | PIECES,
    plurals={
        "card": ("power cards", "Machtkarten"),
        "farmer": ("farmers", "Bauern"),
        "brick": ("bricks", "Bausteine"),
        "blockade": ("bid blockades", "Bietblockaden"),
        "free-farmer": ("free farmers", "Gratisbauern"),
        "builder": ("builders", "Baumeister"),
        "correction": ("sacrifice corrections", "Opferkorrekturen"),
        "harvest-increase": ("harvest increases", "Erntesteigerungen"),
        "same-province": ("same-province cards", "Überbieten-Karten"),
        "8-gold": ("8-gold cards", "8-Gold-Karten"),
        "card-bonus": ("power card bonuses", "Machtkartenboni"),
        "farmer-bonus": ("farmer bonuses", "Bauernboni"),
        "kingdom-bonus": ("upper-lower Egypt bonuses", "Provinzboni Unter-Oberägypten"),
        "bank-bonus": ("Nile side bonuses", "Provinzboni Nilseite"),
        "nile-bonus": ("Nile bank bonuses", "Provinzboni Nilufer"),
    },
)
PROVINCE_WORDS = Vocabulary({name: NAMES.entries[name] for name in PROVINCES})
CARD_WORDS = Vocabulary(CARD_NAMES, {key: NAMES.plurals[key] for key in CARDS if key in NAMES.plurals})
PIECE_WORDS = Vocabulary(PIECES, {key: NAMES.plurals[key] for key in PIECES})

ALSO = {
    "theben": "thebes",
    "gleicheprovinz": "same-province",
    "ueberbietengleicherprovinz": "same-province",
    "outbidsameprovince": "same-province",
    "korrektur": "correction",
    "karte": "card",
    "karten": "card",
    "cards": "card",
    "egyptbonus": "kingdom-bonus",
    "aegyptenbonus": "kingdom-bonus",
    "nilseite": "bank-bonus",
    "nilufer": "nile-bonus",
}
"""Short forms that people use."""
LONGEST = 6
"""Words of the longest name."""


def named(words: Sequence[str], vocabulary: Vocabulary) -> tuple[str, int]:
    """The key that the first words mean, and how many they are: the longest exact name, else a beginning of one."""
    for used in range(min(LONGEST, len(words)), 0, -1):
        typed = fold("".join(words[:used]))
        key = vocabulary.names.get(typed) or ALSO.get(typed)
        if key is not None and key in vocabulary.entries:
            return key, used
    for used in range(min(LONGEST, len(words)), 1, -1):
        keys = find("".join(words[:used]), vocabulary.names)
        if len(keys) == 1:
            return keys.pop(), used
    return vocabulary.take(words)


def is_piece(word: str) -> bool:
    """Whether a word means a kind of piece: card, farmer, brick."""
    return (PIECE_WORDS.names.get(fold(word)) or ALSO.get(fold(word))) in PIECES


def typed(key: str, lang: str) -> str:
    """A name as one word of an order."""
    return NAMES.name(key, lang).replace(" ", "-").lower()
