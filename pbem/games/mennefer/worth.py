"""What a position promises a player, for the bot: whole tenths of a point, since sums of floats differ."""

from __future__ import annotations

from functools import lru_cache

from pbem.engine.game import Seat
from pbem.games.mennefer.board import Board, Player, Table
from pbem.games.mennefer.data import ERAS, HOUSES, Numbers
from pbem.games.mennefer.scoring import complete, counted, elements, fulfilled, necropolis

TURNS = 27
POINT = 10
RESOURCE = (0, 8, 15, 22, 28, 33, 38, 42, 45, 47, 48)
"""Of so much food, or heka, while there is time to use it."""
READY = 16
"""A sarcophagus or sphinx that waits to be placed."""
PERMISSION = 20
SCARAB = 9
BASKET = 14
"""A craft that can be offered, and more for its level."""
ROOM = (0, 5, 11, 19, 28)
"""A priestess that stands there."""
SECTION = 5
HOPE = 4
"""Tenths of its value that a contract is worth when nothing of it is done."""


def worth(t: Table, seat: Seat) -> int:
    """Points now, what the coming harvests would give, and what can still be made of the rest."""
    b, numbers, player = t.board, t.data.value, t.board.players[seat]
    harvests = ERAS + 1 - b.era
    left = TURNS - b.turns[seat]
    lasting = tracks(player, numbers) + POINT * necropolis(b, numbers, seat) + duat(player, numbers)
    lasting += deals(b, numbers, seat) + queens(b, numbers, seat)
    return POINT * player.pp + harvests * lasting + min(left, 9) * tools(player, numbers) // 9 + left * skill(player)


@lru_cache(maxsize=1024)
def between(seals: tuple[int, ...], at: int) -> int:
    """Of a track: what its last seal is worth, and a share of the next one for the way made towards it."""
    marked = [(n, seal) for n, seal in enumerate(seals, 1) if seal]
    start, have = max(((n, seal) for n, seal in marked if n <= at), default=(0, 0))
    end, coming = next(((n, seal) for n, seal in marked if n > at), (at + 1, have))
    return POINT * have + 6 * (coming - have) * (at - start) // (end - start)


def tracks(player: Player, numbers: Numbers) -> int:
    """Great Pyramid and obelisk."""
    great = between(tuple([space.seal for space in numbers.great]), player.great)
    return great + between(tuple([step.seal for step in numbers.obelisk]), player.orb) + 2 * player.queens


def duat(player: Player, numbers: Numbers) -> int:
    """Every step brings heart and feather closer, or further past each other; papyri move the feather."""
    steps = player.heart + min(numbers.duat, player.feather + len(player.papyri) + complete(player.papyri, numbers))
    return POINT * steps * len(numbers.marks) // numbers.duat


def deals(b: Board, numbers: Numbers, seat: Seat) -> int:
    """Contracts that are met, and hopes for the others."""
    player = b.players[seat]
    total = POINT * sum(numbers.contracts[card].value for card in player.met)
    if not player.contracts:
        return total
    have = counted(b, numbers, seat)
    have["papyri-rolled"] += len(player.papyri)
    for card in player.contracts:
        contract = numbers.contracts[card]
        if contract.kind == "priestess-rooms" or fulfilled(numbers, player, card, have):
            done, need = int(fulfilled(numbers, player, card, have)), 1
        else:
            done, need = have[contract.kind], contract.need[0]
        total += contract.value * (POINT if done >= need else HOPE * done // need + 1)
    return total


def queens(b: Board, numbers: Numbers, seat: Seat) -> int:
    """Placed permissions with what they count, and a little for what will be counted."""
    player = b.players[seat]
    have = elements(b, numbers, seat, len(player.met), len(player.rolled) + len(player.papyri))
    return sum(
        placed
        * (POINT * (have[tile] // numbers.queens_tiles[tile]) + 4 * (have[tile] % numbers.queens_tiles[tile]) + 6)
        for placed, tile in zip(player.placed, b.queens_tiles, strict=True)
    )


def tools(player: Player, numbers: Numbers) -> int:
    """Resources, pieces that wait, crafts, priestesses and boats."""
    pieces = READY * (player.sarcophagi + player.carved) + PERMISSION * player.allowed
    crafts = sum(BASKET + 5 * player.level_of(craft) for craft in player.baskets())
    rooms = sum(ROOM[room] * (2 * standing + lying) // 2 for room, (standing, lying) in enumerate(both(player)))
    boats = sum(SECTION * place_worth(numbers, place) for place in player.boats)
    return RESOURCE[player.food] + RESOURCE[player.heka] + pieces + crafts + rooms + boats


def both(player: Player) -> zip[tuple[int, int]]:
    """Standing and lying priestesses by room."""
    return zip(player.standing, player.lying, strict=True)


def place_worth(numbers: Numbers, place: str) -> int:
    """A section by its number; a city promises a contract."""
    city = numbers.cities.get(place)
    return int(place) if city is None else city.entry + city.value + 1


def skill(player: Player) -> int:
    """Scarabs: each step makes every later visit stronger; apprentices on the Sun side will use them."""
    return SCARAB * sum(player.scarabs) // 9 + sum(player.scarab(house) for house in HOUSES if house in player.sun) // 2
