"""`pbem match new --open`, `join`, `leave`, `invite`: matches that look for players, by command."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

import typer
from sqlmodel import Session

from pbem import bootstrap
from pbem.cli import desk
from pbem.cli.console import AsJson, say, say_json
from pbem.engine.errors import BadSetup
from pbem.engine.game import Refusal
from pbem.engine.orders import LANGUAGES
from pbem.service import inviting, lobby, openings, telling, wishes
from pbem.service.asking import speaker
from pbem.service.office import Office
from pbem.store import openings as kept
from pbem.store import people, tables

app = typer.Typer()
Name = Annotated[str, typer.Argument(metavar="MATCH", help="Name of an open match, or the beginning of it.")]
Who = Annotated[str, typer.Argument(metavar="PLAYER", help="Name of a player.")]


def refused(refusal: Refusal) -> BadSetup:
    """Why not, as the operator reads it."""
    return BadSetup(" ".join(speaker(None, LANGUAGES[0]).reason(refusal)))


def announce(office: Office, line: str, guests: Sequence[lobby.Guest], now: datetime) -> dict[str, Any]:
    """A match that looks for players; these people have seats, the first of them is the organiser."""
    wish = wishes.read(line)
    if isinstance(wish, Refusal):
        raise refused(wish)
    with office.work.transaction() as tx:
        who = [lobby.welcome(tx, one, now) for one in guests]
        row = openings.announce(office, tx, wish, who, who[0] if who else None, now)
        if isinstance(row, Refusal):
            raise refused(row)
        return shown(tx, row)


def shown(tx: Session, row: tables.Match) -> dict[str, Any]:
    """An open match as the operator sees it."""
    facts = telling.described(tx, row, LANGUAGES[0])
    return {"match": row.id, "status": row.status, **{name: facts[name] for name in ("code", "free", "names", "until")}}


def opened(tx: Session, name: str) -> tables.Match:
    """The open match of that name."""
    row = desk.match_named(tx, name)
    if row.status != "open":
        raise desk.NotFound(f"match {row.id} looks for no players any more; it is {row.status}")
    return row


def player_named(tx: Session, name: str) -> tables.Player:
    """The player of that name."""
    player = people.by_name(tx, name)
    if player is None:
        raise desk.NotFound(f"there is no player {name}; `pbem player list` shows them all")
    return player


@app.command()
def join(match: Name, player: Who, config: desk.Config = None, as_json: AsJson = False) -> None:
    """Give a player a seat in an open match, or a place in its waiting list. Example: `pbem match join 3f2a Anna`"""
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        row = opened(tx, match)
        came = openings.join(office, tx, player_named(tx, player), row, bootstrap.now())
        if isinstance(came, Refusal):
            raise refused(came)
        told(tx, row, as_json, CAME[came].format(player=player, match=row.id))


CAME = {
    "seated": "{player} has a seat in match {match}",
    "waiting": "match {match} is full; {player} waits for a seat",
    "full": "{player} has the last seat of match {match}; the others are asked whether they are ready",
    "begun": "match {match} has begun; `pbem serve` sends the first mails",
}


def told(tx: Session, row: tables.Match, as_json: AsJson, sentence: str) -> None:
    """What was done, in words or as an object."""
    if as_json:
        say_json(shown(tx, row))
    else:
        say(sentence)


@app.command()
def leave(match: Name, player: Who, config: desk.Config = None, as_json: AsJson = False) -> None:
    """Take a player out of an open match. Example: `pbem match leave 3f2a Anna`"""
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        row = opened(tx, match)
        refusal = openings.leave(office, tx, player_named(tx, player), row, bootstrap.now())
        if refusal is not None:
            raise refused(refusal)
        told(tx, row, as_json, f"{player} has left match {row.id}")


@app.command()
def invite(
    match: Name,
    whom: Annotated[str, typer.Argument(metavar="WHOM", help="Name of a player, or an address.")],
    by: Annotated[str, typer.Option(help="In whose name; without it that of the organiser.")] = "",
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """Invite somebody to an open match. Example: `pbem match invite 3f2a bert@example.org`"""
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        row = opened(tx, match)
        organiser = people.get(tx, row.organiser) if row.organiser is not None else None
        inviter = player_named(tx, by) if by else organiser
        refusal = inviting.invite(office, tx, inviter, row, whom, bootstrap.now())
        if refusal is not None:
            raise refused(refusal)
        told(tx, row, as_json, f"{whom} is invited to match {row.id}")


def line_of(key: str, seats: int, chosen: Sequence[str], *, private: bool) -> str:
    """The line with which a player would open such a match."""
    return " ".join([key, *([str(seats)] if seats else []), *(["private"] if private else []), *chosen])


def looking(tx: Session, row: tables.Match) -> dict[str, Any]:
    """What `show` says of a match that has not begun."""
    opening = kept.get(tx, row.id)
    if opening is None:
        return {"created": row.created, "ended": row.ended}
    waiting = [people.get(tx, one) for one in kept.waiting(tx, row.id)]
    return {
        "code": opening.code,
        "private": opening.private,
        "wants": opening.wants,
        "expires": opening.expires,
        "ready_by": opening.ready_by,
        "waiting": [one.name for one in waiting if one is not None],
    }
