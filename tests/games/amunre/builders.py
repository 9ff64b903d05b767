"""Positions of Amun-Re, laid out directly: hands, provinces, what is asked, what will be drawn next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

from pbem.engine import data, kernel
from pbem.engine.chance import Chance, Position, Scripted, Seeded, stream_key
from pbem.engine.errors import OrderError
from pbem.engine.game import Action, Event, Pending, Refusal, Seat, Step
from pbem.games.amunre import GAME
from pbem.games.amunre.board import NOBODY, Board, Land, Player, Table
from pbem.games.amunre.steps import Bidding, Harvesting, Offering, Purchases, Rewards, Rounds, Scoring

E = TypeVar("E", bound=Event)

MARKS = {"f": "farmers", "g": "free_farmers", "b": "bricks", "p": "pyramids"}


class Foretold(Scripted):
    """The words that are given; after them the first of what can fall."""

    def index(self, t: Position, question: str, pool: Sequence[str]) -> int:
        if t.counter < len(self.words):
            return super().index(t, question, pool)
        t.counter += 1
        return 0


def cards(text: str) -> tuple[str, ...]:
    """Cards by name: `cards("builder*2 8-gold")`. Sorted."""
    counted = ((name, int(times or 1)) for name, _, times in (word.partition("*") for word in text.split()))
    return tuple(sorted(name for name, times in counted for _ in range(times)))


def land(text: str) -> Land:
    """A province: its owner (- for nobody), then f farmers, g free farmers, b bricks, p pyramids: `land("0 f2 b1")`."""
    owner, *rest = text.split()
    pieces = {MARKS[word[0]]: int(word[1:]) for word in rest}
    return Land(NOBODY if owner == "-" else int(owner), **pieces)


def position(
    *steps: Step,
    gold: Sequence[int] = (20, 20, 20, 20),
    hands: Sequence[str] = (),
    lands: Mapping[str, str] | None = None,
    market: str = "",
    pile: str | None = None,
    discards: str = "",
    temple: int = 2,
    start: Seat = 0,
    kingdom: int = 1,
    round_: int = 1,
    points: Sequence[int] = (),
    draws: str = "",
    options: Mapping[str, bool | int | str] | None = None,
    overrides: Mapping[str, object] | None = None,
) -> Table:
    """A table with all that is given; `draws` are what chance brings, in this order."""
    numbers = data.effective(GAME, overrides or {})
    seats = len(gold)
    held = [cards(hands[seat]) if seat < len(hands) else () for seat in range(seats)]
    gone = tuple(discards.split())
    deck = Counter(numbers.value.cards)
    deck.subtract([*gone, *(card for hand in held for card in hand)])
    assert min(deck.values()) >= 0, "more cards than there are"
    given = {name: land(text) for name, text in (lands or {}).items()}
    t: Table = Table(GAME, seats, Foretold(draws.split()), numbers, kernel.chosen(GAME, options or {}))
    bought = sorted(name for name, one in given.items() if one.owner != NOBODY)
    rest = sorted(set(numbers.value.provinces) - set(bought) - set(market.split()))
    t.board = Board(
        players=[Player(gold[seat], held[seat], points[seat] if seat < len(points) else 0) for seat in range(seats)],
        lands={name: given.get(name, Land()) for name in numbers.value.provinces},
        pile=rest if pile is None else sorted(pile.split()),
        market=tuple(sorted(market.split())),
        open=tuple(bought),
        deck=sorted(deck.elements()),
        fresh=[],
        discards=gone,
        temple=temple,
        start_player=start,
        kingdom=kingdom,
        round=round_,
        bank=numbers.value.gold - sum(gold),
        wishes=[()] * seats,
        scorings=(),
    )
    t.stack = [Rounds(), *steps]
    kernel.settle(t)
    return t


def auction(market: str, *, start: Seat = 0, seats: int = 4, **rest: object) -> Table:
    """An auction that has just begun."""
    empty = Bidding(start, ("",) * seats, (-1,) * seats, ((),) * seats)
    rest.setdefault("gold", (20,) * seats)
    return position(empty, market=market, start=start, **rest)  # type: ignore[arg-type]  # as position takes them


def buying(lands: Mapping[str, str], *, gold: int = 20, hand: str = "", **rest: object) -> Table:
    """The actions of seat 0, the last of three to act."""
    return position(
        Purchases(0), gold=(gold, 20, 20), hands=(hand,), lands=lands, start=1, **rest  # type: ignore[arg-type]
    )  # fmt: skip


def offering(gold: Sequence[int] = (20, 20, 20, 20), **rest: object) -> Table:
    """Nobody has offered yet."""
    lands = {"abu": "0", "buto": "1", "edfu": "2", "sawu": "3", "thebes": "4"}
    mine = {name: text for name, text in lands.items() if int(text) < len(gold)}
    rest.setdefault("lands", mine)
    return position(Offering((None,) * len(gold)), gold=gold, **rest)  # type: ignore[arg-type]


def rewarding(*queue: tuple[Seat, int], best: Seat | None = None, **rest: object) -> Table:
    """Pieces are to be taken."""
    return position(Rewards(queue, queue[0][0] if best is None else best), **rest)  # type: ignore[arg-type]


def harvesting(*asked: Seat, seats: int = 3, **rest: object) -> Table:
    """The harvest, with these seats to be asked."""
    rest.setdefault("gold", (20,) * seats)
    return position(Harvesting(asked, (None,) * seats), **rest)  # type: ignore[arg-type]


def scoring(*asked: Seat, seats: int = 3, **rest: object) -> Table:
    """The scoring at the end of a kingdom, with these seats to be asked."""
    rest.setdefault("gold", (20,) * seats)
    return position(Scoring(asked, (None,) * seats), round_=3, **rest)  # type: ignore[arg-type]


def chance(name: str) -> Chance:
    """A seeded generator with a name."""
    return Seeded(stream_key(b"tests", name, 0))


def random_match(seats: int, name: str, **options: bool | int | str) -> Table:
    """A match that has just been set up by chance."""
    t: Table = kernel.start(GAME, seats, chance(name), options)
    return t


def read(t: Table, line: str, seat: Seat) -> Action:
    """The order that a line gives at this table."""
    return GAME.orders.read(line, {type(action) for action in kernel.legal(t, seat)})


def play(t: Table, *lines: str) -> Table:
    """The table after these orders, each given by whoever is asked first; `2: done` is for seat 2."""
    for line in lines:
        seat, order = speaker(t, line)
        t = kernel.apply(t, seat, read(t, order, seat))
    return t


def speaker(t: Table, line: str) -> tuple[Seat, str]:
    """Who gives an order, and the order."""
    seat, mark, order = line.partition(": ")
    return (int(seat), order) if mark else (t.pending.seats[0], line)


def refusal(t: Table, line: str) -> Refusal:
    """Why the line is refused; fails if it is not."""
    seat, order = speaker(t, line)
    try:
        kernel.apply(t, seat, read(t, order, seat))
    except OrderError as error:
        return error.refusal
    raise AssertionError(f"{line!r} was played")


def code(t: Table, line: str) -> str:
    """The code of the refusal."""
    return refusal(t, line).code


def asked(t: Table) -> tuple[Seat, ...]:
    """Who must speak."""
    return t.pending.seats


def over(t: Table) -> bool:
    """Whether the match has ended."""
    return t.pending == Pending(()) and not t.stack


def lines(t: Table, seat: Seat | None = None) -> list[str]:
    """All that is listed now, in canonical English."""
    return [GAME.orders.write(action) for action in kernel.legal(t, asked(t)[0] if seat is None else seat)]


def told(t: Table, kind: type[E]) -> list[E]:
    """What was told of this kind after the last order, in its order."""
    return [news.event for news in t.news if isinstance(news.event, kind)]


def gold(t: Table) -> list[int]:
    """The gold in the hands, by seat."""
    return [player.gold for player in t.board.players]


def points(t: Table) -> list[int]:
    """The points by seat."""
    return [player.points for player in t.board.players]


def add_up(t: Table) -> None:
    """Money, cards and provinces are all there, wherever they are."""
    b, numbers = t.board, t.data.value
    assert sum(gold(t)) + b.bank == numbers.gold
    assert min(gold(t)) >= 0
    found = Counter([*b.deck, *b.fresh, *b.discards, *(card for player in b.players for card in player.hand)])
    assert found == +Counter(numbers.cards)
    assert set(b.pile) | set(b.market) | set(b.open) <= set(b.lands) == set(numbers.provinces)
    assert len({*b.pile, *b.market, *b.open}) == len(b.pile) + len(b.market) + len(b.open)
    owned = [name for name, one in b.lands.items() if one.owner != NOBODY]
    assert sorted(owned) == sorted(b.open)
    for name, one in b.lands.items():
        assert 0 <= one.farmers <= numbers.provinces[name].fields
        assert min(one.free_farmers, one.bricks, one.pyramids) >= 0
