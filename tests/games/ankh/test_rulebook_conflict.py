"""Conflicts and battles: domination, majorities, cards, victory, deaths."""

from __future__ import annotations

import pytest

from pbem.engine import kernel
from pbem.games.ankh.actions import Caravan
from pbem.games.ankh.board import NOBODY, Table
from pbem.games.ankh.events import (
    Announced,
    BattleBegan,
    BidsRevealed,
    Built,
    CardsRevealed,
    Dominated,
    Killed,
    Quiet,
    Resolved,
    TookBack,
)
from tests.games.ankh.builders import (
    asked,
    bare,
    cards,
    choices,
    conflict,
    devotion,
    event,
    followers,
    give,
    hand_without,
    monument,
    put,
    refused,
    region,
    say,
    silence,
    told,
)


def duel(mine: tuple[str, ...], theirs: tuple[str, ...], *gods: str, **options: bool | int | str) -> Table:
    """Two gods; warriors of each on these spaces, the gods themselves on the first."""
    t = bare(*(gods or ("osiris", "hathor")), **options)
    for god, spaces in enumerate((mine, theirs)):
        names = ("g", *(f"w{n}" for n in range(1, 7)))
        put(t, god, **dict(zip(names, spaces, strict=False)))
    return t


def test_regions_come_in_the_order_of_their_tokens() -> None:
    t = bare()
    put(t, 0, g="g4")
    put(t, 1, g="f1")
    conflict(t)
    assert [one.region for one in told(t, Quiet)] == [1]
    assert told(t, Dominated) == [Dominated(2, 0), Dominated(3, 1)]


def test_domination_brings_majorities_first_and_then_one_devotion() -> None:
    t = bare()
    put(t, 0, g="g4")
    monument(t, "h4", "temple", 0)
    monument(t, "i4", "pyramid", 0)
    put(t, 1, g="f1")
    conflict(t)
    assert devotion(t) == [3, 1]


def test_monuments_of_absent_gods_count_in_the_comparison_and_neutral_ones_do_not() -> None:
    t = bare()
    put(t, 0, g="g4")
    monument(t, "h4", "temple", 0)
    monument(t, "i4", "temple", 1)
    monument(t, "i5", "pyramid")
    put(t, 1, g="f1")
    conflict(t)
    assert devotion(t) == [1, 1]


def test_a_god_without_a_figure_there_gains_nothing_from_a_majority() -> None:
    t = bare()
    put(t, 0, g="g4")
    put(t, 1, g="f1")
    monument(t, "i4", "temple", 1)
    conflict(t)
    assert devotion(t) == [1, 1]


def test_the_strongest_wins_and_the_losers_warriors_die_but_no_god() -> None:
    t = duel(("e4", "e5", "d4"), ("f4", "f5"), "anubis", "amun")
    give(t, 1, second=0)
    conflict(t)
    assert told(t, BattleBegan) == [BattleBegan(1, (0, 1))]
    cards(t, "miracle", "cycle")
    assert told(t, Resolved) == [Resolved(1, {0: 3, 1: 2}, 0, "")]
    assert devotion(t) == [1, 0]
    assert [(god, name) for god, name, _ in told(t, Killed)[0].figures] == [(1, "w1")]
    assert "f4" in t.board.figures


def test_a_tie_is_won_by_whoever_holds_the_tie_breaker_and_spends_it() -> None:
    t = duel(("e4", "e5"), ("f4", "f5"))
    conflict(t)
    cards(t, "miracle", "drought")
    assert told(t, Resolved)[0].winner == 1
    t = duel(("e4", "e5"), ("f4", "f5"))
    conflict(t)
    cards(t, "miracle", "miracle")
    assert asked(t) == "tie"
    silence(t)
    assert told(t, Resolved) == [Resolved(1, {0: 2, 1: 2}, 0, "spent")]


