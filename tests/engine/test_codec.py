"""Tables, actions and events as JSON."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from pbem.engine import codec, data, kernel
from pbem.engine.chance import Scripted, Seeded
from pbem.engine.errors import BadData
from pbem.engine.game import NOBODY, Game, Pending, Table
from pbem.games import games
from tests import tiny
from tests.engine.toys import CHANCE, AskExactly, CountTo, Say, toy
from tests.tiny import Fair, Offering, PutBack, Rest, Revealed, Seal, Take, Turn

RA = games()["ra"]


def at_the_fair() -> tiny.Table:
    """Seat 0 has sealed its answer, seat 1 has not."""
    t = kernel.start(tiny.GAME, 2, Scripted(["cat", "cat", "lion", "ibis", "0"]))
    kernel.play(t, 0, Fair())
    kernel.play(t, 0, Seal("cat"))
    return t


def again(t: Table[Any, Any]) -> Table[Any, Any]:
    return codec.load(t.game, codec.dump(t), t.data, t.chance)


def test_a_table_comes_back_in_the_middle_of_a_sealed_decision() -> None:
    t = at_the_fair()
    back = again(t)
    assert (back.board, back.stack, back.pending) == (t.board, t.stack, Pending((1,), (0,)))
    assert (back.n, back.epoch, back.counter, back.options) == (2, 0, 5, t.options)
    assert back.stack[-1] == Offering(("cat", ""))


def test_what_was_told_already_is_not_told_again() -> None:
    back = again(kernel.start(tiny.GAME, 2, CHANCE))
    assert (back.news, back.outcomes, back.forced) == ([], [], [])


def test_epoch_and_place_in_the_stream_of_chance_are_kept() -> None:
    t = at_the_fair()
    t.epoch, t.counter = 3, 1234
    assert (again(t).epoch, again(t).counter) == (3, 1234)


def test_a_match_that_is_over_comes_back_as_such() -> None:
    back = again(kernel.start(toy(CountTo(3)), 2, CHANCE))
    assert (back.stack, back.pending, back.board.count) == ([], NOBODY, 3)


def test_a_stored_table_holds_no_seed_and_names_its_data_by_fingerprint() -> None:
    key = b"a secret of thirty-two bytes ..."
    stored = codec.dump(kernel.start(tiny.GAME, 2, Seeded(key)))
    kept = json.loads(stored)
    assert key not in stored
    assert key.hex().encode() not in stored
    assert kept["data"] == data.fingerprint(tiny.printed())
    assert set(kept) == {
        "game", "rules", "data", "seats", "options", "n", "epoch", "counter", "board", "stack",
    }  # fmt: skip
    assert (kept["game"], kept["rules"], kept["seats"]) == ("tiny", 1, 2)


def test_equal_tables_are_stored_byte_for_byte_alike_whatever_the_order_of_their_options() -> None:
    t = kernel.start(tiny.GAME, 2, CHANCE, {"cards": 3, "ties": "everybody"})
    other = t.clone()
    other.options = {"ties": "everybody", "cards": 3}
    assert list(t.options) != list(other.options)
    assert codec.dump(t) == codec.dump(other)


def test_a_game_of_one_kind_of_step_or_action_is_read_too() -> None:
    game: Game[Any, Any] = msgspec.structs.replace(toy(AskExactly((1, 2))), steps=(AskExactly,))
    t = kernel.start(game, 2, CHANCE)
    assert codec.load(game, codec.dump(t), t.data, CHANCE).stack == [AskExactly((1, 2))]
    assert codec.load_action(game, codec.dump_action(Say(7))) == Say(7)


@pytest.mark.parametrize("action", [Fair(), Take(2), Rest(), Seal("cat"), PutBack("lion")])
def test_an_action_comes_back_as_what_it_was(action: Any) -> None:
    assert codec.load_action(tiny.GAME, codec.dump_action(action)) == action


def test_an_action_is_stored_with_its_kind_in_one_form() -> None:
    assert codec.dump_action(Seal("cat")) == b'{"type":"Seal","card":"cat"}'


@pytest.mark.parametrize("raw", [b'{"type":"Bid","sun":3}', b'{"type":"Take"}', b'{"type":"Take","count":"2"}', b"[]"])
def test_what_is_no_action_of_the_game_is_not_read(raw: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        codec.load_action(tiny.GAME, raw)


def test_a_step_of_another_game_is_not_read() -> None:
    stored = codec.dump(kernel.start(RA, 3, CHANCE))
    with pytest.raises(BadData, match="a table of ra"):
        codec.load(tiny.GAME, stored, data.effective(tiny.GAME, {}), CHANCE)


def test_an_event_comes_back_with_its_seats_as_numbers() -> None:
    event = Revealed({0: "cat", 1: "lion"}, (1,), 2)
    assert codec.load_event(tiny.GAME, msgspec.json.encode(event)) == event


def test_an_event_by_seat_can_be_written_by_the_codec_that_reads_it() -> None:
    event = Revealed({0: "cat", 1: "lion"}, (1,), 2)
    assert codec.load_event(tiny.GAME, codec.encode(event)) == event


def test_a_table_is_not_read_with_other_data_than_it_was_played_with() -> None:
    t = at_the_fair()
    other = data.effective(tiny.GAME, {"worth": {"cat": 9}})
    with pytest.raises(BadData, match="data"):
        codec.load(tiny.GAME, codec.dump(t), other, CHANCE)


def test_a_loaded_table_lists_and_plays_on() -> None:
    back = again(at_the_fair())
    assert list(kernel.legal(back, 1)) == [Seal("ibis"), Seal("lion")]
    kernel.play(back, 1, Seal("lion"))
    assert back.board.points == [0, 2]
    assert back.stack[-1] == Turn(0, 0, had_fair=True)
