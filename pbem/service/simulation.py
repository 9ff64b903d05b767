"""Bots play whole matches: for demonstrations, for measuring, and to find out what nobody has thought of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pbem.engine import kernel
from pbem.engine.chance import Seeded, stream_key
from pbem.engine.errors import BadSetup
from pbem.engine.game import Action, Game, Seat
from pbem.engine.record import Match, log_bytes

FRIENDS = ("Anna", "Bert", "Carl", "Dora", "Emil")


class Tally(Struct):
    """What came of a simulation so far."""

    bots: list[str]
    matches: int = 0
    orders: int = 0
    scores: list[list[int]] = []
    wins: dict[str, Fraction] = {}
    digest: str = ""


def line_up(game: Game[Any, Any], players: int, bots: Sequence[str]) -> list[str]:
    """A bot for every seat; one name alone is for all."""
    chosen = list(bots) * players if len(bots) == 1 else list(bots)
    if len(chosen) != players:
        raise BadSetup(f"name one bot, or one for each of the {players} seats, not {len(chosen)}")
    for bot in chosen:
        if bot not in game.bots:
            raise BadSetup(f"{game.title} has no bot {bot!r}; it has: {', '.join(game.bots)}")
    return chosen


def names(seats: int) -> list[str]:
    """Somebody for every seat."""
    return [*FRIENDS, *(f"Guest {number}" for number in range(len(FRIENDS) + 1, seats + 1))][:seats]


def bot_move(match: Match, seat: Seat, bot: str, seed: bytes) -> Action:
    """What a bot does here, from its view and a stream of chance of its own."""
    t = match.table
    key = stream_key(seed, f"{match.file.id}/bot/{seat}", t.n)
    return kernel.consult(t, seat, t.game.bots[bot], Seeded(key))


def bot_match(game: Game[Any, Any], bots: Sequence[str], seed: bytes, match_id: str) -> Match:
    """A whole match of bots."""
    match = Match(game, names(len(bots)), seed, match_id)
    while match.table.stack:
        seat = match.table.pending.seats[0]
        match.play(seat, bot_move(match, seat, bots[seat], seed))
    return match


def simulate(game: Game[Any, Any], bots: Sequence[str], matches: int, seed: str) -> Iterator[Tally]:
    """Plays match after match; yields the tally after each."""
    tally = Tally(list(bots), wins=dict.fromkeys(bots, Fraction(0)))
    logs = hashlib.sha256()
    for number in range(matches):
        match = bot_match(game, bots, seed.encode(), f"{seed}/{number}")
        logs.update(log_bytes(match.file))
        count(tally, match)
        tally.digest = logs.hexdigest()
        yield tally


def count(tally: Tally, match: Match) -> None:
    """Adds a match; a shared win counts for each its part, one that all have lost has no first place."""
    t = match.table
    tally.matches += 1
    tally.orders += t.n
    tally.scores.append(list(t.game.points(t)))
    winners = [row.seat for row in kernel.result(t) or () if row.place == 1]
    for seat in winners:
        tally.wins[tally.bots[seat]] += Fraction(1, len(winners))
