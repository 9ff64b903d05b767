"""The pyramids: favours of Khufu, transporting limestone, building."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import ClassVar

from pbem.engine.game import Action, Refusal, Seat, Step, refuse
from pbem.games.mennefer.actions import Build, Favour, Limestone, Resource
from pbem.games.mennefer.acts import Act
from pbem.games.mennefer.board import GAP, Player, Table, changed, replaced
from pbem.games.mennefer.data import FAVOURS, POSITIONS
from pbem.games.mennefer.events import BlockMoved, Built, QueensBuilt
from pbem.games.mennefer.scoring import elements
from pbem.games.mennefer.steps.base import Choice, push
from pbem.games.mennefer.steps.effects import add, effects, knows, limit

PYRAMIDION = 3
"""The level above I, II and III, counted from 0."""
HUNGRY = 3
"""Below so much food the default takes food."""


@lru_cache
def mixes(order: type[Favour] | type[Resource], kinds: tuple[str, ...], n: int) -> tuple[Action, ...]:
    """Every choice of n, each kind as often as one likes."""
    return tuple(order(mix) for mix in combinations_with_replacement(kinds, n))


@knows("favour")
class FavourKind:
    """n times one of four: heka, food, feather, heart."""

    orders: tuple[type[Action], ...] = (Favour,)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        return mixes(Favour, FAVOURS, act.n)

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        player = copy(t.board.players[seat])
        return Favour(tuple(sorted(wanted(t, player) for _ in range(act.n))))

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        assert isinstance(action, Favour)
        grant(t, seat, action.kinds)

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        assert isinstance(action, Favour)
        return refuse("favours-how-many", count=len(action.kinds), wanted=act.n)


def wanted(t: Table, player: Player) -> str:
    """Food below 3 food, else the marker further behind, the heart on a tie; it is noted on the copy of the player."""
    what = "food" if player.food < HUNGRY else "heart" if player.heart <= player.feather else "feather"
    setattr(player, what, min(limit(t, what), getattr(player, what) + 1))
    return what


def grant(t: Table, seat: Seat, kinds: Sequence[str]) -> None:
    """Each kind once, as often as it stands there."""
    for kind in dict.fromkeys(kinds):
        add(t, seat, kind, kinds.count(kind))


@knows("resource")
class ResourceKind:
    """n food and heka in any mix."""

    orders: tuple[type[Action], ...] = (Resource,)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        return mixes(Resource, ("food", "heka"), act.n)

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        food, heka, kinds = t.board.players[seat].food, t.board.players[seat].heka, []
        for _ in range(act.n):
            kinds.append("food" if food <= heka else "heka")
            food, heka = food + (food <= heka), heka + (food > heka)
        return Resource(tuple(sorted(kinds)))

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        assert isinstance(action, Resource)
        grant(t, seat, action.kinds)

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        assert isinstance(action, Resource)
        return refuse("favours-how-many", count=len(action.kinds), wanted=act.n)


@knows("limestone")
class LimestoneKind:
    """n steps of the two blocks, split freely."""

    orders: tuple[type[Action], ...] = (Limestone,)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        way = free_way(t, t.board.players[seat])
        if not way:
            return (Limestone("great", act.n),)
        great = [Limestone("great", steps) for steps in range(1, act.n + 1)]
        return [*great, *(Limestone("queens", steps) for steps in range(1, min(way, act.n) + 1))]

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        way = free_way(t, t.board.players[seat])
        return Limestone("queens", min(way, act.n)) if way else Limestone("great", act.n)

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        assert isinstance(action, Limestone)
        if act.n > action.steps:
            effects(t, seat, (Act("limestone", n=act.n - action.steps),))
        push(t, Hauling(seat, action.track, action.steps))

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        assert isinstance(action, Limestone)
        way = free_way(t, t.board.players[seat])
        if action.track == "queens" and way < act.n:
            return refuse("queens-way", steps=way, allowed=t.board.players[seat].allowed)
        return refuse("limestone-steps", steps=act.n)


def free_way(t: Table, player: Player) -> int:
    """Steps that the Queens' block can go: each building space on the way takes an available permission."""
    track, left = t.data.value.queens_track, player.allowed
    for at in range(player.queens, len(track)):
        left -= track[at]
        if left < 0:
            return at - player.queens
    return len(track) - player.queens


class Hauling(Step, frozen=True, gc=False):
    """A block on its way: every step triggers its space, so passing is reaching."""

    seat: Seat
    track: str
    left: int

    def run(self, t: Table) -> None:
        player = t.board.players[self.seat]
        if self.track == "great" and player.great == len(t.data.value.great):
            t.end()
            effects(t, self.seat, (Act("favour", n=self.left * t.data.value.great_end),))
            return
        if self.left > 1:
            t.goto(Hauling(self.seat, self.track, self.left - 1))
        else:
            t.end()
        if self.track == "great":
            haul_great(t, self.seat)
        else:
            haul_queens(t, self.seat)


