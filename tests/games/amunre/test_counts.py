"""Move counts at chosen positions, against numbers reasoned by hand; and that nothing legal is out of reach."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from pbem.engine import kernel
from pbem.engine.game import Action
from pbem.games.amunre.actions import Bricks, Farmers, Place, Sell, Take
from pbem.games.amunre.board import Table
from pbem.games.amunre.names import CARDS
from pbem.games.amunre.steps import Correcting
from pbem.service import menus
from tests.games.amunre.builders import (
    auction,
    buying,
    harvesting,
    lines,
    offering,
    play,
    position,
    rewarding,
    scoring,
)

THREE = {"abu": "0", "mendes": "0", "berenike": "0"}


def correction() -> Table:
    step = Correcting((4, 0, 0), 4, (0,), (None, None, None))
    return position(step, gold=(9, 9, 9), hands=("builder*2 8-gold",), lands={"abu": "0"})


POSITIONS: dict[str, Callable[[], Table]] = {
    "auction": lambda: auction("abu edfu buto", seats=3, hands=("builder",) * 3),
    "blockade": lambda: play(
        auction("abu edfu buto", seats=3, hands=("blockade", "builder")), "play blockade", "bid 10 abu"
    ),
    "purchase": lambda: buying({"memphis": "0 b2", "mendes": "0"}, gold=6, hand="builder"),
    "placing": lambda: play(buying(THREE), "bricks 4"),
    "builder": lambda: play(buying(THREE, hand="builder"), "bricks 4 builder abu"),
    "farmers": lambda: play(buying(THREE), "farmers 4"),
    "offering": lambda: offering(gold=(5, 9, 9), hands=("correction",)),
    "correction": correction,
    "reward": lambda: rewarding((0, 3), lands={"abu": "0", "berenike": "0"}),
    "harvest": lambda: harvesting(0, lands={"abu": "0", "edfu": "0"}, hands=("8-gold harvest-increase",)),
    "scoring": lambda: scoring(
        0, lands={"abu": "0", "edfu": "0", "abydos": "0"}, hands=("nile-bonus kingdom-bonus bank-bonus",)
    ),
}


def count(t: Table, depth: int) -> int:
    """Lines of play of this length."""
    seat = t.pending.seats[0]
    orders = list(kernel.legal(t, seat))
    return len(orders) if depth == 1 else sum(count(kernel.apply(t, seat, order), depth - 1) for order in orders)


def expected() -> dict[tuple[str, int], int]:
    """The numbers of the file, by position and depth."""
    text = Path(__file__).with_name("counts.txt").read_text("utf-8")
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {(name, int(depth)): int(number) for name, depth, number in rows}


@pytest.mark.parametrize(("name", "depth"), expected())
def test_the_engine_counts_as_the_file_says(name: str, depth: int) -> None:
    t = POSITIONS[name]()
    assert count(t, depth) == expected()[name, depth], lines(t)


def test_every_position_is_counted() -> None:
    assert {name for name, _ in expected()} == set(POSITIONS)


def reached(t: Table, steps: int) -> list[bytes]:
    """All boards that listed orders lead to in so many steps; cards and gold, provinces, who is asked."""
    if steps == 0:
        return [board(t)]
    seat = t.pending.seats[0]
    after = [kernel.apply(t, seat, order) for order in kernel.legal(t, seat)]
    return [one for table in after for one in [board(table), *reached_by(table, steps - 1, seat)]]


def reached_by(t: Table, steps: int, seat: int) -> list[bytes]:
    """The same, as long as this seat goes on."""
    return reached(t, steps) if steps and t.pending.seats == (seat,) else []


def board(t: Table) -> bytes:
    """What an order leads to."""
    return repr((t.board.players, t.board.lands, t.stack)).encode()


def typed(t: Table) -> list[Action]:
    """Purchases and rewards as one can type them: every number, every way to place them, with a builder or not."""
    mine = t.board.owned(0)
    found: list[Action] = []
    for number in range(1, 4):
        for where in {tuple(sorted(ways)) for ways in product(mine, repeat=number)}:
            found += [Farmers(number, where), Take(number, "farmer", where), Take(number, "brick", where)]
            found += [Bricks(number, where, builder) for builder in ("", *mine)]
    return found


@pytest.mark.parametrize(
    "t",
    [
        buying({"memphis": "0 b1", "mendes": "0"}, gold=6, hand="builder"),
        buying({"abu": "0 f2", "mendes": "0 b2", "berenike": "0"}, gold=6, hand="builder"),
    ],
)
def test_every_purchase_that_can_be_typed_is_reached_by_listed_orders_in_two_steps(t: Table) -> None:
    """First how many (and where a builder works), then where."""
    listed = set(reached(t, 2))
    legal = [action for action in typed(t) if kernel.objection(t, 0, action) is None]
    assert len(legal) > 15
    for action in legal:
        assert board(kernel.apply(t, 0, action)) in listed, action


@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_every_reward_that_can_be_typed_is_reached_by_listed_orders_in_two_steps(pieces: int) -> None:
    """Each is listed; two of three pieces, which a list may leave out, are two steps."""
    t = rewarding((0, pieces), (1, 1), lands={"abu": "0 f2", "mendes": "0", "berenike": "0", "buto": "1"})
    listed = set(reached(t, 2))
    legal = [action for action in (*typed(t), *map(taken, (1, 2, 3))) if kernel.objection(t, 0, action) is None]
    assert len(legal) > 5 * pieces
    for action in legal:
        assert board(kernel.apply(t, 0, action)) in listed, action


def taken(cards: int) -> Action:
    """Power cards as a reward."""
    return Take(cards, "card")


@pytest.mark.parametrize("line", ["offer 21", "offer 3", "steal"])
def test_what_is_sold_under_seal_can_be_sold_before(line: str) -> None:
    """In the player's own actions, where it is listed; the end is the same."""
    t = buying({"abu": "0", "buto": "1", "edfu": "2"}, hand="builder 8-gold")
    assert Sell(("builder",)) in kernel.legal(t, 0)
    before = play(t, "sell builder", "done", f"0: {line}", "1: steal", "2: steal")
    under_seal = play(t, "done", f"0: {line} selling builder", "1: steal", "2: steal")
    assert board(before) == board(under_seal)


