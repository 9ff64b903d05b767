"""What a seat, or a spectator, may know of a match of Amun-Re; what is hidden changes no view and no report."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbem.engine import codec, kernel
from pbem.engine.game import Seat, Step
from pbem.games.amunre import GAME
from pbem.games.amunre.actions import Harvest, Score
from pbem.games.amunre.board import Player, Table
from pbem.games.amunre.steps import Correcting, Harvesting, Offering, Scoring, Sealed
from pbem.games.amunre.steps.offering import UNSEEN
from pbem.games.amunre.view import View
from pbem.mail.render import Speaker
from pbem.service.reports import report
from tests.games.amunre.builders import auction, chance, harvesting, offering, play, random_match, scoring

NAMES = ["Anna", "Bert", "Carl", "Dora", "Emil"]
LANDS = {"abu": "0 f1", "edfu": "1 b2", "buto": "2 p1"}


def seen(t: Table, seat: Seat | None) -> View:
    view = GAME.view(t, seat)
    assert isinstance(view, View)
    return view


def twin(t: Table, seat: Seat | None) -> Table:
    """A table that differs in all that this seat cannot know: gold, hands, deck, seals, orders in advance."""
    other = t.clone()
    b = other.board
    b.deck = list(b.deck)
    for s, player in enumerate(b.players):
        if s == seat:
            continue
        hand = list(player.hand)
        for place in range(len(hand)):
            other_card = next((card for card in b.deck if card != hand[place]), None)
            if other_card is not None:
                b.deck[b.deck.index(other_card)], hand[place] = hand[place], other_card
        b.players[s] = Player(player.gold + 7 + s, tuple(sorted(hand)), player.points)
    b.deck.sort()
    b.bank -= sum(player.gold for player in b.players) - sum(player.gold for player in t.board.players)
    b.wishes = [wishes if s == seat else () for s, wishes in enumerate(b.wishes)]
    other.stack = [unsealed(step, seat) for step in t.stack]
    return other


def unsealed(step: Step, seat: Seat | None) -> Step:
    """The same step with other answers under the seals of the others."""
    if isinstance(step, Offering):
        return Offering(tuple(one if s == seat else one and Sealed(one.gold + 1) for s, one in enumerate(step.sealed)))
    if isinstance(step, Harvesting):
        other = Harvest((("8-gold", "abu"),))
        return replace(step, sealed=tuple(one if s == seat else one and other for s, one in enumerate(step.sealed)))
    if isinstance(step, Scoring):
        bonus = Score(("nile-bonus",))
        return replace(step, sealed=tuple(one if s == seat else one and bonus for s, one in enumerate(step.sealed)))
    return step


def words(t: Table, seat: Seat | None, lang: str) -> str:
    """The report of a seat, as text and as HTML."""
    speaker = Speaker("amunre", GAME.names, lang, NAMES[: t.seats])
    facts = report(t, seat, t.news, NAMES[: t.seats], "m", lang)
    return speaker.report(facts) + speaker.html(facts)


def test_gold_and_cards_of_others_are_hidden_but_not_how_many_cards() -> None:
    t = auction("abu edfu buto sawu", gold=(3, 4, 5, 6), hands=("builder 8-gold", "correction"))
    view = seen(t, 0)
    assert view.hand == ("8-gold", "builder")
    assert [one.gold for one in view.players] == [3, None, None, None]
    assert [one.cards for one in view.players] == [2, 1, 0, 0]
    assert [one.gold for one in seen(t, None).players] == [None] * 4
    assert seen(t, None).hand == ()


def test_with_open_gold_everybody_sees_all_gold() -> None:
    t = auction("abu edfu buto sawu", gold=(3, 4, 5, 6), options={"open_gold": True})
    assert [one.gold for one in seen(t, None).players] == [3, 4, 5, 6]


def test_when_the_match_is_over_everybody_sees_all_gold() -> None:
    t = scoring(lands=LANDS, kingdom=2, gold=(1, 2, 3))
    assert [one.gold for one in seen(t, 0).players] == [1, 2, 3]


def test_an_offering_of_others_is_seen_only_as_made() -> None:
    t = play(offering(hands=("correction",)), "0: offer 9 correct up", "2: offer 4")
    step = seen(t, 2).steps[-1]
    assert isinstance(step, Offering)
    assert step.sealed == (Sealed(UNSEEN), None, Sealed(4), None)
    mine = seen(t, 0).steps[-1]
    assert isinstance(mine, Offering)
    assert mine.sealed[0] is not None
    assert mine.sealed[0].gold == 9


def test_a_direction_in_advance_is_seen_by_its_owner_alone() -> None:
    t = offering(hands=("correction", "correction"))
    t = play(t, "1: offer 3 correct up", "0: steal with correction", "2: steal", "3: steal")
    for seat in (0, 1, None):
        step = seen(t, seat).steps[-1]
        assert isinstance(step, Correcting)
        assert (step.rules[1] is not None) == (seat == 1)


def test_bids_in_advance_are_seen_by_their_owner_alone() -> None:
    t = play(auction("abu edfu buto sawu"), "bid abu up to 10 else cheapest")
    assert [bool(seen(t, seat).wishes) for seat in (0, 1, None)] == [True, False, False]
    assert "Bids ordered in advance: Abu up to 10, the cheapest." in words(t, 0, "en")


def test_answers_to_harvest_and_scoring_are_under_seal() -> None:
    t = play(harvesting(0, 1, lands=LANDS, hands=("8-gold", "builder")), "0: harvest 8-gold abu")
    step = seen(t, 1).steps[-1]
    assert isinstance(step, Harvesting)
    assert step.sealed == (Harvest(), None, None)
    t = scoring(0, 1, lands={"abu": "0", "edfu": "0", "abydos": "0"}, hands=("nile-bonus", "builder"))
    t = play(t, "0: score nile-bonus")
    final = seen(t, 1).steps[-1]
    assert isinstance(final, Scoring)
    assert final.sealed == (Score(), None, None)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_is_hidden_changes_no_view_and_no_report(seats: int) -> None:
    """Through a whole match: views of everybody, and now and then the words of their mails."""
    t = random_match(seats, f"twin/{seats}")
    differed = 0
    while t.stack:
        for seat in (None, *range(seats)):
            other = twin(t, seat)
            differed += other.board.players != t.board.players
            assert codec.encode(seen(t, seat)) == codec.encode(seen(other, seat))
            if t.n % 40 == 0:
                assert words(t, seat, "en") == words(other, seat, "en")
        speaker = t.pending.seats[t.n % len(t.pending.seats)]
        kernel.play(t, speaker, kernel.consult(t, speaker, GAME.bots["random"], chance(f"twin/{t.n}")))
    assert differed > 100


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_report_of_a_match_can_be_said(lang: str) -> None:
    """In 72 columns, with names for everything."""
    t = random_match(3, f"said/{lang}")
    speaker = Speaker("amunre", GAME.names, lang, NAMES[:3])
    news = list(t.news)
    while t.stack:
        seat = t.pending.seats[0]
        kernel.play(t, seat, kernel.consult(t, seat, GAME.bots["steady"], chance(f"said/{t.n}")))
        news += t.news
        if t.n % 17 == 0 or not t.stack:
            for reader in (None, 0, 1, 2):
                facts = report(t, reader, news, NAMES[:3], "m", lang)
                text = speaker.report(facts)
                assert max(map(len, text.splitlines())) <= 72, text
                assert speaker.html(facts).count("<table") == speaker.html(facts).count("</table>")
            news.clear()


def test_a_view_survives_json() -> None:
    t = play(auction("abu edfu buto sawu"), "bid abu up to 10 else cheapest")
    for seat in (0, 1, None):
        assert codec.load_view(GAME, codec.encode(seen(t, seat))) == seen(t, seat)


def test_in_the_last_round_of_a_kingdom_no_more_provinces_are_announced() -> None:
    """With 3 or 4 players some are left, but they never come."""
    for round_, announced in ((2, True), (3, False)):
        t = auction("abu edfu buto sawu", round_=round_)
        assert ("Can still come in this kingdom:" in words(t, 0, "en")) == announced


def test_the_report_shows_the_whole_board() -> None:
    """Also provinces that can still come, with what will be free there; printed free cards count for a bonus card."""
    text = words(auction("abu edfu memphis sawu", discards="builder 8-gold builder"), 0, "en")
    rows = [line.split() for line in text.splitlines()]
    assert ["Memphis", "for", "sale", "0/2", "0", "0", "3", "WLN"] in rows
    assert ["Memphis", "-", "0/2", "0", "0", "3", "WLN", "+2", "bricks"] not in rows
    assert ["Dakhla", "-", "0/0", "0", "0", "2+1", "WU-", "+12", "gold"] in rows
    assert ["Abydos", "-", "0/3", "0", "0", "4", "WUN", "+1", "brick"] in rows
    assert ["Damanhur", "-", "0/2", "0", "0", "1", "WL-", "2", "temples"] in rows
    assert "Power cards: 35 in the deck; discarded: 8 gold, 2 builders." in text


def test_whoever_offers_sees_the_temple_track() -> None:
    assert "from 3 on to 2, from 13 on to 3, from 23 on to 4" in " ".join(words(offering(), 0, "en").split())


def test_several_cards_of_a_kind_are_counted() -> None:
    t = play(auction("abu edfu memphis sawu", hands=("8-gold*2 same-province*2 nile-bonus*2",)), "sell 2 8-gold")
    text = " ".join(words(t, 0, "de").split())
    assert "Anna bekommt 2 Gold und wirft dafür ab: 2 8-Gold-Karten." in text
    assert "Machtkarten: 2 Provinzboni Nilufer, 2 Überbieten-Karten." in text


def test_cards_that_hold_for_an_auction_are_shown_as_long_as_it_lasts() -> None:
    t = play(auction("abu edfu buto sawu", hands=("blockade",)), "play blockade", "bid 3 abu", "bid 0 buto")
    assert words(t, 2, "en").count("Played in this auction by Anna: bid blockade.") == 2
    assert words(t, 2, "de").count("In dieser Bietrunde gespielt von Anna: Bietblockade.") == 2
