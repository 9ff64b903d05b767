"""Small letters that are no reports: a question, a polite answer, a notice for the operator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct

from pbem.engine.orders import LANGUAGES
from pbem.mail.look import ascii_only
from pbem.mail.wording import WIDTH, environment, filled, html_environment

LITERAL = "    "
"""What a line begins with that is shown as it stands."""
Paragraph = tuple[Literal["literal", "prose"], str]


class Note(Struct, frozen=True):
    """Which letter, in which language, about what; `templates/common/notes.j2` says which facts each kind wants."""

    kind: str
    lang: str
    facts: dict[str, object]


def note(note: Note) -> tuple[str, str, str]:
    """Subject, text and HTML."""
    if note.lang not in LANGUAGES:
        raise ValueError(f"languages are {', '.join(LANGUAGES)}, not {note.lang!r}")
    module = environment("common", note.lang).get_template("common/notes.j2").make_module()
    macro = getattr(module, note.kind.replace("-", "_"), None)
    if macro is None:
        raise LookupError(f"no words for a note of kind {note.kind!r}")
    subject, *lines = [line.rstrip() for line in str(macro(note.facts)).splitlines() if line.strip()]
    found = list(paragraphs(lines))
    page = html_environment("common", note.lang).get_template("common/note.html.j2")
    return subject, as_text(found), ascii_only(page.render(subject=subject, paragraphs=found))


def paragraphs(lines: Sequence[str]) -> Iterator[Paragraph]:
    """Literal lines that follow one another stand together; every other line stands alone."""
    for literal, group in groupby(lines, lambda line: line.startswith(LITERAL)):
        if literal:
            yield "literal", "\n".join(line.removeprefix(LITERAL) for line in group)
        else:
            yield from (("prose", " ".join(line.split())) for line in group)


def as_text(found: Sequence[Paragraph]) -> str:
    """Plain text of 72 columns."""
    return "\n\n".join(indented(words) if kind == "literal" else filled(words, WIDTH) for kind, words in found) + "\n"


def indented(words: str) -> str:
    """Literal lines, set off from the prose."""
    return "\n".join(filled(LITERAL + line, WIDTH, LITERAL) for line in words.split("\n"))
