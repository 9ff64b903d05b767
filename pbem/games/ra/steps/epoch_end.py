"""The end of an epoch: the rows are cleared, points are scored, all suns are turned face up."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.engine.game import Step
from pbem.games.ra.board import Table
from pbem.games.ra.data import CIVILIZATION
from pbem.games.ra.events import EpochEnded, Scored
from pbem.games.ra.scoring import final_gains, gains, total

EPOCHS = 3
GOES_AFTER_SCORING = ("god", "flood", "gold", *CIVILIZATION)


class EndEpoch(Step, frozen=True, gc=False):
    """`why` is "suns" (the last one was used) or "ra-row" (it is full). The sun in the middle stays there."""

    why: str

    def run(self, t: Table) -> None:
        b = t.board
        gone = tuple(b.row)
        t.tell(EpochEnded(b.epoch, self.why, gone))
        b.box += gone + ("ra",) * b.ra_row
        b.row.clear()
        b.ra_row = 0
        score(t)
        clean_up(t)
        t.end()


def score(t: Table) -> None:
    """Gains and losses are netted; nobody falls below 0."""
    b = t.board
    tallies = final_gains(b.players) if b.epoch == EPOCHS else gains(b.players)
    points = [total(player.points, tally) for player, tally in zip(b.players, tallies, strict=True)]
    b.players = [replace(player, points=now) for player, now in zip(b.players, points, strict=True)]
    b.history += (tuple(points),)
    if t.options["open_scores"]:
        t.tell(Scored(b.epoch, dict(enumerate(tallies)), dict(enumerate(points))))
        return
    for seat, now in enumerate(points):
        t.tell(Scored(b.epoch, {seat: tallies[seat]}, {seat: now}), to=frozenset((seat,)))


def clean_up(t: Table) -> None:
    """Tiles that count only once leave the game; suns are turned face up."""
    b = t.board
    for seat, player in enumerate(b.players):
        gone = tuple(tile for tile in player.tiles if tile in GOES_AFTER_SCORING)
        stays = tuple(tile for tile in player.tiles if tile not in GOES_AFTER_SCORING)
        suns = tuple(sorted(player.suns + player.spent))
        b.players[seat] = replace(player, tiles=stays, suns=suns, spent=())
        b.box += gone
