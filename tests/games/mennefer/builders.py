"""Small positions of Men-Nefer: a fresh table on which a test lays what it is about."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pbem.engine import kernel
from pbem.engine.chance import Seeded, stream_key
from pbem.engine.errors import Illegal
from pbem.engine.game import Action, Event, Refusal, Seat, Step
from pbem.games.mennefer import GAME
from pbem.games.mennefer.actions import AUTO, SKIP
from pbem.games.mennefer.acts import read
from pbem.games.mennefer.board import Player, Table
from pbem.games.mennefer.steps import Effects, EndTurn, Eras, Sowing, Turn

ROW = ("t4a", "t4b", "t4c", "t4d", "t4e")
PILE = ("t4f", "t4g", "t4h")
PAPYRI = ("p01", "p09", "p17", "p25")
"""vase-ibis, ibis-vase, lotus-vase, cobra-vase"""
CRAFTS = ("ring1", "jar1", "mirror1", "necklace1")
TILES = ("m1", "m2", "m3", "m4", "m5")
BENEFITS = {"u1": "c1", "l1": "c2", "u2": "c3", "l2": "c4", "u3": "c5", "l3": "c6"}
CITIES = {"u1": ("k101", "k102"), "l1": ("k103",), "u2": ("k201",), "l2": ("k205",), "u3": ("k301",), "l3": ()}


def chance(name: str) -> Seeded:
    """A generator of its own for everything that has a name."""
    return Seeded(stream_key(b"tests of men-nefer", name, 0))


def match(seats: int = 2, name: str = "a table", **overrides: Any) -> Table:
    """A match before its first turn."""
    t: Table = kernel.start(GAME, seats, chance(name), overrides=overrides)
    return t


def position(seats: int = 2, board: dict[str, Any] | None = None, **mine: Any) -> Table:
    """A table with known tiles in every place; `mine` is what differs for seat 0, who is first."""
    t = match(seats)
    known = {
        "order": tuple(range(seats)), "row": ROW, "queue": PILE[:1], "hidden": list(PILE[1:]), "papyri": PAPYRI,
        "papyrus_bag": sorted(set(t.data.value.papyri) - set(PAPYRI)), "crafts": CRAFTS,
        "craft_bag": sorted(set(t.data.value.crafts) - set(CRAFTS)), "mastabas": TILES, "deity": "maat",
        "benefits": BENEFITS, "cities": dict(CITIES), "sun": (), "moon": (),
        "queens_tiles": ("baskets", "contracts_done", "sphinxes"), "tops": ("heka", "heka", "heka"),
        "quarry": [["feather", "food"], ["feather", "food", "heart"], ["feather", "food", "heart"]],
    }  # fmt: skip
    for name, value in (known | (board or {})).items():
        setattr(t.board, name, value)
    for seat, player in enumerate(t.board.players):
        player.board = "ABCD"[seat]
        player.tablets = (f"t1{'abcd'[seat]}", f"t2{'abcd'[seat]}", f"t3{'abcd'[seat]}")
    for name, value in mine.items():
        setattr(t.board.players[0], name, value)
    return on_turn(t)


def on_turn(t: Table, seat: Seat = 0, step: Step | None = None) -> Table:
    """The table with this seat on turn, perhaps in the middle of it."""
    t.stack = [Eras(), Sowing((t.board.order.index(seat) + 1) % t.seats), EndTurn(seat), step or Turn(seat)]
    return settled(t)


def settled(t: Table) -> Table:
    """The table when everything has happened that needs nobody."""
    t.news, t.outcomes, t.forced = [], [], []
    kernel.settle(t)
    return t


def doing(*acts: str, seats: int = 2, board: dict[str, Any] | None = None, **mine: Any) -> Table:
    """A table on which seat 0 has to do these actions."""
    t = position(seats, board, **mine)
    return on_turn(t, 0, Effects(0, read(acts, "test")))


def asked(t: Table) -> Seat:
    """Who must speak."""
    (seat,) = t.pending.seats
    return seat


def play(t: Table, *lines: str) -> Table:
    """Plays order lines for whoever is asked; the news of all of them are kept."""
    news = []
    for line in lines:
        seat = asked(t)
        kernel.play(t, seat, order(t, line))
        news += t.news
    t.news = news
    return t


def order(t: Table, line: str) -> Action:
    """What a line means here."""
    return GAME.orders.read(line, {type(action) for action in kernel.legal(t, asked(t))})


def can(t: Table) -> set[str]:
    """What can be answered, without `skip` and `auto`."""
    return {GAME.orders.write(one) for one in kernel.legal(t, asked(t)) if one not in (SKIP, AUTO)}


def refusal(t: Table, line: str) -> Refusal:
    """Why a line is refused."""
    try:
        kernel.play(t, asked(t), order(t, line))
    except Illegal as error:
        return error.refusal
    raise AssertionError(f"{line} is allowed")


def me(t: Table) -> Player:
    """The player of seat 0."""
    return t.board.players[0]


def told(t: Table, kind: type[Event]) -> list[Any]:
    """The news of one kind."""
    return [one.event for one in t.news if isinstance(one.event, kind)]


def over(t: Table) -> bool:
    """Whether the turn of seat 0 has ended."""
    return not any(isinstance(step, EndTurn) and step.seat == 0 for step in t.stack)


def random_match(seats: int, name: str) -> Table:
    """A match of random orders, played to its end."""
    t = match(seats, name)
    while t.stack:
        seat = asked(t)
        kernel.play(t, seat, kernel.consult(t, seat, GAME.bots["random"], chance(f"{name}/{t.n}")))
    return t


def tablets(t: Table) -> Counter[str]:
    """Where all tablets are."""
    b = t.board
    owned = [one for player in b.players for one in player.tablets]
    return Counter(one for one in (*owned, *b.row, *b.queue, *b.hidden, *b.discards) if one)
