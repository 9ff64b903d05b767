"""What somebody wants who opens a match, read from a line in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.game import Refusal
from pbem.service.wishes import Wish, read


def asked(text: str) -> Wish:
    """The wish; it must be one."""
    found = read(text)
    assert isinstance(found, Wish), found
    return found


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("ra 4", "Ra 4"),
        ("ra 4 private", "ra 4 privat"),
        ("ra 3 speed=2d bots=1", "ra 3 bots=1, tempo=2 Tage"),
        ("ra 4 speed=10d+12h, Mon-Fri, quiet 22-7 private", "ra 4 privat tempo=10d+12h, Mo-Fr, Ruhe 22-7"),
        ("amunre 5 open_gold=yes same_province=once", "Amun-Re 5 open_gold=ja same_province=once"),
        ("ra 4 reliability>=80%", "ra 4 zuverlässigkeit >= 80"),
        ("ra 4 think=30m press=public watch=no", "ra 4 bedenken=30m presse=öffentlich zuschauer=nein"),
        ("ra 4 ready=no", "ra 4 bereit=aus"),
        ("ra 4 press=none think=0", "ra 4 presse=keine bedenken=0"),
    ],
)
def test_both_languages_say_the_same(english: str, german: str) -> None:
    assert asked(english) == asked(german)


def test_every_part_is_kept_for_whom_it_concerns() -> None:
    wish = asked("ankh 3 drought=2 private think=2h press=none ready=no reliability>=90 bots=2 speed=3d")
    assert (wish.game.key, wish.seats, wish.bots, wish.private) == ("ankh", 3, 2, True)
    assert (wish.options, wish.wants) == ({"drought": 2}, {"reliability": 90})
    assert wish.settings == {"think": 7200.0, "press": "none", "ready": False}
    assert wish.clock["turn"] == 259200.0


@pytest.mark.parametrize(
    ("text", "code", "facts"),
    [
        ("", "which-game", {}),
        ("chess 2", "no-such-game", {"word": "chess"}),
        ("ra", "seats-wanted", {"seats": [3, 4, 5]}),
        ("ra four", "seats-wanted", {"word": "four"}),
        ("ra 4 please", "seats-wanted", {"word": "4 please"}),
        ("ra 4 bots=4", "value-unknown", {"choices": ["0-3"]}),
        ("ra 4 bots=many", "value-unknown", {"value": "many"}),
        ("ra 4 rating>=1500", "no-ratings", {}),
        ("ra 4 reliability=80", "value-unknown", {"name": "reliability"}),
        ("ra 4 reliability>=101", "value-unknown", {"value": "101"}),
        ("ra 4 speed>=2d", "no-such-setting", {"name": "speed"}),
        ("ra 4 open_scores=perhaps", "value-unknown", {"choices": ["yes", "no"]}),
        ("ra 4 think=forever", "value-unknown", {"name": "think"}),
        ("ra 4 think=25h", "value-unknown", {"value": "25h"}),
        ("ra 4 speed=", "speed-time-missing", {}),
        ("ra 4 colour=red", "no-such-setting", {"name": "colour"}),
    ],
)
def test_what_cannot_be_is_refused_with_what_there_is(text: str, code: str, facts: dict[str, Any]) -> None:
    found = read(text)
    assert isinstance(found, Refusal)
    assert found.code == code
    assert {name: found.facts[name] for name in facts} == facts
