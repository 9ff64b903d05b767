"""Begins a match: people are found or registered, the seed is committed to, the first reports go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct, structs
from sqlmodel import Session

from pbem import games
from pbem.audit.merkle import Tree
from pbem.engine import kernel
from pbem.engine.chance import Seeded, commitment, stream_key
from pbem.engine.data import canonical, corrected, effective
from pbem.engine.errors import BadSetup
from pbem.engine.game import Table
from pbem.engine.orders import LANGUAGES
from pbem.mail import address as addresses
from pbem.service import live, reports, silence
from pbem.service.entries import outcomes_of
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.service.speed import Speed, facts
from pbem.store import matches, people, tables
from pbem.store.log import Fact

NAME = 30
"""Characters of a player's name; a report has 72 columns."""


class Guest(Struct, frozen=True, kw_only=True):
    """Who is to sit at a table: a person with an address, or a bot."""

    name: str = ""
    address: str = ""
    language: str = ""
    bot: str = ""


class Invitation(Struct, frozen=True, kw_only=True):
    """A match to be."""

    game: str
    guests: Sequence[Guest]
    seed: bytes
    id: str
    options: Mapping[str, bool | int | str] = {}
    overrides: Mapping[str, Any] = {}
    speed: Speed | None = None
    """How time is counted; else the settings say it."""
    turn: timedelta | None = None
    reminders: tuple[timedelta, ...] | None = None
    settings: Mapping[str, object] = {}
    clock: Mapping[str, object] = {}
    """What is chosen besides the turn and the reminders."""
    organiser: int | None = None
    seating: Sequence[int] = ()
    """By seat the place among those who came in, if the seats were drawn."""


def begin(office: Office, invitation: Invitation, now: datetime) -> str:
    """Starts the match and tells everybody; returns its name."""
    with office.work.transaction() as tx:
        sitting = [seated(tx, guest, invitation.game, now) for guest in invitation.guests]
        if len({one.player for one in sitting if one.player}) < sum(one.player is not None for one in sitting):
            raise BadSetup("nobody can take two seats of one match")
        return start(office, tx, invitation, sitting, now)


def start(
    office: Office, tx: Session, invitation: Invitation, sitting: Sequence[matches.Sitting], now: datetime
) -> str:
    """Starts a match with these people and bots, and tells everybody; returns its name."""
    playing = opened(office, tx, invitation, sitting, now)
    playing.move_on()
    live.save(tx, playing, now)
    reports.tell_all(office, tx, playing, reports.Telling(cause="start"), now)
    return invitation.id


def seated(tx: Session, guest: Guest, key: str, now: datetime) -> matches.Sitting:
    """A guest as the store knows them."""
    if not guest.bot:
        return matches.Sitting(player=welcome(tx, guest, now).id)
    if guest.bot not in games.game(key).bots:
        raise BadSetup(f"there is no bot {guest.bot!r} for this game; there are: {', '.join(games.game(key).bots)}")
    return matches.Sitting(bot=guest.bot)


def welcome(tx: Session, guest: Guest, now: datetime) -> tables.Player:
    """The player of an address; a new one if nobody has it yet."""
    canonical_address = addresses.canonical(guest.address)
    if canonical_address is None:
        raise BadSetup(f"{guest.address!r} is no mail address; write NAME=anna@example.org")
    if guest.language not in ("", *LANGUAGES):
        raise BadSetup(f"languages are {', '.join(LANGUAGES)}, not {guest.language!r}")
    found = people.by_address(tx, canonical_address)
    if found is not None:
        return found.player
    if not 1 <= len(guest.name) <= NAME or not guest.name.isprintable():
        raise BadSetup(f"{guest.name!r} is no name for a player: 1 to {NAME} letters")
    if people.by_name(tx, guest.name) is not None:
        raise BadSetup(f"there is a player {guest.name} with another address already; choose another name")
    new = people.NewPlayer(name=guest.name, language=guest.language or LANGUAGES[0], state="active")
    player = people.add(tx, new, now)
    people.add_address(tx, player.id or 0, canonical_address, guest.address, now)
    people.confirm_address(tx, canonical_address, now)
    return player


