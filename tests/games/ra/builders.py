"""Positions of Ra, laid out directly: rows, displays, suns, who must speak, what will be turned over next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pbem.engine import data, kernel
from pbem.engine.chance import Chance, Scripted, Seeded, stream_key
from pbem.engine.errors import Illegal
from pbem.engine.game import Action, Event, Pending, Refusal, Seat, Step
from pbem.games.ra import GAME
from pbem.games.ra.board import Board, Player, Table
from pbem.games.ra.steps import Auction, Disaster, Epochs, Turn
from tests.games.ra.oracle import Match

E = TypeVar("E", bound=Event)

SUNS = {
    3: ((2, 5, 8, 13), (3, 6, 9, 12), (4, 7, 10, 11)),
    4: ((2, 6, 13), (3, 7, 12), (4, 8, 11), (5, 9, 10)),
    5: ((2, 7, 16), (3, 8, 15), (4, 9, 14), (5, 10, 13), (6, 11, 12)),
}
"""The stacks as printed, smallest sun first, dealt to the seats in the order of the table."""

EIGHT = "pharaoh nile flood gold art temple obelisk palace"
"""A full tile row without a disaster."""


def tiles(text: str) -> tuple[str, ...]:
    """Tiles by name: `tiles("flood nile*3")`."""
    counted = ((name, int(times or 1)) for name, _, times in (word.partition("*") for word in text.split()))
    return tuple(name for name, times in counted for _ in range(times))


def player(suns: Iterable[int] = (), text: str = "", *, spent: Iterable[int] = (), points: int = 10) -> Player:
    """A display: suns face up, tiles as text, suns face down, points."""
    return Player(tuple(sorted(suns)), tuple(spent), tiles(text), points)


def fresh(seats: int) -> list[Player]:
    """Players with the printed stacks of suns and nothing else."""
    return [player(suns) for suns in SUNS[seats]]


def position(
    players: Sequence[Player],
    *,
    row: str = "",
    ra_row: int = 0,
    sun: int = 1,
    epoch: int = 1,
    turn: Seat = 0,
    steps: Sequence[Step] = (),
    draws: str = "",
    gone: str = "",
    options: Mapping[str, bool | int | str] | None = None,
) -> Table:
    """A table with all that is given. The rest is in the pile; `draws` come out of it in this order."""
    numbers = data.effective(GAME, {})
    seats = len(players)
    box = tiles(gone)
    lying = (*tiles(row), *("ra",) * ra_row, *box, *(tile for one in players for tile in one.tiles))
    waiting = [step.disaster for step in steps if isinstance(step, Disaster)]
    pile = Counter(numbers.value.tiles)
    pile.subtract([*lying, *waiting])
    assert min(pile.values()) >= 0, "more tiles than there are"
    t: Table = Table(GAME, seats, Scripted(draws.split()), numbers, kernel.chosen(GAME, options or {}))
    t.board = Board(
        players=list(players),
        bag=[tile for tile, count in pile.items() for _ in range(count)],
        box=box,
        row=list(tiles(row)),
        row_spaces=numbers.value.row_spaces,
        ra_row=ra_row,
        ra_spaces=numbers.value.ra_spaces[seats],
        sun=sun,
        epoch=epoch,
        history=(),
    )
    t.stack = [Epochs(), Turn(turn), *steps]
    kernel.settle(t)
    return t


def auction(
    players: Sequence[Player], kind: str, *, ra_player: Seat, bidder: Seat | None = None, best: int = 0,
    leader: Seat = -1, **rest: Any,
) -> Table:  # fmt: skip
    """A table in the middle of an auction; without a bidder it has just begun."""
    seats = len(players)
    clockwise = ((ra_player + step) % seats for step in range(1, seats + 1))
    first = next(seat for seat in clockwise if players[seat].suns)
    step = Auction(kind, ra_player, first if bidder is None else bidder, best, leader)
    return position(players, turn=(ra_player + 1) % seats, steps=[step], **rest)


def struck(players: Sequence[Player], seat: Seat, *disasters: str, turn: Seat = 0, **rest: Any) -> Table:
    """A table where these disasters have just come over a player; the first one is settled first."""
    return position(players, turn=turn, steps=[Disaster(seat, name) for name in reversed(disasters)], **rest)


def scripted(t: Table, draws: str) -> Table:
    """The same table with other tiles to come."""
    after = t.clone()
    after.chance, after.counter = Scripted(draws.split()), 0
    return after


def chance(name: str) -> Chance:
    """A seeded generator with a name."""
    return Seeded(stream_key(b"tests", name, 0))


def random_match(seats: int, name: str, **options: bool) -> Table:
    """A match that has just been set up by chance."""
    t: Table = kernel.start(GAME, seats, chance(name), options)
    return t


def read(t: Table, line: str) -> Action:
    """The order that a line gives at this table."""
    return GAME.orders.read(line, {type(action) for seat in t.pending.seats for action in kernel.legal(t, seat)})


def play(t: Table, *lines: str) -> Table:
    """The table after these orders, each given by whoever is asked."""
    for line in lines:
        t = kernel.apply(t, asked(t), read(t, line))
    return t


def refusal(t: Table, line: str, seat: Seat | None = None) -> Refusal:
    """Why the line is refused to whoever is asked, or to this seat; fails if it is not."""
    who = asked(t) if seat is None else seat
    try:
        kernel.apply(t, who, read(t, line))
    except Illegal as error:
        return error.refusal
    raise AssertionError(f"{line!r} was played")


def asked(t: Table) -> Seat:
    """The one who must speak."""
    (seat,) = t.pending.seats
    return seat


def over(t: Table) -> bool:
    """Whether the match has ended."""
    return t.pending == Pending(()) and not t.stack


def lines(t: Table) -> list[str]:
    """All that can be ordered now, in canonical English."""
    return [GAME.orders.write(action) for action in kernel.legal(t, asked(t))]


def told(t: Table, kind: type[E]) -> list[E]:
    """What was told of this kind after the last order, in its order."""
    return [news.event for news in t.news if isinstance(news.event, kind)]


def display(t: Table, seat: Seat) -> Counter[str]:
    """The tiles before a player, by kind."""
    return Counter(t.board.players[seat].tiles)


def everything(t: Table) -> Counter[str]:
    """All tiles, wherever they are."""
    b = t.board
    found = Counter([*b.bag, *b.box, *b.row, *("ra",) * b.ra_row])
    for one in b.players:
        found.update(one.tiles)
    found.update(step.disaster for step in t.stack if isinstance(step, Disaster))
    return found


def all_suns(t: Table) -> list[int]:
    """All suns, wherever they are."""
    return sorted([t.board.sun, *(sun for one in t.board.players for sun in (*one.suns, *one.spent))])


def mirrored(t: Table) -> Match:
    """The same position for the second reading of the rules."""
    b = t.board
    match = Match(
        open_suns=[list(one.suns) for one in b.players],
        turned=[list(one.spent) for one in b.players],
        displays=[list(one.tiles) for one in b.players],
        points=[one.points for one in b.players],
        pile=Counter(b.bag),
        row=list(b.row),
        ra_tiles=b.ra_row,
        middle=b.sun,
        epoch=b.epoch,
    )
    for step in t.stack:
        match step:
            case Turn(seat):
                match.turn = seat
            case Auction(kind, ra_player, bidder, best, leader):
                match.hear({"called": "called", "ra-tile": "tile", "full-row": "full"}[kind], ra_player)
                del match.speakers[: match.speakers.index(bidder)]
                match.bids = [(best, leader)] if best else []
            case Disaster(seat, name):
                match.victim = seat
                match.trouble.insert(0, name)
            case _:
                pass
    return match


def points(t: Table) -> list[int]:
    """The points by seat."""
    return [one.points for one in t.board.players]


def won_with(mine: str, row: str) -> Table:
    """Seat 1 has just won this row in an auction that seat 0 called."""
    players = [player([2, 13]), player([3, 12], mine), player([4, 7])]
    return play(auction(players, "called", ra_player=0, bidder=0, best=12, leader=1, row=row), "pass")


def with_gods(gods: int, row: str, mine: str = "") -> Table:
    """Seat 0 is on turn and has so many gods."""
    return position([player([5], f"god*{gods} {mine}"), *fresh(3)[1:]], row=row)


def full_ra_row(epoch: int = 1) -> Table:
    """Seat 0 has just filled the Ra row."""
    players = [player([2, 13], "god", spent=[1]), player([3], spent=[9, 10]), player([4, 11, 12])]
    return play(position(players, row="nile gold funeral", ra_row=7, sun=5, epoch=epoch, draws="ra"), "draw")
