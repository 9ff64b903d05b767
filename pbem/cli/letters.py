"""`pbem letter`: what came in, and what became of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, get_args

import msgspec
import typer
from msgspec import Struct, to_builtins
from rich.table import Table
from sqlmodel import Session

from pbem import bootstrap
from pbem.cli import desk
from pbem.cli.console import AsJson, out, say, say_json
from pbem.games import games
from pbem.mail.letter import Letter
from pbem.service import intake, reading
from pbem.settings import BadSettings
from pbem.store import letters, matches, post, tables
from pbem.store.errors import Outdated

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


@app.command("read")
def read_(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A letter, or with --batch the list; standard input without it."),
    ] = None,
    sent: Annotated[Path | None, typer.Option(metavar="FILE", help="The mail of ours that it answers.")] = None,
    batch: Annotated[
        bool, typer.Option("--batch", help='A line in, {"reply": FILE, "sent": FILE}, gives a line of JSON out.')
    ] = False,
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """Say what a letter says, without acting. Example: `pbem letter read answer.eml --sent report.eml`"""
    with perhaps(config) as here:
        if batch:
            for line in contents(file).splitlines():
                if line.strip():
                    say_json(one_of_many(line, here))
            return
        facts = to_builtins(heard(contents(file), file, sent, here))
    if as_json:
        say_json(facts)
        return
    for name, value in facts.items():
        many = isinstance(value, list | tuple)
        say("\n".join([f"{name}:", *(f"  {one}" for one in value)]) if many else f"{name}: {value or ''}")


def contents(file: Path | None) -> bytes:
    """What stands in a file; without one, or for `-`, in the standard input."""
    if file is None or file == Path("-"):
        return sys.stdin.buffer.read()
    try:
        return file.read_bytes()
    except OSError as error:
        raise desk.NotFound(f"{file} cannot be read: {error.strerror}") from None


class Pair(Struct):
    """A line of a batch."""

    reply: str
    sent: str | None = None


class Here(Struct, frozen=True):
    """What the service of this place knows; nothing, where there is none."""

    own: tuple[str, ...] = ()
    tx: Session | None = None

    def answered(self, letter: Letter) -> Letter | None:
        """The mail of ours that a letter refers to."""
        names = (*letter.in_reply_to, *reversed(letter.references)) if self.tx else ()
        mails = (post.by_message_id(self.tx, name) for name in names if self.tx)
        raw = next((mail.rendered for mail in mails if mail and mail.rendered), None)
        return reading.opened(raw) if raw else None

    def known(self, letter: Letter, sent: Letter | None) -> reading.Known:
        """What helps to understand a letter."""
        known = reading.Known(sent=sent, own=(*self.own, *(sent.senders if sent else ())))
        place = reading.place_in(letter, known) if self.tx else None
        row = matches.get(self.tx, place.match) if self.tx and place else None
        return msgspec.structs.replace(known, game=games()[row.game]) if row else known


@contextmanager
def perhaps(config: Path | None) -> Iterator[Here]:
    """The service of this place, if there is one; one that is named must be there."""
    try:
        settings = bootstrap.read_settings(config)
        work = bootstrap.store(settings)
    except (BadSettings, Outdated):
        if config is not None:
            raise
        yield Here()
        return
    try:
        with work.reading() as tx:
            yield Here((settings.address,), tx)
    finally:
        work.close()


def one_of_many(line: bytes, here: Here) -> object:
    """What one letter of a batch says, or why it cannot be read."""
    try:
        pair = msgspec.json.decode(line, type=Pair)
        file, sent = Path(pair.reply), Path(pair.sent) if pair.sent else None
        return to_builtins(heard(contents(file), file, sent, here))
    except Exception as error:  # noqa: BLE001  whatever it is, it must not stop the others
        return {"error": f"{type(error).__name__}: {error}"}


def heard(raw: bytes, file: Path | None, sent: Path | None, here: Here) -> reading.Heard:
    """What a letter says, with what the service knows of it, if there is one here."""
    letter = reading.opened(raw, file.name if file else "")
    answered = reading.opened(contents(sent), sent.name) if sent else here.answered(letter)
    return reading.heard(letter, here.known(letter, answered))


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
