"""What lies on the table of Amun-Re, and small questions about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine import game
from pbem.engine.game import Seat
from pbem.games.amunre.actions import Wish
from pbem.games.amunre.data import Numbers
from pbem.games.amunre.events import Gains

NOBODY: Seat = -1


class Player(Struct, frozen=True, gc=False):
    """What one player holds. Power cards are kept sorted."""

    gold: int
    hand: tuple[str, ...]
    points: int

    def means(self, sale: int) -> int:
        """The gold that could be paid if every power card were sold."""
        return self.gold + sale * len(self.hand)


class Land(Struct, frozen=True, gc=False):
    """What lies in one province."""

    owner: Seat = NOBODY
    farmers: int = 0
    """On fields; those that are printed are not counted here."""
    free_farmers: int = 0
    """On flat land."""
    bricks: int = 0
    pyramids: int = 0


class Board(Struct):
    """The board in the middle, the piles beside it, and the hands around it."""

    players: list[Player]
    lands: dict[str, Land]
    pile: list[str]
    """Province cards that are still to come, sorted: chance falls when one is revealed."""
    market: tuple[str, ...]
    """Province cards that lie on the board, to be bid for."""
    open: tuple[str, ...]
    """Province cards that were bought in this kingdom."""
    deck: list[str]
    """Power cards that nobody has seen, sorted. Free cards that lie in provinces are the next ones of it."""
    fresh: list[str]
    """The deck that follows, if free cards took the last of this one: made of what was discarded before them."""
    discards: tuple[str, ...]
    temple: int
    """The field of the temple; 0 before the first offering."""
    start_player: Seat
    kingdom: int
    round: int
    bank: int
    wishes: list[tuple[Wish, ...]]
    """Bids that a player has ordered in advance for this auction."""
    scorings: tuple[tuple[Gains, ...], ...]

    def clone(self) -> Board:
        """A board of its own; players and lands are values and can be shared."""
        return Board(
            self.players[:], self.lands.copy(), self.pile[:], self.market, self.open, self.deck[:], self.fresh[:],
            self.discards, self.temple, self.start_player, self.kingdom, self.round, self.bank, self.wishes[:],
            self.scorings,
        )  # fmt: skip

    def clockwise(self, first: Seat) -> list[Seat]:
        """All seats, beginning with this one."""
        seats = len(self.players)
        return [(first + step) % seats for step in range(seats)]

    def owned(self, seat: Seat) -> tuple[str, ...]:
        """The provinces of a player, by name."""
        return tuple(sorted(name for name, land in self.lands.items() if land.owner == seat))

    def gain(self, seat: Seat, gold: int) -> None:
        """The bank pays a player; a negative amount is paid to it."""
        player = self.players[seat]
        self.players[seat] = Player(player.gold + gold, player.hand, player.points)
        self.bank -= gold

    def discard(self, seat: Seat, cards: Iterable[str]) -> None:
        """Power cards leave a hand and lie face up."""
        gone = tuple(cards)
        player = self.players[seat]
        self.players[seat] = Player(player.gold, without(player.hand, gone), player.points)
        self.discards += gone

    def receive(self, seat: Seat, cards: Iterable[str]) -> None:
        """Power cards come to a hand."""
        player = self.players[seat]
        self.players[seat] = Player(player.gold, tuple(sorted((*player.hand, *cards))), player.points)

    def lay(
        self, province: str, *, farmers: int = 0, free_farmers: int = 0, bricks: int = 0, pyramids: int = 0
    ) -> None:
        """Puts pieces into a province, or takes some out of it."""
        land = self.lands[province]
        self.lands[province] = Land(
            land.owner,
            land.farmers + farmers,
            land.free_farmers + free_farmers,
            land.bricks + bricks,
            land.pyramids + pyramids,
        )

    def settle(self, province: str, owner: Seat) -> None:
        """A province gets an owner."""
        self.lands[province] = replace(self.lands[province], owner=owner)

    def face_down(self) -> int:
        """Power cards in the deck and the one that follows, free ones in the provinces among them."""
        return len(self.deck) + len(self.fresh)

    def cards_left(self) -> int:
        """Power cards that can still be drawn; an empty deck is made anew of those played."""
        return self.face_down() + len(self.discards)

    def renew(self) -> None:
        """The deck is empty: the one that follows takes its place, or the discards do."""
        if self.fresh:
            self.deck, self.fresh = self.fresh, []
        else:
            self.deck, self.discards = sorted(self.discards), ()


def without(cards: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """The cards less some of them, each taken once."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


Table: TypeAlias = game.Table[Board, Numbers]
