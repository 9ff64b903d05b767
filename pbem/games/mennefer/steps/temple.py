"""The temple and the obelisk: priestesses, offerings, the orb and the deity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.mennefer.actions import Basket, Offer, Orb, Priestess
from pbem.games.mennefer.acts import Act
from pbem.games.mennefer.board import Table, changed
from pbem.games.mennefer.events import BasketPlaced, DeityCalled, Lapsed, Offered, OrbMoved, PriestessMoved
from pbem.games.mennefer.steps.base import Choice, push
from pbem.games.mennefer.steps.effects import effects, knows

ORB = Orb()


class Priestesses(Choice, frozen=True, gc=False):
    """Steps, and perhaps an offering before or after all of them, never in between."""

    steps: int
    offerings: int = 0
    moved: bool = False
    optional: ClassVar[bool] = True
    question: ClassVar[str] = "priestess"

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat] if self.options(t) else None

    def run(self, t: Table) -> None:
        """What is left of it cannot be done."""
        self.lapse(t, self.left(), "impossible")

    def options(self, t: Table) -> Sequence[Action]:
        moves = self.moves(t)
        return moves if moves and self.moved else [*moves, *self.offers(t)]

    def moves(self, t: Table) -> list[Action]:
        """From each room into each deeper one that the steps suffice for."""
        player, costs = self.player(t), t.data.value.room_costs
        return [
            Priestess(room, to)
            for room in range(len(costs))
            if player.standing[room] or player.lying[room]
            for to in range(room + 1, len(costs) + 1)
            if sum(costs[room:to]) <= self.steps
        ]

    def offers(self, t: Table) -> list[Action]:
        """Crafts with a basket, if a space of the temple can be reached."""
        if not self.offerings or not free_spaces(t, self.seat):
            return []
        return [Offer(craft) for craft in self.player(t).baskets()]

    def left(self) -> tuple[str, ...]:
        """What is still to be done."""
        return ("priestess",) * bool(self.steps) + ("offering",) * bool(self.offerings)

    def lapse(self, t: Table, what: tuple[str, ...], why: str) -> None:
        """Ends it, or, if only the steps are given up, leaves the offering."""
        if what != self.left():
            t.goto(Priestesses(self.seat, 0, self.offerings, moved=True))
        else:
            t.end()
        t.tell(Lapsed(self.seat, what, why))

    def give_up(self, t: Table) -> None:
        """While priestesses are on their way, only further steps; else all of it."""
        self.lapse(t, ("priestess",) if self.moved and self.moves(t) else self.left(), "skipped")

    def default(self, t: Table) -> Action:
        """The deepest that can afford its next room, then the offering."""
        single = [move for move in self.moves(t) if isinstance(move, Priestess) and move.to == move.room + 1]
        return single[-1] if single else self.options(t)[0]

    def answer(self, t: Table, action: Action) -> None:
        if isinstance(action, Offer):
            self.go_on(t, Priestesses(self.seat, self.steps_after(t), 0, self.moved))
            offer(t, self.seat, action.craft)
            return
        assert isinstance(action, Priestess)
        cost = sum(t.data.value.room_costs[action.room : action.to])
        self.go_on(t, Priestesses(self.seat, self.steps - cost, self.offerings, moved=True))
        enter(t, self.seat, action.room, action.to)

    def steps_after(self, t: Table) -> int:
        """Steps left behind an offering: it ends a movement."""
        if self.moved and self.steps:
            t.tell(Lapsed(self.seat, ("priestess",), "impossible"))
        return 0 if self.moved else self.steps

    def go_on(self, t: Table, after: Priestesses) -> None:
        """With what is left, if anything is."""
        if after.steps or after.offerings:
            t.goto(after)
        else:
            t.end()

    def asked(self, t: Table) -> list[str]:
        return list(self.left())

    def reason(self, t: Table, action: Action) -> Refusal | None:
        player, costs = self.player(t), t.data.value.room_costs
        match action:
            case Offer(_) if not self.offerings:
                return refuse("no-offering-here")
            case Offer(craft) if craft not in player.baskets():
                return refuse("no-basket", craft=craft, instead=player.baskets())
            case Offer(_):
                return refuse("no-offering-now", steps=self.steps)
            case Priestess(room, to) if to <= room or to > len(costs) or not player.standing[room] + player.lying[room]:
                return refuse("priestess-way", room=room, to=to)
            case Priestess(room, to):
                return refuse("priestess-steps", cost=sum(costs[room:to]), steps=self.steps)
        return None


def enter(t: Table, seat: Seat, room: int, to: int) -> None:
    """Whoever lies in a room goes first, since she stands up by it."""
    player = t.board.players[seat]
    if player.lying[room]:
        player.lying = changed(player.lying, room, -1)
    else:
        player.standing = changed(player.standing, room, -1)
    player.standing = changed(player.standing, to, 1)
    t.tell(PriestessMoved(seat, room, to))


def free_spaces(t: Table, seat: Seat) -> list[str]:
    """Empty spaces of rooms with an own standing priestess."""
    standing, taken = t.board.players[seat].standing, t.board.temple
    return [name for name, space in t.data.value.offerings.items() if standing[space.room] and name not in taken]


@knows("priestess")
class PriestessKind:
    """Steps in the temple, with a basket also an offering."""

    orders: tuple[type[Action], ...] = (Priestess, Offer)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        return begun(seat, act).options(t)

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        return begun(seat, act).default(t) if self.options(t, seat, act) else None

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        push(t, begun(seat, act))
        begun(seat, act).answer(t, action)

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        return begun(seat, act).reason(t, action)


def begun(seat: Seat, act: Act) -> Priestesses:
    """The step that an action opens."""
    return Priestesses(seat, act.n, int(act.offer))


def offer(t: Table, seat: Seat, craft: str) -> None:
    """The actions of the craft up to its level; then its basket is placed."""
    player = t.board.players[seat]
    level = player.level_of(craft)
    player.offered += (craft,)
    t.tell(Offered(seat, craft, level))
    push(t, Placing(seat))
    effects(t, seat, tuple(act for acts in t.data.value.crafts[craft].acts[:level] for act in acts))


class Placing(Choice, frozen=True, gc=False):
    """Where the basket is placed: an empty space in a room with an own standing priestess."""

    question: ClassVar[str] = "basket"

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat] if free_spaces(t, self.seat) else None

    def run(self, t: Table) -> None:
        """The actions of the craft have moved the priestesses away from every empty space."""
        t.end()
        t.tell(Lapsed(self.seat, ("offering",), "impossible"))

    def options(self, t: Table) -> Sequence[Action]:
        return [Basket(name) for name in free_spaces(t, self.seat)]

    def default(self, t: Table) -> Action:
        spaces = t.data.value.offerings
        return Basket(max(free_spaces(t, self.seat), key=lambda name: spaces[name].room))

    def answer(self, t: Table, action: Action) -> None:
        assert isinstance(action, Basket)
        space = t.data.value.offerings[action.space]
        t.board.temple[action.space] = self.seat
        t.tell(BasketPlaced(self.seat, action.space))
        t.goto(LyingDown(self.seat, space.room))
        effects(t, self.seat, space.act)

    def reason(self, t: Table, action: Action) -> Refusal | None:
        if not isinstance(action, Basket):
            return None
        if action.space in t.board.temple:
            return refuse("space-taken", space=action.space)
        return refuse("no-priestess-there", room=t.data.value.offerings[action.space].room)


class LyingDown(Step, frozen=True, gc=False):
    """After the actions of the space one of the own priestesses of that room lies down."""

    seat: Seat
    room: int

    def run(self, t: Table) -> None:
        player = t.board.players[self.seat]
        t.end()
        if player.standing[self.room]:
            player.standing = changed(player.standing, self.room, -1)
            player.lying = changed(player.lying, self.room, 1)


@knows("orb")
class OrbKind:
    """Steps up the obelisk."""

    orders: tuple[type[Action], ...] = (Orb,)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        return (ORB,)

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        return ORB

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        push(t, Climbing(seat, act.n))

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        return None


class Climbing(Step, frozen=True, gc=False):
    """The orb on its way: each deity space that it reaches calls the deity, at the top each step is a favour."""

    seat: Seat
    left: int

    def run(self, t: Table) -> None:
        player, numbers = t.board.players[self.seat], t.data.value
        if player.orb == len(numbers.obelisk):
            t.end()
            effects(t, self.seat, (Act("favour", n=self.left * numbers.obelisk_end),))
            return
        if self.left > 1:
            t.goto(Climbing(self.seat, self.left - 1))
        else:
            t.end()
        player.orb += 1
        t.tell(OrbMoved(self.seat, player.orb))
        if numbers.obelisk[player.orb - 1].deity:
            t.tell(DeityCalled(self.seat, t.board.deity))
            effects(t, self.seat, numbers.deities[t.board.deity])
