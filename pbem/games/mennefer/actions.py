"""What a player of Men-Nefer can order, and how it is typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pbem.engine.game import Action
from pbem.engine.orders import Number, One, Orders, Slot, Verb, Words, fold
from pbem.games.mennefer.names import (
    BUILDINGS,
    CONTRACTS,
    CRAFTS,
    FAVOUR_NAMES,
    HOUSE_NAMES,
    OFFERINGS,
    PEDESTALS,
    PLACES,
    RESOURCES,
    TILE_PLACES,
    TOMBS,
    TRACKS,
)


class Visit(Action, frozen=True, gc=False):
    """Send the apprentice of a tablet to a House of Life."""

    house: str
    tablet: int


class Specialise(Action, frozen=True, gc=False):
    """Move an apprentice from the Sun to the Moon side."""

    house: str


class Take(Action, frozen=True, gc=False):
    """Take a tablet of the row."""

    row: int


class Use(Action, frozen=True, gc=False):
    """Use a space of a track, or the action beside a row."""

    space: int


class Food(Action, frozen=True, gc=False):
    """Gain food now."""


class Heka(Action, frozen=True, gc=False):
    """Gain heka now."""


class Heart(Action, frozen=True, gc=False):
    """Move the heart."""


class Feather(Action, frozen=True, gc=False):
    """Move the feather."""


class Prestige(Action, frozen=True, gc=False):
    """Gain prestige points."""


class Embalm(Action, frozen=True, gc=False):
    """Embalm a mummy."""


class Carve(Action, frozen=True, gc=False):
    """Carve a sphinx."""


class Permission(Action, frozen=True, gc=False):
    """Obtain a permission."""


class Orb(Action, frozen=True, gc=False):
    """Move the orb up."""


class Resource(Action, frozen=True, gc=False):
    """Gain food and heka in a mix."""

    kinds: tuple[str, ...]


class Favour(Action, frozen=True, gc=False):
    """Choose favours of Khufu."""

    kinds: tuple[str, ...]


class Limestone(Action, frozen=True, gc=False):
    """Move a block."""

    track: str
    steps: int


class Build(Action, frozen=True, gc=False):
    """Choose the place of a piece, or one of the Queens' pyramids."""

    where: str


class Rite(Action, frozen=True, gc=False):
    """Place a sarcophagus."""

    space: str


class Mastaba(Action, frozen=True, gc=False):
    """Activate a mastaba tile."""

    tile: str


class Papyrus(Action, frozen=True, gc=False):
    """Buy a papyrus."""

    slot: int


class Craft(Action, frozen=True, gc=False):
    """Buy a craft."""

    slot: int


class Level(Action, frozen=True, gc=False):
    """Choose where a craft is laid."""

    level: int


class Priestess(Action, frozen=True, gc=False):
    """Move a priestess."""

    room: int
    to: int


class Offer(Action, frozen=True, gc=False):
    """Offer a craft."""

    craft: str


class Basket(Action, frozen=True, gc=False):
    """Choose where the basket is placed."""

    space: str


class Boat(Action, frozen=True, gc=False):
    """Move a boat."""

    place: str
    to: str


class Activate(Action, frozen=True, gc=False):
    """Activate a boat."""

    place: str


class Contract(Action, frozen=True, gc=False):
    """Take a contract."""

    contract: str


class Drop(Action, frozen=True, gc=False):
    """Discard a contract, since the board is full."""

    contract: str


class Erect(Action, frozen=True, gc=False):
    """Place a sphinx."""

    pedestal: str


class Scarab(Action, frozen=True, gc=False):
    """Move a scarab."""

    house: str


class Skip(Action, frozen=True, gc=False):
    """Give up what is still open here."""


class Auto(Action, frozen=True, gc=False):
    """Let the defaults play the rest of the turn."""


SKIP, AUTO = Skip(), Auto()


