"""What players have ordered ahead, a row for each seat that has a plan."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, update
from sqlmodel import Session, col, select

from pbem.store.tables import Facts, Plan, table

OF_MATCH = select(Plan.seat, Plan.player, Plan.lines).where(col(Plan.match) == bindparam("match"))
ADD = insert(table(Plan))
CHANGE = update(table(Plan)).where(col(Plan.match) == bindparam("of"), col(Plan.seat) == bindparam("at"))
DROP = delete(table(Plan)).where(col(Plan.match) == bindparam("of"), col(Plan.seat) == bindparam("at"))


def load(tx: Session, match: str) -> dict[tuple[int, int], list[Facts]]:
    """Seat and player -> the lines that are left."""
    rows = tx.exec(OF_MATCH, params={"match": match})
    return {(seat, player): list(lines) for seat, player, lines in rows}


def keep(tx: Session, match: str, seat: int, player: int, lines: Sequence[Facts], now: datetime) -> None:
    """Keeps the plan of a seat instead of any other; an empty one is forgotten."""
    connection, place = tx.connection(), {"of": match, "at": seat}
    if not lines:
        connection.execute(DROP, place)
        return
    values = {"player": player, "lines": list(lines), "changed": now}
    if connection.execute(CHANGE, place | values).rowcount == 0:
        connection.execute(ADD, {"match": match, "seat": seat} | values)
