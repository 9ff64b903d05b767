"""Letters for tests: the fixtures in `letters/`, one per oddity, and small ones made in place."""

from __future__ import annotations

from pathlib import Path

from pbem.mail.letter import Letter, Limits, read

LETTERS = Path(__file__).parent / "letters"


def fixture(name: str) -> Letter:
    """A letter of `letters/`."""
    return read((LETTERS / f"{name}.eml").read_bytes(), Limits())


def note(text: str, **headers: str) -> Letter:
    """A plain letter of Anna's, with headers: `auto_submitted` stands for Auto-Submitted."""
    head = {"from": "Anna <anna@example.org>", "content_type": "text/plain; charset=utf-8", **headers}
    lines = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in head.items())
    return read(f"{lines}\n{text}".encode(), Limits())


def page(html: str) -> Letter:
    """A letter of Anna's that is HTML only."""
    return note(html, content_type="text/html; charset=utf-8")
