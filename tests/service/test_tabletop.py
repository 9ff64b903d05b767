"""A match at one keyboard."""

from __future__ import annotations

from pbem.engine.record import Match
from pbem.games import game
from pbem.service.simulation import names
from pbem.service.tabletop import Tabletop


def table(lines: list[str], people: int, lang: str = "en") -> tuple[Tabletop, list[str]]:
    """A table of three with lines to come; and what is told."""
    told: list[str] = []
    match = Match(game("ra"), names(3), b"s", "m")
    waiting = iter(lines)
    bots = [""] * people + ["steady"] * (3 - people)
    return Tabletop(match, bots, b"s", lang, lambda prompt: next(waiting, None), told.append), told


def test_people_at_one_keyboard_each_get_the_news_since_their_own_last_report() -> None:
    top, told = table(["draw", "draw", "draw"], people=3)
    assert not top.run()
    assert len(told) == 4
    assert told[3].count("turns over") == 3
    assert told[2].count("turns over") == 2


def test_a_guess_is_never_played() -> None:
    top, told = table(["drwa", "dra w", "", "#", "2b"], people=3)
    assert not top.run()
    assert top.match.table.n == 0
    assert "Did you mean draw" in told[1]


def test_help_rules_and_log_are_there_as_by_mail() -> None:
    top, told = table(["help bid", "regeln disaster", "draw", "log"], people=1)
    assert not top.run()
    assert "Now refused, for example:" in told[1]
    assert told[2].startswith("DISASTERS")
    assert told[-1].startswith("- Epoch 1 begins.")
    assert "turns over" in told[-1]


def test_seven_at_a_table_have_names() -> None:
    assert names(7)[-2:] == ["Guest 6", "Guest 7"]
    assert names(2) == ["Anna", "Bert"]
