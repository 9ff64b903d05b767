"""Agenda cards: once per action, before or after it. What they do is data; how it is done stands here."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.game import Refusal, refuse
from pbem.games.ankh.asking import Facts, answers, later, must
from pbem.games.ankh.board import Table
from pbem.games.ankh.devotion import earn, gain, give_up, pay
from pbem.games.ankh.events import Moved
from pbem.games.ankh.names import CARDS, ROOMS
from pbem.games.ankh.palace_events import AgendaPlayed, PriestsBack, Recalled
from pbem.games.ankh.steps.agenda_targets import (
    TARGETS,
    enemies_in,
    exilable,
    intriguers,
    marchers,
    movable_from,
    other_kinds,
    pairs,
    recallable,
    rededicable,
    richer,
    sailors,
    shores,
    sites,
)
from pbem.games.ankh.steps.battle import erect
from pbem.games.ankh.steps.moving import carry_out, destinations, next_door
from pbem.games.ankh.steps.palace import swap_monument
from pbem.games.ankh.steps.pharaoh import move_pharaoh


def playable(t: Table, god: int, action: str) -> list[str]:
    """The cards of a hand that go with an action and would do something."""
    mine = t.board.gods[god].agenda
    return [card for card in dict.fromkeys(mine) if fits(t, card, action) and possible(t, god, card)]


def fits(t: Table, card: str, action: str) -> bool:
    """Whether a card goes with an action."""
    return t.data.value.agenda[card].when in ("any", action)


def possible(t: Table, god: int, card: str) -> bool:
    """Whether a card would do something now."""
    row = t.data.value.agenda[card]
    return t.board.gods[god].followers >= row.cost and bool(TARGETS[row.effect](t, god))


def objection_to_agenda(t: Table, god: int, card: str, action: str) -> Refusal | None:
    """In hand, one for each action, and with an effect."""
    mine = t.board.gods[god].agenda
    if card not in mine:
        return refuse("agenda-not-in-hand", card=card, cards=mine)
    if not action:
        return refuse("agenda-not-now")
    if not fits(t, card, action):
        return refuse("agenda-other-action", card=card, action=t.data.value.agenda[card].when)
    return None if possible(t, god, card) else refuse("agenda-no-effect", card=card)


def play_agenda(t: Table, god: int, card: str) -> None:
    """The card lies open before its owner until the battle cards come back."""
    mine = t.board.gods[god]
    hand = list(mine.agenda)
    hand.remove(card)
    t.board.change(god, agenda=tuple(hand), agenda_used=tuple(sorted((*mine.agenda_used, card))))
    t.tell(AgendaPlayed(god, card))
    row = t.data.value.agenda[card]
    PLAYED[row.effect](t, god, row.amount, row.cost)


# What the cards do.


def income(effect: str) -> Callable[[Table, int, int, int], None]:
    """Followers for each target, up to a limit."""

    def collect(t: Table, god: int, amount: int, cost: int) -> None:
        found = TARGETS[effect](t, god)
        assert isinstance(found, list)
        earn(t, god, min(amount, len(found)), "agenda")

    return collect


def tribute(t: Table, god: int, amount: int, cost: int) -> None:
    """So many followers."""
    earn(t, god, amount, "agenda")


def tax(t: Table, god: int, amount: int, cost: int) -> None:
    """Followers of everybody who is richer."""
    b = t.board
    dues = {other: min(amount, b.gods[other].followers) for other in richer(t, god)}
    for other, due in dues.items():
        give_up(t, other, due, "tax")
    earn(t, god, sum(dues.values()), "agenda")


def voice(t: Table, god: int, amount: int, cost: int) -> None:
    """Devotion for whoever alone has least, else followers."""
    b = t.board
    least = [g for g in b.playing() if b.gods[g].devotion == b.gods[b.playing()[0]].devotion]
    if least == [god]:
        gain(t, god, amount, "agenda")
    else:
        earn(t, god, amount, "agenda")


def force_march(t: Table, god: int, amount: int, cost: int) -> None:
    """Asks which figure moves."""
    must(t, god, "agenda-march", marchers(t, god), (str(amount),))


@answers("agenda-march")
def march_figure(t: Table, god: int, facts: Facts, figure: str) -> None:
    """Asks where to."""
    spaces = destinations(t, god, t.board.own(god)[figure], int(facts[0]))
    must(t, god, "agenda-to", spaces, (figure,))


def barge(t: Table, god: int, amount: int, cost: int) -> None:
    """Asks which figure sails."""
    must(t, god, "agenda-barge", sailors(t, god))


@answers("agenda-barge")
def sail(t: Table, god: int, facts: Facts, figure: str) -> None:
    """Asks where to."""
    must(t, god, "agenda-to", shores(t, god), (figure,))


@answers("agenda-to")
def march_there(t: Table, god: int, facts: Facts, space: str) -> None:
    """The figure goes."""
    carry_out(t, god, ((facts[0], space),), "agenda")


def change_places(t: Table, god: int, amount: int, cost: int) -> None:
    """Asks for the first figure."""
    must(t, god, "agenda-swap", pairs(t, god))


@answers("agenda-swap")
def swap_first(t: Table, god: int, facts: Facts, figure: str) -> None:
    """Asks for the second."""
    must(t, god, "agenda-swap-with", [name for name in pairs(t, god) if name != figure], (figure,))


@answers("agenda-swap-with")
def swap_second(t: Table, god: int, facts: Facts, figure: str) -> None:
    """They change places."""
    b = t.board
    one, other = b.own(god)[facts[0]], b.own(god)[figure]
    b.figures[one], b.figures[other] = b.figures[other], b.figures[one]
    t.tell(Moved(god, ((facts[0], one, other), (figure, other, one)), "agenda"))


def summon_more(mode: str) -> Callable[[Table, int, int, int], None]:
    """One more warrior, or one more guardian, for a price."""
    return lambda t, god, amount, cost: later(t, "summon", god, mode, *([str(cost)] if cost else []))


def ordain(t: Table, god: int, amount: int, cost: int) -> None:
    """A priest for any room."""
    later(t, "priest", god)


def intrigue(t: Table, god: int, amount: int, cost: int) -> None:
    """Asks whose priest moves."""
    must(t, god, "intrigue", intriguers(t, god))


@answers("intrigue")
def intrigue_whose(t: Table, god: int, facts: Facts, name: str) -> None:
    """Asks from which room."""
    must(t, god, "intrigue-from", movable_from(t, t.board.owner_of(name)), (name,))


@answers("intrigue-from")
def intrigue_from(t: Table, god: int, facts: Facts, room: str) -> None:
    """Asks where to."""
    must(t, god, "intrigue-to", next_door(t, room), (*facts, room))


@answers("intrigue-to")
def intrigue_to(t: Table, god: int, facts: Facts, room: str) -> None:
    """The priest goes next door."""
    name, start = facts
    carry_out(t, t.board.owner_of(name), ((start, room),), "agenda")


def exile(t: Table, god: int, amount: int, cost: int) -> None:
    """Asks from which room."""
    must(t, god, "exile", exilable(t, god))


@answers("exile")
def exile_from(t: Table, god: int, facts: Facts, room: str) -> None:
    """Asks whose priest."""
    must(t, god, "exile-whose", enemies_in(t, god, room), (room,))


@answers("exile-whose")
def exiled(t: Table, god: int, facts: Facts, name: str) -> None:
    """One priest goes home."""
    b, victim = t.board, t.board.owner_of(name)
    priests = list(b.gods[victim].priests)
    priests[0] += 1
    priests[ROOMS.index(facts[0]) + 1] -= 1
    b.change(victim, priests=tuple(priests))
    t.tell(PriestsBack(victim, facts[0], 1))


def escort(t: Table, god: int, amount: int, cost: int) -> None:
    """The pharaoh moves."""
    move_pharaoh(t, god, amount)


def rededicate(t: Table, god: int, amount: int, cost: int) -> None:
    """Asks for the monument."""
    must(t, god, "rededicate", rededicable(t, god))


@answers("rededicate")
def rededicate_to(t: Table, god: int, facts: Facts, space: str) -> None:
    """Asks for the new kind."""
    must(t, god, "rededicate-to", other_kinds(t, t.board.monuments[space].kind), (space,))


@answers("rededicate-to")
def rededicated(t: Table, god: int, facts: Facts, kind: str) -> None:
    """Another monument stands there."""
    swap_monument(t, god, facts[0], kind)


def public_works(t: Table, god: int, amount: int, cost: int) -> None:
    """Asks what to build."""
    must(t, god, "works", other_kinds(t, ""), (str(cost),))


@answers("works")
def works_what(t: Table, god: int, facts: Facts, kind: str) -> None:
    """Asks where."""
    must(t, god, "works-at", sites(t, god), (kind, *facts))


@answers("works-at")
def works_at(t: Table, god: int, facts: Facts, space: str) -> None:
    """It is paid and built."""
    erect(t, god, facts[0], space)
    pay(t, god, int(facts[1]), "build")


def recall(t: Table, god: int, amount: int, cost: int) -> None:
    """Asks for the card."""
    must(t, god, "recall", recallable(t, god))


@answers("recall")
def recalled(t: Table, god: int, facts: Facts, card: str) -> None:
    """This single card comes back, and no agenda card with it."""
    mine = t.board.gods[god]
    hand = tuple(one for one in CARDS if one in (*mine.hand, card))
    t.board.change(god, hand=hand, used=tuple(c for c in mine.used if c != card))
    t.tell(Recalled(god, card))


PLAYED: dict[str, Callable[[Table, int, int, int], None]] = {
    "followers": tribute,
    **{effect: income(effect) for effect in TARGETS if effect.startswith("per-")},
    "tax": tax,
    "march": force_march,
    "barge": barge,
    "swap-figures": change_places,
    "summon-warrior": summon_more("warrior"),
    "summon-guardian": summon_more("guardian"),
    "ordain": ordain,
    "move-priest": intrigue,
    "exile": exile,
    "escort": escort,
    "rededicate": rededicate,
    "build": public_works,
    "recall": recall,
    "voice": voice,
}
