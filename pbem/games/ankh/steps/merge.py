"""Two gods become one, gods are forgotten, the match ends."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.games.ankh.asking import Facts, answers, continues, later, must
from pbem.games.ankh.board import Figure, Monument, Table, by_name, number
from pbem.games.ankh.devotion import in_red
from pbem.games.ankh.events import Forgotten, Merged
from pbem.games.ankh.names import LARGE, LEVEL_OF, kind_of
from pbem.games.ankh.steps.cats import take_up


def merge_gods(t: Table) -> None:
    """The god with least devotion becomes part of the next one; the two players play it together."""
    b = t.board
    lower, higher = b.playing()[:2]
    t.tell(Merged(lower, higher, (b.gods[lower].keys[0], b.gods[higher].keys[0])))
    newcomers = [*guardians_of(t, lower, "small"), *guardians_of(t, lower, "large")]
    free_prisoners(t, lower, higher)
    hand_over_figures(t, lower, higher)
    clear_monuments(t, lower)
    hand_over_dashboard(t, lower, higher)
    later(t, "surplus", higher, *newcomers)


def free_prisoners(t: Table, lower: int, higher: int) -> None:
    """Warriors of the lower god leave Anubis' slots for good; those of the higher go home if Anubis is the lower."""
    b = t.board
    home = [name for victim, name in b.gods[lower].trapped if victim == higher]
    b.change(higher, pool=tuple(sorted((*b.gods[higher].pool, *home), key=by_name)))
    for g, god in enumerate(b.gods):
        out = (lower, higher) if g == lower else (lower,)
        b.change(g, trapped=tuple(one for one in god.trapped if one[0] not in out))


def hand_over_figures(t: Table, lower: int, higher: int) -> None:
    """The lower god's figure and warriors leave the game, its guardians change sides where they stand."""
    b = t.board
    for space, figure in list(b.figures.items()):
        if figure.god == lower and figure.kind in LEVEL_OF:
            b.figures[space] = Figure(higher, figure.name, figure.sun, figure.face)
        elif figure.god == lower:
            del b.figures[space]
            b.change(lower, suns=b.gods[lower].suns + figure.sun)


def clear_monuments(t: Table, lower: int) -> None:
    """The lower god's monuments go to the supply."""
    b = t.board
    for space in b.monuments_of(lower):
        b.supply[b.monuments.pop(space).kind] += 1
        take_up(t, space)


def hand_over_dashboard(t: Table, lower: int, higher: int) -> None:
    """Devotion of the lower, followers of both, everything else of the higher; what unique powers need goes along."""
    b = t.board
    old, mine = b.gods[lower], b.gods[higher]
    guardians = [name for name in old.pool if kind_of(name) in LEVEL_OF]
    b.change(
        higher,
        keys=mine.keys + old.keys,
        devotion=old.devotion,
        arrived=old.arrived,
        followers=mine.followers + old.followers,
        pool=(*mine.pool, *guardians),
        trapped=mine.trapped + old.trapped,
        suns=mine.suns + old.suns,
        portals=mine.portals + old.portals,
        eyes=mine.eyes + old.eyes,
        second=mine.second + old.second,
        cats=mine.cats + old.cats,
    )
    if lower in b.secrets.cats:
        b.secrets.cats[higher] = b.secrets.cats.pop(lower)
    b.god_of = tuple(higher if god == lower else god for god in b.god_of)
    clear_dashboard(t, lower, "merged")


def clear_dashboard(t: Table, god: int, state: str) -> None:
    """Nothing is left of a god but its place on the track; its agenda cards leave the game."""
    b = t.board
    mine = b.gods[god]
    b.court = replace(b.court, gone=tuple(sorted((*b.court.gone, *mine.agenda, *mine.agenda_used))))
    b.change(
        god, state=state, followers=0, pool=(), powers=(), hand=(), used=(), tokens=0, priests=(0, 0, 0, 0, 0),
        agenda=(), agenda_used=(), trapped=(), suns=0, portals=(), eyes=(), second=0, cats=(),
    )  # fmt: skip


def guardians_of(t: Table, god: int, size: str) -> list[str]:
    """A god's guardians on the board and in the pool, low levels first."""
    names = [name for name in (*t.board.own(god), *t.board.gods[god].pool) if kind_of(name) in LEVEL_OF]
    mine = [name for name in names if (kind_of(name) in LARGE) == (size == "large")]
    return sorted(mine, key=lambda name: (LEVEL_OF[kind_of(name)], name))


def room_for(t: Table, god: int, guardian: str) -> bool:
    """Whether a god can keep one more guardian of this size."""
    size = "large" if kind_of(guardian) in LARGE else "small"
    return len(guardians_of(t, god, size)) < number(t, "tokens", f"guardians_{size}")


@continues("surplus")
def surplus(t: Table, god: int, newcomers: Facts) -> None:
    """A merged god has room for two small and two large guardians; asks which ones go, the lower god's first."""
    for size in ("small", "large"):
        guardians = guardians_of(t, god, size)
        if len(guardians) > number(t, "tokens", f"guardians_{size}"):
            must(t, god, "surplus", sorted(guardians, key=lambda name: name not in newcomers), newcomers)
            return


@answers("surplus")
def give_up(t: Table, god: int, newcomers: Facts, name: str) -> None:
    """A guardian goes back to the supply."""
    b = t.board
    later(t, "surplus", god, *newcomers)
    space = b.own(god).get(name)
    if space:
        b.change(god, suns=b.gods[god].suns + b.figures.pop(space).sun)
    b.change(god, pool=tuple(other for other in b.gods[god].pool if other != name))
    b.guardians = tuple(sorted((*b.guardians, name)))


def forget_gods(t: Table) -> None:
    """Gods in the red part are out. One left wins; if none is left, all lose."""
    b = t.board
    for god in b.playing():
        if in_red(t, god):
            t.tell(Forgotten(god, b.gods[god].keys[0]))
            forget_god(t, god)
    left = len(b.playing())
    if left < 2:
        b.ended = "last" if left else "nobody"


def forget_god(t: Table, god: int) -> None:
    """Figures leave the game, monuments become neutral, prisoners go home."""
    b = t.board
    mine = b.gods[god]
    guardians = [*guardians_of(t, god, "small"), *guardians_of(t, god, "large")]
    b.guardians = tuple(sorted((*b.guardians, *guardians)))
    for space in b.own(god).values():
        del b.figures[space]
    for space in b.monuments_of(god):
        b.monuments[space] = Monument(b.monuments[space].kind)
    for victim, name in mine.trapped:
        b.change(victim, pool=tuple(sorted((*b.gods[victim].pool, name), key=by_name)))
    for g, other in enumerate(b.gods):
        b.change(g, trapped=tuple(one for one in other.trapped if one[0] != god))
    b.secrets.cats.pop(god, None)
    clear_dashboard(t, god, "forgotten")


def last_conflict(t: Table) -> None:
    """Most devotion wins."""
    t.board.ended = "track"
