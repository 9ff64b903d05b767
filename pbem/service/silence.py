"""What becomes of the seat of somebody from whom nothing comes: a bot plays for them, and they can come back.

First their own order for this case is played, then the default of the game; after some time-outs in a row a bot takes
the seat, which stays theirs. It sees what they would see and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from pbem.engine.game import Refusal, Seat, refuse
from pbem.service import live, reports, turns, words
from pbem.service.counter import Counter
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.store import clock, matches, offers

BOT = "steady"
"""Who plays for somebody who is not there."""
TIMES = 3
"""After how many time-outs in a row, unless the match says otherwise."""
RESIGNED = "resigned"


def bot_of(playing: Live) -> str:
    """Which bot plays for somebody who is not there."""
    return BOT if BOT in playing.game.bots else next(iter(playing.game.bots))


def stand_in(tx: Session, playing: Live, seat: Seat, act: str, why: str) -> None:
    """A bot plays for a player from now on; all are told, and the seat stays that of the player."""
    playing.remark("organiser", {"act": act, "seat": seat, "why": why})
    sitting = matches.Sitting(player=playing.seats[seat].player, bot=bot_of(playing))
    matches.stand_in(tx, playing.id, seat, sitting, why, playing.table.n)
    playing.stands_in[seat] = why


def unreachable(office: Office, tx: Session, playing: Live, seat: int, now: datetime) -> None:
    """No mail reaches a player: a bot plays for them, so that the others go on; no time-out stands against them."""
    for row in playing.clocks:
        if row.seat == seat:
            clock.end(tx, row.id or 0, "void", now)
    stand_in(tx, playing, seat, "bot", "unreachable")
    playing.move_on()
    live.save(tx, playing, now)
    reports.tell_all(office, tx, playing, reports.Telling(cause=f"bot{seat}.{playing.last}"), now)


def come_back(tx: Session, playing: Live, seat: Seat) -> None:
    """A player plays without the bot again."""
    playing.remark("organiser", {"act": "back", "seat": seat})
    offers.void(tx, playing.id, seat)
    playing.seats[seat].missed = 0
    matches.stand_in(tx, playing.id, seat, matches.Sitting(player=playing.seats[seat].player), "back", playing.table.n)
    playing.stands_in.pop(seat, None)


def returning(tx: Session, playing: Live, seat: Seat, lines: Sequence[str]) -> None:
    """Whoever orders something, or says the word, is back: the bot that plays for them plays no more."""
    if playing.stands_in.get(seat, RESIGNED) == RESIGNED or playing.row.status in matches.OVER:
        return
    if any(says_so(line) or turns.looks_like_an_order(playing, line.partition("#")[0].strip()) for line in lines):
        come_back(tx, playing, seat)


def says_so(line: str) -> bool:
    """Whether a line is the word for being back."""
    word = words.meant(line.partition("#")[0].strip(), ())
    return word is not None and word.meaning == "back"


def back(counter: Counter, _rest: str) -> str | Refusal:
    """The answer to whoever is back; the bot has left the seat before the first line was read."""
    playing, seat = counter.live, counter.asker.seat
    if playing is None:
        return refuse("which-match")
    if any(one.facts.get("act") == "back" and one.facts.get("seat") == seat for one in playing.acts):
        return counter.say("back")
    return refuse("resigned-already" if playing.stands_in.get(seat) == RESIGNED else "never-away")
