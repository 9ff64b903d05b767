"""`pbem play`: a match in the terminal."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from pbem import games as library
from pbem.cli.console import Key, check_language, check_target, errors, say
from pbem.engine.errors import BadSetup
from pbem.engine.record import Match, write
from pbem.service.simulation import line_up, names
from pbem.service.tabletop import Tabletop


def play(
    key: Key,
    seats: Annotated[int, typer.Option(help="How many sit at the table.")] = 4,
    people: Annotated[int, typer.Option(min=1, help="How many of them are people at this keyboard.")] = 1,
    bot: Annotated[str, typer.Option(help="Who plays the other seats.")] = "steady",
    lang: Annotated[str, typer.Option(help="Language of the reports: en or de. Orders are read in both.")] = "en",
    seed: Annotated[str, typer.Option(help="For a match that can be repeated; secret and random by default.")] = "",
    save: Annotated[Path | None, typer.Option(help="Write the match file here at the end, or when you stop.")] = None,
) -> None:
    """Play against bots, or several people at one keyboard. Example: `pbem play ra --seats 3 --lang de`

    Type an order or the number of a listed move. Also: help, help ORDER, rules, rules TOPIC, log, status, preview
    ORDER, auto (the default move), quit.
    """
    check_language(lang)
    check_target(save)
    if people > seats:
        raise BadSetup(f"{people} people do not fit on {seats} seats; use --seats {people}")
    game = library.game(key)
    secret = seed.encode() if seed else secrets.token_bytes(32)
    match = Match(game, names(seats), secret, seed or secrets.token_hex(4))
    bots = [""] * people + line_up(game, seats, [bot])[people:]
    finished = Tabletop(match, bots, secret, lang, ask, say).run()
    if save is not None:
        save.write_bytes(write(match.file))
        errors.print(f"match file: {save} (pbem replay {save})")
    if not finished:
        errors.print(f"stopped after {match.table.n} orders; the match is not over")


def ask(prompt: str) -> str | None:
    """A line from the keyboard or from a file; None at its end."""
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            return None
    line = sys.stdin.readline()
    if line:
        say(prompt + line.rstrip("\n"))
    return line or None
