"""Random plans, played twice: by the service, and by a scripted person who sends the same decisions live.

The person of the second match knows nothing of `pbem.engine.plans` and of how lines are read: it has the plan as a
structure, and looks at the view, and at which orders a table imagined from that view allows.

`python -m tests.service.planners 10000` plays so many plans over all games and prints the figures.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import islice
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from pbem.audit.merkle import Tree
from pbem.engine import kernel, plans
from pbem.engine.chance import Seeded
from pbem.engine.game import Action, Game, Seat, Table
from pbem.engine.planning import planning_of
from pbem.games.ra.actions import Bid, Pass
from pbem.service import turns
from pbem.service.live import Live
from pbem.service.menus import Listed
from pbem.store import tables
from tests.engine.walks import GAMES

SIGNS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "=": operator.eq, "!=": operator.ne,
}  # fmt: skip
AT_MOST = 250
"""Orders of a match that are looked at."""
WORDS = {"en": ("if", "whenever", "then", "else", "until", "has", "and", "or", "not", "bid up to"),
         "de": ("wenn", "immer wenn", "dann", "sonst", "bis", "hat", "und", "oder", "nicht", "biete bis")}  # fmt: skip


class Test(Struct, frozen=True):
    """One fact compared with a number, or looked through for a thing."""

    fact: str
    sign: str
    number: int
    thing: str = ""
    negated: bool = False

    def holds(self, game: Game[Any, Any], view: Any) -> bool:
        """By the view alone."""
        fact = next(one for one in planning_of(game).facts if one.en == self.fact)
        value = fact.of(view)
        if self.thing:
            true = list(value).count(self.thing) >= self.number  # type: ignore[arg-type]  # a collection
        else:
            true = SIGNS[self.sign](value if isinstance(value, int) else len(value), self.number)
        return true != self.negated

    def text(self, game: Game[Any, Any], lang: str) -> str:
        """As a player writes it."""
        fact = next(one for one in planning_of(game).facts if one.en == self.fact)
        name = getattr(fact, lang)
        said = f"{name} {self.sign} {self.number}"
        if self.thing:
            said = f"{name} {WORDS[lang][5]} {self.number} {game.names.name(self.thing, lang).replace(' ', '-')}"
        return f"{WORDS[lang][8]} {said}" if self.negated else said


class Rule(Struct, frozen=True):
    """A line: its kind, what it asks (all of it, or any), what it orders then and otherwise; a limit for an agent."""

    kind: str
    tests: tuple[Test, ...] = ()
    how: str = "and"
    then: Action | int | None = None
    otherwise: Action | int | None = None
    lang: str = "en"

    def holds(self, game: Game[Any, Any], view: Any) -> bool:
        """Whether its condition holds."""
        found = [test.holds(game, view) for test in self.tests]
        return all(found) if self.how == "and" else any(found)

    def wanted(self, game: Game[Any, Any], view: Any) -> Action | None:
        """What it orders now."""
        then = self.then if self.kind in ("once", "until") or self.holds(game, view) else self.otherwise
        return bid(view, then) if isinstance(then, int) else then

    def branches(self, view: Any) -> list[Action]:
        """What it could order."""
        both = [one for one in (self.then, self.otherwise) if one is not None]
        return [bid(view, one) if isinstance(one, int) else one for one in both]

    def text(self, game: Game[Any, Any]) -> str:
        """As a player writes it."""
        words = WORDS[self.lang]
        said = f" {words[6] if self.how == 'and' else words[7]} ".join(
            test.text(game, self.lang) for test in self.tests
        )
        then, otherwise = (self.order(game, one) for one in (self.then, self.otherwise))
        match self.kind:
            case "once":
                return then
            case "until":
                return f"{then} {words[4]} {said}"
        begin = words[0] if self.kind == "if" else words[1]
        return f"{begin} {said} {words[2]} {then}" + (f" {words[3]} {otherwise}" if otherwise else "")

    def order(self, game: Game[Any, Any], one: Action | int | None) -> str:
        """An order as a player writes it."""
        if isinstance(one, int):
            return f"{WORDS[self.lang][9]} {one}"
        return game.orders.write(one, self.lang) if one is not None else ""


def bid(view: Any, most: int) -> Action:
    """The smallest own sun that leads, up to a limit: Ra's agent, written again."""
    step = view.steps[-1]
    if not hasattr(step, "best"):
        return Bid(most)
    for sun in sorted(view.players[view.seat].suns):
        if step.best < sun <= most:
            return Bid(sun)
    forced = step.kind == "called" and step.leader < 0 and step.ra_player == view.seat
    return Bid(most) if forced else Pass()