def opened(
    office: Office, tx: Session, invitation: Invitation, sitting: Sequence[matches.Sitting], now: datetime
) -> Live:
    """The match with its first entry: what was committed to before anything fell, and what fell then."""
    entropy = [one.entropy for one in sitting]
    table = set_up(invitation, entropy)
    row = matches.get(tx, invitation.id)
    if row is None:
        row = announced(office, tx, invitation, table, sitting, now)
    else:
        keep_numbers(tx, invitation, table, now)
    seat_all(tx, row, table, sitting, now)
    promise = commitment(invitation.seed, invitation.id, 0)
    mixed = tuple(part.hex() for part in entropy)
    matches.mix(tx, row.id, 0, mixed)
    matches.begin(tx, row.id, now)
    playing = Live(row, table, Tree(), Tree().checkpoint())
    playing.seed = invitation.seed
    playing.seats = matches.seats(tx, row.id)
    playing.people = [people.get(tx, one.player) if one.player is not None else None for one in sitting]
    playing.opened = dict.fromkeys(table.pending.seats, 0)
    playing.news = list(table.news)
    drawn = {"seating": list(invitation.seating)} if invitation.seating else {}
    playing.facts = [Fact("start", first_facts(table, promise, mixed) | drawn)]
    return playing


def set_up(invitation: Invitation, entropy: Sequence[bytes]) -> Table[Any, Any]:
    """The table as the seed makes it."""
    key = stream_key(invitation.seed, invitation.id, 0, entropy)
    game = games.game(invitation.game)
    return kernel.start(game, len(entropy), Seeded(key), invitation.options, invitation.overrides)


def keep_numbers(tx: Session, invitation: Invitation, table: Table[Any, Any], now: datetime) -> None:
    """The printed numbers with which the match is played."""
    game = table.game
    raw = corrected(game.raw_data(), invitation.overrides, game.key)
    data = effective(game, invitation.overrides)
    matches.keep_data(tx, data.fingerprint, game.key, canonical(raw), data.overrides, now)


def announce(
    office: Office, tx: Session, invitation: Invitation, sitting: Sequence[matches.Sitting], now: datetime
) -> tables.Match:
    """A match that does not begin yet: what was chosen for it can be played, and its seed is committed to."""
    return announced(office, tx, invitation, set_up(invitation, [b"" for _ in sitting]), sitting, now)


def announced(
    office: Office,
    tx: Session,
    invitation: Invitation,
    table: Table[Any, Any],
    sitting: Sequence[matches.Sitting],
    now: datetime,
) -> tables.Match:
    """The row of the match, its seats, and the promise of its seed: before anything is drawn from it."""
    keep_numbers(tx, invitation, table, now)
    row = matches.create(tx, new_match(office, invitation, table), sitting, now)
    promise = commitment(invitation.seed, invitation.id, 0)
    matches.open_epoch(tx, row.id, matches.OpenedEpoch(0, 0, promise, invitation.seed, ()), now)
    return row


def seat_all(
    tx: Session, row: tables.Match, table: Table[Any, Any], sitting: Sequence[matches.Sitting], now: datetime
) -> None:
    """Everybody takes the seat in which they play; the rules and numbers are those of this moment."""
    row.rules, row.data, row.options = table.rules, table.data.fingerprint, dict(table.options)
    for number, who in enumerate(sitting):
        matches.sit(tx, row.id, number, who, now)


def new_match(office: Office, invitation: Invitation, table: Any) -> matches.NewMatch:
    """The row of the match."""
    return matches.NewMatch(
        id=invitation.id,
        game=table.game.key,
        rules=table.rules,
        data=table.data.fingerprint,
        options=dict(table.options),
        clock=facts(clock_of(office, invitation)) | dict(invitation.clock),
        settings={**({"silence": office.silence} if office.silence != silence.TIMES else {}), **invitation.settings},
        organiser=invitation.organiser,
    )


def clock_of(office: Office, invitation: Invitation) -> Speed:
    """How time is counted in a match."""
    turn = office.turn if invitation.turn is None else invitation.turn
    chosen = invitation.speed or Speed(turn=turn.total_seconds())
    if invitation.reminders is None:
        return chosen
    return structs.replace(chosen, reminders=tuple(one.total_seconds() for one in invitation.reminders))


def first_facts(table: Any, promise: str, entropy: Sequence[str]) -> dict[str, object]:
    """What the log begins with: seat numbers, never a name."""
    facts: dict[str, object] = {
        "order": "start",
        "game": table.game.key,
        "rules": table.rules,
        "options": dict(table.options),
        "data": table.data.fingerprint,
        "seats": table.seats,
        "commitment": promise,
        "entropy": list(entropy),
        "outcomes": outcomes_of(table),
    }
    if any(outcome.to is not None for outcome in table.outcomes):
        facts["veil"] = "hidden"
    return facts
