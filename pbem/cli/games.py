"""`pbem games`: which games there are, what they consist of, and how they are played."""

from __future__ import annotations

from typing import Any

import typer
from rich.table import Table

from pbem import games as library
from pbem.cli.console import AsJson, Key, out, say, say_json
from pbem.engine.data import effective
from pbem.engine.game import Game
from pbem.mail.render import Speaker

app = typer.Typer(help="List the games; show one with its components, options and orders.")


@app.callback(invoke_without_command=True)
def games(context: typer.Context, as_json: AsJson = False) -> None:
    """List the games. Example: `pbem games`, `pbem games show ra`"""
    context.obj = as_json
    if context.invoked_subcommand:
        return
    rows = [summary(game) for game in library.games().values()]
    if as_json:
        say_json(rows)
        return
    table = Table("key", "game", "players", "bots", "components", box=None)
    for row in rows:
        table.add_row(row["key"], row["title"], row["players"], ", ".join(row["bots"]), row["status"])
    out.print(table)
    say("\nMore about one of them: pbem games show KEY")


@app.command()
def show(context: typer.Context, key: Key, as_json: AsJson = False) -> None:
    """Show components with their status, options and orders. Example: `pbem games show ra --json`"""
    game = library.game(key)
    if as_json or context.obj:
        say_json(everything(game))
        return
    say(f"{game.title} ({game.key}), {summary(game)['players']} players, rules version {game.rules}\n")
    table = Table("component", "name", "value", "status", box=None)
    rows = game.components(game.raw_data())
    for row in rows:
        table.add_row(row.group, row.name, row.value, row.status)
    out.print(table)
    for source in dict.fromkeys(row.source for row in rows):
        say(f"\nSource: {source}")
    say("\nOptions (the default first)")
    for name, option in game.options.items():
        say(f"  {name} = {' | '.join(str(choice).lower() for choice in option.choices)}: {option.help}")
    for lang, title in (("en", "Orders"), ("de", "Orders in German")):
        say(f"\n{title}\n")
        say(Speaker(game.key, game.names, lang).help(game.orders))


def summary(game: Game[Any, Any]) -> dict[str, Any]:
    """The line of a game in the list."""
    statuses = {row.status for row in game.components(game.raw_data())}
    return {
        "key": game.key,
        "title": game.title,
        "players": f"{game.players[0]}-{game.players[-1]}",
        "rules": game.rules,
        "bots": list(game.bots),
        "status": ", ".join(sorted(statuses)),
    }


def everything(game: Game[Any, Any]) -> dict[str, Any]:
    """What `show --json` prints."""
    return summary(game) | {
        "fingerprint": effective(game, {}).fingerprint,
        "components": game.components(game.raw_data()),
        "options": game.options,
        "orders": [{"en": verb.en, "de": verb.de, "also": verb.also, "help": verb.help} for verb in game.orders.verbs],
        "outcomes": game.outcome_words,
        "names": game.names.entries,
    }
