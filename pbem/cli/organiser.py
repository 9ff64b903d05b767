"""`pbem match pause` and its like: what organisers do, by command."""

from __future__ import annotations

from typing import Annotated

import typer
from sqlmodel import Session

from pbem import bootstrap
from pbem.cli import desk
from pbem.cli.console import AsJson, say, say_json
from pbem.engine.errors import PbemError
from pbem.engine.game import Refusal
from pbem.mail.render import Speaker
from pbem.service import chairs, organising
from pbem.service.words import Meaning
from pbem.store import organisers, people, tables

app = typer.Typer()
Name = Annotated[str, typer.Argument(metavar="MATCH", help="Name of a match, or the beginning of it.")]
Seat = Annotated[str, typer.Argument(metavar="SEAT", help="Name of a player of the match, or the number of a seat.")]


class Refused(PbemError):
    """The match does not allow it."""


def act(match: str, word: Meaning, rest: str, config: desk.Config) -> None:
    """One act; refused with the reason."""
    with desk.office(config) as (_, office):
        with office.work.reading() as tx:
            row = desk.match_named(tx, match)
        said = organising.by_operator(office, row.id, word, rest, bootstrap.now())
    if isinstance(said, Refusal):
        raise Refused(" ".join(Speaker("common", desk.NOTHING, "en").reason(said)))
    say(f"match {row.id}: {said}")


@app.command()
def pause(match: Name, config: desk.Config = None) -> None:
    """Stop the clocks; orders are kept as plans. Example: `pbem match pause 3f2a`"""
    act(match, "pause", "", config)


@app.command()
def resume(match: Name, config: desk.Config = None) -> None:
    """Let a match go on that was paused, or held because of a bug. Example: `pbem match resume 3f2a`"""
    act(match, "resume", "", config)


@app.command()
def extend(
    match: Name,
    more: Annotated[str, typer.Argument(metavar="SPAN|DATE", help="Such as 2d, or 2026-12-24, or '24.12. 18:00'.")],
    seat: Annotated[str, typer.Option("--seat", help="Only for this player, or seat by number.")] = "",
    config: desk.Config = None,
) -> None:
    """Give more time, to all or to one. Example: `pbem match extend 3f2a 2d --seat Anna`"""
    until = "" if more[-1:].isalpha() else "to "
    act(match, "extend", f"{seat} {until}{more}".strip(), config)


@app.command()
def rollback(
    match: Name,
    to: Annotated[str, typer.Option("--to", help="The state to go back to, or -2 for the last two orders.")],
    state: Annotated[int | None, typer.Option("--if-state", help="Only if the match stands there.")] = None,
    config: desk.Config = None,
) -> None:
    """Go back to an earlier state, with new chance. Example: `pbem match rollback 3f2a --to 40 --if-state 57`"""
    act(match, "rollback", to if state is None else f"{to} if state {state}", config)


@app.command("act")
def act_for(
    match: Name,
    seat: Seat,
    order: Annotated[list[str], typer.Argument(metavar="ORDER...", help="What they order.")],
    config: desk.Config = None,
) -> None:
    """Order in somebody's place. Example: `pbem match act 3f2a Anna bid 9`"""
    act(match, "act for", f"{seat}: {' '.join(order)}", config)


@app.command()
def replace(
    match: Name,
    seat: Seat,
    by: Annotated[str, typer.Argument(metavar="NAME|bot", help="A registered player, a bot by name, or bot.")],
    config: desk.Config = None,
) -> None:
    """Let somebody else play on. Example: `pbem match replace 3f2a Anna Dora`"""
    act(match, "replace", f"{seat} by {by}", config)


@app.command()
def end(
    match: Name,
    points: Annotated[bool, typer.Option("--points", help="The points of this moment are the result.")] = False,
    config: desk.Config = None,
) -> None:
    """End a match early, without a result or with one. Example: `pbem match end 3f2a --points`"""
    act(match, "end match", "with points" if points else "", config)


@app.command()
def announce(
    match: Name,
    text: Annotated[list[str], typer.Argument(metavar="TEXT...", help="What everybody is to hear.")],
    config: desk.Config = None,
) -> None:
    """Tell all players something. Example: `pbem match announce 3f2a "We meet on Friday"`"""
    act(match, "announce", " ".join(text), config)


@app.command("organisers")
def organisers_(
    match: Name,
    add: Annotated[list[str] | None, typer.Option("--add", help="A player who is to be organiser.")] = None,
    remove: Annotated[list[str] | None, typer.Option("--remove", help="An organiser who is to be none.")] = None,
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """Show, name or dismiss organisers. Example: `pbem match organisers 3f2a --add Dora`"""
    now = bootstrap.now()
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        row = desk.match_named(tx, match)
        for name in add or ():
            chairs.appoint(office, tx, row.id, player_named(tx, name), now)
        for name in remove or ():
            organisers.dismiss(tx, row.id, player_named(tx, name).id or 0)
        found = [(one.since, player.name) for one, player in organisers.of_match(tx, row.id)]
    if as_json:
        say_json([{"name": name, "since": since} for since, name in found])
    else:
        say(", ".join(name for _, name in found) or "only you: `pbem match organisers MATCH --add NAME` names one")


def player_named(tx: Session, name: str) -> tables.Player:
    """A player who exists."""
    found = people.by_name(tx, name)
    if found is None:
        raise desk.NotFound(f"there is no player {name}; `pbem player list` shows them all")
    return found
