"""The rules of Amun-Re about scoring, the change of kingdoms and the end, with the worked examples of the rulebook."""

from __future__ import annotations

import pytest

from pbem.engine import kernel
from pbem.games.amunre import scoring as rules
from pbem.games.amunre.board import Table
from pbem.games.amunre.events import BonusPlayed, Gains, KingdomBegan, Scored
from tests.games.amunre.builders import (
    asked,
    code,
    gold,
    harvesting,
    lines,
    over,
    play,
    points,
    random_match,
    scoring,
    told,
)


def gains(t: Table, seat: int = 0) -> Gains:
    """What a seat got in the scoring that has just been."""
    return told(t, Scored)[0].gains[seat]


def scored(lands: dict[str, str], *, temple: int = 1, hands: tuple[str, ...] = ("builder",), kingdom: int = 1) -> Table:
    """A scoring in which nothing is played."""
    asked_seats = [seat for seat, hand in enumerate(hands) if hand]
    used = " ".join(sorted(lands))
    t = scoring(
        *asked_seats, lands=lands, hands=hands, temple=temple, kingdom=kingdom, draws=" ".join(used.split()[:3])
    )
    return play(t, *["done"] * len(asked_seats))


def test_every_pyramid_is_worth_a_point() -> None:
    t = scored({"abu": "0 p2", "buto": "0 p1", "edfu": "0"})
    assert gains(t).pyramids == 3


def test_a_set_is_a_pyramid_in_each_of_the_three_provinces() -> None:
    t = scored({"abu": "0 p2", "buto": "0 p3", "edfu": "0 p2"})
    assert gains(t).sets == 6
    assert gains(scored({"abu": "0 p2", "buto": "0 p3", "edfu": "0"})).sets == 0


def test_most_pyramids_in_one_province_of_each_bank() -> None:
    t = scored({"buto": "0 p2", "edfu": "1 p1", "dakhla": "1 p1", "abu": "1 p1", "thebes": "2"})
    assert [gains(t, seat).banks for seat in range(3)] == [5, 5, 0]


def test_bricks_decide_a_tie_of_pyramids() -> None:
    t = scored({"buto": "0 p2 b1", "edfu": "1 p2", "abu": "1 p1"})
    assert [gains(t, seat).banks for seat in range(2)] == [5, 5]


def test_after_bricks_all_tied_players_get_the_points() -> None:
    t = scored({"buto": "0 p2 b1", "edfu": "1 p2 b1", "abu": "2"})
    assert [gains(t, seat).banks for seat in range(3)] == [5, 5, 0]


def test_a_player_tied_with_himself_gets_the_points_once() -> None:
    t = scored({"buto": "0 p2", "edfu": "0 p2", "abu": "1"})
    assert gains(t).banks == 5


def test_a_bank_without_pyramids_brings_nothing() -> None:
    t = scored({"buto": "0 b2", "edfu": "1 b1", "abu": "1"})
    assert [gains(t, seat).banks for seat in range(3)] == [0, 0, 0]


def test_example_of_the_two_temples_of_damanhur() -> None:
    assert gains(scored({"damanhur": "0", "abu": "1", "edfu": "2"}, temple=3)).temples == 6


def test_a_temple_brings_the_number_of_the_field() -> None:
    t = scored({"damanhur": "1", "abu": "0", "edfu": "2"}, temple=4)
    assert [gains(t, seat).temples for seat in range(3)] == [0, 8, 4]


def test_example_of_equal_gold() -> None:
    assert rules.ranks([30, 30, 20, 10], (6, 4, 2)) == [6, 6, 2, 0]


@pytest.mark.parametrize(
    ("golds", "expected"),
    [
        ([9, 8, 7, 6, 5], [6, 4, 2, 0, 0]),
        ([9, 8, 8, 6], [6, 4, 4, 0]),
        ([9, 9, 9, 6], [6, 6, 6, 0]),
        ([9, 8, 7, 7], [6, 4, 2, 2]),
    ],
)
def test_gold_is_ranked_by_the_number_of_richer_players(golds: list[int], expected: list[int]) -> None:
    assert rules.ranks(golds, (6, 4, 2)) == expected


def test_gold_counts_only_at_the_end_of_the_match() -> None:
    lands = {"abu": "0", "buto": "1", "edfu": "2"}
    assert gains(scored(lands)).gold == 0
    t = scored(lands, kingdom=2)
    assert gains(t).gold == 6
    assert told(t, Scored)[0].gold == (21, 20, 20)
    assert over(t)


