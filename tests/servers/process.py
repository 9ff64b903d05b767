"""What all servers need: a free port, a short folder, a way to know that they are up, and a way to end them."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

TRIES = 1000
PATIENCE = 0.01


def free_port() -> int:
    """One that nobody listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@contextmanager
def short_folder(prefix: str) -> Iterator[Path]:
    """Names of Unix sockets end at 108 bytes, so pytest's own folders are too deep."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def greets(port: int, greeting: bytes) -> bool:
    """Whether a server answers there."""
    try:
        with socket.create_connection(("127.0.0.1", port), 2) as sock:
            return not greeting or sock.recv(200).startswith(greeting)
    except OSError:
        return False


def wait_until_up(process: subprocess.Popen[bytes], port: int, greeting: bytes, log: Path) -> None:
    """Waits for the greeting; a server that ends instead is an error with its log."""
    for _ in range(TRIES):
        if greets(port, greeting):
            return
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
            break
    raise RuntimeError(f"the server did not start: {log.read_text() if log.exists() else 'it wrote no log'}")


def end(process: subprocess.Popen[bytes]) -> None:
    """Kills the server with its children, which are its own session; what it kept is thrown away anyway."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)
