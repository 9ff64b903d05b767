"""Those who watch: they see what everybody may see, some time later, and are no part of the match.

What they are told is played again from the log up to the delay, so nothing of the present can reach them. Nobody
watches a match in which they have a seat. When a match is over, nothing is held back any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec
from msgspec import Raw
from sqlmodel import Session

from pbem import games
from pbem.engine import codec
from pbem.engine.game import Refusal, refuse
from pbem.engine.orders import fold
from pbem.mail.compose import Envelope, compose
from pbem.mail.render import Speaker
from pbem.service import archive, course, live, reports
from pbem.service.counter import Counter
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.store import log, matches, observers, people, post, tables
from pbem.store.around import Observer, Often
from pbem.store.matches import OVER

DELAY = timedelta(days=1)
"""How much later than the players observers know, unless the match says otherwise."""
MOST = 20
"""Matches that one person watches at a time."""
BATCH = 50
SHORTEST = 4
"""Letters of the name of a match that must be given."""
ALONE = "none"
"""What a match says whose players want to be alone."""
OFTEN: dict[str, Often] = {"every": "every", "jeden": "every", "daily": "daily", "taeglich": "daily"}
OFF = ("off", "aus", "stop", "stopp")
THREAD = 10
"""Earlier mails that a mail of the archive refers to."""


def observe(counter: Counter, rest: str) -> str | Refusal:
    """`observe 3f2a`, `observe 3f2a every`, `observe 3f2a off`; `observe` alone lists what one watches."""
    player, (name, *how) = counter.player, [*rest.split(), ""]
    if player is None:
        return ""
    if not name:
        return listed(counter, player)
    found = [row for row in matches.beginning(counter.tx, name) if visible(row)]
    if len(found) != 1 or len(name) < SHORTEST:
        return refuse("no-such-match", name=name)
    if fold(how[0]) in OFF:
        observers.stop(counter.tx, found[0].id, player.id or 0)
        return counter.say("observed_no_more", match=found[0].id[:6])
    return unwelcome(counter, found[0], player) or watched(counter, found[0], player, fold(how[0]))


def watched(counter: Counter, match: tables.Match, player: tables.Player, how: str) -> str:
    """Somebody watches a match from now on."""
    row = observers.get(counter.tx, match.id, player.id or 0)
    often = OFTEN.get(how, row.reports if row is not None else "daily")
    observers.watch(counter.tx, match.id, player.id or 0, often, counter.now)
    hours = delay(match).total_seconds() / 3600
    return counter.say("observing", match=match.id[:6], title=games.game(match.game).title, often=often, hours=hours)


def visible(row: tables.Match) -> bool:
    """Whether there is something to see: the match has begun, and is no tutorial."""
    return row.started is not None and course.of(row) is None


def unwelcome(counter: Counter, row: tables.Match, player: tables.Player) -> Refusal | None:
    """Why somebody may not watch a match."""
    if any(seat.player == player.id for seat in matches.seats(counter.tx, row.id)):
        return refuse("observe-own-match")
    if row.settings.get("watch") == ALONE:
        return refuse("observe-nobody")
    if (
        observers.get(counter.tx, row.id, player.id or 0) is None
        and observers.count(counter.tx, player.id or 0) >= MOST
    ):
        return refuse("observe-too-many", most=MOST)
    return None


def listed(counter: Counter, player: tables.Player) -> str:
    """What somebody watches."""
    rows = observers.watched_by(counter.tx, player.id or 0)
    facts = [{"match": row.id[:6], "title": games.game(row.game).title, "status": row.status} for row in rows]
    return counter.say("observed", matches=facts)


def delay(row: tables.Match) -> timedelta:
    """How much later observers know."""
    wanted = row.settings.get("watch")
    return timedelta(seconds=float(wanted)) if isinstance(wanted, int | float) else DELAY


def report_all(office: Office, now: datetime) -> int:
    """Queues the reports that are due to observers; tells to how many."""
    with office.work.reading() as tx:
        due = observers.due(tx, now, BATCH)
    for match, player in due:
        with office.work.transaction() as tx:
            row = observers.get(tx, match, player)
            if row is not None and row.next_report is not None and row.next_report <= now:
                report_to(office, tx, row, now)
            office.point("observers.reporting")
        office.point("observers.reported")
    return len(due)


def report_to(office: Office, tx: Session, row: Observer, now: datetime) -> None:
    """What is new to one observer, if anything is; nothing more once they have seen the end."""
    match = tx.get_one(tables.Match, row.match)
    until = last_known(tx, match, now)
    address, player = people.mail_address(tx, row.player), people.get(tx, row.player)
    if until > row.told and address is not None and player is not None:
        playing = live.replayed(tx, match, until)
        queue(office, tx, playing, (row, player, address), now)
    over = match.status in OVER and until >= log.last(tx, row.match)
    observers.told(tx, row, max(until, row.told), None if over else following(row, player, now))


def last_known(tx: Session, match: tables.Match, now: datetime) -> int:
    """The last entry that observers may know; all of them when the match is over."""
    if match.status in OVER:
        return log.last(tx, match.id)
    seen = [one.n for one in log.load(tx, match.id) if one.at <= now - delay(match)]
    return max(seen, default=-1)


def following(row: Observer, player: tables.Player | None, now: datetime) -> datetime:
    """When an observer is told again: once a day at their hour, or as soon as there may be something."""
    if row.reports == "every" or player is None:
        return now + timedelta(hours=1)
    return reports.next_evening(now, player)


Reader = tuple[Observer, tables.Player, tables.Address]


def queue(office: Office, tx: Session, playing: Live, reader: Reader, now: datetime) -> None:
    """Puts a report without a seat into the outbox."""
    row, player, address = reader
    frozen = freeze(tx, playing, row, player)
    mail = post.NewMail(
        message_id=f"<watch.{playing.id}.{player.id}.{playing.last}@{office.domain}>",
        recipient=address.written,
        kind="watch",
        facts=msgspec.json.encode(frozen),
        not_before=now,
        player=player.id,
        match=playing.id,
        since=row.told + 1,
        n=playing.last,
    )
    if not post.known(tx, mail.message_id):
        post.queue(tx, mail, now)


def freeze(tx: Session, playing: Live, row: Observer, player: tables.Player) -> reports.Frozen:
    """The facts of a report for somebody without a seat, from the table as it was."""
    names = archive.names(tx, playing.id)
    new = [one for one, n in zip(playing.news, playing.numbers, strict=True) if n > row.told]
    facts = reports.report(playing.table, None, new, names, playing.id, player.language)
    return reports.Frozen(
        game=facts.game,
        lang=player.language,
        zone=player.zone,
        names=names,
        seat=None,
        n=playing.last,
        view=Raw(codec.encode(facts.view)),
        news=[Raw(codec.encode(event)) for event in facts.news],
        pending=list(facts.pending),
        menu=facts.menu,
        result=list(facts.result) if facts.result is not None else None,
        receipt=[],
        why="news" if facts.result is None else "end",
        silence="",
        checkpoint=playing.checkpoint,
        token="",
        acts=[dict(one.facts) for one in playing.acts],
    )


def mailed(office: Office, tx: Session, match: tables.Match, lang: str) -> Iterator[bytes]:
    """A finished match as mails to nobody in particular, one for each entry that everybody could see."""
    names, thread = archive.names(tx, match.id), list[str]()
    whole = live.replayed(tx, match)
    told = 0
    for entry in log.load(tx, match.id):
        new = [one for one, n in zip(whole.news, whole.numbers, strict=True) if told <= n <= entry.n]
        if not any(one.reaches(None) for one in new):
            continue
        told = entry.n + 1
        then = live.replayed(tx, match, entry.n)
        facts = reports.report(then.table, None, new, names, match.id, lang)
        words = Speaker(facts.game, then.game.names, lang, names).letter(facts)
        envelope = Envelope(
            message_id=f"<{match.id}.{entry.n}.{lang}@{office.domain}>",
            sender=f"pbem <{office.address}>",
            recipient=office.address,
            reply_to=office.address,
            subject=words.subject,
            date=entry.at,
            in_reply_to=thread[-1] if thread else None,
            references=tuple(thread[-THREAD:]),
            headers=(("Auto-Submitted", "auto-generated"), ("X-Pbem-Match", match.id), ("X-Pbem-State", str(entry.n))),
            language=lang,
        )
        thread.append(envelope.message_id)
        yield compose(envelope, words.text, words.html)
