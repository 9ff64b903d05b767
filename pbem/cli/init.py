"""`pbem init`: the settings file and the database. `pbem doctor`: whether everything is in order."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from pbem import bootstrap, settings_file
from pbem.cli import desk
from pbem.cli.console import AsJson, say, say_json
from pbem.engine.errors import PbemError
from pbem.settings import BadSettings
from pbem.store import upgrade

SIGNS = {"ok": "ok", "warn": "WARN", "fail": "FAIL", "unknown": "?"}


class Unhealthy(PbemError):
    """Something must be mended before the service can work."""


def init(
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="Where; here by default.")] = Path(),
) -> None:
    """Write the settings file and make the database. Example: `pbem init /srv/pbem`

    What is there already is never changed.
    """
    path = folder / "pbem.toml"
    write_settings(path)
    url = bootstrap.read_settings(path).database
    upgrade.upgrade(url)
    say(f"settings: {path}")
    say(f"database: {url}")
    say(f"Fill in address, operator, [imap] and [smtp]; then: pbem doctor --config {path}")


def write_settings(path: Path) -> None:
    """The file, readable by its owner only, for passwords may come to stand in it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        there = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        told = f"{path} exists and stays as it is: edit it, then `pbem doctor --config {path}`; or name another folder"
        raise BadSettings(told) from None
    except OSError as error:
        raise BadSettings(f"{path} cannot be written: {error.strerror}") from None
    with os.fdopen(there, "w", encoding="utf-8") as file:
        file.write(settings_file.text())


def doctor(config: desk.Config = None, as_json: AsJson = False) -> None:
    """Check settings, database, mail servers and domain; nothing is sent. Example: `pbem doctor`"""
    from pbem import doctor, domain_records

    findings = []
    for one in doctor.examine(config, dict(os.environ), bootstrap.now, domain_records.texts):
        findings.append(one)
        if not as_json:
            say(f"{SIGNS[one.state]:<5} {one.check}: {one.found}" + (f" -> {one.remedy}" if one.remedy else ""))
    if as_json:
        say_json(findings)
    failed = [one.check for one in findings if one.state == "fail"]
    if failed:
        raise Unhealthy(f"{len(failed)} of {len(findings)} checks failed: {', '.join(failed)}")
