"""The service while it runs: one thread reads the inbox, the main loop sends mail, a ticker asks what is due."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from msgspec import Struct
from sqlalchemy.exc import OperationalError

from pbem import jobs
from pbem.mail.errors import LoginRefused, MailError
from pbem.mail.imap import Inbox, Pause
from pbem.mail.smtp import Outgoing
from pbem.service import (
    clock,
    dispatch,
    mailroom,
    observers,
    openings,
    reach,
    reminders,
    substitutes,
    undo,
    votes,
    watch,
)
from pbem.service.office import Office
from pbem.settings import Settings
from pbem.store import notices, post

log = structlog.get_logger()

Now = Callable[[], datetime]
PATIENCE = 10.0
"""Seconds that a stop waits for the thread that reads the inbox."""


class Round(Struct, frozen=True):
    """What one round did."""

    letters: int
    timeouts: int
    reminders: int
    mails: int


async def once(office: Office, box: mailroom.Box, way_out: Outgoing, now: Now) -> Round:
    """One round: fetch and play, the clock, send everything that is due; last, what the operator should know."""
    resume(office, now)
    try:
        settled = mailroom.look(office, box, now)
    except MailError:
        await send_all(office, way_out, now)  # what can be told is told, although something cannot be read
        raise
    undo.close(office, now())
    timeouts = clock.act(office, now()) + reach.hand_over(office, now())
    reminded = reminders.remind(office, now())
    openings.mind(office, now())
    votes.mind(office, now())
    substitutes.mind(office, now())
    observers.report_all(office, now())
    mails = await send_all(office, way_out, now)
    if watch.tell_operator(office, now()):
        mails += await send_all(office, way_out, now)
    return Round(settled, timeouts, reminded, mails)


async def send_all(office: Office, way_out: Outgoing, now: Now) -> int:
    """Sends until nothing is due; tells how many mails left the outbox."""
    mails = 0
    while sent := await dispatch.send_due(office, way_out.send, now):
        mails += sent
    return mails


def resume(office: Office, now: Now) -> None:
    """What was on its way when the last service stopped is tried again, as the same mail."""
    with office.work.transaction() as tx:
        post.resume(tx, now())
        office.point("service.resuming")
    office.point("service.resumed")


class Porter:
    """Reads the inbox in a thread of its own, and comes back after every trouble."""

    def __init__(self, office: Office, settings: Settings, open_inbox: Callable[[], Inbox], now: Now) -> None:
        self.office = office
        self.settings = settings
        self.open_inbox = open_inbox
        self.now = now
        self.box: Inbox | None = None
        self.stopping = threading.Event()
        self.wake: Callable[[], None] = lambda: None
        self.thread = threading.Thread(target=self.run, name="inbox", daemon=True)

    def run(self) -> None:
        """Until it is stopped: connect, attend, and after a trouble a pause that grows."""
        pause = Pause()
        while not self.stopping.is_set():
            try:
                with self.open_inbox() as box:
                    self.box, pause = box, Pause()
                    log.info("inbox open", idle=box.can_idle)
                    self.attend(box)
            except Exception as error:  # noqa: BLE001  whatever it is: a service that hears nothing looks like one that works
                pause = pause.longer()
                self.trouble(error)
                self.stopping.wait(pause.seconds(random.random()))
            finally:
                self.box = None

    def attend(self, box: Inbox) -> None:
        """Looks at the inbox whenever something may have come."""
        while not self.stopping.is_set():
            settled = mailroom.look(self.office, box, self.now)
            if settled:
                log.info("letters settled", letters=settled)
                self.wake()
            if box.can_idle:
                box.wait(self.settings.imap.idle.total_seconds())
            else:
                self.stopping.wait(self.settings.imap.poll.total_seconds())

    def trouble(self, error: Exception) -> None:
        """Says what is wrong; a refused login is for the operator to mend."""
        if self.stopping.is_set():
            return
        log.warning("inbox in trouble", error=(str(error) or type(error).__name__).splitlines()[0])
        if isinstance(error, LoginRefused):
            with suppress(OperationalError), self.office.work.transaction() as tx:
                notices.add(tx, "login-refused", "imap", {"reason": str(error)}, self.now())

    def stop(self) -> None:
        """Ends the thread, whatever it waits for."""
        self.stopping.set()
        if self.box is not None:
            self.box.interrupt()
        self.thread.join(PATIENCE)


class Service:
    """Everything that runs."""

    def __init__(self, office: Office, settings: Settings, porter: Porter, way_out: Outgoing, now: Now) -> None:
        self.office = office
        self.settings = settings
        self.porter = porter
        self.way_out = way_out
        self.now = now
        self.awake = asyncio.Event()
        self.stopping = asyncio.Event()

    async def run(self) -> None:
        """Until it is stopped; what is half done is finished, or left as if it had not begun."""
        loop = asyncio.get_running_loop()

        def wake() -> None:
            loop.call_soon_threadsafe(self.awake.set)

        self.porter.wake = wake
        resume(self.office, self.now)
        with ticking(jobs.schedule(self.office, self.settings, self.now, wake)):
            self.porter.thread.start()
            notify("READY=1")
            log.info("serving")
            await asyncio.gather(self.send(), self.watchdog())
        notify("STOPPING=1")
        await asyncio.to_thread(self.porter.stop)
        await self.way_out.close()
        log.info("stopped")

    def stop(self) -> None:
        """Asks everything to end."""
        self.stopping.set()
        self.awake.set()

    async def send(self) -> None:
        """Sends what is due, whenever something may be."""
        while not self.stopping.is_set():
            self.awake.clear()
            try:
                sent = await dispatch.send_due(self.office, self.way_out.send, self.now, self.stopping.is_set)
            except OperationalError as error:
                log.warning("database in trouble", error=str(error.orig))
                sent = 0
            if sent:
                log.info("mails sent", mails=sent)
            else:
                await self.rest(self.settings.clock.tick)

    async def rest(self, most: timedelta) -> None:
        """Until somebody calls, or for a while."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.awake.wait(), most.total_seconds())

    async def watchdog(self) -> None:
        """Tells systemd that the service is alive, as long as the thread of the inbox is."""
        every = int(os.environ.get("WATCHDOG_USEC", "0")) / 2_000_000
        while not self.stopping.is_set():
            if self.porter.thread.is_alive():
                notify("WATCHDOG=1")
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), every or 3600)


@contextmanager
def ticking(ticker: AsyncIOScheduler) -> Iterator[None]:
    """The ticker runs as long as this lasts."""
    ticker.start()
    try:
        yield
    finally:
        ticker.shutdown(wait=False)


def notify(state: str) -> None:
    """Tells systemd, if it listens."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if path:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.connect(f"\0{path[1:]}" if path.startswith("@") else path)
            channel.send(state.encode())
