"""A turn of the sowing: visit a House of Life, specialise there, or take a tablet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from pbem.engine.game import Action, Refusal, Seat, refuse
from pbem.games.mennefer.actions import Specialise, Take, Use, Visit
from pbem.games.mennefer.board import GAP, Player, Table, replaced, without
from pbem.games.mennefer.data import HOUSES
from pbem.games.mennefer.events import GlyphMatched, Refilled, Specialised, TookTablet, Used, Visited
from pbem.games.mennefer.steps.base import Choice, TurnEnd, push
from pbem.games.mennefer.steps.effects import effects
from pbem.games.mennefer.steps.necropolis import advance_scarab

CROWD = 3
"""So many others, or more, cost the same."""


def cost(t: Table, others: int) -> int:
    """The food for company."""
    return t.data.value.cost[min(others, CROWD)]


def may_move(t: Table, player: Player) -> bool:
    """Whether any of the three options is left."""
    return bool(player.home or player.sun) or affordable(t, player) != []


def affordable(t: Table, player: Player) -> list[int]:
    """Rows whose tablet can be paid, if there is an empty space for it."""
    if GAP not in player.tablets:
        return []
    return [number for number, row in enumerate(t.data.value.rows, 1) if player.food + row.food >= 0]


class Turn(Choice, frozen=True, gc=False):
    """One of the three options."""

    question: ClassVar[str] = "turn"

    def options(self, t: Table) -> Sequence[Action]:
        player = self.player(t)
        return [
            *(Visit(house, tablet) for tablet in player.home for house in HOUSES),
            *(Specialise(house) for house in HOUSES if house in player.sun),
            *(Take(row) for row in affordable(t, player)),
        ]

    def default(self, t: Table) -> Action:
        """Visit if possible, else specialise, else take; the cheapest, then the topmost."""
        player = self.player(t)
        if player.home:
            return Visit(cheapest(t, player, HOUSES, t.board.on_sun), player.home[0])
        if player.sun:
            return Specialise(cheapest(t, player, [house for house in HOUSES if house in player.sun], t.board.on_moon))
        return Take(row_by_default(t, player))

    def answer(self, t: Table, action: Action) -> None:
        t.end()
        t.board.turns[self.seat] += 1
        match action:
            case Visit(house, tablet):
                visit(t, self.seat, house, tablet)
            case Specialise(house):
                specialise(t, self.seat, house)
            case _:
                assert isinstance(action, Take)
                take(t, self.seat, action.row)

    def reason(self, t: Table, action: Action) -> Refusal | None:
        player = self.player(t)
        match action:
            case Visit(_, tablet) if player.tablets[tablet - 1] == GAP:
                return refuse("no-tablet", tablet=tablet, instead=player.home)
            case Visit(_, tablet):
                return refuse("apprentice-away", tablet=tablet, instead=player.home)
            case Specialise(house):
                return refuse("no-apprentice-there", house=house, instead=player.sun)
            case Take(_) if GAP not in player.tablets:
                return refuse("no-tablet-space")
            case Take(row):
                return refuse("row-too-dear", row=row, cost=-t.data.value.rows[row - 1].food, food=player.food)
        return None


def cheapest(t: Table, player: Player, houses: Iterable[str], others: object) -> str:
    """The first house that costs least among those that can be paid, or else the topmost."""
    assert callable(others)
    prices = {house: cost(t, others(house)) for house in houses}
    payable = [house for house in prices if prices[house] <= player.food]
    return min(payable, key=prices.__getitem__) if payable else next(iter(prices))


def row_by_default(t: Table, player: Player) -> int:
    """The lowest row with the next glyph that costs nothing, else the cheapest, the lowest of equals."""
    numbers, able = t.data.value, affordable(t, player)
    sequence = numbers.boards[player.board]
    wanted = sequence[player.glyphs] if player.glyphs < len(sequence) else ""
    for row in reversed(able):
        if numbers.rows[row - 1].food >= 0 and numbers.tablets[t.board.row[row - 1]].glyph == wanted:
            return row
    return max(able, key=lambda row: (numbers.rows[row - 1].food, row))


def pay(t: Table, player: Player, price: int) -> bool:
    """Pays for company; who cannot, pays nothing and gains food instead."""
    if price <= player.food:
        player.food -= price
        return True
    player.food = min(player.food + t.data.value.unpaid, int(t.data.value.start["cap"]))
    return False


def visit(t: Table, seat: Seat, house: str, tablet: int) -> None:
    """An apprentice goes to the Sun side; the actions of its tablet follow, and the tablet is discarded."""
    b, player = t.board, t.board.players[seat]
    price, used = cost(t, b.on_sun(house)), player.tablets[tablet - 1]
    paid = pay(t, player, price)
    player.home = tuple(one for one in player.home if one != tablet)
    player.sun = tuple(sorted((*player.sun, house)))
    player.tablets = replaced(player.tablets, tablet - 1, GAP)
    b.discards += (used,)
    t.tell(Visited(seat, house, used, price if paid else 0, 0 if paid else t.data.value.unpaid))
    if paid:
        effects(t, seat, t.data.value.tablets[used].act)


def specialise(t: Table, seat: Seat, house: str) -> None:
    """An apprentice goes to the Moon side; the scarab advances, and a space up to it is used."""
    b, player = t.board, t.board.players[seat]
    price = cost(t, b.on_moon(house))
    paid = pay(t, player, price)
    player.sun = without(player.sun, house)
    player.moon = tuple(sorted((*player.moon, house)))
    t.tell(Specialised(seat, house, price if paid else 0, player.scarab(house), 0 if paid else t.data.value.unpaid))
    if paid:
        advance_scarab(t, seat, house)
        push(t, TrackSpace(seat, house))


class TrackSpace(Choice, frozen=True, gc=False):
    """The space of the scarab, or any earlier one."""

    house: str
    question: ClassVar[str] = "track-space"

    def options(self, t: Table) -> Sequence[Action]:
        return [Use(space) for space in range(1, self.player(t).scarab(self.house) + 1)]

    def default(self, t: Table) -> Action:
        return Use(self.player(t).scarab(self.house))

    def answer(self, t: Table, action: Action) -> None:
        assert isinstance(action, Use)
        t.end()
        t.tell(Used(self.seat, self.house, action.space))
        effects(t, self.seat, t.data.value.houses[self.house][action.space - 1])

    def reason(self, t: Table, action: Action) -> Refusal | None:
        if not isinstance(action, Use):
            return None
        return refuse("scarab-not-there", house=self.house, most=self.player(t).scarab(self.house))


def take(t: Table, seat: Seat, row: int) -> None:
    """Pays, takes the tablet of a row; a glyph that is next advances the counter; then the action beside a row."""
    b, player, numbers = t.board, t.board.players[seat], t.data.value
    tablet, food = b.row[row - 1], numbers.rows[row - 1].food
    player.tablets = replaced(player.tablets, player.tablets.index(GAP), tablet)
    player.food = min(player.food + food, int(numbers.start["cap"]))
    b.row = replaced(b.row, row - 1, GAP)
    t.tell(TookTablet(seat, row, tablet, food))
    push(t, RowAction(seat, row))
    sequence = numbers.boards[player.board]
    if player.glyphs < len(sequence) and sequence[player.glyphs] == numbers.tablets[tablet].glyph:
        player.glyphs += 1
        t.tell(GlyphMatched(seat, player.glyphs))
        effects(t, seat, numbers.bonuses[player.glyphs - 1])


def close_the_gap(t: Table) -> None:
    """Tablets above the gap move down, the top of the pile fills the first row; an empty pile is turned over."""
    b = t.board
    b.row = (b.queue[0], *without(b.row, GAP))
    b.queue = b.queue[1:]
    if not b.queue and b.hidden:
        b.queue = (t.draw("tablet", b.hidden),)
    elif not b.queue:
        b.queue, b.discards = b.discards, ()


class RowAction(Choice, frozen=True, gc=False):
    """The action beside the vacated row, or beside any lower one."""

    row: int
    question: ClassVar[str] = "row-action"

    def options(self, t: Table) -> Sequence[Action]:
        return [Use(row) for row in range(self.row, len(t.data.value.rows) + 1)]

    def default(self, t: Table) -> Action:
        return Use(self.row)

    def answer(self, t: Table, action: Action) -> None:
        assert isinstance(action, Use)
        t.end()
        t.tell(Used(self.seat, "", action.space))
        effects(t, self.seat, t.data.value.rows[action.space - 1].act)

    def reason(self, t: Table, action: Action) -> Refusal | None:
        return refuse("row-above", row=self.row) if isinstance(action, Use) else None


class EndTurn(TurnEnd, frozen=True, gc=False):
    """The row of tablets is closed up; markets slide to the right and are filled, the rightmost gap first."""

    def run(self, t: Table) -> None:
        b = t.board
        b.activated = ()
        if GAP in b.row:
            close_the_gap(t)
        papyri, crafts = b.papyri.count(GAP), b.crafts.count(GAP)
        b.papyri = refilled(t, b.papyri, b.papyrus_bag, "papyrus")
        b.crafts = refilled(t, b.crafts, b.craft_bag, "craft")
        if papyri or crafts:
            tiles = [t.data.value.papyri[one] for one in fresh(b.papyri, papyri)]
            t.tell(Refilled(tuple((tile.left, tile.right) for tile in tiles), fresh(b.crafts, crafts)))
        t.end()


def fresh(market: tuple[str, ...], gaps: int) -> tuple[str, ...]:
    """What has come in on the left."""
    return tuple(one for one in market[:gaps] if one != GAP)


def refilled(t: Table, market: tuple[str, ...], bag: list[str], question: str) -> tuple[str, ...]:
    """The market with its gaps filled; an empty bag leaves them on the left."""
    kept = [one for one in market if one != GAP]
    while len(kept) < len(market):
        kept.insert(0, t.draw(question, bag) if bag else GAP)
    return tuple(kept)
