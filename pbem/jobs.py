"""What runs when. The schedule only asks: what is due stands in the database, so nothing is lost with the process."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from pbem.service import clock, observers, openings, reach, reminders, substitutes, undo, votes, watch
from pbem.service.office import Office
from pbem.settings import Settings

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
QUIET = {"max_instances": 1, "coalesce": True, "misfire_grace_time": None}
"""One at a time; what was missed is done once; late is better than never."""


def schedule(
    office: Office, settings: Settings, now: Callable[[], datetime], wake: Callable[[], None]
) -> AsyncIOScheduler:
    """The ticker, not yet started."""
    ticker = AsyncIOScheduler(timezone="UTC", job_defaults=QUIET)

    def tick() -> None:
        done = undo.close(office, now()) + clock.act(office, now()) + reach.hand_over(office, now())
        done += votes.mind(office, now()) + substitutes.mind(office, now())
        if done + reminders.remind(office, now()) + openings.mind(office, now()):
            wake()

    def look_around() -> None:
        watch.look_for_silence(office, now(), settings.watch.silence)
        if observers.report_all(office, now()) + watch.tell_operator(office, now()):
            wake()

    def tidy() -> None:
        watch.throw_away(office, now(), settings.limits.keep_letters)

    for job, every in ((tick, settings.clock.tick), (look_around, MINUTE), (tidy, HOUR)):
        ticker.add_job(job, "interval", seconds=every.total_seconds(), name=job.__name__)
    return ticker
