"""How orders of Ankh are typed: German and English, short and long."""

from __future__ import annotations

import pytest

from pbem.engine.errors import OrderError
from pbem.engine.game import Action
from pbem.engine.orders import LANGUAGES, fold
from pbem.games.ankh import GAME
from pbem.games.ankh.actions import (
    ACTIONS,
    Agenda,
    Ahead,
    Begin,
    Bid,
    Caravan,
    Card,
    Cats,
    Choose,
    Gain,
    Move,
    No,
    Reveal,
    Summon,
    Unlock,
    Yes,
)
from pbem.games.ankh.names import NAMES

ORDERS = GAME.orders
FORMS: list[tuple[Action, str, str]] = [
    (Move(), "move", "bewege"),
    (Move((("w3", "e5"), ("g", "c2"))), "move w3 e5 g c2", "bewege w3 e5 g c2"),
    (Move((("war", "law"),)), "move war-chamber chamber-of-law", "bewege kriegskammer gesetzeskammer"),
    (Summon(), "summon", "stelle"),
    (Summon(("giant-scorpion", "e5")), "summon giant-scorpion e5", "stelle riesenskorpion e5"),
    (Gain(), "gain", "gewinne"),
    (Unlock(), "unlock", "schalte"),
    (Unlock("obelisk-attuned"), "unlock obelisk-attuned", "schalte gott-der-obelisken"),
    (Begin("summon"), "begin summon", "beginne aufstellen"),
    (Agenda("exile"), "agenda exile", "agenda verbannung"),
    (Reveal("e5"), "reveal e5", "enthülle e5"),
    (Choose("e5"), "choose e5", "wähle e5"),
    (Choose("w1"), "choose w1", "wähle w1"),
    (Choose("2-4"), "choose 2-4", "wähle 2-4"),
    (Choose("ne"), "choose north-east", "wähle nordosten"),
    (Choose("ra"), "choose ra", "wähle re"),
    (Yes(), "yes", "ja"),
    (No(), "no", "nein"),
    (Caravan(("e4e5", "e5f4")), "caravan e4|e5 e5|f4", "karawane e4|e5 e5|f4"),
    (Caravan(("e4e5",), "e5"), "caravan e4|e5 / e5", "karawane e4|e5 / e5"),
    (Card(("flood",)), "card flood", "karte flut"),
    (Card(("chariots", "cycle")), "card chariots cycle-of-ma'at", "karte streitwagen kreislauf-der-maat"),
    (Bid(0), "bid 0", "biete 0"),
    (Ahead((("1", "chariots", -1), ("3", "plague", 2))), "conflict 1: chariots; 3: plague-of-locusts bid 2",
     "konflikt 1: streitwagen; 3: heuschreckenplage biete 2"),
    (Ahead((("2", "chariots+miracle", -1),)), "conflict 2: chariots+miracle", "konflikt 2: streitwagen+wunder"),
    (Cats(()), "cats", "katzen"),
    (Cats((3, 0, 1)), "cats 3 0 1", "katzen 3 0 1"),
]  # fmt: skip


@pytest.mark.parametrize(("action", "english", "german"), FORMS)
def test_each_order_has_one_canonical_form_in_each_language(action: Action, english: str, german: str) -> None:
    assert ORDERS.write(action) == english
    assert ORDERS.write(action, "de") == german
    for line in (english, german, english.upper(), german.title()):
        assert ORDERS.read(line) == action


def test_every_order_is_shown_here() -> None:
    assert {type(action) for action, _, _ in FORMS} == set(ACTIONS)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("move w3 to e5, g to c2", Move((("w3", "e5"), ("g", "c2")))),
        ("move w3-e5 g->c2", Move((("w3", "e5"), ("g", "c2")))),
        ("move c3r4-c4r3", Move((("d4", "e3"),))),
        ("bew w1 c10r2", Move((("w1", "k2"),))),
        ("summon warrior c4r4", Summon(("warrior", "e4"))),
        ("Stelle Krieger auf e4", Summon(("warrior", "e4"))),
        ("gain followers", Gain()),
        ("unlock rev", Unlock("revered")),
        ("schalte Verehrt frei", Unlock("revered")),
        ("play chariots", Card(("chariots",))),
        ("card miracle+chariots", Card(("chariots", "miracle"))),
        ("caravan c4r4|c4r5", Caravan(("e4e5",))),
        ("caravan e5-e4", Caravan(("e4e5",))),
        ("caravan c4r4|c4r5 c4r5|c5r4 / c4r5", Caravan(("e4e5", "e5f4"), "e5")),
        ("Karawane e4/e5, e5/f4 neu e5", Caravan(("e4e5", "e5f4"), "e5")),
        ("move god to c2 and w1 to e5", Move((("g", "c2"), ("w1", "e5")))),
        ("bewege den Gott nach c2 und w1 auf e5", Move((("g", "c2"), ("w1", "e5")))),
        ("summon the warrior on e5", Summon(("warrior", "e5"))),
        ("conflict west: chariots; delta: flood", Ahead((("west", "chariots", -1), ("delta", "flood", -1)))),
        ("control e4", Choose("e4")),
        ("summon a scorpion on e5", Summon(("giant-scorpion", "e5"))),
        ("stelle einen Skorpion auf e5", Summon(("giant-scorpion", "e5"))),
        ("card locusts", Card(("plague",))),
        ("karte maat", Card(("cycle",))),
        ("konflikt 1: streitwagen; 3: plage biete 2", Ahead((("1", "chariots", -1), ("3", "plague", 2)))),
        ("build temple", Choose("temple")),
        ("errichte Tempel", Choose("temple")),
        ("done", No()),
        ("fertig", No()),
        ("take temple tithe", Choose("temple-tithe")),
    ],
)
def test_short_long_and_careless_forms(line: str, action: Action) -> None:
    assert ORDERS.read(line) == action


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("move w1", "name-wanted"),
        ("move marmot e5", "unknown-word"),
        ("summon warrior", "space-wanted"),
        ("summon warrior e5 e6", "left-over"),
        ("reveal temple", "space-wanted"),
        ("reveal", "space-wanted"),
        ("begin", "name-wanted"),
        ("choose", "name-wanted"),
        ("caravan", "edge-wanted"),
        ("caravan e4", "edge-wanted"),
        ("caravan / e4", "edge-wanted"),
        ("caravan e4|e5 /", "space-wanted"),
        ("card", "cards-wanted"),
        ("card flood cycle miracle", "cards-wanted"),
        ("conflict", "name-wanted"),
        ("conflict 1", "name-wanted"),
        ("cats 2 0 1", "cat-values-wanted"),
        ("bid many", "number-wanted"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_code(line: str, code: str) -> None:
    with pytest.raises(OrderError) as caught:
        ORDERS.read(line)
    assert caught.value.refusal.code == code


def test_no_two_things_have_the_same_name() -> None:
    meant: dict[str, str] = {}
    for name, key in NAMES.written:
        assert meant.setdefault(fold(name), key) == key, name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_can_be_chosen_can_be_typed(lang: str) -> None:
    for key in NAMES.entries:
        assert ORDERS.read(ORDERS.write(Choose(key), lang)) == Choose(key)
