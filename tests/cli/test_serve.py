"""`pbem serve` as systemd runs it: it says when it is ready, and ends cleanly in the middle of anything."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlmodel import select

from pbem.store.tables import Outbox
from tests.cli.operator import Operator
from tests.servers.process import free_port, short_folder

PATIENCE = 60


@contextmanager
def systemd() -> Iterator[tuple[Path, socket.socket]]:
    """The end of the line where systemd listens."""
    with short_folder("pbem-notify-") as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(folder / "notify"))
        line.settimeout(PATIENCE)
        yield folder / "notify", line


def wait_for_line(process: subprocess.Popen[str], event: str) -> None:
    """Reads the log until something happens."""
    assert process.stderr is not None
    for line in process.stderr:
        if f'"{event}"' in line:
            return
    raise AssertionError(f"the service ended before {event!r}")


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """How it ended, and what else it logged."""
    _, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, errors


def test_a_service_that_idles_ends_cleanly_and_systemd_is_told(operator: Operator) -> None:
    match = operator.begin()
    with systemd() as (path, line):
        process = operator.start("serve", NOTIFY_SOCKET=str(path), WATCHDOG_USEC="20000000")
        try:
            told = {line.recv(100) for _ in range(2)}
            assert told == {b"READY=1", b"WATCHDOG=1"}
            wait_for_line(process, "inbox open")
            operator.write(operator.json("match", "show", match)["waits_for"][0].lower(), "draw\n")
            wait_for_line(process, "letters settled")
            process.send_signal(signal.SIGTERM)
            code, errors = ended(process)
        finally:
            process.kill()
        assert (code, "stopped" in errors, "Traceback" in errors) == (0, True, False)
        assert line.recv(100) == b"STOPPING=1"
    assert [one["state"] for one in operator.json("letter", "list")] == ["played"]
    assert "no service is running" in operator.done("doctor")


class SlowServer:
    """Takes a mail and thinks about it until it is let go."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.answer = threading.Event()
        self.taken: list[bytes] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  aiosmtpd's name
        """Holds the mail."""
        self.asked.set()
        await asyncio.to_thread(self.answer.wait, PATIENCE)
        assert isinstance(envelope.content, bytes)
        self.taken.append(envelope.content)
        return "250 taken"


@contextmanager
def slow_server(port: int) -> Iterator[SlowServer]:
    """In a thread of its own."""
    slow = SlowServer()
    controller = Controller(slow, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield slow
    finally:
        slow.answer.set()
        controller.stop()


def test_a_service_that_sends_finishes_that_mail_and_keeps_the_others(operator: Operator) -> None:
    for _ in range(3):
        operator.begin()
    port = free_port()
    text = operator.config.read_text().partition("[smtp]")[0]
    operator.config.write_text(f'{text}[smtp]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "plain"\n')
    with slow_server(port) as slow:
        process = operator.start("serve")
        try:
            assert slow.asked.wait(PATIENCE)
            process.send_signal(signal.SIGTERM)
            slow.answer.set()
            code, errors = ended(process)
        finally:
            process.kill()
        assert (code, "Traceback" in errors) == (0, False)
        assert len(slow.taken) == 1
        states = states_of(operator)
        assert states.count("accepted") == 1
        assert len(states) > 1
        operator.done("serve", "--once")
    assert set(states_of(operator)) <= {"accepted", "queued"}
    assert states_of(operator).count("accepted") == len(slow.taken) > 1


def states_of(operator: Operator) -> list[str]:
    """What became of all mail."""
    work = operator.work
    with work.reading() as tx:
        found = [row.state for row in tx.exec(select(Outbox))]
    work.close()
    return [str(one) for one in found]


def test_interrupts_and_a_second_service(operator: Operator) -> None:
    with systemd() as (path, line):
        process = operator.start("serve", NOTIFY_SOCKET=str(path))
        try:
            assert line.recv(100) == b"READY=1"
            assert "in use by another service" in operator.refused("serve")
            process.send_signal(signal.SIGINT)
            code, errors = ended(process)
        finally:
            process.kill()
    assert (code, "Traceback" in errors) == (0, False)


def test_a_service_whose_servers_are_away_waits_and_still_ends(operator: Operator) -> None:
    text = operator.config.read_text()
    operator.config.write_text(text.replace(f"port = {operator.office.imap_port}", f"port = {free_port()}"))
    process = operator.start("serve")
    try:
        wait_for_line(process, "inbox in trouble")
        process.send_signal(signal.SIGTERM)
        code, errors = ended(process)
    finally:
        process.kill()
    assert (code, "Traceback" in errors) == (0, False)
    assert "the line is dead" in operator.refused("serve", "--once")
