"""Talk at the table: to one, some or all, as far as the match allows; diaries; who is not heard; complaints.

What is said travels in the reports of those who are to hear it, in our words and from our address: nobody learns the
address of anybody. Spectators hear nothing. A diary is its author's alone until the match is over, then everybody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

from msgspec import Struct

from pbem.engine.errors import Illegal
from pbem.engine.game import Refusal, Seat, refuse
from pbem.engine.orders import fold
from pbem.mail.notes import Note
from pbem.service import answers
from pbem.service.counter import Counter
from pbem.service.live import Live
from pbem.service.words import WORDS
from pbem.store import organisers, people
from pbem.store import press as kept
from pbem.store.matches import OVER

LONGEST = 2000
"""Characters of one message."""
PER_DAY = 20
"""Messages and diary entries of a seat in a day."""
EVIDENCE = 5
"""How many of the last messages go with a complaint."""
A_DAY = timedelta(days=1)
ALL = ("all", "everybody", "everyone", "alle")
ORGANISER = ("organiser", "organizer", "spielleiter", "spielleiterin", "spielleitung")
OFF = ("off", "aus")
ADDRESSED = re.compile(
    r"(?P<anonymous>anonym(?:ous|ously)?)?\s*(?:(?:to|an)\s+(?P<whom>[^:\n]{1,200}?))?\s*:\s*", re.IGNORECASE
)
WANTS_COLON = re.compile(r"(?:anonym(?:ous|ously)?|to|an)\s[^:]*$", re.IGNORECASE)
BETWEEN = re.compile(r"\s*,\s*|\s+(?:and|und|&)\s+", re.IGNORECASE)
BLOCK = re.compile(r"\s*(?P<word>\w+)\b.*:\s*", re.DOTALL)
CONTROL = re.compile(r"[^\S\n]+|[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class Message(Struct, frozen=True):
    """What somebody wants to say, and to whom."""

    body: str
    to: tuple[Seat, ...] | None = None
    """None: all."""
    anonymous: bool = False
    organiser: bool = False


def gathered(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines of a letter; those behind a `press …:` or `diary:` with nothing after the colon belong to it."""
    return tuple(blocks(list(lines)))


def blocks(lines: list[str]) -> Iterator[str]:
    """Line by line; a block ends with `end`, or with the letter."""
    while lines:
        line = lines.pop(0)
        if opens_block(line):
            block = []
            while lines and fold(lines[0]) not in ("end", "ende"):
                block.append(lines.pop(0))
            del lines[:1]
            line = "\n".join([line, *block])
        yield line


def opens_block(line: str) -> bool:
    """Whether what follows in the letter is said, and no order."""
    found = BLOCK.fullmatch(line)
    said = [form for word in WORDS if word.verbatim for form in word.forms()]
    return found is not None and fold(found["word"]) in said


def speak(counter: Counter, rest: str) -> str | Refusal:
    """`press to Bert: …`: those who are to hear it read it in their next report."""
    live = counter.live
    if live is None:
        return refuse("only-at-a-table", word="press")
    try:
        message = understood(live, counter.asker.seat, rest)
        lawful(counter, live, message)
    except Illegal as error:
        return error.refusal
    seat, player = counter.asker.seat, counter.player
    said = kept.Said(
        match=live.id,
        kind="press",
        body=message.body,
        seat=seat,
        player=player.id if player else None,
        to=message.to,
        anonymous=message.anonymous,
    )
    kept.keep(counter.tx, said, counter.now)
    if message.organiser:
        to_organisers(counter, live, "press-to-organiser", [message.body])
        return counter.say("press_to_organiser")
    heard = list(deliver(counter, live, message))
    return counter.say("press_sent", names=[counter.asker.names[one] for one in heard], everybody=message.to is None)


def understood(live: Live, seat: Seat, rest: str) -> Message:
    """To whom a message goes, and what it says."""
    head = ADDRESSED.match(rest)
    if head is None and WANTS_COLON.match(rest):
        raise Illegal(refuse("press-colon"))
    body = cleaned(rest[head.end() :] if head else rest)
    anonymous = head is not None and head["anonymous"] is not None
    whom = BETWEEN.split(head["whom"]) if head is not None and head["whom"] else []
    if not whom or any(fold(name) in ALL for name in whom):
        return Message(body, None, anonymous)
    if fold(whom[0]) in ORGANISER:
        return Message(body, (), anonymous, organiser=True)
    return Message(body, tuple(dict.fromkeys(named(live, seat, name) for name in whom)), anonymous)


