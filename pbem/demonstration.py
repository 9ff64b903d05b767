"""A whole mail world in one process: post office, service, and bots that are real mail users.

The bots read their mail by IMAP and answer it by SMTP, as people do; what to answer they think out from their own view.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from pydantic import SecretStr

from pbem import bootstrap, games, running
from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.engine.record import MatchFile
from pbem.mail import letter as reading
from pbem.mail.account import Account
from pbem.mail.errors import MailError
from pbem.mail.imap import Inbox
from pbem.mail.letter import Letter
from pbem.mail.mime import Limits
from pbem.mail.smtp import Outgoing
from pbem.postoffice import PostOffice
from pbem.service import archive, live, lobby, simulation
from pbem.settings import Clock, Imap, Settings, Smtp
from pbem.store import clock, letters, log, matches, people, upgrade
from pbem.store.work import Work

SERVICE = "pbem"
PASSWORD = "demo"  # noqa: S105  of a mail world that lives in this process, on this machine
IDLE = 60.0


class Standing(Struct, frozen=True):
    """How far a match is."""

    orders: int
    letters: int
    over: bool


class World:
    """The post office, the service and its database in a folder; people and bots come to it."""

    def __init__(self, folder: Path, post_office: PostOffice) -> None:
        self.post_office = post_office
        post_office.add(SERVICE, PASSWORD)
        self.settings = Settings(
            database=f"sqlite:///{folder / 'demo.db'}",
            address=f"{SERVICE}@{post_office.domain}",
            operator=f"operator@{post_office.domain}",
            authserv_id=post_office.domain,
            imap=Imap(host="127.0.0.1", port=post_office.imap_port, security="plain", user=SERVICE, password=SECRET),
            smtp=Smtp(
                host="127.0.0.1",
                port=post_office.smtp_port,
                security="plain",
                user=SERVICE,
                password=SECRET,
                per_recipient=100_000,
                per_day=1_000_000,
            ),
            clock=Clock(),
            limits={"per_sender": 100_000},  # type: ignore[arg-type]  # bots write quicker than people
        )
        post_office.add("operator", PASSWORD)
        upgrade.upgrade(self.settings.database)
        self.work = Work(self.settings.database)
        self.office = bootstrap.office(self.settings, self.work)

    def begin(self, game: str, names: list[str], lang: str = "en") -> str:
        """A match for people of these names, each with a mailbox."""
        for name in names:
            if name.lower() not in self.post_office.users():
                self.post_office.add(name.lower(), PASSWORD)
        guests = [lobby.Guest(name=name, address=self.address(name), language=lang) for name in names]
        invitation = lobby.Invitation(game=game, guests=guests, seed=secrets.token_bytes(32), id=matches.new_id())
        return lobby.begin(self.office, invitation, bootstrap.now())

    def address(self, name: str) -> str:
        """Where somebody gets mail."""
        return f"{name.lower()}@{self.post_office.domain}"

    def standing(self, match: str) -> Standing:
        """How far a match is."""
        with self.work.reading() as tx:
            row = matches.get(tx, match)
            over = row is not None and row.status == "finished"
            return Standing(max(0, log.last(tx, match)), letters.count_for(tx, match), over)

    def file(self, match: str) -> MatchFile:
        """The match file, after the log was proved to give the same match."""
        with self.work.reading() as tx:
            row = matches.get(tx, match)
            assert row is not None, "the world has begun it"
            archive.check(tx, row)
            return archive.match_file(tx, row)


SECRET = SecretStr(PASSWORD)


class MailBot(threading.Thread):
    """A bot with a mailbox of its own: reads, thinks, answers."""

    def __init__(self, world: World, name: str, bot: str = "steady") -> None:
        super().__init__(name=name, daemon=True)
        self.world = world
        self.bot = bot
        self.stopping = threading.Event()
        self.box: Inbox | None = None
        self.answered: set[tuple[str, int]] = set()

    def run(self) -> None:
        """Answers every mail that asks for a decision, until it is stopped."""
        loop = asyncio.new_event_loop()
        way_out = Outgoing(self.account(self.world.post_office.smtp_port))
        try:
            with Inbox.open(self.account(self.world.post_office.imap_port)) as box:
                self.box = box
                self.attend(box, loop, way_out)
        except MailError:
            if not self.stopping.is_set():
                raise
        finally:
            loop.run_until_complete(way_out.close())
            loop.close()

    def attend(self, box: Inbox, loop: asyncio.AbstractEventLoop, way_out: Outgoing) -> None:
        """Reads mail as it comes."""
        seen = 0
        while not self.stopping.is_set():
            for batch in box.fetch(seen):
                for one in batch:
                    seen = max(seen, one.uid)
                    reply = self.reply(reading.read(one.raw, Limits()))
                    if reply is not None:
                        loop.run_until_complete(way_out.send(self.address, str(reply["To"]), reply.as_bytes()))
            box.wait(IDLE)

    @property
    def address(self) -> str:
        """The bot's own."""
        return self.world.address(self.name)

    def account(self, port: int) -> Account:
        """How the bot logs in."""
        return Account(host="127.0.0.1", port=port, security="plain", user=self.name.lower(), password=PASSWORD)

    def reply(self, letter: Letter) -> EmailMessage | None:
        """The answer to a report, if it asks for a decision that is still open."""
        match = letter.first("x-pbem-match")
        order = self.thought(match) if match else None
        if order is None:
            return None
        reply = EmailMessage(policy=SMTP)
        reply["From"] = f"{self.name} <{self.address}>"
        reply["To"] = letter.first("reply-to") or self.world.settings.address
        reply["Subject"] = f"Re: {letter.subject}"
        reply["Message-ID"] = make_msgid(domain=self.world.post_office.domain)
        reply["In-Reply-To"] = letter.message_id or ""
        reply.set_content(f"{order}\n\n> {letter.subject}\n")
        return reply

    def thought(self, match: str) -> str | None:
        """What the bot would do, seen from its seat; None: it is not asked, or has answered."""
        with self.world.work.reading() as tx:
            row = matches.get(tx, match)
            found = people.by_address(tx, self.address)
            if row is None or found is None or row.status != "running":
                return None
            playing = live.awakened(tx, row)
            seats = [one.number for one in matches.seats(tx, match) if one.player == found.player.id]
            waits = {one.seat: one.decision for one in clock.open_in(tx, match)}
        decision = (match, waits.get(seats[0], -1)) if seats else ("", -1)
        if playing is None or decision[1] < 0 or decision in self.answered:
            return None
        self.answered.add(decision)
        return self.chosen(playing.table, seats[0])

    def chosen(self, table: Any, seat: int) -> str:
        """The order, as it would be typed."""
        bot = table.game.bots[self.bot]
        action = kernel.consult(table, seat, bot, Seeded(secrets.token_bytes(32)))
        return str(table.game.orders.write(action))

    def stop(self) -> None:
        """Ends the thread."""
        self.stopping.set()
        if self.box is not None:
            self.box.interrupt()


@contextmanager
def serving(world: World, bots: list[MailBot]) -> Iterator[None]:
    """The service and the bots run as long as this lasts."""
    settings = world.settings
    porter = running.Porter(world.office, settings, partial(bootstrap.inbox, settings), bootstrap.now)
    loop = asyncio.new_event_loop()
    service = running.Service(world.office, settings, porter, bootstrap.outgoing(settings), bootstrap.now)
    thread = threading.Thread(target=loop.run_until_complete, args=(service.run(),), name="service", daemon=True)
    with ExitStack() as ending:
        thread.start()
        ending.callback(thread.join, running.PATIENCE)
        ending.callback(loop.call_soon_threadsafe, service.stop)
        for bot in bots:
            bot.start()
            ending.callback(bot.stop)
        yield
    loop.close()


def expected_orders(game: str, seats: int) -> int:
    """About how many orders a match takes: for a bar that shows progress."""
    played = simulation.bot_match(games.game(game), ["steady"] * seats, b"estimate", "estimate")
    return played.table.n
