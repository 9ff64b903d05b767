"""A match in play: written and read again, sealed answers, decisions, what the log and its file show to whom."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import Any

import pytest
from sqlalchemy import text

from pbem.engine import codec
from pbem.engine.errors import BadSetup, Impossible
from pbem.engine.game import Action
from pbem.service import archive, live, lobby
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.store import clock, log, matches, tables
from tests.house import NOON
from tests.tiny import GAME, Fair, PutBack, Rest, Seal, Take

MATCH = "0123456789abcdef"
LETTER = {"kind": "letter", "sha256": "0" * 64}


def begin(office: Office, *bots: str, seed: bytes = b"s" * 32) -> None:
    guests = [lobby.Guest(name=name, address=f"{name}@post.test") for name in ("Anna", "Bert", "Carl")]
    guests[3 - len(bots) :] = [lobby.Guest(bot=bot) for bot in bots]
    options = {"cards": 3}
    lobby.begin(office, lobby.Invitation(game="tiny", guests=guests, seed=seed, id=MATCH, options=options), NOON)


def loaded(office: Office) -> Live:
    with office.work.transaction() as tx:
        found = live.load(tx, MATCH)
    assert found is not None
    return found


def play(office: Office, *orders: tuple[int, Action]) -> Live:
    """Each order in a transaction of its own, as letters bring them."""
    for seat, action in orders:
        with office.work.transaction() as tx:
            playing = live.load(tx, MATCH)
            assert playing is not None
            playing.order(seat, action, LETTER)
            live.save(tx, playing, NOON)
    return loaded(office)


def row(office: Office) -> tables.Match:
    with office.work.reading() as tx:
        found = matches.get(tx, MATCH)
    assert found is not None
    return found


def file(office: Office, sight: str = "public") -> Any:
    with office.work.reading() as tx:
        return archive.match_file(tx, row(office), sight)


def first(office: Office) -> int:
    """Who begins."""
    return loaded(office).table.pending.seats[0]


def cards(office: Office) -> list[str]:
    """A card of every hand."""
    return [hand[0] for hand in loaded(office).table.board.hands]


def test_a_match_is_read_again_as_it_was_written(office: Office) -> None:
    begin(office)
    seat = first(office)
    after = play(office, (seat, Take(1)))
    with office.work.transaction() as tx:
        log.drop_snapshot(tx, MATCH)
    again = loaded(office)
    assert codec.dump(again.table) == codec.dump(after.table)
    assert (again.checkpoint, again.tree.edge, again.last) == (after.checkpoint, after.tree.edge, after.last)


def test_a_stale_snapshot_is_not_believed(office: Office) -> None:
    begin(office)
    with office.work.transaction() as tx:
        old = log.get_snapshot(tx, MATCH)
    assert old is not None
    seat = first(office)
    after = play(office, (seat, Rest()))
    with office.work.transaction() as tx:
        log.put_snapshot(tx, MATCH, old.n, old.state)
    assert codec.dump(loaded(office).table) == codec.dump(after.table)


def test_sealed_answers_stay_one_decision_each_and_move_no_checkpoint(office: Office) -> None:
    begin(office)
    seat = first(office)
    playing = play(office, (seat, Fair()))
    before = playing.checkpoint
    assert playing.opened == {0: 1, 1: 1, 2: 1}
    hands = cards(office)
    playing = play(office, (0, Seal(hands[0])))
    assert (playing.opened, playing.answered, playing.checkpoint) == ({1: 1, 2: 1}, {0: 1}, before)
    playing = play(office, (0, Seal(hands[0])), (1, Seal(hands[1])))
    assert (playing.opened, playing.answered, playing.checkpoint) == ({2: 1}, {0: 1, 1: 1}, before)
    playing = play(office, (2, Seal(hands[2])))
    assert playing.answered == {}
    assert playing.checkpoint.startswith("6:")
    with office.work.reading() as tx:
        assert {one.seat: one.decision for one in clock.open_in(tx, MATCH)} == playing.opened == {seat: 5}


def test_the_file_seals_what_is_under_seal_until_the_last_answer_is_in(office: Office) -> None:
    begin(office)
    hands = cards(office)
    play(office, (first(office), Fair()), (0, Seal(hands[0])), (1, Seal(hands[1])))
    log_ = file(office).log
    assert [entry.order for entry in log_[1:]] == ["fair", None, None]
    with office.work.reading() as tx:
        assert [entry.sealed for entry in log_[2:]] == [one.leaf.hex() for one in log.load(tx, MATCH)[2:]]
    play(office, (2, Seal(hands[2])))
    assert [entry.sealed for entry in file(office).log[1:]] == [None] * 4


def test_the_file_never_opens_an_answer_that_was_replaced_before_the_seals_were_broken(office: Office) -> None:
    """Nobody at a table would have seen it; when the match is over everything is shown."""
    begin(office)
    hands = cards(office)
    play(office, (first(office), Fair()), (0, Seal(hands[0])), (1, Seal(hands[1])), (0, Seal(hands[0])))
    play(office, (2, Seal(hands[2])))
    assert [entry.sealed is not None for entry in file(office).log[1:]] == [False, True, False, False, False]
    with office.work.transaction() as tx:
        matches.finish(tx, MATCH, "finished", None, NOON)
    assert [entry.sealed for entry in file(office).log[1:]] == [None] * 5


def test_the_file_hides_secret_draws_and_orders_until_the_match_is_over(office: Office) -> None:
    begin(office)
    seat = first(office)
    play(office, (seat, Take(1)))
    card = loaded(office).table.board.hands[seat][0]
    play(office, (seat, PutBack(card)))
    public, full = file(office), file(office, "full")
    assert [entry.order for entry in public.log] == [None, None, None]
    assert [entry.order for entry in full.log][1:] == [
        "take 1",
        f"return the {GAME.names.name(card, 'en')}".replace("holy ", "holy-"),
    ]
    assert public.epochs[0].seed is None
    assert full.epochs[0].seed == ("s" * 32).encode().hex()
    with office.work.transaction() as tx:
        matches.finish(tx, MATCH, "finished", None, NOON)
    over = file(office)
    assert [entry.sealed for entry in over.log] == [None] * 3
    assert over.epochs[0].seed is not None


def test_bots_answer_at_once_and_a_match_of_bots_ends(office: Office) -> None:
    begin(office, "random", "random", "random")
    assert row(office).status == "finished"
    result = row(office).result
    assert result is not None
    assert {place["place"] for place in result} >= {1}
    with office.work.reading() as tx:
        archive.check(tx, row(office))
        assert clock.open_in(tx, MATCH) == []


@pytest.mark.parametrize("what", ["body", "outcome", "snapshot"])
def test_a_log_that_was_tampered_with_is_found(office: Office, what: str) -> None:
    begin(office, "random", "random", "random")
    path = office.work.url.removeprefix("sqlite:///")
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER event_never_changes")
        if what == "body":
            raw.execute("UPDATE event SET body = replace(body, '\"rest\"', '\"fair\"')")
        if what == "outcome":
            (n, body, nonce) = raw.execute("SELECT n, body, nonce FROM event WHERE n = 0").fetchone()
            other = bytes(body).replace(b'"cat"', b'"dog"')
            raw.execute("UPDATE event SET body = ?, leaf = ? WHERE n = ?", (other, log.leaf_of(nonce, other), n))
        if what == "snapshot":
            raw.execute("UPDATE snapshot SET state = replace(state, '\"round\":2', '\"round\":1')")
    raw.close()
    with office.work.reading() as tx, pytest.raises(Impossible):
        archive.check(tx, row(office))


def test_nobody_takes_two_seats_and_names_are_checked(office: Office) -> None:
    twice = [lobby.Guest(name="Anna", address="a@post.test")] * 2
    for guests, reason in (
        (twice, "two seats"),
        ([lobby.Guest(name="", address="b@post.test")], "no name"),
        ([lobby.Guest(name="Bert", address="nowhere")], "no mail address"),
        ([lobby.Guest(bot="clever")], "no bot"),
        ([lobby.Guest(name="Bert", address="b@post.test", language="fr")], "languages are"),
    ):
        invitation = lobby.Invitation(game="tiny", guests=guests, seed=b"s" * 32, id=MATCH)
        with pytest.raises(BadSetup, match=reason):
            lobby.begin(office, invitation, NOON)
    with office.work.reading() as tx:
        assert tx.exec(text("SELECT count(*) FROM player")).one() == (0,)  # type: ignore[call-overload]  # plain SQL


def test_a_match_that_begins_with_secrets_has_a_checkpoint_of_nothing(office: Office) -> None:
    begin(office)
    assert loaded(office).checkpoint == f"0:{hashlib.sha256().hexdigest()}"
