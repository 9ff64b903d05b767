"""The contract of a game: what lies on a table, who must speak, what is told to whom.

A game is a record of functions. The state of a match is a `Table`: the game's own board, the position in the stream
of chance, and a stack of steps. The top step says who must speak; an interrupt is a push, its end returns below.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, MutableSequence, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from pbem.engine.errors import EngineBug

if TYPE_CHECKING:
    from pbem.engine.chance import Chance
    from pbem.engine.orders import Orders, Vocabulary
    from pbem.engine.planning import Planning

Seat = int
Audience = frozenset[Seat] | None
EVERYONE: Final[Audience] = None


class Action(Struct, frozen=True, tag=True, gc=False):
    """What a player orders: a frozen value, one class per order."""

    hidden: ClassVar[bool] = False
    """The others may not learn this order before the match is over."""


class Event(Struct, frozen=True, tag=True, gc=False):
    """A fact told to players: a frozen value; its words stand in the templates."""

    milestone: ClassVar[bool] = False
    """Worth a mail to everybody, also to those who are not asked: the end of an auction, a scoring."""


class News(Struct, frozen=True, gc=False):
    """An event and who may know it."""

    event: Event
    to: Audience = EVERYONE

    def reaches(self, seat: Seat | None) -> bool:
        """Whether this seat (None: a spectator) may know it."""
        return self.to is None or seat in self.to


class Outcome(Struct, frozen=True, gc=False):
    """What fell at random: the question, the answer, and who may know it."""

    question: str
    word: str
    to: Audience = EVERYONE


class Refusal(Struct, frozen=True):
    """Why not: a code and its facts, said in the player's language by the templates."""

    code: str
    facts: dict[str, Any] = {}


def refuse(code: str, **facts: object) -> Refusal:
    """Names the rule by its code and the facts that make it apply."""
    return Refusal(code, facts)


class Pending(Struct, frozen=True):
    """Who must answer, and who has answered under seal and may still change it."""

    seats: tuple[Seat, ...]
    may_change: tuple[Seat, ...] = ()


NOBODY: Final = Pending(())
ALONE: Final = tuple(Pending((seat,)) for seat in range(8))


class Standing(Struct, frozen=True):
    """The place of a seat when the match has ended; equal places share it, and where nobody is first all have lost."""

    seat: Seat
    place: int
    points: int


class Option(Struct, frozen=True):
    """A choice made when a match is set up; `choices[0]` is the default."""

    choices: tuple[bool | int | str, ...]
    help: str


class Component(Struct, frozen=True):
    """One row of the printed material, for `pbem games show`."""

    group: str
    name: str
    value: str
    status: str
    source: str


B = TypeVar("B", bound="Board")
D = TypeVar("D")


class Board(Protocol):
    """What lies on the table of one game; `clone` is written out by the game."""

    def clone(self) -> Any: ...


class Step(Struct, frozen=True, tag=True, gc=False):
    """One decision, or one automatic phase, of the rulebook. A step is data: progress is a new step in its place."""

    exact: ClassVar[bool] = False
    """`candidates` is the sequence of just the legal actions (a property test proves it); otherwise an iterator that
    `objection` filters."""
    public: ClassVar[bool] = True
    """Which answers are legal follows from public facts, so that a single one can be played unasked."""

    def pending(self, t: Any) -> Pending | None:
        """Who must answer; None: nobody, call `run`."""
        return None

    def run(self, t: Any) -> None:
        """Automatic progress."""
        raise NotImplementedError

    def candidates(self, t: Any, seat: Seat) -> Iterable[Action]:
        """A superset of the legal actions."""
        raise NotImplementedError

    def objection(self, t: Any, seat: Seat, action: Action) -> Refusal | None:
        """Why not; None: allowed."""
        raise NotImplementedError

    def perform(self, t: Any, seat: Seat, action: Action) -> None:
        """Carries out what `objection` allowed."""
        raise NotImplementedError

    def fallback(self, t: Any, seat: Seat) -> Action:
        """What silence means; always legal."""
        raise NotImplementedError


