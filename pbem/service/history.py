"""What happened in a match, from the first entry of its log on, as one seat may know it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec import structs
from sqlmodel import Session

from pbem.service import live
from pbem.service.asking import Asker
from pbem.service.live import Act, Live
from pbem.store import press

MOST = 400
"""Sentences that one mail tells."""


def told(tx: Session, playing: Live, asker: Asker) -> list[str]:
    """All that the seat was allowed to know when it happened, in sentences; also what this very letter has done."""
    again = live.replayed(tx, playing.row)
    again.acts = spelled_out(again.acts, press.announcements(tx, playing.id))
    return [*sentences(again, asker), *sentences(playing, asker)]


def spelled_out(acts: Sequence[Act], texts: Sequence[str]) -> list[Act]:
    """Acts with the texts of announcements, which stand beside the log; a forgotten one is empty."""
    left = iter(texts)
    announced = {"act": "announce"}
    return [
        structs.replace(one, facts={**one.facts, "text": next(left, "")})
        if one.facts.items() >= announced.items()
        else one
        for one in acts
    ]


def sentences(playing: Live, asker: Asker) -> Iterator[str]:
    """News, and between it what was done to the match."""
    acts = deque(playing.acts)
    for count, one in enumerate([*playing.news, None]):
        while acts and acts[0].after <= count:
            yield from asker.speaker.act(acts.popleft().facts)
        if one is not None and one.reaches(asker.seat):
            yield from asker.speaker.event(one.event)
