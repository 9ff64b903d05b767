"""Who answered for a seat, and since which entry of the log: the log itself names no one."""

from __future__ import annotations

from sqlmodel import Session, col, select

from pbem.store.around import Tenure
from pbem.store.matches import Sitting


def change(tx: Session, match: str, seat: int, n: int, who: Sitting, why: str) -> None:
    """From an entry of the log on, somebody else sits there."""
    query = select(Tenure).where(col(Tenure.match) == match, col(Tenure.seat) == seat, col(Tenure.until_n).is_(None))
    for row in tx.exec(query):
        row.until_n = n
    tx.flush()
    tx.add(Tenure(match=match, seat=seat, from_n=n, player=who.player, bot=who.bot, why=why))
    tx.flush()


def current(tx: Session, match: str, seat: int) -> Tenure:
    """Who answers for a seat now."""
    query = select(Tenure).where(col(Tenure.match) == match, col(Tenure.seat) == seat, col(Tenure.until_n).is_(None))
    return tx.exec(query.order_by(col(Tenure.from_n).desc())).first() or Tenure(match=match, seat=seat, from_n=0)


def resigned(tx: Session, match: str) -> list[int]:
    """The seats whose players have given up, and that nobody else has taken."""
    query = select(Tenure.seat).where(
        col(Tenure.match) == match, col(Tenure.until_n).is_(None), col(Tenure.why) == "resigned"
    )
    return sorted(tx.exec(query))


def of_match(tx: Session, match: str) -> list[Tenure]:
    """Everybody who sat at a match, by seat, in order."""
    query = select(Tenure).where(col(Tenure.match) == match).order_by(col(Tenure.seat), col(Tenure.from_n))
    return list(tx.exec(query))
