"""What a seat, or a spectator, may know of a match of Ankh, and a table imagined from it.

Nearly everything lies open. Secret are: answers under seal, answers given ahead, what Bastet's cats are worth.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain, combinations

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.game import Seat, Step
from pbem.games.ankh.asking import Ask
from pbem.games.ankh.board import (
    Battle,
    Board,
    Court,
    Figure,
    God,
    Monument,
    Plan,
    Secrets,
    Table,
    by_name,
    number,
)
from pbem.games.ankh.data import AgendaCard
from pbem.games.ankh.hexes import DIRECTIONS, reading_order
from pbem.games.ankh.names import ACTIONS, AGENDA, ROOMS, kind_of
from pbem.games.ankh.steps import AnyStep, Bids, Cards, Turn, Worth
from pbem.games.ankh.steps.cats import lots
from pbem.games.ankh.steps.moving import destinations
from pbem.games.ankh.steps.sealed import UNSEEN
from pbem.games.ankh.steps.track import coming
from pbem.games.ankh.textmap import Scene, scene, terrain, text_map


class Here(Struct, frozen=True):
    """A piece and where it is: a figure by its name, a monument by its kind."""

    god: int
    name: str
    kind: str
    space: str
    land: str
    sun: int = 0
    face: str = ""
    """Of a Giant Scorpion: the first of the two directions that it faces."""


class Region(Struct, frozen=True):
    """A region in the order of conflicts."""

    number: int
    base: str
    """Delta, West or East: which of them it is, or was a part of."""
    spaces: tuple[str, ...]
    fertile: tuple[str, ...]
    desert: tuple[str, ...]
    water: tuple[str, ...]
    figures: tuple[Here, ...]
    monuments: tuple[Here, ...]


class View(Struct, frozen=True):
    """The table as one seat sees it."""

    seat: Seat | None
    scenario: str
    gods: tuple[God, ...]
    god_of: tuple[int, ...]
    first: Seat
    active: Seat
    figures: dict[str, Figure]
    monuments: dict[str, Monument]
    supply: dict[str, int]
    camels: tuple[str, ...]
    order: tuple[str, ...]
    guardian_set: tuple[str, ...]
    guardians: tuple[str, ...]
    markers: dict[str, int]
    event: int
    conflicts: int
    tie_breaker: int
    clock: int
    battle: Battle | None
    ended: str
    court: Court
    deck: tuple[str, ...]
    """Everybody can count which agenda cards are still in the deck."""
    cats: dict[int, tuple[int, ...]]
    """Of the own god."""
    plans: tuple[Plan, ...]
    """Of the own god."""
    steps: tuple[AnyStep, ...]
    map: tuple[str, ...]
    regions: tuple[Region, ...]
    to_event: dict[str, int]
    """How often each action can be taken until it triggers the event."""
    coming: tuple[str, ...]
    """Events that are still to come."""
    reach: dict[str, tuple[str, ...]]
    """Where each own figure can go."""
    red: int
    top: int
    unclaimed: dict[str, int]
    """Guardians that nobody has yet, by kind."""
    agenda: dict[str, AgendaCard]
    """What the agenda cards do that somebody has or could take."""
    doors: tuple[tuple[str, str], ...]
    """Rooms beside each other."""
    reign: dict[str, int]
    """The numbers of the pharaoh."""
    tokens: tuple[int, ...]
    """The conflicts with a token of the pharaoh."""


def view(t: Table, seat: Seat | None) -> View:
    """Everything that lies open, and the secrets of this seat's god."""
    b = t.board
    god = -1 if seat is None else b.god_of[seat]
    now = scene(t)
    return View(
        seat=seat,
        scenario=str(t.options["scenario"]),
        gods=tuple(b.gods),
        god_of=b.god_of,
        first=b.first,
        active=b.active,
        figures=dict(b.figures),
        monuments=dict(b.monuments),
        supply=dict(b.supply),
        camels=b.camels,
        order=b.order,
        guardian_set=b.guardian_set,
        guardians=b.guardians,
        markers=dict(b.markers),
        event=b.event,
        conflicts=b.conflicts,
        tie_breaker=b.tie_breaker,
        clock=b.clock,
        battle=b.battle,
        ended=b.ended,
        court=b.court,
        deck=tuple(b.deck),
        cats={g: values for g, values in b.secrets.cats.items() if g == god},
        plans=b.secrets.plans.get(god, ()),
        steps=tuple(redacted(t, step, god) for step in t.stack),  # type: ignore[misc]  # these are all its steps
        map=text_map(now),
        regions=region_views(now),
        to_event={action: moves_left(t, action) for action in ACTIONS},
        coming=coming(t),
        reach=reaches(t, god, seat),
        red=int(t.options["red_zone"]),
        top=number(t, "devotion", "top"),
        unclaimed=dict(Counter(map(kind_of, b.guardians))),
        agenda=agenda_texts(t),
        doors=tuple((one, other) for one, other in combinations(ROOMS, 2) if (one, other) in t.data.value.doors),
        reign=t.data.value.numbers.get(b.court.pharaoh, {}),
        tokens=t.data.value.pharaoh_tokens.get(b.court.pharaoh, ()),
    )


