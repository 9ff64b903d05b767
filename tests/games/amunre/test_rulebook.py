"""The rules of Amun-Re up to the purchases: preparation, phases 1 to 3, with the worked examples of the rulebook."""

from __future__ import annotations

from pbem.engine import kernel
from pbem.games.amunre import GAME
from pbem.games.amunre.actions import Bid
from pbem.games.amunre.events import Bade, Built, Drew, KingdomBegan, Placed, Revealed, Sold, StartPlayer, Won
from pbem.games.amunre.steps import Bidding, Payment, Purchases
from tests.games.amunre.builders import (
    asked,
    auction,
    buying,
    chance,
    code,
    gold,
    lines,
    play,
    position,
    random_match,
    refusal,
    told,
)

MARKET = "abydos baharya dakhla sawu"


def test_everybody_begins_with_20_gold_and_a_builder() -> None:
    for seats in (3, 4, 5):
        t = random_match(seats, "begin")
        assert gold(t) == [20] * seats
        assert [one.hand for one in t.board.players] == [("builder",)] * seats
        assert [one.points for one in t.board.players] == [0] * seats
        assert len(t.board.deck) == 39 - seats
        assert t.board.temple == 0


def test_the_start_player_is_drawn_by_lot() -> None:
    first = {random_match(4, f"lot/{n}").board.start_player for n in range(40)}
    assert first == {0, 1, 2, 3}
    t = random_match(4, "lot")
    assert told(t, StartPlayer) == [StartPlayer(t.board.start_player, "lot")]
    assert asked(t) == (t.board.start_player,)


# Phase 1


def test_example_of_the_reveal_of_four_provinces() -> None:
    t = position(round_=0, draws="sawu baharya dakhla abydos", temple=0)
    assert t.board.market == ("abydos", "baharya", "dakhla", "sawu")
    assert told(t, Revealed) == [Revealed(1, t.board.market)]
    assert told(t, KingdomBegan) == [KingdomBegan(1)]
    assert {name: one.bricks for name, one in t.board.lands.items() if one.bricks} == {"abydos": 1}
    numbers = t.data.value.provinces
    assert (numbers["dakhla"].free_gold, numbers["dakhla"].free_cards) == (12, 1)
    assert (numbers["baharya"].free_gold, numbers["baharya"].free_cards, numbers["baharya"].free_bricks) == (0, 0, 0)
    assert not numbers["sawu"].free_bricks


def test_two_free_bricks_lie_in_memphis() -> None:
    t = position(round_=0, draws="memphis buto edfu", gold=(20, 20, 20))
    assert t.board.lands["memphis"].bricks == 2


# Phase 2


def test_example_of_bidding_in_three_rounds() -> None:
    """Red, Black, Blue and White; Red begins."""
    t = auction(MARKET)
    t = play(t, "bid 3 abydos", "bid 1 sawu", "bid 6 abydos", "bid 10 abydos")
    assert asked(t) == (0,)
    t = play(t, "bid 0 dakhla")
    assert asked(t) == (2,)
    t = play(t, "bid 6 sawu")
    assert asked(t) == (1,)
    t = play(t, "bid 0 baharya")
    assert [t.board.owned(seat) for seat in range(4)] == [("dakhla",), ("baharya",), ("sawu",), ("abydos",)]
    assert gold(t) == [20 + 12, 20, 14, 10]
    assert asked(t) == (0,)
    assert isinstance(t.stack[-1], Purchases)


def test_a_bid_names_a_space_of_the_track() -> None:
    t = auction(MARKET, gold=(99,) * 4)
    assert [int(line.split()[1]) for line in lines(t) if line.endswith("abydos")] == [0, 1, 3, 6, 10, 15, 21, 28, 36]
    assert refusal(t, "bid 5 abydos").facts["spaces"] == (0, 1, 3, 6, 10, 15, 21, 28, 36)


def test_only_a_revealed_province_can_be_bid_for() -> None:
    assert code(auction(MARKET), "bid 3 memphis") == "not-for-sale"


def test_a_higher_number_is_needed_where_somebody_leads() -> None:
    t = play(auction(MARKET), "bid 6 abydos")
    why = refusal(t, "bid 6 abydos")
    assert (why.code, why.facts["best"], why.facts["least"], why.facts["blocked"]) == ("bid-too-low", 6, 10, False)
    assert told(play(t, "bid 10 abydos"), Bade) == [Bade(1, "abydos", 10, 0)]


