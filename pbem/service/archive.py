"""The match file of a stored match, and the proof that the log still gives the same match.

While a match runs, what not everybody may know stands in its file as a seal: the leaf of the entry. A sealed answer is
public as soon as a later entry is open to all: the last answer has opened them all. One that its author has replaced
before stays sealed, as nobody at a table would ever have seen it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlmodel import Session

from pbem import games
from pbem.audit.merkle import Tree
from pbem.engine.errors import Impossible
from pbem.engine.record import FORMAT, DataSet, Entry, Epoch, MatchFile, Place, Replay, Trust
from pbem.service import live
from pbem.store import log, matches, people, tables
from pbem.store.log import Logged


def match_file(tx: Session, row: tables.Match, sight: str = "public") -> MatchFile:
    """The file of a match, as anybody may see it now; with `full` sight as the operator alone may."""
    entries = log.load(tx, row.id)
    over = row.status in matches.OVER or sight == "full"
    kept = matches.data_set(tx, row.data)
    return MatchFile(
        format=FORMAT,
        game=row.game,
        rules=row.rules,
        seats=names(tx, row.id),
        options=row.options,  # type: ignore[arg-type]  # checked when the match began
        id=row.id,
        data=DataSet(row.data, dict(kept.overrides) if kept else {}),
        epochs=epochs(tx, row.id, sight),
        log=[line(one, secret=one.n in secrets(entries) and not over) for one in entries],
        result=[Place(**place) for place in row.result] if row.result else None,  # type: ignore[arg-type]
        root=root(entries),
    )


def full_file(tx: Session, match: str, now: datetime) -> MatchFile:
    """The file with everything in it, for the operator alone; that it was taken stands in the log, and in the file."""
    playing = live.load(tx, match)
    if playing is None:
        raise Impossible(f"match {match} has not begun: there is nothing to export")
    playing.remark("organiser", {"act": "export", "full": True})
    live.save(tx, playing, now)
    return match_file(tx, playing.row, "full")


def names(tx: Session, match: str) -> list[str]:
    """Who sits where."""
    seats = matches.seats(tx, match)
    found = [people.get(tx, seat.player) if seat.player is not None else None for seat in seats]
    return [player.name if player else (seat.bot or "?") for player, seat in zip(found, seats, strict=True)]


def epochs(tx: Session, match: str, sight: str) -> list[Epoch]:
    """The commitments; the seeds once the match is over."""
    if sight == "full":
        rows = matches.epochs(tx, match)
        return [Epoch(row.commitment, row.seed.hex(), list(row.entropy), row.from_n) for row in rows]
    public = matches.published_epochs(tx, match)
    return [
        Epoch(one.commitment, one.seed.hex() if one.seed else None, list(one.entropy), one.from_n) for one in public
    ]


def secrets(entries: Sequence[Logged]) -> set[int]:
    """The entries that not everybody may know while the match runs. What is no order opens nothing.

    What was changed or taken back under seal, or taken back before anybody was told of it, stays secret."""
    how: dict[int, object] = {}
    way: list[int] = []
    opened: set[int] = set()
    sealed: dict[object, int] = {}
    for one in entries:
        facts = one.facts()
        if one.kind == "rollback":
            back = branch(entries[: one.n], int(str(facts["to"])))
            how |= dict.fromkeys(set(way) - set(back) if facts["act"] == "undo" else (), "hidden")
            way, sealed = back, {}
            for n in back:
                seal(sealed, n, entries[n].facts())
        elif "order" in facts:
            way.append(one.n)
            how[one.n] = facts.get("veil")
            opened |= seal(sealed, one.n, facts)
    return {n for n, veil in how.items() if veil == "hidden" or (veil == "sealed" and n not in opened)}


def seal(sealed: dict[object, int], n: int, facts: tables.Facts) -> set[int]:
    """Keeps the last sealed answer of each seat; an order that all may know opens them: tells which."""
    if facts.get("veil") == "sealed":
        sealed[facts.get("seat")] = n
    if "veil" in facts:
        return set()
    opened = set(sealed.values())
    sealed.clear()
    return opened


def branch(entries: Sequence[Logged], to: int) -> list[int]:
    """The orders that led to the state after an entry, without those that were undone on the way."""
    way: list[int] = []
    while to >= 0:
        facts = entries[to].facts()
        if "order" in facts:
            way.append(to)
        to = int(str(facts["to"])) if entries[to].kind == "rollback" else to - 1
    return way[::-1]


def line(entry: Logged, *, secret: bool) -> Entry:
    """An entry of the file."""
    if secret:
        return Entry(entry.n, sealed=entry.leaf.hex())
    facts = entry.facts()
    cause = facts.get("cause")
    fallen = facts.get("outcomes")
    words = [str(one[1]) for one in fallen] if isinstance(fallen, list) else []
    return Entry(
        n=entry.n,
        seat=int(str(facts["seat"])) if "seat" in facts else None,
        order=str(facts["order"]) if "order" in facts else None,
        outcomes=words or None,
        kind="order" if entry.kind == "start" else entry.kind,
        cause=str(cause["kind"]) if isinstance(cause, dict) else act_of(facts),
        to=int(str(facts["to"])) if entry.kind == "rollback" else None,
    )


def spoken(entry: Entry) -> str:
    """What an entry says to people."""
    fallen = f" ({', '.join(entry.outcomes)})" if entry.outcomes else ""
    cause = f" [{entry.cause}]" if entry.cause not in (None, "letter") else ""
    back = f" to {entry.to}" if entry.to is not None else ""
    return f"{entry.order or ('under seal' if entry.sealed else entry.kind)}{back}{fallen}{cause}"


def act_of(facts: tables.Facts) -> str | None:
    """What an organiser did, where it was no order."""
    return str(facts["act"]) if "act" in facts else None


def root(entries: Sequence[Logged]) -> str:
    """The root of the whole log."""
    tree = Tree()
    for one in entries:
        tree.add(one.leaf)
    return tree.root().hex()


def check(tx: Session, row: tables.Match) -> None:
    """Raises Impossible unless the log gives the same match again: by its actions, by its texts, by its seed."""
    for entry in log.load(tx, row.id):
        if not log.intact(entry):
            raise Impossible(f"match {row.id}, entry {entry.n}: the leaf is not that of the body")
    again = live.replayed(tx, row)
    file = match_file(tx, row, "full")
    Replay(games.game(row.game), file, Trust.NOBODY).run()
    kept = live.awakened(tx, row)
    if kept is not None and msgspec.json.encode(kept.table.board) != msgspec.json.encode(again.table.board):
        raise Impossible(f"match {row.id}: the snapshot differs from the log; delete it, the log is the truth")
