"""How orders of Men-Nefer are typed: German and English, short and long, and what is said to what cannot be read."""

from __future__ import annotations

import pytest

from pbem.engine.errors import Ambiguous, OrderError, Unreadable
from pbem.engine.game import Action
from pbem.engine.orders import LANGUAGES
from pbem.games.mennefer import GAME
from pbem.games.mennefer.actions import (
    ACTIONS,
    Activate,
    Auto,
    Basket,
    Boat,
    Build,
    Carve,
    Contract,
    Craft,
    Drop,
    Embalm,
    Erect,
    Favour,
    Feather,
    Food,
    Heart,
    Heka,
    Level,
    Limestone,
    Mastaba,
    Offer,
    Orb,
    Papyrus,
    Permission,
    Prestige,
    Priestess,
    Resource,
    Rite,
    Scarab,
    Skip,
    Specialise,
    Take,
    Use,
    Visit,
)
from pbem.games.mennefer.names import NAMES

ORDERS = GAME.orders
FORMS: list[tuple[Action, str, str]] = [
    (Visit("necropolis", 2), "visit necropolis with tablet 2", "besuche nekropole mit Plättchen 2"),
    (Specialise("temple"), "specialise temple", "spezialisiere tempel"),
    (Take(3), "take 3", "nimm 3"),
    (Use(5), "use 5", "nutze 5"),
    (Food(), "food", "nahrung"),
    (Heka(), "heka", "heka"),
    (Heart(), "heart", "herz"),
    (Feather(), "feather", "feder"),
    (Prestige(), "prestige", "prestige"),
    (Embalm(), "embalm", "einbalsamieren"),
    (Carve(), "carve", "meißeln"),
    (Permission(), "permission", "horusauge"),
    (Orb(), "orb", "sonnenscheibe"),
    (Resource(("food", "heka", "heka")), "resource food heka heka", "ressource nahrung heka heka"),
    (Favour(("feather", "heart")), "favour feather heart", "gunst feder herz"),
    (Limestone("queens", 2), "limestone queens 2", "kalkstein königinnen 2"),
    (Build("b"), "build b", "baue b"),
    (Build("meritites"), "build meritites", "baue meritites"),
    (Rite("d1"), "rite d1", "bestatte d1"),
    (Mastaba("column-3"), "mastaba column-3", "mastaba spalte-3"),
    (Papyrus(4), "papyrus 4", "papyrus 4"),
    (Craft(1), "craft 1", "ware 1"),
    (Level(3), "level 3", "ebene 3"),
    (Priestess(0, 2), "priestess 0 2", "priesterin 0 2"),
    (Offer("necklace7"), "offer necklace7", "opfere halskette7"),
    (Basket("4h"), "basket 4h", "korb 4h"),
    (Boat("0", "u1"), "boat port u1", "boot hafen u1"),
    (Activate("l3"), "activate l3", "aktiviere l3"),
    (Contract("k205"), "contract k205", "abkommen k205"),
    (Drop("k101"), "drop k101", "verwirf k101"),
    (Erect("s14"), "erect s14", "errichte s14"),
    (Scarab("sphinxes"), "scarab sphinxes", "skarabäus sphinxe"),
    (Skip(), "skip", "auslassen"),
    (Auto(), "auto", "auto"),
]


@pytest.mark.parametrize(("action", "english", "german"), FORMS)
def test_each_order_has_one_canonical_form_in_each_language(action: Action, english: str, german: str) -> None:
    assert (ORDERS.write(action), ORDERS.write(action, "de")) == (english, german)
    assert (ORDERS.read(english), ORDERS.read(german)) == (action, action)


