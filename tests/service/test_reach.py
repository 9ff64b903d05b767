"""Nobody loses time while their report cannot reach them: mail that comes back, is put off, or has no way in."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.store import people
from pbem.store.tables import Deadline, Outbox
from tests.house import NOON
from tests.service.weather import NAMES, Sending, World, two_days
from tests.store.builders import opened

HOUR, DAY, TURN = timedelta(hours=1), timedelta(days=1), timedelta(days=2)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A match of two days a decision, which has begun; Anna is asked."""
    work = opened(tmp_path)
    here = World(work, outage=6 * HOUR)
    here.begin(speed=two_days())
    yield here
    work.close()


def test_a_clock_starts_again_when_its_report_came_back(world: World) -> None:
    world.weather["Anna"] = "back"
    world.round()
    world.wait(1)
    (row,) = world.clocks()
    assert (row.state, row.unreachable) == ("waiting", NOON)
    world.wait(69, step=3)
    assert len(world.log()) == 1
    said = world.say("Bert", "status")
    assert "The clock of Anna stands still since Wednesday, 18 November 2026, 13:00 UTC: mail to Anna" in said
    world.weather.clear()
    world.wait(24)
    (row,) = world.clocks()
    assert row.state == "running"
    assert row.started is not None
    assert row.wanted == row.started + TURN
    assert "Time left: 2 days." in world.last("Anna")


def test_an_address_from_which_mail_comes_back_gets_one_mail_a_day(world: World) -> None:
    world.weather["Anna"] = "refused"
    world.begin("Anna", "Bert", "Dora", match="feedfacefeedface", speed=two_days())
    world.round()
    world.sent.clear()
    world.wait(72, step=3)
    assert len([one for one in world.sent if one.name == "Anna"]) == 3


def test_a_letter_shows_that_an_address_works_again_and_what_is_owed_is_sent(world: World) -> None:
    world.weather["Anna"] = "back"
    world.round()
    world.wait(3)
    world.weather.clear()
    assert "Anna, it is your turn." in world.say("Anna", "status")
    (row,) = world.clocks()
    assert (row.state, row.wanted) == ("running", world.now + TURN)
    assert row.given == 3 * 3600
    assert "This time was given back to you, because mail did not come through: 3 hours." in world.say("Anna", "status")


def test_what_is_owed_goes_to_a_new_address(world: World) -> None:
    from pbem.service import reach  # noqa: PLC0415

    world.weather["Anna"] = "refused"
    world.round()
    world.wait(30, step=3)
    with world.office.work.transaction() as tx:
        anna = people.by_name(tx, "Anna")
        assert anna is not None
        people.add_address(tx, anna.id or 0, "new@post.test", "new@post.test", world.now)
        people.confirm_address(tx, "new@post.test", world.now)
        reach.moved(world.office, tx, anna.id or 0, world.now)
    world.round()
    assert world.sent[-1].name == "New"
    (row,) = world.clocks()
    assert (row.state, row.started, row.wanted) == ("running", world.now, world.now + TURN)


def test_after_a_week_a_bot_plays_and_no_time_out_stands_in_the_log(world: World) -> None:
    world.weather["Anna"] = "back"
    world.round()
    world.wait(7 * 24 - 3, step=3)
    assert len(world.log()) == 1
    world.wait(6, step=3)
    entries = world.log()
    assert {"act": "bot", "seat": 0, "why": "unreachable"}.items() <= entries[1].items()
    assert entries[2]["cause"] == {"kind": "bot", "bot": "steady"}
    assert all(entry.get("kind") != "clock" for entry in entries)
    assert "Mail to Anna has come back for too long, so a bot plays for Anna from now on." in world.last("Bert")
    assert world.seat("Anna").bot == "steady"
    assert [row.state for row in world.clocks()] == ["void", "running"]


