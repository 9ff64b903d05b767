"""How orders of Ra are typed: German and English, short and long, and what is said to what cannot be read."""

from __future__ import annotations

import pytest

from pbem.engine.errors import Ambiguous, OrderError, Unreadable
from pbem.engine.game import Action
from pbem.engine.orders import LANGUAGES
from pbem.games.ra import GAME
from pbem.games.ra.actions import ACTIONS, Bid, CallRa, Draw, Gods, Lose, Pass
from tests.games.ra.builders import SUNS

ORDERS = GAME.orders
TURN = (Draw, CallRa, Gods)
AUCTION = (Bid, Pass)
TILES = tuple(GAME.outcome_words["tile"])


@pytest.mark.parametrize(
    ("action", "english", "german"),
    [
        (Draw(), "draw", "ziehe"),
        (CallRa(), "ra", "ra"),
        (Gods(("flood", "pharaoh")), "gods flood pharaoh", "götter überschwemmung pharao"),
        (Bid(9), "bid 9", "biete 9"),
        (Pass(), "pass", "passe"),
        (Lose(("pyramid", "temple")), "lose pyramid temple", "verliere pyramide tempel"),
        (Lose(()), "lose", "verliere"),
        (Lose(("step-pyramid",)), "lose step-pyramid", "verliere stufenpyramide"),
    ],
)
def test_each_order_has_one_canonical_form_in_each_language(action: Action, english: str, german: str) -> None:
    assert ORDERS.write(action) == english
    assert ORDERS.write(action, "de") == german
    assert ORDERS.read(english) == action
    assert ORDERS.read(german) == action


def every_action() -> list[Action]:
    suns = sorted({sun for stacks in SUNS.values() for stack in stacks for sun in stack} | {1})
    kinds = [kind for kind in TILES if kind not in ("ra", "god")]
    pairs = [tuple(sorted(pair)) for pair in zip(kinds, [*kinds[1:], kinds[0]], strict=True)]
    named = [make((kind,)) for kind in kinds for make in (Gods, Lose)]
    return [Draw(), CallRa(), Pass(), *map(Bid, suns), *named, *map(Gods, pairs), *map(Lose, pairs)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_written_is_read_again_in_any_case_and_with_any_umlauts(lang: str) -> None:
    ascii_twin = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
    bare = str.maketrans({"ä": "a", "ö": "o", "ü": "u"})
    for action in every_action():
        line = ORDERS.write(action, lang)
        for typed in (line, line.upper(), line.title(), line.translate(ascii_twin), line.translate(bare)):
            assert ORDERS.read(typed) == action, typed


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("d", Draw()),
        ("dr", Draw()),
        ("z", Draw()),
        ("zieh", Draw()),
        ("Ziehen!", Draw()),
        ("r", CallRa()),
        ("RA", CallRa()),
        ("ruf", CallRa()),
        ("invoke", CallRa()),
        ("call Ra", CallRa()),
        ("Ruf Ra!", CallRa()),
        ("Ra rufen", CallRa()),
        ("b 9", Bid(9)),
        ("bie 12", Bid(12)),
        ("Biete: 9.", Bid(9)),
        ("bieten 9", Bid(9)),
        ("Gebot 9", Bid(9)),
        ("bid 09", Bid(9)),
        ("p", Pass()),
        ("passen", Pass()),
        ("gods flo phar", Gods(("flood", "pharaoh"))),
        ("göt übers", Gods(("flood",))),
        ("GOETTER UEBERSCHWEMMUNG NIL", Gods(("flood", "nile"))),
        ("gotter durre", Gods(("drought",))),
        ("Götter Überschwemmung, Pharao", Gods(("flood", "pharaoh"))),
        ("gods 2 nile", Gods(("nile", "nile"))),
        ("gods 2x nile gold", Gods(("gold", "nile", "nile"))),
        ("götter kunst", Gods(("art",))),
        ("l temple pyr", Lose(("pyramid", "temple"))),
        ("lose step pyramid", Lose(("step-pyramid",))),
        ("lose pyramid step pyramid", Lose(("pyramid", "step-pyramid"))),
        ("lose step-pyramid pyramid", Lose(("pyramid", "step-pyramid"))),
        ("verl stuf ag", Lose(("agriculture", "step-pyramid"))),
        ("verlieren 2 tempel", Lose(("temple", "temple"))),
        ("lose 2 pyramids", Lose(("pyramid", "pyramid"))),
        ("lose 2 step pyramids", Lose(("step-pyramid", "step-pyramid"))),
        ("verliere palaeste paläste", Lose(("palace", "palace"))),
        ("gods 2 pharaohs floods", Gods(("flood", "pharaoh", "pharaoh"))),
        ("draw  # and hope", Draw()),
        ("   bid\t13   ", Bid(13)),
    ],
)
def test_short_long_and_careless_forms(line: str, action: Action) -> None:
    assert ORDERS.read(line) == action


