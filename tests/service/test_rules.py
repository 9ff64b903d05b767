"""What `rules` says: every part of every game, in both languages, in columns, with the numbers of the match."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.engine.game import Game
from pbem.engine.orders import LANGUAGES
from pbem.games import game, games
from pbem.mail.prose import as_text, paragraphs
from pbem.mail.render import WIDTH
from pbem.service import rules
from pbem.service.asking import Asker

EVERY = [(game, topic.key) for game in games().values() for topic in rules.topics(game)]


def asker(lang: str, one: Game[Any, Any], **facts: Any) -> Asker:
    """Somebody at a table that has just been laid."""
    t = kernel.start(one, one.players[0], Seeded(bytes(32)), **facts)
    return Asker(lang, one, t, t.pending.seats[0], [f"Player {seat}" for seat in range(t.seats)])


def shown(text: str) -> str:
    """An answer as a mail shows it, on one line."""
    return " ".join(as_text(paragraphs(text)).split())


@pytest.mark.parametrize("key", list(games()))
def test_every_step_and_order_is_explained_by_some_topic(key: str) -> None:
    one = game(key)
    named = {name for topic in rules.topics(one) for name in topic.about}
    assert {kind.__name__ for kind in (*one.steps, *one.actions)} <= named
    known = {kind.__name__ for kind in (*one.steps, *one.actions)} | set(one.names.entries)
    assert named <= known, "a topic explains what there is not"


@pytest.mark.parametrize("key", list(games()))
def test_every_option_of_a_game_changes_or_is_named_in_its_rules(key: str) -> None:
    one = game(key)
    told = {lang: everything(asker(lang, one)) for lang in LANGUAGES}
    for name, option in one.options.items():
        other = {lang: everything(asker(lang, one, options={name: option.choices[-1]})) for lang in LANGUAGES}
        named = name.replace("_1", "").replace("_2", "").replace("_3", "") in told["en"]
        assert named or all(other[lang] != told[lang] for lang in LANGUAGES), name


def everything(who: Asker) -> str:
    """All topics at once."""
    assert who.game is not None
    return "\n".join(rules.told(who, who.game, topic) for topic in rules.topics(who.game))


@pytest.mark.parametrize(("one", "key"), EVERY, ids=lambda value: getattr(value, "key", value))
def test_every_topic_is_told_in_both_languages_and_in_columns(one: Game[Any, Any], key: str) -> None:
    texts = []
    for lang in LANGUAGES:
        text = as_text(paragraphs(rules.answer(asker(lang, one), key)))
        assert max(map(len, text.split("\n"))) <= WIDTH
        assert 60 < len(text) < 3000
        assert "%" not in text
        assert "{" not in text
        texts.append(text)
    assert texts[0] != texts[1]


@pytest.mark.parametrize("key", list(games()))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_alone_lists_the_topics_and_each_is_found_by_its_title(key: str, lang: str) -> None:
    who = asker(lang, game(key))
    contents = [line for kind, lines in paragraphs(rules.answer(who, "")) if kind == "items" for line in lines]
    assert len(contents) == len(rules.topics(game(key))) >= 12
    for title in contents:
        assert as_text(paragraphs(rules.answer(who, title))).startswith(title.upper())


def test_numbers_are_those_of_the_match() -> None:
    ra = game("ra")
    changed = asker("en", ra, overrides={"points": {"start": 12}, "tiles": {"earthquake": 7}})
    assert "starts with 12 points" in shown(rules.answer(changed, "aim"))
    assert "earthquake (7): monuments" in shown(rules.answer(changed, "disaster"))
    assert "earthquake (2): monuments" in shown(rules.answer(Asker("en", ra), "disaster"))


def test_the_events_of_ankh_are_those_of_the_scenario() -> None:
    ankh = game("ankh")
    assert "conflict, camel caravan, control" in shown(rules.answer(asker("en", ankh), "events"))
    told = shown(rules.answer(asker("en", ankh, options={"scenario": "peoples-revolt"}), "events"))
    assert "conflict, consolidation, control" in told


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("disaster", "DISASTERS"), ("Katastrophen", "DISASTERS"), ("funeral", "DISASTERS"), ("Erdbeben", "DISASTERS"),
        ("step pyramid", "MONUMENTS"), ("lose", "DISASTERS"), ("disas", "DISASTERS"), ("biete", "AUCTION"),
    ],
)  # fmt: skip
def test_a_topic_is_found_by_title_thing_or_order_in_both_languages(asked: str, title: str) -> None:
    assert as_text(paragraphs(rules.answer(asker("en", game("ra")), asked))).startswith(title)


def test_a_topic_that_is_not_there_is_answered_with_the_nearest() -> None:
    said = shown(rules.answer(asker("en", game("ra")), "diaster"))
    assert 'no topic "diaster". Did you mean disaster' in said
    assert "Did you mean" not in shown(rules.answer(asker("en", game("ra")), "qqqqqq"))


def test_the_orders_of_a_topic_are_those_of_the_verb_table() -> None:
    assert "Orders: ra, bid SUN, pass" in shown(rules.answer(asker("en", game("ra")), "auction"))
    assert "Befehl: verliere PLÄTTCHEN" in shown(rules.answer(asker("de", game("ra")), "disaster"))
