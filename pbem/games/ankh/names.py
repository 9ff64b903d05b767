"""What the things of Ankh are called, in English and German; the keys of this table are used everywhere else."""

from __future__ import annotations

from typing import Final

from pbem.engine.orders import Vocabulary

BASE_GODS: Final = ("amun", "anubis", "isis", "osiris", "ra")
PANTHEON: Final = ("bastet", "hathor", "horus", "set")
GODS: Final = BASE_GODS + PANTHEON

GUARDIANS: Final = {1: ("satet", "cat-mummy"), 2: ("mummy", "apep"), 3: ("giant-scorpion", "androsphinx")}
"""By level: one of each two is chosen for a match."""
LEVEL_OF: Final = {guardian: level for level, pair in GUARDIANS.items() for guardian in pair}
LARGE: Final = ("apep", "giant-scorpion", "androsphinx")
SHORT: Final = {
    "god": "g",
    "warrior": "w",
    "satet": "sa",
    "cat-mummy": "cm",
    "mummy": "mu",
    "apep": "ap",
    "giant-scorpion": "sc",
    "androsphinx": "an",
}
"""How a figure's name begins; all but gods are numbered."""
KIND_OF: Final = {short: kind for kind, short in SHORT.items()}

BUILDABLE: Final = ("obelisk", "pyramid", "temple")
MONUMENTS: Final = (*BUILDABLE, "sphinx")
CARDS: Final = ("flood", "build", "plague", "chariots", "miracle", "drought", "cycle")
ACTIONS: Final = ("move", "summon", "gain", "unlock")
ROOMS: Final = ("law", "war", "court", "throne")
PHARAOHS: Final = ("amenhotep", "ramses", "xerxes", "tutankhamun", "akhenaten")
SCENARIOS: Final = ("middle-kingdom", "old-kingdom", "peoples-revolt")
POWERS: Final = (
    "commanding", "inspiring", "omnipresent", "revered",
    "resplendent", "obelisk-attuned", "temple-attuned", "pyramid-attuned",
    "glorious", "magnanimous", "bountiful", "worshipful",
)  # fmt: skip
"""In the order of the dashboard."""
AGENDA: Final = (
    "amnesty", "call-the-guardian", "caravan-toll", "change-of-place", "conscription", "court-intrigue", "exile",
    "forced-march", "grain-tribute", "harvest-census", "obelisk-levy", "ordination", "public-works", "pyramid-labour",
    "rededication", "river-barge", "royal-escort", "tax-collectors", "temple-tithe", "voice-of-the-people",
)  # fmt: skip