def test_everybody_bids_once_before_the_outbid_bid_again() -> None:
    t = play(auction(MARKET, start=2), "bid 0 abydos", "bid 1 abydos")
    assert asked(t) == (0,)
    t = play(t, "bid 0 sawu")
    assert asked(t) == (1,)
    t = play(t, "bid 3 abydos")
    assert asked(t) == (2,)


def test_the_outbid_bid_again_clockwise_from_the_last_bidder() -> None:
    t = play(auction(MARKET), "bid 0 abydos", "bid 0 sawu", "bid 1 sawu", "bid 1 abydos")
    assert asked(t) == (0,)
    t = play(t, "bid 3 sawu")
    assert asked(t) == (1,)


def test_whoever_is_outbid_must_go_elsewhere() -> None:
    t = play(auction(MARKET), "bid 0 abydos", "bid 1 abydos", "bid 0 sawu", "bid 0 dakhla")
    assert code(t, "bid 3 abydos") == "outbid-here"
    assert code(t, "bid 0 sawu") == "bid-too-low"


def test_after_a_bid_elsewhere_one_may_come_back() -> None:
    t = play(auction(MARKET), "bid 0 abydos", "bid 1 abydos", "bid 0 sawu", "bid 0 dakhla")
    t = play(t, "bid 1 sawu", "bid 1 dakhla", "bid 3 sawu")
    assert isinstance(t.stack[-1], Bidding)
    assert asked(t) == (0,)
    assert "bid 3 abydos" in lines(t)


def test_there_is_always_an_empty_card_for_a_bid_of_0() -> None:
    t = play(auction(MARKET, gold=(0,) * 4), "bid 0 abydos", "bid 0 sawu", "bid 0 dakhla")
    assert lines(t) == ["bid 0 baharya"]


def test_nobody_bids_more_than_gold_and_cards_can_pay() -> None:
    t = auction(MARKET, gold=(9, 20, 20, 20), hands=("builder",))
    assert "bid 10 abydos" in lines(t)
    assert code(auction(MARKET, gold=(9, 20, 20, 20)), "bid 10 abydos") == "cannot-pay"


def test_the_free_gold_of_dakhla_does_not_pay_for_it() -> None:
    assert code(auction(MARKET, gold=(5, 20, 20, 20)), "bid 10 dakhla") == "cannot-pay"


def test_a_bid_blockade_must_be_outbid_by_two_spaces() -> None:
    t = play(auction(MARKET, hands=("blockade",), gold=(40,) * 4), "play blockade", "bid 3 abydos")
    why = refusal(t, "bid 6 abydos")
    assert (why.code, why.facts["least"], why.facts["blocked"]) == ("bid-too-low", 10, True)
    assert asked(play(t, "bid 10 abydos")) == (2,)


def test_a_bid_blockade_follows_its_owner() -> None:
    t = play(auction(MARKET, hands=("blockade",)), "play blockade", "bid 0 abydos", "bid 3 abydos", "bid 0 sawu")
    t = play(t, "bid 0 dakhla", "bid 1 sawu")
    assert asked(t) == (2,)
    assert refusal(t, "bid 3 abydos").facts["blocked"] is False
    assert code(t, "bid 3 sawu") == "outbid-here"
    t = play(t, "bid 1 dakhla")
    assert refusal(t, "bid 3 sawu").facts["least"] == 6


def test_a_blocked_28_and_any_36_are_safe() -> None:
    t = play(auction(MARKET, hands=("blockade",), gold=(40,) * 4), "play blockade", "bid 28 abydos")
    assert refusal(t, "bid 36 abydos").facts["least"] == -1
    t = play(auction(MARKET, gold=(40,) * 4), "bid 36 abydos")
    assert refusal(t, "bid 36 abydos").facts["least"] == -1


def test_with_the_same_province_card_one_may_stay() -> None:
    t = auction(MARKET, hands=("same-province",), gold=(40,) * 4)
    t = play(t, "bid 0 abydos", "bid 1 abydos", "bid 0 sawu", "bid 0 dakhla")
    t = play(t, "play same province", "bid 3 abydos")
    assert asked(t) == (1,)


