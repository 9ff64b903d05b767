"""Many matches: none gets stuck, everybody has 27 turns, everything is used; what is used how often is printed.

`make soak` plays 500 matches for each number of players; the normal tests play a sample.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import mean, median
from time import process_time

import pytest

from pbem.engine import kernel
from pbem.games.mennefer import GAME
from pbem.games.mennefer.board import Table
from pbem.games.mennefer.data import KINDS
from pbem.games.mennefer.events import (
    BoatActivated,
    BoughtCraft,
    DeityCalled,
    Harvested,
    Offered,
    TileActivated,
    TookContract,
    Visited,
)
from pbem.games.mennefer.scoring import elements
from pbem.games.mennefer.steps import EndTurn, Turn
from tests.games.mennefer.builders import asked, chance, match
from tests.games.mennefer.test_bots import steady_wins


class Uses:
    """What happened in many matches."""

    def __init__(self) -> None:
        self.orders: Counter[str] = Counter()
        self.tablets: Counter[str] = Counter()
        self.crafts: Counter[str] = Counter()
        self.offered: Counter[str] = Counter()
        self.contracts: Counter[str] = Counter()
        self.met: Counter[str] = Counter()
        self.deities: Counter[str] = Counter()
        self.mastabas: Counter[str] = Counter()
        self.queens: Counter[str] = Counter()
        self.cities: Counter[str] = Counter()
        self.deepest = 0
        self.largest = 0
        self.scores: list[int] = []
        self.seconds: defaultdict[tuple[int, int, int], float] = defaultdict(float)
        """Match, seat, turn -> what the steady bot needed for it."""

    def note(self, t: Table, order: str) -> None:
        """One order and what came of it."""
        self.orders.update([order, *(type(action).__name__ for _, action in t.forced)])
        numbers = t.data.value
        for news in t.news:
            match news.event:
                case Visited(tablet=tablet):
                    self.tablets[tablet] += 1
                case BoughtCraft(craft=craft):
                    self.crafts[craft] += 1
                case Offered(craft=craft):
                    self.offered[craft] += 1
                case TookContract(contract=contract):
                    self.contracts[numbers.contracts[contract].kind] += 1
                case DeityCalled(deity=deity):
                    self.deities[deity] += 1
                case TileActivated(place=place):
                    self.mastabas[t.board.mastabas[numbers.tile_places.index(place)]] += 1
                case BoatActivated(place=place):
                    self.cities[place] += 1
                case Harvested() as harvest:
                    self.harvested(t, harvest)

    def harvested(self, t: Table, harvest: Harvested) -> None:
        """Contracts that are met, and Queens' tiles that score."""
        numbers = t.data.value
        for seat, (player, tally) in enumerate(zip(t.board.players, harvest.tallies, strict=True)):
            self.met.update(numbers.contracts[card].kind for card in tally.met)
            have = elements(t.board, numbers, seat, len(player.met), len(player.rolled))
            placed = zip(player.placed, t.board.queens_tiles, strict=True)
            self.queens.update(tile for there, tile in placed if there and have[tile] >= numbers.queens_tiles[tile])

    def depth(self, t: Table) -> None:
        """How deep the turn is nested, and how much there is to choose from."""
        base = next(at for at, step in enumerate(t.stack) if isinstance(step, EndTurn))
        self.deepest = max(self.deepest, len(t.stack) - base - 1)
        self.largest = max(self.largest, sum(1 for _ in kernel.legal(t, asked(t))))

    def show(self) -> None:
        """For whoever reads the output of `make soak`."""
        thought = sorted(self.seconds.values())
        self.seconds.clear()
        for name, counts in vars(self).items():
            print(name, dict(counts.most_common()) if isinstance(counts, Counter) else counts or "")
        print(
            f"steady: {len(thought)} turns, median {median(thought) * 1000:.0f} ms, longest {thought[-1] * 1000:.0f} ms"
        )
        print(f"steady: scores {min(self.scores)} to {max(self.scores)}, mean {mean(self.scores):.0f}")


def soak(seats: int, matches: Iterable[int], uses: Uses) -> None:
    """Mostly random matches, every tenth with steady players."""
    for number in matches:
        bot = GAME.bots["steady" if number % 10 == 0 else "random"]
        t = match(seats, f"soak/{number}")
        while t.stack:
            uses.depth(t)
            seat, before = asked(t), process_time()
            turn = number, seat, t.board.turns[seat] + isinstance(t.stack[-1], Turn)
            order = kernel.consult(t, seat, bot, chance(f"soak/{number}/{t.n}"))
            if bot is GAME.bots["steady"]:
                uses.seconds[turn] += process_time() - before
            kernel.play(t, seat, order)
            uses.note(t, type(order).__name__)
        assert t.board.turns == [27] * seats
        if number % 10 == 0:
            uses.scores += [player.pp for player in t.board.players]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sample_of_matches_ends_without_a_dead_end(seats: int) -> None:
    uses = Uses()
    soak(seats, range(9, 11) if seats == 4 else range(1, 4), uses)
    assert uses.deepest < 20
    assert uses.largest <= 80


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_hundred_matches_use_everything(seats: int) -> None:
    uses = Uses()
    soak(seats, range(500), uses)
    uses.show()
    numbers = match().data.value
    assert {action.__name__ for action in GAME.actions} - {"Auto"} <= set(uses.orders)
    assert set(uses.tablets) == set(numbers.tablets)
    assert set(uses.crafts) == set(numbers.crafts)
    assert set(uses.offered) == set(numbers.crafts)
    assert set(uses.contracts) == set(KINDS)
    assert set(uses.met) == set(KINDS)
    assert set(uses.deities) == set(numbers.deities)
    assert set(uses.mastabas) == set(numbers.mastabas)
    assert set(uses.queens) == set(numbers.queens_tiles)
    assert {*numbers.cities, "0"} <= set(uses.cities)
    assert mean(uses.scores) > 40


@pytest.mark.soak
def test_the_steady_bot_wins_most_of_a_hundred_matches() -> None:
    wins = sum(steady_wins(game) for game in range(100))
    print(f"steady against three random: {wins} of 100")
    assert wins >= 60
