"""HTML as plain text, one line per visible line, with what stands in a container for quotations behind `>`.

The walk is a loop, not a recursion: a hostile letter nests as deep as it likes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

SEPARATOR = "-----Original Message-----"
"""What we write where a mail program marks, by an element without words, that the old letter begins."""
DEEPEST = 5
BLOCK = re.compile(
    r"address|article|aside|blockquote|body|center|d[dlt]|div|fieldset|figure|footer|form|h[1-6r]|header|li|main|nav|[ou]l"
    r"|p|pre|section|table|tbody|tfoot|thead|tr"
)
PARAGRAPHS = frozenset({"blockquote", "p", "table", "ul", "ol", "pre"})
UNSEEN = frozenset({"head", "math", "noscript", "object", "script", "style", "svg", "template", "textarea", "title"})
QUOTES = re.compile(
    r"gmail_attr|moz-cite-prefix|protonmail_quote|tutanota_quote|yahoo_quoted.*|zmail_extra"
    r"|ms-outlook-mobile-reference-message"
)
SIGNATURES = re.compile(
    r"applemailsignature|gmail_signature(?:_prefix)?|moz-signature|ms-outlook-mobile-signature|protonmail_signature_block"
)
SEAMS = re.compile(r"divrplyfwdmsg|outlookmessageheader|stopspelling|replysplit")
RULED = re.compile(r"border:\s*none;\s*border-top:\s*solid")
HIDDEN = re.compile(r"display:\s*none|visibility:\s*hidden|mso-hide:\s*all")


class Page:
    """The lines that have been written so far."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.words: list[str] = []
        self.quotes = 0
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
            self.lines.append(">" * depth + " " * bool(depth) + line)

    def gap(self) -> None:
        """Ends the line and leaves one empty."""
        self.end()
        if self.lines and self.lines[-1]:
            self.lines.append("")


def rendered(html: str) -> str:
    """The text that a reader of this HTML sees."""
    page = Page()
    for node, entered in walk(LexborHTMLParser(html).root):
        if not entered:
            leave(page, node)
        elif node.is_text_node:
            page.write(node.text_content or "")
        else:
            enter(page, node)
    page.end()
    return "\n".join(page.lines)


def walk(root: LexborNode | None) -> Iterator[tuple[LexborNode, bool]]:
    """Each visible element when it begins and when it ends, each text once."""
    path: list[LexborNode] = []
    node = root
    while node is not None:
        seen = not unseen(node)
        if seen:
            yield node, True
        inner = node.first_child if seen else None
        if inner is not None:
            path.append(node)
            node = inner
            continue
        if seen and node.is_element_node:
            yield node, False
        while node is not None and (not path or node.next is None):
            node = path.pop() if path else None
            if node is not None:
                yield node, False
        node = node.next if node is not None else None


def enter(page: Page, node: LexborNode) -> None:
    """What an element does to the page when it begins."""
    if node.tag == "br":
        empty = not page.words
        page.end()
        if empty:
            page.gap()
    elif BLOCK.fullmatch(node.tag or ""):
        page.gap() if node.tag in PARAGRAPHS else page.end()
    elif node.tag in ("td", "th"):
        page.write(" ")
    if seam(node):
        page.end()
        page.lines.append(SEPARATOR)
    if quotes(node):
        page.end()
        page.quotes += 1
    page.preformatted += node.tag == "pre"


def leave(page: Page, node: LexborNode) -> None:
    """What an element does to the page when it ends."""
    if BLOCK.fullmatch(node.tag or ""):
        page.gap() if node.tag in PARAGRAPHS else page.end()
    if quotes(node):
        page.end()
        page.quotes -= 1
    page.preformatted -= node.tag == "pre"


def named(node: LexborNode, names: re.Pattern[str]) -> bool:
    """Whether the name or a class of an element is one of these."""
    attributes = node.attributes
    own = f"{attributes.get('class') or ''} {attributes.get('id') or ''}".lower().split()
    return any(names.fullmatch(name) for name in own)


def style(node: LexborNode) -> str:
    """How an element looks."""
    return (node.attributes.get("style") or "").lower()


def quotes(node: LexborNode) -> bool:
    """Whether what stands in this element is quoted."""
    return node.tag == "blockquote" or named(node, QUOTES)


def seam(node: LexborNode) -> bool:
    """Whether the old letter begins here, without being a part of this element."""
    return named(node, SEAMS) or bool(RULED.search(style(node)))


def unseen(node: LexborNode) -> bool:
    """Whether a reader does not see it, or it is a signature that the program adds."""
    if node.is_text_node:
        return False
    if not node.is_element_node or node.tag in UNSEEN:
        return True
    return bool(HIDDEN.search(style(node))) or named(node, SIGNATURES)
