"""Tiny: a game that lives in the tests only. It has what Ra has not: hidden hands, secret draws, sealed bids.

Each round everybody has a turn, beginning with a seat drawn by lot: call a fair (once a turn), then take cards
or rest. At a fair all who hold cards seal one; the highest card alone wins a point for each card. Who holds too
many cards puts some back, unseen. Most points win; equal points share a place.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from pbem.engine import game, kernel
from pbem.engine.errors import BadData
from pbem.engine.game import (
    ALONE,
    Action,
    Component,
    Event,
    Game,
    Option,
    Pending,
    Refusal,
    Seat,
    Standing,
    Step,
    refuse,
)
from pbem.engine.orders import Number, One, Orders, Verb, Vocabulary
from pbem.engine.planning import Fact, Planning

KINDS = ("cat", "ibis", "lion", "scarab")
ENGLISH = ("cat", "ibis", "lion", "holy scarab")
GERMAN = ("Katze", "Ibis", "Löwe", "Käfer")
NAMES = Vocabulary(dict(zip(KINDS, zip(ENGLISH, GERMAN, strict=True), strict=True)))
TAKE_AT_MOST = 2
UNSEEN = "?"
"""Stands in a view for an answer under the seal of somebody else."""


class Numbers(Struct, frozen=True):
    """What a match is played with."""

    worth: dict[str, int]
    copies: int
    hand: int
    rounds: int


def printed() -> dict[str, Any]:
    worth = {"cat": 2, "ibis": 1, "lion": 4, "scarab": 3}
    return {"worth": worth, "limits": {"copies": 6, "hand": 3, "rounds": 2}}


def checked(raw: dict[str, Any]) -> Numbers:
    if raw["limits"]["copies"] < 5:
        raise BadData("tiny.limits.copies is at least 5")
    return Numbers(raw["worth"], **raw["limits"])


def components(raw: dict[str, Any]) -> list[Component]:
    return [Component("cards", name, str(worth), "invented", "tests/tiny") for name, worth in raw["worth"].items()]


class Board(Struct):
    """Hands and deck are kept sorted: the deck is a multiset, a card gets its place when it is first seen."""

    hands: list[tuple[str, ...]]
    deck: list[str]
    pile: tuple[str, ...]
    points: list[int]
    round: int

    def clone(self) -> Board:
        return Board(self.hands[:], self.deck[:], self.pile, self.points[:], self.round)

    def holders(self) -> tuple[Seat, ...]:
        """Who has cards at all: everybody sees that."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)

    def lose(self, seat: Seat, card: str) -> None:
        at = self.hands[seat].index(card)
        self.hands[seat] = self.hands[seat][:at] + self.hands[seat][at + 1 :]


Table: TypeAlias = game.Table[Board, Numbers]


class Fair(Action, frozen=True, gc=False):
    """Call a fair."""


class Take(Action, frozen=True, gc=False):
    """Draw cards."""

    count: int


class Rest(Action, frozen=True, gc=False):
    """Do nothing."""


class Seal(Action, frozen=True, gc=False):
    """Offer a card under seal."""

    card: str


class PutBack(Action, frozen=True, gc=False):
    """Put a card back into the deck."""

    hidden: ClassVar[bool] = True

    card: str


class RoundBegan(Event, frozen=True, gc=False):
    """The lot has fallen on a seat."""

    round: int
    seat: Seat


class Took(Event, frozen=True, gc=False):
    """Cards were drawn; which ones, only their owner is told."""

    seat: Seat
    count: int
    cards: tuple[str, ...] = ()


class Sealed(Event, frozen=True, gc=False):
    """Somebody has answered."""

    seat: Seat


class Revealed(Event, frozen=True, gc=False):
    """The cards of a fair, by seat, and who wins how much each."""

    cards: dict[Seat, str]
    winners: tuple[Seat, ...]
    gain: int


class CardBack(Event, frozen=True, gc=False):
    """Somebody has put a card back."""

    seat: Seat


class Rounds(Step, frozen=True, gc=False):
    """The match. Lies at the bottom of the stack."""

    def run(self, t: Table) -> None:
        if t.board.round == t.data.value.rounds:
            t.end()
            return
        t.board.round += 1
        first = int(t.draw("first", [str(seat) for seat in range(t.seats)]))
        t.tell(RoundBegan(t.board.round, first))
        t.call(Turn(first, first))


