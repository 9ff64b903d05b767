"""Replies that are made to be hard: nothing quoted is obeyed, everything typed is found."""

from __future__ import annotations

import re

import pytest

from pbem.mail.quoting import MARKS, typed
from tests.mail.post import LETTERS, note, page


def replies() -> list[tuple[str, list[str]]]:
    """Each with its lines and their signs."""
    _, *found = re.split(r"^%%% ", (LETTERS / "nasty.txt").read_text("utf-8"), flags=re.MULTILINE)
    return [(name, lines) for name, *lines in (one.rstrip("\n").split("\n") for one in found)]


@pytest.mark.parametrize(("name", "lines"), replies(), ids=[name for name, _ in replies()])
def test_a_hard_reply_is_understood(name: str, lines: list[str]) -> None:
    wanted = [line[1:] for line in lines if line[:1] == "+" and line[1:]]
    hostile = [MARKS.sub("", line[1:]) for line in lines if line[:1] == "!"]
    if name.startswith("html"):
        said = typed(page(lines[0]))
    else:
        text = "\n".join(line[1:] if line[:1] in ("+", "!") else line for line in lines)
        said = typed(note(text, **{"from": "Anna Berg <anna@example.org>"}))
    assert [line for line in wanted if line not in said.lines] == []
    assert [line for line in hostile if line in said.lines] == []