def test_a_tie_without_the_tie_breaker_is_won_by_nobody_and_all_warriors_die() -> None:
    t = duel(("e4", "e5"), ("f4", "f5"))
    conflict(t)
    cards(t, "flood", "cycle")
    say(t, "no")
    assert told(t, Resolved) == [Resolved(1, {0: 2, 1: 2}, NOBODY, "kept")]
    assert [(god, name) for god, name, _ in told(t, Killed)[0].figures] == [(0, "w1"), (1, "w1")]
    t = duel(("e4", "e5"), ("f4", "f5"), "anubis", "isis", "ra")
    put(t, 2, g="g4")
    conflict(t, god=2)
    cards(t, "miracle", "miracle")
    assert told(t, Resolved)[0].winner == NOBODY


def test_the_tie_breaker_serves_once_in_a_conflict() -> None:
    t = duel(("e4", "g4"), ("f4", "h4"))
    conflict(t)
    cards(t, "miracle", "miracle")
    silence(t)
    while asked(t) != "Cards":
        silence(t)
    cards(t, "flood", "cycle")
    assert told(t, Resolved)[-1].winner == NOBODY


# Cards


def test_cards_are_sealed_until_the_last_is_in_and_can_be_changed() -> None:
    t = duel(("e4", "e5"), ("f4", "f5"))
    conflict(t)
    assert list(t.pending.seats) == [0, 1]
    say(t, "card flood", seat=0)
    assert list(t.pending.seats) == [1]
    assert t.pending.may_change == (0,)
    say(t, "card chariots", seat=0)
    say(t, "card miracle", seat=1)
    assert told(t, CardsRevealed)[0].cards == {0: ("chariots",), 1: ("miracle",)}
    assert t.board.gods[0].used == ("chariots",)


def test_only_cards_in_hand_can_be_played() -> None:
    t = duel(("e4",), ("f4",))
    give(t, 0, **hand_without("chariots"))
    conflict(t)
    assert refused(t, "card chariots", 0) == "card-not-in-hand"
    assert refused(t, "card flood cycle", 0) == "how-many-cards"
    assert refused(t, "gain", 0) == "card-first"


def test_silence_plays_chariots_or_else_cycle() -> None:
    t = duel(("e4",), ("f4",))
    give(t, 0, **hand_without("chariots"))
    conflict(t)
    silence(t)
    silence(t)
    assert told(t, CardsRevealed)[0].cards == {0: ("cycle",), 1: ("chariots",)}


def test_flood_brings_followers_for_figures_on_fertile_land_and_saves_them() -> None:
    t = duel(("e4", "f4", "d4"), ("e5", "f5", "d5", "b4", "b5"))
    conflict(t)
    cards(t, "flood", "miracle")
    assert followers(t)[0] == 3
    assert told(t, Resolved)[0].winner == 1
    assert [name for _, name, _ in told(t, Killed)[0].figures] == ["w2"]


def test_build_monument_costs_three_and_the_monument_counts_at_once() -> None:
    t = duel(("e4", "e5"), ("f4",))
    give(t, 0, followers=3)
    conflict(t)
    cards(t, "build", "miracle")
    assert (asked(t), choices(t)) == ("build", ("obelisk", "pyramid", "temple"))
    say(t, "choose temple", "choose d4")
    assert told(t, Built) == [Built(0, "temple", "d4")]
    assert t.board.gods[0].followers == 0
    assert t.board.supply["temple"] == 7
    assert devotion(t) == [2, 0]


def test_build_monument_needs_followers_a_token_and_a_monument() -> None:
    t = duel(("e4", "e5"), ("f4",), "anubis", "isis")
    give(t, 0, followers=2)
    conflict(t)
    cards(t, "build", "miracle")
    assert told(t, Built) == []
    t = duel(("e4", "e5"), ("f4",))
    give(t, 0, followers=3)
    conflict(t)
    cards(t, "build", "miracle")
    silence(t)
    assert told(t, Built) == []


