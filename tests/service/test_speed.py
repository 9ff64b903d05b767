"""The clock of a match as people type it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.game import Refusal
from pbem.engine.orders import LANGUAGES
from pbem.service import clock, speed
from pbem.service.asking import Asker
from pbem.service.speed import Speed

DAY, HOUR = 86400.0, 3600.0
WEEKDAYS = (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2d", Speed(turn=2 * DAY)),
        ("36h", Speed(turn=36 * HOUR)),
        ("1d12h", Speed(turn=36 * HOUR)),
        ("2 days", Speed(turn=2 * DAY)),
        ("2 Tage", Speed(turn=2 * DAY)),
        ("10d+12h", Speed(turn=12 * HOUR, bank=10 * DAY)),
        ("10 Tage + 12 Std", Speed(turn=12 * HOUR, bank=10 * DAY)),
        (
            "2d grace 6h, Mon-Fri, holidays DE-BY, quiet 22-7",
            Speed(turn=2 * DAY, grace=6 * HOUR, days=WEEKDAYS, holidays="DE-BY", quiet=(22, 7)),
        ),
        (
            "Ruhe 22-7Uhr, Feiertage de-by, Mo-Fr, 2t Nachfrist 6 Stunden",
            Speed(turn=2 * DAY, grace=6 * HOUR, days=WEEKDAYS, holidays="DE-BY", quiet=(22, 7)),
        ),
        ("1w, Sat-Mon", Speed(turn=7 * DAY, days=(0, 5, 6))),
        ("2d Monday Wed fr", Speed(turn=2 * DAY, days=(0, 2, 4))),
        ("2d Mittwoch, Do", Speed(turn=2 * DAY, days=(2, 3))),
    ],
)
def test_what_people_type_is_understood(text: str, meant: Speed) -> None:
    assert speed.read(text) == meant


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "speed-time-missing"),
        ("Mon-Fri", "speed-time-missing"),
        ("2", "speed-unknown-word"),
        ("2d fast", "speed-unknown-word"),
        ("2d 3d", "speed-twice"),
        ("2d quiet 22-7 quiet 1-2", "speed-twice"),
        ("2d grace", "speed-value-missing"),
        ("2d grace soon", "speed-no-span"),
        ("10d+x", "speed-no-span"),
        ("1m", "speed-span-range"),
        ("91d", "speed-span-range"),
        ("2d quiet 22-22", "speed-quiet-hours"),
        ("2d quiet 25-7", "speed-quiet-hours"),
        ("2d quiet night", "speed-quiet-hours"),
        ("2d holidays ZZ", "speed-no-country"),
        ("2d holidays DE-ZZ", "speed-no-region"),
    ],
)
def test_what_is_no_clock_is_refused_with_the_way_out_in_both_languages(text: str, code: str) -> None:
    found = speed.read(text)
    assert isinstance(found, Refusal)
    assert found.code == code
    said = [Asker(lang).speaker.refusal(found) for lang in LANGUAGES]
    assert len(set(said)) == 2


SPANS = st.integers(1, 90 * 24).map(lambda hours: hours * HOUR)
SPEEDS = st.builds(
    Speed,
    turn=SPANS,
    bank=st.just(0.0) | SPANS,
    grace=st.just(0.0) | SPANS,
    days=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    holidays=st.sampled_from(["", "DE", "DE-BY", "US-NY", "JP"]),
    quiet=st.none() | st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda hours: hours[0] != hours[1]),
)


@given(SPEEDS, st.sampled_from(LANGUAGES))
def test_what_is_written_is_read_as_the_same_and_kept_as_the_same(chosen: Speed, lang: str) -> None:
    text = speed.write(chosen, lang)
    assert speed.read(text) == chosen
    kept = clock.read(text)
    assert isinstance(kept, dict)
    assert speed.of(kept) == chosen


def test_a_clock_is_written_short() -> None:
    full = speed.read("2d grace 6h, Mon-Fri, Sun, holidays DE-BY, quiet 22-7")
    assert isinstance(full, Speed)
    assert speed.write(full) == "2d grace 6h, Mon-Fri, Sun, holidays DE-BY, quiet 22-7"
    assert speed.write(full, "de") == "2d Nachfrist 6h, Mo-Fr, So, Feiertage DE-BY, Ruhe 22-7"
