"""Move counts: how many lines of play there are to a small depth, against numbers reasoned without the engine.

A line of play is a sequence of listed orders; answers that leave no choice are no orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine import kernel
from pbem.games.ankh.board import Table
from pbem.games.ankh.steps.cats import deploy
from tests.games.ankh.builders import bare, cards, conflict, event, give, monument, put


def turn() -> Table:
    """A god with one empty space beside it, and a warrior far away with another."""
    t = bare("isis", "osiris")
    put(t, 0, g="k2", w1="g9")
    give(t, 0, pool=("w2",))
    for space in ("j1", "j2", "f8", "h8"):
        monument(t, space, "temple", 1)
    return t


def battle() -> Table:
    """Two gods meet in the West."""
    t = bare("anubis", "isis")
    put(t, 0, g="d4")
    put(t, 1, g="a8")
    conflict(t)
    return t


def bids() -> Table:
    """They bid against the plague."""
    t = bare("anubis", "isis")
    put(t, 0, g="d4", w1="d5")
    put(t, 1, g="a8", w1="a7")
    give(t, 0, followers=3)
    conflict(t)
    cards(t, "plague", "flood")
    return t


def caravan() -> Table:
    """Nothing but rivers divides the land."""
    t = bare("isis", "osiris")
    event(t, "caravan")
    return t


def cats() -> Table:
    """Bastet lays her cats at three monuments of three regions."""
    t = bare("bastet", "isis")
    for space in ("b5", "h5", "f2"):
        monument(t, space, "temple")
    deploy(t, 0)
    kernel.settle(t)
    return t


POSITIONS = {"turn": turn, "battle": battle, "bids": bids, "caravan": caravan, "cats": cats}


def rows() -> Iterator[tuple[str, int, int]]:
    for line in (Path(__file__).parent / "counts.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, depth, count = line.split()
            yield name, int(depth), int(count)


def count(t: Table, depth: int) -> int:
    """Lines of play of this length. The lot of the cats is one of the seven answers."""
    seat = t.pending.seats[0]
    orders = list(kernel.legal(t, seat))
    if depth == 1:
        return len(orders)
    return sum(count(kernel.apply(t, seat, order), depth - 1) for order in orders)


@pytest.mark.parametrize(("name", "depth", "expected"), list(rows()))
def test_the_engine_counts_as_the_file_says(name: str, depth: int, expected: int) -> None:
    assert count(POSITIONS[name](), depth) == expected


def test_every_position_is_counted() -> None:
    assert {name for name, _, _ in rows()} == set(POSITIONS)
