"""`absent`: clocks stand still as far as a match allows it; what it does not allow is refused, not punished."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.service.weather import World, two_days
from tests.store.builders import opened

OTHER = "0123456789abcdef"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A match of two days a decision, on the 18th of November; Anna is asked until the 20th."""
    work = opened(tmp_path)
    here = World(work)
    here.begin(speed=two_days())
    here.round()
    yield here
    work.close()


def due(world: World, match: str = "00c0ffee00c0ffee") -> str:
    """When the last decision of a match is due, in UTC."""
    wanted = world.clocks(match)[-1].wanted
    assert wanted is not None
    return f"{wanted:%d.%m. %H:%M}"


def test_the_present_decision_is_put_off_and_the_others_read_until_when(world: World) -> None:
    said = world.say("Anna", "absent 19.11. to 23.11.")
    assert "You are away from Thursday, 19 November 2026 until Monday, 23 November 2026, that day included" in said
    assert "Answer by Wednesday, 25 November 2026, 12:00 UTC." in said
    assert due(world) == "25.11. 12:00"
    assert "Anna will be away from 19 November until 23 November." in world.say("Bert", "status")
    world.wait(24, step=6)
    told = world.say("Bert", "status")
    assert "Anna is away until 23 November." in told
    assert "Anna has time until Wednesday, 25 November 2026, 12:00 UTC." in told
    world.wait(24 * 5, step=6)
    assert len(world.log()) == 1
    world.wait(24 * 2, step=6)
    assert world.log()[1]["cause"]["kind"] == "clock"


def test_it_works_in_german_and_in_the_zone_of_the_player(world: World) -> None:
    world.say("Anna", "settings language de, zone Europe/Berlin")
    said = world.say("Anna", "abwesend 24.12. bis 2.1.")
    assert "Du bist abwesend: Donnerstag, 24. Dezember 2026 bis einschließlich Samstag, 2. Januar 2027" in said
    with world.office.work.reading() as tx:
        from pbem.store import absences  # noqa: PLC0415

        rows = absences.of_players(tx, [1])
    assert rows[0].first == datetime(2026, 12, 23, 23, tzinfo=UTC)
    assert rows[0].until == datetime(2027, 1, 2, 23, tzinfo=UTC)
    assert "24. Dezember 2026 bis Samstag, 2. Januar 2027" in world.say("Anna", "abwesend")


def test_a_new_decision_waits_until_its_player_is_back(world: World) -> None:
    world.say("Bert", "absent 3 days")
    world.say("Anna", "draw")
    assert due(world) == "23.11. 00:00"


def test_who_is_back_early_has_the_time_that_was_left(world: World) -> None:
    world.wait(12, step=6)
    world.say("Anna", "absent until 30.11.")
    assert due(world) == "02.12. 12:00"
    world.wait(48, step=12)
    said = world.say("Anna", "absent cancel")
    assert "No longer away from Thursday, 19 November 2026 until Monday, 30 November 2026." in said
    assert due(world) == "22.11. 12:00"
    assert "You have told of no absence, so there is none to end." in world.say("Anna", "absent cancel")
    assert "You have told of no absence. Write for example" in world.say("Anna", "absent")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("absent 17.11. to 20.11.", "That lies behind us (2026-11-17)"),
        ("absent 20.11. to 2026-11-19", "lies before the first"),
        ("absent soon", 'I cannot read "soon" as a day'),
        ("absent 90 days", "90 days are too long: one absence lasts at most 60 days"),
        ("absent 2028-01-01", "more than a year ahead"),
        ("absent 40 days", "allows 28 days of absence in a year; you have 28 left and want"),
    ],
)
def test_what_cannot_be_is_refused_and_moves_nothing(world: World, line: str, why: str) -> None:
    assert why in world.say("Anna", line)
    assert due(world) == "20.11. 12:00"


def test_two_absences_do_not_overlap(world: World) -> None:
    world.say("Anna", "absent 24.12. to 2.1.")
    assert "You are away from 24 December 2026 until 2 January 2027 already." in world.say(
        "Anna", "absent 1.1. to 5.1."
    )


def test_a_budget_counts_days_of_each_year_and_what_was_told_before(world: World) -> None:
    world.say("Anna", "absent 1.12. to 20.12.")
    said = world.say("Anna", "absent 22.12. to 3.1.")
    assert "allows 28 days of absence in a year; you have 8 left and want 10" in said
    assert "You are away from Friday, 25 December 2026" in world.say("Anna", "absent 25.12. to 20.1.")


def test_a_match_without_absence_refuses_it_and_the_other_match_does_not(world: World) -> None:
    world.begin(match=OTHER, speed=two_days(), settings={"absence": "none"})
    world.round()
    said = world.say("Anna", "absent 19.11. to 23.11.")
    assert "[Ra 012345] allows no absence, as its rules say; nothing is held against you." in said
    assert "So long your clock stands still in [Ra 00c0ff]." in said
    assert (due(world), due(world, OTHER)) == ("25.11. 12:00", "20.11. 12:00")
    assert "Anna" in world.say("Bert", "status")


def test_it_can_be_told_without_a_match_and_counts_in_matches_that_begin_later(world: World) -> None:
    world.begin("Dora", "Emil", "Fred", match="feedfacefeedface", speed=two_days())
    world.say("Anna", "absent 19.11. to 23.11.")
    world.begin("Anna", "Dora", "Emil", match=OTHER, speed=two_days())
    world.round()
    assert due(world, OTHER) == "25.11. 12:00"


def test_no_reminder_comes_while_somebody_is_away(world: World) -> None:
    world.say("Anna", "absent 19.11. to 23.11.")
    before = len(world.arrived("Anna"))
    world.now = datetime(2026, 11, 23, 23, tzinfo=UTC)
    world.round()
    assert len(world.arrived("Anna")) == before
    world.now += timedelta(hours=2)
    world.round()
    assert len(world.arrived("Anna")) == before + 1
