"""Who plays when nobody answers. A bot gets a table imagined from its view and sees nothing else.

All values are whole tenths of a point: sums of floats differ between versions of Python, and matches must not.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine import kernel
from pbem.engine.game import Action, Seat
from pbem.games.ra.actions import Bid, CallRa, Draw, Gods, Lose, Pass
from pbem.games.ra.board import Player, Table, without
from pbem.games.ra.data import CIVILIZATION, DISASTERS, MONUMENTS
from pbem.games.ra.steps import Auction, Disaster

CIVILIZATION_WORTH = (-50, 5, 20, 55, 100, 150)
DIFFERENT_WORTH = (0, 10, 20, 30, 40, 55, 75, 110, 150)
EQUAL_WORTH = (0, 0, 15, 50, 100, 150)
LOT = 40
"""What a sun should fetch at least while there is time."""
PER_RANK = 15
"""And more for each sun that it beats."""
LEAST = 12
"""For less no sun is given, however late it is."""


def random(t: Table, seat: Seat) -> Action:
    """Any legal order, all equally likely."""
    orders = list(kernel.legal(t, seat))
    return orders[t.chance.index(t, "order", [""] * len(orders))]


def steady(t: Table, seat: Seat) -> Action:
    """Weighs what the row is worth against the sun it costs."""
    step = t.stack[-1]
    if isinstance(step, Auction):
        return bid(t, seat, step)
    if isinstance(step, Disaster):
        return lose(t, seat)
    return turn(t, seat)


def turn(t: Table, seat: Seat) -> Action:
    """Uses a god for a tile that is worth it, calls Ra for a good row, draws otherwise."""
    b = t.board
    if b.players[seat].tiles.count("god") and b.row:
        gods = [order for order in kernel.legal(t, seat) if isinstance(order, Gods) and len(order.tiles) == 1]
        best = max(gods, key=lambda order: gain(t, seat, order.tiles), default=None)
        if best is not None and gain(t, seat, best.tiles) >= 45:
            return best
    if b.row_is_full():
        return CallRa()
    worth = gain(t, seat, tuple(b.row))
    sun = cheapest_winner(t, seat)
    crowded = 2 * len(b.row) > b.row_spaces or b.ra_row + 2 >= b.ra_spaces
    return CallRa() if worth >= price(t, seat, sun) + (0 if crowded else 20) else Draw()


def bid(t: Table, seat: Seat, auction: Auction) -> Action:
    """The smallest sun that leads, if the row is worth it."""
    player = t.board.players[seat]
    leading = [sun for sun in player.suns if sun > auction.best]
    worth = gain(t, seat, tuple(t.board.row))
    if auction.must_bid() or (leading and worth >= price(t, seat, leading[0])):
        return Bid(leading[0])
    return Pass()


def lose(t: Table, seat: Seat) -> Action:
    """What costs least."""
    player = t.board.players[seat]
    choices = [order for order in kernel.legal(t, seat) if isinstance(order, Lose)]
    return max(choices, key=lambda order: value(t, seat, replace(player, tiles=without(player.tiles, order.tiles))))


def cheapest_winner(t: Table, seat: Seat) -> int:
    """The smallest own sun that nobody can beat, or else the highest."""
    players = t.board.players
    rivals = max((sun for s, player in enumerate(players) if s != seat for sun in player.suns), default=0)
    mine = players[seat].suns
    return next((sun for sun in mine if sun > rivals), mine[-1])


def price(t: Table, seat: Seat, sun: int) -> int:
    """What this sun should fetch. It falls as the Ra row fills up faster than suns are used."""
    b = t.board
    mine = b.players[seat].suns
    others = [s for s, player in enumerate(b.players) if s != seat and player.suns]
    rank = mine.index(sun) * PER_RANK + (sun - b.sun) * 2
    time = b.ra_spaces - b.ra_row - 1
    wanted = LOT + rank + (0 if others else 60)
    return max(LEAST, wanted * min(time, 2 * len(mine)) // (2 * len(mine)))


def gain(t: Table, seat: Seat, tiles: Sequence[str]) -> int:
    """What these tiles would be worth to this player, disasters carried out."""
    player = t.board.players[seat]
    richer = replace(player, tiles=player.tiles + tuple(tile for tile in tiles if tile not in DISASTERS))
    for disaster in (tile for tile in tiles if tile in DISASTERS):
        victims = sorted((tile for tile in richer.tiles if tile in DISASTERS[disaster]), key=richer.tiles.count)
        victims = sorted(victims) if disaster == "drought" else victims
        lost = tuple(victims[:2] if disaster == "drought" else victims[-2:])
        richer = replace(richer, tiles=without(richer.tiles, lost))
    return value(t, seat, richer) - value(t, seat, player)


def value(t: Table, seat: Seat, player: Player) -> int:
    """What a display promises, in tenths of a point."""
    count = player.tiles.count
    floods, niles = count("flood"), count("nile")
    last = t.board.epoch == 3
    river = 10 * (floods + niles) + 3 * niles if floods else niles * (3 if last else 7)
    civilization = CIVILIZATION_WORTH[sum(kind in player.tiles for kind in CIVILIZATION)]
    different = DIFFERENT_WORTH[sum(kind in player.tiles for kind in MONUMENTS)]
    equal = sum(EQUAL_WORTH[min(count(kind), 5)] for kind in MONUMENTS)
    return 30 * count("gold") + 25 * count("god") + river + civilization + different + equal + court(t, seat, player)


def court(t: Table, seat: Seat, player: Player) -> int:
    """Pharaohs: each is worth a little, to have most or not to have fewest a lot."""
    mine = player.tiles.count("pharaoh")
    others = [other.tiles.count("pharaoh") for s, other in enumerate(t.board.players) if s != seat]
    epochs = 4 - t.board.epoch
    return mine * 8 + (35 if mine >= max(others) else 0) * epochs // 2 + (20 if mine > min(others) else 0) * epochs // 2


BOTS = {"steady": steady, "random": random}
