"""Summoning figures: the action, and everything else that brings figures to the board.

`mode` says where a figure may go: "normal" beside an own figure or monument; "pyramid e4", "sphinx e4" beside that
monument; "droves" in the pharaoh's region. "warrior" and "guardian" are normal but for that kind alone.
"""

from __future__ import annotations

from pbem.engine.game import Action, Refusal, refuse
from pbem.games.ankh.actions import Summon
from pbem.games.ankh.asking import TYPED, YES, Facts, answers, continues, later, may, must
from pbem.games.ankh.board import NOBODY, Figure, Table, by_name, free, hexes_of, land_of, water_free
from pbem.games.ankh.devotion import earn, give_up, pay
from pbem.games.ankh.events import Nothing, Radiant, Summoned
from pbem.games.ankh.names import LEVEL_OF, ROOMS, kind_of
from pbem.games.ankh.palace_events import PriestPlaced
from pbem.games.ankh.steps.moving import open_rooms

NORMAL = "normal"
WATER_ONLY = ("droves", "sphinx")
"""Where Akhenaten calls figures Apep comes to water alone."""


def kinds(t: Table, god: int, mode: str) -> list[str]:
    """What can be summoned: warriors first, then guardians by level, then own warriors trapped by Anubis."""
    mine = t.board.gods[god]
    found = {kind_of(name) for name in mine.pool}
    if "warrior" not in found and can_ordain_back(t, god):
        found.add("warrior")
    if mode == NORMAL and mine.followers > 0 and jailer(t, god) != NOBODY:
        found.add("trapped")
    if mode in ("warrior", "guardian"):
        found = {kind for kind in found if (kind in LEVEL_OF) == (mode == "guardian")}
    return [kind for kind in sorted(found, key=rank) if spaces_for(t, god, kind, mode)]


def rank(kind: str) -> tuple[int, str]:
    """Warriors before guardians of low and high level."""
    return {"warrior": 0, "trapped": 9}.get(kind, LEVEL_OF.get(kind, 0)), kind


def can_ordain_back(t: Table, god: int) -> bool:
    """Under Akhenaten priests of the pool serve as warriors."""
    return t.board.court.pharaoh == "akhenaten" and t.board.gods[god].priests[0] > 0


def can_ordain(t: Table, god: int) -> bool:
    """Under Akhenaten warriors of the pool serve as priests."""
    return t.board.court.pharaoh == "akhenaten" and any(name[0] == "w" for name in t.board.gods[god].pool)


def jailer(t: Table, god: int) -> int:
    """The Anubis who has trapped a warrior of this god."""
    return next((g for g, other in enumerate(t.board.gods) if any(v == god for v, _ in other.trapped)), NOBODY)


def spaces_for(t: Table, god: int, kind: str, mode: str) -> list[str]:
    """Where a figure of this kind may be put."""
    b, land = t.board, land_of(t)
    place, _, at = mode.partition(" ")
    if place == "droves":
        region = land.of[b.court.space][0]
        spaces, water = land.regions[region], land.touched[region]
    elif at:
        spaces = water = land.near[at]
    else:
        anchors = [*b.own(god).values(), *b.monuments_of(god)]
        spaces = tuple({near for anchor in anchors for near in land.near[anchor]} | set(b.gods[god].portals))
        water = hexes_of(t).spaces
    wet = [space for space in water if water_free(t, space)] if kind == "apep" else []
    dry = [] if kind == "apep" and place in WATER_ONLY else [space for space in spaces if free(t, space, god)]
    return hexes_of(t).sort({*wet, *dry})


def begin_summon(t: Table, god: int) -> None:
    """A figure, then figures beside pyramids, then a priest."""
    frame(t, god)
    later(t, "summon", god, NORMAL)
    shortage(t, god)


def frame(t: Table, god: int) -> None:
    """What follows a summon action."""
    if t.board.court.pharaoh:
        later(t, "priest", god)
    if t.board.has(god, "pyramid-attuned"):
        later(t, "extras", god, *t.board.monuments_of(god, "pyramid"))


def shortage(t: Table, god: int) -> None:
    """Under Akhenaten one last piece can go to the board or to the palace."""
    mine = t.board.gods[god]
    men = sum(name[0] == "w" for name in mine.pool) + mine.priests[0]
    if t.board.court.pharaoh == "akhenaten" and men == 1:
        must(t, god, "shortage", ("board", "palace"))


@answers("shortage")
def settle_shortage(t: Table, god: int, facts: Facts, choice: str) -> None:
    """In the palace it is a priest; on the board a warrior."""
    b = t.board
    if choice == "palace":
        to_priest(t, god)
        t.end()
        later(t, "summon", god, "guardian")
    elif b.gods[god].priests[0]:
        to_warrior(t, god)


def to_priest(t: Table, god: int) -> None:
    """A warrior of the pool becomes a priest of the pool, if there is no priest."""
    b, mine = t.board, t.board.gods[god]
    if not mine.priests[0]:
        last = max((name for name in mine.pool if name[0] == "w"), key=by_name)
        pool = tuple(name for name in mine.pool if name != last)
        b.change(god, pool=pool, priests=(1, *mine.priests[1:]))


def to_warrior(t: Table, god: int) -> None:
    """A priest of the pool becomes a warrior of the pool, with a number of its own."""
    b, mine = t.board, t.board.gods[god]
    taken = {*b.own(god), *mine.pool, *(name for other in b.gods for v, name in other.trapped if v == god)}
    name = next(f"w{n}" for n in range(1, 10) if f"w{n}" not in taken)
    b.change(god, pool=(*mine.pool, name), priests=(mine.priests[0] - 1, *mine.priests[1:]))


