"""`pbem demo`: a whole mail world on this machine, in a temporary folder."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from pbem import games as library
from pbem.cli import logs
from pbem.cli.console import EVERY, AsJson, check_language, check_target, errors, say, say_json
from pbem.engine.errors import EngineBug
from pbem.engine.record import MatchFile, write
from pbem.service import simulation

if TYPE_CHECKING:
    from pbem.demonstration import Standing, World

LOOK = 0.2
"""Seconds between two looks at the match."""
STUCK = 60.0
"""Seconds without a move after which the demonstration has failed."""


def demo(
    game: Annotated[str, typer.Option("--game", metavar="KEY", help="Which game.")] = "ra",
    seats: Annotated[int, typer.Option(help="How many players.")] = 3,
    lang: Annotated[str, typer.Option(help="Language of the mails: en or de.")] = "en",
    auto: Annotated[bool, typer.Option("--auto", help="Bots play a whole match by mail; then a summary.")] = False,
    export: Annotated[Path | None, typer.Option(help="Write the match file of that match here.")] = None,
    port: Annotated[int, typer.Option(help="Port of the web inbox.")] = 8025,
    as_json: AsJson = False,
) -> None:
    """Play by mail on this machine, against bots, in a web inbox. Example: `pbem demo`, `pbem demo --auto --game ra`

    Bots first play a whole match by mail. Then, on a terminal, you take a seat: open the address that is shown.
    """
    from pbem.demonstration import World
    from pbem.postoffice import PostOffice

    library.game(game)
    check_language(lang)
    check_target(export)
    logs.as_lines(logging.WARNING)
    with ExitStack() as closing:
        folder = Path(closing.enter_context(TemporaryDirectory(prefix="pbem-demo-", ignore_cleanup_errors=True)))
        world = World(folder, closing.enter_context(PostOffice()))
        closing.callback(world.work.close)
        automatic(world, game, seats, lang, export, as_json=as_json)
        if not auto and sys.stdin.isatty() and not as_json:
            by_hand(world, game, seats, lang, port)


def automatic(world: World, game: str, seats: int, lang: str, export: Path | None, *, as_json: bool) -> None:
    """A whole match by mail, and what came of it."""
    from pbem import demonstration

    names = simulation.names(seats)
    match = world.begin(game, names, lang)
    begun = time.monotonic()
    with demonstration.serving(world, [demonstration.MailBot(world, name) for name in names]):
        standing = shown(world, match, demonstration.expected_orders(game, seats))
    seconds = time.monotonic() - begun
    file = world.file(match)
    if export is not None:
        export.write_bytes(write(file))
    if as_json:
        say_json(summary(file, standing, seconds))
    else:
        tell(file, standing, seconds)


def shown(world: World, match: str, expected: int) -> Standing:
    """Waits for the end of a match, with a bar on a terminal and a line a minute elsewhere."""
    columns = (TextColumn("a match by mail"), BarColumn(), MofNCompleteColumn(), TextColumn("orders"))
    standing = world.standing(match)
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("", total=expected)
        for standing in until_over(world, match):
            bar.update(task, completed=standing.orders, total=max(expected, standing.orders))
    return standing


def until_over(world: World, match: str) -> Iterator[Standing]:
    """How far the match is, again and again."""
    told = moved = time.monotonic()
    before = -1
    while not (standing := world.standing(match)).over:
        yield standing
        if standing.orders != before:
            before, moved = standing.orders, time.monotonic()
        if time.monotonic() - moved > STUCK:
            raise EngineBug(f"match {match} stands still after {standing.orders} orders; the mails are lost")
        if not errors.is_terminal and time.monotonic() - told > EVERY:
            told = time.monotonic()
            errors.print(f"a match by mail: {standing.orders} orders so far")
        time.sleep(LOOK)
    yield standing


def summary(file: MatchFile, standing: Standing, seconds: float) -> dict[str, Any]:
    """The figures of a match."""
    return {
        "game": file.game,
        "match": file.id,
        "players": file.seats,
        "letters": standing.letters,
        "moves": standing.orders,
        "seconds": round(seconds, 1),
        "result": file.result,
        "verified": True,
        "root": file.root,
    }


def tell(file: MatchFile, standing: Standing, seconds: float) -> None:
    """The figures of a match, for people."""
    title = library.game(file.game).title
    say(f"A whole match of {title} was played by mail in {seconds:.0f} seconds:")
    say(f"  {standing.letters} letters with {standing.orders} orders came in by IMAP; reports went out by SMTP")
    for place in file.result or ():
        say(f"  {place.place}. {file.seats[place.seat]}: {place.points} points")
    say("  verified: the log, replayed from its seed, gives the same match")


def by_hand(world: World, game: str, seats: int, lang: str, port: int) -> None:
    """A person takes the first seat, in the web inbox, until they stop it."""
    from pbem import demonstration
    from pbem.postoffice.web import WebInbox

    me, *others = ["Guest" if lang == "en" else "Gast", *simulation.names(seats)[1:]]
    world.begin(game, [me, *others], lang)
    with (
        WebInbox(world.post_office, port) as web,
        demonstration.serving(world, [demonstration.MailBot(world, name) for name in others]),
    ):
        say(f"\nNow it is your turn. Your mailbox: {web.url}{me.lower()}/")
        say("  Open the report, click a move or answer with its number, and send. The bots answer by mail.")
        say('  Try also: an order in words, "help", "settings reports every", a mistake. Ctrl-C ends it.')
        try:
            while True:
                time.sleep(1)
        except KeyboardInterrupt:
            say("\nThe post office is closed.")
