"""Points of Ra: pure functions of what lies before the players."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.game import Standing
from pbem.games.ra.board import Player
from pbem.games.ra.data import CIVILIZATION, MONUMENTS
from pbem.games.ra.events import Gains

GOD, GOLD = 2, 3
MOST_PHARAOHS, FEWEST_PHARAOHS = 5, -2
CIVILIZATIONS = (-5, 0, 0, 5, 10, 15)
"""By number of different ones."""
DIFFERENT_MONUMENTS = (0, 1, 2, 3, 4, 5, 6, 10, 15)
EQUAL_MONUMENTS = (0, 0, 0, 5, 10, 15)
"""By number of one kind, for each kind."""
HIGHEST_SUNS, LOWEST_SUNS = 5, -5


def gains(players: Sequence[Player]) -> list[Gains]:
    """The scoring of each epoch."""
    pharaohs = extremes([player.tiles.count("pharaoh") for player in players], MOST_PHARAOHS, FEWEST_PHARAOHS)
    return [
        Gains(
            gods=GOD * player.tiles.count("god"),
            pharaohs=bonus,
            nile=nile(player),
            civilization=CIVILIZATIONS[different(player, CIVILIZATION)],
            gold=GOLD * player.tiles.count("gold"),
        )
        for player, bonus in zip(players, pharaohs, strict=True)
    ]


def final_gains(players: Sequence[Player]) -> list[Gains]:
    """The scoring of the last epoch: monuments and suns count as well."""
    suns = extremes([sum(player.suns + player.spent) for player in players], HIGHEST_SUNS, LOWEST_SUNS)
    return [
        replace(tally, monuments=monuments(player), suns=bonus)
        for tally, player, bonus in zip(gains(players), players, suns, strict=True)
    ]


def extremes(counts: Sequence[int], most: int, fewest: int) -> list[int]:
    """A gain for each who has most, a loss for each who has fewest; nothing if all are equal."""
    high, low = max(counts), min(counts)
    if high == low:
        return [0] * len(counts)
    return [most if count == high else fewest if count == low else 0 for count in counts]


def nile(player: Player) -> int:
    """Nile and floods count only with at least one flood."""
    floods = player.tiles.count("flood")
    return floods + player.tiles.count("nile") if floods else 0


def different(player: Player, kinds: Sequence[str]) -> int:
    """How many of these kinds the player has at all."""
    return sum(kind in player.tiles for kind in kinds)


def monuments(player: Player) -> int:
    """For different ones, and on top for three or more of a kind."""
    equal = sum(EQUAL_MONUMENTS[min(player.tiles.count(kind), 5)] for kind in MONUMENTS)
    return DIFFERENT_MONUMENTS[different(player, MONUMENTS)] + equal


def total(points: int, tally: Gains) -> int:
    """Nobody falls below 0."""
    return max(0, points + tally.total)


def standings(players: Sequence[Player]) -> list[Standing]:
    """Most points win; a tie goes to the higher single sun, so no place is shared."""
    ranked = sorted(range(len(players)), key=lambda s: (players[s].points, max(players[s].suns)), reverse=True)
    return [Standing(seat, place, players[seat].points) for place, seat in enumerate(ranked, 1)]
