"""Small letters that are no reports: a question, a polite answer, a notice for the operator."""

from __future__ import annotations

from msgspec import Struct

from pbem.engine.orders import LANGUAGES
from pbem.mail.look import ascii_only
from pbem.mail.prose import as_text, paragraphs
from pbem.mail.wording import environment, html_environment


class Note(Struct, frozen=True):
    """Which letter, in which language, about what; `templates/common/notes.j2` says which facts each kind wants."""

    kind: str
    lang: str
    facts: dict[str, object]


def note(note: Note, reply_to: str = "") -> tuple[str, str, str]:
    """Subject, text and HTML; with an address, each line to answer with is a link to a ready answer."""
    if note.lang not in LANGUAGES:
        raise ValueError(f"languages are {', '.join(LANGUAGES)}, not {note.lang!r}")
    module = environment("common", note.lang).get_template("common/notes.j2").make_module()
    macro = getattr(module, note.kind.replace("-", "_"), None)
    if macro is None:
        raise LookupError(f"no words for a note of kind {note.kind!r}")
    subject, *lines = [line for line in str(macro(note.facts)).splitlines() if line.strip()]
    found = paragraphs("\n".join(lines))
    page = html_environment("common", note.lang).get_template("common/note.html.j2")
    html = ascii_only(page.render(subject=subject.strip(), paragraphs=found, reply_to=reply_to))
    return subject.strip(), as_text(found) + "\n", html