NAMES = Vocabulary(
    {
        "amun": ("Amun", "Amun"),
        "anubis": ("Anubis", "Anubis"),
        "isis": ("Isis", "Isis"),
        "osiris": ("Osiris", "Osiris"),
        "ra": ("Ra", "Re"),
        "bastet": ("Bastet", "Bastet"),
        "hathor": ("Hathor", "Hathor"),
        "horus": ("Horus", "Horus"),
        "set": ("Set", "Seth"),
        "god": ("god", "Gott"),
        "warrior": ("warrior", "Krieger"),
        "trapped": ("trapped warrior", "gefangener Krieger"),
        "satet": ("Satet", "Satet"),
        "cat-mummy": ("Cat Mummy", "Katzenmumie"),
        "mummy": ("Mummy", "Mumie"),
        "apep": ("Apep", "Apophis"),
        "giant-scorpion": ("Giant Scorpion", "Riesenskorpion"),
        "androsphinx": ("Androsphinx", "Androsphinx"),
        "obelisk": ("obelisk", "Obelisk"),
        "pyramid": ("pyramid", "Pyramide"),
        "temple": ("temple", "Tempel"),
        "sphinx": ("sphinx", "Sphinx"),
        "flood": ("Flood", "Flut"),
        "build": ("Build Monument", "Monument errichten"),
        "plague": ("Plague of Locusts", "Heuschreckenplage"),
        "chariots": ("Chariots", "Streitwagen"),
        "miracle": ("Miracle", "Wunder"),
        "drought": ("Drought", "Dürre"),
        "cycle": ("Cycle of Ma'at", "Kreislauf der Maat"),
        "commanding": ("Commanding", "Gebieterisch"),
        "inspiring": ("Inspiring", "Inspirierend"),
        "omnipresent": ("Omnipresent", "Allgegenwärtig"),
        "revered": ("Revered", "Verehrt"),
        "resplendent": ("Resplendent", "Prachtvoll"),
        "obelisk-attuned": ("Obelisk Attuned", "Gott der Obelisken"),
        "temple-attuned": ("Temple Attuned", "Gott der Tempel"),
        "pyramid-attuned": ("Pyramid Attuned", "Gott der Pyramiden"),
        "glorious": ("Glorious", "Glorreich"),
        "magnanimous": ("Magnanimous", "Großmütig"),
        "bountiful": ("Bountiful", "Freigebig"),
        "worshipful": ("Worshipful", "Anbetungswürdig"),
        "move": ("move", "bewegen"),
        "summon": ("summon", "aufstellen"),
        "gain": ("gain", "gewinnen"),
        "unlock": ("unlock", "freischalten"),
        "control": ("control monument", "Monument kontrollieren"),
        "caravan": ("camel caravan", "Kamelkarawane"),
        "conflict": ("conflict", "Konflikt"),
        "consolidation": ("consolidation", "Zusammenschluss"),
        "law": ("Chamber of Law", "Gesetzeskammer"),
        "war": ("War Chamber", "Kriegskammer"),
        "court": ("Civil Court", "Zivilgericht"),
        "throne": ("Throne Room", "Thronsaal"),
        "pharaoh": ("pharaoh", "Pharao"),
        "infantry": ("infantry", "Infanterie"),
        "priest": ("priest", "Priester"),
        "board": ("board", "Spielplan"),
        "palace": ("palace", "Palast"),
        "amenhotep": ("Amenhotep", "Amenophis"),
        "ramses": ("Ramses", "Ramses"),
        "xerxes": ("Xerxes", "Xerxes"),
        "tutankhamun": ("Tutankhamun", "Tutanchamun"),
        "akhenaten": ("Akhenaten", "Echnaton"),
        "delta": ("Delta", "Delta"),
        "west": ("West", "Westen"),
        "east": ("East", "Osten"),
        "n": ("north", "Norden"),
        "ne": ("north-east", "Nordosten"),
        "se": ("south-east", "Südosten"),
        "s": ("south", "Süden"),
        "sw": ("south-west", "Südwesten"),
        "nw": ("north-west", "Nordwesten"),
        "middle-kingdom": ("Middle Kingdom", "Mittleres Reich"),
        "old-kingdom": ("Old Kingdom", "Altes Reich"),
        "peoples-revolt": ("The People's Revolt", "Der Volksaufstand"),
        "grain-tribute": ("Grain Tribute", "Kornabgabe"),
        "temple-tithe": ("Temple Tithe", "Tempelzehnt"),
        "obelisk-levy": ("Obelisk Levy", "Obeliskensteuer"),
        "pyramid-labour": ("Pyramid Labour", "Pyramidenfron"),
        "harvest-census": ("Harvest Census", "Erntezählung"),
        "caravan-toll": ("Caravan Toll", "Karawanenzoll"),
        "tax-collectors": ("Tax Collectors", "Steuereintreiber"),
        "forced-march": ("Forced March", "Gewaltmarsch"),
        "river-barge": ("River Barge", "Nilbarke"),
        "change-of-place": ("Change of Place", "Ortswechsel"),
        "conscription": ("Conscription", "Aushebung"),
        "call-the-guardian": ("Call the Guardian", "Wächterruf"),
        "ordination": ("Ordination", "Priesterweihe"),
        "court-intrigue": ("Court Intrigue", "Hofintrige"),
        "exile": ("Exile", "Verbannung"),
        "royal-escort": ("Royal Escort", "Königliches Geleit"),
        "rededication": ("Rededication", "Umweihung"),
        "public-works": ("Public Works", "Öffentliche Bauten"),
        "amnesty": ("Amnesty", "Amnestie"),
        "voice-of-the-people": ("Voice of the People", "Stimme des Volkes"),
    },
    plurals={
        "warrior": ("warriors", "Krieger"),
        "obelisk": ("obelisks", "Obelisken"),
        "pyramid": ("pyramids", "Pyramiden"),
        "temple": ("temples", "Tempel"),
        "sphinx": ("sphinxes", "Sphinxe"),
        "cat-mummy": ("Cat Mummies", "Katzenmumien"),
        "mummy": ("Mummies", "Mumien"),
        "giant-scorpion": ("Giant Scorpions", "Riesenskorpione"),
        "androsphinx": ("Androsphinxes", "Androsphinxe"),
        "priest": ("priests", "Priester"),
    },
    also={
        "giant-scorpion": ("scorpion", "Skorpion"),
        "plague": ("locusts", "Plage"),
        "cycle": ("Maat",),
        "build": ("errichten",),
    },
)


def kind_of(figure: str) -> str:
    """The kind of figure that a name like `w3` or `sa1` stands for."""
    return KIND_OF[figure.rstrip("0123456789")]
