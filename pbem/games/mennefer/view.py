"""What a seat, or a spectator, may know of a match of Men-Nefer, and a table imagined from it.

All boards are open. Nobody knows the order of the draw pile, of the quarry, of bags and piles of contracts, and the
board does not hold it: chance falls when a thing is first seen. What is still in them is the rest of what everybody
has seen. So everything on the board is public.
"""

from __future__ import annotations

from msgspec import Struct

from pbem.engine.game import Seat
from pbem.games.mennefer.acts import Acts
from pbem.games.mennefer.board import GAP, Board, Table
from pbem.games.mennefer.data import HOUSES, City, Contract, Craft, GreatSpace, ObeliskStep, Papyrus, Tomb
from pbem.games.mennefer.events import Tally
from pbem.games.mennefer.scoring import tally
from pbem.games.mennefer.steps import (
    Boats,
    Climbing,
    Covered,
    Dropping,
    Effects,
    EndTurn,
    Eras,
    Hauling,
    Laying,
    Leaving,
    LyingDown,
    Placing,
    Position,
    Priestesses,
    QueensPyramid,
    RowAction,
    Sowing,
    TrackSpace,
    Turn,
)
from pbem.games.mennefer.steps.base import Choice
from pbem.games.mennefer.steps.turn import cost

AnyStep = (
    Eras | Sowing | Turn | TrackSpace | RowAction | EndTurn | Effects | Hauling | Position | Covered | QueensPyramid
    | Laying | Priestesses | Placing | LyingDown | Climbing | Boats | Leaving | Dropping
)  # fmt: skip


class Insight(Struct, frozen=True):
    """What follows from a player's board, worked out for the report."""

    tally: Tally
    """What a harvest would give now."""
    fulfilled: tuple[str, ...]
    """Open contracts whose conditions hold now."""
    glyphs: tuple[str, ...]
    """Glyphs still to come, the next one first."""
    spaces: tuple[tuple[int, ...], ...]
    """By level of the own pyramid: the PP of the spaces without a craft, from the left."""


class Print(Struct, frozen=True):
    """The printed sides of what lies there, and costs that follow from it."""

    houses: dict[str, tuple[Acts, ...]]
    sun: dict[str, int]
    """Food for the next apprentice on the Sun side of a house."""
    moon: dict[str, int]
    tablets: dict[str, Acts]
    glyphs: dict[str, str]
    """Of every tablet."""
    bonuses: tuple[Acts, ...]
    """For each hieroglyph."""
    rows: tuple[Acts, ...]
    row_food: tuple[int, ...]
    papyri: dict[str, Papyrus]
    papyrus_heka: tuple[int, ...]
    space_heka: tuple[int, ...]
    crafts: dict[str, Craft]
    craft_food: tuple[int, ...]
    base: dict[str, str]
    queens: tuple[str, ...]
    tile_places: tuple[str, ...]
    tiles: dict[str, Acts]
    tile_pp: dict[str, int]
    cap: int
    """The most food or heka."""
    tombs: dict[str, Tomb]
    """All spaces: a sarcophagus scores the tiles of its row and column."""
    activations: tuple[int, ...]
    """Of mastaba tiles, by level of the space."""
    offerings: dict[str, tuple[int, Acts]]
    """Free spaces of the temple with their room; likewise pedestals with their level."""
    pedestals: dict[str, tuple[int, Acts]]
    deity: Acts
    benefits: dict[str, Acts]
    """By city."""
    contracts: dict[str, Contract]
    contract_places: int
    city_spaces: int
    """For contracts, in each city."""
    great: tuple[GreatSpace, ...]
    hammers: tuple[int, ...]
    great_end: int
    """Favours for each step beyond the end; likewise at the top of the obelisk."""
    queens_track: tuple[bool, ...]
    queens_levels: int
    permission_spaces: int
    obelisk: tuple[ObeliskStep, ...]
    obelisk_end: int
    room_costs: tuple[int, ...]
    sections: tuple[int, ...]
    fishing_boats: tuple[int, ...]
    cities: dict[str, City]
    duat: int
    marks: tuple[int, ...]


class View(Struct, frozen=True):
    """The table as everybody sees it."""

    seat: Seat | None
    board: Board
    insights: tuple[Insight, ...]
    print: Print
    steps: tuple[AnyStep, ...]
    asked: tuple[str, ...]
    """What the open question is about."""
    later: tuple[tuple[str, ...], ...]
    """What the questions are about that wait behind it in this turn, the next one first."""


