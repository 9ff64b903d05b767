"""The kernel: how a match begins, goes on and ends; what is played unasked; what a preview shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine import codec, kernel
from pbem.engine.chance import Scripted
from pbem.engine.errors import BadData, BadSetup, EngineBug, Illegal, Unknowable
from pbem.engine.game import NOBODY, Pending, Standing, refuse
from pbem.games import games
from tests import tiny
from tests.engine.toys import (
    CHANCE,
    Ask,
    AskAgain,
    AskAll,
    AskExactly,
    AskInSecret,
    AskNobody,
    CountTo,
    Forever,
    Say,
    toy,
)
from tests.tiny import Fair, Offering, PutBack, Rest, Rounds, Seal, Take, TooMany, Turn

RA = games()["ra"]


def two_players(cards: str, *later: str, options: Mapping[str, bool | int | str] | None = None) -> tiny.Table:
    """Two hands of two cards each; seat 0 begins; then whatever falls later."""
    return kernel.start(tiny.GAME, 2, Scripted([*cards.split(), "0", *later]), options)


def numbers(*values: int) -> list[Say]:
    return [Say(value) for value in values]


# --- the start


def test_a_match_starts_settled_on_the_first_decision() -> None:
    t = two_players("cat cat lion lion")
    assert t.stack == [Rounds(), Turn(0, 0)]
    assert t.pending == Pending((0,))
    assert (t.n, t.seats) == (0, 2)
    assert [outcome.word for outcome in t.outcomes] == ["cat", "cat", "lion", "lion", "0"]


@pytest.mark.parametrize("seats", [-1, 0, 1, 7])
def test_a_number_of_seats_that_the_game_does_not_have_is_refused(seats: int) -> None:
    with pytest.raises(BadSetup, match=f"Tiny is for 2 to 6 players, not {seats}"):
        kernel.start(tiny.GAME, seats, CHANCE)


def test_options_not_chosen_have_their_first_choice() -> None:
    assert kernel.chosen(tiny.GAME, {"ties": "everybody"}) == {"cards": 2, "ties": "everybody"}
    assert kernel.start(tiny.GAME, 2, CHANCE).options == {"cards": 2, "ties": "nobody"}


def test_a_chosen_option_reaches_the_table() -> None:
    assert [len(hand) for hand in kernel.start(tiny.GAME, 3, CHANCE, {"cards": 3}).board.hands] == [3, 3, 3]


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadSetup, match="no option 'card'; it has: cards, ties"):
        kernel.start(tiny.GAME, 2, CHANCE, {"card": 2})
    with pytest.raises(BadSetup, match="no option 'card'; it has: none"):
        kernel.start(replace(tiny.GAME, options={}), 2, CHANCE, {"card": 2})


@pytest.mark.parametrize("value", [4, "2", "two", None])
def test_an_option_outside_its_choices_is_refused_with_them(value: Any) -> None:
    with pytest.raises(BadSetup, match=r"option 'cards' is one of \[2, 1, 3\], not"):
        kernel.start(tiny.GAME, 2, CHANCE, {"cards": value})


@pytest.mark.parametrize(("game", "name", "value"), [(RA, "open_scores", 1), (tiny.GAME, "cards", True)])
def test_a_switch_is_no_number_and_a_number_no_switch(game: Any, name: str, value: Any) -> None:
    with pytest.raises(BadSetup):
        kernel.chosen(game, {name: value})


def test_data_overrides_reach_the_table_and_bad_ones_are_refused() -> None:
    assert kernel.start(tiny.GAME, 2, CHANCE, overrides={"limits": {"rounds": 5}}).data.value.rounds == 5
    with pytest.raises(BadData, match="at least 5"):
        kernel.start(tiny.GAME, 2, CHANCE, overrides={"limits": {"copies": 1}})


def test_a_match_has_the_newest_rules_unless_older_ones_are_asked_for() -> None:
    newer = replace(tiny.GAME, rules=3)
    assert kernel.start(newer, 2, CHANCE).rules == 3
    assert kernel.start(newer, 2, CHANCE, rules=2).rules == 2


def test_a_match_keeps_its_rules_in_copies_in_store_and_in_dreams() -> None:
    newer = replace(tiny.GAME, rules=3)
    t = kernel.start(newer, 2, CHANCE, rules=2)
    stored = codec.load(newer, codec.dump(t), t.data, CHANCE)
    assert [table.rules for table in (t.clone(), stored, kernel.imagine(t, 0, CHANCE))] == [2, 2, 2]


# --- objection and legal


def test_an_objection_of_the_step_is_the_refusal() -> None:
    t = two_players("cat cat lion lion")
    assert kernel.objection(t, 0, Rest()) is None
    assert kernel.objection(t, 0, Seal("cat")) == refuse("no-fair")
    assert kernel.objection(t, 0, Take(3)) == refuse("take-how-many", count=3, most=2)


def test_out_of_turn_is_refused_with_whom_the_table_waits_for() -> None:
    assert kernel.objection(two_players("cat cat lion lion"), 1, Rest()) == refuse("not-your-turn", waiting_for=(0,))


def test_after_the_end_every_order_is_refused() -> None:
    t = kernel.start(toy(CountTo(1)), 2, CHANCE)
    assert kernel.objection(t, 0, Say(1)) == refuse("match-over")
    assert list(kernel.legal(t, 0)) == []


def test_legal_filters_the_candidates_by_objection() -> None:
    t = kernel.start(toy(Ask((3, 5))), 2, CHANCE)
    assert list(kernel.legal(t, 0)) == numbers(3, 5)
    assert list(kernel.legal(t, 1)) == []


def test_legal_takes_exact_candidates_as_they_are() -> None:
    t = kernel.start(toy(AskExactly((7, 99))), 2, CHANCE)
    assert list(kernel.legal(t, 0)) == numbers(7, 99)
    assert list(kernel.legal(t.clone(), 0)) == numbers(7, 99)
    stored = codec.load(t.game, codec.dump(t), t.data, CHANCE)
    assert list(kernel.legal(stored, 0)) == numbers(7, 99)


def test_who_may_still_change_a_sealed_answer_is_offered_his_own_choices() -> None:
    t = kernel.apply(kernel.start(toy(AskAll(())), 2, CHANCE), 0, Say(0))
    assert t.pending == Pending((1,), (0,))
    assert list(kernel.legal(t, 1)) == numbers(1, 11)
    assert list(kernel.legal(t, 0)) == numbers(0, 10)


# --- play and apply


def test_apply_gives_a_new_table_and_leaves_the_old_one_alone() -> None:
    t = two_players("cat cat lion lion", "ibis")
    before = codec.dump(t)
    news, outcomes = list(t.news), list(t.outcomes)
    after = kernel.apply(t, 0, Take(1))
    assert codec.dump(t) == before
    assert (t.news, t.outcomes) == (news, outcomes)
    assert after.board.hands[0] == ("cat", "cat", "ibis")
    assert after.n == 1


def test_play_tells_what_came_of_this_order_and_of_no_other() -> None:
    t = two_players("cat cat lion lion", "ibis")
    kernel.play(t, 0, Take(1))
    assert [item.event for item in t.news] == [tiny.Took(0, 1), tiny.Took(0, 1, ("ibis",))]
    assert [outcome.word for outcome in t.outcomes] == ["ibis"]
    kernel.play(t, 1, Fair())
    assert (t.news, t.outcomes, t.n) == ([], [], 2)


def test_what_falls_in_secret_is_written_down_for_its_owner_alone() -> None:
    t = two_players("cat cat lion lion", "ibis")
    mine, yours = frozenset((0,)), frozenset((1,))
    assert [outcome.to for outcome in t.outcomes] == [mine, mine, yours, yours, None]
    kernel.play(t, 0, Take(1))
    assert [outcome.to for outcome in t.outcomes] == [mine]
    assert [item.to for item in t.news] == [None, mine]


def test_play_refuses_with_the_objection_and_changes_nothing() -> None:
    t = two_players("cat cat lion lion")
    before = codec.dump(t)
    with pytest.raises(Illegal) as told:
        kernel.play(t, 0, Take(3))
    assert told.value.refusal == refuse("take-how-many", count=3, most=2)
    assert codec.dump(t) == before


# --- interrupts and sealed answers


def test_an_interrupt_lies_on_the_turn_and_ends_back_into_it() -> None:
    t = two_players("cat cat lion lion")
    kernel.play(t, 0, Fair())
    assert t.stack == [Rounds(), Turn(0, 0, had_fair=True), Offering(("", ""))]
    kernel.play(t, 0, Seal("cat"))
    kernel.play(t, 1, Seal("lion"))
    assert t.stack == [Rounds(), Turn(0, 0, had_fair=True)]
    assert t.pending == Pending((0,))
    assert list(t.board.points) == [0, 2]
    assert kernel.objection(t, 0, Fair()) == refuse("one-fair-a-turn")


def test_a_sealed_answer_can_be_replaced_until_the_last_is_in() -> None:
    t = two_players("cat lion ibis ibis")
    kernel.play(t, 0, Fair())
    assert t.pending == Pending((0, 1))
    kernel.play(t, 0, Seal("cat"))
    assert t.pending == Pending((1,), (0,))
    kernel.play(t, 0, Seal("lion"))
    assert t.pending == Pending((1,), (0,))
    kernel.play(t, 1, Seal("ibis"))
    assert tiny.Revealed({0: "lion", 1: "ibis"}, (0,), 2) in [item.event for item in t.news]
    assert kernel.objection(t, 1, Seal("ibis")) == refuse("not-your-turn", waiting_for=(0,))


def test_a_view_shows_that_others_have_sealed_but_not_what() -> None:
    t = two_players("cat cat lion lion")
    kernel.play(t, 0, Fair())
    kernel.play(t, 0, Seal("cat"))
    steps = {seat: tiny.view(t, seat).steps[-1] for seat in (0, 1, None)}
    assert steps == {0: Offering(("cat", "")), 1: Offering(("?", "")), None: Offering(("?", ""))}


# --- what is played unasked


@pytest.mark.parametrize("step", [Ask((4,)), AskExactly((4,))])
def test_an_answer_without_a_choice_is_played_unasked_and_noted(step: Ask) -> None:
    t = kernel.start(toy(Ask((1, 2)), step), 2, CHANCE)
    assert t.forced == [(0, Say(4))]
    assert t.board.count == 4
    assert t.stack == [Ask((1, 2))]
    assert t.n == 0


def test_several_forced_answers_are_noted_in_their_order() -> None:
    t = kernel.start(toy(AskExactly((7,)), CountTo(5), Ask((4,))), 2, CHANCE)
    assert t.forced == [(0, Say(4)), (0, Say(7))]
    assert (t.stack, t.pending) == ([], NOBODY)


def test_the_next_order_forgets_the_forced_answers_of_the_last() -> None:
    t = kernel.start(toy(Ask((1, 2)), Ask((1, 2)), Ask((4,))), 2, CHANCE)
    assert kernel.apply(t, 0, Say(1)).forced == []


def test_a_forced_answer_that_rests_on_a_hidden_fact_is_asked_for() -> None:
    t = kernel.start(toy(AskInSecret((4,))), 2, CHANCE)
    assert (t.forced, t.pending) == ([], Pending((0,)))
    assert list(kernel.legal(t, 0)) == numbers(4)


def test_in_the_tiny_game_a_hand_of_one_kind_is_not_put_back_unasked() -> None:
    t = two_players("cat cat lion lion", "cat", "cat")
    kernel.play(t, 0, Take(2))
    assert t.stack[-1] == TooMany(0)
    assert (t.forced, list(kernel.legal(t, 0))) == ([], [PutBack("cat")])


def test_several_seats_are_asked_even_if_none_of_them_has_a_choice() -> None:
    class AskEach(AskAll, frozen=True, gc=False):
        def candidates(self, t: Any, seat: int) -> list[Say]:
            return [Say(seat)]

    t = kernel.start(toy(AskEach(())), 2, CHANCE)
    assert (t.forced, t.pending) == ([], Pending((0, 1)))


# --- rules that contradict themselves


@pytest.mark.parametrize("step", [Forever(), AskAgain((1,))])
def test_a_step_that_never_ends_is_our_bug_and_is_named(step: Any) -> None:
    with pytest.raises(EngineBug, match=f"toy: {type(step).__name__}.* never ends"):
        kernel.start(toy(step), 2, CHANCE)


def test_many_automatic_steps_after_one_order_are_fine() -> None:
    t = kernel.start(toy(CountTo(kernel.RUNAWAY - 1)), 2, CHANCE)
    assert t.board.count == kernel.RUNAWAY - 1


def test_as_many_automatic_steps_as_allowed_are_fine() -> None:
    t = kernel.start(toy(CountTo(kernel.RUNAWAY)), 2, CHANCE)
    assert t.board.count == kernel.RUNAWAY


@pytest.mark.parametrize("step", [Ask(()), AskExactly(())])
def test_a_step_that_leaves_nothing_to_do_is_our_bug_and_is_named(step: Any) -> None:
    with pytest.raises(EngineBug, match=f"toy: {type(step).__name__}.* leaves seat 0 nothing to do"):
        kernel.start(toy(step), 2, CHANCE)


def test_a_step_that_waits_for_nobody_is_our_bug() -> None:
    with pytest.raises(EngineBug):
        kernel.start(toy(AskNobody((1, 2))), 2, CHANCE)


# --- the end


def test_there_is_no_result_while_the_match_runs() -> None:
    assert kernel.result(two_players("cat cat lion lion")) is None


def test_the_result_is_best_first_and_equal_points_share_a_place() -> None:
    t = kernel.start(tiny.GAME, 4, CHANCE, overrides={"limits": {"rounds": 0}})
    t.board.points = [1, 5, 1, 0]
    assert t.pending == NOBODY
    assert kernel.result(t) == [Standing(1, 1, 5), Standing(0, 2, 1), Standing(2, 2, 1), Standing(3, 4, 0)]


def test_nobody_must_speak_on_a_table_that_would_run_by_itself() -> None:
    t = two_players("cat cat lion lion")
    assert kernel.who(t) == Pending((0,))
    t.call(Rounds())
    assert kernel.who(t) == NOBODY
    t.stack.clear()
    assert kernel.who(t) == NOBODY


def test_silence_is_asked_of_the_open_decision() -> None:
    t = two_players("cat lion ibis ibis")
    assert kernel.fallback(t, 0) == Rest()
    kernel.play(t, 0, Fair())
    assert kernel.fallback(t, 0) == Seal("cat")


# --- imagined tables


def test_an_imagined_table_has_the_seat_s_own_hand_and_guesses_the_others() -> None:
    t = two_players("cat cat lion lion")
    hands = {tuple(kernel.imagine(t, 0, Scripted([a, b])).board.hands) for a, b in [("ibis", "ibis"), ("cat", "lion")]}
    assert hands == {(("cat", "cat"), ("ibis", "ibis")), (("cat", "cat"), ("cat", "lion"))}


def test_a_dream_is_laid_out_by_the_rules_of_its_match() -> None:
    seen: list[int] = []

    def noting(t: tiny.Table, view: tiny.View) -> None:
        seen.append(t.rules)
        tiny.imagine(t, view)

    newer = replace(tiny.GAME, rules=3, imagine=noting)
    kernel.imagine(kernel.start(newer, 2, CHANCE, rules=2), 0, CHANCE)
    assert seen == [2]


def test_an_imagined_table_remembers_no_outcome() -> None:
    assert kernel.imagine(two_players("cat cat lion lion"), 0, CHANCE).outcomes == []


def test_a_bot_sees_an_imagined_table_and_its_answer_is_given_back() -> None:
    t = two_players("cat cat lion lion")
    seen: list[Any] = []

    def bot(table: Any, seat: int) -> Rest:
        seen.append((table.board.hands, seat))
        return Rest()

    assert kernel.consult(t, 0, bot, Scripted(["ibis", "ibis"])) == Rest()
    assert seen == [([("cat", "cat"), ("ibis", "ibis")], 0)]


# --- preview


def test_a_preview_plays_orders_and_keeps_nothing() -> None:
    t = two_players("cat cat lion lion")
    before = codec.dump(t)
    shown, question = kernel.preview(t, 0, [Fair(), Seal("cat")])
    assert question is None
    assert shown.stack[-1] == Offering(("cat", ""))
    assert shown.n == 2
    assert codec.dump(t) == before


def test_a_preview_stops_before_the_first_question_of_chance_and_names_it() -> None:
    t = two_players("cat cat lion lion", "ibis")
    shown, question = kernel.preview(t, 0, [Take(1), Rest()])
    assert question == "card"
    assert (shown.n, shown.board.hands[0]) == (0, ("cat", "cat"))


def test_a_preview_never_asks_the_real_generator() -> None:
    t = two_players("cat cat lion lion")
    shown, _ = kernel.preview(t, 0, [])
    with pytest.raises(Unknowable):
        shown.draw("card", ["cat"])


def test_a_preview_refuses_what_is_not_legal() -> None:
    with pytest.raises(Illegal):
        kernel.preview(two_players("cat cat lion lion"), 0, [Seal("cat")])


@pytest.mark.parametrize("rules", [0, 99])
def test_rules_that_do_not_exist_are_refused(rules: int) -> None:
    with pytest.raises(BadSetup, match=f"has rules 1 to {tiny.GAME.rules}, not {rules}"):
        kernel.start(tiny.GAME, 2, CHANCE, rules=rules)


def test_a_draw_from_nothing_is_our_bug() -> None:
    t = kernel.start(tiny.GAME, 2, CHANCE)
    with pytest.raises(EngineBug, match=r"nothing to draw from \(card\)"):
        t.draw("card", [])


# --- what the log may show


def test_while_an_answer_is_under_seal_every_order_is() -> None:
    t = kernel.apply(two_players("cat lion ibis scarab"), 0, Fair())
    assert kernel.secrecy(t, Fair()) == ""
    t = kernel.apply(t, 0, Seal("lion"))
    assert kernel.secrecy(t, Seal("lion")) == "sealed"
    t = kernel.apply(t, 1, Seal("ibis"))
    assert kernel.secrecy(t, Seal("ibis")) == ""


def test_what_is_hidden_for_good_is_so_under_seal_too() -> None:
    t = kernel.apply(two_players("cat lion ibis scarab"), 0, Fair())
    t = kernel.apply(t, 0, Seal("lion"))
    assert kernel.secrecy(t, PutBack("cat")) == "hidden"
    drawn = kernel.apply(two_players("cat lion ibis scarab", "cat"), 0, Take(1))
    assert kernel.secrecy(drawn, Take(1)) == "hidden"