def test_example_of_a_scoring_of_27() -> None:
    """Seven pyramids, a set, both banks, a temple on field 1, two bonus cards, and the least gold."""
    lands = {
        "edfu": "0 p3", "abydos": "0 p1", "abu": "0 p3",
        "memphis": "1 p2", "mendes": "1", "sawu": "1",
        "buto": "2", "thebes": "2", "dakhla": "2",
        "kharga": "3", "avaris": "3", "baharya": "3",
    }  # fmt: skip
    t = scoring(
        0, seats=4, lands=lands, hands=("kingdom-bonus nile-bonus",), gold=(5, 20, 30, 40), temple=1, kingdom=2
    )  # fmt: skip
    t = play(t, "score upper-lower-egypt-bonus nile-bank-bonus")
    assert gains(t) == Gains(pyramids=7, sets=3, banks=10, temples=1, bonus=6, gold=0)
    assert gains(t).total == 27


# Bonus cards


@pytest.mark.parametrize(
    ("card", "lands", "met"),
    [
        ("card-bonus", "memphis abydos buto", True),  # 3 + 4 + a free one
        ("card-bonus", "memphis thebes edfu", True),  # 3 + 1 and 2 free + 1 and 1 free
        ("card-bonus", "mendes thebes edfu", False),
        ("kingdom-bonus", "abu abydos edfu", True),
        ("kingdom-bonus", "memphis mendes buto", True),
        ("kingdom-bonus", "abu abydos memphis", False),
        ("bank-bonus", "abydos edfu memphis", True),
        ("bank-bonus", "abu thebes sawu", True),
        ("bank-bonus", "abu abydos edfu", False),
        ("nile-bonus", "abu abydos edfu", True),
        ("nile-bonus", "dakhla kharga sawu", True),
        ("nile-bonus", "abu abydos sawu", False),
    ],
)
def test_the_conditions_of_bonus_cards(card: str, lands: str, met: bool) -> None:  # noqa: FBT001
    t = scoring(0, lands=dict.fromkeys(lands.split(), "0"), hands=(card,))
    assert rules.bonus_met(t, 0, card) is met
    if met:
        assert lines(t)[0] == f"score {t.game.names.name(card, 'en').replace(' ', '-').lower()}"
    else:
        assert lines(t) == ["done"]
        assert code(t, f"score {card}") == "bonus-not-met"


@pytest.mark.parametrize(("farmers", "met"), [("f6 g1", True), ("f6", False)])
def test_the_farmer_bonus_counts_printed_and_free_farmers(farmers: str, met: bool) -> None:  # noqa: FBT001
    t = scoring(0, lands={"mendes": f"0 {farmers}", "baharya": "0", "abu": "0"}, hands=("farmer-bonus",))
    assert rules.bonus_met(t, 0, "farmer-bonus") is met


def test_a_second_farmer_bonus_is_refused_but_other_kinds_are_not() -> None:
    t = scoring(
        0,
        lands={"mendes": "0 f6", "baharya": "0 f2", "memphis": "0"},
        hands=("farmer-bonus*2 kingdom-bonus",),
    )
    assert code(t, "score farmer-bonus farmer-bonus") == "card-twice"
    t = play(t, "score farmer-bonus upper-lower-egypt-bonus")
    assert gains(t).bonus == 6
    assert told(t, BonusPlayed) == [BonusPlayed(0, ("farmer-bonus", "kingdom-bonus"))]
    assert t.board.players[0].hand == ("farmer-bonus",)


def test_a_bonus_card_may_be_kept_for_the_second_scoring() -> None:
    lands = {"abu": "0", "abydos": "0", "edfu": "0"}
    t = play(scoring(0, lands=lands, hands=("nile-bonus",)), "done")
    assert t.board.players[0].hand == ("nile-bonus",)
    assert gains(t).bonus == 0


def test_play_is_understood_at_a_scoring_and_cards_can_be_sold_with_it() -> None:
    lands = {"abu": "0", "abydos": "0", "edfu": "0"}
    t = scoring(0, lands=lands, hands=("nile-bonus builder",))
    assert gains(play(t, "play nile bank bonus")).bonus == 3
    after = play(t, "score nile-bonus selling builder")
    assert gold(after)[0] == 21
    assert code(t, "score nile-bonus selling nile-bonus") == "card-not-in-hand"
    assert code(t, "score builder") == "card-of-another-phase"


