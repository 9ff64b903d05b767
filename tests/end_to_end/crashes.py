"""Tells the story with a service that dies, and compares it step by step with the story of one that does not.

At each step the service is started with PBEM_FAULT, dies by SIGKILL at a named point, and is started again. Since after
each step all is as if nothing had happened, each kill is judged by itself.
`python -m tests.end_to_end.crashes` prints the figures.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlmodel import Session, col, select

from pbem import bootstrap
from pbem.service import archive, lobby
from pbem.service.live import Kept
from pbem.service.office import Office
from pbem.service.points import POINTS
from pbem.store import log, matches, openings, people, tables, upgrade
from pbem.store.around import Opening
from pbem.store.work import Work
from tests.end_to_end.commands import standing
from tests.end_to_end.story import ANNA, HELPER, PLAYERS, STORY, UNLUCKY, USERS, Teller
from tests.end_to_end.towns import SERVICE, Founder, Town, village
from tests.end_to_end.zygote import Zygote, zygote
from tests.house import SEED

MATCH = "00c0ffee00c0ffee"
BROKEN = "0badbadbadbadbad"
OPEN = "00feed0000feed00"
"""Nobody joins this one."""
KILLED = -signal.SIGKILL
RESENDING = frozenset({"dispatch.sent", "dispatch.noting"})
"""Only here a mail is accepted of which nobody knows afterwards: it is sent again, with the same Message-ID."""


class State(Struct, frozen=True):
    """The world after a step, as far as it must not depend on who died when."""

    logs: dict[str, list[dict[str, Any]]]
    boards: dict[str, Any]
    letters: list[str]
    outbox: list[str]
    clocks: list[str]
    notices: list[str]
    plans: list[str]
    people: list[str]
    folders: dict[str, dict[str, int]]
    """Letters to the service, by folder."""
    arrived: dict[str, list[str]]
    """User -> the Message-IDs that reached them."""


class Run(Struct):
    """A telling of the story."""

    states: dict[str, State] = {}
    """After each step at which the service died, and at the end."""
    passed: list[dict[str, int]] = []
    last: str = ""
    """The last step that was told."""
    kills: int = 0
    resends: int = 0


class Stage:
    """A telling: a town and a fresh copy of the database."""

    def __init__(self, town: Town, folder: Path, template: Path) -> None:
        self.town = town
        self.config = write_config(folder, town)
        shutil.copy(template, folder / "pbem.db")
        self.url = f"sqlite:///{folder / 'pbem.db'}"
        self.work = Work(self.url)
        self.names: dict[str, str] = {}
        """Hash of a letter -> its Message-ID."""

    def state(self) -> tuple[State, int]:
        """Everything that counts, and how many mails came twice."""
        boxes = self.town.boxes()
        self.learn()
        with self.work.reading() as tx:
            called = self.mail_names(tx)
            rows = self.rows(tx)
        arrived = {user: Counter(called.get(one, one) for one in ids(boxes[user])) for user in boxes if user != SERVICE}
        state = State(
            **rows,
            folders={folder: dict(Counter(map(message_id, raws))) for folder, raws in boxes[SERVICE].items() if raws},
            arrived={user: sorted(found) for user, found in sorted(arrived.items()) if found},
        )
        return state, sum(count - 1 for found in arrived.values() for count in found.values())

    def learn(self) -> None:
        """The letters have the same names in each telling, though not the same bytes, which are thrown away later."""
        with self.work.reading() as tx:
            for row in tx.exec(select(tables.Letter)):
                if row.raw is not None:
                    self.names[row.sha256] = message_id(row.raw)

    def mail_names(self, tx: Session) -> dict[str, str]:
        """Message-ID -> the same, without what is another in each telling."""
        short = {sha[:10]: name for sha, name in self.names.items()}
        notes: Counter[str] = Counter()
        called = {}
        for row in tx.exec(select(tables.Outbox).order_by(col(tables.Outbox.id))):
            if row.kind == "note":
                kind = f"{row.message_id[1:].partition('.')[0]} to {row.recipient}"
                notes[kind] += 1
                called[row.message_id] = f"{kind}, {notes[kind]}"
            else:
                called[row.message_id] = re.sub(
                    r"[0-9a-f]{10}(?=@)", lambda sha: short.get(sha[0], sha[0]), row.message_id
                )
        return called

    def rows(self, tx: Session) -> dict[str, Any]:
        """The tables, without times and random numbers."""
        called = self.mail_names(tx)
        running = [row for row in matches.listed(tx) if row.id != BROKEN and row.started is not None]
        for row in running:
            archive.check(tx, row)
        return {
            "logs": {row.id: [self.entry(one) for one in log.load(tx, row.id)] for row in matches.listed(tx)},
            "boards": {row.id: board(tx, row.id) for row in running},
            "letters": sorted(
                f"{self.names[one.sha256]}: {one.state} {one.reason} {one.player} {one.match} {one.seat} "
                f"to {one.folder} {'moved' if one.moved else 'here'}{'' if one.raw else ', reduced'}"
                for one in tx.exec(select(tables.Letter))
            ),
            "outbox": sorted(
                f"{called[one.message_id]} to {one.recipient}: {one.state} {one.since} {one.n} {one.decision}"
                for one in tx.exec(select(tables.Outbox))
            ),
            "clocks": sorted(
                f"{one.match} {one.seat} {one.decision}: {one.state} {one.due} {one.told} {one.remind}"
                for one in tx.exec(select(tables.Deadline))
            ),
            "notices": sorted(
                f"{one.kind} {one.about} {one.times} {bool(one.told)}" for one in tx.exec(select(tables.Notice))
            ),
            "plans": sorted(
                f"{one.match} {one.seat}: {[line['text'] for line in one.lines]}"
                for one in tx.exec(select(tables.Plan))
            ),
            "people": sorted(f"{one.canonical} {one.bouncing}" for one in tx.exec(select(tables.Address))),
        }

    def entry(self, one: log.Logged) -> dict[str, Any]:
        """An entry of the log; letters by their names, no time."""
        text = json.dumps({key: value for key, value in one.facts().items() if key != "at"})
        for sha, name in self.names.items():
            text = text.replace(sha, name.strip('"'))
        facts: dict[str, Any] = json.loads(text)
        return facts


def board(tx: Session, match: str) -> Any:
    """The table of a match as its snapshot keeps it."""
    kept = log.get_snapshot(tx, match)
    assert kept is not None
    return json.loads(bytes(msgspec.json.decode(kept.state, type=Kept).table))


def message_id(raw: bytes) -> str:
    """The name of a letter."""
    found = re.search(rb"^message-id:\s*(<[^>]*>)", raw, re.IGNORECASE | re.MULTILINE)
    assert found is not None
    return found[1].decode()


def ids(folders: dict[str, list[bytes]]) -> list[str]:
    """The Message-IDs of a mailbox, with repetitions."""
    return [message_id(raw) for raws in folders.values() for raw in raws]


def write_config(folder: Path, town: Town) -> Path:
    """The settings file of the service."""
    path = folder / "pbem.toml"
    path.write_text("\n".join(['limits.keep_letters = "7d"', 'clock.outage = "15d"', *standing(town)]) + "\n")
    return path


def make_template(folder: Path, town: Town) -> Path:
    """The database from which all tellings begin: two matches, of which one is damaged, and one that waits in vain."""
    upgrade.upgrade(f"sqlite:///{folder / 'pbem.db'}")
    settings = bootstrap.read_settings(write_config(folder, town))
    work = bootstrap.store(settings)
    office = bootstrap.office(settings, work)
    for match, names in ((MATCH, PLAYERS), (BROKEN, UNLUCKY)):
        guests = [lobby.Guest(name=name.capitalize(), address=f"{name}@{town.domain}") for name in names]
        turn, reminders = timedelta(hours=72), (timedelta(hours=48),)
        invitation = lobby.Invitation(
            game="ra", guests=guests, seed=SEED, id=match, turn=turn, reminders=reminders, settings={"think": 600}
        )
        lobby.begin(office, invitation, town.now)
    with work.transaction() as tx:
        log.put_snapshot(tx, BROKEN, 0, b"{")
        open_match(office, tx, town)
        helper = people.by_name(tx, HELPER)
        assert helper is not None
        helper.settings = {"substitute": ["all"]}
        tx.add(helper)
    work.close()
    return folder / "pbem.db"


def open_match(office: Office, tx: Session, town: Town) -> None:
    """A match that looks for players, and is given up after three days."""
    anna = people.by_name(tx, ANNA)
    assert anna is not None
    invitation = lobby.Invitation(game="ra", guests=(), seed=SEED, id=OPEN, organiser=anna.id)
    lobby.announce(office, tx, invitation, [matches.Sitting(player=anna.id), *[matches.Sitting()] * 2], town.now)
    opening = Opening(match=OPEN, code="feedfeed", expires=town.now + timedelta(days=3))
    openings.add(tx, opening, anna.id, town.now)


class Plan(Struct, frozen=True):
    """Where the service dies: a point and, for each step that is told, at which pass; 0: not at this step."""

    point: str = ""
    counts: Sequence[int] = ()

    @property
    def kills(self) -> int:
        """How often it dies."""
        return sum(count > 0 for count in self.counts)


class Driver:
    """Tells the story as often as it is asked to, in towns of one kind."""

    def __init__(self, found: Founder, born: Zygote, folder: Path) -> None:
        self.found = found
        self.born = born
        self.folder = folder
        with found(USERS) as town:
            self.template = make_template(folder, town)
        self.undisturbed = self.tell(Plan())

    def tell(self, plan: Plan) -> Run:
        """The story, to its end or to the last death of a short plan; at some steps the service dies."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder, self.found(USERS) as town:
            stage = Stage(town, Path(folder), self.template)
            run = Run({}, [])
            for step, count in zip(STORY, plan.counts or [0] * len(STORY), strict=False):
                town.now += step.after
                step.happens(Teller(town))
                self.live(stage, f"{plan.point}:{count}" if count else "", run, fork=bool(plan.point))
                stage.learn()
                if count or not plan.point or step is STORY[-1]:
                    run.last = step.name
                    run.states[step.name], run.resends = stage.state()
            assert upgrade.check(stage.url) == []
            stage.work.close()
            return run

    def live(self, stage: Stage, fault: str, run: Run, *, fork: bool) -> None:
        """The service, until all is quiet; after a death it is started again without a fault."""
        lived = self.born.serve(stage.config, stage.town.now, fault, fork=fork)
        if lived.code == KILLED and fault:
            run.kills += 1
            with upgrade.looking(stage.url) as connection:
                assert upgrade.damage(connection) == []
            lived = self.born.serve(stage.config, stage.town.now)
        assert lived.code == 0, lived
        run.passed.append(lived.passed)

    def passes(self, point: str) -> list[int]:
        """How often a point is passed at each step, if nothing happens there."""
        return [passed.get(point, 0) for passed in self.undisturbed.passed]

    def sample(self, point: str, most: int) -> Plan:
        """Kills at the first steps, at another pass each time: the first, the second and so on, as far as there are."""
        counts: list[int] = []
        for times in self.passes(point):
            kills = sum(count > 0 for count in counts)
            counts.append(1 + kills % times if times and kills < most else 0)
        return Plan(point, counts[: max((step for step, count in enumerate(counts) if count), default=0) + 1])

    def every(self, point: str, count: int) -> Plan:
        """Kills at every step at which a point is passed so often."""
        return Plan(point, [count if times >= count else 0 for times in self.passes(point)])


