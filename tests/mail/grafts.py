"""Orders grafted into real replies: what is typed must be found, what is quoted must never be obeyed.

    PBEM_CORPORA=folder python -m tests.mail.grafts

Each reply of the corpora is taken as an answer to a mail of ours. Orders are grafted into what its author wrote (typed:
above, between, below) and into everything else (hostile: quotations, attributions, old headers, signatures, containers
of HTML). The whole is wrapped, coded and stripped as mail programs do, with and without the mail that it answers.
Besides, our own reports are answered as many mail programs do it; there every line of ours is hostile.

What is typed below the author's own greeting, or unmarked below the line of a mail program, cannot be told from a
signature or an old letter: it is counted apart, and has to be asked about.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from base64 import encodebytes
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import chain, islice
from pathlib import Path
from quopri import encodestring

from msgspec import Struct, structs

from pbem.mail.letter import Letter, Limits, read
from pbem.mail.quoting import typed
from tests.mail.clients import CLIENTS, Forms
from tests.mail.reports import reports

ROOT = Path(__file__).parents[2]
CORPORA = Path(os.environ.get("PBEM_CORPORA") or ROOT / "../shared/corpora")
TRIMMER = CORPORA / "replies" / "trimmer"
TALON = CORPORA / "replies" / "talon"
HEAD = "From: Anna <anna@example.org>\nTo: pbem@example.net\nSubject: Re: Ra\nMIME-Version: 1.0\n"
TYPED = ("bid 7", "ziehe", "gods flood pharaoh")
LEAST = 99.0
MANY = 8
"""Words of a mail that can be known again without marks."""
HOSTILE = ("resign", "biete 13", "lose pyramid temple")
"""Never in a letter by themselves."""
GREETING = re.compile(r"regards|greetings|thanks,$|^[-—/]+ ?\w+$|^sent |^\s*--\s*$|^xxx$", re.IGNORECASE)
RULED = re.compile(r"^\s*[-_]{2,}")
OLD = ("iso-8859-1", "cp1252", "iso-8859-2", "koi8-r", "gb18030")
MARK = re.compile(r"^\s*(?:[A-Za-z]{0,12}[>|]\s?)+")


class Reply(Struct, frozen=True):
    """A real reply: its lines, and which of them its author typed."""

    name: str
    lines: tuple[str, ...]
    own: tuple[bool, ...]


class Case(Struct, frozen=True):
    """A letter with grafts in it."""

    name: str
    raw: bytes
    sent: Letter | None
    typed: tuple[str, ...] = ()
    hostile: tuple[str, ...] = ()
    plain: bool = True
    """Whether it can be told who typed what is typed."""


class Score(Struct):
    """What came of many cases."""

    cases: int = 0
    hostile: int = 0
    obeyed: int = 0
    typed: int = 0
    found: int = 0
    asked: int = 0
    unclear: int = 0
    """Typed where nobody can tell; `settled` of them were found or asked about."""
    settled: int = 0
    wrong: list[str] = []

    def add(self, case: Case) -> None:
        """Reads a letter and counts."""
        said = typed(read(case.raw, Limits()), case.sent)
        lines, doubtful = (Counter(" ".join(line.split()) for line in some) for some in (said.lines, said.doubtful))
        obeyed = [order for order in case.hostile if lines[order] > case.typed.count(order)]
        lost = [order for order in case.typed if not lines[order]]
        asked = [order for order in lost if doubtful[order]]
        self.cases += 1
        self.hostile += len(case.hostile)
        self.obeyed += len(obeyed)
        self.wrong += [f"{case.name}: obeyed {order!r}" for order in obeyed]
        if case.plain:
            self.typed += len(case.typed)
            self.found += len(case.typed) - len(lost)
            self.asked += len(asked)
            self.wrong += [f"{case.name}: {'asked' if one in asked else 'LOST'} {one!r}" for one in lost]
        else:
            self.unclear += len(case.typed)
            self.settled += len(case.typed) - len(lost) + len(asked)

    def share(self) -> float:
        """How many of a hundred typed orders were found."""
        return 100 * self.found / self.typed if self.typed else 100.0

    def told(self, name: str) -> str:
        """One line."""
        return (
            f"{name:42} {self.cases:6} letters | hostile {self.hostile:6} obeyed {self.obeyed} | typed {self.typed:5}"
            f" found {self.share():6.2f} % asked {self.asked} lost {self.typed - self.found - self.asked}"
            f" | unclear {self.unclear:4} asked about {self.settled}"
        )


def trimmer() -> Iterator[Reply]:
    """The replies whose authors' words are known line by line."""
    for path in sorted((TRIMMER / "emails").glob("*.txt")):
        lines = path.read_text("utf-8").splitlines()
        wanted = (TRIMMER / "trimmed" / path.name).read_text("utf-8").splitlines()
        yield Reply(f"trimmer/{path.stem}", tuple(lines), tuple(aligned(lines, wanted)))


