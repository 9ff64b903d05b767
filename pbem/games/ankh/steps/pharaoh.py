"""The pharaoh: where he begins, how he moves, what he does at the end of a conflict, his riddle."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.games.ankh.asking import Facts, answers, continues, later, may, must
from pbem.games.ankh.board import Table, free, hexes_of, land_of, number, region_spaces
from pbem.games.ankh.devotion import earn, lose, reign_of
from pbem.games.ankh.events import Nothing
from pbem.games.ankh.hexes import FARTHEST
from pbem.games.ankh.palace_events import (
    AgendaShown,
    AgendaTaken,
    InfantryPlaced,
    PharaohDied,
    PharaohMoved,
    PharaohPlaced,
    PriestsBack,
)
from pbem.games.ankh.steps.summoning import kinds


@continues("pharaoh-start")
def begin_reign(t: Table, god: int, facts: Facts) -> None:
    """Beside an own monument; on any empty land if there is no space."""
    land = land_of(t)
    beside = {near for space in t.board.monuments_of(god) for near in land.near[space] if free(t, near)}
    every = [space for space in land.hexes.spaces if free(t, space)]
    must(t, god, "pharaoh-start", land.hexes.sort(beside) or every)


@answers("pharaoh-start")
def start_here(t: Table, god: int, facts: Facts, space: str) -> None:
    """He stands there."""
    b = t.board
    tokens = number(t, "tutankhamun", "start_tokens") if b.court.pharaoh == "tutankhamun" else 0
    b.court = replace(b.court, space=space, tokens=tokens)
    t.tell(PharaohPlaced(god, b.court.pharaoh, space))


def move_pharaoh(t: Table, god: int, steps: int) -> None:
    """Over anything, to empty land; what he does after a move follows even if he stays."""
    court = t.board.court
    if not court.space:
        return
    near = hexes_of(t).reach[steps][court.space]
    may(t, god, "pharaoh-move", [space for space in near if free(t, space)], (str(steps),))


@answers("pharaoh-move")
def pharaoh_moved(t: Table, god: int, facts: Facts, space: str) -> None:
    """Ramses calls infantry, people come to Akhenaten in droves."""
    b = t.board
    if space:
        b.court = replace(b.court, space=space)
        t.tell(PharaohMoved(god, space))
    if b.court.pharaoh == "ramses":
        later(t, "infantry", god)
    if b.court.pharaoh == "akhenaten":
        for _ in range(number(t, "akhenaten", "droves")):
            later(t, "summon-may", god, "droves")


@continues("infantry")
def call_infantry(t: Table, god: int, facts: Facts) -> None:
    """One must be placed in his region unless it is full or the supply is empty."""
    land = land_of(t)
    if not t.board.court.infantry_left:
        return
    spaces = region_spaces(t, reign_of(t, "ramses")[0])
    mine = {near for space in t.board.own(god).values() for near in land.near[space]}
    wise = next((space for space in spaces if space not in mine), spaces[0] if spaces else "")
    must(t, god, "infantry", spaces, default=wise)


@answers("infantry")
def infantry_at(t: Table, god: int, facts: Facts, space: str) -> None:
    """Infantry blocks a space."""
    court = t.board.court
    if space:
        infantry = tuple(sorted((*court.infantry, space)))
        t.board.court = replace(court, infantry=infantry, infantry_left=court.infantry_left - 1)
        t.tell(InfantryPlaced(god, space, ""))


def end_of_conflict(t: Table) -> None:
    """Ramses leads an expedition; Tutankhamun restores, and dies young."""
    b = t.board
    if b.court.pharaoh == "ramses" and b.conflicts in t.data.value.pharaoh_tokens["ramses"]:
        move_pharaoh(t, b.playing()[0], number(t, "ramses", "spaces"))
    if b.court.pharaoh == "tutankhamun" and b.court.space:
        if b.conflicts in t.data.value.pharaoh_tokens["tutankhamun"]:
            restore(t)
        if b.conflicts == number(t, "tutankhamun", "death_conflict"):
            die_young(t)


def restore(t: Table) -> None:
    """One token more on him; every god in his region gains as many followers."""
    b, land = t.board, land_of(t)
    b.court = replace(b.court, tokens=b.court.tokens + 1)
    region = reign_of(t, "tutankhamun")[0]
    for god in b.playing():
        if any(region in land.of[space] for space in b.own(god).values()):
            earn(t, god, b.court.tokens, "restorer")


def die_young(t: Table) -> None:
    """He leaves the board; priests of the throne room go home, and nobody enters it any more."""
    b = t.board
    b.court = replace(b.court, space="", dead=1, tokens=number(t, "tutankhamun", "tokens_after_death"))
    t.tell(PharaohDied())
    for god in b.playing():
        send_priests_home(t, god, "throne")


def send_priests_home(t: Table, god: int, room: str) -> int:
    """All priests of a god in a room go back to its pool."""
    mine = t.board.gods[god]
    count = mine.priests_in(room)
    at = ("law", "war", "court", "throne").index(room) + 1
    priests = [*mine.priests[:at], 0, *mine.priests[at + 1 :]]
    priests[0] += count
    t.board.change(god, priests=tuple(priests))
    if count:
        t.tell(PriestsBack(god, room, count))
    return count


@continues("riddle")
def riddle(t: Table, god: int, facts: Facts) -> None:
    """The riddle of the sphinx: the more sphinxes, the stronger."""
    sphinxes = [s for s in t.board.monuments_of(god) if t.board.monuments[s].kind == "sphinx"]
    match t.board.court.pharaoh:
        case "ramses":
            later(t, "riddle-infantry", god, str(len(sphinxes)))
        case "xerxes":
            ask_tyrant(t, god, len(sphinxes))
        case "amenhotep":
            show_agenda(t, god, len(sphinxes))
        case "tutankhamun":
            earn(t, god, t.board.court.tokens * len(sphinxes), "riddle")
        case _:
            later(t, "riddle-summon", god, *sphinxes)


@continues("riddle-infantry")
def riddle_infantry(t: Table, god: int, facts: Facts) -> None:
    """As many infantry as sphinxes may move, each once."""
    left, *moved = facts
    who = [space for space in t.board.court.infantry if space not in moved] if int(left) else []
    may(t, god, "infantry-who", who, facts)


@answers("infantry-who")
def infantry_who(t: Table, god: int, facts: Facts, space: str) -> None:
    """Asks where to."""
    if space:
        near = hexes_of(t).reach[number(t, "ramses", "riddle_spaces")][space]
        may(t, god, "infantry-to", [s for s in near if free(t, s)], (space, *facts))


@answers("infantry-to")
def infantry_to(t: Table, god: int, facts: Facts, space: str) -> None:
    """It stands there; others may follow."""
    start, left, *moved = facts
    if space:
        court = t.board.court
        infantry = tuple(sorted((*(s for s in court.infantry if s != start), space)))
        t.board.court = replace(court, infantry=infantry)
        t.tell(InfantryPlaced(god, space, start))
    later(t, "riddle-infantry", god, str(int(left) - 1), *moved, space or start)


def ask_tyrant(t: Table, god: int, sphinxes: int) -> None:
    """Xerxes moves as far as there are sphinxes, then somebody in his region suffers."""
    later(t, "tyranny", god)
    move_pharaoh(t, god, min(sphinxes, FARTHEST))


@continues("tyranny")
def tyranny(t: Table, god: int, facts: Facts) -> None:
    """Asks whom; the proudest first."""
    b, land = t.board, land_of(t)
    region = reign_of(t, "xerxes")[0]
    here = [g for g in reversed(b.playing()) if g != god and any(region in land.of[s] for s in b.own(g).values())]
    must(t, god, "tyranny", [b.gods[g].keys[0] for g in here])


@answers("tyranny")
def tyrannised(t: Table, god: int, facts: Facts, name: str) -> None:
    """Devotion is lost."""
    if name:
        lose(t, t.board.owner_of(name), number(t, "xerxes", "riddle_loss"), "riddle")


def show_agenda(t: Table, god: int, count: int) -> None:
    """Turns up cards; one is taken, the others are discarded."""
    cards = [card for card in (draw_agenda(t) for _ in range(count)) if card]
    if cards:
        t.tell(AgendaShown(tuple(cards)))
        must(t, god, "riddle-card", dict.fromkeys(cards), tuple(cards))
    else:
        t.tell(Nothing(god, "riddle"))


@answers("riddle-card")
def riddle_card(t: Table, god: int, cards: Facts, card: str) -> None:
    """One for the hand."""
    b = t.board
    rest = list(cards)
    rest.remove(card)
    b.court = replace(b.court, discard=tuple(sorted((*b.court.discard, *rest))))
    take_agenda(t, god, card)


def take_agenda(t: Table, god: int, card: str) -> None:
    """A card comes to the hand."""
    t.board.change(god, agenda=tuple(sorted((*t.board.gods[god].agenda, card))))
    t.tell(AgendaTaken(god, card))


def draw_agenda(t: Table) -> str:
    """The next card of the deck; an empty deck is made anew from the discard pile. Empty: there is none."""
    b = t.board
    if not b.deck:
        b.deck = list(b.court.discard)
        b.court = replace(b.court, discard=())
    return t.draw("agenda", b.deck) if b.deck else ""


@continues("riddle-summon")
def riddle_summon(t: Table, god: int, sphinxes: Facts) -> None:
    """One figure beside each own sphinx."""
    may(t, god, "riddle-summon", [s for s in sphinxes if kinds(t, god, f"sphinx {s}")], sphinxes)


@answers("riddle-summon")
def riddle_summoned(t: Table, god: int, sphinxes: Facts, sphinx: str) -> None:
    """A figure beside one of them; then the others."""
    if sphinx:
        later(t, "riddle-summon", god, *(s for s in sphinxes if s != sphinx))
        later(t, "summon", god, f"sphinx {sphinx}")
