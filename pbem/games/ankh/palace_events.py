"""What players are told of the pharaoh, his palace and the agenda."""

from __future__ import annotations

from pbem.engine.game import Event


class PharaohPlaced(Event, frozen=True, gc=False):
    """The pharaoh stands on the board."""

    god: int
    pharaoh: str
    space: str


class PharaohMoved(Event, frozen=True, gc=False):
    """The pharaoh was moved."""

    god: int
    space: str


class PharaohDied(Event, frozen=True, gc=False):
    """Tutankhamun left the board."""


class InfantryPlaced(Event, frozen=True, gc=False):
    """Infantry came to the board, or moved if `before` names a space."""

    god: int
    space: str
    before: str


class PriestPlaced(Event, frozen=True, gc=False):
    """A priest came to a room."""

    god: int
    room: str


class PriestsBack(Event, frozen=True, gc=False):
    """Priests went back to the pool."""

    god: int
    room: str
    count: int


class RoomWon(Event, frozen=True, gc=False):
    """A god has the majority in a room."""

    god: int
    room: str
    count: int


class AgendaTaken(Event, frozen=True, gc=False):
    """An agenda card was taken."""

    god: int
    card: str


class AgendaPlayed(Event, frozen=True, gc=False):
    """An agenda card was played."""

    god: int
    card: str


class AgendaRemoved(Event, frozen=True, gc=False):
    """An agenda card left the game."""

    god: int
    card: str


class AgendaShown(Event, frozen=True, gc=False):
    """Agenda cards were turned up."""

    cards: tuple[str, ...]


class Replaced(Event, frozen=True, gc=False):
    """A monument gave way to another."""

    god: int
    space: str
    before: str
    kind: str


class Recalled(Event, frozen=True, gc=False):
    """One used battle card is in hand again."""

    god: int
    card: str


PALACE_EVENTS = (
    PharaohPlaced,
    PharaohMoved,
    PharaohDied,
    InfantryPlaced,
    PriestPlaced,
    PriestsBack,
    RoomWon,
    AgendaTaken,
    AgendaPlayed,
    AgendaRemoved,
    AgendaShown,
    Replaced,
    Recalled,
)
