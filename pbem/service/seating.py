"""Somebody else takes a seat while the match runs: a player, a bot, or the one who sat there before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlmodel import Session

from pbem.engine.game import Seat
from pbem.service.live import Live
from pbem.store import clock, matches, people, post, tenures


def seat_named(playing: Live, name: str) -> Seat | None:
    """The seat that a name or a number stands for; None: nobody, or several."""
    if name.isdecimal():
        return int(name) - 1 if 1 <= int(name) <= len(playing.seats) else None
    found = [seat for seat, called in enumerate(playing.names()) if called.casefold() == name.casefold()]
    return found[0] if len(found) == 1 else None


def replace(
    tx: Session, playing: Live, seat: Seat, who: matches.Sitting, facts: Mapping[str, object], now: datetime
) -> None:
    """Old tokens are void, plans are dropped, unsent mail is withdrawn; a sealed answer stays and may be changed.

    Whoever comes has the whole time of the open decision, from their report on."""
    was, old = playing.names()[seat], playing.seats[seat].player
    playing.remark("organiser", {**facts, "seat": seat}, was=was)
    if old is not None:
        post.withdraw_from(tx, playing.id, old)
    playing.plans[seat] = []
    matches.sit(tx, playing.id, seat, who, now)
    playing.stands_in.pop(seat, None)
    tenures.change(tx, playing.id, seat, playing.table.n, who, str(facts["act"]))
    playing.people[seat] = people.get(tx, who.player) if who.player is not None else None
    for row in playing.clocks:
        if row.seat == seat:
            clock.begin_again(tx, row.id or 0)
