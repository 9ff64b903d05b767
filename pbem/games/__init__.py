"""The games, found by themselves: every package in this folder that has a GAME is one."""

from __future__ import annotations

import difflib
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from pbem.engine.errors import BadSetup
from pbem.engine.game import Game


@cache
def games() -> dict[str, Game[Any, Any]]:
    """Key -> game, by key."""
    found = (import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__) if info.ispkg)
    return {module.GAME.key: module.GAME for module in found}


def game(key: str) -> Game[Any, Any]:
    """The game with this key."""
    if key in games():
        return games()[key]
    near = difflib.get_close_matches(key, games(), 1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(games())}"
    raise BadSetup(f"no game has the key {key!r}; {hint}")
