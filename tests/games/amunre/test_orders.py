"""How orders of Amun-Re are typed: German and English, short and long, and what is said to what cannot be read."""

from __future__ import annotations

import pytest

from pbem.engine.errors import OrderError
from pbem.engine.game import Action
from pbem.games.amunre import GAME
from pbem.games.amunre.actions import (
    ACTIONS,
    Bid,
    BidAhead,
    Bricks,
    Cards,
    Correct,
    Done,
    Farmers,
    Harvest,
    Offer,
    OfferAhead,
    Place,
    Play,
    Rule,
    Score,
    Sell,
    Steal,
    Take,
    Wish,
)
from pbem.games.amunre.names import CARDS, PROVINCES

ORDERS = GAME.orders
WISHES = (Wish("up-to", "abydos", 10), Wish("exactly", "dakhla", 3), Wish("cheapest"))
RULE = Rule("up", "<", 13, "down")


@pytest.mark.parametrize(
    ("action", "english", "german"),
    [
        (Bid(6, "abydos"), "bid 6 abydos", "biete 6 abydos"),
        (
            BidAhead(WISHES),
            "bid abydos up to 10 else dakhla 3 else cheapest",
            "biete abydos bis 10 sonst dakhla 3 sonst billigste",
        ),
        (Play("blockade"), "play bid-blockade", "spiele bietblockade"),
        (Play("builder", "mendes"), "play builder in mendes", "spiele baumeister in mendes"),
        (Sell(("8-gold", "builder")), "sell 8-gold builder", "verkaufe 8-gold baumeister"),
        (Cards(2), "cards 2", "karten 2"),
        (Farmers(3), "farmers 3", "bauern 3"),
        (
            Farmers(3, ("baharya", "memphis", "memphis")),
            "farmers 3 baharya memphis memphis",
            "bauern 3 baharya memphis memphis",
        ),
        (Bricks(3), "bricks 3", "bausteine 3"),
        (
            Bricks(3, ("memphis", "mendes", "mendes"), "mendes"),
            "bricks 3 memphis mendes mendes builder mendes",
            "bausteine 3 memphis mendes mendes baumeister mendes",
        ),
        (Bricks(4, (), "mendes"), "bricks 4 builder mendes", "bausteine 4 baumeister mendes"),
        (Place(("abu", "buto")), "place abu buto", "setze abu buto"),
        (Done(), "done", "fertig"),
        (Offer(9), "offer 9", "opfere 9"),
        (Offer(9, correction=True), "offer 9 with correction", "opfere 9 mit korrektur"),
        (Offer(9, sold=("8-gold",)), "offer 9 selling 8-gold", "opfere 9 verkaufe 8-gold"),
        (Steal(), "steal", "stehle"),
        (Steal(correction=True, sold=("builder",)), "steal with correction selling builder",
         "stehle mit korrektur verkaufe baumeister"),
        (
            OfferAhead(9, RULE),
            "offer 9 correct up if total < 13 else down",
            "opfere 9 korrigiere hoch wenn summe < 13 sonst runter",
        ),
        (OfferAhead(0, Rule("down")), "offer -3 correct down", "opfere -3 korrigiere runter"),
        (Correct(Rule("up")), "correct up", "korrigiere hoch"),
        (Correct(RULE), "correct up if total < 13 else down", "korrigiere hoch wenn summe < 13 sonst runter"),
        (Take(2, "card"), "take 2 power-cards", "nimm 2 machtkarten"),
        (Take(1, "card"), "take 1 power-card", "nimm 1 machtkarte"),
        (Take(2, "brick", ("abu", "abu")), "take 2 bricks abu abu", "nimm 2 bausteine abu abu"),
        (Take(1, "farmer", ("memphis",)), "take 1 farmer memphis", "nimm 1 bauer memphis"),
        (Harvest(), "harvest", "ernte"),
        (
            Harvest((("8-gold", "abu"), ("harvest-increase", "memphis")), ("builder",)),
            "harvest 8-gold abu harvest-increase memphis selling builder",
            "ernte 8-gold abu erntesteigerung memphis verkaufe baumeister",
        ),
        (Score(), "score", "werte"),
        (Score(("farmer-bonus", "nile-bonus")), "score farmer-bonus nile-bank-bonus",
         "werte bauernbonus provinzbonus-nilufer"),
    ],
)  # fmt: skip
def test_each_order_has_one_canonical_form_in_each_language(action: Action, english: str, german: str) -> None:
    assert ORDERS.write(action) == english
    assert ORDERS.write(action, "de") == german
    for line in (english, german, english.upper(), german.title()):
        assert ORDERS.read(line) == normal(action)


