"""Letters as nobody should write them: each comes to a defined end, the next good one is played, memory is bounded."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end_to_end.commands import Bureau
from tests.end_to_end.story import ANNA, BERT, USERS, Teller
from tests.end_to_end.towns import City

ROOT = Path(__file__).parents[2]
CORPORA = Path(os.environ.get("PBEM_CORPORA") or ROOT / "../shared/corpora")
MOST = 256_000
"""Kilobytes."""
ENDS = {"answered", "refused", "ignored", "repeated", "asked"}
"""Not `shunted`: that would be a fault of ours."""
INSIDE = re.compile(r"Traceback|[a-z]Error\b|Exception|\.py\b|sqlite|SELECT ")
"""What no player should read."""
REPLACED = re.compile(
    rb"^(?:from|to|message-id|in-reply-to|references):[^\n]*\n(?:[ \t][^\n]*\n)*", re.IGNORECASE | re.MULTILINE
)


def plain(head: bytes, body: bytes = b"hello\r\n") -> bytes:
    """A letter to the service."""
    return b"To: pbem@x.test\r\nSubject: hello\r\n" + head + b"\r\n" + body


def parts(count: int) -> bytes:
    """So many parts."""
    return b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n' + b"--b\r\n\r\ndraw\r\n" * count + b"--b--\r\n"


def nested(depth: int) -> bytes:
    """Parts within parts."""
    begin = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (level, level) for level in range(depth)
    )
    return begin + b"\r\ndraw\r\n"


BAD: dict[str, Callable[[bytes], bytes]] = {
    "30 MB": lambda head: head + b"\r\n" + b"x" * 76 + (b"draw\r\n" + b"x" * 74 + b"\r\n") * 370_000,
    "10,000 parts": lambda head: head + parts(10_000),
    "no such charset": lambda head: head + b"Content-Type: text/plain; charset=klingon\r\n\r\n\xff\xfe draw\r\n",
    "another charset than declared": lambda head: head + b"Content-Type: text/plain; charset=utf-16\r\n\r\ndraw!\r\n",
    "a charset that is none": lambda head: head + b"Content-Type: text/plain; charset=rot13\r\n\r\nqenj\r\n",
    "base64 of nothing": lambda head: head + b"Content-Transfer-Encoding: base64\r\n\r\n=====\x80\r\n",
    "no From": lambda head: plain(b""),
    "three Froms": lambda head: head + b"From: anna@post.test\r\nFrom: carl@post.test\r\n\r\ndraw\r\n",
    "three in one From": lambda head: plain(b"From: a@x.test, b@x.test, c@x.test\r\n"),
    "20,000 headers": lambda head: head + b"X-Bomb: boom\r\n" * 20_000 + b"\r\ndraw\r\n",
    "a header of 5 MB": lambda head: head + b"Subject: " + b"a" * 5_000_000 + b"\r\n\r\ndraw\r\n",
    "a header folded 100,000 times": lambda head: head + b"Subject: a\r\n" + b" b\r\n" * 100_000 + b"\r\ndraw\r\n",
    "NULs": lambda head: head + b"\r\n\x00\x00he\x00llo\x00\r\n\x00\r\n",
    "one line of 5 MB": lambda head: head + b"\r\n" + b"draw " * 1_000_000 + b"\r\n",
    "a million lines": lambda head: head + b"\r\n" + b"a\r\n" * 1_000_000,
    "nothing": lambda head: b"\r\n",
    "no headers": lambda head: b"draw\r\ndraw\r\n",
    "nested 100 deep": lambda head: head + nested(100),
}


def letter_head(teller: Teller, name: str) -> bytes:
    """The headers of an answer of Bert: its sender is sure, so all of it is read; it is not his turn."""
    raw = teller.answer(name, BERT).as_bytes()
    lines = [line for line in raw.partition(b"\r\n\r\n")[0].split(b"\r\n") if not line.lower().startswith(b"content-")]
    return b"\r\n".join(lines) + b"\r\n"


def all_settled(bureau: Bureau, count: int) -> None:
    """Each has its end, players read nothing of our inside, and the next good letter is played."""
    memory = bureau.measured()
    ends = {f"{one.id} {one.state} {one.reason}" for one in bureau.letters() if one.state not in ENDS}
    assert ends == set()
    assert len(bureau.letters()) == count
    teller = Teller(bureau.town)
    for user in USERS[2:]:
        for mail in teller.mails(user):
            assert INSIDE.search(str(mail.get_body(("plain",)))) is None
    before = bureau.orders()
    teller.play("good", ANNA, "draw")
    assert bureau.once()["letters"] == 1
    assert bureau.orders() == [*before, "0 draw"]
    assert memory < MOST


def test_what_nobody_should_write_comes_to_an_end(bureau: Bureau) -> None:
    teller = Teller(bureau.town)
    bureau.once()
    bad = dict(BAD)
    if isinstance(bureau.town, City):
        bad["nested 3000 deep"] = lambda head: head + nested(3000)
    for number, write in enumerate(bad.values()):
        bureau.town.put(write(letter_head(teller, f"bad-{number}")))
    all_settled(bureau, len(bad))


def test_malformed_mail_comes_to_an_end(bureau: Bureau) -> None:
    """As it is, and as if a player had sent it."""
    mails = sorted((CORPORA / "malformed").rglob("*.eml"))
    if not mails:
        pytest.skip(f"no malformed mail in {CORPORA}: set PBEM_CORPORA to the folder with replies and malformed")
    teller = Teller(bureau.town)
    bureau.once()
    for number, path in enumerate(mails):
        raw = path.read_bytes()
        bureau.town.put(raw)
        bureau.town.put(letter_head(teller, f"malformed-{number}") + REPLACED.sub(b"", raw.replace(b"\r\n", b"\n")))
    all_settled(bureau, 2 * len(mails))
