"""Camel caravans split a region in two; in The People's Revolt regions are joined instead."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.game import Action, Refusal, Seat, refuse
from pbem.games.ankh.actions import Caravan
from pbem.games.ankh.asking import Facts, Question, answers, may, must
from pbem.games.ankh.board import Table, land_of, number
from pbem.games.ankh.devotion import earn
from pbem.games.ankh.events import CaravanLaid, Joined, Nothing, Swapped
from pbem.games.ankh.land import Chain, caravans, cut
from pbem.games.ankh.plans import renumber


def ways(t: Table) -> list[Chain]:
    """Every caravan that can be laid, the largest region first, then the fewest camels."""
    b, land = t.board, land_of(t)
    camels = min(number(t, "caravan", "most_camels"), number(t, "camels", "supply") - len(b.camels))
    if not camels or len(b.order) >= number(t, "caravan", "order_tokens"):
        return []
    regions = sorted(land.regions, key=lambda region: (-len(land.regions[region]), region))
    least = number(t, "caravan", "least_land")
    return [chain for region in regions for chain in caravans(land, region, camels, least)]


def begin_caravan(t: Table, god: int) -> None:
    """Asks for the chain, if any region can be split."""
    if ways(t):
        t.call(Lay(god))
    else:
        t.tell(Nothing(god, "caravan"))


class Lay(Question, frozen=True, gc=False):
    """Which edges get camels."""

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        return [Caravan(chain) for chain in ways(t)]

    def why_not(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        if not isinstance(action, Caravan):
            return refuse("caravan-first")
        chain = self.meant(t, action)
        if not chain:
            return self.no_caravan(t, action)
        spaces = land_of(t).regions[split_by(t, chain)]
        return None if action.part in ("", *spaces) else refuse("not-a-part", space=action.part, spaces=spaces)

    def no_caravan(self, t: Table, action: Caravan) -> Refusal:
        """These edges do not split a region as the rules want it."""
        numbers = {"least": number(t, "caravan", "least_land"), "most": number(t, "caravan", "most_camels")}
        return refuse("no-caravan", edges=action.edges, **numbers)

    def meant(self, t: Table, action: Caravan) -> Chain:
        """The chain of these edges, in whatever order they were named; empty: there is none."""
        edges = frozenset(action.edges)
        return next((chain for chain in ways(t) if frozenset(chain) == edges), ())

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        assert isinstance(action, Caravan)
        t.end()
        chain = self.meant(t, action)
        parts = [part for part in halves(t, chain) if not action.part or action.part in part]
        must(t, self.god, "part", [part[0] for part in parts], (str(split_by(t, chain)), *chain))

    def fallback(self, t: Table, seat: Seat) -> Action:
        return Caravan(ways(t)[0])


def split_by(t: Table, chain: Chain) -> int:
    """The region that a chain of camels splits."""
    return land_of(t).of[chain[0][:2]][0]


def halves(t: Table, chain: Chain) -> list[list[str]]:
    """The two parts that a chain leaves of its region, the smaller first."""
    land = land_of(t)
    spaces = frozenset(land.regions[split_by(t, chain)])
    one = cut(land, spaces, chain, chain[0][:2])
    return sorted((land.hexes.sort(part) for part in (one, spaces - one)), key=lambda part: (len(part), part))


@answers("part")
def part(t: Table, god: int, facts: Facts, space: str) -> None:
    """The new number lies on the part with this space, the old one on the other; then the new one may be swapped."""
    b, land = t.board, land_of(t)
    region, chain = int(facts[0]), facts[1:]
    fresh = cut(land, frozenset(land.regions[region]), chain, space)
    rest = [s for s in land.regions[region] if s not in fresh]
    b.camels += tuple(sorted(chain))
    b.order = (*b.order[: region - 1], rest[0], *b.order[region:], space)
    renumber(t, {region: 0})
    new = len(b.order)
    t.tell(CaravanLaid(god, region, tuple(sorted(chain)), new, (len(rest), len(fresh))))
    may(t, god, "swap", [str(n) for n in range(1, new)])


@answers("swap")
def swap(t: Table, god: int, facts: Facts, other: str) -> None:
    """The newest token changes places with another."""
    if other:
        b = t.board
        new, old = len(b.order), int(other)
        order = list(b.order)
        order[new - 1], order[old - 1] = order[old - 1], order[new - 1]
        b.order = tuple(order)
        renumber(t, {new: old, old: new})
        t.tell(Swapped(god, (new, old)))


def camels_between(t: Table, one: int, other: int) -> list[str]:
    """The camels on the border of two regions."""
    of = land_of(t).of
    return [c for c in t.board.camels if {*of[c[:2]], *of[c[2:]]} == {one, other}]


def begin_consolidation(t: Table, god: int) -> None:
    """A follower, and two regions that camels divide become one."""
    earn(t, god, 1, "consolidation")
    regions = land_of(t).regions
    pairs = [(one, other) for one in regions for other in regions if one < other and camels_between(t, one, other)]
    pairs.sort(key=lambda pair: len(regions[pair[0]]) + len(regions[pair[1]]))
    must(t, god, "join", [f"{one}-{other}" for one, other in pairs])


@answers("join")
def join(t: Table, god: int, facts: Facts, pair: str) -> None:
    """Asks which of the two numbers stays, unless the highest of all is one of them and goes anyway."""
    if not pair:
        t.tell(Nothing(god, "consolidation"))
        return
    one, other = pair.split("-")
    highest = str(len(t.board.order))
    must(t, god, "keep", [n for n in (one, other) if n != highest], (one, other))


@answers("keep")
def keep(t: Table, god: int, facts: Facts, kept: str) -> None:
    """The highest token leaves the game; a number left over takes its place."""
    b = t.board
    one, other = map(int, facts)
    gone = camels_between(t, one, other)
    b.camels = tuple(camel for camel in b.camels if camel not in gone)
    spare = other if int(kept) == one else one
    renumber(t, {len(b.order): spare, one: 0, other: 0})
    order = list(b.order)
    order[spare - 1] = order[-1]
    b.order = tuple(order[:-1])
    t.tell(Joined(god, (one, other), int(kept), spare))
