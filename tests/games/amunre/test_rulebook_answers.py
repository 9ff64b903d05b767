"""What silence means in each phase of Amun-Re, and what an order out of place is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.engine import codec, kernel
from pbem.engine.record import Match, Replay, Trust
from pbem.games.amunre import GAME
from pbem.games.amunre.actions import Bricks, Harvest, Offer, Place, Score, Sell, Take
from pbem.games.amunre.board import Table
from pbem.games.amunre.steps import Correcting, Payment, Placing, Purchases
from pbem.mail.render import Speaker
from tests.games.amunre.builders import (
    auction,
    buying,
    code,
    harvesting,
    offering,
    play,
    position,
    refusal,
    rewarding,
    scoring,
)

LANDS = {"abu": "0", "edfu": "1", "buto": "2"}


def paying() -> Table:
    step = Payment(("abu", "edfu", "buto"), (10, 0, 0), (0, 1, 2))
    return position(step, gold=(8, 20, 20), hands=("builder 8-gold nile-bonus",), market="abu buto edfu")


def placing() -> Table:
    steps = (Purchases(0, 3, ("brick",)), Placing(0, "brick", 2))
    return position(*steps, gold=(9, 9, 9), lands={"abu": "0", "buto": "0"})


def correcting() -> Table:
    step = Correcting((4, 0, 0), 4, (0,), (None, None, None))
    return position(step, gold=(9, 9, 9), hands=("builder",), lands=LANDS)


OPEN: dict[str, Callable[[], Table]] = {
    "bid-first": lambda: auction("abu edfu buto sawu"),
    "pay-first": paying,
    "buy-first": lambda: buying({"abu": "0"}),
    "place-first": placing,
    "offer-first": offering,
    "correct-first": correcting,
    "take-first": lambda: rewarding((0, 2), lands=LANDS),
    "harvest-first": lambda: harvesting(0, lands=LANDS, hands=("builder",)),
    "score-first": lambda: scoring(0, lands=LANDS, hands=("builder",)),
}
"""Every question that can be open, by the code of what is said to an order that does not answer it."""
ORDERS = ("bid 0 abu", "cards 1", "place abu", "offer 3", "correct up", "take 1 card", "harvest 8-gold abu", "score")


@pytest.mark.parametrize("question", OPEN)
def test_an_order_out_of_place_is_told_what_is_asked(question: str) -> None:
    t = OPEN[question]()
    codes = {code(t, line) for line in ORDERS if kernel.objection(t, 0, GAME.orders.read(line)) is not None}
    assert question in codes


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("question", OPEN)
def test_every_refusal_can_be_said_in_both_languages(question: str, lang: str) -> None:
    t = OPEN[question]()
    speaker = Speaker("amunre", GAME.names, lang, ["Anna", "Bert", "Carl", "Dora"])
    for line in (*ORDERS, "done", "sell builder", "play builder in memphis", "farmers 9", "bricks 9 abu 9", "steal"):
        why = kernel.objection(t, 0, GAME.orders.read(line))
        if why is not None:
            assert len(speaker.refusal(why)) > 20


@pytest.mark.parametrize(
    ("question", "silence"),
    [
        ("bid-first", "bid 0 abu"),
        ("pay-first", "done"),
        ("buy-first", "done"),
        ("place-first", "place abu abu"),
        ("offer-first", "steal"),
        ("correct-first", "correct up"),
        ("take-first", "take 2 power-cards"),
        ("harvest-first", "done"),
        ("score-first", "done"),
    ],
)
def test_silence_means_what_the_rules_say(question: str, silence: str) -> None:
    t = OPEN[question]()
    assert GAME.orders.write(kernel.fallback(t, 0)) == silence
    kernel.apply(t, 0, kernel.fallback(t, 0))


def test_silence_in_an_auction_takes_an_empty_card() -> None:
    t = play(auction("abu edfu buto sawu"), "bid 3 abu")
    assert GAME.orders.write(kernel.fallback(t, 1)) == "bid 0 buto"


def test_silence_at_a_scoring_plays_every_bonus_that_is_met() -> None:
    t = scoring(0, lands={"abu": "0", "abydos": "0", "edfu": "0"}, hands=("nile-bonus kingdom-bonus bank-bonus",))
    assert GAME.orders.write(kernel.fallback(t, 0)) == "score upper-lower-egypt-bonus nile-bank-bonus"


def test_silence_places_bricks_where_the_builder_needs_them() -> None:
    t = play(buying({"abu": "0", "mendes": "0 b1"}, hand="builder"), "bricks 2 builder mendes")
    assert GAME.orders.write(kernel.fallback(t, 0)) == "place mendes mendes"


def test_a_card_is_refused_with_the_reason() -> None:
    t = buying({"abu": "0"}, hand="builder blockade")
    assert code(t, "play correction") == "card-not-in-hand"
    assert refusal(t, "play blockade").facts == {"card": "blockade", "phase": 2}
    assert code(t, "play builder") == "card-needs-own-province"
    assert code(t, "play builder in memphis") == "card-needs-own-province"
    assert code(auction("abu edfu buto sawu", hands=("blockade",)), "play blockade in abu") == "card-without-province"
    assert code(t, "sell builder builder") == "card-not-in-hand"


def test_values_that_no_line_gives_are_refused_too() -> None:
    """Orders of programs that are not in their one form."""
    t = buying({"abu": "0", "buto": "0"}, hand="builder nile-bonus")
    assert kernel.objection(t, 0, Sell(("nile-bonus", "builder"))) is not None
    assert kernel.objection(t, 0, Sell(())) is not None
    assert kernel.objection(t, 0, Bricks(2, ("buto", "abu"))) is not None
    assert kernel.objection(t, 0, Bricks(3, ("buto",))) is not None
    assert kernel.objection(placing(), 0, Place(())) is not None
    assert kernel.objection(offering(), 0, Offer(-2)) is not None
    reward = rewarding((0, 2), lands={"abu": "0", "buto": "0"})
    assert kernel.objection(reward, 0, Take(2, "brick", ("buto", "abu"))) is not None
    hands = ("8-gold harvest-increase nile-bonus kingdom-bonus",)
    mine = {"abu": "0", "abydos": "0", "edfu": "0"}
    plays = (("harvest-increase", "abu"), ("8-gold", "abu"))
    assert kernel.objection(harvesting(0, lands=mine, hands=hands), 0, Harvest(plays)) is not None
    cards = ("nile-bonus", "kingdom-bonus")
    assert kernel.objection(scoring(0, lands=mine, hands=hands), 0, Score(cards)) is not None


def test_orders_in_advance_replay_to_the_same_match() -> None:
    """What they did is no entry of the log of its own, and comes out of it again."""
    match = Match(GAME, ["a", "b", "c"], b"ahead", "ahead")
    while match.table.stack and match.table.n < 60:
        t = match.table
        seat = t.pending.seats[0]
        step = type(t.stack[-1]).__name__
        line = {"Bidding": "bid cheapest", "Offering": "offer 1 correct up if total < 5 else down"}.get(step, "")
        order = GAME.orders.read(line) if line else kernel.fallback(t, seat)
        match.play(seat, order if kernel.objection(t, seat, order) is None else kernel.fallback(t, seat))
    assert sum("cheapest" in (entry.order or "") for entry in match.file.log) > 5
    for trust in Trust:
        assert codec.dump(Replay(GAME, match.file, trust).run()) == codec.dump(match.table)


def test_a_second_play_cannot_replace_the_first_unnoticed() -> None:
    """In a letter of two lines the first card would be lost; both are asked for in one line."""
    hands = ("8-gold harvest-increase", "builder")
    t = harvesting(0, 1, lands={"abu": "0 f2", "edfu": "0", "buto": "1"}, hands=hands)
    assert refusal(t, "play 8-gold in abu").facts == {"others": ("harvest-increase",)}
    assert code(t, "play 8-gold in abu") == "harvest-in-one-line"
    assert code(t, "play 8-gold in buto") == "card-needs-own-province"
    play(t, "harvest 8-gold abu")
    t = scoring(0, 1, lands={"abu": "0", "edfu": "0", "thebes": "0"}, hands=("nile-bonus kingdom-bonus", "builder"))
    assert code(t, "play nile-bonus") == "score-in-one-line"
    play(t, "score nile-bonus")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_hint_to_write_one_line_can_be_said(lang: str) -> None:
    speaker = Speaker("amunre", GAME.names, lang, ["Anna", "Bert", "Carl"])
    t = harvesting(0, 1, lands={"abu": "0"}, hands=("8-gold harvest-increase", "builder"))
    assert GAME.names.name("harvest-increase", lang) in speaker.refusal(refusal(t, "play 8-gold in abu"))
    t = scoring(0, 1, lands={"abu": "0", "edfu": "0", "thebes": "0"}, hands=("nile-bonus kingdom-bonus", "builder"))
    said = " ".join(speaker.refusal(refusal(t, "play nile-bonus")).split())
    assert GAME.names.name("kingdom-bonus", lang) in said


@pytest.mark.parametrize(
    ("lang", "way"),
    [
        ("en", '"harvest selling builder"|"score selling builder"'),
        ("de", "„ernte verkaufe baumeister“|„werte verkaufe baumeister“"),
    ],
)
def test_whoever_wants_to_sell_under_seal_is_told_how(lang: str, way: str) -> None:
    """The way out that the refusal names is an order that is played."""
    speaker = Speaker("amunre", GAME.names, lang, ["Anna", "Bert", "Carl"])
    for question, order in zip(("harvest-first", "score-first"), way.split("|"), strict=True):
        t = OPEN[question]()
        assert order in " ".join(speaker.refusal(refusal(t, "sell builder")).split())
        play(t, order.strip('"'))


def test_one_of_something_is_not_said_in_the_plural() -> None:
    speaker = Speaker("amunre", GAME.names, "de", ["Anna", "Bert", "Carl"])
    t = rewarding((0, 2), lands=LANDS)
    assert "1 Teile" not in speaker.refusal(refusal(t, "take brick"))
    t = buying({"abu": "0 b1"}, hand="builder")
    assert "wären es 1" not in speaker.refusal(refusal(t, "play builder in abu"))


def test_bought_pieces_are_placed_before_anything_is_sold() -> None:
    t = play(buying({"abu": "0", "buto": "0"}, hand="builder"), "bricks 2")
    assert code(t, "sell builder") == "place-first"
    play(t, "place abu buto", "sell builder")
