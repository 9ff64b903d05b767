"""The table before the first turn. Whatever lies open is drawn; the rest is drawn when it is first seen."""

from __future__ import annotations

from pbem.engine.game import Seat
from pbem.games.mennefer.board import GAP, Board, Player, Table, replaced
from pbem.games.mennefer.data import (
    APPRENTICES,
    BOATS,
    HOUSES,
    MUMMIES,
    PERMISSIONS,
    PORT,
    POSITIONS,
    PRIESTESSES,
    SPHINXES,
    Neutral,
)
from pbem.games.mennefer.steps import Eras


def setup(t: Table) -> None:
    """Lays out the board in the order of the rulebook and begins the first era."""
    numbers = t.data.value
    t.board = Board(
        players=[], order=(), era=0, turns=[0] * t.seats, row=(), queue=(), hidden=[], discards=(), papyri=(),
        papyrus_bag=sorted(numbers.papyri), crafts=(), craft_bag=sorted(numbers.crafts), tops=(), quarry=[], great=(),
        pyramidion=False, queens=(), queens_tiles=(), mastabas=(), tombs={}, temple={}, pedestals={}, deity="",
        benefits={}, cities={}, contracts=[], gone=(), sun=(), moon=(), activated=(), history=(),
    )  # fmt: skip
    pyramids(t)
    tiles(t)
    river(t)
    neutrals(t)
    players(t)
    tablets(t)
    t.call(Eras())


def pyramids(t: Table) -> None:
    """The quarry, pieces that are built at the start, and what the Queens' pyramids count."""
    b, numbers = t.board, t.data.value
    b.quarry = [sorted(pieces) for pieces in numbers.pieces]
    b.tops = tuple(t.draw(f"piece-{level}", pile) for level, pile in enumerate(b.quarry, 1))
    b.great = (GAP,) * (len(POSITIONS) * len(numbers.pieces))
    place = numbers.prebuilt[t.seats]
    if place:
        b.great = replaced(b.great, POSITIONS.index(place), b.tops[0])
        b.tops = replaced(b.tops, 0, t.draw("piece-1", b.quarry[0]))
    b.queens = (numbers.queens_prebuilt[t.seats],) * len(numbers.queens)
    kinds = sorted(numbers.queens_tiles)
    b.queens_tiles = tuple(t.draw("queens-tile", kinds) for _ in numbers.queens)


def tiles(t: Table) -> None:
    """Mastaba tiles, the deity, and the two markets."""
    b, numbers = t.board, t.data.value
    mastabas = sorted(numbers.mastabas)
    b.mastabas = tuple(t.draw("mastaba", mastabas) for _ in numbers.tile_places)
    b.deity = t.draw("deity", sorted(numbers.deities))
    b.crafts = tuple(t.draw("craft", b.craft_bag) for _ in numbers.craft_food)
    b.papyri = tuple(t.draw("papyrus", b.papyrus_bag) for _ in numbers.papyrus_heka)


def river(t: Table) -> None:
    """Benefits and contracts of the cities."""
    b, numbers = t.board, t.data.value
    tokens = sorted(numbers.benefits)
    b.benefits = {city: t.draw("benefit", tokens) for city in numbers.cities}
    b.contracts = [sorted(name for name, card in numbers.contracts.items() if card.value == v) for v in (1, 2, 3)]
    spaces = numbers.city_spaces[t.seats]
    b.cities = {
        name: tuple(t.draw(f"contract-{city.value}", b.contracts[city.value - 1]) for _ in range(spaces))
        for name, city in numbers.cities.items()
    }


def neutrals(t: Table) -> None:
    """With fewer than four players a tile says where neutral apprentices stand."""
    numbers = t.data.value
    if t.seats in next(iter(numbers.neutrals.values())):
        side: Neutral = numbers.neutrals[t.draw("neutral", sorted(numbers.neutrals))][t.seats]
        t.board.sun, t.board.moon = side.sun, side.moon


def players(t: Table) -> None:
    """A board for everybody, and who begins."""
    boards = sorted(t.data.value.boards)
    own = [t.draw("board", boards) for _ in range(t.seats)]
    first = int(t.draw("first", [str(seat) for seat in range(t.seats)]))
    t.board.order = tuple((first + n) % t.seats for n in range(t.seats))
    t.board.players = [newcomer(t, seat, own[seat]) for seat in range(t.seats)]


def newcomer(t: Table, seat: Seat, board: str) -> Player:
    """Everything in reserve, everybody at home."""
    start, rooms = t.data.value.start, len(t.data.value.room_costs)
    return Player(
        board=board, food=start["food"][t.board.order.index(seat)], heka=start["heka"], pp=start["pp"], heart=0,
        feather=0, scarabs=(0,) * len(HOUSES), orb=0, great=0, queens=0, permissions=PERMISSIONS, allowed=0,
        placed=(0,) * len(t.data.value.queens), mummies=MUMMIES, sarcophagi=0, sphinxes=SPHINXES, carved=0,
        boats=(PORT,) * BOATS, standing=(PRIESTESSES, *(0,) * rooms), lying=(0,) * (rooms + 1), tablets=(),
        home=tuple(range(1, APPRENTICES + 1)), sun=(), moon=(), glyphs=0, papyri=(), rolled=(),
        crafts=((),) * len(t.data.value.craft_levels), offered=(), contracts=(), met=(),
    )  # fmt: skip


def tablets(t: Table) -> None:
    """One of type 1, 2 and 3 for everybody; the rest, with all of type 4, is the pile, and five of it the row."""
    b, every = t.board, t.data.value.tablets
    piles = {kind: sorted(name for name, one in every.items() if one.type == kind) for kind in (1, 2, 3, 4)}
    for player in b.players:
        player.tablets = tuple(t.draw("tablet", piles[kind]) for kind in (1, 2, 3))
    b.hidden = sorted(name for pile in piles.values() for name in pile)
    b.row = tuple(t.draw("tablet", b.hidden) for _ in t.data.value.rows)
    b.queue = (t.draw("tablet", b.hidden),)
