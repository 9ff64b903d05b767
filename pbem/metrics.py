"""Figures for Prometheus, read from the database when they are asked for. They name no person and no match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from typing import get_args

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlmodel import Session

from pbem.store import clock, letters, matches, post, tables
from pbem.store.work import Work

LOOPBACK = "127.0.0.1"
"""The only address: whoever wants the figures elsewhere puts something in front that asks who is asking."""
LETTERS: tuple[str, ...] = get_args(tables.LetterState)
MAILS: tuple[str, ...] = get_args(tables.MailState)
MATCHES: tuple[str, ...] = get_args(tables.MatchStatus)


class Figures(Collector):
    """Reads the database once for each scrape."""

    def __init__(self, work: Work, account: str, now: Callable[[], datetime]) -> None:
        self.work = work
        self.account = account
        self.now = now

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """All figures, of one moment."""
        with self.work.reading() as tx:
            yield by_word("pbem_letters", "Letters that came in", "state", LETTERS, letters.counts(tx))
            yield by_word("pbem_mails", "Mails to go out, or gone", "state", MAILS, post.counts(tx))
            yield by_word("pbem_matches", "Matches", "status", MATCHES, matches.counts(tx))
            yield number("pbem_open_decisions", "Decisions that somebody has to make", clock.count_open(tx))
            yield from self.ages(tx)

    def ages(self, tx: Session) -> Iterator[GaugeMetricFamily]:
        """How long something waits, or is past; a fetch that never was has no age."""
        now = self.now()
        waiting = post.overdue_since(tx, now)
        age = (now - waiting).total_seconds() if waiting else 0.0
        yield number("pbem_oldest_mail_seconds", "How long the oldest mail that could have gone waits", age)
        box = letters.mailbox(tx, self.account)
        if box is not None and box.fetched is not None:
            age = (now - box.fetched).total_seconds()
            yield number("pbem_last_fetch_seconds", "How long ago the last complete fetch began", age)


def number(name: str, text: str, value: float) -> GaugeMetricFamily:
    """One figure."""
    return GaugeMetricFamily(name, text, value=value)


def by_word(name: str, text: str, label: str, words: Sequence[str], counts: Mapping[str, int]) -> GaugeMetricFamily:
    """A figure for each word, also for those that count nothing now."""
    family = GaugeMetricFamily(name, text, labels=[label])
    for word in words:
        family.add_metric([word], counts.get(word, 0))
    return family


def serve(figures: Figures, port: int) -> ExitStack:
    """Shows the figures on this machine until the context ends; OSError if the port is taken."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(figures)
    server, thread = start_http_server(port, addr=LOOPBACK, registry=registry)
    closing = ExitStack()
    for end in (thread.join, server.server_close, server.shutdown):
        closing.callback(end)
    return closing
