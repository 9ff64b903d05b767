"""What organisers do to a match, by mail and by command: each act is an entry of the log that all players are told of.

An act gets a counter, the match and what stands behind its word, and answers with a text or a refusal. Whoever calls
it writes the match down and tells everybody: `intake` after a letter, `by_operator` after a command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct
from sqlmodel import Session

from pbem.engine import kernel
from pbem.engine.errors import OrderError
from pbem.engine.game import Refusal, Seat, refuse
from pbem.engine.orders import fold
from pbem.engine.standing import with_first, with_last
from pbem.mail.notes import Note
from pbem.service import answers, calendar, chairs, dates, live, reports, rewind, seating, seconding, timing, words
from pbem.service import clock as ticking
from pbem.service.archive import branch
from pbem.service.asking import Asker
from pbem.service.counter import Counter, Handler
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.store import clock, log, matches, people, press, tables, tenures
from pbem.store.log import Logged
from pbem.store.matches import OVER, Sitting
from pbem.store.tables import Facts

BACK = re.compile(r"(-?\d{1,6})(?:\s+(?:if|wenn|falls)\s+(?:state|stand)\s+(\d{1,6}))?", re.IGNORECASE)
BY = re.compile(r"(.+?)\s+(?:by|with|durch|mit)\s+(.+)", re.IGNORECASE)
ORDER = re.compile(r"([^:]+):\s*(.+)")
COUNTED = ("withpoints", "mitpunkten")
BOT = "bot"

Said = str | Refusal
Act = Callable[[Counter, Live, Facts, str], Said]
"""What an organiser does to a match: with who it is (`by`, perhaps `second`), and as the rest of the line says."""


def pause(counter: Counter, playing: Live, by: Facts, _rest: str) -> Said:
    """The clocks stand still; letters are answered, orders kept as plans, and no plan speaks."""
    if playing.row.status != "running":
        return refuse("not-running")
    playing.row.think_from = playing.row.think_until = None
    matches.set_status(counter.tx, playing.id, "paused")
    clock.pause(counter.tx, playing.id, counter.now)
    playing.remark("organiser", {**by, "act": "pause"})
    return counter.say("done")


def resume(counter: Counter, playing: Live, by: Facts, _rest: str) -> Said:
    """A match that was paused, or held because of a bug, goes on; what was ordered meanwhile speaks now."""
    if playing.row.status not in ("held", "paused"):
        return refuse("not-paused")
    matches.set_status(counter.tx, playing.id, "running")
    ticking.go_on(counter.office, counter.tx, playing, counter.now)
    playing.consulted = {one for one in playing.consulted if not playing.plans.get(one[0])}
    playing.remark("organiser", {**by, "act": "resume"})
    return counter.say("done")


class More(Struct, frozen=True):
    """More time, as it was typed."""

    seat: Seat | None
    span: float = 0
    until: datetime | None = None


def extend(counter: Counter, playing: Live, by: Facts, rest: str) -> Said:
    """More time for all whose clock runs, or for one of them: by a span, or to a date."""
    more = more_time(counter, playing, rest)
    if more is None:
        return refuse("extend-how")
    rows = [one for one in clock.open_in(counter.tx, playing.id) if one.due and more.seat in (None, one.seat)]
    dues = [(one, more.until or one.due + dates.seconds(more.span)) for one in rows if one.due is not None]
    later = [(one, due) for one, due in dues if one.due is not None and due > one.due]
    if not later:
        return refuse("not-later" if rows else "no-clock-runs")
    timers = timing.timers(counter.office, counter.tx, playing.row, playing.seats)
    for row, due in later:
        clock.move(counter.tx, row.id or 0, due, None)
        if row.state == "running" and row.wanted is not None:
            ends = calendar.ends(timers[row.seat].calendar, row.wanted)
            row.remind = timing.next_reminder(timers[row.seat], ends, counter.now)
    counter.tx.flush()
    playing.remark("organiser", {**by, **extended(more)})
    return counter.say("done")


def extended(more: More) -> Facts:
    """What the log says of more time."""
    facts: Facts = {"act": "extend"} | ({"seats": [more.seat]} if more.seat is not None else {})
    if more.until is not None:
        return facts | {"until": dates.in_utc(more.until)}
    return facts | {"seconds": int(more.span)}


def more_time(counter: Counter, playing: Live, rest: str) -> More | None:
    """`2d`, `Anna 2d`, `to 24.12.`, `Anna to 24.12. 18:00`; None: it is none of them."""
    zone = counter.player.zone if counter.player is not None else "UTC"
    for name, text in [("", rest), *parted(rest)]:
        seat = seating.seat_named(playing, name) if name else None
        if name and seat is None:
            continue
        if (span := dates.span(text)) is not None:
            return More(seat, span.total_seconds())
        until = dates.UNTIL.fullmatch(text)
        if until and (at := dates.moment(until[1], zone, counter.now)) is not None:
            return More(seat, until=at)
    return None


def parted(text: str) -> Iterator[tuple[str, str]]:
    """A text cut in two at each of its blanks."""
    parts = text.split()
    for at in range(1, len(parts)):
        yield " ".join(parts[:at]), " ".join(parts[at:])


def rollback(counter: Counter, playing: Live, by: Facts, rest: str) -> Said:
    """Back to an earlier state; with a guard only if the match stands where its organiser thinks it does."""
    found = BACK.fullmatch(rest)
    if found is None:
        return refuse("rollback-how", state=state_of(playing))
    if found[2] is not None and int(found[2]) != state_of(playing):
        return refuse("state-is-another", guard=int(found[2]), state=state_of(playing))
    entries = log.load(counter.tx, playing.id)
    to = wanted(entries, int(found[1]), found[1].startswith("-"))
    if to is None:
        return refuse("no-such-state", state=state_of(playing))
    rewind.roll_back(counter.tx, playing, to, by, counter.now)
    return counter.say("done")


def state_of(playing: Live) -> int:
    """Where a match stands, as its reports say; what the letter in hand has remarked does not count."""
    return playing.last + sum("order" in one.facts for one in playing.facts)


def wanted(entries: Sequence[Logged], number: int, relative: bool) -> int | None:  # noqa: FBT001  as it was typed
    """The entry of the last order up to a number, or so many orders ago; None: there is no such state, or it is now."""
    way = branch(entries, entries[-1].n)
    if relative:
        return way[number - 1] if -len(way) < number < 0 else None
    before = branch(entries, number) if number < entries[-1].n else []
    return before[-1] if before and before != way else None


def act_for(counter: Counter, playing: Live, by: Facts, rest: str) -> Said:
    """An order in the place of a seat that is asked."""
    found = ORDER.fullmatch(rest)
    seat = seating.seat_named(playing, found[1].strip()) if found else None
    if found is None or seat is None:
        return refuse("act-for-how", names=playing.names())
    if playing.row.status != "running":
        return refuse("not-running")
    t = playing.table
    try:
        action = t.game.orders.read(found[2], {type(one) for one in kernel.legal(t, seat)})
        playing.order(seat, action, {"kind": "organiser", **by}, kind="organiser")
    except OrderError as error:
        return error.refusal
    name, order = playing.names()[seat], t.game.orders.write(action, counter.asker.lang)
    return counter.say("ordered_for", name=name, order=order)


def replace(counter: Counter, playing: Live, by: Facts, rest: str) -> Said:
    """Somebody else plays on: a player, or a bot."""
    found = BY.fullmatch(rest)
    seat = seating.seat_named(playing, found[1].strip()) if found else None
    if found is None or seat is None:
        return refuse("replace-how", names=playing.names())
    who = newcomer(counter.tx, playing, found[2].strip())
    if isinstance(who, Refusal):
        return who
    old = playing.people[seat]
    seating.replace(counter.tx, playing, seat, who, {**by, "act": "replace"}, counter.now)
    if old is not None:
        farewell(counter, playing, old)
    return counter.say("done")


def newcomer(tx: Session, playing: Live, name: str) -> Sitting | Refusal:
    """Who is to play on: a bot, by its kind or as such, or a player who does not sit here yet and can be reached."""
    bots = playing.game.bots
    if name.lower() == BOT or name.lower() in bots:
        return Sitting(bot=name.lower() if name.lower() in bots else next(iter(bots)))
    found = people.by_name(tx, name)
    if found is None or found.state != "active" or people.mail_address(tx, found.id or 0) is None:
        return refuse("no-such-player", name=name)
    if found.id in [one.id for one in playing.people if one is not None]:
        return refuse("sits-here", name=name)
    return Sitting(player=found.id)


def farewell(counter: Counter, playing: Live, old: tables.Player) -> None:
    """Whoever has lost a seat is told so."""
    address = people.mail_address(counter.tx, old.id or 0)
    if address is not None:
        facts: Facts = {"title": playing.game.title, "match": playing.id[:6], "operator": counter.office.operator}
        note = Note("replaced", old.language, facts)
        answers.send(counter.office, counter.tx, address.written, note, f"{playing.id}.{playing.table.n}", counter.now)


def end_match(counter: Counter, playing: Live, by: Facts, rest: str) -> Said:
    """The match is over: without a result, or with the points of this moment."""
    counted = fold(rest.replace(" ", "")) in COUNTED
    if rest and not counted:
        return refuse("end-how")
    stop(counter, playing)
    playing.remark("organiser", {**by, "act": "end", "counted": counted})
    result = points(counter, playing) if counted else None
    matches.finish(counter.tx, playing.id, "finished" if counted else "aborted", result, counter.now)
    return counter.say("done")


def points(counter: Counter, playing: Live, winner: Seat | None = None) -> list[Facts]:
    """The standing of this moment; whoever has given up is last, and whom the others let win is first."""
    standing = kernel.present(playing.table)
    ranked = standing if winner is None else with_first(standing, winner)
    return [msgspec.to_builtins(one) for one in with_last(ranked, tenures.resigned(counter.tx, playing.id))]


def stop(counter: Counter, playing: Live) -> None:
    """Nobody has to answer any more."""
    clock.end_all(counter.tx, playing.id, "void", counter.now)
    playing.clocks, playing.opened, playing.plans = [], {}, {seat: [] for seat in playing.plans}
    playing.row.think_from = playing.row.think_until = None


def announce(counter: Counter, playing: Live, by: Facts, rest: str) -> Said:
    """A sentence to everybody. It stands beside the log, so that it can be forgotten."""
    if not rest:
        return refuse("announce-what")
    author = counter.player.id if counter.player is not None else None
    press.announce(counter.tx, playing.id, author, rest, counter.now)
    playing.remark("organiser", {**by, "act": "announce"}, text=rest)
    return counter.say("done")


ACTS: Mapping[str, Act] = {
    "pause": pause,
    "resume": resume,
    "extend": extend,
    "rollback": rollback,
    "act for": act_for,
    "replace": replace,
    "end match": end_match,
    "announce": announce,
}
"""The words of organisers."""


def handler(word: str) -> Handler:
    """The handler of a word: refuses whoever is no organiser, and a match that is over; may need a second organiser."""

    def handled(counter: Counter, rest: str) -> Said:
        playing = counter.live
        if playing is None:
            return refuse("which-match")
        by = chairs.number(counter.tx, playing.id, counter.player)
        if by is None:
            return refuse("no-organiser")
        if playing.row.status in OVER:
            return refuse("match-over")
        if seconding.wanted(playing, word):
            return seconding.ask(counter, playing, word, rest, by, state_of(playing))
        return ACTS[word](counter, playing, {"by": by}, rest)

    return handled


HANDLERS: Mapping[words.Meaning, Handler] = {word: handler(word) for word in words.ORGANISING}


def by_operator(office: Office, match: str, word: words.Meaning, rest: str, now: datetime) -> Said:
    """An act by command; everything that hangs on it is done, and everybody told."""
    with office.work.transaction() as tx:
        playing = live.load(tx, match)
        if playing is None:
            return refuse("not-running")
        if playing.row.think_until is not None and playing.row.status == "running":
            playing.move_on()
        asker = Asker("en", playing.game, playing.table, 0, playing.names())
        said = HANDLERS[word](Counter(office, tx, asker, None, playing, now), rest)
        if not isinstance(said, Refusal):
            settle(office, tx, playing, reports.Telling(cause=f"o{playing.last}"), now)
        return said


def seconded(office: Office, tx: Session, asked: Facts, number: int, now: datetime) -> tuple[Live | None, Said]:
    """A second organiser agrees: what the first asked for is done now."""
    playing = live.load(tx, str(asked["match"]))
    if playing is None or playing.row.status in OVER:
        return None, refuse("match-over")
    first = people.get(tx, int(str(asked["player"]))) if asked["player"] is not None else None
    asker = Asker(first.language if first is not None else "en", playing.game, playing.table, 0, playing.names())
    by: Facts = {"by": asked["by"], "second": number}
    said = ACTS[str(asked["word"])](Counter(office, tx, asker, first, playing, now), playing, by, str(asked["rest"]))
    if not isinstance(said, Refusal):
        settle(office, tx, playing, reports.Telling(cause=f"o{playing.last}"), now)
    return playing, said


def settle(office: Office, tx: Session, playing: Live, telling: reports.Telling, now: datetime) -> None:
    """Bots and plans go on, the match is written down, and everybody told."""
    if playing.row.status == "running" and playing.row.think_until is None:
        playing.move_on()
    live.save(tx, playing, now)
    reports.tell_all(office, tx, playing, telling, now)