class Letter(Struct, frozen=True):
    """What somebody sends who is asked: an order, perhaps, and lines behind it."""

    seat: Seat
    rules: tuple[Rule, ...]


class Script:
    """Who does what: all of it follows from the seed and from what is on the table."""

    def __init__(self, game: Game[Any, Any], seed: int) -> None:
        self.game = game
        self.seed = seed
        self.last = -1
        self.seen: list[Action] = []

    def letter(self, t: Table[Any, Any], seat: Seat) -> Letter:
        """What the owner of a seat sends when nothing that was planned has spoken."""
        random = Random(f"{self.seed}/{t.n}/{seat}")
        legal = list(islice(kernel.legal(t, seat), 60))
        rules = [Rule("once", then=random.choice(legal))]
        again, self.last = t.n == self.last, t.n
        if random.random() < 0.35 and not again:
            rules = rules[: random.random() < 0.8] + [
                self.rule(t, seat, random, legal) for _ in range(random.randint(1, 4))
            ]
        return Letter(seat, tuple(rules))

    def rule(self, t: Table[Any, Any], seat: Seat, random: Random, legal: Sequence[Action]) -> Rule:
        """Any line."""
        kind = random.choice(["once", "if", "whenever", "whenever", "until"])
        tests = tuple(self.test(t, seat, random) for _ in range(random.choice([1, 1, 2])))
        then, otherwise = (self.order(t, random, legal) for _ in range(2))
        how, lang = random.choice(["and", "or"]), random.choice(["en", "de"])
        return Rule(kind, tests, how, then, otherwise if kind == "if" and random.random() < 0.5 else None, lang)

    def order(self, t: Table[Any, Any], random: Random, legal: Sequence[Action]) -> Action | int:
        """An order that is possible now, or was for somebody; in Ra also a bid up to a limit."""
        if t.game.key == "ra" and random.random() < 0.3:
            return random.randint(1, 16)
        if random.random() < 0.3:
            self.seen = self.seen or [*legal]
            return random.choice(self.seen)
        kinds = sorted({type(one).__name__ for one in legal})
        kind = random.choice(kinds)
        return random.choice([one for one in legal if type(one).__name__ == kind])

    def test(self, t: Table[Any, Any], seat: Seat, random: Random) -> Test:
        """A condition near to what is so now."""
        fact, view = random.choice(planning_of(t.game).facts), t.game.view(t, seat)
        value, negated = fact.of(view), random.random() < 0.2
        if not isinstance(value, int) and value and random.random() < 0.5:
            return Test(fact.en, "", random.randint(1, 2), random.choice(sorted(value)), negated)
        number = value if isinstance(value, int) else len(value)
        return Test(fact.en, random.choice(sorted(SIGNS)), max(0, number + random.randint(-2, 3)), "", negated)


class Tally(Struct):
    """What was compared."""

    matches: int = 0
    plans: int = 0
    orders: int = 0
    spoken: int = 0
    differences: int = 0
    pairs: int = 0
    hidden: int = 0
    leaks: int = 0


