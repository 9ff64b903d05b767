"""Money, cards and pieces add up after every order; every card is played somewhere; long runs of all of that."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine import kernel
from pbem.games.amunre import GAME
from pbem.games.amunre.board import Table
from pbem.games.amunre.events import (
    BonusPlayed,
    Bought,
    Built,
    Drew,
    Harvested,
    KingdomBegan,
    OfferingRevealed,
    Placed,
    Played,
    Revealed,
    Sold,
    Stole,
    Won,
)
from pbem.games.amunre.names import CARDS
from pbem.games.amunre.steps.common import PHASES
from tests.games.amunre.builders import add_up, chance, random_match

PIECES = ("farmers", "free_farmers", "bricks", "pyramids")


def pieces(t: Table) -> Counter[str]:
    """All pieces on the board."""
    lands = t.board.lands.values()
    return Counter({kind: sum(getattr(land, kind) for land in lands) for kind in PIECES})


def moved(t: Table, before: Counter[str]) -> Counter[str]:
    """The pieces that should lie there now, by what was told."""
    now = before.copy()
    for event in (news.event for news in t.news if news.to is None):
        match event:
            case Placed(_, piece, where):
                now[f"{piece}s"] += sum(where.values())
            case Played(_, "free-farmer"):
                now["free_farmers"] += 1
            case Built(_, _, pyramids, bricks):
                now["bricks"] -= bricks
                now["pyramids"] += pyramids
            case Revealed(_, provinces):
                now["bricks"] += sum(t.data.value.provinces[one].free_bricks for one in provinces)
            case KingdomBegan(2):
                now["farmers"] = now["free_farmers"] = 0
            case _:
                pass
    return now


def paid(t: Table, before: list[int]) -> list[int]:
    """The gold that everybody should have now, by what was told."""
    now = before[:]
    for event in (news.event for news in t.news if news.to is None):
        match event:
            case Won(seat, _, amount, gold):
                now[seat] += gold - amount
            case Sold(seat, _, gold) | Harvested(seat, _, gold):
                now[seat] += gold
            case Bought(seat, _, _, price) | Drew(seat, _, price):
                now[seat] -= price
            case OfferingRevealed(offers):
                for seat, gold in offers.items():
                    now[seat] -= gold
            case Stole(seats, gold):
                for seat in seats:
                    now[seat] += gold
            case _:
                pass
    return now


def play_through(seats: int, name: str, bots: tuple[str, ...]) -> Counter[str]:
    """Plays a match, checks after every order, and counts the cards that were played, by phase."""
    t = random_match(seats, name)
    found: Counter[str] = Counter()
    while t.stack:
        seat = t.pending.seats[t.n % len(t.pending.seats)]
        before, gold = pieces(t), [player.gold for player in t.board.players]
        kernel.play(t, seat, kernel.consult(t, seat, GAME.bots[bots[seat]], chance(f"{name}/{t.n}")))
        add_up(t)
        assert pieces(t) == moved(t, before)
        assert [player.gold for player in t.board.players] == paid(t, gold)
        for event in (news.event for news in t.news):
            found.update([event.card] if isinstance(event, Played) else ())
            found.update(event.cards if isinstance(event, BonusPlayed) else ())
    return found


def line_up(seats: int, match: int) -> tuple[str, ...]:
    """Mostly random; every tenth match has a steady one among them."""
    return tuple("steady" if match % 10 == 0 and seat == match % seats else "random" for seat in range(seats))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_money_cards_and_pieces_add_up_after_every_order(seats: int) -> None:
    for match in range(3):
        play_through(seats, f"sum/{seats}/{match}", line_up(seats, match))


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_thousand_matches_without_an_error_and_every_card_played(seats: int) -> None:
    found: Counter[str] = Counter()
    for match in range(1000):
        found += play_through(seats, f"soak/{seats}/{match}", line_up(seats, match))
    by_phase = {card: f"phase {PHASES[card]}: {found[card]}" for card in CARDS}
    print(f"{seats} players, cards played in their phases: {by_phase}")
    assert set(found) == set(CARDS)
