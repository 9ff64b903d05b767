"""What a seat, or a spectator, may know of a match of Men-Nefer: all that lies open, and nothing of what will fall."""

from __future__ import annotations

import pytest

from pbem.engine import codec, kernel
from pbem.games.mennefer import GAME
from pbem.games.mennefer.view import View
from pbem.mail.render import Speaker
from pbem.service.reports import report
from tests.games.mennefer.builders import asked, chance, doing, match, me, play, position, random_match


def seen(t: object, seat: int | None) -> View:
    view = GAME.view(t, seat)  # type: ignore[arg-type]  # a table
    assert isinstance(view, View)
    return view


def test_everybody_sees_the_same_table() -> None:
    t = doing("papyrus", heka=5)
    first, *others = [seen(t, seat) for seat in (0, 1, None)]
    for other in others:
        assert (other.board, other.print, other.insights, other.steps) == (
            first.board, first.print, first.insights, first.steps,
        )  # fmt: skip


def test_a_view_is_no_handle_on_the_table() -> None:
    t = position()
    view = seen(t, 0)
    view.board.players[0].food = 9
    view.board.tombs["a1"] = 1
    assert (me(t).food, t.board.tombs) == (t.board.players[0].food, {})
    assert me(t).food != 9


def test_two_tables_that_differ_only_in_what_will_fall_look_alike() -> None:
    """The pool of each bag is kept in order; which tile comes first is decided by chance alone."""
    one, two = match(3, "same"), match(3, "same")
    two.chance = chance("another future")
    assert codec.encode(seen(one, 1)) == codec.encode(seen(two, 1))
    texts = [told(t) for t in (one, two)]
    assert texts[0] == texts[1]
    for t in (one, two):
        while t.board.turns[0] < 5:
            kernel.play(t, asked(t), kernel.fallback(t, asked(t)))
    assert codec.encode(seen(one, 1)) != codec.encode(seen(two, 1))


def told(t: object) -> str:
    names = ["Anna", "Bert", "Carl"]
    return Speaker("mennefer", GAME.names, "en", names).report(report(t, 1, (), names, "m", "en"))  # type: ignore[arg-type]


def test_bags_are_kept_sorted_so_that_they_tell_nothing() -> None:
    t = random_match(4, "sorted")
    b = t.board
    for pile in (b.papyrus_bag, b.craft_bag, b.hidden, *b.quarry, *b.contracts):
        assert pile == sorted(pile)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_imagined_table_is_the_real_one_without_its_future(seats: int) -> None:
    t = match(seats, "dream")
    for n in range(30):
        seat = asked(t)
        dream = kernel.imagine(t, seat, chance("dream"))
        assert codec.encode(dream.board) == codec.encode(t.board)
        assert dream.stack == t.stack
        kernel.play(t, seat, kernel.consult(t, seat, GAME.bots["random"], chance(f"dream/{n}")))


def test_a_view_tells_what_a_harvest_would_give_now() -> None:
    view = seen(position(great=6, contracts=("k112", "k113"), heart=3), 0)
    first = view.insights[0]
    assert (first.tally.great, first.tally.contracts, first.fulfilled) == (2, 1, ("k112",))
    assert first.glyphs[0] == "reed"


def test_a_view_names_the_open_question() -> None:
    assert seen(position(), 0).asked == ("turn",)
    assert seen(doing("papyrus", "craft", heka=9, food=9), 0).asked == ("papyrus", "craft")
    assert seen(random_match(2, "over"), 0).asked == ()


def test_only_what_can_be_seen_is_printed() -> None:
    t = play(position(), "visit nile with tablet 1")
    view = seen(t, 0)
    assert "t1a" not in view.print.tablets
    assert {"t4a", "t4f", "t2a"} <= set(view.print.tablets)
    assert "p40" not in view.print.papyri
