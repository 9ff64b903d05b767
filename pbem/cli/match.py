"""`pbem match`: the organiser's hands."""

from __future__ import annotations

import mailbox
import secrets
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from sqlmodel import Session

from pbem import bootstrap
from pbem.cli import desk, joining, organiser
from pbem.cli.console import AsJson, out, say, say_error, say_json
from pbem.engine.errors import BadSetup
from pbem.engine.game import Refusal
from pbem.engine.orders import LANGUAGES
from pbem.engine.record import MatchFile, write
from pbem.service import absence as absences
from pbem.service import archive, live, lobby, observers
from pbem.service import speed as speeds
from pbem.service.asking import Asker
from pbem.service.speed import Speed
from pbem.settings import duration
from pbem.store import clock, log, matches, tables

app = typer.Typer(help="Begin matches; list, show and export them; organise them.", no_args_is_help=True)
app.add_typer(organiser.app)
app.add_typer(joining.app)
Name = Annotated[str, typer.Argument(metavar="MATCH", help="Name of a match, or the beginning of it.")]
SEED = 32


@app.command()
def new(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Key of the game, as `pbem games` lists it.")],
    guests: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=ADDRESS...", help="Players, clockwise; BOT=bot is a bot, de:NAME=… German."),
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, as NAME=VALUE.")] = None,
    turn: Annotated[str, typer.Option(help="Time for each decision, such as 2d or 12h.")] = "",
    think: Annotated[str, typer.Option(help="How long a letter can be taken back, such as 30m; not at all.")] = "",
    two: Annotated[bool, typer.Option("--two-organisers", help="Going back, replacing and ending need two.")] = False,
    speed: Annotated[str, typer.Option(help='The clock: "2d grace 6h, Mon-Fri, holidays DE-BY", or 10d+12h.')] = "",
    silence: Annotated[
        int | None, typer.Option(min=0, max=9, help="After how many time-outs in a row a bot plays; 0: never.")
    ] = None,
    absence: Annotated[str, typer.Option(help="Days of absence: 28/year, 10/match, or none.")] = "",
    looking: Annotated[bool, typer.Option("--open", help="It looks for players; those named have seats.")] = False,
    seats: Annotated[int, typer.Option(help="With --open: how many seats.")] = 0,
    private: Annotated[bool, typer.Option("--private", help="With --open: not listed, joined by its code.")] = False,
    wants: Annotated[list[str] | None, typer.Option(help="With --open: as in mails, such as reliability>=80.")] = None,
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """Begin a match. Example: `pbem match new ra Anna=a@example.org Bert=b@example.org steady=bot`"""
    people = [guest(one) for one in guests or ()]
    if looking:
        chosen = [*(option or ()), *(wants or ()), *([f"speed={turn}"] if turn else [])]
        announce(config, people, joining.line_of(key, seats, chosen, private=private), as_json)
        return
    if not people or seats or private or wants:
        raise BadSetup("name players, as NAME=ADDRESS; --seats, --private and --wants belong to --open")
    with desk.office(config) as (_, office):
        invitation = lobby.Invitation(
            game=key,
            guests=people,
            seed=secrets.token_bytes(SEED),
            id=matches.new_id(),
            options=dict(choice(one) for one in option or ()),
            overrides=office.overrides(key),
            turn=span(turn) if turn else None,
            speed=clock_typed(speed) if speed else None,
            settings=habits(think, absence, silence, two=two),
        )
        name = lobby.begin(office, invitation, bootstrap.now())
    if as_json:
        say_json({"match": name})
    else:
        say(f"match {name} has begun; `pbem serve` sends the first mails")


def announce(config: Path | None, people: list[lobby.Guest], line: str, as_json: AsJson) -> None:
    """Opens a match that looks for players."""
    bots = sum(bool(one.bot) for one in people)
    asked = f"{line} bots={bots}" if bots else line
    with desk.office(config) as (_, office):
        facts = joining.announce(office, asked, [one for one in people if not one.bot], bootstrap.now())
    if as_json:
        say_json(facts)
    else:
        say(f"match {facts['match']} is {facts['status']}: {facts['free']} seats free, code {facts['code']}")


def guest(text: str) -> lobby.Guest:
    """`Anna=anna@example.org`, `de:Anna=…`, or `steady=bot`."""
    name, equals, address = text.partition("=")
    if not equals:
        raise BadSetup(f"{text!r} is no player: write NAME=ADDRESS, or BOT=bot")
    if address == "bot":
        return lobby.Guest(bot=name)
    language, colon, rest = name.partition(":")
    return lobby.Guest(name=rest if colon else name, address=address, language=language if colon else "")


def habits(think: str, absence: str, silence: int | None, *, two: bool) -> dict[str, object]:
    """The settings of a match that differ from the usual."""
    settings: dict[str, object] = {"think": span(think).total_seconds()} if think else {}
    settings |= {"absence": days_away(absence)} if absence else {}
    settings |= {"silence": silence} if silence is not None else {}
    return settings | ({"two_organisers": True} if two else {})


def choice(text: str) -> tuple[str, bool | int | str]:
    """An option of a game, in the kind of its choices."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadSetup(f"{text!r} is no option: write NAME=VALUE")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.lstrip("-").isdecimal() else value


def span(text: str) -> Any:
    """A span of time."""
    found = duration(text)
    if isinstance(found, str):
        raise BadSetup(f"{text!r} is no span of time: write 2d, 12h or 1d12h")
    return found


def clock_typed(text: str) -> Speed:
    """The clock of a match."""
    found = speeds.read(text)
    if isinstance(found, Refusal):
        raise BadSetup(Asker(LANGUAGES[0]).speaker.refusal(found))
    return found


def days_away(text: str) -> str:
    """For how long a player may be away."""
    if not absences.LIMIT.fullmatch(text):
        raise BadSetup(f"{text!r} is no number of days: write 28/year, 10/match, or none")
    return text


@app.command("list")
def list_(
    status: Annotated[str, typer.Option(help="Only those: running, finished, held …")] = "",
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """List the matches. Example: `pbem match list --status running`"""
    with desk.looking(config) as tx:
        rows = [row for row in matches.listed(tx) if status in ("", row.status)]
        facts = [summary(tx, row) for row in rows]
    if as_json:
        say_json(facts)
        return
    table = Table("match", "game", "status", "entries", "players", "waits for", box=None)
    for one in facts:
        waits = ", ".join(one["waits_for"])
        table.add_row(one["match"], one["game"], one["status"], str(one["entries"]), ", ".join(one["players"]), waits)
    out.print(table)


def summary(tx: Session, row: tables.Match) -> dict[str, Any]:
    """A match in one line."""
    names = archive.names(tx, row.id)
    return {
        "match": row.id,
        "game": row.game,
        "status": row.status,
        "entries": log.last(tx, row.id) + 1,
        "players": names,
        "waits_for": [names[one.seat] for one in clock.open_in(tx, row.id)],
    }


@app.command()
def show(match: Name, config: desk.Config = None, as_json: AsJson = False) -> None:
    """Show where a match stands. Example: `pbem match show 3f2a`"""
    with desk.looking(config) as tx:
        row = desk.match_named(tx, match)
        facts = summary(tx, row) | details(tx, row)
    if as_json:
        say_json(facts)
        return
    for name, value in facts.items():
        say(f"{name.replace('_', ' ')}: {shown(value)}".rstrip())


def shown(value: object) -> str:
    """A fact as people read it."""
    match value:
        case None:
            return ""
        case list():
            return ", ".join(map(shown, value))
        case dict():
            return " ".join(f"{name} {shown(one)}" for name, one in value.items())
        case bool():
            return "yes" if value else "no"
        case datetime():
            return value.isoformat(" ", "minutes")
        case _:
            return str(value)


def details(tx: Session, row: tables.Match) -> dict[str, Any]:
    """What `show` adds: the clocks, the result, the checkpoint. Nothing that only a seat may know."""
    if row.started is None:
        return {"options": row.options, "settings": row.settings, **joining.looking(tx, row)}
    playing = live.awakened(tx, row) or live.replayed(tx, row)
    clocks = [
        {"seat": one.seat, "decision": one.decision, "state": one.state, "due": one.due}
        for one in clock.open_in(tx, row.id)
    ]
    return {
        "rules": row.rules,
        "options": row.options,
        "data": row.data,
        "started": row.started,
        "ended": row.ended,
        "clocks": clocks,
        "checkpoint": playing.checkpoint,
        "result": row.result,
    }


@app.command("log")
def log_(match: Name, config: desk.Config = None, as_json: AsJson = False) -> None:
    """Print the log, as anybody may see it now. Example: `pbem match log 3f2a`"""
    with desk.looking(config) as tx:
        file = archive.match_file(tx, desk.match_named(tx, match))
    if as_json:
        say_json(file.log)
        return
    for entry in file.log:
        who = file.seats[entry.seat] if entry.seat is not None else ""
        say(f"{entry.n:>4}  {who:<12} {archive.spoken(entry)}")


@app.command()
def export(
    match: Name,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write it here instead of printing it.")] = None,
    full: Annotated[
        bool, typer.Option("--full", help="With all secrets, for the operator alone; the log says that you did.")
    ] = False,
    config: desk.Config = None,
) -> None:
    """Write the match file, as anybody may see it now. Example: `pbem match export 3f2a -o match.json`"""
    raw = write(full_file(match, config) if full else public_file(match, config))
    if output is None:
        typer.echo(raw.decode(), nl=False)
        return
    try:
        if full:
            output.touch()
            output.chmod(0o600)
        output.write_bytes(raw)
    except OSError as error:
        raise desk.NotFound(f"{output} cannot be written: {error.strerror}") from None
    say_error(f"match file: {output} (pbem replay {output} --check)")


def public_file(match: str, config: Path | None) -> MatchFile:
    """As anybody may see it."""
    with desk.looking(config) as tx:
        return archive.match_file(tx, desk.match_named(tx, match))


def full_file(match: str, config: Path | None) -> MatchFile:
    """As the operator alone may see it."""
    with desk.office(config) as (_, office), office.work.transaction() as tx:
        return archive.full_file(tx, desk.match_named(tx, match).id, bootstrap.now())


@app.command()
def mbox(
    match: Name,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file; it must not exist.")],
    lang: Annotated[str, typer.Option(help="Language of the mails: en or de.")] = "en",
    config: desk.Config = None,
) -> None:
    """Write a finished match as a mailbox. Example: `pbem match mbox 3f2a -o match.mbox --lang de`"""
    if output.exists():
        raise desk.NotFound(f"{output} exists already; name another file")
    if lang not in LANGUAGES:
        raise BadSetup(f"languages are {', '.join(LANGUAGES)}, not {lang!r}")
    with desk.office(config) as (_, office), office.work.reading() as tx:
        row = desk.match_named(tx, match)
        if row.status not in matches.OVER:
            raise BadSetup(f"match {row.id} is not over: while it runs its log is `pbem match log {row.id}`")
        with closing(mailbox.mbox(output)) as box:
            for mail in observers.mailed(office, tx, row, lang):
                box.add(mail)
    say_error(f"mailbox: {output}")
