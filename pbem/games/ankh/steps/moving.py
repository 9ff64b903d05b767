"""The action Move: every figure up to three spaces, every priest to a room next door."""

from __future__ import annotations

from pbem.engine.game import Action, Refusal, refuse
from pbem.games.ankh.actions import Move
from pbem.games.ankh.asking import TYPED, YES, Facts, answers, continues, later, may, must
from pbem.games.ankh.board import Figure, Table, free, hexes_of, land_of, number, region_of
from pbem.games.ankh.events import EyePlaced, Faced, Moved, Pushed
from pbem.games.ankh.hexes import DIRECTIONS
from pbem.games.ankh.names import ROOMS

EYES = 2


def destinations(t: Table, god: int, start: str, steps: int) -> list[str]:
    """Where the figure on a space may end a move of so many steps."""
    figure = t.board.figures[start]
    near = hexes_of(t).reach[steps][start]
    return [space for space in near if free(t, space, god) or can_push(t, figure, space)]


def can_push(t: Table, figure: Figure, space: str) -> bool:
    """Satet may end on an enemy's space, if that is land and the enemy can be pushed to empty land beside it."""
    other = t.board.figures.get(space)
    if figure.kind != "satet" or other is None or other.god == figure.god or space not in hexes_of(t).land:
        return False
    return bool(way_out(t, other, space))


def way_out(t: Table, figure: Figure, space: str) -> list[str]:
    """Empty land beside a figure that is pushed."""
    land = land_of(t)
    return land.hexes.sort(near for near in land.near[space] if free(t, near, figure.god))


def open_rooms(t: Table) -> tuple[str, ...]:
    """Rooms that priests can enter: after Tutankhamun's death not the throne room."""
    if not t.board.court.pharaoh:
        return ()
    return ROOMS[:-1] if t.board.court.dead else ROOMS


def next_door(t: Table, room: str) -> list[str]:
    """Open rooms beside a room."""
    return [other for other in open_rooms(t) if (room, other) in t.data.value.doors]


def fresh_priests(t: Table, god: int, room: str, moved: Facts) -> int:
    """Priests in a room that have not moved in this action."""
    into = sum(1 for fact in moved if fact.endswith(f">{room}"))
    return t.board.gods[god].priests_in(room) - into


def begin_move(t: Table, god: int) -> None:
    """Figure by figure."""
    later(t, "march", god)


@continues("march")
def march(t: Table, god: int, moved: Facts) -> None:
    """Asks which figure, or priests of which room, to move next."""
    steps = number(t, "turn", "spaces")
    figures = [n for n, s in t.board.own(god).items() if n not in moved and destinations(t, god, s, steps)]
    rooms = [r for r in open_rooms(t) if fresh_priests(t, god, r, moved) > 0 and next_door(t, r)]
    may(t, god, "march", [*figures, *rooms], moved)


@answers("march")
def march_who(t: Table, god: int, moved: Facts, who: str) -> None:
    """Asks where to."""
    if who in ROOMS:
        may(t, god, "march-room", next_door(t, who), (who, *moved))
    elif who:
        spaces = destinations(t, god, t.board.own(god)[who], number(t, "turn", "spaces"))
        may(t, god, "march-to", spaces, (who, *moved))


@answers("march-to")
def march_to(t: Table, god: int, facts: Facts, space: str) -> None:
    """Moves a figure; others may follow."""
    who, *moved = facts
    later(t, "march", god, *moved, who)
    if space:
        carry_out(t, god, ((who, space),), "move")


@answers("march-room")
def march_room(t: Table, god: int, facts: Facts, room: str) -> None:
    """Moves a priest; others may follow. Whoever thinks better of it is done with this room."""
    who, *moved = facts
    later(t, "march", god, *moved, f"{who}>{room}" if room else f">{who}")
    if room:
        carry_out(t, god, ((who, room),), "move")


def objection_to_moves(t: Table, god: int, moved: Facts, action: Action) -> Refusal | None:
    """Checks pair after pair on a copy; each figure moves once."""
    assert isinstance(action, Move)
    if not action.moves:
        return refuse("name-moves")
    scratch = t.clone()
    done = list(moved)
    for place, (who, where) in enumerate(action.moves, 1):
        name = scratch.board.figures[who].name if own_space(scratch, god, who) else who
        refusal = objection_to_one(scratch, god, name, where, tuple(done))
        if refusal is not None:
            return refusal
        if where in scratch.board.figures and place < len(action.moves):
            return refuse("push-last", figure=name)
        shift(scratch, god, name, where)
        done.append(f"{name}>{where}" if name in ROOMS else name)
    return None


def own_space(t: Table, god: int, who: str) -> bool:
    """Whether a figure was named by the space where it stands."""
    return who in t.board.figures and t.board.figures[who].god == god


