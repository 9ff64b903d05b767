"""What users can type is documented."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import typer

from pbem import cli
from pbem.engine.record import Match
from pbem.games import games
from pbem.mail.render import Speaker
from pbem.service import simulation
from pbem.service.reports import report

ROOT = Path(__file__).parents[2]
COMMANDS = (ROOT / "docs" / "commands.md").read_text("utf-8")


def commands(group: Any, path: str = "pbem") -> list[tuple[str, click.Command]]:
    """Every command with the words that call it."""
    if not hasattr(group, "commands"):
        return [(path, group)]
    return [row for name, command in group.commands.items() for row in commands(command, f"{path} {name}")]


def test_every_command_and_option_is_documented() -> None:
    for path, command in commands(typer.main.get_command(cli.app)):
        assert f"`{path} " in COMMANDS or f"`{path}`" in COMMANDS, path
        section = COMMANDS[COMMANDS.index(f"`{path}") :].split("\n## ")[0]
        for option in (option for parameter in command.params for option in parameter.opts if option.startswith("--")):
            assert f"`{option}`" in section, f"{path} {option}"


@pytest.mark.parametrize("key", list(games()))
def test_every_order_and_option_of_a_game_is_documented(key: str) -> None:
    text = (ROOT / "docs" / "games" / f"{key}.md").read_text("utf-8")
    for verb in games()[key].orders.verbs:
        assert f"`{verb.en}`" in text
        assert f"`{verb.de}`" in text
    for option in games()[key].options:
        assert f"`{option}`" in text


def reports_of_a_match(seed: str) -> Iterator[str]:
    """Every report that the first of three bots would get in a match of Ra."""
    match = Match(games()["ra"], simulation.names(3), seed.encode(), seed)
    speaker = Speaker("ra", games()["ra"].names, "en", match.file.seats)
    news = list(match.table.news)
    while match.table.stack:
        seat = match.table.pending.seats[0]
        if seat == 0:
            yield speaker.report(report(match.table, 0, news, match.file.seats, seed, "en"))
            news.clear()
        match.play(seat, simulation.bot_move(match, seat, "steady", seed.encode()))
        news += match.table.news


def test_the_report_of_the_readme_is_a_real_one() -> None:
    shown = re.search(r"```text\n(RA .*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert shown
    assert shown[1] in reports_of_a_match("readme")


def test_links_between_documents_lead_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_every_make_target_of_the_documents_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"make ([a-z]+)\b", "\n".join(re.findall(r"`make [a-z]+`", path.read_text("utf-8")))):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
