"""How HTML mail looks: the styles are written into the tags when a template is loaded, once for all mails.

Many mail programs read no style sheet. `mail.css` is therefore inlined; it may only have selectors that look at one
tag and its classes. `dark.css` is kept as it is in the head of the mail, for programs that know dark colours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import css_inline
from jinja2.ext import Extension
from markupsafe import Markup, escape

from pbem.mail.wording import stylesheet

TAG = re.compile(r'<([a-z][a-z0-9]*)((?: class="[\w -]+")?)(?=[\s>])')
"""A tag whose classes, if any, stand first and are not computed."""
MARK = "data-here"
STYLE = re.compile(rf'<[^<>]* {MARK}[^<>]* style="([^"]*)"')
SPACE = re.compile(r"(?<=[:;,]) | (?=!)|;$")
"""What a style can do without: the bytes of every mail count."""
FRAMES = {"td": "<table><tr>", "th": "<table><tr>", "tr": "<table>", "caption": "<table>"}
"""Tags that a parser drops outside a table."""
INLINER = css_inline.CSSInliner(load_remote_stylesheets=False)


class Inlined(Extension):
    """Gives each tag of an HTML template its style."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source with styles."""
        if not (name or "").endswith(".html.j2"):
            return source
        folder = str(self.environment.globals["folder"])
        return TAG.sub(lambda found: found[0] + style(folder, found[1], found[2]), source)


@cache
def style(folder: str, tag: str, classes: str) -> str:
    """The style attribute of a tag; nothing if no rule is about it."""
    css = "\n".join(stylesheet(folder, "mail.css"))
    body = "" if tag == "body" else f"<body>{FRAMES.get(tag, '')}"
    page = INLINER.inline(f"<html><head><style>{css}</style></head>{body}<{tag}{classes} {MARK}></body></html>")
    found = STYLE.search(page)
    return f' style="{SPACE.sub("", found[1])}"' if found else ""


def ascii_only(page: str) -> str:
    """The same page with references for other letters: it travels as it is, smaller and sooner than encoded."""
    return page.encode("ascii", "xmlcharrefreplace").decode()


class Chips:
    """Things of a game as small labelled shapes; the colour only repeats what the label says."""

    def __init__(self, folder: str, names: Mapping[str, str], plurals: Mapping[str, str]) -> None:
        self.folder = folder
        self.names = names
        self.plurals = plurals

    def __call__(self, counts: Mapping[str, int]) -> Markup:
        """One chip for each kind, with its number where there are several."""
        return Markup("\n".join([self.one(key, count) for key, count in counts.items()]))  # noqa: S704  as below

    def one(self, key: str, count: int) -> Markup:
        """A single chip."""
        opening, name = dressed(self.folder, key, (self.names if count == 1 else self.plurals)[key])
        return Markup(f"{opening}{f'{count} ' if count > 1 else ''}{name}</span>")  # noqa: S704  escaped in `dressed`


@cache
def dressed(folder: str, key: str, name: str) -> tuple[str, str]:
    """How a thing looks and what it is called, looked up once."""
    classes = f' class="chip {key}"'
    return f"<span{classes}{style(folder, 'span', classes)}>", str(escape(name))
