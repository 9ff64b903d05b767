"""The interpreter: order of parts, what happens at once, what lapses, `skip`, `auto`, and one letter for a turn."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import kernel
from pbem.engine.errors import EngineBug
from pbem.games.mennefer import GAME
from pbem.games.mennefer.actions import AUTO, Craft, Favour, Heka, Limestone, Papyrus, Resource, Rite, Take, Visit
from pbem.games.mennefer.acts import Act, read
from pbem.games.mennefer.board import GAP
from pbem.games.mennefer.events import Gained, Lapsed
from pbem.games.mennefer.steps import Effects
from pbem.games.mennefer.steps.base import DEEPEST, NEVER_ENDS, Choice, play_the_rest, push
from pbem.games.mennefer.steps.effects import KINDS, taken_up
from tests.games.mennefer.builders import (
    asked,
    can,
    chance,
    doing,
    match,
    me,
    on_turn,
    order,
    over,
    play,
    position,
    refusal,
    settled,
    told,
)


def test_every_action_of_the_vocabulary_has_its_interpreter() -> None:
    from pbem.games.mennefer.acts import DO  # noqa: PLC0415  the list, beside what it is compared with

    assert set(KINDS) == set(DO)


def test_what_costs_nothing_and_leaves_no_choice_happens_at_once() -> None:
    t = doing("heka 2", "papyrus", "heart 1", "carve 1", "embalm 1", "permission 1", "pp 1", heka=0)
    assert (me(t).heka, me(t).heart, me(t).carved, me(t).sarcophagi, me(t).allowed, me(t).pp) == (2, 1, 1, 1, 1, 11)
    assert can(t) == {"papyrus 3", "papyrus 4"}
    assert {GAME.orders.write(action) for _, action in t.forced} >= {"heka", "heart", "carve", "embalm", "permission"}


def test_a_gain_that_would_lose_something_waits_for_the_other_parts() -> None:
    t = doing("heka 2", "papyrus", heka=9)
    assert can(t) == {"heka", "papyrus 1", "papyrus 2", "papyrus 3", "papyrus 4"}
    later = play(t.clone(), "papyrus 2")
    assert me(later).heka == 9 - 3 + 2
    sooner = play(t, "heka")
    assert me(sooner).heka == 10


def test_gains_that_are_all_that_is_left_happen_at_once_whatever_is_lost() -> None:
    t = doing("heka 2", "food 2", heka=9, food=9)
    assert (me(t).heka, me(t).food) == (10, 10)
    assert over(t)


def test_parts_come_in_any_order() -> None:
    first = play(doing("craft", "orb 1", board={"deity": "ptah"}, food=3), "orb")
    assert can(first) == {"craft 1", "craft 2", "craft 3", "craft 4"}
    second = play(doing("craft", "orb 1", board={"deity": "ptah"}, food=3), "craft 1")
    assert me(second).orb == 1


def test_one_of_several_is_done_and_the_others_are_gone() -> None:
    t = play(doing("embalm 1 / carve 1 / permission 1"), "carve")
    assert (me(t).carved, me(t).sarcophagi, me(t).allowed) == (1, 0, 0)
    assert over(t)


def test_actions_that_belong_together_inside_an_alternative_are_all_done() -> None:
    t = doing("craft / heart 1 + papyrus", heka=5, food=5)
    assert "heart" in can(t)
    t = play(t, "heart")
    assert can(t) == {"papyrus 1", "papyrus 2", "papyrus 3", "papyrus 4"}
    t = play(doing("craft / heart 1 + papyrus", heka=5, food=5), "papyrus 1")
    assert me(t).heart == 1
    assert over(t)


def test_plain_parts_are_taken_up_before_alternatives() -> None:
    acts = read(["papyrus / craft", "papyrus"], "test")
    leaf, rest = next(taken_up(acts))
    assert (leaf, rest) == (Act("papyrus"), acts[:1])
    assert [one.do for one, _ in taken_up(acts)] == ["papyrus", "papyrus", "craft"]
    assert "craft 4" in can(play(doing("papyrus / craft", "papyrus", heka=9), "papyrus 1"))


def test_a_part_that_becomes_possible_by_another_is_not_lost() -> None:
    t = doing("rite 1", "embalm 1")
    assert "rite a1" in can(t)


def test_what_cannot_be_done_lapses_and_is_told() -> None:
    t = doing("papyrus", "rite 2", heka=0)
    assert told(t, Lapsed) == [Lapsed(0, ("papyrus", "rite"), "impossible")]
    assert over(t)


def test_what_shall_not_be_done_lapses_by_skip_and_is_told() -> None:
    t = play(doing("papyrus", "craft", heka=9, food=9), "papyrus 4", "skip")
    assert told(t, Lapsed) == [Lapsed(0, ("craft",), "skipped")]
    assert over(t)


def test_skip_keeps_gains_that_were_still_open() -> None:
    t = play(doing("heka 2", "papyrus", heka=9), "skip")
    assert me(t).heka == 10
    assert told(t, Gained) == [Gained(0, "heka", 1, 1)]
    assert told(t, Lapsed) == [Lapsed(0, ("papyrus",), "skipped")]


def test_skip_gives_up_the_innermost_question_only() -> None:
    t = play(doing("rite 2", "favour 1", sarcophagi=1), "rite d1", "mastaba row-1", "skip")
    assert can(t) == {"mastaba row-1", "mastaba column-2"}
    t = play(t, "skip")
    assert can(t) == can(doing("favour 1"))


def test_what_is_set_off_is_done_completely_before_the_rest_goes_on() -> None:
    t = play(doing("limestone 6", "papyrus", seats=3, great=1, heka=9), "limestone great 6")
    assert can(t) == {"build b", "build c", "build d"}
    t = play(t, "build b", "favour food food", "build c")
    assert me(t).great == 6
    t = play(t, "favour food heart")
    assert (me(t).great, t.board.great[3]) == (7, "feather")
    assert {line[:7] for line in can(t)} == {"papyrus"}


def test_the_same_order_serves_the_first_part_it_fits() -> None:
    t = play(doing("limestone 2", "limestone 1", queens=2), "limestone great 1")
    assert can(t) == {"limestone great 1", "limestone queens 1"}


# One letter for a turn, and refusals that name the open question


def test_a_turn_in_one_letter_with_and_without_what_happens_by_itself() -> None:
    t = play(position(sarcophagi=1, scarabs=(0, 2, 0, 0, 0)), "visit necropolis with tablet 1")
    assert Heka() in [action for _, action in t.forced]
    assert me(play(t, "embalm")).sarcophagi == 2


def test_an_alternative_of_which_only_one_side_can_be_done_leaves_no_choice() -> None:
    t = play(position(), "visit necropolis with tablet 1")
    assert (me(t).heka, me(t).sarcophagi, me(t).mummies) == (4, 1, 3)
    assert over(t), "no rite is possible, and embalming costs nothing"


def test_what_would_exceed_ten_does_not_wait_for_what_cannot_be_done() -> None:
    assert me(doing("heka 2", "rite 1", heka=9)).heka == 10


@pytest.mark.parametrize(("deity", "orb"), [("osiris", 0), ("maat", 1)])
def test_the_orb_waits_for_a_word_where_its_deity_could_do_nothing(deity: str, orb: int) -> None:
    """The board is full of papyri: Osiris would be called in vain, and his space reached for good."""
    t = doing("orb 1", papyri=("p02", "p03", "p04", "p05"), board={"deity": deity})
    assert me(t).orb == orb
    if orb == 0:
        assert can(t) == {"orb"}
        assert me(play(t, "skip")).orb == 0


def test_the_german_twin_of_a_turn() -> None:
    t = position(sarcophagi=1, scarabs=(0, 2, 0, 0, 0))
    play(t, "besuche Nekropole mit Plättchen 1", "einbalsamieren")
    assert (me(t).heka, me(t).sarcophagi) == (4, 2)


@pytest.mark.parametrize(
    ("line", "asked"),
    [("embalm", ["turn"]), ("use 2", ["turn"]), ("papyrus 1", ["turn"]), ("skip", ["turn"])],
)
def test_a_line_for_another_question_is_told_which_one_is_open(line: str, asked: list[str]) -> None:
    why = refusal(position(), line)
    assert (why.code, why.facts["asked"]) == ("other-question", asked)
    assert why.facts["answers"]["en"][0] == "visit pyramids with tablet 1"
    assert why.facts["answers"]["de"][0] == "besuche pyramiden mit Plättchen 1"


def test_a_refusal_lists_answers_of_every_kind_and_says_how_many_more_there_are() -> None:
    t = position(home=(1, 2, 3), sun=("nile",), tablets=("t1a", "", "t3a"))
    facts = refusal(t, "embalm").facts
    answers = facts["answers"]["en"]
    assert {answer.split()[0] for answer in answers} == {"visit", "specialise", "take", "auto"}
    assert len(answers) <= 12
    assert len(answers) + facts["more"] == len(list(kernel.legal(t, 0)))
    t = doing("boats 2 activate 2", boats=("1", "2", "u1", "0"))
    assert refusal(t, "papyrus 1").facts["answers"]["de"][-2:] == ["auslassen", "auto"]
    assert refusal(doing("papyrus"), "craft 1").facts["more"] == 0


def test_a_refusal_names_the_parts_that_are_open() -> None:
    why = refusal(doing("papyrus", "craft", heka=9, food=9), "visit nile with tablet 1")
    assert why.facts["asked"] == ["papyrus", "craft"]
    assert refusal(doing("heka 2", "papyrus", heka=9), "use 1").facts["asked"] == ["heka", "papyrus"]


@pytest.mark.parametrize(
    ("acts", "line", "question"),
    [
        (("priestess 1",), "boat 0 1", "priestess"),
        (("boats 1",), "priestess 0 1", "boats"),
        (("papyrus",), "scarab nile", "papyrus"),
    ],
)
def test_each_question_says_what_it_is_about(acts: tuple[str, ...], line: str, question: str) -> None:
    assert refusal(doing(*acts, heka=9), line).facts["asked"] == [question]


def test_questions_inside_an_action_say_what_they_are_about() -> None:
    assert refusal(doing("limestone 1", great=1, queens=8), "skip").facts["asked"] == ["position"]
    level = play(doing("craft", food=5, crafts=(("ring2", "ring3"), (), ())), "craft 4")
    assert refusal(level, "skip").facts["asked"] == ["level"]
    boats = play(doing("boats 2 activate 1"), "boat 0 1")
    assert refusal(boats, "use 1").facts["asked"] == ["boats", "activation"]
    priestess = play(doing("priestess 2 offer"), "priestess 0 1")
    assert refusal(priestess, "use 1").facts["asked"] == ["priestess", "offering"]
    track = play(position(home=(1,), sun=("nile",), scarabs=(0, 0, 0, 2, 0)), "specialise nile")
    assert refusal(track, "use 4").facts == {"house": "nile", "most": 3}
    assert refusal(track, "embalm").facts["asked"] == ["track-space"]
    row = play(position(tablets=(GAP,) * 3, home=(), food=3), "take 3")
    assert refusal(row, "use 2").facts == {"row": 3}
    assert refusal(row, "embalm").facts["asked"] == ["row-action"]
    queens = play(doing("limestone 1", queens=1, allowed=1), "limestone queens")
    assert refusal(queens, "build a").facts["asked"] == ["queens-pyramid"]


def test_no_specialisation_without_an_apprentice_on_the_board() -> None:
    assert refusal(position(), "specialise nile").facts == {"house": "nile", "instead": ()}


# Auto: the defaults of the digest


@pytest.mark.parametrize(
    ("acts", "mine", "answer"),
    [
        (("favour 1",), {"food": 2}, Favour(("food",))),
        (("favour 2",), {"food": 3, "heart": 1, "feather": 2}, Favour(("heart", "heart"))),
        (("favour 2",), {"food": 5, "heart": 3, "feather": 2}, Favour(("feather", "heart"))),
        (("resource 3",), {"food": 0, "heka": 1}, Resource(("food", "food", "heka"))),
        (("limestone 2",), {"queens": 2}, Limestone("queens", 2)),
        (("limestone 2", "favour 1"), {"queens": 1}, Limestone("great", 2)),
        (("rite 2",), {"sarcophagi": 1}, Rite("d1")),
        (("papyrus",), {"heka": 9, "papyri": ("p02",)}, Papyrus(2)),
        (("papyrus",), {"heka": 9}, Papyrus(4)),
        (("craft",), {"food": 9}, Craft(4)),
        (("rite 2", "favour 1"), {"food": 0}, Favour(("food",))),
    ],
)
def test_the_default_answer(acts: tuple[str, ...], mine: dict[str, Any], answer: object) -> None:
    t = doing(*acts, **mine)
    step = t.stack[-1]
    assert isinstance(step, Choice)
    assert step.default(t) == answer


@pytest.mark.parametrize(
    ("acts", "mine", "line"),
    [
        (("erect 2",), {"carved": 1}, "erect s7"),
        (("mastaba 1",), {}, "mastaba row-1"),
        (("scarab 1",), {"scarabs": (6, 2, 1, 2, 0)}, "scarab necropolis"),
        (("contract",), {}, "contract k301"),
        (("contract",), {"orb": 2, "sphinxes": 4}, "contract k103"),
        (("priestess 3",), {"standing": (2, 1, 1, 0, 0)}, "priestess 2 3"),
        (("priestess 1 offer",), {"standing": (0, 0, 0, 0, 4), "crafts": (("ring2",), (), ())}, "offer ring2"),
        (("boats 2",), {"boats": ("u1", "3", "0", "0")}, "boat 3 5"),
        (("boats 1",), {"boats": ("u1", "6", "0", "0")}, "boat u1 1"),
        (("boats 1 activate 1",), {"boats": ("6", "5", "4", "3")}, "activate 6"),
        (("boats 1 activate 1",), {"boats": ("6", "5", "4", "u3")}, "activate u3"),
        (("boats 1",), {"boats": ("6", "5", "4", "3")}, "boat 5 l3"),
        (("heart 1 / feather 1",), {"heart": 22}, "feather"),
        (("orb 1", "papyrus"), {"heka": 9}, "orb"),
        (("heka 1", "rite 1"), {"heka": 10, "sarcophagi": 1}, "rite a1"),
    ],
)
def test_the_default_line(acts: tuple[str, ...], mine: dict[str, Any], line: str) -> None:
    t = doing(*acts, **mine)
    step = t.stack[-1]
    assert isinstance(step, Choice)
    assert step.default(t) == order(t, line)
    assert line in can(t)


def test_without_anything_worth_doing_the_default_gives_up() -> None:
    t = doing("food 2 / heka 2", food=10, heka=10)
    play(t, "auto")
    assert told(t, Lapsed)


def test_the_default_places_baskets_pieces_and_crafts() -> None:
    t = play(doing("priestess 4 offer", crafts=(("ring2",), (), ()), standing=(2, 1, 1, 0, 0)), "auto")
    assert t.board.temple == {"4a": 0}
    t = play(doing("craft", crafts=(("ring2", "ring3"), (), ()), food=0), "auto")
    assert me(t).crafts[1] == ("necklace1",)
    t = play(doing("limestone 1", queens=1, allowed=1, board={"temple": {"1a": 0}}), "auto")
    assert me(t).placed == (1, 0, 0)
    t = play(doing("limestone 1", seats=4, great=1, queens=8), "auto")
    assert t.board.great[0] == "heka"
    board = {"great": ("heka", "food", "feather", "heart") * 3}
    t = play(doing("limestone 1", great=1, queens=8, board=board, food=0, heka=0), "auto")
    assert (me(t).heka, me(t).food) == (1, 1)
    full = tuple(f"k1{n:02}" for n in range(4, 12))
    t = play(doing("contract", contracts=full), "auto")
    assert (me(t).contracts, len(t.board.gone)) == (full, 1)


def test_the_default_turn() -> None:
    t = position(board={"sun": ("pyramids", "necropolis")})
    assert t.stack[-1].default(t) == Visit("temple", 1)  # type: ignore[attr-defined]  # a choice
    t = position(board={"sun": HALF * 2}, food=0)
    assert t.stack[-1].default(t) == Visit("pyramids", 1)  # type: ignore[attr-defined]
    t = position(board={"moon": ("necropolis",)}, home=(), sun=("necropolis", "nile"), tablets=(GAP,) * 3)
    assert t.stack[-1].default(t) == order(t, "specialise nile")  # type: ignore[attr-defined]
    t = position(home=(), tablets=(GAP,) * 3, glyphs=0)
    assert t.stack[-1].default(t) == Take(4)  # type: ignore[attr-defined]
    t = position(home=(), tablets=(GAP,) * 3, glyphs=6)
    assert t.stack[-1].default(t) == Take(5)  # type: ignore[attr-defined]


HALF = ("pyramids", "necropolis", "temple", "nile", "sphinxes")


def test_auto_alone_is_a_whole_turn_and_silence_means_it() -> None:
    t = position()
    assert kernel.fallback(t, 0) == AUTO
    play(t, "auto")
    assert over(t)
    assert (me(t).sun, me(t).heka, me(t).sarcophagi) == (("pyramids",), 4, 1)
    track = on_turn(position(home=(), sun=("nile",), scarabs=(0, 0, 0, 2, 0), tablets=(GAP,) * 3))
    play(track, "specialise nile", "auto")
    assert over(track)
    row = play(position(home=(), tablets=(GAP,) * 3), "take 3", "auto")
    assert over(row)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_of_defaults_ends(seats: int) -> None:
    t = match(seats, "defaults")
    while t.stack:
        kernel.play(t, asked(t), AUTO)
    assert t.board.turns == [27] * seats


# Guards


def test_effects_that_nest_too_deep_are_a_bug_not_a_crash() -> None:
    t = position()
    t.stack += [Effects(0, (Act("favour"),))] * DEEPEST
    with pytest.raises(EngineBug, match="nest too deep"):
        push(t, Effects(0, (Act("favour"),)))


def test_a_turn_that_never_ends_is_a_bug_not_a_hang() -> None:
    t = position()
    t.stack += [Effects(0, (Act("heart"),))] * (NEVER_ENDS + 1)
    with pytest.raises(EngineBug, match="never ends"):
        play_the_rest(t, 0)


@pytest.mark.parametrize("do", ["heka", "embalm", "orb"])
def test_what_costs_nothing_is_never_refused_for_a_reason_of_its_own(do: str) -> None:
    t = doing("favour 1")
    assert KINDS[do].reason(t, 0, Act(do), KINDS[do].options(t, 0, Act(do))[0]) is None


def test_every_question_says_what_it_asks_and_does() -> None:
    t, question = position(), Choice(0)
    for missing in (question.options, question.default, question.give_up):
        with pytest.raises(NotImplementedError):
            missing(t)
    with pytest.raises(NotImplementedError):
        question.answer(t, AUTO)


def test_a_replay_tells_the_points_of_each_era() -> None:
    t = match(2, "facts")
    t.board.history = ((3, 4),)
    assert GAME.facts(t) == {"scores_by_era": [[3, 4]]}


def test_a_step_that_is_read_again_from_json_answers_alike() -> None:
    t = play(doing("rite 2", sarcophagi=1), "rite d1")
    listed = list(kernel.legal(t, 0))
    t.choices = None
    assert list(kernel.legal(t, 0)) == listed
    assert kernel.objection(t, 0, listed[0]) is None


def test_bots_see_what_everybody_sees() -> None:
    t = settled(position())
    dream = kernel.imagine(t, 0, chance("dream"))
    assert dream.board == t.board
