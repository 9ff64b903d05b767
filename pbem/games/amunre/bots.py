"""Bots: `random` plays anything legal, `steady` bids, buys and offers by plain rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine import kernel
from pbem.engine.game import Action, Seat
from pbem.games.amunre import scoring
from pbem.games.amunre.actions import (
    Bid,
    Bricks,
    Cards,
    Correct,
    Done,
    Farmers,
    Harvest,
    Offer,
    Place,
    Play,
    Rule,
    Steal,
    Take,
)
from pbem.games.amunre.board import Table
from pbem.games.amunre.steps import (
    Bidding,
    Correcting,
    Harvesting,
    Offering,
    Placing,
    Purchases,
    Rewards,
)
from pbem.games.amunre.steps.common import free_fields

DONE = Done()
PER_FARMER = 2
"""Gold that a farmer brings in a harvest, as a rule."""
LOWEST_OFFER = 4
CARD_VALUE = 3
SPEND = (0.5, 0.6, 0.85)
"""Which part of the gold goes into purchases, by round of the kingdom."""
EXAMPLES = (SPEND[-1], 0.5, 0.25)
"""The shares of the gold that whole turns are thought out for."""


def random(t: Table, seat: Seat) -> Action:
    """Any legal order, all equally likely."""
    orders = list(kernel.legal(t, seat))
    return orders[t.chance.index(t, "order", [""] * len(orders))]


def steady(t: Table, seat: Seat) -> Action:
    """What is worth most by rule of thumb."""
    match t.stack[-1]:
        case Bidding() as step:
            return bid(t, seat, step)
        case Purchases() as step:
            return next(iter(turn(t, seat, step, budget(t, seat))))
        case Placing(_, piece, count, builder):
            return Place(placed(t, seat, piece, count, builder))
        case Offering():
            return offer(t, seat)
        case Correcting(_, total):
            return correct(t, seat, total)
        case Rewards(queue):
            return take(t, seat, queue[0][1])
        case Harvesting():
            return harvest(t, seat)
        case step:
            return step.fallback(t, seat)


def bid(t: Table, seat: Seat, step: Bidding) -> Action:
    """The bid with the best margin; cards of the auction where they help with it."""
    gold = t.board.players[seat].gold
    hand = t.board.players[seat].hand
    worth = {province: value(t, seat, province) for province in t.board.market}
    bids = [one for one in kernel.legal(t, seat) if isinstance(one, Bid)]
    within = [one for one in bids if one.amount <= max(1, 2 * gold // 3)] or bids
    best = max(within, key=lambda one: (worth[one.province] - 2 * one.amount, -one.amount))
    if "blockade" in hand and "blockade" not in step.played[seat] and best.amount >= 3:
        return Play("blockade")
    lost = step.at[seat]
    better = bool(lost) and worth[lost] > worth[best.province] + 15
    if "same-province" in hand and "same-province" not in step.played[seat] and better:
        return Play("same-province")
    return best


def value(t: Table, seat: Seat, province: str) -> int:
    """What a province promises, in half gold."""
    printed, land = t.data.value.provinces[province], t.board.lands[province]
    harvests = 1 + t.data.value.rounds - t.board.round
    coins = printed.income * harvests * (2 if printed.income_kind == "always" else 1)
    farmers = (3 * printed.printed_farmers * harvests) + printed.fields * harvests
    material = 2 * printed.free_gold + 2 * CARD_VALUE * printed.free_cards + 3 * printed.card_limit
    limit = max((t.data.value.provinces[one].card_limit for one in t.board.owned(seat)), default=0)
    cards = 2 * max(0, printed.card_limit - limit) * harvests
    return coins + farmers + material + cards + 4 * land.bricks + 14 * land.pyramids + 12 * printed.temples


def budget(t: Table, seat: Seat) -> int:
    """The gold that may go into purchases now; in the last round some is kept for the most gold."""
    gold = t.board.players[seat].gold
    return max(0, min(int(gold * SPEND[t.board.round - 1]), gold - LOWEST_OFFER))


def turn(t: Table, seat: Seat, step: Purchases, gold: int) -> Iterator[Action]:
    """The rest of a player's actions, one after the other, as far as this gold goes; done at the end."""
    price = t.data.value.price
    gold = min(gold, t.board.players[seat].gold)
    cards = cards_wanted(t, seat, step, gold)
    if cards:
        yield Cards(cards)
        gold -= price(cards)
    yield from free_farmer(t, seat, step)
    where = fields_wanted(t, seat, step, gold)
    if where:
        yield Farmers(len(where), where)
        gold -= price(len(where))
    yield from bricks(t, seat, step, gold)
    yield DONE


def cards_wanted(t: Table, seat: Seat, step: Purchases, gold: int) -> int:
    """One or two of what may be bought, where gold is at hand."""
    if step.stage:
        return 0
    limits = [t.data.value.provinces[one].card_limit for one in t.board.owned(seat)]
    return min(max(limits), t.board.cards_left(), 2 if gold >= 8 else 1 if gold >= 4 else 0)


def free_farmer(t: Table, seat: Seat, step: Purchases) -> Iterator[Action]:
    """Wherever: each brings the same."""
    if "free-farmer" in t.board.players[seat].hand and "free-farmer" not in step.played and step.stage < 3:
        yield Play("free-farmer", t.board.owned(seat)[0])


def fields_wanted(t: Table, seat: Seat, step: Purchases, gold: int) -> tuple[str, ...]:
    """As many farmers as pay for themselves until the kingdom ends."""
    if "farmer" in step.bought or step.stage > 2:
        return ()
    harvests = 1 + t.data.value.rounds - t.board.round
    room = [province for province in t.board.owned(seat) for _ in range(free_fields(t, province))]
    count = min(len(room), PER_FARMER * harvests)
    while t.data.value.price(count) > gold:
        count -= 1
    return tuple(room[:count])


