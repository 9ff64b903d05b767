"""The bots of Men-Nefer: always legal, the steady one far better than chance, and its turns as examples."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.engine import kernel
from pbem.engine.game import Action, Bot
from pbem.games.mennefer import GAME
from pbem.games.mennefer.actions import AUTO, SKIP, Specialise, Take, Visit
from pbem.games.mennefer.board import GAP, Table
from pbem.games.mennefer.bots import EXAMPLES, examples
from pbem.games.mennefer.worth import between, worth
from tests.games.mennefer.builders import asked, chance, doing, match, over, position

STEADY, RANDOM = GAME.bots["steady"], GAME.bots["random"]


def played(t: Table, bots: list[Bot], name: str, eras: int = 3) -> Table:
    """The table after so many eras; the bot of each seat decides for it."""
    while t.stack and len(t.board.history) < eras:
        seat = asked(t)
        kernel.play(t, seat, kernel.consult(t, seat, bots[seat], chance(f"{name}/{t.n}")))
    return t


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_bot_is_legal_wherever_it_is_asked(seats: int) -> None:
    """The one leads through states that the other would not reach by itself."""
    t = match(seats, f"legal/{seats}")
    while t.stack:
        seat = asked(t)
        bot = GAME.bots["random" if t.n % 5 else "steady"]
        order = kernel.consult(t, seat, bot, chance(f"legal/{t.n}"))
        assert kernel.objection(t, seat, order) is None
        kernel.play(t, seat, order)


def steady_wins(game: int) -> bool:
    """Whether one steady player beats three random ones."""
    mine = game % 4
    bots = [STEADY if seat == mine else RANDOM for seat in range(4)]
    t = played(match(4, f"duel/{game}"), bots, f"duel/{game}")
    return (kernel.result(t) or [])[0].seat == mine


def test_the_steady_bot_beats_three_random_ones() -> None:
    """Two matches; a hundred are played by `make soak`."""
    assert steady_wins(0)
    assert steady_wins(1)


def test_steady_scores_are_of_the_size_that_people_report() -> None:
    t = played(match(3, "level"), [STEADY] * 3, "level")
    scores = sorted(player.pp for player in t.board.players)
    assert 25 <= scores[0] <= scores[-1] <= 120
    assert sum(scores) / 3 >= 40


def test_a_match_between_bots_is_the_same_every_time() -> None:
    first, second = (played(match(2, "same"), [STEADY, RANDOM], "same", 1) for _ in range(2))
    assert first.board == second.board


def test_the_random_bot_does_everything_but_auto() -> None:
    t = doing("papyrus", "craft", heka=9, food=9)
    orders = {RANDOM(kernel.imagine(t, 0, chance(f"random/{n}")), 0) for n in range(200)}
    assert orders == set(kernel.legal(t, 0)) - {AUTO}


def test_examples_are_whole_turns_that_begin_differently() -> None:
    t = position(3)
    turns = examples(kernel.imagine(t, 0, chance("examples")), 0)
    assert 3 <= len(turns) <= EXAMPLES
    assert len({tuple(turn) for turn in turns}) == len(turns)
    for turn in turns:
        after = t.clone()
        for order in turn:
            assert not over(after)
            kernel.play(after, 0, order)
        assert over(after)
    assert isinstance(turns[0][0], Visit)


def written(turns: Sequence[Sequence[Action]]) -> list[list[str]]:
    return [[GAME.orders.write(order) for order in turn] for turn in turns]


def test_examples_differ_in_what_they_do() -> None:
    """Not the same tablet in four houses, but other tablets, another house's track, a tablet of the row."""
    t = position(3, home=(2, 3), tablets=(GAP, "t2a", "t3a"), sun=("nile",), scarabs=(0, 0, 0, 1, 0), heka=5)
    turns = examples(kernel.imagine(t, 0, chance("varied")), 0)
    assert {type(turn[0]) for turn in turns} == {Visit, Specialise, Take}
    visits = [turn[0].tablet for turn in turns if isinstance(turn[0], Visit)]
    assert sorted(visits) == sorted(set(visits))
    assert len({(type(turn[0]), *turn[1:]) for turn in turns}) == len(turns)


def test_examples_go_to_different_houses_where_that_is_hardly_worse() -> None:
    """Which house is visited decides what can be specialised later; an empty table has no reason to prefer one."""
    turns = examples(kernel.imagine(position(3), 0, chance("houses")), 0)
    visits = [turn[0] for turn in turns if isinstance(turn[0], Visit)]
    assert len(visits) >= 3
    assert len({visit.house for visit in visits[:3]}) == 3
    assert {visit.tablet for visit in visits} == {1, 2, 3}


def test_an_example_does_not_pay_for_company_only_to_be_different() -> None:
    crowd = ("pyramids", "necropolis", "temple", "nile")
    t = position(3, {"sun": crowd * 2}, food=5)
    turns = examples(kernel.imagine(t, 0, chance("crowd")), 0)
    assert {turn[0].house for turn in turns if isinstance(turn[0], Visit)} == {"sphinxes"}


def test_where_little_can_be_done_examples_fork_later() -> None:
    t = position(2, home=(), tablets=(GAP, "t2a", "t3a"), food=0)
    turns = written(examples(kernel.imagine(t, 0, chance("few")), 0))
    assert ["take 5"] in turns
    assert len(turns) == 3
    assert len({" / ".join(turn) for turn in turns}) == 3


def test_the_first_example_is_what_the_steady_bot_plays() -> None:
    t = kernel.imagine(position(2), 0, chance("first"))
    assert examples(t, 0)[0][0] == STEADY(t, 0)


def test_examples_in_the_middle_of_a_turn_play_the_rest_of_it() -> None:
    t = doing("papyrus", "craft", heka=9, food=9)
    for turn in examples(kernel.imagine(t, 0, chance("middle")), 0):
        after = t.clone()
        for order in turn:
            kernel.play(after, 0, order)
        assert over(after)


def test_thinking_leaves_the_table_alone() -> None:
    t = kernel.imagine(position(2), 0, chance("alone"))
    before = (t.board.clone(), t.stack[:], list(t.news))
    STEADY(t, 0)
    assert (t.board, t.stack, t.news) == before


def test_the_steady_bot_takes_what_costs_nothing() -> None:
    assert STEADY(doing("papyrus free", "heka 1"), 0) != SKIP


def test_a_position_is_worth_more_with_more_in_it() -> None:
    poor = position()
    for better in (
        {"pp": 12}, {"heart": 3}, {"feather": 3}, {"great": 3}, {"orb": 2}, {"food": 6}, {"heka": 5}, {"sarcophagi": 1},
        {"carved": 1}, {"allowed": 1}, {"scarabs": (1, 0, 0, 0, 0)}, {"contracts": ("k206",)}, {"met": ("k101",)},
        {"crafts": (("ring1",), (), ())}, {"standing": (3, 0, 1, 0, 0)}, {"boats": ("2", "0", "0", "u1")},
        {"papyri": ("p01",)}, {"placed": (1, 0, 0)}, {"contracts": ("k106",)},
        {"sun": ("nile",), "scarabs": (0, 0, 0, 2, 0)},
    ):  # fmt: skip
        assert worth(position(**better), 0) > worth(poor, 0), better


def test_the_way_to_the_next_seal_is_worth_something() -> None:
    assert between((0, 0, 4, 0), 2) > between((0, 0, 4, 0), 1) > 0
    assert between((0, 0, 4, 0), 4) == between((0, 0, 4, 0), 3) == 40
