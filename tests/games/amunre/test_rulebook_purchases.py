"""The rules of Amun-Re about purchases: phase 3, with the worked examples of the rulebook."""

from __future__ import annotations

from pbem.games.amunre.events import Built, Drew, Placed
from pbem.games.amunre.steps import Purchases
from tests.games.amunre.builders import (
    asked,
    auction,
    buying,
    code,
    lines,
    play,
    position,
    refusal,
    told,
)

MARKET = "abydos baharya dakhla sawu"


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
