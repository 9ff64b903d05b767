"""What a seat is mailed does not depend on what it may not know: other hands, sealed answers, the order of the pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pbem import games
from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.engine.game import Game, Table
from pbem.service import live, lobby, reports
from pbem.service.office import Office
from tests.house import NOON
from tests.tiny import GAME as TINY

MATCH = "0123456789abcdef"
ALL_OPEN = ("ankh", "mennefer")
"""Games in which a seat sees everything but what chance will bring, Ankh up to its first sealed cards."""
OPTIONS: dict[str, dict[str, bool | int | str]] = {"ra": {"open_scores": False, "open_discards": False}}


def states(game: Game[Any, Any], steps: int) -> Iterator[Table[Any, Any]]:
    """The tables of a random match."""
    t = kernel.start(game, 3, Seeded(b"k" * 32), OPTIONS.get(game.key, {}))
    chance = Seeded(b"c" * 32)
    for n in range(steps):
        if not t.stack:
            return
        yield t
        seat = t.pending.seats[0]
        choices = list(kernel.legal(t, seat))
        t.counter += n % 3
        action = choices[chance.index(t, "order", [""] * len(choices))]
        t = kernel.apply(t, seat, action)


def told(playing: live.Live, table: Table[Any, Any], seat: int) -> bytes:
    """The frozen facts of the report that a seat would get of this table."""
    playing.table = table
    playing.opened = dict.fromkeys(table.pending.seats, 0)
    return msgspec.json.encode(reports.freeze(playing, seat, "token", reports.Telling(cause="test"), []))


@pytest.mark.parametrize("key", [*games.games(), "tiny"])
def test_what_a_seat_is_told_follows_from_its_view_alone(office: Office, key: str) -> None:
    guests = [lobby.Guest(name=name, address=f"{name}@post.test") for name in ("Anna", "Bert", "Carl")]
    lobby.begin(office, lobby.Invitation(game=key, guests=guests, seed=b"s" * 32, id=MATCH), NOON)
    with office.work.transaction() as tx:
        playing = live.load(tx, MATCH)
    assert playing is not None
    pairs = other = 0
    for t in states(TINY if key == "tiny" else games.game(key), 60):
        for seat in range(3):
            dream = kernel.imagine(t, seat, Seeded(bytes([pairs % 256]) * 32))
            dream.data, dream.options, dream.epoch = t.data, t.options, t.epoch
            assert told(playing, dream, seat) == told(playing, t, seat)
            pairs += 1
            other += msgspec.json.encode(dream.board) != msgspec.json.encode(t.board)
    assert pairs > 40
    assert other > pairs / 2 or key in ALL_OPEN
