"""The match file: what is read, what is refused, and what a replay proves."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from pbem.engine import codec, kernel
from pbem.engine.chance import Seeded, commitment, stream_key
from pbem.engine.errors import Garbled, Impossible
from pbem.engine.game import Table
from pbem.engine.record import (
    CONCEDED,
    ENDED,
    REPLACED,
    RESIGNED,
    UNDO,
    Entry,
    Epoch,
    Match,
    Replay,
    Trust,
    read,
    words,
    write,
)
from pbem.games import game
from pbem.service.simulation import bot_match

RA = game("ra")

TYPED: dict[str, Any] = {
    "format": 1,
    "game": "ra",
    "seats": ["anna", "bert", "carl"],
    "log": [
        {"n": 0, "order": "start", "outcomes": ["13-8-5-2", "11-10-7-4", "12-9-6-3"]},
        {"n": 1, "seat": 0, "order": "draw", "outcomes": ["pharaoh"]},
        {"n": 2, "seat": 1, "order": "ra"},
        {"n": 3, "seat": 2, "order": "pass"},
        {"n": 4, "seat": 0, "order": "bid 13"},
        {"n": 5, "seat": 2, "order": "draw", "outcomes": ["nile"]},
    ],
}


def edited(*changes: tuple[int, dict[str, Any]], **head: Any) -> bytes:
    """The typed file with some entries changed."""
    file = json.loads(json.dumps(TYPED)) | head
    for n, change in changes:
        file["log"][n] |= change
    return json.dumps(file).encode()


def replay(raw: bytes, trust: Trust = Trust.LOG) -> Table[Any, Any]:
    return Replay(RA, read(raw), trust).run()


@pytest.fixture(scope="module")
def whole() -> Match:
    """A whole match of bots."""
    return bot_match(RA, ["steady"] * 3, b"seed", "match")


def test_a_file_typed_by_hand_replays_without_a_seed() -> None:
    t = replay(edited())
    assert t.n == 5
    assert t.board.players[0].tiles == ("pharaoh",)
    assert t.board.row == ["nile"]
    assert t.pending.seats == (0,)


def test_a_byte_order_mark_in_front_does_no_harm() -> None:
    assert read(b"\xef\xbb\xbf" + edited()) == read(edited())


def test_forced_answers_may_stand_in_the_log_or_not() -> None:
    log = [*TYPED["log"][:5], {"n": 5, "seat": 1, "order": "pass"}, TYPED["log"][5] | {"n": 6}]
    assert replay(edited(log=log)).board == replay(edited()).board


def typed(*orders: tuple[int, str, str]) -> bytes:
    """A file of these orders: seat, order, what fell."""
    log = [
        {"n": n, "seat": s, "order": order, "outcomes": fell.split()} for n, (s, order, fell) in enumerate(orders, 1)
    ]
    return edited(log=[TYPED["log"][0], *log])


STRUCK = (
    (0, "draw", "nile"),
    (1, "draw", "funeral"),
    (2, "draw", "drought"),
    (0, "ra", ""),
    (1, "bid 11", ""),
    (2, "bid 12", ""),
)
"""When seat 0 passes seat 2 has won: a funeral that finds nothing, and a drought."""


@pytest.mark.parametrize(
    "after",
    [
        ((0, "pass", ""),),
        ((0, "pass", ""), (2, "lose nile", "")),
        ((0, "pass", ""), (2, "lose", ""), (2, "lose nile", "")),
    ],
)
def test_of_several_forced_answers_some_may_stand_in_the_log(after: tuple[tuple[int, str, str], ...]) -> None:
    t = replay(typed(*STRUCK, *after, (1, "draw", "gold")))
    assert t.board.box == ("funeral", "nile", "drought")
    assert t.board.row == ["gold"]


def test_a_forced_answer_of_somebody_else_is_refused() -> None:
    with pytest.raises(Impossible, match="entry 8: 'lose nile' by seat 1 is refused"):
        replay(typed(*STRUCK, (0, "pass", ""), (1, "lose nile", "")))


def test_an_order_that_is_refused_names_its_entry_and_reason() -> None:
    with pytest.raises(Impossible, match="entry 4: 'bid 12' by seat 0") as caught:
        replay(edited((4, {"order": "bid 12"})))
    assert caught.value.refusal is not None
    assert caught.value.refusal.code == "sun-not-face-up"
    assert caught.value.entry == 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ((1, {"outcomes": ["pharao"]}), "entry 1: outcome 'pharao' cannot fall here"),
        ((1, {"outcomes": []}), "entry 1: an outcome is missing; 'nile'"),
        ((5, {"outcomes": []}), "entry 5: an outcome is missing: tile"),
        ((1, {"outcomes": ["pharaoh", "god"]}), "entry 1: outcome 'god' was never asked for"),
        ((5, {"outcomes": ["nile", "god"]}), "entry 5: outcome 'god' was never asked for"),
        ((0, {"outcomes": ["13-8-5-2", "13-8-5-2", "12-9-6-3"]}), "entry 0: outcome '13-8-5-2' cannot fall"),
        ((1, {"order": "dance"}), "entry 1: 'dance' by seat 0 is refused"),
        ((1, {"seat": 3}), "entry 1: needs a seat from 0 to 2"),
        ((1, {"seat": None}), "entry 1: needs a seat"),
        ((1, {"seat": 1}), "entry 1: 'draw' by seat 1 is refused"),
        ((1, {"order": None}), "entry 1: has no order"),
        ((1, {"kind": "magic"}), "entry 1: kind 'magic' is not known"),
        ((1, {"sealed": "00"}), "entry 1: is sealed"),
        ((3, {"kind": "rollback", "to": 5}), "entry 3: goes back to entry 5"),
    ],
)
def test_what_cannot_have_happened_is_refused_with_its_number(change: Any, message: str) -> None:
    with pytest.raises(Impossible) as caught:
        replay(edited(change))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (edited()[:200], "not whole JSON"),
        (b"\xff\xfe", "not whole JSON"),
        (b"hello", "not whole JSON"),
        (b'{"data":{"overrides":' + b'{"a":' * 50_000, "nested too deeply"),
        (b"[]", "not a match file"),
        (edited((1, {"n": "one"})), r"not a match file: .*log\[1\]"),
        (edited(format=2), "format 2 is not known"),
        (edited(seats=["anna", "\x1b[31mbert", "carl"]), "seats: a name"),
        (edited(seats=["anna", "", "carl"]), "seats: a name"),
        (edited(log=[]), "the log begins with"),
        (edited((0, {"order": "begin"})), "the log begins with"),
        (edited((2, {"n": 7})), "entry 7 follows entry 1"),
    ],
)
def test_a_cut_or_garbled_file_is_a_clear_error(raw: bytes, message: str) -> None:
    with pytest.raises(Garbled, match=message):
        read(raw)


def test_an_organisers_note_without_an_order_changes_nothing() -> None:
    log = [*TYPED["log"][:2], {"n": 2, "kind": "organiser"}, TYPED["log"][2] | {"n": 3}]
    assert replay(edited(log=log)).pending.seats == (2,)


def test_a_rollback_goes_back_and_the_numbers_go_on() -> None:
    log = [
        *TYPED["log"][:2],
        {"n": 2, "seat": 1, "order": "draw", "outcomes": ["gold"]},
        {"n": 3, "kind": "rollback", "to": 1},
        {"n": 4, "seat": 1, "order": "draw", "outcomes": ["god"]},
    ]
    t = replay(edited(log=log))
    assert t.board.row == ["pharaoh", "god"]
    assert (t.n, t.epoch) == (4, 1)


def test_a_rollback_opens_an_epoch_with_a_seed_of_its_own() -> None:
    seeds = [b"one", b"two"]
    epochs = [Epoch(commitment(seed, "m", n), seed.hex()) for n, seed in enumerate(seeds)]
    match = Match(RA, ["a", "b", "c"], seeds[0], "m")
    first = match.table.pending.seats[0]
    match.play(first, RA.orders.read("draw"))
    undone = match.file.log.pop()
    match.file.log += [undone, Entry(2, kind="rollback", to=0), Entry(3, first, "draw")]
    match.file.epochs = epochs
    other = kernel.start(RA, 3, Seeded(stream_key(seeds[0], "m", 0)))
    other.chance, other.counter = Seeded(stream_key(seeds[1], "m", 1)), 0
    kernel.play(other, first, RA.orders.read("draw"))
    assert codec.encode(Replay(RA, match.file, Trust.NOBODY).run().board) == codec.encode(other.board)
    del match.file.epochs[1]
    with pytest.raises(Impossible, match="entry 2: the file has no seed for epoch 1"):
        Replay(RA, match.file, Trust.NOBODY).run()


def test_a_whole_match_survives_its_file(whole: Match) -> None:
    file = read(write(whole.file))
    for trust in Trust:
        t = Replay(RA, file, trust).run()
        assert codec.dump(t) == codec.dump(whole.table)
        assert kernel.result(t) == kernel.result(whole.table)


def test_a_log_without_outcomes_is_drawn_from_the_seed(whole: Match) -> None:
    file = read(write(whole.file))
    for entry in file.log:
        entry.outcomes = None
    assert codec.dump(Replay(RA, file).run()) == codec.dump(whole.table)


def altered(match: Match, **changes: Any) -> Replay:
    """A check of the file after a change of its head."""
    file = msgspec.structs.replace(read(write(match.file)), **changes)
    return Replay(RA, file, Trust.NOBODY)


def test_a_check_finds_an_altered_outcome(whole: Match) -> None:
    check = altered(whole)
    entry = next(entry for entry in check.file.log if entry.outcomes == ["pharaoh"])
    entry.outcomes = ["gold"]
    with pytest.raises(Impossible, match=rf"entry {entry.n}: says \['gold'\], but the seed gives \['pharaoh'\]"):
        check.run()


def test_a_check_finds_an_altered_result_seed_or_data(whole: Match) -> None:
    result = [msgspec.structs.replace(row, points=row.points + 1) for row in whole.file.result or ()]
    cases = {
        "the file claims the result": altered(whole, result=result),
        "is not the one that was committed to": altered(
            whole, epochs=[Epoch(commitment(b"seed", "match", 0), b"other".hex())]
        ),
        "is not hexadecimal": altered(whole, epochs=[Epoch("", "xyz")]),
        "differ from those of this pbem": altered(
            whole, data=msgspec.structs.replace(whole.file.data, fingerprint="0")
        ),
        "played with rules 99": altered(whole, rules=99),
    }
    for message, check in cases.items():
        with pytest.raises(Impossible, match=message):
            check.run()


def test_a_check_of_an_unfinished_match_finds_a_claimed_result() -> None:
    claimed = [{"seat": 0, "place": 1, "points": 99}]
    with pytest.raises(Impossible, match=r"^the file claims the result \[{.*\], but the log gives null"):
        replay(edited(result=claimed), Trust.NOBODY)


def test_a_check_says_what_it_could_not_check() -> None:
    check = Replay(RA, read(edited(root="00")), Trust.NOBODY)
    check.run()
    assert [gap.split(":")[0] for gap in check.unchecked] == ["root", "outcomes"]


def test_entropy_of_the_players_changes_what_falls() -> None:
    def first_draws(entropy: list[str]) -> list[str]:
        file = read(edited(log=[{"n": 0, "order": "start"}], epochs=[{"seed": "00", "entropy": entropy}]))
        return words(Replay(RA, file).run())

    assert first_draws(["01", "02"]) != first_draws(["0102", ""])
    assert first_draws(["01", "02"]) == first_draws(["01", "02"])


def test_written_files_have_an_entry_a_line(whole: Match) -> None:
    lines = write(whole.file).decode().splitlines()
    assert len(lines) == len(whole.file.log) + 1
    assert '"order":"start"' in lines[1]


def ended(*entries: dict[str, Any], **head: Any) -> Replay:
    """The typed file with some entries more."""
    file = json.loads(json.dumps(TYPED)) | head
    file["log"] += [{"n": len(TYPED["log"]) + at} | entry for at, entry in enumerate(entries)]
    return Replay(RA, read(json.dumps(file).encode()), Trust.NOBODY)


def places(*seats: int) -> list[dict[str, int]]:
    """A result in which these seats follow one another, all with ten points."""
    return [{"seat": seat, "place": place, "points": 10} for place, seat in enumerate(seats, 1)]


def test_a_match_that_was_ended_counts_by_the_points_of_that_moment() -> None:
    level = [{"seat": seat, "place": 1, "points": 10} for seat in range(3)]
    ended({"kind": "organiser", "cause": ENDED}, result=level).run()
    with pytest.raises(Impossible, match="claims the result"):
        ended({"kind": "organiser", "cause": ENDED}, result=places(2, 0, 1)).run()


def test_whom_the_others_conceded_the_match_has_won() -> None:
    won = [{"seat": 1, "place": 1, "points": 10}, *({"seat": seat, "place": 2, "points": 10} for seat in (0, 2))]
    ended({"kind": "organiser", "cause": CONCEDED, "seat": 1}, result=won).run()


def test_who_has_resigned_is_last_unless_somebody_else_took_the_seat() -> None:
    resigned = {"kind": "organiser", "cause": RESIGNED, "seat": 0}
    last = [*({"seat": seat, "place": 1, "points": 10} for seat in (1, 2)), {"seat": 0, "place": 3, "points": 10}]
    ended(resigned, {"kind": "organiser", "cause": ENDED}, result=last).run()
    level = [{"seat": seat, "place": 1, "points": 10} for seat in range(3)]
    replaced = {"kind": "organiser", "cause": REPLACED[0], "seat": 0}
    ended(resigned, replaced, {"kind": "organiser", "cause": ENDED}, result=level).run()


def test_what_was_taken_back_goes_on_with_the_same_chance() -> None:
    back = {"kind": "rollback", "to": 5, "cause": UNDO}
    t = ended({"seat": 0, "order": "ra"}, back, {"seat": 0, "order": "draw", "outcomes": ["god"]}).run()
    assert (t.n, t.epoch) == (8, 0)
    assert t.board.row[-1] == "god"