def test_plague_kills_all_but_the_figures_of_the_single_highest_bidder() -> None:
    t = duel(("e4", "e5"), ("f4", "f5"), "anubis", "isis")
    give(t, 0, followers=4)
    give(t, 1, followers=2)
    conflict(t)
    cards(t, "plague", "miracle")
    assert t.pending.seats == (0, 1)
    assert refused(t, "bid 5", 0) == "bid-too-high"
    assert refused(t, "gain", 0) == "bid-first"
    say(t, "bid 3", seat=0)
    say(t, "bid 2", seat=1)
    assert told(t, BidsRevealed) == [BidsRevealed({0: 3, 1: 2}, 0)]
    assert followers(t) == [1, 0]
    assert told(t, Killed)[0].figures == ((1, "w1", "f5"),)
    assert devotion(t) == [1, 1]


def test_equal_bids_spare_nobody_and_silence_bids_nothing() -> None:
    t = duel(("e4", "e5"), ("f4", "f5"), "amun", "isis")
    give(t, 0, second=0)
    conflict(t)
    cards(t, "plague", "flood")
    silence(t)
    silence(t)
    assert told(t, BidsRevealed) == [BidsRevealed({0: 0, 1: 0}, NOBODY)]
    assert len(told(t, Killed)[0].figures) == 2


def test_there_is_one_bidding_for_each_plague_card_unless_one_god_is_left() -> None:
    t = duel(("e4", "e5"), ("f4", "f5"), "amun", "isis")
    give(t, 0, second=0)
    conflict(t)
    cards(t, "plague", "plague")
    silence(t)
    silence(t)
    assert asked(t) == "Bids"
    silence(t)
    silence(t)
    silence(t)
    assert told(t, Resolved)[0].strength == {0: 2, 1: 2}
    t = duel(("e4",), ("k2", "f5"), "amun", "isis")
    give(t, 0, second=0)
    conflict(t)
    cards(t, "plague", "plague")
    say(t, "bid 1", seat=0)
    say(t, "bid 0", seat=1)
    assert told(t, Resolved)[0] == Resolved(1, {0: 2, 1: 0}, 0, "")


@pytest.mark.parametrize(("order", "first"), [("build-first", "build"), ("plague-first", "Bids")])
def test_sources_differ_whether_build_or_plague_comes_first(order: str, first: str) -> None:
    t = duel(("e4", "e5"), ("f4", "f5"), battle_order=order)
    give(t, 0, followers=3)
    conflict(t)
    cards(t, "build", "plague")
    assert asked(t) == first


def test_chariots_are_worth_three() -> None:
    t = duel(("e4",), ("f4", "f5"))
    conflict(t)
    cards(t, "chariots", "flood")
    assert told(t, Resolved)[0].strength == {0: 4, 1: 2}


def test_miracle_brings_devotion_for_every_own_figure_killed_also_by_plague() -> None:
    t = duel(("e4", "e5", "d4"), ("f4", "f5"), "anubis", "amun")
    give(t, 1, second=0, followers=1)
    conflict(t)
    cards(t, "miracle", "plague")
    say(t, "bid 0", seat=0)
    say(t, "bid 1", seat=1)
    assert devotion(t) == [2, 1]


@pytest.mark.parametrize("strength", [1, 2])
def test_drought_brings_devotion_for_figures_on_desert_if_it_wins(strength: int) -> None:
    t = duel(("e4", "d4", "c4"), ("f4",), "anubis", "isis", drought=strength)
    conflict(t)
    cards(t, "drought", "flood")
    assert told(t, Resolved)[0].strength == {0: 3 + strength, 1: 1}
    assert devotion(t) == [3, 0]
    t = duel(("e4", "d4"), ("f4", "f5", "e5"), "anubis", "isis")
    conflict(t)
    cards(t, "drought", "chariots")
    assert devotion(t) == [0, 1]