def test_the_same_province_card_holds_for_the_whole_auction() -> None:
    t = auction(MARKET, hands=("same-province",) * 2, gold=(40,) * 4)
    t = play(t, "bid 0 abydos", "bid 1 abydos", "bid 0 sawu", "bid 0 dakhla", "play same province", "bid 3 abydos")
    t = play(t, "play same province", "bid 6 abydos")
    assert "bid 10 abydos" in lines(t)


def test_by_option_the_same_province_card_holds_once() -> None:
    t = auction(MARKET, hands=("same-province",) * 2, gold=(40,) * 4, options={"same_province": "once"})
    t = play(t, "bid 0 abydos", "bid 1 abydos", "bid 0 sawu", "bid 0 dakhla", "play same province", "bid 3 abydos")
    t = play(t, "play same province", "bid 6 abydos")
    assert code(t, "bid 10 abydos") == "outbid-here"


def test_blockade_and_same_province_apply_both() -> None:
    t = auction(MARKET, hands=("same-province", "blockade"), gold=(40,) * 4)
    t = play(t, "bid 0 abydos", "play blockade", "bid 1 abydos", "bid 0 sawu", "bid 0 dakhla", "play same province")
    assert code(t, "bid 3 abydos") == "bid-too-low"
    assert asked(play(t, "bid 6 abydos")) == (1,)


def test_one_card_of_a_kind_in_an_auction() -> None:
    t = play(auction(MARKET, hands=("blockade*2",)), "play blockade")
    assert code(t, "play blockade") == "card-twice"


def test_cards_of_other_phases_wait() -> None:
    t = auction(MARKET, hands=("builder 8-gold free-farmer correction harvest-increase farmer-bonus",))
    for card in ("builder", "8 gold", "free farmer", "correction", "harvest increase", "farmer bonus"):
        assert code(t, f"play {card} in abydos") == "card-of-another-phase"


def test_whoever_lacks_gold_says_which_cards_are_sold() -> None:
    t = auction(MARKET, gold=(8, 20, 20, 20), hands=("builder 8-gold nile-bonus",))
    t = play(t, "bid 10 abydos", "bid 0 sawu", "bid 0 dakhla", "bid 0 baharya")
    assert isinstance(t.stack[-1], Payment)
    assert asked(t) == (0,)
    assert refusal(t, "bid 0 sawu").facts == {"bid": 10, "gold": 8, "missing": 2}
    t = play(t, "sell builder")
    assert asked(t) == (0,)
    t = play(t, "sell nile bank bonus")
    assert (t.board.players[0].gold, t.board.players[0].hand) == (0, ("8-gold",))
    assert t.board.discards == ("builder", "nile-bonus")


def test_silence_in_the_payment_sells_the_last_cards_by_name() -> None:
    t = auction(MARKET, gold=(8, 20, 20, 20), hands=("builder 8-gold nile-bonus",))
    t = play(t, "bid 10 abydos", "bid 0 sawu", "bid 0 dakhla", "bid 0 baharya", "done")
    assert t.board.players[0].hand == ("8-gold",)


def test_a_sale_without_a_choice_is_not_asked() -> None:
    for hand in ("builder*3", "builder nile-bonus"):
        t = auction(MARKET, gold=(8, 20, 20, 20), hands=(hand,))
        t = play(t, "bid 10 abydos", "bid 0 sawu", "bid 0 dakhla", "bid 0 baharya")
        assert t.board.players[0].gold == 0
        assert len(told(t, Sold)[0].cards) == 2


def test_free_cards_are_drawn_for_the_buyer_alone() -> None:
    t = auction("thebes buto edfu", seats=3, draws="8-gold builder correction nile-bonus")
    t = play(t, "bid 1 thebes", "bid 0 buto", "bid 0 edfu")
    assert [one.hand for one in t.board.players] == [("8-gold", "builder"), ("correction",), ("nile-bonus",)]
    drawn = [(news.event.seat, news.to) for news in t.news if isinstance(news.event, Drew) and news.event.cards]
    assert drawn == [(seat, frozenset((seat,))) for seat in range(3)]
    assert [outcome.to for outcome in t.outcomes] == [frozenset((seat,)) for seat in (0, 0, 1, 2)]
    assert [one.amount for one in told(t, Won)] == [1, 0, 0]


