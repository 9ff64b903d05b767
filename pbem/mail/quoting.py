"""What did the author type? The one door is `typed`.

A line is the author's only if nothing speaks against it. Quotations are told by their marks (`>`, containers of HTML),
by the lines that mail programs write above them, and by the text that we sent ourselves. What stands unmarked below
such a line, or in a signature, is doubtful: the author may be asked about it, but it is never obeyed. A letter that
says the same thing twice, as text and as HTML, must say so in both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import combinations, groupby, pairwise

from msgspec import Struct

from pbem.mail.letter import Letter
from pbem.mail.markup import ASIDE, LOOSE, rendered
from pbem.mail.ours import RUN, SEED, Ours, Words, folded
from pbem.mail.seams import FENCE, RULE, TRAILER, WISH, WROTE, Seam, fence_line, is_fence, seam_at, takes_leave

__all__ = ["FENCE", "Typed", "fence_line", "is_fence", "plain_text", "typed", "words_of"]

MARKS = re.compile(r"^\s*(?!>{2,} .* >{2,}$)((?:(?:[A-Za-z]{0,12}>|[|»›＞│┃]|&gt;|:(?=\s|$))[ \t]?){1,50})")
QUOTE = re.compile(r"&gt;|[>|»›＞│┃:]")
SPACES = dict.fromkeys([0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ") | dict.fromkeys(
    [0xAD, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF], ""
)
"""Blanks of all kinds, and what nobody sees."""
STUB = re.compile(r"\bhtml\b|view (?:this|it) in (?:a|your) browser|im browser", re.IGNORECASE)
STUB_LONGEST = 300
WRAPPED = 50
"""Quoted lines at least this wide may have been wrapped."""
UNBREAKABLE = re.compile(r"\S{30}")
"""A word that no program wraps."""
WHOLE = 3
"""Where so many full lines have kept their ends, a single one that seems to have lost it was answered."""
TAIL = 6
SIGNED = 10
"""Words in a line with a name and a title."""
ANSWERED = re.compile(rf"{WROTE}\s?:$", re.IGNORECASE)


class Typed(Struct, frozen=True):
    """What the author typed, without empty lines, and what only may be typed."""

    lines: tuple[str, ...]
    doubtful: tuple[str, ...]


class Mark(Enum):
    """What a line is taken for."""

    AUTHOR = auto()
    DOUBT = auto()
    NOT = auto()
    """Quotation, or the line of a mail program."""


class Place(Enum):
    """Where the reader of the lines is."""

    OWN = auto()
    ENDED = auto()
    """Below the author's greeting or signature."""
    BELOW = auto()
    """Below a line that says that an old letter follows, with no marks in it."""
    EMPTY = auto()
    """In a signature with nothing above it."""


BY_PLACE = {Place.OWN: Mark.AUTHOR, Place.ENDED: Mark.DOUBT, Place.BELOW: Mark.DOUBT, Place.EMPTY: Mark.NOT}


class Line(Struct, frozen=True):
    """A line without its marks of quotation, and as words for comparing."""

    depth: int
    text: str
    words: Words
    note: str = ""
    """ASIDE or LOOSE, of HTML."""
    width: int = 0
    """With its marks and all."""


class Sight:
    """One form of a letter, line by line."""

    def __init__(self, text: str, name: str, ours: Ours, fence: str) -> None:
        self.lines = [line_of(line) for line in text.split("\n")]
        self.marks = marked(self.lines, folded(name), fence)
        mend_wraps(self.lines, self.marks, ours)
        take_out(self.lines, self.marks, ours)

    def said(self, mark: Mark) -> list[Line]:
        """The lines that are taken for this."""
        return [line for line, own in zip(self.lines, self.marks, strict=True) if own is mark]


def typed(letter: Letter, sent: Letter | None = None, fence: str = FENCE) -> Typed:
    """What the author of a letter typed, given the mail that it answers, if that is known."""
    ours = Ours(lambda: words_of(sent) if sent else "")
    name = letter.name or "".join(letter.senders[:1]).partition("@")[0]
    first = Sight(plain_text(letter), name, ours, fence)
    own = first.said(Mark.AUTHOR)
    if letter.html is None or stub(letter.text or ""):
        sure = [line for line in own if not line.note]
        return told(sure, [*first.said(Mark.DOUBT), *(line for line in own if line.note)])
    return agreed(first, Sight(rendered(letter.html), name, ours, fence))


def told(lines: Sequence[Line], doubtful: Sequence[Line]) -> Typed:
    """Lines as text."""
    return Typed(tuple(line.text for line in lines), tuple(line.text for line in doubtful if line.words))


