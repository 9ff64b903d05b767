"""How quick the letter loop is: beside a bare loop, from arrival to the last report, and with many stored matches.

Machines differ and are busy with other things, so everything is a ratio within one run, or stands beside the yardstick.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from statistics import median

from msgspec import Struct
from sqlmodel import col, func, select

from benchmarks import bare, engine, servers
from benchmarks.filling import fill
from benchmarks.servers import Servers
from benchmarks.shop import SEATS, Shop, Written, body, read
from pbem import bootstrap, running
from pbem.service import intake
from pbem.settings import Settings
from pbem.store.letters import Arrived
from pbem.store.tables import Outbox

PATIENCE = 60.0
"""Seconds after which a service that sends nothing is an error."""
PAUSE = (0.55, 0.8)
"""Seconds between two letters that are waited for: each is alone."""


class Pair(Struct, frozen=True):
    """What was measured one after the other, as units a second."""

    ours: float
    other: float


def ratio(pairs: Sequence[Pair]) -> float:
    """Of each pair, and the middle one of all: what slows both down does not count."""
    return median(pair.ours / pair.other for pair in pairs)


def rate(count: int, begun: float) -> float:
    """Units a second since then."""
    return count / (time.perf_counter() - begun)


async def chain(folder: Path, where: Servers, matches: int, runs: int) -> list[Pair]:
    """Letters a second through the whole service and through the bare loop, in turns, over the same servers."""
    shop = Shop(folder, where, "chain")
    shop.begin(matches)
    shop.drain()
    way_out = bootstrap.outgoing(shop.settings)
    pairs = []
    async with bare.opened(folder, where, words_of(shop)) as loop:
        with bootstrap.inbox(shop.settings) as box:
            for _ in range(runs):
                letters = [letter.raw for letter in shop.answers(matches)]
                for user in ("chain", "bare"):
                    where.deliver(user, letters)
                begun = time.perf_counter()
                done = await running.once(shop.office, box, way_out, bootstrap.now)
                ours = rate(len(letters), begun)
                assert (done.letters, done.mails) == (len(letters), SEATS * len(letters)), done
                begun = time.perf_counter()
                count = await loop.work()
                assert count == len(letters), count
                pairs.append(Pair(ours, rate(count, begun)))
    await way_out.close()
    shop.close()
    return pairs


def words_of(shop: Shop) -> list[bare.Words]:
    """The text and the HTML of the reports of one match."""
    with shop.work.reading() as tx:
        mails = [read(row.rendered or b"") for row in tx.exec(select(Outbox).order_by(col(Outbox.id)).limit(SEATS))]
    return [(body(mail, "plain"), body(mail, "html")) for mail in mails]


def waits(folder: Path, where: Servers, letters: int) -> list[float]:
    """Seconds from the arrival of a letter to the last report that it causes, by the service as it is started."""
    shop = Shop(folder, where, "waiting")
    shop.begin(letters + 1)
    shop.drain()
    pause = random.Random(1)
    arrived: dict[str, datetime] = {}
    with serving(folder, shop.settings) as service:
        for letter in shop.answers(letters + 1):
            where.deliver("waiting", [letter.raw])
            arrived[letter.match] = bootstrap.now()
            if len(arrived) == 1:  # the service starts; this letter does not count
                until(service, lambda: bool(ended(shop)))
            rest(service, pause.uniform(*PAUSE))
        until(service, lambda: len(ended(shop)) == len(arrived))
    ends = ended(shop)
    shop.close()
    _, *counted = arrived
    return sorted((ends[match] - arrived[match]).total_seconds() for match in counted)


def ended(shop: Shop) -> dict[str, datetime]:
    """Of each match whose letter has caused all its reports: when the last of them was accepted."""
    query = (
        select(Outbox.match, func.max(Outbox.accepted))
        .where(col(Outbox.n) > 0)
        .group_by(col(Outbox.match))
        .having(func.count(col(Outbox.accepted)) == SEATS)
    )
    with shop.work.reading() as tx:
        return {str(match): end for match, end in tx.exec(query) if end is not None}


@contextmanager
def serving(folder: Path, settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    """`pbem serve` in a process of its own."""
    file = folder / "pbem.toml"
    file.write_text(written(settings))
    code = "from pbem.cli import main; main()"
    command = [sys.executable, "-c", code, "serve", "--config", str(file)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as service:  # noqa: S603
        try:
            yield service
        finally:
            service.terminate()


def written(settings: Settings) -> str:
    """The settings of a service as its file has them."""
    lines = [f"{name} = {json.dumps(getattr(settings, name))}" for name in ("database", "address", "authserv_id")]
    for name in ("imap", "smtp"):
        part = getattr(settings, name)
        lines += [f"[{name}]", f"password = {json.dumps(part.password.get_secret_value())}"]
        lines += [
            f"{key} = {json.dumps(getattr(part, key))}" for key in ("host", "port", "security", "user", "ca_file")
        ]
    return "\n".join(lines)


def rest(service: subprocess.Popen[bytes], seconds: float) -> None:
    """Waits; a service that ends meanwhile is an error."""
    with suppress(subprocess.TimeoutExpired):
        raise RuntimeError(f"pbem serve ended with {service.wait(seconds)}")


def until(service: subprocess.Popen[bytes], done: Callable[[], bool]) -> None:
    """Waits for something to be true."""
    begun = time.monotonic()
    while not done():
        if time.monotonic() - begun > PATIENCE:
            raise RuntimeError(f"pbem serve has not sent all reports after {PATIENCE} seconds")
        rest(service, 0.1)


def growth(folder: Path, where: Servers, matches: int, copies: int, letters: int, runs: int) -> list[Pair]:
    """Letters a second with few matches and with many, in turns; the mails are written and taken as sent."""
    shops = [Shop(folder, where, name) for name in ("few", "many")]
    for shop in shops:
        shop.begin(matches)
        shop.drain()
        settled(shop, shop.answers(matches))
    fill(folder / "many.db", f"{0:016x}", copies)
    pairs = []
    for _ in range(runs):
        few, many = (settled(shop, shop.answers(letters)) for shop in shops)
        pairs.append(Pair(many, few))
    for shop in shops:
        shop.close()
    return pairs


def settled(shop: Shop, letters: Sequence[Written]) -> float:
    """Letters a second from the moment at which they are fetched to the last mail, without any server."""
    now = bootstrap.now()
    arrived = [
        Arrived(account=shop.office.account, uidvalidity=1, uid=shop.written - at, raw=letter.raw, internaldate=now)
        for at, letter in enumerate(letters)
    ]
    begun = time.perf_counter()
    intake.keep(shop.office, arrived, now)
    done = intake.process_all(shop.office, now)
    mails = shop.drain()
    assert (done, mails) == (len(letters), SEATS * len(letters)), (done, mails)
    return rate(done, begun)


def show_chain(where: Servers, pairs: Sequence[Pair], unit: float) -> None:
    """Letters a second, ours and the bare loop's."""
    for name, rates in (("the whole chain", [one.ours for one in pairs]), ("bare loop", [one.other for one in pairs])):
        line = f"{name}, letters ({where.name})"
        share = max(rates) / unit
        print(f"{line:48}{max(rates):12,.1f} a second, median {median(rates):.1f}, {share:.7f} of the yardstick")
    print(f"{'chain / bare loop':48}{ratio(pairs):12.2f}")


def show_waits(where: Servers, took: Sequence[float]) -> None:
    """The middle one, and the one that only one in a hundred is slower than."""
    line = f"arrival to last report, p50 and p99 ({where.name})"
    print(f"{line:48}{median(took):12.3f} s, {took[int(len(took) * 0.99) - 1]:.3f} s")


def main() -> None:
    """Prints the figures."""
    unit = engine.best(engine.yardstick)
    print(f"{'yardstick: plain Python rounds':48}{unit:12,.0f} a second")
    for start in servers.available():
        with start() as where, tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            show_chain(where, asyncio.run(chain(folder, where, matches=100, runs=9)), unit)
            show_waits(where, waits(folder, where, letters=100))
    with servers.embedded() as where, tempfile.TemporaryDirectory() as name:
        pairs = growth(Path(name), where, matches=100, copies=9_900, letters=50, runs=15)
    print(f"{'letters with 100 stored matches':48}{max(one.other for one in pairs):12,.1f} a second")
    print(f"{'cost with 10,000 / cost with 100':48}{1 / ratio(pairs):12.2f}")


if __name__ == "__main__":
    main()
