"""Whether everything is in order, as far as can be seen from here: one finding for each question, with its remedy."""

from __future__ import annotations

import asyncio
import shutil
import stat
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from pbem import bootstrap, domain_records
from pbem.domain_records import Lookup
from pbem.engine.data import effective
from pbem.engine.errors import BadData, BadSetup
from pbem.games import game
from pbem.mail.account import is_loopback
from pbem.mail.address import canonical, domain_of, plus
from pbem.mail.errors import LoginRefused, MailError
from pbem.mail.server_clock import server_time
from pbem.mail.smtp import Accepted, Outgoing, Sent
from pbem.settings import BadSettings, Settings
from pbem.store import upgrade
from pbem.store.errors import Busy, StoreError
from pbem.store.lock import held
from pbem.store.work import file_of

State = Literal["ok", "warn", "fail", "unknown"]
Now = Callable[[], datetime]

MEGABYTE = 1_000_000
LITTLE, TOO_LITTLE = 500 * MEGABYTE, 50 * MEGABYTE
"""Bytes free beside the database below which we warn, and below which nothing should be begun."""
ROUNDING = 1.0
"""Seconds: IMAP tells no fractions."""
DRIFT, TOO_MUCH_DRIFT = 5.0, 120.0
"""Seconds by which clocks may differ; due times are compared with the server's times of arrival."""
PROBE = "doctor"
"""The part after the plus of the address that is tried."""


class Finding(Struct, frozen=True):
    """What was found about one question, and what to do about it."""

    check: str
    state: State
    found: str
    remedy: str = ""


def examine(config: Path | None, environment: dict[str, str], now: Now, lookup: Lookup) -> Iterator[Finding]:
    """All findings, each as soon as it is there; without settings there is only the first."""
    path = bootstrap.settings_file(config, environment)
    try:
        settings = bootstrap.read_settings(config)
    except BadSettings as error:
        yield Finding("settings", "fail", str(error), "mend the settings, then ask again")
        return
    yield settings_file(path, settings)
    yield from own_names(settings)
    yield from corrections(settings)
    yield from database(settings)
    yield from incoming(settings, now)
    yield from outgoing(settings)
    yield from domain(settings, lookup)


def settings_file(path: Path, settings: Settings) -> Finding:
    """Whether the file can be read, and not by others if a password stands in it."""
    mode = path.stat().st_mode
    secret = any(one.password.get_secret_value() for one in (settings.imap, settings.smtp))
    if secret and mode & (stat.S_IRGRP | stat.S_IROTH):
        return Finding("settings", "warn", f"{path} holds a password and others can read it", f"chmod 600 {path}")
    return Finding("settings", "ok", str(path))


def own_names(settings: Settings) -> Iterator[Finding]:
    """Our address, the operator's, and whose word about senders counts."""
    if canonical(settings.address) is None:
        yield Finding("address", "fail", f"{settings.address!r} is no mail address", "set address")
    elif domain_of(settings.address) == "localhost":
        yield Finding("address", "warn", f"{settings.address}: nobody outside can write there", "set address")
    else:
        yield Finding("address", "ok", settings.address)
    if not settings.operator:
        told = "nobody is told of letters put aside or of mail that does not come through"
        yield Finding("operator", "warn", told, "set operator to your own address")
    elif canonical(settings.operator) is None:
        yield Finding("operator", "fail", f"{settings.operator!r} is no mail address", "set operator")
    else:
        yield Finding("operator", "ok", settings.operator)
    if settings.authserv_id:
        yield Finding("authserv_id", "ok", settings.authserv_id)
    else:
        told = "not set: a letter without a token is always asked back"
        remedy = "set authserv_id to the first word of Authentication-Results in a letter that your server took in"
        yield Finding("authserv_id", "warn", told, remedy)


