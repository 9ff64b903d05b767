"""Phase 3: everybody in turn buys power cards, then farmers, then bricks, and plays cards with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import ClassVar

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.amunre.actions import Bricks, Cards, Done, Farmers, Place, Play, Sell
from pbem.games.amunre.board import Table
from pbem.games.amunre.events import Bought
from pbem.games.amunre.steps.common import (
    build,
    build_with_builder,
    cards_of,
    draw_cards,
    free_fields,
    objection_to_card,
    objection_to_selling,
    place,
    play_card,
    sales,
    sell,
)
from pbem.games.amunre.steps.offering import begin_offering

ALLOWED = cards_of(3)
CARDS, FARMERS, BRICKS = 1, 2, 3
STAGES = {"card": CARDS, "farmer": FARMERS, "brick": BRICKS}
"""The three actions in their order; each purchase once."""
DONE = Done()


class Purchases(Step, frozen=True, gc=False):
    """One player's actions. `stage` is the last action that was begun; none before it can be done any more."""

    seat: Seat
    stage: int = 0
    bought: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    public: ClassVar[bool] = False

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat]

    def candidates(self, t: Table, seat: Seat) -> Iterator[Action]:
        """How many; where they go is asked next. The long runs come last."""
        gold, price = t.board.players[seat].gold, t.data.value.price
        counts = [count for count in range(1, gold + 1) if price(count) <= gold]
        mine = t.board.owned(seat)
        yield DONE
        yield from map(Cards, counts)
        yield from (Play(card, province) for card in ALLOWED for province in mine)
        yield from sales(t, seat)
        yield from map(Farmers, counts)
        yield from map(Bricks, counts)
        yield from (Bricks(count, (), province) for count in counts for province in mine)

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        match action:
            case Done():
                return None
            case Cards(count):
                return self.objection_to_purchase(t, "card", count) or objection_to_cards(t, seat, count)
            case Farmers(count, where):
                return self.objection_to_purchase(t, "farmer", count) or objection_to_farmers(t, seat, count, where)
            case Bricks(count, where, builder):
                return self.objection_to_purchase(t, "brick", count) or self.objection_to_bricks(
                    t, count, where, builder
                )
            case Play():
                return self.objection_to_play(t, action)
            case Sell(cards):
                return objection_to_selling(t, seat, cards)
            case _:
                return refuse("buy-first")

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        match action:
            case Done():
                self.finish(t)
            case Cards(count):
                price = self.buy(t, "card", count)
                draw_cards(t, seat, count, "bought", price)
            case Farmers(count, where):
                self.buy(t, "farmer", count)
                put_down(t, seat, "farmer", count, where)
            case Bricks(count, where, builder):
                self.buy(t, "brick", count, ("builder",) if builder else ())
                put_down(t, seat, "brick", count, where, builder)
            case Play(card, province):
                self.play(t, card, province)
            case _:
                assert isinstance(action, Sell)
                sell(t, seat, action.cards)

    def fallback(self, t: Table, seat: Seat) -> Action:
        return DONE

    def objection_to_purchase(self, t: Table, piece: str, count: int) -> Refusal | None:
        """In its turn, once, and with enough gold."""
        if piece in self.bought:
            return refuse("bought-already", piece=piece)
        if STAGES[piece] < self.stage:
            return refuse("too-late-to-buy", piece=piece)
        gold, price = t.board.players[self.seat].gold, t.data.value.price(count)
        if count < 1:
            return refuse("buy-at-least-one")
        return refuse("too-dear", count=count, price=price, gold=gold) if price > gold else None

    def objection_to_bricks(self, t: Table, count: int, where: tuple[str, ...], builder: str) -> Refusal | None:
        """In own provinces; a builder needs enough bricks in his."""
        mine = t.board.owned(self.seat)
        if builder:
            wrong = objection_to_card(t, self.seat, Play("builder", builder), ALLOWED, self.played)
            if wrong:
                return wrong
            lying, needed = t.board.lands[builder].bricks, t.data.value.builder_bricks
            laid = where.count(builder) if where else count
            if lying + laid < needed:
                return refuse("too-few-bricks", province=builder, bricks=lying + laid, needed=needed)
        return objection_to_places(mine, count, where)

    def objection_to_play(self, t: Table, play: Play) -> Refusal | None:
        """A free farmer before the third action, a builder where two bricks lie."""
        wrong = objection_to_card(t, self.seat, play, ALLOWED, self.played)
        if wrong:
            return wrong
        if play.card == "free-farmer":
            return refuse("too-late-to-buy", piece="farmer") if self.stage > FARMERS else None
        bricks, needed = t.board.lands[play.province].bricks, t.data.value.builder_bricks
        if bricks < needed:
            return refuse("too-few-bricks", province=play.province, bricks=bricks, needed=needed)
        return None

    def buy(self, t: Table, piece: str, count: int, played: tuple[str, ...] = ()) -> int:
        """Pays, and goes on to the action."""
        price = t.data.value.price(count)
        t.board.gain(self.seat, -price)
        t.goto(Purchases(self.seat, STAGES[piece], (*self.bought, piece), self.played + played))
        if piece != "card":
            t.tell(Bought(self.seat, piece, count, price))
        return price

    def play(self, t: Table, card: str, province: str) -> None:
        """A free farmer goes on flat land; a builder makes a pyramid of two bricks."""
        stage = FARMERS if card == "free-farmer" else BRICKS
        t.goto(Purchases(self.seat, stage, self.bought, (*self.played, card)))
        if card == "builder":
            build_with_builder(t, self.seat, province)
        else:
            play_card(t, self.seat, card, province)
            t.board.lay(province, free_farmers=1)

    def finish(self, t: Table) -> None:
        """Bricks that lay there in threes become pyramids; the next one clockwise acts."""
        for province in t.board.owned(self.seat):
            build(t, self.seat, province)
        following = (self.seat + 1) % t.seats
        if following == t.board.start_player:
            begin_offering(t)
        else:
            t.goto(Purchases(following))


