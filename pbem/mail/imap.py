"""Letters in: the inbox of an IMAP account. It is read without a trace and emptied by moving."""

from __future__ import annotations

import imaplib
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from types import TracebackType
from typing import TypeVar

from imap_tools.errors import MailboxFolderCreateError
from imap_tools.utils import encode_folder
from msgspec import Struct

from pbem.mail.account import Account
from pbem.mail.errors import Renumbered, ServerTrouble
from pbem.mail.imap_line import Line, Part, is_news

MAX_SIZE = 10_000_000
BATCH_BYTES = 16_000_000
"""So much is held in memory at a time, unless one letter alone is larger."""
MOVE_BULK = 500
LONGEST_IDLE = 300.0
"""Servers and routers drop a line that is silent for long; RFC 2177 allows half an hour."""
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

UID = re.compile(rb"\bUID (\d+)")
SIZE = re.compile(rb"\bRFC822\.SIZE (\d+)")
DATE = re.compile(rb'\bINTERNALDATE "([^"]+)"')
SHORT_BODY = re.compile(rb'\bBODY\[\](?:<0>)? "((?:[^"\\]|\\.)*)"')
NAMESPACE = re.compile(rb'\(\("((?:[^"\\]|\\.)*)" (NIL|"(?:[^"\\]|\\.)")')

T = TypeVar("T")


class Folders(Struct, frozen=True, kw_only=True):
    """Where letters lie; `/` stands for whatever the server puts between the levels."""

    inbox: str = "INBOX"
    played: str = "pbem/Played"
    refused: str = "pbem/Refused"
    shunted: str = "pbem/Shunted"


class Fetched(Struct, frozen=True, kw_only=True):
    """A letter as it lies on the server."""

    uid: int
    internaldate: datetime
    """When it arrived at the server, in UTC."""
    size: int
    raw: bytes
    cut: bool
    """It was too large: `raw` is its beginning."""


class Head(Struct, frozen=True):
    """What is asked before a letter is fetched."""

    uid: int
    size: int
    internaldate: datetime


class Pause(Struct, frozen=True):
    """How long to wait before the next try to connect; after a success begin with a new one."""

    first: float = 1.0
    longest: float = 300.0
    failures: int = 0

    def longer(self) -> Pause:
        """After one more failure."""
        return Pause(self.first, self.longest, self.failures + 1)

    def seconds(self, jitter: float) -> float:
        """Between half and the whole of the pause, as jitter goes from 0 to 1: not all knock at the same moment."""
        full = min(self.longest, self.first * 2.0 ** min(self.failures, 64))
        return full * (1 + jitter) / 2


class Names(Struct, frozen=True):
    """How this server writes the names of folders."""

    prefix: str
    separator: str

    def of(self, folder: str) -> str:
        """With the prefix of our own folders, once; a server without levels gets a hyphen."""
        if folder.upper() == "INBOX" or (self.prefix and folder.startswith(self.prefix)):
            return folder
        return self.prefix + folder.replace("/", self.separator or "-")