def cleaned(text: str) -> str:
    """What can be shown, line by line."""
    lines = (CONTROL.sub(" ", line).strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def named(live: Live, seat: Seat, name: str) -> Seat:
    """The seat of somebody else at the table, by the beginning of their name."""
    names = [fold(one) for one in live.names()]
    others = [one for one in range(len(names)) if one != seat]
    begun = [one for one in others if names[one].startswith(fold(name))]
    found = [one for one in begun if names[one] == fold(name)] or begun
    if len(found) != 1:
        raise Illegal(refuse("nobody-called-so", name=name, others=others))
    return found[0]


def lawful(counter: Counter, live: Live, message: Message) -> None:
    """What the match allows; none of it concerns the organiser, who may always be asked."""
    law = str(live.row.settings.get("press", "all"))
    if not message.body:
        raise Illegal(refuse("press-empty"))
    if len(message.body) > LONGEST:
        raise Illegal(refuse("press-too-long", count=len(message.body), most=LONGEST))
    if kept.count_since(counter.tx, live.id, counter.asker.seat, counter.now - A_DAY) >= PER_DAY:
        raise Illegal(refuse("press-too-often", most=PER_DAY))
    if message.organiser:
        return
    if law == "none" and live.row.status not in OVER:
        raise Illegal(refuse("press-none"))
    if law == "public" and message.to is not None and live.row.status not in OVER:
        raise Illegal(refuse("press-public-only"))
    if message.anonymous and not live.row.settings.get("anonymous"):
        raise Illegal(refuse("press-not-anonymous"))
    if not any(live.seats[one].bot is None for one in hearers(live, counter.asker.seat, message)):
        raise Illegal(refuse("press-to-bots"))


def hearers(live: Live, seat: Seat, message: Message) -> Sequence[Seat]:
    """Whom a message is for."""
    others = [one for one in range(len(live.seats)) if one != seat]
    return others if message.to is None else [one for one in others if one in message.to]


def deliver(counter: Counter, live: Live, message: Message) -> Iterator[Seat]:
    """Puts it into the reports of those who hear it; names them. Who is muted is not told so."""
    silent, seat = kept.muted(counter.tx, live.id), counter.asker.seat
    facts: dict[str, object] = {
        "from": None if message.anonymous else seat,
        "to": None if message.to is None else list(message.to),
        "text": message.body.splitlines(),
    }
    for one in hearers(live, seat, message):
        player = live.people[one]
        if player is not None and (player.id or 0, seat) not in silent:
            live.press.setdefault(one, []).append(facts)
        yield one


def diary(counter: Counter, rest: str) -> str | Refusal:
    """Writes into the own diary, or shows it; after the end, all of them."""
    live, seat = counter.live, counter.asker.seat
    if live is None:
        return refuse("only-at-a-table", word="diary")
    body = cleaned(rest.removeprefix(":"))
    if not body:
        everybody = live.row.status in OVER
        rows = kept.diary(counter.tx, live.id, None if everybody else seat)
        entries = [{"name": counter.asker.names[one.seat or 0], "at": one.at, "body": one.body} for one in rows]
        return counter.say("diary", entries=entries, everybody=everybody, zone=zone(counter))
    try:
        lawful(counter, live, Message(body, (), organiser=True))
    except Illegal as error:
        return error.refusal
    author = counter.player.id if counter.player else None
    kept.keep(counter.tx, kept.Said(match=live.id, kind="diary", body=body, seat=seat, player=author), counter.now)
    return counter.say("diary_kept")


def zone(counter: Counter) -> str:
    """Where the reader lives."""
    return counter.player.zone if counter.player else "UTC"


def mute(counter: Counter, rest: str) -> str | Refusal:
    """`mute Bert`: their press is not delivered to me; `mute Bert off`: it is again; `mute`: who is muted."""
    live, player = counter.live, counter.player
    if live is None or player is None:
        return refuse("only-at-a-table", word="mute")
    typed = rest.split()
    ends = bool(typed) and fold(typed[-1]) in OFF
    try:
        seats = [named(live, counter.asker.seat, " ".join(typed[:-1] if ends else typed))] if typed else []
    except Illegal as error:
        return error.refusal
    for seat in seats:
        if ends:
            kept.unmute(counter.tx, live.id, player.id or 0, seat)
        else:
            kept.mute(counter.tx, live.id, player.id or 0, seat, counter.now)
    muted = sorted(seat for who, seat in kept.muted(counter.tx, live.id) if who == player.id)
    return counter.say("muted", names=[counter.asker.names[one] for one in muted])


def complain(counter: Counter, rest: str) -> str | Refusal:
    """`report Bert: …`: the organiser reads the complaint, and what that player said last to its author."""
    live, seat = counter.live, counter.asker.seat
    if live is None:
        return refuse("only-at-a-table", word="report")
    name, _, why = rest.partition(":")
    try:
        about = named(live, seat, name.strip())
    except Illegal as error:
        return error.refusal
    if not cleaned(why):
        return refuse("complaint-without-reason", name=counter.asker.names[about])
    heard = [one for one in kept.last_by(counter.tx, live.id, about, EVIDENCE) if one.to is None or seat in one.to]
    facts = [cleaned(why), *(f"{counter.asker.names[about]}: {one.body}" for one in heard if not one.anonymous)]
    to_organisers(counter, live, "complaint", facts, about=counter.asker.names[about])
    return counter.say("complaint_sent", name=counter.asker.names[about])


def to_organisers(counter: Counter, live: Live, kind: str, said: Sequence[str], **more: object) -> None:
    """A note to the organisers of the match; where there is none, to the operator."""
    readers = [
        (found.written, player.language)
        for _, player in organisers.of_match(counter.tx, live.id)
        if (found := people.mail_address(counter.tx, player.id or 0)) is not None
    ]
    for address, lang in readers or [(counter.office.operator, "en")]:
        if address:
            facts: dict[str, object] = {
                "match": live.id,
                "title": live.game.title,
                "author": counter.asker.names[counter.asker.seat],
                "said": [line for one in said for line in one.splitlines()],
            }
            cause = f"{live.id}.{counter.asker.seat}.{counter.now.timestamp()}"
            answers.send(counter.office, counter.tx, address, Note(kind, lang, facts | more), cause, counter.now)