def test_at_the_end_whatever_is_left_is_sold_before_gold_is_ranked() -> None:
    lands = {"abu": "0", "buto": "1", "sawu": "2"}
    t = scoring(0, 1, lands=lands, hands=("builder*2", "8-gold"), kingdom=2)
    t = play(t, "0: done", "1: done")
    assert gold(t) == [22, 21, 20]
    assert points(t) == [6, 4, 2]


def test_a_scoring_with_no_card_in_any_hand_asks_nobody() -> None:
    t = harvesting(lands={"abu": "0", "buto": "1", "edfu": "2"}, round_=3, temple=1)
    assert len(told(t, Scored)) == 1
    assert t.board.kingdom == 2


# The change of kingdoms


def changed() -> Table:
    """The first round of the new kingdom."""
    lands = {"memphis": "0 f2 b1 p2", "abu": "1 f1 g1", "edfu": "2 p1"}
    return scoring(lands=lands, gold=(7, 8, 9), start=2, discards="builder", points=(1, 2, 3))


def test_markers_and_farmers_leave_pyramids_and_bricks_stay() -> None:
    t = changed()
    assert told(t, KingdomBegan) == [KingdomBegan(2)]
    assert (t.board.kingdom, t.board.round) == (2, 1)
    assert [t.board.owned(seat) for seat in range(3)] == [(), (), ()]
    assert (t.board.lands["memphis"].farmers, t.board.lands["memphis"].pyramids) == (0, 2)
    assert (t.board.lands["abu"].farmers, t.board.lands["abu"].free_farmers) == (0, 0)


def test_free_material_lies_there_again_in_the_new_kingdom() -> None:
    assert changed().board.lands["memphis"].bricks == 1 + 2


def test_pyramids_go_to_whoever_buys_the_province() -> None:
    t = changed()
    assert asked(t) == (2,)
    t = play(t, "bid 0 memphis", "bid 0 edfu", "bid 0 abu")
    assert t.board.lands["memphis"].owner == 2
    assert rules.pyramids(t, 2) == 2


def test_start_player_gold_hands_points_and_discards_stay() -> None:
    t = changed()
    assert t.board.start_player == 2
    assert gold(t) == [7, 8, 9]
    assert t.board.discards == ("builder",)
    assert points(t)[1] == 2


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_same_provinces_come_again_and_the_others_never(seats: int) -> None:
    t = random_match(seats, f"kingdoms/{seats}")
    seen: dict[int, set[str]] = {1: set(), 2: set()}
    while t.stack:
        seen[t.board.kingdom] |= set(t.board.market)
        seat = t.pending.seats[0]
        kernel.play(t, seat, kernel.fallback(t, seat))
    assert seen[1] == seen[2]
    assert len(seen[1]) == 3 * seats


# The end


def test_ties_are_broken_by_pyramids_then_bricks_then_shared() -> None:
    def places(lands: dict[str, str]) -> list[int]:
        t = scoring(0, lands=lands, gold=(9, 9, 9), kingdom=2, hands=("builder",), points=(0, 0, 0))
        t.board.players = [type(one)(one.gold, one.hand, 10) for one in t.board.players]
        return [row.place for row in rules.standings(t)]

    assert places({"abu": "0 p1", "buto": "1 p2", "edfu": "2"}) == [2, 1, 3]
    assert places({"abu": "0 p1 b1", "buto": "1 p1 b2", "edfu": "2 p1"}) == [2, 1, 3]
    assert places({"abu": "0 p1 b1", "buto": "1 p1 b1", "edfu": "2"}) == [1, 1, 3]


def test_most_points_win_whatever_else() -> None:
    t = scoring(lands={"abu": "0 p3", "buto": "1", "edfu": "2"}, kingdom=2, points=(0, 50, 0))
    assert over(t)
    result = kernel.result(t)
    assert result is not None
    assert (result[0].seat, result[0].place) == (1, 1)


def test_the_match_ends_after_six_rounds() -> None:
    t = random_match(3, "six")
    rounds = set()
    while t.stack:
        rounds.add((t.board.kingdom, t.board.round))
        kernel.play(t, t.pending.seats[0], kernel.fallback(t, t.pending.seats[0]))
    assert rounds == {(kingdom, round_) for kingdom in (1, 2) for round_ in (1, 2, 3)}
    assert len(t.board.scorings) == 2
