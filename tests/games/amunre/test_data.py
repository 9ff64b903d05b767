"""The printed numbers of Amun-Re, and what an owner may put in their place."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import data, kernel
from pbem.engine.errors import BadData
from pbem.games.amunre import GAME
from pbem.games.amunre.board import Table
from pbem.games.amunre.names import CARDS, PROVINCES
from tests.games.amunre.builders import add_up, chance


def table(overrides: dict[str, Any], seats: int = 3) -> Table:
    t: Table = kernel.start(GAME, seats, chance("data"), overrides=overrides)
    return t


def test_every_cell_of_a_province_has_a_status() -> None:
    for name, row in GAME.raw_data()["provinces"].items():
        assert set(row["status"]) == set(row) - {"status"}, name
        assert set(row["status"].values()) <= {"verified", "reconstructed"}


def test_what_is_reconstructed_is_said() -> None:
    rows = GAME.components(GAME.raw_data())
    by_name = {(row.name, row.status): row.value for row in rows if row.group == "province"}
    assert by_name["abu", "reconstructed"] == "fields 3, card_limit 1, bank east, kingdom upper"
    assert by_name["mendes", "reconstructed"] == "fields 6, bank east, kingdom lower, on_nile true"
    assert by_name["memphis", "verified"].startswith("printed_farmers 0, card_limit 3, free_cards 0, free_bricks 2")
    assert ("berenike", "verified") in by_name
    assert {row.status for row in rows} == {"verified", "reconstructed"}
    assert {row.name: row.status for row in rows if row.group == "temple_track"} == {
        "from": "reconstructed",
        "camel_up_to": "verified",
    }
    assert all(row.source for row in rows)
    values = {(row.group, row.name): row.value for row in rows}
    assert values["auction", "spaces"] == "0, 1, 3, 6, 10, 15, 21, 28, 36"
    assert values["power_cards", "builder"] == "8"


def test_the_facts_that_are_known_hold() -> None:
    rows = data.effective(GAME, {}).value.provinces
    assert list(rows) == list(PROVINCES)
    assert sum(row.fields for row in rows.values()) == 40
    assert sum(data.effective(GAME, {}).value.cards.values()) == 39
    assert [name for name, row in rows.items() if row.card_limit == 4] == ["abydos"]
    assert {name: row.income for name, row in rows.items() if row.income_kind == "camel"} == {
        "avaris": 8,
        "kharga": 5,
        "sawu": 7,
    }
    assert {name: row.temples for name, row in rows.items() if row.temples} == {"amarna": 1, "damanhur": 2, "edfu": 1}


def test_a_cell_and_its_status_can_be_replaced() -> None:
    overrides = {"provinces": {"abu": {"fields": 2, "status": {"fields": "verified"}}}}
    t = table(overrides)
    assert t.data.value.provinces["abu"].fields == 2
    assert t.data.fingerprint != data.effective(GAME, {}).fingerprint
    assert t.data.overrides == overrides


def test_a_match_with_other_numbers_is_played_to_its_end() -> None:
    t = table({"provinces": {"abu": {"fields": 0}}, "power_card_values": {"sale": 2}, "rounds": {"kingdoms": 1}})
    while t.stack:
        seat = t.pending.seats[0]
        kernel.play(t, seat, kernel.consult(t, seat, GAME.bots["random"], chance(f"data/{t.n}")))
        add_up(t)
    assert len(t.board.scorings) == 1


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"provinzes": {}}, r"amunre\.provinzes does not exist; known here: about, provinces"),
        ({"provinces": {"memfis": {"fields": 2}}}, r"amunre\.provinces\.memfis does not exist; known here: abu"),
        ({"provinces": {"abu": {"field": 2}}}, r"amunre\.provinces\.abu\.field does not exist"),
        ({"provinces": {"abu": {"fields": "2"}}}, r"amunre\.provinces\.abu\.fields is int, not str"),
        ({"provinces": {"abu": {"fields": 7}}}, r"amunre\.provinces\.abu\.fields is 0 to 6, not 7"),
        ({"provinces": {"abu": {"card_limit": -1}}}, r"abu\.card_limit is 0 to 4, not -1"),
        ({"provinces": {"abu": {"bank": "left"}}}, r"abu\.bank is one of west, east, not left"),
        ({"provinces": {"abu": {"bank": "west"}}}, r"bank is west in 8 provinces and not in 7, but here in 9"),
        ({"provinces": {"abu": {"on_nile": False}}}, r"on_nile is true in 8 provinces"),
        ({"provinces": {"abu": {"kingdom": "lower"}}}, r"kingdom is lower in 7 provinces"),
        ({"provinces": {"abu": {"income": 0}}}, r'income_kind is "none" if the income is 0'),
        ({"provinces": {"abu": {"status": {"fields": "sure"}}}}, r"abu\.status\.fields is one of verified"),
        ({"auction": {"spaces": [0, 3, 1]}}, r"amunre\.auction\.spaces: whole numbers"),
        ({"auction": {"spaces": [0, "1"]}}, r"amunre\.auction\.spaces: whole numbers"),
        ({"auction": {"spaces": [1, 3]}}, r"amunre\.auction\.spaces begins with 0"),
        ({"temple_track": {"from": [3, 3, 4]}}, r"amunre\.temple_track\.from: whole numbers"),
        ({"power_cards": {"builder": 4}}, r"builder is at least 5"),
        ({"power_cards": {"8-gold": 21}}, r"0 to 20 of a kind"),
        ({"gold": {"start": -1}}, r"amunre\.gold\.start is 0 to 999, not -1"),
        ({"pyramids": {"bricks": 1}}, r"builder_bricks is at least 1 and less than amunre\.pyramids\.bricks"),
        ({"rewards": {"pieces": [3, 2]}}, r"amunre\.rewards\.pieces has three numbers"),
        ({"power_card_values": {"builder_bricks": 3}}, r"builder_bricks is at least 1 and less"),
        ({"auction": {"blockade_steps": 0}}, r"amunre\.auction\.blockade_steps is at least 1"),
        ({"temple_track": {"from": [3]}}, r"amunre\.temple_track: from has 3 numbers"),
        ({"temple_track": {"camel_up_to": 5}}, r"camel_up_to is 0 to 4"),
        ({"gold": {"total": 99}}, r"amunre\.gold\.total is at least 5 times"),
        ({"scoring": {"pyramid": -1}}, r"amunre\.scoring\.pyramid is 0 to 999, not -1"),
        ({"scoring": {"gold_ranks": []}}, r"amunre\.scoring\.gold_ranks are numbers"),
        ({"rewards": {"pieces": [True, 2, 1]}}, r"amunre\.rewards\.pieces has three numbers"),
        ({"temple_track": {"status": {"from": "sure"}}}, r"amunre\.temple_track\.status\.from is one of verified"),
        ({"about": {"status": "likely"}}, r"amunre\.about\.status is one of verified, reconstructed, not likely"),
        ({"rounds": {"rounds": 4}}, r"1 or 2 kingdoms of 3 rounds"),
        ({"scoring": {"gold_ranks": ["6"]}}, r"amunre\.scoring\.gold_ranks are numbers"),
    ],
)
def test_numbers_that_cannot_be_played_are_refused_with_the_reason(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(BadData, match=message):
        table(overrides)


def test_two_provinces_can_be_corrected_together() -> None:
    t = table({"provinces": {"sawu": {"bank": "west"}, "buto": {"bank": "east"}}})
    assert t.data.value.provinces["sawu"].bank == "west"


def test_the_words_of_chance() -> None:
    assert set(GAME.outcome_words) == {"start-player", "province", "card"}
    assert GAME.outcome_words["province"] == list(PROVINCES)
    assert GAME.outcome_words["card"] == list(CARDS)
    assert [outcome.question for outcome in table({}).outcomes] == ["start-player", *["province"] * 3]


def test_the_facts_of_a_replay_name_the_points_of_each_kingdom() -> None:
    t = table({})
    while t.stack:
        kernel.play(t, t.pending.seats[0], kernel.fallback(t, t.pending.seats[0]))
    rows = GAME.facts(t)["scores_by_kingdom"]
    assert [sum(column) for column in zip(*rows, strict=True)] == list(GAME.points(t))