def test_free_bricks_stay_in_the_province() -> None:
    t = position(round_=0, draws="memphis mendes abu", gold=(20, 20, 20), temple=0)
    t = play(t, "bid 0 memphis", "bid 0 mendes", "bid 0 abu")
    assert t.board.lands["memphis"].bricks == 2
    assert t.board.lands["memphis"].owner == 0


# Bids in advance


def test_bids_in_advance_are_made_when_the_player_is_outbid() -> None:
    t = play(auction(MARKET), "bid abydos up to 10 else dakhla 3 else cheapest")
    assert told(t, Bade) == [Bade(0, "abydos", 0, -1)]
    t = play(t, "bid 1 abydos", "bid 0 baharya", "bid 0 sawu")
    assert told(t, Bade)[-1] == Bade(0, "dakhla", 3, -1)


def test_the_cheapest_is_taken_where_no_other_wish_can_be_met() -> None:
    t = play(auction(MARKET), "bid abydos up to 1 else cheapest", "bid 3 abydos", "bid 0 dakhla", "bid 6 baharya")
    assert told(t, Bade)[-1] == Bade(0, "sawu", 0, -1)


def test_wishes_that_cannot_be_met_any_more_ask_again() -> None:
    t = play(auction(MARKET), "bid abydos up to 1", "bid 3 abydos", "bid 0 dakhla", "bid 0 sawu")
    assert asked(t) == (0,)
    assert "bid 0 baharya" in lines(t)


def test_an_exact_wish_that_is_too_low_gives_way_to_the_next() -> None:
    t = play(auction(MARKET), "bid 6 abydos", "bid abydos 3 else sawu 1")
    assert told(t, Bade) == [Bade(1, "sawu", 1, -1)]


def test_a_wish_in_vain_is_refused() -> None:
    t = play(auction(MARKET), "bid 10 abydos")
    assert code(t, "bid abydos up to 6") == "no-wish-can-be-met"
    assert code(t, "bid memphis up to 6") == "not-for-sale"
    assert code(t, "bid abydos up to 6 else sawu 5") == "no-such-space"


def test_wishes_end_with_the_auction() -> None:
    t = play(auction(MARKET), "bid abydos up to 10 else cheapest")
    assert t.board.wishes[0]
    t = play(t, "bid 0 sawu", "bid 0 dakhla", "bid 0 baharya")
    assert t.board.wishes == [()] * 4


def test_an_order_in_advance_stays_hidden() -> None:
    t = play(auction(MARKET), "bid abydos up to 10 else cheapest")
    assert kernel.secrecy(t, GAME.orders.read("bid abydos up to 10 else cheapest")) == "hidden"
    assert kernel.secrecy(t, Bid(3, "abydos")) == ""


# Phase 3


def test_example_of_a_purchase_for_19_gold() -> None:
    t = buying({"memphis": "0", "thebes": "0"}, gold=19, draws="8-gold correction")
    t = play(t, "buy cards 2", "buy farmers 4 memphis 2 thebes 2", "buy bricks 3 memphis 3")
    assert t.board.players[0].gold == 0


def test_prices_go_on_beyond_7() -> None:
    price = buying({}).data.value.price
    assert [price(count) for count in (1, 2, 3, 4, 7, 8, 9, 10)] == [1, 3, 6, 10, 28, 36, 45, 55]


def test_example_of_the_card_limit_of_memphis_amarna_and_avaris() -> None:
    t = buying({"memphis": "0", "amarna": "0", "avaris": "0"})
    assert [line for line in lines(t) if line.startswith("cards")] == ["cards 1", "cards 2", "cards 3"]
    assert refusal(t, "cards 4").facts["limit"] == 3


def test_example_of_the_card_limit_of_buto_and_mendes() -> None:
    t = buying({"buto": "0", "mendes": "0"})
    assert refusal(t, "cards 1").facts == {"limit": 0, "count": 1}


def test_a_drawn_card_is_told_to_its_buyer_alone() -> None:
    t = play(buying({"memphis": "0"}), "cards 1")
    assert [(news.event, news.to) for news in t.news] == [
        (Drew(0, 1, 1, "bought"), None),
        (Drew(0, 1, 1, "bought", ("8-gold",)), {0}),
    ]


