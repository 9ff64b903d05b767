"""The contract: audiences, refusals, tables and steps."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.engine import kernel
from pbem.engine.chance import Scripted, Stop
from pbem.engine.errors import Unknowable
from pbem.engine.game import ALONE, EVERYONE, News, Outcome, Pending, Refusal, Step, Table, refuse
from tests import tiny
from tests.engine.toys import CHANCE
from tests.tiny import Rest, Sealed, Turn


@pytest.fixture
def t() -> Table[Any, Any]:
    return kernel.start(tiny.GAME, 3, CHANCE)


def test_news_without_an_audience_reach_everyone_and_spectators() -> None:
    assert News(Sealed(1)).to is EVERYONE
    assert [News(Sealed(1)).reaches(seat) for seat in (0, 1, None)] == [True, True, True]


def test_news_for_some_seats_reach_them_and_nobody_else() -> None:
    secret = News(Sealed(1), frozenset((0, 2)))
    assert [secret.reaches(seat) for seat in (0, 1, 2, None)] == [True, False, True, False]


def test_news_for_no_seat_reach_nobody() -> None:
    assert not any(News(Sealed(1), frozenset()).reaches(seat) for seat in (0, 1, None))


def test_a_refusal_is_a_value_of_code_and_facts() -> None:
    assert refuse("too-low", best=3) == Refusal("too-low", {"best": 3})
    assert refuse("too-low") != refuse("too-low", best=3)
    assert refuse("too-low").facts == {}


def test_a_table_tells_facts_to_their_audience_in_order(t: Table[Any, Any]) -> None:
    t.news = []
    t.tell(Sealed(0))
    t.tell(Sealed(1), frozenset((1,)))
    assert t.news == [News(Sealed(0)), News(Sealed(1), frozenset((1,)))]


def test_a_draw_leaves_the_pool_and_is_written_down_with_its_audience(t: Table[Any, Any]) -> None:
    pool = ["a", "b", "c", "b"]
    t.chance, t.counter, t.outcomes = Scripted(["b", "c"]), 0, []
    assert t.draw("card", pool, frozenset((2,))) == "b"
    assert t.draw("card", pool) == "c"
    assert pool == ["a", "b"]
    assert t.outcomes == [Outcome("card", "b", frozenset((2,))), Outcome("card", "c")]


def test_a_draw_that_nobody_can_know_takes_nothing(t: Table[Any, Any]) -> None:
    pool = ["a", "b"]
    t.chance, t.outcomes = Stop(), []
    with pytest.raises(Unknowable):
        t.draw("card", pool)
    assert (pool, t.outcomes) == (["a", "b"], [])


def test_calling_going_and_ending_move_the_top_of_the_stack(t: Table[Any, Any]) -> None:
    below = t.stack[:]
    t.call(Turn(1, 1))
    t.goto(Turn(2, 2))
    assert t.stack == [*below, Turn(2, 2)]
    t.end()
    assert t.stack == below


def test_a_clone_is_equal_and_goes_its_own_way(t: Table[Any, Any]) -> None:
    copy = t.clone()
    assert all(getattr(copy, name) == getattr(t, name) for name in Table.__slots__)
    seat = t.pending.seats[0]
    before = {name: getattr(t, name) for name in ("n", "pending", "counter")}, t.board.clone(), t.stack[:], t.news[:]
    kernel.play(copy, seat, Rest())
    after = {name: getattr(t, name) for name in ("n", "pending", "counter")}, t.board, t.stack, t.news
    assert after == before
    assert copy.stack != t.stack


def test_a_table_without_options_has_none_and_cannot_be_given_any() -> None:
    bare: Table[Any, Any] = Table(tiny.GAME, 2, CHANCE, kernel.start(tiny.GAME, 2, CHANCE).data)
    assert dict(bare.options) == {}
    with pytest.raises(TypeError):
        bare.options["x"] = 1  # type: ignore[index]  # that is the point


def test_one_seat_alone_is_a_value_made_once() -> None:
    assert ALONE[2] == Pending((2,))


def test_actions_steps_and_news_are_frozen() -> None:
    for value, name in ((tiny.Take(1), "count"), (Turn(1, 1), "seat"), (Sealed(1), "seat"), (News(Sealed(1)), "to")):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(value, name, 2)


def test_actions_steps_and_events_carry_their_kind_in_json() -> None:
    kinds = [msgspec.json.decode(msgspec.json.encode(value))["type"] for value in (Rest(), Turn(1, 1), Sealed(1))]
    assert kinds == ["Rest", "Turn", "Sealed"]


def test_a_step_is_automatic_public_and_filtered_unless_it_says_otherwise(t: Table[Any, Any]) -> None:
    step = Step()
    assert (step.pending(t), step.public, step.exact) == (None, True, False)


@pytest.mark.parametrize(
    ("part", "arguments"),
    [("run", 0), ("candidates", 1), ("objection", 2), ("perform", 2), ("fallback", 1)],
)
def test_a_step_that_lacks_a_part_it_needs_says_so(t: Table[Any, Any], part: str, arguments: int) -> None:
    with pytest.raises(NotImplementedError):
        getattr(Step(), part)(t, *(0, Rest())[:arguments])


def test_a_game_without_further_facts_has_none(t: Table[Any, Any]) -> None:
    assert tiny.GAME.facts(t) == {}
