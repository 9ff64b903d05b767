"""Fills a database with copies of a match, by SQL alone: ten thousand matches in seconds."""

from __future__ import annotations

import sqlite3
from pathlib import Path

FAR = 1_000_000_000
"""Copies have numbers above all others."""
STEP = 1_000_000
"""Between the numbers of one copy and the next; no real row has a higher one."""
ID = f"id + {FAR} + copy * {STEP}"
PLAYER = f"player + {FAR} + copy * {STEP}"
MATCH = f"printf('%016x', {FAR} + copy)"
BLOB = "zeroblob(1000)"
"""Instead of what nobody reads: it would only fill the disk."""
COUNTED = "WITH RECURSIVE counted(copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM counted WHERE copy < :copies)"
OF_MATCH = "match = :match"
OF_PLAYERS = "IN (SELECT player FROM seat WHERE match = :match)"

TABLES: dict[str, tuple[str, dict[str, str]]] = {
    "player": (f"id {OF_PLAYERS}", {"id": ID, "name": "name || copy", "folded": "folded || copy"}),
    "address": (f"player {OF_PLAYERS}", {"canonical": "copy || canonical", "player": PLAYER}),
    "match": ("id = :match", {"id": MATCH}),
    "epoch": (OF_MATCH, {"match": MATCH}),
    "seat": (OF_MATCH, {"match": MATCH, "player": PLAYER}),
    "event": (OF_MATCH, {"match": MATCH}),
    "snapshot": (OF_MATCH, {"match": MATCH}),
    "outbox": (
        OF_MATCH,
        {
            "id": ID,
            "message_id": "copy || message_id",
            "recipient": "copy || recipient",
            "player": PLAYER,
            "match": MATCH,
            "superseded_by": "NULL",
            "facts": BLOB,
            "rendered": BLOB,
        },
    ),
    "sent_list": (OF_MATCH, {"message_id": "copy || message_id", "match": MATCH}),
    "deadline": (OF_MATCH, {"id": ID, "match": MATCH}),
    "letter": (
        OF_MATCH,
        {
            "id": ID,
            "uid": f"uid + copy * {STEP}",
            "sha256": "sha256 || copy",
            "message_id": "copy || message_id",
            "sender": "copy || sender",
            "player": PLAYER,
            "match": MATCH,
            "raw": BLOB,
        },
    ),
}
"""Of each table: which rows belong to a match, and what is another in a copy."""


def fill(path: Path, match: str, copies: int) -> None:
    """So many copies of a match, each with players, log, mails, clocks and letters of its own."""
    db = sqlite3.connect(path)
    try:
        for table, (rows, changed) in TABLES.items():
            names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            values = ", ".join(changed.get(name, name) for name in names)
            statement = f"{COUNTED} INSERT INTO {table} SELECT {values} FROM counted, {table} WHERE {rows}"  # noqa: S608
            db.execute(statement, {"match": match, "copies": copies})
        db.commit()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        db.close()
