"""A tutorial: a match against bots that teaches the orders in its first reports, and counts for nothing."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from itertools import cycle, islice
from typing import Any

import msgspec
from sqlmodel import Session

from pbem.engine.game import Game
from pbem.service import course, live, lobby, reports
from pbem.service.office import Office
from pbem.store import clock, matches, tables

GAME = "ra"
SEATS = 3
BOTS = ("steady", "random")
TURN = timedelta(days=14)


def fresh_seed() -> bytes:
    """Nobody can guess it."""
    return secrets.token_bytes(32)


def running(tx: Session, player: tables.Player) -> tables.Match | None:
    """The tutorial that a player is in."""
    mine = (match for match, _ in matches.of_player(tx, player.id or 0) if match.status == "running")
    return next((match for match in mine if course.of(match) is not None), None)


def begin(office: Office, tx: Session, player: tables.Player, game: Game[Any, Any], now: datetime) -> str:
    """Starts a tutorial; its first report is on its way."""
    seats = SEATS if SEATS in game.players else game.players[0]
    names = [name for name in BOTS if name in game.bots] or list(game.bots)
    bots = [matches.Sitting(bot=name) for name in islice(cycle(names), seats - 1)]
    invitation = lobby.Invitation(
        game=game.key,
        guests=(),
        seed=fresh_seed(),
        id=matches.new_id(),
        turn=TURN,
        reminders=(),
        settings={course.SETTING: msgspec.to_builtins(course.Course())},
    )
    return lobby.start(office, tx, invitation, [matches.Sitting(player=player.id), *bots], now)


def end(tx: Session, match: str, now: datetime) -> None:
    """Ends a tutorial without a result; the log says so."""
    playing = live.load(tx, match)
    assert playing is not None, "a tutorial that runs has begun"
    stop(tx, playing, now)
    live.save(tx, playing, now)


def stop(tx: Session, playing: live.Live, now: datetime) -> None:
    """The clocks of a match stop, and nothing can be ordered any more."""
    playing.remark("organiser", {"act": "end"})
    clock.end_all(tx, playing.id, "void", now)
    playing.clocks, playing.opened = [], {}
    matches.finish(tx, playing.id, "aborted", None, now)


def forgotten(office: Office, tx: Session, playing: live.Live, now: datetime) -> None:
    """Nobody answers: a tutorial is not played on alone, it ends, and its player is told."""
    stop(tx, playing, now)
    live.save(tx, playing, now)
    telling = reports.Telling(cause="forgotten")
    reports.tell_some(office, tx, playing, range(len(playing.seats)), telling, now)