def objection_to_one(t: Table, god: int, who: str, where: str, moved: Facts) -> Refusal | None:
    """One figure, or one priest."""
    if who in ROOMS:
        return objection_to_priest(t, god, who, where, moved)
    mine = t.board.own(god)
    if who not in mine:
        return refuse("not-your-figure", figure=who, figures=list(mine))
    if who in moved:
        return refuse("moved-already", figure=who)
    steps = number(t, "turn", "spaces")
    choices = destinations(t, god, mine[who], steps)
    return None if where in choices else refuse("cannot-go", figure=who, space=where, steps=steps, spaces=choices)


def objection_to_priest(t: Table, god: int, room: str, where: str, moved: Facts) -> Refusal | None:
    """A priest of a room, to an open room next door."""
    if fresh_priests(t, god, room, moved) < 1:
        return refuse("no-priest-there", room=room)
    doors = next_door(t, room)
    return None if where in doors else refuse("no-door", room=room, rooms=doors)


def move_all(t: Table, god: int, facts: Facts, action: Action) -> None:
    """All moves of one line; the action is done then."""
    assert isinstance(action, Move)
    carry_out(t, god, action.moves, "move")


def carry_out(t: Table, god: int, moves: tuple[tuple[str, str], ...], why: str) -> None:
    """Moves figures and priests, and asks what follows from that."""
    told, after = [], []
    for who, where in moves:
        name = t.board.figures[who].name if own_space(t, god, who) else who
        after.append((name, where, t.board.figures.get(where)))
        told.append((name, shift(t, god, name, where), where))
    t.tell(Moved(god, tuple(told), why))
    for name, where, pushed in after:
        follow_up(t, god, name, where, pushed)


def shift(t: Table, god: int, name: str, where: str) -> str:
    """Puts a figure or a priest somewhere else; returns where it was."""
    b = t.board
    if name in ROOMS:
        priests = list(b.gods[god].priests)
        priests[ROOMS.index(name) + 1] -= 1
        priests[ROOMS.index(where) + 1] += 1
        b.change(god, priests=tuple(priests))
        return name
    start = b.own(god)[name]
    b.figures[where] = b.figures.pop(start)
    return start


def follow_up(t: Table, god: int, name: str, where: str, pushed: Figure | None) -> None:
    """A figure pushed away, a scorpion turned, an eye of Horus."""
    if name[:2] == "sc":
        later(t, "face", god, name)
    if name == "g" and t.board.is_god(god, "horus"):
        later(t, "eye", god)
    if pushed is not None:
        must(
            t, god, "push", way_out(t, pushed, where), (str(pushed.god), pushed.name, str(pushed.sun), str(pushed.face))
        )


@answers("push")
def push(t: Table, god: int, facts: Facts, space: str) -> None:
    """The figure that was pushed stands beside its old space."""
    victim, name, sun, face = facts
    t.board.figures[space] = Figure(int(victim), name, int(sun), int(face))
    t.tell(Pushed(god, int(victim), name, space))


@continues("face")
def ask_face(t: Table, god: int, facts: Facts) -> None:
    """A scorpion faces two neighbouring directions: one and the next clockwise. The first without an own monument."""
    space = t.board.own(god)[facts[0]]
    now = DIRECTIONS[t.board.figures[space].face] if facts[1:] != ("new",) else wise_face(t, god, space)
    must(t, god, "face", DIRECTIONS, facts[:1], default=now)


def wise_face(t: Table, god: int, space: str) -> str:
    """Away from own monuments, where that is possible."""
    mine = t.board.monuments_of(god)
    choices = (d for f, d in enumerate(DIRECTIONS) if not set(faced(t, space, f)) & set(mine))
    return next(choices, DIRECTIONS[0])


def faced(t: Table, space: str, face: int) -> list[str]:
    """The spaces that a scorpion on a space faces."""
    sides = hexes_of(t).beside[space]
    near = land_of(t).near[space]
    return [side for side in (sides[face], sides[(face + 1) % 6]) if side in near]


@answers("face")
def face(t: Table, god: int, facts: Facts, direction: str) -> None:
    """Turns the scorpion."""
    b = t.board
    space = b.own(god)[facts[0]]
    old = b.figures[space]
    b.figures[space] = Figure(god, old.name, old.sun, DIRECTIONS.index(direction))
    t.tell(Faced(god, old.name, direction))


@continues("eye")
def ask_eye(t: Table, god: int, facts: Facts) -> None:
    """Horus may watch the region of his god, with two eyes at most and one a region."""
    eyes = t.board.gods[god].eyes
    region = region_of(t, t.board.god_space(god))
    watched = {region_of(t, eye) for eye in eyes}
    may(t, god, "eye", YES if len(eyes) < EYES and region not in watched else (), (str(region),))


@answers("eye")
def eye(t: Table, god: int, facts: Facts, choice: str) -> None:
    """Puts an eye down."""
    if choice:
        b = t.board
        b.change(god, eyes=(*b.gods[god].eyes, b.god_space(god)))
        t.tell(EyePlaced(god, int(facts[0])))


TYPED["march"] = (Move, objection_to_moves, move_all)
