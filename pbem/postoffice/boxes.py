"""The mailboxes, in memory, with IMAP (pymap) as their front door. Everything here runs in the post office's loop."""

from __future__ import annotations

import re
from argparse import Namespace
from asyncio import StreamReader, StreamWriter
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from proxyprotocol.sock import SocketInfoLocal
from pymap.backend.dict import Config, Identity, Login
from pymap.backend.dict import mailbox as pymap_mailbox
from pymap.backend.dict.mailbox import MailboxData, MailboxSet, Message
from pymap.concurrent import Event
from pymap.flags import FlagOp
from pymap.imap import IMAPServer
from pymap.parsing.message import AppendMessage
from pymap.parsing.specials import FetchRequirement
from pymap.parsing.specials.flag import Seen
from pymap.selected import SelectedMailbox
from pymap.user import UserMetadata
from pysasl.hashing import Cleartext

NAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?")
INBOX = "INBOX"
SEEN = "\\Seen"


class UnknownBox(LookupError):
    """There is no such user, folder or letter."""


class Letter(Struct, frozen=True):
    """A letter as it lies in a folder."""

    uid: int
    internaldate: datetime
    raw: bytes
    flags: frozenset[str]

    @property
    def unread(self) -> bool:
        """Nobody has opened it yet."""
        return SEEN not in self.flags


class Folder(Struct, frozen=True):
    """A folder and what it holds."""

    name: str
    letters: int
    unread: int


class PromptFolder(MailboxData):
    """Tells in IDLE also what came just before; pymap's own waits for the next letter first."""

    async def update_selected(self, selected: SelectedMailbox, *, wait_on: Event | None = None) -> SelectedMailbox:
        """Waits only if there is nothing to tell."""
        behind = selected.mod_sequence != self._mod_sequences.highest
        return await super().update_selected(selected, wait_on=None if behind else wait_on)


class Boxes:
    """The mailboxes of one domain."""

    def __init__(self, domain: str) -> None:
        pymap_mailbox.MailboxData = PromptFolder  # type: ignore[misc]  # pymap has no other way in
        self.domain = domain.lower()
        self.passwords: dict[str, str] = {}
        self.closed: dict[str, str] = {}
        """User -> what SMTP answers instead of taking a letter for them, such as `452 4.2.2 mailbox full`."""
        # Nothing here is a secret worth hashing: a login costs no time.
        settings = {"hash_context": Cleartext(), "invalid_user_sleep": 0.0}
        self.login = Login(Config.from_args(Namespace(**ARGUMENTS), **settings))
        self.imap = IMAPServer(self.login, self.login.config)

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Talks IMAP over one connection until it ends."""
        await self.imap(reader, writer, SocketInfoLocal(writer))

    def add(self, user: str, password: str) -> None:
        """Opens a mailbox, or gives it another password; from any thread."""
        if not NAME.fullmatch(user):
            raise ValueError(f"a user is named by lower case letters, digits and . _ - inside, not {user!r}")
        self.login.users_dict[user] = UserMetadata(self.login.config, user, password=password)
        self.passwords[user] = password

    def owner(self, address: str) -> str | None:
        """Whose mailbox an address names: a user, user@domain or user+detail@domain; None: nobody's here."""
        local, _, domain = address.lower().rpartition("@") if "@" in address else (address.lower(), "", self.domain)
        user = local.partition("+")[0]
        return user if user in self.passwords and domain == self.domain else None

    def opens(self, login: str, password: str) -> str | None:
        """The user who logs in with this name or address; None: the password is wrong."""
        user = self.owner(login)
        return user if user is not None and self.passwords[user] == password else None

    async def deliver(self, recipient: str, raw: bytes, when: datetime, folder: str = INBOX) -> int:
        """Puts a letter into a folder, which is made if it is missing; returns its UID."""
        user = self.owner(recipient)
        if user is None:
            raise UnknownBox(f"no mailbox {recipient!r} here; there are: {', '.join(self.passwords)}")
        if folder not in await self.names(user):
            await (await self.folders_of(user)).add_mailbox(folder)
        async with self.identity(user).new_session() as session:
            appended, _ = await session.append_messages(folder, [AppendMessage(raw, when)])
        return max(appended.uids)

    async def names(self, user: str) -> list[str]:
        """The folders of a user, the inbox first."""
        tree = await (await self.folders_of(user)).list_mailboxes()
        return sorted((entry.name for entry in tree.list() if entry.exists), key=lambda name: (name != INBOX, name))

    async def folders(self, user: str) -> list[Folder]:
        """The folders of a user with their sizes."""
        rows = []
        for name in await self.names(user):
            shot = await (await self.folder(user, name)).snapshot()
            rows.append(Folder(name, shot.exists, shot.unseen))
        return rows

    async def letters(self, user: str, folder: str = INBOX) -> list[Letter]:
        """Every letter of a folder, oldest first."""
        return [await loaded(message) async for message in (await self.folder(user, folder)).messages()]

    async def newest(self, user: str, folder: str, skip: int, count: int) -> Sequence[Letter]:
        """A stretch of a folder, newest first, without reading the rest of it."""
        messages = [message async for message in (await self.folder(user, folder)).messages()]
        messages.sort(key=lambda message: (message.internal_date, message.uid), reverse=True)
        return [await loaded(message) for message in messages[skip : skip + count]]

    async def letter(self, user: str, folder: str, uid: int) -> Letter:
        """One letter."""
        return await loaded(await self.message(user, folder, uid))

    async def empty(self, user: str, folder: str) -> Sequence[Letter]:
        """Takes all letters out of a folder, oldest first."""
        found = await self.letters(user, folder)
        await (await self.folder(user, folder)).delete([one.uid for one in found])
        return found

    async def mark_seen(self, user: str, folder: str, uid: int) -> None:
        """Notes that a letter was opened, as a mail program does."""
        message = await self.message(user, folder, uid)
        await (await self.folder(user, folder)).update(uid, message, frozenset([Seen]), FlagOp.ADD)

    async def message(self, user: str, folder: str, uid: int) -> Message:
        """pymap's own form of a letter."""
        async for message in (await self.folder(user, folder)).messages():
            if message.uid == uid:
                return message
        raise UnknownBox(f"no letter {uid} in folder {folder!r} of {user!r}")

    async def folder(self, user: str, name: str) -> MailboxData:
        """pymap's own form of a folder."""
        try:
            return await (await self.folders_of(user)).get_mailbox(name)
        except KeyError:
            raise UnknownBox(f"no folder {name!r} of {user!r}") from None

    async def folders_of(self, user: str) -> MailboxSet:
        """pymap's own form of a mailbox."""
        if user not in self.passwords:
            raise UnknownBox(f"no user {user!r} here; there are: {', '.join(self.passwords)}")
        async with self.identity(user).new_session() as session:
            return session.mailbox_set

    def identity(self, user: str) -> Identity:
        """The user as pymap knows them."""
        return Identity(user, self.login, None, frozenset())


ARGUMENTS = {
    "host": None,
    "port": 0,
    "debug": False,
    "cert": None,
    "key": None,
    "tls": False,
    "passlib_cfg": None,
    "proxy_protocol": None,
    "demo_data": False,
    "demo_user": "",
    "demo_password": "",
}
"""pymap takes its settings from a command line; these are the ones it would parse."""


async def loaded(message: Message) -> Letter:
    """A letter with its bytes, just as they were delivered."""
    content = await message.load_content(FetchRequirement.CONTENT)
    flags = frozenset(flag.value.decode() for flag in message.permanent_flags)
    return Letter(message.uid, message.internal_date, bytes(content), flags)
