"""A battle, phase by phase. Each phase may ask; the battle goes on when all is answered."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pbem.games.ankh.asking import YES, Auto, Facts, answers, continues, in_turn, later, may, must
from pbem.games.ankh.board import (
    NOBODY,
    Monument,
    Table,
    free,
    hexes_of,
    land_of,
    number,
    region_of,
    region_spaces,
    sides,
)
from pbem.games.ankh.devotion import earn, gain, pay, reign_of
from pbem.games.ankh.events import Announced, Banned, Built, Moved, Resolved
from pbem.games.ankh.names import BUILDABLE, CARDS
from pbem.games.ankh.plans import planned_cards
from pbem.games.ankh.steps.aftermath import cycle, deaths, magnanimous, miracle, portal, worship
from pbem.games.ankh.steps.cats import turn_up
from pbem.games.ankh.steps.deaths import kill
from pbem.games.ankh.steps.sealed import ask_bids, ask_cards, fight, played
from pbem.games.ankh.strength import majorities, strength_of

CLEARLY = 3
"""By so much a glorious victory beats the next."""


def attune(t: Table) -> None:
    """Obelisk Attuned."""
    in_turn(t, "attune", [god for god in fight(t).gods if t.board.has(god, "obelisk-attuned")])


@continues("attune")
def attune_one(t: Table, god: int, moved: Facts) -> None:
    """Any own figures from anywhere move beside own obelisks of the region, one by one."""
    figures = [name for name in t.board.own(god) if name not in moved]
    may(t, god, "attune", figures if beside_obelisks(t, god) else (), moved)


def beside_obelisks(t: Table, god: int) -> list[str]:
    """Empty land beside own obelisks of the region of this battle."""
    land = land_of(t)
    inside = [s for s in t.board.monuments_of(god, "obelisk") if s in land.regions[fight(t).region]]
    return land.hexes.sort({near for space in inside for near in land.near[space] if free(t, near, god)})


@answers("attune")
def attune_who(t: Table, god: int, moved: Facts, figure: str) -> None:
    """Asks where to."""
    if figure:
        must(t, god, "attune-to", beside_obelisks(t, god), (figure, *moved))


@answers("attune-to")
def attune_to(t: Table, god: int, facts: Facts, space: str) -> None:
    """The figure stands beside an obelisk."""
    b = t.board
    later(t, "attune", god, *facts)
    start = b.own(god)[facts[0]]
    b.figures[space] = b.figures.pop(start)
    t.tell(Moved(god, ((facts[0], start, space),), "attuned"))


def gather(t: Table) -> None:
    """If obelisks drew Set away, figures that counted as his fight for their own god."""
    battle = fight(t)
    t.board.battle = replace(battle, gods=tuple(sorted({*battle.gods, *sides(t, battle.region)})))


def ban(t: Table) -> None:
    """Horus takes back an eye and bans a card."""
    b, battle = t.board, fight(t)
    horus = b.owner_of("horus")
    if horus in battle.gods:
        mine = b.gods[horus]
        here = [eye for eye in mine.eyes if region_of(t, eye) == battle.region]
        if here:
            b.change(horus, eyes=tuple(eye for eye in mine.eyes if eye not in here))
            must(t, horus, "ban", CARDS[:-1], default="chariots")


@answers("ban")
def banned(t: Table, god: int, facts: Facts, card: str) -> None:
    """His opponents cannot play it in this battle."""
    t.board.battle = replace(fight(t), banned=card, banner=god)
    t.tell(Banned(god, card))


def second_card(t: Table) -> None:
    """Amun may announce two cards, once in a conflict; what he gave ahead says whether he does."""
    b, battle = t.board, fight(t)
    amun = b.owner_of("amun")
    if amun in battle.gods and b.gods[amun].second:
        held = [card for card in b.gods[amun].hand if card != battle.banned or battle.banner == amun]
        ahead = planned_cards(t, amun, battle.region)
        if ahead and set(ahead) <= set(held):
            second(t, amun, (), "yes" if len(ahead) > 1 else "")
        else:
            may(t, amun, "second", YES if len(held) > 1 else ())


@answers("second")
def second(t: Table, god: int, facts: Facts, choice: str) -> None:
    """Announced before the others choose."""
    if choice:
        t.board.change(god, second=0)
        t.board.battle = replace(fight(t), double=god)
        t.tell(Announced(god))


def flood(t: Table) -> None:
    """A follower for each own figure on fertile land of the region."""
    fertile = hexes_of(t).fertile
    for god in t.board.humble_first(tuple(played(t, "flood"))):
        spaces = sides(t, fight(t).region).get(god, [])
        earn(t, god, sum(space in fertile for space in spaces), "flood")


def build(t: Table) -> None:
    """Build Monument."""
    in_turn(t, "build", played(t, "build"))


@continues("build")
def build_one(t: Table, god: int, facts: Facts) -> None:
    """Asks what to build, if it can be paid and there is a token, a piece and a space."""
    b = t.board
    cost = 0 if b.has(god, "inspiring") else number(t, "cards", "build_cost")
    possible = b.gods[god].followers >= cost and b.gods[god].tokens and region_spaces(t, fight(t).region)
    may(t, god, "build", [kind for kind in BUILDABLE if b.supply[kind]] if possible else (), (str(cost),))


@answers("build")
def build_what(t: Table, god: int, facts: Facts, kind: str) -> None:
    """Asks where."""
    if kind:
        must(t, god, "build-at", region_spaces(t, fight(t).region), (kind, *facts))


@answers("build-at")
def build_at(t: Table, god: int, facts: Facts, space: str) -> None:
    """It is owned at once."""
    erect(t, god, facts[0], space)
    pay(t, god, int(facts[1]), "build")


def erect(t: Table, god: int, kind: str, space: str) -> None:
    """A new monument of the supply, with an ankh token on it."""
    b = t.board
    b.supply[kind] -= 1
    b.change(god, tokens=b.gods[god].tokens - 1)
    b.monuments[space] = Monument(kind, god)
    t.tell(Built(god, kind, space))


def plague(t: Table) -> None:
    """One bidding for each card."""
    for god in played(t, "plague"):
        later(t, "plague", god)


@continues("plague")
def plague_one(t: Table, god: int, facts: Facts) -> None:
    """All gods with a figure bid."""
    ask_bids(t)


@continues("locusts")
def locusts(t: Table, spared: int, facts: Facts) -> None:
    """Every warrior and guardian dies but those of the single highest bidder."""
    present = sides(t, fight(t).region)
    lost_by = {
        space: god
        for god, spaces in sorted(present.items())
        if god != spared
        for space in spaces
        if t.board.figures[space].name != "g"
    }
    kill(t, lost_by, "plague", lost_by)


def majority(t: Table) -> None:
    """One gain for each god, however many kinds of monument it leads in."""
    counts = majorities(t, fight(t).region)
    for god in t.board.humble_first(tuple(counts)):
        gain(t, god, counts[god], "monuments", fight(t).region)


def resolve(t: Table) -> None:
    """The strongest god with a figure wins; a tie only with the tie-breaker."""
    b, battle = t.board, fight(t)
    present = sides(t, battle.region)
    cats = cat_strength(t)
    strength = {god: strength_of(t, battle, god, present.get(god, []), cats.get(god, 0)) for god in battle.gods}
    figures = {god: len(present.get(god, [])) for god in battle.gods}
    b.battle = replace(battle, strength=strength, figures=figures)
    standing = [god for god in battle.gods if figures[god]]
    best = [god for god in standing if strength[god] == max(strength[g] for g in standing)]
    if len(best) > 1 and b.tie_breaker in best:
        may(t, b.tie_breaker, "tie", YES, default="yes")
    else:
        declare(t, best[0] if len(best) == 1 else NOBODY, "")


def cat_strength(t: Table) -> dict[int, int]:
    """Bastet's cats in the region of her battle are turned up and count."""
    b, battle = t.board, fight(t)
    bastet = b.owner_of("bastet")
    if bastet not in battle.gods:
        return {}
    here = [cat for cat in b.gods[bastet].cats if region_of(t, cat) == battle.region]
    return {bastet: sum([turn_up(t, cat) for cat in here])}


