"""What mail programs make of a report of ours when it is answered: those of `letters/clients.txt`, and some in code."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from html import escape

from msgspec import Struct

from pbem.mail.markup import rendered
from tests.mail.post import LETTERS

Own = Sequence[str]


class Forms(Struct, frozen=True):
    """What a program sends."""

    text: str | None = None
    html: str | None = None


Client = Callable[[Own, str, str], Forms]
"""What was typed, and the text and the HTML of our mail -> what is sent."""


def templates() -> dict[str, Forms]:
    """The programs of the file."""
    _, *found = re.split(r"^%%% ", (LETTERS / "clients.txt").read_text("utf-8"), flags=re.MULTILINE)
    both = {name: rest.split("%html\n") for name, _, rest in (one.partition("\n") for one in found)}
    return {name: Forms(parts[0] or None, parts[1] if parts[1:] else None) for name, parts in both.items()}


def client(template: Forms) -> Client:
    """A program by its template."""

    def write(own: Own, text: str, html: str) -> Forms:
        marked = [f"> {line}".rstrip() for line in text.splitlines()]
        halves = marked[: len(marked) // 2], marked[len(marked) // 2 :]
        rows = {"OWN": own, "MARKED": marked, "UPPER": halves[0], "LOWER": halves[1], "TEXT": [text]}
        return Forms(
            filled(template.text, {name: "\n".join(lines) for name, lines in rows.items()}),
            filled(template.html, {"OWN": "<br>".join(map(escape, own)), "HTML": body(html)}),
        )

    return write


def filled(template: str | None, values: dict[str, str]) -> str | None:
    """A template with its gaps filled."""
    return template and re.sub(rf"\b(?:{'|'.join(values)})\b", lambda gap: values[gap[0]], template)


def body(html: str) -> str:
    """What stands in the body of a page."""
    return html.partition("<body>")[2].partition("</body>")[0]


def initials(own: Own, text: str, _html: str) -> Forms:
    """Marks with initials, the answer below."""
    return Forms("\n".join(["PBEM writes:", *(f"PB> {line}" for line in text.splitlines()), "", *own]))


def bare(own: Own, text: str, _html: str) -> Forms:
    """No mark, no attribution: only what we sent, wrapped anew."""
    return Forms("\n".join([*own, "", textwrap.fill(text, 60, replace_whitespace=False)]))


def flat(own: Own, _text: str, html: str) -> Forms:
    """HTML as text, one cell of a table a line."""
    return Forms("\n".join([*own, "", rendered(re.sub(r"</t[dh]>", "<br>", body(html)))]))


def linked(own: Own, _text: str, html: str) -> Forms:
    """HTML as text, with bullets and with the links written out."""
    items = re.sub(r"<li[^>]*>", "<li>* ", body(html))
    lines = re.sub(r'<a[^>]*href="([^"]*)"[^>]*>(.*?)</a>', r"\2 &lt;\1&gt;", items, flags=re.DOTALL)
    return Forms("\n".join([*own, "", "From: PBEM <pbem@example.net>", "Sent: Wednesday", "", rendered(lines)]))


def shifted(own: Own, text: str, _html: str) -> Forms:
    """Quoted by a shift to the right, with other quotes and spaces, below a line in no known language."""
    lines = [f"\t{line}" for line in text.replace('"', "”").replace("- ", "•\u00a0").splitlines()]
    return Forms("\n".join([*own, "", "2026-11-18 13:00 -- PBEM <pbem@example.net>:", *lines]))


CLIENTS: dict[str, Client] = {
    **{name: client(template) for name, template in templates().items()},
    **{one.__name__: one for one in (initials, bare, flat, linked, shifted)},
}