def served(script: Script, t: Table[Any, Any], tally: Tally) -> list[tuple[Seat, str]]:
    """The match as the service plays it."""
    live = Live(tables.Match(id="m", game=t.game.key, rules=1, data="", created=NOW, status="running"), t, Tree(), "")
    live.seats = [tables.Seat(match="m", number=seat, player=seat + 1, since=NOW) for seat in range(t.seats)]
    live.people = [tables.Player(id=seat + 1, name=f"p{seat}", folded="", joined=NOW) for seat in range(t.seats)]
    live.opened = dict.fromkeys(t.pending.seats, 0)
    watched = Watched(live, tally)
    while t.stack and t.n < AT_MOST:
        letter = script.letter(t, t.pending.seats[0])
        lines = [rule.text(t.game) for rule in letter.rules]
        cause = {"kind": "letter", "sha256": f"{t.n}"}
        spoken = turns.Letter(seat=letter.seat, lines=lines, listed=Listed(), lang="en", cause=cause)
        given = turns.play(live, spoken)
        tally.plans += any(one.result == "planned" for one in given)
        watched.move_on()
    assert all(told.result != "too-often" for lines in live.told.values() for told in lines)
    tally.spoken += sum(fact.kind == "plan" for fact in live.facts)
    return [(int(str(fact.facts["seat"])), str(fact.facts["order"])) for fact in live.facts]


class Watched:
    """Lets a match move on, and asks each plan a second time at a table with the same view and other hidden facts."""

    def __init__(self, live: Live, tally: Tally) -> None:
        self.live = live
        self.tally = tally

    def move_on(self) -> None:
        """The loop of the service."""
        live, t = self.live, self.live.table
        while t.stack:
            for seat in t.pending.seats:
                if live.plans.get(seat) and (seat, live.opened[seat]) not in live.consulted:
                    self.compare(seat)
            if not live.plan_answers():
                break
        live.move_on()

    def compare(self, seat: Seat) -> None:
        """The same view, another table behind it: the plan says the same."""
        t, lines = self.live.table, self.live.plans[seat]
        dream = kernel.imagine(t, seat, Seeded(bytes([t.n % 251 + 1]) * 32))
        self.tally.pairs += 1
        self.tally.hidden += msgspec.json.encode(dream.board) != msgspec.json.encode(t.board)
        self.tally.leaks += plans.consult(t, seat, lines) != plans.consult(dream, seat, lines)


class Person:
    """A scripted person: keeps the lines in mind and sends each decision live."""

    def __init__(self) -> None:
        self.standing: list[tuple[Rule, str]] = []
        self.script: list[tuple[Rule, str]] = []


