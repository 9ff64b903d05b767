"""The components of Ankh, from `data.toml` and an owner's corrections."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from pbem.engine.errors import BadData
from pbem.engine.game import Component
from pbem.games.ankh.hexes import FARTHEST, Hexes, edge, hexes
from pbem.games.ankh.land import divided
from pbem.games.ankh.names import ACTIONS, AGENDA, GUARDIANS, MONUMENTS, ROOMS

PLAYERS = range(2, 6)
LETTERS = {"g": "god", "w": "warrior", "o": "obelisk", "p": "pyramid", "t": "temple"}
EFFECTS = (
    "barge", "build", "escort", "exile", "followers", "march", "move-priest", "ordain", "per-fertile", "per-obelisk",
    "per-pyramid", "per-region", "per-temple", "recall", "rededicate", "summon-guardian", "summon-warrior",
    "swap-figures", "tax", "voice",
)  # fmt: skip
"""What an agenda card can do."""
EVENTS = ("control", "caravan", "conflict")
REGIONS = ("delta", "west", "east")
LAKE_RIVER = "river"
CONFLICTS = 5
"""After the third gods merge, after the fourth some are forgotten, the fifth is the last."""
LIMITS = {
    "turn.spaces": (1, FARTHEST),
    "caravan.order_tokens": (1, 8),
    "figures.warriors": (1, 6),
    "tokens.monuments": (1, 99),
    "palace.first_room": (1, len(ROOMS)),
    "palace.priests": (1, 3),
    "palace.throne_spaces": (0, FARTHEST),
    "ramses.spaces": (0, FARTHEST),
    "ramses.riddle_spaces": (1, FARTHEST),
    "tutankhamun.death_conflict": (1, CONFLICTS),
}
"""What a number can be where the rest of the game depends on it: by distances, rooms, and names of one digit."""
ANY = (0, 99)
"""For the others: nothing in the box is fewer than none, and no number is a mistyped year."""
COPIES = (0, 9)


class Piece(Struct, frozen=True):
    """A piece of a set-up; player 0 is nobody."""

    kind: str
    space: str
    player: int


class Setup(Struct, frozen=True):
    """A scenario for one number of players."""

    camels: tuple[str, ...]
    order: tuple[str, ...]
    """One space of each region, by order number."""
    pieces: tuple[Piece, ...]


class AgendaCard(Struct, frozen=True):
    """What an agenda card does."""

    copies: int
    when: str
    effect: str
    amount: int
    cost: int


class Components(Struct, frozen=True, eq=False):
    """What a match is played with."""

    hexes: Hexes
    lake: Hexes
    """The same map with a river on the doubtful edge of the lake."""
    base_regions: dict[str, str]
    tracks: dict[str, int]
    start_space: dict[int, int]
    events: tuple[str, ...]
    numbers: dict[str, dict[str, int]]
    """The blocks that hold nothing but numbers."""
    guardian_copies: dict[int, tuple[int, ...]]
    powers: dict[str, int]
    doors: frozenset[tuple[str, str]]
    pharaoh_tokens: dict[str, tuple[int, ...]]
    """The conflicts on which tokens of a pharaoh lie."""
    agenda: dict[str, AgendaCard]
    setups: dict[str, dict[int, Setup]]


@cache
def printed() -> dict[str, Any]:
    """The data file as it is."""
    return tomllib.loads(files(__package__).joinpath("data.toml").read_text("utf-8"))


def checked(raw: dict[str, Any]) -> Components:
    """The effective components, if a match can be played with them."""
    board = raw["board"]
    rivers = board["rivers"].split()
    check_board(board["rows"], rivers)
    printed_map = hexes(board["rows"], rivers)
    check_edges("ankh.board.lake_edge", printed_map, (board["lake_edge"],))
    numbers = {name: only_numbers(block) for name, block in raw.items() if name not in ("agenda", "scenario")}
    for name, block in numbers.items():
        check_numbers(name, block)
    data = Components(
        hexes=printed_map,
        lake=hexes(board["rows"], [*rivers, board["lake_edge"]]),
        base_regions=base_regions(board["regions"], printed_map),
        tracks=numbers["tracks"],
        start_space=by_players(numbers["start_space"]),
        events=tuple(raw["event_track"]["events"]),
        numbers=numbers,
        guardian_copies={n: copies(row) for n, row in by_players(raw["guardian_copies"]).items()},
        powers=numbers["powers"],
        doors=frozenset(door for text in raw["doors"]["rooms"] for door in doorway(text)),
        pharaoh_tokens={name: token_conflicts(name, raw[name]) for name in ("ramses", "tutankhamun")},
        agenda=agenda_cards(raw["agenda"]),
        setups={
            name: {int(n): setup(block) for n, block in players.items()} for name, players in raw["scenario"].items()
        },
    )
    check_tracks(data)
    for name, players in data.setups.items():
        for n, one in players.items():
            check_setup(f"ankh.scenario.{name}.{n}", n, one, data.hexes)
    return data


def only_numbers(block: Mapping[str, Any]) -> dict[str, int]:
    """The rows of a block that are numbers."""
    return {name: value for name, value in block.items() if isinstance(value, int)}


def by_players(block: Mapping[str, Any]) -> dict[int, Any]:
    """The rows of a block by number of players."""
    return {int(name): value for name, value in block.items() if name.isdigit()}


def check_numbers(name: str, block: Mapping[str, int]) -> None:
    """Numbers that the game can be played with."""
    for row, value in block.items():
        check_number(f"{name}.{row}", value, LIMITS.get(f"{name}.{row}", ANY))


def check_number(name: str, value: Any, limits: tuple[int, int]) -> None:
    """A whole number between two others."""
    least, most = limits
    if type(value) is not int or not least <= value <= most:
        raise BadData(f"ankh.{name} is {value}; it is a number from {least} to {most}")


def check_list(name: str, values: Sequence[Any], limits: tuple[int, int]) -> tuple[int, ...]:
    """Numbers that are all between two others."""
    for value in values:
        check_number(name, value, limits)
    return tuple(values)


def check_board(rows: list[str], rivers: list[str]) -> None:
    """Letters that are known, and rivers between spaces that lie side by side."""
    if len(rows) > 10 or not all(re.fullmatch(r"[fdw.]{1,11}", row) for row in rows):
        raise BadData("ankh.board.rows: up to 10 rows of up to 11 letters f, d, w or .")
    check_edges("ankh.board.rivers", hexes(rows, rivers), rivers)


def check_edges(path: str, board: Hexes, edges: Iterable[str]) -> None:
    """Each is named by two spaces side by side."""
    for one in edges:
        if one[2:] not in board.neighbours.get(one[:2], ()) or one != edge(one[:2], one[2:]):
            raise BadData(f"{path}: {one!r} is no edge of two spaces, the first in the alphabet first")


def base_regions(texts: Sequence[str], board: Hexes) -> dict[str, str]:
    """Delta, West and East, each by one of its spaces."""
    found = dict(text.partition(" ")[::2] for text in texts)
    path = "ankh.board.regions"
    if tuple(found) != REGIONS:
        raise BadData(f"{path}: {', '.join(REGIONS)}, each with one of its spaces")
    check_regions(path, (), tuple(found.values()), board)
    return found


def check_regions(path: str, camels: tuple[str, ...], order: tuple[str, ...], board: Hexes) -> None:
    """The spaces name each region once."""
    if not board.land.issuperset(order):
        raise BadData(f"{path}: names spaces of land")
    land = divided(board, camels, order)
    if sum(map(len, land.regions.values())) != len(board.land) or any(len(land.of[s]) != 1 for s in board.land):
        raise BadData(f"{path}: exactly one space of each region")


def copies(row: Sequence[Any]) -> tuple[int, ...]:
    """Guardians of the three levels."""
    if len(row) != len(GUARDIANS):
        raise BadData(f"ankh.guardian_copies: {len(GUARDIANS)} numbers, for levels 1, 2 and 3")
    return check_list("guardian_copies", row, COPIES)


def check_tracks(data: Components) -> None:
    """Five conflicts, the last one at the end, and a space to begin on for every number of players."""
    if not set(data.events) <= set(EVENTS) or data.events[-1:] != ("conflict",):
        raise BadData(f"ankh.event_track.events: {', '.join(EVENTS)}, and the last one is a conflict")
    if data.events.count("conflict") != CONFLICTS:
        raise BadData(f"ankh.event_track.events: {CONFLICTS} conflicts, no more and no fewer")
    if max(data.start_space.values()) > min(data.tracks[action] for action in ACTIONS) - 2:
        raise BadData("ankh.start_space: at least one space before the event of every track")
    if not all(1 <= level <= 3 for level in data.powers.values()):
        raise BadData("ankh.powers: levels are 1, 2 and 3")


def token_conflicts(name: str, block: Mapping[str, Any]) -> tuple[int, ...]:
    """The conflicts on which tokens of a pharaoh lie."""
    return check_list(f"{name}.token_conflicts", block["token_conflicts"], (1, CONFLICTS))


def doorway(text: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """A door, from both sides."""
    if not re.fullmatch(r"[1-4]-[1-4]", text) or text[0] == text[2]:
        raise BadData(f"ankh.doors.rooms: {text!r} is not two rooms like 1-2")
    one, other = ROOMS[int(text[0]) - 1], ROOMS[int(text[2]) - 1]
    return (one, other), (other, one)


def agenda_cards(block: Mapping[str, Any]) -> dict[str, AgendaCard]:
    """The deck; every effect is one that is known."""
    cards = {name: AgendaCard(**block[name]) for name in AGENDA}
    for name, card in cards.items():
        if card.effect not in EFFECTS or card.when not in ("any", *ACTIONS):
            raise BadData(
                f"ankh.agenda.{name}: effect is one of {', '.join(EFFECTS)}; when is any, {', '.join(ACTIONS)}"
            )
        if not (0 <= card.copies <= 20 and 0 <= card.amount <= 6 and 0 <= card.cost <= 20):
            raise BadData(f"ankh.agenda.{name}: copies and cost are 0 to 20, amount is 0 to 6")
    return cards


def setup(block: Mapping[str, str]) -> Setup:
    """A set-up in the form of the file."""
    pieces = []
    for text in block["pieces"].split():
        kind, space, player = (*text.split(":"), "0")[:3]
        if kind not in LETTERS or not player.isdigit():
            raise BadData(f"ankh.scenario: {text!r} is no piece; write kind:space or kind:space:player")
        pieces.append(Piece(LETTERS[kind], space, int(player)))
    return Setup(tuple(block["camels"].split()), tuple(block["order"].split()), tuple(pieces))


def check_setup(path: str, players: int, setup: Setup, board: Hexes) -> None:
    """Each piece alone on land; a god, a warrior and a monument for each player; one token for each region."""
    spaces = [piece.space for piece in setup.pieces]
    if not board.land.issuperset(spaces) or len(set(spaces)) < len(spaces):
        raise BadData(f"{path}.pieces: each piece stands alone on a space of land")
    for player in range(1, players + 1):
        kinds = sorted("monument" if p.kind in MONUMENTS else p.kind for p in setup.pieces if p.player == player)
        if kinds != ["god", "monument", "warrior"]:
            raise BadData(f"{path}.pieces: player {player} has one god, one warrior and one monument")
    check_edges(f"{path}.camels", board, setup.camels)
    check_regions(f"{path}.order", setup.camels, setup.order, board)


def components(raw: dict[str, Any]) -> list[Component]:
    """The rows for `pbem games show ankh`."""
    return [row for name, block in raw.items() for row in rows_of(name, block, block)]


def rows_of(group: str, block: Mapping[str, Any], about: Mapping[str, Any]) -> Iterator[Component]:
    """One row for each value; blocks inside a block have its status unless they have one of their own."""
    for name, value in block.items():
        if isinstance(value, dict):
            yield from rows_of(f"{group} {name}", value, {**about, **value})
        elif name not in ("status", "source"):
            text = ", ".join(map(str, value)) if isinstance(value, list) else " ".join(str(value).split())
            yield Component(group, name, text, about["status"], about["source"])
