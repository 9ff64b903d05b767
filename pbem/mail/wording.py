"""The Jinja environments and their catalogues: one for plain text and one for HTML, for each game and language."""

from __future__ import annotations

import io
import re
import textwrap
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from babel.dates import format_datetime
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.runtime import Context
from markupsafe import Markup, escape

from pbem.mail.menu import rows

WIDTH = 72
NO_BREAKS = 100_000
QUOTED = 4 * WIDTH
"""So much of a typed line is quoted; more was no order."""

UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Controls, line ends of every kind, and marks that turn the direction of writing: no mail shows them."""


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
    """The templates of a game in one language, as plain text."""
    env = Environment(
        loader=FileSystemLoader(templates()),
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  plain text; HTML templates have an environment of their own
    )
    furnish(env, folder, lang)
    return env


@cache
def html_environment(folder: str, lang: str) -> Environment:
    """The HTML templates of a game in one language: what is put in is escaped, and styles are inlined on loading."""
    env = Environment(
        loader=FileSystemLoader(templates()),
        extensions=["jinja2.ext.i18n", "jinja2.ext.do", "pbem.mail.look.Inlined"],
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    furnish(env, folder, lang)
    env.globals["dark"] = "\n".join(stylesheet(folder, "dark.css"))
    return env


def furnish(env: Environment, folder: str, lang: str) -> None:
    """What templates of both kinds can use."""
    env.context_class = Lean
    translated(env, catalogue(folder, lang))
    env.globals["lang"] = lang
    env.globals["folder"] = folder
    env.filters["wrap"] = wrap
    env.filters["in_columns"] = lambda entry: rows(entry, WIDTH)
    env.filters["hang"] = hang
    env.filters["quoted"] = quoted
    env.filters["one_line"] = shortened
    env.filters["rjust"] = str.rjust
    env.filters["first_upper"] = lambda text: text[:1].upper() + text[1:]
    env.filters["listed"] = lambda words: ", ".join(map(str, words))
    env.filters["counted"] = Counter
    env.filters["amounts"] = amounts
    env.filters["only"] = lambda counts, kinds: {kind: counts[kind] for kind in kinds if kind in counts}
    env.filters["escaped_for_url"] = lambda text: quote(text, safe="")
    env.filters["mail_address"] = lambda text: quote(text, safe="@+")
    env.filters["moment"] = lambda when, zone, pattern: moment(when, zone, pattern, lang)
    env.filters["zone_name"] = lambda when, zone: zone_name(when, zone, lang)


class Lean(Context):
    """Calls what a template calls, without looking whether it wants to know the context: nothing here does."""

    def call(
        self, function: Callable[..., Any], /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **named: Any
    ) -> Any:
        """What the function gives."""
        return function(*args, **named)


def translated(env: Environment, words: NullTranslations) -> None:
    """Jinja's own way to translate, in one call instead of four: half of a report's time went there."""
    escaping = bool(env.autoescape)

    def filled_in(message: str, gaps: dict[str, Any]) -> str:
        if not escaping:
            return message % gaps
        return Markup(message % {name: escape(value) for name, value in gaps.items()})  # noqa: S704  gaps are escaped

    def gettext(message: str, /, **gaps: Any) -> str:
        return filled_in(words.gettext(message), gaps)

    def ngettext(one: str, many: str, count: int, /, **gaps: Any) -> str:
        return filled_in(words.ngettext(one, many, count), {"num": count, **gaps})

    env.install_gettext_callables(gettext, ngettext, newstyle=False)  # type: ignore[attr-defined]  # of the extension
    env.newstyle_gettext = True  # type: ignore[attr-defined]  # the gaps are handed over, as the functions above want
    env.globals["_"] = gettext


def stylesheet(folder: str, file: str) -> list[str]:
    """The common styles, and those of the game."""
    paths = (templates() / name / file for name in dict.fromkeys(("common", folder)))
    return [path.read_text("utf-8").strip() for path in paths if path.exists()]


def wrap(text: str, width: int = WIDTH) -> str:
    """Each line of the template a paragraph; empty ones are left out."""
    return "\n".join(filled(line, width) for line in sentences(text))


def sentences(text: str) -> list[str]:
    """The lines of a template that hold something, each with single spaces."""
    return [" ".join(words) for line in text.splitlines() if (words := UNSHOWN.sub(" ", line).split())]


def filled(line: str, width: int, indent: str = "") -> str:
    """One paragraph; most are one line, and most others break at spaces without more ado."""
    if len(line) <= width:
        return line
    lines, rest = [], line
    while len(rest) > width:
        cut = rest.rfind(" ", 0, width + 1)
        start = rest[:cut].rstrip() if cut > 0 else ""
        if len(start) <= len(indent) + 2:  # a word longer than a line
            return textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False)
        lines.append(start)
        rest = indent + rest[cut:].lstrip()
    return "\n".join([*lines, rest])


def hang(text: str, indent: int) -> str:
    """One paragraph whose further lines are indented; it is not broken at a no-break space."""
    return filled(text, WIDTH, " " * indent).replace("\N{NO-BREAK SPACE}", " ")


def amounts(counts: dict[str, int], called: tuple[dict[str, str], dict[str, str]]) -> list[str]:
    """Things by name, one or several of each."""
    one, several = called
    return [f"{count} {several[key]}" if count > 1 else one[key] for key, count in counts.items()]


def quoted(typed: str) -> str:
    """What somebody typed, behind the marks of a quotation."""
    return filled("> " + shortened(typed), WIDTH, "> ")


def shortened(typed: str) -> str:
    """A typed line without what cannot be shown, and no longer than an order can be."""
    line = " ".join(UNSHOWN.sub(" ", typed[: 2 * QUOTED]).split())
    return line if len(line) <= QUOTED else line[:QUOTED].rstrip() + " …"


def tidy(text: str) -> str:
    """One empty line between paragraphs, none at the ends."""
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


@lru_cache(maxsize=1000)
def moment(when: datetime | str, zone: str, pattern: str, lang: str) -> str:
    """A moment in somebody's zone and language; the pattern is Unicode's and comes from the catalogue."""
    when = datetime.fromisoformat(when) if isinstance(when, str) else when
    return format_datetime(when, pattern, tzinfo=ZoneInfo(zone), locale=locale(lang))


@lru_cache(maxsize=1000)
def zone_name(when: datetime | str, zone: str, lang: str) -> str:
    """The zone as people there call it, where it has such a name, and how far it is from UTC."""
    when = datetime.fromisoformat(when) if isinstance(when, str) else when
    local = when.astimezone(ZoneInfo(zone))
    names = (format_datetime(local, "z", tzinfo=local.tzinfo, locale=locale(lang)), local.tzname() or "")
    name = next((name for name in names if name.isalpha()), "")
    if name == "UTC":
        return name
    minutes = int((local.utcoffset() or timedelta()).total_seconds()) // 60
    offset = f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60}{f':{abs(minutes) % 60:02}' if minutes % 60 else ''}"
    return f"{name} ({offset})" if name else offset


def locale(lang: str) -> str:
    """Which country's habits a language follows: everybody can read the day before the month."""
    return "en_GB" if lang == "en" else lang