class Inbox:
    """An open inbox; all but `interrupt` belongs to the thread that opened it. After `Unreachable` open a new one."""

    def __init__(self, line: Line, folders: Folders, max_size: int) -> None:
        self._line = line
        self._account = line.account
        self._max_size = max_size
        with line.talk():
            self._names = names(line)
            for folder in (folders.played, folders.refused, folders.shunted):
                self._make(self._names.of(folder))
            self._inbox = self._names.of(folders.inbox)
            self.uidvalidity = self._select()
        line.forget_news()

    @classmethod
    def open(cls, account: Account, folders: Folders | None = None, max_size: int = MAX_SIZE) -> Inbox:
        """Connects, logs in, makes missing folders and selects the inbox."""
        line = Line(account)
        try:
            return cls(line, folders or Folders(), max_size)
        except BaseException:
            line.hang_up()
            raise

    def __enter__(self) -> Inbox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Logs out, as far as the server still listens."""
        self._line.say_good_bye()

    @property
    def capabilities(self) -> frozenset[str]:
        """What the server can do after the login."""
        return frozenset(self._line.capabilities)

    @property
    def can_idle(self) -> bool:
        """Whether `wait` waits; otherwise the caller polls."""
        return "IDLE" in self._line.capabilities

    @property
    def _can_expunge(self) -> bool:
        """Whether a letter can be taken out without touching what others have marked as deleted."""
        return not {"MOVE", "UIDPLUS"}.isdisjoint(self._line.capabilities)

    def uids(self) -> list[int]:
        """All that lies in the inbox."""
        return self._search("ALL")

    def fetch(self, after_uid: int, bulk: int = 200) -> Iterator[list[Fetched]]:
        """All letters above a UID, in bounded batches."""
        # `9:*` also finds the last letter when it is number 5.
        return self.read([uid for uid in self._search(f"UID {after_uid + 1}:*") if uid > after_uid], bulk)

    def read(self, uids: Iterable[int], bulk: int = 200) -> Iterator[list[Fetched]]:
        """These letters, in bounded batches; what is gone meanwhile is left out.

        A letter that the server cannot give is an error, but only after all others: it must not keep them away.
        """
        bad: dict[int, ServerTrouble] = {}
        for some in chunks(uids, bulk):
            for batch in by_weight(self._heads(some), self._max_size):
                yield from self._tried(batch, bad)
        for uid, error in bad.items():
            raise ServerTrouble(f"letter {uid} cannot be read: {error}; move it out of the inbox by hand") from error

    def move(self, uids: Iterable[int], folder: str) -> None:
        """Puts letters into a folder; one that is gone already is no error."""
        target = self._names.of(folder)
        for some in chunks(uids, MOVE_BULK):
            with self._line.talk():
                self._move(some, target)

    def wait(self, timeout: float) -> bool:
        """Whether something new came, within so many seconds or less; False at once where the server has no IDLE."""
        line = self._line
        if not self.can_idle:
            return line.news_waits()
        with line.talk():
            line.client.noop()  # not every server tells in IDLE what came before it
            if line.news_waits():
                return True
            line.idle.start()
            heard = line.idle.poll(0 if line.news_waits() else min(timeout, LONGEST_IDLE))
            line.idle.stop()
        return any(map(is_news, heard)) or line.news_waits()

    def interrupt(self) -> None:
        """Ends a `wait`, the running or else the next one; from any thread."""
        self._line.idle.interrupt()

    def _select(self) -> int:
        """Selects the inbox, anew if need be: only so we hear of other UIDs."""
        self._line.folder.set(self._inbox)
        _, answer = self._line.client.response("UIDVALIDITY")
        if not answer or answer[-1] is None:
            raise ServerTrouble(f"{self._account}: {self._inbox} has no UIDVALIDITY: such a server cannot be used")
        return int(answer[-1])

    def _search(self, criteria: str) -> list[int]:
        with self._line.talk():
            if (now := self._select()) != self.uidvalidity:
                raise Renumbered(f"{self._account}: UIDVALIDITY went from {self.uidvalidity} to {now}: open it again")
            self._line.forget_news()
            # What could be copied but not taken out stays behind with the mark; it must not be found for ever.
            found = self._line.ask("SEARCH", criteria if self._can_expunge else f"{criteria} UNDELETED")
        return sorted({int(uid) for part in found if isinstance(part, bytes) for uid in part.split()})

    def _heads(self, uids: Sequence[int]) -> list[Head]:
        with self._line.talk():
            found = self._line.ask("FETCH", listed(uids), "(UID RFC822.SIZE INTERNALDATE)")
        heads = (head(text) for text, _ in answers(found))
        return sorted((head for head in heads if head and head.uid in set(uids)), key=lambda head: head.uid)

    def _tried(self, heads: Sequence[Head], bad: dict[int, ServerTrouble]) -> Iterator[list[Fetched]]:
        """A batch, or one by one what can be read of it."""
        try:
            yield self._letters(heads)
        except ServerTrouble as error:
            if len(heads) == 1:
                bad[heads[0].uid] = error
                return
            for one in heads:
                yield from self._tried([one], bad)

    def _letters(self, heads: Sequence[Head]) -> list[Fetched]:
        """A batch: whole letters, or the beginning of one that is too large."""
        cut = heads[0].size > self._max_size
        what = f"BODY.PEEK[]<0.{self._max_size}>" if cut else "BODY.PEEK[]"
        with self._line.talk():
            found = self._line.ask("FETCH", listed(head.uid for head in heads), f"(UID {what})")
        bodies = {int(uid[1]): body for text, body in answers(found) if b"BODY[]" in text and (uid := UID.search(text))}
        return [
            Fetched(uid=head.uid, internaldate=head.internaldate, size=head.size, raw=bodies[head.uid], cut=cut)
            for head in heads
            if head.uid in bodies
        ]

    def _move(self, uids: Sequence[int], target: str) -> None:
        """Tries again with what is left, for servers that refuse a list of which one is gone, or whose folder is."""
        try:
            self._relocate(uids, target)
        except imaplib.IMAP4.abort:
            raise
        except imaplib.IMAP4.error:
            self._make(target)
            here = set(self.uids())
            if left := [uid for uid in uids if uid in here]:
                self._relocate(left, target)

    def _relocate(self, uids: Sequence[int], target: str) -> None:
        quoted = encode_folder(target).decode("ascii")
        if "MOVE" in self._line.capabilities:
            self._line.ask("MOVE", listed(uids), quoted)
            return
        self._line.ask("COPY", listed(uids), quoted)
        self._line.ask("STORE", listed(uids), "+FLAGS.SILENT", r"(\Deleted)")
        if self._can_expunge:
            self._line.ask("EXPUNGE", listed(uids))

    def _make(self, folder: str) -> None:
        """Makes a folder that is missing, and shows it to other mail programs."""
        manager = self._line.folder
        if manager.exists(folder):
            return
        try:
            manager.create(folder)
        except MailboxFolderCreateError:
            if not manager.exists(folder):  # somebody else may have been quicker
                raise
        manager.subscribe(folder, value=True)


def names(line: Line) -> Names:
    """Prefix and separator of our own folders, as the server tells them."""
    if "NAMESPACE" in line.capabilities:
        _, answer = line.client.namespace()
        if answer and isinstance(answer[-1], bytes) and (found := NAMESPACE.search(answer[-1])):
            return Names(unquoted(found[1]), "" if found[2] == b"NIL" else unquoted(found[2][1:-1]))
    roots = line.folder.list("", "")
    return Names("", roots[0].delim if roots and roots[0].delim != "NIL" else "")


def answers(parts: Iterable[Part]) -> Iterator[tuple[bytes, bytes]]:
    """Each answer to a FETCH: the text, and the literal or short string in it."""
    text, literal = b"", b""
    for part in parts:
        if isinstance(part, tuple):
            text, literal = text + part[0], part[1]
        elif part is not None:
            text += part
            short = SHORT_BODY.search(text)
            yield text, re.sub(rb"\\(.)", rb"\1", short[1]) if short else literal
            text, literal = b"", b""


def head(text: bytes) -> Head | None:
    """What is told of a letter; None: another matter, such as its flags."""
    uid, size, date = UID.search(text), SIZE.search(text), DATE.search(text)
    return (
        Head(int(uid[1]), int(size[1]), moment(date[1].decode("ascii", "replace"))) if uid and size and date else None
    )


def moment(text: str) -> datetime:
    """The time in an INTERNALDATE, as ` 3-Feb-2026 10:00:00 +0100`."""
    try:
        day, month, rest = text.strip().split("-", 2)
        number = MONTHS.index(month.lower()) + 1  # %b would depend on the language of this machine
        return datetime.strptime(f"{day}-{number}-{rest}", "%d-%m-%Y %H:%M:%S %z").astimezone(UTC)
    except ValueError as error:
        raise ServerTrouble(f"the server gives {text!r} as the time of arrival, which is none") from error


def by_weight(heads: Iterable[Head], max_size: int) -> Iterator[list[Head]]:
    """Batches of bounded size; a letter that is too large goes alone, since only its beginning is fetched."""
    batch: list[Head] = []
    weight = 0
    for one in heads:
        if one.size > max_size:
            yield [one]
            continue
        if batch and weight + one.size > BATCH_BYTES:
            yield batch
            batch, weight = [], 0
        batch.append(one)
        weight += one.size
    if batch:
        yield batch


def listed(uids: Iterable[int]) -> str:
    """UIDs as a command takes them."""
    return ",".join(map(str, uids))


def unquoted(text: bytes) -> str:
    """The inside of a quoted string."""
    return re.sub(rb"\\(.)", rb"\1", text).decode("utf-8", "replace")


def chunks(things: Iterable[T], size: int) -> Iterator[list[T]]:
    """At most so many at a time."""
    rest = iter(things)
    while some := list(islice(rest, size)):
        yield some
