"""How quick Ankh is: what `steady` needs for a turn, and how long the largest list of legal orders takes.

Time of the processor: what else runs on the machine does not count.
"""

from __future__ import annotations

import random
import statistics
import sys
import time

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.games import game
from pbem.games.ankh import land
from pbem.games.ankh.board import Table
from pbem.games.ankh.steps import Turn

ANKH = game("ankh")
PHARAOHS = ("none", "ramses", "xerxes", "amenhotep", "tutankhamun", "akhenaten")


def random_match(seed: int) -> tuple[int, float]:
    """A random match: the size of its largest list of orders, and the milliseconds for it with nothing cached."""
    rng = random.Random(seed)
    options = {"pharaoh": PHARAOHS[seed % 6]}
    t = kernel.start(ANKH, 2 + seed % 4, Seeded(seed.to_bytes(32, "big")), options)
    largest = (0, 0.0)
    while t.stack:
        seat = rng.choice(t.pending.seats)
        orders = list(kernel.legal(t, seat))
        if len(orders) > largest[0]:
            largest = (len(orders), cold_list(t, seat))
        kernel.play(t, seat, rng.choice(orders))
    return largest


def cold_list(t: Table, seat: int) -> float:
    """Milliseconds for the legal orders as if this table had just been fetched from the store."""
    t.choices = None
    land.divided.cache_clear()
    land.caravans.cache_clear()
    begun = time.process_time()
    list(kernel.legal(t, seat))
    return 1000 * (time.process_time() - begun)


def steady_match(seed: int) -> list[float]:
    """A match of `steady`: milliseconds of each whole turn, all answers of whoever has it counted."""
    t = kernel.start(ANKH, 4, Seeded(seed.to_bytes(32, "big")), {"pharaoh": PHARAOHS[seed % 6]})
    turns = []
    while t.stack:
        seat, step = t.pending.seats[0], t.stack[-1]
        if isinstance(step, Turn) and not step.last and not step.begun:
            turns.append(0.0)
        begun = time.process_time()
        order = kernel.consult(t, seat, ANKH.bots["steady"], Seeded(bytes(32)))
        if turns and seat == t.board.active:
            turns[-1] += 1000 * (time.process_time() - begun)
        kernel.play(t, seat, order)
    return turns


def main() -> None:
    """Prints the figures; the number of random matches can be given."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    lists = [random_match(seed) for seed in range(count)]
    print(f"largest list of legal orders in {count} random matches: {max(size for size, _ in lists)} orders")
    times = [spent for _, spent in lists]
    print(f"such a list: median {statistics.median(times):.2f} ms, longest {max(times):.2f} ms")
    turns = [spent for seed in range(12) for spent in steady_match(seed)]
    print(f"a turn of steady: median {statistics.median(turns):.1f} ms, longest {max(turns):.1f} ms")


if __name__ == "__main__":
    main()
