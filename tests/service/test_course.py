"""The lessons of a tutorial: what ticks each, which one comes next, what it gives as example."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.engine.errors import OrderError
from pbem.engine.game import Table
from pbem.engine.orders import LANGUAGES
from pbem.games import game, games
from pbem.mail.menu import Choice, Entry, Menu
from pbem.mail.render import Answer, Result, Speaker
from pbem.service import course, words
from pbem.service.course import Course, advanced, impossible, shortened


def answers(*lines: tuple[str, Result]) -> list[Answer]:
    """A letter with what became of its lines."""
    return [Answer(typed, result) for typed, result in lines]


@pytest.mark.parametrize(
    ("lesson", "given"),
    [
        ("number", answers(("1", "played"))),
        ("number", answers(("3b.", "played"))),
        ("words", answers(("draw", "played"))),
        ("mistake", answers(("fly", "refused"))),
        ("plan", answers(("draw", "played"), ("draw", "planned"))),
        ("plan", answers(("if tiles >= 5 then ra", "planned"))),
        ("ask", answers(("hilfe biete", "answered"))),
        ("ask", answers(("rules", "answered"))),
    ],
)
def test_each_lesson_is_ticked_by_doing_it(lesson: str, given: list[Answer]) -> None:
    assert course.LESSONS[lesson](given)
    assert lesson in advanced(Course(), given).done


def test_only_what_was_done_is_ticked() -> None:
    done = advanced(Course(), answers(("1", "refused"), ("Hello", "prose"), ("status", "answered"))).done
    assert done == ("mistake",)


def test_lessons_go_on_in_order_skip_what_is_done_and_end() -> None:
    now = advanced(Course(), answers(("bid 99", "refused"), ("1", "played")))
    assert (now.lesson, now.praised) == ("words", ("number", "mistake"))
    now = advanced(now, answers(("draw", "played")))
    assert now.lesson == "plan"
    now = advanced(now, answers(("2", "played")))
    assert (now.lesson, now.shown) == ("plan", 2)
    now = advanced(now, answers(("2", "played")))
    assert now.lesson == "ask"
    now = advanced(now, answers(("help", "answered")))
    assert now.lesson == course.READY
    assert advanced(now, answers(("1", "played"))).lesson == course.OVER


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", list(games()))
def test_the_examples_of_lessons_are_what_they_claim(key: str, lang: str) -> None:
    t = kernel.start(game(key), game(key).players[0], Seeded(bytes(32)))
    seat = t.pending.seats[0]
    short = shortened(t, seat, lang)
    legal = {type(one) for one in kernel.legal(t, seat)}
    assert short
    assert kernel.objection(t, seat, t.game.orders.read(short, legal)) is None
    assert refused(t, seat, impossible(t, seat, lang))


def refused(t: Table[Any, Any], seat: int, line: str) -> bool:
    """Whether a line gets a reason, and is neither played nor left alone as prose."""
    try:
        return kernel.objection(t, seat, t.game.orders.read(line)) is not None
    except OrderError as error:
        return error.refusal.code != "unknown-verb" or bool(error.refusal.facts["near"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_lesson_has_words_and_names_only_words_that_work(lang: str) -> None:
    speaker = Speaker("ra", game("ra").names, lang)
    for name in (*course.LESSONS, course.READY):
        facts = {
            "name": name,
            "number": 1,
            "of": 5,
            "again": True,
            "praised": [*course.LESSONS],
            "short": "dr",
            "wrong": "x",
            "plan": ["on timeout pass"],
        }
        report = type(
            "Report",
            (),
            {"lesson": facts, "menu": Menu([Entry("1", "", [Choice("1", "draw", "draw")])]), "title": "Ra"},
        )()
        text = speaker.lines("common/tutorial.j2", "lesson", report)
        assert len(text) > 100
        for line in text.split("\n"):
            typed = line.removeprefix("=> ")
            known = typed in ("1", "draw", "x") or words.meant(typed, ()) is not None
            assert known or not line.startswith("=> "), line