class Placing(Step, frozen=True, gc=False):
    """Pieces that are paid for and must be placed at once; `builder`: where a builder is played on them."""

    seat: Seat
    piece: str
    count: int
    builder: str = ""
    exact: ClassVar[bool] = True

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat]

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        return [Place(where) for where in ways(t, seat, self.piece, self.count) if self.suits(t, where)]

    def suits(self, t: Table, where: tuple[str, ...]) -> bool:
        """Whether the builder gets his bricks."""
        if not self.builder:
            return True
        return t.board.lands[self.builder].bricks + where.count(self.builder) >= t.data.value.builder_bricks

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        if not isinstance(action, Place):
            return refuse("place-first", piece=self.piece, count=self.count)
        wrong = objection_to_pieces(t, seat, self.piece, self.count, action.where)
        if wrong or action.where == ():
            return wrong or refuse("name-in-order")
        if not self.suits(t, action.where):
            return refuse("bricks-for-builder", province=self.builder)
        return None

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        assert isinstance(action, Place)
        t.end()
        place(t, seat, self.piece, action.where, self.builder)

    def fallback(self, t: Table, seat: Seat) -> Action:
        """Wherever there is room, by name; where the builder is first of all."""
        return max(self.candidates(t, seat), key=lambda one: one.where.count(self.builder))  # type: ignore[attr-defined]


def put_down(t: Table, seat: Seat, piece: str, count: int, where: tuple[str, ...], builder: str = "") -> None:
    """Places pieces where they are ordered to go, or asks."""
    if where:
        place(t, seat, piece, where, builder)
    else:
        t.call(Placing(seat, piece, count, builder))


def ways(t: Table, seat: Seat, piece: str, count: int) -> Sequence[tuple[str, ...]]:
    """Every way to place so many pieces in own provinces."""
    mine = t.board.owned(seat)
    every = combinations_with_replacement(mine, count)
    if piece == "brick":
        return list(every)
    room = {province: free_fields(t, province) for province in mine}
    return [where for where in every if all(where.count(one) <= room[one] for one in set(where))]


def objection_to_pieces(t: Table, seat: Seat, piece: str, count: int, where: tuple[str, ...]) -> Refusal | None:
    """Where pieces may go."""
    if piece == "farmer":
        return objection_to_farmers(t, seat, count, where)
    return objection_to_places(t.board.owned(seat), count, where)


def objection_to_cards(t: Table, seat: Seat, count: int) -> Refusal | None:
    """Up to the highest limit of a single own province, and as long as there are cards."""
    limits = {name: t.data.value.provinces[name].card_limit for name in t.board.owned(seat)}
    limit = max(limits.values(), default=0)
    if count > limit:
        return refuse("card-limit", limit=limit, count=count)
    left = t.board.cards_left()
    return refuse("no-cards-left", left=left) if count > left else None


def objection_to_farmers(t: Table, seat: Seat, count: int, where: tuple[str, ...]) -> Refusal | None:
    """On free fields of own provinces."""
    room = {name: free_fields(t, name) for name in t.board.owned(seat)}
    wrong = objection_to_places(tuple(room), count, where)
    if wrong:
        return wrong
    free = sum(room.values())
    if count > free:
        return refuse("too-few-fields", count=count, free=free)
    crowded = [name for name, farmers in Counter(where).items() if farmers > room[name]]
    return refuse("no-free-field", province=crowded[0], free=room[crowded[0]]) if crowded else None


def objection_to_places(mine: tuple[str, ...], count: int, where: tuple[str, ...]) -> Refusal | None:
    """Own provinces, as many as pieces; or none, then it is asked."""
    strange = [name for name in where if name not in mine]
    if strange:
        return refuse("not-your-province", province=strange[0], mine=mine)
    if where and len(where) != count:
        return refuse("places-do-not-fit", count=count, named=len(where))
    return None if where == tuple(sorted(where)) else refuse("name-in-order")


def begin_purchases(t: Table) -> None:
    """The start player acts first."""
    t.goto(Purchases(t.board.start_player))
