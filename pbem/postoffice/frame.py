"""The HTML part of a letter made harmless: no script, nothing from afar, and mailto: links that open our form.

The frame that shows it forbids all of this again (sandbox and Content-Security-Policy); neither trusts the other.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from urllib.parse import unquote

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.postoffice.mailto import Draft, draft

REMOVED = "script, base, link, iframe, frame, frameset, object, embed, applet, template, portal, audio, video, source"
META = {"viewport", "color-scheme", "supported-color-schemes"}
LINKS = {"href", "xlink:href"}
SOURCES = {"src", "background", "poster"}
DROPPED = {"action", "formaction", "ping", "srcset", "srcdoc", "target", "rel", "download", "http-equiv", "lowsrc"}


class Picture(Struct, frozen=True):
    """A picture that came with the letter."""

    media: str
    content: bytes

    @property
    def data(self) -> str:
        """The picture as an address of its own."""
        return f"data:{self.media};base64,{b64encode(self.content).decode()}"


class Frame(Struct, frozen=True):
    """A harmless page, and how many pictures from afar it does not show."""

    html: str
    blocked: int


def harmless(html: str, pictures: Mapping[str, Picture], compose: Callable[[Draft], str]) -> Frame:
    """The page of a letter; `compose` gives the address of the form for a draft."""
    page = LexborHTMLParser(html)
    for node in page.css(REMOVED):
        node.decompose()
    for node in page.css("meta"):
        if (node.attributes.get("name") or "").lower() not in META:
            node.decompose()
    blocked = 0
    for node in page.root.traverse() if page.root else ():
        blocked += clean(node, pictures, compose)
    return Frame(page.html or "", blocked)


def clean(node: LexborNode, pictures: Mapping[str, Picture], compose: Callable[[Draft], str]) -> int:
    """Mends one element; returns how many pictures from afar it wanted."""
    blocked = 0
    for name, value in dict(node.attributes).items():
        key, text = name.lower(), (value or "").strip()
        if key.startswith("on") or key in DROPPED:
            del node.attrs[name]
        elif key in SOURCES:
            shown = shown_picture(text, pictures)
            blocked += text.lower().startswith(("http:", "https:", "//"))
            replace(node, name, shown)
    for name in LINKS & set(node.attributes):
        relink(node, name, compose)
    return blocked


def shown_picture(address: str, pictures: Mapping[str, Picture]) -> str | None:
    """The address under which a picture can be shown; None: it cannot."""
    if address.lower().startswith("cid:"):
        found = pictures.get(unquote(address[4:]))
        return found.data if found else None
    return address if address.lower().startswith("data:image/") else None


def relink(node: LexborNode, name: str, compose: Callable[[Draft], str]) -> None:
    """A mailto: link opens the form, a link to the web a tab, a link within the letter works; others are dead."""
    address = (node.attributes[name] or "").strip()
    scheme = address.partition(":")[0].lower()
    if scheme == "mailto":
        node.attrs[name] = compose(draft(address))
        node.attrs["target"] = "_top"
    elif scheme in {"http", "https"}:
        node.attrs["target"] = "_blank"
        node.attrs["rel"] = "noopener noreferrer"
    elif not address.startswith("#"):
        del node.attrs[name]


def replace(node: LexborNode, name: str, value: str | None) -> None:
    """Sets an attribute, or takes it away."""
    if value is None:
        del node.attrs[name]
    else:
        node.attrs[name] = value