def test_example_of_farmers_in_baharya_and_berenike() -> None:
    t = buying({"baharya": "0", "berenike": "0"}, hand="free-farmer")
    assert refusal(t, "farmers 1 berenike").facts == {"province": "berenike", "free": 0}
    assert code(t, "farmers 3") == "too-few-fields"
    t = play(t, "farmers 2 baharya baharya")
    assert t.board.players[0].gold == 17
    assert t.board.lands["baharya"].farmers == 2
    t = play(t, "play free farmer in berenike")
    assert t.board.lands["berenike"].free_farmers == 1
    assert t.board.lands["berenike"].farmers == 0


def test_a_free_farmer_takes_no_field() -> None:
    t = play(buying({"baharya": "0"}, hand="free-farmer"), "play free farmer in baharya", "farmers 2 baharya 2")
    assert (t.board.lands["baharya"].farmers, t.board.lands["baharya"].free_farmers) == (2, 1)


def test_example_of_bricks_that_become_pyramids() -> None:
    t = buying({"memphis": "0 b2", "mendes": "0 b1 p1"})
    t = play(t, "bricks 3 mendes 2 memphis 1")
    assert (t.board.lands["memphis"].bricks, t.board.lands["memphis"].pyramids) == (0, 1)
    assert (t.board.lands["mendes"].bricks, t.board.lands["mendes"].pyramids) == (0, 2)
    assert t.board.players[0].gold == 14
    assert [(one.province, one.pyramids, one.bricks) for one in told(t, Built)] == [("memphis", 1, 3), ("mendes", 1, 3)]


def test_more_than_three_bricks_make_several_pyramids() -> None:
    t = play(buying({"mendes": "0 b2"}, gold=40), "bricks 8 mendes 8")
    assert (t.board.lands["mendes"].bricks, t.board.lands["mendes"].pyramids) == (1, 3)


def test_pieces_go_into_own_provinces_only() -> None:
    t = buying({"mendes": "0", "abu": "1"})
    assert code(t, "bricks 1 abu") == "not-your-province"
    assert code(t, "farmers 1 abu") == "not-your-province"


def test_where_pieces_go_can_be_said_afterwards() -> None:
    t = play(buying({"mendes": "0", "memphis": "0"}), "bricks 3")
    assert lines(t) == [
        "place memphis memphis memphis",
        "place memphis memphis mendes",
        "place memphis mendes mendes",
        "place mendes mendes mendes",
    ]
    assert code(t, "done") == "place-first"
    t = play(t, "place mendes mendes memphis")
    assert (t.board.lands["mendes"].bricks, t.board.lands["memphis"].bricks) == (2, 1)


def test_with_one_province_nothing_is_asked() -> None:
    t = play(buying({"mendes": "0"}), "farmers 3", "bricks 2")
    assert (t.board.lands["mendes"].farmers, t.board.lands["mendes"].bricks) == (3, 2)
    assert told(t, Placed) == [Placed(0, "brick", {"mendes": 2})]


def test_the_order_is_cards_farmers_bricks_and_each_once() -> None:
    t = buying({"memphis": "0"}, gold=40, hand="free-farmer builder")
    after_bricks = play(t, "bricks 1 memphis")
    assert code(after_bricks, "farmers 1") == "too-late-to-buy"
    assert code(after_bricks, "cards 1") == "too-late-to-buy"
    assert code(after_bricks, "play free farmer in memphis") == "too-late-to-buy"
    assert code(after_bricks, "bricks 1") == "bought-already"
    after_farmer = play(t, "play free farmer in memphis")
    assert code(after_farmer, "cards 1") == "too-late-to-buy"
    after_cards = play(t, "cards 1")
    assert code(after_cards, "cards 1") == "bought-already"
    assert code(play(after_cards, "farmers 1"), "farmers 1") == "bought-already"


def test_more_than_the_gold_buys_is_refused() -> None:
    assert refusal(buying({"mendes": "0"}, gold=5), "bricks 3").facts == {"count": 3, "price": 6, "gold": 5}
    assert code(buying({"mendes": "0"}), "bricks mendes 0") == "buy-at-least-one"


def test_a_builder_makes_a_pyramid_of_two_bricks() -> None:
    t = play(buying({"memphis": "0 b2"}, hand="builder"), "play builder in memphis")
    assert (t.board.lands["memphis"].bricks, t.board.lands["memphis"].pyramids) == (0, 1)
    assert t.board.discards == ("builder",)


