"""Phase 5: farmers and coins bring gold. Whoever holds power cards is asked first, all at once and under seal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import ClassVar

from pbem.engine.game import Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.amunre.actions import Done, Harvest, Play
from pbem.games.amunre.board import Table
from pbem.games.amunre.events import Answered, Harvested, Yield
from pbem.games.amunre.steps.common import (
    cards_of,
    left_out,
    objection_to_card,
    objection_to_sale,
    play_card,
    sell,
)
from pbem.games.amunre.steps.final import begin_scoring

ALLOWED = cards_of(5)
DONE, NOTHING = Done(), Harvest()


class Harvesting(Step, frozen=True, gc=False):
    """By seat: the answer, or None as long as it is missing; whoever holds no power card is not asked."""

    asked: tuple[Seat, ...]
    sealed: tuple[Harvest | None, ...]
    public: ClassVar[bool] = False

    def pending(self, t: Table) -> Pending | None:
        missing = tuple(seat for seat in self.asked if self.sealed[seat] is None)
        return Pending(missing, tuple(seat for seat in self.asked if seat not in missing)) if missing else None

    def run(self, t: Table) -> None:
        harvest(t, self.sealed)

    def candidates(self, t: Table, seat: Seat) -> Iterator[Action]:
        """No card, one, or each in some province."""
        places = ("", *t.board.owned(seat))
        yield DONE
        for chosen in product(places, repeat=len(ALLOWED)):
            if any(chosen):
                yield Harvest(tuple(play for play in zip(ALLOWED, chosen, strict=True) if play[1]))

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        meant = answer(action)
        if meant is None:
            return refuse("harvest-first")
        if others := left_out(action, playable(t, seat)):
            return objection_to_harvest(t, seat, meant) or refuse("harvest-in-one-line", others=others)
        return objection_to_harvest(t, seat, meant)

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        meant = answer(action)
        t.tell(Answered(seat))
        t.goto(Harvesting(self.asked, (*self.sealed[:seat], meant, *self.sealed[seat + 1 :])))

    def fallback(self, t: Table, seat: Seat) -> Action:
        return DONE


def answer(action: Action) -> Harvest | None:
    """What an order means here: `play` and `done` are understood, too."""
    match action:
        case Harvest():
            return action
        case Play(card, province):
            return Harvest(((card, province),))
        case Done():
            return NOTHING
    return None


def playable(t: Table, seat: Seat) -> tuple[str, ...]:
    """The cards of the harvest in hand, each kind once."""
    return tuple(card for card in ALLOWED if card in t.board.players[seat].hand)


def objection_to_harvest(t: Table, seat: Seat, meant: Harvest) -> Refusal | None:
    """Each kind once, in own provinces, and nothing sold that is played."""
    played: list[str] = []
    for card, province in meant.plays:
        wrong = objection_to_card(t, seat, Play(card, province), ALLOWED, played)
        if wrong:
            return wrong
        played.append(card)
    if meant.plays != tuple(sorted(meant.plays)):
        return refuse("name-in-order")
    return objection_to_sale(t, seat, meant.sold, played)


def harvest(t: Table, answers: tuple[Harvest | None, ...]) -> None:
    """The start player first: cards are laid down, then every province brings what it brings."""
    for seat in t.board.clockwise(t.board.start_player):
        meant = answers[seat] or NOTHING
        sell(t, seat, meant.sold)
        for card, province in meant.plays:
            play_card(t, seat, card, province)
        yields = [brought(t, province, meant) for province in t.board.owned(seat)]
        gold = sum(one.harvest + one.income for one in yields)
        t.board.gain(seat, gold)
        t.tell(Harvested(seat, tuple(yields), gold))
    begin_scoring(t)


def brought(t: Table, province: str, meant: Harvest) -> Yield:
    """Gold for each farmer as the temple says, and coins; 8 Gold takes the place of both."""
    numbers, land = t.data.value, t.board.lands[province]
    printed = numbers.provinces[province]
    farmers = land.farmers + land.free_farmers + printed.printed_farmers
    if ("8-gold", province) in meant.plays:
        return Yield(province, farmers, 0, numbers.eight_gold, "8-gold")
    better = ("harvest-increase", province) in meant.plays
    each = t.board.temple + (numbers.harvest_increase if better else 0)
    paid = printed.income_kind == "always" or t.board.temple <= numbers.camel_up_to
    income = printed.income if paid else 0
    return Yield(province, farmers, farmers * each, income, "harvest-increase" if better else "")


def begin_harvest(t: Table) -> None:
    """Whoever holds power cards is asked; how many everybody holds is known."""
    asked = tuple(seat for seat, player in enumerate(t.board.players) if player.hand)
    t.goto(Harvesting(asked, (None,) * t.seats))
