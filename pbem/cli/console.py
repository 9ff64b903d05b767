"""Where commands print: results on standard output, messages and progress on standard error."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pbem.engine.errors import BadSetup
from pbem.engine.orders import LANGUAGES

T = TypeVar("T")

out = Console(highlight=False, soft_wrap=True)
errors = Console(stderr=True, highlight=False, soft_wrap=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON value on standard output, nothing else.")]
Key = Annotated[str, typer.Argument(metavar="KEY", help="Key of the game, as `pbem games` lists it.")]

EVERY = 60.0
"""Seconds between lines of progress where there is no terminal."""


def say(text: str) -> None:
    """Prints text as it is."""
    out.print(text, markup=False)


def say_error(text: str) -> None:
    """Prints why a command was refused."""
    errors.print(f"pbem: {text}", markup=False)


def say_json(value: object) -> None:
    """Prints one JSON value."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")
    sys.stdout.flush()


def print_what_the_terminal_can() -> None:
    """A character that the terminal does not know becomes a question mark, and is no reason to stop."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def check_language(lang: str) -> None:
    """Refuses a language that no report is written in."""
    if lang not in LANGUAGES:
        raise BadSetup(f"languages are {', '.join(LANGUAGES)}, not {lang!r}")


def check_target(file: Path | None) -> None:
    """Refuses a file that cannot be written, before a match is played for it."""
    if file is not None and (file.is_dir() or not os.access(file.parent, os.W_OK)):
        raise BadSetup(f"{file} cannot be written; name a file in a folder that exists")


def progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """A bar on a terminal, a plain line a minute elsewhere."""
    if errors.is_terminal:
        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=errors, transient=True) as bar:
            yield from bar.track(items, total=total)
        return
    told = time.monotonic()
    for done, item in enumerate(items, 1):
        yield item
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            errors.print(f"{what}: {done} of {total}")