class Steps(Struct, frozen=True):
    """A slot for a number that is 1 where it is left out."""

    number: Number

    def read(self, words: Sequence[str]) -> tuple[int, Sequence[str]]:
        """The first word as a number."""
        return self.number.read(words) if words else (1, words)

    def write(self, value: int, lang: str) -> str:
        """In digits."""
        return str(value)


class Named(Struct, frozen=True):
    """A slot for a number that has other names as well: II, entrance."""

    number: Number
    names: Mapping[str, str]

    def read(self, words: Sequence[str]) -> tuple[int, Sequence[str]]:
        """The first word, perhaps by name."""
        return self.number.read([self.names.get(fold(word), word) for word in words[:1]] + list(words[1:]))

    def write(self, value: int, lang: str) -> str:
        """In digits."""
        return str(value)


MOST_KINDS = 9
LINKS = "the an to from on in at of with using and der die das den dem im am auf in von nach zum zur und bei mit"
"""Words that join others and say nothing by themselves. No "a": it is a place of the Great Pyramid."""
PRINTED = "1 2 3 4 5 6 7 8 9"
"""Behind a gain its number is printed, not chosen: `heart 2` is `heart`."""


def verb(
    action: type[Action], en: str, de: str, text: str, slots: Mapping[str, Slot] | None = None, idle: str = ""
) -> Verb:
    """One order; other words for the same stand behind a bar, words that say nothing more in `idle`."""
    (first, *also), (german, *more) = en.split("|"), de.split("|")
    said = tuple(f"{idle} {LINKS}".split())
    return Verb(action, en=first, de=german, help=text, slots=slots or {}, also=(*also, *more), idle=said)


