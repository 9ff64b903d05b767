"""The words of every game and of the service, besides the orders."""

from __future__ import annotations

from pbem.service import replies, words


def test_every_word_that_asks_for_something_is_answered_by_somebody() -> None:
    assert set(replies.HANDLERS) == set(words.ANSWERED)
