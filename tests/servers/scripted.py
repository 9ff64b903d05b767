"""Servers that follow a script, for what no real server does on demand: torn lines, cuts, missing abilities."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO

CAPABILITIES = "IMAP4rev1 AUTH=PLAIN IDLE MOVE UIDPLUS NAMESPACE"
CUT = "cut"
"""Instead of an answer: the server hangs up."""
SILENCE = "silence"
"""Instead of an answer: none."""
DATE = '"18-Nov-2026 10:00:00 +0100"'


class HangUp(Exception):
    """The script ends this connection."""


class Talk:
    """One connection, seen from the server."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.lines: BinaryIO = sock.makefile("rb")
        self.tag = ""

    def say(self, text: str | bytes) -> None:
        """Sends it as it is."""
        self.sock.sendall(text.encode() if isinstance(text, str) else text)

    def hear(self) -> str:
        """The next line; the end of the line ends the script."""
        line = self.lines.readline()
        if not line:
            raise HangUp
        return line.decode().rstrip("\r\n")

    def ok(self, untagged: str = "") -> None:
        """The answer of IMAP that all is well."""
        self.say(f"{untagged}{self.tag} OK done\r\n")

    def no(self, why: str) -> None:
        """The answer of IMAP that it is not."""
        self.say(f"{self.tag} NO {why}\r\n")


class Scripted:
    """Listens on loopback; counts connections and remembers what it heard."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.connections = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._talks: list[Talk] = []
        self._threads = [threading.Thread(target=self._accept, daemon=True)]

    def serve(self, talk: Talk) -> None:
        """What happens on a connection."""
        raise NotImplementedError

    def _accept(self) -> None:
        with suppress(OSError):  # closed: the test is over
            while True:
                sock, _ = self._listener.accept()
                self.connections += 1
                self._talks.append(Talk(sock))
                self._threads.append(threading.Thread(target=self._serve, args=(self._talks[-1],), daemon=True))
                self._threads[-1].start()

    def _serve(self, talk: Talk) -> None:
        with suppress(HangUp, OSError):
            self.serve(talk)
        self.hang_up(talk)

    @staticmethod
    def hang_up(talk: Talk) -> None:
        """Ends a connection from this side."""
        with suppress(OSError):
            talk.sock.shutdown(socket.SHUT_RDWR)
        talk.lines.close()
        talk.sock.close()

    def hang_up_all(self) -> None:
        """Ends all connections, as a server does with those that were idle for long."""
        for talk in self._talks:
            with suppress(OSError):
                talk.sock.shutdown(socket.SHUT_RDWR)
        for thread in self._threads[1:]:
            thread.join(10)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Until the test is over."""
        self._threads[0].start()
        try:
            yield
        finally:
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._threads[0].join(10)
            self.hang_up_all()


Answer = Callable[[Talk], None]


