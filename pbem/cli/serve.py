"""`pbem serve`: the service."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from functools import partial
from typing import Annotated

import typer

from pbem import bootstrap, running
from pbem.cli import desk, logs
from pbem.cli.console import AsJson, say, say_json
from pbem.mail.imap import Inbox
from pbem.mail.smtp import Outgoing
from pbem.service.office import Office
from pbem.settings import Settings
from pbem.store.lock import held


def serve(
    once: Annotated[bool, typer.Option("--once", help="One round of fetch, play, clock and send, then end.")] = False,
    config: desk.Config = None,
    as_json: AsJson = False,
) -> None:
    """Run the service until it is told to stop. Example: `pbem serve --once`, for cron and for trying."""
    logs.as_lines(logging.INFO)
    settings = bootstrap.read_settings(config)
    work = bootstrap.store(settings)
    with held(settings.database):
        office = bootstrap.office(settings, work, bootstrap.fault(os.environ))
        way_out = bootstrap.outgoing(settings)
        if once:
            with bootstrap.inbox(settings) as box:
                done = asyncio.run(one_round(office, box, way_out))
            report(done, as_json=as_json)
        else:
            porter = running.Porter(office, settings, partial(bootstrap.inbox, settings), bootstrap.now)
            with bootstrap.metrics_shown(settings, office):
                asyncio.run(run(office, settings, porter, way_out))
    work.close()


async def one_round(office: Office, box: Inbox, way_out: Outgoing) -> running.Round:
    """One round, and the connection closed after it."""
    try:
        return await running.once(office, box, way_out, bootstrap.now)
    finally:
        await way_out.close()


async def run(office: Office, settings: Settings, porter: running.Porter, way_out: Outgoing) -> None:
    """The service in its loop, until SIGTERM or SIGINT."""
    service = running.Service(office, settings, porter, way_out, bootstrap.now)
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, service.stop)
    await service.run()


def report(done: running.Round, *, as_json: bool) -> None:
    """What the round did."""
    if as_json:
        say_json(done)
    else:
        say(f"{done.letters} letters, {done.timeouts} time-outs, {done.reminders} reminders, {done.mails} mails sent")