class Turn(Step, frozen=True, gc=False):
    """A fair first, if you like; then cards or a rest."""

    seat: Seat
    first: Seat
    had_fair: bool = False

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat]

    def candidates(self, t: Table, seat: Seat) -> Iterator[Action]:
        yield Fair()
        yield Rest()
        yield from map(Take, range(1, TAKE_AT_MOST + 1))

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        match action:
            case Fair() if self.had_fair:
                return refuse("one-fair-a-turn")
            case Fair():
                return None if len(t.board.holders()) > 1 else refuse("fair-needs-two")
            case Take(count):
                most = min(TAKE_AT_MOST, len(t.board.deck))
                return None if 1 <= count <= most else refuse("take-how-many", count=count, most=most)
            case Rest():
                return None
            case _:
                return refuse("no-fair")

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        if isinstance(action, Fair):
            t.goto(Turn(seat, self.first, had_fair=True))
            t.call(Offering(("",) * t.seats))
            return
        following = (seat + 1) % t.seats
        t.end()
        if following != self.first:
            t.call(Turn(following, self.first))
        if isinstance(action, Take):
            take(t, seat, action.count)

    def fallback(self, t: Table, seat: Seat) -> Action:
        return Rest()


def take(t: Table, seat: Seat, count: int) -> None:
    """Nobody but the owner learns which cards these are."""
    b, owner = t.board, frozenset((seat,))
    cards = [t.draw("card", b.deck, owner) for _ in range(count)]
    b.hands[seat] = tuple(sorted((*b.hands[seat], *cards)))
    t.tell(Took(seat, count))
    t.tell(Took(seat, count, tuple(cards)), owner)
    if len(b.hands[seat]) > t.data.value.hand:
        t.call(TooMany(seat))


class Offering(Step, frozen=True, gc=False):
    """An interrupt of a turn. By seat: the card under seal, or "". It can be changed until the last is in."""

    sealed: tuple[str, ...]
    public: ClassVar[bool] = False

    def pending(self, t: Table) -> Pending | None:
        seats, sealed = t.board.holders(), self.sealed
        return Pending(tuple(s for s in seats if not sealed[s]), tuple(s for s in seats if sealed[s]))

    def candidates(self, t: Table, seat: Seat) -> Iterator[Action]:
        return map(Seal, KINDS)

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        if not isinstance(action, Seal):
            return refuse("fair-first")
        hand = t.board.hands[seat]
        return None if action.card in hand else refuse("card-not-in-hand", card=action.card, instead=hand)

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        assert isinstance(action, Seal)
        sealed = (*self.sealed[:seat], action.card, *self.sealed[seat + 1 :])
        t.tell(Sealed(seat))
        t.goto(Offering(sealed) if t.pending.seats != (seat,) else Reveal(sealed))

    def fallback(self, t: Table, seat: Seat) -> Action:
        return Seal(min(t.board.hands[seat], key=t.data.value.worth.__getitem__))


class Reveal(Step, frozen=True, gc=False):
    """The cards are turned up and leave the match; the turn below goes on."""

    sealed: tuple[str, ...]

    def run(self, t: Table) -> None:
        b, worth = t.board, t.data.value.worth
        cards = {seat: card for seat, card in enumerate(self.sealed) if card}
        best = max(worth[card] for card in cards.values())
        winners = tuple(seat for seat, card in cards.items() if worth[card] == best)
        gain = len(cards) if len(winners) == 1 else 1 if t.options["ties"] == "everybody" else 0
        for seat, card in cards.items():
            b.lose(seat, card)
            b.pile += (card,)
        for seat in winners:
            b.points[seat] += gain
        t.tell(Revealed(cards, winners, gain))
        t.end()


class TooMany(Step, frozen=True, gc=False):
    """A hand over the limit. What can go back depends on the hand, so nothing is played unasked."""

    seat: Seat
    exact: ClassVar[bool] = True
    public: ClassVar[bool] = False

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat]

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        return [PutBack(card) for card in KINDS if card in t.board.hands[seat]]

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        if not isinstance(action, PutBack):
            return refuse("put-back-first", limit=t.data.value.hand)
        hand = t.board.hands[seat]
        return None if action.card in hand else refuse("card-not-in-hand", card=action.card, instead=hand)

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        assert isinstance(action, PutBack)
        t.board.lose(seat, action.card)
        insort(t.board.deck, action.card)
        t.tell(CardBack(seat))
        if len(t.board.hands[seat]) <= t.data.value.hand:
            t.end()

    def fallback(self, t: Table, seat: Seat) -> Action:
        return PutBack(t.board.hands[seat][0])


class View(Struct, frozen=True):
    """The table as one seat sees it."""

    seat: Seat | None
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    deck: int
    pile: tuple[str, ...]
    points: tuple[int, ...]
    round: int
    steps: tuple[Rounds | Turn | Offering | Reveal | TooMany, ...]


