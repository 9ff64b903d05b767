"""The rulebook of Ra, sentence by sentence: disasters and gods."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine.chance import Scripted
from pbem.engine.game import Refusal
from pbem.games.ra.actions import Lose
from pbem.games.ra.events import (
    GodsUsed,
    Scored,
    Struck,
)
from pbem.games.ra.steps import Disaster, Turn
from tests.games.ra.builders import (
    EIGHT,
    asked,
    auction,
    display,
    everything,
    fresh,
    lines,
    play,
    player,
    position,
    refusal,
    tiles,
    told,
    with_gods,
    won_with,
)

# Disasters


def test_a_disaster_comes_after_the_other_tiles_are_laid_out() -> None:
    t = won_with("", "funeral pharaoh*2 gold")
    assert told(t, Struck) == [Struck(1, "funeral", ("pharaoh", "pharaoh"))]
    assert display(t, 1) == Counter(gold=1)


def test_a_disaster_leaves_the_game_with_two_tiles_of_its_category() -> None:
    t = won_with("pharaoh*4 nile", "funeral")
    assert display(t, 1) == Counter(pharaoh=2, nile=1)
    assert Counter(t.board.box) == Counter(funeral=1, pharaoh=2)
    assert t.board.row == []


@pytest.mark.parametrize(("mine", "lost"), [("", ()), ("pharaoh", ("pharaoh",)), ("pharaoh*2", ("pharaoh",) * 2)])
def test_a_funeral_takes_what_there_is(mine: str, lost: tuple[str, ...]) -> None:
    t = won_with(f"nile flood temple art {mine}", "funeral")
    assert told(t, Struck) == [Struck(1, "funeral", lost)]
    assert display(t, 1) == Counter(nile=1, flood=1, temple=1, art=1)
    assert t.forced == [(1, Lose(lost))]


@pytest.mark.parametrize(
    ("mine", "lost"),
    [
        ("", ""),
        ("nile", "nile"),
        ("nile*5", "nile*2"),
        ("flood", "flood"),
        ("flood nile*3", "flood nile"),
        ("flood*2 nile*3", "flood*2"),
        ("flood*4 nile*3", "flood*2"),
    ],
)
def test_a_drought_takes_floods_before_nile(mine: str, lost: str) -> None:
    t = won_with(f"pharaoh*2 {mine}", "drought")
    assert told(t, Struck) == [Struck(1, "drought", tiles(lost))]
    assert display(t, 1) == Counter(tiles(mine)) + Counter(pharaoh=2) - Counter(tiles(lost))


def test_in_a_drought_floods_cannot_be_spared() -> None:
    step = Disaster(0, "drought")
    t = position([player([5], "flood nile*3"), *fresh(3)[1:]])
    assert step.objection(t, 0, Lose(("nile", "nile"))) == Refusal("floods-first", {"floods": 1})
    assert step.objection(t, 0, Lose(("flood", "nile"))) is None


def test_a_drought_and_a_funeral_never_ask_since_their_tiles_are_all_alike() -> None:
    t = won_with("flood nile*4 pharaoh*5", "drought funeral")
    assert [seat for seat, _ in t.forced] == [1, 1]
    assert isinstance(t.stack[-1], Turn)


@pytest.mark.parametrize(
    ("mine", "lost"),
    [
        ("", ""),
        ("art", "art"),
        ("art writing", "art writing"),
        ("religion*5", "religion*2"),
        ("gold*2 art", "art"),
    ],
)
def test_unrest_without_a_choice_asks_nothing(mine: str, lost: str) -> None:
    t = won_with(f"temple {mine}", "unrest")
    assert told(t, Struck) == [Struck(1, "unrest", tiles(lost))]
    assert display(t, 1) == Counter(tiles(f"temple {mine}")) - Counter(tiles(lost))


def test_unrest_with_a_choice_asks_its_owner() -> None:
    t = won_with("art*2 writing religion", "unrest gold")
    assert asked(t) == 1
    assert sorted(lines(t)) == [
        "lose art art",
        "lose art religion",
        "lose art writing",
        "lose religion writing",
    ]
    t = play(t, "lose writing art")
    assert display(t, 1) == Counter(art=1, religion=1, gold=1)
    assert told(t, Struck) == [Struck(1, "unrest", ("art", "writing"))]


def test_unrest_does_not_touch_gold() -> None:
    t = won_with("gold*3", "unrest gold")
    assert told(t, Struck) == [Struck(1, "unrest", ())]
    assert display(t, 1) == Counter(gold=4)
    t = won_with("gold*3 art*2 writing", "unrest")
    assert refusal(t, "lose gold art").code == "lose-what"


@pytest.mark.parametrize(
    ("mine", "lost"),
    [("", ""), ("temple", "temple"), ("palace temple", "palace temple"), ("sphinx*4", "sphinx*2")],
)
def test_an_earthquake_without_a_choice_asks_nothing(mine: str, lost: str) -> None:
    t = won_with(f"art {mine}", "earthquake")
    assert told(t, Struck) == [Struck(1, "earthquake", tiles(lost))]
    assert display(t, 1) == Counter(tiles(f"art {mine}")) - Counter(tiles(lost))


def test_an_earthquake_with_a_choice_asks_its_owner() -> None:
    t = won_with("step-pyramid temple", "earthquake temple")
    assert asked(t) == 1
    assert sorted(lines(t)) == ["lose step-pyramid temple", "lose temple temple"]
    assert display(play(t, "lose temple temple"), 1) == Counter({"step-pyramid": 1})


def test_tiles_won_together_with_a_disaster_may_be_given_up_for_it() -> None:
    t = play(won_with("temple", "earthquake palace sphinx"), "lose palace sphinx")
    assert display(t, 1) == Counter(temple=1)


def test_a_disaster_takes_two_tiles_neither_one_nor_three() -> None:
    t = won_with("art*2 writing religion", "unrest")
    for line in ("lose art", "lose art art writing"):
        assert refusal(t, line) == Refusal("lose-how-many", {"disaster": "unrest", "count": 2})


def test_a_disaster_takes_only_tiles_that_lie_before_its_owner() -> None:
    t = won_with("art*2 writing religion", "unrest")
    facts = {"disaster": "unrest", "instead": ["art", "religion", "writing"]}
    assert refusal(t, "lose astronomy art") == Refusal("lose-what", {**facts, "tiles": ["astronomy"]})
    assert refusal(t, "lose writing writing") == Refusal("lose-what", {**facts, "tiles": ["writing"]})


def test_a_disaster_is_settled_before_anything_else() -> None:
    t = won_with("art*2 writing religion", "unrest")
    for line in ("draw", "ra", "bid 3", "pass", "gods nile"):
        assert refusal(t, line) == Refusal("disaster-first", {"disaster": "unrest"})
    assert refusal(t, "draw", seat=2).code == "not-your-turn"


def test_several_disasters_are_settled_in_the_order_funeral_drought_unrest_earthquake() -> None:
    t = won_with("art*2 writing temple*2 palace pharaoh nile", "earthquake unrest drought funeral")
    assert [event.disaster for event in told(t, Struck)] == ["funeral", "drought"]
    assert t.stack[-1] == Disaster(1, "unrest")
    t = play(t, "lose art art")
    assert t.stack[-1] == Disaster(1, "earthquake")
    t = play(t, "lose temple temple")
    assert display(t, 1) == Counter(writing=1, palace=1)
    assert isinstance(t.stack[-1], Turn)


def test_two_equal_disasters_take_four_tiles_two_by_two() -> None:
    t = won_with("art*2 writing*2 religion", "unrest unrest")
    t = play(t, "lose art writing", "lose art writing")
    assert display(t, 1) == Counter(religion=1)
    assert Counter(t.board.box) == Counter(unrest=2, art=2, writing=2)


def test_several_disasters_take_as_much_as_there_is() -> None:
    t = won_with("pharaoh*3", "funeral funeral")
    assert [event.lost for event in told(t, Struck)] == [("pharaoh", "pharaoh"), ("pharaoh",)]
    assert display(t, 1) == Counter()


def test_a_disaster_strikes_although_its_owner_has_used_the_last_sun() -> None:
    players = [player([2, 13]), player([12], "art*2 writing religion"), player([4, 7])]
    t = play(auction(players, "called", ra_player=0, bidder=0, best=12, leader=1, row="unrest"), "pass")
    assert t.board.players[1].suns == ()
    assert asked(t) == 1
    assert asked(play(t, "lose art writing")) == 2


def test_a_disaster_is_settled_before_the_epoch_ends_with_the_last_sun() -> None:
    players = [player([], spent=[2]), player([12], "art writing religion"), player([], spent=[3])]
    t = play(auction(players, "ra-tile", ra_player=1, row="unrest"), "bid 12")
    assert t.stack[-1] == Disaster(1, "unrest")
    t = play(t, "lose art writing")
    (scored,) = told(t, Scored)
    assert scored.gains[1].civilization == 0


def test_tiles_do_not_come_back_once_they_left_the_game() -> None:
    t = won_with("pharaoh*4", "funeral")
    assert Counter(t.board.bag)["pharaoh"] == 25 - 4
    assert Counter(t.board.bag)["funeral"] == 1
    assert everything(t) == Counter(t.data.value.tiles)


# Gods


def test_a_god_is_given_up_for_a_tile_of_the_row() -> None:
    t = play(with_gods(2, "nile gold temple"), "gods gold")
    assert told(t, GodsUsed) == [GodsUsed(0, ("gold",))]
    assert display(t, 0) == Counter(god=1, gold=1)
    assert t.board.row == ["nile", "temple"]
    assert t.board.box == ("god",)


def test_several_gods_may_be_given_up_at_once() -> None:
    t = play(with_gods(3, "nile gold temple nile"), "gods nile temple nile")
    assert display(t, 0) == Counter(nile=2, temple=1)
    assert t.board.row == ["gold"]
    assert t.board.box == ("god",) * 3


def test_every_choice_of_as_many_tiles_as_gods_is_offered_once() -> None:
    assert lines(with_gods(2, "nile gold nile")) == [
        "draw", "ra", "gods gold", "gods nile", "gods gold nile", "gods nile nile",
    ]  # fmt: skip


def test_each_god_takes_exactly_one_tile() -> None:
    t = with_gods(1, "nile gold")
    assert refusal(t, "gods nile gold") == Refusal("too-few-gods", {"gods": 1, "wanted": 2})
    assert refusal(position(fresh(3), row="nile"), "gods nile") == Refusal("no-gods")


def test_neither_ra_nor_gods_can_be_taken_with_a_god() -> None:
    t = with_gods(2, "nile god")
    assert refusal(t, "gods god") == Refusal("not-for-gods", {"tile": "god"})
    assert refusal(t, "gods ra") == Refusal("not-for-gods", {"tile": "ra"})
    assert lines(t) == ["draw", "ra", "gods nile"]


def test_only_tiles_of_the_row_can_be_taken_with_a_god() -> None:
    t = with_gods(2, "nile")
    assert refusal(t, "gods gold") == Refusal("not-on-row", {"tiles": ["gold"], "row": ("nile",)})
    assert refusal(t, "gods nile nile").code == "not-on-row"


def test_using_gods_is_the_whole_turn() -> None:
    t = play(with_gods(2, "nile gold"), "gods gold")
    assert asked(t) == 1
    assert t.outcomes == []


def test_spaces_freed_by_gods_are_filled_again() -> None:
    t = play(with_gods(1, EIGHT), "gods nile")
    t.chance = Scripted(["sphinx"])
    t = play(t, "draw")
    assert len(t.board.row) == 8
    assert t.board.row[-1] == "sphinx"


def test_given_up_gods_do_not_lie_on_the_row() -> None:
    t = play(with_gods(1, "nile"), "gods nile")
    assert t.board.row == []
    assert everything(t) == Counter(t.data.value.tiles)


def test_a_player_without_a_face_up_sun_cannot_use_gods() -> None:
    players = [player([], "god*2", spent=[3]), player([5]), player([6])]
    t = position(players, row="gold")
    assert asked(t) == 1
    assert refusal(t, "gods gold", seat=0).code == "not-your-turn"


def test_a_disaster_may_be_taken_with_a_god_and_strikes_at_once() -> None:
    t = play(with_gods(1, "funeral", "pharaoh*3"), "gods funeral")
    assert told(t, Struck) == [Struck(0, "funeral", ("pharaoh", "pharaoh"))]
    assert display(t, 0) == Counter(pharaoh=1)
    assert asked(t) == 1


def test_a_disaster_taken_with_a_god_lets_its_owner_choose_too() -> None:
    t = play(with_gods(2, "earthquake sphinx gold", "temple palace"), "gods earthquake sphinx")
    assert asked(t) == 0
    assert sorted(lines(t)) == ["lose palace sphinx", "lose palace temple", "lose sphinx temple"]
    t = play(t, "lose palace sphinx")
    assert display(t, 0) == Counter(temple=1)
    assert asked(t) == 1


def test_gods_may_be_used_in_the_turn_after_they_were_won() -> None:
    t = play(auction(fresh(3), "ra-tile", ra_player=0, row="god"), "bid 3", "pass", "pass")
    assert asked(t) == 1
    t = position(t.board.players, row="gold", turn=1, sun=3)
    assert "gods gold" in lines(t)
