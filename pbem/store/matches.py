"""Matches, who sits at them, their seeds and their data."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import bindparam
from sqlmodel import Session, col, func, select

from pbem.store.around import Tenure
from pbem.store.tables import DataSet, Epoch, Facts, Match, MatchStatus, Player, Seat

OVER: tuple[MatchStatus, ...] = ("finished", "aborted")

GET = select(Match).where(col(Match.id) == bindparam("match"))
HOLD = GET.with_for_update()
SEAT = select(Seat).where(col(Seat.match) == bindparam("match"), col(Seat.number) == bindparam("number"))
SEATED = (
    select(Seat, Player)
    .join(Player, col(Player.id) == col(Seat.player), isouter=True)
    .where(col(Seat.match) == bindparam("match"))
    .order_by(col(Seat.number))
)
EPOCHS = select(Epoch).where(col(Epoch.match) == bindparam("match")).order_by(col(Epoch.number))


class NewMatch(Struct, frozen=True, kw_only=True):
    """What a match begins with."""

    id: str
    game: str
    rules: int
    data: str
    options: Facts = {}
    clock: Facts = {}
    settings: Facts = {}
    organiser: int | None = None


class Sitting(Struct, frozen=True):
    """Who takes a seat: a player, a bot, or nobody yet."""

    player: int | None = None
    bot: str | None = None
    entropy: bytes = b""


def new_id() -> str:
    """A name for a match that nobody can guess."""
    return secrets.token_hex(8)


def keep_data(tx: Session, fingerprint: str, game: str, body: bytes, overrides: Facts, now: datetime) -> None:
    """Keeps a data set under its fingerprint, if it is new."""
    if tx.get(DataSet, fingerprint) is None:
        tx.add(DataSet(fingerprint=fingerprint, game=game, body=body, overrides=overrides, kept=now))
        tx.flush()


def data_set(tx: Session, fingerprint: str) -> DataSet | None:
    """A data set."""
    return tx.get(DataSet, fingerprint)


def create(tx: Session, new: NewMatch, sitting: Sequence[Sitting], now: datetime) -> Match:
    """A match with its seats, not yet begun."""
    match = Match(
        id=new.id,
        game=new.game,
        rules=new.rules,
        data=new.data,
        options=dict(new.options),
        clock=dict(new.clock),
        settings=dict(new.settings),
        organiser=new.organiser,
        created=now,
    )
    tx.add(match)
    tx.flush()
    for number, who in enumerate(sitting):
        tx.add(Seat(match=new.id, number=number, player=who.player, bot=who.bot, entropy=who.entropy, since=now))
    tx.flush()
    return match


def get(tx: Session, match: str) -> Match | None:
    """A match."""
    return tx.exec(GET, params={"match": match}).first()


def beginning(tx: Session, name: str) -> list[Match]:
    """The matches whose name begins so."""
    query = select(Match).where(col(Match.id).startswith(name.lower(), autoescape=True)).order_by(col(Match.id))
    return list(tx.exec(query.limit(9)))


def hold(tx: Session, match: str) -> Match | None:
    """A match, locked until the transaction ends; SQLite has locked everything already."""
    return tx.exec(HOLD, params={"match": match}).first()


def begin(tx: Session, match: str, now: datetime) -> None:
    """The match runs, and its log begins with those who sit there now."""
    row = tx.get_one(Match, match)
    row.status, row.started = "running", now
    for seat in seats(tx, match):
        tx.add(Tenure(match=match, seat=seat.number, from_n=0, player=seat.player, bot=seat.bot))
    tx.flush()


def finish(tx: Session, match: str, status: MatchStatus, result: list[Facts] | None, now: datetime) -> None:
    """The match is over, with a result or without."""
    row = tx.get_one(Match, match)
    row.status, row.result, row.ended = status, result, now
    tx.flush()


def set_status(tx: Session, match: str, status: MatchStatus) -> None:
    """Pauses, holds or continues a match."""
    tx.get_one(Match, match).status = status
    tx.flush()


def listed(tx: Session, *statuses: MatchStatus) -> list[Match]:
    """The matches in these states, oldest first; all if none is named."""
    query = select(Match).order_by(col(Match.created), col(Match.id))
    return list(tx.exec(query.where(col(Match.status).in_(statuses)) if statuses else query))


def thought(tx: Session, now: datetime) -> list[str]:
    """The matches in which somebody could think again, and no longer can."""
    return list(tx.exec(select(Match.id).where(col(Match.think_until) <= now).order_by(col(Match.think_until))))


def counts(tx: Session) -> dict[str, int]:
    """How many matches have each status."""
    return dict(tx.exec(select(Match.status, func.count()).group_by(col(Match.status))).all())


def of_player(tx: Session, player: int) -> list[tuple[Match, Seat]]:
    """The matches of a player, with the seat, oldest first."""
    query = select(Match, Seat).join(Seat, col(Seat.match) == col(Match.id)).where(col(Seat.player) == player)
    return list(tx.exec(query.order_by(col(Match.created), col(Match.id))))


def seats(tx: Session, match: str) -> list[Seat]:
    """The seats of a match, clockwise."""
    return list(tx.exec(select(Seat).where(col(Seat.match) == match).order_by(col(Seat.number))))


def seated(tx: Session, match: str) -> list[tuple[Seat, Player | None]]:
    """The seats of a match, clockwise, with the players who have one."""
    return [(seat, player) for seat, player in tx.exec(SEATED, params={"match": match})]


def seat(tx: Session, match: str, number: int) -> Seat | None:
    """One seat."""
    return tx.exec(SEAT, params={"match": match, "number": number}).first()


def sit(tx: Session, match: str, number: int, who: Sitting, now: datetime) -> None:
    """Somebody else takes a seat."""
    row = tx.get_one(Seat, (match, number))
    row.player, row.bot, row.entropy, row.since, row.ready = who.player, who.bot, who.entropy, now, None
    row.missed = 0
    tx.flush()


def ready(tx: Session, match: str, number: int, now: datetime | None) -> None:
    """The player of a seat says that the match may begin, or has to say it again."""
    tx.get_one(Seat, (match, number)).ready = now
    tx.flush()


def stand_in(tx: Session, match: str, number: int, who: Sitting, why: str, n: int) -> None:
    """A bot plays for a player, who keeps the seat, or does so no longer; from an entry of the log on."""
    row = tx.get_one(Seat, (match, number))
    row.bot = who.bot
    query = select(Tenure).where(col(Tenure.match) == match, col(Tenure.seat) == number, col(Tenure.until_n).is_(None))
    for tenure in tx.exec(query):
        tenure.until_n = n
    tx.flush()
    tx.add(Tenure(match=match, seat=number, from_n=n, player=who.player, bot=who.bot, why=why))
    tx.flush()


class OpenedEpoch(Struct, frozen=True):
    """An epoch as anybody may know it: the seed is None until the match is over."""

    number: int
    from_n: int
    commitment: str
    seed: bytes | None
    entropy: tuple[str, ...]


def open_epoch(tx: Session, match: str, epoch: OpenedEpoch, now: datetime) -> None:
    """Writes down a seed before anything is drawn from it."""
    if epoch.seed is None:
        raise ValueError("an epoch begins with a seed")
    row = Epoch(
        match=match,
        number=epoch.number,
        from_n=epoch.from_n,
        seed=epoch.seed,
        commitment=epoch.commitment,
        entropy=list(epoch.entropy),
        opened=now,
    )
    tx.add(row)
    tx.flush()


def mix(tx: Session, match: str, number: int, entropy: Sequence[str]) -> None:
    """What the players add to a seed that was committed to before they came."""
    tx.get_one(Epoch, (match, number)).entropy = list(entropy)
    tx.flush()


def epochs(tx: Session, match: str) -> list[Epoch]:
    """The epochs with their seeds: for drawing, never for showing."""
    return list(tx.exec(EPOCHS, params={"match": match}))


def published_epochs(tx: Session, match: str) -> list[OpenedEpoch]:
    """The epochs as anybody may know them."""
    over = tx.get_one(Match, match).status in OVER
    return [
        OpenedEpoch(row.number, row.from_n, row.commitment, row.seed if over else None, tuple(row.entropy))
        for row in epochs(tx, match)
    ]
