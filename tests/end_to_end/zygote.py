"""Services that can be killed: a process that has loaded everything and forks a child for each request.

One JSON request a line on standard input, one JSON answer a line on standard output. A child runs rounds until nothing
is left to do, at a time that is told, and dies where PBEM_FAULT says; starting Python for each would take a second.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import Struct

from pbem import bootstrap, running
from pbem.mail.imap import Inbox
from pbem.service import watch
from pbem.service.office import Office
from pbem.settings import Settings
from pbem.store.lock import held

ROOT = Path(__file__).parents[2]
ROUNDS = 10
"""More in a row, without news from outside, would never end."""


class Lived(Struct, frozen=True):
    """What became of a child: how it ended and, if it was not killed, which points it passed how often."""

    code: int
    passed: dict[str, int]
    settled: int = 0
    mails: int = 0


class Zygote:
    """The process, seen from the test."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.end_to_end.zygote"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def serve(self, config: Path, now: datetime, fault: str = "", *, fork: bool = True) -> Lived:
        """One life of the service. Without a fork the process lives it itself: later children find all caches warm."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        request = {"config": str(config), "now": now.isoformat(), "fault": fault, "fork": fork}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return Lived(**json.loads(self.process.stdout.readline()))


@contextmanager
def zygote() -> Iterator[Zygote]:
    """Until the test is over."""
    here = Zygote()
    with here.process:
        yield here
        assert here.process.stdin is not None
        here.process.stdin.close()


def main() -> None:
    """Answers requests until there are no more."""
    for line in sys.stdin:
        request = json.loads(line)
        answer = lived(request) if request["fork"] else {"code": 0} | served(request)
        print(json.dumps(answer), flush=True)


def lived(request: dict[str, Any]) -> dict[str, Any]:
    """Forks a child and waits for its end."""
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ear)
        os._exit(life(request, mouth))
    os.close(mouth)
    with os.fdopen(ear) as heard:
        told: dict[str, Any] = json.loads(heard.read() or "{}")
    _, status = os.waitpid(child, 0)
    return {"code": os.waitstatus_to_exitcode(status), "passed": {}} | told


def life(request: dict[str, Any], mouth: int) -> int:
    """What a child does; 1 if that went wrong."""
    try:
        os.write(mouth, json.dumps(served(request)).encode())
    except BaseException:  # noqa: BLE001  the exit code tells it
        traceback.print_exc()
        return 1
    return 0


def served(request: dict[str, Any]) -> dict[str, Any]:
    """The service as `pbem serve --once` builds it, at a time that is told."""
    settings, now = bootstrap.read_settings(Path(request["config"])), datetime.fromisoformat(request["now"])
    kill = bootstrap.fault({"PBEM_FAULT": request["fault"]})
    passed: Counter[str] = Counter()

    def point(name: str) -> None:
        passed[name] += 1
        kill(name)

    work = bootstrap.store(settings)
    with held(settings.database), bootstrap.inbox(settings) as box:
        office = bootstrap.office(settings, work, point)
        settled, mails = asyncio.run(all_rounds(office, settings, box, now))
    work.close()
    return {"passed": passed, "settled": settled, "mails": mails}


async def all_rounds(office: Office, settings: Settings, box: Inbox, now: datetime) -> tuple[int, int]:
    """Rounds until nothing is left to do, between the tasks of the ticker."""
    way_out = bootstrap.outgoing(settings)
    settled = mails = 0
    try:
        watch.look_for_silence(office, now, timedelta(days=2))
        for _ in range(ROUNDS):
            done = await running.once(office, box, way_out, lambda: now)
            settled, mails = settled + done.letters, mails + done.mails
            if done == running.Round(0, 0, 0, 0):
                watch.throw_away(office, now, settings.limits.keep_letters)
                return settled, mails
    finally:
        await way_out.close()
    raise RuntimeError(f"after {ROUNDS} rounds there is still something to do")


if __name__ == "__main__":
    main()
