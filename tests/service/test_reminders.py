"""Reminders: as the player chose them, in one letter for several matches, never at night, and a last call."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.speed import Speed, read
from tests.house import read as read_mail
from tests.service.weather import World, two_days
from tests.store.builders import opened

OTHER = "0123456789abcdef"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A match of two days a decision."""
    work = opened(tmp_path)
    here = World(work)
    here.begin(speed=two_days())
    here.round()
    yield here
    work.close()


def subjects(world: World, name: str) -> list[str]:
    """The subjects of all that somebody got, after the first."""
    return [str(read_mail(one.raw)["Subject"]) for one in world.arrived(name)][1:]


def test_reminders_are_as_the_player_chose_them_and_the_last_says_so(world: World) -> None:
    said = world.say("Anna", "settings reminders 24h 6h 90m")
    assert "Reminders: 1d, 6h, 1h30m before your time is over." in said
    world.sent.clear()
    world.wait(47)
    assert subjects(world, "Anna") == [
        "[Ra 00c0ff] reminder: Anna, your turn until Fri 20 Nov",
        "[Ra 00c0ff] last call: Anna, your turn until Fri 20 Nov",
    ]
    told = world.last("Anna")
    assert "The last call: the others wait for your answer, and no further reminder comes." in told
    assert "Silence means: draw" in told


@pytest.mark.parametrize("line", ["settings reminders none", "einstellungen erinnerungen keine"])
def test_who_wants_none_gets_none(world: World, line: str) -> None:
    assert "Reminders: none." in world.say("Anna", line)
    world.sent.clear()
    world.wait(42, step=6)
    assert world.arrived("Anna") == []


def test_who_has_answered_is_not_reminded(world: World) -> None:
    world.say("Anna", "draw")
    world.sent.clear()
    world.wait(42, step=6)
    assert world.arrived("Anna") == []


def test_several_matches_are_one_letter_with_all_addresses(world: World) -> None:
    world.now += timedelta(minutes=30)
    world.begin("Anna", "Dora", "Emil", match=OTHER, speed=two_days())
    world.round()
    world.sent.clear()
    world.wait(36)
    assert len(world.arrived("Anna")) == 1
    mail = read_mail(world.arrived("Anna")[0].raw)
    assert mail["Subject"] == "Last call: 2 matches wait for you"
    told = world.last("Anna")
    assert "[Ra 00c0ff] Bert, Carl" in told
    assert "[Ra 012345] Dora, Emil" in told
    assert told.count("pbem+") == 2
    assert "Answer by Friday, 20 November 2026, 12:00 UTC." in told
    assert "Answer by Friday, 20 November 2026, 12:30 UTC." in told
    assert told.count("This is the last call for this match.") == 2
    assert told.count("Silence means: draw") == 2


def test_a_letter_about_several_matches_names_only_those_that_still_wait(world: World) -> None:
    world.begin("Anna", "Dora", "Emil", match=OTHER, speed=two_days())
    world.round()
    world.weather["Anna"] = "deferred"
    world.sent.clear()
    world.wait(36, step=6)
    world.write("Anna", "draw")
    world.weather.clear()
    world.wait(1)
    digests = [read_mail(one.raw) for one in world.arrived("Anna") if b"reminder." in one.raw]
    assert len(digests) == 1


def test_no_reminder_comes_at_night(world: World) -> None:
    assert "No reminders between 22 and 7 o'clock." in world.say("Anna", "settings reminders 12h, quiet 22-7")
    world.sent.clear()
    world.wait(41)
    assert world.arrived("Anna") == []
    world.wait(3)
    assert [f"{one.at:%H:%M}" for one in world.arrived("Anna")] == ["07:00"]


def test_the_quiet_hours_of_a_match_keep_its_reminders_away(tmp_path: Path) -> None:
    work = opened(tmp_path)
    here = World(work)
    speed = read("1d quiet 22-7")
    assert isinstance(speed, Speed)
    here.begin(speed=speed)
    here.round()
    here.sent.clear()
    here.wait(23)
    assert [f"{one.at:%H:%M}" for one in here.arrived("Anna")] == ["07:00"]
    work.close()


def test_what_is_no_choice_is_said(world: World) -> None:
    said = world.say("Anna", "settings reminders soon, quiet 7-7")
    assert "Not understood: reminders soon, quiet 7-7." in said
