"""Who asks for something to read: in which language, at which table, about which game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

from msgspec import Struct

from pbem.engine.game import Game, Seat, Table
from pbem.engine.orders import Vocabulary
from pbem.mail.render import Speaker


@cache
def speaker(game: Game[Any, Any] | None, lang: str) -> Speaker:
    """Who explains a game, or the service alone; it knows no names of players."""
    return Speaker(game.key, game.names, lang) if game is not None else Speaker("common", Vocabulary({}), lang)


class Asker(Struct, frozen=True, dict=True):
    """Somebody at a table, or interested in a game, or just somebody."""

    lang: str
    game: Game[Any, Any] | None = None
    table: Table[Any, Any] | None = None
    seat: Seat = 0
    names: Sequence[str] = ()

    @cached_property
    def speaker(self) -> Speaker:
        """Who answers; at a table it calls the players by their names."""
        if self.game is None or not self.names:
            return speaker(self.game, self.lang)
        return Speaker(self.game.key, self.game.names, self.lang, self.names)
