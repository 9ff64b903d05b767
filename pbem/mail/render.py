"""Turns facts into words: the Jinja environment with its catalogues. It gets views and news, never a table."""

from __future__ import annotations

import io
import re
import textwrap
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct

from pbem.engine.game import Event, Refusal, Seat, Standing
from pbem.engine.orders import LANGUAGES, Orders, Vocabulary

WIDTH = 72
NO_BREAKS = 100_000


class Report(Struct, frozen=True):
    """What one player is told, before it becomes words."""

    game: str
    title: str
    match: str
    n: int
    names: Sequence[str]
    seat: Seat | None
    """None: a spectator."""
    view: Any
    news: Sequence[Event]
    pending: Sequence[Seat]
    moves: Sequence[str]
    """What the reader can do now, as orders in the reader's language."""
    more: int
    """How many further orders are not listed."""
    result: Sequence[Standing] | None = None


def templates() -> Path:
    """Inside the installed package, or beside it in the source tree."""
    packed = Path(__file__).parent.parent / "_templates"
    return packed if packed.is_dir() else Path(__file__).parent.parent.parent / "templates"


@cache
def catalogue(folder: str, lang: str) -> NullTranslations:
    """The catalogue of a game, with the common one behind it."""
    merged: NullTranslations = NullTranslations()
    for name in dict.fromkeys(("common", folder)):
        path = templates() / name / f"{lang}.po"
        if path.exists():
            compiled = io.BytesIO()
            write_mo(compiled, read_po(io.BytesIO(path.read_bytes()), lang))
            compiled.seek(0)
            found = Translations(compiled)
            found.add_fallback(merged)
            merged = found
    return merged


@cache
def environment(folder: str, lang: str) -> Environment:
    """The templates of a game in one language."""
    env = Environment(
        loader=FileSystemLoader(templates()),
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  plain text; HTML templates have an environment of their own
    )
    env.install_gettext_translations(catalogue(folder, lang), newstyle=True)  # type: ignore[attr-defined]  # of the extension
    env.globals["lang"] = lang
    env.globals["folder"] = folder
    env.filters["wrap"] = wrap
    env.filters["hang"] = hang
    env.filters["rjust"] = str.rjust
    env.filters["first_upper"] = lambda text: text[:1].upper() + text[1:]
    env.filters["listed"] = lambda words: ", ".join(map(str, words))
    env.filters["counted"] = Counter
    return env


def wrap(text: str, width: int = WIDTH) -> str:
    """Each line of the template a paragraph; empty ones are left out."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(textwrap.fill(line, width, break_on_hyphens=False) for line in lines if line)


def hang(text: str, indent: int) -> str:
    """One paragraph whose further lines are indented."""
    return textwrap.fill(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)


def tidy(text: str) -> str:
    """One empty line between paragraphs, none at the ends."""
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


class Speaker:
    """Says events, refusals and reports of one game in one language."""

    def __init__(self, game: str, things: Vocabulary, lang: str, names: Sequence[str] = ()) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"languages are {', '.join(LANGUAGES)}, not {lang!r}")
        self.game = game
        self.lang = lang
        self.env = environment(game, lang)
        self.context = {
            "names": list(names),
            "seat_names": lambda seats: [names[seat] for seat in seats],
            "thing": lambda key: things.name(key, lang),
            "amount": lambda key, count: things.amount(key, count, lang),
            "things": lambda keys: [things.name(key, lang) for key in keys],
        }
        self.gettext = catalogue(game, lang).gettext

    def event(self, event: Event) -> list[str]:
        """A fact in words, a sentence or two a line."""
        module = self.env.get_template(f"{self.game}/events.j2").make_module(self.context)
        return wrap(str(getattr(module, type(event).__name__)(event)), NO_BREAKS).splitlines()

    def refusal(self, refusal: Refusal) -> str:
        """Why not, and what instead."""
        name = refusal.code.replace("-", "_")
        for folder in (self.game, "common"):
            module = self.env.get_template(f"{folder}/refusals.j2").make_module(self.context)
            if hasattr(module, name):
                return wrap(str(getattr(module, name)(refusal.facts)))
        raise LookupError(f"no words for refusal {refusal.code!r}")

    def report(self, report: Report) -> str:
        """The report as plain text that is complete on its own."""
        template = self.env.get_template(f"{self.game}/report.txt.j2")
        told = [line for event in report.news for line in self.event(event)]
        return tidy(template.render(self.context, r=report, v=report.view, told=told, width=WIDTH))

    def help(self, orders: Orders) -> str:
        """All orders with their patterns."""
        rows = [(" ".join(map(self.gap, verb.pattern(self.lang))), self.gettext(verb.help)) for verb in orders.verbs]
        return self.env.get_template("common/help.j2").render(self.context, rows=rows, width=WIDTH).strip("\n")

    def gap(self, word: str) -> str:
        """A word of a pattern; a gap is named in capitals."""
        return self.gettext(word[1:-1]).upper() if word.startswith("{") else word