def test_a_builder_is_played_after_the_purchase_too() -> None:
    t = play(buying({"mendes": "0", "memphis": "0"}, hand="builder"), "bricks 3 mendes 2 memphis 1")
    t = play(t, "play builder in mendes")
    assert t.board.lands["mendes"].pyramids == 1


def test_a_builder_needs_two_bricks() -> None:
    t = buying({"memphis": "0 b1"}, hand="builder")
    assert refusal(t, "play builder in memphis").facts == {"province": "memphis", "bricks": 1, "needed": 2}
    assert code(buying({"memphis": "0", "mendes": "0"}, hand="builder"), "bricks 3 mendes 3 builder memphis") == (
        "too-few-bricks"
    )


def test_a_builder_can_be_played_before_the_third_brick_lies() -> None:
    t = play(buying({"mendes": "0"}, hand="builder"), "bricks 4 builder mendes")
    assert (t.board.lands["mendes"].bricks, t.board.lands["mendes"].pyramids) == (2, 1)
    t = play(buying({"mendes": "0 b1", "memphis": "0"}, hand="builder"), "bricks 3 builder mendes")
    assert lines(t)[-1] == "place mendes mendes mendes"
    assert "place memphis memphis memphis" not in lines(t)
    assert code(t, "place memphis 3") == "bricks-for-builder"
    t = play(t, "place mendes memphis memphis")
    assert (t.board.lands["mendes"].bricks, t.board.lands["mendes"].pyramids) == (0, 1)


def test_a_second_builder_is_refused_in_another_province_too() -> None:
    t = play(buying({"memphis": "0 b2", "mendes": "0 b2"}, hand="builder*2"), "play builder in memphis")
    assert code(t, "play builder in mendes") == "card-twice"
    t = play(buying({"memphis": "0 b2", "mendes": "0 b1"}, hand="builder*2"), "bricks 1 mendes builder mendes")
    assert code(t, "play builder in memphis") == "card-twice"


def test_a_builder_and_a_free_farmer_in_one_turn() -> None:
    t = buying({"memphis": "0 b2"}, hand="builder free-farmer")
    t = play(t, "play free farmer in memphis", "play builder in memphis")
    assert t.board.players[0].hand == ()


def test_cards_bought_now_can_be_played_now() -> None:
    t = play(buying({"memphis": "0 b2"}, draws="builder"), "cards 1", "play builder in memphis")
    assert t.board.lands["memphis"].pyramids == 1


def test_cards_are_sold_for_one_gold_each_at_any_time() -> None:
    t = play(buying({"memphis": "0"}, hand="builder*2 8-gold"), "sell builder builder")
    assert (t.board.players[0].gold, t.board.players[0].hand) == (22, ("8-gold",))
    t = play(auction(MARKET, hands=("builder",)), "sell builder")
    assert t.board.players[0].gold == 21


def test_the_deck_is_made_anew_of_played_and_sold_cards() -> None:
    t = buying({"memphis": "0"}, hand="builder", draws="builder")
    t.board.deck, t.board.discards = [], ()
    t = play(t, "sell builder", "cards 1")
    assert t.board.players[0].hand == ("builder",)
    assert (t.board.deck, t.board.discards) == ([], ())


def test_no_more_cards_are_bought_than_there_are() -> None:
    t = buying({"memphis": "0"})
    t.board.deck, t.board.discards = ["8-gold"], ("builder",)
    assert refusal(t, "cards 3").facts == {"left": 2}


def test_three_bricks_that_lie_there_become_a_pyramid_in_the_owners_turn() -> None:
    t = buying({"memphis": "0 b4"}, hand="builder")
    assert play(t, "done").board.lands["memphis"].pyramids == 1
    t = play(t, "play builder in memphis", "done")
    assert (t.board.lands["memphis"].bricks, t.board.lands["memphis"].pyramids) == (2, 1)


def test_the_players_act_clockwise_and_then_all_offer() -> None:
    t = position(Purchases(1), start=1, gold=(20, 20, 20), lands={"abu": "0", "edfu": "1", "buto": "2"})
    t = play(t, "done")
    assert asked(t) == (2,)
    t = play(t, "done")
    assert asked(t) == (0,)
    assert asked(play(t, "done")) == (0, 1, 2)


def test_a_seeded_match_is_the_same_every_time() -> None:
    first, second = (kernel.start(GAME, 4, chance("same")).board for _ in range(2))
    assert first == second
