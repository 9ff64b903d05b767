"""How quick the engine is: random legal play, replay, JSON. Beside it a fixed loop as yardstick, since machines differ.

Each figure is the best of several short runs: what the code can do, not what else the machine was doing.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from pbem.engine import codec, kernel
from pbem.engine.chance import Seeded, stream_key
from pbem.engine.game import Action, Table
from pbem.engine.record import Match, Replay, Trust
from pbem.games import game
from pbem.service.simulation import bot_match

RUNS = 40
RA = game("ra")
Play = Callable[[Table[Any, Any], int, Action], Table[Any, Any]]


def yardstick() -> int:
    """Two hundred thousand rounds of plain Python: a call, an attribute, a list, a sum."""

    class Box:
        __slots__ = ("items", "sum")

        def __init__(self) -> None:
            self.items: list[int] = []
            self.sum = 0

        def put(self, item: int) -> None:
            self.items.append(item)
            self.sum += item
            if len(self.items) > 7:
                self.items.clear()

    box = Box()
    for number in range(200_000):
        box.put(number & 7)
    return 200_000


def start(seats: int, seed: int) -> Table[Any, Any]:
    """A new match of Ra."""
    return kernel.start(RA, seats, Seeded(stream_key(b"bench", str(seed), 0)))


def in_place(t: Table[Any, Any], seat: int, action: Action) -> Table[Any, Any]:
    """Plays on the table itself."""
    kernel.play(t, seat, action)
    return t


def random_match(seats: int, seed: int, play: Play) -> int:
    """All legal orders are listed at each decision, one is chosen, checked and played; returns how many."""
    choose = random.Random(seed).random
    t = start(seats, seed)
    while t.stack:
        seat = t.pending.seats[0]
        legal: Sequence[Action] = kernel.legal(t, seat)  # type: ignore[assignment]  # a sequence in Ra
        t = play(t, seat, legal[int(choose() * len(legal))])
    return t.n


def random_matches(play: Play) -> int:
    """Some matches with 3, 4 and 5 players."""
    return sum(random_match(seats, seed, play) for seats in (3, 4, 5) for seed in range(4))


def best(job: Callable[[], int]) -> float:
    """Units of work a second in the quickest of several runs."""
    quickest = 0.0
    for _ in range(RUNS):
        begun = time.perf_counter()
        done = job()
        quickest = max(quickest, done / (time.perf_counter() - begun))
    return quickest


def replayed(match: Match, trust: Trust) -> Callable[[], int]:
    """A whole match from its file."""

    def job() -> int:
        return Replay(RA, match.file, trust).run().n

    return job


def json_of(t: Table[Any, Any]) -> Callable[[], int]:
    """A table to JSON and back."""

    def job() -> int:
        for _ in range(100):
            codec.load(RA, codec.dump(t), t.data, t.chance)
        return 100

    return job


def main() -> None:
    """Prints the figures."""
    match = bot_match(RA, ["steady"] * 4, b"bench", "bench")
    middle = start(4, 1)
    for _ in range(60):
        seat = middle.pending.seats[0]
        kernel.play(middle, seat, kernel.fallback(middle, seat))
    unit = best(yardstick)
    print(f"{'yardstick: plain Python rounds':48}{unit:12,.0f} a second")
    for name, job in {
        "random legal play in place, all checks": lambda: random_matches(in_place),
        "random legal play with a copy per order": lambda: random_matches(kernel.apply),
        "replay of a whole match from its log, orders": replayed(match, Trust.LOG),
        "the same drawn again from the seed, orders": replayed(match, Trust.NOBODY),
        f"table to JSON ({len(codec.dump(middle))} bytes) and back": json_of(middle),
    }.items():
        figure = best(job)
        print(f"{name:48}{figure:12,.0f} a second, {figure / unit:6.3f} of the yardstick")


if __name__ == "__main__":
    main()
