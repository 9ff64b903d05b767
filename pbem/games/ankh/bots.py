"""Who plays when nobody answers. A bot gets a table imagined from its view and sees nothing else.

`steady` tries its answers on a copy and takes the one after which the table is worth most to it. All values are whole
numbers: sums of floats differ between versions of Python, and matches must not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.engine import kernel
from pbem.engine.game import Action, Seat
from pbem.games.ankh.actions import Begin, Bid, Card, Cats, Gain, Move, Reveal, Summon, Unlock
from pbem.games.ankh.board import Table, hexes_of, number, sides
from pbem.games.ankh.steps import Bids, Cards, Turn, Worth
from pbem.games.ankh.steps.moving import destinations
from pbem.games.ankh.steps.sealed import fight
from pbem.games.ankh.steps.summoning import NORMAL, kinds, spaces_for
from pbem.games.ankh.steps.unlocking import open_powers
from pbem.games.ankh.strength import card_strength, strength_of
from pbem.games.ankh.worth import position, worth

TRIED = 40
"""Answers to a question that are tried at most."""
EXAMPLES = 3
LONGEST = 12
"""Orders of an example turn at most."""
POWERS = (
    "revered", "commanding", "omnipresent", "inspiring",
    "temple-attuned", "resplendent", "pyramid-attuned", "obelisk-attuned",
    "glorious", "magnanimous", "bountiful", "worshipful",
)  # fmt: skip
"""Of each level the best first."""


def random(t: Table, seat: Seat) -> Action:
    """Any listed order, all equally likely."""
    orders = list(kernel.legal(t, seat))
    return orders[t.chance.index(t, "order", [""] * len(orders))]


def steady(t: Table, seat: Seat) -> Action:
    """Looks one answer ahead."""
    step = t.stack[-1]
    match step:
        case Turn():
            return best(t, seat, actions(t, seat, step))
        case Cards():
            return battle_card(t, seat)
        case Bids():
            return bid(t, seat)
        case Worth():
            return random_of(t, [order for order in kernel.legal(t, seat) if order != Cats(())])
        case _:
            return best(t, seat, list(kernel.legal(t, seat))[:TRIED])


def random_of(t: Table, orders: Sequence[Action]) -> Action:
    """Any of them."""
    return orders[t.chance.index(t, "order", [""] * len(orders))]


def best(t: Table, seat: Seat, orders: Iterable[Action]) -> Action:
    """The order after which the table is worth most; the first of equals."""
    return ranked(t, seat, orders)[0]


def ranked(t: Table, seat: Seat, orders: Iterable[Action]) -> list[Action]:
    """Best first."""
    god = t.board.god_of[seat]
    return sorted(orders, key=lambda order: -worth(kernel.apply(t, seat, order), god))


def actions(t: Table, seat: Seat, step: Turn) -> list[Action]:
    """A whole order for each action, and the cards and cats of the list."""
    god = step.god
    found: list[Action] = []
    for name in step.open_actions():
        match name:
            case "move":
                found.append(march(t, god))
            case "summon":
                found += summons(t, god)
            case "unlock":
                found.append(Unlock(wanted_power(t, god)))
            case _:
                found.append(Gain())
    listed = kernel.legal(t, seat)
    return found + [order for order in listed if not isinstance(order, Move | Summon | Gain | Unlock | Begin | Reveal)]


def wanted_power(t: Table, god: int) -> str:
    """The best power that can be unlocked; none if there is none."""
    choices = open_powers(t, god)
    return next((power for power in POWERS if power in choices), "")


def march(t: Table, god: int) -> Move:
    """Each figure in its turn goes where it does most good."""
    scratch = t.clone()
    figures = scratch.board.figures
    moves = []
    for name, start in t.board.own(god).items():
        spaces = [s for s in destinations(scratch, god, start, number(t, "turn", "spaces")) if s not in figures]
        here = position(scratch, god)
        options = []
        for space in spaces:
            figures[space] = figures.pop(start)
            options.append((position(scratch, god), space))
            figures[start] = figures.pop(space)
        value, space = max(options, default=(here, ""))
        if value > here:
            figures[space] = figures.pop(start)
            moves.append((name, space))
    return Move(tuple(moves))


def summons(t: Table, god: int) -> list[Action]:
    """The best space for the first kinds of figure that can be summoned."""
    found: list[Action] = []
    scratch = t.clone()
    for kind in kinds(t, god, NORMAL)[:3]:
        options = [(placed(scratch, god, space), space) for space in spaces_for(t, god, kind, NORMAL)]
        found.append(Summon((kind, max(options)[1])))
    return found or [Summon()]


def placed(t: Table, god: int, space: str) -> int:
    """What the position is worth with one more warrior."""
    figures = t.board.figures
    figures[space] = next(figure for figure in figures.values() if figure.god == god)
    value = position(t, god)
    del figures[space]
    return value


def battle_card(t: Table, seat: Seat) -> Action:
    """Rates the cards by what they would bring if the others play nothing special."""
    step = t.stack[-1]
    assert isinstance(step, Cards)
    god, battle = t.board.god_of[seat], fight(t)
    present = sides(t, battle.region)
    rivals = [strength_of(t, battle, g, present.get(g, []), 0) for g in battle.gods if g != god]
    lead = strength_of(t, battle, god, present.get(god, []), 0) - max(rivals)
    spaces = present.get(god, [])

    def rate(card: str) -> tuple[int, int]:
        return card_rate(t, god, card, lead, spaces), t.chance.index(t, "taste", [""] * 8)

    chosen = sorted(step.allowed(t, god), key=rate, reverse=True)[: step.count(t, god)]
    return Card(tuple(sorted(chosen)))


def card_rate(t: Table, god: int, card: str, lead: int, spaces: list[str]) -> int:
    """What a card promises, in tenths of a devotion."""
    b, fertile = t.board, hexes_of(t).fertile
    chance = 10 if lead + card_strength(t, card) > 1 else 5 if lead + card_strength(t, card) >= 0 else 0
    wet = sum(space in fertile for space in spaces)
    extra = {
        "flood": 3 * wet,
        "build": 12 if b.has(god, "inspiring") or b.gods[god].followers >= number(t, "cards", "build_cost") else 0,
        "plague": 2 * b.gods[god].followers - 2 * len(spaces),
        "chariots": 0,
        "miracle": 8 * (len(spaces) - 1) if lead < 0 else 0,
        "drought": chance * (len(spaces) - wet) if lead >= 0 else 0,
        "cycle": 4 * len(b.gods[god].used) - 8,
    }
    return chance + extra[card]


def bid(t: Table, seat: Seat) -> Action:
    """A follower or two for each figure that would die."""
    god = t.board.god_of[seat]
    mortal = sum(t.board.figures[space].name != "g" for space in sides(t, fight(t).region)[god])
    wish = mortal + t.chance.index(t, "bid", [""] * (mortal + 2))
    return Bid(min(t.board.gods[god].followers, wish))


def examples(t: Table, seat: Seat) -> list[list[Action]]:
    """Whole turns: each of the best first actions, played on as steadily as possible."""
    step = t.stack[-1]
    if not isinstance(step, Turn) or step.seat != seat:
        return []
    return [whole_turn(t, seat, first) for first in ranked(t, seat, actions(t, seat, step))[:EXAMPLES]]


def whole_turn(t: Table, seat: Seat, first: Action) -> list[Action]:
    """What this player would order, up to where somebody else must speak or the turn is over."""
    orders = [first]
    dream = kernel.apply(t, seat, first)
    while dream.stack and dream.pending.seats == (seat,) and dream.board.active == seat and len(orders) < LONGEST:
        order = steady(dream, seat)
        orders.append(order)
        dream = kernel.apply(dream, seat, order)
    return orders


BOTS = {"steady": steady, "random": random}
