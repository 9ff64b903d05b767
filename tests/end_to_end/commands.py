"""A service that is run by its command line, in a folder of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlmodel import col, select

from pbem import bootstrap
from pbem.service import lobby
from pbem.store import log, tables, upgrade
from pbem.store.work import Work
from tests.end_to_end.story import PLAYERS
from tests.end_to_end.towns import Town
from tests.house import SEED

MATCH = "00c0ffee00c0ffee"
MEASURED = """\
import sys
from pathlib import Path
from pbem.cli import main
sys.argv[0] = "pbem"
try:
    main()
finally:
    print(Path("/proc/self/status").read_text(), file=sys.stderr)
"""
"""The highest mark of a process is its own; what `wait` tells of a child also counts the parent that it came from."""


class Bureau:
    """Settings, database and a match of three people that has begun."""

    def __init__(self, folder: Path, town: Town, *lines: str) -> None:
        self.town = town
        self.folder = folder
        self.config = folder / "pbem.toml"
        self.config.write_text("\n".join([*lines, *standing(town)]) + "\n")
        self.settings = bootstrap.read_settings(self.config)
        upgrade.upgrade(self.settings.database)
        self.work = Work(self.settings.database)

    def begin(self) -> None:
        """Anna is to play first; the first reports wait in the outbox."""
        office = bootstrap.office(self.settings, self.work)
        guests = [lobby.Guest(name=name.capitalize(), address=f"{name}@{self.town.domain}") for name in PLAYERS]
        invitation = lobby.Invitation(game="ra", guests=guests, seed=SEED, id=MATCH, turn=timedelta(days=30))
        lobby.begin(office, invitation, bootstrap.now())

    def pbem(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """The installed command line."""
        command = [str(Path(sys.executable).with_name("pbem")), *words]
        return subprocess.run(command, env=self.environment(environment), capture_output=True, text=True, check=False)

    def once(self, **environment: str) -> dict[str, Any]:
        """One round; what it did."""
        done = self.pbem("serve", "--once", "--json", **environment)
        assert done.returncode == 0, done.stderr
        told: dict[str, Any] = json.loads(done.stdout)
        return told

    @contextmanager
    def serving(self) -> Iterator[subprocess.Popen[str]]:
        """The service as it runs for months, until it ends."""
        command = [str(Path(sys.executable).with_name("pbem")), "serve"]
        with subprocess.Popen(command, env=self.environment({}), stderr=subprocess.PIPE, text=True) as process:
            try:
                assert process.stderr is not None
                assert any("inbox open" in line for line in process.stderr), "it ended before it had begun"
                yield process
            finally:
                process.kill()

    def measured(self) -> int:
        """One round; the most memory it had, in kilobytes."""
        command = [sys.executable, "-c", MEASURED, "serve", "--once"]
        done = subprocess.run(command, env=self.environment({}), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        found = re.search(r"VmHWM:\s*(\d+) kB", done.stderr)
        assert found is not None
        return int(found[1])

    def environment(self, more: dict[str, str]) -> dict[str, str]:
        """Of a process of ours."""
        return os.environ | {"PBEM_CONFIG": str(self.config)} | more

    def letters(self) -> list[tables.Letter]:
        """What became of the letters."""
        with self.work.reading() as tx:
            return list(tx.exec(select(tables.Letter).order_by(col(tables.Letter.id))))

    def orders(self) -> list[str]:
        """The orders of the log, with the seat."""
        with self.work.reading() as tx:
            entries = [entry.facts() for entry in log.load(tx, MATCH)]
        return [f"{one['seat']} {one['order']}" for one in entries if "seat" in one]


def standing(town: Town) -> list[str]:
    """The settings that all have."""
    lines = [
        'database = "sqlite:///pbem.db"',
        f'address = "pbem@{town.domain}"',
        f'operator = "operator@{town.domain}"',
        f'authserv_id = "{town.domain}"',
        "limits.per_sender = 10000",
    ]
    for name, table in town.servers().items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
    return lines
