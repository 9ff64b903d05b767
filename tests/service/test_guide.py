"""What `help` says: all at a glance, one order as it stands now, words, topics, and the nearest of them."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Seeded, stream_key
from pbem.engine.game import Game
from pbem.engine.orders import LANGUAGES, fold
from pbem.games import game, games
from pbem.mail.prose import as_text, paragraphs
from pbem.mail.render import WIDTH
from pbem.service import guide
from pbem.service.asking import Asker
from pbem.service.words import WORDS, meant, subject_line, untouched


def at_table(lang: str, one: Game[Any, Any], orders: int = 0) -> Asker:
    """Somebody who is asked after so many orders of bots."""
    t = kernel.start(one, one.players[0], Seeded(bytes(32)))
    for _ in range(orders):
        seat = t.pending.seats[0]
        kernel.play(t, seat, kernel.consult(t, seat, one.bots["random"], Seeded(stream_key(b"x", "bot", t.n))))
    return Asker(lang, one, t, t.pending.seats[0], [f"Player {seat}" for seat in range(t.seats)])


def said(who: Asker, about: str) -> str:
    """An answer as a mail shows it, on one line."""
    return " ".join(as_text(paragraphs(guide.answer(who, about))).split())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", list(games()))
def test_everything_that_help_lists_is_explained_in_columns(key: str, lang: str) -> None:
    who = at_table(lang, game(key), 30)
    everything = as_text(paragraphs(guide.answer(who, "")))
    names = [verb.pattern(lang)[0] for verb in game(key).orders.verbs]
    names += [getattr(one, lang) for one in (*WORDS, *guide.TOPICS)]
    for name in names:
        text = as_text(paragraphs(guide.answer(who, name)))
        assert max(map(len, text.split("\n"))) <= WIDTH
        assert name in text
        assert name in everything


def test_examples_can_be_played_and_what_is_refused_is_refused() -> None:
    for key, one in games().items():
        who = at_table("en", one, 40)
        assert who.table is not None
        for verb in one.orders.verbs:
            facts: Any = guide.order_facts(who, verb)
            for line in facts["examples"]:
                assert kernel.objection(who.table, who.seat, one.orders.read(line)) is None, (key, line)
            for line, reason in facts["refused"]:
                assert kernel.objection(who.table, who.seat, one.orders.read(line)) is not None, (key, line)
                assert reason


def test_an_order_is_explained_with_both_languages_its_gaps_and_this_moment() -> None:
    text = said(at_table("en", game("ra")), "bid")
    assert text.startswith("bid SUN Offer one of your suns")
    assert "biete SUN" in text
    assert "SUN: a number from 1 to 99" in text
    assert "Now refused, for example: - bid 1: There is no auction now." in text
    assert "In the rules: Auction." in text


def test_what_is_possible_now_is_said() -> None:
    assert "Possible now in 1 way: draw" in said(at_table("en", game("ra")), "draw")
    assert "Possible now: draw, ra" in said(at_table("en", game("ra")), "")


def test_orders_of_one_word_are_explained_together() -> None:
    text = said(at_table("en", game("amunre")), "bid")
    assert "bid AMOUNT PROVINCE" in text
    assert "bid WISHES" in text


def test_without_a_table_there_is_nothing_possible_or_refused() -> None:
    text = said(Asker("en", game("ra")), "bid")
    assert "bid SUN" in text
    assert "now" not in text
    assert "tutorial" in said(Asker("en"), "")


@pytest.mark.parametrize("about", ["plan", "plans", "whenever", "on timeout", "until", "wenn", "bid up to"])
def test_plans_are_a_topic_by_each_of_their_words(about: str) -> None:
    text = said(Asker("en"), about)
    for part in ("if CONDITION then ORDER else ORDER", "whenever", "until", "on timeout", "preview"):
        assert part in text
    of_ra = said(at_table("en", game("ra")), about)
    assert "bid up to NUMBER: " in of_ra
    assert "high bid: the best bid of the auction" in of_ra


def test_a_topic_of_the_rules_is_found_too() -> None:
    assert said(at_table("en", game("ra")), "disaster").startswith("DISASTERS")


def test_something_unknown_is_answered_with_the_nearest() -> None:
    assert 'no help on "dsraw". Did you mean draw' in said(at_table("en", game("ra")), "dsraw")
    assert "Did you mean" not in said(Asker("en"), "xyzzyxyzzy")


@pytest.mark.parametrize("key", list(games()))
def test_every_word_can_be_typed_in_both_languages_in_every_game(key: str) -> None:
    verbs = set(game(key).orders.names)
    for word in (one for one in WORDS if one.en not in verbs):
        for name in (word.en, word.de):
            assert meant(name, verbs) == word
            assert meant(fold(name).upper(), verbs) == word


def test_a_word_with_too_much_behind_it_is_prose() -> None:
    assert meant("status", ()) is not None
    assert meant("status quo is fine with me", ()) is None
    assert meant("help me please to understand this rule", ()) is None


@pytest.mark.parametrize(
    ("subject", "line"),
    [
        ("help", "help"), ("Re: help", "help"), ("AW: Re: [Ra 3f2a11] rules disaster", "rules disaster"),
        ("[Ra 3f2a11] status", "status"), ("Re[2]: stand", "stand"), ("  ", ""),
    ],
)  # fmt: skip
def test_a_subject_is_read_without_what_programs_add(subject: str, line: str) -> None:
    assert subject_line(subject) == line
    assert untouched(subject) == subject.startswith(("Re", "AW"))
