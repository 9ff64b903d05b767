"""Paragraphs: what templates write line by line, as text of 72 columns and as HTML.

Each line is a paragraph. `# ` begins a heading, `- ` an entry of a list, `=> ` a line that the reader can answer with;
four spaces mean: as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

from pbem.mail.wording import WIDTH, filled

Kind = Literal["prose", "heading", "items", "answers", "literal"]
Paragraph = tuple[Kind, list[str]]
"""Lines of one kind that follow one another; each line of prose and each heading stands alone."""
MARKS: dict[str, Kind] = {"# ": "heading", "- ": "items", "=> ": "answers", "    ": "literal"}
TOGETHER = ("items", "answers", "literal")
LITERAL = "    "


def kind_of(line: str) -> Kind:
    """What a line is, by its mark."""
    return next((kind for mark, kind in MARKS.items() if line.startswith(mark)), "prose")


def unmarked(line: str) -> str:
    """A line without its mark; what does not stand as it is has single spaces."""
    mark = next((mark for mark in MARKS if line.startswith(mark)), "")
    return line.removeprefix(mark) if mark == LITERAL else " ".join(line.removeprefix(mark).split())


def paragraphs(text: str) -> list[Paragraph]:
    """The paragraphs of a text; empty lines mean nothing."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return list(grouped(lines))


def grouped(lines: Iterable[str]) -> Iterator[Paragraph]:
    """Lines of one kind together, where they belong together."""
    for kind, group in groupby(lines, kind_of):
        words = [unmarked(line) for line in group]
        if kind in TOGETHER:
            yield kind, words
        else:
            yield from ((kind, [one]) for one in words)


def as_text(found: Sequence[Paragraph], width: int = WIDTH) -> str:
    """Plain text; a heading stands directly above what it heads."""
    blocks = [(kind, "\n".join(shown(kind, line, width) for line in lines)) for kind, lines in found]
    parts = [block + ("\n" if kind == "heading" else "\n\n") for kind, block in blocks]
    return "".join(parts).rstrip("\n")


def shown(kind: Kind, line: str, width: int) -> str:
    """One line of a paragraph."""
    match kind:
        case "heading":
            return filled(line.upper(), width)
        case "items":
            return filled("- " + line, width, "  ")
        case "answers" | "literal":
            return filled(LITERAL + line, width, LITERAL)
        case "prose":
            return filled(line, width)
