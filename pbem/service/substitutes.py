"""A seat for which a bot stands in is offered to those who would help, one after the other, the most reliable first.

Whoever takes it risks nothing: the tenure says `substitute`, and such a result counts only where it helps.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.engine.orders import fold
from pbem.mail.notes import Note
from pbem.service import answers, live, organising, reliability, reports, seating
from pbem.service.clock import spared
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.store import confirmations, matches, offers, people, tables
from pbem.store.around import Offer

KIND = "offer"
SETTING = "substitute"
ALL = "all"
WHY = ("silent", "unreachable")
"""Why a bot may stand in for somebody whose seat others may have."""
TIME = timedelta(days=1)
"""How long somebody may think about it, before the next one is asked."""
BATCH = 50
YES, NO = ("yes", "ja"), ("no", "nein")


def mind(office: Office, now: datetime) -> int:
    """Offers each seat that waits to the next who would help; tells how many."""
    with office.work.transaction() as tx:
        offers.expire(tx, now)
        rows = offers.waiting(tx, WHY, BATCH) if offers.willing(tx) else []
    count = 0
    for match, seat in rows:
        with spared(office, match, now), office.work.transaction() as tx:
            count += offer(office, tx, match, seat, now)
            office.point("substitutes.offering")
        office.point("substitutes.offered")
    return count


def offer(office: Office, tx: Session, match: str, seat: int, now: datetime) -> bool:
    """Asks the next one; False: there is nobody left to ask."""
    playing = live.load(tx, match)
    if playing is None or playing.stands_in.get(seat) not in WHY:
        return False
    found = next(iter(candidates(tx, playing, seat)), None)
    if found is None:
        return False
    player, address = found
    row = offers.make(tx, match, seat, player.id or 0, now, now + TIME)
    code = secrets.token_hex(5)
    question = confirmations.Question(
        code=code,
        kind=KIND,
        address=address.canonical,
        expires=row.expires,
        player=player.id,
        facts={"offer": row.id},
    )
    confirmations.ask(tx, question, now)
    tell(office, tx, player, playing, KIND, now, code=code, seat=seat)
    return True


def candidates(tx: Session, playing: Live, seat: int) -> list[tuple[tables.Player, tables.Address]]:
    """Who may be asked, the most reliable first; of whom too little is known comes last."""
    here = {one.id for one in playing.people if one is not None}
    no = here | offers.asked(tx, playing.id, seat) | offers.busy(tx)
    free = [one for one in offers.willing(tx) if one.id not in no and wants(one, playing.game.key)]
    reached = people.mail_addresses(tx, [one.id or 0 for one in free])
    known = [(one, reached[one.id or 0]) for one in free if one.id in reached and reached[one.id].bouncing is None]
    percent = {one.id: reliability.of(tx, one).percent or 0 for one, _ in known}
    return sorted(known, key=lambda one: -percent[one[0].id])


def wants(player: tables.Player, key: str) -> bool:
    """Whether somebody would stand in at this game."""
    chosen = player.settings.get(SETTING)
    return isinstance(chosen, list) and (ALL in chosen or key in chosen)


def answered(
    office: Office, tx: Session, line: str, codes: Sequence[str], player: tables.Player, now: datetime
) -> bool:
    """Whether a line answers an offer; if it is a yes, the seat is theirs."""
    first, *rest = line.partition("#")[0].split() or [""]
    if fold(first) not in YES + NO:
        return False
    for code in (*rest[:1], *codes):
        question = confirmations.of_player(tx, code.lower(), KIND, player.id or 0, now)
        row = tx.get(Offer, int(str(question.facts["offer"]))) if question is not None else None
        if row is not None and row.state == "open":
            if fold(first) in NO:
                offers.settle(tx, row, "declined")
            else:
                take(office, tx, row, player, now)
            return True
        if question is not None:
            gone(office, tx, player, row, now)
            return True
    return False


def take(office: Office, tx: Session, row: Offer, player: tables.Player, now: datetime) -> None:
    """Somebody plays on in the place of another, who cannot come back any more."""
    playing = live.load(tx, row.match)
    here = {one.id for one in playing.people if one is not None} if playing is not None else set()
    if playing is None or playing.stands_in.get(row.seat) not in WHY or player.id in here:
        offers.settle(tx, row, "void")
        gone(office, tx, player, row, now)
        return
    offers.settle(tx, row, "taken")
    old = playing.people[row.seat]
    seating.replace(tx, playing, row.seat, matches.Sitting(player=player.id), {"act": SETTING}, now)
    if old is not None:
        tell(office, tx, old, playing, "substituted", now, name=player.name)
    organising.settle(office, tx, playing, reports.Telling(cause=f"s{row.id}"), now)


def gone(office: Office, tx: Session, player: tables.Player, row: Offer | None, now: datetime) -> None:
    """The seat is not to be had any more."""
    playing = live.load(tx, row.match) if row is not None else None
    if playing is not None:
        tell(office, tx, player, playing, "offer-gone", now)


def tell(
    office: Office, tx: Session, player: tables.Player, playing: Live, kind: str, now: datetime, **facts: object
) -> None:
    """A letter about a seat."""
    address = people.mail_address(tx, player.id or 0)
    if address is not None:
        seat = facts.pop("seat", None)
        others = [name for number, name in enumerate(playing.names()) if number != seat]
        known = {"title": playing.game.title, "match": playing.id[:6], "others": others, "operator": office.operator}
        note = Note(kind, player.language, known | facts)
        answers.send(office, tx, address.written, note, f"{playing.id}.{now.timestamp()}", now)
