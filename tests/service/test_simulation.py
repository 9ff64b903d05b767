"""Bots at the table."""

from __future__ import annotations

from fractions import Fraction

from pbem.games import game
from pbem.service import simulation
from pbem.service.simulation import Tally, bot_match, count


def test_the_same_seed_gives_the_same_match() -> None:
    ra = game("ra")
    first, again, other = (bot_match(ra, ["random"] * 3, b"s", name) for name in ("m", "m", "n"))
    assert first.file == again.file
    assert first.file.log != other.file.log


def test_a_random_bot_does_not_repeat_itself() -> None:
    match = bot_match(game("ra"), ["random"] * 3, b"s", "m")
    assert len({entry.order for entry in match.file.log[1:30]}) > 3


def test_a_shared_win_counts_for_each_its_part() -> None:
    match = bot_match(game("ra"), ["steady"] * 3, b"s", "m")
    tally = Tally(["a", "b", "a"], wins={"a": Fraction(0), "b": Fraction(0)})
    count(tally, match)
    winner = next(row for row in match.file.result or () if row.place == 1)
    assert tally.wins[tally.bots[winner.seat]] == 1
    assert tally.orders == match.table.n


def test_a_match_that_all_lose_counts_for_nobody() -> None:
    match = bot_match(game("ankh"), ["random"] * 2, b"1", "1/0")
    assert {row.place for row in match.file.result or ()} == {2}
    tally = Tally(["a", "b"], wins={"a": Fraction(0), "b": Fraction(0)})
    count(tally, match)
    assert tally.matches == 1
    assert not any(tally.wins.values())


def test_simulate_yields_after_each_match() -> None:
    seen = [tally.matches for tally in simulation.simulate(game("ra"), ["random"] * 3, 3, "x")]
    assert seen == [1, 2, 3]
