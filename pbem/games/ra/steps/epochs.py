"""The match: three epochs. This step lies at the bottom of the stack as long as the match runs."""

from __future__ import annotations

from pbem.engine.game import Step
from pbem.games.ra.board import Table
from pbem.games.ra.events import EpochBegan
from pbem.games.ra.steps.epoch_end import EPOCHS
from pbem.games.ra.steps.turn import Turn


class Epochs(Step, frozen=True, gc=False):
    """The owner of the highest sun begins each epoch; the sun in the middle does not count."""

    def run(self, t: Table) -> None:
        b = t.board
        if b.epoch == EPOCHS:
            t.end()
            return
        b.epoch += 1
        highest = max(max(player.suns) for player in b.players)
        first = next(seat for seat, player in enumerate(b.players) if highest in player.suns)
        t.tell(EpochBegan(b.epoch, first, highest))
        t.call(Turn(first))
