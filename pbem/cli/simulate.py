"""`pbem simulate`: bots play."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from pbem import games as library
from pbem.cli.console import AsJson, Key, progress, say, say_json
from pbem.service import simulation


def simulate(
    key: Key,
    players: Annotated[int, typer.Option(help="How many seats.")],
    matches: Annotated[int, typer.Option(min=1, help="How many matches.")] = 100,
    seed: Annotated[str, typer.Option(help="Same seed, same matches, on every machine.")] = "1",
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one for each, with commas.")] = "random",
    as_json: AsJson = False,
) -> None:
    """Let bots play whole matches. Example: `pbem simulate ra --players 3 --bots steady,random,random`"""
    game = library.game(key)
    line_up = simulation.line_up(game, players, bots.split(","))
    begun = time.perf_counter()
    *_, tally = progress(simulation.simulate(game, line_up, matches, seed), matches, f"{game.title} by bots")
    seconds = time.perf_counter() - begun
    figures = {
        "matches": tally.matches,
        "orders": tally.orders,
        "seconds": round(seconds, 3),
        "orders_per_second": round(tally.orders / seconds),
        "scores": tally.scores,
        "wins": {bot: round(float(wins), 4) for bot, wins in tally.wins.items()},
        "digest": tally.digest,
    }
    if as_json:
        say_json(figures)
        return
    say(f"{tally.matches} matches, {tally.orders} orders in {seconds:.1f} s ({figures['orders_per_second']} a second)")
    for bot, wins in tally.wins.items():
        say(f"  {bot} ({line_up.count(bot)} of {players} seats): {float(wins):g} wins, {float(wins) / matches:.1%}")
    means = [sum(points) / matches for points in zip(*tally.scores, strict=True)]
    say("  points by seat, on average: " + ", ".join(f"{mean:.1f}" for mean in means))
    say(f"  digest of all logs: {tally.digest}")
