"""What users can type is documented."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import typer
from pydantic import SecretStr, ValidationError
from pydantic_settings import SettingsError

from pbem import cli, settings_file
from pbem.engine.planning import Reader, planning_of
from pbem.engine.record import Match
from pbem.games import games
from pbem.mail.render import Speaker
from pbem.service import guide, rules, simulation
from pbem.service.choices import OFTEN
from pbem.service.plans import FORMS
from pbem.service.reports import report
from pbem.service.words import WORDS
from pbem.settings import Settings

ROOT = Path(__file__).parents[2]
COMMANDS = (ROOT / "docs" / "commands.md").read_text("utf-8")


def commands(group: Any, path: str = "pbem") -> list[tuple[str, click.Command]]:
    """Every command with the words that call it."""
    if not hasattr(group, "list_commands"):
        return [(path, group)]
    parts = [(name, group.get_command(None, name)) for name in group.list_commands(None)]
    return [row for name, command in parts for row in commands(command, f"{path} {name}")]


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


@pytest.mark.parametrize("key", list(games()))
def test_every_fact_and_agent_of_a_game_is_documented_and_its_examples_can_be_read(key: str) -> None:
    text = (ROOT / "docs" / "games" / f"{key}.md").read_text("utf-8")
    planning, section = planning_of(games()[key]), text[text.index("\n## Plans\n") :]
    for fact in planning.facts:
        assert f"| `{fact.en}` | `{fact.de}` | {fact.help} |" in section
    for agent in planning.agents:
        assert f"`{agent.en} {{number}}` (`{agent.de} {{number}}`)" in section
    for line in section.split("```")[1].splitlines()[1:]:
        assert Reader(games()[key]).line(line).kind


def test_players_can_read_of_every_form_of_a_plan() -> None:
    text = (ROOT / "docs" / "players.md").read_text("utf-8")
    for form in FORMS:
        for part in (form.en + ", " + form.de).split(", "):
            assert f"`{part}`" in text, part
    example = text[text.index("\n## Plans\n") :].split("```")[1]
    assert [Reader(games()["ra"]).line(line).kind for line in example.splitlines()[1:]] == [
        "once", "whenever", "until", "whenever", "timeout",
    ]  # fmt: skip


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


SETTINGS = (ROOT / "docs" / "settings.md").read_text("utf-8")


def test_every_setting_is_documented_as_it_is_and_none_is_left_over() -> None:
    rows = [
        f"| `{one.full_name}` | `{one.default}` | {one.meaning} | `{one.variable}` |"
        for one in settings_file.described()
    ]
    assert [line for line in SETTINGS.splitlines() if line.startswith("| `")] == rows


def test_the_settings_file_has_every_setting_with_its_default() -> None:
    text = settings_file.text()
    assert from_toml(text) == {table: {} for table in ("imap", "smtp", "clock", "lobby", "limits", "watch")}
    assert Settings(**from_toml(re.sub(r"^#(\w+ = )", r"\1", text, flags=re.MULTILINE))) == Settings()
    for one in settings_file.described():
        assert f"# {one.meaning}\n#{one.name} = {one.default}\n" in text


def from_toml(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


def test_every_variable_of_the_environment_sets_its_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in settings_file.described():
        monkeypatch.setenv(one.variable, "{}" if one.default == "{}" else "no such value")
        if one.default.startswith('"') and not re.fullmatch(r'"(\d+\w|tls|\d+/year)"', one.default):
            table = getattr(Settings(), one.table) if one.table else Settings()
            assert getattr(table, one.name) in ("no such value", SecretStr("no such value"))
        elif one.default != "{}":
            with pytest.raises((ValidationError, SettingsError)):
                Settings()
        monkeypatch.delenv(one.variable)


def test_players_can_read_of_every_word() -> None:
    text = (ROOT / "docs" / "players.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    for word in WORDS:
        assert any(line.startswith(f"| `{word.en}` | `{word.de}` |") for line in rows), word.meaning
    for choice in set(OFTEN.values()):
        assert f"`{choice}`" in text


def test_players_can_read_of_every_topic() -> None:
    text = (ROOT / "docs" / "players.md").read_text("utf-8")
    for topic in guide.TOPICS:
        assert f"| `{topic.en}` | `{topic.de}` |" in text
    for key, game in games().items():
        listed = (ROOT / "docs" / "games" / f"{key}.md").read_text("utf-8").partition("Topics of `rules`:")[2]
        assert [topic.key for topic in rules.topics(game)] == re.findall(r"`([\w-]+)`", listed.split("\n\n")[0]), key


def test_every_command_has_an_example_in_its_help() -> None:
    for path, command in commands(typer.main.get_command(cli.app)):
        assert "Example: `pbem" in (command.help or ""), path
