"""The house rules that no linter knows: each game has its files, its words and its playthroughs."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.game import Game
from pbem.games import games
from pbem.mail.render import environment, html_environment, templates
from tests.messages import folders, german, used

ROOT = Path(__file__).parents[2]
FILES = (
    "__init__.py",
    "data.py",
    "board.py",
    "actions.py",
    "events.py",
    "scoring.py",
    "view.py",
    "bots.py",
    "RULES.md",
)
TEMPLATES = ("report.txt.j2", "report.html.j2", "events.j2", "refusals.j2", "de.po")

each_game = pytest.mark.parametrize("game", list(games().values()), ids=list(games()))
Any_game = Game[Any, Any]


@each_game
def test_each_game_has_the_same_files(game: Any_game) -> None:
    folder = ROOT / "pbem" / "games" / game.key
    assert [name for name in FILES if not (folder / name).exists()] == []
    assert (folder / "steps.py").exists() or (folder / "steps").is_dir()
    assert [name for name in TEMPLATES if not (templates() / game.key / name).exists()] == []
    assert (ROOT / "tests" / "games" / game.key / "test_rulebook.py").exists()


@each_game
def test_each_game_has_a_playthrough_for_every_number_of_players(game: Any_game) -> None:
    heads = [path.read_text("utf-8") for path in (ROOT / "tests/games" / game.key / "playthroughs").glob("*.txt")]
    for seats in game.players:
        assert any(re.search(rf"^seats:? *{seats}\b", head, re.MULTILINE) for head in heads), seats


@each_game
def test_each_game_has_bots_and_help_for_every_order(game: Any_game) -> None:
    assert {"random", "steady"} <= set(game.bots)
    assert {verb.action for verb in game.orders.verbs} == set(game.actions)
    assert all(verb.help for verb in game.orders.verbs)


@each_game
def test_each_event_has_words(game: Any_game) -> None:
    macros = vars(environment(game.key, "en").get_template(f"{game.key}/events.j2").module)
    assert [event.__name__ for event in game.events if event.__name__ not in macros] == []


def refusal_codes(folder: Path) -> set[str]:
    """Every code that is handed to `refuse` below a folder."""
    calls = (node for path in folder.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    refusals = (node for node in calls if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refuse")
    strings = (leaf for call in refusals for leaf in ast.walk(call.args[0]))
    values = (leaf.value for leaf in strings if isinstance(leaf, ast.Constant))
    return {value for value in values if isinstance(value, str) and "-" in value}


def words_for_refusals(folder: str) -> set[str]:
    """The codes for which a folder has words."""
    source = (templates() / folder / "refusals.j2").read_text("utf-8")
    return {name.replace("_", "-") for name in re.findall(r"macro (\w+)\(", source)}


def test_each_refusal_has_words_and_no_words_are_left_over() -> None:
    common = refusal_codes(ROOT / "pbem" / "engine") | refusal_codes(ROOT / "pbem" / "service")
    assert words_for_refusals("common") == common
    for key in games():
        assert words_for_refusals(key) == refusal_codes(ROOT / "pbem" / "games" / key)


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_every_text_has_its_german_twin(folder: Path) -> None:
    catalogue = german(folder)
    messages = [message for message in catalogue if message.id]
    kept = {message.id if isinstance(message.id, str) else tuple(message.id) for message in messages}
    assert kept == used(folder), "run `make messages` and translate what is new"
    for message in messages:
        gaps = re.findall(r"%\(\w+\)s", message.id if isinstance(message.id, str) else message.id[0])
        for text in [message.string] if isinstance(message.string, str) else message.string or ():
            assert text, message.id
            assert sorted(re.findall(r"%\(\w+\)s", text)) == sorted(gaps)


def test_all_templates_compile() -> None:
    for env in (environment("common", "de"), html_environment("common", "de")):
        assert [env.get_template(name) for name in env.list_templates(extensions=["j2"])]


def test_styles_can_be_inlined_and_load_nothing() -> None:
    """Rules that are written into tags may look at one tag and its classes only."""
    for path in templates().glob("*/mail.css"):
        css = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        for selector in re.findall(r"([^{}]+)\{", css):
            assert all(re.fullmatch(r"[a-z0-9]*(\.[a-z-]+)*", one.strip()) for one in selector.split(",")), selector
    for path in templates().glob("*/*.css"):
        assert not re.search(r"url\(|@import|https?:", path.read_text("utf-8"))


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{path.name}:{node.lineno} {node.name}"
        for path in (ROOT / "pbem").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.body[0].lineno >= 50
    ]
    assert not long


def test_no_file_names_a_registry_or_a_machine() -> None:
    for name in ("requirements.lock", "requirements-dev.lock", "pyproject.toml", "Makefile"):
        text = (ROOT / name).read_text("utf-8")
        assert not re.search(r"https?://|--(extra-)?index-url", text), name
