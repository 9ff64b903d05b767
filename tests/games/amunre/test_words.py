"""What players read: refusals that are right for one piece and for several, the rules in the words of the rulebook."""

from __future__ import annotations

import pytest

from pbem.games.amunre import GAME
from pbem.games.amunre.board import Table
from pbem.games.amunre.events import Stole, Won
from pbem.mail.prose import as_text, paragraphs
from pbem.mail.render import Speaker
from pbem.service import rules
from pbem.service.asking import Asker
from pbem.service.reports import report
from tests.games.amunre.builders import auction, buying, lines, offering, play, refusal, told

NAMES = ["Anna", "Bert", "Carl", "Dora"]


def refused(t: Table, line: str, lang: str = "en") -> str:
    """The words of a refusal."""
    return " ".join(Speaker("amunre", GAME.names, lang, NAMES).refusal(refusal(t, line)).split())


@pytest.mark.parametrize(
    ("t", "line", "english", "german"),
    [
        (
            buying({"berenike": "0"}),
            "farmers 1",
            "None of your provinces has a free field. Go on without farmers.",
            "Keine deiner Provinzen hat freies Anbaugelände. Mach ohne Bauern weiter.",
        ),
        (
            buying({"mendes": "0 f6", "memphis": "0"}),
            "farmers 1 mendes",
            "Mendes has no free field. Choose another province.",
            "Mendes hat kein freies Anbaugelände. Wähl eine andere Provinz.",
        ),
        (
            buying({"memphis": "0"}, gold=0),
            "bricks 1",
            "The price for 1 of a kind is 1 gold; you have 0. Buy fewer, or sell power cards first.",
            "Der Preis für 1 von einer Sorte ist 1 Gold; du hast 0. Kauf weniger oder verkauf erst Machtkarten.",
        ),
        (
            play(buying({"memphis": "0", "mendes": "0"}), "farmers 1"),
            "done",
            'First place what you have bought: 1 farmer. Write "place" and a province for each.',
            "Setz zuerst ein, was du gekauft hast: 1 Bauer. Schreib „setze“ und für jedes Teil eine Provinz.",
        ),
        (
            play(buying({"memphis": "0", "mendes": "0"}), "bricks 2"),
            "done",
            'First place what you have bought: 2 bricks. Write "place" and a province for each.',
            "Setz zuerst ein, was du gekauft hast: 2 Bausteine. Schreib „setze“ und für jedes Teil eine Provinz.",
        ),
        (
            offering((0, 20, 20)),
            "0: offer 2",
            "You cannot offer 2: you have 0 gold and no power card. Offer less, or steal.",
            "Du kannst nicht 2 opfern: Du hast 0 Gold und keine Machtkarte. Opfere weniger oder stiehl.",
        ),
        (
            auction("abu edfu buto sawu", gold=(2, 20, 20, 20)),
            "bid 3 abu",
            "You cannot pay 3: you have 2 gold and no power card to sell. Bid less.",
            "Du kannst nicht 3 zahlen: Du hast 2 Gold und keine Machtkarte zum Verkaufen. Biete weniger.",
        ),
        (
            buying({"memphis": "0"}, hand="8-gold*2 correction"),
            "play builder in memphis",
            "You do not hold this card, or not so often: builder. You hold: 2 8-gold cards, sacrifice correction.",
            "Diese Karte hast du nicht oder nicht so oft: Baumeister. Du hast: 2 8-Gold-Karten, Opferkorrektur.",
        ),
    ],
)
def test_a_refusal_is_right_for_none_for_one_and_for_several(t: Table, line: str, english: str, german: str) -> None:
    assert refused(t, line) == english
    assert refused(t, line, "de") == german


def test_where_no_card_is_left_the_refusal_does_not_ask_to_take_fewer() -> None:
    t = buying({"memphis": "0"})
    t.board.deck = []
    assert refused(t, "cards 1") == "There is no power card left to draw. Go on with farmers or bricks."
    assert refused(t, "cards 1", "de") == (
        "Es ist keine Machtkarte mehr zu ziehen. Mach mit Bauern oder Bausteinen weiter."
    )


def test_whoever_buys_dakhla_is_told_to_take_the_gold_there() -> None:
    t = play(auction("dakhla edfu buto sawu"), "bid 6 dakhla", "bid 0 edfu", "bid 0 buto", "bid 0 sawu")
    won = {lang: Speaker("amunre", GAME.names, lang, NAMES).event(told(t, Won)[0]) for lang in ("en", "de")}
    assert won["en"] == ["Anna pays 6 gold, owns Dakhla and takes the 12 gold there."]
    assert won["de"] == ["Anna zahlt 6 Gold, besitzt nun Dakhla und nimmt die 12 Gold von dort."]


@pytest.mark.parametrize(
    ("thieves", "english", "german"),
    [
        ((1,), "Bert has stolen and gets 3 gold.", "Bert hat gestohlen und bekommt 3 Gold."),
        (
            (1, 2),
            "These have stolen and get 3 gold each: Bert, Carl.",
            "Gestohlen haben und je 3 Gold bekommen: Bert, Carl.",
        ),
    ],
)
def test_one_thief_and_several_are_named_in_whole_sentences(
    thieves: tuple[int, ...], english: str, german: str
) -> None:
    event = Stole(thieves, 3)
    assert Speaker("amunre", GAME.names, "en", NAMES).event(event) == [english]
    assert Speaker("amunre", GAME.names, "de", NAMES).event(event) == [german]


@pytest.mark.parametrize("highest", [1, 3])
def test_reports_say_up_to_which_field_camels_pay_in_this_match(highest: int) -> None:
    t = auction("abu edfu buto sawu", overrides={"temple_track": {"camel_up_to": highest}})
    facts = report(t, 0, (), NAMES, "m", "en")
    speaker = Speaker("amunre", GAME.names, "en", NAMES)
    for words in (speaker.report(facts), speaker.html(facts)):
        assert f"with a camel up to temple field {highest};" in " ".join(words.split())


def test_an_auction_lists_lower_bids_first() -> None:
    t = play(auction("abu edfu buto sawu"), "bid 3 abu", "bid 1 buto")
    amounts = [int(line.split()[1]) for line in lines(t) if line.startswith("bid")]
    assert amounts == sorted(amounts)
    assert amounts[:2] == [0, 0]


def test_the_german_rules_speak_as_the_rulebook_does() -> None:
    t = auction("abu edfu buto sawu")
    asker = Asker("de", GAME, t, 0, NAMES)
    topics = rules.topics(GAME)
    told_ = {topic.key: " ".join(as_text(paragraphs(rules.told(asker, GAME, topic))).split()) for topic in topics}
    assert told_["kingdoms"].startswith("DAS NEUE KÖNIGREICH")
    assert (
        "Edfu: Anbaugelände 2, Kartenlimit 1, Gratismachtkarten: 1, Tempel: 1 (Westen, Oberägypten,"
        in told_["provinces"]
    )
    assert "nimmt 3 Teile" in told_["rewards"]
    assert "der nächste Rang entfällt" in told_["scoring"]
    assert not [key for key, text in told_.items() if "Grenze" in text or "Stück" in text]
