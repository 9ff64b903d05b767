"""The bots of Ra: always legal, blind to what is hidden, and the steady one better than chance."""

from __future__ import annotations

import pytest

from pbem.engine import kernel
from pbem.engine.game import Bot
from pbem.games.ra import GAME
from pbem.games.ra.actions import Bid, CallRa, Draw, Gods, Lose, Pass
from pbem.games.ra.board import Table
from tests.games.ra.builders import (
    EIGHT,
    asked,
    auction,
    chance,
    fresh,
    player,
    position,
    random_match,
    struck,
    with_gods,
)
from tests.games.ra.test_view import CLOSED, twin

STEADY, RANDOM = GAME.bots["steady"], GAME.bots["random"]


def played(t: Table, bots: list[Bot], name: str) -> Table:
    """The table at the end of the match; the bot of each seat decides for it."""
    while t.stack:
        seat = asked(t)
        kernel.play(t, seat, kernel.consult(t, seat, bots[seat], chance(f"{name}/{t.n}")))
    return t


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("bot", GAME.bots)
def test_every_bot_is_legal_wherever_it_is_asked(bot: str, seats: int) -> None:
    """Another bot's match leads through states that this one would not reach by itself."""
    name = f"legal/{bot}/{seats}"
    t = random_match(seats, name, open_discards=False)
    while t.stack:
        seat = asked(t)
        orders = {kind: kernel.consult(t, seat, GAME.bots[kind], chance(f"{name}/{t.n}")) for kind in GAME.bots}
        for order in orders.values():
            assert kernel.objection(t, seat, order) is None
        kernel.play(t, seat, orders[bot])


def test_the_steady_bot_beats_three_random_ones_in_most_matches() -> None:
    wins = 0
    for match in range(60):
        me = match % 4
        t = played(random_match(4, f"duel/{match}"), [STEADY if s == me else RANDOM for s in range(4)], f"duel/{match}")
        wins += (kernel.result(t) or [])[0].seat == me
    assert wins >= 36


@pytest.mark.parametrize("bot", GAME.bots)
def test_a_bot_decides_alike_on_tables_that_differ_in_hidden_things_only(bot: str) -> None:
    t = random_match(3, f"blind/{bot}", **CLOSED)
    differed = 0
    while t.stack:
        seat = asked(t)
        other = twin(t, seat)
        differed += other.board.bag != t.board.bag
        orders = [kernel.consult(one, seat, GAME.bots[bot], chance(f"blind/{t.n}")) for one in (t, other)]
        assert orders[0] == orders[1]
        kernel.play(t, seat, orders[0])
    assert differed > 20


def test_a_match_between_bots_is_the_same_every_time() -> None:
    first, second = (played(random_match(3, "same"), [STEADY, RANDOM, STEADY], "same") for _ in range(2))
    assert first.board == second.board


def test_the_steady_bot_draws_from_an_empty_row() -> None:
    assert STEADY(position(fresh(3)), 0) == Draw()


def test_the_steady_bot_calls_ra_for_a_good_row() -> None:
    row = "flood nile*2 gold god art"
    assert STEADY(position(fresh(3), row=row), 0) == CallRa()


def test_the_steady_bot_uses_a_god_for_a_tile_that_is_worth_it() -> None:
    mine = "art writing religion astronomy"
    assert STEADY(with_gods(1, "nile agriculture", mine), 0) == Gods(("agriculture",))
    assert STEADY(with_gods(1, "nile", mine), 0) == Draw()


def test_the_steady_bot_keeps_its_god_where_only_gods_lie() -> None:
    assert STEADY(with_gods(1, "god"), 0) == Draw()


def test_the_steady_bot_calls_ra_over_a_full_row_where_no_god_helps() -> None:
    t = position([player([5], "god pharaoh"), *fresh(3)[1:]], row="nile*8")
    assert STEADY(t, 0) == CallRa()


def test_the_steady_bot_bids_its_smallest_sun_that_leads_for_a_good_row() -> None:
    t = auction(fresh(3), "ra-tile", ra_player=0, bidder=2, best=6, leader=1, row="gold*3 flood nile*2")
    assert STEADY(t, 2) == Bid(7)


def test_the_steady_bot_passes_for_a_row_of_disasters() -> None:
    players = [player([5]), player([3, 12], "pharaoh*3 flood nile temple*2 art*2"), player([4])]
    t = auction(players, "ra-tile", ra_player=0, row="funeral drought unrest earthquake")
    assert STEADY(t, 1) == Pass()


def test_the_steady_bot_bids_its_lowest_sun_where_it_must_bid() -> None:
    t = auction(fresh(3), "called", ra_player=0, bidder=0, row="funeral")
    assert STEADY(t, 0) == Bid(2)


def test_the_steady_bot_loses_what_it_can_spare() -> None:
    players = [player([2], "art*2 writing*2 religion"), player([3]), player([4])]
    assert STEADY(struck(players, 0, "unrest"), 0) == Lose(("art", "writing"))


def test_the_random_bot_does_everything_now_and_then() -> None:
    t = with_gods(1, EIGHT)
    orders = {RANDOM(kernel.imagine(t, 0, chance(f"random/{n}")), 0) for n in range(200)}
    assert orders == set(kernel.legal(t, 0))