def view(t: Table, seat: Seat | None) -> View:
    """Everything that lies open."""
    open_ones = [tuple(step.asked(t)) for step in reversed(t.stack) if isinstance(step, Choice)]
    return View(
        seat=seat,
        board=t.board.clone(),
        insights=tuple(insight(t, one) for one in range(t.seats)),
        print=printed(t),
        steps=tuple(t.stack),  # type: ignore[arg-type]  # these are all its steps
        asked=open_ones[0] if open_ones else (),
        later=tuple(open_ones[1:]),
    )


def insight(t: Table, seat: Seat) -> Insight:
    """A harvest now, contracts that would be met, and the glyphs that are wanted."""
    b, numbers = t.board, t.data.value
    player = b.players[seat]
    would = tally(b, numbers, seat)
    spaces = tuple(pp[len(row) :] for pp, row in zip(numbers.craft_pp, player.crafts, strict=True))
    return Insight(would, would.met, numbers.boards[player.board][player.glyphs :], spaces)


def shown(b: Board) -> tuple[list[str], list[str], list[str], list[str]]:
    """The tablets, crafts, papyri and contracts that can be seen."""
    tablets = {one for player in b.players for one in player.tablets} | {*b.row, *b.queue[:1]}
    crafts = {*b.crafts, *(one for player in b.players for one in player.owned())}
    papyri = {*b.papyri, *(one for player in b.players for one in player.papyri)}
    cards = {one for player in b.players for one in player.contracts + player.met}
    cards |= {one for city in b.cities.values() for one in city} | set(b.gone)
    return sorted(tablets - {GAP}), sorted(crafts - {GAP}), sorted(papyri - {GAP}), sorted(cards)


def printed(t: Table) -> Print:
    """What is printed on what can be seen."""
    b, numbers = t.board, t.data.value
    tablets, crafts, papyri, cards = shown(b)
    return Print(
        houses=numbers.houses,
        sun={house: cost(t, b.on_sun(house)) for house in HOUSES},
        moon={house: cost(t, b.on_moon(house)) for house in HOUSES},
        tablets={one: numbers.tablets[one].act for one in tablets},
        glyphs={one: tablet.glyph for one, tablet in numbers.tablets.items()},
        bonuses=numbers.bonuses,
        rows=tuple(row.act for row in numbers.rows),
        row_food=tuple(row.food for row in numbers.rows),
        papyri={one: numbers.papyri[one] for one in papyri},
        papyrus_heka=numbers.papyrus_heka,
        space_heka=numbers.space_heka,
        crafts={one: numbers.crafts[one] for one in crafts},
        craft_food=numbers.craft_food,
        base=numbers.base,
        queens=numbers.queens,
        tile_places=numbers.tile_places,
        tiles={one: numbers.mastabas[one].act for one in b.mastabas},
        tile_pp={one: numbers.mastabas[one].pp for one in b.mastabas},
        cap=numbers.start["cap"],
        tombs=numbers.tombs,
        activations=numbers.activations,
        offerings={name: (one.room, one.act) for name, one in numbers.offerings.items() if name not in b.temple},
        pedestals={name: (one.level, one.act) for name, one in numbers.pedestals.items() if name not in b.pedestals},
        deity=numbers.deities[b.deity],
        benefits={city: numbers.benefits[token] for city, token in b.benefits.items()},
        contracts={one: numbers.contracts[one] for one in cards},
        contract_places=numbers.contract_places,
        city_spaces=numbers.city_spaces[t.seats],
        great=numbers.great,
        hammers=numbers.hammers[t.seats],
        great_end=numbers.great_end,
        queens_track=numbers.queens_track,
        queens_levels=numbers.queens_levels,
        permission_spaces=numbers.permission_spaces[t.seats],
        obelisk=numbers.obelisk,
        obelisk_end=numbers.obelisk_end,
        room_costs=numbers.room_costs,
        sections=numbers.sections,
        fishing_boats=numbers.fishing_boats,
        cities=numbers.cities,
        duat=numbers.duat,
        marks=numbers.marks,
    )


def imagine(t: Table, seen: View) -> None:
    """Nothing needs to be guessed: the board holds no order that nobody knows."""
    t.board = seen.board.clone()
    t.stack = list(seen.steps)
