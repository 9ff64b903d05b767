"""Gives the data file its types and checks that a match can be played with it: counts, vocabulary, ranges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.engine.errors import BadData
from pbem.games.mennefer.acts import Acts, leaves, read
from pbem.games.mennefer.data import (
    APPRENTICES,
    FAVOURS,
    HOUSES,
    KINDS,
    LEVELS,
    PERMISSIONS,
    PLAYERS,
    POSITIONS,
    City,
    Contract,
    Craft,
    GreatSpace,
    Neutral,
    Numbers,
    ObeliskStep,
    Offering,
    Papyrus,
    Pedestal,
    Row,
    Tablet,
    Tile,
    Tomb,
    acted,
    by_players,
    check_status,
    no_mastaba,
    passed,
    printed,
    rows,
    ways,
)
from pbem.games.mennefer.names import CRAFT_KINDS, DRAWINGS, GLYPHS, QUEENS, TILE_PLACES

TYPES = (1, 2, 3, 4)
ROW = 5
"""Tablets beside the board."""
LOWEST, HIGHEST = -5, 30
"""Of any number in the data; only a row of tablets may have one below 0, which is a cost."""
ROOMS = 4
"""Of the temple."""
MARKET = 4
"""Places of each market, as orders number them."""
MOST_FAVOURS = 9
"""That can be chosen at once."""
RESOURCES = 10
"""The most food or heka."""


def checked(raw: dict[str, Any]) -> Numbers:
    """The effective numbers, if a match can be played with them."""
    check_status(raw, "mennefer")
    check_items(raw, printed())
    check_ranges(raw)
    numbers = Numbers(**beside_the_board(raw), **pyramids(raw), **places(raw), **river(raw), **goods(raw))
    check_names(numbers)
    for rule, holds in {**tablet_rules(numbers), **board_rules(numbers), **river_rules(numbers)}.items():
        if not holds:
            raise BadData(f"mennefer.{rule}")
    return numbers


def check_names(numbers: Numbers) -> None:
    """Reports can only tell, and orders only name, what is called something in both languages."""
    drawings = [half for papyrus in numbers.papyri.values() for half in (papyrus.left, papyrus.right)]
    for path, names, known in (
        ("tablets: glyph", [tablet.glyph for tablet in numbers.tablets.values()], GLYPHS),
        ("personal_boards: glyphs", [glyph for board in numbers.boards.values() for glyph in board], GLYPHS),
        ("papyri.tiles: left and right", drawings, DRAWINGS),
        ("crafts.tiles: kind", [craft.kind for craft in numbers.crafts.values()], CRAFT_KINDS),
        ("queens_pyramids.names", numbers.queens, QUEENS),
        ("necropolis.tile_places", numbers.tile_places, TILE_PLACES.entries),
    ):
        strange = next((name for name in names if name not in known), None)
        if strange is not None:
            raise BadData(f"mennefer.{path}: {strange!r} is none of {', '.join(known)}")


def beside_the_board(raw: dict[str, Any]) -> dict[str, Any]:
    """Houses, tablets and personal boards."""
    own = raw["personal_boards"]
    return {
        "start": {**raw["start"], "food": tuple(raw["start"]["food"])},
        "cost": tuple(raw["apprentices"]["cost"]),
        "unpaid": raw["apprentices"]["unpaid"],
        "houses": {house: tuple(acted(raw["houses"][house], f"houses.{house}").values()) for house in HOUSES},
        "tablets": {
            name: Tablet(row["type"], row["glyph"], read(row["act"], f"mennefer.tablets.{name}"))
            for name, row in rows(raw["tablets"]).items()
        },
        "rows": tuple(
            Row(row["food"], read(row["act"], f"mennefer.tablet_row.{name}"))
            for name, row in rows(raw["tablet_row"]).items()
        ),
        "boards": {name: tuple(row["glyphs"]) for name, row in rows(own).items()},
        "bonuses": tuple(read([bonus], "mennefer.personal_boards.bonuses") for bonus in own["bonuses"]),
        "contract_places": own["contract_spaces"],
    }


def pyramids(raw: dict[str, Any]) -> dict[str, Any]:
    """The Great Pyramid and those of the queens."""
    great, queens = raw["great_pyramid"], raw["queens_pyramids"]
    track = great["track"].values()
    return {
        "great": tuple(GreatSpace(space["build"], space["favour"], space["seal"]) for space in track),
        "hammers": by_players(great["hammers"]),
        "base": great["base"],
        "prebuilt": by_players(great["prebuilt"]),
        "pieces": tuple(tuple(sorted(pieces)) for pieces in great["pieces"].values()),
        "pyramidion": great["pyramidion"],
        "great_end": great["end"],
        "queens": tuple(queens["names"]),
        "queens_track": tuple(queens["track"]),
        "queens_levels": queens["levels"],
        "queens_prebuilt": by_players(queens["prebuilt"]),
        "permission_spaces": by_players(queens["permission_spaces"]),
        "queens_tiles": {name: per for name, per in raw["queens_tiles"].items() if isinstance(per, int)},
    }


def places(raw: dict[str, Any]) -> dict[str, Any]:
    """Necropolis, temple, obelisk, pedestals, the Duat, deities."""
    tombs, temple, obelisk = raw["necropolis"], raw["temple"], raw["obelisk"]
    tomb_acts, offering_acts = acted(tombs["spaces"], "necropolis.spaces"), acted(temple["spaces"], "temple.spaces")
    pedestal_acts, mastaba_acts = acted(raw["pedestals"], "pedestals"), acted(raw["mastaba_tiles"], "mastaba_tiles")
    no_mastaba(mastaba_acts, "mastaba_tiles")
    return {
        "activations": tuple(tombs["activations"]),
        "tile_places": tuple(tombs["tile_places"]),
        "tombs": {
            name: Tomb(row["level"], row["row"], row["column"], tomb_acts[name])
            for name, row in tombs["spaces"].items()
        },
        "mastabas": {name: Tile(mastaba_acts[name], row["pp"]) for name, row in rows(raw["mastaba_tiles"]).items()},
        "room_costs": tuple(temple["costs"]),
        "offerings": {name: Offering(row["room"], offering_acts[name]) for name, row in temple["spaces"].items()},
        "obelisk": tuple(ObeliskStep(row["deity"], row["heka"], row["seal"]) for row in obelisk["track"].values()),
        "obelisk_end": obelisk["end"],
        "pedestals": {
            name: Pedestal(row["level"], row["area"], pedestal_acts[name])
            for name, row in rows(raw["pedestals"]).items()
        },
        "duat": raw["duat"]["length"],
        "marks": tuple(raw["duat"]["marks"]),
        "deities": acted(raw["deities"], "deities"),
        "neutrals": {name: neutral(row) for name, row in rows(raw["neutral_tiles"]).items()},
    }


def neutral(row: dict[str, Any]) -> dict[int, Neutral]:
    """The two sides of a placement tile."""
    return {players: Neutral(tuple(row[str(players)]["sun"]), tuple(row[str(players)]["moon"])) for players in (2, 3)}


def river(raw: dict[str, Any]) -> dict[str, Any]:
    """The Nile, its cities and contracts."""
    nile = raw["nile"]
    cities = {name: City(row["value"], row["entry"], row["exit"]) for name, row in nile["cities"].items()}
    lines, sections = tuple(nile["fishing_boats"]), tuple(nile["food"])
    if not all(0 <= city.entry < len(sections) and 0 <= city.exit < len(sections) for city in cities.values()):
        raise BadData(f"mennefer.nile.cities: entry and exit are sections from 0 to {len(sections) - 1}")
    return {
        "sections": sections,
        "fishing_boats": lines,
        "city_spaces": by_players(nile["contract_spaces"]),
        "cities": cities,
        "benefits": acted(raw["city_benefits"], "city_benefits"),
        "contracts": {
            name: Contract(row["value"], row["kind"], tuple(row["need"]))
            for name, row in rows(raw["contracts"]).items()
        },
        "ways": ways(len(sections), cities),
        "passed": passed(len(sections), cities, lines),
    }


def goods(raw: dict[str, Any]) -> dict[str, Any]:
    """Papyri, crafts and their markets."""
    crafts, papyri, markets = raw["crafts"], raw["papyri"], raw["markets"]
    return {
        "space_heka": tuple(papyri["space_heka"]),
        "papyri": {name: Papyrus(row["left"], row["right"]) for name, row in papyri["tiles"].items()},
        "craft_levels": tuple(crafts["levels"]),
        "craft_pp": tuple(tuple(level) for level in crafts["pp"]),
        "crafts": {name: Craft(row["kind"], craft_acts(row, name)) for name, row in crafts["tiles"].items()},
        "craft_food": tuple(markets["craft_food"]),
        "papyrus_heka": tuple(markets["papyrus_heka"]),
    }


def craft_acts(row: dict[str, Any], name: str) -> tuple[Acts, ...]:
    """Its actions for the levels I, II and III."""
    return tuple(read(row[level], f"mennefer.crafts.tiles.{name}.{level}") for level in ("I", "II", "III"))


def check_items(block: dict[str, Any], model: dict[str, Any], path: str = "mennefer.") -> None:
    """Whatever stands in a list is of the kind that stands there in the data file."""
    for name, value in block.items():
        if isinstance(value, dict):
            check_items(value, model[name], f"{path}{name}.")
        if isinstance(value, list):
            kinds = {type(item) for item in model[name]} or {int}
            wrong = next((item for item in value if type(item) not in kinds), None)
            if wrong is not None:
                raise BadData(f"{path}{name} is a list of {kinds.pop().__name__}, and {wrong!r} is none")


def check_ranges(block: dict[str, Any], path: str = "mennefer.") -> None:
    """No number is far from what a board game has."""
    for name, value in block.items():
        lowest = LOWEST if path.startswith("mennefer.tablet_row.") else 0
        if isinstance(value, dict):
            check_ranges(value, f"{path}{name}.")
        for number in value if isinstance(value, list) else [value]:
            if isinstance(number, int) and not lowest <= number <= HIGHEST:
                raise BadData(f"{path}{name} is from {lowest} to {HIGHEST}, not {number}")


def tablet_rules(numbers: Numbers) -> dict[str, bool]:
    """Enough of each type for everybody, a row of five that somebody without food can use, a bonus for each glyph."""
    types = [tablet.type for tablet in numbers.tablets.values()]
    enough = all(types.count(kind) >= PLAYERS[-1] for kind in TYPES[:3])
    return {
        "tablets: types are 1, 2, 3 and 4": set(types) <= set(TYPES),
        "tablets: at least 4 of type 1, 2 and 3, one for each player": enough,
        "tablets: more than 17, or the pile could run dry": len(types) > PLAYERS[-1] * APPRENTICES + ROW,
        "tablet_row has 5 rows": len(numbers.rows) == ROW,
        "tablet_row: the last row costs nothing, or somebody could be stuck": numbers.rows[-1].food >= 0,
        "personal_boards: a bonus for each glyph": max(map(len, numbers.boards.values())) <= len(numbers.bonuses),
        "apprentices.cost has 4 numbers": len(numbers.cost) == PLAYERS[-1],
        "start.food has 4 numbers": len(numbers.start["food"]) == PLAYERS[-1],
        "start: food and heka are at most cap, and cap is at most 10": start_fits(numbers.start),
    }


def start_fits(start: dict[str, Any]) -> bool:
    """Whether nobody begins with more than there can be."""
    return bool(max([*start["food"], start["heka"]]) <= start["cap"] <= RESOURCES)


def board_rules(numbers: Numbers) -> dict[str, bool]:
    """Pyramids, necropolis, temple and houses fit together."""
    favours = {*numbers.base.values(), *(piece for pieces in numbers.pieces for piece in pieces)}
    tombs, tiles = numbers.tombs.values(), set(numbers.tile_places)
    neutrals = {house for tile in numbers.neutrals.values() for side in tile.values() for house in side.sun + side.moon}
    rooms = range(1, len(numbers.room_costs) + 1)
    return {
        f"great_pyramid: positions a to d, favours {', '.join(FAVOURS)}": favours <= set(FAVOURS),
        "great_pyramid: 4 pieces on each of 3 levels": [len(pieces) for pieces in numbers.pieces] == [4, 4, 4],
        "great_pyramid.prebuilt is a position or empty": set(numbers.prebuilt.values()) <= {"", *POSITIONS},
        "great_pyramid.pyramidion is from 1 to 4": 1 <= numbers.pyramidion <= len(POSITIONS),
        "great_pyramid.track: at most 9 favours": max(space.favour for space in numbers.great) <= MOST_FAVOURS,
        "great_pyramid.end and obelisk.end: at most 1": max(numbers.great_end, numbers.obelisk_end) <= 1,
        "queens_pyramids.names: each of the three once": sorted(numbers.queens) == sorted(QUEENS),
        "queens_tiles: 1 or more": min(numbers.queens_tiles.values()) >= 1,
        "queens_pyramids: too few levels or permission spaces": all(map(numbers_fit(numbers), PLAYERS)),
        "necropolis.spaces: level 1 to 3": all(tomb.level in LEVELS for tomb in tombs),
        "necropolis.tile_places: none twice": len(tiles) == len(numbers.tile_places),
        "necropolis.spaces: row and column are tile_places": all({tomb.row, tomb.column} <= tiles for tomb in tombs),
        "necropolis.activations has 3 numbers": len(numbers.activations) == len(LEVELS),
        "necropolis.activations: 1 or more": min(numbers.activations, default=1) >= 1,
        "temple.costs has 4 numbers": len(numbers.room_costs) == ROOMS,
        "temple: rooms 1 to 4": all(space.room in rooms for space in numbers.offerings.values()),
        "temple.costs: 1 or more": min(numbers.room_costs, default=1) >= 1,
        "pedestals: level 1 to 3": all(pedestal.level in LEVELS for pedestal in numbers.pedestals.values()),
        f"neutral_tiles: houses are {', '.join(HOUSES)}": neutrals <= set(HOUSES),
        "duat.marks lie between the ends": all(1 <= mark < numbers.duat for mark in numbers.marks),
    }


def numbers_fit(numbers: Numbers) -> Callable[[int], bool]:
    """Whether every permission of so many players finds a level to build and a space beside it."""

    def fit(players: int) -> bool:
        left = len(numbers.queens) * (numbers.queens_levels - numbers.queens_prebuilt[players])
        room = numbers.permission_spaces[players] * len(numbers.queens)
        return min(PERMISSIONS, sum(numbers.queens_track)) * players <= min(left, room)

    return fit


def river_rules(numbers: Numbers) -> dict[str, bool]:
    """Contracts that can be laid out and read, markets that can be filled."""
    cards = numbers.contracts.values()
    return {
        "nile.cities: no exit before the entry": all(city.entry <= city.exit for city in numbers.cities.values()),
        "nile.cities: value 1 to 3": all(city.value in LEVELS for city in numbers.cities.values()),
        "markets have 4 prices each": len(numbers.craft_food) == len(numbers.papyrus_heka) == MARKET,
        f"contracts: kinds are {', '.join(KINDS)}": all(card.kind in KINDS for card in cards),
        "contracts: value 1 to 3, and something needed": all(card.value in LEVELS and card.need for card in cards),
        "contracts: too few of a value to begin": all(map(cards_suffice(numbers), LEVELS)),
        "city_benefits: one for each city": len(numbers.benefits) >= len(numbers.cities),
        "crafts: pp for each space of 3 levels": tuple(map(len, numbers.craft_pp)) == numbers.craft_levels,
        "city_benefits: none activates boats": not any(map(loops, numbers.benefits.values())),
    }


def cards_suffice(numbers: Numbers) -> Callable[[int], bool]:
    """Whether the cities of a value can be filled for any number of players."""

    def suffice(value: int) -> bool:
        cities = sum(city.value == value for city in numbers.cities.values())
        cards = sum(card.value == value for card in numbers.contracts.values())
        return cards >= cities * max(numbers.city_spaces.values())

    return suffice


def loops(acts: Acts) -> bool:
    """Whether a city would call the next boat in."""
    return any(leaf.do == "boats" and leaf.activate for leaf in leaves(acts))
