"""What a player is told: news, the table as they may see it, what they can do; and when they are told.

A report is frozen when it is queued (view, news, list of moves) and becomes words later. A newer one takes the place of
an unsent one and tells its news, too. So there is at most one unsent report of a match to a player: what is not worth
a mail of its own waits in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Raw, Struct, structs
from sqlmodel import Session

from pbem import games
from pbem.engine import codec, kernel
from pbem.engine.game import News, Seat, Standing, Table
from pbem.mail.menu import Menu
from pbem.mail.render import Answer, Away, Clock, Report, Why
from pbem.mail.tokens import Place, message_id
from pbem.service import calendar, chairs, course, menus, plans, watches
from pbem.service.calendar import Calendar, Due
from pbem.service.live import Live
from pbem.service.menus import Listing
from pbem.service.office import Office
from pbem.store import matches, people, post, tables
from pbem.store.tables import Facts

DAY = timedelta(days=1)
NEVER = timedelta(days=10_000)
"""When somebody is told who wants only their turns: with the next of these, or at the end."""
EVENING = 18
"""The hour, in the player's zone, of a report that comes once a day, unless the player chose another."""


def report(
    t: Table[Any, Any],
    seat: Seat | None,
    news: Iterable[News],
    names: Sequence[str],
    match: str,
    lang: str,
    listed: Listing | None = None,
) -> Report:
    """The report for a seat, or a spectator, before it becomes words; the listing is made unless it is given."""
    if listed is None:
        listed = menus.listing(t, seat) if seat is not None else Listing()
    return Report(
        game=t.game.key,
        title=t.game.title,
        match=match,
        n=t.n,
        names=names,
        seat=seat,
        view=t.game.view(t, seat),
        news=[one.event for one in news if one.reaches(seat)],
        pending=t.pending.seats,
        menu=menus.shown(t, listed, lang),
        result=kernel.result(t),
    )


def asked(t: Table[Any, Any], seat: Seat) -> bool:
    """Whether the table waits for this seat."""
    return seat in t.pending.seats


class Frozen(Struct, frozen=True, kw_only=True):
    """A report as the outbox keeps it."""

    game: str
    lang: str
    zone: str
    names: list[str]
    seat: Seat | None
    """None: somebody who watches."""
    n: int
    view: Raw
    news: list[Raw]
    pending: list[Seat]
    menu: Menu
    result: list[Standing] | None
    receipt: list[Answer]
    why: Why
    silence: str
    calendar: Calendar | None = None
    """How the reader's time is counted, if they are asked."""
    wanted: datetime | None = None
    """When the time has passed, if the clock runs already."""
    left: float | None = None
    """Else how many seconds there are, from the moment at which the mail is accepted."""
    bank: float | None = None
    given: int = 0
    speed: str = ""
    clocks: list[Clock] = []
    away: list[Away] = []
    checkpoint: str
    token: str
    silent: list[Seat] = []
    lesson: dict[str, Any] | None = None
    plan: list[Answer] = []
    acts: list[dict[str, Any]] = []
    """What was done to the match."""
    press: list[dict[str, Any]] = []
    """What the others say to the reader."""
    think: datetime | None = None
    """Until when the reader may take back what they wrote."""
    paused: bool = False
    stands_in: str = ""
    """Why a bot plays for the reader; nothing: none does."""


def thawed(kept: Frozen, mail: tables.Outbox, now: datetime, reply_to: str, fence: str) -> Report:
    """The report again, ready to become words."""
    game = games.game(kept.game)
    due = due_of(kept, now)
    return Report(
        game=kept.game,
        title=game.title,
        match=str(mail.match),
        n=kept.n,
        names=kept.names,
        seat=kept.seat,
        view=codec.load_view(game, bytes(kept.view)),
        news=[codec.load_event(game, bytes(one)) for one in kept.news],
        pending=kept.pending,
        menu=kept.menu,
        result=kept.result,
        receipt=kept.receipt,
        plan=kept.plan,
        due=due.by if due is not None else None,
        final=due.final if due is not None and due.final != due.by else None,
        left=max((due.by - now).total_seconds(), 0) if due is not None else None,
        bank=kept.bank,
        increment=kept.calendar.speed.turn if kept.calendar is not None else 0,
        given=kept.given,
        speed=kept.speed,
        clocks=kept.clocks,
        away=kept.away,
        zone=kept.zone,
        silence=kept.silence,
        fence=fence,
        reply_to=reply_to,
        why=kept.why,
        silent=kept.silent,
        lesson=kept.lesson,
        acts=kept.acts,
        press=kept.press,
        think=kept.think if kept.think is not None and kept.think > now else None,
        paused=kept.paused,
        stands_in=kept.stands_in,
    )


