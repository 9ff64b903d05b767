"""Points of Amun-Re: pure functions of what lies on the board and in the hands."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.game import Seat, Standing
from pbem.games.amunre.board import NOBODY, Table
from pbem.games.amunre.data import Province
from pbem.games.amunre.events import Gains

BANKS = ("west", "east")
ALIKE = {"kingdom-bonus": "kingdom", "bank-bonus": "bank", "nile-bonus": "on_nile"}
"""Bonus cards for provinces that are all alike in something."""


def gains(t: Table, bonus: Sequence[int]) -> list[Gains]:
    """The scoring at the end of a kingdom; `bonus`: cards played by seat. Gold counts at the end of the match."""
    numbers, b = t.data.value, t.board
    last = b.kingdom == numbers.kingdoms
    gold = ranks([player.gold for player in b.players], numbers.gold_ranks) if last else [0] * t.seats
    most = [leaders(t, bank) for bank in BANKS]
    return [
        Gains(
            pyramids=numbers.per_pyramid * pyramids(t, seat),
            sets=numbers.per_set * sets(t, seat),
            banks=numbers.most_on_bank * sum(seat in owners for owners in most),
            temples=b.temple * sum(printed.temples for printed in provinces(t, seat)),
            bonus=numbers.per_bonus * bonus[seat],
            gold=gold[seat],
        )
        for seat in range(t.seats)
    ]


def provinces(t: Table, seat: Seat) -> list[Province]:
    """What is printed in a player's provinces."""
    return [t.data.value.provinces[name] for name in t.board.owned(seat)]


def pyramids(t: Table, seat: Seat) -> int:
    """In all provinces of a player."""
    return sum(t.board.lands[name].pyramids for name in t.board.owned(seat))


def bricks(t: Table, seat: Seat) -> int:
    """In all provinces of a player."""
    return sum(t.board.lands[name].bricks for name in t.board.owned(seat))


def sets(t: Table, seat: Seat) -> int:
    """A set is a pyramid in each of the three provinces."""
    mine = t.board.owned(seat)
    return min(t.board.lands[name].pyramids for name in mine) if len(mine) == t.data.value.rounds else 0


def leaders(t: Table, bank: str) -> set[Seat]:
    """Whose province has most pyramids on one side of the Nile; bricks there decide a tie, then all share."""
    lands = [
        land
        for name, land in t.board.lands.items()
        if t.data.value.provinces[name].bank == bank and land.owner != NOBODY and land.pyramids
    ]
    best = max(((land.pyramids, land.bricks) for land in lands), default=None)
    return {land.owner for land in lands if (land.pyramids, land.bricks) == best}


def bonus_met(t: Table, seat: Seat, card: str) -> bool:
    """Whether the condition of a bonus card is met."""
    mine = provinces(t, seat)
    if card == "card-bonus":
        return sum(one.card_limit + one.free_cards for one in mine) >= t.data.value.bonus_cards
    if card == "farmer-bonus":
        return farmers(t, seat) >= t.data.value.bonus_farmers
    return len({getattr(one, ALIKE[card]) for one in mine}) == 1


def farmers(t: Table, seat: Seat) -> int:
    """On fields, on flat land, and printed."""
    lands, printed = t.board.lands, t.data.value.provinces
    mine = t.board.owned(seat)
    return sum(lands[one].farmers + lands[one].free_farmers + printed[one].printed_farmers for one in mine)


def ranks(golds: Sequence[int], points: Sequence[int]) -> list[int]:
    """Points for the most gold; the rank is the number of richer players, so equals get all, and the next rank goes."""
    richer = [sum(other > mine for other in golds) for mine in golds]
    return [points[rank] if rank < len(points) else 0 for rank in richer]


def standings(t: Table) -> list[Standing]:
    """Most points win; then pyramids, then bricks; then the victory is shared."""
    keys = [(player.points, pyramids(t, seat), bricks(t, seat)) for seat, player in enumerate(t.board.players)]
    return [Standing(seat, 1 + sum(other > mine for other in keys), mine[0]) for seat, mine in enumerate(keys)]
