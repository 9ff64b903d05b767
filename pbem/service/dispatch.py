"""Letters out: rendered once, after what caused them; sent until they are accepted; then their clocks start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from msgspec import Struct
from sqlmodel import Session

from pbem import games
from pbem.engine import codec
from pbem.mail.compose import Envelope, File, compose
from pbem.mail.notes import Note, note
from pbem.mail.quoting import fence_line
from pbem.mail.render import Speaker
from pbem.mail.smtp import Accepted, Deferred, Refused, Sent
from pbem.service import clock, reach, reminders, reports
from pbem.service.answers import CONFIRM
from pbem.service.office import Office
from pbem.store import clock as clock_rows
from pbem.store import notices, people, post, tables

BATCH = 50
ON_THE_WAY = timedelta(minutes=10)
"""How long a mail is thought to be on its way before it is tried again."""
PAUSES = (60, 300, 900, 1800, 3600)
"""Seconds until the next try, by the number of tries so far; then the last. Nothing is given up after fewer tries."""
THREAD = 10
"""How many earlier mails `References` names: the last ones, which chains all of them into one thread."""
AN_HOUR = timedelta(hours=1)
A_DAY = timedelta(days=1)
ASKING = ("confirm", "register", "name-taken", "address", "invited-stranger", "second", "forget", "offer")
"""Notes that are answered with a code, which the address to answer to brings along."""

Send = Callable[[str, str, bytes], Awaitable[Sent]]
Now = Callable[[], datetime]


class Ready(Struct, frozen=True):
    """A mail with its bytes, on its way."""

    id: int
    recipient: str
    raw: bytes
    about: post.Announced
    player: int | None


async def send_due(office: Office, send: Send, now: Now, enough: Callable[[], bool] = lambda: False) -> int:
    """Sends what is due, one batch; tells how many mails left the outbox, accepted or refused."""
    batch = take(office, now())
    office.point("dispatch.taken")
    results: list[tuple[Ready, Sent]] = []
    for mail in batch:
        result = await send(office.address, mail.recipient, mail.raw)
        office.point("dispatch.sent")
        results.append((mail, result))
        if enough():
            break
        if isinstance(result, Deferred) and result.server:
            results += [(left, result) for left in batch[len(results) :]]
            break
    write_down(office, results, now())
    office.point("dispatch.noted")
    return sum(not isinstance(result, Deferred) for _, result in results)


def take(office: Office, now: datetime) -> list[Ready]:
    """The mails that go out now, each with bytes that will never change. Rendering holds no lock."""
    with office.work.reading() as tx:
        rows = post.due(tx, now, BATCH)
        drafts = [(row.id or 0, row.rendered or draft(office, tx, row, now)) for row in rows]
    if not drafts:
        return []
    office.point("dispatch.rendered")
    with office.work.transaction() as tx:
        tickets = post.tickets(tx, [mail for mail, _ in drafts], now)
        waits = people.bouncing(tx)
        ready = [one for mail, raw in drafts if (one := taken(office, tx, tickets.get(mail), raw, waits, now))]
        post.take(tx, {one.id: one.raw for one in ready}, now + ON_THE_WAY)
        office.point("dispatch.taking")
    return ready


def draft(office: Office, tx: Session, row: tables.Outbox, now: datetime) -> bytes | Exception | None:
    """The bytes of a mail; none, if there is no need for it any more; or what went wrong: the others go out."""
    try:
        return rendered(office, tx, row, now)
    except Exception as error:  # noqa: BLE001  whatever it is, the others go out
        return error


def taken(
    office: Office,
    tx: Session,
    mail: post.Ticket | None,
    raw: bytes | Exception | None,
    waits: Mapping[int, tables.Address],
    now: datetime,
) -> Ready | None:
    """A mail that may go now: not overtaken meanwhile, not one too many for its reader, who can be reached."""
    if mail is None:
        return None
    if raw is None:
        post.withdrawn(tx, mail.id)
        return None
    if isinstance(raw, Exception):
        reason = f"{type(raw).__name__}: {raw}"
        post.deferred(tx, mail.id, now + AN_HOUR, reason)
        notices.add(tx, "no-words", str(mail.id), {"mail": mail.id, "kind": mail.kind, "reason": reason}, now)
        return None
    if too_much(office, tx, mail.recipient, now):
        post.postponed(tx, mail.id, now + AN_HOUR)
        return None
    address = waits.get(mail.player or 0)
    until = reach.not_before(tx, address, now) if address is not None else None
    if until is not None:
        post.postponed(tx, mail.id, until)
        return None
    return Ready(mail.id, mail.recipient, mail.rendered or raw, mail.about, mail.player)


def too_much(office: Office, tx: Session, recipient: str, now: datetime) -> bool:
    """Whether an address has got all the mail that it may get in an hour, or in a day; the operator is told."""
    for span, most, name in ((AN_HOUR, office.per_recipient, "an hour"), (A_DAY, office.per_day, "a day")):
        if post.accepted_since(tx, recipient, now - span) >= most:
            notices.add(tx, "too-much-mail", recipient, {name: most}, now)
            return True
    return False


def write_down(office: Office, results: Sequence[tuple[Ready, Sent]], now: datetime) -> None:
    """Writes down what became of a batch."""
    if not results:
        return
    with office.work.transaction() as tx:
        gone = [mail for mail, result in results if isinstance(result, Accepted)]
        post.accepted(tx, [mail.id for mail in gone], now)
        people.through(tx, [mail.player for mail in gone if mail.player is not None], now)
        for mail, result in results:
            noted(office, tx, mail, result, now)
        office.point("dispatch.noting")


def noted(office: Office, tx: Session, mail: Ready, result: Sent, now: datetime) -> None:
    """What became of one mail: its clock starts, it is tried again, or the operator is told."""
    match result:
        case Accepted():
            clock.started(office, tx, mail.about, now)
        case Deferred():
            row = tx.get_one(tables.Outbox, mail.id)
            if now - row.not_before > office.give_up and row.tries >= len(PAUSES):
                failed(office, tx, mail, f"given up: {result.reason}", now)
            else:
                pause = PAUSES[min(row.tries, len(PAUSES) - 1)]
                post.deferred(tx, mail.id, now + timedelta(seconds=pause), result.reason)
                held_up(tx, mail.about, now)
        case Refused():
            failed(office, tx, mail, result.reason, now)


def failed(office: Office, tx: Session, mail: Ready, reason: str, now: datetime) -> None:
    """Nobody will get this mail: its address is marked, the operator told, but not of mail to themselves."""
    row = post.failed(tx, mail.id, reason)
    held_up(tx, mail.about, now)
    address = people.mail_address(tx, row.player) if row.player is not None else None
    if address is not None:
        reach.came_back(office, tx, address, row, now)
    if row.recipient != office.operator:
        notices.add(tx, "undeliverable", row.recipient, {"reason": reason, "kind": row.kind}, now)


def held_up(tx: Session, about: post.Announced, now: datetime) -> None:
    """The clock of a decision cannot start yet, and the others may know it."""
    if about.match is not None and about.seat is not None and about.decision is not None:
        clock_rows.held_up(tx, about.match, about.seat, about.decision, now)


def rendered(office: Office, tx: Session, row: tables.Outbox, now: datetime) -> bytes | None:
    """The bytes of a mail; none, if there is no need for it any more."""
    if row.kind in ("report", "watch"):
        return letter_of_match(office, tx, row, now)
    facts = codec.decoder(Note).decode(row.facts)
    wanted = reminders.still_wanted(tx, facts, now) if row.kind == reminders.DIGEST else facts
    return letter_of_office(office, row, wanted, now) if wanted is not None else None


def letter_of_office(office: Office, row: tables.Outbox, facts: Note, now: datetime) -> bytes:
    """A letter that belongs to no match."""
    code = facts.facts.get("code") if facts.kind in ASKING else None
    token = f"{CONFIRM}{code}" if code else str(facts.facts.get("token", ""))
    reply_to = office.reply_to(token) if token else office.address
    subject, text, html = note(facts, reply_to)
    envelope = Envelope(
        message_id=row.message_id,
        sender=f"pbem <{office.address}>",
        recipient=row.recipient,
        reply_to=reply_to,
        subject=subject,
        date=now,
        headers=(("Auto-Submitted", "auto-replied"), *standing_headers(office, reply_to)),
        language=facts.lang,
    )
    file = facts.facts.get("file")
    return compose(envelope, text, html, File(**file) if isinstance(file, dict) else None)


def standing_headers(office: Office, reply_to: str) -> tuple[tuple[str, str], ...]:
    """What every mail of ours carries: so that no machine answers it, and people can leave by one letter."""
    return (
        ("List-Id", f"pbem <{office.address.replace('@', '.')}>"),
        ("List-Unsubscribe", f"<mailto:{reply_to}?subject=unsubscribe>"),
        ("X-Auto-Response-Suppress", "All"),
    )


@lru_cache(maxsize=BATCH)
def speaker(game: str, lang: str, names: tuple[str, ...]) -> Speaker:
    """Who writes the reports of a match; most mails of a batch go to the same few tables."""
    return Speaker(game, games.game(game).names, lang, names)


def letter_of_match(office: Office, tx: Session, row: tables.Outbox, now: datetime) -> bytes:
    """A report: one thread for each match and player."""
    kept = codec.decoder(reports.Frozen).decode(row.facts)
    reply_to = office.reply_to(kept.token) if kept.token else office.address
    facts = reports.thawed(kept, row, now, reply_to, fence_line(kept.token) if kept.token else "")
    words = speaker(kept.game, kept.lang, tuple(kept.names)).letter(facts)
    earlier = post.thread(tx, str(row.match), row.player or 0, THREAD)
    envelope = Envelope(
        message_id=row.message_id,
        sender=f"pbem <{office.address}>",
        recipient=row.recipient,
        reply_to=reply_to,
        subject=words.subject,
        date=now,
        in_reply_to=earlier[-1] if earlier else None,
        references=tuple(earlier),
        headers=(
            ("Auto-Submitted", "auto-replied" if kept.receipt else "auto-generated"),
            *standing_headers(office, reply_to),
            ("X-Pbem-Match", str(row.match)),
            ("X-Pbem-State", str(max(0, int(kept.checkpoint.partition(":")[0]) - 1))),
            ("X-Pbem-Checkpoint", kept.checkpoint),
        ),
        language=kept.lang,
    )
    return compose(envelope, words.text, words.html)
