"""Replies as people and their programs write them, put together from `letters/habits.txt`.

    python -m tests.mail.habits

Each way to attribute, to head an old letter, to end one's own and to contain a quotation in HTML is met by letters in
18 languages, with orders typed in every usual place and hostile ones in all that is not typed. All are read through
`pbem letter read --batch`: with the mail that is answered, with another one, with one that is missing, and without any.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir
from html import escape
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from typer.testing import CliRunner

from pbem.cli import app
from tests.mail.clients import Forms
from tests.mail.grafts import HOSTILE, LEAST, TYPED, posted
from tests.mail.post import LETTERS
from tests.mail.reports import reports

NAMELESS = b"From: ab12@example.org\n"
SENT = {"right": "sent.eml", "wrong": "other.eml", "missing": "nowhere.eml", "none": None}
WAYS = ("marked", "unmarked", "below", "between")
QUOTED = 12
"""Lines of a report that are quoted."""


class Reply(Struct, frozen=True):
    """A letter, what was typed in it, and what was not."""

    name: str
    raw: bytes
    typed: tuple[str, ...]
    hostile: tuple[str, ...]


class Count(Struct):
    """What came of the letters of one kind, read in one way."""

    letters: int = 0
    hostile: int = 0
    obeyed: int = 0
    typed: int = 0
    found: int = 0
    asked: int = 0
    wrong: list[str] = []

    def add(self, reply: Reply, said: dict[str, Sequence[str]]) -> None:
        """One letter."""
        own, doubtful = ([line.partition(" #")[0] for line in said[name]] for name in ("typed", "doubtful"))
        obeyed = [order for order in reply.hostile if order in own]
        lost = [order for order in reply.typed if order not in own]
        self.letters += 1
        self.hostile += len(reply.hostile)
        self.obeyed += len(obeyed)
        self.typed += len(reply.typed)
        self.found += len(reply.typed) - len(lost)
        self.asked += sum(order in doubtful for order in lost)
        self.wrong += [f"{reply.name}: obeyed {order!r}" for order in obeyed]
        self.wrong += [f"{reply.name}: {'asked' if one in doubtful else 'LOST'} {one!r}" for one in lost]

    def told(self, name: str) -> str:
        """One line."""
        share = 100 * self.found / self.typed
        return (
            f"{name:24} {self.letters:5} letters | hostile {self.hostile:5} obeyed {self.obeyed} | typed {self.typed:5}"
            f" found {share:6.2f} % asked {self.asked} lost {self.typed - self.found - self.asked}"
        )


def lists() -> dict[str, list[str]]:
    """The lists of the file, by name."""
    _, *found = re.split(r"^%%% ", (LETTERS / "habits.txt").read_text("utf-8"), flags=re.MULTILINE)
    both = (one.rstrip("\n").partition("\n") for one in found)
    return {name: [one.replace("¶", "\n\n") for one in rest.split("\n\n")] for name, _, rest in both}


class Hand:
    """Writes letters: each with the next language, the next orders and another place for them."""

    def __init__(self, quoted: Sequence[str]) -> None:
        self.lists = lists()
        self.quoted = list(quoted)
        self.n = 0

    def own(self, shape: str = "") -> tuple[list[str], tuple[str, ...]]:
        """What somebody typed, and the orders in it."""
        self.n += 1
        shape = shape or self.lists["shapes"][self.n % 9]
        salute, said, close = self.lists["prose"][self.n % len(self.lists["prose"])].split("|")
        order, more = TYPED[self.n % 3], TYPED[(self.n + 1) % 3]
        gaps = {"SALUTE": salute, "SAID": said, "CLOSE": close, "ORDER": order, "MORE": more, "~": "\n\n"}
        text = re.sub("|".join(gaps), lambda gap: gaps[gap[0]], shape)
        return text.split("\n"), (order, more) if "MORE" in shape else (order,)

    def hostile(self) -> str:
        """An order that nobody typed."""
        return HOSTILE[self.n % 3]

    def body(self) -> list[str]:
        """Our mail, with something hostile in it."""
        middle = len(self.quoted) // 2
        return [*self.quoted[:middle], self.hostile(), *self.quoted[middle:]]

    def letter(self, name: str, own: tuple[str, ...], text: Sequence[str] | None, html: str | None = None) -> Reply:
        """As it is sent; every other author has no name."""
        raw = posted(Forms("\n".join(text) if text is not None else None, html))
        raw = NAMELESS + raw.partition(b"\n")[2] if self.n % 2 else raw
        planted = self.hostile() in "\n".join([*(text or ()), html or ""])
        return Reply(name, raw, own, (self.hostile(),) if planted else ())

    def attributed(self) -> Iterator[Reply]:
        """Below each attribution: with marks and without; with the answer above, below and between."""
        for seam in self.lists["attributions"]:
            for way in WAYS:
                own, orders = self.own()
                head, body = named(seam).split("\n"), self.body()
                marked = [f"> {line}" for line in body]
                middle = len(marked) // 2
                texts = {
                    "marked": [*own, "", *head, "", *marked],
                    "unmarked": [*own, "", *head, "", *body],
                    "below": [*head, *marked, "", *own],
                    "between": [*head, *marked[:middle], "", *own, "", *marked[middle:]],
                }
                yield self.letter(f"{seam} [{way}]", orders, texts[way])

    def enclosed(self) -> Iterator[Reply]:
        """Above each kind of old letter."""
        for seam in self.lists["letters"]:
            for mark in ("", "> "):
                own, orders = self.own()
                text = [*own, "", *named(seam).split("\n"), "", *(mark + line for line in self.body())]
                yield self.letter(f"{seam} [{mark}]", orders, text)

    def ended(self) -> Iterator[Reply]:
        """Above each farewell, telephone and footer, with something hostile below it."""
        for ending in self.lists["endings"]:
            for gap in ([], [""]):
                own, orders = self.own()
                text = [*own, "", *ending.split("\n"), *gap, self.hostile()]
                yield self.letter(f"{ending} [{len(gap)}]", orders, text)

    def contained(self) -> Iterator[Reply]:
        """Above each container of HTML, alone and beside plain text."""
        for container in self.lists["containers"]:
            own, orders = self.own()
            page = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in own)
            html = page + named(container).replace("HOSTILE", self.hostile())
            yield self.letter(f"{container} [html]", orders, None, html)
            yield self.letter(f"{container} [both]", orders, [*own, "", f"> {self.hostile()}"], html)

    def shaped(self) -> Iterator[Reply]:
        """All that people write around their orders: alone, above and below a quotation, with a farewell."""
        for shape in self.lists["shapes"]:
            for head in islice(self.lists["attributions"], self.n % 7, None, 7):
                own, orders = self.own(shape)
                quotation = [*named(head).split("\n"), *(f"> {line}" for line in self.body())]
                ending = self.lists["endings"][self.n % len(self.lists["endings"])].split("\n")
                texts = [own, [*own, "", *quotation], [*quotation, "", *own], [*own, "", *ending, "", *quotation]]
                yield self.letter(f"{shape} [{self.n % 4}] {head} {ending}", orders, texts[self.n % 4])


def named(entry: str) -> str:
    """An entry with the names of those whose mail is answered."""
    return entry.replace("WHO", "PBEM").replace("ADDRESS", "pbem@example.net")


def scored(every: int = 1) -> dict[str, Count]:
    """What came of each kind of letters, read in each way."""
    first, *_, last = reports(3, 1, 1)
    hand = Hand([line for line in first.text.splitlines() if line.strip()][:QUOTED])
    kinds = (hand.attributed, hand.enclosed, hand.ended, hand.contained, hand.shaped)
    with TemporaryDirectory() as folder, chdir(folder):
        Path("sent.eml").write_bytes(first.raw)
        Path("other.eml").write_bytes(last.raw)
        return {
            f"{kind.__name__}, {way}": counted(list(islice(kind(), None, None, every)), sent)
            for kind in kinds
            for way, sent in SENT.items()
        }


def counted(replies: Sequence[Reply], sent: str | None) -> Count:
    """Reads letters as an operator would, in one go."""
    pairs = []
    for n, reply in enumerate(replies):
        Path(f"{n}.eml").write_bytes(reply.raw)
        pairs.append(json.dumps({"reply": f"{n}.eml"} | ({"sent": sent} if sent else {})))
    Path("list").write_text("\n".join(pairs), "utf-8")
    told = CliRunner().invoke(app, ["letter", "read", "list", "--batch"], catch_exceptions=False)
    count = Count()
    for reply, line in zip(replies, told.stdout.splitlines(), strict=True):
        said = json.loads(line)
        if "typed" in said:
            count.add(reply, said)
    return count


def main() -> int:
    """Prints a table, and what went wrong."""
    scores = scored()
    for name, count in scores.items():
        print(count.told(name) if count.letters else f"{name:24} refused")
    print(*dict.fromkeys(line for count in scores.values() for line in count.wrong), sep="\n")
    found, typed = (sum(getattr(count, name) for count in scores.values()) for name in ("found", "typed"))
    return 0 if not any(count.obeyed for count in scores.values()) and 100 * found >= LEAST * typed else 1


if __name__ == "__main__":
    sys.exit(main())
