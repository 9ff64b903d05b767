"""The rules of Amun-Re from the offering to the harvest: phases 4 and 5, with the worked examples of the rulebook."""

from __future__ import annotations

import pytest

from pbem.engine import kernel
from pbem.games.amunre import GAME
from pbem.games.amunre.actions import Offer, OfferAhead, Rule
from pbem.games.amunre.events import Corrected, Harvested, OfferingRevealed, Rewarded, Sold, StartPlayer, TempleMoved
from pbem.games.amunre.steps import Correcting, Harvesting, Offering, Purchases, Rewards
from tests.games.amunre.builders import (
    asked,
    code,
    gold,
    harvesting,
    lines,
    offering,
    play,
    position,
    refusal,
    rewarding,
    told,
)


def test_example_of_an_offering_of_7() -> None:
    """Red 9, Blue 4, Black and White steal; Red is the start player."""
    t = play(offering(), "0: offer 9", "1: offer 4", "2: steal", "3: steal")
    assert told(t, OfferingRevealed) == [OfferingRevealed({0: 9, 1: 4, 2: 0, 3: 0}, (), 7)]
    assert told(t, TempleMoved) == [TempleMoved(7, 2)]
    assert told(t, Rewarded) == [Rewarded({0: 3, 1: 2})]
    assert gold(t) == [11, 16, 23, 23]
    assert t.board.temple == 2


@pytest.mark.parametrize(
    ("total", "field"), [(-12, 1), (0, 1), (2, 1), (3, 2), (12, 2), (13, 3), (22, 3), (23, 4), (60, 4)]
)
def test_the_field_of_the_temple_follows_from_the_sum(total: int, field: int) -> None:
    assert offering().data.value.field(total) == field


def test_offerings_are_under_seal_and_can_be_changed_until_the_last_is_in() -> None:
    t = play(offering(), "1: offer 4")
    assert t.pending.seats == (0, 2, 3)
    assert t.pending.may_change == (1,)
    assert gold(t) == [20, 20, 20, 20]
    t = play(t, "1: offer 7", "1: steal", "1: offer 5", "0: steal", "2: steal", "3: steal")
    assert told(t, OfferingRevealed)[0].offers[1] == 5


def test_nothing_cannot_be_offered() -> None:
    t = offering(gold=(0, 20, 20, 20))
    assert lines(t, 0) == ["steal"]
    assert code(t, "0: offer 1") == "too-little-gold"
    assert code(offering(hands=("correction",)), "0: offer 0") == "offer-at-least-one"
    for order in (Offer(0), Offer(-4), OfferAhead(-4, Rule("up"))):
        wrong = kernel.objection(offering(hands=("correction",)), 0, order)
        assert wrong is not None
        assert wrong.code == "offer-at-least-one"


def test_cards_can_be_sold_for_an_offering() -> None:
    t = offering(gold=(0, 20, 20, 20), hands=("builder 8-gold",))
    assert refusal(t, "0: offer 2 selling builder").facts == {"offer": 2, "gold": 1, "cards": 2}
    t = play(t, "0: offer 2 selling builder 8-gold", "1: steal", "2: steal", "3: steal")
    assert told(t, Sold) == [Sold(0, ("8-gold", "builder"), 2)]
    assert t.board.players[0].gold == 0
    assert t.board.players[0].hand == ()


def test_the_minus_3_comes_back_and_can_be_played_in_every_round() -> None:
    t = play(offering(), "0: steal", "1: steal", "2: steal", "3: steal")
    assert gold(t)[0] >= 23
    assert "steal" in lines(offering(gold=(23, 20, 20, 20), round_=2), 0)


def test_if_all_steal_the_start_player_stays_and_nobody_takes_anything() -> None:
    t = play(offering(start=2), "0: steal", "1: steal", "2: steal", "3: steal")
    assert told(t, OfferingRevealed)[0].total == -12
    assert t.board.temple == 1
    assert told(t, Rewarded) == []
    assert told(t, StartPlayer)[0] == StartPlayer(2, "nobody")
    assert t.board.start_player == 2