def due_of(kept: Frozen, now: datetime) -> Due | None:
    """When the reader's answer is due, if their mail is accepted now."""
    if kept.calendar is None:
        return None
    if kept.wanted is not None:
        return calendar.ends(kept.calendar, kept.wanted)
    left = timedelta(seconds=kept.left) if kept.left is not None and kept.menu.entries else None
    return calendar.due(kept.calendar, now, left) if left is not None else None


class Telling(Struct, frozen=True, kw_only=True):
    """Why players are told now, and what one of them gets besides."""

    cause: str
    """Names the reason, the same whenever it is done again: two mails of one cause are one mail."""
    receipts: Mapping[Seat, Sequence[Answer]] = {}
    why: Why = "news"
    chairs: Mapping[int, Sequence[Facts]] = {}
    """What became of the letter of an organiser, by player."""
    hush: Seat | None = None
    """Who may think again: only they are told at once."""
    until: datetime | None = None
    """How long the others wait then."""
    lost: Sequence[tables.Outbox] = ()
    """Reports that did not arrive: what they told is told again."""


def tell_all(office: Office, tx: Session, live: Live, telling: Telling, now: datetime) -> None:
    """Queues what everybody is to be told of what happened since the match was read; also whom it made the next."""
    told = [seat for seat in range(len(live.people)) if live.news or live.acts or concerned(live, telling, seat)]
    tell_some(office, tx, live, told, telling, now)
    chairs.notify(office, tx, live, telling.chairs, telling.cause, now)


def concerned(live: Live, telling: Telling, seat: Seat) -> bool:
    """Whether a seat is told although there is no news: it wrote, is asked or spoken to, or its plan has spoken."""
    return seat in telling.receipts or seat in live.told or seat in live.press or live.just_asked(seat)


def tell(office: Office, tx: Session, live: Live, seat: Seat, telling: Telling, now: datetime) -> None:
    """Queues the report for one seat."""
    tell_some(office, tx, live, [seat], telling, now)


def tell_some(office: Office, tx: Session, live: Live, seats: Sequence[Seat], telling: Telling, now: datetime) -> None:
    """Queues the reports for these seats; what is queued already for one is told in the new one."""
    players = {seat: player for seat in seats if (player := live.people[seat]) is not None}
    ids = [player.id or 0 for player in players.values()]
    addresses = people.mail_addresses(tx, ids)
    watch = watches.see(office, tx, live, now)
    unsent = post.unsent(tx, live.id, ids, "report")
    for seat, player in players.items():
        if player.id in addresses:
            older = [row for row in unsent if row.player == player.id]
            queue(office, tx, live, Reader(seat, player, addresses[player.id], older, watch), telling, now)


class Reader(Struct, frozen=True):
    """Whom a report is for, and what they were not sent yet."""

    seat: Seat
    player: tables.Player
    address: tables.Address
    older: Sequence[tables.Outbox]
    watch: watches.Watch


def queue(office: Office, tx: Session, live: Live, reader: Reader, telling: Telling, now: datetime) -> None:
    """Queues a report in the place of what its reader was not sent yet."""
    seat, player, address, older, watch = structs.astuple(reader)
    kept = [codec.decoder(Frozen).decode(row.facts) for row in (*telling.lost, *older)]
    decision = live.opened.get(seat)
    place = Place(live.id, seat, live.last if decision is None else decision)
    since = live.seats[seat].since
    token = office.tokens.make(place, address.canonical, int(since.timestamp()))
    listed = menus.listing(live.table, seat)
    frozen = structs.replace(freeze(live, seat, token, telling, kept, listed), **watch.told(seat, player.language))
    mail = post.NewMail(
        message_id=fresh_id(tx, office, live, token, f"{telling.why[0]}{live.last}.{telling.cause}"),
        recipient=address.written,
        kind="report",
        facts=msgspec.json.encode(frozen),
        not_before=when(live, reader, telling, now),
        player=player.id,
        match=live.id,
        seat=seat,
        since=min(live.first, live.last),
        n=live.last,
        decision=decision,
    )
    post.supersede(tx, mail, older, now)
    if decision is not None and asked(live.table, seat):
        post.keep_list(tx, mail, menus.kept(live.table, listed))


