"""What a seat, or a spectator, may know of a match of Amun-Re, and a table imagined from it.

Hidden are gold and power cards in the hands, answers under seal, and orders given in advance. How many power cards
somebody holds follows from what is bought, played and sold in the open, and decides who is asked, so it is shown.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from pbem.engine.game import Seat, Step
from pbem.games.amunre.actions import Harvest, Score, Wish
from pbem.games.amunre.board import Board, Land, Player, Table
from pbem.games.amunre.data import Province
from pbem.games.amunre.events import Gains
from pbem.games.amunre.steps import (
    Bidding,
    Correcting,
    Harvesting,
    Offering,
    Payment,
    Placing,
    Purchases,
    Rewards,
    Rounds,
    Scoring,
    Sealed,
)
from pbem.games.amunre.steps.offering import THEFT, UNSEEN


class PlayerView(Struct, frozen=True):
    """What is known of a player; `gold` is None where it is hidden."""

    gold: int | None
    cards: int
    points: int


class View(Struct, frozen=True):
    """The table as one seat sees it."""

    seat: Seat | None
    hand: tuple[str, ...]
    players: tuple[PlayerView, ...]
    lands: dict[str, Land]
    printed: dict[str, Province]
    pile: tuple[str, ...]
    """Province cards that are still to come: everybody knows which those are."""
    market: tuple[str, ...]
    open: tuple[str, ...]
    deck: int
    """How many cards lie on it; free ones in the provinces are not on it any more."""
    fresh: tuple[str, ...]
    discards: tuple[str, ...]
    temple: int
    track: tuple[int, ...]
    """The lowest sums of the offering for fields 2, 3, 4 of the temple."""
    start_player: Seat
    kingdom: int
    round: int
    wishes: tuple[Wish, ...]
    scorings: tuple[tuple[Gains, ...], ...]
    steps: tuple[
        Rounds | Bidding | Payment | Purchases | Placing | Offering | Correcting | Rewards | Harvesting | Scoring, ...
    ]
    camel_up_to: int = 2
    """The highest field of the temple on which camels pay; reports that were kept before do not have it."""


def view(t: Table, seat: Seat | None) -> View:
    """Everything that lies open, and this seat's own hand."""
    b = t.board
    everybodys = bool(t.options["open_gold"]) or not t.stack
    return View(
        seat=seat,
        hand=() if seat is None else b.players[seat].hand,
        players=tuple(
            PlayerView(one.gold if everybodys or s == seat else None, len(one.hand), one.points)
            for s, one in enumerate(b.players)
        ),
        lands=b.lands,
        printed=t.data.value.provinces,
        pile=tuple(b.pile),
        market=b.market,
        open=b.open,
        deck=b.face_down() - laid(t),
        fresh=tuple(b.fresh),
        discards=b.discards,
        temple=b.temple,
        track=t.data.value.track,
        start_player=b.start_player,
        kingdom=b.kingdom,
        round=b.round,
        wishes=() if seat is None else b.wishes[seat],
        scorings=b.scorings,
        steps=tuple(redacted(step, seat) for step in t.stack),  # type: ignore[misc]  # these are all its steps
        camel_up_to=t.data.value.camel_up_to,
    )


def laid(t: Table) -> int:
    """Free cards that lie in the provinces for sale: all that are printed there, as long as there are cards."""
    free = sum(t.data.value.provinces[province].free_cards for province in t.board.market)
    return min(free, t.board.face_down())


def redacted(step: Step, seat: Seat | None) -> Step:
    """Of answers under seal: the own one, and who else has answered. Of rules in advance: the own one."""
    match step:
        case Offering(sealed):
            return Offering(tuple(one if s == seat else one and Sealed(UNSEEN) for s, one in enumerate(sealed)))
        case Correcting(offers, total, left, rules):
            return Correcting(offers, total, left, tuple(one if s == seat else None for s, one in enumerate(rules)))
        case Harvesting(asked, plays):
            return Harvesting(asked, tuple(one if s == seat else one and Harvest() for s, one in enumerate(plays)))
        case Scoring(asked, cards):
            return Scoring(asked, tuple(one if s == seat else one and Score() for s, one in enumerate(cards)))
    return step


def imagine(t: Table, seen: View) -> None:
    """Other hands are guessed from the cards that this seat does not see, hidden gold as that of the start."""
    numbers = t.data.value
    known = Counter((*seen.hand, *seen.discards, *seen.fresh))
    unseen = sorted((Counter(numbers.cards) - known).elements())
    players = []
    for seat, one in enumerate(seen.players):
        mine = seat == seen.seat
        hand = seen.hand if mine else tuple(sorted(t.draw("guess", unseen) for _ in range(one.cards)))
        players.append(Player(numbers.start_gold if one.gold is None else one.gold, hand, one.points))
    t.board = Board(
        players=players,
        lands=dict(seen.lands),
        pile=list(seen.pile),
        market=seen.market,
        open=seen.open,
        deck=unseen,
        fresh=list(seen.fresh),
        discards=seen.discards,
        temple=seen.temple,
        start_player=seen.start_player,
        kingdom=seen.kingdom,
        round=seen.round,
        bank=numbers.gold - sum(player.gold for player in players),
        wishes=[seen.wishes if seat == seen.seat else () for seat in range(t.seats)],
        scorings=seen.scorings,
    )
    t.stack = [guessed(step) for step in seen.steps]


def guessed(step: Step) -> Step:
    """An offering that this seat cannot see is taken for a theft."""
    if not isinstance(step, Offering):
        return step
    return Offering(tuple(Sealed(THEFT) if one is not None and one.gold == UNSEEN else one for one in step.sealed))
