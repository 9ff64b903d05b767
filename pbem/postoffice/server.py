"""The post office: SMTP and IMAP in a thread of their own, with doors for callers that know nothing of asyncio."""

from __future__ import annotations

import asyncio
import threading
from asyncio import AbstractEventLoop, BaseTransport, Server, StreamReader, StreamWriter
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from datetime import UTC, datetime
from types import TracebackType
from typing import Self, TypeVar

from pbem.postoffice.boxes import INBOX, Boxes, Letter
from pbem.postoffice.smtp import Counter

LOOPBACK = "127.0.0.1"
"""The only address: there is no setting for another, since nothing here is protected."""

PATIENCE = 30
"""Seconds after which a stuck post office is an error instead of a standstill."""

Result = TypeVar("Result")


def local_time() -> datetime:
    """Now, in the time zone of this machine."""
    return datetime.now(UTC).astimezone()


class PostOffice:
    """A mail server for one domain, in memory; a port of 0 takes a free one."""

    def __init__(
        self,
        domain: str = "post.test",
        *,
        imap_port: int = 0,
        smtp_port: int = 0,
        now: Callable[[], datetime] = local_time,
    ) -> None:
        self.imap_port = imap_port
        self.smtp_port = smtp_port
        self.now = now
        self.boxes = Boxes(domain)
        self.counter = Counter(self.boxes, now)
        self.readers: set[BaseTransport] = set()
        self.servers: list[Server] = []
        self.loop: AbstractEventLoop | None = None

    @property
    def domain(self) -> str:
        """What stands behind the @."""
        return self.boxes.domain

    def start(self) -> None:
        """Opens the doors; the ports are known afterwards."""
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="post office", daemon=True)
        self.thread.start()
        try:
            self.call(self._open())
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Closes the doors for good; the letters are gone."""
        self.call(self._close())
        loop, self.loop = self.loop, None
        assert loop is not None, "it was called just now"
        loop.call_soon_threadsafe(loop.stop)
        self.thread.join(PATIENCE)
        loop.close()

    def add(self, user: str, password: str) -> None:
        """Opens a mailbox, before or after the start."""
        self.boxes.add(user, password)

    def deliver(self, recipient: str, raw: bytes, internaldate: datetime | None = None, *, folder: str = INBOX) -> int:
        """Puts these very bytes into a mailbox, past SMTP and its headers; returns the UID."""
        return self.call(self.boxes.deliver(recipient, raw, internaldate or self.now(), folder))

    def letters(self, user: str, folder: str = INBOX) -> list[Letter]:
        """What lies in a folder, oldest first."""
        return self.call(self.boxes.letters(user, folder))

    def folders(self, user: str) -> list[str]:
        """The names of a user's folders, the inbox first."""
        return self.call(self.boxes.names(user))

    def users(self) -> list[str]:
        """Who has a mailbox, in the order of their coming."""
        return list(self.boxes.passwords)

    def hang_up(self) -> None:
        """Cuts every connection in the middle of whatever it does; new ones are welcome."""
        self.call(self._hang_up())

    def call(self, work: Coroutine[object, object, Result]) -> Result:
        """Has something done in the post office's own thread and waits for it."""
        if self.loop is None:
            work.close()
            raise RuntimeError("the post office is closed: use it in a with block, or call start() first")
        done: Future[Result] = asyncio.run_coroutine_threadsafe(work, self.loop)
        return done.result(PATIENCE)

    async def _open(self) -> None:
        imap = await asyncio.start_server(self._read, LOOPBACK, self.imap_port)
        self.servers.append(imap)
        self.imap_port = imap.sockets[0].getsockname()[1]
        smtp = await asyncio.get_running_loop().create_server(self.counter.connection, LOOPBACK, self.smtp_port)
        self.servers.append(smtp)
        self.smtp_port = smtp.sockets[0].getsockname()[1]

    async def _read(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.readers.add(writer.transport)
        try:
            await self.boxes.serve(reader, writer)
        except (ConnectionError, EOFError):
            pass  # the reader hung up
        finally:
            self.readers.discard(writer.transport)

    async def _close(self) -> None:
        for server in self.servers:
            server.close()
        await self._hang_up()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        await asyncio.get_running_loop().shutdown_asyncgens()

    async def _hang_up(self) -> None:
        for transport in [*self.readers, *self.counter.connections]:
            transport.abort() if isinstance(transport, asyncio.Transport) else transport.close()
        await asyncio.sleep(0)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
