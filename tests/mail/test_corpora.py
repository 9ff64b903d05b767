"""Real mail, which lies outside the project: set PBEM_CORPORA to the folder that has `replies` and `malformed`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.mail.errors import LetterError
from pbem.mail.kinds import kind
from pbem.mail.letter import Letter, Limits, content, read
from pbem.mail.quoting import typed

ROOT = Path(__file__).parents[2]
CORPORA = Path(os.environ.get("PBEM_CORPORA") or ROOT / "../shared/corpora")
TRIMMER = CORPORA / "replies" / "trimmer"
BEST_ELSEWHERE = 33
"""How many of the replies of the trimmer the best known parser reads exactly."""

pytestmark = pytest.mark.skipif(
    not TRIMMER.is_dir(), reason=f"no real mail in {CORPORA}: set PBEM_CORPORA to the folder with replies and malformed"
)


def letter(path: Path) -> Letter:
    """A mail of the corpora; some are only the text or the HTML of one."""
    raw = path.read_bytes()
    if path.suffix == ".eml":
        return read(raw, Limits())
    kind = "html" if path.suffix == ".html" else "plain"
    return read(f"From: anna@example.org\nContent-Type: text/{kind}; charset=utf-8\n\n".encode() + raw, Limits())


def mails() -> list[Path]:
    return sorted(
        path for path in CORPORA.rglob("*") if path.suffix in {".eml", ".html", ".txt"} and "LICENSES" not in path.parts
    )


def test_each_ends_in_a_letter_or_in_an_error_with_a_name() -> None:
    ends: list[tuple[str, str]] = []
    for path in mails():
        try:
            found = letter(path)
            ends.append((kind(found, ()), content(found)))
        except LetterError as error:
            ends.append((error.code, ""))
    assert len(ends) == len(mails()) >= 128


def test_no_marked_line_is_taken_for_the_authors() -> None:
    for path in mails():
        assert not [line for line in typed(letter(path)).lines if line.startswith(">")], path.name


def test_more_replies_are_read_exactly_than_by_any_other_parser() -> None:
    exact = 0
    for path in sorted((TRIMMER / "emails").glob("*.txt")):
        wanted = (TRIMMER / "trimmed" / path.name).read_text("utf-8")
        exact += typed(letter(path)).lines == tuple(line.strip() for line in wanted.splitlines() if line.strip())
    print(f"{exact} of 64 exact")
    assert exact > BEST_ELSEWHERE


@pytest.mark.parametrize(
    "name", ["android", "aol", "apple_mail", "comcast", "gmail", "hotmail", "iphone", "outlook", "yahoo"]
)
def test_the_answer_of_each_program_is_found(name: str) -> None:
    assert typed(letter(CORPORA / "replies" / "talon" / "standard_replies" / f"{name}.eml")).lines == ("Hello",)