class ScriptedImap(Scripted):
    """Enough of IMAP for one inbox; `answers` replaces the answer to a command, by its name in capitals."""

    def __init__(
        self,
        letters: Mapping[int, bytes] | None = None,
        *,
        capabilities: str = CAPABILITIES,
        namespace: str = '(("" "/")) NIL NIL',
        separator: str = '"/"',
        answers: Mapping[str, Answer] | None = None,
    ) -> None:
        super().__init__()
        self.letters = dict(letters or {})
        self.capabilities = capabilities
        self.namespace = namespace
        self.separator = separator
        self.folders = {"INBOX"}
        self.uidvalidity = 7
        self.answers = dict(answers or {})

    def serve(self, talk: Talk) -> None:
        """Line after line."""
        talk.say("* OK hello\r\n")
        while True:
            talk.tag, _, line = talk.hear().partition(" ")
            self.heard.append(line)
            words = line.split()
            name = words[1].upper() if words[0].upper() == "UID" else words[0].upper()
            if name in self.answers:
                self.answers[name](talk)
            else:
                self.answer(talk, name, words)

    def answer(self, talk: Talk, name: str, words: Sequence[str]) -> None:
        """What a server without faults says."""
        match name:
            case "CAPABILITY":
                talk.ok(f"* CAPABILITY {self.capabilities}\r\n")
            case "AUTHENTICATE":
                talk.say("+ \r\n")
                self.heard.append(talk.hear())
                talk.ok()
            case "NAMESPACE":
                talk.ok(f"* NAMESPACE {self.namespace}\r\n")
            case "LIST":
                talk.ok(self.listing(words[-1].strip('"')))
            case "CREATE":
                self.folders.add(words[1].strip('"'))
                talk.ok()
            case "SELECT":
                talk.ok(f"* {len(self.letters)} EXISTS\r\n* OK [UIDVALIDITY {self.uidvalidity}] ok\r\n")
            case "SEARCH":
                talk.ok(f"* SEARCH {' '.join(map(str, self.letters))}\r\n")
            case "FETCH":
                self.fetch(talk, [int(uid) for uid in words[2].split(",")], " ".join(words[3:]))
            case "IDLE":
                talk.say("+ idling\r\n")
                self.until_done(talk)
            case "LOGOUT":
                talk.ok("* BYE\r\n")
                raise HangUp
            case _:
                talk.ok()

    def listing(self, pattern: str) -> str:
        """The folder of that name, or the root."""
        if not pattern:
            return f'* LIST (\\Noselect) {self.separator} ""\r\n'
        return f'* LIST () {self.separator} "{pattern}"\r\n' if pattern in self.folders else ""

    def fetch(self, talk: Talk, uids: Sequence[int], what: str) -> None:
        """Sizes and dates, or bodies."""
        for number, uid in enumerate(self.letters, 1):
            raw = self.letters[uid]
            if uid not in uids:
                continue
            if "BODY" not in what:
                talk.say(f"* {number} FETCH (UID {uid} RFC822.SIZE {len(raw)} INTERNALDATE {DATE})\r\n")
            else:
                talk.say(f"* {number} FETCH (BODY[] {{{len(raw)}}}\r\n".encode() + raw + f" UID {uid})\r\n".encode())
        talk.ok()

    def until_done(self, talk: Talk) -> None:
        """The end of an IDLE."""
        self.heard.append(talk.hear())
        talk.ok()


class ScriptedSmtp(Scripted):
    """Enough of SMTP; `replies` has for a verb what is said the first time, the second time and so on.

    `end` is the verb for the end of a mail; without a reply, or when they have run out, all is well.
    """

    def __init__(self, *extensions: str, **replies: Sequence[str]) -> None:
        super().__init__()
        self.extensions = extensions
        self.replies = {verb.upper(): list(texts) for verb, texts in replies.items()}
        self.mails: list[str] = []
        self.taken = threading.Event()
        """A whole mail has come."""

    def serve(self, talk: Talk) -> None:
        """Line after line."""
        self.reply(talk, "GREETING", "220 hello")
        while True:
            line = talk.hear()
            self.heard.append(line)
            match line.split()[0].upper():
                case "EHLO":
                    self.reply(
                        talk,
                        "EHLO",
                        "\r\n".join(["250-hello", *(f"250-{text}" for text in self.extensions), "250 HELP"]),
                    )
                case "DATA":
                    self.data(talk)
                case "QUIT":
                    self.reply(talk, "QUIT", "221 bye")
                    raise HangUp
                case verb:
                    self.reply(talk, verb, "250 ok")

    def data(self, talk: Talk) -> None:
        """The mail itself, if the script wants it."""
        if self.reply(talk, "DATA", "354 go on").startswith("354"):
            lines = iter(talk.hear, ".")
            self.mails.append("\n".join(lines))
            self.taken.set()
            self.reply(talk, "END", "250 taken")

    def reply(self, talk: Talk, verb: str, usual: str) -> str:
        """Says what the script has, or the usual."""
        texts = self.replies.get(verb)
        text = texts.pop(0) if texts else usual
        if text == CUT:
            raise HangUp
        if text != SILENCE:
            talk.say(text + "\r\n")
        return text
