"""What did the author type? The one door is `typed`.

A line is the author's only if nothing speaks against it. Quotations are told by their marks (`>`, containers of HTML),
by the lines that mail programs write above them, and by the text that we sent ourselves. What stands unmarked below
such a line, and not in our text either, is doubtful: the author may be asked about it, but it is never obeyed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from msgspec import Struct

from pbem.mail.letter import Letter
from pbem.mail.markup import rendered
from pbem.mail.seams import FENCE, TRAILER, WROTE, Seam, fence_line, is_fence, seam_at

__all__ = ["FENCE", "Typed", "fence_line", "is_fence", "plain_text", "typed"]

MARKS = re.compile(r"^[ \t]{0,3}((?:[A-Z]{0,3}>[ \t]?|\|[ \t]?){1,50})")
LINKS = re.compile(r"<(?:mailto|https?|tel):[^<>]{0,2000}>|\[(?:cid|image):?[^\[\]]{0,200}\]", re.IGNORECASE)
STUB = re.compile(r"\bhtml\b|view (?:this|it) in (?:a|your) browser|im browser", re.IGNORECASE)
STUB_LONGEST = 300
QUOTE = re.compile(r"[>|]")
WORD = re.compile(r"\w+")
WRAPPED = 60
"""A quoted line at least this long may have lost its end to the next line."""
RUN_WORDS = 8
RUN_LINES = 3
"""So much of our own text in a row is quotation wherever it stands; less may be an order copied from the list."""
TAIL = 6


class Typed(Struct, frozen=True):
    """What the author typed, without empty lines, and what only may be typed."""

    lines: tuple[str, ...]
    doubtful: tuple[str, ...]


class Mark(Enum):
    """What a line is taken for."""

    AUTHOR = auto()
    DOUBT = auto()
    NOT = auto()
    """Quotation, signature, or the line of a mail program."""


class Place(Enum):
    """Where the reader of the lines is."""

    OWN = auto()
    SIGNATURE = auto()
    BELOW = auto()
    """Below a line that says that an old letter follows, with no marks in it."""


class Line(Struct, frozen=True):
    """A line without its marks of quotation, and as words for comparing."""

    depth: int
    text: str
    words: tuple[str, ...]


def typed(letter: Letter, sent: str | None = None, fence: str = FENCE) -> Typed:
    """What the author of a letter typed, given the text of the mail that it answers, if that is known."""
    lines = [line_of(text) for text in plain_text(letter).split("\n")]
    marks = marked(lines, fence)
    ours = Sent(sent or "")
    mend_wraps(lines, marks, ours)
    take_out(lines, marks, ours)
    return Typed(
        lines=tuple(line.text for line, mark in zip(lines, marks, strict=True) if mark is Mark.AUTHOR),
        doubtful=tuple(line.text for line, mark in zip(lines, marks, strict=True) if mark is Mark.DOUBT),
    )


def plain_text(letter: Letter) -> str:
    """The text part, unless it only says that there is HTML; else the HTML as text."""
    text = letter.text or ""
    if letter.html is None or not stub(text):
        return text
    return rendered(letter.html)


def stub(text: str) -> bool:
    """Whether a text part says nothing of its own."""
    said = text.strip()
    return not said or (len(said) < STUB_LONGEST and STUB.search(said) is not None)


def line_of(text: str) -> Line:
    """A line, taken apart."""
    found = MARKS.match(text)
    body = text[found.end() :] if found else text
    return Line(len(QUOTE.findall(found[1])) if found else 0, body.strip(), folded(body))


def folded(text: str) -> tuple[str, ...]:
    """The words of a line as they are compared: without case, marks and what programs add to links."""
    return tuple(WORD.findall(LINKS.sub(" ", text).casefold()))


def marked(lines: Sequence[Line], fence: str) -> list[Mark]:
    """What each line is, by its marks and its place alone."""
    marks = [Mark.NOT] * len(lines)
    place = Place.OWN
    at = 0
    texts = [line.text for line in lines]
    while at < len(lines):
        line = lines[at]
        seam = seam_at(texts, at, fence) if line.text and not line.depth else None
        if seam:
            place = below(lines, seam, place)
            at = seam.stop
            continue
        place = moved(line, place)
        if line.text and not line.depth and not dropped(lines, at):
            marks[at] = {Place.OWN: Mark.AUTHOR, Place.BELOW: Mark.DOUBT, Place.SIGNATURE: Mark.NOT}[place]
        at += 1
    return marks


def below(lines: Sequence[Line], seam: Seam, place: Place) -> Place:
    """Where one is below a seam: an attribution above marked lines leaves the rest to the author."""
    following = next((line for line in lines[seam.stop :] if line.text), None)
    if seam.kind == "attribution" and (following is None or following.depth):
        return Place.BELOW if place is Place.BELOW else Place.OWN
    return Place.BELOW


def moved(line: Line, place: Place) -> Place:
    """Where one is at this line: a signature ends where a quotation begins."""
    if place is Place.SIGNATURE and line.depth:
        return Place.OWN
    if place is Place.OWN and not line.depth and line.text == "--":
        return Place.SIGNATURE
    return place


def dropped(lines: Sequence[Line], at: int) -> bool:
    """Lines of programs: "Sent from my phone", and "Anna wrote:" right above what she wrote."""
    text = lines[at].text
    if text == "--" or (len(text) < 200 and TRAILER.match(text)):
        return True
    following = next((line for line in lines[at + 1 : at + 3] if line.text), None)
    return (
        following is not None
        and following.depth > 0
        and re.search(rf"{WROTE}\s?:$", text[-60:], re.IGNORECASE) is not None
    )


class Sent:
    """The text of the mail that was answered, as one row of words, with the places where its lines begin."""

    def __init__(self, text: str) -> None:
        self.words: list[str] = []
        self.starts: set[int] = set()
        for line in text.split("\n"):
            self.starts.add(len(self.words))
            self.words += line_of(line).words
        self.starts.add(len(self.words))
        self.known = bool(self.words)
        self.places: dict[str, list[int]] = defaultdict(list)
        for at, word in enumerate(self.words):
            self.places[word].append(at)

    def find(self, words: Sequence[str]) -> set[int]:
        """Where these words stand in a row."""
        places = self.places.get(words[0], []) if words else []
        return {at for at in places if self.words[at : at + len(words)] == list(words)}


def mend_wraps(lines: Sequence[Line], marks: list[Mark], ours: Sent) -> None:
    """The end of a quoted line that a program has wrapped has lost its mark."""
    for at in range(1, len(lines)):
        before, line = lines[at - 1], lines[at]
        if marks[at] is not Mark.AUTHOR or not before.depth or len(before.text) < WRAPPED:
            continue
        if not ours.known:
            marks[at] = Mark.DOUBT
        elif ours.find((*before.words[-TAIL:], *line.words)):
            marks[at] = Mark.NOT


def take_out(lines: Sequence[Line], marks: list[Mark], ours: Sent) -> None:
    """Our own text is quotation: below a seam each line of it, elsewhere what is too long to be an order."""
    for run in runs(lines, marks, ours):
        size = sum(len(lines[at].words) for at in run)
        long = size >= RUN_WORDS or len(run) >= RUN_LINES
        for at in run:
            if long or marks[at] is Mark.DOUBT:
                marks[at] = Mark.NOT


def runs(lines: Sequence[Line], marks: Sequence[Mark], ours: Sent) -> Iterator[list[int]]:
    """Stretches of lines that stand in our text one after the other: as they were, or wrapped anew."""
    run: list[int] = []
    ends: set[int] = set()
    left = [at for at, mark in enumerate(marks) if mark is not Mark.NOT]
    for at in left:
        size = len(lines[at].words)
        found = ours.find(lines[at].words)
        chained = {start for start in found if start in ends}
        if not chained:
            yield whole(run, ends, ours)
            run, chained = [], found & ours.starts
        ends = {start + size for start in chained}
        run = [*run, at] if ends else []
    yield whole(run, ends, ours)


def whole(run: list[int], ends: set[int], ours: Sent) -> list[int]:
    """A run, if its last line ends where a line of ours ends; otherwise without that line."""
    return run if ends & ours.starts else run[:-1]