def haul_great(t: Table, seat: Seat) -> None:
    """A building space adds a piece to the Great Pyramid; a favour space gives favours."""
    player, numbers = t.board.players[seat], t.data.value
    player.great += 1
    t.tell(BlockMoved(seat, "great", player.great))
    space = numbers.great[player.great - 1]
    if space.favour:
        effects(t, seat, (Act("favour", n=space.favour),))
    if space.build or player.great in numbers.hammers[t.seats]:
        build(t, seat)


def build(t: Table, seat: Seat) -> None:
    """After the pyramidion there is nothing more to build."""
    if t.board.level() < PYRAMIDION:
        push(t, Position(seat))
    elif t.board.level() == PYRAMIDION:
        t.board.pyramidion = True
        t.tell(Built(seat, PYRAMIDION + 1, "", "", ""))
        push(t, Covered(seat))


class Position(Choice, frozen=True, gc=False):
    """Where a piece of the level under construction is placed: the favour there is gained, and that of the piece."""

    question: ClassVar[str] = "position"

    def options(self, t: Table) -> Sequence[Action]:
        first = t.board.level() * len(POSITIONS)
        return [Build(name) for n, name in enumerate(POSITIONS) if t.board.great[first + n] == GAP]

    def default(self, t: Table) -> Action:
        return self.options(t)[0]

    def answer(self, t: Table, action: Action) -> None:
        assert isinstance(action, Build)
        b = t.board
        level, at = b.level(), POSITIONS.index(action.where)
        covered = b.great[(level - 1) * len(POSITIONS) + at] if level else t.data.value.base[action.where]
        piece = b.tops[level]
        b.great = replaced(b.great, level * len(POSITIONS) + at, piece)
        b.tops = replaced(b.tops, level, t.draw(f"piece-{level + 1}", b.quarry[level]) if b.quarry[level] else GAP)
        t.tell(Built(self.seat, level + 1, action.where, covered, piece))
        t.end()
        grant(t, self.seat, sorted((covered, piece)))


class Covered(Choice, frozen=True, gc=False):
    """The pyramidion covers four pieces and gives some of their favours."""

    question: ClassVar[str] = "pyramidion"

    def options(self, t: Table) -> Sequence[Action]:
        top = sorted(t.board.great[-len(POSITIONS) :])
        return [Favour(two) for two in dict.fromkeys(combinations(top, t.data.value.pyramidion))]

    def default(self, t: Table) -> Action:
        top = t.board.great[-len(POSITIONS) :]
        return Favour(tuple(sorted(top[: t.data.value.pyramidion])))

    def answer(self, t: Table, action: Action) -> None:
        assert isinstance(action, Favour)
        t.end()
        grant(t, self.seat, action.kinds)


def haul_queens(t: Table, seat: Seat) -> None:
    """A building space takes a permission and adds a level to one of the Queens' pyramids."""
    player = t.board.players[seat]
    player.queens += 1
    t.tell(BlockMoved(seat, "queens", player.queens))
    if t.data.value.queens_track[player.queens - 1]:
        push(t, QueensPyramid(seat))


class QueensPyramid(Choice, frozen=True, gc=False):
    """Beside which pyramid the permission is placed: one that is not finished and has an empty space for it."""

    question: ClassVar[str] = "queens-pyramid"

    def options(self, t: Table) -> Sequence[Action]:
        return [Build(name) for at, name in enumerate(t.data.value.queens) if open_to_build(t, at)]

    def default(self, t: Table) -> Action:
        player, b = self.player(t), t.board
        have = elements(b, t.data.value, self.seat, len(player.met), len(player.rolled))
        names = t.data.value.queens
        able = [at for at in range(len(names)) if open_to_build(t, at)]
        return Build(names[max(able, key=lambda at: (have[b.queens_tiles[at]], -at))])

    def answer(self, t: Table, action: Action) -> None:
        assert isinstance(action, Build)
        player, b = self.player(t), t.board
        at = t.data.value.queens.index(action.where)
        player.allowed -= 1
        player.placed = changed(player.placed, at, 1)
        b.queens = changed(b.queens, at, 1)
        t.tell(QueensBuilt(self.seat, action.where, b.queens[at]))
        t.end()

    def reason(self, t: Table, action: Action) -> Refusal | None:
        if isinstance(action, Build) and action.where in t.data.value.queens:
            return refuse("pyramid-closed", pyramid=action.where)
        return None


def open_to_build(t: Table, at: int) -> bool:
    """Whether one of the Queens' pyramids can grow."""
    b, numbers = t.board, t.data.value
    permissions = sum(player.placed[at] for player in b.players)
    return b.queens[at] < numbers.queens_levels and permissions < numbers.permission_spaces[t.seats]
