"""What `rules` answers: the topics of a game, or one of them, in our own words and with the numbers of the match.

`templates/KEY/rules.j2` has a macro for each topic: its first line is the title. `topics` there names for each topic
the steps, orders and things of the game that it explains; by their names, too, it can be found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from pbem.engine import kernel
from pbem.engine.data import effective
from pbem.engine.game import Game
from pbem.engine.orders import LANGUAGES, fold, nearest
from pbem.service.asking import Asker, speaker

COMMON = "common/rules.j2"


class Topic(Struct, frozen=True):
    """A part of the rules, and what it explains: names of steps, actions and things."""

    key: str
    about: tuple[str, ...]


def file(game: Game[Any, Any]) -> str:
    """Where the words stand."""
    return f"{game.key}/rules.j2"


def topics(game: Game[Any, Any]) -> list[Topic]:
    """The topics of a game, in the order of the rulebook."""
    module: Any = speaker(game, LANGUAGES[0]).module(file(game))
    declared: dict[str, Sequence[str]] = module.topics
    return [Topic(key, tuple(about)) for key, about in declared.items()]


def answer(asker: Asker, about: str) -> str:
    """The answer to `rules`, or to `rules` and something."""
    game = asker.game
    assert game is not None, "rules are those of a game"
    if not fold(about):
        titles = [said(asker, game, topic)[0] for topic in topics(game)]
        return asker.speaker.lines(COMMON, "contents", {"title": game.title, "topics": titles})
    if text := found(asker, about):
        return text
    known = [name for topic in topics(game) for name in names_of(asker, game, topic)]
    return asker.speaker.lines(COMMON, "unknown", {"word": about, "near": nearest(about, known, cutoff=0.5)})


def found(asker: Asker, about: str) -> str:
    """The topics that somebody asks about; nothing if there are none."""
    game = asker.game
    assert game is not None, "rules are those of a game"
    return "\n".join(told(asker, game, topic) for topic in looked_up(asker, game, about))


def said(asker: Asker, game: Game[Any, Any], topic: Topic) -> list[str]:
    """A topic in words: its title, and its paragraphs."""
    t = asker.table
    data = t.data.value if t is not None else effective(game, {}).value
    options = t.options if t is not None else kernel.chosen(game, {})
    return asker.speaker.lines(file(game), topic.key.replace("-", "_"), data, options).split("\n")


def told(asker: Asker, game: Game[Any, Any], topic: Topic) -> str:
    """A topic with its title, and the orders that belong to it."""
    title, *lines = said(asker, game, topic)
    verbs = [verb for verb in game.orders.verbs if verb.action.__name__ in topic.about]
    orders = list(dict.fromkeys(asker.speaker.pattern(verb) for verb in verbs))
    return "\n".join([f"# {title}", *lines, asker.speaker.lines(COMMON, "orders", orders)])


def looked_up(asker: Asker, game: Game[Any, Any], about: str) -> list[Topic]:
    """What somebody asks about: by its own name before by what it explains, spelled out before shortened."""
    typed = fold(about)
    every = topics(game)
    for begins in (str.__eq__, str.startswith):
        for names in (titles_of, names_of):
            meant = [one for one in every if any(begins(fold(name), typed) for name in names(asker, game, one))]
            if meant and (len(meant) == 1 or begins is str.__eq__):
                return meant
    return []


def titles_of(asker: Asker, game: Game[Any, Any], topic: Topic) -> list[str]:
    """The names of a topic itself, in both languages."""
    askers = [Asker(lang, game, asker.table, asker.seat, asker.names) for lang in LANGUAGES]
    return [topic.key, *(said(one, game, topic)[0] for one in askers)]


def names_of(asker: Asker, game: Game[Any, Any], topic: Topic) -> list[str]:
    """Every name by which a topic can be found."""
    return [*titles_of(asker, game, topic), *explained(game, topic)]


def explained(game: Game[Any, Any], topic: Topic) -> Iterator[str]:
    """What the orders and things that a topic explains are called."""
    for verb in game.orders.verbs:
        if verb.action.__name__ in topic.about:
            yield from verb.words()
    for key in topic.about:
        yield from game.names.entries.get(key, ())
        yield from game.names.plurals.get(key, ())


def about_order(asker: Asker, action: str) -> list[str]:
    """The titles of the topics that explain an order."""
    game = asker.game
    if game is None:
        return []
    return [said(asker, game, topic)[0] for topic in topics(game) if action in topic.about]
