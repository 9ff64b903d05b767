"""Answers given ahead for a conflict: kept out of sight until the battle that they are for."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.engine.game import Refusal, refuse
from pbem.games.ankh.actions import Ahead
from pbem.games.ankh.board import NOBODY, Plan, Table, hexes_of, land_of
from pbem.games.ankh.land import divided


def named_regions(t: Table, word: str) -> list[int]:
    """The regions that a word means: a number, or a name for all that is left of Delta, West or East."""
    if word.isdigit():
        return [int(word)] if int(word) in land_of(t).regions else []
    base = t.data.value.base_regions
    if word not in base:
        return []
    whole = set(divided(hexes_of(t), (), tuple(base.values())).regions[list(base).index(word) + 1])
    return [number for number, spaces in land_of(t).regions.items() if not whole.isdisjoint(spaces)]


def objection_to_plans(t: Table, god: int, action: Ahead) -> Refusal | None:
    """Each for one region that there is, with a card in hand (for Amun two), no region twice."""
    seen: list[int] = []
    hand, most = t.board.gods[god].hand, 2 if t.board.is_god(god, "amun") else 1
    for word, card, _ in action.plans:
        cards = tuple(card.split("+"))
        regions = named_regions(t, word)
        if len(regions) != 1:
            return refuse("which-region", word=word, regions=regions or list(land_of(t).regions))
        if len(cards) > most or len(set(cards)) < len(cards):
            return refuse("how-many-cards", count=most)
        if not set(cards) <= set(hand):
            return refuse("card-not-in-hand", cards=cards, hand=hand)
        seen += regions
    return None if len(set(seen)) == len(seen) else refuse("region-twice")


def regions_of(t: Table, action: Ahead) -> list[int]:
    """The regions that answers ahead are for."""
    return [named_regions(t, word)[0] for word, _, _ in action.plans]


def give_ahead(t: Table, god: int, action: Ahead) -> None:
    """Later words for a region take the place of earlier ones."""
    plans = {plan.region: plan for plan in t.board.secrets.plans.get(god, ())}
    for region, (_, card, bid) in zip(regions_of(t, action), action.plans, strict=True):
        plans[region] = Plan(region, card, bid)
    t.board.secrets.plans[god] = tuple(plans[region] for region in sorted(plans))


def renumber(t: Table, numbers: dict[int, int]) -> None:
    """Regions have other numbers: what was given ahead goes with its region, or lapses where there is none (0)."""
    plans = t.board.secrets.plans
    for god, mine in plans.items():
        moved = [replace(plan, region=numbers.get(plan.region, plan.region)) for plan in mine]
        plans[god] = tuple(sorted((plan for plan in moved if plan.region), key=lambda plan: plan.region))


def planned_cards(t: Table, god: int, region: int) -> tuple[str, ...]:
    """The card given ahead for a region, of Amun perhaps two; none: empty."""
    mine = t.board.secrets.plans.get(god, ())
    return next((tuple(plan.card.split("+")) for plan in mine if plan.region == region), ())


def planned_bid(t: Table, god: int, region: int) -> int:
    """The bid given ahead for a region; more than the purse counts as the purse."""
    bids = [plan.bid for plan in t.board.secrets.plans.get(god, ()) if plan.region == region and plan.bid != NOBODY]
    return min(bids[0], t.board.gods[god].followers) if bids else NOBODY
