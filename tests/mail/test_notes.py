"""Small letters: each kind in both languages, in columns and as HTML, with nothing left out."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.engine.orders import LANGUAGES
from pbem.mail.notes import Note, note
from pbem.mail.render import WIDTH

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
HOSTILE = "<b>bold</b> & \"so\"\r\n    forged 'line'\u2028 " + "w" * 400
LINES = ["bid 9", HOSTILE]
ADDRESS = "pbem+3f2a.1.k7@games.example"
MATCH = {"title": "Ra", "match": "3f2a", "names": ["Anna", "Bert"], "address": ADDRESS}
NOTICE = {"kind": "shunted", "about": "letter 17", "times": 1, "first": NOON, "last": NOON, "facts": {"error": HOSTILE}}
REFUSED = {"subject": HOSTILE, "operator": "maria@games.example"}

OPEN = {
    "label": "[Ra 3f2a11]", "match": "3f2a11", "game": "Ra", "key": "ra", "seats": 4, "free": 2, "zone": "UTC",
    "names": ["Anna", "Steady"], "pace": "2d grace 6h", "code": "kmnp2345", "inviter": "Zoe",
    "due": NOON.isoformat(), "until": NOON.isoformat(), "operator": "maria@games.example",
}  # fmt: skip
CHANGE = {"act": "add", "name": "Anna", "address": "b@example.org", "operator": "maria@games.example", "code": "k7Qz"}

KINDS = (
    "undeliverable", "bounce", "imap", "smtp", "held", "login-refused", "no-words", "too-much-mail", "too-many-letters",
)  # fmt: skip
NOTES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("confirm", {"code": "k7Qz", "lines": LINES}, ["> bid 9", "k7Qz"]),
    ("stranger", {"operator": "maria@games.example"}, ["maria@games.example"]),
    ("register", {"code": "k7Qz", "name": HOSTILE[:9], "taken": "", "tutorial": ""}, ["k7Qz"]),
    ("register", {"code": "k7Qz", "name": "Anna 2", "taken": "Anna", "tutorial": "ra"}, ["Anna 2", "Anna"]),
    ("name-taken", {"code": "k7Qz", "name": "Anna", "free": "Anna 2"}, ["k7Qz Anna 2"]),
    (
        "welcome",
        {"name": "Anna", "operator": "maria@games.example", "tutorial": True, "came": ""},
        ["maria@games.example"],
    ),
    (
        "welcome",
        {"name": "Anna", "operator": "maria@games.example", "tutorial": False, "came": ""},
        ["maria@games.example"],
    ),
    *(
        ("welcome", {**OPEN, "name": "Anna", "tutorial": False, "came": came}, ["[Ra 3f2a11]"])
        for came in ("waiting", "begun", "gone", "seated", "full")
    ),
    ("ready-check", OPEN, ["3f2a11", "Anna, Steady", "2d grace 6h", "20", "November 2026", "12:00"]),
    ("moved-up", OPEN, ["[Ra 3f2a11]", "Anna, Steady"]),
    ("open-again", OPEN, ["Anna, Steady", "bert@example.org"]),
    ("put-back", OPEN, ["[Ra 3f2a11]"]),
    ("looks-in-vain", OPEN, ["[Ra 3f2a11]", "kmnp2345", "20", "November 2026"]),
    ("given-up", OPEN, ["[Ra 3f2a11]", "ra 4"]),
    ("begun-without", OPEN, ["[Ra 3f2a11]"]),
    ("invited", OPEN, ["Anna, Steady", "kmnp2345"]),
    ("invited", {**OPEN, "inviter": ""}, ["Anna, Steady", "kmnp2345"]),
    (
        "invited-stranger",
        {**OPEN, "name": "Bert"},
        ["kmnp2345", "Zoe", "Bert"],
    ),
    ("invited-stranger", {**OPEN, "name": "Bert", "inviter": ""}, ["kmnp2345", "Bert"]),
    ("silenced", {}, []),
    *(("address", {**CHANGE, "act": act}, ["k7Qz", "b@example.org", "Anna"]) for act in ("add", "use", "drop")),
    *(("address-half", {**CHANGE, "act": act}, ["b@example.org", "Anna"]) for act in ("add", "use", "drop")),
    *(("address-changed", {**CHANGE, "act": act}, ["b@example.org", "Anna"]) for act in ("add", "drop")),
    ("address-taken", CHANGE, ["b@example.org", "maria@games.example"]),
    ("words", {"answers": [{"typed": HOSTILE, "text": "# Title\n- item\nprose"}]}, ["item", "prose"]),
    ("no-match", {"lines": LINES, "matches": [MATCH]}, ["> bid 9", "[Ra 3f2a] Anna, Bert", ADDRESS]),
    ("no-match", {"lines": LINES, "matches": []}, ["ra 4"]),
    *(
        ("refused-letter", {**REFUSED, "code": code}, [code, "maria@games.example"])
        for code in ("too-large", "too-many-parts", "too-long", "too-many-letters", "never-seen")
    ),
    *(
        ("operator", {"notices": [NOTICE, {**NOTICE, "kind": kind, "times": 12, "about": ""}]}, ["letter 17", "12"])
        for kind in (*KINDS, "never-seen")
    ),
]


@pytest.mark.parametrize(
    ("lang", "confirm", "begin"),
    [("en", "confirm", ["register", "register tutorial"]), ("de", "bestätige", ["anmelden", "anmelden einführung"])],
)
def test_lines_to_answer_with_are_in_the_language_of_the_reader(lang: str, confirm: str, begin: list[str]) -> None:
    said = [note(Note(*one))[1] for one in (("confirm", lang, NOTES[0][1]), ("stranger", lang, NOTES[1][1]))]
    asked = [[line.strip() for line in text.splitlines() if line.startswith("    ")] for text in said]
    assert asked[0][-1] == f"{confirm} k7Qz"
    assert asked[1][:2] == begin


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("kind", "facts", "shown"), NOTES)
def test_every_kind_is_told_whole(lang: str, kind: str, facts: dict[str, Any], shown: list[str]) -> None:
    subject, text, html = note(Note(kind, lang, facts))
    page = LexborHTMLParser(html)
    body = page.body
    assert body is not None
    flat, seen = " ".join(text.split()), " ".join(body.text(separator=" ").split())
    for fact in shown:
        assert fact in flat
        assert fact in seen
    assert subject in seen
    assert "\n" not in subject
    assert max(map(len, text.split("\n"))) <= WIDTH
    assert not page.css("b")
    assert html.isascii()
    assert "    forged" not in text


def test_each_refusal_of_a_letter_has_its_own_way_out() -> None:
    ways = {
        facts["code"]: note(Note(kind, "en", facts))[1].split("\n\n")[0] for kind, facts, _ in NOTES if "code" in facts
    }
    assert len(set(ways.values())) == len(ways)


def test_an_unknown_kind_or_language_is_an_error() -> None:
    with pytest.raises(LookupError, match="no words for a note of kind 'poem'"):
        note(Note("poem", "en", {}))
    with pytest.raises(ValueError, match="languages are en, de"):
        note(Note("stranger", "fr", {"operator": "x"}))