def test_words_of_tiles_come_in_any_order() -> None:
    assert ORDERS.read("gods temple gold nile") == ORDERS.read("gods nile temple gold")
    assert ORDERS.read("lose temple art") == Lose(("art", "temple"))


def test_an_abbreviation_means_an_order_of_the_open_decision_first() -> None:
    assert ORDERS.read("g flood", TURN) == Gods(("flood",))
    assert ORDERS.read("g 9", AUCTION) == Bid(9)
    with pytest.raises(Ambiguous):
        ORDERS.read("g flood")


def failure(line: str) -> tuple[type[OrderError], str, dict[str, object]]:
    with pytest.raises(OrderError) as caught:
        ORDERS.read(line)
    return type(caught.value), caught.value.refusal.code, caught.value.refusal.facts


@pytest.mark.parametrize(
    ("line", "kind", "code"),
    [
        ("", Unreadable, "empty-line"),
        ("# nothing", Unreadable, "empty-line"),
        ("Hi Anna,", Unreadable, "unknown-verb"),
        ("bid", Unreadable, "number-wanted"),
        ("bid nine", Unreadable, "number-wanted"),
        ("bid -3", Unreadable, "number-wanted"),
        ("bid 0", Unreadable, "number-out-of-range"),
        ("bid 100", Unreadable, "number-out-of-range"),
        ("bid 9 10", Unreadable, "left-over"),
        ("draw draw", Unreadable, "left-over"),
        ("pass 3", Unreadable, "left-over"),
        ("call marmot", Unreadable, "left-over"),
        ("gods", Unreadable, "word-missing"),
        ("gods marmot", Unreadable, "unknown-word"),
        ("gods nile 2", Unreadable, "unknown-word"),
        ("gods 9 nile", Unreadable, "too-many-words"),
        ("lose 9 nile", Unreadable, "too-many-words"),
        ("gods a", Ambiguous, "ambiguous-word"),
        ("lose st", Ambiguous, "ambiguous-word"),
        ("g flood", Ambiguous, "ambiguous-verb"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_code(line: str, kind: type[OrderError], code: str) -> None:
    assert failure(line)[:2] == (kind, code)


def test_a_near_miss_is_told_what_it_is_near_to() -> None:
    assert failure("drw")[2]["near"] == ["draw"]
    assert failure("gods tempel2")[2]["near"] == ["Tempel", "temple"]
    assert failure("Hi Anna,")[2]["near"] == []


def test_an_ambiguous_word_is_told_what_it_could_be() -> None:
    assert failure("gods a")[2]["could_be"] == ["agriculture", "art", "astronomy"]
    assert failure("g flood")[2]["could_be"] == ["gods", "gebot"]


def test_what_is_left_over_is_told_in_the_language_typed() -> None:
    assert failure("ziehe ein Plättchen")[2] == {"words": "ein Plättchen", "order": "ziehe"}
    assert failure("draw a tile")[2] == {"words": "a tile", "order": "draw"}


def test_tiles_are_written_by_their_fixed_english_words() -> None:
    for tile in TILES:
        assert ORDERS.write(Gods((tile,))) == f"gods {tile}"


def test_tiles_have_the_german_names_of_the_rulebook() -> None:
    german = """
        Ra Gott Pharao Begräbnis Nil Überschwemmung Dürre Künste Agrikultur Religion Astronomie Schrift Unruhen Gold
        Festung Obelisk Palast Pyramide Sphinx Statuen Stufenpyramide Tempel Erdbeben
    """
    assert [GAME.names.name(tile, "de") for tile in TILES] == german.split()


def test_as_many_tiles_can_be_named_as_lie_on_a_full_row() -> None:
    assert ORDERS.read("gods 8 nile") == Gods(("nile",) * 8)


def test_every_action_has_a_verb_with_help() -> None:
    assert set(ORDERS.by_action) == set(ACTIONS)
    assert all(verb.help for verb in ORDERS.verbs)


def test_every_tile_has_a_name_of_its_own_in_both_languages() -> None:
    assert list(GAME.names.entries) == list(TILES)
    for lang in LANGUAGES:
        assert len({GAME.names.name(tile, lang) for tile in TILES}) == len(TILES)
