"""What commands of the operator begin with: the settings, the database, the office."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from sqlmodel import Session

from pbem import bootstrap
from pbem.engine.errors import PbemError
from pbem.engine.orders import Vocabulary
from pbem.service.office import Office
from pbem.settings import Settings
from pbem.store import matches, tables

Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Settings file; PBEM_CONFIG, or pbem.toml here, by default."),
]


NOTHING = Vocabulary({})
"""The things of no game."""


class NotFound(PbemError):
    """What the operator named does not exist."""


@contextmanager
def office(config: Path | None) -> Iterator[tuple[Settings, Office]]:
    """The settings and the office, closed again at the end."""
    settings = bootstrap.read_settings(config)
    work = bootstrap.store(settings)
    try:
        yield settings, bootstrap.office(settings, work)
    finally:
        work.close()


@contextmanager
def looking(config: Path | None) -> Iterator[Session]:
    """One unchanging sight of the database."""
    work = bootstrap.store(bootstrap.read_settings(config))
    try:
        with work.reading() as tx:
            yield tx
    finally:
        work.close()


def match_named(tx: Session, name: str) -> tables.Match:
    """The match of that name, or of that beginning of a name."""
    found = matches.beginning(tx, name)
    if len(found) == 1:
        return found[0]
    if found:
        raise NotFound(f"several matches begin with {name}: {', '.join(one.id for one in found)}")
    raise NotFound(f"there is no match {name}; `pbem match list` shows them all")
