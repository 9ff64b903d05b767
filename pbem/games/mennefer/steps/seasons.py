"""Three eras of flood, sowing and harvest."""

from __future__ import annotations

from pbem.engine.game import Seat, Step
from pbem.games.mennefer.board import Board, Table
from pbem.games.mennefer.data import APPRENTICES, ERAS, HOUSES
from pbem.games.mennefer.events import EraBegan, Harvested
from pbem.games.mennefer.scoring import tally
from pbem.games.mennefer.steps.turn import EndTurn, Turn, may_move


class Eras(Step, frozen=True, gc=False):
    """The match; it lies at the bottom of the stack. The first era has no flood."""

    def run(self, t: Table) -> None:
        b = t.board
        if b.era == ERAS:
            t.end()
            return
        b.era += 1
        if b.era > 1:
            flood(t)
        else:
            t.tell(EraBegan(b.era, b.order))
        t.call(Sowing(0))


class Sowing(Step, frozen=True, gc=False):
    """Turns in order until nobody can do anything more; then the harvest."""

    next: int

    def run(self, t: Table) -> None:
        order = t.board.order
        for ahead in range(len(order)):
            at = (self.next + ahead) % len(order)
            if may_move(t, t.board.players[order[at]]):
                t.goto(Sowing((at + 1) % len(order)))
                t.call(EndTurn(order[at]))
                t.call(Turn(order[at]))
                return
        t.end()
        harvest(t)


def flood(t: Table) -> None:
    """In the printed order; the narrator has moved already."""
    b = t.board
    food = tuple(fished(t, seat) for seat in range(t.seats))
    heka = tuple(sum(step.heka for step in t.data.value.obelisk[: player.orb]) for player in b.players)
    for seat, player in enumerate(b.players):
        cap = int(t.data.value.start["cap"])
        player.food = min(cap, player.food + food[seat])
        player.heka = min(cap, player.heka + heka[seat])
        player.home = tuple(range(1, APPRENTICES + 1))
        player.sun = player.moon = ()
    b.sun, b.moon = below(b.sun), below(b.moon)
    refill_cities(t)
    b.order = by_prestige(b)
    t.tell(EraBegan(b.era, b.order, food, heka))


def fished(t: Table, seat: Seat) -> int:
    """A food for each fishing boat that an own boat has passed."""
    return sum(t.data.value.passed[place] for place in t.board.players[seat].boats)


def below(houses: tuple[str, ...]) -> tuple[str, ...]:
    """The house below each, and the top one below the last."""
    return tuple(HOUSES[(HOUSES.index(house) + 1) % len(HOUSES)] for house in houses)


def refill_cities(t: Table) -> None:
    """Every empty space gets a contract of the value of the era, as long as there are any."""
    b = t.board
    pile = b.contracts[b.era - 1]
    for city in b.cities:
        while len(b.cities[city]) < t.data.value.city_spaces[t.seats] and pile:
            b.cities[city] += (t.draw(f"contract-{b.era}", pile),)


def by_prestige(b: Board) -> tuple[Seat, ...]:
    """Fewest points first; who is tied keeps the relative order."""
    return tuple(sorted(b.order, key=lambda seat: b.players[seat].pp))


def harvest(t: Table) -> None:
    """Papyri, Duat, contracts, necropolis, obelisk, Great Pyramid, Queens: each player alone."""
    b, numbers = t.board, t.data.value
    tallies = tuple(tally(b, numbers, seat) for seat in range(t.seats))
    for player, one in zip(b.players, tallies, strict=True):
        player.feather = min(numbers.duat, player.feather + one.papyri + one.drawings)
        player.rolled += player.papyri
        player.papyri = ()
        player.contracts = tuple(card for card in player.contracts if card not in one.met)
        player.met += one.met
        player.pp = max(0, player.pp + one.duat) + one.total - one.duat
    points = tuple(player.pp for player in b.players)
    b.history += (points,)
    t.tell(Harvested(b.era, tallies, points))
