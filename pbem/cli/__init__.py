"""The operator's commands. They parse, call a service and print; there is no logic here."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from pbem.cli.console import errors, print_what_the_terminal_can, say_error
from pbem.engine.errors import PbemError

COMMANDS = {
    "games": "games:app",
    "play": "play:play",
    "simulate": "simulate:simulate",
    "replay": "replay:replay",
    "demo": "demo:demo",
    "init": "init:init",
    "doctor": "init:doctor",
    "serve": "serve:serve",
    "match": "match:app",
    "player": "players:app",
    "letter": "letters:app",
    "db": "database:app",
    "backup": "database:backup",
    "restore": "database:restore",
}
"""Where each command stands."""


class Lazily(TyperGroup):
    """Loads a command when it is called: the libraries of the others take seconds."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return loaded(cmd_name) if cmd_name in COMMANDS else None


def loaded(name: str) -> Any:
    """A command, or a group of commands; its type is of the library below typer."""
    module, _, place = COMMANDS[name].partition(":")
    found = getattr(import_module(f"pbem.cli.{module}"), place)
    frame = typer.Typer(add_completion=False, rich_markup_mode="markdown")
    if isinstance(found, typer.Typer):
        frame.add_typer(found, name=name)
    else:
        frame.command(name)(found)
    return typer.main.get_group(frame).commands[name]


app = typer.Typer(
    name="pbem",
    cls=Lazily,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)


@app.callback()
def pbem() -> None:
    """Board games of ancient Egypt, played by e-mail."""


def main() -> None:
    """Runs a command. Exit 0: done; 1: refused, with the reason and the next step; 2: wrong use."""
    print_what_the_terminal_can()
    try:
        app()
    except PbemError as error:
        refused(str(error))
    except BrokenPipeError:
        drop_output()
        sys.exit(1)
    except OSError as error:
        drop_output()
        refused(f"{error.filename or 'the output'}: {error.strerror}")
    except KeyboardInterrupt:
        errors.print("stopped")
        sys.exit(1)
    except Exception as error:
        if type(error).__module__ != "sqlalchemy.exc":
            raise
        refused(f"the database is in trouble: {getattr(error, 'orig', error)}; `pbem doctor` looks at it")


def drop_output() -> None:
    """What could not be printed must not be tried again when Python ends: it would change the exit code."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def refused(reason: str) -> None:
    """Says why, and ends."""
    say_error(reason)
    sys.exit(1)
