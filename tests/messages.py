"""The German catalogues: which messages the templates and games use, and whether each is translated.

`python -m tests.messages` (make messages) writes new messages into the catalogues, to be translated there.
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from pbem.engine.planning import NOTHING, planning_of
from pbem.games import games
from pbem.mail.render import templates
from pbem.service.plans import FORMS, conditions_of
from pbem.service.words import WORDS

OPTIONS = {"trimmed": "false", "newstyle_gettext": "true", "extensions": "jinja2.ext.do"}
SPOKEN_BY_CODE = {"Possible now, for example:", "What comes then, chance decides.", "try"}
"""Messages that the service says without a template."""


def folders() -> list[Path]:
    """Each folder of templates has catalogues of its own."""
    return sorted(path for path in templates().iterdir() if path.is_dir())


def used(folder: Path) -> set[str | tuple[str, str]]:
    """The messages of a folder: those of its templates, and the help of the game's verbs and options."""
    found: set[str | tuple[str, str]] = set()
    for path in sorted(folder.glob("*.j2")):
        for _, message, _, _ in extract("jinja2.ext:babel_extract", io.BytesIO(path.read_bytes()), options=OPTIONS):
            found.add(message if isinstance(message, str) else (message[0], message[1]))
    if folder.name in games():
        game = games()[folder.name]
        found |= {verb.help for verb in game.orders.verbs} | {option.help for option in game.options.values()}
        planning = planning_of(game)
        found |= {fact.help for fact in planning.facts} | {agent.help for agent in planning.agents}
        found |= {slot for verb in game.orders.verbs for slot in verb.slots}
    if folder.name == "common":
        found |= (
            SPOKEN_BY_CODE | {word.help for word in WORDS} | {form.help for form in (*FORMS, *conditions_of(NOTHING))}
        )
    return found


def german(folder: Path) -> Catalog:
    """The catalogue as it stands."""
    path = folder / "de.po"
    return read_po(io.BytesIO(path.read_bytes() if path.exists() else b""), "de")


def main() -> None:
    """Adds what is missing, drops what is no longer used."""
    for folder in folders():
        old, fresh = german(folder), Catalog("de", fuzzy=False)
        for message in sorted(used(folder), key=str):
            kept = old.get(message if isinstance(message, str) else message[0])
            fresh.add(message, kept.string if kept else "" if isinstance(message, str) else ("", ""))
        text = io.BytesIO()
        write_po(text, fresh, width=0, omit_header=True)
        head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        head += '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        (folder / "de.po").write_text(head + text.getvalue().decode(), "utf-8")


if __name__ == "__main__":
    main()
