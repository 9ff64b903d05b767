"""The bots of Amun-Re: always legal, blind to what is hidden, and the steady one better than chance."""

from __future__ import annotations

import pytest

from pbem.engine import kernel
from pbem.engine.game import Bot
from pbem.games.amunre import GAME
from pbem.games.amunre.actions import (
    Bid,
    Bricks,
    Cards,
    Correct,
    Done,
    Farmers,
    Harvest,
    Offer,
    Place,
    Play,
    Rule,
    Score,
    Steal,
    Take,
)
from pbem.games.amunre.board import Table
from tests.games.amunre.builders import (
    auction,
    buying,
    chance,
    harvesting,
    offering,
    play,
    random_match,
    rewarding,
    scoring,
)
from tests.games.amunre.test_view import twin

STEADY, RANDOM = GAME.bots["steady"], GAME.bots["random"]


def played(t: Table, bots: list[Bot], name: str) -> Table:
    """The table at the end of the match; the bot of each seat decides for it."""
    while t.stack:
        seat = t.pending.seats[0]
        kernel.play(t, seat, kernel.consult(t, seat, bots[seat], chance(f"{name}/{t.n}")))
    return t


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("bot", GAME.bots)
def test_every_bot_is_legal_wherever_it_is_asked(bot: str, seats: int) -> None:
    """Another bot's match leads through states that this one would not reach by itself."""
    name = f"legal/{bot}/{seats}"
    t = random_match(seats, name)
    while t.stack:
        for seat in t.pending.seats:
            for kind in GAME.bots.values():
                order = kernel.consult(t, seat, kind, chance(f"{name}/{t.n}"))
                assert kernel.objection(t, seat, order) is None
        seat = t.pending.seats[0]
        kernel.play(t, seat, kernel.consult(t, seat, GAME.bots[bot], chance(f"{name}/{t.n}")))


def duels(matches: int) -> float:
    """How many matches the steady one wins against three random ones; a shared victory counts in part."""
    wins = 0.0
    for match in range(matches):
        me, name = match % 4, f"duel/{match}"
        t = played(random_match(4, name), [STEADY if s == me else RANDOM for s in range(4)], name)
        best = [row.seat for row in kernel.result(t) or [] if row.place == 1]
        wins += (me in best) / len(best)
    return wins


def test_the_steady_bot_beats_three_random_ones_in_most_matches() -> None:
    assert duels(12) >= 10


@pytest.mark.soak
def test_the_steady_bot_beats_three_random_ones_in_the_long_run() -> None:
    wins = duels(1000)
    print(f"steady wins {wins:g} of 1000 against three random")
    assert wins >= 600


@pytest.mark.parametrize("bot", GAME.bots)
def test_a_bot_decides_alike_on_tables_that_differ_in_hidden_things_only(bot: str) -> None:
    t = random_match(3, f"blind/{bot}")
    while t.stack:
        seat = t.pending.seats[0]
        orders = [kernel.consult(one, seat, GAME.bots[bot], chance(f"blind/{t.n}")) for one in (t, twin(t, seat))]
        assert orders[0] == orders[1]
        kernel.play(t, seat, orders[0])


def test_a_match_between_bots_is_the_same_every_time() -> None:
    first, second = (played(random_match(3, "same"), [STEADY, RANDOM, STEADY], "same") for _ in range(2))
    assert first.board == second.board


def test_the_steady_bot_bids_the_least_that_leads_for_what_is_worth_most() -> None:
    assert STEADY(auction("berenike abu edfu sawu"), 0) == Bid(0, "berenike")
    t = play(auction("berenike abu edfu sawu"), "bid 0 berenike")
    assert STEADY(t, 1) == Bid(1, "berenike")


def test_the_steady_bot_plays_cards_of_the_auction() -> None:
    lands = {"berenike": "- p3"}
    t = play(auction("berenike abu edfu sawu", hands=("", "blockade"), lands=lands), "bid 1 berenike")
    assert STEADY(t, 1) == Play("blockade")
    assert STEADY(play(t, "play blockade"), 1) == Bid(3, "berenike")
    t = auction("berenike abu edfu sawu", hands=("same-province",), lands=lands)
    t = play(t, "bid 0 berenike", "bid 1 berenike", "bid 0 edfu", "bid 0 abu")
    assert STEADY(t, 0) == Play("same-province")


