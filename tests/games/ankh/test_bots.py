"""The bots of Ankh: legal, the same every time, and `steady` far better than chance."""

from __future__ import annotations

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.games.ankh import GAME
from pbem.games.ankh.actions import Bid, Card, Cats, Summon, Unlock
from pbem.games.ankh.bots import actions, examples, random, steady
from pbem.games.ankh.steps import Turn, Worth
from pbem.games.ankh.worth import VICTORY, worth
from pbem.service.simulation import simulate
from tests.games.ankh.builders import bare, cards, conflict, give, hand_without, monument, put, table
from tests.games.ankh.matches import lines


def test_steady_beats_three_random_players() -> None:
    tally = list(simulate(GAME, ["steady", "random", "random", "random"], 8, "steady"))[-1]
    assert tally.wins["steady"] > 4


def test_bots_order_what_is_legal_at_every_question() -> None:
    for number, players in ((6, 3), (17, 2), (15, 4)):
        for t in lines(number, players):
            if t.stack and t.n % 3 == 0:
                for seat in t.pending.seats:
                    for bot in (steady, random):
                        order = kernel.consult(t, seat, bot, Seeded(bytes(32)))
                        assert kernel.objection(t, seat, order) is None


def test_steady_has_nothing_to_summon_or_to_unlock() -> None:
    t = bare("isis", "osiris")
    give(t, 0, pool=(), followers=0)
    step = t.stack[-1]
    assert isinstance(step, Turn)
    assert {Summon(), Unlock()} <= set(actions(t, 0, step))


def test_steady_takes_its_cards_back_when_many_are_used() -> None:
    t = bare("anubis", "isis")
    put(t, 0, g="d4")
    put(t, 1, g="a8", w1="a7", w2="a6", w3="b5")
    give(t, 0, **hand_without("flood", "chariots", "build", "plague", "miracle"))
    conflict(t)
    assert steady(t, 0) == Card(("cycle",))


def test_steady_bids_for_figures_that_would_die() -> None:
    t = bare("anubis", "isis")
    put(t, 0, g="d4", w1="d5", w2="e4")
    put(t, 1, g="a8", w1="a7")
    give(t, 0, followers=9)
    conflict(t)
    cards(t, "plague", "flood")
    order = steady(t, 0)
    assert isinstance(order, Bid)
    assert order.followers >= 2


def test_steady_hides_its_cats_by_its_own_lot() -> None:
    t = bare("bastet", "isis")
    for space in ("b5", "h5", "f2"):
        monument(t, space, "temple")
    give(t, 0, cats=("b5", "h5", "f2"))
    t.stack = [t.stack[0], Worth(0)]
    kernel.settle(t)
    order = steady(t, 0)
    assert isinstance(order, Cats)
    assert sorted(order.values) == [0, 1, 3]


def test_a_match_that_is_over_is_worth_everything_or_nothing() -> None:
    t = bare("isis", "osiris")
    t.board.ended = "track"
    give(t, 0, devotion=5)
    assert [worth(t, 0), worth(t, 1)] == [VICTORY, -VICTORY]


def test_examples_are_whole_turns_that_can_be_played() -> None:
    for t in (table("isis", "osiris"), table("ra", "hathor", pharaoh="akhenaten")):
        turns = examples(t, 0)
        assert 2 <= len(turns) <= 3
        for turn in turns:
            after = t
            for order in turn:
                after = kernel.apply(after, 0, order)
            assert after.n == t.n + len(turn)
        assert examples(t, 1) == []


def test_there_are_no_examples_within_a_conflict() -> None:
    t = bare("anubis", "isis")
    put(t, 0, g="d4")
    put(t, 1, g="a8")
    conflict(t)
    assert examples(t, 0) == []
