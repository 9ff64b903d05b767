"""What a seat, or a spectator, may know of a match of Ra, with each option on and off."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from pbem.engine import kernel
from pbem.engine.codec import encode
from pbem.engine.game import Seat
from pbem.games.ra import GAME
from pbem.games.ra.board import Board, Table
from pbem.games.ra.events import Scored
from pbem.games.ra.view import View
from tests.games.ra.builders import (
    chance,
    everything,
    fresh,
    full_ra_row,
    play,
    player,
    position,
    struck,
)

CLOSED = {"open_scores": False, "open_discards": False}


def seen(t: Table, seat: Seat | None) -> View:
    view = GAME.view(t, seat)
    assert isinstance(view, View)
    return view


def sample(**options: bool) -> Table:
    """A table with points, discards and disasters in it."""
    players = [
        player([2, 5], "god nile", spent=[9], points=11),
        player([3], "pharaoh", points=7),
        player([4], "temple", points=30),
    ]
    return position(
        players, row="gold funeral", ra_row=3, sun=6, epoch=2, gone="ra*8 flood*2 nile art", options=options
    )


def twin(t: Table, seat: Seat | None) -> Table:
    """A table that differs in all that this seat cannot know with both options off."""
    other = t.clone()
    b = other.board
    b.players = [one if s == seat else replace(one, points=one.points + 3 + s) for s, one in enumerate(b.players)]
    b.history = tuple(tuple(points + 1 for points in row) for row in b.history)
    hidden = sorted(tile for tile in (*b.bag, *b.box) if tile != "ra")
    size = len(b.bag) - b.bag.count("ra")
    order = list(t.data.value.tiles).index
    ra_in_box = b.box.count("ra")
    b.bag = sorted([*hidden[:size], *["ra"] * b.bag.count("ra")], key=order)
    b.box = (*hidden[size:], *("ra",) * ra_in_box)
    assert everything(other) == everything(t)
    return other


def test_everything_on_the_table_is_open() -> None:
    for seat in (0, 1, 2, None):
        view = seen(sample(**CLOSED), seat)
        assert (view.row, view.ra_row, view.ra_spaces, view.sun) == (("gold", "funeral"), 3, 8, 6)
        assert [one.suns for one in view.players] == [(2, 5), (3,), (4,)]
        assert [one.spent for one in view.players] == [(9,), (), ()]
        assert [one.tiles for one in view.players] == [("god", "nile"), ("pharaoh",), ("temple",)]
        assert (view.epoch, view.row_spaces) == (2, 8)


def test_with_open_scores_everybody_sees_all_points() -> None:
    for seat in (0, 1, 2, None):
        assert [one.points for one in seen(sample(), seat).players] == [11, 7, 30]


def test_without_open_scores_everybody_sees_their_own_points_only() -> None:
    t = sample(open_scores=False)
    assert [one.points for one in seen(t, 1).players] == [None, 7, None]
    assert [one.points for one in seen(t, None).players] == [None, None, None]


def test_when_the_match_is_over_everybody_sees_all_points() -> None:
    players = [player([2, 13]), player([3], points=7), player([4], points=30)]
    t = play(position(players, ra_row=7, epoch=3, draws="ra", options=CLOSED), "draw")
    for seat in (0, 1, 2, None):
        assert [one.points for one in seen(t, seat).players] == [10, 0, 25]


def test_with_open_discards_the_pile_is_known_by_kind() -> None:
    t = sample()
    view = seen(t, None)
    assert view.pile_tiles == dict(Counter(t.board.bag))
    assert view.pile == len(t.board.bag)


def test_without_open_discards_only_the_size_of_the_pile_and_its_ra_tiles_are_known() -> None:
    t = sample(open_discards=False)
    for seat in (0, None):
        view = seen(t, seat)
        assert view.pile_tiles is None
        assert (view.pile, view.ra_left) == (len(t.board.bag), 30 - 3 - 8)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_what_is_hidden_does_not_change_a_view(seat: Seat | None) -> None:
    t = sample(**CLOSED)
    other = twin(t, seat)
    assert Counter(other.board.bag) != Counter(t.board.bag)
    assert encode(seen(t, seat)) == encode(seen(other, seat))


@pytest.mark.parametrize("options", [{"open_scores": True}, {"open_discards": True}])
def test_an_open_option_does_show_the_difference(options: dict[str, bool]) -> None:
    t = sample(**{**CLOSED, **options})
    assert encode(seen(t, 0)) != encode(seen(twin(t, 0), 0))


def test_with_open_scores_a_scoring_is_told_to_everybody() -> None:
    (news,) = [news for news in full_ra_row().news if isinstance(news.event, Scored)]
    assert news.to is None


def test_without_open_scores_a_scoring_is_told_to_each_seat_alone() -> None:
    t = play(position(fresh(3), ra_row=7, draws="ra", options=CLOSED), "draw")
    told = [news for news in t.news if isinstance(news.event, Scored)]
    assert [news.to for news in told] == [frozenset((seat,)) for seat in range(3)]
    for seat, news in enumerate(told):
        assert isinstance(news.event, Scored)
        assert list(news.event.points) == list(news.event.gains) == [seat]
        assert not news.reaches(None)


@pytest.mark.parametrize("options", [{}, CLOSED])
def test_an_imagined_table_looks_the_same_and_loses_no_tile(options: dict[str, bool]) -> None:
    tables = [sample(**options)]
    tables.append(
        struck(
            [player([2], "art*2 writing temple*2 sphinx"), player([3]), player([4])],
            0, "unrest", "earthquake", gone="ra flood", options=options,
        )
    )  # fmt: skip
    for t in tables:
        for seat in range(3):
            dream: Table = kernel.imagine(t, seat, chance("dream"))
            assert seen(dream, seat) == seen(t, seat)
            assert everything(dream) == everything(t)
            assert dream.pending == t.pending


def test_an_imagined_table_guesses_hidden_points_as_those_of_the_start() -> None:
    dream: Table = kernel.imagine(sample(**CLOSED), 1, chance("dream"))
    assert [one.points for one in dream.board.players] == [10, 7, 10]


def test_a_board_is_copied_whole_and_shares_nothing_that_moves() -> None:
    b = sample().board
    copy = b.clone()
    assert isinstance(copy, Board)
    assert copy == b
    copy.row.append("nile")
    copy.bag.pop()
    copy.players[0] = player([13])
    assert b == sample().board
