"""HTML as plain text, one line per visible line, with what stands in a container for quotations behind `>`.

The walk is a loop, not a recursion: a hostile letter nests as deep as it likes.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

SEPARATOR = "-----Original Message-----"
"""What we write where a mail program marks, by an element without words, that the old letter begins."""
RULE = "________"
ASIDE = "\ue000"
"""Before a line of a signature."""
LOOSE = "\ue001"
"""Before a line that stands among quotations, in the container that holds them all: perhaps an answer between them."""
DEEPEST = 5
NAMED = ("class", "id", "name", "data-marker", "data-smartmail")
"""Where programs write what an element is for."""
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "dl", "dt", "div", "fieldset", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "header", "li", "main", "nav", "ol", "ul", "p", "pre",
    "section", "table", "tbody", "tfoot", "thead", "tr",
})  # fmt: skip
PARAGRAPHS = frozenset({"blockquote", "p", "table", "ul", "ol", "pre"})
ASIDES = frozenset({"s", "strike", "del", "details", "footer"})
"""Struck out, folded away, or below it all."""
UNSEEN = frozenset({"head", "math", "noscript", "object", "script", "style", "svg", "template", "textarea", "title"})
QUOTES = re.compile(
    r".*(?:quot(?:e|ed|ation|edtext|edcontent)(?![a-z])|blockquote|cite(?![a-z])|originalcontent|original-?message"
    r"|reference-?message|reply-?(?:section|content|intro|header)|messagereplysection|isreplycontent"
    r"|forward(?:ed|-container)|includetail"
    r"|quoted_?text|attribution|gmail_attr).*|zmail_extra|cite\d?"
)
HOLDERS = re.compile(r"gmail_quote(?:_container)?|nylas-quote|gmail_extra_quote")
"""Around the attribution and the quotation, and around answers between them."""
SIGNATURES = re.compile(r".*signature.*|(?:.*[-_])?sig(?:[-_].*)?|bloop_sign.*|k9mail-sig.*|.*footer|.*disclaimer.*")
SEAMS = re.compile(
    r"(?:x_)*(?:divrplyfwdmsg|appendonsend|outlookmessageheader|stopspelling|replysplit|olk_src_body_section|zwchr"
    r"|mail-editor-reference-message-container|__divider__|__headers__|orimsghtmlsep[ae]rator|origbody|_originalcontent"
    r"|persistentheader|divtagdefaultwrapper_reply)"
)
RULED = re.compile(r"border-top(?:-style)?:(?!\s*(?:none|0))[^;]*solid")
BARRED = re.compile(
    r"border-(?:left|right|inline-start)(?:-style)?:(?!\s*(?:none|0(?:px|pt)?[ ;]))[^;]*(?:solid"
    r"|dashed|dotted|double)"
)
"""A bar beside the text."""
HIDDEN = re.compile(
    r"display:\s*none|visibility:\s*hidden|mso-hide:\s*all|font-size:\s*[01](?:px|pt|em)?\s*(?:;|!|$)"
    r"|opacity:\s*0(?![.\d])"
    r"|max-height:\s*0(?![.\d])|(?:left|top|text-indent):\s*-\d{3}"
)


class Page:
    """The lines that have been written so far."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.words: list[str] = []
        self.quotes = 0
        self.asides = 0
        self.holders = 0
        self.preformatted = 0

    def write(self, text: str) -> None:
        """Text within a line; only preformatted text breaks lines by itself."""
        if not self.preformatted:
            self.words.append(text)
            return
        first, *others = text.split("\n")
        self.words.append(first)
        for line in others:
            self.end()
            self.words.append(line)

    def end(self) -> None:
        """Ends the line, if something stands in it."""
        line = " ".join("".join(self.words).split())
        self.words.clear()
        if line:
            depth = min(self.quotes, DEEPEST)
            mark = ASIDE if self.asides else LOOSE if self.holders and not depth else ""
            self.lines.append(">" * depth + " " * bool(depth) + mark + line)

    def gap(self) -> None:
        """Ends the line and leaves one empty."""
        self.end()
        if self.lines and self.lines[-1]:
            self.lines.append("")


class Role(Struct, frozen=True):
    """What an element is for, by its name and its looks."""

    quoted: bool
    held: bool
    """It holds quotations, and perhaps answers between them."""
    aside: bool
    seam: bool
    """The old letter begins here, without being a part of this element."""
    unseen: bool


@lru_cache(maxsize=4096)
def role(tag: str, names: str, style: str) -> Role:
    """The role of an element with these names, and of this style."""
    own = [tag, *names.lower().split()]

    def named(pattern: re.Pattern[str]) -> bool:
        return any(map(pattern.fullmatch, own))

    looks = style.lower()
    held = tag != "blockquote" and named(HOLDERS)
    return Role(
        quoted=not held and (named(QUOTES) or BARRED.search(looks) is not None),
        held=held,
        aside=tag in ASIDES or named(SIGNATURES) or "line-through" in looks,
        seam=named(SEAMS) or RULED.search(looks) is not None,
        unseen=tag in UNSEEN or HIDDEN.search(looks) is not None,
    )


def role_of(node: LexborNode) -> Role | None:
    """The role of a node that a reader sees; None: text, or nothing that is seen."""
    if not node.is_element_node:
        return None
    found = node.attributes
    if "hidden" in found:
        return None
    mine = role(node.tag or "", " ".join(filter(None, map(found.get, NAMED))), found.get("style") or "")
    return None if mine.unseen else mine


def rendered(html: str) -> str:
    """The text that a reader of this HTML sees."""
    page = Page()
    path: list[tuple[LexborNode, Role]] = []
    node = LexborHTMLParser(html).root
    while node is not None:
        mine = role_of(node)
        if node.is_text_node:
            page.write(node.text_content or "")
        elif mine is not None:
            enter(page, node, mine)
            if (inner := node.first_child) is not None:
                path.append((node, mine))
                node = inner
                continue
            leave(page, node, mine)
        node = after(page, node, path)
    page.end()
    return "\n".join(page.lines)


def after(page: Page, node: LexborNode, path: list[tuple[LexborNode, Role]]) -> LexborNode | None:
    """The node that follows one that has ended, and all that end with it."""
    here: LexborNode = node
    while path and here.next is None:
        here, mine = path.pop()
        leave(page, here, mine)
    return here.next if path else None


def enter(page: Page, node: LexborNode, mine: Role) -> None:
    """What an element does to the page when it begins."""
    if node.tag == "br":
        empty = not page.words
        page.end()
        if empty:
            page.gap()
    elif node.tag in BLOCKS:
        page.gap() if node.tag in PARAGRAPHS else page.end()
    elif node.tag in ("td", "th"):
        page.write(" ")
    if node.tag == "hr" or mine.seam:
        page.end()
        page.lines.append(SEPARATOR if mine.seam else RULE)
    count(page, node, mine, 1)


def leave(page: Page, node: LexborNode, mine: Role) -> None:
    """What an element does to the page when it ends."""
    if node.tag in BLOCKS:
        page.gap() if node.tag in PARAGRAPHS else page.end()
    count(page, node, mine, -1)


def count(page: Page, node: LexborNode, mine: Role, step: int) -> None:
    """How many containers of each kind are open, one more or one less."""
    page.preformatted += step * (node.tag == "pre")
    if mine.quoted or mine.held or mine.aside:
        page.end()
        page.quotes += step * mine.quoted
        page.holders += step * mine.held
        page.asides += step * mine.aside