class Verdict(Struct, frozen=True):
    """How a telling with kills differs from the undisturbed one."""

    kills: int
    resends: int
    lost: int
    doubled: int
    differences: list[str]


def judge(run: Run, model: Run) -> Verdict:
    """Compares step by step."""
    differences = [
        f"step {step}, {field}: {getattr(now, field)} instead of {getattr(model.states[step], field)}"
        for step, now in run.states.items()
        for field in State.__struct_fields__
        if getattr(now, field) != getattr(model.states[step], field)
    ]
    here, there = effects(run.states[run.last]), effects(model.states[run.last])
    return Verdict(run.kills, run.resends, sum((there - here).values()), sum((here - there).values()), differences)


def effects(state: State) -> Counter[str]:
    """What is not to be lost or doubled: entries of the logs, mails, letters."""
    entries = [f"{match} {json.dumps(entry)}" for match, entries in state.logs.items() for entry in entries]
    mails = [f"{user} {name}" for user, names in state.arrived.items() for name in names]
    folders = [f"{folder} {name}" for folder, names in state.folders.items() for name in Counter(names).elements()]
    return Counter([*entries, *mails, *folders, *state.letters])


@contextmanager
def driver(found: Founder) -> Iterator[Driver]:
    """A driver with its service to fork. What a killed process wrote survives in memory, too, and costs no disk."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108  a folder of our own in it
    with zygote() as born, tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Driver(found, born, Path(folder))


def figures(here: Driver, plans: Iterable[Plan]) -> dict[str, int]:
    """How many kills, resends, losses, doubles and other differences."""
    began = time.monotonic()
    verdicts = [judge(here.tell(plan), here.undisturbed) for plan in plans if plan.kills]
    return {
        "points": len(POINTS),
        "kills": sum(one.kills for one in verdicts),
        "resends": sum(one.resends for one in verdicts),
        "lost": sum(one.lost for one in verdicts),
        "doubled": sum(one.doubled for one in verdicts),
        "differences": sum(len(one.differences) for one in verdicts),
        "seconds": round(time.monotonic() - began),
    }


def main() -> None:
    """All points on the embedded servers; an argument tells how many passes of each, one if there is none."""
    passes = int(sys.argv[1]) if sys.argv[1:] else 1
    with driver(village) as here:
        print(figures(here, [here.every(point, count) for point in POINTS for count in range(1, passes + 1)]))


if __name__ == "__main__":
    main()
