"""The components of Men-Nefer, from `data.toml` and an owner's corrections: their types, and how they are read."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from pbem.engine.errors import BadData
from pbem.engine.game import Component
from pbem.games.mennefer.acts import Acts, leaves, read

PLAYERS = range(2, 5)
ERAS = 3
APPRENTICES = 3
HOUSES = ("pyramids", "necropolis", "temple", "nile", "sphinxes")
"""From top to bottom."""
FAVOURS = ("feather", "food", "heart", "heka")
POSITIONS = ("a", "b", "c", "d")
LEVELS = (1, 2, 3)
BOATS = PRIESTESSES = MUMMIES = SPHINXES = 4
PERMISSIONS = 3
PORT = "0"
KINDS = (
    "sarcophagi", "sphinxes", "obelisk", "permissions", "priestesses", "priestess-rooms", "boats", "fishing-boats",
    "two-scarabs", "hieroglyphs", "baskets", "papyri-rolled", "great-pyramid", "heart", "feather", "crafts",
    "craft-kinds", "contracts-done",
)  # fmt: skip
"""What contracts ask for."""
STATUSES = ("verified", "reconstructed")
ABOUT = ("status", "statuses", "source")
"""What is said about a block, besides its rows."""


class Tablet(Struct, frozen=True, gc=False):
    """An action tablet."""

    type: int
    glyph: str
    act: Acts


class Row(Struct, frozen=True, gc=False):
    """A row beside the tablets on the board; food below 0 is a cost."""

    food: int
    act: Acts


class GreatSpace(Struct, frozen=True, gc=False):
    """A space of the Great Pyramid track."""

    build: bool
    favour: int
    seal: int


class Tomb(Struct, frozen=True, gc=False):
    """A space of the necropolis, and the two tiles that are perpendicular to it."""

    level: int
    row: str
    column: str
    act: Acts


class Tile(Struct, frozen=True, gc=False):
    """A mastaba tile."""

    act: Acts
    pp: int


class Offering(Struct, frozen=True, gc=False):
    """A space for a basket in the temple."""

    room: int
    act: Acts


class ObeliskStep(Struct, frozen=True, gc=False):
    """A step of the obelisk."""

    deity: bool
    heka: bool
    seal: int


class City(Struct, frozen=True, gc=False):
    """A city: entered from one section, left into another."""

    value: int
    entry: int
    exit: int


class Contract(Struct, frozen=True, gc=False):
    """A trade contract."""

    value: int
    kind: str
    need: tuple[int, ...]


class Papyrus(Struct, frozen=True, gc=False):
    """A papyrus with half a drawing on either side."""

    left: str
    right: str


class Craft(Struct, frozen=True, gc=False):
    """A craft; its actions by level."""

    kind: str
    acts: tuple[Acts, ...]


class Pedestal(Struct, frozen=True, gc=False):
    """A pedestal for a sphinx."""

    level: int
    area: str
    act: Acts


class Neutral(Struct, frozen=True, gc=False):
    """Where neutral apprentices stand."""

    sun: tuple[str, ...] = ()
    moon: tuple[str, ...] = ()


class Numbers(Struct, frozen=True):
    """All that a match is played with."""

    start: dict[str, Any]
    cost: tuple[int, ...]
    unpaid: int
    houses: dict[str, tuple[Acts, ...]]
    tablets: dict[str, Tablet]
    rows: tuple[Row, ...]
    boards: dict[str, tuple[str, ...]]
    bonuses: tuple[Acts, ...]
    contract_places: int
    great: tuple[GreatSpace, ...]
    hammers: dict[int, tuple[int, ...]]
    base: dict[str, str]
    prebuilt: dict[int, str]
    pieces: tuple[tuple[str, ...], ...]
    pyramidion: int
    great_end: int
    queens: tuple[str, ...]
    queens_track: tuple[bool, ...]
    queens_levels: int
    queens_prebuilt: dict[int, int]
    permission_spaces: dict[int, int]
    queens_tiles: dict[str, int]
    activations: tuple[int, ...]
    tile_places: tuple[str, ...]
    tombs: dict[str, Tomb]
    mastabas: dict[str, Tile]
    room_costs: tuple[int, ...]
    offerings: dict[str, Offering]
    obelisk: tuple[ObeliskStep, ...]
    obelisk_end: int
    sections: tuple[int, ...]
    fishing_boats: tuple[int, ...]
    city_spaces: dict[int, int]
    cities: dict[str, City]
    benefits: dict[str, Acts]
    contracts: dict[str, Contract]
    space_heka: tuple[int, ...]
    papyri: dict[str, Papyrus]
    craft_levels: tuple[int, ...]
    craft_pp: tuple[tuple[int, ...], ...]
    crafts: dict[str, Craft]
    craft_food: tuple[int, ...]
    papyrus_heka: tuple[int, ...]
    pedestals: dict[str, Pedestal]
    duat: int
    marks: tuple[int, ...]
    deities: dict[str, Acts]
    neutrals: dict[str, dict[int, Neutral]]
    ways: dict[str, dict[str, int]]
    """Place on the Nile -> the places that a boat can reach from there, with the steps it takes."""
    passed: dict[str, int]
    """Place on the Nile -> how many fishing boats lie behind it."""


@cache
def printed() -> dict[str, Any]:
    """The data file as it is."""
    return tomllib.loads(files(__package__).joinpath("data.toml").read_text("utf-8"))


def rows(block: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The rows of a block, without what is said about all of them."""
    return {name: row for name, row in block.items() if isinstance(row, dict) and name not in ABOUT}


