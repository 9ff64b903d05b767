"""Spans of days as people type them."""

from __future__ import annotations

from datetime import date

import pytest

from pbem.engine.game import Refusal
from pbem.engine.orders import LANGUAGES
from pbem.service import dayspan
from pbem.service.asking import Asker

TODAY = date(2026, 11, 18)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("24.12. to 2.1.", "2026-12-24", "2027-01-02"),
        ("24.12. bis 2.1.", "2026-12-24", "2027-01-02"),
        ("vom 24.12. bis zum 2.1.2027", "2026-12-24", "2027-01-02"),
        ("24.12.-2.1.", "2026-12-24", "2027-01-02"),
        ("24.12. – 2.1.", "2026-12-24", "2027-01-02"),
        ("from 2026-12-24 until 2027-01-02", "2026-12-24", "2027-01-02"),
        ("2026-12-24 - 2027-01-02", "2026-12-24", "2027-01-02"),
        ("24.12.26 to 2.1.27", "2026-12-24", "2027-01-02"),
        ("24 Dec to 2 January", "2026-12-24", "2027-01-02"),
        ("Dec 24 to Jan 2, 2027", "2026-12-24", "2027-01-02"),
        ("24. Dezember bis 2. Januar", "2026-12-24", "2027-01-02"),
        ("1. März bis 3. März", "2027-03-01", "2027-03-03"),
        ("3 days", "2026-11-18", "2026-11-20"),
        ("3 Tage", "2026-11-18", "2026-11-20"),
        ("for 2 weeks", "2026-11-18", "2026-12-01"),
        ("1 day", "2026-11-18", "2026-11-18"),
        ("until 2.1.", "2026-11-18", "2027-01-02"),
        ("bis 20.11.", "2026-11-18", "2026-11-20"),
        ("tomorrow", "2026-11-19", "2026-11-19"),
        ("heute bis morgen", "2026-11-18", "2026-11-19"),
        ("18.11.", "2026-11-18", "2026-11-18"),
        ("5.2.", "2027-02-05", "2027-02-05"),
    ],
)
def test_what_people_type_is_understood(text: str, first: str, last: str) -> None:
    assert dayspan.read(text, TODAY) == (date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("soon", "dates-unclear"),
        ("24.12. to", "dates-unclear"),
        ("24.12. to 2.1. to 3.1.", "dates-unclear"),
        ("12/24", "dates-unclear"),
        ("31.11.", "dates-no-such-day"),
        ("2027-02-29", "dates-no-such-day"),
        ("1.11. to 5.12.", "dates-past"),
        ("2026-11-17", "dates-past"),
        ("24.12. to 2026-12-20", "dates-order"),
    ],
)
def test_what_cannot_be_is_refused_in_both_languages(text: str, code: str) -> None:
    found = dayspan.read(text, TODAY)
    assert isinstance(found, Refusal)
    assert found.code == code
    assert len({Asker(lang).speaker.refusal(found) for lang in LANGUAGES}) == 2
