"""Matches that look for players: opened, joined, left; checked for who is still there, begun, or given up.

While a match is open its seats are places in a list, in the order of coming. When it begins, seats are drawn from the
seed that was committed to when it was opened, and the log says how (docs/decisions/0010-seats-are-drawn.md).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

from msgspec import Struct
from sqlmodel import Session

from pbem.engine.chance import Seeded, stream_key
from pbem.engine.game import Game, Refusal, refuse
from pbem.service import clock, lobby, reliability, telling
from pbem.service.office import Office
from pbem.service.wishes import Wish
from pbem.store import letters, matches, openings, people, tables
from pbem.store.around import Opening

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of codes: nothing that could be taken for something else."""
CODE = 8
DAY = timedelta(days=1)
WARNING = timedelta(days=2)
"""How long before a match is given up its players are told."""
BATCH = 50

Came = Literal["seated", "waiting", "full", "begun"]
"""What became of somebody who joins: a seat, a place in the waiting list, the last seat, or the match begins."""


def fresh_seed() -> bytes:
    """Nobody can guess it."""
    return secrets.token_bytes(32)


def fresh_code() -> str:
    """Nobody can guess it."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE))


def announce(
    office: Office,
    tx: Session,
    wish: Wish,
    who: Sequence[tables.Player],
    organiser: tables.Player | None,
    now: datetime,
) -> tables.Match | Refusal:
    """A match that looks for players; these have seats already."""
    if organiser is not None and (refusal := too_many(office, tx, organiser, now)):
        return refusal
    free = wish.seats - wish.bots - len(who)
    if free < 0:
        return refuse("match-full", seats=wish.seats)
    people_in = [matches.Sitting(player=one.id) for one in who]
    bots = [matches.Sitting(bot=bot_of(wish.game))] * wish.bots
    invitation = invitation_to(office, wish, matches.new_id(), organiser)
    row = lobby.announce(office, tx, invitation, [*people_in, *[matches.Sitting()] * free, *bots], now)
    expires = now + office.lobby.waits
    opening = Opening(match=row.id, code=fresh_code(), private=wish.private, wants=dict(wish.wants), expires=expires)
    openings.add(tx, opening, organiser.id if organiser else None, now)
    filled(office, tx, row, len(who) - 1, now)
    return row


def too_many(office: Office, tx: Session, organiser: tables.Player, now: datetime) -> Refusal | None:
    """Why somebody may not open another match now."""
    mine, most = organiser.id or 0, office.lobby.openings
    if len(openings.opened_by(tx, mine)) >= most:
        return refuse("too-many-openings", most=most)
    if openings.opened_since(tx, mine, now - DAY) >= 2 * most:
        return refuse("too-many-openings-today", most=2 * most)
    return too_many_seats(office, tx, organiser)


def too_many_seats(office: Office, tx: Session, player: tables.Player) -> Refusal | None:
    """Why somebody may not come into another match that has not begun."""
    most = office.lobby.applications
    return refuse("too-many-applications", most=most) if len(openings.joined(tx, player.id or 0)) >= most else None


def invitation_to(office: Office, wish: Wish, match: str, organiser: tables.Player | None) -> lobby.Invitation:
    """The match to be."""
    return lobby.Invitation(
        game=wish.game.key,
        guests=(),
        seed=fresh_seed(),
        id=match,
        options=wish.options,
        overrides=office.overrides(wish.game.key),
        settings=wish.settings,
        clock=wish.clock,
        organiser=organiser.id if organiser is not None else None,
    )


def bot_of(game: Game[Any, Any]) -> str:
    """Who plays where a bot is wanted."""
    return "steady" if "steady" in game.bots else next(iter(game.bots))


class Places(Struct, frozen=True):
    """The seats of an open match."""

    taken: Sequence[tables.Seat]
    """By people."""
    free: Sequence[tables.Seat]

    def of(self, player: tables.Player) -> tables.Seat | None:
        """Where somebody sits."""
        return next((seat for seat in self.taken if seat.player == player.id), None)


def places(tx: Session, match: str) -> Places:
    """Who sits in an open match, and what is free."""
    seats = matches.seats(tx, match)
    taken = [seat for seat in seats if seat.player is not None]
    return Places(taken, [seat for seat in seats if seat.player is None and seat.bot is None])


def opening_of(tx: Session, match: str) -> Opening:
    """What an open match looks for."""
    found = openings.get(tx, match)
    assert found is not None, "an open match has an opening"
    return found


def join(office: Office, tx: Session, player: tables.Player, row: tables.Match, now: datetime) -> Came | Refusal:
    """A seat for somebody, or a place in the waiting list; or why not."""
    matches.hold(tx, row.id)
    here = places(tx, row.id)
    refusal = in_already(tx, player, row, here) or too_many_seats(office, tx, player) or unwanted(tx, player, row)
    if refusal is not None:
        return refusal
    people.subscribe(tx, player)
    if not here.free:
        openings.wait(tx, row.id, player.id or 0, now)
        return "waiting"
    seat = here.free[0].number
    matches.sit(tx, row.id, seat, matches.Sitting(player=player.id), now)
    return filled(office, tx, row, seat, now)


def in_already(tx: Session, player: tables.Player, row: tables.Match, here: Places) -> Refusal | None:
    """Nobody sits twice."""
    if here.of(player) is not None:
        return refuse("already-in", match=telling.label(row))
    return refuse("already-waiting", match=telling.label(row)) if player.id in openings.waiting(tx, row.id) else None


def unwanted(tx: Session, player: tables.Player, row: tables.Match) -> Refusal | None:
    """Why a match is not for somebody; who opened it, and who has no figure yet, is not held back."""
    least = int(str(opening_of(tx, row.id).wants.get("reliability", 0)))
    figure = reliability.of(tx, player) if least and player.id != row.organiser else None
    if figure is None or figure.percent is None or figure.percent >= least:
        return None
    return refuse("not-reliable", match=telling.label(row), least=least, percent=figure.percent)


def filled(office: Office, tx: Session, row: tables.Match, latest: int, now: datetime) -> Came:
    """Once all seats are taken everybody is asked whether they are still there; who came last is."""
    if places(tx, row.id).free:
        return "seated"
    if latest >= 0:
        matches.ready(tx, row.id, latest, now)
    if not row.settings.get("ready", True) or not office.lobby.ready:
        start(office, tx, row, now)
        return "begun"
    return "begun" if all_there(office, tx, row, now) else asked_all(office, tx, row, now)


def all_there(office: Office, tx: Session, row: tables.Match, now: datetime) -> bool:
    """Begins the match if everybody has said `ready`."""
    here = places(tx, row.id)
    if here.free or any(seat.ready is None for seat in here.taken):
        return False
    start(office, tx, row, now)
    return True


def asked_all(office: Office, tx: Session, row: tables.Match, now: datetime) -> Came:
    """Asks those who have not said yet that they are there."""
    opening = opening_of(tx, row.id)
    opening.ready_by = now + office.lobby.ready
    tx.flush()
    silent = [seat for seat in places(tx, row.id).taken if seat.ready is None]
    telling.tell(office, tx, row, telling.Told("ready-check", {"due": opening.ready_by}), silent, now)
    return "full"


def ready(office: Office, tx: Session, player: tables.Player, row: tables.Match, now: datetime) -> bool | Refusal:
    """Somebody is there; tells whether the match begins by that."""
    matches.hold(tx, row.id)
    here = places(tx, row.id)
    seat = here.of(player)
    if seat is None or here.free:
        return refuse("not-full-yet", match=telling.label(row))
    if seat.ready is None:
        matches.ready(tx, row.id, seat.number, now)
    return all_there(office, tx, row, now)


def start(office: Office, tx: Session, row: tables.Match, now: datetime) -> None:
    """The match begins: seats are drawn, everybody gets the first report; who waited in vain is told."""
    seats, epoch = matches.seats(tx, row.id), matches.epochs(tx, row.id)[0]
    order = drawn(epoch.seed, row.id, len(seats))
    sitting = [matches.Sitting(seats[at].player, seats[at].bot, seats[at].entropy) for at in order]
    disappointed = openings.waiting(tx, row.id)
    openings.close(tx, row.id)
    invitation = lobby.Invitation(
        game=row.game,
        guests=(),
        seed=epoch.seed,
        id=row.id,
        options=row.options,  # type: ignore[arg-type]  # checked when it was opened
        overrides=office.overrides(row.game),
        seating=order,
    )
    lobby.start(office, tx, invitation, sitting, now)
    telling.tell_waiting(office, tx, row, telling.Told("begun-without"), disappointed, now)


class Position(Struct):
    """A place in a stream of chance."""

    counter: int = 0


def drawn(seed: bytes, match: str, count: int) -> list[int]:
    """By seat, clockwise, the place in the list of whoever gets it: a fair shuffle by the seed of the match."""
    chance, at, left = Seeded(stream_key(seed, f"{match}/seats", 0)), Position(), list(range(count))
    return [left.pop(chance.index(at, "a seat", [str(one) for one in left])) for _ in range(count)]


def leave(office: Office, tx: Session, player: tables.Player, row: tables.Match, now: datetime) -> Refusal | None:
    """Somebody goes before the match begins; who waits gets the seat."""
    matches.hold(tx, row.id)
    if openings.wait_no_more(tx, row.id, player.id or 0):
        return None
    seat = places(tx, row.id).of(player)
    if seat is None:
        return refuse("not-in", match=telling.label(row))
    vacate(office, tx, row, [seat], now)
    return None


def only_turns(office: Office, tx: Session, player: tables.Player, now: datetime) -> list[tables.Match]:
    """Somebody wants no mail but their turns, and so leaves all open matches; tells which."""
    people.unsubscribe(tx, player)
    left = openings.joined(tx, player.id or 0)
    for row in left:
        leave(office, tx, player, row, now)
    return left


def vacate(office: Office, tx: Session, row: tables.Match, gone: Iterable[tables.Seat], now: datetime) -> None:
    """Seats become free, go to those who wait, or make the match look for players again; without people it ends."""
    for seat in gone:
        matches.sit(tx, row.id, seat.number, matches.Sitting(), now)
    opening, moved_up = opening_of(tx, row.id), refilled(tx, row, now)
    here = places(tx, row.id)
    if not here.taken:
        give_up(office, tx, row, now)
        return
    hand_over(tx, row, here, now)
    if not here.free:
        if not all_there(office, tx, row, now):
            asked_all(office, tx, row, now)
        return
    seated = [seat for seat in here.taken if seat.number in moved_up]
    telling.tell(office, tx, row, telling.Told("moved-up"), seated, now)
    if opening.ready_by is not None:
        look_again(office, tx, row, [seat for seat in here.taken if seat.number not in moved_up], now)


def refilled(tx: Session, row: tables.Match, now: datetime) -> list[int]:
    """Who waits longest gets a free seat first; tells which seats were given."""
    free, waiting = places(tx, row.id).free, openings.waiting(tx, row.id)
    given = list(zip(free, waiting, strict=False))
    for seat, player in given:
        openings.wait_no_more(tx, row.id, player)
        matches.sit(tx, row.id, seat.number, matches.Sitting(player=player), now)
    return [seat.number for seat, _ in given]


def look_again(office: Office, tx: Session, row: tables.Match, told: list[tables.Seat], now: datetime) -> None:
    """A check that failed: the match looks for players again, and those who are left are told."""
    opening = opening_of(tx, row.id)
    opening.ready_by, opening.warned = None, None
    opening.expires = max(opening.expires, now + office.lobby.waits / 2)
    for seat in places(tx, row.id).taken:
        matches.ready(tx, row.id, seat.number, None)
    telling.tell(office, tx, row, telling.Told("open-again", {"until": opening.expires}), told, now)


def hand_over(tx: Session, row: tables.Match, here: Places, now: datetime) -> None:
    """An organiser who has left a match before it began leaves it to whoever came next."""
    if row.organiser is None or any(seat.player == row.organiser for seat in here.taken):
        return
    row.organiser = here.taken[0].player
    openings.hand_over(tx, row.id, row.organiser or 0, now)


def give_up(office: Office, tx: Session, row: tables.Match, now: datetime) -> None:
    """Nobody fills the match: it is over before it began, and everybody in it is told."""
    seated, waiting = places(tx, row.id).taken, openings.waiting(tx, row.id)
    telling.tell(office, tx, row, telling.Told("given-up"), seated, now)
    telling.tell_waiting(office, tx, row, telling.Told("given-up"), waiting, now)
    openings.close(tx, row.id)
    matches.finish(tx, row.id, "aborted", None, now)


def mind(office: Office, now: datetime) -> int:
    """What is due with open matches: warnings, ends, checks. Letters that came in time were read before."""
    with office.work.reading() as tx:
        box = letters.mailbox(tx, office.account)
        until = min(now, box.fetched) if box is not None and box.fetched is not None else None
        due = [] if until is None else openings.due(tx, until, WARNING, BATCH)
    for match in due:
        with clock.spared(office, match, now), office.work.transaction() as tx:
            one_is_due(office, tx, match, until or now, now)
            office.point("lobby.minding")
        office.point("lobby.minded")
    return len(due)


def one_is_due(office: Office, tx: Session, match: str, until: datetime, now: datetime) -> None:
    """What is due with one match."""
    row, opening = matches.hold(tx, match), openings.get(tx, match)
    if row is None or opening is None or row.status != "open":
        return
    if opening.ready_by is not None:
        if opening.ready_by <= until:
            no_shows(office, tx, row, now)
    elif opening.expires <= until:
        give_up(office, tx, row, now)
    elif opening.warned is None:
        opening.warned = now
        told = telling.Told("looks-in-vain", {"until": opening.expires})
        telling.tell(office, tx, row, told, places(tx, match).taken, now)


def no_shows(office: Office, tx: Session, row: tables.Match, now: datetime) -> None:
    """Who has not said `ready` in time loses the seat, and is told."""
    silent = [seat for seat in places(tx, row.id).taken if seat.ready is None]
    telling.tell(office, tx, row, telling.Told("put-back"), silent, now)
    vacate(office, tx, row, silent, now)


def found(tx: Session, word: str) -> tables.Match | None:
    """The open match of a code, or of the beginning of a name that anybody may see."""
    opening = openings.by_code(tx, word.casefold())
    if opening is not None:
        return still_open(tx, opening.match)
    beginning = [row for row, _ in openings.public(tx) if len(word) > 2 and row.id.startswith(word.casefold())]
    return beginning[0] if len(beginning) == 1 else None


def still_open(tx: Session, match: str) -> tables.Match | None:
    """The match, if it still looks for players."""
    row = matches.hold(tx, match)
    return row if row is not None and row.status == "open" else None


def next_of(tx: Session, game: Game[Any, Any], player: tables.Player) -> tables.Match | None:
    """The oldest open match of a game that has a seat for somebody."""
    rows = (row for row, _ in openings.public(tx) if row.game == game.key)
    return next((row for row in rows if fits(tx, row, player)), None)


def fits(tx: Session, row: tables.Match, player: tables.Player) -> bool:
    """Whether somebody could sit down at once."""
    here = places(tx, row.id)
    return bool(here.free) and in_already(tx, player, row, here) is None and unwanted(tx, player, row) is None
