"""The commands as users type them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pbem import cli
from pbem.engine.errors import BadSetup, Garbled, Impossible
from pbem.engine.record import write
from pbem.games import game
from pbem.service import simulation

EXAMPLE = {
    "format": 1,
    "game": "ra",
    "seats": ["anna", "bert", "carl"],
    "log": [
        {"n": 0, "order": "start", "outcomes": ["13-8-5-2", "11-10-7-4", "12-9-6-3"]},
        {"n": 1, "seat": 0, "order": "draw", "outcomes": ["pharaoh"]},
    ],
}


def run(*words: str, text: str | None = None) -> Result:
    """A command in this process."""
    return CliRunner().invoke(cli.app, list(words), input=text, catch_exceptions=False)


def printed(*words: str) -> Any:
    """The one JSON value that a command prints."""
    return json.loads(run(*words, "--json").stdout)


def program(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    code = "from pbem.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, *words], input=text, capture_output=True, text=True, check=False)


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(EXAMPLE))
    return path


def test_games_lists_them_all() -> None:
    assert "Ra" in run("games").stdout
    assert [row["key"] for row in printed("games")] == ["amunre", "ankh", "mennefer", "ra"]


def test_games_show_prints_components_with_their_status_options_and_orders() -> None:
    text = run("games", "show", "ra").stdout
    for words in ("verified", "open_scores = true | false", "bid SUN", "biete SONNE"):
        assert words in text
    assert len(re.findall(r"^ .* verified", text, re.MULTILINE)) == len(game("ra").components(game("ra").raw_data()))
    assert text.count("rules p. 1-3 (material, preparation)") == 1
    facts = printed("games", "show", "ra")
    assert json.loads(run("games", "--json", "show", "ra").stdout) == facts
    assert {"status", "source"} <= set(facts["components"][0])
    assert "step-pyramid" in facts["outcomes"]["tile"]
    assert "gods {tiles}" in [order["en"] for order in facts["orders"]]


def test_simulate_prints_what_interface_promises_and_the_same_twice() -> None:
    words = ("simulate", "ra", "--players", "3", "--matches", "3", "--seed", "s")
    first, again = printed(*words), printed(*words)
    assert set(first) == {"matches", "orders", "seconds", "orders_per_second", "scores", "wins", "digest"}
    assert first["digest"] == again["digest"]
    assert [len(points) for points in first["scores"]] == [3, 3, 3]
    assert sum(first["wins"].values()) == 3
    assert printed(*words[:-1], "t")["digest"] != first["digest"]


def test_simulate_in_words() -> None:
    text = run("simulate", "ra", "--players", "3", "--matches", "2", "--bots", "steady,random,random").stdout
    assert "steady (1 of 3 seats)" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("simulate", "rah", "--players", "3"), "did you mean 'ra'"),
        (("simulate", "go", "--players", "3"), "there are: amunre, ankh, mennefer, ra"),
        (("simulate", "ra", "--players", "6"), "3 to 5 players, not 6"),
        (("simulate", "ra", "--players", "3", "--bots", "clever"), "has no bot 'clever'; it has: steady, random"),
        (("simulate", "ra", "--players", "3", "--bots", "steady,random"), "one for each of the 3 seats"),
        (("play", "ra", "--lang", "fr"), "languages are en, de"),
        (("play", "ra", "--seats", "3", "--people", "4"), "use --seats 4"),
        (("play", "ra", "--seats", "9"), "3 to 5 players, not 9"),
        (("demo", "--lang", "fr"), "languages are en, de"),
        (("demo", "--export", "no/such/folder/match.json"), "in a folder that exists"),
        (("play", "ra", "--save", "no/such/folder/match.json"), "in a folder that exists"),
        (("play", "ra", "--save", "."), "cannot be written"),
        (("games", "show", "chess"), "no game has the key 'chess'"),
    ],
)
def test_what_does_not_exist_is_refused_with_the_way_out(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        run(*words)


def test_replay_prints_where_the_match_stands(match_file: Path) -> None:
    assert "it waits for bert" in run("replay", str(match_file)).stdout
    facts = printed("replay", str(match_file))
    assert facts["result"] is None
    assert facts["scores"] == [10, 10, 10]
    assert facts["scores_by_epoch"] == []


def test_replay_says_what_it_could_not_check(match_file: Path) -> None:
    text = run("replay", str(match_file), "--check").stdout
    assert text.startswith("Ra, 3 players, 1 order replayed\n")
    assert "not checked: outcomes" in text
    with_json = program("replay", str(match_file), "--check", "--json")
    assert json.loads(with_json.stdout)["scores"] == [10, 10, 10]
    assert "not checked: outcomes" in with_json.stderr


def test_a_replay_that_compares_everything_says_so(tmp_path: Path) -> None:
    played = simulation.bot_match(game("ra"), ["steady"] * 3, b"seed", "match")
    (tmp_path / "match.json").write_bytes(write(played.file))
    assert "orders replayed; all compared\n" in run("replay", str(tmp_path / "match.json"), "--check").stdout


def test_replay_explains_a_refused_order(match_file: Path) -> None:
    match_file.write_text(json.dumps(EXAMPLE).replace('"draw"', '"bid 13"'))
    with pytest.raises(
        Impossible, match=r"match.json: entry 1: 'bid 13' by seat 0 is refused: There is no auction now"
    ):
        run("replay", str(match_file))


def test_replay_of_a_cut_or_absent_file_is_a_clear_error(match_file: Path) -> None:
    match_file.write_text(json.dumps(EXAMPLE)[:80])
    with pytest.raises(Garbled, match=r"match\.json: this is not whole JSON"):
        run("replay", str(match_file))
    with pytest.raises(Garbled, match="cannot be read: No such file"):
        run("replay", str(match_file.parent / "nothing.json"))


def test_play_reads_orders_numbers_and_words(tmp_path: Path) -> None:
    lines = "help\nstatus\n# a comment\npreview draw\npreview ra\npreview fly\nxyz\n99\n1\nauto\nZIEHE\nquit\n"
    saved = tmp_path / "kept.json"
    result = run("play", "ra", "--seats", "3", "--seed", "x", "--save", str(saved), text=lines)
    for words in (
        "What comes then, chance decides.",
        "Anna calls Ra: an auction.",
        '"fly" is no order',
        "There is no move 99 in the list",
        "Possible now, for example:",
        "bid SUN",
    ):
        assert words in result.stdout
    assert "the match is not over" in result.stderr
    assert run("replay", str(saved), "--check").exit_code == 0


def test_a_whole_match_at_the_keyboard_ends_with_the_result() -> None:
    result = run("play", "ra", "--seats", "3", "--seed", "x", "--lang", "de", text="auto\n" * 400)
    assert "DAS ERGEBNIS" in result.stdout
    assert "not over" not in result.stderr


def test_demo_plays_a_whole_match_by_mail_and_says_nothing_else(tmp_path: Path) -> None:
    export = tmp_path / "demo.json"
    result = program("demo", "--auto", "--json", "--export", str(export))
    assert result.returncode == 0, result.stderr
    facts = json.loads(result.stdout)
    assert facts["verified"]
    assert facts["letters"] == facts["moves"] > 50
    assert facts["result"][0]["place"] == 1
    assert [line for line in result.stderr.splitlines() if not line.startswith("a match by mail: ")] == []
    assert run("replay", str(export), "--check").exit_code == 0


def test_exit_codes_and_streams() -> None:
    refused = program("games", "show", "chess")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "pbem: no game has the key" in refused.stderr
    wrong = program("simulate", "ra")
    assert wrong.returncode == 2
    assert program("play", "ra", "--seats", "3").returncode == 0


def test_a_terminal_without_umlauts_does_no_harm() -> None:
    words = [sys.executable, "-c", "from pbem.cli import main; main()", "play", "ra", "--lang", "de"]
    shown = subprocess.run(
        words, env=os.environ | {"PYTHONIOENCODING": "ascii"}, capture_output=True, input=b"", check=True
    )
    assert b"WAS DU TUN KANNST" in shown.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_a_clear_error() -> None:
    words = [sys.executable, "-c", "from pbem.cli import main; main()", "games", "--json"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("pbem: the output: No space left")


@pytest.mark.parametrize("command", ["games", "play", "simulate", "replay", "demo"])
def test_every_command_has_help_with_an_example(command: str) -> None:
    assert "Example" in run(command, "--help").stdout
