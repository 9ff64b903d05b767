"""`pbem replay`: plays a match file again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem import games as library
from pbem.cli.console import AsJson, errors, say, say_json
from pbem.engine import kernel
from pbem.engine.errors import FileError, Garbled, Impossible
from pbem.engine.game import Game
from pbem.engine.record import MatchFile, Replay, Trust, read
from pbem.mail.render import Speaker


def replay(
    file: Annotated[Path, typer.Argument(help="A match file (JSON).")],
    check: Annotated[bool, typer.Option("--check", help="Also compare results, and outcomes with the seed.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play a match file again and print where it stands. Example: `pbem replay match.json --check`"""
    try:
        match = read(file.read_bytes())
    except OSError as error:
        raise Garbled(f"{file} cannot be read: {error.strerror}") from None
    except Garbled as error:
        raise Garbled(f"{file}: {error}") from None
    game = library.game(match.game)
    trust = Trust.NOBODY if check else Trust.LOG
    replayed = Replay(game, match, trust)
    try:
        t = replayed.run()
    except Impossible as error:
        raise Impossible(f"{file}: {explained(error, game, match)}") from None
    except FileError as error:
        raise type(error)(f"{file}: {error}") from None
    standing = kernel.result(t)
    points = list(t.game.points(t))
    if as_json:
        for gap in replayed.unchecked:
            errors.print(f"not checked: {gap}", markup=False)
        say_json({"game": game.key, "orders": t.n, "result": standing, "scores": points, **game.facts(t)})
        return
    compared = "; all compared" if check and not replayed.unchecked else ""
    say(f"{game.title}, {len(match.seats)} players, {t.n} {'order' if t.n == 1 else 'orders'} replayed{compared}")
    if standing is None:
        waiting = ", ".join(match.seats[seat] for seat in t.pending.seats)
        say(f"The match is not over; it waits for {waiting}. Points now:")
    for place, name, mine in rows(match, standing, points):
        say(f"  {place:>2}  {name}: {mine}")
    for gap in replayed.unchecked:
        say(f"  not checked: {gap}")


def rows(match: MatchFile, standing: Any, points: list[int]) -> list[tuple[str, str, int]]:
    """Place, name and points, best first; without places while the match runs."""
    if standing is None:
        return [("", name, mine) for name, mine in zip(match.seats, points, strict=True)]
    return [(f"{row.place}.", match.seats[row.seat], row.points) for row in standing]


def explained(error: Impossible, game: Game[Any, Any], match: MatchFile) -> str:
    """With the reason for a refused order in words."""
    if error.refusal is None:
        return str(error)
    return f"{error}: {Speaker(game.key, game.names, 'en', match.seats).refusal(error.refusal)}"