def test_ties_go_to_the_start_player_and_then_clockwise() -> None:
    t = play(offering(start=2), "0: offer 5", "1: offer 2", "2: offer 2", "3: offer 5")
    assert list(told(t, Rewarded)[0].pieces.items()) == [(3, 3), (0, 2), (2, 1), (1, 1)]


def test_a_lone_giver_takes_three_and_nobody_two() -> None:
    t = play(offering(), "0: steal", "1: offer 1", "2: steal", "3: steal")
    assert told(t, Rewarded) == [Rewarded({1: 3})]


def test_the_best_offering_makes_the_start_player_before_the_harvest() -> None:
    t = play(offering(hands=("builder",)), "0: steal", "1: offer 6", "2: steal", "3: steal", "take 3 bricks buto 3")
    assert isinstance(t.stack[-1], Harvesting)
    assert t.board.start_player == 1
    assert told(t, StartPlayer) == [StartPlayer(1, "offering")]


# Corrections


def test_a_correction_changes_the_sum_and_nobodys_offering() -> None:
    t = offering(hands=("", "correction"))
    t = play(t, "0: offer 6", "1: offer 6 with correction", "2: steal", "3: steal")
    assert isinstance(t.stack[-1], Correcting)
    assert asked(t) == (1,)
    assert t.board.temple == 2
    t = play(t, "correct down")
    assert told(t, Corrected) == [Corrected(1, -3, 3)]
    assert list(told(t, Rewarded)[0].pieces) == [0, 1]
    assert t.board.discards == ("correction",)


def test_a_correction_lies_with_gold_or_with_the_minus_3() -> None:
    t = offering(hands=("correction",))
    assert "steal with correction" in lines(t, 0)
    assert "offer 20 with correction" in lines(t, 0)
    assert "offer 5 with correction" not in lines(t, 1)
    assert code(t, "1: steal with correction") == "card-not-in-hand"
    assert code(t, "0: correct up") == "correct-with-offering"


def test_corrections_are_called_from_the_start_player_on() -> None:
    t = offering(hands=("correction", "", "correction"), start=1)
    t = play(t, "0: steal with correction", "1: steal", "2: offer 10 with correction", "3: steal")
    assert asked(t) == (2,)
    t = play(t, "correct up")
    assert asked(t) == (0,)
    t = play(t, "correct up")
    assert told(t, TempleMoved) == [TempleMoved(7, 2)]


@pytest.mark.parametrize(("gave", "by"), [(9, 3), (10, -3)])
def test_the_direction_can_be_given_with_the_offering(gave: int, by: int) -> None:
    t = offering(hands=("correction",))
    t = play(t, "0: offer 9 correct up if total < 13 else down", f"1: offer {gave}", "2: steal", "3: steal")
    assert told(t, Corrected)[0].by == by


def test_a_direction_in_advance_looks_at_the_sum_after_earlier_corrections() -> None:
    t = offering(hands=("correction", "correction"))
    t = play(t, "0: offer 12 correct up", "1: offer 6 correct up if total = 15 else down", "2: steal", "3: steal")
    assert [one.by for one in told(t, Corrected)] == [3, 3]


def test_a_direction_in_advance_stays_hidden_and_opens_no_seal() -> None:
    order = "offer 9 correct up"
    t = play(offering(hands=("correction",)), f"0: {order}")
    assert kernel.secrecy(t, GAME.orders.read(order)) == "hidden"
    t = play(t, "1: offer 3")
    assert kernel.secrecy(t, GAME.orders.read("offer 3")) == "sealed"


def test_a_thief_can_correct_in_advance_too() -> None:
    t = offering(hands=("correction",))
    t = play(t, "0: steal correct down", "1: offer 9", "2: steal", "3: steal")
    assert told(t, Corrected) == [Corrected(0, -3, -3)]


def test_cards_can_be_sold_while_a_correction_is_asked() -> None:
    t = play(offering(hands=("correction 8-gold",)), "0: steal with correction", "1: steal", "2: steal", "3: steal")
    t = play(t, "sell 8-gold", "correct up")
    assert gold(t)[0] >= 24


# Rewards

MINE = {"memphis": "0 b2", "mendes": "0", "berenike": "0"}