def corrections(settings: Settings) -> Iterator[Finding]:
    """Whether new matches can be played with an owner's corrections to printed numbers."""
    for key in settings.data_overrides:
        try:
            data = effective(game(key), bootstrap.overrides(settings, key))
        except (BadData, BadSetup) as error:
            yield Finding("data_overrides", "fail", first_line(error), f"mend the row, or data_overrides of {key}")
        else:
            yield Finding("data_overrides", "ok", f"{key}: new matches are played with data {data.fingerprint[:16]}")


def database(settings: Settings) -> Iterator[Finding]:
    """The tables and their guards, the disk below them, and who holds them."""
    url = settings.database
    try:
        wrong = upgrade.check(url)
    except (StoreError, SQLAlchemyError) as error:
        yield Finding("database", "fail", first_line(error), "pbem db upgrade, or pbem restore FILE from a backup")
        return
    if wrong:
        yield Finding("database", "fail", "; ".join(wrong), "pbem db upgrade, or pbem restore FILE from a backup")
    else:
        yield Finding("database", "ok", f"revision {upgrade.head()}, whole, the log is protected")
    path = file_of(url)
    if path is not None:
        yield privacy(path)
        yield disk(path)
        yield holder(url)


def privacy(path: Path) -> Finding:
    """Keys, seeds and letters are nobody else's business."""
    if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return Finding("database file", "warn", f"{path} can be read by others: it holds keys", f"chmod 600 {path}")
    return Finding("database file", "ok", f"{path} belongs to its owner alone")


def disk(path: Path) -> Finding:
    """The room beside the database: for what comes, and for a copy."""
    free, size = shutil.disk_usage(path.parent).free, path.stat().st_size
    found = f"{free // MEGABYTE} MB free beside a database of {size // MEGABYTE} MB"
    if free < TOO_LITTLE:
        return Finding("disk", "fail", found, "make room: without it no letter can be kept")
    if free < max(LITTLE, 2 * size):
        return Finding("disk", "warn", found, "make room for growth and for a backup")
    return Finding("disk", "ok", found)


def holder(url: str) -> Finding:
    """Whether a service runs on this database."""
    try:
        with held(url):
            return Finding("service", "ok", "no service is running on this database")
    except Busy as error:
        return Finding("service", "ok", str(error).partition(";")[0])
    except OSError as error:
        return Finding("service", "fail", f"the lock cannot be taken: {error.strerror}", "run pbem as the owner of it")


def incoming(settings: Settings, now: Now) -> Iterator[Finding]:
    """The inbox: login, what the server can do, our folders, its clock."""
    try:
        with bootstrap.inbox(settings) as box:
            capabilities = box.capabilities
    except MailError as error:
        yield Finding("imap", "fail", first_line(error), mend("imap", error))
        return
    yield Finding("imap", "ok", f"logged in to {settings.imap.host}, letters come to {settings.imap.inbox}")
    box_names = (settings.imap.played, settings.imap.refused, settings.imap.shunted)
    yield Finding("imap folders", "ok", f"{', '.join(box_names)} are there")
    for name, without in LACKING.items():
        if name in capabilities:
            yield Finding(f"imap {name}", "ok", "the server has it")
        else:
            yield Finding(f"imap {name}", "warn", f"missing: {without}", "take another server, or live with it")
    yield server_clock(settings, now)


LACKING = {
    "IDLE": "the inbox is polled, so answers take up to imap.poll",
    "MOVE": "letters are copied and deleted instead of moved",
    "UIDPLUS": "without MOVE and UIDPLUS, letters stay in the inbox with a mark",
}


def server_clock(settings: Settings, now: Now) -> Finding:
    """By how much the clock of the server differs from ours: due times are compared with times of arrival."""
    before = now()
    try:
        there = server_time(bootstrap.account(settings.imap), settings.imap.shunted)
    except MailError as error:
        return Finding("clock", "unknown", f"not checked: {first_line(error)}")
    early = (before - there).total_seconds() - ROUNDING
    late = (there - now()).total_seconds()
    return drift(max(early, late, 0.0))


