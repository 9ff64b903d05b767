"""A small database with a row in each table. `python -m tests.store.builders` prints it as SQL, for `old/`."""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlmodel import Session

from pbem.engine.chance import commitment
from pbem.store import around, clock, confirmations, letters, log, matches, notices, people, plans, post
from pbem.store.upgrade import upgrade
from pbem.store.work import Work

NOW = datetime(2026, 11, 18, 12, 0, 0, 123456, tzinfo=UTC)
DAY = timedelta(days=1)
MATCH = "00c0ffee00c0ffee"
SEED = bytes(range(32))
INBOX = "pbem@example.org"


def later(days: float) -> datetime:
    """So many days after now."""
    return NOW + days * DAY


def opened(folder: Path) -> Work:
    """A new database in a folder."""
    url = f"sqlite:///{folder / 'pbem.db'}"
    upgrade(url)
    return Work(url)


def add_player(tx: Session, name: str) -> int:
    """A player with a confirmed address."""
    player = people.add(tx, people.NewPlayer(name=name, state="active"), NOW)
    assert player.id is not None
    address = f"{name.lower()}@example.org"
    people.add_address(tx, player.id, address, f"{name} <{address}>", NOW)
    people.confirm_address(tx, address, NOW)
    return player.id


def add_match(tx: Session, match: str = MATCH, names: tuple[str, ...] = ("Anna", "Bert", "Carl")) -> list[int]:
    """A running match, one player a seat; returns their numbers."""
    players = [add_player(tx, name) for name in names]
    matches.keep_data(tx, "f1", "ra", b'{"suns":1}', {}, NOW)
    new = matches.NewMatch(id=match, game="ra", rules=1, data="f1", options={"short": True}, clock={"move": 172800})
    matches.create(tx, new, [matches.Sitting(player) for player in players], NOW)
    epoch = matches.OpenedEpoch(0, 0, commitment(SEED, match, 0), SEED, ())
    matches.open_epoch(tx, match, epoch, NOW)
    matches.begin(tx, match, NOW)
    return players


def letter(uid: int, raw: bytes = b"From: anna\r\n\r\ndraw\r\n", uidvalidity: int = 7) -> letters.Arrived:
    """A letter as it lies in the inbox."""
    return letters.Arrived(
        account=INBOX,
        uidvalidity=uidvalidity,
        uid=uid,
        raw=raw,
        internaldate=NOW,
        message_id=f"<{letters.digest(raw)[:8]}@example.org>",
        sender="anna@example.org",
    )


def report(
    name: str, player: int | None = None, since: int = 0, n: int = 0, decision: int | None = None
) -> post.NewMail:
    """A report to seat 0 of the match."""
    return post.NewMail(
        message_id=f"<{name}@pbem.example.org>",
        recipient="anna@example.org",
        kind="report",
        facts=b"{}",
        not_before=NOW,
        player=player,
        match=MATCH,
        seat=0,
        since=since,
        n=n,
        decision=decision,
    )


def nonce() -> bytes:
    """The same each time, so that the dump is."""
    return bytes(32)


def populate(work: Work) -> None:
    """A row in each table."""
    with work.transaction() as tx:
        anna, *_ = add_match(tx)
        log.append(tx, MATCH, -1, [log.Fact("start", {"order": "start", "outcomes": []})], NOW, nonce)
        log.append(tx, MATCH, 0, [log.Fact("order", {"seat": 0, "order": "draw", "outcomes": ["gold"]})], NOW, nonce)
        log.put_snapshot(tx, MATCH, 1, b"{}")
        came = letters.record(tx, letter(1), NOW)
        letters.settle(tx, came, letters.Settlement(state="played", folder="Played", match=MATCH, seat=0), NOW)
        letters.fetched(tx, INBOX, 7, 1, NOW)
        mail = report("a", anna, 0, 1, decision=1)
        post.queue(tx, mail, NOW)
        post.keep_list(tx, mail, {"1": "draw", "2": "ra"})
        clock.make(tx, MATCH, 0, 1, NOW)
        clock.start(tx, MATCH, 0, 1, NOW, later(2), later(1))
        question = confirmations.Question(code="c1", kind="letter", address="x@example.org", expires=later(7))
        confirmations.ask(tx, question, NOW)
        confirmations.may_answer(tx, "x@example.org", NOW, DAY)
        notices.add(tx, "shunted", "1", {"letter": 1}, NOW)
        plans.keep(tx, MATCH, 0, anna, [{"text": "draw", "moment": "1", "letter": "ab"}], NOW)
        people.secret(tx, "tokens", nonce, NOW)
        populate_around(tx, anna)


def populate_around(tx: Session, anna: int) -> None:
    """A row in each table that stands around a match."""
    motion = around.Motion(match=MATCH, kind="pause", seat=0, opened=NOW, closes=later(3))
    tx.add(motion)
    tx.flush()
    tx.add_all(
        [
            around.Opening(match=MATCH, code="c0ffee", expires=later(14)),
            around.Applicant(match=MATCH, player=anna, since=NOW),
            around.Absence(player=anna, first=later(1), until=later(3), told=NOW),
            around.Offer(match=MATCH, seat=1, player=anna, made=NOW, expires=later(2)),
            around.Ballot(motion=motion.id or 0, seat=0, choice="yes", at=NOW),
            around.Press(match=MATCH, kind="press", player=anna, seat=0, body="Good luck!", at=NOW),
            around.Mute(match=MATCH, player=anna, seat=1, since=NOW),
            around.Observer(match=MATCH, player=anna, since=NOW),
            around.Organiser(match=MATCH, player=anna, since=NOW),
        ]
    )
    tx.flush()


def dump() -> None:
    """Prints the database as SQL."""
    with tempfile.TemporaryDirectory() as folder:
        work = opened(Path(folder))
        populate(work)
        work.close()
        with sqlite3.connect(Path(folder) / "pbem.db") as connection:
            sys.stdout.writelines(f"{line}\n" for line in connection.iterdump())


if __name__ == "__main__":
    dump()
