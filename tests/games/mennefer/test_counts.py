"""Move counts: how many ways there are to play the rest of a turn, against numbers reasoned by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.engine import kernel
from pbem.games.mennefer.actions import AUTO
from pbem.games.mennefer.board import GAP, Table
from pbem.games.mennefer.steps import Priestesses
from tests.games.mennefer.builders import doing, on_turn, over, position


def rite() -> Table:
    """All spaces of level I but one are taken."""
    taken = dict.fromkeys(("a1", "c1", "a2", "b2", "c2"), 1)
    return doing("rite 1", sarcophagi=1, food=3, board={"tombs": taken})


def offering() -> Table:
    """Steps are over; six spaces of the first room are taken."""
    t = position(standing=(3, 1, 0, 0, 0), crafts=(("ring2",), (), ()), board={"temple": dict.fromkeys("", 0)})
    t.board.temple = {f"1{name}": 1 for name in "cdefgh"}
    return on_turn(t, 0, Priestesses(0, 0, 1, moved=True))


POSITIONS: dict[str, Callable[[], Table]] = {
    "favours": lambda: doing("favour 2"),
    "priestesses": lambda: doing("priestess 2", standing=(2, 0, 0, 1, 0), lying=(0, 0, 1, 0, 0)),
    "boats": lambda: doing("boats 2"),
    "limestone": lambda: doing("limestone 2", seats=3, great=11, queens=2),
    "rite": rite,
    "offering": offering,
    "papyri": lambda: doing("papyrus", "papyrus", heka=9),
    "take": lambda: position(food=0, home=(), tablets=("t1a", GAP, "t3a")),
}


def ways(t: Table) -> int:
    """Ways to answer until the turn is over."""
    if over(t):
        return 1
    return sum(ways(kernel.apply(t, 0, order)) for order in list(kernel.legal(t, 0)) if order != AUTO)


def expected() -> dict[str, int]:
    """The numbers of the file."""
    text = Path(__file__).with_name("counts.txt").read_text("utf-8")
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {name: int(count) for name, count in rows}


@pytest.mark.parametrize("name", expected())
def test_there_are_as_many_ways_as_the_file_says(name: str) -> None:
    t = POSITIONS[name]()
    by_order = {str(order): ways(kernel.apply(t, 0, order)) for order in kernel.legal(t, 0) if order != AUTO}
    assert ways(t) == expected()[name], by_order


def test_every_position_is_counted() -> None:
    assert set(expected()) == set(POSITIONS)
