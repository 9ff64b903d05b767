"""What happened in a match, from the first entry of its log on, as one seat may know it."""

from __future__ import annotations

from sqlmodel import Session

from pbem.service import live
from pbem.service.asking import Asker
from pbem.service.live import Live

MOST = 400
"""Sentences that one mail tells."""


def told(tx: Session, playing: Live, asker: Asker) -> list[str]:
    """All that the seat was allowed to know when it happened, in sentences; also what this very letter has done."""
    news = live.replayed(tx, playing.row).news + playing.news
    return [line for one in news if one.reaches(asker.seat) for line in asker.speaker.event(one.event)]
