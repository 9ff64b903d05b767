"""Bastet's cats: three lie at monuments of three regions; what each is worth is her secret."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import ClassVar

from pbem.engine.game import Action, Refusal, Seat, refuse
from pbem.games.ankh.actions import Cats
from pbem.games.ankh.asking import Facts, Question, answers, continues, later, must
from pbem.games.ankh.board import Table, land_of, region_of
from pbem.games.ankh.events import CatRevealed, CatsPlaced, CatsValued
from pbem.games.ankh.steps.deaths import kill

VALUES = (0, 1, 3)
BOMB = 0


def deploy(t: Table, god: int) -> None:
    """All cats are taken up and laid down anew."""
    t.board.change(god, cats=())
    t.board.secrets.cats.pop(god, None)
    later(t, "cat", god)


@continues("cat")
def lay_cat(t: Table, god: int, spaces: Facts) -> None:
    """Asks for the next monument: of a region without a cat."""
    b = t.board
    taken = {region_of(t, space) for space in spaces}
    choices = [
        space
        for region, part in land_of(t).regions.items()
        if region not in taken
        for space in part
        if space in b.monuments
    ]
    if choices and len(spaces) < len(VALUES):
        must(t, god, "cat", choices, spaces)
    elif spaces:
        b.change(god, cats=spaces)
        t.tell(CatsPlaced(god, spaces))
        t.call(Worth(god))


@answers("cat")
def cat_laid(t: Table, god: int, spaces: Facts, space: str) -> None:
    """On to the next one."""
    later(t, "cat", god, *spaces, space)


class Worth(Question, frozen=True, gc=False):
    """What each cat is worth, told to nobody else. Silence: by lot."""

    public: ClassVar[bool] = False

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        return [Cats(()), *map(Cats, permutations(VALUES, len(t.board.gods[self.god].cats)))]

    def why_not(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        if not isinstance(action, Cats):
            return refuse("cats-first", spaces=t.board.gods[self.god].cats)
        count = len(t.board.gods[self.god].cats)
        if action.values and (len(action.values) != count or len(set(action.values)) != count):
            return refuse("cat-values", count=count)
        return None

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        assert isinstance(action, Cats)
        t.end()
        b, her = t.board, frozenset(t.board.seats_of(self.god))
        cats = b.gods[self.god].cats
        values = action.values or tuple(map(int, t.draw("cats", lots(len(cats)), her).split("-")))
        b.secrets.cats[self.god] = values
        t.tell(CatsValued(self.god, dict(zip(cats, values, strict=True))), her)

    def fallback(self, t: Table, seat: Seat) -> Action:
        return Cats(())


def lots(count: int) -> list[str]:
    """Every way to share out the values, as words."""
    return ["-".join(map(str, values)) for values in permutations(VALUES, count)]


def revealable(t: Table, god: int) -> list[str]:
    """Cats of others beside a figure of this god."""
    b, near = t.board, land_of(t).near
    beside = {space for start in b.own(god).values() for space in near[start]}
    return sorted(cat for g, other in enumerate(b.gods) if g != god for cat in other.cats if cat in beside)


def objection_to_reveal(t: Table, god: int, space: str) -> Refusal | None:
    """Beside an own figure lies a cat."""
    cats = revealable(t, god)
    return None if space in cats else refuse("no-cat-there", space=space, spaces=cats)


def turn_up(t: Table, space: str) -> int:
    """What a cat is worth comes to light: for everybody but her it falls like chance."""
    b = t.board
    god = next(g for g, other in enumerate(b.gods) if space in other.cats)
    value = b.secrets.cats[god][b.gods[god].cats.index(space)]
    t.draw("cat", [str(value)])
    t.tell(CatRevealed(god, space, value))
    return value


def take_up(t: Table, space: str) -> None:
    """A cat that lies at a monument goes home."""
    b = t.board
    for god, other in enumerate(b.gods):
        if space in other.cats:
            at = other.cats.index(space)
            values = b.secrets.cats[god]
            b.secrets.cats[god] = values[:at] + values[at + 1 :]
            b.change(god, cats=other.cats[:at] + other.cats[at + 1 :])


def reveal_cat(t: Table, god: int, space: str) -> None:
    """A cat worth something goes home; the bomb kills a figure beside it, and all are laid down anew."""
    owner = next(g for g, other in enumerate(t.board.gods) if space in other.cats)
    if turn_up(t, space) != BOMB:
        take_up(t, space)
        return
    deploy(t, owner)
    near = land_of(t).near[space]
    figures = [name for name, at in t.board.own(god).items() if at in near and name != "g"]
    must(t, god, "bomb", figures)


@answers("bomb")
def bomb(t: Table, god: int, facts: Facts, figure: str) -> None:
    """The figure that looked dies; a god does not."""
    if figure:
        kill(t, [t.board.own(god)[figure]], "bomb")
