"""After a battle: deaths, and what gods and powers make of defeat."""

from __future__ import annotations

from pbem.games.ankh.asking import YES, Facts, answers, continues, in_turn, later, may, must
from pbem.games.ankh.board import NOBODY, Table, allegiances, hexes_of, land_of, region_spaces, sides
from pbem.games.ankh.devotion import gain, pay, reign_of
from pbem.games.ankh.events import PortalOpened, TookBack
from pbem.games.ankh.names import CARDS
from pbem.games.ankh.steps.deaths import kill
from pbem.games.ankh.steps.sealed import fight, played

PORTALS = 3
WORSHIP = 2


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
    beside = allegiances(t, land_of(t).near[space]).values()
    return t.board.is_god(god, "isis") and any(other != god for other in beside)


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