HOUSE = One(HOUSE_NAMES)
LEVEL = Named(Number(1, 3), {"i": "1", "ii": "2", "iii": "3"})
ROOM = Named(Number(0, 9), {"entrance": "0", "eingang": "0"})
MARKET = Number(1, 4)
ORDERS = Orders(
    (
        verb(Visit, "visit {house} with tablet {tablet}", "besuche {house} mit Plättchen {tablet}|besuchen",
             "send the apprentice of one of your tablets (1 to 3) to the Sun side of a House of Life",
             {"house": HOUSE, "tablet": Number(1, 3)}, "house life lebenshaus aktionsplättchen"),
        verb(Specialise, "specialise {house}|specialize", "spezialisiere {house}|spezialisieren|steigere",
             "move your apprentice there to the Moon side; your scarab advances", {"house": HOUSE}, "house lebenshaus"),
        verb(Take, "take {row}", "nimm {row}|nehmen", "take the tablet of a row (1 to 5)", {"row": Number(1, 5)},
             "tablet row plättchen aktionsplättchen reihe"),
        verb(Use, "use {space}", "nutze {space}|nutzen|benutze",
             "use a space of the track up to your scarab, or the action beside a row", {"space": Number(1, 9)},
             "space row action feld reihe aktion"),
        verb(Food, "food", "nahrung", "gain the food now", idle=PRINTED),
        verb(Heka, "heka", "heka", "gain the heka now", idle=PRINTED),
        verb(Heart, "heart", "herz", "move your heart now", idle=PRINTED),
        verb(Feather, "feather", "feder", "move your feather now", idle=PRINTED),
        verb(Prestige, "prestige|pp", "prestige", "gain the prestige points now", idle=PRINTED),
        verb(Resource, "resource {kinds}", "ressource {kinds}|ressourcen",
             "choose food and heka in any mix: resource food 2 heka", {"kinds": Words(RESOURCES, MOST_KINDS)}),
        verb(Favour, "favour {kinds}|favours|favor|favors", "gunst {kinds}",
             "choose favours of Khufu, as many as you have: favour 2 heart food",
             {"kinds": Words(FAVOUR_NAMES, MOST_KINDS)}),
        verb(Permission, "permission", "horusauge", "obtain the permission of Khufu", idle=PRINTED),
        verb(Limestone, "limestone {track} {steps}", "kalkstein {track} {steps}",
             "move a block so many steps on the track of the Great Pyramid or of the Queens' Pyramids",
             {"track": One(TRACKS), "steps": Steps(Number(1, 9))},
             "pyramid pyramids track pyramide pyramiden leiste"),
        verb(Build, "build {where}", "baue {where}|bauen",
             "choose the place of a piece (a to d), or which of the Queens' Pyramids grows",
             {"where": One(BUILDINGS)}, "pyramid place pyramide platz"),
        verb(Embalm, "embalm", "einbalsamieren|balsamiere|balsamieren", "embalm a mummy",
             idle=f"a mummy eine mumie ein {PRINTED}"),
        verb(Rite, "rite {space}|bury", "bestatte {space}|bestatten|begrabe",
             "place a sarcophagus on a space of the necropolis", {"space": One(TOMBS)}, "space feld"),
        verb(Mastaba, "mastaba {tile}", "mastaba {tile}", "activate a mastaba tile", {"tile": One(TILE_PLACES)},
             "tile bonus"),
        verb(Papyrus, "papyrus {slot}", "papyrus {slot}", "buy a papyrus of the market (1 to 4 from the left)",
             {"slot": MARKET}),
        verb(Craft, "craft {slot}", "ware {slot}", "buy a craft of the market (1 to 4 from the left)",
             {"slot": MARKET}),
        verb(Level, "level {level}", "ebene {level}", "choose the level (1 to 3) on which the craft is laid",
             {"level": LEVEL}),
        verb(Priestess, "priestess {room} {to}|priestesses", "priesterin {room} {to}|priesterinnen",
             "move a priestess from a room to another; 0 is the entrance", {"room": ROOM, "to": ROOM}, "room raum"),
        verb(Offer, "offer {craft}", "opfere {craft}|opfern", "offer a craft with its basket",
             {"craft": One(CRAFTS)}, "craft ware"),
        verb(Basket, "basket {space}", "korb {space}", "choose the space of the temple for the basket",
             {"space": One(OFFERINGS)}, "space feld"),
        verb(Orb, "orb", "sonnenscheibe", "move your orb up the obelisk", idle=PRINTED),
        verb(Boat, "boat {place} {to}|boats", "boot {place} {to}|boote",
             "move a boat: 0 is the port, 1 to 6 the river, u1 to l3 the cities",
             {"place": One(PLACES), "to": One(PLACES)}, "section city abschnitt stadt"),
        verb(Activate, "activate {place}", "aktiviere {place}|aktivieren", "activate the boat there",
             {"place": One(PLACES)}, "boat section city boot abschnitt stadt"),
        verb(Contract, "contract {contract}", "abkommen {contract}|handelsabkommen", "take a contract",
             {"contract": One(CONTRACTS)}),
        verb(Drop, "drop {contract}|discard", "verwirf {contract}|verwerfen",
             "discard this contract, since all your spaces are taken", {"contract": One(CONTRACTS)},
             "contract abkommen handelsabkommen"),
        verb(Carve, "carve", "meißeln|meißle", "carve a sphinx", idle=f"a sphinx eine {PRINTED}"),
        verb(Erect, "erect {pedestal}", "errichte {pedestal}|errichten", "place a sphinx on a pedestal",
             {"pedestal": One(PEDESTALS)}, "a sphinx pedestal eine podest"),
        verb(Scarab, "scarab {house}", "skarabäus {house}", "move a scarab one space", {"house": HOUSE},
             "track leiste"),
        verb(Skip, "skip", "auslassen|überspringen", "give up what is still open here; do first what you want to do",
             idle="rest"),
        verb(Auto, "auto|automatic", "auto|automatik", "let the defaults play the rest of your turn", idle="rest"),
    )
)  # fmt: skip

ACTIONS = tuple(one.action for one in ORDERS.verbs)
