"""The rules of Amun-Re up to the auction: preparation, phases 1 and 2, with the worked examples of the rulebook."""

from __future__ import annotations

import pytest

from pbem.engine import codec, kernel
from pbem.engine.errors import Impossible
from pbem.games.amunre import GAME
from pbem.games.amunre.actions import Bid
from pbem.games.amunre.board import Table
from pbem.games.amunre.events import Bade, Drew, KingdomBegan, Revealed, Sold, StartPlayer, Won
from pbem.games.amunre.steps import Bidding, Payment, Purchases
from pbem.games.amunre.view import view
from tests.games.amunre.builders import (
    add_up,
    asked,
    auction,
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


def test_a_sale_of_all_cards_is_not_asked() -> None:
    t = auction(MARKET, gold=(8, 20, 20, 20), hands=("builder nile-bonus",))
    t = play(t, "bid 10 abydos", "bid 0 sawu", "bid 0 dakhla", "bid 0 baharya")
    assert t.board.players[0].gold == 0
    assert told(t, Sold) == [Sold(0, ("builder", "nile-bonus"), 2)]


def test_the_sale_for_a_bid_does_not_tell_which_cards_are_kept() -> None:
    """Three builders are asked for as three different cards are, and look the same to the others afterwards."""
    seen = []
    for hand in ("builder*3", "8-gold builder correction"):
        t = auction(MARKET, gold=(9, 20, 20, 20), hands=(hand,))
        t = play(t, "bid 10 abydos", "bid 0 sawu", "bid 0 dakhla", "bid 0 baharya")
        waiting = t.pending
        t = play(t, "sell builder")
        seen.append((waiting, t.n, codec.encode(GAME.view(t, 1)), t.news))
    assert seen[0] == seen[1]


def test_free_cards_are_drawn_for_the_buyer_alone() -> None:
    """Province by province, as they were laid there."""
    t = auction("thebes buto edfu", seats=3, draws="correction nile-bonus 8-gold builder")
    t = play(t, "bid 1 thebes", "bid 0 buto", "bid 0 edfu")
    assert [one.hand for one in t.board.players] == [("8-gold", "builder"), ("correction",), ("nile-bonus",)]
    drawn = [(news.event.seat, news.to) for news in t.news if isinstance(news.event, Drew) and news.event.cards]
    assert drawn == [(seat, frozenset((seat,))) for seat in (1, 2, 0)]
    assert [outcome.to for outcome in t.outcomes] == [frozenset((seat,)) for seat in (1, 2, 0, 0)]
    assert [one.amount for one in told(t, Won)] == [1, 0, 0]


ALL = " ".join(f"{card} " * count for card, count in GAME.raw_data()["power_cards"].items())
"""Every power card."""


def test_free_cards_leave_the_deck_when_the_provinces_are_revealed() -> None:
    t = auction("thebes buto edfu", seats=3)
    assert view(t, 0).deck == 39 - 4
    t = play(t, "bid 1 thebes", "bid 0 buto", "bid 0 edfu")
    assert view(t, 0).deck == len(t.board.deck) == 39 - 4


def short_deck(*drawn: str) -> Table:
    """One power card is left for the three free ones of Buto and Thebes; seat 0 holds both blockades."""
    gone = ALL.replace("blockade", "").replace("nile-bonus", "", 1)
    draws = " ".join(("thebes buto abu", *drawn))
    return position(round_=0, draws=draws, hands=("blockade*2",), discards=gone, gold=(20, 20, 20), temple=0)


def test_a_short_deck_is_made_anew_at_the_reveal() -> None:
    """The last card lies in Buto; those in Thebes come of what was discarded before."""
    t = short_deck("nile-bonus", "8-gold", "builder")
    assert t.board.deck == ["nile-bonus"]
    assert (len(t.board.fresh), t.board.discards) == (36, ())
    assert view(t, 0).deck == 37 - 3
    add_up(t)
    t = play(t, "play blockade", "bid 0 thebes", "bid 0 buto", "bid 0 abu")
    assert [one.hand for one in t.board.players] == [("8-gold", "blockade", "builder"), ("nile-bonus",), ()]
    assert (len(t.board.deck), t.board.fresh, t.board.discards) == (34, [], ("blockade",))


def test_what_the_auction_discards_is_no_free_card() -> None:
    t = play(short_deck("nile-bonus", "8-gold", "blockade"), "play blockade", "bid 0 thebes", "bid 0 buto")
    with pytest.raises(Impossible, match="outcome 'blockade' cannot fall here"):
        play(t, "bid 0 abu")


def test_where_no_card_was_left_for_a_province_its_buyer_takes_none() -> None:
    """Though somebody sells a card in the auction."""
    t = position(round_=0, draws="thebes buto abu", hands=(ALL,), gold=(20, 20, 20), temple=0)
    t = play(t, "sell builder", "bid 0 abu", "bid 0 thebes", "bid 0 buto")
    assert [len(one.hand) for one in t.board.players] == [38, 0, 0]
    assert t.board.discards == ("builder",)


def test_free_bricks_stay_in_the_province() -> None:
    t = position(round_=0, draws="memphis mendes abu", gold=(20, 20, 20), temple=0)
    t = play(t, "bid 0 memphis", "bid 0 mendes", "bid 0 abu")
    assert t.board.lands["memphis"].bricks == 2
    assert t.board.lands["memphis"].owner == 0


# Bids in advance


def test_a_plain_bid_takes_the_place_of_bids_in_advance() -> None:
    """Otherwise an old wish could come back where it is no longer wanted."""
    t = play(auction(MARKET), "bid abydos up to 10", "bid 1 abydos", "bid 0 sawu", "bid 0 baharya", "bid 1 sawu")
    assert t.board.wishes[0] == ()
    t = play(t, "bid 3 abydos", "bid 3 sawu")
    assert asked(t) == (0,)


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


def test_a_seeded_match_is_the_same_every_time() -> None:
    first, second = (kernel.start(GAME, 4, chance("same")).board for _ in range(2))
    assert first == second