@answers("tie")
def tie(t: Table, god: int, facts: Facts, choice: str) -> None:
    """The tie-breaker is spent and wins, or kept."""
    if choice:
        t.board.tie_breaker = NOBODY
    declare(t, god if choice else NOBODY, "spent" if choice else "kept")


def declare(t: Table, winner: int, how: str) -> None:
    """The result of the battle."""
    t.board.battle = replace(fight(t), winner=winner)
    t.tell(Resolved(fight(t).region, fight(t).strength, winner, how))


def reward(t: Table) -> None:
    """One gain: victory, Drought, Glorious, Ra, Venerated. Commanding brings followers."""
    battle = fight(t)
    god = battle.winner
    if god == NOBODY:
        return
    count = base_reward(t) + victory_bonus(t, battle.region, god)
    if "drought" in battle.cards[god]:
        desert = hexes_of(t).land - hexes_of(t).fertile
        count += sum(space in desert for space in sides(t, battle.region)[god])
    gain(t, god, count, "victory", battle.region)
    if t.board.has(god, "commanding"):
        earn(t, god, 3, "commanding")


def base_reward(t: Table) -> int:
    """One; a glorious victory by three or more is worth three."""
    battle = fight(t)
    second = max(strength for god, strength in battle.strength.items() if god != battle.winner)
    if not t.board.has(battle.winner, "glorious") or battle.strength[battle.winner] < second + CLEARLY:
        return 1
    return 3 if t.options["glorious"] == "base-3" else 4


def victory_bonus(t: Table, region: int, god: int) -> int:
    """A radiant figure of Ra, and the veneration of Amenhotep."""
    spaces = sides(t, region)[god]
    radiant = t.board.is_god(god, "ra") and any(t.board.figures[space].sun for space in spaces)
    venerated = number(t, "amenhotep", "bonus") if region in reign_of(t, "amenhotep") else 0
    return (1 if radiant else 0) + venerated


BEFORE = (attune, gather, ban, second_card, ask_cards, flood)
AFTER = (majority, resolve, reward, deaths, portal, magnanimous, miracle, worship, cycle)
PHASES: dict[str, tuple[Callable[[Table], None], ...]] = {
    "build-first": (*BEFORE, build, plague, *AFTER),
    "plague-first": (*BEFORE, plague, build, *AFTER),
}


class Fight(Auto, frozen=True, gc=False):
    """The battle that is fought now, before its next phase."""

    phase: int = 0

    def go(self, t: Table) -> None:
        phases = PHASES[str(t.options["battle_order"])]
        if self.phase + 1 < len(phases):
            t.goto(Fight(self.phase + 1))
        else:
            t.end()
        phases[self.phase](t)