def test_cycle_of_maat_takes_all_cards_back() -> None:
    t = duel(("e4",), ("f4",), "anubis", "isis")
    give(t, 0, agenda_used=("exile",), **hand_without("chariots", "flood"))
    conflict(t)
    cards(t, "cycle", "chariots")
    assert told(t, TookBack) == [TookBack(0)]
    assert len(t.board.gods[0].hand) == 7
    assert (t.board.gods[0].used, t.board.gods[0].agenda) == ((), ("exile",))
    assert t.board.gods[1].used == ("chariots",)


def test_a_god_without_figures_at_the_resolution_has_no_strength_at_all() -> None:
    t = duel(("e4",), ("k2", "f5"), "amun", "isis")
    give(t, 0, second=0)
    monument(t, "f4", "temple", 1)
    give(t, 1, powers=("temple-attuned",), followers=0)
    give(t, 0, followers=1)
    conflict(t)
    cards(t, "plague", "chariots")
    say(t, "bid 1", seat=0)
    say(t, "bid 0", seat=1)
    assert told(t, Resolved)[0].strength == {0: 2, 1: 0}


# The People's Revolt


def test_in_the_revolt_the_winners_figures_die_and_the_losers_keep_theirs() -> None:
    t = bare("anubis", "isis", scenario="peoples-revolt")
    put(t, 0, g="c7", w1="d7", w2="b7")
    put(t, 1, g="c8", w1="d8")
    conflict(t)
    cards(t, "miracle", "cycle")
    assert told(t, Resolved)[0].winner == 0
    assert {god for god, _, _ in told(t, Killed)[0].figures} == {0}
    assert devotion(t)[0] == 3


def test_in_the_revolt_a_dominator_loses_its_figures_too() -> None:
    t = bare("anubis", "osiris", scenario="peoples-revolt")
    put(t, 0, g="c7", w1="d7")
    put(t, 1, g="j2")
    conflict(t)
    assert told(t, Killed)[0].figures == ((0, "w1", "d7"),)


def test_in_the_revolt_a_tie_costs_nobody_anything() -> None:
    t = bare("anubis", "isis", scenario="peoples-revolt")
    put(t, 0, g="c7", w1="d7")
    put(t, 1, g="c8", w1="d8")
    conflict(t)
    cards(t, "miracle", "cycle")
    say(t, "no")
    assert told(t, Killed) == []


# Answers given ahead


def test_cards_given_ahead_are_played_without_asking_again() -> None:
    t = duel(("e4", "g4"), ("f4", "h4"), "anubis", "isis")
    say(t, "conflict west: chariots; 2: flood")
    assert t.board.secrets.plans[0][0].card == "chariots"
    conflict(t)
    assert t.pending.seats == (1,)
    assert t.pending.may_change == (0,)
    say(t, "card cycle")
    assert told(t, CardsRevealed)[0].cards == {0: ("chariots",), 1: ("cycle",)}
    assert t.pending.seats == (1,)
    say(t, "card cycle")
    assert told(t, CardsRevealed)[0].cards[0] == ("flood",)
    while asked(t) != "Turn":
        silence(t)
    assert t.board.secrets.plans == {}


def test_when_everybody_has_answered_ahead_the_battle_is_fought_at_once() -> None:
    t = duel(("e4", "e5"), ("f4", "f5"), "anubis", "isis")
    say(t, "conflict 1: plague bid 9", "gain")
    silence(t)
    say(t, "conflict 1: chariots bid 1")
    give(t, 0, followers=2)
    give(t, 1, followers=2)
    conflict(t)
    assert told(t, BidsRevealed)[0].spared == 0


def test_an_answer_ahead_that_became_illegal_is_asked_again() -> None:
    t = duel(("e4",), ("f4",), "anubis", "isis")
    say(t, "conflict 1: chariots")
    give(t, 0, **hand_without("chariots"))
    conflict(t)
    assert t.pending.seats == (0, 1)
    assert refused(t, "conflict 1: chariots", 0) == "card-not-in-hand"