def agreed(text: Sight, html: Sight) -> Typed:
    """What a letter says in both its forms; what one of them calls quoted, or does not say at all, is doubtful."""
    shown, quoted, whole = map(row_of, (html.said(Mark.AUTHOR), html.lines, text.lines))
    own = text.said(Mark.AUTHOR)
    doubted = [line for line in own if line.words in quoted.lines and not shown.holds(line.words)]
    more = [line for line in html.said(Mark.AUTHOR) if line.words and not whole.holds(line.words)]
    return told([line for line in own if line not in doubted], [*text.said(Mark.DOUBT), *doubted, *more])


def row_of(lines: Sequence[Line]) -> Ours:
    """Lines as one row of words."""
    return Ours(lambda: "\n".join(line.text for line in lines))


def plain_text(letter: Letter) -> str:
    """The text part, unless it only says that there is HTML; else the HTML as text."""
    text = letter.text or ""
    if letter.html is None or not stub(text):
        return text
    return rendered(letter.html)


def words_of(letter: Letter) -> str:
    """All that a mail of ours says, in both its forms."""
    return "\n".join(filter(None, (letter.text, rendered(letter.html) if letter.html else None)))


def stub(text: str) -> bool:
    """Whether a text part says nothing of its own."""
    said = text.strip()
    return not said or (len(said) < STUB_LONGEST and STUB.search(said) is not None)


def line_of(text: str) -> Line:
    """A line, taken apart."""
    text = text.translate(SPACES)
    found = MARKS.match(text)
    body = (text[found.end() :] if found else text).strip()
    note = body[0] if body.startswith((ASIDE, LOOSE)) else ""
    body = body.lstrip(ASIDE + LOOSE)
    depth = len(QUOTE.findall(found[1])) if found else 0
    return Line(depth, body.strip(), folded(body), note, len(text.rstrip()))


def marked(lines: Sequence[Line], name: Words, fence: str) -> list[Mark]:
    """What each line is, by its marks and its place alone."""
    marks = [Mark.NOT] * len(lines)
    place = Place.OWN
    at = 0
    texts = [line.text if not line.depth or len(line.words) < 3 else "" for line in lines]  # "> wrote:" is no mark
    while at < len(lines):
        line = lines[at]
        opens = Mark.AUTHOR not in marks and WISH.match(line.text) and not takes_leave(line.text)
        seen = line.text and not line.depth and not opens and place is not Place.BELOW
        seam = seam_at(texts, at, fence) if seen else None
        if seam and (seam.kind != "end" or place is Place.OWN or taken(line, seam) is Mark.NOT):
            marks[at] = taken(line, seam)
            place = below(lines, at, seam, marks)
            name_above(lines, marks, at, seam)
            at = seam.stop
            continue
        if place in (Place.ENDED, Place.EMPTY) and line.depth:
            place = Place.OWN
        elif place is Place.OWN and Mark.AUTHOR in marks and names(line, name):
            place = Place.ENDED
        if line.text and not line.depth and not introduces(lines, at):
            marks[at] = Mark.DOUBT if place is Place.OWN and line.note == ASIDE else BY_PLACE[place]
        at += 1
    return marks


def taken(line: Line, seam: Seam) -> Mark:
    """What the line of a seam itself is: a greeting is the author's, all else is a program's, or may be."""
    if seam.kind != "end" or RULE.match(line.text) or TRAILER.match(line.text):
        return Mark.NOT
    return Mark.AUTHOR if takes_leave(line.text) and line.note != ASIDE else Mark.DOUBT


def names(line: Line, name: Words) -> bool:
    """Whether the author signs here: the first name alone, or the whole name, perhaps with a title behind it."""
    if line.depth or not name or not 0 < len(line.words) <= SIGNED:
        return False
    whole = len(name) > 1 and line.words[0] in (name[0], name[0][0]) and name[-1] in line.words[1:4]
    return line.words == name[:1] or whole


def below(lines: Sequence[Line], at: int, seam: Seam, marks: Sequence[Mark]) -> Place:
    """Where one is below a seam: an attribution above marked lines leaves the rest to the author."""
    if seam.kind == "end":
        return Place.EMPTY if lines[at].text == "--" and Mark.AUTHOR not in marks else Place.ENDED
    following = next((line for line in lines[seam.stop :] if line.text), None)
    if seam.kind == "attribution" and (following is None or following.depth):
        return Place.OWN
    return Place.BELOW