CROWDED = " ".join(CARDS[3:])
"""More kinds of power cards than people hold."""
LONG: list[Table] = [
    auction("abu abydos amarna avaris thebes", seats=5, gold=(99,) * 5, hands=(CROWDED,)),
    buying({"mendes": "0", "thebes": "0", "abydos": "0 b2"}, gold=99, hand=CROWDED),
    offering(gold=(99, 9, 9), hands=(CROWDED,)),
    rewarding((0, 3), lands={"mendes": "0", "thebes": "0", "abu": "0"}, hands=(CROWDED,)),
    harvesting(0, 1, lands={"mendes": "0", "thebes": "0", "abu": "0"}, hands=(CROWDED, "builder")),
    scoring(0, 1, lands={"edfu": "0", "abydos": "0", "dakhla": "0"}, hands=(CROWDED, "builder")),
]


@pytest.mark.parametrize("t", LONG)
def test_a_long_list_leaves_nothing_out(t: Table) -> None:
    assert {action for _, action in menus.listing(t, 0).labelled()} == set(kernel.legal(t, 0))


def test_cards_sold_together_are_reached_one_by_one() -> None:
    t = buying({"abu": "0"}, hand="builder*2 8-gold")
    together = kernel.apply(t, 0, Sell(("8-gold", "builder")))
    assert set(together.board.players) <= set(play(t, "sell builder", "sell 8-gold").board.players)


def test_every_way_to_place_is_listed() -> None:
    t = play(buying(THREE), "bricks 4")
    assert len({order for order in kernel.legal(t, 0) if isinstance(order, Place)}) == 15
