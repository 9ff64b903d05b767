"""Logs say what happens and nothing that is nobody's business."""

from __future__ import annotations

import io
import json
import logging
from contextlib import redirect_stderr
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem import bootstrap, demonstration
from pbem.cli import logs
from pbem.postoffice import PostOffice
from pbem.service import simulation
from pbem.store import matches, people
from pbem.store.work import Work
from tests.cli.operator import logs_kept
from tests.store.builders import opened

ENOUGH = 80
ORDERS = ("draw", "bid ", "pass")


def played(world: demonstration.World) -> str:
    """The first third of a match by mail, of which as much as possible is logged; its name."""
    names = simulation.names(3)
    match = world.begin("ra", names)
    bots = [demonstration.MailBot(world, name) for name in names]
    with demonstration.serving(world, bots):
        while world.standing(match).orders < ENOUGH:
            bots[0].stopping.wait(0.05)
    return match


def secrets_of(world: demonstration.World, match: str) -> list[str]:
    """What must not stand in a log."""
    with world.work.reading() as tx:
        seed = matches.epochs(tx, match)[0].seed.hex()
        key = people.secret(tx, bootstrap.TOKENS, lambda: b"", bootstrap.now()).hex()
        addresses = [one.canonical for player in people.listed(tx) for one in people.addresses(tx, player.id or 0)]
        mails = tx.connection().execute(text("SELECT message_id FROM outbox")).scalars().all()
    return [seed, key, demonstration.PASSWORD, match, world.settings.address, *addresses, *ORDERS, *mails]


def test_no_secret_address_or_order_of_a_match_stands_in_the_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = io.StringIO()
    with logs_kept(), PostOffice() as office, redirect_stderr(said):
        logs.as_lines(logging.DEBUG)
        logging.getLogger().setLevel(logging.INFO)
        monkeypatch.setattr(logging.getLogger("mail.log"), "level", logging.WARNING)  # the post office, not the service
        world = demonstration.World(tmp_path, office)
        match = played(world)
        forbidden = secrets_of(world, match)
        world.work.close()
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    ours = [line["event"] for line in lines]
    assert {"serving", "inbox open", "letters settled", "mails sent", "stopped"} <= set(ours)
    assert len(forbidden) > 100
    assert [secret for secret in forbidden if secret in said.getvalue()] == []


def test_an_error_of_the_database_carries_no_values(tmp_path: Path) -> None:
    work: Work = opened(tmp_path)
    with pytest.raises(Exception, match="no such table") as caught, work.transaction() as tx:
        tx.connection().execute(text("INSERT INTO nowhere VALUES (:value)"), {"value": "anna@example.org"})
    assert "anna@example.org" not in str(caught.value)
    work.close()


def test_libraries_log_in_the_same_form_and_errors_with_their_trace() -> None:
    said = io.StringIO()
    with logs_kept(), redirect_stderr(said):
        logs.as_lines(logging.WARNING)
        logging.getLogger("some.library").warning("look: %s", "here")
        try:
            json.loads("broken")
        except ValueError:
            logging.getLogger("some.library").exception("failed")
        logging.getLogger("some.library").info("nothing of interest")
    first, second = map(json.loads, said.getvalue().splitlines())
    assert (first["event"], first["level"]) == ("look: here", "warning")
    assert "JSONDecodeError" in second["exception"]
