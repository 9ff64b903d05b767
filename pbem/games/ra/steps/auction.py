"""An auction: each player with a face-up sun speaks once, the Ra player last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, Step, refuse
from pbem.games.ra.actions import Bid, Pass
from pbem.games.ra.board import Player, Table
from pbem.games.ra.data import HIGHEST_SUN
from pbem.games.ra.events import AuctionBegan, Bade, NobodyBade, Passed, Won
from pbem.games.ra.steps.disaster import call_disasters

PASS = Pass()
BIDS = tuple(Bid(sun) for sun in range(HIGHEST_SUN + 1))
NO_LEADER = -1


class Auction(Step, frozen=True, gc=False):
    """The bidding. `kind` is "called", "ra-tile" or "full-row" and decides what passing means."""

    kind: str
    ra_player: Seat
    bidder: Seat
    best: int = 0
    leader: Seat = NO_LEADER
    exact: ClassVar[bool] = True

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.bidder]

    def must_bid(self) -> bool:
        """Who called Ra must bid if everyone else passed."""
        return self.kind == "called" and self.leader == NO_LEADER and self.bidder == self.ra_player

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        answers = answers_to(self.best, t.board.players[seat].suns)
        return answers[1:] if self.leader == NO_LEADER and self.must_bid() else answers

    def objection(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        suns = t.board.players[seat].suns
        match action:
            case Bid(sun):
                if sun in suns and sun > self.best:
                    return None
                instead = [mine for mine in suns if mine > self.best]
                if sun not in suns:
                    return refuse("sun-not-face-up", sun=sun, instead=instead)
                return refuse("bid-too-low", sun=sun, best=self.best, instead=instead)
            case Pass():
                return refuse("must-bid", instead=suns) if self.must_bid() else None
            case _:
                return refuse("auction-first", best=self.best)

    def perform(self, t: Table, seat: Seat, action: Action) -> None:
        best, leader = self.best, self.leader
        if isinstance(action, Bid):
            best, leader = action.sun, seat
            t.tell(Bade(seat, best))
        else:
            t.tell(Passed(seat))
        if seat != self.ra_player:
            t.goto(Auction(self.kind, self.ra_player, t.board.next_player(seat), best, leader))
        elif leader != NO_LEADER:
            win(t, leader, best)
        else:
            all_passed(t, self.kind)

    def fallback(self, t: Table, seat: Seat) -> Action:
        return BIDS[t.board.players[seat].suns[0]] if self.must_bid() else PASS


@lru_cache(maxsize=4096)
def answers_to(best: int, suns: tuple[int, ...]) -> tuple[Action, ...]:
    """Pass, or any of these suns that beats the best bid."""
    return (PASS, *(BIDS[sun] for sun in suns if sun > best))


def begin_auction(t: Table, seat: Seat, kind: str) -> None:
    """The next player clockwise who has a sun speaks first, the Ra player last."""
    t.tell(AuctionBegan(seat, kind))
    t.call(Auction(kind, seat, t.board.next_player(seat)))


def win(t: Table, seat: Seat, bid: int) -> None:
    """The winner takes all tiles of the row and, face down, the sun of the middle; the bid lies there now."""
    b = t.board
    player = b.players[seat]
    used = player.suns.index(bid)
    suns = player.suns[:used] + player.suns[used + 1 :]
    b.players[seat] = Player(suns, (*player.spent, b.sun), player.tiles, player.points)
    tiles = tuple(b.row)
    t.tell(Won(seat, bid, b.sun, tiles))
    b.sun = bid
    b.row.clear()
    t.end()
    call_disasters(t, seat, b.give(seat, tiles))


def all_passed(t: Table, kind: str) -> None:
    """The tiles stay where they are, but a full row leaves the game."""
    b = t.board
    gone = tuple(b.row) if kind == "full-row" else ()
    t.tell(NobodyBade(kind, gone))
    if gone:
        b.box += gone
        b.row.clear()
    t.end()
