"""The Nile: boats, their activation, cities and contracts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.mennefer.actions import Activate, Boat, Contract, Drop
from pbem.games.mennefer.acts import Act
from pbem.games.mennefer.board import Table, replaced, without
from pbem.games.mennefer.events import BoatActivated, BoatMoved, Dropped, Lapsed, TookContract
from pbem.games.mennefer.scoring import counted, fulfilled
from pbem.games.mennefer.steps.base import Choice, push
from pbem.games.mennefer.steps.effects import add, effects, knows


class Boats(Choice, frozen=True, gc=False):
    """Steps, and perhaps activations, each before or after all of them, never in between."""

    steps: int
    activations: int = 0
    moved: bool = False
    optional: ClassVar[bool] = True
    question: ClassVar[str] = "boats"

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat] if self.options(t) else None

    def run(self, t: Table) -> None:
        """What is left of it cannot be done."""
        self.lapse(t, self.left(), "impossible")

    def options(self, t: Table) -> Sequence[Action]:
        moves = self.moves(t)
        return moves if moves and self.moved else [*moves, *self.activatable(t)]

    def moves(self, t: Table) -> list[Action]:
        """A boat goes as far as the steps suffice, to a place without an own boat; own boats may be passed.

        The foremost boat can always go first, so that every movement of several boats is a row of such moves.
        """
        mine, ways = self.player(t).boats, t.data.value.ways
        return [
            Boat(place, to)
            for place in dict.fromkeys(sorted(mine))
            for to, steps in ways[place].items()
            if steps <= self.steps and to not in mine
        ]

    def activatable(self, t: Table) -> list[Action]:
        """Places of boats that were not activated in this turn."""
        if not self.activations:
            return []
        boats = enumerate(self.player(t).boats)
        return [Activate(at) for at in dict.fromkeys(sorted(at for n, at in boats if n not in t.board.activated))]

    def left(self) -> tuple[str, ...]:
        """What is still to be done."""
        return ("boats",) * bool(self.steps) + ("activation",) * bool(self.activations)

    def lapse(self, t: Table, what: tuple[str, ...], why: str) -> None:
        """Ends it, or, if only the steps are given up, leaves the activations."""
        if what != self.left():
            t.goto(Boats(self.seat, 0, self.activations, moved=True))
        else:
            t.end()
        t.tell(Lapsed(self.seat, what, why))

    def give_up(self, t: Table) -> None:
        """While boats are on their way, only further steps; else all of it."""
        self.lapse(t, ("boats",) if self.moved and self.moves(t) else self.left(), "skipped")

    def default(self, t: Table) -> Action:
        """The leading boat along the river to the furthest place, then the next; then the best activation."""
        numbers = t.data.value
        for place in sorted(set(self.player(t).boats), key=lambda at: (progress(t, at), at), reverse=True):
            ahead = [move for move in self.moves(t) if isinstance(move, Boat) and move.place == place]
            river = [move for move in ahead if move.to not in numbers.cities]
            if river:
                return max(river, key=lambda move: numbers.ways[place][move.to])
        return max(self.options(t), key=lambda order: (worth(t, order), str(order)))

    def answer(self, t: Table, action: Action) -> None:
        if isinstance(action, Activate):
            self.go_on(t, Boats(self.seat, self.steps_after(t), self.activations - 1, self.moved))
            activate(t, self.seat, action.place)
            return
        assert isinstance(action, Boat)
        steps = t.data.value.ways[action.place][action.to]
        self.go_on(t, Boats(self.seat, self.steps - steps, self.activations, moved=True))
        move(t, self.seat, boat_at(t, self.seat, action.place), action.to)

    def steps_after(self, t: Table) -> int:
        """Steps left behind an activation: it ends a movement, whatever place it makes for other boats."""
        if self.moved and self.steps:
            t.tell(Lapsed(self.seat, ("boats",), "impossible"))
        return 0 if self.moved else self.steps

    def go_on(self, t: Table, after: Boats) -> None:
        """With what is left, if anything is."""
        if after.steps or after.activations:
            t.goto(after)
        else:
            t.end()

    def asked(self, t: Table) -> list[str]:
        return list(self.left())

    def reason(self, t: Table, action: Action) -> Refusal | None:
        mine, ways = self.player(t).boats, t.data.value.ways
        match action:
            case Activate(_) if not self.activations:
                return refuse("no-activation-here")
            case Activate(place) | Boat(place, _) if place not in mine:
                return refuse("no-boat-there", place=place, instead=sorted(set(mine)))
            case Activate(place) if self.moved and self.moves(t):
                return refuse("boats-not-between", steps=self.steps)
            case Activate(place):
                return refuse("activated-already", place=place)
            case Boat(place, to) if to not in ways[place]:
                return refuse("boat-way", place=place, to=to)
            case Boat(_, to) if to in mine:
                return refuse("own-boat-there", place=to)
            case Boat(place, to):
                return refuse("boat-steps", cost=ways[place][to], steps=self.steps)
        return None


def progress(t: Table, place: str) -> int:
    """How far along the river a place lies; a city lies behind the section it is entered from."""
    cities = t.data.value.cities
    return 2 * cities[place].entry + 1 if place in cities else 2 * int(place)


def worth(t: Table, order: Action) -> int:
    """A city by its value, before any section by its food; a move is worth less than any activation."""
    numbers = t.data.value
    if not isinstance(order, Activate):
        return -1
    return (
        100 * numbers.cities[order.place].value if order.place in numbers.cities else numbers.sections[int(order.place)]
    )


def boat_at(t: Table, seat: Seat, place: str) -> int:
    """The number of a boat at a place; of several in the port one that was not activated."""
    boats = [n for n, at in enumerate(t.board.players[seat].boats) if at == place]
    return next((n for n in boats if n not in t.board.activated), boats[0])


def move(t: Table, seat: Seat, boat: int, to: str, why: str = "moved") -> None:
    """Puts a boat somewhere else."""
    player = t.board.players[seat]
    t.tell(BoatMoved(seat, player.boats[boat], to, why))
    player.boats = replaced(player.boats, boat, to)


def activate(t: Table, seat: Seat, place: str) -> None:
    """On the river the food of the section; in a city its benefit, a contract, and out along the arrow."""
    b, numbers = t.board, t.data.value
    boat = boat_at(t, seat, place)
    b.activated += (boat,)
    t.tell(BoatActivated(seat, place))
    if place in numbers.cities:
        push(t, Leaving(seat, boat, place))
        effects(t, seat, (Act("contract", at=(place,)),))
        effects(t, seat, numbers.benefits[b.benefits[place]])
    elif numbers.sections[int(place)]:
        add(t, seat, "food", numbers.sections[int(place)])


class Leaving(Step, frozen=True, gc=False):
    """An activated boat leaves its city; if an own boat is there, to the nearest section to the left without one."""

    seat: Seat
    boat: int
    city: str

    def run(self, t: Table) -> None:
        mine = t.board.players[self.seat].boats
        t.end()
        if mine[self.boat] == self.city:
            out = t.data.value.cities[self.city].exit
            move(
                t, self.seat, self.boat, next(str(s) for s in range(out, -1, -1) if not s or str(s) not in mine), "left"
            )


@knows("boats")
class BoatsKind:
    """Steps on the Nile, with exclamation marks also activations."""

    orders: tuple[type[Action], ...] = (Boat, Activate)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        return Boats(seat, act.n, act.activate).options(t)

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        return Boats(seat, act.n, act.activate).default(t) if self.options(t, seat, act) else None

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        push(t, Boats(seat, act.n, act.activate))
        Boats(seat, act.n, act.activate).answer(t, action)

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        return Boats(seat, act.n, act.activate).reason(t, action)


@knows("contract")
class ContractKind:
    """A contract of one city, or of any."""

    orders: tuple[type[Action], ...] = (Contract,)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        cities = t.board.cities
        return [Contract(card) for city in act.at or cities for card in cities[city]]

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        """One that is met already, then the highest value."""
        numbers, player = t.data.value, t.board.players[seat]
        have = counted(t.board, numbers, seat)
        cards = sorted(order.contract for order in self.options(t, seat, act) if isinstance(order, Contract))

        def rank(card: str) -> tuple[bool, int]:
            return fulfilled(numbers, player, card, have), numbers.contracts[card].value

        return Contract(max(cards, key=rank)) if cards else None

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        assert isinstance(action, Contract)
        b, player, card = t.board, t.board.players[seat], action.contract
        city = next(name for name, cards in b.cities.items() if card in cards)
        b.cities[city] = without(b.cities[city], card)
        player.contracts += (card,)
        t.tell(TookContract(seat, card, city))
        if len(player.contracts) + len(player.met) > t.data.value.contract_places:
            push(t, Dropping(seat, card))

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        assert isinstance(action, Contract)
        return refuse("contract-not-there", contract=action.contract, cities=act.at)


class Dropping(Choice, frozen=True, gc=False):
    """All spaces for contracts are taken: an own one, turned over or not, or the new one leaves the game."""

    card: str
    question: ClassVar[str] = "drop"

    def options(self, t: Table) -> Sequence[Action]:
        player = self.player(t)
        return [Drop(card) for card in (*player.contracts, *player.met)]

    def default(self, t: Table) -> Action:
        return Drop(self.card)

    def answer(self, t: Table, action: Action) -> None:
        assert isinstance(action, Drop)
        player = self.player(t)
        if action.contract in player.met:
            player.met = without(player.met, action.contract)
        else:
            player.contracts = without(player.contracts, action.contract)
        t.board.gone += (action.contract,)
        t.tell(Dropped(self.seat, action.contract))
        t.end()