def test_a_reward_is_any_mixture_of_cards_farmers_and_bricks() -> None:
    t = rewarding((0, 3), lands=MINE, draws="8-gold")
    t = play(t, "take farmer mendes", "take brick memphis", "take card")
    assert t.board.lands["mendes"].farmers == 1
    assert t.board.lands["memphis"].pyramids == 1
    assert t.board.players[0].hand == ("8-gold",)


def test_cards_of_a_reward_are_drawn_when_all_pieces_are_named() -> None:
    t = rewarding((0, 3), lands=MINE, draws="8-gold builder")
    t = play(t, "take 2 cards")
    assert t.board.players[0].hand == ()
    t = play(t, "take farmer mendes")
    assert t.board.players[0].hand == ("8-gold", "builder")


def test_a_reward_is_not_bound_to_the_card_limit() -> None:
    t = play(rewarding((0, 3), lands={"buto": "0"}, draws="8-gold builder correction"), "take 3 cards")
    assert len(t.board.players[0].hand) == 3


def test_rewarded_farmers_need_free_fields() -> None:
    t = rewarding((0, 3), lands=MINE)
    assert refusal(t, "take farmer berenike").facts == {"province": "berenike", "free": 0}
    assert code(t, "take 3 farmers memphis 3") == "no-free-field"
    assert "take 1 farmer berenike" not in lines(t)


def test_free_farmer_and_builder_cannot_be_played_with_a_reward() -> None:
    t = rewarding((0, 3), lands=MINE, hands=("free-farmer builder",))
    assert code(t, "play builder in memphis") == "card-of-another-phase"
    assert code(t, "play free farmer in memphis") == "card-of-another-phase"


def test_no_more_pieces_than_are_due() -> None:
    t = rewarding((0, 2), lands=MINE)
    assert refusal(t, "take 3 cards").facts == {"count": 3, "left": 2}
    assert code(t, "take card memphis") == "cards-have-no-place"
    assert code(t, "take 2 bricks") == "places-do-not-fit"
    assert code(t, "take brick abu") == "not-your-province"


def test_fewer_pieces_may_be_taken() -> None:
    t = play(rewarding((0, 3), (1, 2), lands=MINE | {"abu": "1"}), "take brick mendes", "done")
    assert asked(t) == (1,)


def test_no_cards_are_taken_that_are_not_there() -> None:
    t = rewarding((0, 3), lands=MINE, draws="8-gold")
    t.board.deck = ["8-gold"]
    assert refusal(t, "take 2 cards").facts == {"left": 1}
    t = play(t, "take card")
    assert refusal(t, "take card").facts == {"left": 0}
    assert kernel.fallback(t, 0) == GAME.orders.read("take 2 bricks berenike 2")


def test_cards_can_be_sold_while_a_reward_is_taken() -> None:
    t = play(rewarding((0, 1), lands=MINE, hands=("builder",)), "sell builder")
    assert gold(t)[0] == 21
    assert isinstance(t.stack[-1], Rewards)


# Phase 5


def test_example_of_a_harvest_of_17() -> None:
    """Field 2: Memphis 1 farmer, Abu 2 farmers and 4 gold, Sawu a camel of 7."""
    t = harvesting(lands={"memphis": "0 f1", "abu": "0 f2", "sawu": "0"}, temple=2)
    mine = next(one for one in told(t, Harvested) if one.seat == 0)
    assert {one.province: (one.harvest, one.income) for one in mine.yields} == {
        "memphis": (2, 0),
        "abu": (4, 4),
        "sawu": (0, 7),
    }
    assert mine.gold == 17
    assert gold(t)[0] == 37


@pytest.mark.parametrize(("temple", "brought"), [(1, 8), (2, 8), (3, 0), (4, 0)])
def test_camels_are_sold_only_after_a_poor_offering(temple: int, brought: int) -> None:
    t = harvesting(lands={"avaris": "0"}, temple=temple)
    assert gold(t)[0] == 20 + brought


@pytest.mark.parametrize("temple", [1, 4])
def test_coins_without_a_camel_always_pay(temple: int) -> None:
    t = harvesting(lands={"berenike": "0"}, temple=temple)
    assert gold(t)[0] == 28