def test_a_mail_that_is_put_off_starts_no_clock_and_the_others_can_see_why(world: World) -> None:
    world.weather["Anna"] = "deferred"
    world.round()
    world.wait(60)
    assert len(world.log()) == 1
    assert "our mail was not accepted yet" in world.say("Bert", "status")
    world.weather.clear()
    world.wait(1)
    (row,) = world.clocks()
    assert (row.state, row.wanted) == ("running", world.now + TURN)


def test_time_in_which_nobody_looked_at_the_inbox_is_given_back(world: World) -> None:
    world.round()
    world.wait(24)
    world.now += 3 * DAY
    world.round()
    (row,) = world.clocks()
    assert (row.state, row.wanted) == ("running", world.now + DAY)
    assert "This time was given back to Anna, because mail did not come through: 3 days." in world.say("Bert", "status")
    world.wait(23)
    assert len(world.log()) == 1
    world.wait(2)
    assert world.log()[1]["cause"]["kind"] == "clock"


def test_a_short_pause_between_two_looks_is_no_outage(world: World) -> None:
    world.round()
    world.now += 6 * HOUR
    world.round()
    assert [row.wanted for row in world.clocks()] == [NOON + TURN]


Happening = tuple[str, int, str, int]
WEATHER = st.sampled_from(["fine", "fine", "refused", "back", "deferred"])
HAPPENING = st.tuples(
    st.sampled_from(["wait", "wait", "wait", "weather", "outage", "letter", "bounces"]),
    st.integers(0, 2),
    WEATHER,
    st.integers(1, 40),
)


@given(st.lists(HAPPENING, min_size=6, max_size=14))
@settings(max_examples=10, deadline=None)
def test_nobody_loses_a_second_while_their_report_could_not_reach_them(
    happenings: list[tuple[str, int, str, int]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = opened(Path(folder))
        here = World(work, outage=6 * HOUR)
        here.begin(speed=two_days())
        here.round()
        for what, seat, weather, hours in happenings:
            happen(here, what, NAMES[seat], weather, hours)
        fired = [row for row in here.clocks() if row.state == "fired"]
        for row in fired:
            assert reachable(here, row) >= TURN, row
        work.close()


def happen(here: World, what: str, name: str, weather: str, hours: int) -> None:
    """Something happens in the world."""
    match what:
        case "wait":
            here.wait(hours, step=max(hours / 3, 1))
        case "weather" if weather == "fine":
            here.weather.pop(name, None)
        case "weather":
            here.weather[name] = weather
        case "outage":
            here.now += hours * HOUR
        case "letter":
            here.write(name, "draw", "pass")
            here.round()
        case _:
            here.bounces()


def reachable(here: World, row: Deadline) -> timedelta:
    """How long somebody had their report and nothing was in the way, told by the post alone and not by the service."""
    assert row.due is not None
    mails, name = here.outbox(), NAMES[row.seat]
    asked = [one for one in here.sent if one.name == name and about(mails, one, row) and one.fate == "arrived"]
    bad = [
        (one.at, min([good.at for good in asked if good.at >= one.at], default=row.due))
        for one in here.sent
        if one.name == name and one.fate not in ("arrived", "deferred")
    ]
    gaps = [(a, b) for a, b in zip(here.looks, here.looks[1:], strict=False) if b - a > 6 * HOUR]
    start = min((one.at for one in asked), default=row.due)
    return measure(start, row.due, [*bad, *gaps])


def about(mails: dict[str, Outbox], one: Sending, row: Deadline) -> bool:
    """Whether a mail announced a decision."""
    mail = mails.get(one.message_id)
    return mail is not None and (mail.seat, mail.decision) == (row.seat, row.decision)


def measure(start: datetime, end: datetime, bad: Sequence[tuple[datetime, datetime]]) -> timedelta:
    """The time between two moments without the bad stretches of it."""
    cuts = sorted({start, end, *(min(max(moment, start), end) for stretch in bad for moment in stretch)})
    parts = [(a, b) for a, b in itertools.pairwise(cuts) if start <= a and b <= end]
    return sum((b - a for a, b in parts if not any(low <= a and b <= high for low, high in bad)), timedelta())
