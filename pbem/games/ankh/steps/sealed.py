"""Answers under seal: battle cards and bids. They can be changed until the last one is in.

Of a merged god the partner who decides is asked; the other may answer, too, and that counts while the first is silent.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar

from msgspec.structs import replace

from pbem.engine.game import Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.ankh.actions import Ahead, Bid, Card
from pbem.games.ankh.asking import finish, later
from pbem.games.ankh.board import NOBODY, Battle, Table, sides
from pbem.games.ankh.devotion import pay
from pbem.games.ankh.events import Answered, BidsRevealed, CardsRevealed
from pbem.games.ankh.plans import give_ahead, objection_to_plans, planned_bid, planned_cards, regions_of

UNSEEN = "?"
"""Stands in a view for an answer under the seal of somebody else."""
WISHED = {"chariots": 0, "cycle": 1}
"""What silence plays first."""


def fight(t: Table) -> Battle:
    """The battle that is fought now."""
    battle = t.board.battle
    assert battle is not None
    return battle


def played(t: Table, card: str) -> list[int]:
    """The gods that have played a card."""
    return [god for god, cards in fight(t).cards.items() if card in cards]


class Sealed(Step, frozen=True, gc=False):
    """What the gods of `gods` answer; by seat the words of the answer, none yet: empty."""

    gods: tuple[int, ...]
    given: tuple[tuple[str, ...], ...]
    exact: ClassVar[bool] = True
    public: ClassVar[bool] = False

    def deciders(self, t: Table) -> list[Seat]:
        """Who is asked."""
        return [t.board.decider(god) for god in self.gods]

    def pending(self, t: Table) -> Pending | None:
        asked = self.deciders(t)
        owing = tuple(sorted(seat for seat in asked if not self.given[seat]))
        others = (seat for god in self.gods for seat in t.board.seats_of(god))
        return Pending(owing, tuple(sorted(set(others) - set(owing)))) if owing else None

    def run(self, t: Table) -> None:
        t.end()
        self.reveal(t, {god: self.given[t.board.decider(god)] for god in self.gods})
        finish(t)

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        if isinstance(action, Ahead):
            return objection_to_plans(t, t.board.god_of[seat], action)
        return self.why_not(t, t.board.god_of[seat], action)

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        god = t.board.god_of[seat]
        if isinstance(action, Ahead):
            give_ahead(t, god, action)
            words = self.planned(t, god) if fight(t).region in regions_of(t, action) else ()
        else:
            words = self.words(action)
        if not words:
            return
        given = (*self.given[:seat], words, *self.given[seat + 1 :])
        t.goto(replace(self, given=given))
        t.tell(Answered(god))

    def partners_word(self, t: Table, seat: Seat) -> tuple[str, ...]:
        """What the partner of a silent player has answered."""
        partners = t.board.seats_of(t.board.god_of[seat])
        return next((self.given[other] for other in partners if other != seat and self.given[other]), ())

    def ask(self, t: Table) -> None:
        """What was given ahead is an answer already, if it still can be played."""
        given = list(self.given)
        for god in self.gods:
            given[t.board.decider(god)] = self.planned(t, god)
        t.call(replace(self, given=tuple(given)))

    def planned(self, t: Table, god: int) -> tuple[str, ...]:
        """The answer that was given ahead; none: empty."""
        raise NotImplementedError

    def words(self, action: Action) -> tuple[str, ...]:
        """An answer as words."""
        raise NotImplementedError

    def why_not(self, t: Table, god: int, action: Action) -> Refusal | None:
        """Why this is no answer."""
        raise NotImplementedError

    def reveal(self, t: Table, answers: dict[int, tuple[str, ...]]) -> None:
        """All answers are in."""
        raise NotImplementedError


class Cards(Sealed, frozen=True, gc=False):
    """Every god of the battle chooses a card, Amun perhaps two."""

    def allowed(self, t: Table, god: int) -> list[str]:
        """The cards of a hand that are not banned."""
        battle = fight(t)
        banned = battle.banned if battle.banner != god else ""
        return [card for card in t.board.gods[god].hand if card != banned]

    def planned(self, t: Table, god: int) -> tuple[str, ...]:
        cards = planned_cards(t, god, fight(t).region)
        return cards if set(cards) <= set(self.allowed(t, god)) and len(cards) == self.count(t, god) else ()

    def count(self, t: Table, god: int) -> int:
        """How many cards this god plays."""
        return 2 if fight(t).double == god else 1

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        god = t.board.god_of[seat]
        return [Card(cards) for cards in combinations(sorted(self.allowed(t, god)), self.count(t, god))]

    def why_not(self, t: Table, god: int, action: Action) -> Refusal | None:
        if not isinstance(action, Card):
            return refuse("card-first", region=fight(t).region, hand=self.allowed(t, god))
        if len(set(action.cards)) != self.count(t, god):
            return refuse("how-many-cards", count=self.count(t, god))
        if not set(action.cards) <= set(t.board.gods[god].hand):
            return refuse("card-not-in-hand", cards=action.cards, hand=self.allowed(t, god))
        if not set(action.cards) <= set(self.allowed(t, god)):
            return refuse("card-banned", card=fight(t).banned, hand=self.allowed(t, god))
        return None if action.cards == tuple(sorted(action.cards)) else refuse("how-many-cards", count=2)

    def words(self, action: Action) -> tuple[str, ...]:
        assert isinstance(action, Card)
        return action.cards

    def reveal(self, t: Table, answers: dict[int, tuple[str, ...]]) -> None:
        b = t.board
        for god, cards in answers.items():
            mine = b.gods[god]
            b.change(god, hand=tuple(c for c in mine.hand if c not in cards), used=tuple(sorted((*mine.used, *cards))))
        b.battle = replace(fight(t), cards=answers)
        t.tell(CardsRevealed(fight(t).region, answers))

    def fallback(self, t: Table, seat: Seat) -> Action:
        god = t.board.god_of[seat]
        if self.partners_word(t, seat):
            return Card(self.partners_word(t, seat))
        wished = sorted(self.allowed(t, god), key=lambda card: WISHED.get(card, len(WISHED)))
        return Card(tuple(sorted(wished[: self.count(t, god)])))


def ask_cards(t: Table) -> None:
    """Everybody who is in the battle."""
    Cards(fight(t).gods, ((),) * t.seats).ask(t)


class Bids(Sealed, frozen=True, gc=False):
    """Every god with a figure in the region bids followers; all bids are lost."""

    def planned(self, t: Table, god: int) -> tuple[str, ...]:
        bid = planned_bid(t, god, fight(t).region)
        return (str(bid),) if bid != NOBODY else ()

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        return [Bid(count) for count in range(t.board.gods[t.board.god_of[seat]].followers + 1)]

    def why_not(self, t: Table, god: int, action: Action) -> Refusal | None:
        purse = t.board.gods[god].followers
        if not isinstance(action, Bid):
            return refuse("bid-first", followers=purse)
        return None if 0 <= action.followers <= purse else refuse("bid-too-high", followers=purse)

    def words(self, action: Action) -> tuple[str, ...]:
        assert isinstance(action, Bid)
        return (str(action.followers),)

    def reveal(self, t: Table, answers: dict[int, tuple[str, ...]]) -> None:
        bids = {god: int(words[0]) for god, words in answers.items()}
        best = [god for god, bid in bids.items() if bid == max(bids.values())]
        spared = best[0] if len(best) == 1 else NOBODY
        t.tell(BidsRevealed(bids, spared))
        later(t, "locusts", spared)
        for god in reversed(t.board.humble_first(self.gods)):
            pay(t, god, bids[god], "plague")

    def fallback(self, t: Table, seat: Seat) -> Action:
        words = self.partners_word(t, seat)
        return Bid(int(words[0]) if words else 0)


def ask_bids(t: Table) -> None:
    """Who has lost all figures does not bid; one god alone has nobody to outbid."""
    gods = tuple(sorted(sides(t, fight(t).region)))
    if len(gods) > 1:
        Bids(gods, ((),) * t.seats).ask(t)