def test_every_order_is_in_the_list_above() -> None:
    assert {type(action) for action, _, _ in FORMS} == set(ACTIONS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_written_is_read_again_in_any_case_and_with_any_umlauts(lang: str) -> None:
    twin = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
    for action, _, _ in FORMS:
        line = ORDERS.write(action, lang)
        for typed in (line, line.upper(), line.title(), line.translate(twin)):
            assert ORDERS.read(typed) == action, typed


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("visit nile tablet 1", Visit("nile", 1)),
        ("vis necro 2", Visit("necropolis", 2)),
        ("besuche nil 1", Visit("nile", 1)),
        ("specialize nile", Specialise("nile")),
        ("spec temple", Specialise("temple")),
        ("spezialisieren tempel", Specialise("temple")),
        ("limestone great", Limestone("great", 1)),
        ("lime queens 2", Limestone("queens", 2)),
        ("kalkstein grosse 3", Limestone("great", 3)),
        ("favor 2 heart", Favour(("heart", "heart"))),
        ("gunst 2 herz nahrung", Favour(("food", "heart", "heart"))),
        ("rite D1", Rite("d1")),
        ("mastaba row 1", Mastaba("row-1")),
        ("mastaba row1", Mastaba("row-1")),
        ("mastaba zeile 2", Mastaba("row-2")),
        ("offer halskette7", Offer("necklace7")),
        ("boat 0 U1", Boat("0", "u1")),
        ("build hete", Build("hetepheres")),
        ("pp", Prestige()),
        ("handelsabkommen k205", Contract("k205")),
        ("meissle", Carve()),
        ("papyrus 3  # the vase", Papyrus(3)),
        ("Visit the Necropolis with tablet 2.", Visit("necropolis", 2)),
        ("besuche das Lebenshaus Nil mit Aktionsplaettchen 1", Visit("nile", 1)),
        ("specialise in the temple", Specialise("temple")),
        ("steigere Tempel", Specialise("temple")),
        ("take the tablet of row 3", Take(3)),
        ("nimm Plättchen 3", Take(3)),
        ("use space 5", Use(5)),
        ("benutze Reihe 5", Use(5)),
        ("heart 2", Heart()),
        ("embalm a mummy", Embalm()),
        ("balsamiere ein", Embalm()),
        ("carve 2", Carve()),
        ("meißle eine Sphinx", Carve()),
        ("favour heart and 2 feathers", Favour(("feather", "feather", "heart"))),
        ("gunst Herz und Feder", Favour(("feather", "heart"))),
        ("limestone on the great track 2", Limestone("great", 2)),
        ("kalkstein Große Pyramide 2", Limestone("great", 2)),
        ("build a", Build("a")),
        ("build at b", Build("b")),
        ("bury d 1", Rite("d1")),
        ("bestatte auf d1", Rite("d1")),
        ("mastaba tile row 1", Mastaba("row-1")),
        ("level II", Level(2)),
        ("ebene iii", Level(3)),
        ("priestess 0>2", Priestess(0, 2)),
        ("priestess from the entrance to room 1", Priestess(0, 1)),
        ("priesterin Eingang -> 1", Priestess(0, 1)),
        ("opfere Ring 1", Offer("ring1")),
        ("basket on 4H", Basket("4h")),
        ("boat 0>U1", Boat("0", "u1")),
        ("boats from the port to 1", Boat("0", "1")),
        ("boot Hafen nach Abschnitt 1", Boat("0", "1")),
        ("activate the boat in U1", Activate("u1")),
        ("aktiviere Boot im Hafen", Activate("0")),
        ("discard contract k101", Drop("k101")),
        ("errichte Sphinx auf s14", Erect("s14")),
        ("scarab on the nile track", Scarab("nile")),
        ("skip the rest", Skip()),
        ("ueberspringen", Skip()),
    ],
)
def test_short_long_and_careless_forms(line: str, action: Action) -> None:
    assert ORDERS.read(line) == action


@pytest.mark.parametrize(
    ("line", "error", "code"),
    [
        ("visit", Unreadable, "word-missing"),
        ("visit harbour with tablet 1", Unreadable, "unknown-word"),
        ("visit nile with tablet 4", Unreadable, "number-out-of-range"),
        ("rite z9", Unreadable, "unknown-word"),
        ("rite d", Ambiguous, "ambiguous-word"),
        ("papyrus", Unreadable, "number-wanted"),
        ("favour", Unreadable, "word-missing"),
        ("skip craft", Unreadable, "left-over"),
        ("he", Ambiguous, "ambiguous-verb"),
        ("xyzzy", Unreadable, "unknown-verb"),
    ],
)
def test_what_cannot_be_read_is_told_why(line: str, error: type[OrderError], code: str) -> None:
    with pytest.raises(error) as caught:
        ORDERS.read(line)
    assert caught.value.refusal.code == code
    assert all(
        key in NAMES.entries for key in caught.value.refusal.facts.get("could_be", ()) if code == "ambiguous-word"
    )


def test_verbs_of_the_open_question_win_when_abbreviated() -> None:
    assert ORDERS.read("he", {Heart}) == Heart()
    assert ORDERS.read("pr 0 1", {Priestess}) == Priestess(0, 1)
