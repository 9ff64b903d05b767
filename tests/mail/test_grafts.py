"""A sample of `python -m tests.mail.grafts`; `make soak` runs it all."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

import pytest

from tests.mail.grafts import CORPORA, LEAST, TRIMMER, Case, Score, answers, cases, main, pages, scored, talon, trimmer

real_mail = pytest.mark.skipif(
    not TRIMMER.is_dir(), reason=f"no real mail in {CORPORA}: set PBEM_CORPORA to the folder with replies and malformed"
)


def total(many: Iterable[tuple[str, Case]]) -> Score:
    """One score for all."""
    return scored(("all", case) for _, case in many)["all"]


def test_our_reports_are_answered_with_every_program() -> None:
    score = total(islice(answers(3, 1, 1), 0, None, 7))
    assert (score.obeyed, score.asked) == (0, score.typed - score.found), score.wrong
    assert score.share() >= LEAST
    assert score.cases > 300


@real_mail
def test_orders_typed_into_real_replies_are_found_and_quoted_ones_are_not_obeyed() -> None:
    score = total(chain(cases(trimmer(), 16), cases(talon(), 9), pages()))
    assert (score.obeyed, score.asked) == (0, score.typed - score.found), score.wrong
    assert score.settled == score.unclear
    assert score.share() >= LEAST
    assert score.hostile > 1000
    assert score.typed > 100


@real_mail
@pytest.mark.soak
def test_all_grafts(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        assert main() == 0
