"""Matches of Amun-Re by mail: letters typed by people, sealed offerings that are replaced, a whole match to its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine import kernel
from pbem.engine.game import Action, Step
from pbem.games.amunre import GAME
from pbem.games.amunre.actions import Bid, BidAhead, Wish
from pbem.games.amunre.board import Table
from pbem.games.amunre.steps import Offering, Purchases
from pbem.service import archive, live
from pbem.store import matches
from tests.games.amunre.builders import chance
from tests.house import MATCH, NAMES, House, house, real_house, text
from tests.servers.post import RealPost


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    """Anna, Bert and Carl have their first report of Amun-Re."""
    with house(tmp_path) as here:
        here.begin(game="amunre")
        here.round()
        yield here


@pytest.fixture(params=["embedded", pytest.param("real", marks=pytest.mark.realmail)])
def any_home(request: pytest.FixtureRequest, tmp_path: Path, user: str) -> Iterator[House]:
    """The same, also between Dovecot and Postfix."""
    if request.param == "embedded":
        yield request.getfixturevalue("home")
        return
    post = RealPost(request.getfixturevalue("dovecot"), request.getfixturevalue("postfix"), user)
    with real_house(tmp_path, post) as here:
        here.begin(game="amunre")
        here.round()
        yield here


def table(home: House) -> Table:
    """The table as the service has it."""
    with home.work.transaction() as tx:
        playing = live.load(tx, MATCH)
        assert playing is not None
        return playing.table


def turn(t: Table, seat: int) -> list[Action]:
    """What a player orders in one letter: bids in advance, a whole turn of purchases, or one answer."""
    imagined = kernel.imagine(t, seat, chance(f"mail/{t.n}"))
    if isinstance(t.stack[-1], Purchases):
        return list(GAME.examples(imagined, seat)[0])
    action = GAME.bots["steady"](imagined, seat)
    if isinstance(action, Bid):
        return [BidAhead((Wish("up-to", action.province, action.amount), Wish("cheapest")))]
    return [action]


def step(home: House) -> None:
    """Whoever is asked has a mail that says so, and answers with a letter, in one language or the other."""
    t = table(home)
    for seat in t.pending.seats:
        assert f"\n{NAMES[seat]}, " in text(home.last(NAMES[seat]))
        lines = [GAME.orders.write(action, "de" if seat == 1 else "en") for action in turn(t, seat)]
        home.send(NAMES[seat], home.letter(NAMES[seat], *lines, answers=home.last(NAMES[seat])))
    home.round()
    home.wait(hours=1)


def until(home: House, kind: type[Step]) -> Table:
    """Plays on until this step is open."""
    while not isinstance(table(home).stack[-1], kind):
        step(home)
    return table(home)


def test_a_whole_match_is_played_by_mail(any_home: House) -> None:
    home = any_home
    letters = 0
    while home.match().status == "running":
        step(home)
        letters += 1
        assert letters < 100
    assert {state for state in home.states() if state != "played"} == set()
    with home.work.reading() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        archive.check(tx, row)
        assert row.result is not None
        assert len(row.result) == 3
    end = text(home.last("Anna"))
    assert "SCORING OF THE NEW KINGDOM" in end
    assert "THE RESULT" in end


def test_sealed_offerings_are_replaced_before_the_last_is_in(home: House) -> None:
    until(home, Offering)
    home.reply("Anna", "offer 1")
    home.reply("Bert", "steal")
    said = text(home.reply("Anna", "offer 2"))
    assert "Played: offer 2" in said
    assert "The offerings" not in text(home.last("Carl"))
    with home.work.reading() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        public = archive.match_file(tx, row)
    assert all(entry.order is None for entry in public.log[-3:])
    said = text(home.reply("Carl", "steal"))
    assert "Anna 2" in said
    assert "Bert -3" in said
    with home.work.reading() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        public = archive.match_file(tx, row)
    assert [entry.order for entry in public.log[-4:]] == [None, "steal", "offer 2", "steal"]


def test_a_whole_turn_of_purchases_fits_one_letter(home: House) -> None:
    t = until(home, Purchases)
    name = NAMES[t.pending.seats[0]]
    (mine,) = t.board.owned(t.pending.seats[0])
    missing = 2 - t.board.lands[mine].bricks
    assert missing > 0
    said = text(
        home.reply(name, "Hi all,", f"buy bricks {missing} {mine} {missing}", f"spiele baumeister in {mine}", "fertig")
    )
    assert said.count("Played:") == 3
    assert "builds 1 pyramid of 2 bricks" in " ".join(said.split())


def test_whoever_does_nothing_passes_the_turn_on_and_the_next_one_is_told(home: House) -> None:
    """Though there is no news to tell."""
    first = until(home, Purchases).pending.seats[0]
    home.reply(NAMES[first], "done")
    following = NAMES[(first + 1) % 3]
    assert f"{following}, your actions: power cards, then farmers, then bricks." in text(home.last(following))


def test_the_order_of_the_actions_is_kept_with_a_reason(home: House) -> None:
    t = until(home, Purchases)
    name = NAMES[t.pending.seats[0]]
    said = " ".join(text(home.reply(name, "bricks 1", "cards 1", "done")).split())
    assert "Refused. It is too late for power cards: the order is power cards, farmers, bricks" in said
    assert "Not played, because a line above was refused." in said


def test_bids_in_advance_save_letters(home: House) -> None:
    t = table(home)
    first, second, third = (NAMES[(t.board.start_player + step) % 3] for step in range(3))
    wanted, other, last = t.board.market
    home.reply(first, f"bid {wanted} up to 1 else {other} 3 else cheapest")
    home.reply(second, f"bid 3 {wanted}")
    home.reply(third, f"bid 0 {last}")
    assert table(home).board.lands[other].owner == NAMES.index(first)
    with home.work.reading() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        archive.check(tx, row)
        public = archive.match_file(tx, row)
    assert "up to" not in "".join(entry.order or "" for entry in public.log)