def drift(seconds: float) -> Finding:
    """A finding about clocks that surely differ by so much."""
    if seconds <= DRIFT:
        return Finding("clock", "ok", f"this machine and the IMAP server agree within {DRIFT:g} s")
    state: State = "warn" if seconds <= TOO_MUCH_DRIFT else "fail"
    told = f"this machine and the IMAP server differ by {seconds:.0f} s"
    return Finding("clock", state, told, "let both machines take their time from NTP (timedatectl)")


def outgoing(settings: Settings) -> Iterator[Finding]:
    """The way out: connection and login, our own address, and the one with a plus. Nothing is sent."""
    extended = plus(settings.address, PROBE)
    try:
        own, with_plus = asyncio.run(asked(bootstrap.outgoing(settings), settings.address, extended))
    except MailError as error:
        yield Finding("smtp", "fail", first_line(error), mend("smtp", error))
        return
    secured = "without TLS, on this machine" if settings.smtp.security == "plain" else f"by {settings.smtp.security}"
    yield Finding("smtp", "ok", f"connected to {settings.smtp.host} {secured}, the login is accepted")
    if isinstance(own, Accepted):
        yield Finding("smtp sender", "ok", f"mail to {settings.address} is taken")
    else:
        yield Finding("smtp sender", "fail", own.reason, "set address to the address of this very account")
    yield plus_addressing(settings, with_plus)


async def asked(way_out: Outgoing, address: str, extended: str) -> tuple[Sent, Sent]:
    """What the server says to mail from us to ourselves."""
    try:
        return await way_out.would_take(address, address), await way_out.would_take(address, extended)
    finally:
        await way_out.close()


def plus_addressing(settings: Settings, answer: Sent) -> Finding:
    """Whether tokens can travel in the address; they also travel in other ways."""
    takes = isinstance(answer, Accepted)
    if settings.plus_addressing and not takes:
        remedy = "let the server take +anything (Postfix: recipient_delimiter = +), or set plus_addressing = false"
        return Finding("plus-addressing", "fail", f"refused: {getattr(answer, 'reason', '')}", remedy)
    if not settings.plus_addressing:
        return Finding("plus-addressing", "ok", "switched off; tokens travel in Message-IDs and in the fence line")
    if not is_loopback(settings.smtp.host) and domain_of(settings.address) != settings.smtp.host:
        told = "the server takes it; that it arrives is only sure once the first answer has come"
        return Finding("plus-addressing", "ok", told)
    return Finding("plus-addressing", "ok", "the server takes it")


def domain(settings: Settings, lookup: Lookup) -> Iterator[Finding]:
    """What the world can ask about mail of our domain."""
    name = domain_of(settings.address)
    if "." not in name:
        yield Finding("domain", "unknown", f"{name} is no domain that the world could ask about", "set address")
        return
    yield record(
        "SPF", domain_records.spf(name, lookup), f'publish TXT "v=spf1 mx -all", or as your provider says, at {name}'
    )
    yield record("DMARC", domain_records.dmarc(name, lookup), f'publish TXT "v=DMARC1; p=none" at _dmarc.{name}')
    remedy = "mail yourself at another provider and look for dkim=pass in Authentication-Results"
    yield Finding(
        "DKIM", "unknown", "cannot be seen from here: the name of the key is known to the sender only", remedy
    )


def record(check: str, found: str | None, remedy: str) -> Finding:
    """A record of the domain: its text, empty if there is none, None if nobody answered."""
    if found is None:
        return Finding(check, "unknown", "not checked: the name servers did not answer")
    if not found:
        return Finding(check, "warn", "no record: other servers may take our mail for spam", remedy)
    return Finding(check, "ok", found)


def mend(part: str, error: MailError) -> str:
    """What to do about a server that cannot be used."""
    if isinstance(error, LoginRefused):
        return f"set user, password or certificate in [{part}]"
    return f"check host, port and security in [{part}], and that the server runs"


def first_line(error: Exception) -> str:
    """An error on one line."""
    return str(error.orig if isinstance(error, SQLAlchemyError) and hasattr(error, "orig") else error).splitlines()[0]
