"""What becomes of the seat of somebody from whom nothing comes."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from pbem.service import live, reports
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.store import clock, matches

BOT = "steady"


def unreachable(office: Office, tx: Session, playing: Live, seat: int, now: datetime) -> None:
    """No mail reaches a player: a bot plays for them, so that the others go on; no time-out stands against them."""
    for row in playing.clocks:
        if row.seat == seat:
            clock.end(tx, row.id or 0, "void", now)
    bot = BOT if BOT in playing.game.bots else next(iter(playing.game.bots))
    playing.remark("organiser", {"act": "bot", "seat": seat, "why": "unreachable"})
    player = playing.seats[seat].player
    matches.stand_in(tx, playing.id, seat, matches.Sitting(player=player, bot=bot), "unreachable", playing.table.n)
    playing.move_on()
    live.save(tx, playing, now)
    reports.tell_all(office, tx, playing, reports.Telling(cause=f"bot{seat}.{playing.last}"), now)