def test_answers_ahead_go_with_their_region_when_its_number_changes() -> None:
    t = duel(("e4", "g4"), ("f4", "h4"), "anubis", "isis")
    say(t, "conflict delta: flood; west: chariots; east: miracle")
    event(t, "caravan")
    chain = next(c for c in kernel.legal(t, 0) if isinstance(c, Caravan) and region(t, c.edges[0][:2]) == 1)
    kernel.play(t, 0, chain)
    say(t, f"choose {choices(t)[0]}", "swap 2")
    plans = {plan.card: plan.region for plan in t.board.secrets.plans[0]}
    assert plans == {"flood": 3, "miracle": 4}
    assert (region(t, "f1"), region(t, "g4")) == (3, 4)


def test_answers_ahead_go_with_their_region_when_regions_are_joined() -> None:
    t = bare("osiris", "isis", scenario="peoples-revolt")
    for number in range(1, len(t.board.order) + 1):
        say(t, f"conflict {number}: flood bid {number}")
    event(t, "caravan")
    last = len(t.board.order)
    pair = next(one for one in choices(t) if str(last) not in one.split("-"))
    kept, gone = pair.split("-")
    say(t, f"choose {pair}", f"choose {kept}")
    found = {plan.region: plan.bid for plan in t.board.secrets.plans[0]}
    assert int(kept) not in found
    assert found[int(gone)] == last
    assert len(found) == last - 2


def test_amun_may_give_two_cards_ahead() -> None:
    t = duel(("e4",), ("f4",), "amun", "isis")
    assert refused(t, "conflict 1: flood+miracle+drought") == "how-many-cards"
    assert refused(t, "conflict 1: flood+flood") == "how-many-cards"
    say(t, "conflict region 1: miracle + chariots")
    conflict(t)
    assert told(t, Announced) == [Announced(0)]
    assert t.pending.seats == (1,)
    say(t, "card cycle")
    assert told(t, CardsRevealed)[0].cards[0] == ("chariots", "miracle")
    t = duel(("e4",), ("f4",), "amun", "isis")
    say(t, "conflict 1: chariots")
    conflict(t)
    assert (told(t, Announced), t.pending.seats) == ([], (1,))
    t = duel(("e4",), ("f4",), "amun", "isis")
    say(t, "conflict 1: chariots")
    give(t, 0, **hand_without("chariots"))
    conflict(t)
    assert asked(t) == "second"
    t = duel(("e4",), ("f4",), "anubis", "isis")
    assert refused(t, "conflict 1: flood+cycle") == "how-many-cards"


def test_answers_ahead_that_come_in_the_battle_itself_answer_it() -> None:
    t = duel(("e4", "g4"), ("f4", "h4"), "anubis", "isis")
    conflict(t)
    say(t, "conflict 2: flood", seat=0)
    assert 0 in t.pending.seats
    say(t, "conflict 1: plague bid 1; 2: cycle", seat=0)
    assert 0 not in t.pending.seats
    say(t, "card chariots", "conflict 2: miracle", seat=0)
    say(t, "card cycle", seat=1)
    assert told(t, CardsRevealed)[0].cards == {0: ("chariots",), 1: ("cycle",)}


def test_answers_ahead_name_one_region_that_there_is() -> None:
    t = duel(("e4",), ("f4",))
    assert refused(t, "conflict 7: flood") == "which-region"
    assert refused(t, "conflict ra: flood") == "which-region"
    assert refused(t, "conflict 1: flood; west: miracle") == "region-twice"
    assert refused(t, "conflict 1: flood; 2: flood bid 3; 1: cycle") == "region-twice"
    t.board.camels = ("a3a4", "a4b3", "b3b4", "b4c4")
    t.board.order = ("f4", "g4", "f3", "a5")
    assert refused(t, "conflict west: flood") == "which-region"


def test_later_words_for_a_region_take_the_place_of_earlier_ones() -> None:
    t = duel(("e4",), ("f4",))
    say(t, "conflict 1: flood bid 1", "conflict 1: miracle")
    (plan,) = t.board.secrets.plans[0]
    assert (plan.card, plan.bid) == ("miracle", NOBODY)
    assert kernel.legal(t, 0)
