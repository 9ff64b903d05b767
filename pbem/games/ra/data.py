"""The printed components of Ra, from `data.toml` and an owner's corrections."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from pbem.engine.errors import BadData
from pbem.engine.game import Component
from pbem.engine.orders import Vocabulary

PLAYERS = range(3, 6)
MOST_NAMED = 8
"""Tiles that one order can name, and so gods in a match."""
HIGHEST_SUN = 99
MOST_OF_A_KIND = 200

CIVILIZATION = ("art", "agriculture", "religion", "astronomy", "writing")
MONUMENTS = ("fortress", "obelisk", "palace", "pyramid", "sphinx", "statues", "step-pyramid", "temple")
DISASTERS = {
    "funeral": ("pharaoh",),
    "drought": ("flood", "nile"),
    "unrest": CIVILIZATION,
    "earthquake": MONUMENTS,
}
"""What each disaster destroys, in the order in which several are settled."""
NOT_FOR_GODS = ("ra", "god")

NAMES = Vocabulary(
    {
        "ra": ("Ra", "Ra"),
        "god": ("god", "Gott"),
        "pharaoh": ("pharaoh", "Pharao"),
        "funeral": ("funeral", "Begräbnis"),
        "nile": ("Nile", "Nil"),
        "flood": ("flood", "Überschwemmung"),
        "drought": ("drought", "Dürre"),
        "art": ("art", "Künste"),
        "agriculture": ("agriculture", "Agrikultur"),
        "religion": ("religion", "Religion"),
        "astronomy": ("astronomy", "Astronomie"),
        "writing": ("writing", "Schrift"),
        "unrest": ("unrest", "Unruhen"),
        "gold": ("gold", "Gold"),
        "fortress": ("fortress", "Festung"),
        "obelisk": ("obelisk", "Obelisk"),
        "palace": ("palace", "Palast"),
        "pyramid": ("pyramid", "Pyramide"),
        "sphinx": ("sphinx", "Sphinx"),
        "statues": ("statues", "Statuen"),
        "step-pyramid": ("step pyramid", "Stufenpyramide"),
        "temple": ("temple", "Tempel"),
        "earthquake": ("earthquake", "Erdbeben"),
    },
    plurals={
        "god": ("gods", "Götter"),
        "pharaoh": ("pharaohs", "Pharaonen"),
        "funeral": ("funerals", "Begräbnisse"),
        "flood": ("floods", "Überschwemmungen"),
        "drought": ("droughts", "Dürren"),
        "fortress": ("fortresses", "Festungen"),
        "obelisk": ("obelisks", "Obelisken"),
        "palace": ("palaces", "Paläste"),
        "pyramid": ("pyramids", "Pyramiden"),
        "sphinx": ("sphinxes", "Sphinxe"),
        "step-pyramid": ("step pyramids", "Stufenpyramiden"),
        "temple": ("temples", "Tempel"),
        "earthquake": ("earthquakes", "Erdbeben"),
    },
)


class Components(Struct, frozen=True):
    """The numbers that a match is played with."""

    row_spaces: int
    ra_spaces: dict[int, int]
    start_points: int
    tiles: dict[str, int]
    suns: dict[int, tuple[str, ...]]


def stack(text: str) -> tuple[int, ...]:
    """A stack of suns as numbers, smallest first."""
    return tuple(sorted(int(sun) for sun in text.split("-")))


@cache
def printed() -> dict[str, Any]:
    """The data file as it is."""
    return tomllib.loads(files(__package__).joinpath("data.toml").read_text("utf-8"))


def checked(raw: dict[str, Any]) -> Components:
    """The effective numbers, if a match can be played with them."""
    data = Components(
        row_spaces=raw["row"]["spaces"],
        ra_spaces={int(n): spaces for n, spaces in raw["ra_row"].items()},
        start_points=raw["points"]["start"],
        tiles=raw["tiles"],
        suns={int(n): tuple(stacks) for n, stacks in raw["suns"].items()},
    )
    if not 1 <= data.row_spaces <= 20 or min(data.ra_spaces.values()) < 1:
        raise BadData("ra.row.spaces is 1 to 20, and ra.ra_row at least 1")
    if min(data.tiles.values()) < 0 or data.tiles["ra"] < 3 * max(data.ra_spaces.values()):
        raise BadData("ra.tiles: no number below 0, and Ra tiles for three full Ra rows, or the pile could run dry")
    if max(data.tiles.values()) > MOST_OF_A_KIND or data.tiles["god"] > MOST_NAMED:
        raise BadData(
            f"ra.tiles: at most {MOST_OF_A_KIND} of a kind, and {MOST_NAMED} gods, as an order can name tiles"
        )
    for players, stacks in data.suns.items():
        check_suns(players, stacks)
    return data


def check_suns(players: int, stacks: tuple[str, ...]) -> None:
    """Each player one stack, all of one size, no sun twice, the 1 free for the middle."""
    try:
        suns = [stack(text) for text in stacks]
    except (ValueError, AttributeError):
        raise BadData(f"ra.suns.{players}: write each stack like 13-8-5-2") from None
    every = [sun for one in suns for sun in one]
    if len(suns) != players or len({len(one) for one in suns}) != 1 or len(set(every)) < len(every):
        raise BadData(f"ra.suns.{players}: {players} stacks of one size, no sun twice")
    if min(every) < 2 or max(every) > HIGHEST_SUN:
        raise BadData(f"ra.suns.{players}: none below 2, for the 1 lies in the middle, and none above {HIGHEST_SUN}")


def components(raw: dict[str, Any]) -> list[Component]:
    """The rows for `pbem games show ra`."""
    about = raw["about"]
    groups = {name: rows for name, rows in raw.items() if name != "about"}
    return [
        Component(group, name, ", ".join(value) if isinstance(value, list) else str(value), **about)
        for group, rows in groups.items()
        for name, value in rows.items()
    ]
