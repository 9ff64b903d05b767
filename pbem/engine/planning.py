"""Plans: what a player orders ahead, in lines, and when each line speaks.

    bid 9                                    once: the first line that is left speaks when it answers the open question
    if row has flood then ra else draw       once, by what the owner sees when asked
    whenever tiles >= 6 then ra              standing: the first of these that can be played speaks before the others
    draw until 5 tiles                       standing, until the condition holds when its owner is asked
    on timeout pass                          instead of the default, when the time is over

Conditions look at the owner's view and at nothing else, by facts that each game declares. A line lives as long as the
moment that it was written in; which that is the game says, too.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from pbem.engine.errors import OrderError, Unreadable
from pbem.engine.game import Action, Game, refuse
from pbem.engine.orders import fold, nearest

Value: TypeAlias = "bool | int | Collection[str]"
Kind = Literal["once", "whenever", "until", "timeout"]

IF, THEN, ELSE = {"if", "wenn", "falls"}, {"then", "dann"}, {"else", "otherwise", "sonst"}
PLAIN_IF = tuple((word,) for word in sorted(IF))
WHENEVER = (("whenever",), ("immer", "wenn"), ("immer", "falls"))
TIMEOUT = (("on", "timeout"), ("bei", "zeitablauf"), ("bei", "fristablauf"))
UNTIL = {"until", "bis"}
OR, AND, NOT = {"or", "oder"}, {"and", "und"}, {"not", "nicht"}
HAS = {"has", "have", "hat", "haben", "contains", "enthaelt"}
IDLE = {"is", "are", "ist", "sind"}
SIGNS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge, "<=": operator.le, "!=": operator.ne, ">": operator.gt, "<": operator.lt, "=": operator.eq,
}  # fmt: skip
SPOKEN = {
    "at least": ">=", "mindestens": ">=", "at most": "<=", "höchstens": "<=", "hoechstens": "<=",
    "more than": ">", "mehr als": ">", "less than": "<", "fewer than": "<", "weniger als": "<",
    "==": "=", "≥": ">=", "≤": "<=", "=>": ">=", "=<": "<=", "<>": "!=",
}  # fmt: skip
SPOKEN_SIGN = re.compile("|".join(rf"\b{one}\b" if one[0].isalpha() else one for one in SPOKEN), re.IGNORECASE)
SIGN = re.compile(r"(>=|<=|!=|>|<|=)")
NUMBER = re.compile(r"-?\d{1,6}", re.ASCII)
LABEL = re.compile(r"\d{1,4} ?[a-z]?", re.ASCII | re.IGNORECASE)
"""A label of a list of moves."""


class Fact(Struct, frozen=True):
    """Something that a player sees: a number, yes or no, or a collection of things; with its names and its help."""

    en: str
    de: str
    help: str
    of: Callable[[Any], Value]
    also: tuple[str, ...] = ()

    def number(self, view: Any) -> int:
        """As a number: a collection counts its things."""
        value = self.of(view)
        return int(value) if isinstance(value, int) else len(value)


class Agent(Struct, frozen=True):
    """An order with a limit that finds its own number: `bid up to 9`."""

    en: str
    de: str
    help: str
    order: Callable[[Any, int], Action]
    """What it orders by the view, whether the rules allow it or not."""
    also: tuple[str, ...] = ()


class Planning(Struct, frozen=True, dict=True):
    """What a game declares for plans."""

    facts: tuple[Fact, ...] = ()
    main: str = ""
    """The collection that is meant where only a thing is named: `until flood`."""
    moment: Callable[[Any], object] = lambda view: ""
    """What a plan lives in, by the view: when it is another one, the plan has expired."""
    turn: Callable[[Any], object] | None = None
    """Names the turn that the owner is in; None: a turn is one order."""
    agents: tuple[Agent, ...] = ()
    akin: Mapping[type[Action], type[Action]] = {}
    """Orders that no list shows -> an order of the list that answers the same question."""
    counting: tuple[str, str] = ("FACT >= 5, at least 5 FACT, 5 FACT", "FAKT >= 5, mindestens 5 FAKT, 5 FAKT")
    """Examples for `help plan`, in English and German: conditions that count."""
    holding: tuple[str, str] = ("FACT has THING, FACT has 2 THING", "FAKT hat DING, FAKT hat 2 DING")
    """Likewise, that look for something."""
    examples: tuple[tuple[str, str], ...] = ()
    """Lines of a plan, in English and German, as somebody might send them."""

    @cached_property
    def names(self) -> dict[str, Fact]:
        """Every way to write a fact."""
        return {fold(name): fact for fact in self.facts for name in (fact.en, fact.de, *fact.also)}

    @cached_property
    def commands(self) -> dict[str, Agent]:
        """Every way to begin the order of an agent."""
        return {fold(name): agent for agent in self.agents for name in (agent.en, agent.de, *agent.also)}


NOTHING = Planning()


def planning_of(game: Game[Any, Any]) -> Planning:
    """What the game declares; a game may do without."""
    return game.planning or NOTHING


class Compared(Struct, frozen=True):
    """Two numbers side by side."""

    left: Fact
    sign: str
    right: Fact | int

    def holds(self, view: Any) -> bool:
        """Whether it is so."""
        right = self.right if isinstance(self.right, int) else self.right.number(view)
        return SIGNS[self.sign](self.left.number(view), right)


class Holding(Struct, frozen=True):
    """A collection has so many of a thing, or more."""

    fact: Fact
    thing: str
    count: int

    def holds(self, view: Any) -> bool:
        """Whether it is so."""
        value = self.fact.of(view)
        return not isinstance(value, int) and list(value).count(self.thing) >= self.count


class Combined(Struct, frozen=True):
    """All of them, any of them, or not this one."""

    how: Literal["and", "or", "not"]
    parts: tuple[Condition, ...]

    def holds(self, view: Any) -> bool:
        """Whether it is so."""
        found = [part.holds(view) for part in self.parts]
        return not found[0] if self.how == "not" else all(found) if self.how == "and" else any(found)


Condition: TypeAlias = "Compared | Holding | Combined"


class Say(Struct, frozen=True):
    """An order as it stands."""

    action: Action

    def meant(self, view: Any) -> Action | None:
        """What is ordered now."""
        return self.action

    def branches(self, view: Any) -> Iterator[Action]:
        """All that it could order."""
        yield self.action


class Reckon(Struct, frozen=True):
    """An order of an agent."""

    agent: Agent
    most: int

    def meant(self, view: Any) -> Action | None:
        """What is ordered now."""
        return self.agent.order(view, self.most)

    def branches(self, view: Any) -> Iterator[Action]:
        """All that it could order."""
        yield self.agent.order(view, self.most)


class Choose(Struct, frozen=True):
    """One order or another, or none."""

    condition: Condition
    then: Speech
    otherwise: Speech | None = None

    def meant(self, view: Any) -> Action | None:
        """What is ordered now."""
        chosen = self.then if self.condition.holds(view) else self.otherwise
        return chosen.meant(view) if chosen is not None else None

    def branches(self, view: Any) -> Iterator[Action]:
        """All that it could order."""
        yield from self.then.branches(view)
        if self.otherwise is not None:
            yield from self.otherwise.branches(view)


Speech: TypeAlias = "Say | Reckon | Choose"


class Line(Struct, frozen=True):
    """A line of a plan, understood."""

    kind: Kind
    speech: Speech
    stop: Condition | None = None
    """Of `until`."""


class Reader:
    """Reads the lines of one game."""

    def __init__(self, game: Game[Any, Any], now: Collection[type[Action]] = ()) -> None:
        self.game = game
        self.now = now
        self.planning = planning_of(game)

    def line(self, text: str) -> Line:
        """Any line: a plain order, or one of a plan."""
        try:
            return Line("once", Say(self.game.orders.read(text, self.now)))
        except OrderError as error:
            return self.ahead(text, error)

    def ahead(self, text: str, error: OrderError) -> Line:
        """A line that is no plain order, for this reason; which is raised if it is none of a plan either."""
        words = text.partition("#")[0].split()
        if (rest := behind(words, TIMEOUT)) is not None:
            return Line("timeout", self.speech(rest))
        if (rest := behind(words, WHENEVER)) is not None and self.chooses(rest):
            return Line("whenever", self.choice(rest))
        if (rest := behind(words, PLAIN_IF)) is not None and self.chooses(rest):
            return Line("once", self.choice(rest))
        if agent := self.agent(words):
            return Line("once", agent)
        for place in index(words, UNTIL)[::-1]:
            order, rest = self.tried(words[:place]), words[place + 1 :]
            if order is not None:
                return Line("until", order, self.condition(rest))
            if self.is_condition(rest):
                raise no_order(words[:place])
        raise error

    def chooses(self, words: Sequence[str]) -> bool:
        """Whether this is a condition with an order, even if `then` is missing between them; otherwise it is prose."""
        halves = ((words[:at], words[at:]) for at in range(1, len(words)))
        return bool(index(words, THEN)) or any(self.is_condition(one) and self.tried(other) for one, other in halves)

    def is_condition(self, words: Sequence[str]) -> bool:
        """Whether the words can be read as a condition."""
        try:
            self.condition(words)
        except OrderError:
            return False
        return True

    def speech(self, words: Sequence[str]) -> Speech:
        """An order, or a choice of orders."""
        if words and fold(words[0]) in IF:
            return self.choice(words[1:])
        return self.agent(words) or Say(self.order(words))

    def order(self, words: Sequence[str]) -> Action:
        """An order within a line of a plan, where nothing else can stand."""
        try:
            return self.game.orders.read(" ".join(words), self.now)
        except OrderError as error:
            refusal = error.refusal
            if refusal.code == "empty-line" or (refusal.code == "unknown-verb" and not refusal.facts["near"]):
                raise no_order(words) from None
            raise

    def tried(self, words: Sequence[str]) -> Speech | None:
        """The order, if it is one."""
        try:
            return self.speech(words)
        except OrderError:
            return None

    def agent(self, words: Sequence[str]) -> Reckon | None:
        """The order of an agent, if it is one."""
        found = self.planning.commands.get(fold("".join(words[:-1])))
        return Reckon(found, int(words[-1])) if found and NUMBER.fullmatch(words[-1]) else None

    def choice(self, words: Sequence[str]) -> Choose:
        """`<condition> then <order> else <order>`; as an order can have its own `else`, both sides must be orders."""
        places = index(words, THEN)
        if not places:
            raise Unreadable(refuse("then-missing"))
        condition, rest = self.condition(words[: places[0]]), words[places[0] + 1 :]
        for place in index(rest, ELSE):
            then, otherwise = self.tried(rest[:place]), self.tried(rest[place + 1 :])
            if then is not None and otherwise is not None:
                return Choose(condition, then, otherwise)
        return Choose(condition, self.speech(rest))

    def condition(self, words: Sequence[str]) -> Condition:
        """`or` binds less than `and`, `and` less than `not`."""
        text = SPOKEN_SIGN.sub(lambda found: f" {SPOKEN[found[0].lower()]} ", " ".join(words))
        clean = [word for word in SIGN.sub(r" \1 ", text).split() if fold(word) not in IDLE]
        return self.joined([word.strip(",;.:") for word in clean], ("or", OR), ("and", AND))

    def joined(self, words: Sequence[str], *marks: tuple[Literal["and", "or"], set[str]]) -> Condition:
        """Conditions with one of these words between them."""
        if not marks:
            if words and fold(words[0]) in NOT:
                return Combined("not", (self.joined(words[1:]),))
            return self.simple(words)
        places = [-1, *index(words, marks[0][1]), len(words)]
        parts = [words[first + 1 : last] for first, last in pairwise(places)]
        conditions = tuple(self.joined(part, *marks[1:]) for part in parts)
        return conditions[0] if len(conditions) == 1 else Combined(marks[0][0], conditions)

    def simple(self, words: Sequence[str]) -> Condition:
        """`tiles >= 5`, `at least 5 tiles`, `5 tiles`, `row has 2 floods`, `auction`, `flood`."""
        signs = [place for place, word in enumerate(words) if word in SIGNS]
        if signs and signs[0] == 0 and len(words) > 1 and NUMBER.fullmatch(words[1]):
            return Compared(self.fact(words[2:]), words[0], int(words[1]))
        if signs:
            left, right = words[: signs[0]], words[signs[0] + 1 :]
            number = len(right) == 1 and NUMBER.fullmatch(right[0])
            return Compared(self.fact(left), words[signs[0]], int(right[0]) if number else self.fact(right))
        if has := index(words, HAS):
            return self.holding(self.fact(words[: has[0]]), words[has[0] + 1 :])
        if len(words) > 1 and NUMBER.fullmatch(words[0]) and self.known(words[1:]):
            return Compared(self.fact(words[1:]), ">=", int(words[0]))
        if self.planning.main and not self.known(words):
            return self.holding(self.fact([self.planning.main]), words)
        return Compared(self.fact(words), ">", 0)

    def holding(self, fact: Fact, words: Sequence[str]) -> Holding:
        """`flood`, `2 floods`."""
        counted = len(words) > 1 and NUMBER.fullmatch(words[0])
        named = words[1:] if counted else words
        try:
            thing, used = self.game.names.take(named or [""])
        except OrderError:
            raise self.unknown(words) from None
        if used < len(named):
            raise self.unknown(words)
        return Holding(fact, thing, int(words[0]) if counted else 1)

    def known(self, words: Sequence[str]) -> bool:
        """Whether the words are a fact."""
        return fold("".join(words)) in self.planning.names

    def fact(self, words: Sequence[str]) -> Fact:
        """The fact that words name."""
        if not self.known(words):
            raise self.unknown(words)
        return self.planning.names[fold("".join(words))]

    def unknown(self, words: Sequence[str]) -> Unreadable:
        """No fact, and nothing that a collection could have."""
        if not words:
            return Unreadable(refuse("condition-missing"))
        facts = [name for fact in self.planning.facts for name in (fact.en, fact.de)]
        names = [*facts, *(name for both in self.game.names.entries.values() for name in both)]
        typed = " ".join(words)
        return Unreadable(refuse("unknown-fact", words=typed, near=nearest(typed, names)))


def no_order(words: Sequence[str]) -> Unreadable:
    """Where an order should stand is none, or a number, which counts for its own list alone."""
    typed = " ".join(words)
    if LABEL.fullmatch(typed):
        return Unreadable(refuse("number-in-plan", number=typed))
    return Unreadable(refuse("no-order", words=typed) if typed else refuse("order-missing"))


def behind(words: Sequence[str], beginnings: Iterable[tuple[str, ...]]) -> Sequence[str] | None:
    """What follows one of these beginnings; None: none is there."""
    for begin in beginnings:
        if tuple(fold(word) for word in words[: len(begin)]) == begin:
            return words[len(begin) :]
    return None


def index(words: Sequence[str], marks: Collection[str]) -> list[int]:
    """Where these words stand."""
    return [place for place, word in enumerate(words) if fold(word) in marks]


@lru_cache(maxsize=4096)
def read(game: Game[Any, Any], text: str) -> Line:
    """A line that was kept, understood."""
    return Reader(game).line(text)
