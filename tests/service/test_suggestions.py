"""Errors that teach: what was meant is among the three orders that are suggested, and nothing is played by guess."""

from __future__ import annotations

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.games import games
from pbem.service.alike import distance
from pbem.service.suggest import forms, meant_as_order, regrouped, suggestions, words_of
from tests.games.ra.builders import fresh, player, position
from tests.service.mistakes import KINDS, OTHER_KINDS, Mutator, measured, table

TURN = position([player((2, 13), "god"), *fresh(3)[1:]], row="flood*2 nile palace")
FLEET = kernel.start(games()["amunre"], 3, Seeded(bytes(32)))


@pytest.mark.parametrize("hand", [KINDS, OTHER_KINDS], ids=["one hand", "another"])
def test_what_was_meant_is_suggested(hand: dict[str, Mutator]) -> None:
    tally = measured(games(), 200, "sample", hand)
    assert tally.tried.total() == 200
    assert tally.share() >= 0.95, "\n".join(table(tally))


@pytest.mark.soak
@pytest.mark.parametrize("hand", [KINDS, OTHER_KINDS], ids=["one hand", "another"])
def test_what_was_meant_is_suggested_in_10000_mistakes(hand: dict[str, Mutator]) -> None:
    tally = measured(games(), 10_000, "soak", hand)
    print("\n".join(table(tally)))
    assert tally.share() >= 0.95


@pytest.mark.parametrize(
    ("typed", "lang", "first"),
    [
        ("drwa", "en", "draw"),
        ("zihe", "en", "draw"),
        ("drwa", "de", "ziehe"),
        ("godsflood", "en", "gods flood"),
        ("gods fl ood", "en", "gods flood"),
        ("flood gods", "en", "gods flood"),
        ("gotter nil", "de", "götter nil"),
        ("godz überschwemmung please", "en", "gods flood"),
        ("nile", "en", "gods nile"),
        ("flood-gods", "en", "gods flood"),
        ("gods/flood/pyramid", "en", "gods flood"),
    ],
)
def test_the_nearest_order_comes_first_in_the_language_of_the_reader(typed: str, lang: str, first: str) -> None:
    near = suggestions(TURN, 0, typed, lang)
    assert near[0] == first
    assert len(near) == 3


def test_only_what_the_rules_allow_is_suggested() -> None:
    seat = FLEET.pending.seats[0]
    for line in ("bid 5 xyz", "bid", "offer 9", "farmers 3 memphis", "", "# nothing", "?"):
        for order in suggestions(FLEET, seat, line, "de"):
            assert kernel.objection(FLEET, seat, FLEET.game.orders.read(order)) is None
    assert suggestions(FLEET, (seat + 1) % 3, "bid 3 abu", "en") == []


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("flood gods", True),
        ("nile drw gods", True),
        ("Hi Anna,", False),
        ("see you on Tuesday at 8", False),
        ("Das war ein schöner Zug, den muss ich mir merken", False),
        ("Bert", False),
    ],
)
def test_prose_is_no_order_that_went_wrong(line: str, *, order: bool) -> None:
    assert meant_as_order(TURN, 0, line) is order


@pytest.mark.parametrize(
    ("typed", "near", "far"),
    [("9", "8", "1"), ("12", "21", "57"), ("e5", "e4", "h9"), ("niel", "nile", "nine"), ("bif", "bid", "bin")],
)
def test_slips_of_the_finger_are_nearer_than_other_words(typed: str, near: str, far: str) -> None:
    assert 0 < distance(typed, near) < distance(typed, far)


@pytest.mark.parametrize(
    ("line", "first"),
    [("bid3edfu", "bid 3 edfu"), ("biete/0/dakhla", "bid 0 dakhla"), ("bid-10-baharya!", "bid 10 baharya")],
)
def test_words_without_blanks_between_them_are_taken_apart(line: str, first: str) -> None:
    known = forms(FLEET.game)
    assert " ".join(regrouped(words_of(line), known)).replace("biete", "bid") == first
    assert regrouped(("bid" * 100,), known) == ("bid" * 100,)
