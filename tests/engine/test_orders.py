"""Orders: what players may type, in two languages, and what is never guessed."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine import orders
from pbem.engine.errors import Ambiguous, OrderError, Unreadable
from pbem.engine.game import Action, Refusal, refuse
from pbem.engine.orders import LANGUAGES, Number, One, Orders, Verb, Vocabulary, Words
from pbem.games import games
from tests import tiny

THINGS = Vocabulary(
    {
        "nile": ("Nile", "Nil"),
        "flood": ("flood", "Überschwemmung"),
        "drought": ("drought", "Dürre"),
        "pyramid": ("pyramid", "Pyramide"),
        "step-pyramid": ("step pyramid", "Stufenpyramide"),
        "palace": ("palace", "Palast"),
    }
)


class Draw(Action, frozen=True):
    """No gap at all."""


class Dance(Action, frozen=True):
    """Begins like Draw."""


class Bid(Action, frozen=True):
    """A number."""

    sun: int


class Lose(Action, frozen=True):
    """Some things."""

    tiles: tuple[str, ...]


class Build(Action, frozen=True):
    """Two gaps with a filler between them."""

    level: int
    tiles: tuple[str, ...]


LEVEL, TILES = Number(1, 16), Words(THINGS, most=4)
VERBS = (
    Verb(Draw, en="draw", de="ziehe", help="draw", also=("zieh",)),
    Verb(Dance, en="dance", de="tanze", help="dance"),
    Verb(Bid, en="bid {sun}", de="biete {sun}", help="bid", slots={"sun": LEVEL}),
    Verb(Lose, en="lose {tiles}", de="büße {tiles}", help="lose", slots={"tiles": TILES}),
    Verb(
        Build,
        en="build on {level} the {tiles}",
        de="errichte für {level} eine {tiles}",
        help="build",
        slots={"level": LEVEL, "tiles": TILES},
    ),
)
ORDERS = Orders(VERBS)


def refused(line: str, orders_: Orders = ORDERS) -> Refusal:
    """The refusal of a line that cannot be read."""
    with pytest.raises(OrderError) as told:
        orders_.read(line)
    return told.value.refusal


# --- verbs


@pytest.mark.parametrize("line", ["draw", "DRAW", "  Draw  ", "ziehe", "zieh", "draw!", "draw.", "dr", "z", "draw;"])
def test_a_verb_is_read_in_both_languages_in_any_case_and_abbreviated(line: str) -> None:
    assert ORDERS.read(line) == Draw()


@pytest.mark.parametrize("line", ["büße nil", "buesse nil", "busse nil", "BÜSSE nil", "BÜẞE nil", "bü nil", "bue nil"])
def test_a_verb_with_umlauts_may_be_typed_with_them_written_out_or_plain(line: str) -> None:
    assert ORDERS.read(line) == Lose(("nile",))


def test_an_abbreviation_of_several_verbs_is_asked_back_with_all_of_them() -> None:
    with pytest.raises(Ambiguous) as told:
        ORDERS.read("d")
    assert told.value.refusal == refuse("ambiguous-verb", word="d", could_be=["draw", "dance"])


def test_names_of_one_verb_that_begin_alike_are_not_ambiguous() -> None:
    assert ORDERS.read("zie") == Draw()


def test_verbs_that_can_be_played_now_win_when_abbreviated() -> None:
    assert ORDERS.read("d", now=[Dance]) == Dance()
    assert ORDERS.read("d", now=[Draw, Bid]) == Draw()
    with pytest.raises(Ambiguous):
        ORDERS.read("d", now=[Draw, Dance])


def test_verbs_that_cannot_be_played_now_are_still_read() -> None:
    assert ORDERS.read("dance", now=[Draw]) == Dance()
    assert ORDERS.read("da", now=[Draw]) == Dance()
    assert ORDERS.read("bid 3", now=[Draw]) == Bid(3)


def test_a_whole_word_wins_over_an_abbreviation_that_can_be_played_now() -> None:
    class Biddable(Action, frozen=True):
        """`bid` is the beginning of its verb."""

    both = Orders((*VERBS, Verb(Biddable, en="bidden", de="gebeten", help="")))
    assert both.read("bid 3", now=[Biddable]) == Bid(3)


def test_a_near_miss_names_what_may_have_been_meant() -> None:
    assert refused("darw") == refuse("unknown-verb", word="darw", near=["draw"])
    assert refused("zihee") == refuse("unknown-verb", word="zihee", near=["ziehe"])


def test_a_near_miss_names_each_order_once() -> None:
    with pytest.raises(OrderError) as caught:
        games()["ra"].orders.read("zihe")
    assert caught.value.refusal.facts["near"] == ["ziehe"]


@pytest.mark.parametrize("line", ["Hello Anna,", "Moin!", "---", "?"])
def test_prose_is_near_nothing(line: str) -> None:
    assert refused(line) == refuse("unknown-verb", word=line.partition(" ")[0].strip("!"), near=[])


@pytest.mark.parametrize("line", ["", "   ", "# draw", "  # draw", " , . ; "])
def test_a_line_without_words_is_empty(line: str) -> None:
    assert refused(line) == refuse("empty-line")


@pytest.mark.parametrize("line", ["bid 3 # my best", "bid 3#my best", "bid, 3", "bid\t3.", "bid: 3"])
def test_remarks_and_punctuation_are_passed_over(line: str) -> None:
    assert ORDERS.read(line) == Bid(3)


@pytest.mark.parametrize(("line", "rest"), [("draw two", "two"), ("bid 3 or 4", "or 4")])
def test_words_left_over_are_not_passed_over(line: str, rest: str) -> None:
    assert refused(line) == refuse("left-over", words=rest, order=line.partition(" ")[0])


# --- numbers


@pytest.mark.parametrize(("line", "sun"), [("bid 1", 1), ("bid 16", 16), ("biete 09", 9)])
def test_a_number_in_its_range_is_read(line: str, sun: int) -> None:
    assert ORDERS.read(line) == Bid(sun)


@pytest.mark.parametrize("word", ["0", "17", "999999"])
def test_a_number_out_of_range_is_refused_with_the_range(word: str) -> None:
    assert refused(f"bid {word}") == refuse("number-out-of-range", word=word, low=1, high=16)


@pytest.mark.parametrize("word", ["x", "-3", "3a", "1.5", "٣", "1000000", "nine"])
def test_what_is_no_number_is_refused_with_the_range(word: str) -> None:
    assert refused(f"bid {word}") == refuse("number-wanted", word=word, low=1, high=16)


def test_a_missing_number_is_asked_for() -> None:
    assert refused("bid") == refuse("number-wanted", word="", low=1, high=16)


# --- names of things


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("nile", "nile"),
        ("Nil flood", "flood nile"),
        ("überschwemmung", "flood"),
        ("UEBERSCHWEMMUNG", "flood"),
        ("uberschwemmung", "flood"),
        ("ub", "flood"),
        (unicodedata.normalize("NFD", "Überschwemmung"), "flood"),
        ("dür", "drought"),
        ("durre", "drought"),
        ("pyr", "pyramid"),
        ("step pyramid", "step-pyramid"),
        ("step-pyramid", "step-pyramid"),
        ("Steppyramid", "step-pyramid"),
        ("stuf", "step-pyramid"),
        ("pyramid step pyramid", "pyramid step-pyramid"),
        ("2 nile", "nile nile"),
        ("2x nile, palace", "nile nile palace"),
        ("palace 3 nil", "nile nile nile palace"),
        ("2 step pyramid pyramid", "pyramid step-pyramid step-pyramid"),
    ],
)
def test_things_are_read_in_any_order_spelling_and_number_and_come_out_sorted(words: str, keys: str) -> None:
    assert ORDERS.read(f"lose {words}") == Lose(tuple(keys.split()))


def test_an_abbreviation_of_several_things_is_asked_back_with_all_of_them() -> None:
    with pytest.raises(Ambiguous) as told:
        ORDERS.read("lose p")
    assert told.value.refusal == refuse("ambiguous-word", word="p", could_be=["palace", "pyramid"])


def test_names_of_one_thing_that_begin_alike_are_not_ambiguous() -> None:
    assert ORDERS.read("lose ni") == Lose(("nile",))


def test_an_unknown_thing_is_refused_with_its_near_names() -> None:
    assert refused("lose palsat") == refuse("unknown-word", word="palsat", near=["Palast"])
    assert refused("lose everything") == refuse("unknown-word", word="everything", near=[])


@pytest.mark.parametrize("line", ["lose nile 2", "lose 2", "lose 10 nile", "lose 2 2 nile"])
def test_a_count_needs_a_thing_behind_it_and_is_one_digit(line: str) -> None:
    assert refused(line).code == "unknown-word"


def test_things_must_be_named() -> None:
    assert refused("lose") == refuse("word-missing")


def test_more_things_than_the_order_takes_are_refused_with_the_most() -> None:
    assert refused("lose 3 nile 2 flood") == refuse("too-many-words", count=5, most=4)


def test_no_thing_at_all_is_no_order() -> None:
    with pytest.raises(Unreadable):
        ORDERS.read("lose 0 nile")


def test_a_name_of_two_words_is_not_taken_for_two_things_when_abbreviated() -> None:
    try:
        action = ORDERS.read("lose step pyr")
    except OrderError:
        return
    assert action == Lose(("step-pyramid",))


def test_two_abbreviations_are_not_taken_for_the_beginning_of_one_name() -> None:
    rivers = Vocabulary({"nile": ("nile", "Nil"), "lion": ("lion", "Löwe")})
    assert Words(rivers, most=4).read(["ni", "l"]) == (("lion", "nile"), [])


def test_a_number_may_stand_apart_from_the_name_it_belongs_to() -> None:
    rings = Vocabulary({"ring1": ("ring1", "Ring1"), "ring2": ("ring2", "Ring2")})
    assert rings.take(["Ring", "2"]) == ("ring2", 2)
    with pytest.raises(Ambiguous):
        rings.take(["ring", "3"])


@pytest.mark.parametrize("line", ["bid > 9", "bid -> 9", "bid → 9", "bid→9"])
def test_an_arrow_stands_between_words(line: str) -> None:
    assert ORDERS.read(line) == Bid(9)


def test_words_that_say_nothing_may_stand_anywhere() -> None:
    lose = Orders(
        (Verb(Lose, en="lose {tiles}", de="verliere {tiles}", help="", slots={"tiles": TILES}, idle=("and",)),)
    )
    assert lose.read("lose flood and nile") == Lose(("flood", "nile"))


@pytest.mark.parametrize("order", [("bear", "inn"), ("inn", "bear")])
def test_a_plain_spelling_never_hides_a_thing_that_is_really_called_so(order: tuple[str, str]) -> None:
    names = {"bear": ("bear", "Bär"), "inn": ("inn", "Bar")}
    animals = Vocabulary({key: names[key] for key in order})
    assert animals.take(["bar"]) == ("inn", 1)
    assert animals.take(["bär"]) == animals.take(["baer"]) == ("bear", 1)


def test_a_thing_has_a_name_in_each_language() -> None:
    assert [THINGS.name("flood", lang) for lang in LANGUAGES] == ["flood", "Überschwemmung"]


# --- fillers


@pytest.mark.parametrize(
    "line",
    [
        "build on 3 the palace",
        "build 3 palace",
        "build on 3 palace",
        "errichte für 3 eine palast",
        "errichte fuer 3 palast",
        "build für 3 the palast",
        "BUILD ON 3 THE PALACE",
    ],
)
def test_filler_words_of_a_pattern_may_be_left_out_and_mixed(line: str) -> None:
    assert ORDERS.read(line) == Build(3, ("palace",))


def test_words_that_are_no_filler_of_this_pattern_are_not_passed_over() -> None:
    assert refused("build at 3 palace") == refuse("number-wanted", word="at", low=1, high=16)


def test_a_filler_with_an_umlaut_may_be_typed_plain() -> None:
    assert ORDERS.read("errichte fur 3 palast") == Build(3, ("palace",))


@pytest.mark.parametrize("pattern", ["call a fair", "offer {sun} suns"])
def test_a_filler_at_the_end_of_a_pattern_is_read_as_it_is_written(pattern: str) -> None:
    action: Action = Bid(3) if "{" in pattern else Draw()
    verb = Verb(type(action), en=pattern, de=pattern, help="", slots={"sun": LEVEL})
    assert Orders((verb,)).read(verb.write(action, "en")) == action


def test_the_gaps_of_a_pattern_may_stand_in_another_order_in_german() -> None:
    class Move(Action, frozen=True):
        """From a place by some steps."""

        steps: int
        place: str

    slots: dict[str, Any] = {"steps": LEVEL, "place": One(tiny.NAMES)}
    moves = Orders(
        (Verb(Move, en="move {steps} from {place}", de="gehe vom {place} um {steps}", help="", slots=slots),)
    )
    action = Move(2, "cat")
    assert moves.read(moves.write(action, "en")) == action
    assert moves.read(moves.write(action, "de")) == action


def test_two_numbers_in_another_order_in_german_are_not_swapped() -> None:
    class Move(Action, frozen=True):
        """From a place to another."""

        start: int
        end: int

    slots = {"start": LEVEL, "end": LEVEL}
    moves = Orders((Verb(Move, en="move {start} to {end}", de="gehe nach {end} von {start}", help="", slots=slots),))
    assert moves.read("gehe nach 5 von 2") == Move(start=2, end=5)


def test_a_filler_behind_several_things_is_read_as_it_is_written() -> None:
    verb = Verb(Lose, en="give {tiles} away", de="gib {tiles} weg", help="", slots={"tiles": TILES})
    assert Orders((verb,)).read("give nile away") == Lose(("nile",))


# --- writing


@pytest.mark.parametrize(
    ("action", "en", "de"),
    [
        (Draw(), "draw", "ziehe"),
        (Bid(9), "bid 9", "biete 9"),
        (Lose(("nile", "step-pyramid")), "lose nile step-pyramid", "büße nil stufenpyramide"),
        (Build(2, ("flood",)), "build on 2 the flood", "errichte für 2 eine überschwemmung"),
    ],
)
def test_an_order_is_written_as_a_player_could_have_typed_it(action: Action, en: str, de: str) -> None:
    assert ORDERS.write(action) == ORDERS.write(action, "en") == en
    assert ORDERS.write(action, "de") == de


ACTIONS = st.one_of(
    st.just(Draw()),
    st.just(Dance()),
    st.builds(Bid, st.integers(1, 16)),
    st.builds(
        Build,
        st.integers(1, 16),
        st.lists(st.sampled_from(sorted(THINGS.entries)), min_size=1, max_size=4).map(lambda keys: tuple(sorted(keys))),
    ),
)


@given(ACTIONS, st.sampled_from(LANGUAGES))
def test_what_is_written_is_read_as_the_same(action: Action, lang: str) -> None:
    assert ORDERS.read(ORDERS.write(action, lang)) == action


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused_with_a_reason(line: str) -> None:
    """Whatever somebody mails: an action or a refusal, never another error."""
    for game in (*games().values(), tiny.GAME):
        with suppress(OrderError):
            assert isinstance(game.orders.read(line), game.actions)


def test_every_verb_of_every_game_has_help_and_is_found_by_each_of_its_words() -> None:
    for game in (*games().values(), tiny.GAME):
        assert {verb.action for verb in game.orders.verbs} == set(game.actions)
        for verb in game.orders.verbs:
            assert verb.help
            assert all(game.orders.verb(word, ()) is verb for word in verb.words())


# --- the forms in which words are compared


@pytest.mark.parametrize(
    ("word", "folded", "plain"),
    [
        ("Überfluß", "ueberfluss", "uberfluss"),
        ("step-pyramid", "steppyramid", "steppyramid"),
        ("Café 2", "cafe2", "cafe2"),
    ],
)
def test_words_are_compared_without_case_marks_and_spaces(word: str, folded: str, plain: str) -> None:
    assert (orders.fold(word), orders.plain(word)) == (folded, plain)


def test_the_nearest_texts_come_best_first_and_at_most_three() -> None:
    known = ["temple", "tempel", "temples", "template", "Nile"]
    assert orders.nearest("temple", known) == ["temple", "temples", "template"]
    assert orders.nearest("temple", known, count=1) == ["temple"]
    assert orders.nearest("xyz", known) == []


def test_a_gap_for_one_thing_takes_its_words_and_leaves_the_rest() -> None:
    assert One(tiny.NAMES).read(["Holy", "Scarab", "9"]) == ("scarab", ["9"])
    assert One(tiny.NAMES).write("scarab", "en") == "holy-scarab"
    with pytest.raises(Unreadable) as caught:
        One(tiny.NAMES).read([])
    assert caught.value.refusal == refuse("word-missing")
