"""The words of every game and of the service, besides the orders."""

from __future__ import annotations

import pytest

from pbem.service import replies, words


def test_every_word_that_asks_for_something_is_answered_by_somebody() -> None:
    assert set(replies.HANDLERS) == set(words.ANSWERED)


@pytest.mark.parametrize(
    "line", ["Best wishes", "Best,", "best regards from Rome", "Stand by me", "logo", "Ende gut", "eins"]
)
def test_what_people_write_anyway_is_no_word(line: str) -> None:
    assert words.meant(line, ()) is None


@pytest.mark.parametrize(("line", "meaning"), [("besta 0123456789", "confirm"), ("hel", "help"), ("stan", "status")])
def test_a_word_may_be_shortened(line: str, meaning: str) -> None:
    word = words.meant(line, ())
    assert word is not None
    assert word.meaning == meaning
