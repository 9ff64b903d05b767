"""The markets: papyri for the Book of the Dead, crafts for offerings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pbem.engine.game import Action, Refusal, Seat, refuse
from pbem.games.mennefer.actions import Craft, Level, Papyrus
from pbem.games.mennefer.acts import Act
from pbem.games.mennefer.board import GAP, Player, Table, replaced
from pbem.games.mennefer.events import BoughtCraft, BoughtPapyrus
from pbem.games.mennefer.scoring import complete
from pbem.games.mennefer.steps.base import Choice, push
from pbem.games.mennefer.steps.effects import knows


@knows("papyrus")
class PapyrusKind:
    """The heka of the market and that of the first empty space of the own board, unless it is free."""

    orders: tuple[type[Action], ...] = (Papyrus,)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        player = t.board.players[seat]
        if len(player.papyri) == len(t.data.value.space_heka):
            return ()
        papyri = enumerate(t.board.papyri)
        return [Papyrus(at + 1) for at, one in papyri if one != GAP and price(t, player, act, at) <= player.heka]

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        """The cheapest that completes a drawing, else the cheapest."""
        player = t.board.players[seat]
        able = [order.slot - 1 for order in self.options(t, seat, act) if isinstance(order, Papyrus)]

        def rank(at: int) -> tuple[bool, int]:
            drawn = complete((*player.papyri[-1:], t.board.papyri[at]), t.data.value)
            return not drawn, price(t, player, act, at)

        return Papyrus(min(able, key=rank) + 1) if able else None

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        assert isinstance(action, Papyrus)
        player, at = t.board.players[seat], action.slot - 1
        papyrus, heka = t.board.papyri[at], price(t, player, act, at)
        player.heka -= heka
        player.papyri += (papyrus,)
        t.board.papyri = replaced(t.board.papyri, at, GAP)
        tile = t.data.value.papyri[papyrus]
        t.tell(BoughtPapyrus(seat, papyrus, tile.left, tile.right, heka))

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        assert isinstance(action, Papyrus)
        player, at = t.board.players[seat], action.slot - 1
        if len(player.papyri) == len(t.data.value.space_heka):
            return refuse("papyri-full", count=len(player.papyri))
        if t.board.papyri[at] == GAP:
            return refuse("market-gap", slot=action.slot)
        return refuse("heka-too-little", cost=price(t, player, act, at), heka=player.heka)


def price(t: Table, player: Player, act: Act, at: int) -> int:
    """The heka that a papyrus costs."""
    return 0 if act.free else t.data.value.papyrus_heka[at] + t.data.value.space_heka[len(player.papyri)]


@knows("craft")
class CraftKind:
    """The food of the market, unless it is free; then a place on the own pyramid."""

    orders: tuple[type[Action], ...] = (Craft,)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        player = t.board.players[seat]
        if not levels(t, player):
            return ()
        costs = t.data.value.craft_food
        crafts = enumerate(t.board.crafts)
        return [Craft(at + 1) for at, one in crafts if one != GAP and (act.free or costs[at] <= player.food)]

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        costs = t.data.value.craft_food
        able = [order.slot for order in self.options(t, seat, act) if isinstance(order, Craft)]
        return Craft(min(able, key=lambda slot: costs[slot - 1])) if able else None

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        assert isinstance(action, Craft)
        at = action.slot - 1
        craft, food = t.board.crafts[at], 0 if act.free else t.data.value.craft_food[at]
        t.board.players[seat].food -= food
        t.board.crafts = replaced(t.board.crafts, at, GAP)
        push(t, Laying(seat, craft, food))

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        assert isinstance(action, Craft)
        player, at = t.board.players[seat], action.slot - 1
        if not levels(t, player):
            return refuse("crafts-full", count=len(player.owned()))
        if t.board.crafts[at] == GAP:
            return refuse("market-gap", slot=action.slot)
        return refuse("food-too-little", cost=t.data.value.craft_food[at], food=player.food)


def levels(t: Table, player: Player) -> list[int]:
    """Levels with a next space; above level I it needs both crafts below."""
    rows = player.crafts
    room = [len(row) < spaces for row, spaces in zip(rows, t.data.value.craft_levels, strict=True)]
    return [n for n in range(1, len(rows) + 1) if room[n - 1] and (n == 1 or len(rows[n - 2]) >= len(rows[n - 1]) + 2)]


class Laying(Choice, frozen=True, gc=False):
    """On which level a new craft is laid, always as far left as possible."""

    craft: str
    food: int
    question: ClassVar[str] = "level"

    def options(self, t: Table) -> Sequence[Action]:
        return [Level(level) for level in levels(t, self.player(t))]

    def default(self, t: Table) -> Action:
        return self.options(t)[-1]

    def answer(self, t: Table, action: Action) -> None:
        assert isinstance(action, Level)
        player, at = self.player(t), action.level - 1
        pp = t.data.value.craft_pp[at][len(player.crafts[at])]
        rows = list(player.crafts)
        rows[at] += (self.craft,)
        player.crafts = tuple(rows)
        player.pp += pp
        t.tell(BoughtCraft(self.seat, self.craft, self.food, action.level, pp))
        t.end()

    def reason(self, t: Table, action: Action) -> Refusal | None:
        return refuse("level-unsupported", level=action.level) if isinstance(action, Level) else None
