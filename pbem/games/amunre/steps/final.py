"""Phase 6, at the end of each kingdom: bonus cards are played, all at once and under seal; then points are scored."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from msgspec.structs import replace

from pbem.engine.game import Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.amunre import scoring
from pbem.games.amunre.actions import Done, Play, Score
from pbem.games.amunre.board import Table
from pbem.games.amunre.events import Answered, BonusPlayed, Scored
from pbem.games.amunre.steps.common import cards_of, left_out, objection_to_card, objection_to_sale, sell

ALLOWED = cards_of(6)
DONE, NOTHING = Done(), Score()


class Scoring(Step, frozen=True, gc=False):
    """By seat: the answer, or None as long as it is missing; whoever holds no power card is not asked."""

    asked: tuple[Seat, ...]
    sealed: tuple[Score | None, ...]
    public: ClassVar[bool] = False

    def pending(self, t: Table) -> Pending | None:
        missing = tuple(seat for seat in self.asked if self.sealed[seat] is None)
        return Pending(missing, tuple(seat for seat in self.asked if seat not in missing)) if missing else None

    def run(self, t: Table) -> None:
        score(t, self.sealed)

    def candidates(self, t: Table, seat: Seat) -> Iterator[Action]:
        """Every choice of bonus cards whose condition is met, all of them first."""
        met = playable(t, seat)
        for count in range(len(met), 0, -1):
            yield from map(Score, combinations(met, count))
        yield DONE

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        meant = answer(action)
        if meant is None:
            return refuse("score-first")
        if others := left_out(action, playable(t, seat)):
            return objection_to_bonus(t, seat, meant) or refuse("score-in-one-line", others=others)
        return objection_to_bonus(t, seat, meant)

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        meant = answer(action)
        t.tell(Answered(seat))
        t.goto(Scoring(self.asked, (*self.sealed[:seat], meant, *self.sealed[seat + 1 :])))

    def fallback(self, t: Table, seat: Seat) -> Action:
        """All whose condition is met."""
        met = playable(t, seat)
        return Score(met) if met else DONE


def answer(action: Action) -> Score | None:
    """What an order means here: `play` and `done` are understood, too."""
    match action:
        case Score():
            return action
        case Play(card, ""):
            return Score((card,))
        case Done():
            return NOTHING
    return None


def playable(t: Table, seat: Seat) -> tuple[str, ...]:
    """The bonus cards in hand whose condition is met, each kind once."""
    hand = t.board.players[seat].hand
    return tuple(sorted(card for card in ALLOWED if card in hand and scoring.bonus_met(t, seat, card)))


def objection_to_bonus(t: Table, seat: Seat, meant: Score) -> Refusal | None:
    """Each kind once, its condition met, and nothing sold that is played."""
    played: list[str] = []
    for card in meant.cards:
        wrong = objection_to_card(t, seat, Play(card), ALLOWED, played)
        if wrong:
            return wrong
        if not scoring.bonus_met(t, seat, card):
            return refuse("bonus-not-met", card=card)
        played.append(card)
    if meant.cards != tuple(sorted(meant.cards)):
        return refuse("name-in-order")
    return objection_to_sale(t, seat, meant.sold, played)


def score(t: Table, answers: tuple[Score | None, ...]) -> None:
    """Cards are turned up and points are marked; in the end whatever is left in the hands becomes gold before."""
    b = t.board
    last = b.kingdom == t.data.value.kingdoms
    bonus = []
    for seat, meant in enumerate(one or NOTHING for one in answers):
        bonus.append(len(meant.cards))
        if meant.cards:
            b.discard(seat, meant.cards)
            t.tell(BonusPlayed(seat, meant.cards))
        sell(t, seat, b.players[seat].hand if last else meant.sold)
    gains = scoring.gains(t, bonus)
    b.players = [replace(one, points=one.points + tally.total) for one, tally in zip(b.players, gains, strict=True)]
    b.scorings += (tuple(gains),)
    gold = tuple(player.gold for player in b.players) if last else ()
    t.tell(Scored(b.kingdom, tuple(gains), tuple(player.points for player in b.players), gold))
    t.end()


def begin_scoring(t: Table) -> None:
    """At the end of a kingdom whoever holds power cards is asked; otherwise the round is over."""
    if t.board.round < t.data.value.rounds:
        t.end()
        return
    asked = tuple(seat for seat, player in enumerate(t.board.players) if player.hand)
    t.goto(Scoring(asked, (None,) * t.seats))
