"""An operator at work: a folder with settings, a post office beside it, and the commands as they are typed."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import structlog

from pbem.cli import main
from pbem.postoffice import PostOffice
from pbem.store.work import Work

PASSWORD = "correct-horse-battery"
GUESTS = ("Anna=anna@post.test", "de:Bert=bert@post.test", "steady=bot")
PROGRAM = [sys.executable, "-c", "from pbem.cli import main; main()"]


class Ended(NamedTuple):
    """What a command left behind."""

    returncode: int
    stdout: str
    stderr: str


@contextmanager
def logs_kept() -> Iterator[None]:
    """A command that sets up its logs leaves those of the tests as they were."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    for one in handlers:
        root.removeHandler(one)
    try:
        yield
    finally:
        root.handlers[:], root.level = handlers, level
        structlog.reset_defaults()


def settings(office: PostOffice) -> str:
    """A settings file for a post office on this machine."""
    login = f'host = "127.0.0.1"\nsecurity = "plain"\nuser = "pbem"\npassword = "{PASSWORD}"\n'
    return (
        'address = "pbem@post.test"\noperator = "boss@post.test"\nauthserv_id = "post.test"\n'
        f"[imap]\nport = {office.imap_port}\n{login}[smtp]\nport = {office.smtp_port}\n{login}"
    )


class Operator:
    """A folder, and whoever types there."""

    def __init__(self, folder: Path, office: PostOffice) -> None:
        self.folder = folder
        self.office = office
        self.config = folder / "pbem.toml"

    @property
    def work(self) -> Work:
        """The database; to be closed."""
        return Work(f"sqlite:///{self.folder / 'pbem.db'}")

    def move_in(self) -> None:
        """The settings and the database."""
        self.config.write_text(settings(self.office))
        self.config.chmod(0o600)
        self.done("db", "upgrade")

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        """Nothing of the environment of the tests but what a program needs."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return kept | {"PYTHONPATH": str(Path(__file__).parents[2])} | dict(more)

    def run(self, *words: str) -> Ended:
        """A command in the folder, ended: the very entry point, in this process, for that is ten times as quick."""
        out, errors = io.StringIO(), io.StringIO()
        with (
            chdir(self.folder),
            patch.object(sys, "argv", ["pbem", *words]),
            redirect_stdout(out),
            redirect_stderr(errors),
            logs_kept(),
        ):
            try:
                main()
                code = 0
            except SystemExit as end:
                code = int(end.code or 0)
        return Ended(code, out.getvalue(), errors.getvalue())

    def start(self, *words: str, **more: str) -> subprocess.Popen[str]:
        """A command in the folder, running."""
        return subprocess.Popen(
            [*PROGRAM, *words],
            cwd=self.folder,
            env=self.environment(more),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def done(self, *words: str) -> str:
        """Standard output of a command that must succeed."""
        result = self.run(*words)
        assert result.returncode == 0, f"{words}: {result.returncode}\n{result.stdout}\n{result.stderr}"
        return result.stdout

    def json(self, *words: str) -> Any:
        """The one value that a command prints."""
        return json.loads(self.done(*words, "--json"))

    def refused(self, *words: str) -> str:
        """Why a command was refused; it must print nothing else."""
        result = self.run(*words)
        assert (result.returncode, result.stdout) == (1, ""), f"{words}\n{result.stdout}\n{result.stderr}"
        assert result.stderr.startswith("pbem: "), result.stderr
        return result.stderr

    def begin(self) -> str:
        """A match of Anna, Bert and a bot; its name."""
        name: str = self.json("match", "new", "ra", *GUESTS)["match"]
        return name

    def write(self, sender: str, text: str, *, subject: str = "a move") -> None:
        """Somebody writes to the service; our own mail server vouches for them."""
        mail = EmailMessage(policy=SMTP)
        mail["Authentication-Results"] = "post.test; dmarc=pass header.from=post.test"
        mail["From"] = f"{sender}@post.test"
        mail["To"] = "pbem@post.test"
        mail["Subject"] = subject
        mail["Message-ID"] = f"<{len(text)}.{abs(hash((sender, text, subject)))}@post.test>"
        mail.set_content(text)
        self.office.deliver("pbem@post.test", mail.as_bytes())
