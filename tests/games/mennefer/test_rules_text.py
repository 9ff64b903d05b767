"""What `rules` says of Men-Nefer is what is played; signs of the reports and special cases are explained."""

from __future__ import annotations

import pytest

from pbem.engine import kernel
from pbem.engine.orders import LANGUAGES
from pbem.games.mennefer import GAME
from pbem.mail.prose import as_text, paragraphs
from pbem.service import rules
from pbem.service.asking import Asker
from tests.games.mennefer.builders import doing, over, play, position


def told(topic: str, lang: str) -> str:
    """A topic on one line."""
    who = Asker(lang, GAME, position(2), 0, ["Anna", "Bert"])
    return " ".join(as_text(paragraphs(rules.answer(who, topic))).split())


SAID = {
    "silence": ('"auto" is played: the defaults finish your whole turn', "Die Vorgaben beenden deinen ganzen Zug"),
    "actions": (
        '"rite ?" and "erect ?" are of the highest level that your',
        "haben die höchste Zahl, die dein Skarabäus",
    ),
    "boats": ('"!" behind boats is an activation, "!!" are two', "„!“ hinter Booten ist eine Aktivierung"),
    "nile": ("it goes back to the nearest free section", "fährt es zurück bis zum nächsten freien Abschnitt"),
    "tablets": ("An empty pile is the discarded tablets turned over", "die abgelegten Plättchen umgedreht"),
    "flood": ("contracts of value 2, in the third era 3", "Handelsabkommen mit Wert 2, im dritten Zeitalter 3"),
    "specialise": ("If you cannot pay, you gain 3 food", "Kannst du nicht zahlen, bekommst du 3 Nahrung"),
    "necropolis": ("heart and feather go a step each", "gehen stattdessen Herz und Feder je einen Schritt"),
    "duat": ("THE DUAT", "DIE DUAT"),
    "order": ("who is tied keeps the order", "bei Gleichstand bleibt es bei der Reihenfolge"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SAID)
def test_the_rules_explain_signs_and_special_cases(name: str, lang: str) -> None:
    topic = {"boats": "actions", "order": "flood"}.get(name, name)
    assert SAID[name][LANGUAGES.index(lang)] in told(topic, lang)


def test_silence_finishes_the_whole_turn_as_its_topic_says() -> None:
    first = position(2)
    middle = play(doing("boats 2 activate 1", "craft", "favour 2"), "boat 0 1")
    for t in (first, middle):
        kernel.play(t, 0, kernel.fallback(t, 0))
        assert over(t)
