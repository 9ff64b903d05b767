"""`pbem replay`: plays a match file again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from pbem import games as library
from pbem.cli import desk
from pbem.cli.console import AsJson, errors, progress, say, say_json
from pbem.engine import kernel
from pbem.engine.errors import FileError, Garbled, Impossible, PbemError
from pbem.engine.game import Game
from pbem.engine.record import MatchFile, Replay, Trust, read
from pbem.mail.render import Speaker
from pbem.service import archive
from pbem.store import matches


def replay(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A match file (JSON).")] = None,
    check: Annotated[bool, typer.Option("--check", help="Also compare results, and outcomes with the seed.")] = False,
    every: Annotated[bool, typer.Option("--all", help="With --check: every match of the database.")] = False,
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """Play a match file again and print where it stands. Example: `pbem replay match.json --check`

    `pbem replay --check --all` replays every match of the database and compares it with its log.
    """
    if every and check and file is None:
        check_all(config, as_json=as_json)
    elif every or file is None:
        raise typer.BadParameter("name a match file, or use --check --all for every match of the database")
    else:
        replay_file(file, check=check, as_json=as_json)


def check_all(config: Path | None, *, as_json: bool) -> None:
    """Replays every match of the database; one that is not as its log says does not hide the others."""
    wrong: dict[str, str] = {}
    with desk.looking(config) as tx:
        rows = [row for row in matches.listed(tx) if row.started is not None]
        for row in progress(rows, len(rows), "replaying"):
            try:
                archive.check(tx, row)
            except (PbemError, msgspec.MsgspecError) as error:
                wrong[row.id] = str(error)
    if as_json:
        say_json({"matches": len(rows), "wrong": wrong})
    elif not wrong:
        say(f"{len(rows)} matches replayed, all as the log says")
    if wrong:
        told = "; ".join(f"{match}: {reason}" for match, reason in wrong.items())
        raise Impossible(f"{len(wrong)} of {len(rows)} matches are not as their log says: {told}")


def replay_file(file: Path, *, check: bool, as_json: bool) -> None:
    """Plays one match file again."""
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
