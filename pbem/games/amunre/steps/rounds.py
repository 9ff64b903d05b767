"""The match: two kingdoms of three rounds. This step lies at the bottom of the stack as long as the match runs."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.engine.game import Step
from pbem.games.amunre.board import NOBODY, Table
from pbem.games.amunre.events import KingdomBegan, Revealed
from pbem.games.amunre.steps.bidding import begin_auction


class Rounds(Step, frozen=True, gc=False):
    """Phase 1 of each round: as many provinces as players are revealed, and lie open with what is free in them."""

    def run(self, t: Table) -> None:
        b, numbers = t.board, t.data.value
        if b.round == numbers.rounds:
            if b.kingdom == numbers.kingdoms:
                t.end()
                return
            change_kingdoms(t)
        b.round += 1
        if b.round == 1:
            t.tell(KingdomBegan(b.kingdom))
        reveal(t)
        begin_auction(t)


def reveal(t: Table) -> None:
    """Free bricks are laid into the provinces; free cards and gold wait there for the buyer.

    Free cards leave the deck now, though which ones they are falls when the buyer looks at them: if it has not enough,
    the next deck is made of what is discarded now, and not of what the auction discards.
    """
    b, printed = t.board, t.data.value.provinces
    b.market = tuple(sorted(t.draw("province", b.pile) for _ in range(t.seats)))
    t.tell(Revealed(b.round, b.market))
    for province in b.market:
        b.lay(province, bricks=printed[province].free_bricks)
    if len(b.deck) < sum(printed[province].free_cards for province in b.market):
        b.fresh, b.discards = sorted(b.discards), ()


def change_kingdoms(t: Table) -> None:
    """Markers and farmers leave the board; pyramids and bricks stay. Only the provinces of before come again."""
    b = t.board
    b.lands = {name: replace(land, owner=NOBODY, farmers=0, free_farmers=0) for name, land in b.lands.items()}
    b.pile, b.open = sorted(b.open), ()
    b.kingdom += 1
    b.round = 0