def acted(block: dict[str, Any], path: str) -> dict[str, Acts]:
    """The actions of each row of a block."""
    return {name: read(row["act"], f"mennefer.{path}.{name}") for name, row in rows(block).items()}


def by_players(row: dict[str, Any]) -> dict[int, Any]:
    """What depends on the number of players."""
    return {int(players): tuple(value) if isinstance(value, list) else value for players, value in row.items()}


def ways(sections: int, cities: dict[str, City]) -> dict[str, dict[str, int]]:
    """How many steps lead from each place to each other one, by the shortest way; never backwards."""
    ahead = {
        str(s): [str(s + 1)] * (s + 1 < sections) + [name for name, city in cities.items() if city.entry == s]
        for s in range(sections)
    }
    ahead |= {name: [str(city.exit)] for name, city in cities.items()}
    return {start: {to: steps for to in ahead if (steps := distances(ahead, start).get(to))} for start in ahead}


def distances(ahead: dict[str, list[str]], start: str) -> dict[str, int]:
    """Steps from one place to all that can be reached."""
    found, last = {start: 0}, [start]
    while last:
        reached = [to for place in last for to in ahead[place] if to not in found]
        found |= dict.fromkeys(reached, max(found.values()) + 1)
        last = reached
    return found


def passed(sections: int, cities: dict[str, City], lines: tuple[int, ...]) -> dict[str, int]:
    """A city counts as the section from which it is entered."""
    behind = [sum(line <= section for line in lines) for section in range(sections)]
    return {str(s): behind[s] for s in range(sections)} | {name: behind[city.entry] for name, city in cities.items()}


def components(raw: dict[str, Any]) -> list[Component]:
    """The rows for `pbem games show mennefer`, each with its status."""
    return [row for group, block in raw.items() for row in listed(group, block, block["status"], block["source"])]


def listed(group: str, block: dict[str, Any], status: str, source: str) -> list[Component]:
    """A block row by row; a row or a single value may have a status of its own."""
    found = []
    for name, value in block.items():
        if name in ABOUT:
            continue
        if isinstance(value, dict) and any(isinstance(one, dict) and "status" in one for one in value.values()):
            found += listed(f"{group}.{name}", value, status, source)
            continue
        own, facts = block.get("statuses", {}).get(name, status), value
        if isinstance(value, dict):
            own, facts = value.get("status", own), {key: one for key, one in value.items() if key != "status"}
        found.append(Component(group, name, described(facts), own, source))
    return found


def described(value: object) -> str:
    """A value in one line."""
    if isinstance(value, dict):
        return "; ".join(f"{key} {described(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(described, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_status(block: dict[str, Any], path: str) -> None:
    """Only the two words."""
    for name, value in block.items():
        if isinstance(value, dict):
            check_status(value, f"{path}.{name}")
        elif (name == "status" or path.endswith(".statuses")) and value not in STATUSES:
            raise BadData(f"{path}.{name} is one of {', '.join(STATUSES)}, not {value!r}")


def no_mastaba(acts: dict[str, Acts], path: str) -> None:
    """A tile that activates tiles would never end."""
    for name, act in acts.items():
        if any(leaf.do == "mastaba" for leaf in leaves(act)):
            raise BadData(f"mennefer.{path}.{name}: a mastaba tile cannot activate mastaba tiles")