def fresh_id(tx: Session, office: Office, live: Live, token: str, unique: str) -> str:
    """A Message-ID that the same cause gives again, and that no mail has yet: none can name an entry just made."""
    name = message_id(token, unique, office.domain)
    again = 1
    while live.last < live.first and post.known(tx, name):
        again += 1
        name = message_id(token, f"{unique}.{again}", office.domain)
    return name


def freeze(
    live: Live, seat: Seat, token: str, telling: Telling, older: Sequence[Frozen], listed: Listing | None = None
) -> Frozen:
    """The facts of a report, with the news and receipts of those that it takes the place of."""
    player = live.people[seat]
    assert player is not None, "a seat without a player gets no report"
    t = live.table
    facts = report(t, seat, live.news, live.names(), live.id, player.language, listed)
    if live.row.status in matches.OVER:
        standing = msgspec.convert(live.row.result, list[Standing] | None)
        facts = structs.replace(facts, pending=(), menu=Menu(), result=standing)
    waits = seat in facts.pending
    lesson = course.facts(live.row, t, seat, player.language) if live.row.status not in matches.OVER else None
    timed = waits and course.of(live.row) is None and live.row.status == "running"
    return Frozen(
        game=t.game.key,
        lang=player.language,
        zone=player.zone,
        names=list(facts.names),
        seat=seat,
        n=live.last,
        view=Raw(codec.encode(facts.view)),
        news=[one for old in older for one in old.news] + [Raw(codec.encode(event)) for event in facts.news],
        pending=list(facts.pending),
        menu=facts.menu,
        result=list(facts.result) if facts.result is not None else None,
        receipt=[one for old in older for one in old.receipt] + list(telling.receipts.get(seat, ())),
        why=why(live, seat, telling),
        silence=t.game.orders.write(live.silence(seat)[0], player.language) if timed else "",
        checkpoint=live.checkpoint,
        token=token,
        silent=list(dict.fromkeys([one for old in older for one in old.silent] + live.silent)),
        lesson=lesson,
        think=telling.until if telling.hush == seat else None,
        paused=live.row.status == "paused",
        stands_in=live.stands_in.get(seat, ""),
        acts=[*(one for old in older for one in old.acts), *(one.facts for one in live.acts)],
        press=[*(one for old in older for one in old.press), *live.press.get(seat, ())],
        plan=plans.merged([*(one for old in older for one in old.plan), *plans.told(live, seat, player.language)]),
    )


def why(live: Live, seat: Seat, telling: Telling) -> Why:
    """What a report is about, in the order in which it matters to its reader."""
    if not live.table.stack or live.row.status in matches.OVER:
        return "end"
    if telling.why in ("reminder", "last-call"):
        return telling.why
    if asked(live.table, seat):
        return "turn"
    return "receipt" if seat in telling.receipts else "press" if seat in live.press else "news"


def when(live: Live, reader: Reader, telling: Telling, now: datetime) -> datetime:
    """When a mail goes out: as early as the earliest of those that it replaces, but never before others may know."""
    earliest = min([moment(live, reader.seat, reader.player, telling, now), *(row.not_before for row in reader.older)])
    return earliest if telling.until is None or telling.hush == reader.seat else max(earliest, telling.until)


def moment(live: Live, seat: Seat, player: tables.Player, telling: Telling, now: datetime) -> datetime:
    """When a report goes out: what the player waits for at once, the rest when they want it."""
    first_or_last = live.first == 0 or not live.table.stack
    if seat in telling.receipts or seat in live.silent or first_or_last:
        return now
    idle = live.seats[seat].bot is not None and not live.acts and seat not in live.press
    if idle or (not people.wants_mail(player) and not asked(live.table, seat)):
        return now + NEVER
    if player.reports == "every":
        return now
    if player.reports == "daily":
        return next_evening(now, player)
    loud = bool(live.acts) or seat in live.press or any(one.reaches(seat) and one.event.milestone for one in live.news)
    return now if loud or asked(live.table, seat) else now + DAY


def next_evening(now: datetime, player: tables.Player) -> datetime:
    """The next time at which a player wants the report of the day."""
    hour = int(str(player.settings.get("hour", EVENING)))
    local = now.astimezone(ZoneInfo(player.zone))
    evening = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    return evening if evening > local else (evening + DAY).replace(hour=hour)
