"""Phase 4, the end: the best offerings are rewarded with pieces, and the best of all makes the start player."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import ClassVar

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.amunre.actions import Done, Play, Sell, Take
from pbem.games.amunre.board import Table
from pbem.games.amunre.events import Rewarded, StartPlayer
from pbem.games.amunre.steps.common import (
    draw_cards,
    free_fields,
    objection_to_card,
    objection_to_selling,
    place,
    sales,
    sell,
)
from pbem.games.amunre.steps.harvest import begin_harvest

DONE = Done()


class Rewards(Step, frozen=True, gc=False):
    """Who takes how many pieces, best offering first. Cards are drawn when all pieces are named."""

    queue: tuple[tuple[Seat, int], ...]
    best: Seat
    """Who becomes the start player; the same as before if all stole."""
    cards: int = 0
    public: ClassVar[bool] = False

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.queue[0][0]] if self.queue else None

    def run(self, t: Table) -> None:
        crown(t, self.best)
        begin_harvest(t)

    def candidates(self, t: Table, seat: Seat) -> Iterator[Action]:
        """All of one kind first, then single pieces, then the rest."""
        left, mine = self.queue[0][1], t.board.owned(seat)
        counts = list(dict.fromkeys((left, 1, *range(2, left))))
        yield from (Take(count, "card") for count in counts)
        yield DONE
        yield from sales(t, seat)
        for count, kind in product(counts, ("farmer", "brick")):
            yield from (Take(count, kind, where) for where in combinations_with_replacement(mine, count))

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        match action:
            case Take():
                return self.objection_to_taking(t, seat, action)
            case Done():
                return None
            case Sell(cards):
                return objection_to_selling(t, seat, cards)
            case Play():
                return objection_to_card(t, seat, action, (), ())
            case _:
                return refuse("take-first", left=self.queue[0][1])

    def objection_to_taking(self, t: Table, seat: Seat, take: Take) -> Refusal | None:
        """No more than are due; farmers on free fields; cards as long as there are some."""
        left, mine = self.queue[0][1], t.board.owned(seat)
        if not 1 <= take.count <= left:
            return refuse("too-many-pieces", count=take.count, left=left)
        if take.piece == "card":
            spare = t.board.cards_left() - self.cards
            if take.where:
                return refuse("cards-have-no-place")
            return refuse("no-cards-left", left=spare) if take.count > spare else None
        if len(take.where) != take.count:
            return refuse("places-do-not-fit", count=take.count, named=len(take.where))
        if take.where != tuple(sorted(take.where)):
            return refuse("name-in-order")
        strange = [name for name in take.where if name not in mine]
        if strange:
            return refuse("not-your-province", province=strange[0], mine=mine)
        crowded = [name for name in take.where if take.where.count(name) > free_fields(t, name)]
        if take.piece == "farmer" and crowded:
            return refuse("no-free-field", province=crowded[0], free=free_fields(t, crowded[0]))
        return None

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        match action:
            case Take(count, piece, where):
                place(t, seat, piece, where)
                self.go_on(t, self.queue[0][1] - count, self.cards + (count if piece == "card" else 0))
            case Sell(cards):
                sell(t, seat, cards)
            case _:
                self.go_on(t, 0, self.cards)

    def go_on(self, t: Table, left: int, cards: int) -> None:
        """The next piece, or, when all are named, the cards and the next player."""
        seat = self.queue[0][0]
        if left:
            t.goto(Rewards(((seat, left), *self.queue[1:]), self.best, cards))
            return
        t.goto(Rewards(self.queue[1:], self.best))
        draw_cards(t, seat, cards, "reward")

    def fallback(self, t: Table, seat: Seat) -> Action:
        """Power cards, or bricks in the first own province by name if there are not enough."""
        left = self.queue[0][1]
        if t.board.cards_left() - self.cards >= left:
            return Take(left, "card")
        return Take(left, "brick", (t.board.owned(seat)[0],) * left)


def begin_rewards(t: Table, offers: tuple[int, ...]) -> None:
    """By offering; among equals the start player of this round comes first, then clockwise."""
    b = t.board
    givers = sorted((seat for seat in b.clockwise(b.start_player) if offers[seat]), key=lambda seat: -offers[seat])
    first, second, others = t.data.value.rewards
    counts = [first, second, *[others] * t.seats]
    queue = tuple((seat, count) for seat, count in zip(givers, counts, strict=False) if count)
    if queue:
        t.tell(Rewarded(dict(queue)))
    t.goto(Rewards(queue, givers[0] if givers else b.start_player))
    if not givers:
        t.tell(StartPlayer(b.start_player, "nobody"))


def crown(t: Table, best: Seat) -> None:
    """The best offering makes the start player."""
    if best != t.board.start_player:
        t.board.start_player = best
        t.tell(StartPlayer(best, "offering"))
