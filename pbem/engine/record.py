"""The match file: a match as people and programs exchange it, and its replay.

With `outcomes` a file replays without its seed; with the seed the outcomes must come out the same. What is absent is
not checked. Forced answers are no entries; a file that has them all the same is accepted.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import accumulate
from typing import Any

import msgspec
from msgspec import Struct

from pbem.engine import kernel
from pbem.engine.chance import Chance, Scripted, Seeded, commitment, stream_key
from pbem.engine.data import canonical
from pbem.engine.errors import Garbled, Impossible, OrderError
from pbem.engine.game import Action, Game, Seat, Table
from pbem.engine.standing import with_first, with_last

FORMAT = 1
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Some editors write it in front of a file typed by hand."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
PLAYED = ("order", "plan", "clock", "organiser")
"""Kinds of entry that can hold an order."""
RESIGNED, REPLACED = "resign", ("replace", "substitute")
"""Causes of entries by which a player gives up, and by which somebody else takes a seat."""
CONCEDED = "concede"
"""Cause of the entry by which the others let a seat win."""
ENDED = "end"
"""Cause of the entry by which a match was ended early; a result beside it counts the points of that moment."""
UNDO = "undo"
"""Cause of a rollback by a player before anybody was told: nothing had fallen, so that the epoch goes on."""


class Entry(Struct, omit_defaults=True):
    """One line of the log."""

    n: int
    seat: Seat | None = None
    order: str | None = None
    outcomes: list[str] | None = None
    kind: str = "order"
    cause: str | None = None
    to: int | None = None
    """Of a rollback: the entry after which the match goes on."""
    sealed: str | None = None
    """Stands for an entry that is not public yet."""


class DataSet(Struct, omit_defaults=True):
    """What the match was played with."""

    fingerprint: str = ""
    overrides: dict[str, Any] = {}


class Epoch(Struct, omit_defaults=True):
    """A stretch of the match under one seed; a rollback opens the next."""

    commitment: str = ""
    seed: str | None = None
    entropy: list[str] = []
    from_: int = msgspec.field(default=0, name="from")


class Place(Struct):
    """A line of the result."""

    seat: Seat
    place: int
    points: int


class MatchFile(Struct, omit_defaults=True):
    """The whole file."""

    format: int
    game: str
    seats: list[str]
    log: list[Entry]
    rules: int | None = None
    options: dict[str, bool | int | str] = {}
    id: str = ""
    data: DataSet = msgspec.field(default_factory=DataSet)
    epochs: list[Epoch] = []
    result: list[Place] | None = None
    root: str | None = None


def read(raw: bytes) -> MatchFile:
    """The file, if it is one."""
    try:
        file = msgspec.json.decode(raw.removeprefix(BYTE_ORDER_MARK), type=MatchFile)
    except msgspec.ValidationError as error:
        raise Garbled(f"this is JSON, but not a match file: {error}") from None
    except RecursionError:
        raise Garbled("this is JSON, but not a match file: it is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Garbled(f"this is not whole JSON (cut short, or garbled): {error}") from None
    if file.format != FORMAT:
        raise Garbled(f"format {file.format} is not known here; this pbem reads format {FORMAT}")
    if any(CONTROL.search(name) or not name.strip() for name in file.seats):
        raise Garbled("seats: a name is empty, or has line breaks or other control characters in it")
    if not file.log or file.log[0].order != "start" or file.log[0].n != 0:
        raise Garbled('the log begins with {"n": 0, "order": "start", ...}')
    for before, entry in zip(file.log, file.log[1:], strict=False):
        if entry.n != before.n + 1:
            raise Garbled(f"entry {entry.n} follows entry {before.n}: a part of the log is missing or doubled")
    return file


def write(file: MatchFile) -> bytes:
    """The file as JSON, one entry of the log a line."""
    text = msgspec.json.encode(msgspec.structs.replace(file, log=[])).decode()
    log = ",\n  ".join(msgspec.json.encode(entry).decode() for entry in file.log)
    return text.replace('"log":[]', f'"log":[\n  {log}]', 1).encode() + b"\n"


class Match:
    """A match that writes its file as it is played."""

    def __init__(
        self,
        game: Game[Any, Any],
        names: Sequence[str],
        seed: bytes,
        match_id: str,
        options: Mapping[str, bool | int | str] | None = None,
        overrides: Mapping[str, Any] | None = None,
    ) -> None:
        chance = Seeded(stream_key(seed, match_id, 0))
        self.table = kernel.start(game, len(names), chance, options, overrides)
        self.file = MatchFile(
            format=FORMAT,
            game=game.key,
            rules=game.rules,
            seats=list(names),
            options=dict(self.table.options),
            id=match_id,
            data=DataSet(self.table.data.fingerprint, self.table.data.overrides),
            epochs=[Epoch(commitment(seed, match_id, 0), seed.hex())],
            log=[Entry(0, order="start", outcomes=words(self.table))],
        )

    def play(self, seat: Seat, action: Action, kind: str = "order") -> None:
        """Plays an order and writes it down."""
        t = self.table
        kernel.play(t, seat, action)
        order = t.game.orders.write(action)
        self.file.log.append(Entry(t.n, seat, order, words(t) or None, kind))
        standing = kernel.result(t)
        if standing is not None:
            self.file.result = [Place(row.seat, row.place, row.points) for row in standing]


def gone(entries: Iterable[Entry]) -> set[Seat]:
    """The seats whose players have given up, and that nobody else has taken."""
    left: set[Seat] = set()
    for one in entries:
        if one.seat is not None and one.cause == RESIGNED:
            left.add(one.seat)
        elif one.seat is not None and one.cause in REPLACED:
            left.discard(one.seat)
    return left


def words(t: Table[Any, Any]) -> list[str]:
    """What fell at random after the last order."""
    return [outcome.word for outcome in t.outcomes]


def spelled(result: Sequence[Place]) -> str:
    """A result as the file writes it; null while there is none."""
    return msgspec.json.encode(result or None).decode()


def log_bytes(file: MatchFile) -> bytes:
    """The log in its one JSON form, for digests."""
    return canonical(msgspec.to_builtins(file.log))


class Trust(Enum):
    """Whom a replay believes."""

    LOG = "what the log says fell"
    NOBODY = "nothing: everything is drawn again from the seed, where it is known, and compared"


class Replay:
    """Plays a match file again, entry by entry."""

    def __init__(self, game: Game[Any, Any], file: MatchFile, trust: Trust = Trust.LOG) -> None:
        self.game = game
        self.file = file
        self.check = trust is Trust.NOBODY
        self.seeded = bool(file.epochs) and all(epoch.seed for epoch in file.epochs)
        if not self.check and any(entry.outcomes for entry in file.log):
            self.seeded = False
        self.told = list(accumulate(len(entry.outcomes or ()) for entry in file.log))
        self.words = [word for entry in file.log for word in entry.outcomes or ()]
        self.forced: deque[tuple[Seat, Action]] = deque()
        self.used = 0
        self.back_to = {entry.to for entry in file.log if entry.kind == "rollback"}
        self.actions: dict[str, Action] = {}
        self.kept: dict[int, Table[Any, Any]] = {}
        self.unchecked: list[str] = []
        """What the file claims but cannot prove."""

    def run(self) -> Table[Any, Any]:
        """The table at the end of the log."""
        n = 0
        try:
            t = self.start()
            for entry in self.file.log[1:]:
                n = entry.n
                t = self.step(t, entry)
            self.account(n)
        except Impossible as error:
            raise error.at(n) from None
        if self.check:
            self.compare(t)
        return t

    def start(self) -> Table[Any, Any]:
        """The set-up."""
        file = self.file
        if file.rules is not None and not 1 <= file.rules <= self.game.rules:
            raise Impossible(f"played with rules {file.rules}; this pbem knows up to {self.game.rules}")
        t = kernel.start(self.game, len(file.seats), self.chance(0), file.options, file.data.overrides, file.rules)
        if file.data.fingerprint not in ("", t.data.fingerprint):
            raise Impossible("the data of the match differ from those of this pbem (fingerprint)")
        self.after(t, file.log[0])
        return t

    def chance(self, epoch: int) -> Chance:
        """The seed of the epoch, or the outcomes of the log."""
        if not self.seeded:
            return Scripted(self.words)
        if epoch >= len(self.file.epochs):
            raise Impossible(f"the file has no seed for epoch {epoch}")
        note = self.file.epochs[epoch]
        try:
            seed = bytes.fromhex(note.seed or "")
            entropy = [bytes.fromhex(part) for part in note.entropy]
        except ValueError:
            raise Impossible(f"the seed or entropy of epoch {epoch} is not hexadecimal") from None
        if self.check and note.commitment and note.commitment != commitment(seed, self.file.id, epoch):
            raise Impossible(f"the seed of epoch {epoch} is not the one that was committed to")
        return Seeded(stream_key(seed, self.file.id, epoch, entropy))

    def step(self, t: Table[Any, Any], entry: Entry) -> Table[Any, Any]:
        """The table after an entry."""
        if entry.sealed is not None:
            raise Impossible("is sealed; only a full export can be replayed")
        if entry.kind == "rollback":
            return self.rollback(t, entry)
        if entry.kind not in PLAYED:
            raise Impossible(f"kind {entry.kind!r} is not known; known are {', '.join(PLAYED)} and rollback")
        if entry.order is None:
            if entry.kind != "organiser":
                raise Impossible("has no order")
            return t
        self.play(t, entry, entry.order)
        return t

    def play(self, t: Table[Any, Any], entry: Entry, order: str) -> None:
        """Plays an entry, unless it is a forced answer that has been played already."""
        if entry.seat is None or not 0 <= entry.seat < t.seats:
            raise Impossible(f"needs a seat from 0 to {t.seats - 1}")
        try:
            action = self.read(order)
            if self.was_forced(entry.seat, action):
                return
            self.account(entry.n - 1)
            t.n = entry.n - 1
            kernel.play(t, entry.seat, action)
        except OrderError as error:
            raise Impossible(f"{order!r} by seat {entry.seat} is refused", error.refusal) from None
        self.after(t, entry)

    def was_forced(self, seat: Seat, action: Action) -> bool:
        """Whether this was played unasked already. A file may leave out those before it: nobody writes all of them."""
        if (seat, action) not in self.forced:
            return False
        while self.forced.popleft() != (seat, action):
            pass
        return True

    def read(self, order: str) -> Action:
        """The action of an order; the same words are read once."""
        if order not in self.actions:
            self.actions[order] = self.game.orders.read(order)
        return self.actions[order]

    def after(self, t: Table[Any, Any], entry: Entry) -> None:
        """Counts outcomes, remembers forced answers, and keeps the table if the log comes back to it."""
        fallen = words(t)
        if self.seeded and self.check and entry.outcomes is not None and entry.outcomes != fallen:
            raise Impossible(f"says {entry.outcomes}, but the seed gives {fallen}")
        self.used += len(fallen)
        self.forced = deque(t.forced)
        if entry.n in self.back_to:
            self.kept[entry.n] = t.clone()

    def rollback(self, t: Table[Any, Any], entry: Entry) -> Table[Any, Any]:
        """The table as it was after an earlier entry, with new chance."""
        if entry.to not in self.kept:
            raise Impossible(f"goes back to entry {entry.to}, which is not an earlier order")
        self.account(entry.n - 1)
        back = self.kept[entry.to].clone()
        back.epoch, back.counter, back.chance = t.epoch, t.counter, t.chance
        if entry.cause != UNDO:
            back.epoch += 1
            back.counter = 0 if self.seeded else t.counter
            back.chance = self.chance(back.epoch)
        back.n = entry.n
        self.forced.clear()
        return back

    def account(self, last: int) -> None:
        """Each outcome up to an entry must have fallen, and none more."""
        if self.seeded:
            return
        told = self.told[last]
        if told > self.used:
            raise Impossible(f"outcome {self.words[self.used]!r} was never asked for", entry=last)
        if told < self.used:
            raise Impossible(
                f"an outcome is missing; {self.words[told]!r} of a later entry was taken for it", entry=last
            )

    def compare(self, t: Table[Any, Any]) -> None:
        """The result that the file claims."""
        if self.file.root is not None:
            self.unchecked.append("root: the file holds no leaves of the log to compute it from")
        if not self.seeded:
            self.unchecked.append("outcomes: the seed is not in the file")
        last = self.file.log[-1]
        ended = last.cause in (ENDED, CONCEDED) and bool(t.stack)
        standing = kernel.present(t) if ended else kernel.result(t) or []
        if last.cause == CONCEDED and last.seat is not None:
            standing = with_first(standing, last.seat)
        standing = with_last(standing, gone(self.file.log))
        played = [Place(row.seat, row.place, row.points) for row in standing]
        if self.file.result is not None and sorted(self.file.result, key=lambda row: (row.place, row.seat)) != played:
            raise Impossible(
                f"the file claims the result {spelled(self.file.result)}, but the log gives {spelled(played)}"
            )
