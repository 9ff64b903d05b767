"""The figures for Prometheus."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from urllib.request import urlopen

import pytest

from pbem import bootstrap, metrics
from pbem.mail.tokens import Tokens
from pbem.service.office import Office
from pbem.settings import BadSettings, Settings, Watch
from pbem.store import clock, letters
from pbem.store.work import Work
from tests.servers.process import free_port
from tests.store.builders import INBOX, MATCH, NOW, add_match, letter, opened


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Work]:
    """A database with a match, a letter and an open decision."""
    work = opened(tmp_path)
    with work.transaction() as tx:
        add_match(tx)
        letters.record(tx, letter(1), NOW)
        clock.make(tx, MATCH, 0, 0, NOW)
    yield work
    work.close()


def shown(work: Work, port: int) -> dict[str, float]:
    """The figures, as a scraper sees them."""
    office = Office(work=work, tokens=Tokens(bytes(32)), address="pbem@example.org", account=INBOX)
    settings = Settings(watch=Watch(metrics_port=port))
    with bootstrap.metrics_shown(settings, office), urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        text = answer.read().decode()
    assert not re.search(rf"{MATCH}|@|Anna", text)
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_figures_are_read_at_each_scrape_and_the_port_is_free_afterwards(work: Work) -> None:
    port = free_port()
    first = shown(work, port)
    assert first['pbem_letters{state="received"}'] == first['pbem_matches{status="running"}'] == 1
    assert first['pbem_letters{state="played"}'] == first['pbem_mails{state="queued"}'] == 0
    assert first["pbem_open_decisions"] == 1
    assert "pbem_last_fetch_seconds" not in first
    with work.transaction() as tx:
        letters.record(tx, letter(2), NOW)
        letters.fetched(tx, INBOX, 7, 2, NOW)
    again = shown(work, port)
    assert again['pbem_letters{state="received"}'] == 2
    assert again["pbem_last_fetch_seconds"] > 0


def test_ages_are_counted_from_now(work: Work) -> None:
    with work.transaction() as tx:
        letters.fetched(tx, INBOX, 7, 2, NOW)
    figures = metrics.Figures(work, INBOX, lambda: NOW + timedelta(seconds=90))
    ages = {family.name: family.samples[0].value for family in figures.collect() if family.name.endswith("_seconds")}
    assert ages == {"pbem_oldest_mail_seconds": 0, "pbem_last_fetch_seconds": 90}


def test_a_port_that_is_taken_is_a_clear_error(work: Work) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(BadSettings, match=r"watch\.metrics_port: .* choose another port"):
            shown(work, taken.getsockname()[1])
