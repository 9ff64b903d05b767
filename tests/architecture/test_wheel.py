"""The package works from its wheel alone: installed into an empty environment, run in an empty folder."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(sys.executable).parent
SHIPPED = {"templates": "pbem/_templates", "migrations": "pbem/_migrations"}

# One worker builds the wheel and uses it for all tests here (pytest -n 2 --dist loadgroup).
pytestmark = pytest.mark.xdist_group("wheel")


class Installed(NamedTuple):
    """A wheel, the scripts of the environment it was installed into, and an empty folder to work in."""

    wheel: Path
    scripts: Path
    folder: Path

    def run(self, *command: str, typed: str = "") -> str:
        """Standard output of a command that must succeed; it sees nothing of the source tree."""
        environment = {"PATH": os.defpath, "HOME": str(self.folder), "LANG": "C.UTF-8"}
        program = str(self.scripts / command[0])
        done = subprocess.run(
            [program, *command[1:]],
            cwd=self.folder,
            env=environment,
            input=typed,
            text=True,
            encoding="utf-8",
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
        return done.stdout


def build(target: Path) -> Path:
    tool(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target))
    (wheel,) = target.glob("*.whl")
    return wheel


def install(wheel: Path, environment: Path) -> Path:
    uv, python = str(TOOLS / "uv"), str(environment / "bin" / "python")
    tool(uv, "venv", "--quiet", "--python", sys.executable, str(environment))
    into = (uv, "pip", "install", "--quiet", "--python", python)
    tool(*into, "--require-hashes", "--requirement", str(ROOT / "requirements.lock"))
    tool(*into, "--no-deps", str(wheel))
    return environment / "bin"


def tool(*command: str) -> None:
    """A build tool, run in the source tree with this machine's settings, less those of this environment."""
    settings = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}}
    done = subprocess.run(command, cwd=ROOT, env=settings, text=True, capture_output=True, check=False)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    wheel = build(tmp_path_factory.mktemp("dist"))
    scripts = install(wheel, tmp_path_factory.mktemp("environment") / "venv")
    return Installed(wheel, scripts, tmp_path_factory.mktemp("empty"))


def test_the_installed_package_is_the_wheel(installed: Installed) -> None:
    where = installed.run("python", "-c", "import pbem; print(pbem.__file__)").strip()
    assert Path(where).is_relative_to(installed.scripts.parent)


@pytest.mark.parametrize("folder", SHIPPED)
def test_top_level_folders_ship_inside_the_package(installed: Installed, folder: str) -> None:
    unshipped = {".mo", ".pyc"}
    here = {
        f"{SHIPPED[folder]}/{path.relative_to(ROOT / folder).as_posix()}"
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in unshipped
    }
    with zipfile.ZipFile(installed.wheel) as archive:
        there = {name for name in archive.namelist() if name.startswith(f"{SHIPPED[folder]}/")}
    assert here
    assert there == here


def test_nothing_but_the_package_is_installed(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"pbem"}


def test_games_are_listed(installed: Installed) -> None:
    assert "ra" in installed.run("pbem", "games").split()


def test_help_is_printed(installed: Installed) -> None:
    assert "--help" in installed.run("pbem", "games", "--help")


def test_bots_play(installed: Installed) -> None:
    command = ("simulate", "ra", "--players", "3", "--matches", "2", "--seed", "1", "--json")
    report = json.loads(installed.run("pbem", *command))
    assert report["matches"] == 2
    assert re.fullmatch("[0-9a-f]{64}", report["digest"])


def test_a_person_plays_until_the_input_ends(installed: Installed) -> None:
    typed = "draw\n" * 3 + "ra\n" + "pass\n" * 2 + "draw\n"
    assert "draw" in installed.run("pbem", "play", "ra", "--seats", "3", typed=typed)


def test_an_operator_moves_in(installed: Installed) -> None:
    installed.run("pbem", "init", "home")
    assert "# Where people write to" in (installed.folder / "home" / "pbem.toml").read_text("utf-8")
    assert "whole" in installed.run("pbem", "db", "check", "--config", "home/pbem.toml")