def test_printed_and_free_farmers_harvest_too() -> None:
    t = harvesting(lands={"baharya": "0 f1 g1"}, temple=3)
    assert gold(t)[0] == 20 + 4 * 3


def test_8_gold_takes_the_place_of_harvest_and_coins() -> None:
    t = harvesting(0, lands={"abu": "0 f1"}, hands=("8-gold",), temple=2)
    t = play(t, "harvest 8-gold abu")
    assert gold(t)[0] == 28


def test_a_harvest_increase_is_for_farmers_only() -> None:
    t = harvesting(0, lands={"abu": "0 f2"}, hands=("harvest-increase",), temple=2)
    t = play(t, "harvest harvest-increase abu")
    assert gold(t)[0] == 20 + 2 * 3 + 4


def test_8_gold_and_a_harvest_increase_together() -> None:
    start = harvesting(
        0,
        lands={"abu": "0 f2", "mendes": "0 f3"},
        hands=("8-gold harvest-increase",),
        temple=2,
    )
    t = play(start, "harvest 8-gold abu harvest-increase mendes")
    assert gold(t)[0] == 20 + 8 + 9
    t = play(start, "harvest 8-gold mendes harvest-increase mendes")
    assert gold(t)[0] == 20 + 8 + 8
    assert t.board.discards == ("8-gold", "harvest-increase")


def test_one_card_of_a_kind_in_a_harvest() -> None:
    t = harvesting(0, lands={"abu": "0", "mendes": "0"}, hands=("8-gold*2",))
    assert code(t, "harvest 8-gold abu 8-gold mendes") == "card-twice"
    assert code(t, "harvest 8-gold memphis") == "card-needs-own-province"


def test_whoever_holds_power_cards_is_asked_and_all_at_once() -> None:
    t = position(
        Rewards(((0, 1),), 0),
        gold=(20, 20, 20),
        hands=("builder", "", "nile-bonus"),
        lands={"abu": "0", "edfu": "1", "buto": "2"},
    )
    t = play(t, "take brick abu")
    assert t.pending.seats == (0, 2)
    t = play(t, "2: done")
    assert (t.pending.seats, t.pending.may_change) == ((0,), (2,))


def test_play_and_done_are_understood_at_the_harvest() -> None:
    t = harvesting(0, 1, lands={"abu": "0"}, hands=("8-gold", "builder"))
    t = play(t, "0: play 8 gold in abu", "1: done")
    assert gold(t)[0] == 28


def test_the_bank_pays_though_it_has_no_more_gold() -> None:
    t = harvesting(0, lands={"berenike": "0"}, hands=("builder",), gold=(390, 1, 1))
    assert t.board.bank == 0
    t = play(t, "done")
    assert gold(t) == [398, 1, 1]
    assert asked(t)


def test_cards_can_be_sold_with_the_answer_to_the_harvest() -> None:
    t = harvesting(0, lands={"abu": "0"}, hands=("8-gold builder",), temple=2)
    assert code(t, "harvest 8-gold abu selling 8-gold") == "card-not-in-hand"
    t = play(t, "harvest 8-gold abu selling builder")
    assert gold(t)[0] == 29


def test_the_harvest_goes_round_from_the_new_start_player() -> None:
    t = harvesting(lands={"abu": "0", "edfu": "1", "buto": "2"}, start=2, draws="amarna sawu thebes")
    assert [one.seat for one in told(t, Harvested)] == [2, 0, 1]


def test_after_the_harvest_the_next_round_begins() -> None:
    t = harvesting(lands={"abu": "0", "edfu": "1", "buto": "2"}, start=1, draws="amarna sawu thebes")
    assert (t.board.kingdom, t.board.round) == (1, 2)
    assert t.board.market == ("amarna", "sawu", "thebes")
    assert asked(t) == (1,)


def test_offering_follows_the_last_purchase() -> None:
    t = position(Purchases(2), gold=(20, 20, 20), lands={"abu": "0", "edfu": "1", "buto": "2"})
    assert isinstance(play(t, "done").stack[-1], Offering)