@continues("summon")
def summon(t: Table, god: int, facts: Facts) -> None:
    """Asks what to summon; a must where it is possible, but nobody has to pay for a trapped warrior."""
    found = kinds(t, god, facts[0])
    ask = may if found == ["trapped"] else must
    ask(t, god, "summon", found, facts)


@continues("summon-may")
def summon_may(t: Table, god: int, facts: Facts) -> None:
    """Asks what to summon, if anything. The mode stands first; a price to be paid may follow it."""
    may(t, god, "summon-may", kinds(t, god, facts[0]), facts)


@answers("summon")
def summon_what(t: Table, god: int, facts: Facts, kind: str) -> None:
    """Asks where."""
    if kind:
        must(t, god, "summon-to", spaces_for(t, god, kind, facts[0]), (kind, *facts))
    else:
        t.tell(Nothing(god, "summon"))


@answers("summon-may")
def summon_what_if(t: Table, god: int, facts: Facts, kind: str) -> None:
    """Asks where, if something was chosen."""
    if kind:
        must(t, god, "summon-to", spaces_for(t, god, kind, facts[0]), (kind, *facts))


@answers("summon-to")
def summon_to(t: Table, god: int, facts: Facts, space: str) -> None:
    """Puts the figure down, and pays for it where that is due."""
    kind, mode = facts[0], facts[1]
    if mode == "hathor":
        give_up(t, god, 1, "hathor")
    elif facts[2:]:
        pay(t, god, int(facts[2]), "agenda")
    put_down(t, god, kind, space, mode.partition(" ")[0])


def put_down(t: Table, god: int, kind: str, space: str, why: str) -> None:
    """A figure of the pool, or a trapped warrior, comes to the board."""
    b = t.board
    if kind == "trapped":
        name = set_free(t, god)
    else:
        if kind == "warrior" and not any(n[0] == "w" for n in b.gods[god].pool):
            to_warrior(t, god)
        name = min((n for n in b.gods[god].pool if kind_of(n) == kind), key=by_name)
        b.change(god, pool=tuple(n for n in b.gods[god].pool if n != name))
    b.figures[space] = Figure(god, name)
    t.tell(Summoned(god, name, kind_of(name), space, why))
    if name[:2] == "sc":
        later(t, "face", god, name, "new")
    if b.is_god(god, "ra") and b.gods[god].suns:
        may(t, god, "sun", YES, (name,), default="yes")


def set_free(t: Table, god: int) -> str:
    """Anubis gets a follower for the warrior."""
    b = t.board
    holder = jailer(t, god)
    name = next(name for victim, name in b.gods[holder].trapped if victim == god)
    b.change(holder, trapped=tuple(one for one in b.gods[holder].trapped if one != (god, name)))
    pay(t, god, 1, "trapped")
    earn(t, holder, 1, "trapped")
    return name


@answers("sun")
def sun(t: Table, god: int, facts: Facts, choice: str) -> None:
    """A radiant figure."""
    if choice:
        b = t.board
        space = b.own(god)[facts[0]]
        old = b.figures[space]
        b.figures[space] = Figure(god, old.name, 1, old.face)
        b.change(god, suns=b.gods[god].suns - 1)
        t.tell(Radiant(god, old.name))


@continues("extras")
def extras(t: Table, god: int, pyramids: Facts) -> None:
    """One more figure beside each own pyramid, in any order."""
    may(t, god, "extras", [p for p in pyramids if kinds(t, god, f"pyramid {p}")], pyramids)


@answers("extras")
def extra(t: Table, god: int, pyramids: Facts, pyramid: str) -> None:
    """A figure beside one of them; then the others."""
    if pyramid:
        later(t, "extras", god, *(p for p in pyramids if p != pyramid))
        later(t, "summon", god, f"pyramid {pyramid}")


@continues("priest")
def priest(t: Table, god: int, facts: Facts) -> None:
    """A priest of the pool must go to a room."""
    b = t.board
    if can_ordain(t, god):
        to_priest(t, god)
    if b.gods[god].priests[0]:
        must(t, god, "priest", open_rooms(t), default="court")


@answers("priest")
def place_priest(t: Table, god: int, facts: Facts, room: str) -> None:
    """A priest stands in a room."""
    priests = list(t.board.gods[god].priests)
    priests[0] -= 1
    priests[ROOMS.index(room) + 1] += 1
    t.board.change(god, priests=tuple(priests))
    t.tell(PriestPlaced(god, room))


@continues("hathor")
def hathor(t: Table, god: int, facts: Facts) -> None:
    """When she sacrifices followers, one more summons a figure."""
    if t.board.gods[god].followers:
        later(t, "summon-may", god, "hathor")


def objection_to_summon(t: Table, god: int, facts: Facts, action: Action) -> Refusal | None:
    """A figure that can be summoned, on a space where it may go."""
    assert isinstance(action, Summon)
    mode = facts[0] if facts else NORMAL
    if not action.what:
        return refuse("name-summon")
    kind, space = action.what
    if kind not in kinds(t, god, mode):
        return refuse("cannot-summon", kind=kind, kinds=kinds(t, god, mode))
    spaces = spaces_for(t, god, kind, mode)
    return None if space in spaces else refuse("cannot-place", kind=kind, space=space, spaces=spaces)


def summon_at_once(t: Table, god: int, facts: Facts, action: Action) -> None:
    """The figure and the space that were named."""
    assert isinstance(action, Summon)
    if not facts:
        frame(t, god)
    summon_to(t, god, (action.what[0], *(facts or (NORMAL,))), action.what[1])


TYPED["summon"] = (Summon, objection_to_summon, summon_at_once)
TYPED["summon-may"] = (Summon, objection_to_summon, summon_at_once)