def test_the_steady_bot_buys_cards_farmers_and_bricks_in_their_order() -> None:
    t = buying({"memphis": "0", "thebes": "0"}, gold=40)
    orders = []
    while t.pending.seats == (0,):
        orders.append(STEADY(t, 0))
        t = kernel.apply(t, 0, orders[-1])
    assert [type(order) for order in orders] == [Cards, Farmers, Bricks, Done]


def test_the_steady_bot_plays_free_farmer_and_builder() -> None:
    t = buying({"mendes": "0 f6 b2"}, gold=4, hand="free-farmer builder")
    assert STEADY(t, 0) == Play("free-farmer", "mendes")
    t = play(t, "play free farmer in mendes")
    assert STEADY(t, 0) == Play("builder", "mendes")
    assert STEADY(play(t, "play builder in mendes"), 0) == Done()
    assert STEADY(buying({"mendes": "0 f6"}, gold=10, hand="builder"), 0) == Bricks(2, ("mendes", "mendes"), "mendes")


def test_the_steady_bot_places_pieces_that_are_asked_for() -> None:
    t = play(buying({"abu": "0", "mendes": "0"}), "bricks 4")
    assert STEADY(t, 0) == Place(("abu", "abu", "abu", "mendes"))
    t = play(buying({"abu": "0", "mendes": "0"}), "farmers 4")
    assert STEADY(t, 0) == Place(("abu", "abu", "abu", "mendes"))
    t = play(buying({"abu": "0 b1", "mendes": "0"}, hand="builder"), "bricks 3 builder mendes")
    assert STEADY(t, 0) == Place(("abu", "mendes", "mendes"))


def test_the_steady_bot_steals_where_camels_pay_or_gold_is_scarce() -> None:
    assert STEADY(offering(gold=(3, 20, 20, 20)), 0) == Steal()
    assert STEADY(offering(lands={"avaris": "0", "abu": "1", "buto": "2", "edfu": "3"}), 0) == Steal()
    order = STEADY(kernel.imagine(offering(), 0, chance("offer")), 0)
    assert isinstance(order, Offer)


def test_the_steady_bot_corrects_towards_its_harvest() -> None:
    lands = {"mendes": "0 f5", "avaris": "1", "buto": "2", "edfu": "3"}
    t = offering(hands=("correction", "correction"), lands=lands)
    t = play(t, "0: offer 13 with correction", "1: offer 3 with correction", "2: steal", "3: steal")
    assert STEADY(t, 0) == Correct(Rule("up"))
    t = play(t, "correct up")
    assert STEADY(t, 1) == Correct(Rule("down"))


def test_the_steady_bot_takes_bricks_that_finish_a_pyramid_and_cards_otherwise() -> None:
    assert STEADY(rewarding((0, 1), lands={"abu": "0 b2"}), 0) == Take(1, "brick", ("abu",))
    assert STEADY(rewarding((0, 2), lands={"abu": "0"}), 0) == Take(2, "card")
    assert STEADY(rewarding((0, 1), lands={"abu": "0"}), 0) == Take(1, "brick", ("abu",))


def test_the_steady_bot_harvests_with_cards_where_they_help() -> None:
    lands = {"sawu": "0", "mendes": "0 f4", "abu": "1"}
    hands = ("8-gold harvest-increase", "builder")
    t = harvesting(0, 1, lands=lands, hands=hands, temple=3)
    assert STEADY(t, 0) == Harvest((("8-gold", "sawu"), ("harvest-increase", "mendes")))
    assert STEADY(t, 1) == Done()


def test_the_steady_bot_scores_every_bonus_that_is_met() -> None:
    t = scoring(0, lands={"abu": "0", "edfu": "0", "abydos": "0"}, hands=("nile-bonus",))
    assert STEADY(t, 0) == Score(("nile-bonus",))


def test_whole_turns_are_offered_as_examples_and_can_be_played() -> None:
    t = buying({"memphis": "0", "mendes": "0 b2"}, gold=30, hand="builder free-farmer")
    turns = GAME.examples(t, 0)
    assert 3 <= len(turns) <= 5
    for turn in turns:
        after = t
        for action in turn:
            assert kernel.objection(after, 0, action) is None
            after = kernel.apply(after, 0, action)
        assert after.pending.seats != (0,)
    assert GAME.examples(t, 1) == ()
    assert GAME.examples(offering(), 0) == ()