def redacted(t: Table, step: Step, god: int) -> Step:
    """Of answers under seal: those of the own god, and who else has answered."""
    if not isinstance(step, Cards | Bids):
        return step
    answers = zip(t.board.god_of, step.given, strict=True)
    return replace(step, given=tuple(words if mine == god else words and (UNSEEN,) for mine, words in answers))


@lru_cache(maxsize=64)
def region_views(now: Scene) -> tuple[Region, ...]:
    """Who stands where, region by region."""
    return tuple(region_view(now, region) for region in now.land.regions)


def region_view(now: Scene, region: int) -> Region:
    """Who stands where in a region."""
    land, inside = now.land, frozenset(now.land.spaces(region))
    figures = [
        Here(one.god, one.name, one.kind, space, terrain(land.hexes, space), one.sun, facing(one))
        for space, one in now.figures
        if space in inside
    ]
    monuments = [
        Here(one.god, "", one.kind, space, terrain(land.hexes, space))
        for space, one in now.monuments
        if space in inside
    ]
    (base,) = now.printed.of[land.regions[region][0]]
    return Region(
        number=region,
        base=now.bases[base - 1],
        spaces=land.regions[region],
        fertile=tuple(space for space in land.regions[region] if space in land.hexes.fertile),
        desert=tuple(space for space in land.regions[region] if space not in land.hexes.fertile),
        water=land.touched[region],
        figures=tuple(sorted(figures, key=lambda one: (one.god, by_name(one.name)))),
        monuments=tuple(sorted(monuments, key=lambda one: (one.god, reading_order(one.space)))),
    )


def facing(figure: Figure) -> str:
    """Where a Giant Scorpion looks; others look nowhere."""
    return DIRECTIONS[figure.face] if figure.kind == "giant-scorpion" else ""


def agenda_texts(t: Table) -> dict[str, AgendaCard]:
    """What the agenda cards do that somebody has or could take."""
    b = t.board
    shown = [step.facts for step in t.stack if isinstance(step, Ask) and step.why == "riddle-card"]
    hands = [(*god.agenda, *god.agenda_used) for god in b.gods]
    seen = {*b.court.display, *chain.from_iterable((*shown, *hands))}
    return {card: t.data.value.agenda[card] for card in AGENDA if card in seen}


def moves_left(t: Table, action: str) -> int:
    """Spaces before the event."""
    extra = 1 if t.options["moves_to_event"] == "players+2" else 0
    return number(t, "tracks", action) - 1 + extra - t.board.markers[action]


def reaches(t: Table, god: int, seat: Seat | None) -> dict[str, tuple[str, ...]]:
    """Where own figures can go, for whoever chooses an action or moves."""
    top = t.stack[-1] if t.stack else None
    moving = (isinstance(top, Turn) and "move" in top.open_actions()) or (isinstance(top, Ask) and top.why == "march")
    if not moving or top is None or seat is None or t.board.active != seat:
        return {}
    steps = number(t, "turn", "spaces")
    return {name: tuple(destinations(t, god, space, steps)) for name, space in t.board.own(god).items()}


def imagine(t: Table, seen: View) -> None:
    """What is under seal elsewhere, and the worth of cats, is guessed; nothing else has to be."""
    t.board = Board(
        gods=list(seen.gods),
        god_of=seen.god_of,
        first=seen.first,
        active=seen.active,
        figures=dict(seen.figures),
        monuments=dict(seen.monuments),
        supply=dict(seen.supply),
        camels=seen.camels,
        order=seen.order,
        guardian_set=seen.guardian_set,
        guardians=seen.guardians,
        markers=dict(seen.markers),
        event=seen.event,
        conflicts=seen.conflicts,
        tie_breaker=seen.tie_breaker,
        clock=seen.clock,
        battle=seen.battle,
        ended=seen.ended,
        court=seen.court,
        deck=list(seen.deck),
        secrets=Secrets(dict(seen.cats), {}),
    )
    if seen.seat is not None and seen.plans:
        t.board.secrets.plans[seen.god_of[seen.seat]] = seen.plans
    guess_cats(t, seen)
    t.stack = [guessed(t, step) for step in seen.steps]


def guess_cats(t: Table, seen: View) -> None:
    """Any values for cats whose owner has given them some."""
    unvalued = {step.god for step in seen.steps if isinstance(step, Worth)}
    for god, other in enumerate(seen.gods):
        if other.cats and god not in seen.cats and god not in unvalued:
            word = t.draw("guess", lots(len(other.cats)))
            t.board.secrets.cats[god] = tuple(map(int, word.split("-")))


def guessed(t: Table, step: Step) -> Step:
    """Fills in answers that this seat cannot see."""
    if not isinstance(step, Cards | Bids):
        return step
    given = list(step.given)
    for seat, words in enumerate(step.given):
        if words == (UNSEEN,):
            choices = [step.words(action) for action in step.candidates(t, seat)]
            given[seat] = choices[t.chance.index(t, "guess", [""] * len(choices))]
    return replace(step, given=tuple(given))
