"""What lies on the table of Ankh, and small questions about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine import game
from pbem.engine.game import Seat
from pbem.games.ankh.data import LAKE_RIVER, Components
from pbem.games.ankh.hexes import Hexes
from pbem.games.ankh.land import Land, divided
from pbem.games.ankh.names import ROOMS, kind_of

NOBODY = -1
"""Stands where no god is meant: a neutral monument, a tie-breaker in the box."""


class Figure(Struct, frozen=True, gc=False):
    """A figure on the board. `name` is short and unique for its god: g, w3, sa1."""

    god: int
    name: str
    sun: int = 0
    """Of a radiant figure of Ra: 1."""
    face: int = 0
    """Of a Giant Scorpion: the first of the two directions that it faces."""

    @property
    def kind(self) -> str:
        """What figure it is."""
        return kind_of(self.name)


class Monument(Struct, frozen=True, gc=False):
    """A monument on the board."""

    kind: str
    god: int = NOBODY


class God(Struct, frozen=True):
    """A god with the dashboard before it. Known by the seat of its (after a merge: the higher god's) player."""

    keys: tuple[str, ...]
    """The god; after a merge also the lower one, whose unique power works as well."""
    state: str
    """playing, merged (into another god) or forgotten."""
    devotion: int
    arrived: int
    """When its token came to its space: the later one lies on top and counts as more."""
    followers: int
    pool: tuple[str, ...]
    """Names of the figures that can be summoned."""
    powers: tuple[str, ...]
    hand: tuple[str, ...]
    used: tuple[str, ...]
    tokens: int
    """Ankh tokens left for monuments."""
    priests: tuple[int, ...] = (0, 0, 0, 0, 0)
    """In the pool, and in each room."""
    agenda: tuple[str, ...] = ()
    agenda_used: tuple[str, ...] = ()
    trapped: tuple[tuple[int, str], ...] = ()
    """Anubis: whose warriors, and which."""
    suns: int = 0
    portals: tuple[str, ...] = ()
    eyes: tuple[str, ...] = ()
    """Horus: a space of each region that he watches."""
    second: int = 0
    """Amun: 1 while he may still play two cards in this conflict."""
    cats: tuple[str, ...] = ()
    """Bastet: the monuments where her cats lie; what each is worth is secret."""

    def order(self) -> tuple[int, int]:
        """Where it stands in devotion."""
        return self.devotion, self.arrived

    def priests_in(self, room: str) -> int:
        """How many priests it has in a room."""
        return self.priests[ROOMS.index(room) + 1]


class Plan(Struct, frozen=True, gc=False):
    """A card (of Amun perhaps two, with a plus between) and a bid, given ahead for a region of the next conflict."""

    region: int
    card: str
    bid: int = NOBODY


class Battle(Struct, frozen=True):
    """The battle that is fought now."""

    region: int
    gods: tuple[int, ...]
    double: int = NOBODY
    """Amun, when he has announced two cards."""
    banned: str = ""
    banner: int = NOBODY
    """Horus, when he has banned a card for the others."""
    cards: dict[int, tuple[str, ...]] = {}
    """Face up, by god."""
    killed: dict[int, int] = {}
    """Figures lost in this battle, by the god they counted for."""
    strength: dict[int, int] = {}
    winner: int = NOBODY
    figures: dict[int, int] = {}
    """Figures at the resolution, by god."""


class Secrets(Struct):
    """What not everybody may know."""

    cats: dict[int, tuple[int, ...]]
    """What Bastet's cats are worth, by god, in the order of their monuments."""
    plans: dict[int, tuple[Plan, ...]]
    """Answers given ahead, by god."""

    def clone(self) -> Secrets:
        """Secrets of their own."""
        return Secrets(dict(self.cats), dict(self.plans))


class Court(Struct, frozen=True):
    """The palace and its pharaoh; without the expansion nobody reigns."""

    pharaoh: str = ""
    space: str = ""
    """Where he stands; empty before he is placed and after his death."""
    tokens: int = 0
    """On Tutankhamun."""
    dead: int = 0
    infantry: tuple[str, ...] = ()
    infantry_left: int = 0
    display: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    """Agenda cards that left the game."""


class Board(Struct):
    """The board in the middle and the dashboards around it."""

    gods: list[God]
    god_of: tuple[int, ...]
    """By seat: the god that this player plays; partners of a merged god share one."""
    first: Seat
    active: Seat
    figures: dict[str, Figure]
    monuments: dict[str, Monument]
    supply: dict[str, int]
    camels: tuple[str, ...]
    order: tuple[str, ...]
    """One space of each region, by order number."""
    guardian_set: tuple[str, ...]
    guardians: tuple[str, ...]
    """Names of the guardians that nobody has yet."""
    markers: dict[str, int]
    event: int
    """Events that have happened."""
    conflicts: int
    tie_breaker: int
    clock: int
    battle: Battle | None
    ended: str
    court: Court
    deck: list[str]
    """Agenda cards that nobody has seen: chance falls when one is turned up."""
    secrets: Secrets

    def clone(self) -> Board:
        """A board of its own; values are shared."""
        return Board(
            self.gods[:], self.god_of, self.first, self.active, dict(self.figures), dict(self.monuments),
            dict(self.supply), self.camels, self.order, self.guardian_set, self.guardians, dict(self.markers),
            self.event, self.conflicts, self.tie_breaker, self.clock, self.battle, self.ended, self.court,
            self.deck[:], self.secrets.clone(),
        )  # fmt: skip

    def playing(self) -> list[int]:
        """The gods that are still worshipped, least devotion first."""
        alive = [g for g, god in enumerate(self.gods) if god.state == "playing"]
        return sorted(alive, key=lambda g: self.gods[g].order())

    def humble_first(self, gods: tuple[int, ...]) -> list[int]:
        """Reverse order of devotion: the least first."""
        return sorted(gods, key=lambda g: self.gods[g].order())

    def decider(self, god: int) -> Seat:
        """Who answers for a god: the partner on turn, otherwise the (higher) god's own player."""
        return self.active if self.god_of[self.active] == god else god

    def seats_of(self, god: int) -> tuple[Seat, ...]:
        """The players of a god."""
        return tuple(seat for seat, other in enumerate(self.god_of) if other == god)

    def has(self, god: int, power: str) -> bool:
        """Whether a god has unlocked a power."""
        return power in self.gods[god].powers

    def is_god(self, god: int, key: str) -> bool:
        """Whether a unique power works for a god."""
        return key in self.gods[god].keys

    def owner_of(self, key: str) -> int:
        """The playing god with this unique power."""
        return next((g for g, god in enumerate(self.gods) if key in god.keys and god.state == "playing"), NOBODY)

    def change(self, god: int, **facts: object) -> None:
        """Puts a new dashboard in the place of the old one."""
        self.gods[god] = replace(self.gods[god], **facts)

    def own(self, god: int) -> dict[str, str]:
        """The figures of a god on the board: name -> space, by name."""
        mine = {figure.name: space for space, figure in self.figures.items() if figure.god == god}
        return dict(sorted(mine.items(), key=lambda item: by_name(item[0])))

    def monuments_of(self, god: int, kind: str = "") -> list[str]:
        """The monuments of a god; a sphinx counts as every kind."""
        return sorted(
            space for space, m in self.monuments.items() if m.god == god and (not kind or m.kind in (kind, "sphinx"))
        )

    def god_space(self, god: int) -> str:
        """Where the god itself stands."""
        return next(space for space, figure in self.figures.items() if figure.god == god and figure.name == "g")


Table: TypeAlias = game.Table[Board, Components]


def by_name(name: str) -> tuple[int, str]:
    """The god first, then warriors, then guardians."""
    return (0 if name == "g" else 1 if name[0] == "w" else 2), name


def hexes_of(t: Table) -> Hexes:
    """The printed map of a match."""
    return t.data.value.lake if t.options["lake_edge"] == LAKE_RIVER else t.data.value.hexes


def land_of(t: Table) -> Land:
    """The land as it is divided now."""
    return divided(hexes_of(t), t.board.camels, t.board.order)


def number(t: Table, block: str, row: str) -> int:
    """A printed number."""
    return t.data.value.numbers[block][row]


def free(t: Table, space: str, god: int = NOBODY) -> bool:
    """Whether a piece can be put on a space of land: one piece a space; only Osiris' figures enter his portals."""
    b = t.board
    if space in b.figures or space in b.monuments or space not in hexes_of(t).land:
        return False
    if space == b.court.space or space in b.court.infantry:
        return False
    return not any(space in other.portals for g, other in enumerate(b.gods) if g != god)


def water_free(t: Table, space: str) -> bool:
    """Whether a water space is empty."""
    return space in hexes_of(t).water and space not in t.board.figures


def region_of(t: Table, space: str) -> int:
    """The region of a space of land."""
    return land_of(t).of[space][0]


def region_spaces(t: Table, region: int) -> list[str]:
    """Empty land of a region, in reading order."""
    return [space for space in land_of(t).regions[region] if free(t, space)]


def sides(t: Table, region: int) -> dict[int, list[str]]:
    """In a conflict: the figures of a region by the god for whom they count."""
    found: dict[int, list[str]] = {}
    for space, god in allegiances(t, land_of(t).spaces(region)).items():
        found.setdefault(god, []).append(space)
    return found


def allegiances(t: Table, spaces: Iterable[str]) -> dict[str, int]:
    """In a conflict: for which god the figures on these spaces count. Set's neighbours, but no god, count for him."""
    b = t.board
    lord = b.owner_of("set")
    drawn = land_of(t).near[b.god_space(lord)] if lord != NOBODY else ()
    here = ((space, b.figures[space]) for space in spaces if space in b.figures)
    return {space: lord if one.name != "g" and space in drawn else one.god for space, one in here}
