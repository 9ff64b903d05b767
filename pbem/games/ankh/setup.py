"""Laying out the table: gods, guardians, the scenario, the palace."""

from __future__ import annotations

from pbem.engine.game import Seat
from pbem.games.ankh.asking import Facts, answers, continues, later, must
from pbem.games.ankh.board import NOBODY, Board, Court, Figure, God, Monument, Secrets, Table, number
from pbem.games.ankh.data import Setup
from pbem.games.ankh.events import Began
from pbem.games.ankh.names import (
    ACTIONS,
    AGENDA,
    BASE_GODS,
    BUILDABLE,
    CARDS,
    GODS,
    GUARDIANS,
    MONUMENTS,
    PHARAOHS,
    SHORT,
)
from pbem.games.ankh.steps.cats import deploy
from pbem.games.ankh.steps.turn import Match

BY_LOT = "lot"
UNKNOWN = ""
SUNS = 3


def setup(t: Table) -> None:
    """The first player falls by lot; the others sit clockwise. Gods are chosen before anything else is asked."""
    first = int(t.draw("first", [str(seat) for seat in range(t.seats)]))
    pharaoh = str(t.options["pharaoh"])
    if pharaoh == BY_LOT:
        pharaoh = t.draw("pharaoh", sorted(PHARAOHS))
    guardians = tuple(guardian(t, level) for level in GUARDIANS)
    t.board = bare_board(t, first, guardians, "" if pharaoh == "none" else pharaoh)
    t.call(Match(first))
    later(t, "begin", NOBODY)
    for place in reversed(range(t.seats)):
        later(t, "god", (first + place) % t.seats)


def guardian(t: Table, level: int) -> str:
    """The guardian of a level: as chosen, or by lot."""
    chosen = str(t.options[f"guardian_{level}"])
    return t.draw("guardian", sorted(GUARDIANS[level])) if chosen == BY_LOT else chosen


def bare_board(t: Table, first: Seat, guardians: tuple[str, ...], pharaoh: str) -> Board:
    """The board with the pieces of the scenario, before anybody is a god."""
    chosen = t.data.value.setups[str(t.options["scenario"])][t.seats]
    pieces = [(piece.kind, piece.space, seat_of(t, first, piece.player)) for piece in chosen.pieces]
    copies = t.data.value.guardian_copies[t.seats]
    names = [f"{SHORT[kind]}{n}" for kind, count in zip(guardians, copies, strict=True) for n in range(1, count + 1)]
    monuments = {space: Monument(kind, seat) for kind, space, seat in pieces if kind in MONUMENTS}
    return Board(
        gods=[god(t, first, seat, pharaoh) for seat in range(t.seats)],
        god_of=tuple(range(t.seats)),
        first=first,
        active=first,
        figures={s: Figure(seat, "g" if kind == "god" else "w1") for kind, s, seat in pieces if kind not in MONUMENTS},
        monuments=monuments,
        supply=supply(t, chosen, pharaoh),
        camels=tuple(sorted(chosen.camels)),
        order=chosen.order,
        guardian_set=guardians,
        guardians=tuple(names),
        markers=dict.fromkeys(ACTIONS, t.data.value.start_space[t.seats]),
        event=0,
        conflicts=0,
        tie_breaker=NOBODY,
        clock=t.seats,
        battle=None,
        ended="",
        court=Court(pharaoh, infantry_left=number(t, "ramses", "infantry") if pharaoh == "ramses" else 0),
        deck=[card for card in AGENDA for _ in range(t.data.value.agenda[card].copies)] if pharaoh else [],
        secrets=Secrets({}, {}),
    )


def seat_of(t: Table, first: Seat, player: int) -> Seat:
    """The seat of a player of the set-up; players are counted in turn order, 0 is nobody."""
    return (first + player - 1) % t.seats if player else NOBODY


def supply(t: Table, chosen: Setup, pharaoh: str) -> dict[str, int]:
    """Monuments that are not on the board."""
    used = [piece.kind for piece in chosen.pieces]
    left = {kind: max(0, int(t.options["monuments"]) - used.count(kind)) for kind in BUILDABLE}
    return {**left, "sphinx": number(t, "palace", "sphinxes") if pharaoh else 0}


def god(t: Table, first: Seat, seat: Seat, pharaoh: str) -> God:
    """A dashboard at the start. The first player's token lies on top of the others."""
    priests = [number(t, "palace", "priests") - 1, 0, 0, 0, 0] if pharaoh else [0] * 5
    if pharaoh:
        priests[number(t, "palace", "first_room")] = 1
    return God(
        keys=(UNKNOWN,),
        state="playing",
        devotion=0,
        arrived=t.seats - (seat - first) % t.seats,
        followers=number(t, "figures", "followers"),
        pool=tuple(f"w{n}" for n in range(2, number(t, "figures", "warriors") + 1)),
        powers=(),
        hand=CARDS,
        used=(),
        tokens=number(t, "tokens", "monuments") - 1,
        priests=tuple(priests),
    )


@continues("god")
def choose_god(t: Table, seat: int, facts: Facts) -> None:
    """By lot, or chosen by the player."""
    taken = {one.keys[0] for one in t.board.gods}
    free = [key for key in (GODS if t.options["pantheon"] else BASE_GODS) if key not in taken]
    if t.options["gods"] == BY_LOT:
        become(t, seat, (), t.draw("god", sorted(free)))
    else:
        must(t, seat, "god", free)


@answers("god")
def become(t: Table, seat: int, facts: Facts, key: str) -> None:
    """A player is this god, with what its power needs."""
    t.board.change(seat, keys=(key,), suns=SUNS if key == "ra" else 0, second=1 if key == "amun" else 0)


@continues("begin")
def begin(t: Table, god: int, facts: Facts) -> None:
    """All gods are known: the palace is laid out, the pharaoh placed, cats are hidden."""
    b = t.board
    keys = tuple(one.keys[0] for one in b.gods)
    t.tell(Began(str(t.options["scenario"]), keys, b.guardian_set, b.court.pharaoh, b.first))
    bastet = b.owner_of("bastet")
    if bastet != NOBODY:
        deploy(t, bastet)
    if b.court.pharaoh:
        later(t, "refill", NOBODY)
        last = (b.first - 1) % t.seats
        later(t, "pharaoh-start", b.first if b.court.pharaoh == "xerxes" else last)
