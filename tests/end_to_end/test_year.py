"""People with habits play for some days, by real mail, while time is turned for them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.end_to_end.year import Figures, year

MOST = 40
"""Mails to one person in a day; nobody gets nearly so many."""


def fair(figures: Figures) -> None:
    """Every match ends, nobody was wronged, and no program was answered for ever."""
    assert figures.matches > 0
    assert figures.unfinished == 0
    assert figures.wronged == []
    assert figures.most_mails <= MOST
    assert figures.letters.get("shunted", 0) == 0


def test_some_days_of_people_with_habits() -> None:
    fair(year(4, 3, timedelta(hours=6)))


@pytest.mark.soak
def test_a_season_of_people_with_habits() -> None:
    fair(figures := year(36, 90, timedelta(hours=2)))
    print(figures)
