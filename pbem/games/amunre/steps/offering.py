"""Phase 4: everybody offers gold or steals, all at once and under seal; then corrections, and the temple moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import Struct

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.amunre.actions import Correct, Offer, OfferAhead, Rule, Sell, Steal
from pbem.games.amunre.board import Table
from pbem.games.amunre.events import Corrected, Offered, OfferingRevealed, Stole, TempleMoved
from pbem.games.amunre.steps.common import (
    objection_to_sale,
    objection_to_selling,
    play_card,
    sales,
    sell,
)
from pbem.games.amunre.steps.rewards import begin_rewards

THEFT = 0
UNSEEN = -1
STEAL = Steal()
UP, DOWN = Correct(Rule("up")), Correct(Rule("down"))


class Sealed(Struct, frozen=True, gc=False):
    """An answer under seal: gold (0: the "-3"), whether a correction lies with it, its rule, cards sold for it."""

    gold: int
    correction: bool = False
    rule: Rule | None = None
    sold: tuple[str, ...] = ()


class Offering(Step, frozen=True, gc=False):
    """By seat: the offering, or None as long as it is missing. It can be changed until the last is in."""

    sealed: tuple[Sealed | None, ...]
    public: ClassVar[bool] = False

    def pending(self, t: Table) -> Pending | None:
        seats = range(len(self.sealed))
        return Pending(
            tuple(seat for seat in seats if self.sealed[seat] is None),
            tuple(seat for seat in seats if self.sealed[seat] is not None),
        )

    def candidates(self, t: Table, seat: Seat) -> Iterator[Action]:
        """Every amount of the gold in hand; cards sold for more, and a direction in advance, are typed."""
        player = t.board.players[seat]
        with_or_without = (False, True) if "correction" in player.hand else (False,)
        yield from map(Steal, with_or_without)
        yield from (Offer(gold, correction) for correction in with_or_without for gold in range(1, player.gold + 1))

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        match action:
            case Correct():
                return refuse("correct-with-offering")
            case Offer(gold) if gold < 1:
                return refuse("offer-at-least-one")
            case Offer() | Steal() | OfferAhead():
                return objection_to_offering(t, seat, sealed(action))
            case _:
                return refuse("offer-first")

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        assert isinstance(action, Offer | Steal | OfferAhead)
        answers = (*self.sealed[:seat], sealed(action), *self.sealed[seat + 1 :])
        t.tell(Offered(seat))
        t.goto(Offering(answers))
        if None not in answers:
            reveal(t, [answer for answer in answers if answer is not None])

    def fallback(self, t: Table, seat: Seat) -> Action:
        return STEAL


class Correcting(Step, frozen=True, gc=False):
    """The sum is known; whoever laid down a correction says which way, the start player first."""

    offers: tuple[int, ...]
    total: int
    left: tuple[Seat, ...]
    rules: tuple[Rule | None, ...]
    public: ClassVar[bool] = False

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.left[0]] if self.left and self.rules[self.left[0]] is None else None

    def run(self, t: Table) -> None:
        if not self.left:
            move_temple(t, self.offers, self.total)
            return
        rule = self.rules[self.left[0]]
        assert rule is not None, "whoever has no rule is asked"
        self.correct(t, rule)

    def candidates(self, t: Table, seat: Seat) -> Iterator[Action]:
        yield from (UP, DOWN)
        yield from sales(t, seat)

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        match action:
            case Correct():
                return None
            case Sell(cards):
                return objection_to_selling(t, seat, cards)
            case _:
                return refuse("correct-first", total=self.total)

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        if isinstance(action, Correct):
            self.correct(t, action.rule)
            return
        assert isinstance(action, Sell)
        sell(t, seat, action.cards)

    def fallback(self, t: Table, seat: Seat) -> Action:
        return UP

    def correct(self, t: Table, rule: Rule) -> None:
        """The sum changes, nobody's offering does."""
        by = t.data.value.correction if rule.direction(self.total) == "up" else -t.data.value.correction
        t.tell(Corrected(self.left[0], by, self.total + by))
        t.goto(Correcting(self.offers, self.total + by, self.left[1:], self.rules))


def sealed(action: Offer | Steal | OfferAhead) -> Sealed:
    """An offering as it lies under seal."""
    match action:
        case Offer(gold, correction, sold):
            return Sealed(gold, correction, None, sold)
        case Steal(correction, sold):
            return Sealed(THEFT, correction, None, sold)
    return Sealed(action.gold, correction=True, rule=action.rule, sold=action.sold)


def objection_to_offering(t: Table, seat: Seat, answer: Sealed) -> Refusal | None:
    """The cards in the hand, and at least 1 gold that is there."""
    player = t.board.players[seat]
    wrong = objection_to_sale(t, seat, answer.sold, ("correction",) if answer.correction else ())
    if wrong:
        return wrong
    gold = player.gold + t.data.value.sale * len(answer.sold)
    if answer.gold > gold:
        return refuse("too-little-gold", offer=answer.gold, gold=gold, cards=len(player.hand))
    return refuse("offer-at-least-one") if answer.gold < THEFT else None


def reveal(t: Table, answers: Sequence[Sealed]) -> None:
    """All at once: cards are sold, gold goes to the bank, thieves get theirs, corrections are called."""
    b, theft = t.board, t.data.value.theft
    order = b.clockwise(b.start_player)
    total = sum(answer.gold or -theft for answer in answers)
    corrections = tuple(seat for seat in order if answers[seat].correction)
    for seat in order:
        sell(t, seat, answers[seat].sold)
        b.gain(seat, -answers[seat].gold or theft)
    t.tell(OfferingRevealed({seat: answers[seat].gold for seat in order}, corrections, total))
    for seat in corrections:
        play_card(t, seat, "correction")
    thieves = tuple(seat for seat in order if answers[seat].gold == THEFT)
    if thieves:
        t.tell(Stole(thieves, theft))
    golds = tuple(answer.gold for answer in answers)
    t.goto(Correcting(golds, total, corrections, tuple(answer.rule for answer in answers)))


def move_temple(t: Table, golds: tuple[int, ...], total: int) -> None:
    """The temple stands on the field of the sum; then the best offerings are rewarded."""
    t.board.temple = t.data.value.field(total)
    t.tell(TempleMoved(total, t.board.temple))
    begin_rewards(t, golds)


def begin_offering(t: Table) -> None:
    """Nobody has offered yet."""
    t.goto(Offering((None,) * t.seats))
