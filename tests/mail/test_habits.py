"""A sample of `python -m tests.mail.habits`; `make soak` runs it all."""

from __future__ import annotations

import pytest

from tests.mail.habits import Count, lists, main, scored


def total(counts: dict[str, Count], name: str) -> int:
    """A figure of all kinds of letters together."""
    return sum(getattr(count, name) for count in counts.values())


def test_what_people_and_programs_write_is_understood() -> None:
    counts = scored(9)
    assert [line for count in counts.values() for line in count.wrong if "obeyed" in line] == []
    assert total(counts, "found") >= 0.99 * total(counts, "typed") > 0
    assert total(counts, "letters") > 300


def test_a_letter_whose_mail_is_missing_is_refused() -> None:
    counts = scored(50)
    assert all(bool(count.letters) is not name.endswith("missing") for name, count in counts.items())


def test_the_lists_are_long_enough_to_say_something() -> None:
    assert all(len(entries) >= 18 for entries in lists().values())


@pytest.mark.soak
def test_all_habits(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        assert main() == 0
