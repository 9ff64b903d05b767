"""`pbem letter`: what came in, and what became of it."""

from __future__ import annotations

from typing import Annotated, Any, get_args

import typer
from rich.table import Table

from pbem import bootstrap
from pbem.cli import desk
from pbem.cli.console import AsJson, out, say, say_json
from pbem.service import intake
from pbem.store import letters, tables

app = typer.Typer(help="Letters by state; try a shunted one again.", no_args_is_help=True)
Number = Annotated[int, typer.Argument(metavar="NUMBER", help="Number of a letter, as `pbem letter list` shows it.")]
STATES: tuple[tables.LetterState, ...] = get_args(tables.LetterState)


@app.command("list")
def list_(
    state: Annotated[str, typer.Option(help=f"One of {', '.join(STATES)}; all without it.")] = "",
    last: Annotated[int, typer.Option(min=1, help="How many, the latest.")] = 50,
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """List letters, the latest last. Example: `pbem letter list --state shunted`"""
    if state not in ("", *STATES):
        raise desk.NotFound(f"no letter has the state {state!r}; states are {', '.join(STATES)}")
    with desk.looking(config) as tx:
        rows = [summary(row) for row in letters.latest(tx, state, last)]
    if as_json:
        say_json(rows)
        return
    table = Table("letter", "came", "from", "state", "reason", "match", box=None)
    for one in rows:
        table.add_row(*(str(one[name] or "") for name in ("letter", "came", "from", "state", "reason", "match")))
    out.print(table)


def summary(row: tables.Letter) -> dict[str, Any]:
    """A letter in one line."""
    return {
        "letter": row.id,
        "came": row.internaldate,
        "from": row.sender,
        "state": row.state,
        "reason": row.reason,
        "match": row.match,
        "seat": row.seat,
        "size": row.size,
        "sha256": row.sha256,
        "message_id": row.message_id,
        "verdict": row.verdict,
        "folder": row.folder,
    }


@app.command()
def show(
    number: Number,
    source: Annotated[bool, typer.Option("--source", help="Print the letter as it came.")] = False,
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """Show a letter and what became of it. Example: `pbem letter show 12 --source`"""
    with desk.looking(config) as tx:
        row = letters.get(tx, number)
        if row is None:
            raise desk.NotFound(f"there is no letter {number}; `pbem letter list` shows them")
        facts, raw = summary(row), row.raw
    if as_json:
        say_json(facts | ({"source": (raw or b"").decode("utf-8", "replace")} if source else {}))
        return
    for name, value in facts.items():
        say(f"{name.replace('_', ' ')}: {'' if value is None else value}")
    if source:
        say("\n" + (raw or b"(only its hash is kept)").decode("utf-8", "replace"))


@app.command()
def retry(number: Number, config: desk.Config = None, as_json: AsJson = False) -> None:
    """Try a letter again, as if it had just come. Example: `pbem letter retry 12`"""
    with desk.office(config) as (_, office):
        with office.work.transaction() as tx:
            row = letters.get(tx, number)
            if row is None or row.raw is None:
                raise desk.NotFound(f"letter {number} does not exist, or only its hash is kept")
            if row.state == "played":
                raise desk.NotFound(f"letter {number} was played; its orders stand in the log")
            letters.reopen(tx, number, "retry")
        intake.process_all(office, bootstrap.now())
        with office.work.reading() as tx:
            facts = summary(letters.get(tx, number) or row)
    if as_json:
        say_json(facts)
    else:
        say(f"letter {number}: {facts['state']} {facts['reason'] or ''}".rstrip())
