"""Devotion and followers: what is gained, lost, paid."""

from __future__ import annotations

from pbem.games.ankh.asking import later
from pbem.games.ankh.board import Table, land_of, number
from pbem.games.ankh.events import Devoted, Earned, Paid, Withheld


def gain(t: Table, god: int, count: int, why: str, region: int = 0) -> None:
    """One gain, however many causes it has; Bountiful adds to each gain in red. The top space wins at once."""
    b = t.board
    if count <= 0 or b.ended:
        return
    if region and region in reign_of(t, "xerxes"):
        t.tell(Withheld(god))
        return
    if b.has(god, "bountiful") and in_red(t, god):
        count += 1
    now = min(number(t, "devotion", "top"), b.gods[god].devotion + count)
    shift(t, god, now, why)
    if now == number(t, "devotion", "top"):
        b.ended = "top"


def lose(t: Table, god: int, count: int, why: str) -> None:
    """Nobody falls below 0."""
    shift(t, god, max(0, t.board.gods[god].devotion - count), why)


def shift(t: Table, god: int, now: int, why: str) -> None:
    """Moves a token; it comes to lie on top of those that are there."""
    b = t.board
    before = b.gods[god].devotion
    if now != before:
        b.clock += 1
        b.change(god, devotion=now, arrived=b.clock)
        t.tell(Devoted(god, now - before, now, why))


def in_red(t: Table, god: int) -> bool:
    """Whether a god is in the red part of the track."""
    return t.board.gods[god].devotion <= int(t.options["red_zone"])


def reign_of(t: Table, pharaoh: str) -> tuple[int, ...]:
    """The region of this pharaoh, if he reigns and stands on the board."""
    court = t.board.court
    return land_of(t).of[court.space] if court.pharaoh == pharaoh and court.space else ()


def earn(t: Table, god: int, count: int, why: str) -> None:
    """Followers come."""
    if count > 0:
        now = t.board.gods[god].followers + count
        t.board.change(god, followers=now)
        t.tell(Earned(god, count, now, why))


def pay(t: Table, god: int, count: int, why: str) -> None:
    """Followers are sacrificed; Hathor may make use of it."""
    if count > 0:
        give_up(t, god, count, why)
        if t.board.is_god(god, "hathor"):
            later(t, "hathor", god)


def give_up(t: Table, god: int, count: int, why: str) -> None:
    """Followers go, and nothing comes of it."""
    now = t.board.gods[god].followers - count
    t.board.change(god, followers=now)
    t.tell(Paid(god, count, now, why))
