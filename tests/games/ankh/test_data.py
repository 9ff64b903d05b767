"""The data of Ankh, their status, and an owner's corrections."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.engine.errors import BadData
from pbem.games.ankh import GAME
from pbem.games.ankh.data import components, printed

STATUSES = {"verified", "reconstructed"}


def start(overrides: dict[str, Any], players: int = 2, **options: bool | int | str) -> Any:
    return kernel.start(GAME, players, Seeded(bytes(32)), options, overrides)


def test_every_row_has_a_status_and_a_source() -> None:
    rows = components(printed())
    assert {row.status for row in rows} == STATUSES
    assert all((row.source and row.value) or row.name == "camels" for row in rows)


def test_what_is_invented_says_so() -> None:
    invented = {row.group for row in components(printed()) if row.status == "reconstructed"}
    assert {"doors", "ramses", "xerxes", "amenhotep", "akhenaten", "scenario old-kingdom 3"} <= invented
    assert sum(group.startswith("agenda ") for group in invented) == 20
    assert {"board", "palace", "tutankhamun", "scenario peoples-revolt 5"}.isdisjoint(invented)


def test_an_owner_can_replace_a_door_a_card_and_a_set_up() -> None:
    overrides = {
        "doors": {"rooms": ["1-2", "2-3", "2-4"]},
        "agenda": {"exile": {"effect": "followers", "amount": 5}},
        "scenario": {"middle-kingdom": {"2": {"camels": "", "pieces": "g:a4:1 w:a5:1 o:a6:1 g:k2:2 w:j2:2 t:k3:2"}}},
    }
    t = start(overrides, pharaoh="xerxes", pantheon=False)
    assert ("war", "throne") in t.data.value.doors
    assert ("law", "throne") not in t.data.value.doors
    assert t.data.value.agenda["exile"].effect == "followers"
    assert t.board.monuments["a6"].kind == "obelisk"


@pytest.mark.parametrize(
    ("overrides", "reason"),
    [
        ({"devotion": {"top": 100}}, "from 0 to 99"),
        ({"board": {"rows": ["fxf"]}}, "letters f, d, w"),
        ({"board": {"rivers": "a1k5"}}, "no edge of two spaces"),
        ({"board": {"rivers": "b0a1"}}, "the first in the alphabet first"),
        ({"event_track": {"events": ["control"]}}, "the last one is a conflict"),
        ({"event_track": {"events": ["dance", "conflict"]}}, "control, caravan, conflict"),
        ({"start_space": {"2": 6}}, "at least one space before the event"),
        ({"powers": {"revered": 4}}, "levels are 1, 2 and 3"),
        ({"doors": {"rooms": ["1-1"]}}, "not two rooms"),
        ({"doors": {"rooms": ["law-war"]}}, "not two rooms"),
        ({"agenda": {"exile": {"effect": "dance"}}}, "effect is one of"),
        ({"agenda": {"exile": {"copies": 30}}}, "copies and cost are 0 to 20"),
        ({"scenario": {"old-kingdom": {"2": {"pieces": "x:a4"}}}}, "is no piece"),
        ({"scenario": {"old-kingdom": {"2": {"pieces": "g:k1:1"}}}}, "alone on a space of land"),
        ({"scenario": {"old-kingdom": {"2": {"pieces": "g:a4:1"}}}}, "player 1 has one god"),
        ({"scenario": {"old-kingdom": {"2": {"order": "e4 g4 k1"}}}}, "names spaces of land"),
        ({"scenario": {"old-kingdom": {"2": {"order": "e4 g4"}}}}, "exactly one space of each region"),
        ({"tiles": {}}, "does not exist"),
        ({"turn": {"spaces": 7}}, r"turn\.spaces is 7; it is a number from 1 to 6"),
        ({"palace": {"first_room": 0}}, "from 1 to 4"),
        ({"palace": {"priests": 0}}, "from 1 to 3"),
        ({"palace": {"throne_spaces": 7}}, "from 0 to 6"),
        ({"ramses": {"spaces": 7}}, "from 0 to 6"),
        ({"ramses": {"riddle_spaces": 0}}, "from 1 to 6"),
        ({"ramses": {"token_conflicts": [6]}}, r"ramses\.token_conflicts is 6; it is a number from 1 to 5"),
        ({"ramses": {"token_conflicts": ["first"]}}, "token_conflicts is first"),
        ({"tutankhamun": {"death_conflict": 6}}, "from 1 to 5"),
        ({"figures": {"warriors": 10}}, "from 1 to 6"),
        ({"tokens": {"monuments": 0}}, "from 1 to 99"),
        ({"caravan": {"order_tokens": 9}}, "from 1 to 8"),
        ({"guardian_copies": {"2": [1, 1]}}, "3 numbers, for levels 1, 2 and 3"),
        ({"guardian_copies": {"2": [1, 1, 10]}}, "from 0 to 9"),
        ({"event_track": {"events": ["control", "conflict"]}}, "5 conflicts, no more and no fewer"),
        ({"board": {"regions": ["delta"]}}, "delta, west, east, each with one of its spaces"),
        ({"board": {"regions": ["delta f1", "west e4", "east e5"]}}, "exactly one space of each region"),
        ({"board": {"lake_edge": "a1k5"}}, r"board\.lake_edge: 'a1k5' is no edge"),
        ({"scenario": {"old-kingdom": {"4": {"camels": "b4a4"}}}}, r"old-kingdom\.4\.camels: 'b4a4' is no edge"),
    ],
)
def test_data_that_cannot_be_played_are_refused_with_the_reason(overrides: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadData, match=reason):
        start(overrides)


def test_twelve_monuments_of_each_kind_are_an_option() -> None:
    ten, twelve = start({}, scenario="old-kingdom"), start({}, scenario="old-kingdom", monuments=12)
    assert twelve.board.supply["pyramid"] - ten.board.supply["pyramid"] == 2
