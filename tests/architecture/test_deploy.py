"""What an operator copies from `deploy/` fits this pbem."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import cli

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted(DEPLOY.glob("systemd/*.service")) + sorted(DEPLOY.glob("systemd/*.timer"))
PROGRAM = "/opt/pbem/venv/bin/pbem"


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here: install systemd to check the units")
    for unit in UNITS:
        here = Path(sys.executable).with_name("pbem")
        (tmp_path / unit.name).write_text(unit.read_text().replace(PROGRAM, str(here)))
    command = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / unit.name) for unit in UNITS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_units_call_commands_that_exist() -> None:
    known = set(cli.COMMANDS)
    called = {word for unit in UNITS for word in re.findall(rf"{PROGRAM} (\w+)", unit.read_text())}
    assert called == {"serve", "backup"}
    assert called <= known


def test_the_service_waits_for_our_word_and_gets_its_passwords() -> None:
    text = (DEPLOY / "systemd" / "pbem.service").read_text()
    for line in ("Type=notify", "Restart=on-failure", "LoadCredential=imap_password:", "LoadCredential=smtp_password:"):
        assert line in text
    assert re.search(r"^WatchdogSec=", text, re.MULTILINE)


def test_the_container_copies_what_there_is() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    copied = [word for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE) for word in line.split()]
    assert {"pbem", "templates", "migrations", "requirements.lock"} <= set(copied)
    assert [name for name in copied if not (DEPLOY.parent / name).exists()] == []
    assert "--require-hashes" in text
    assert re.search(r"^USER pbem$", text, re.MULTILINE)