class Lived:
    """The match as scripted people play it, decision by decision."""

    def __init__(self, script: Script, t: Table[Any, Any]) -> None:
        self.script = script
        self.t = t
        self.people = [Person() for _ in range(t.seats)]
        self.log: list[tuple[Seat, str]] = []
        self.opened = dict.fromkeys(t.pending.seats, 0)
        self.asked: set[tuple[Seat, int]] = set()
        self.forced: list[tuple[Seat, Action]] = []

    def play(self) -> list[tuple[Seat, str]]:
        """The whole match."""
        t = self.t
        while t.stack and t.n < AT_MOST:
            letter = self.script.letter(t, t.pending.seats[0])
            self.write(letter)
            while self.somebody_remembers():
                pass
        return self.log

    def send(self, seat: Seat, action: Action) -> None:
        """One decision, live."""
        t = self.t
        before = (len(t.stack), type(t.stack[-1]))
        kernel.play(t, seat, action)
        self.forced += t.forced
        self.log.append((seat, t.game.orders.write(action)))
        same = bool(t.stack) and before == (len(t.stack), type(t.stack[-1]))
        self.opened = {
            one: self.opened[one] if same and one != seat and one in self.opened else t.n for one in t.pending.seats
        }

    def view(self, seat: Seat) -> Any:
        """What the person sees."""
        return self.t.game.view(self.t, seat)

    def allowed(self, seat: Seat, action: Action) -> bool:
        """Judged on a table imagined from the view."""
        return kernel.objection(kernel.imagine(self.t, seat, Seeded(bytes(32))), seat, action) is None

    def fits(self, seat: Seat, action: Action) -> bool:
        """Whether it is the kind of order that is wanted now."""
        dream = kernel.imagine(self.t, seat, Seeded(bytes(32)))
        return self.allowed(seat, action) or any(type(one) is type(action) for one in kernel.legal(dream, seat))

    def write(self, letter: Letter) -> None:
        """The lines of a letter: played while the person is asked, then kept in mind."""
        t, seat, person = self.t, letter.seat, self.people[letter.seat]
        self.forced = list(t.forced)
        later: list[tuple[Rule, str]] = []
        for rule in letter.rules:
            if not t.stack:
                break
            action = rule.wanted(t.game, self.view(seat))
            if rule.kind in ("whenever", "until"):
                self.stand(person, rule, seat)
            elif action is not None and (seat, action) in self.forced and not self.possible(seat, action):
                self.forced.remove((seat, action))
            elif seat not in t.pending.seats:
                later.append((rule, self.moment(seat)))
            elif action is not None:
                if not self.allowed(seat, action):
                    break
                self.send(seat, action)
        if later:
            person.script = later
            self.asked = {one for one in self.asked if one[0] != seat}

    def possible(self, seat: Seat, action: Action) -> bool:
        """Whether the person is asked and could play this."""
        pending = self.t.pending
        return seat in (*pending.seats, *pending.may_change) and self.allowed(seat, action)

    def stand(self, person: Person, rule: Rule, seat: Seat) -> None:
        """A rule in mind; written again it comes last."""
        text = rule.text(self.t.game)
        person.standing = [one for one in person.standing if one[0].text(self.t.game) != text]
        person.standing.append((rule, self.moment(seat)))
        self.asked = {one for one in self.asked if one[0] != seat}

    def moment(self, seat: Seat) -> str:
        """What lines live in."""
        return str(planning_of(self.t.game).moment(self.view(seat)))

    def somebody_remembers(self) -> bool:
        """The first who is asked anew, and has something in mind for it, sends it."""
        for seat in self.t.pending.seats:
            if (seat, self.opened[seat]) not in self.asked:
                self.asked.add((seat, self.opened[seat]))
                action = self.in_mind(seat)
                if action is not None:
                    self.send(seat, action)
                    return True
        return False

    def in_mind(self, seat: Seat) -> Action | None:
        """What the person has in mind for the open question."""
        game, person, view, now = self.t.game, self.people[seat], self.view(seat), self.moment(seat)
        person.standing = [one for one in person.standing if one[1] == now]
        person.script = [one for one in person.script if one[1] == now]
        person.standing = [one for one in person.standing if one[0].kind != "until" or not self.stops(one[0], view)]
        for rule, _ in person.standing:
            action = rule.wanted(game, view)
            if action is not None and self.allowed(seat, action):
                return action
        while person.script:
            rule = person.script[0][0]
            action = rule.wanted(game, view)
            if action is None and not any(self.fits(seat, one) for one in rule.branches(view)):
                return None
            if action is not None and not self.fits(seat, action):
                return None
            person.script.pop(0)
            if action is not None and not self.allowed(seat, action):
                person.script = []
                return None
            if action is not None:
                return action
        return None

    def stops(self, rule: Rule, view: Any) -> bool:
        """Whether the end of a line has come."""
        return rule.holds(self.t.game, view)


NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


def compare(key: str, seed: int, tally: Tally) -> None:
    """One match twice."""
    game = GAMES[key]
    seats = game.players[seed % len(game.players)]
    tables_ = [kernel.start(game, seats, Seeded(seed.to_bytes(32, "big"))) for _ in range(2)]
    by_service = served(Script(game, seed), tables_[0], tally)
    by_people = Lived(Script(game, seed), tables_[1]).play()
    tally.matches += 1
    tally.orders += len(by_service)
    tally.differences += by_service != by_people


def run(count: int, first: int = 0) -> dict[str, Tally]:
    """So many plans, shared out over the games."""
    found = {key: Tally() for key in GAMES}
    for key, tally in found.items():
        seed = first
        while tally.plans * len(GAMES) < count:
            compare(key, seed, tally)
            seed += 1
    return found


def main() -> None:
    """Prints what was compared."""
    found = run(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
    print("game      matches  plans   orders  by plan  differences  second tables  hidden differs  leaks")
    for key, one in found.items():
        print(f"{key:9} {one.matches:7} {one.plans:6} {one.orders:8} {one.spoken:8} {one.differences:12} "
              f"{one.pairs:14} {one.hidden:15} {one.leaks:6}")  # fmt: skip
    print("plans in all:", sum(one.plans for one in found.values()))
    sys.exit(any(one.differences or one.leaks for one in found.values()))


if __name__ == "__main__":
    main()
