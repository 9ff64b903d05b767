"""`pbem letter read`: what a letter says, with a service and without one."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.operator import Operator
from tests.mail.post import LETTERS
from tests.mail.reports import MATCH, TOKEN, Sent, reports


def report(folder: Path) -> Sent:
    """A report of Ra, in a file `sent.eml`."""
    found = next(one for one in reports(3, 1, 1) if one.name == "ra/en/0")
    (folder / "sent.eml").write_bytes(found.raw)
    return found


def answer(folder: Path, name: str, text: str) -> None:
    head = f"From: Anna <anna@example.org>\nTo: pbem@example.net\nIn-Reply-To: <{TOKEN}.r0@example.net>\n"
    (folder / name).write_text(f"{head}Content-Type: text/plain; charset=utf-8\n\n{text}", "utf-8")


def test_what_a_letter_says_without_a_service(newcomer: Operator) -> None:
    sent = report(newcomer.folder)
    answer(newcomer.folder, "a.eml", f"Hallo\n1\nZIEHE\nhilf\nende\nra\n\n{sent.text}\nresign\n")
    told = newcomer.json("letter", "read", "a.eml", "--sent", "sent.eml")
    assert told == {
        "typed": ["Hallo", "1", "ZIEHE", "hilf", "ende", "ra"],
        "doubtful": ["resign"],
        "kind": "orders",
        "sender": "anna@example.org",
        "match": "0040100401004010",
        "seat": 4,
        "orders": ["draw", "draw", "help"],
    }
    assert "typed:\n  Hallo\n  1\n" in newcomer.done("letter", "read", "a.eml", "--sent", "sent.eml")
    assert newcomer.json("letter", "read", "a.eml")["orders"] == ["1", "draw", "help"]
    assert MATCH.encode() in sent.raw


def test_copied_lines_and_words_that_several_games_know(newcomer: Operator) -> None:
    report(newcomer.folder)
    answer(newcomer.folder, "a.eml", "   1  draw\n   2  draw\npass\nbid 2\nbuild up\n")
    assert newcomer.json("letter", "read", "a.eml", "--sent", "sent.eml")["orders"] == ["draw", "pass", "bid 2"]
    assert newcomer.json("letter", "read", "a.eml")["orders"] == ["bid 2"]


def test_text_alone_html_alone_and_machines(newcomer: Operator) -> None:
    (newcomer.folder / "a.txt").write_text("draw\n> ra\n")
    (newcomer.folder / "a.html").write_text("<p>draw</p><blockquote>ra</blockquote>")
    for name in ("a.txt", "a.html"):
        told = newcomer.json("letter", "read", name)
        assert (told["typed"], told["sender"], told["match"], told["seat"]) == (["draw"], None, None, None)
    assert newcomer.json("letter", "read", str(LETTERS / "bounce.eml"))["kind"] == "bounce"
    assert newcomer.json("letter", "read", str(LETTERS / "vacation.eml"))["kind"] == "auto-reply"
    report(newcomer.folder)
    assert newcomer.json("letter", "read", "sent.eml", "--sent", "sent.eml")["kind"] == "own"
    (newcomer.folder / "empty.txt").write_text("> ra\n")
    assert newcomer.json("letter", "read", "empty.txt")["kind"] == "empty"
    assert "cannot be read" in newcomer.refused("letter", "read", "nothing.eml")
    assert "there is no" in newcomer.refused("letter", "read", "a.txt", "--config", "no.toml")


def test_a_batch_goes_on_after_what_is_broken(newcomer: Operator) -> None:
    report(newcomer.folder)
    answer(newcomer.folder, "a.eml", "draw\n")
    pairs = [{"reply": "a.eml", "sent": "sent.eml"}, {"reply": "no.eml"}, {"sent": "a.eml"}, {"reply": "a.eml"}]
    (newcomer.folder / "list").write_text("".join(json.dumps(pair) + "\n" for pair in pairs) + "\n{\n")
    told = [json.loads(line) for line in newcomer.done("letter", "read", "list", "--batch").splitlines()]
    assert [one.get("typed") for one in told] == [["draw"], None, None, ["draw"], None]
    assert all(one["error"] for one in told if "typed" not in one)
