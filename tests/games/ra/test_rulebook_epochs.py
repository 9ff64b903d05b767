"""The rulebook of Ra, sentence by sentence: how epochs and the match end."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine import kernel
from pbem.engine.game import Refusal, Standing
from pbem.games.ra import scoring
from pbem.games.ra.actions import Bid, Draw
from pbem.games.ra.board import Table
from pbem.games.ra.events import (
    AuctionBegan,
    DrewRa,
    EpochBegan,
    EpochEnded,
    Scored,
    Struck,
)
from tests.games.ra.builders import (
    asked,
    auction,
    display,
    fresh,
    full_ra_row,
    lines,
    over,
    play,
    player,
    points,
    position,
    told,
)

# Epochs


def test_players_without_a_sun_have_no_turn() -> None:
    t = play(position([player([5]), player([]), player([]), player([6])], draws="nile"), "draw")
    assert asked(t) == 3


def test_players_without_a_sun_are_not_asked_in_an_auction() -> None:
    players = [player([5]), player([]), player([6]), player([]), player([7])]
    t = play(position(players, row="nile"), "ra")
    assert asked(t) == 2
    t = play(t, "pass")
    assert asked(t) == 4


def test_after_an_auction_the_turn_skips_whoever_has_no_sun_left() -> None:
    players = [player([5, 8]), player([6]), player([7, 9])]
    t = play(auction(players, "ra-tile", ra_player=0, row="nile"), "bid 6", "pass", "pass")
    assert asked(t) == 2


def test_a_lone_player_takes_turn_after_turn() -> None:
    t = position([player([]), player([3, 6]), player([])], turn=1, draws="nile gold")
    assert asked(play(t, "draw")) == 1
    assert play(t, "draw", "draw").board.row == ["nile", "gold"]


def last_sun(epoch: int = 1, row: str = "") -> Table:
    """Seat 1 has just used the last sun of all."""
    players = [
        player([], spent=[1, 2], points=10),
        player([9], "pharaoh", spent=[3], points=10),
        player([], spent=[4, 5], points=10),
    ]
    t = auction(players, "called", ra_player=1, epoch=epoch, sun=8, ra_row=4, row=row)
    assert t.forced == [(1, Bid(9))]
    return t


def test_an_epoch_ends_when_the_last_sun_is_used() -> None:
    t = last_sun(row="nile gold")
    assert told(t, EpochEnded) == [EpochEnded(1, "suns", ())]
    assert t.board.epoch == 2
    assert display(t, 1) == Counter(pharaoh=1, nile=1)


def test_the_last_winner_takes_the_row_and_scores_it() -> None:
    (scored,) = told(last_sun(row="gold flood"), Scored)
    assert (scored.gains[1].gold, scored.gains[1].nile) == (3, 1)


def test_with_the_last_sun_the_ra_tiles_leave_the_game() -> None:
    t = last_sun(row="nile")
    assert t.board.ra_row == 0
    assert Counter(t.board.box) == Counter(ra=4)
    assert t.board.row == []


def test_the_last_bid_stays_in_the_middle_for_the_next_epoch() -> None:
    t = last_sun(row="nile")
    assert t.board.sun == 9
    assert t.board.players[1].suns == (3, 8)


@pytest.mark.parametrize(("seats", "spaces"), [(3, 8), (4, 9), (5, 10)])
def test_the_ra_tile_that_fills_the_ra_row_ends_the_epoch_at_once_without_an_auction(seats: int, spaces: int) -> None:
    t = position(fresh(seats), row="nile gold", ra_row=spaces - 2, draws="ra ra")
    t = play(t, "draw")
    assert told(t, AuctionBegan) == [AuctionBegan(0, "ra-tile")]
    t = play(t, *["pass"] * seats)
    t = play(t, "draw")
    assert told(t, AuctionBegan) == []
    assert told(t, EpochEnded) == [EpochEnded(1, "ra-row", ("nile", "gold"))]
    assert t.board.epoch == 2


def test_a_full_ra_row_sends_tile_row_and_ra_tiles_out_of_the_game() -> None:
    t = full_ra_row()
    assert (t.board.row, t.board.ra_row) == ([], 0)
    assert Counter(t.board.box) == Counter(nile=1, gold=1, funeral=1, ra=8, god=1)
    assert told(t, Struck) == []


def test_a_full_ra_row_leaves_the_sun_in_the_middle() -> None:
    assert full_ra_row().board.sun == 5


def test_suns_not_used_when_the_ra_row_is_full_stay_with_their_owners() -> None:
    t = full_ra_row()
    assert [one.suns for one in t.board.players] == [(1, 2, 13), (3, 9, 10), (4, 11, 12)]


def test_after_a_scoring_all_suns_lie_face_up() -> None:
    t = last_sun(row="nile")
    assert [one.suns for one in t.board.players] == [(1, 2), (3, 8), (4, 5)]
    assert all(one.spent == () for one in t.board.players)


def test_suns_won_in_one_epoch_can_be_bid_in_the_next() -> None:
    t = play(full_ra_row(), "ra")
    assert asked(t) == 1
    assert "bid 9" in lines(t)


def test_everyone_has_as_many_suns_as_at_the_beginning_in_each_epoch() -> None:
    assert {len(one.suns) for one in full_ra_row().board.players} == {3}


def test_the_owner_of_the_highest_sun_begins_the_next_epoch_too() -> None:
    t = last_sun(row="nile")
    assert told(t, EpochBegan) == [EpochBegan(2, 1, 8)]
    assert asked(t) == 1


def test_the_sun_in_the_middle_does_not_count_for_who_begins() -> None:
    t = last_sun(row="nile")
    assert t.board.sun > max(sun for one in t.board.players for sun in one.suns)
    assert asked(t) == 1


def test_there_are_three_epochs() -> None:
    assert not over(full_ra_row(epoch=1))
    assert not over(full_ra_row(epoch=2))
    assert over(full_ra_row(epoch=3))
    assert over(last_sun(epoch=3, row="nile"))


# The end


def test_the_match_ends_after_the_scoring_of_the_third_epoch() -> None:
    t = full_ra_row(epoch=3)
    assert [type(news.event) for news in t.news] == [DrewRa, EpochEnded, Scored]
    assert t.pending.seats == ()
    assert kernel.objection(t, 0, Draw()) == Refusal("match-over")


def test_most_points_win() -> None:
    players = [player([2], points=10), player([3], points=30), player([4], points=20)]
    assert scoring.standings(players) == [Standing(1, 1, 30), Standing(2, 2, 20), Standing(0, 3, 10)]


def test_a_tie_goes_to_the_higher_single_sun() -> None:
    players = [player([9, 8, 7], points=20), player([1, 2, 13], points=20), player([3, 4, 5], points=20)]
    assert [row.seat for row in scoring.standings(players)] == [1, 0, 2]


def test_the_tie_is_broken_by_suns_face_up_or_down_alike() -> None:
    tied = [player([2], spent=[13], points=20), player([12], spent=[3], points=20), player([4, 6], points=20)]
    t = play(position(tied, ra_row=7, epoch=3, draws="ra"), "draw")
    assert points(t) == [20, 20, 10]
    assert [row.seat for row in kernel.result(t) or ()] == [0, 1, 2]


def test_a_running_match_has_no_result() -> None:
    assert kernel.result(position(fresh(3))) is None