def aligned(lines: Sequence[str], wanted: Sequence[str]) -> Iterator[bool]:
    """Which lines are the author's, in order; marked ones never are, whatever the corpus says."""
    left = [line.strip() for line in wanted if line.strip()]
    for line in lines:
        own = bool(left) and line.strip() == left[0]
        if own:
            left.pop(0)
        yield own and not MARK.match(line)


def talon() -> Iterator[Reply]:
    """The plain text of the replies that are named after mail programs."""
    for path in sorted((TALON / "standard_replies").glob("*.eml")):
        told = path.with_name(f"{path.stem}_reply_text")
        wanted = told.read_text("utf-8").splitlines() if told.exists() else ["Hello"]
        lines = (read(path.read_bytes(), Limits()).text or "").splitlines()
        if any(aligned(lines, wanted)):
            yield Reply(f"talon/{path.stem}", tuple(lines), tuple(aligned(lines, wanted)))


def grafted(reply: Reply) -> Iterator[tuple[Reply, tuple[str, ...], tuple[str, ...]]]:
    """A reply with a typed order at each of three places, and with a hostile one wherever it is not the author's."""
    places = [at for at, own in enumerate(reply.own) if own]
    if not places:
        return
    for where, at in {"above": places[0], "between": places[len(places) // 2] + 1, "below": places[-1] + 1}.items():
        order = TYPED[len(reply.name) % 3]
        yield planted(reply, at, order, own=True, name=where), (order,), ()
    order = HOSTILE[len(reply.name) % 3]
    for at in range(len(reply.lines)):
        if (mark := alien(reply, at)) is not None:
            yield planted(reply, at + 1, mark + order, own=False, name=f"hostile@{at + 1}"), (), (order,)


def planted(reply: Reply, at: int, line: str, *, own: bool, name: str) -> Reply:
    """The reply with one more line."""
    lines, flags = list(reply.lines), list(reply.own)
    lines.insert(at, line)
    flags.insert(at, own)
    return Reply(f"{reply.name} {name}", tuple(lines), tuple(flags))


def alien(reply: Reply, at: int) -> str | None:
    """The mark that a line planted below this one needs to stand in what is not the author's; None: it would not."""
    line, following = reply.lines[at], next((one for one in reply.lines[at + 1 :] if one.strip()), "")
    if reply.own[at] or not line.strip() or unclaimed(reply, at):
        return None
    if mark := MARK.match(line):
        return mark[0]
    return MARK.match(following)[0] if MARK.match(following) else ""  # type: ignore[index]  # it matches


def clear(reply: Reply, order: str) -> bool:
    """Whether it can be told who typed an order: no greeting above it, and no line above unmarked text of others."""
    at = reply.lines.index(order)
    for i, line in enumerate(reply.lines[:at]):
        if reply.own[i] and GREETING.search(line) and any(reply.own[:i]):
            return False
        following = next((one for one in reply.lines[i + 1 :] if one.strip()), "")
        if line.strip() and not reply.own[i] and not MARK.match(line) and following and not MARK.match(following):
            return False
    return True


def unclaimed(reply: Reply, at: int) -> bool:
    """Text below a quotation that the corpus cuts off although nothing tells that it is not the author's."""
    above = [line for line in reply.lines[: at + 1] if line.strip()]
    return not MARK.match(above[-1]) and any(MARK.match(line) for line in above) and not any(map(RULED.match, above))


def quoted_text(reply: Reply) -> str:
    """What the mail said that was answered, as far as the reply marks it."""
    return "\n".join(MARK.sub("", line) for line in reply.lines if MARK.match(line))


def letter(text: str, charset: str = "utf-8", coding: str = "8bit", kind: str = "plain", more: str = "") -> bytes:
    """A letter of one part."""
    body = text.encode(charset, "replace")
    if coding == "base64":
        body = encodebytes(body)
    elif coding == "quoted-printable":
        body = encodestring(body)
    head = f"{HEAD}Content-Type: text/{kind}; charset={charset}{more}\nContent-Transfer-Encoding: {coding}\n\n"
    return head.encode() + body


def old_charset(lines: Sequence[str]) -> str:
    """The first of the charsets of old that has all these characters."""
    text = "\n".join(lines)
    return next((name for name in OLD if text.encode(name, "replace").decode(name) == text), "utf-8")


def rewrapped(width: int) -> Callable[[Sequence[str]], str]:
    """A program that wraps what it quotes, mark and all, and loses the mark of what it wraps."""

    def wrap(lines: Sequence[str]) -> str:
        return "\n".join(piece for line in lines for piece in (textwrap.wrap(line, width) or [""]))

    return wrap


def flowed(lines: Sequence[str]) -> bytes:
    """format=flowed, quotations and all."""
    out = []
    for line in lines:
        mark = MARK.match(line)
        head = ">" * mark[0].count(">") + " " if mark and ">" in mark[0] else ""
        body = line[mark.end() :] if mark and head else line
        pieces = textwrap.wrap(body, 60) or [""]
        out += [f"{head}{piece} " for piece in pieces[:-1]] + [
            f"{head}{pieces[-1]}".rstrip() if pieces[-1] else head.rstrip()
        ]
    return letter("\n".join(out), more="; format=flowed")


def as_html(lines: Sequence[str]) -> str:
    """The same letter as HTML: quotations in containers."""
    out, depth = [], 0
    for line in lines:
        mark = MARK.match(line)
        deep = mark[0].count(">") if mark else 0
        out.append("<blockquote>" * max(0, deep - depth) + "</blockquote>" * max(0, depth - deep))
        out.append(f"<div>{escape(line[mark.end() :] if mark and deep else line) or '<br>'}</div>")
        depth = deep
    return f"<html><body>{''.join(out)}</body></html>"


FORMS: dict[str, Callable[[Sequence[str]], bytes]] = {
    "as it is": lambda lines: letter("\n".join(lines)),
    "CRLF, quoted-printable": lambda lines: letter("\r\n".join(lines), coding="quoted-printable"),
    "base64": lambda lines: letter("\n".join(lines), coding="base64"),
    "old charset": lambda lines: letter("\n".join(lines), old_charset(lines)),
    "utf-16": lambda lines: letter("\n".join(lines), "utf-16", "base64"),
    "no-break spaces": lambda lines: letter("\n".join(re.sub(r"(?<=\S) ", "\u00a0", line) for line in lines)),
    "wrapped at 76": lambda lines: letter(rewrapped(76)(lines)),
    "wrapped at 60": lambda lines: letter(rewrapped(60)(lines)),
    "flowed": flowed,
    "HTML only": lambda lines: letter(as_html(lines), kind="html"),
    "HTML, preformatted": lambda lines: letter(f"<pre>{escape(chr(10).join(lines))}</pre>", kind="html"),
    "text and HTML": lambda lines: posted(Forms("\n".join(lines), as_html(lines))),
}


def cases(replies: Iterable[Reply], every: int = 1) -> Iterator[tuple[str, Case]]:
    """Grafts in every form, with and without the mail that is answered; without marks only where that is known."""
    for reply in replies:
        for graft, wanted, hostile in islice(grafted(reply), len(reply.name) % every, None, every):
            sent = read(letter(quoted_text(graft)), Limits())
            plain = not wanted or clear(graft, wanted[0])
            for form, make in FORMS.items():
                raw, name = make(graft.lines), f"{graft.name} [{form}]"
                yield form, Case(name, raw, None, wanted, hostile, plain)
                yield form, Case(f"{name} sent", raw, sent, wanted, hostile, plain)
            if wanted or len(quoted_text(graft).split()) >= MANY:
                bare = structs.replace(graft, lines=tuple(MARK.sub("", line) for line in graft.lines))
                plain = not wanted or clear(bare, wanted[0])
                raw = letter("\n".join(bare.lines))
                yield "marks lost, mail known", Case(f"{graft.name} [bare]", raw, sent, wanted, hostile, plain)


def pages() -> Iterator[tuple[str, Case]]:
    """Grafts into the replies in HTML, whose author typed the same in all: among it, and in the containers."""
    for path in sorted((TALON / "html_replies").glob("*.html")):
        html = path.read_text("utf-8")
        for order, mark in ((TYPED[0], "Hi. I am fine."), (HOSTILE[0], "Hello! How are you?"), (HOSTILE[1], "Sasha.")):
            for graft in (f"{mark}<br>{order}<br>", f"<div>{order}</div>{mark}", f"</span>{mark}<p>{order}</p><span>"):
                raw = letter(html.replace(mark, graft, 1), kind="html")
                own = (order,) if order in TYPED else ()
                yield (
                    "HTML of mail programs",
                    Case(f"talon/{path.stem} {order}", raw, None, own, () if own else (order,)),
                )


def answers(seats: int, turns: int, step: int) -> Iterator[tuple[str, Case]]:
    """Our reports, answered with every mail program: by number, by order, by a line copied from the list."""
    for mail in reports(seats, turns, step):
        sent, middle = read(mail.raw, Limits()), len(mail.moves) // 2
        ours = tuple(dict.fromkeys(" ".join(line.split()) for line in mail.text.splitlines() if line.strip()))
        for own in (("1",), (mail.moves[middle],), (mail.copied(middle),), ("Hi all,", mail.moves[0], "2")):
            typed_ = tuple(" ".join(line.split()) for line in own)
            for program, client in CLIENTS.items():
                raw, name = posted(client(own, mail.text, mail.html)), f"{mail.name} {program}"
                yield program, Case(name, raw, None, typed_, ours)
                yield program, Case(f"{name} sent", raw, sent, typed_, ours)


def posted(forms: Forms) -> bytes:
    """What a program sends, as a letter."""
    if forms.text is None or forms.html is None:
        return letter(forms.text or forms.html or "", kind="html" if forms.text is None else "plain")
    parts = "".join(
        f"--b\nContent-Type: text/{kind}; charset=utf-8\n\n{body}\n"
        for kind, body in (("plain", forms.text), ("html", forms.html))
    )
    return f"{HEAD}Content-Type: multipart/alternative; boundary=b\n\n{parts}--b--\n".encode()


def scored(many: Iterable[tuple[str, Case]]) -> dict[str, Score]:
    """A score for each form of letters."""
    scores: dict[str, Score] = {}
    for form, case in many:
        scores.setdefault(form, Score()).add(case)
    return scores


def main() -> int:
    """Prints a table, and what went wrong; fails if anything hostile was obeyed or too little found."""
    tables = {"answers to our reports": scored(answers(3, 60, 10))}
    if TRIMMER.is_dir():
        tables["trimmer"] = scored(cases(trimmer()))
        tables["talon"] = scored(chain(cases(talon()), pages()))
    else:
        print(f"no real mail in {CORPORA}: set PBEM_CORPORA to the folder with replies", file=sys.stderr)
    good = True
    for name, scores in tables.items():
        for form, score in scores.items():
            print(score.told(f"{name}: {form}"))
            good = good and not score.obeyed and score.share() >= LEAST and score.settled == score.unclear
    print(*dict.fromkeys(line for scores in tables.values() for one in scores.values() for line in one.wrong), sep="\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