def view(t: Table, seat: Seat | None) -> View:
    """The own hand, how many cards the others hold, and what lies open."""
    b = t.board
    return View(
        seat=seat,
        hand=() if seat is None else b.hands[seat],
        hands=tuple(map(len, b.hands)),
        deck=len(b.deck),
        pile=b.pile,
        points=tuple(b.points),
        round=b.round,
        steps=tuple(redacted(step, seat) for step in t.stack),  # type: ignore[misc]  # these are all its steps
    )


def redacted(step: Step, seat: Seat | None) -> Step:
    """Of a fair: the own card, and who else has answered."""
    if not isinstance(step, Offering):
        return step
    return Offering(tuple(card if s == seat else card and UNSEEN for s, card in enumerate(step.sealed)))


def imagine(t: Table, seen: View) -> None:
    """Other hands, and what of them is under seal, are guessed from the cards that this seat does not see."""
    everything = Counter(dict.fromkeys(KINDS, t.data.value.copies))
    unseen = sorted((everything - Counter(seen.hand) - Counter(seen.pile)).elements())
    hands = [
        seen.hand if seat == seen.seat else tuple(sorted(t.draw("guess", unseen) for _ in range(count)))
        for seat, count in enumerate(seen.hands)
    ]
    t.board = Board(hands, unseen, seen.pile, list(seen.points), seen.round)
    t.stack = [guessed(t, step) for step in seen.steps]


def guessed(t: Table, step: Step) -> Step:
    """Fills in the answers that this seat cannot see."""
    if not isinstance(step, Offering):
        return step
    answers = zip(step.sealed, t.board.hands, strict=True)
    return Offering(tuple(t.draw("guess", [*hand]) if card == UNSEEN else card for card, hand in answers))


COUNT = {"count": Number(1, TAKE_AT_MOST)}
CARD = {"card": One(NAMES)}
ORDERS = Orders(
    (
        Verb(Fair, en="fair", de="markt", help="call a fair"),
        Verb(Take, en="take {count}", de="nimm {count}", slots=COUNT, help="draw cards"),
        Verb(Rest, en="rest", de="ruhe", also=("raste",), help="do nothing"),
        Verb(Seal, en="seal the {card}", de="biete verdeckt {card}", slots=CARD, help="offer a card"),
        Verb(PutBack, en="return the {card}", de="lege zurück {card}", slots=CARD, help="put a card back"),
    )
)


def random(t: Table, seat: Seat) -> Action:
    orders = list(kernel.legal(t, seat))
    return orders[t.chance.index(t, "order", [""] * len(orders))]


def setup(t: Table) -> None:
    """Cards for everybody, each told to its owner alone."""
    deck = [kind for kind in KINDS for _ in range(t.data.value.copies)]
    count = int(t.options["cards"])
    deal = [[t.draw("card", deck, frozenset((seat,))) for _ in range(count)] for seat in range(t.seats)]
    t.board = Board([tuple(sorted(hand)) for hand in deal], deck, (), [0] * t.seats, 0)
    t.call(Rounds())


def standings(t: Table) -> list[Standing]:
    """One place behind everybody who has more points."""
    points = t.board.points
    return [Standing(seat, 1 + sum(other > mine for other in points), mine) for seat, mine in enumerate(points)]


PLANNING = Planning(
    facts=(
        Fact("my cards", "meine karten", "your cards", lambda v: v.hand),
        Fact("deck", "stapel", "cards in the deck", lambda v: v.deck),
        Fact("round", "runde", "1 or 2", lambda v: v.round),
        Fact(
            "fair", "markt", "you are asked for a card", lambda v: any(isinstance(step, Offering) for step in v.steps)
        ),
    ),
    main="my cards",
    moment=lambda v: v.round,
    turn=lambda v: [step for step in v.steps if isinstance(step, Turn) and step.seat == v.seat][:1],
)

GAME: Game[Board, Numbers] = Game(
    key="tiny",
    title="Tiny",
    players=range(2, 7),
    rules=1,
    setup=setup,
    view=view,
    sight=View,
    imagine=imagine,
    points=lambda t: t.board.points,
    standings=standings,
    orders=ORDERS,
    names=NAMES,
    bots={"random": random},
    board=Board,
    steps=(Rounds, Turn, Offering, Reveal, TooMany),
    actions=(Fair, Take, Rest, Seal, PutBack),
    events=(RoundBegan, Took, Sealed, Revealed, CardBack),
    raw_data=printed,
    read_data=checked,
    components=components,
    outcome_words={"card": KINDS, "first": [str(seat) for seat in range(6)]},
    options={
        "cards": Option((2, 1, 3), "how many cards everybody gets at the start"),
        "ties": Option(("nobody", "everybody"), "who gets a point when the highest card was offered twice"),
    },
    planning=PLANNING,
)
