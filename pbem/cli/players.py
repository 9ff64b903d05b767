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
from pbem.service import choices, openings, personal, reach, reliability
from pbem.store import matches, people, tables

app = typer.Typer(help="The players and their addresses.", no_args_is_help=True)


Who = Annotated[str, typer.Argument(metavar="NAME", help="Name of a player, in upper or lower case.")]


def named(tx: Session, name: str) -> tables.Player:
    """The player of that name."""
    player = people.by_name(tx, name)
    if player is None:
        raise desk.NotFound(f"there is no player {name}; `pbem player list` shows them all")
    return player


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
    name: Who,
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """Show a player with addresses and matches. Example: `pbem player show Anna`"""
    with desk.looking(config) as tx:
        facts = summary(tx, named(tx, name))
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
    name: Who,
    new: Annotated[str, typer.Argument(metavar="ADDRESS", help="Where their mail goes from now on.")],
    drop: Annotated[bool, typer.Option("--drop", help="Take the address away instead.")] = False,
    config: desk.Config = None,
) -> None:
    """Give a player another address; the old ones stay theirs. Example: `pbem player address Anna anna@example.org`"""
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        player = named(tx, name)
        canonical = addresses.canonical(new)
        if canonical is None:
            raise desk.NotFound(f"{new!r} is no mail address")
        found = people.by_address(tx, canonical)
        if found is not None and found.player.id != player.id:
            raise desk.NotFound(f"{canonical} is the address of {found.player.name}")
        if drop:
            dropped(tx, player, canonical)
        else:
            given(tx, player, canonical, new)
            reach.moved(office, tx, player.id or 0, bootstrap.now())
    say(
        f"{canonical} is no address of {player.name} any more" if drop else f"mail to {player.name} goes to {canonical}"
    )


def given(tx: Session, player: tables.Player, canonical: str, written: str) -> None:
    """An address more, or one that is used again."""
    if people.by_address(tx, canonical) is None:
        people.add_address(tx, player.id or 0, canonical, written, bootstrap.now())
    people.confirm_address(tx, canonical, bootstrap.now())


def dropped(tx: Session, player: tables.Player, canonical: str) -> None:
    """An address less; without any nobody could reach the player."""
    mine = [one.canonical for one in people.addresses(tx, player.id or 0)]
    if canonical not in mine:
        raise desk.NotFound(f"{canonical} is no address of {player.name}")
    if len(mine) == 1:
        raise desk.NotFound(f"{canonical} is the only address of {player.name}; give another one first")
    people.remove_address(tx, canonical)


@app.command()
def settings(
    name: Who,
    choice: Annotated[list[str] | None, typer.Argument(metavar="CHOICE...", help="reports daily, language de")] = None,
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """Show or choose what a player gets, and in which language. Example: `pbem player settings Anna language de`"""
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        player = named(tx, name)
        chosen = choices.settings(tx, player, " ".join(choice or ()))
        if unknown := chosen.pop("unknown"):
            raise desk.NotFound(f"there is no setting {unknown}; see docs/players.md, Settings")
        facts = {**chosen, "subscribed": people.wants_mail(player)}
    if as_json:
        say_json(facts)
    for key, value in facts.items() if not as_json else ():
        say(f"{key}: {value}")


@app.command()
def subscribe(name: Who, config: desk.Config = None) -> None:
    """Send a player all mail again. Example: `pbem player subscribe Anna`"""
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        player = named(tx, name)
        people.subscribe(tx, player)
    say(f"{player.name} gets all mail")


@app.command()
def unsubscribe(name: Who, config: desk.Config = None) -> None:
    """Send a player nothing but the turns of matches that run. Example: `pbem player unsubscribe Anna`"""
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        player = named(tx, name)
        openings.only_turns(office, tx, player, bootstrap.now())
    say(f"{player.name} gets only the turns of matches that run")


@app.command()
def export(name: Who, config: desk.Config = None) -> None:
    """Print all that is kept of a player, as JSON. Example: `pbem player export Anna > anna.json`"""
    with desk.looking(config) as tx:
        typer.echo(personal.copy(tx, named(tx, name)))


@app.command()
def erase(
    name: Who,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    config: desk.Config = None,
) -> None:
    """Erase name, addresses, letters and mails of a player for ever. Example: `pbem player erase Anna`"""
    if not yes:
        typer.confirm(
            f"Everything personal of {name} is erased, and bots take their seats. Go on?", abort=True, err=True
        )
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        personal.erase(office, tx, named(tx, name), bootstrap.now())
    say(f"{name} is forgotten; the logs of the matches stay as they are")
