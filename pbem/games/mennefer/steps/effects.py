"""The interpreter of effects: every tile, track, craft, pedestal, room and city is played by this one step.

`Effects` holds the parts that are still to be done. The player takes up one after the other; each kind of action
(`Kind`) lists the orders that begin it and carries them out. What it sets off is pushed on top and done first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Protocol

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat
from pbem.games.mennefer.actions import (
    AUTO,
    SKIP,
    Carve,
    Embalm,
    Feather,
    Food,
    Heart,
    Heka,
    Limestone,
    Orb,
    Permission,
    Prestige,
    Scarab,
)
from pbem.games.mennefer.acts import Act, Acts, leaves
from pbem.games.mennefer.board import Table
from pbem.games.mennefer.events import Gained, Lapsed, Prepared
from pbem.games.mennefer.steps.base import Choice, push


class Kind(Protocol):
    """How one action of the vocabulary is played."""

    orders: tuple[type[Action], ...]
    """The orders that begin it."""

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        """All answers that are possible now."""

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        """What `auto` does; None: nothing."""

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        """Carries out an answer; what is left of the action is pushed."""

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        """Why an answer is not possible."""


KINDS: dict[str, Kind] = {}
"""By name of the action. Each module of this folder adds its own."""


def knows(*names: str) -> Callable[[type[Kind]], type[Kind]]:
    """Adds a kind of action."""

    def add(kind: type[Kind]) -> type[Kind]:
        KINDS.update(dict.fromkeys(names, kind()))
        return kind

    return add


class Effects(Choice, frozen=True, gc=False):
    """Parts in any order. What costs nothing and leaves no choice happens at once; what cannot be done lapses."""

    parts: Acts
    optional: ClassVar[bool] = True
    question: ClassVar[str] = "effects"

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat] if any(found(t, self.seat, leaf) for leaf in leaves(self.parts)) else None

    def run(self, t: Table) -> None:
        """Nothing of it can be done."""
        t.end()
        t.tell(Lapsed(self.seat, names(self.parts), "impossible"))

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        gain = self.at_once(t)
        options = self.options(t) if gain is None else [gain]
        if len(options) == 1 and isinstance(options[0], WITHOUT_COST) and not self.wasted(t, options[0]):
            return options
        return [*options, SKIP, AUTO]

    def at_once(self, t: Table) -> Action | None:
        """What happens by itself although there is more to do: gains that lose nothing."""
        gains = [act for act in self.parts if act.do in AT_ONCE]
        for act in gains:
            if len(gains) == len(self.parts) or AT_ONCE[act.do].loses_nothing(t, self.seat, act):
                return AT_ONCE[act.do].order
        return None

    def wasted(self, t: Table, order: Action) -> bool:
        """Whether the orb would call a deity who can do nothing now: one may rather leave it where it is."""
        player, numbers = t.board.players[self.seat], t.data.value
        if not isinstance(order, Orb):
            return False
        steps = sum(leaf.n for leaf in leaves(self.parts) if leaf.do == "orb")
        called = any(step.deity for step in numbers.obelisk[player.orb : player.orb + steps])
        return called and not any(found(t, self.seat, leaf) for leaf in leaves(numbers.deities[t.board.deity]))

    def options(self, t: Table) -> Sequence[Action]:
        return list(dict.fromkeys(order for leaf in leaves(self.parts) for order in found(t, self.seat, leaf)))

    def answer(self, t: Table, action: Action) -> None:
        leaf, rest = next((leaf, rest) for leaf, rest in taken_up(self.parts) if begins(t, self.seat, leaf, action))
        if rest:
            t.goto(Effects(self.seat, rest))
        else:
            t.end()
        KINDS[leaf.do].begin(t, self.seat, leaf, action)

    def give_up(self, t: Table) -> None:
        """Food and heka that did not fit are gained as far as they fit; the rest lapses."""
        t.end()
        gains = [act for act in self.parts if act.do in SPENT]
        for act in gains:
            KINDS[act.do].begin(t, self.seat, act, AT_ONCE[act.do].order)
        lost = tuple(act for act in self.parts if act not in gains)
        t.tell(Lapsed(self.seat, names(lost), "skipped"))

    def default(self, t: Table) -> Action:
        """Parts as they are printed, of alternatives the first that changes something."""
        for leaf in leaves(self.parts):
            order = KINDS[leaf.do].default(t, self.seat, leaf)
            if order is not None:
                return order
        return SKIP

    def asked(self, t: Table) -> list[str]:
        return list(names(self.parts))

    def reason(self, t: Table, action: Action) -> Refusal | None:
        for leaf in leaves(self.parts):
            if isinstance(action, KINDS[leaf.do].orders):
                return KINDS[leaf.do].reason(t, self.seat, leaf, action)
        return None


def effects(t: Table, seat: Seat, parts: Acts) -> None:
    """Sets off what a tile or space does."""
    push(t, Effects(seat, parts))


def found(t: Table, seat: Seat, leaf: Act) -> Sequence[Action]:
    """The orders that begin an action now."""
    return KINDS[leaf.do].options(t, seat, leaf)


def begins(t: Table, seat: Seat, leaf: Act, action: Action) -> bool:
    """Whether an order begins this action."""
    return isinstance(action, KINDS[leaf.do].orders) and action in found(t, seat, leaf)


def taken_up(parts: Acts) -> Iterator[tuple[Act, Acts]]:
    """Each single action with what is left when it is taken up; plain parts before alternatives."""
    for at in sorted(range(len(parts)), key=lambda at: bool(parts[at].parts)):
        others = parts[:at] + parts[at + 1 :]
        for choice in parts[at].parts if parts[at].do == "one_of" else parts[at : at + 1]:
            together = choice.parts or (choice,)
            for n, leaf in enumerate(together):
                yield leaf, others + together[:n] + together[n + 1 :]


def names(parts: Acts) -> tuple[str, ...]:
    """What the parts are called, each once."""
    return tuple(dict.fromkeys(leaf.do for leaf in leaves(parts)))


# Gains: they need no answer.

SPENT = ("food", "heka")
LIMITED = (*SPENT, "heart", "feather")


def add(t: Table, seat: Seat, what: str, n: int) -> None:
    """Gains food, heka, PP, or steps of the heart or the feather; what does not fit is lost."""
    player = t.board.players[seat]
    room = limit(t, what) - getattr(player, what) if what in LIMITED else n
    fits = min(n, room)
    setattr(player, what, getattr(player, what) + fits)
    t.tell(Gained(seat, what, fits, n - fits))


def limit(t: Table, what: str) -> int:
    """The most that there is of a resource, or the end of the Duat."""
    numbers = t.data.value
    return int(numbers.start["cap"]) if what in SPENT else numbers.duat


class Gain:
    """Food, heka, PP, heart, feather."""

    def __init__(self, order: Action) -> None:
        self.order = order
        self.orders: tuple[type[Action], ...] = (type(order),)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        return (self.order,)

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        full = act.do in LIMITED and getattr(t.board.players[seat], act.do) == limit(t, act.do)
        return None if full else self.order

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        add(t, seat, act.do, act.n)

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        return None

    def loses_nothing(self, t: Table, seat: Seat, act: Act) -> bool:
        """Whether waiting could not make it more: only food and heka are ever spent."""
        if act.do not in SPENT:
            return True
        held: int = getattr(t.board.players[seat], act.do)
        return held + act.n <= limit(t, act.do)


class Prepare(Gain):
    """Embalm, carve, permission: from the reserve to what is available; an empty reserve gives something else."""

    def __init__(self, order: Action, reserve: str, available: str, *instead: str) -> None:
        super().__init__(order)
        self.reserve = reserve
        self.available = available
        self.instead = instead

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        player = t.board.players[seat]
        ready = min(act.n, getattr(player, self.reserve))
        if act.n > ready:
            effects(t, seat, tuple(Act(do, n=act.n - ready) for do in self.instead))
        if ready:
            setattr(player, self.reserve, getattr(player, self.reserve) - ready)
            setattr(player, self.available, getattr(player, self.available) + ready)
            t.tell(Prepared(seat, act.do, getattr(player, self.available)))

    def loses_nothing(self, t: Table, seat: Seat, act: Act) -> bool:
        """A permission that moves a block instead leaves a choice."""
        return act.do != "permission" or getattr(t.board.players[seat], self.reserve) >= act.n


AT_ONCE: dict[str, Gain] = {
    "food": Gain(Food()),
    "heka": Gain(Heka()),
    "pp": Gain(Prestige()),
    "heart": Gain(Heart()),
    "feather": Gain(Feather()),
    "embalm": Prepare(Embalm(), "mummies", "sarcophagi", "heart", "feather"),
    "carve": Prepare(Carve(), "sphinxes", "carved", "pp"),
    "permission": Prepare(Permission(), "permissions", "allowed", "limestone"),
}
KINDS.update(AT_ONCE)
WITHOUT_COST: tuple[type[Action], ...] = (
    Food, Heka, Prestige, Heart, Feather, Embalm, Carve, Permission, Orb, Limestone, Scarab,
)  # fmt: skip
"""Orders that cost nothing: where one of them is the only answer, it happens at once."""