def normal(action: Action) -> Action:
    """Pieces and cards are sorted when read."""
    if isinstance(action, Bricks):
        return Bricks(action.count, tuple(sorted(action.where)), action.builder)
    return action


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("bid abydos 6", Bid(6, "abydos")),
        ("bid 6 gold for Abydos!", Bid(6, "abydos")),
        ("gebot 6 aby", Bid(6, "abydos")),
        ("bid cheapest", BidAhead((Wish("cheapest"),))),
        ("bid up to 10 abydos otherwise 3 dakhla", BidAhead(WISHES[:2])),
        ("biete höchstens 10 abydos", BidAhead(WISHES[:1])),
        ("play the builder in mendes", Play("builder", "mendes")),
        ("play blockade", Play("blockade")),
        ("play same province", Play("same-province")),
        ("play outbid in the same province", Play("same-province")),
        ("spiele Überbieten in gleicher Provinz", Play("same-province")),
        ("spiele ueberbieten", Play("same-province")),
        ("play 8 gold in abu", Play("8-gold", "abu")),
        ("play 8-gold abu", Play("8-gold", "abu")),
        ("play free farmer in berenike", Play("free-farmer", "berenike")),
        ("spiel harvest incr abu", Play("harvest-increase", "abu")),
        ("play nile side bonus", Play("bank-bonus")),
        ("sell 2 builder", Sell(("builder", "builder"))),
        ("sell 2x builders 8 gold", Sell(("8-gold", "builder", "builder"))),
        ("sell 2 8-gold", Sell(("8-gold", "8-gold"))),
        ("buy cards 2", Cards(2)),
        ("buy 2 cards", Cards(2)),
        ("kaufe 2 Machtkarten", Cards(2)),
        ("buy farmers 3 baharya, memphis, memphis", Farmers(3, ("baharya", "memphis", "memphis"))),
        ("farmers baharya memphis memphis", Farmers(3, ("baharya", "memphis", "memphis"))),
        ("kaufe Bauern 2 in Abu", Farmers(2, ("abu", "abu"))),
        ("bricks 3 mendes 2 memphis 1", Bricks(3, ("memphis", "mendes", "mendes"))),
        ("buy 3 bricks: mendes 2, memphis 1", Bricks(3, ("memphis", "mendes", "mendes"))),
        ("bricks mendes 2 memphis 1", Bricks(3, ("memphis", "mendes", "mendes"))),
        ("bricks 2 mendes 1 memphis", Bricks(3, ("memphis", "mendes", "mendes"))),
        ("bricks 2 mendes", Bricks(2, ("mendes", "mendes"))),
        ("place 2 mendes and 1 memphis", Place(("memphis", "mendes", "mendes"))),
        ("offer 9 gold", Offer(9)),
        ("offer -3", Steal()),
        ("offer 9 with sacrifice correction", Offer(9, correction=True)),
        ("Opfer 9 mit Opferkorrektur", Offer(9, correction=True)),
        ("steal correct down if total>=13 else up", OfferAhead(0, Rule("down", ">=", 13, "up"))),
        ("correct +3", Correct(Rule("up"))),
        ("correct -3", Correct(Rule("down"))),
        ("korrigiere rauf falls summe = 3 sonst runter", Correct(Rule("up", "=", 3, "down"))),
        ("take card", Take(1, "card")),
        ("take 3 cards", Take(3, "card")),
        ("nimm eine Karte", Take(1, "card")),
        ("take farmer in memphis", Take(1, "farmer", ("memphis",))),
        ("take 2 bricks mendes memphis", Take(2, "brick", ("memphis", "mendes"))),
        ("nimm bausteine mendes 2", Take(2, "brick", ("mendes", "mendes"))),
        ("harvest with 8 gold in abu and harvest increase in memphis",
         Harvest((("8-gold", "abu"), ("harvest-increase", "memphis")))),
        ("score farmer bonus, egypt bonus", Score(("farmer-bonus", "kingdom-bonus"))),
        ("nothing", Done()),
        ("bid abydos up to 10, else dakhla 3, else the cheapest", BidAhead(WISHES)),
        ("biete abydos bis zu 10, sonst dakhla 3, sonst das Billigste", BidAhead(WISHES)),
        ("sell builder and 8 gold", Sell(("8-gold", "builder"))),
        ("verkaufe Baumeister und Überbieten in gleicher Provinz", Sell(("builder", "same-province"))),
        ("buy 2 power cards", Cards(2)),
        ("kaufe 3 Bausteine: 2 in Mendes, 1 in Memphis", Bricks(3, ("memphis", "mendes", "mendes"))),
        ("korrigiere nach oben", Correct(Rule("up"))),
        ("opfere 9, korrigiere nach unten", OfferAhead(9, Rule("down"))),
        ("nimm 2 Bausteine in Mendes", Take(2, "brick", ("mendes", "mendes"))),
        ("take 3 bricks 2 mendes 1 memphis", Take(3, "brick", ("memphis", "mendes", "mendes"))),
        ("harvest nothing", Harvest()),
        ("werte nichts, verkaufe Baumeister", Score((), ("builder",))),
        ("buy a card", Cards(1)),
        ("kaufe einen Bauern für Memphis", Farmers(1, ("memphis",))),
        ("farmers 2x memphis, 1x baharya", Farmers(3, ("baharya", "memphis", "memphis"))),
        ("kaufe 3 Steine (2 Mendes, 1 Memphis)", Bricks(3, ("memphis", "mendes", "mendes"))),
        ("bricks 2 mendes and play the builder in mendes", Bricks(2, ("mendes", "mendes"), "mendes")),
        ("biete maximal 10 auf Abydos, ansonsten 3 auf Dakhla", BidAhead(WISHES[:2])),
        ("steal 3 gold", Steal()),
        ("stehle -3 mit Korrektur", Steal(correction=True)),
        ("offer 9 with correction up if total is less than 13 else down", OfferAhead(9, RULE)),
        ("opfere 9 mit Opferkorrektur nach oben wenn die Summe kleiner als 13 ist, sonst nach unten",
         OfferAhead(9, RULE)),
        ("offer 9 with sacrifice correction downwards", OfferAhead(9, Rule("down"))),
        ("korrigiere um 3 nach unten", Correct(Rule("down"))),
        ("correct up by 3", Correct(Rule("up"))),
        ("correct by +3", Correct(Rule("up"))),
    ],
)  # fmt: skip
def test_short_long_and_careless_forms(line: str, action: Action) -> None:
    assert ORDERS.read(line) == action


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("buy", "buy-what"),
        ("buy pyramids 3", "buy-what"),
        ("bid 6", "province-missing"),
        ("bid abydos", "number-wanted"),
        ("bid 6 abydos 7", "line-goes-on"),
        ("bid 6 nowhere", "unknown-word"),
        ("play", "card-missing"),
        ("play builder in mendes now", "line-goes-on"),
        ("sell", "card-missing"),
        ("sell 9 builder 9 builder 9 builder 9 builder 9 builder", "too-many-at-once"),
        ("cards", "number-wanted"),
        ("cards 2 3", "line-goes-on"),
        ("farmers", "count-missing"),
        ("farmers 3 baharya memphis", "count-does-not-fit"),
        ("bricks 4 mendes 2 memphis 1", "count-does-not-fit"),
        ("bricks mendes 99", "too-many-at-once"),
        ("bricks 3 mendes 3 builder", "province-missing"),
        ("bricks 3 mendes 3 builder mendes now", "line-goes-on"),
        ("place 3", "province-missing"),
        ("offer", "number-wanted"),
        ("offer 0", "offer-at-least-one"),
        ("offer 9 tomorrow", "line-goes-on"),
        ("offer 9 selling", "card-missing"),
        ("correct", "rule-unclear"),
        ("correct sideways", "rule-unclear"),
        ("correct up if total is 13 else down", "rule-unclear"),
        ("correct up if total < 13", "rule-unclear"),
        ("correct up if total < 13 else down and out", "line-goes-on"),
        ("take", "take-what"),
        ("take 3 bricks mendes memphis", "count-does-not-fit"),
        ("take 2 bricks mendes 1 memphis", "count-does-not-fit"),
        ("take 2 cards and 1 brick in abu", "line-goes-on"),
        ("take brick abu, farmer abu", "line-goes-on"),
        ("bricks mendes 2, memphis", "places-unclear"),
        ("take brick 2", "count-does-not-fit"),
        ("harvest 8-gold", "province-missing"),
        ("done now", "line-goes-on"),
        ("play b", "ambiguous-word"),
        ("Hi Anna,", "unknown-verb"),
        ("", "empty-line"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_code(line: str, refused: str) -> None:
    with pytest.raises(OrderError) as caught:
        ORDERS.read(line)
    assert caught.value.refusal.code == refused


def test_every_action_has_a_verb_with_help() -> None:
    assert set(ORDERS.by_action) == set(ACTIONS)
    assert all(verb.help for verb in ORDERS.verbs)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_card_and_province_can_be_named_as_it_is_called(lang: str) -> None:
    for card in CARDS:
        spoken = GAME.names.name(card, lang)
        for line in (f"play {spoken}", f"play {spoken.upper()}", ORDERS.write(Play(card), lang)):
            assert ORDERS.read(line) == Play(card), line
    for province in PROVINCES:
        assert ORDERS.read(f"bid 0 {GAME.names.name(province, lang)}") == Bid(0, province)
    assert ORDERS.read("biete 0 Theben") == Bid(0, "thebes")


def test_a_gap_is_read_by_the_whole_line_only() -> None:
    with pytest.raises(NotImplementedError):
        ORDERS.by_action[Sell].slots["cards"].read(["builder"])


@pytest.mark.parametrize(
    ("sign", "total", "way"),
    [("<", 12, "up"), ("<", 13, "down"), ("<=", 13, "up"), (">", 13, "down"), (">=", 13, "up"), ("=", 13, "up")],
)
def test_a_rule_compares_the_sum(sign: str, total: int, way: str) -> None:
    assert Rule("up", sign, 13, "down").direction(total) == way
