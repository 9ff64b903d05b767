"""Effective data: the printed numbers of a game, an owner's corrections on top, and the fingerprint of the whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from pbem.engine.errors import BadData
from pbem.engine.game import Board, Data, Game

B = TypeVar("B", bound=Board)
D = TypeVar("D")


def effective(game: Game[B, D], overrides: Mapping[str, Any]) -> Data[D]:
    """The data that a new match is played with."""
    if not overrides:
        return printed(game)
    raw = corrected(game.raw_data(), overrides, game.key)
    return Data(game.read_data(raw), fingerprint(raw), dict(overrides))


@cache
def printed(game: Game[B, D]) -> Data[D]:
    """The data as the game ships them."""
    raw = game.raw_data()
    return Data(game.read_data(raw), fingerprint(raw), {})


def corrected(printed: Mapping[str, Any], overrides: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Replaces rows that exist; a name that does not, or a value of another kind, is an error."""
    merged = dict(printed)
    for name, value in overrides.items():
        here = f"{path}.{name}"
        if name not in printed:
            raise BadData(f"{here} does not exist; known here: {', '.join(printed)}")
        if isinstance(printed[name], dict) and isinstance(value, Mapping):
            merged[name] = corrected(printed[name], value, here)
        elif type(value) is type(printed[name]):
            merged[name] = value
        else:
            raise BadData(f"{here} is {type(printed[name]).__name__}, not {type(value).__name__}")
    return merged


def canonical(value: object) -> bytes:
    """The one JSON form of a value, for hashing."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def fingerprint(raw: Mapping[str, Any]) -> str:
    """Names a data set by its content."""
    return hashlib.sha256(canonical(raw)).hexdigest()
