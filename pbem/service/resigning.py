"""Somebody gives up: they are told what it means, and confirm it; then a bot plays, and they have the last place."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.engine.game import Refusal, refuse
from pbem.service import live, reports, silence, words
from pbem.service.counter import Counter
from pbem.service.office import Office
from pbem.store import confirmations, people, post
from pbem.store.matches import OVER

KIND = "resign"
A_WEEK = timedelta(weeks=1)


def resign(counter: Counter, _rest: str) -> str | Refusal:
    """What it means, and the code with which it is done."""
    playing, player = counter.live, counter.player
    if playing is None or player is None:
        return refuse("which-match")
    if playing.row.status in OVER:
        return refuse("match-over")
    if playing.stands_in.get(counter.asker.seat) == silence.RESIGNED:
        return refuse("resigned-already")
    address = people.mail_address(counter.tx, player.id or 0)
    assert address is not None, "a seat has somebody with an address"
    question = confirmations.Question(
        code=secrets.token_hex(5),
        kind=KIND,
        address=address.canonical,
        expires=counter.now + A_WEEK,
        player=player.id,
        facts={"match": playing.id, "seat": counter.asker.seat},
    )
    confirmations.ask(counter.tx, question, counter.now)
    return counter.say("resign", code=question.code)


def confirmed(office: Office, tx: Session, line: str, codes: Sequence[str], player: int, now: datetime) -> bool:
    """Whether a line confirms that its author gives up; it is done then."""
    word = words.meant(line, ())
    if word is None or word.meaning != "confirm":
        return False
    for code in (*line.split()[1:2], *codes):
        question = confirmations.of_player(tx, code.lower(), KIND, player, now)
        if question is not None:
            confirmations.redeem(tx, question.code, question.address, now)
            return leave(office, tx, str(question.facts["match"]), int(str(question.facts["seat"])), player, now)
    return False


def leave(office: Office, tx: Session, match: str, seat: int, player: int, now: datetime) -> bool:
    """A bot plays the seat for the rest, and all are told."""
    playing = live.load(tx, match)
    if playing is None or playing.row.status in OVER or playing.seats[seat].player != player:
        return False
    if playing.stands_in.get(seat) != silence.RESIGNED:
        post.withdraw_from(tx, match, player)
        playing.plans[seat] = []
        silence.stand_in(tx, playing, seat, KIND, silence.RESIGNED)
        if playing.row.status == "running" and playing.row.think_until is None:
            playing.move_on()
        live.save(tx, playing, now)
        reports.tell_all(office, tx, playing, reports.Telling(cause=f"resign{playing.last}"), now)
    return True
