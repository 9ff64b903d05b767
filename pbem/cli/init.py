"""`pbem init`: the settings file and the database. `pbem doctor`: whether everything is in order."""

from __future__ import annotations

from pbem.cli import desk


def init() -> None:
    """Write."""


def doctor(config: desk.Config = None) -> None:
    """Check."""
