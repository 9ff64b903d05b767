"""Table and action <-> JSON. A stored table names its data by fingerprint and holds no seed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar, Union

import msgspec
from msgspec import Struct

from pbem.engine.chance import Chance
from pbem.engine.errors import BadData
from pbem.engine.game import Action, Board, Data, Event, Game, Step, Table
from pbem.engine.kernel import who

B = TypeVar("B", bound=Board)
D = TypeVar("D")

encode = msgspec.json.Encoder().encode


class Snapshot(Struct):
    """What is stored of a table."""

    game: str
    rules: int
    data: str
    seats: int
    options: dict[str, Any]
    n: int
    epoch: int
    counter: int
    board: msgspec.Raw
    stack: msgspec.Raw


@lru_cache
def decoder(kinds: Any) -> msgspec.json.Decoder[Any]:
    """Reads a type, or one of several tagged ones, or a list of such."""
    return msgspec.json.Decoder(kinds)


def one_of(kinds: tuple[type, ...]) -> Any:
    """The union of tagged types."""
    return Union[kinds]  # noqa: UP007  built at run time from a tuple


def dump(t: Table[B, D]) -> bytes:
    """The table as JSON."""
    return encode(
        Snapshot(
            game=t.game.key,
            rules=t.rules,
            data=t.data.fingerprint,
            seats=t.seats,
            options=dict(sorted(t.options.items())),
            n=t.n,
            epoch=t.epoch,
            counter=t.counter,
            board=msgspec.Raw(encode(t.board)),
            stack=msgspec.Raw(encode(t.stack)),
        )
    )


def load(game: Game[B, D], raw: bytes, data: Data[D], chance: Chance) -> Table[B, D]:
    """The table again; its news and outcomes were told already."""
    kept: Snapshot = decoder(Snapshot).decode(raw)
    if (kept.game, kept.data) != (game.key, data.fingerprint):
        raise BadData(
            f"a table of {kept.game} with data {kept.data[:8]}, not of {game.key} with {data.fingerprint[:8]}"
        )
    t = Table(game, kept.seats, chance, data, kept.options)
    t.rules, t.n, t.epoch, t.counter = kept.rules, kept.n, kept.epoch, kept.counter
    t.board = decoder(game.board).decode(kept.board)
    steps: list[Step] = decoder(list[one_of(game.steps)]).decode(kept.stack)  # type: ignore[misc]  # run-time union
    t.stack = steps
    t.pending = who(t)
    return t


def dump_action(action: Action) -> bytes:
    """An action as JSON, with its kind."""
    return encode(action)


def load_action(game: Game[B, D], raw: bytes) -> Action:
    """The action again."""
    action: Action = decoder(one_of(game.actions)).decode(raw)
    return action


def load_view(game: Game[B, D], raw: bytes) -> Struct:
    """A view again."""
    view: Struct = decoder(game.sight).decode(raw)
    return view


def load_event(game: Game[B, D], raw: bytes) -> Event:
    """An event again."""
    event: Event = decoder(one_of(game.events)).decode(raw)
    return event
