"""Figures that die: back to the pool, and what guardians and gods make of it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from pbem.games.ankh.asking import Facts, answers, continues, later, may, must
from pbem.games.ankh.board import NOBODY, Figure, Table, by_name, free, land_of
from pbem.games.ankh.devotion import lose
from pbem.games.ankh.events import Killed, Summoned, Trapped

SLOTS = 3


def kill(t: Table, spaces: Iterable[str], why: str, lost_by: dict[str, int] | None = None) -> None:
    """All at one moment. `lost_by` says for which god each figure counted; without it for its owner."""
    b = t.board
    dead = [(space, b.figures.pop(space)) for space in spaces]
    if not dead:
        return
    t.tell(Killed(tuple((figure.god, figure.name, space) for space, figure in dead), why))
    for space, figure in dead:
        send_home(t, figure)
        count_loss(t, (lost_by or {}).get(space, figure.god))
    ask_anubis(t, [figure for _, figure in dead])
    for _, figure in dead:
        last_words(t, figure)


def send_home(t: Table, figure: Figure) -> None:
    """To the pool of its owner, the sun to Ra."""
    mine = t.board.gods[figure.god]
    pool = tuple(sorted((*mine.pool, figure.name), key=by_name))
    t.board.change(figure.god, pool=pool, suns=mine.suns + figure.sun)


def count_loss(t: Table, god: int) -> None:
    """For Miracle."""
    battle = t.board.battle
    if battle is not None:
        t.board.battle = replace(battle, killed={**battle.killed, god: battle.killed.get(god, 0) + 1})


def last_words(t: Table, figure: Figure) -> None:
    """A Cat Mummy takes devotion along, a Mummy may come back beside its god."""
    b = t.board
    if figure.kind == "cat-mummy":
        for god in b.playing():
            if god != figure.god:
                lose(t, god, 1, "cat-mummy")
    if figure.kind == "mummy":
        later(t, "mummy", figure.god, figure.name)


@continues("mummy")
def mummy(t: Table, god: int, facts: Facts) -> None:
    """Asks where it comes back."""
    land = land_of(t)
    spaces = land.hexes.sort(space for space in land.near[t.board.god_space(god)] if free(t, space, god))
    may(t, god, "mummy", spaces, facts, default=spaces[0] if spaces else "")


@answers("mummy")
def mummy_back(t: Table, god: int, facts: Facts, space: str) -> None:
    """It stands beside its god again."""
    if space:
        b = t.board
        b.change(god, pool=tuple(name for name in b.gods[god].pool if name != facts[0]))
        b.figures[space] = Figure(god, facts[0])
        t.tell(Summoned(god, facts[0], "mummy", space, "mummy"))


def ask_anubis(t: Table, dead: list[Figure]) -> None:
    """Anubis traps one enemy warrior of those that died at one moment, while he has a slot."""
    b = t.board
    anubis = b.owner_of("anubis")
    if anubis == NOBODY or len(b.gods[anubis].trapped) == SLOTS:
        return
    victims = {figure.god for figure in dead if figure.kind == "warrior" and figure.god != anubis}
    proud_first = reversed(b.humble_first(tuple(victims)))
    names = tuple(b.gods[god].keys[0] for god in proud_first)
    if names:
        later(t, "trap", anubis, *names)


@continues("trap")
def trap(t: Table, god: int, names: Facts) -> None:
    """Asks whose."""
    must(t, god, "trap", names)


@answers("trap")
def trapped(t: Table, god: int, facts: Facts, name: str) -> None:
    """A warrior moves from its owner's pool to a slot."""
    b = t.board
    victim = b.owner_of(name)
    warrior = min((n for n in b.gods[victim].pool if n[0] == "w"), key=by_name)
    b.change(victim, pool=tuple(n for n in b.gods[victim].pool if n != warrior))
    b.change(god, trapped=(*b.gods[god].trapped, (victim, warrior)))
    t.tell(Trapped(god, victim))
