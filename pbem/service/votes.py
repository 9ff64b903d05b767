"""The players decide together: to pause, to end, to replace, to play faster, to concede; and to forgive a time-out.

Whoever asks is for it. It is carried when all agree who play themselves and whom it is not about, lost with the
first who does not, and over after some days. What was carried is done as an organiser does it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from msgspec import Struct, structs
from sqlmodel import Session

from pbem.engine.errors import OrderError
from pbem.engine.game import Refusal, Seat, refuse
from pbem.engine.orders import fold
from pbem.service import dates, live, organising, reports, seating, speed
from pbem.service.asking import Asker
from pbem.service.clock import spared
from pbem.service.counter import Counter
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.store import matches, motions
from pbem.store.around import Motion
from pbem.store.matches import OVER
from pbem.store.tables import Facts

BATCH = 50
FORGIVE = "forgive"
BY: Facts = {"by": "vote"}
YES, NO = ("yes", "ja"), ("no", "nein")
SECRET = ("secret", "geheim")
KINDS = {
    "pause": ("pause", "pausiere", "pausieren"),
    "resume": ("resume", "fortsetzen", "weiter"),
    "end": ("end", "ende", "beenden", "abbruch"),
    "replace": ("replace", "ersetze", "ersetzen"),
    "speed": ("speed", "tempo"),
    "concede": ("concede", "sieg"),
}
"""What can be voted on, in both languages."""
ABOUT_SOMEBODY = ("replace", "concede", FORGIVE)

Said = str | Refusal


class Asked(Struct, frozen=True):
    """What somebody wants to have voted on."""

    kind: str
    facts: Facts = {}
    secret: bool = False


def vote(counter: Counter, rest: str) -> Said:
    """Asks for a vote, gives one, or tells what is voted on."""
    playing = counter.live
    if playing is None:
        return refuse("which-match")
    if playing.row.status in OVER:
        return refuse("match-over")
    seat = counter.asker.seat
    if seat in playing.stands_in:
        return refuse("bot-votes")
    first, *more = rest.split() or [""]
    if not first:
        return listed(counter, playing)
    if fold(first) in YES + NO:
        return ballot(counter, playing, "yes" if fold(first) in YES else "no", more)
    try:
        return propose(counter, playing, read(playing, rest))
    except OrderError as error:
        return error.refusal


def read(playing: Live, text: str) -> Asked:
    """What somebody typed behind `vote`."""
    first, _, rest = text.partition(" ")
    if fold(first) in SECRET:
        return structs.replace(read(playing, rest.strip()), secret=True)
    kind = next((kind for kind, forms in KINDS.items() if fold(first) in forms), "")
    rest = rest.strip()
    if kind in ABOUT_SOMEBODY:
        return Asked(kind, {"about": somebody(playing, rest)})
    if kind == "speed":
        return Asked(kind, {"speed": shorter(playing, rest)})
    if not kind or rest:
        raise OrderError(refuse("vote-how", word=text))
    if (kind == "resume") != (playing.row.status == "paused"):
        raise OrderError(refuse("not-paused" if kind == "resume" else "match-paused"))
    return Asked(kind)


def somebody(playing: Live, name: str) -> Seat:
    """Whom it is about."""
    seat = seating.seat_named(playing, name)
    if seat is None or playing.seats[seat].player is None:
        raise OrderError(refuse("nobody-here", name=name, names=playing.names()))
    return seat


def shorter(playing: Live, text: str) -> str:
    """A time for each decision that is shorter than now, as it is written."""
    span = dates.span(text)
    if span is None or not 0 < span.total_seconds() < speed.of(playing.row.clock).turn:
        raise OrderError(refuse("not-shorter", speed=speed.written(speed.of(playing.row.clock).turn)))
    return speed.written(span.total_seconds())


def voters(playing: Live, about: object = None) -> list[Seat]:
    """Who must agree: all who play themselves, but not whom it is about."""
    own = (one.number for one in playing.seats if one.player is not None and one.bot is None)
    return [seat for seat in own if seat != about]


def propose(counter: Counter, playing: Live, asked: Asked) -> Said:
    """A vote is opened; whoever asks has voted. With nobody else to ask, it is carried at once."""
    seat = counter.asker.seat
    if seat == asked.facts.get("about"):
        return refuse("not-about-yourself")
    if any(one.kind != FORGIVE for one in motions.open_in(counter.tx, playing.id)):
        return refuse("vote-is-open")
    closes = counter.now + counter.office.votes
    times = {"opened": counter.now, "closes": closes, "secret": asked.secret}
    motion = motions.make(counter.tx, playing.id, asked.kind, asked.facts, seat, **times)
    until = dates.in_utc(closes)
    who: Facts = {} if asked.secret else {"seat": seat}
    if voters(playing, asked.facts.get("about")) != [seat]:
        playing.remark("organiser", {"act": "motion", "what": asked.kind, **asked.facts, **who, "until": until})
    return decided(counter, playing, motion) or counter.say("vote_opened", until=until)


def ballot(counter: Counter, playing: Live, choice: str, more: list[str]) -> Said:
    """A vote."""
    found = [one for one in motions.open_in(counter.tx, playing.id) if one.kind != FORGIVE]
    if not found or more:
        return refuse("vote-how" if more else "no-vote", word=" ".join([choice, *more]))
    motion, seat = found[0], counter.asker.seat
    if seat not in voters(playing, motion.facts.get("about")):
        return refuse("vote-about-you")
    motions.cast(counter.tx, motion, seat, choice, counter.now)
    if choice == "no":
        close(counter.tx, playing, motion, "lost", {} if motion.secret else {"seat": seat})
    return decided(counter, playing, motion) or counter.say("vote_taken", choice=choice)


def decided(counter: Counter, playing: Live, motion: Motion) -> Said:
    """Does what all who must agree have agreed to; nothing: it is not decided yet."""
    if motion.state != "open" or set(voters(playing, motion.facts.get("about"))) - motions.for_it(counter.tx, motion):
        return ""
    said = CARRIED[motion.kind](counter, playing, motion)
    motions.close(counter.tx, motion, "void" if isinstance(said, Refusal) else "carried")
    return said


def close(tx: Session, playing: Live, motion: Motion, how: str, who: Facts) -> None:
    """It is not carried; all are told, but not of what was never announced."""
    motions.close(tx, motion, "lost" if how == "lost" else "expired")
    if motion.kind != FORGIVE:
        playing.remark("organiser", {"act": f"vote-{how}", "what": motion.kind, **motion.facts, **who})


def listed(counter: Counter, playing: Live) -> str:
    """What is voted on now."""
    rows = [one for one in motions.open_in(counter.tx, playing.id) if one.kind != FORGIVE]
    told = [
        {
            "what": one.kind,
            **one.facts,
            "until": dates.in_utc(one.closes),
            "waits": [] if one.secret else sorted(set(voters(playing, one.facts.get("about"))) - for_it),
        }
        for one in rows
        for for_it in [motions.for_it(counter.tx, one)]
    ]
    return counter.say("votes", motions=told)


def act(word: str, rest: str = "") -> Callable[[Counter, Live, Motion], Said]:
    """What organisers can do, too."""

    def done(counter: Counter, playing: Live, motion: Motion) -> Said:
        name = playing.names()[int(str(motion.facts["about"]))] if "about" in motion.facts else ""
        carried(playing, motion)
        return organising.ACTS[word](counter, playing, BY, rest.format(name=name))

    return done


def carried(playing: Live, motion: Motion) -> None:
    """All are told that they have agreed."""
    playing.remark("organiser", {"act": "vote-carried", "what": motion.kind, **motion.facts})


def faster(counter: Counter, playing: Live, motion: Motion) -> Said:
    """Each decision that is asked from now on has less time."""
    turn = dates.span(str(motion.facts["speed"]))
    assert turn is not None, "only a span of time is voted on"
    carried(playing, motion)
    playing.row.clock = {**playing.row.clock, "turn": turn.total_seconds()}
    return counter.say("done")


def concede(counter: Counter, playing: Live, motion: Motion) -> Said:
    """The match is over; one has won, the others follow as they stand."""
    winner = int(str(motion.facts["about"]))
    carried(playing, motion)
    organising.stop(counter, playing)
    playing.remark("organiser", {"act": "concede", "seat": winner})
    matches.finish(counter.tx, playing.id, "finished", organising.points(counter, playing, winner), counter.now)
    return counter.say("done")


def forgiven(counter: Counter, playing: Live, motion: Motion) -> Said:
    """A time-out does not count any more."""
    seat = int(str(motion.facts["about"]))
    row = motions.missed(counter.tx, playing.id, seat)
    if row is None:
        return refuse("nothing-to-forgive", name=playing.names()[seat])
    row.forgiven = counter.now
    playing.seats[seat].missed = max(0, playing.seats[seat].missed - 1)
    playing.remark("organiser", {"act": "forgive", "seat": seat})
    return counter.say("done")


CARRIED: Mapping[str, Callable[[Counter, Live, Motion], Said]] = {
    "pause": act("pause"),
    "resume": act("resume"),
    "end": act("end match"),
    "replace": act("replace", "{name} by bot"),
    "speed": faster,
    "concede": concede,
    FORGIVE: forgiven,
}
"""What is done when all agree."""


def forgive(counter: Counter, rest: str) -> Said:
    """One of those who must all forgive a time-out does so."""
    playing, seat = counter.live, counter.asker.seat
    if playing is None:
        return refuse("which-match")
    try:
        about = somebody(playing, rest)
    except OrderError as error:
        return error.refusal
    if about == seat or seat in playing.stands_in:
        return refuse("not-about-yourself" if about == seat else "bot-votes")
    row = motions.missed(counter.tx, playing.id, about)
    if row is None:
        return refuse("nothing-to-forgive", name=playing.names()[about])
    facts: Facts = {"about": about, "decision": row.decision}
    same = [one for one in motions.open_in(counter.tx, playing.id) if (one.kind, one.facts) == (FORGIVE, facts)]
    times = {"opened": counter.now, "closes": counter.now + counter.office.votes}
    motion = same[0] if same else motions.make(counter.tx, playing.id, FORGIVE, facts, seat, **times)
    motions.cast(counter.tx, motion, seat, "yes", counter.now)
    waits = set(voters(playing, about)) - motions.for_it(counter.tx, motion)
    return decided(counter, playing, motion) or counter.say(
        "forgiving", name=playing.names()[about], names=[playing.names()[one] for one in sorted(waits)]
    )


def mind(office: Office, now: datetime) -> int:
    """Closes the votes whose time is over; tells how many."""
    with office.work.reading() as tx:
        due = motions.due(tx, now, BATCH)
    for number, match in due:
        with spared(office, match, now), office.work.transaction() as tx:
            expire(office, tx, tx.get_one(Motion, number), now)
            office.point("votes.closing")
        office.point("votes.closed")
    return len(due)


def expire(office: Office, tx: Session, motion: Motion, now: datetime) -> None:
    """A vote is over: carried, if all have agreed who still play themselves; and all are told."""
    playing = live.load(tx, motion.match)
    if playing is None or playing.row.status in OVER:
        motions.close(tx, motion, "void")
        return
    counter = Counter(office, tx, Asker("en", playing.game, playing.table, 0, playing.names()), None, playing, now)
    if not decided(counter, playing, motion):
        close(tx, playing, motion, "expired", {})
    organising.settle(office, tx, playing, reports.Telling(cause=f"v{motion.id}"), now)
