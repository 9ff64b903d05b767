"""The rulebook of Ra, sentence by sentence: material, preparation, turns and auctions."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Scripted
from pbem.engine.errors import BadSetup
from pbem.engine.game import Refusal
from pbem.games.ra import GAME
from pbem.games.ra.actions import Bid, CallRa
from pbem.games.ra.board import Table
from pbem.games.ra.events import (
    AuctionBegan,
    Bade,
    Drew,
    DrewRa,
    EpochBegan,
    NobodyBade,
    Passed,
    Won,
)
from pbem.games.ra.steps import Auction, Turn
from tests.games.ra.builders import (
    EIGHT,
    SUNS,
    all_suns,
    asked,
    auction,
    display,
    fresh,
    lines,
    play,
    player,
    points,
    position,
    refusal,
    tiles,
    told,
)

STACKS = {
    3: ["13-8-5-2", "12-9-6-3", "11-10-7-4"],
    4: ["13-6-2", "12-7-3", "11-8-4", "10-9-5"],
    5: ["16-7-2", "15-8-3", "14-9-4", "13-10-5", "12-11-6"],
}
MONUMENTS = ("fortress", "obelisk", "palace", "pyramid", "sphinx", "statues", "step-pyramid", "temple")
CIVILIZATION = ("art", "agriculture", "religion", "astronomy", "writing")


def set_up(seats: int, stacks: list[str] | None = None) -> Table:
    t: Table = kernel.start(GAME, seats, Scripted(stacks or STACKS[seats]))
    return t


# Material


def test_there_are_180_tiles_in_the_printed_numbers() -> None:
    printed = Counter(set_up(3).board.bag)
    assert printed.total() == 180
    assert printed == Counter(
        {
            "ra": 30,
            "god": 8,
            "pharaoh": 25,
            "funeral": 2,
            "nile": 25,
            "flood": 12,
            "drought": 2,
            "unrest": 4,
            "gold": 5,
        }
        | dict.fromkeys(CIVILIZATION, 5)
        | dict.fromkeys(MONUMENTS, 5)
        | {"earthquake": 2}
    )


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_match_begins_with_all_tiles_in_the_pile(seats: int) -> None:
    t = set_up(seats)
    assert len(t.board.bag) == 180
    assert (t.board.row, t.board.ra_row, t.board.box) == ([], 0, ())


# Preparation


@pytest.mark.parametrize(("seats", "spaces"), [(3, 8), (4, 9), (5, 10)])
def test_the_ra_row_has_as_many_spaces_as_the_number_of_players_says(seats: int, spaces: int) -> None:
    assert set_up(seats).board.ra_spaces == spaces


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_tile_row_has_eight_spaces(seats: int) -> None:
    assert set_up(seats).board.row_spaces == 8


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everyone_begins_with_ten_points(seats: int) -> None:
    assert points(set_up(seats)) == [10] * seats


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everyone_gets_one_printed_stack_of_suns_face_up(seats: int) -> None:
    t = set_up(seats)
    assert [one.suns for one in t.board.players] == list(SUNS[seats])
    assert all(one.spent == () for one in t.board.players)


@pytest.mark.parametrize(("seats", "highest"), [(3, 13), (4, 13), (5, 16)])
def test_the_suns_of_a_match_are_1_to_13_or_1_to_16(seats: int, highest: int) -> None:
    assert all_suns(set_up(seats)) == list(range(1, highest + 1))


def test_who_gets_which_stack_falls_by_chance() -> None:
    t = set_up(3, ["11-10-7-4", "13-8-5-2", "12-9-6-3"])
    assert [max(one.suns) for one in t.board.players] == [11, 13, 12]
    assert [outcome.word for outcome in t.outcomes] == ["11-10-7-4", "13-8-5-2", "12-9-6-3"]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_sun_1_begins_in_the_middle(seats: int) -> None:
    assert set_up(seats).board.sun == 1


@pytest.mark.parametrize("seats", [2, 6])
def test_ra_is_for_three_to_five(seats: int) -> None:
    with pytest.raises(BadSetup, match="Ra is for 3 to 5 players"):
        kernel.start(GAME, seats, Scripted([]))


# Turns


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_owner_of_the_highest_sun_begins(first: int) -> None:
    stacks = STACKS[3][-first:] + STACKS[3][:-first]
    t = set_up(3, stacks)
    assert asked(t) == first
    assert told(t, EpochBegan) == [EpochBegan(1, first, 13)]


def test_turns_go_clockwise() -> None:
    t = position(fresh(4), turn=2, draws="nile nile nile")
    order = [asked(t)]
    for _ in range(3):
        t = play(t, "draw")
        order.append(asked(t))
    assert order == [2, 3, 0, 1]


def test_a_turn_is_a_draw_or_a_call_or_gods() -> None:
    t = position([player([5], "god"), *fresh(3)[1:]], row="nile")
    assert lines(t) == ["draw", "ra", "gods nile"]


def test_without_gods_a_turn_is_a_draw_or_a_call() -> None:
    assert lines(position(fresh(3), row="nile")) == ["draw", "ra"]


def test_only_whoever_is_on_turn_can_call_ra() -> None:
    t = position(fresh(3), turn=1)
    assert refusal(t, "ra", seat=0) == Refusal("not-your-turn", {"waiting_for": (1,)})
    assert list(kernel.legal(t, 0)) == []


def test_outside_an_auction_nobody_bids_or_passes() -> None:
    t = position(fresh(3))
    assert refusal(t, "bid 13").code == "no-auction"
    assert refusal(t, "pass").code == "no-auction"


def test_without_a_disaster_nobody_loses_tiles() -> None:
    t = position([player([5], "nile"), *fresh(3)[1:]])
    assert refusal(t, "lose nile").code == "no-disaster"


# Turning over a tile


def test_a_tile_that_is_not_ra_goes_on_the_tile_row_and_the_turn_passes() -> None:
    t = play(position(fresh(3), row="nile", draws="pharaoh"), "draw")
    assert t.board.row == ["nile", "pharaoh"]
    assert told(t, Drew) == [Drew(0, "pharaoh")]
    assert asked(t) == 1
    assert isinstance(t.stack[-1], Turn)


def test_a_disaster_on_the_row_does_nothing_yet() -> None:
    t = play(position([player([5], "pharaoh*2"), *fresh(3)[1:]], draws="funeral"), "draw")
    assert t.board.row == ["funeral"]
    assert display(t, 0) == Counter(pharaoh=2)


def test_a_drawn_tile_leaves_the_pile() -> None:
    before = position(fresh(3), draws="gold")
    t = play(before, "draw")
    assert Counter(before.board.bag) - Counter(t.board.bag) == Counter(gold=1)
    assert [outcome.word for outcome in t.outcomes] == ["gold"]


def test_a_ra_tile_goes_on_the_ra_row_and_starts_an_auction_at_once() -> None:
    t = play(position(fresh(3), row="nile", ra_row=2, draws="ra"), "draw")
    assert (t.board.ra_row, t.board.row) == (3, ["nile"])
    assert told(t, DrewRa) == [DrewRa(0, 3, 8)]
    assert told(t, AuctionBegan) == [AuctionBegan(0, "ra-tile")]
    assert asked(t) == 1


def test_ra_tiles_stay_on_their_row_after_an_auction() -> None:
    t = play(position(fresh(3), row="nile", ra_row=2, draws="ra"), "draw", "bid 3", "pass", "pass")
    assert t.board.ra_row == 3


# Calling Ra


def test_calling_ra_starts_an_auction_at_once() -> None:
    t = play(position(fresh(3), row="nile"), "ra")
    assert told(t, AuctionBegan) == [AuctionBegan(0, "called")]
    assert asked(t) == 1
    assert t.outcomes == []


# The auction


@pytest.mark.parametrize("ra_player", [0, 1, 2, 3])
def test_an_auction_goes_clockwise_from_the_left_of_the_ra_player_who_speaks_last(ra_player: int) -> None:
    t = auction(fresh(4), "ra-tile", ra_player=ra_player, row="nile")
    order = []
    while isinstance(t.stack[-1], Auction):
        order.append(asked(t))
        t = play(t, "pass")
    assert order == [(ra_player + step) % 4 for step in (1, 2, 3, 4)]


def test_a_bid_is_one_of_the_own_suns_face_up() -> None:
    t = auction([*fresh(3)[:1], player([3, 6], spent=[9]), *fresh(3)[2:]], "called", ra_player=0)
    assert lines(t) == ["pass", "bid 3", "bid 6"]
    why = refusal(t, "bid 9")
    assert (why.code, list(why.facts["instead"])) == ("sun-not-face-up", [3, 6])
    assert refusal(t, "bid 13").code == "sun-not-face-up"


def test_a_bid_must_be_higher_than_the_highest_so_far() -> None:
    t = auction(fresh(3), "called", ra_player=0, bidder=2, best=9, leader=1)
    assert lines(t) == ["pass", "bid 10", "bid 11"]
    why = refusal(t, "bid 7")
    assert why == Refusal("bid-too-low", {"sun": 7, "best": 9, "instead": [10, 11]})


def test_everyone_speaks_exactly_once_even_after_being_outbid() -> None:
    t = play(auction(fresh(3), "called", ra_player=0, row="gold"), "bid 3", "bid 4", "bid 5")
    assert told(t, Won) == [Won(0, 5, 1, ("gold",))]


def test_in_an_auction_nothing_else_can_be_done() -> None:
    t = auction([player([2]), player([3, 6], "god nile"), player([4])], "ra-tile", ra_player=0, row="nile")
    for line in ("draw", "ra", "gods nile", "lose nile"):
        assert refusal(t, line) == Refusal("auction-first", {"best": 0})


def test_the_highest_bid_takes_all_tiles_of_the_row() -> None:
    t = play(auction(fresh(3), "called", ra_player=0, row="nile gold temple"), "bid 12", "pass")
    assert told(t, Won) == [Won(1, 12, 1, ("nile", "gold", "temple"))]
    assert display(t, 1) == Counter(nile=1, gold=1, temple=1)
    assert t.board.row == []
    assert display(t, 0) == display(t, 2) == Counter()


def test_the_winner_takes_the_sun_of_the_middle_face_down_and_leaves_the_bid_there() -> None:
    t = play(auction(fresh(3), "called", ra_player=0, row="nile", sun=1), "bid 9", "pass", "pass")
    assert t.board.players[1].suns == (3, 6, 12)
    assert t.board.players[1].spent == (1,)
    assert t.board.sun == 9
    assert all_suns(t) == list(range(1, 14))


def test_a_sun_won_face_down_cannot_be_bid_in_the_same_epoch() -> None:
    players = [player([2, 5]), player([3], spent=[9]), player([4, 7])]
    t = auction(players, "ra-tile", ra_player=0, row="nile", sun=12)
    assert refusal(t, "bid 9").code == "sun-not-face-up"


def test_losing_bids_stay_with_their_owners() -> None:
    t = play(auction(fresh(3), "called", ra_player=0, row="nile"), "bid 3", "bid 11", "bid 13")
    assert t.board.players[1].suns == SUNS[3][1]
    assert t.board.players[2].suns == SUNS[3][2]
    assert [event.sun for event in told(t, Bade)] == [13]


def test_an_auction_over_an_empty_row_is_about_the_sun_alone() -> None:
    t = play(position(fresh(3), sun=1), "ra", "pass", "bid 4", "pass")
    assert told(t, Won) == [Won(2, 4, 1, ())]
    assert t.board.players[2] == player([7, 10, 11], spent=[1])
    assert t.board.sun == 4


def test_a_ra_tile_over_an_empty_row_starts_an_auction_too() -> None:
    t = play(position(fresh(3), draws="ra"), "draw")
    assert told(t, AuctionBegan) == [AuctionBegan(0, "ra-tile")]


# The full tile row


def test_with_eight_tiles_on_the_row_nothing_can_be_drawn() -> None:
    t = position([player([5], "god"), *fresh(3)[1:]], row=EIGHT)
    assert refusal(t, "draw") == Refusal("row-full", {"spaces": 8})
    assert "draw" not in lines(t)
    assert "ra" in lines(t)


def test_with_seven_tiles_on_the_row_one_can_be_drawn_and_the_next_player_gets_the_auction() -> None:
    t = play(position(fresh(3), row="nile*7", draws="gold"), "draw")
    assert len(t.board.row) == 8
    assert t.forced == [(1, CallRa())]
    assert told(t, AuctionBegan) == [AuctionBegan(1, "full-row")]
    assert asked(t) == 2


def test_with_a_full_row_gods_can_be_used_instead() -> None:
    t = play(position([player([5], "god"), *fresh(3)[1:]], row=EIGHT), "gods gold")
    assert t.board.row == ["pharaoh", "nile", "flood", "art", "temple", "obelisk", "palace"]
    assert asked(t) == 1
    assert lines(t) == ["draw", "ra"]


def test_a_row_of_gods_alone_offers_nothing_to_a_god() -> None:
    t = position([player([5], "god"), *fresh(3)[1:]], row="god*7")
    assert lines(t) == ["draw", "ra"]


# Passing


def test_who_called_ra_must_bid_if_everyone_else_passed() -> None:
    t = play(position(fresh(3), row="nile"), "ra", "pass", "pass")
    assert asked(t) == 0
    assert lines(t) == ["bid 2", "bid 5", "bid 8", "bid 13"]
    assert refusal(t, "pass").code == "must-bid"


def test_who_called_ra_may_pass_if_somebody_bid() -> None:
    t = play(position(fresh(3), row="nile"), "ra", "bid 3", "pass", "pass")
    assert told(t, Won) == [Won(1, 3, 1, ("nile",))]


def test_who_called_ra_with_one_sun_bids_it_unasked_if_everyone_else_passed() -> None:
    t = play(auction([player([2]), *fresh(3)[1:]], "called", ra_player=0, bidder=2, row="nile"), "pass")
    assert t.forced == [(0, Bid(2))]
    assert told(t, Won) == [Won(0, 2, 1, ("nile",))]


def test_a_lone_player_who_calls_ra_must_bid() -> None:
    t = play(position([player([]), player([3, 6]), player([])], turn=1), "ra")
    assert asked(t) == 1
    assert lines(t) == ["bid 3", "bid 6"]
    assert refusal(t, "pass").code == "must-bid"


def test_a_lone_player_may_pass_after_a_ra_tile() -> None:
    t = play(position([player([]), player([3, 6]), player([])], turn=1, row="nile", draws="ra"), "draw")
    assert lines(t) == ["pass", "bid 3", "bid 6"]
    t = play(t, "pass")
    assert t.board.row == ["nile"]
    assert asked(t) == 1


def test_after_a_ra_tile_all_may_pass_and_the_row_stays() -> None:
    t = play(auction(fresh(3), "ra-tile", ra_player=0, ra_row=1, row="nile gold"), "pass", "pass", "pass")
    assert told(t, NobodyBade) == [NobodyBade("ra-tile", ())]
    assert (t.board.row, t.board.box, t.board.sun) == (["nile", "gold"], (), 1)


def test_over_a_full_row_all_may_pass_and_the_eight_tiles_leave_the_game() -> None:
    t = play(auction(fresh(3), "full-row", ra_player=0, row=EIGHT), "pass", "pass", "pass")
    assert told(t, NobodyBade) == [NobodyBade("full-row", tiles(EIGHT))]
    assert (t.board.row, t.board.box, t.board.sun) == ([], tiles(EIGHT), 1)


def test_a_ra_tile_cannot_come_over_a_full_row_so_the_eight_tiles_leave_only_in_their_own_auction() -> None:
    t = play(auction(fresh(3), "ra-tile", ra_player=0, ra_row=1, row="nile*7"), "pass", "pass", "pass")
    assert len(t.board.row) == 7


@pytest.mark.parametrize(
    "bids", [("bid 9", "pass", "pass"), ("pass", "bid 11", "pass"), ("pass", "pass", "bid 2"), ("pass",) * 3]
)
@pytest.mark.parametrize("kind", ["ra-tile", "full-row"])
def test_after_an_auction_the_player_left_of_the_ra_player_is_on_turn_whoever_won(
    bids: tuple[str, ...], kind: str
) -> None:
    t = play(auction(fresh(3), kind, ra_player=0, row=EIGHT if kind == "full-row" else "nile"), *bids)
    assert isinstance(t.stack[-1], Turn)
    assert asked(t) == 1


def test_after_a_called_auction_the_player_left_of_the_caller_is_on_turn() -> None:
    t = play(auction(fresh(4), "called", ra_player=2, row="nile"), "bid 9", "pass", "pass", "pass")
    assert asked(t) == 3


def test_passing_is_told() -> None:
    t = play(auction(fresh(3), "ra-tile", ra_player=0), "pass")
    assert told(t, Passed) == [Passed(1)]
