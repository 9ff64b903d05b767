"""`pbem player`: who plays."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table
from sqlmodel import Session

from pbem import bootstrap
from pbem.cli import desk
from pbem.cli.console import AsJson, out, say, say_json
from pbem.mail import address as addresses
from pbem.service import personal, reach, reliability
from pbem.store import matches, people, tables

app = typer.Typer(help="The players and their addresses.", no_args_is_help=True)


@app.command("list")
def list_(config: desk.Config = None, as_json: AsJson = False) -> None:
    """List the players. Example: `pbem player list`"""
    with desk.looking(config) as tx:
        rows = [summary(tx, one) for one in people.listed(tx)]
    if as_json:
        say_json(rows)
        return
    table = Table("player", "language", "reports", "state", "addresses", "matches", box=None)
    for one in rows:
        written = ", ".join(address["address"] for address in one["addresses"])
        row = (one["player"], one["language"], one["reports"], one["state"], written, str(len(one["matches"])))
        table.add_row(*row)
    out.print(table)


def summary(tx: Session, player: tables.Player) -> dict[str, Any]:
    """A player as the operator sees them."""
    figure = reliability.of(tx, player)
    return {
        "player": player.name,
        "language": player.language,
        "reports": player.reports,
        "zone": player.zone,
        "state": player.state,
        "joined": player.joined,
        "reliability": {
            "in_time": figure.in_time,
            "late": figure.late,
            "excused": figure.excused,
            "percent": figure.percent,
        },
        "addresses": [
            {"address": one.canonical, "confirmed": one.confirmed, "bouncing": one.bouncing}
            for one in people.addresses(tx, player.id or 0)
        ],
        "matches": [
            {"match": match.id, "game": match.game, "seat": seat.number, "status": match.status}
            for match, seat in matches.of_player(tx, player.id or 0)
        ],
    }


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of a player, in upper or lower case.")],
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """Show a player with addresses and matches. Example: `pbem player show Anna`"""
    with desk.looking(config) as tx:
        facts = summary(tx, found(tx, name))
    if as_json:
        say_json(facts)
        return
    for key, value in facts.items():
        rows = value if isinstance(value, list) else [value]
        for row in rows:
            said = ", ".join(str(part) for part in row.values() if part is not None) if isinstance(row, dict) else row
            say(f"{key}: {said}")


@app.command()
def address(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of a player, in upper or lower case.")],
    new: Annotated[str, typer.Argument(metavar="ADDRESS", help="Where their mail goes from now on.")],
    config: desk.Config = None,
) -> None:
    """Give a player another address; the old ones stay theirs. Example: `pbem player address Anna anna@example.org`"""
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        player = found(tx, name)
        canonical = addresses.canonical(new)
        if canonical is None:
            raise desk.NotFound(f"{new!r} is no mail address")
        owner = people.by_address(tx, canonical)
        if owner is not None and owner.player.id != player.id:
            raise desk.NotFound(f"{canonical} is the address of {owner.player.name}")
        if owner is None:
            people.add_address(tx, player.id or 0, canonical, new, bootstrap.now())
        people.confirm_address(tx, canonical, bootstrap.now())
        reach.moved(office, tx, player.id or 0, bootstrap.now())
    say(f"mail to {player.name} goes to {canonical}")


def found(tx: Session, name: str) -> tables.Player:
    """The player of that name."""
    player = people.by_name(tx, name)
    if player is None:
        raise desk.NotFound(f"there is no player {name}; `pbem player list` shows them all")
    return player


@app.command()
def export(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of a player, in upper or lower case.")],
    config: desk.Config = None,
) -> None:
    """Print all that is kept of a player, as JSON. Example: `pbem player export Anna > anna.json`"""
    with desk.looking(config) as tx:
        typer.echo(personal.copy(tx, found(tx, name)))


@app.command()
def erase(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of a player, in upper or lower case.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    config: desk.Config = None,
) -> None:
    """Erase name, addresses, letters and mails of a player for ever. Example: `pbem player erase Anna`"""
    if not yes:
        typer.confirm(
            f"Everything personal of {name} is erased, and bots take their seats. Go on?", abort=True, err=True
        )
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        personal.erase(office, tx, found(tx, name), bootstrap.now())
    say(f"{name} is forgotten; the logs of the matches stay as they are")
