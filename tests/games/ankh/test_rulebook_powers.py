"""Ankh powers, gods, guardians."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.engine import kernel
from pbem.games.ankh.board import Figure, Table
from pbem.games.ankh.events import (
    Banned,
    CardsRevealed,
    Destroyed,
    Devoted,
    Dominated,
    Earned,
    EyePlaced,
    Killed,
    Moved,
    Nothing,
    PortalOpened,
    Resolved,
    Summoned,
    Trapped,
)
from pbem.games.ankh.events import BattleBegan as Battle
from pbem.games.ankh.steps import Turn
from tests.games.ankh.builders import (
    asked,
    bare,
    cards,
    choices,
    conflict,
    devotion,
    followers,
    give,
    monument,
    put,
    refused,
    say,
    silence,
    told,
)

QUIET = ("ra", "set")
"""Two gods that ask nothing in these positions."""


def duel(gods: tuple[str, str], mine: str, theirs: str, *powers: str, **options: bool | int | str) -> Table:
    """Two gods in the West: `g`, `w1`, ... of each on these spaces; the first has the powers."""
    t = bare(*gods, **options)
    for god, spaces in enumerate((mine, theirs)):
        put(t, god, **dict(zip(("g", "w1", "w2", "w3", "w4"), spaces.split(), strict=False)))
        give(t, god, second=0, suns=0)
    give(t, 0, powers=powers)
    return t


def fought(t: Table, *names: str, god: int = 0) -> Resolved:
    """The result of the battle in the West with these cards."""
    conflict(t, god)
    cards(t, *names)
    if asked(t) == "tie":
        news = list(t.news)
        silence(t)
        t.news = news + t.news
    return told(t, Resolved)[0]


# Level 1


def test_commanding_brings_three_followers_for_a_victory_but_not_for_domination() -> None:
    t = duel(QUIET, "d4 e4 d5", "b6", "commanding")
    fought(t, "chariots", "cycle")
    assert Earned(0, 3, 4, "commanding") in told(t, Earned)
    t = duel(QUIET, "d4", "f1", "commanding")
    conflict(t)
    assert told(t, Earned) == []


def test_inspiring_builds_for_nothing() -> None:
    t = duel(QUIET, "d4 e4", "b6", "inspiring")
    give(t, 0, followers=0)
    conflict(t)
    cards(t, "build", "cycle")
    say(t, "choose obelisk", "choose a5")
    assert t.board.monuments["a5"].god == 0
    assert followers(t)[0] == 0


def test_omnipresent_brings_a_follower_for_each_region_with_an_own_figure() -> None:
    t = duel(QUIET, "d4 g4 e4", "f1", "omnipresent")
    t.board.figures["e6"] = t.board.figures.pop("e4")
    conflict(t)
    assert told(t, Earned)[0] == Earned(0, 2, 3, "omnipresent")


def test_revered_brings_one_more_with_gain() -> None:
    t = bare()
    give(t, 0, powers=("revered",))
    say(t, "gain")
    assert followers(t)[0] == 2


# Level 2


@pytest.mark.parametrize(("option", "strength"), [("base-3", 3), ("plus-3", 4)])
def test_resplendent_makes_the_god_stronger_with_three_monuments_of_a_kind(option: str, strength: int) -> None:
    t = duel(QUIET, "d4", "b6", "resplendent", resplendent=option)
    for space in ("h4", "i5"):
        monument(t, space, "temple", 0)
    assert fought(t, "flood", "cycle").strength == {0: 1, 1: 1}
    t = duel(QUIET, "d4", "b6", "resplendent", resplendent=option)
    monument(t, "g5", "sphinx", 0)
    for space in ("h4", "i5"):
        monument(t, space, "temple", 0)
    assert fought(t, "flood", "cycle").strength == {0: strength, 1: 1}


def test_obelisk_attuned_moves_any_own_figures_beside_own_obelisks_of_the_region() -> None:
    t = duel(QUIET, "d4", "b6", "obelisk-attuned")
    put(t, 0, w1="g1", w2="i5")
    monument(t, "a5", "obelisk", 0)
    conflict(t)
    assert (asked(t), choices(t)) == ("attune", ("g", "w1", "w2"))
    say(t, "choose w1", "choose a6")
    assert told(t, Moved)[0].why == "attuned"
    assert choices(t) == ("g", "w2")
    say(t, "no")
    assert asked(t) == "Cards"
    t = duel(QUIET, "d4", "b6", "obelisk-attuned")
    conflict(t)
    assert asked(t) == "Cards"


def test_temple_attuned_adds_two_for_each_own_temple_with_an_own_figure_beside_it() -> None:
    t = duel(QUIET, "d4 a6", "d8", "temple-attuned")
    monument(t, "d5", "temple", 0)
    monument(t, "a7", "sphinx", 0)
    monument(t, "a4", "temple", 0)
    assert fought(t, "flood", "cycle").strength == {0: 6, 1: 1}


def test_pyramid_attuned_summons_one_more_figure_beside_each_own_pyramid() -> None:
    t = bare()
    give(t, 0, powers=("pyramid-attuned",))
    monument(t, "a5", "pyramid", 0)
    monument(t, "h5", "pyramid", 0)
    say(t, "summon warrior c0")
    assert (asked(t), choices(t)) == ("extras", ("a5", "h5"))
    say(t, "choose h5", "choose h6")
    assert choices(t) == ("a5",)
    say(t, "choose a5", "choose a6")
    assert sorted(t.board.own(0).values()) == ["a6", "b0", "c0", "h6"]
    assert isinstance(t.stack[-1], Turn)


# Level 3


@pytest.mark.parametrize(("option", "reward"), [("base-3", 3), ("plus-3", 4)])
def test_glorious_rewards_a_victory_by_three_or_more(option: str, reward: int) -> None:
    t = duel(QUIET, "d4", "b6", "glorious", glorious=option)
    fought(t, "chariots", "cycle")
    assert devotion(t) == [reward, 0]
    t = duel(QUIET, "d4", "b6 a6", "glorious", glorious=option)
    fought(t, "chariots", "cycle")
    assert devotion(t) == [1, 0]


def test_magnanimous_brings_two_for_losing_with_two_figures() -> None:
    t = duel(QUIET, "d4 b4", "b6 a6 a7", "magnanimous")
    fought(t, "flood", "cycle")
    assert devotion(t) == [2, 1]
    t = duel(QUIET, "d4", "b6 a6 a7", "magnanimous")
    fought(t, "flood", "cycle")
    assert devotion(t) == [0, 1]


def test_bountiful_adds_one_to_every_gain_in_red_and_none_above() -> None:
    t = duel(QUIET, "d4", "f1", "bountiful")
    monument(t, "d5", "temple", 0)
    conflict(t)
    assert [one.count for one in told(t, Devoted) if one.god == 0] == [2, 2]
    t = duel(QUIET, "d4", "f1", "bountiful")
    give(t, 0, devotion=20)
    conflict(t)
    assert devotion(t)[0] == 22
    t = duel(QUIET, "d4", "f1", "bountiful", red_zone=19)
    give(t, 0, devotion=20)
    conflict(t)
    assert devotion(t)[0] == 21


def test_worshipful_gives_two_followers_for_one_devotion_after_a_battle() -> None:
    t = duel(QUIET, "d4", "b6 a6 a7", "worshipful")
    give(t, 0, followers=2)
    conflict(t)
    cards(t, "flood", "cycle")
    assert asked(t) == "worship"
    silence(t)
    assert (devotion(t)[0], followers(t)[0]) == (1, 0)
    t = duel(QUIET, "d4", "b6 a6 a7", "worshipful")
    give(t, 0, followers=3)
    conflict(t)
    cards(t, "flood", "cycle")
    say(t, "no")
    assert (devotion(t)[0], followers(t)[0]) == (0, 3)


# Gods


def test_amun_may_announce_two_cards_once_in_a_conflict() -> None:
    t = duel(("amun", "set"), "d4 g4", "b6 i6")
    give(t, 0, second=1)
    conflict(t)
    assert asked(t) == "second"
    say(t, "yes")
    assert refused(t, "card chariots", 0) == "how-many-cards"
    say(t, "card miracle chariots", seat=0)
    say(t, "card cycle", seat=1)
    assert told(t, CardsRevealed)[0].cards[0] == ("chariots", "miracle")
    assert told(t, Resolved)[0].strength == {0: 4, 1: 1}
    assert asked(t) == "Cards"
    cards(t, "flood", "chariots")
    assert t.board.gods[0].second == 1


def test_amun_may_keep_his_second_card_and_silence_keeps_it() -> None:
    t = duel(("amun", "set"), "d4", "b6")
    give(t, 0, second=1)
    conflict(t)
    silence(t)
    assert t.board.gods[0].second == 1
    t = duel(("amun", "set"), "d4", "b6")
    give(t, 0, second=1, hand=("cycle",))
    conflict(t)
    assert asked(t) == "Cards"
    t = duel(("amun", "set"), "d4", "b6")
    give(t, 0, second=1)
    conflict(t)
    say(t, "yes")
    silence(t)
    silence(t)
    assert told(t, CardsRevealed)[0].cards[0] == ("chariots", "cycle")


def test_anubis_traps_one_enemy_warrior_of_each_killing_and_grows_stronger() -> None:
    t = duel(("anubis", "set"), "d4 d5 e4", "b6 a6")
    fought(t, "flood", "cycle")
    assert told(t, Trapped) == [Trapped(0, 1)]
    assert t.board.gods[0].trapped == ((1, "w1"),)
    assert "w1" not in t.board.gods[1].pool
    t = duel(("anubis", "set"), "d4 d5 e4", "b6 a6")
    give(t, 0, trapped=((1, "w4"), (1, "w5"), (1, "w6")))
    give(t, 1, pool=("w2", "w3"))
    assert fought(t, "flood", "cycle").strength == {0: 6, 1: 2}
    assert told(t, Trapped) == []


def test_anubis_chooses_whose_warrior_he_traps() -> None:
    t = bare("anubis", "set", "ra")
    put(t, 0, g="d4", w1="d5")
    put(t, 1, g="k2", w1="a6")
    put(t, 2, g="k3", w1="a8")
    give(t, 2, suns=0, devotion=4)
    conflict(t)
    cards(t, "chariots", "cycle", "cycle")
    assert (asked(t), choices(t)) == ("trap", ("ra", "set"))
    say(t, "trap set")
    assert t.board.gods[0].trapped == ((1, "w1"),)


def test_a_trapped_warrior_may_be_summoned_for_a_follower_to_anubis() -> None:
    t = bare("isis", "anubis")
    give(t, 1, trapped=((0, "w3"),))
    give(t, 0, pool=("w2",))
    say(t, "summon")
    assert choices(t) == ("warrior", "trapped")
    say(t, "summon trapped c0")
    assert t.board.figures["c0"].name == "w3"
    assert followers(t) == [0, 2]
    assert t.board.gods[1].trapped == ()
    t = bare("isis", "anubis")
    give(t, 1, trapped=((0, "w3"),))
    give(t, 0, pool=("w2",), followers=0)
    assert refused(t, "summon trapped c0") == "cannot-summon"


def test_nobody_has_to_pay_for_a_trapped_warrior() -> None:
    t = bare("isis", "anubis")
    give(t, 1, trapped=((0, "w3"),))
    give(t, 0, pool=())
    say(t, "summon")
    assert (asked(t), choices(t)) == ("summon", ("trapped",))
    silence(t)
    assert told(t, Nothing) == [Nothing(0, "summon")]
    assert followers(t) == [1, 1]
    assert t.board.gods[1].trapped == ((0, "w3"),)


def test_isis_figures_beside_an_enemy_do_not_die_in_a_battle_unless_she_wishes() -> None:
    t = duel(("isis", "ra"), "d4 a6 a4", "b6 b7 b8 a8 c8")
    conflict(t)
    cards(t, "miracle", "cycle")
    assert (asked(t), choices(t)) == ("waive", ("a6",))
    say(t, "no")
    assert [one[1] for one in told(t, Killed)[0].figures] == ["w2"]
    t = duel(("isis", "ra"), "d4 a6 a4", "b6 b7 b8 a8 c8")
    conflict(t)
    cards(t, "miracle", "cycle")
    say(t, "choose a6")
    assert len(told(t, Killed)[0].figures) == 2
    assert devotion(t)[0] == 2


def test_plague_kills_figures_that_isis_protects() -> None:
    t = duel(("isis", "set"), "d4 a6", "b6 b7")
    conflict(t)
    cards(t, "plague", "cycle")
    silence(t)
    silence(t)
    assert len(told(t, Killed)[0].figures) == 2


def test_isis_is_not_asked_when_she_wins() -> None:
    t = duel(("isis", "ra"), "d4 a6 a4", "b6")
    fought(t, "chariots", "cycle")
    assert asked(t) == "Turn"


def test_osiris_opens_a_portal_where_he_has_lost_and_summons_from_it() -> None:
    t = duel(("osiris", "set"), "d4", "b6 a6")
    conflict(t)
    cards(t, "flood", "cycle")
    assert asked(t) == "portal"
    say(t, "choose a8")
    assert told(t, PortalOpened) == [PortalOpened(0, "a8")]
    assert refused(t, "move w1 a8") == "cannot-go"
    t.stack = [Turn(0, 0)]
    kernel.settle(t)
    say(t, "summon warrior a8")
    assert t.board.figures["a8"].god == 0


def test_osiris_moves_a_portal_when_all_three_are_in_use() -> None:
    t = duel(("osiris", "set"), "d4", "b6 a6")
    give(t, 0, portals=("h4", "h5", "i5"))
    conflict(t)
    cards(t, "flood", "cycle")
    say(t, "choose a8")
    assert (asked(t), choices(t)) == ("portal-from", ("h4", "h5", "i5"))
    say(t, "choose h5")
    assert t.board.gods[0].portals == ("a8", "h4", "i5")
    t = duel(("osiris", "set"), "d4", "b6 a6")
    give(t, 0, portals=("h4", "h5", "i5"))
    conflict(t)
    cards(t, "flood", "cycle")
    silence(t)
    assert t.board.gods[0].portals == ("h4", "h5", "i5")


def test_ra_gives_suns_to_summoned_figures_and_gains_with_a_radiant_one() -> None:
    t = bare("ra", "set")
    say(t, "summon warrior c0")
    assert asked(t) == "sun"
    silence(t)
    assert t.board.figures["c0"].sun == 1
    assert t.board.gods[0].suns == 2
    t = duel(("ra", "set"), "d4 e4", "f1")
    t.board.figures["e4"] = Figure(0, "w1", 1)
    conflict(t)
    assert devotion(t) == [2, 1]
    t = duel(("ra", "set"), "d4 e5", "b6 a6 a7")
    t.board.figures["e5"] = Figure(0, "w1", 1)
    fought(t, "flood", "cycle")
    assert t.board.gods[0].suns == 1


def test_ra_may_keep_a_sun() -> None:
    t = bare("ra", "set")
    say(t, "summon warrior c0", "no")
    assert (t.board.figures["c0"].sun, t.board.gods[0].suns) == (0, 3)


def test_hathor_may_summon_a_figure_for_one_more_whenever_she_sacrifices_followers() -> None:
    t = bare("hathor", "set")
    give(t, 0, followers=3)
    say(t, "unlock revered")
    assert asked(t) == "summon-may"
    say(t, "summon warrior c0")
    assert followers(t)[0] == 1
    assert told(t, Summoned)[0].why == "hathor"
    t = bare("hathor", "set")
    say(t, "unlock revered")
    assert t.pending.seats == (1,)
    t = bare("hathor", "set")
    give(t, 0, followers=2)
    say(t, "unlock revered", "no")
    assert followers(t)[0] == 1


def test_followers_that_are_taken_from_hathor_are_no_sacrifice() -> None:
    t = bare("amun", "hathor", pharaoh="amenhotep")
    give(t, 0, agenda=("tax-collectors",))
    give(t, 1, followers=5)
    say(t, "begin move", "agenda tax-collectors")
    assert followers(t) == [2, 4]
    assert t.pending.seats == (0,)


def test_horus_places_an_eye_after_his_god_has_moved_and_bans_a_card_there() -> None:
    t = bare("horus", "set")
    put(t, 0, g="d4")
    put(t, 1, g="a8")
    say(t, "move g d5")
    assert asked(t) == "eye"
    say(t, "yes")
    assert told(t, EyePlaced) == [EyePlaced(0, 1)]
    conflict(t)
    assert (asked(t), "cycle" in choices(t)) == ("ban", False)
    silence(t)
    assert told(t, Banned) == [Banned(0, "chariots")]
    assert refused(t, "card chariots", 1) == "card-banned"
    say(t, "card chariots", seat=0)
    say(t, "card cycle", seat=1)
    assert t.board.gods[0].eyes == ()


def test_horus_has_two_eyes_and_one_for_a_region() -> None:
    t = bare("horus", "set")
    put(t, 0, g="d4")
    give(t, 0, eyes=("a5",))
    say(t, "move g d5")
    assert isinstance(t.stack[-1], Turn)
    t = bare("horus", "set")
    put(t, 0, g="d4")
    give(t, 0, eyes=("h5", "f1"))
    say(t, "move g d5")
    assert isinstance(t.stack[-1], Turn)
    t = bare("horus", "set")
    put(t, 0, g="d4")
    say(t, "move g d5")
    silence(t)
    assert t.board.gods[0].eyes == ()
    give(t, 0, eyes=("h5",))
    put(t, 1, g="a8")
    conflict(t)
    assert asked(t) == "Cards"


def test_enemy_warriors_and_guardians_beside_set_count_as_his() -> None:
    t = duel(("ra", "set"), "d4 a6 a4", "b6")
    give(t, 0, suns=0)
    assert fought(t, "flood", "cycle", god=1).strength == {0: 2, 1: 2}
    t = duel(("ra", "set"), "k2 a6", "b6")
    conflict(t)
    assert told(t, Dominated)[0] == Dominated(1, 1)
    assert told(t, Battle) == []
    t = duel(("ra", "set"), "d4 a6 d5", "b6")
    fought(t, "chariots", "cycle")
    assert [one[:2] for one in told(t, Killed)[0].figures] == [(0, "w1")]


def test_an_androsphinx_beside_set_works_for_him() -> None:
    t = duel(("ra", "set"), "d4 b6", "e5")
    give(t, 0, suns=0)
    put(t, 0, an1="d5")
    assert fought(t, "flood", "cycle", god=1).strength == {0: 1, 1: 2}


def test_when_obelisks_draw_set_away_his_neighbours_fight_for_their_own_god() -> None:
    t = bare("ra", "set", "isis")
    put(t, 0, w1="b6")
    put(t, 1, g="a7")
    put(t, 2, g="e5")
    monument(t, "c3", "obelisk", 1)
    give(t, 1, powers=("obelisk-attuned",))
    conflict(t)
    say(t, "choose g", "choose b3")
    assert t.board.battle is not None
    assert t.board.battle.gods == (0, 1, 2)


# Guardians


def test_a_cat_mummy_takes_a_devotion_of_every_other_god_along() -> None:
    t = duel(QUIET, "d4", "b6", guardian_1="cat-mummy")
    put(t, 0, cm1="d5")
    give(t, 0, devotion=3)
    give(t, 1, devotion=3)
    fought(t, "flood", "chariots")
    assert devotion(t) == [3, 3]
    assert Devoted(1, -1, 3, "cat-mummy") in told(t, Devoted)


def test_nobody_falls_below_zero() -> None:
    t = duel(QUIET, "d4", "b6 b7", guardian_1="cat-mummy")
    put(t, 1, cm1="a8")
    conflict(t)
    cards(t, "plague", "cycle")
    silence(t)
    silence(t)
    assert devotion(t)[0] >= 0


def test_a_mummy_may_come_back_beside_its_god() -> None:
    t = duel(QUIET, "d4", "b6")
    put(t, 0, mu1="a4")
    conflict(t)
    cards(t, "flood", "chariots")
    assert asked(t) == "mummy"
    assert set(choices(t)) == {"d3", "e4", "e5", "d5", "c4"}
    silence(t)
    assert t.board.own(0)["mu1"] == "d3"
    t = duel(QUIET, "d4", "b6")
    put(t, 0, mu1="a4")
    conflict(t)
    cards(t, "flood", "chariots")
    say(t, "no")
    assert "mu1" in t.board.gods[0].pool


def test_a_mummy_stays_in_the_pool_when_no_space_is_free() -> None:
    t = duel(QUIET, "d4", "b6")
    put(t, 0, mu1="a4")
    for space in ("d3", "e4", "e5", "d5", "c4"):
        monument(t, space, "temple")
    fought(t, "flood", "chariots")
    assert "mu1" in t.board.gods[0].pool


def test_giant_scorpions_destroy_the_monuments_they_face_when_a_conflict_begins() -> None:
    t = bare(*QUIET, guardian_3="giant-scorpion")
    t.board.figures["d4"] = Figure(0, "sc1", 0, 1)
    monument(t, "e4", "temple", 1)
    monument(t, "e5", "obelisk")
    monument(t, "d3", "pyramid")
    conflict(t)
    assert told(t, Destroyed) == [Destroyed(0, "e4", "temple"), Destroyed(0, "e5", "obelisk")]
    assert "d3" in t.board.monuments
    assert t.board.gods[1].tokens == 9


def test_an_androsphinx_takes_the_strength_of_adjacent_enemies() -> None:
    t = duel(QUIET, "d4", "d5 e5 b6")
    put(t, 0, an1="e4")
    assert fought(t, "flood", "cycle", god=1).strength == {0: 2, 1: 2}


# Bastet


def laid(t: Table) -> Iterator[str]:
    """The choices of Bastet in turn."""
    while asked(t) == "cat":
        yield choices(t)[0]
        silence(t)


def bastet(*values: int) -> Table:
    """Her cats lie in three regions: b5, h5 and f2."""
    t = bare("ra", "bastet")
    give(t, 0, suns=0)
    monument(t, "b5", "temple")
    monument(t, "h5", "temple")
    monument(t, "f2", "temple")
    give(t, 1, cats=("b5", "h5", "f2"))
    t.board.secrets.cats[1] = values
    return t


def test_bastet_hides_three_cats_in_three_regions_after_each_conflict() -> None:
    t = bastet(0, 1, 3)
    put(t, 0, g="k2")
    put(t, 1, g="a8")
    conflict(t)
    assert list(laid(t)) == ["b5", "h5"]
    assert asked(t) == "Worth"
    assert refused(t, "gain") == "cats-first"
    assert refused(t, "cats 1 1 3") == "cat-values"
    assert refused(t, "cats 3") == "cat-values"
    say(t, "cats 3 0 1")
    assert t.board.secrets.cats == {1: (3, 0, 1)}
    assert [news.to for news in t.news if type(news.event).__name__ == "CatsValued"] == [frozenset({1})]


def test_silence_shares_the_values_out_by_lot() -> None:
    t = bastet(0, 1, 3)
    put(t, 0, g="k2")
    put(t, 1, g="a8")
    conflict(t)
    assert list(laid(t)) == ["b5", "h5"]
    silence(t)
    assert sorted(t.board.secrets.cats[1]) == [0, 1, 3]
    assert [outcome.to for outcome in t.outcomes] == [frozenset({1})]


def test_with_fewer_regions_there_are_fewer_cats() -> None:
    t = bastet(0, 1, 3)
    put(t, 0, g="k2")
    put(t, 1, g="a8")
    del t.board.monuments["f2"], t.board.monuments["h5"]
    conflict(t)
    assert t.board.gods[1].cats == ("b5",)
    t = bastet(0, 1, 3)
    t.board.monuments.clear()
    put(t, 0, g="k2")
    put(t, 1, g="a8")
    conflict(t)
    assert t.board.gods[1].cats == ()


def test_a_cat_adds_its_value_in_her_battle() -> None:
    t = bastet(3, 0, 1)
    put(t, 0, g="d4")
    put(t, 1, g="a8")
    assert fought(t, "flood", "cycle").strength == {0: 1, 1: 4}


def test_an_enemy_beside_a_cat_may_reveal_it_once_a_turn() -> None:
    t = bastet(3, 0, 1)
    put(t, 0, w1="b6", w2="h6")
    assert refused(t, "reveal f2") == "no-cat-there"
    say(t, "reveal b5")
    assert t.board.gods[1].cats == ("h5", "f2")
    assert t.board.secrets.cats[1] == (0, 1)
    assert refused(t, "reveal h5") == "one-cat-a-turn"
    assert [outcome.word for outcome in t.outcomes] == ["3"]


def test_the_bomb_kills_the_figure_that_looked_and_all_cats_are_laid_anew() -> None:
    t = bastet(0, 3, 1)
    put(t, 0, w1="b6", w2="a6")
    say(t, "reveal b5")
    assert (asked(t), choices(t)) == ("bomb", ("w1", "w2"))
    say(t, "choose w2")
    assert told(t, Killed)[0].figures == ((0, "w2", "a6"),)
    assert list(laid(t)) == ["b5", "h5"]
    assert asked(t) == "Worth"
    assert t.board.gods[1].cats == ("b5", "h5", "f2")


def test_the_bomb_does_not_kill_a_god() -> None:
    t = bastet(0, 3, 1)
    put(t, 0, g="b6")
    say(t, "reveal b5")
    assert told(t, Killed) == []


def test_a_cat_goes_home_when_its_monument_is_destroyed() -> None:
    t = bastet(3, 0, 1)
    t.board.figures["b6"] = Figure(0, "sc1", 0, 0)
    put(t, 0, g="k2")
    put(t, 1, g="a8")
    conflict(t)
    assert "b5" not in t.board.monuments
    assert told(t, Destroyed)[0].space == "b5"
