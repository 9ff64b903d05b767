"""How reliable players are, from the logs alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.service import course, live, reliability
from pbem.service.reliability import Figure
from pbem.store import matches, people, tables
from pbem.store.around import Tenure
from tests.house import MATCH
from tests.porch import Porch, porch


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Porch]:
    """Anna, Bert and Carl have begun a match of Ra."""
    with porch(tmp_path) as here:
        here.begin()
        here.round()
        yield here


def figure(home: Porch, name: str) -> Figure:
    """What the logs say of somebody."""
    with home.work.reading() as tx:
        player = people.by_name(tx, name)
        assert player is not None
        return reliability.of(tx, player)


def asked(home: Porch) -> str:
    """Whose turn it is."""
    with home.work.reading() as tx:
        playing = live.awakened(tx, home.match())
        assert playing is not None
        seat = playing.table.pending.seats[0]
        player = matches.seated(tx, MATCH)[seat][1]
        assert player is not None
        return player.name


def test_who_answers_in_time_and_who_lets_the_clock_play(home: Porch) -> None:
    silent = asked(home)
    home.wait(days=3, minutes=1)
    home.round()
    prompt = asked(home)
    home.reply(prompt, "draw")
    assert figure(home, silent) == Figure(in_time=0, late=1)
    assert figure(home, prompt) == Figure(in_time=1, late=0)
    assert figure(home, silent).percent is None
    with home.work.transaction() as tx:
        tx.exec(select(tables.Deadline).where(col(tables.Deadline.state) == "fired")).one().forgiven = home.now
    assert figure(home, silent) == Figure(excused=1)


def test_a_tutorial_and_a_seat_that_is_another_s_do_not_count(home: Porch) -> None:
    name = asked(home)
    home.reply(name, "draw")
    assert figure(home, name).in_time == 1
    with home.work.transaction() as tx:
        seat = next(one for one, who in matches.seated(tx, MATCH) if who is not None and who.name == name)
        tx.get_one(Tenure, (MATCH, seat.number, 0)).until_n = 0
    assert figure(home, name).in_time == 0
    with home.work.transaction() as tx:
        tx.get_one(Tenure, (MATCH, seat.number, 0)).until_n = None
        tx.get_one(tables.Match, MATCH).settings = {course.SETTING: {}}
    assert figure(home, name).in_time == 0


@pytest.mark.parametrize(("in_time", "late", "percent"), [(9, 0, None), (10, 0, 100), (7, 3, 70), (199, 1, 99)])
def test_the_share_is_rounded_down_and_few_decisions_say_nothing(in_time: int, late: int, percent: int | None) -> None:
    assert Figure(in_time, late).percent == percent