def bricks(t: Table, seat: Seat, step: Purchases, gold: int) -> Iterator[Action]:
    """As many bricks as the gold buys, for sets of pyramids; a builder wherever he saves one."""
    count = 0
    while t.data.value.price(count + 1) <= gold:
        count += 1
    builder = "builder" in t.board.players[seat].hand and "builder" not in step.played
    laid = placed(t, seat, "brick", count) if count and "brick" not in step.bought else ()
    help_in = where_builder_helps(t, seat, laid) if builder else ""
    if laid:
        yield Bricks(len(laid), laid, help_in)
    elif help_in:
        yield Play("builder", help_in)


def where_builder_helps(t: Table, seat: Seat, laid: tuple[str, ...]) -> str:
    """A province where two bricks would be left."""
    size = t.data.value.bricks
    lands = t.board.lands
    left = {one: (lands[one].bricks + laid.count(one)) % size for one in t.board.owned(seat)}
    return next((one for one, count in left.items() if count >= t.data.value.builder_bricks), "")


def placed(t: Table, seat: Seat, piece: str, count: int, builder: str = "") -> tuple[str, ...]:
    """Piece by piece to where fewest pyramids stand and most bricks lie; farmers to the first free fields."""
    mine = t.board.owned(seat)
    if piece == "farmer":
        return tuple([one for one in mine for _ in range(free_fields(t, one))][:count])
    size = t.data.value.bricks
    lying = {one: t.board.lands[one].bricks + size * t.board.lands[one].pyramids for one in mine}
    first = max(0, t.data.value.builder_bricks - t.board.lands[builder].bricks) if builder else 0
    where = [builder] * first
    if builder:
        lying[builder] += first + size - t.data.value.builder_bricks
    for _ in range(count - first):
        where.append(min(mine, key=lambda one: (lying[one] // size, -(lying[one] % size))))
        lying[where[-1]] += 1
    return tuple(sorted(where))


def offer(t: Table, seat: Seat) -> Action:
    """Steals where camels pay or gold is scarce; otherwise gives by the number of farmers, and never the same."""
    b, player = t.board, t.board.players[seat]
    printed = [t.data.value.provinces[one] for one in b.owned(seat)]
    camels = sum(one.income for one in printed if one.income_kind == "camel")
    crop = scoring.farmers(t, seat) + 3 * sum(one.temples for one in printed)
    correction = "correction" in player.hand
    last = b.kingdom == t.data.value.kingdoms and b.round == t.data.value.rounds
    if player.gold <= LOWEST_OFFER or camels > crop:
        return Steal(correction)
    most = max(1, min(player.gold // (6 if last else 3), 4 + crop))
    return Offer(max(1, most - t.chance.index(t, "offer", [""] * 4)), correction)


def correct(t: Table, seat: Seat, total: int) -> Action:
    """Up where that brings more gold to this player than down."""
    by, field = t.data.value.correction, t.data.value.field
    up, down = worth_of_field(t, seat, field(total + by)), worth_of_field(t, seat, field(total - by))
    return Correct(Rule("up" if up >= down else "down"))


def worth_of_field(t: Table, seat: Seat, field: int) -> int:
    """What the temple on this field brings in the harvest."""
    printed = [t.data.value.provinces[one] for one in t.board.owned(seat)]
    camels = sum(one.income for one in printed if one.income_kind == "camel")
    return scoring.farmers(t, seat) * field + (camels if field <= t.data.value.camel_up_to else 0)


def take(t: Table, seat: Seat, left: int) -> Action:
    """Bricks towards the next pyramid, but not more than it needs; then cards."""
    where = placed(t, seat, "brick", left)
    size = t.data.value.bricks
    finished = any((t.board.lands[one].bricks + where.count(one)) // size for one in where)
    if finished or t.board.round == t.data.value.rounds or t.board.cards_left() < left:
        return Take(len(where), "brick", where)
    return Take(left, "card") if left > 1 else Take(1, "brick", where)


def harvest(t: Table, seat: Seat) -> Action:
    """8 Gold where a province brings little, an increase where many farmers are."""
    hand, mine = t.board.players[seat].hand, t.board.owned(seat)
    poor = min(mine, key=lambda one: brings(t, one))
    plays = [("8-gold", poor)] if "8-gold" in hand and brings(t, poor) <= 4 else []
    rich = max(mine, key=lambda one: t.board.lands[one].farmers)
    if "harvest-increase" in hand and t.board.lands[rich].farmers >= 2:
        plays.append(("harvest-increase", rich))
    return Harvest(tuple(plays)) if plays else DONE


def brings(t: Table, province: str) -> int:
    """The gold of a province in this harvest."""
    land, printed = t.board.lands[province], t.data.value.provinces[province]
    farmers = land.farmers + land.free_farmers + printed.printed_farmers
    camel = printed.income_kind == "camel" and t.board.temple > t.data.value.camel_up_to
    return farmers * t.board.temple + (0 if camel else printed.income)


def examples(t: Table, seat: Seat) -> Sequence[Sequence[Action]]:
    """Whole turns of the third phase: much, half and little of the gold, and nothing."""
    step = t.stack[-1]
    if not isinstance(step, Purchases) or step.seat != seat:
        return ()
    gold = t.board.players[seat].gold
    turns: list[list[Action]] = [list(turn(t, seat, step, int(gold * share))) for share in EXAMPLES]
    turns.append([DONE])
    return [one for place, one in enumerate(turns) if one not in turns[:place]]


BOTS = {"steady": steady, "random": random}
