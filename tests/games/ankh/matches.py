"""Whole matches of bots with everything counted: what happened how often, and whether all pieces are still there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.engine.game import Action
from pbem.games.ankh import GAME
from pbem.games.ankh.actions import Choose
from pbem.games.ankh.asking import Ask
from pbem.games.ankh.board import Table, hexes_of, land_of
from pbem.games.ankh.events import CardsRevealed, EventBegan, Summoned, Unlocked
from pbem.games.ankh.names import AGENDA, BUILDABLE, CARDS, LEVEL_OF, PHARAOHS, SCENARIOS, kind_of
from pbem.games.ankh.palace_events import AgendaPlayed, PharaohPlaced, RoomWon
from pbem.games.ankh.steps import Cards
from pbem.games.ankh.steps.sealed import Sealed

STEADY_EVERY = 10
EVERY_PHARAOH = ("none", *PHARAOHS)


def settings(number: int, players: int) -> dict[str, bool | int | str]:
    """Other options in each match; six in a row have every scenario and every pharaoh."""
    rng = Random(f"{number}/{players}")
    options = {name: rng.choice(option.choices) for name, option in GAME.options.items()}
    options["scenario"] = SCENARIOS[number % 3]
    options["pharaoh"] = EVERY_PHARAOH[(number + number // 6 + players) % 6]
    return options


def lines(number: int, players: int) -> Iterator[Table]:
    """A match; every tenth is played by `steady` against `random`. The table after each order."""
    rng = Random(f"match {number}/{players}")
    chance = Seeded(f"{number}/{players}".encode().ljust(32, b"."))
    t = kernel.start(GAME, players, chance, settings(number, players))
    yield t
    while t.stack:
        seat = rng.choice(t.pending.seats)
        steady = number % STEADY_EVERY == 0 and seat == 0
        action = (
            kernel.consult(t, seat, GAME.bots["steady"], Seeded(rng.randbytes(32))) if steady else any_of(t, seat, rng)
        )
        kernel.play(t, seat, action)
        yield t


def any_of(t: Table, seat: int, rng: Random) -> Action:
    """A legal order; every verb is as likely as every other."""
    orders = list(kernel.legal(t, seat))
    verb = rng.choice(sorted({type(order).__name__ for order in orders}))
    return rng.choice([order for order in orders if type(order).__name__ == verb])


def tally(number: int, players: int) -> Counter[str]:
    """Plays a match, checks the pieces after every order, and counts what happened."""
    count: Counter[str] = Counter()
    for t in lines(number, players):
        if t.n == 0:
            count.update(f"god {god.keys[0]}" for god in t.board.gods if god.keys[0])
        count.update(happened(t))
        check_pieces(t)
    count[f"end {t.board.ended}"] += 1
    count[f"scenario {t.options['scenario']}"] += 1
    return count


def happened(t: Table) -> Iterator[str]:
    """The facts of the last order worth counting."""
    for news in t.news:
        match news.event:
            case CardsRevealed(_, cards):
                yield from (f"card {card}" for played in cards.values() for card in played)
            case Unlocked(_, power, _):
                yield f"power {power}"
            case RoomWon(_, room, _):
                yield f"room {room}"
                yield from (f"riddle {t.board.court.pharaoh}" for _ in range(room == "war"))
            case Summoned(_, _, kind, _, _) if kind in LEVEL_OF:
                yield f"guardian {kind}"
            case AgendaPlayed(_, card):
                yield f"agenda {card}"
            case EventBegan(kind, _, _):
                yield f"event {kind}"
            case PharaohPlaced(_, pharaoh, _):
                yield f"pharaoh {pharaoh}"
        yield type(news.event).__name__


EXPECTED = (
    *(f"card {card}" for card in CARDS),
    *(f"power {power}" for power in GAME.read_data(GAME.raw_data()).powers),
    *(f"room {room}" for room in ("law", "war", "court", "throne")),
    *(f"riddle {pharaoh}" for pharaoh in PHARAOHS),
    *(f"pharaoh {pharaoh}" for pharaoh in PHARAOHS),
    *(f"guardian {guardian}" for guardian in LEVEL_OF),
    *(f"agenda {card}" for card in AGENDA),
    *(f"scenario {scenario}" for scenario in SCENARIOS),
    *(f"event {kind}" for kind in ("control", "caravan", "consolidation", "conflict")),
    *(f"god {god}" for god in GAME.outcome_words["god"]),
    *(event.__name__ for event in GAME.events),
    *(f"end {why}" for why in ("top", "last", "nobody", "track")),
)


def check_pieces(t: Table) -> None:
    """Nothing is lost or doubled, and everything stands where it may."""
    b, hexes = t.board, hexes_of(t)
    waiting = [step.facts[:2] for step in t.stack if isinstance(step, Ask) and step.why == "push"]
    assert len([*b.figures, *b.monuments]) == len({*b.figures, *b.monuments})
    assert all(space in hexes.land or figure.kind == "apep" for space, figure in b.figures.items())
    assert hexes.land.issuperset(b.monuments)
    assert {b.court.space, *b.court.infantry}.isdisjoint([*b.figures, *b.monuments])
    held = [(f.god, f.name) for f in b.figures.values()] + [(int(g), n) for g, n in waiting]
    held += [(g, name) for g, god in enumerate(b.gods) for name in god.pool]
    held += [one for god in b.gods for one in god.trapped]
    assert len(held) == len(set(held))
    guardians = [name for _, name in held if kind_of(name) in LEVEL_OF]
    copies = t.data.value.guardian_copies[t.seats]
    assert len(guardians) + len(b.guardians) == sum(copies)
    for g, god in enumerate(b.gods):
        if god.state == "playing" and god.keys[0]:
            check_god(t, g, held)
    check_regions(t)
    check_cards(t)


def check_god(t: Table, g: int, held: list[tuple[int, str]]) -> None:
    """Six warriors (nine pieces under Akhenaten), three priests, nine tokens, seven cards, three suns."""
    b, god = t.board, t.board.gods[g]
    warriors = sum(owner == g and name[0] == "w" for owner, name in held)
    priests = sum(god.priests)
    assert warriors + priests == (9 if b.court.pharaoh else 6)
    assert b.court.pharaoh == "akhenaten" or warriors == 6
    assert god.tokens + len(b.monuments_of(g)) == 9
    assert sorted((*god.hand, *god.used)) == sorted(CARDS)
    if "ra" in god.keys:
        assert god.suns + sum(f.sun for f in b.figures.values() if f.god == g) == 3
    assert min(god.followers, god.devotion, god.tokens, *god.priests) >= 0


def check_regions(t: Table) -> None:
    """Regions share out the land; each is known by one space of its own."""
    land = land_of(t)
    assert sorted(s for part in land.regions.values() for s in part) == sorted(land.hexes.land)
    assert all(len(part) >= 6 for part in land.regions.values())


def check_cards(t: Table) -> None:
    """Monuments and agenda cards are conserved, cats lie at monuments."""
    b = t.board
    setup = t.data.value.setups[str(t.options["scenario"])][t.seats]
    rededicated = sum(b.supply.values()) + len(b.monuments)
    most = 3 * int(t.options["monuments"]) + (5 if b.court.pharaoh else 0)
    assert rededicated == most
    assert all(b.supply[kind] >= 0 for kind in BUILDABLE)
    assert len(setup.order) <= len(b.order) or t.options["scenario"] == "peoples-revolt"
    if b.court.pharaoh:
        shown = [step.facts for step in t.stack if isinstance(step, Ask) and step.why == "riddle-card"]
        cards = [*b.deck, *b.court.display, *b.court.discard, *b.court.gone, *(c for facts in shown for c in facts)]
        cards += [card for god in b.gods for card in (*god.agenda, *god.agenda_used)]
        assert sorted(cards) == sorted([*AGENDA, *AGENDA])
    assert all(cat in b.monuments for god in b.gods for cat in god.cats)


def largest_menu(t: Table) -> int:
    """How many orders the seat that is asked can choose from."""
    seat = t.pending.seats[0]
    return sum(1 for _ in kernel.legal(t, seat))


__all__ = ["EXPECTED", "Cards", "Choose", "Sealed", "largest_menu", "lines", "tally"]
