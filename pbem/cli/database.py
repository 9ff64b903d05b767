"""`pbem db`, `pbem backup`, `pbem restore`: the database and its copies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from pbem import bootstrap
from pbem.cli import desk
from pbem.cli.console import AsJson, errors, progress, say, say_json
from pbem.engine.errors import Impossible, PbemError
from pbem.service import archive
from pbem.store import backup as copies
from pbem.store import matches, upgrade
from pbem.store.work import Work

app = typer.Typer(help="Bring the tables up to date; check them.", no_args_is_help=True)
File = Annotated[Path, typer.Argument(metavar="FILE")]


@app.command("upgrade")
def upgrade_(config: desk.Config = None) -> None:
    """Create the tables, or bring them up to date. Example: `pbem db upgrade`"""
    url = bootstrap.read_settings(config).database
    upgrade.upgrade(url)
    say(f"the database is of revision {upgrade.head()}")


@app.command()
def check(config: desk.Config = None, as_json: AsJson = False) -> None:
    """Check tables, guards and references of the database. Example: `pbem db check`"""
    wrong = upgrade.check(bootstrap.read_settings(config).database)
    if as_json:
        say_json({"wrong": wrong})
    elif not wrong:
        say("the database is whole")
    if wrong:
        raise Impossible("; ".join(wrong))


def backup(file: File, config: desk.Config = None) -> None:
    """Copy the database while the service runs, and prove the copy by replay. Example: `pbem backup pbem-monday.db`"""
    url = bootstrap.read_settings(config).database
    with bar("copying") as report:
        copies.copy(url, file, report)
    try:
        count = proved(file)
    except PbemError:
        file.rename(file.with_name(file.name + ".damaged"))
        raise
    say(f"{file}: {count} matches replayed, all as the log says")


def restore(file: File, config: desk.Config = None) -> None:
    """Put a backup in the place of the database. Example: `pbem restore pbem-monday.db`

    Stop the service first. The database from before is kept aside.
    """
    if not file.is_file():
        raise desk.NotFound(f"there is no backup {file}")
    url = bootstrap.read_settings(config).database
    count = proved(file)
    with bar("copying") as report:
        aside = copies.put_back(file, url, report)
    upgrade.upgrade(url)
    say(f"restored: {count} matches replayed, all as the log says")
    if aside is not None:
        say(f"the database from before is {aside}")


def proved(file: Path) -> int:
    """Checks a database file and replays every match in it; tells how many."""
    url = f"sqlite:///{file.absolute()}"
    if wrong := upgrade.check(url):
        raise Impossible(f"{file}: {'; '.join(wrong)}")
    return sum(1 for _ in replays(Work(url)))


def replays(work: Work) -> Iterator[str]:
    """Replays every match of a database; names each that is as its log says."""
    with work.reading() as tx:
        rows = [row for row in matches.listed(tx) if row.started is not None]
        for row in progress(rows, len(rows), "replaying"):
            archive.check(tx, row)
            yield row.id
    work.close()


class bar:  # noqa: N801  reads as a word where it is used
    """A bar on a terminal, nothing elsewhere: copying is quick."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.shown = Progress(console=errors, transient=True, disable=not errors.is_terminal)

    def __enter__(self) -> copies.Progress:
        self.shown.start()
        task = self.shown.add_task(self.what)
        return lambda done, total: self.shown.update(task, completed=done, total=total)

    def __exit__(self, *_: object) -> None:
        self.shown.stop()
