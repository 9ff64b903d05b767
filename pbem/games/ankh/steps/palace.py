"""The palace: after every control event the rooms are resolved, one after the other."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.games.ankh.asking import Facts, answers, continues, later, may, must
from pbem.games.ankh.board import NOBODY, Monument, Table, number
from pbem.games.ankh.devotion import earn, lose
from pbem.games.ankh.events import Nothing
from pbem.games.ankh.names import ROOMS
from pbem.games.ankh.palace_events import AgendaRemoved, AgendaShown, Replaced, RoomWon
from pbem.games.ankh.steps.pharaoh import draw_agenda, move_pharaoh, send_priests_home, take_agenda


@continues("palace")
def palace(t: Table, god: int, facts: Facts) -> None:
    """Law, War, Court, Throne; then the display is filled up."""
    later(t, "refill", NOBODY)
    for room in reversed(ROOMS):
        later(t, "room", NOBODY, room)


@continues("refill")
def refill(t: Table, god: int, facts: Facts) -> None:
    """Cards that nobody took stay."""
    missing = number(t, "palace", "display") - len(t.board.court.display)
    cards = tuple(card for card in (draw_agenda(t) for _ in range(missing)) if card)
    if cards:
        t.board.court = replace(t.board.court, display=t.board.court.display + cards)
        t.tell(AgendaShown(cards))


@continues("room")
def room(t: Table, god: int, facts: Facts) -> None:
    """Most priests win, among equals the god with least devotion; they go back to the pool."""
    b, name = t.board, facts[0]
    there = [g for g in b.playing() if b.gods[g].priests_in(name)]
    if not there:
        return
    winner = max(there, key=lambda g: b.gods[g].priests_in(name))
    t.tell(RoomWon(winner, name, b.gods[winner].priests_in(name)))
    send_priests_home(t, winner, name)
    EFFECTS[name](t, winner)


def display(t: Table) -> tuple[str, ...]:
    """The cards to choose from, each once."""
    return tuple(dict.fromkeys(t.board.court.display))


def from_display(t: Table, god: int, card: str) -> None:
    """A card of the display goes to a hand."""
    cards = list(t.board.court.display)
    cards.remove(card)
    t.board.court = replace(t.board.court, display=tuple(cards))
    take_agenda(t, god, card)


def law(t: Table, god: int) -> None:
    """One of two: a card, or a card of one's own leaves the game."""
    cards, mine = display(t), t.board.gods[god]
    if mine.agenda or mine.agenda_used:
        may(t, god, "law", cards, ("or-remove",), default=cards[0] if cards else "")
    else:
        must(t, god, "law", cards)


@answers("law")
def law_card(t: Table, god: int, facts: Facts, card: str) -> None:
    """No card of the display: then one of the own goes. Silence removes none where no card lies on display."""
    mine = t.board.gods[god]
    if card:
        from_display(t, god, card)
    else:
        ask = must if display(t) else may
        ask(t, god, "law-remove", dict.fromkeys(sorted((*mine.agenda, *mine.agenda_used))))


@answers("law-remove")
def law_remove(t: Table, god: int, facts: Facts, card: str) -> None:
    """Every other god loses one devotion. A used copy goes first."""
    b = t.board
    if not card:
        t.tell(Nothing(god, "law"))
        return
    mine = b.gods[god]
    pile = "agenda_used" if card in mine.agenda_used else "agenda"
    cards = list(mine.agenda_used if card in mine.agenda_used else mine.agenda)
    cards.remove(card)
    b.change(god, **{pile: tuple(cards)})
    b.court = replace(b.court, gone=tuple(sorted((*b.court.gone, card))))
    t.tell(AgendaRemoved(god, card))
    for other in b.playing():
        if other != god:
            lose(t, other, 1, "law")


def war(t: Table, god: int) -> None:
    """A sphinx for a monument, then the riddle in any case."""
    b = t.board
    later(t, "riddle", god)
    own = [space for space in b.monuments_of(god) if b.monuments[space].kind != "sphinx"]
    may(t, god, "war", own if b.supply["sphinx"] else ())


@answers("war")
def war_swap(t: Table, god: int, facts: Facts, space: str) -> None:
    """The ankh token moves onto the sphinx."""
    if space:
        swap_monument(t, god, space, "sphinx")


def swap_monument(t: Table, god: int, space: str, kind: str) -> None:
    """A monument of the supply takes the place of another."""
    b = t.board
    old = b.monuments[space].kind
    b.supply[old] += 1
    b.supply[kind] -= 1
    b.monuments[space] = Monument(kind, god)
    t.tell(Replaced(god, space, old, kind))


def court(t: Table, god: int) -> None:
    """A card and followers."""
    earn(t, god, number(t, "palace", "court_followers"), "court")
    must(t, god, "court", display(t))


@answers("court")
def court_card(t: Table, god: int, facts: Facts, card: str) -> None:
    """The card, if one is left."""
    if card:
        from_display(t, god, card)


def throne(t: Table, god: int) -> None:
    """A card, and the pharaoh moves."""
    later(t, "throne", god)
    must(t, god, "court", display(t))


@continues("throne")
def throne_move(t: Table, god: int, facts: Facts) -> None:
    """Up to three spaces."""
    move_pharaoh(t, god, number(t, "palace", "throne_spaces"))


EFFECTS = {"law": law, "war": war, "court": court, "throne": throne}