class Table(Generic[B, D]):
    """The state of a match. It holds a position in the stream of chance, never the seed."""

    __slots__ = (
        "board", "chance", "choices", "counter", "data", "epoch", "forced", "game",
        "n", "news", "options", "outcomes", "pending", "rules", "seats", "stack",
    )  # fmt: skip

    def __init__(
        self,
        game: Game[B, D],
        seats: int,
        chance: Chance,
        data: Data[D],
        options: Mapping[str, bool | int | str] = MappingProxyType({}),
    ) -> None:
        self.game = game
        self.seats = seats
        self.chance = chance
        self.data = data
        self.options = options
        self.rules = game.rules
        """Version of the rules that this match is played with; a mended rule asks for it before it applies."""
        self.board: B
        self.stack: list[Step] = []
        self.epoch = 0
        self.counter = 0
        self.n = 0
        self.pending = NOBODY
        self.choices: Sequence[Action] | None = None
        """All legal actions of the one pending seat, where settling the table has listed them already."""
        self.news: list[News] = []
        self.outcomes: list[Outcome] = []
        self.forced: list[tuple[Seat, Action]] = []

    def clone(self) -> Table[B, D]:
        """A table of its own, equal to this one, with the news and outcomes of the last order."""
        copy: Table[B, D] = Table.__new__(Table)
        copy.game = self.game
        copy.seats = self.seats
        copy.chance = self.chance
        copy.data = self.data
        copy.options = self.options
        copy.rules = self.rules
        copy.board = self.board.clone()
        copy.stack = self.stack[:]
        copy.epoch = self.epoch
        copy.counter = self.counter
        copy.n = self.n
        copy.pending = self.pending
        copy.choices = self.choices
        copy.news = self.news
        copy.outcomes = self.outcomes
        copy.forced = self.forced
        return copy

    def call(self, step: Step) -> None:
        """Puts a step on top: an interrupt that returns to the one below when it ends."""
        self.stack.append(step)

    def goto(self, step: Step) -> None:
        """Puts a step in the place of the top one."""
        self.stack[-1] = step

    def end(self) -> None:
        """Ends the top step."""
        self.stack.pop()

    def tell(self, event: Event, to: Audience = EVERYONE) -> None:
        """Reports a fact to those who may know it."""
        self.news.append(News(event, to))

    def draw(self, question: str, pool: MutableSequence[str], to: Audience = EVERYONE) -> str:
        """Takes one of the pool at random and writes down what it was. The pool is kept in a fixed order."""
        if not pool:
            raise EngineBug(f"{self.game.key}: nothing to draw from ({question})")
        word = pool.pop(self.chance.index(self, question, pool))
        self.outcomes.append(Outcome(question, word, to))
        return word


class Data(Struct, Generic[D], frozen=True):
    """The effective data of a match: the printed numbers with an owner's corrections, and their fingerprint."""

    value: D
    fingerprint: str
    overrides: dict[str, Any]


Bot = Callable[[Table[Any, Any], Seat], Action]
"""Sees an imagined table only; whatever it wants of chance it asks that table's generator."""


class Game(Struct, Generic[B, D], frozen=True, eq=False):
    """The table of contents of a game."""

    key: str
    title: str
    players: range
    rules: int
    """Version of the rules; raised when a rule is mended. Matches keep theirs through switches."""
    setup: Callable[[Table[B, D]], None]
    """Lays out the board and puts the first step on the stack."""
    view: Callable[[Table[B, D], Seat | None], Struct]
    """What a seat, or a spectator (None), may know: an allow-list."""
    sight: type[Struct]
    """What `view` returns, so that a view can be kept as JSON and read again."""
    imagine: Callable[[Table[B, D], Any], None]
    """Lays out a table that the owner of the view cannot tell from the real one."""
    points: Callable[[Table[B, D]], Sequence[int]]
    standings: Callable[[Table[B, D]], Sequence[Standing]]
    orders: Orders
    names: Vocabulary
    """What the things of the game are called in each language."""
    bots: Mapping[str, Bot]
    board: type[B]
    steps: tuple[type[Step], ...]
    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]
    raw_data: Callable[[], dict[str, Any]]
    """The printed numbers as they stand in the game's data file."""
    read_data: Callable[[dict[str, Any]], D]
    """Checks the effective numbers (`BadData`) and gives them their types."""
    components: Callable[[dict[str, Any]], Sequence[Component]]
    outcome_words: Mapping[str, Sequence[str]]
    """Question -> the words its answers can have."""
    options: Mapping[str, Option] = {}
    examples: Callable[[Table[B, D], Seat], Sequence[Sequence[Action]]] = lambda t, seat: ()
    """Whole turns worth trying, best first, on an imagined table; for games whose turns are several orders."""
    allies: Callable[[Table[B, D], Seat], Collection[Seat]] = lambda t, seat: ()
    """Other seats that share this seat's secrets now, in games with partners."""
    facts: Callable[[Table[B, D]], dict[str, Any]] = lambda t: {}
    """What `pbem replay --json` says besides points and result."""
    planning: Planning | None = None
    """What plans can ask and do, besides the orders."""
