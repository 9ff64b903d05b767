"""What the rulebook leaves to play by mail: answers without a choice, silence, the form of orders."""

from __future__ import annotations

from pbem.engine import data, kernel
from pbem.engine.game import Refusal
from pbem.games.ra import GAME
from pbem.games.ra.actions import Bid, CallRa, Draw, Gods, Lose, Pass
from pbem.games.ra.events import (
    Won,
)
from pbem.games.ra.steps import Disaster, EndEpoch, Epochs, Turn
from tests.games.ra.builders import (
    EIGHT,
    auction,
    fresh,
    lines,
    play,
    player,
    position,
    struck,
    told,
    with_gods,
    won_with,
)

# Answers that leave no choice


def test_who_has_no_sun_above_the_bid_passes_unasked() -> None:
    t = play(auction([player([2]), player([13]), player([11])], "called", ra_player=0, row="nile"), "bid 13")
    assert t.forced == [(2, Pass()), (0, Pass())]
    assert told(t, Won) == [Won(1, 13, 1, ("nile",))]


def test_unasked_answers_are_no_orders() -> None:
    before = auction([player([2]), player([13]), player([11])], "called", ra_player=0, row="nile")
    assert play(before, "bid 13").n == before.n + 1


def test_a_turn_is_never_played_unasked_while_a_tile_can_be_drawn() -> None:
    t = position([player([]), player([3]), player([])], turn=1)
    assert t.forced == []
    assert lines(t) == ["draw", "ra"]


# When nobody answers


def test_silence_on_turn_means_a_draw() -> None:
    assert kernel.fallback(position(fresh(3), row="nile*7"), 0) == Draw()


def test_silence_with_a_full_row_means_calling_ra() -> None:
    assert kernel.fallback(with_gods(1, EIGHT), 0) == CallRa()


def test_silence_in_an_auction_means_passing() -> None:
    assert kernel.fallback(auction(fresh(3), "called", ra_player=0), 1) == Pass()
    assert kernel.fallback(auction(fresh(3), "ra-tile", ra_player=0, bidder=0), 0) == Pass()


def test_silence_where_a_bid_is_forced_means_the_lowest_sun() -> None:
    assert kernel.fallback(auction(fresh(3), "called", ra_player=0, bidder=0), 0) == Bid(2)


def test_silence_in_a_disaster_takes_the_kind_owned_most_often_first() -> None:
    players = [player([2], "art writing*4 religion*2"), player([3]), player([4])]
    assert kernel.fallback(struck(players, 0, "unrest"), 0) == Lose(("writing", "writing"))
    players = [player([2], "art religion writing*2"), player([3]), player([4])]
    assert kernel.fallback(struck(players, 0, "unrest"), 0) == Lose(("art", "writing"))


def test_silence_in_a_drought_keeps_the_order_of_floods_and_nile() -> None:
    t = position([player([5], "flood nile*3"), *fresh(3)[1:]])
    assert Disaster(0, "drought").fallback(t, 0) == Lose(("flood", "nile"))


# The form of orders


def test_tiles_are_named_in_alphabetical_order_in_an_action() -> None:
    t = with_gods(2, "nile gold")
    assert kernel.objection(t, 0, Gods(("nile", "gold"))) == Refusal("name-tiles-in-order")
    assert kernel.objection(t, 0, Gods(())) is not None
    t = won_with("art*2 writing religion", "unrest")
    assert kernel.objection(t, 1, Lose(("writing", "art"))) == Refusal("name-tiles-in-order")


def test_two_disasters_wait_on_the_stack_one_on_the_other() -> None:
    players = [player([2], "art writing*3 temple*2 palace"), player([3]), player([4])]
    t = struck(players, 0, "unrest", "earthquake")
    assert t.stack == [Epochs(), Turn(0), Disaster(0, "earthquake"), Disaster(0, "unrest")]


def test_the_end_of_an_epoch_asks_nobody() -> None:
    assert EndEpoch("suns").pending(position(fresh(3))) is None


def test_the_fingerprint_of_the_printed_numbers_is_stable() -> None:
    assert data.effective(GAME, {}).fingerprint == data.effective(GAME, {"row": {"spaces": 8}}).fingerprint
