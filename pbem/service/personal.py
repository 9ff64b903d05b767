"""What is kept of a person: they can read all of it, and be forgotten.

Whoever is forgotten leaves no name, no address and no letter. The logs hold seat numbers and stay valid; a seat in a
running match goes to a bot. Being forgotten cannot be taken back, so it is asked about first.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from pbem import games
from pbem.engine.game import Refusal, refuse
from pbem.mail.notes import Note
from pbem.service import answers, live, reports, seating, words
from pbem.service.counter import Counter
from pbem.service.office import Office
from pbem.store import confirmations, matches, people, personal, tables
from pbem.store.matches import OVER, Sitting

KIND = "forget"
STAND_IN = "steady"


def copy(tx: Session, player: tables.Player) -> str:
    """All that is kept of a player, as JSON."""
    return json.dumps(personal.everything(tx, player), indent=1, default=str, ensure_ascii=False, sort_keys=True)


def export(counter: Counter, _rest: str) -> str | Refusal:
    """`export my data`: a mail with everything in a file."""
    player = counter.player
    address = people.mail_address(counter.tx, player.id or 0) if player is not None else None
    if player is None or address is None:
        return ""
    facts: dict[str, object] = {
        "name": player.name,
        "file": {"name": "pbem.json", "text": copy(counter.tx, player)},
    }
    note = Note("your-data", player.language, facts)
    answers.send(counter.office, counter.tx, address.written, note, f"{counter.now:%Y%m%d%H}", counter.now)
    return counter.say("data_sent")


def forget(counter: Counter, _rest: str) -> str | Refusal:
    """`forget me`: says what will be lost, and asks for a confirmation."""
    player = counter.player
    address = people.mail_address(counter.tx, player.id or 0) if player is not None else None
    if player is None or address is None:
        return ""
    if confirmations.count(counter.tx, KIND, counter.now - answers.A_DAY, address.canonical) >= 3:
        return refuse("asked-already")
    code = secrets.token_hex(5)
    question = confirmations.Question(
        code=code, kind=KIND, address=address.canonical, expires=counter.now + answers.A_WEEK, player=player.id
    )
    confirmations.ask(counter.tx, question, counter.now)
    running = [games.game(match.game).title for match, _ in playing(counter.tx, player)]
    note = Note("forget", player.language, {"code": code, "name": player.name, "matches": running})
    answers.send(counter.office, counter.tx, address.written, note, code, counter.now)
    return counter.say("forget_asked")


def playing(tx: Session, player: tables.Player) -> list[tuple[tables.Match, tables.Seat]]:
    """The matches that are not over, and the player's seats in them."""
    return [one for one in matches.of_player(tx, player.id or 0) if one[0].status not in OVER]


def agreed(office: Office, tx: Session, line: str, codes: Sequence[str], address: str, now: datetime) -> bool:
    """Whether a line `confirm CODE` answers our question; whoever wrote it is forgotten then."""
    word = words.meant(line, ())
    given = (*line.split()[1:2], *codes) if word is not None and word.meaning == "confirm" else ()
    for code in given:
        question = confirmations.find(tx, code.lower(), address, now)
        player = people.get(tx, question.player or 0) if question is not None and question.kind == KIND else None
        if question is not None and player is not None:
            confirmations.redeem(tx, question.code, address, now)
            lang = player.language
            erase(office, tx, player, now)
            answers.send(office, tx, address, Note("forgotten", lang, {}), question.code, now)
            return True
    return False


def erase(office: Office, tx: Session, player: tables.Player, now: datetime) -> None:
    """A bot takes their seats; then everything personal goes."""
    for match, seat in playing(tx, player):
        leave(office, tx, match, seat, now)
    personal.forget(tx, player, f"gone {personal.count_erased(tx) + 1}")


def leave(office: Office, tx: Session, match: tables.Match, seat: tables.Seat, now: datetime) -> None:
    """A bot plays on in their place; a match that has not begun just has a free seat again."""
    at_table = live.load(tx, match.id)
    if at_table is None:
        matches.sit(tx, match.id, seat.number, Sitting(), now)
        return
    bot = STAND_IN if STAND_IN in at_table.game.bots else next(iter(at_table.game.bots))
    seating.replace(tx, at_table, seat.number, Sitting(bot=bot), {"act": "replace"}, now)
    if at_table.row.status == "running":
        at_table.move_on()
    live.save(tx, at_table, now)
    reports.tell_all(office, tx, at_table, reports.Telling(cause=f"left{at_table.last}"), now)
