"""Games of one or two steps, for what no real game may do: never end, lead nowhere, ask several at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.chance import Seeded
from pbem.engine.game import ALONE, Action, Game, Pending, Refusal, Seat, Step, Table, refuse
from tests import tiny

CHANCE = Seeded(b"a fixed key for tests".ljust(32))


class Blank(Struct):
    """A board that counts."""

    count: int = 0

    def clone(self) -> Blank:
        return Blank(self.count)


class Say(Action, frozen=True, gc=False):
    """A number, said aloud."""

    number: int


class Forever(Step, frozen=True, gc=False):
    """Runs and runs."""

    def run(self, t: Table[Any, Any]) -> None:
        t.board.count += 1


class CountTo(Step, frozen=True, gc=False):
    """Runs so many times, then ends."""

    limit: int

    def run(self, t: Table[Any, Any]) -> None:
        t.board.count += 1
        if t.board.count == self.limit:
            t.end()


class Ask(Step, frozen=True, gc=False):
    """Asks seat 0 for one of its numbers; ends when it has one."""

    numbers: tuple[int, ...]

    def pending(self, t: Table[Any, Any]) -> Pending | None:
        return ALONE[0]

    def candidates(self, t: Table[Any, Any], seat: Seat) -> Iterable[Action]:
        return map(Say, range(10))

    def objection(self, t: Table[Any, Any], seat: Seat, action: Action) -> Refusal | None:
        assert isinstance(action, Say)
        return None if action.number in self.numbers else refuse("not-this-number", instead=self.numbers)

    def perform(self, t: Table[Any, Any], seat: Seat, action: Action) -> None:
        assert isinstance(action, Say)
        t.board.count += action.number
        t.end()


class AskExactly(Ask, frozen=True, gc=False):
    """The same, listed without a look at the objections."""

    exact: ClassVar[bool] = True

    def candidates(self, t: Table[Any, Any], seat: Seat) -> Sequence[Action]:
        return [Say(number) for number in self.numbers]


class AskInSecret(AskExactly, frozen=True, gc=False):
    """The same, of facts that only seat 0 knows."""

    public: ClassVar[bool] = False


class AskAgain(AskExactly, frozen=True, gc=False):
    """Is never content."""

    def perform(self, t: Table[Any, Any], seat: Seat, action: Action) -> None:
        t.board.count += 1


class AskAll(AskExactly, frozen=True, gc=False):
    """Asks every seat under seal: seat n for n or for n + 10. `sealed` is -1 as long as an answer is missing."""

    sealed: tuple[int, ...] = (-1, -1)

    def pending(self, t: Table[Any, Any]) -> Pending | None:
        seats = range(len(self.sealed))
        return Pending(tuple(s for s in seats if self.sealed[s] < 0), tuple(s for s in seats if self.sealed[s] >= 0))

    def candidates(self, t: Table[Any, Any], seat: Seat) -> Sequence[Action]:
        return [Say(seat), Say(seat + 10)]

    def objection(self, t: Table[Any, Any], seat: Seat, action: Action) -> Refusal | None:
        return None if action in self.candidates(t, seat) else refuse("not-this-number")

    def perform(self, t: Table[Any, Any], seat: Seat, action: Action) -> None:
        assert isinstance(action, Say)
        sealed = (*self.sealed[:seat], action.number, *self.sealed[seat + 1 :])
        t.goto(AskAll((), sealed))
        if min(sealed) >= 0:
            t.board.count = sum(sealed)
            t.end()


class AskNobody(AskExactly, frozen=True, gc=False):
    """Owes an answer to nobody and does not run."""

    def pending(self, t: Table[Any, Any]) -> Pending | None:
        return Pending(())


STEPS = (Forever, CountTo, Ask, AskExactly, AskInSecret, AskAgain, AskAll, AskNobody)


def toy(*stack: Step) -> Game[Any, Any]:
    """A game that begins with these steps, the last one on top."""

    def setup(t: Table[Any, Any]) -> None:
        t.board = Blank()
        for step in stack:
            t.call(step)

    return replace(tiny.GAME, key="toy", title="Toy", setup=setup, board=Blank, steps=STEPS, actions=(Say,))
