"""The events of the track: control a monument, caravan or consolidation, conflict."""

from __future__ import annotations

from pbem.games.ankh.asking import Facts, answers, continues, later, may
from pbem.games.ankh.board import NOBODY, Monument, Table, land_of
from pbem.games.ankh.events import Controlled, EventBegan, Nothing
from pbem.games.ankh.steps.caravan import begin_caravan, begin_consolidation
from pbem.games.ankh.steps.conflict import begin_conflict


def coming(t: Table) -> tuple[str, ...]:
    """The events that are still to come; in The People's Revolt regions are joined instead of split."""
    events = t.data.value.events[t.board.event :]
    revolt = t.options["scenario"] == "peoples-revolt"
    return tuple("consolidation" if revolt and kind == "caravan" else kind for kind in events)


@continues("event")
def event(t: Table, god: int, facts: Facts) -> None:
    """The next event of the track, for the god that triggered it."""
    b = t.board
    kind = coming(t)[0]
    b.event += 1
    t.tell(EventBegan(kind, b.event, god))
    match kind:
        case "control":
            begin_control(t, god)
        case "caravan":
            begin_caravan(t, god)
        case "consolidation":
            begin_consolidation(t, god)
        case _:
            begin_conflict(t, god)


def begin_control(t: Table, god: int) -> None:
    """Asks for a monument; then the palace is resolved."""
    if t.board.court.pharaoh:
        later(t, "palace", god)
    choices = controllable(t, god)
    may(t, god, "control", choices, default=choices[0] if choices else "")


def controllable(t: Table, god: int) -> list[str]:
    """Neutral monuments beside an own figure; enemy ones only if no neutral one is left on the board."""
    b, near = t.board, land_of(t).near
    if not b.gods[god].tokens:
        return []
    neutral = any(monument.god == NOBODY for monument in b.monuments.values())
    beside = {space for start in b.own(god).values() for space in near[start] if space in b.monuments}
    if neutral:
        return land_of(t).hexes.sort(space for space in beside if b.monuments[space].god == NOBODY)
    enemy = [space for space in land_of(t).hexes.sort(beside) if b.monuments[space].god != god]
    return sorted(enemy, key=lambda space: b.gods[b.monuments[space].god].order(), reverse=True)


@answers("control")
def control(t: Table, god: int, facts: Facts, space: str) -> None:
    """An ankh token goes on the monument; the one that lay there returns to its owner."""
    b = t.board
    if not space:
        t.tell(Nothing(god, "control"))
        return
    before = b.monuments[space]
    if before.god != NOBODY:
        b.change(before.god, tokens=b.gods[before.god].tokens + 1)
    b.change(god, tokens=b.gods[god].tokens - 1)
    b.monuments[space] = Monument(before.kind, god)
    t.tell(Controlled(god, space, before.kind, before.god))
