"""A battle, phase by phase. Each phase may ask; the battle goes on when all is answered."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pbem.games.ankh.asking import YES, Auto, Facts, answers, continues, in_turn, later, may, must
from pbem.games.ankh.board import NOBODY, Monument, Table, free, hexes_of, land_of, number, region_of, region_spaces, sides
from pbem.games.ankh.devotion import earn, gain, pay, reign_of
from pbem.games.ankh.events import Announced, Banned, Built, Moved, PortalOpened, Resolved, TookBack
from pbem.games.ankh.names import BUILDABLE, CARDS
from pbem.games.ankh.steps.cats import turn_up
from pbem.games.ankh.steps.deaths import kill
from pbem.games.ankh.steps.sealed import ask_bids, ask_cards, fight
from pbem.games.ankh.strength import majorities, strength_of

PORTALS = 3
WORSHIP = 2
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
    """Amun may announce two cards, once in a conflict."""
    b, battle = t.board, fight(t)
    amun = b.owner_of("amun")
    if amun in battle.gods and b.gods[amun].second:
        held = [card for card in b.gods[amun].hand if card != battle.banned or battle.banner == amun]
        may(t, amun, "second", YES if len(held) > 1 else ())


@answers("second")
def second(t: Table, god: int, facts: Facts, choice: str) -> None:
    """Announced before the others choose."""
    if choice:
        t.board.change(god, second=0)
        t.board.battle = replace(fight(t), double=god)
        t.tell(Announced(god))


def played(t: Table, card: str) -> list[int]:
    """The gods that have played a card."""
    return [god for god, cards in fight(t).cards.items() if card in cards]


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


def deaths(t: Table) -> None:
    """First Isis may give up figures that are protected."""
    later(t, "deaths", NOBODY)
    isis = t.board.owner_of("isis")
    if isis in fight(t).gods and doomed(t, isis):
        later(t, "waive", isis)


def doomed(t: Table, god: int) -> bool:
    """Whether a god's figures die if nothing protects them: the losers'; in The People's Revolt the winner's."""
    winner = fight(t).winner
    return winner == god if t.options["scenario"] == "peoples-revolt" else winner != god


def protected_by_isis(t: Table, god: int, space: str) -> bool:
    """Figures of Isis beside an enemy figure."""
    b = t.board
    near = (b.figures.get(side) for side in land_of(t).near[space])
    return b.is_god(god, "isis") and any(other is not None and other.god != god for other in near)


def protected_by_flood(t: Table, god: int, space: str) -> bool:
    """Figures on fertile land of whoever played Flood."""
    return god in played(t, "flood") and space in hexes_of(t).fertile


@continues("waive")
def waive(t: Table, god: int, given_up: Facts) -> None:
    """Asks for figures that Isis alone protects, one by one."""
    b = t.board
    spaces = [
        space
        for space in sides(t, fight(t).region).get(god, [])
        if b.figures[space].name != "g" and protected_by_isis(t, god, space) and not protected_by_flood(t, god, space)
    ]
    may(t, god, "waive", [space for space in spaces if space not in given_up], given_up)


@answers("waive")
def waived(t: Table, god: int, given_up: Facts, space: str) -> None:
    """One more; the list is handed to the deaths."""
    if space:
        later(t, "waive", god, *given_up, space)
        return
    t.end()
    later(t, "deaths", NOBODY, *given_up)


@continues("deaths")
def die(t: Table, god: int, given_up: Facts) -> None:
    """All figures of the losers, but gods and what is protected."""
    lost_by = {
        space: side
        for side, spaces in sorted(sides(t, fight(t).region).items())
        if doomed(t, side)
        for space in spaces
        if t.board.figures[space].name != "g" and not protected(t, side, space, given_up)
    }
    kill(t, lost_by, "battle", lost_by)


def protected(t: Table, god: int, space: str, given_up: Facts) -> bool:
    """By Flood, or by Isis unless she wishes otherwise."""
    return protected_by_flood(t, god, space) or (space not in given_up and protected_by_isis(t, god, space))


def losers(t: Table) -> list[int]:
    """Everybody but the winner."""
    return [god for god in fight(t).gods if god != fight(t).winner]


def portal(t: Table) -> None:
    """Osiris opens a portal in a region that he has lost."""
    osiris = t.board.owner_of("osiris")
    if osiris in losers(t):
        later(t, "portal", osiris)


@continues("portal")
def portal_where(t: Table, god: int, facts: Facts) -> None:
    """An unused one by default; a fourth would be one of the three moved."""
    spaces = region_spaces(t, fight(t).region)
    unused = len(t.board.gods[god].portals) < PORTALS
    may(t, god, "portal", spaces, default=spaces[0] if spaces and unused else "")


@answers("portal")
def portal_at(t: Table, god: int, facts: Facts, space: str) -> None:
    """Asks which one moves, if all three are in use."""
    if not space:
        return
    portals = t.board.gods[god].portals
    must(t, god, "portal-from", portals if len(portals) == PORTALS else (), (space,))


@answers("portal-from")
def portal_from(t: Table, god: int, facts: Facts, old: str) -> None:
    """The portal lies there."""
    b = t.board
    kept = tuple(portal for portal in b.gods[god].portals if portal != old)
    b.change(god, portals=tuple(sorted((*kept, facts[0]))))
    t.tell(PortalOpened(god, facts[0]))


def magnanimous(t: Table) -> None:
    """Two devotion for losing with two figures or more."""
    battle = fight(t)
    gods = [god for god in losers(t) if t.board.has(god, "magnanimous") and battle.figures[god] >= 2]
    for god in t.board.humble_first(tuple(gods)):
        gain(t, god, 2, "magnanimous", battle.region)


def miracle(t: Table) -> None:
    """One devotion for each own figure killed in this battle."""
    battle = fight(t)
    for god in t.board.humble_first(tuple(played(t, "miracle"))):
        gain(t, god, battle.killed.get(god, 0), "miracle", battle.region)


def worship(t: Table) -> None:
    """Worshipful."""
    in_turn(t, "worship", [god for god in fight(t).cards if t.board.has(god, "worshipful")])


@continues("worship")
def worship_one(t: Table, god: int, facts: Facts) -> None:
    """Asks for two followers; in the region of Xerxes they would be wasted."""
    wasted = fight(t).region in reign_of(t, "xerxes")
    choices = YES if t.board.gods[god].followers >= WORSHIP else ()
    may(t, god, "worship", choices, default="" if wasted else "yes")


@answers("worship")
def worshipped(t: Table, god: int, facts: Facts, choice: str) -> None:
    """Two followers for one devotion."""
    if choice:
        pay(t, god, WORSHIP, "worshipful")
        gain(t, god, 1, "worshipful", fight(t).region)


def cycle(t: Table) -> None:
    """All used cards come back, those of the agenda, too; the battle is over."""
    for god in played(t, "cycle"):
        take_back(t, god)
    t.board.battle = None


def take_back(t: Table, god: int) -> None:
    """All used cards are in hand again."""
    mine = t.board.gods[god]
    agenda = tuple(sorted((*mine.agenda, *mine.agenda_used)))
    t.board.change(god, hand=CARDS, used=(), agenda=agenda, agenda_used=())
    t.tell(TookBack(god))


BEFORE = (attune, ban, second_card, ask_cards, flood)
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
