"""Going back to an earlier state and playing on: the log, its file and the table agree, whatever was undone."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from sqlmodel import col, select

from pbem import games
from pbem.engine import codec, kernel
from pbem.engine.chance import commitment
from pbem.engine.errors import Impossible
from pbem.engine.game import Refusal
from pbem.engine.record import Replay, Trust
from pbem.mail.tokens import Tokens
from pbem.service import archive, live, lobby, organising, reports
from pbem.service.office import Office
from pbem.store import clock, log, matches, tables
from tests.house import NOON
from tests.service.test_live import MATCH, begin, cards, first, loaded, play
from tests.store.builders import opened
from tests.tiny import GAME, Fair, Rest, Seal, Take


def back(office: Office, rest: str) -> str | Refusal:
    return organising.by_operator(office, MATCH, "rollback", rest, NOON)


def match(office: Office) -> tables.Match:
    with office.work.reading() as tx:
        row = matches.get(tx, MATCH)
    assert row is not None
    return row


def defaults(office: Office, count: int) -> None:
    """Whoever is asked does what silence would."""
    for _ in range(count):
        with office.work.transaction() as tx:
            playing = live.load(tx, MATCH)
            assert playing is not None
            if playing.table.stack:
                seat = playing.table.pending.seats[0]
                playing.order(seat, kernel.fallback(playing.table, seat), {"kind": "clock"}, kind="clock")
                live.save(tx, playing, NOON)


def proven(office: Office) -> live.Live:
    """The log gives the same match again, by its actions, by its texts and by its seeds."""
    with office.work.transaction() as tx:
        archive.check(tx, match(office))
        kept, again = live.awakened(tx, match(office)), live.replayed(tx, match(office))
        assert kept is not None
        assert codec.encode(kept.table.board) == codec.encode(again.table.board)
        places = ("n", "epoch", "counter")
        assert [getattr(kept.table, one) for one in places] == [getattr(again.table, one) for one in places]
        assert (kept.checkpoint, kept.tree.root()) == (again.checkpoint, again.tree.root())
        found = live.load(tx, MATCH)
    assert found is not None
    return found


@pytest.mark.parametrize("key", list(games.games()))
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.tuples(st.integers(1, 6), st.integers(0, 12)), min_size=1, max_size=3))
def test_back_to_any_state_and_on(key: str, moves: list[tuple[int, int]]) -> None:
    with TemporaryDirectory() as folder:
        office = Office(work=opened(Path(folder)), tokens=Tokens(bytes(32)), address="pbem@post.test")
        guests = [lobby.Guest(name=name, address=f"{name}@post.test") for name in ("Anna", "Bert", "Carl")]
        lobby.begin(office, lobby.Invitation(game=key, guests=guests, seed=b"s" * 32, id=MATCH), NOON)
        for orders, to in moves:
            defaults(office, orders)
            said = back(office, str(to))
            last = proven(office).last
            assert isinstance(said, Refusal) == (to > last or said != "Done.")
        defaults(office, 3)
        playing = proven(office)
        assert set(playing.opened) == set(playing.table.pending.seats)
        office.work.close()


def test_it_opens_an_epoch_with_a_seed_of_its_own_that_is_promised_in_the_log(office: Office) -> None:
    begin(office)
    play(office, (first(office), Take(1)))
    assert back(office, "0 if state 1") == "Done."
    after = proven(office)
    entry = log_of(office)[2]
    with office.work.reading() as tx:
        old, new = matches.epochs(tx, MATCH)
    assert (entry["act"], entry["to"]) == ("rollback", 0)
    assert entry["commitment"] == new.commitment == commitment(new.seed, MATCH, 1)
    assert (new.seed != old.seed, new.from_n, after.seed) == (True, 2, new.seed)
    assert (after.table.epoch, after.table.counter, after.table.n) == (1, 0, 2)
    assert after.opened == {first(office): 2}


def log_of(office: Office) -> list[dict[str, Any]]:
    with office.work.reading() as tx:
        return [one.facts() for one in log.load(tx, MATCH)]


def test_a_forged_seed_of_a_later_epoch_is_found(office: Office) -> None:
    begin(office)
    play(office, (first(office), Take(1)))
    back(office, "0")
    play(office, (first(office), Take(1)))
    with office.work.reading() as tx:
        file = archive.match_file(tx, match(office), "full")
    assert [one.from_ for one in file.epochs] == [0, 2]
    file.epochs[1].seed = "11" * 32
    with pytest.raises(Impossible, match="committed"):
        Replay(games.game("tiny"), file, Trust.NOBODY).run()


def test_sealed_answers_of_undone_states_are_dropped_and_stay_sealed(office: Office) -> None:
    begin(office)
    hands = cards(office)
    play(office, (first(office), Fair()), (0, Seal(hands[0])), (1, Seal(hands[1])))
    assert back(office, "2") == "Done."
    playing = proven(office)
    assert (playing.opened, playing.answered) == ({1: 4, 2: 4}, {0: 4})
    play(office, (1, Seal(hands[1])), (2, Seal(hands[2])))
    with office.work.reading() as tx:
        public = archive.match_file(tx, match(office))
        clocks = {one.seat: (one.decision, one.state) for one in clock.open_in(tx, MATCH)}
    assert [one.n for one in public.log if one.sealed] == [0, 3]
    assert set(clocks.values()) == {(6, "waiting")}


def test_back_and_forth_also_to_what_was_undone(office: Office) -> None:
    begin(office)
    seat = first(office)
    play(office, (seat, Rest()))
    middle = play(office, (first(office), Rest()))
    assert back(office, "-2") == "Done."
    assert proven(office).table.pending.seats == (seat,)
    assert back(office, "2") == "Done."
    again = proven(office)
    assert again.table.pending == middle.table.pending
    assert codec.encode(again.table.board) == codec.encode(middle.table.board)


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("", "rollback-how"),
        ("home", "rollback-how"),
        ("0 if state 9", "state-is-another"),
        ("9", "no-such-state"),
        ("2", "no-such-state"),
        ("-3", "no-such-state"),
        ("-0", "no-such-state"),
    ],
)
def test_what_is_no_earlier_state_is_refused(office: Office, rest: str, code: str) -> None:
    begin(office)
    play(office, (first(office), Rest()))
    play(office, (first(office), Rest()))
    said = back(office, rest)
    assert isinstance(said, Refusal)
    assert said.code == code
    assert proven(office).last == 2


def told_after(folder: Path, card: int) -> tuple[list[bytes], list[Any]]:
    """What the others are told, and what everybody may read, when seat 0 has sealed a card and the match goes back."""
    office = Office(work=opened(folder), tokens=Tokens(bytes(32)), address="pbem@post.test")
    begin(office)
    hand = loaded(office).table.board.hands[0]
    play(office, (first(office), Fair()), (0, Seal(hand[card])))
    assert back(office, "1") == "Done."
    play(office, *[(seat, Seal(cards(office)[seat])) for seat in (1, 2)])
    with office.work.reading() as tx:
        rows = tx.exec(select(tables.Outbox).where(col(tables.Outbox.state) == "queued", col(tables.Outbox.seat) > 0))
        frozen = [codec.decoder(reports.Frozen).decode(row.facts) for row in rows]
        log_ = archive.match_file(tx, match(office)).log
    office.work.close()
    shown = [structs.replace(one, sealed="*" if one.sealed else None) for one in log_]
    return [msgspec.json.encode(structs.replace(one, checkpoint="", token="")) for one in frozen], shown


def test_going_back_tells_nobody_what_they_may_not_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**games.games(), "tiny": GAME}
    monkeypatch.setattr(games, "games", lambda: known)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, other = told_after(tmp_path / "a", 0), told_after(tmp_path / "b", 1)
    assert one == other
    assert [entry.n for entry in one[1] if entry.sealed] == [0, 2, 4, 5]
