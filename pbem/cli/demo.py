"""`pbem demo`: a whole match of bots, shown as the reports that the players would get."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import Annotated

import typer

from pbem import games as library
from pbem.cli.console import AsJson, check_language, check_target, say, say_json
from pbem.engine.record import Replay, Trust, write
from pbem.service import demonstration


def demo(
    game: Annotated[str, typer.Option("--game", metavar="KEY", help="Which game.")] = "ra",
    seats: Annotated[int, typer.Option(help="How many players.")] = 3,
    lang: Annotated[str, typer.Option(help="Language of the reports: en or de.")] = "en",
    seed: Annotated[str, typer.Option(help="Same seed, same match.")] = "demo",
    export: Annotated[Path | None, typer.Option(help="Write the match file here.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play a whole match and show the reports of one player. Example: `pbem demo --lang de`"""
    check_language(lang)
    check_target(export)
    show = demonstration.play(library.game(game), seats, lang, seed)
    folder = Path(mkdtemp(prefix="pbem-demo-"))
    for number, text in enumerate(show.reports, 1):
        (folder / f"report-{number:03}.txt").write_text(text, "utf-8")
    if export is not None:
        export.write_bytes(write(show.match.file))
    Replay(library.game(game), show.match.file, Trust.NOBODY).run()
    figures = {
        "game": game,
        "orders": show.match.table.n,
        "reports": len(show.reports),
        "result": show.match.file.result,
        "verified": True,
        "folder": str(folder),
    }
    if as_json:
        say_json(figures)
        return
    for number in show.highlights:
        say(f"\n--- report {number} of {len(show.reports)} to {show.match.file.seats[0]} ---\n")
        say(show.reports[number - 1])
    say(f"{show.match.table.n} orders; the log was replayed from its seed and gave the same match.")
    say(f"All {len(show.reports)} reports to {show.match.file.seats[0]}: {folder}")
    say(f"Play yourself: pbem play {game} --seats {seats}")
