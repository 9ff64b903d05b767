"""The necropolis and the sphinxes: funerary rites, mastaba tiles, pedestals; and the scarabs."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.game import Action, Refusal, Seat, refuse
from pbem.games.mennefer.actions import Erect, Mastaba, Rite, Scarab
from pbem.games.mennefer.acts import OWN_LEVEL, Act, leaves
from pbem.games.mennefer.board import Table, changed
from pbem.games.mennefer.data import HOUSES
from pbem.games.mennefer.events import Buried, Erected, ScarabMoved, TileActivated
from pbem.games.mennefer.steps.effects import effects, knows


def level_of(t: Table, seat: Seat, act: Act) -> int:
    """The level of a rite or a sphinx; `?` is the highest that the own track has reached, 0 if it has none."""
    if act.level != OWN_LEVEL:
        return act.level
    house = "necropolis" if act.do == "rite" else "sphinxes"
    reached = t.data.value.houses[house][: t.board.players[seat].scarab(house)]
    return max((leaf.level for acts in reached for leaf in leaves(acts) if leaf.do == act.do), default=0)


@knows("rite")
class RiteKind:
    """An available sarcophagus goes to an empty space of no higher level."""

    orders: tuple[type[Action], ...] = (Rite,)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        if not t.board.players[seat].sarcophagi:
            return ()
        level, taken = level_of(t, seat, act), t.board.tombs
        return [Rite(name) for name, tomb in t.data.value.tombs.items() if tomb.level <= level and name not in taken]

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        spaces = t.data.value.tombs
        able = [order.space for order in self.options(t, seat, act) if isinstance(order, Rite)]
        best = max((spaces[name].level for name in able), default=0)
        return next((Rite(name) for name in sorted(able) if spaces[name].level == best), None)

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        assert isinstance(action, Rite)
        tomb = t.data.value.tombs[action.space]
        t.board.players[seat].sarcophagi -= 1
        t.board.tombs[action.space] = seat
        t.tell(Buried(seat, action.space))
        count = t.data.value.activations[tomb.level - 1]
        effects(t, seat, (*tomb.act, Act("mastaba", n=count, at=(tomb.row, tomb.column))))

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        assert isinstance(action, Rite)
        if not t.board.players[seat].sarcophagi:
            return refuse("no-sarcophagus", mummies=t.board.players[seat].mummies)
        if action.space in t.board.tombs:
            return refuse("space-taken", space=action.space)
        return refuse("level-too-high", space=action.space, level=level_of(t, seat, act))


@knows("erect")
class ErectKind:
    """An available sphinx goes to an empty pedestal of no higher level."""

    orders: tuple[type[Action], ...] = (Erect,)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        if not t.board.players[seat].carved:
            return ()
        level, taken, pedestals = level_of(t, seat, act), t.board.pedestals, t.data.value.pedestals
        return [Erect(name) for name, one in pedestals.items() if one.level <= level and name not in taken]

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        pedestals = t.data.value.pedestals
        able = [order.pedestal for order in self.options(t, seat, act) if isinstance(order, Erect)]
        best = max((pedestals[name].level for name in able), default=0)
        return next((Erect(name) for name in able if pedestals[name].level == best), None)

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        assert isinstance(action, Erect)
        t.board.players[seat].carved -= 1
        t.board.pedestals[action.pedestal] = seat
        t.tell(Erected(seat, action.pedestal))
        effects(t, seat, t.data.value.pedestals[action.pedestal].act)

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        assert isinstance(action, Erect)
        if not t.board.players[seat].carved:
            return refuse("no-sphinx", sphinxes=t.board.players[seat].sphinxes)
        if action.pedestal in t.board.pedestals:
            return refuse("space-taken", space=action.pedestal)
        return refuse("level-too-high", space=action.pedestal, level=level_of(t, seat, act))


@knows("mastaba")
class MastabaKind:
    """Activations of tiles, one after the other: of a rite those of its row and column, of a pedestal any."""

    orders: tuple[type[Action], ...] = (Mastaba,)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        return [Mastaba(place) for place in act.at or t.data.value.tile_places]

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        return Mastaba(act.at[0] if act.at else t.data.value.tile_places[0])

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        assert isinstance(action, Mastaba)
        if act.n > 1:
            effects(t, seat, (Act("mastaba", n=act.n - 1, at=act.at),))
        t.tell(TileActivated(seat, action.tile))
        tile = t.board.mastabas[t.data.value.tile_places.index(action.tile)]
        effects(t, seat, t.data.value.mastabas[tile].act)

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        return refuse("tile-not-here", tiles=act.at)


@knows("scarab")
class ScarabKind:
    """A scarab goes one step; the space it reaches does nothing."""

    orders: tuple[type[Action], ...] = (Scarab,)

    def options(self, t: Table, seat: Seat, act: Act) -> Sequence[Action]:
        player, tracks = t.board.players[seat], t.data.value.houses
        return [Scarab(house) for house in HOUSES if player.scarab(house) < len(tracks[house])]

    def default(self, t: Table, seat: Seat, act: Act) -> Action | None:
        player = t.board.players[seat]
        able = [order.house for order in self.options(t, seat, act) if isinstance(order, Scarab)]
        return Scarab(max(able, key=player.scarab)) if able else None

    def begin(self, t: Table, seat: Seat, act: Act, action: Action) -> None:
        assert isinstance(action, Scarab)
        if act.n > 1:
            effects(t, seat, (Act("scarab", n=act.n - 1),))
        advance_scarab(t, seat, action.house)

    def reason(self, t: Table, seat: Seat, act: Act, action: Action) -> Refusal | None:
        assert isinstance(action, Scarab)
        return refuse("scarab-at-end", house=action.house)


def advance_scarab(t: Table, seat: Seat, house: str) -> None:
    """Not beyond the end of its track."""
    player = t.board.players[seat]
    if player.scarab(house) < len(t.data.value.houses[house]):
        player.scarabs = changed(player.scarabs, HOUSES.index(house), 1)
        t.tell(ScarabMoved(seat, house, player.scarab(house)))
