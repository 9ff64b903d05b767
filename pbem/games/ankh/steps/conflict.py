"""The conflict: region by region in the order of the tokens, then what comes at its end."""

from __future__ import annotations

from pbem.games.ankh.asking import Auto, Facts, continues, later
from pbem.games.ankh.board import NOBODY, Battle, Table, land_of, sides
from pbem.games.ankh.devotion import earn, gain, reign_of
from pbem.games.ankh.events import BattleBegan, ConflictBegan, ConflictEnded, Destroyed, Dominated, Quiet
from pbem.games.ankh.steps.battle import Fight, victory_bonus
from pbem.games.ankh.steps.cats import deploy, take_up
from pbem.games.ankh.steps.deaths import kill
from pbem.games.ankh.steps.merge import forget_gods, last_conflict, merge_gods
from pbem.games.ankh.steps.moving import faced
from pbem.games.ankh.steps.pharaoh import end_of_conflict
from pbem.games.ankh.strength import majorities

MERGE_SEATS = 3
LAST = 5


def begin_conflict(t: Table, god: int) -> None:
    """Whoever triggered it gets the tie-breaker; Omnipresent and scorpions come first."""
    b = t.board
    b.conflicts += 1
    b.tie_breaker = god
    t.tell(ConflictBegan(b.conflicts, god))
    for one in b.playing():
        if b.has(one, "omnipresent"):
            own = {region for space in b.own(one).values() for region in land_of(t).of[space]}
            earn(t, one, len(own), "omnipresent")
    scorpions(t)
    favoured = reign_of(t, "tutankhamun")
    t.call(Conflict((*favoured, *(n for n in land_of(t).regions if n not in favoured))))


def scorpions(t: Table) -> None:
    """Monuments that Giant Scorpions face are destroyed."""
    b = t.board
    for space in land_of(t).hexes.sort(b.figures):
        figure = b.figures[space]
        if figure.kind == "giant-scorpion":
            for side in faced(t, space, figure.face):
                if side in b.monuments:
                    destroy(t, figure.god, side)


def destroy(t: Table, god: int, space: str) -> None:
    """Back to the supply; the ankh token returns to its owner, a cat to Bastet."""
    b = t.board
    monument = b.monuments.pop(space)
    b.supply[monument.kind] += 1
    if monument.god != NOBODY:
        b.change(monument.god, tokens=b.gods[monument.god].tokens + 1)
    take_up(t, space)
    t.tell(Destroyed(god, space, monument.kind))


class Conflict(Auto, frozen=True, gc=False):
    """The regions that are still to come."""

    queue: tuple[int, ...]

    def go(self, t: Table) -> None:
        if self.queue:
            t.goto(Conflict(self.queue[1:]))
            settle_region(t, self.queue[0])
            return
        t.end()
        conclude(t)


def settle_region(t: Table, region: int) -> None:
    """Nothing, domination, or battle."""
    present = tuple(sorted(sides(t, region)))
    match present:
        case ():
            t.tell(Quiet(region))
        case (god,):
            dominate(t, region, god)
        case _:
            t.board.battle = Battle(region, present)
            t.tell(BattleBegan(region, present))
            t.call(Fight())


def dominate(t: Table, region: int, god: int) -> None:
    """Majorities first, then one devotion; in The People's Revolt the figures die for it."""
    t.tell(Dominated(region, god))
    gain(t, god, majorities(t, region).get(god, 0), "monuments", region)
    gain(t, god, 1 + victory_bonus(t, region, god), "domination", region)
    if t.options["scenario"] == "peoples-revolt":
        mortal = [space for space in sides(t, region)[god] if t.board.figures[space].name != "g"]
        kill(t, mortal, "revolt", dict.fromkeys(mortal, god))


def conclude(t: Table) -> None:
    """Amun's token, Bastet's cats, merge or elimination, at last the pharaoh."""
    b = t.board
    number = b.conflicts
    t.tell(ConflictEnded(number))
    b.tie_breaker = NOBODY
    b.secrets.plans.clear()
    later(t, "pharaoh-end", NOBODY)
    match number:
        case 3 if t.seats >= MERGE_SEATS:
            later(t, "merge", NOBODY)
        case 4:
            later(t, "forget", NOBODY)
        case 5:
            later(t, "last", NOBODY)
    amun, bastet = b.owner_of("amun"), b.owner_of("bastet")
    if amun != NOBODY:
        b.change(amun, second=1)
    if bastet != NOBODY and number < LAST:
        deploy(t, bastet)


@continues("merge")
def merge(t: Table, god: int, facts: Facts) -> None:
    """After the third conflict."""
    merge_gods(t)


@continues("forget")
def forget(t: Table, god: int, facts: Facts) -> None:
    """After the fourth."""
    forget_gods(t)


@continues("last")
def last(t: Table, god: int, facts: Facts) -> None:
    """After the fifth."""
    last_conflict(t)


@continues("pharaoh-end")
def pharaoh_end(t: Table, god: int, facts: Facts) -> None:
    """After everything else."""
    end_of_conflict(t)
