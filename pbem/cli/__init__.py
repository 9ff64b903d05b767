"""The operator's commands. They parse, call a service and print; there is no logic here."""

from __future__ import annotations

import sys

import typer
from sqlalchemy.exc import DatabaseError

from pbem.cli import database, demo, games, init, letters, match, play, players, replay, serve, simulate
from pbem.cli.console import errors, print_what_the_terminal_can, say_error
from pbem.engine.errors import PbemError

app = typer.Typer(
    name="pbem",
    help="Board games of ancient Egypt, played by e-mail.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
app.add_typer(games.app, name="games")
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.command("replay")(replay.replay)
app.command("demo")(demo.demo)
app.command("init")(init.init)
app.command("doctor")(init.doctor)
app.command("serve")(serve.serve)
app.add_typer(match.app, name="match")
app.add_typer(players.app, name="player")
app.add_typer(letters.app, name="letter")
app.add_typer(database.app, name="db")
app.command("backup")(database.backup)
app.command("restore")(database.restore)


def main() -> None:
    """Runs a command. Exit 0: done; 1: refused, with the reason and the next step; 2: wrong use."""
    print_what_the_terminal_can()
    try:
        app()
    except PbemError as error:
        say_error(str(error))
        sys.exit(1)
    except DatabaseError as error:
        say_error(f"the database is in trouble: {error.orig}; `pbem doctor` looks at it")
        sys.exit(1)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:
        say_error(f"{error.filename or 'the output'}: {error.strerror}")
        sys.exit(1)
    except KeyboardInterrupt:
        errors.print("stopped")
        sys.exit(1)
