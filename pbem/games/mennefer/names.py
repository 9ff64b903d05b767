"""What the things of Men-Nefer are called in each language."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.orders import Vocabulary
from pbem.games.mennefer.data import printed


def short(names: Iterable[str]) -> Vocabulary:
    """Things that are called by a short name in every language: d1, ring1, k205."""
    return Vocabulary({name: (name, name) for name in names})


TOMBS = short(printed()["necropolis"]["spaces"])
OFFERINGS = short(printed()["temple"]["spaces"])
PEDESTALS = short(name for name, row in printed()["pedestals"].items() if isinstance(row, dict))
CONTRACTS = short(name for name, row in printed()["contracts"].items() if isinstance(row, dict))
PLACES = Vocabulary(
    {
        **short((*map(str, range(len(printed()["nile"]["food"]))), *printed()["nile"]["cities"])).entries,
        "0": ("port", "Hafen"),
    }
)

HOUSE_NAMES = Vocabulary(
    {
        "pyramids": ("pyramids", "Pyramiden"),
        "necropolis": ("necropolis", "Nekropole"),
        "temple": ("temple", "Tempel"),
        "nile": ("Nile", "Nil"),
        "sphinxes": ("sphinxes", "Sphinxe"),
    }
)
RESOURCES = Vocabulary({"food": ("food", "Nahrung"), "heka": ("heka", "Heka")})
FAVOUR_NAMES = Vocabulary(
    {"feather": ("feather", "Feder"), "heart": ("heart", "Herz"), **RESOURCES.entries},
    plurals={"feather": ("feathers", "Federn"), "heart": ("hearts", "Herzen")},
)
TRACKS = Vocabulary({"great": ("great", "große"), "queens": ("queens", "Königinnen")})
QUEENS = {
    "hetepheres": ("Hetepheres", "Hetepheres"),
    "meritites": ("Meritites", "Meritites"),
    "henutsen": ("Henutsen", "Henutsen"),
}
BUILDINGS = Vocabulary({"a": ("a", "a"), "b": ("b", "b"), "c": ("c", "c"), "d": ("d", "d"), **QUEENS})
TILE_PLACES = Vocabulary(
    {
        "row-1": ("row-1", "Zeile-1"),
        "row-2": ("row-2", "Zeile-2"),
        "column-1": ("column-1", "Spalte-1"),
        "column-2": ("column-2", "Spalte-2"),
        "column-3": ("column-3", "Spalte-3"),
    }
)
GLYPHS = {
    "reed": ("reed", "Schilf"),
    "owl": ("owl", "Eule"),
    "water": ("water", "Wasser"),
    "mouth": ("mouth", "Mund"),
    "sun": ("sun", "Sonne"),
}
DRAWINGS = {
    "vase": ("vase", "Vase"),
    "ibis": ("ibis", "Ibis"),
    "lotus": ("lotus", "Lotos"),
    "cobra": ("cobra", "Kobra"),
    "barque": ("barque", "Barke"),
}
CRAFT_KINDS = {
    "ring": ("ring", "Ring"),
    "jar": ("jar", "Krug"),
    "mirror": ("mirror", "Spiegel"),
    "necklace": ("necklace", "Halskette"),
    "statuette": ("statuette", "Statuette"),
}
CRAFTS = Vocabulary(
    {
        name: (name, CRAFT_KINDS[row["kind"]][1].lower() + name.removeprefix(row["kind"]))
        for name, row in printed()["crafts"]["tiles"].items()
    }
)
DEITIES = {
    "osiris": ("Osiris", "Osiris"),
    "ptah": ("Ptah", "Ptah"),
    "maat": ("Maat", "Maat"),
    "thot": ("Thot", "Thot"),
    "isis": ("Isis", "Isis"),
    "mut": ("Mut", "Mut"),
    "hathor": ("Hathor", "Hathor"),
    "sobek": ("Sobek", "Sobek"),
}
AREAS = {"market": ("market", "Markt"), "houses": ("Houses of Life", "Lebenshäuser")}
DOINGS = {
    "resource": ("food and heka", "Nahrung und Heka"),
    "pp": ("prestige", "Prestige"),
    "favour": ("favour of Khufu", "Gunst des Chufu"),
    "limestone": ("limestone", "Kalkstein"),
    "permission": ("permission of Khufu", "Horusauge"),
    "embalm": ("embalm", "Einbalsamieren"),
    "rite": ("funerary rite", "Bestatten"),
    "papyrus": ("papyrus", "Papyrus"),
    "craft": ("craft", "Ware"),
    "priestess": ("priestesses", "Priesterinnen"),
    "offering": ("offering", "Opfergabe"),
    "orb": ("orb", "Sonnenscheibe"),
    "boats": ("boats", "Boote"),
    "activation": ("activation of a boat", "Aktivieren eines Bootes"),
    "carve": ("carve a sphinx", "Sphinx meißeln"),
    "erect": ("erect a sphinx", "Sphinx errichten"),
    "scarab": ("scarab", "Skarabäus"),
    "mastaba": ("mastaba tile", "Mastaba-Bonus"),
    "contract": ("trade contract", "Handelsabkommen"),
}
"""What an action of the rulebook is called where it lapses."""

NAMES = Vocabulary(
    {
        **HOUSE_NAMES.entries, **FAVOUR_NAMES.entries, **TRACKS.entries, **BUILDINGS.entries, **TILE_PLACES.entries,
        **{f"glyph-{key}": names for key, names in GLYPHS.items()}, **DRAWINGS, **CRAFT_KINDS, **DEITIES, **AREAS,
        **DOINGS, **TOMBS.entries, **OFFERINGS.entries, **PEDESTALS.entries, **CRAFTS.entries, **CONTRACTS.entries,
        **PLACES.entries,
    }
)  # fmt: skip
"""Everything; a glyph is called glyph-sun here, since the Sun is a side, too."""
