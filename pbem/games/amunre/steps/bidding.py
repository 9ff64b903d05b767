"""Phase 2: everybody bids for one province; whoever is outbid goes elsewhere, until each card has one stone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.amunre.actions import Bid, BidAhead, Play, Sell, Wish
from pbem.games.amunre.board import NOBODY, Table
from pbem.games.amunre.events import Bade
from pbem.games.amunre.steps.common import (
    cards_of,
    objection_to_card,
    objection_to_selling,
    play_card,
    sales,
    sell,
)
from pbem.games.amunre.steps.payment import Payment

ALLOWED = cards_of(2)
NOTHING = -1


class Bidding(Step, frozen=True, gc=False):
    """An auction. By seat: the card where the stone lies ("" before the first bid), its number, cards played."""

    seat: Seat
    at: tuple[str, ...]
    bids: tuple[int, ...]
    played: tuple[tuple[str, ...], ...]
    stay: tuple[Seat, ...] = ()
    """Who may bid again on the card where they were outbid."""
    public: ClassVar[bool] = False

    def pending(self, t: Table) -> Pending | None:
        return None if self.wanted(t, t.board.wishes[self.seat]) else ALONE[self.seat]

    def run(self, t: Table) -> None:
        bid = self.wanted(t, t.board.wishes[self.seat])
        assert bid is not None, "run is called only if a wish can be met"
        self.lay(t, bid)

    def candidates(self, t: Table, seat: Seat) -> Iterator[Action]:
        """Every bid, the lower ones first."""
        yield from (Bid(amount, province) for amount in t.data.value.spaces for province in t.board.market)
        yield from (Play(card) for card in ALLOWED)
        yield from sales(t, seat)

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        match action:
            case Bid():
                return self.objection_to_bid(t, action)
            case BidAhead(wishes):
                return self.objection_to_wishes(t, wishes)
            case Play():
                return objection_to_card(t, seat, action, ALLOWED, self.played[seat])
            case Sell(cards):
                return objection_to_selling(t, seat, cards)
            case _:
                return refuse("bid-first", market=t.board.market)

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        match action:
            case Bid():
                t.board.wishes[seat] = ()
                self.lay(t, action)
            case BidAhead(wishes):
                t.board.wishes[seat] = wishes
            case Play(card):
                self.play(t, card)
            case _:
                assert isinstance(action, Sell)
                sell(t, seat, action.cards)

    def fallback(self, t: Table, seat: Seat) -> Action:
        """Nothing for the first card, by name, on which nobody bids."""
        return Bid(t.data.value.spaces[0], next(one for one in t.board.market if one not in self.at))

    def leader(self, province: str) -> Seat:
        """Whose stone lies highest on a card."""
        there = [seat for seat, at in enumerate(self.at) if at == province]
        return max(there, key=self.bids.__getitem__, default=NOBODY)

    def leads(self, seat: Seat) -> bool:
        """Whether nobody has outbid this player."""
        return self.at[seat] != "" and self.leader(self.at[seat]) == seat

    def least(self, t: Table, province: str) -> int:
        """The lowest number that leads on a card; NOTHING: none does."""
        spaces = t.data.value.spaces
        leader = self.leader(province)
        if leader == NOBODY:
            return spaces[0]
        steps = t.data.value.blockade_steps if "blockade" in self.played[leader] else 1
        above = spaces.index(self.bids[leader]) + steps
        return spaces[above] if above < len(spaces) else NOTHING

    def objection_to_bid(self, t: Table, bid: Bid) -> Refusal | None:
        """For sale, on the track, elsewhere than before, high enough, and to be paid."""
        numbers, player = t.data.value, t.board.players[self.seat]
        if bid.province not in t.board.market:
            return refuse("not-for-sale", province=bid.province, market=t.board.market)
        if bid.amount not in numbers.spaces:
            return refuse("no-such-space", amount=bid.amount, spaces=numbers.spaces)
        if self.at[self.seat] == bid.province and self.seat not in self.stay:
            return refuse("outbid-here", province=bid.province)
        least = self.least(t, bid.province)
        if least == NOTHING or bid.amount < least:
            leader = self.leader(bid.province)
            blocked = "blockade" in self.played[leader]
            facts = {"best": self.bids[leader], "leader": leader, "least": least, "blocked": blocked}
            return refuse("bid-too-low", province=bid.province, amount=bid.amount, **facts)
        if bid.amount > player.means(numbers.sale):
            return refuse("cannot-pay", amount=bid.amount, gold=player.gold, cards=len(player.hand))
        return None

    def objection_to_wishes(self, t: Table, wishes: tuple[Wish, ...]) -> Refusal | None:
        """All for sale, and one of them can be met now."""
        for wish in wishes:
            if wish.kind != "cheapest" and wish.province not in t.board.market:
                return refuse("not-for-sale", province=wish.province, market=t.board.market)
            if wish.kind == "exactly" and wish.amount not in t.data.value.spaces:
                return refuse("no-such-space", amount=wish.amount, spaces=t.data.value.spaces)
        return None if self.wanted(t, wishes) else refuse("no-wish-can-be-met")

    def wanted(self, t: Table, wishes: tuple[Wish, ...]) -> Bid | None:
        """The bid by the first wish that can be met."""
        for wish in wishes:
            for bid in self.meant(t, wish):
                if self.objection_to_bid(t, bid) is None:
                    return bid
        return None

    def meant(self, t: Table, wish: Wish) -> Iterator[Bid]:
        """The bids that a wish would be content with, best first."""
        if wish.kind == "exactly":
            yield Bid(wish.amount, wish.province)
            return
        for amount in t.data.value.spaces:
            if wish.kind == "cheapest":
                yield from (Bid(amount, province) for province in t.board.market)
            elif amount <= wish.amount:
                yield Bid(amount, wish.province)

    def play(self, t: Table, card: str) -> None:
        """The card holds for the rest of the auction."""
        play_card(t, self.seat, card)
        played = put(self.played, self.seat, (*self.played[self.seat], card))
        stay = (*self.stay, self.seat) if card == "same-province" else self.stay
        t.goto(Bidding(self.seat, self.at, self.bids, played, stay))

    def lay(self, t: Table, bid: Bid) -> None:
        """The stone is laid; the next one is whoever has not bid yet, then whoever is outbid."""
        seat = self.seat
        t.tell(Bade(seat, bid.province, bid.amount, self.leader(bid.province)))
        again = self.at[seat] == bid.province and t.options["same_province"] == "once"
        stay = tuple(one for one in self.stay if one != seat) if again else self.stay
        at, bids = put(self.at, seat, bid.province), put(self.bids, seat, bid.amount)
        after = Bidding(seat, at, bids, self.played, stay)
        following = t.board.clockwise((seat + 1) % t.seats)
        waiting = [one for one in following if not at[one]] or [one for one in following if not after.leads(one)]
        if waiting:
            t.goto(Bidding(waiting[0], at, bids, self.played, stay))
            return
        t.board.wishes = [()] * t.seats
        t.goto(Payment(at, bids, tuple(t.board.clockwise(t.board.start_player))))


def put(values: tuple, seat: Seat, value: object) -> tuple:  # type: ignore[type-arg]  # of whatever the seats have
    """The values with another one for this seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def begin_auction(t: Table) -> None:
    """The start player bids first."""
    t.call(Bidding(t.board.start_player, ("",) * t.seats, (NOTHING,) * t.seats, ((),) * t.seats))