def name_above(lines: Sequence[Line], marks: list[Mark], at: int, seam: Seam) -> None:
    """The name in front of an attribution may have been left on the line above it."""
    if (
        seam.kind == "attribution"
        and at
        and lines[at].text.startswith(("<", "(", "["))
        and marks[at - 1] is Mark.AUTHOR
    ):
        marks[at - 1] = Mark.DOUBT


def introduces(lines: Sequence[Line], at: int) -> bool:
    """Whether this is "Anna wrote:" right above what she wrote."""
    following = next((line for line in lines[at + 1 : at + 3] if line.text), None)
    return following is not None and following.depth > 0 and ANSWERED.search(lines[at].text[-60:]) is not None


def mend_wraps(lines: Sequence[Line], marks: list[Mark], ours: Ours) -> None:
    """The end of a quoted line that a program has wrapped has lost its mark; only of our own text we know better."""
    full = below_full_lines(lines)
    torn = [at for at in full if lines[at - 1].depth and marks[at] is Mark.AUTHOR]
    whole = [at for at in full if lines[at].depth]
    answered = len(torn) == 1 and len(whole) >= WHOLE
    tails = set[int]()
    for at in full:
        before, line = lines[at - 1], lines[at]
        if marks[at] is not Mark.AUTHOR or not (before.depth or at - 1 in tails):
            continue
        if ours.holds((*before.words[-TAIL:], *line.words)) and before.words not in ours.lines:
            marks[at] = Mark.NOT
            tails.add(at)
        elif not answered and not ours.holds(before.words):
            marks[at] = Mark.DOUBT
            tails.add(at)


def below_full_lines(lines: Sequence[Line]) -> list[int]:
    """The lines whose first word had no room above, in a line as wide as the widest of its depth."""
    breakable = [line for line in lines if line.depth and not UNBREAKABLE.search(line.text)]
    widths = {line.depth: line.width for line in sorted(breakable, key=lambda line: line.width)}
    found, depth = [], 0
    for at, (before, line) in enumerate(pairwise(lines), 1):
        depth = before.depth or depth
        room = max(WRAPPED, widths.get(depth, 0)) - before.width
        if before.words and line.text and len(line.text.split()[0]) >= room:
            found.append(at)
    return found


def take_out(lines: Sequence[Line], marks: list[Mark], ours: Ours) -> None:
    """Our own text is quotation: below a seam each line of it, elsewhere what is too long to be an order."""
    below = [at for at, mark in enumerate(marks) if mark is Mark.DOUBT]
    for run, mark in runs(lines, marks, ours):
        for at in run:
            marks[at] = mark
    for at in below:
        if lines[at].words in ours.lines:
            marks[at] = Mark.NOT


def runs(lines: Sequence[Line], marks: Sequence[Mark], ours: Ours) -> Iterator[tuple[list[int], Mark]]:
    """Stretches of lines that are ours, one after the other, and what they are."""
    left = [at for at, mark in enumerate(marks) if mark is not Mark.NOT and lines[at].words]
    row = [word for at in left for word in lines[at].words]
    known = {marks[at] for at in left}
    back = {mark: ours.came_back(row, RUN if mark is Mark.AUTHOR else SEED) for mark in known}
    mine: list[bool] = []
    start = 0
    for at in left:
        stop = start + len(lines[at].words)
        mine.append(all_back(lines[at].words, back[marks[at]][start:stop]))
        start = stop
    for i in range(1, len(left)):
        if (lines[left[i - 1]].words, lines[left[i]].words) in ours.pairs:
            mine[i - 1] = mine[i] = True
    for (own, mark), group in groupby(zip(left, mine, strict=True), key=lambda one: (one[1], marks[one[0]])):
        run = [at for at, _ in group]
        if own:
            yield run, copied(run, lines, ours) if mark is Mark.AUTHOR else Mark.NOT


def all_back(words: Words, back: Sequence[bool]) -> bool:
    """Whether a line is ours; a bullet or a number in front of it may be the mail program's."""
    return all(back) or (len(words) > 1 and all(back[1:]) and (words[0].isdigit() or len(words[0]) == 1))


def copied(run: Sequence[int], lines: Sequence[Line], ours: Ours) -> Mark:
    """An order copied from our list, or the orders of one whole turn, is the author's; two moves may be."""
    labels = [ours.orders.get(lines[at].words, set()) for at in run]
    if len(run) > 1 and (wrapped := ours.orders.get(tuple(word for at in run for word in lines[at].words))):
        labels = [wrapped]
    if set.intersection(*labels):
        return Mark.AUTHOR
    pairs = combinations(set.union(*labels), 2)
    return Mark.DOUBT if any(all(one & {*two} for one in labels) for two in pairs) else Mark.NOT
