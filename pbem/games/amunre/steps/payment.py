"""Phase 2, the end: everybody pays the bid and takes the province with what lies in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.amunre.actions import Done, Sell
from pbem.games.amunre.board import Table
from pbem.games.amunre.events import Won
from pbem.games.amunre.steps.common import draw_cards, objection_to_selling, sales, sell, surplus
from pbem.games.amunre.steps.purchases import begin_purchases

DONE = Done()


class Payment(Step, frozen=True, gc=False):
    """Who has still to be looked at, in this order. Whoever lacks gold sells power cards, and is asked which."""

    at: tuple[str, ...]
    bids: tuple[int, ...]
    left: tuple[Seat, ...]
    asking: bool = False
    public: ClassVar[bool] = False

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.left[0]] if self.asking else None

    def run(self, t: Table) -> None:
        if not self.left:
            take_provinces(t, self.at, self.bids)
            return
        seat = self.left[0]
        hand, missing = t.board.players[seat].hand, self.missing(t)
        if missing and len(hand) > missing:  # though all are of one kind: whoever is not asked would show that
            t.goto(Payment(self.at, self.bids, self.left, asking=True))
            return
        sell(t, seat, surplus(hand, missing))
        self.go_on(t)

    def missing(self, t: Table) -> int:
        """Cards that the next one must sell to pay the bid."""
        seat = self.left[0]
        short = max(0, self.bids[seat] - t.board.players[seat].gold)
        return -(-short // max(1, t.data.value.sale))

    def go_on(self, t: Table) -> None:
        """The gold for the bid is there; the next one's turn."""
        t.goto(Payment(self.at, self.bids, self.left[1:]))

    def candidates(self, t: Table, seat: Seat) -> Iterator[Action]:
        yield DONE
        yield from sales(t, seat)

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        match action:
            case Sell(cards):
                return objection_to_selling(t, seat, cards)
            case Done():
                return None
            case _:
                player = t.board.players[seat]
                return refuse("pay-first", bid=self.bids[seat], gold=player.gold, missing=self.missing(t))

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        cards = action.cards if isinstance(action, Sell) else surplus(t.board.players[seat].hand, self.missing(t))
        sell(t, seat, cards)
        if not self.missing(t):
            self.go_on(t)

    def fallback(self, t: Table, seat: Seat) -> Action:
        """As few cards as needed, the last ones by name."""
        return DONE


def take_provinces(t: Table, at: tuple[str, ...], bids: tuple[int, ...]) -> None:
    """Bids are paid, markers placed; free gold and cards come to the hands, free bricks stay where they are."""
    b, printed = t.board, t.data.value.provinces
    for seat in b.clockwise(b.start_player):
        gold = printed[at[seat]].free_gold
        b.settle(at[seat], seat)
        b.gain(seat, gold - bids[seat])
        t.tell(Won(seat, at[seat], bids[seat], gold))
    for province in b.market:  # the order in which the cards were laid there
        draw_cards(t, b.lands[province].owner, min(printed[province].free_cards, b.face_down()), "free")
    b.open, b.market = b.open + b.market, ()
    begin_purchases(t)
