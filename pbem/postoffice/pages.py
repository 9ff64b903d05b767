"""The words and numbers of the web inbox: its templates, in the language of the reader."""

from __future__ import annotations

from datetime import datetime
from functools import cache, partial

from babel.dates import format_date, format_datetime, format_time
from jinja2 import Environment

from pbem.engine.orders import LANGUAGES
from pbem.mail.render import environment, templates

FOLDER = "postoffice"


@cache
def pages(lang: str) -> Environment:
    """The templates of the pages; unlike those of letters, they escape what they show."""
    return environment(FOLDER, lang).overlay(autoescape=True)


def page(name: str, lang: str, **facts: object) -> str:
    """A page in words."""
    tools = {"short": partial(short, lang), "long": partial(long, lang), "size": size, "hue": hue}
    return pages(lang).get_template(f"{FOLDER}/{name}.html.j2").render(facts, **tools, languages=LANGUAGES)


def quote(lang: str, **facts: object) -> str:
    """The old letter at the foot of a reply; plain text."""
    return environment(FOLDER, lang).get_template(f"{FOLDER}/quote.txt.j2").render(facts)


def asset(name: str) -> str:
    """The style sheet or the script."""
    return (templates() / FOLDER / name).read_text("utf-8")


def short(lang: str, when: datetime, now: datetime) -> str:
    """The time of a letter of today, else its day."""
    there = when.astimezone(now.tzinfo)
    if there.date() == now.date():
        return str(format_time(there, "short", tzinfo=now.tzinfo, locale=lang))
    return str(format_date(there, "d MMM" if there.year == now.year else "short", locale=lang))


def long(lang: str, when: datetime, now: datetime) -> str:
    """Day and time in full."""
    there = when.astimezone(now.tzinfo)
    # The narrow space before AM and PM would turn a plain reply into an encoded one.
    return str(format_datetime(there, "medium", tzinfo=now.tzinfo, locale=lang)).replace("\u202f", " ")


def size(count: int) -> str:
    """A size in the unit that suits."""
    return f"{count} B" if count < 1000 else f"{count / 1000:.0f} kB" if count < 1_000_000 else f"{count / 1e6:.1f} MB"


def hue(name: str) -> int:
    """The colour of a person: always the same one."""
    return sum(name.encode()) % 6


def language(asked: str, accepted: str) -> str:
    """The language asked for, else the first of Accept-Language that is spoken here, else English."""
    wanted = [asked, *(part.partition(";")[0].strip()[:2] for part in accepted.split(","))]
    return next((lang.lower() for lang in wanted if lang.lower() in LANGUAGES), LANGUAGES[0])
