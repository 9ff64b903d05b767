"""Agenda cards: when they can be played, and what each does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbem.engine import kernel
from pbem.games.ankh.actions import Agenda, Begin, Gain
from pbem.games.ankh.board import Table
from pbem.games.ankh.events import EventBegan, Moved
from pbem.games.ankh.names import AGENDA
from pbem.games.ankh.palace_events import AgendaPlayed, PharaohMoved
from pbem.games.ankh.steps import Turn
from tests.games.ankh.builders import (
    asked,
    bare,
    choices,
    devotion,
    event,
    followers,
    give,
    hand_without,
    monument,
    put,
    refused,
    say,
    silence,
    told,
)


def holding(*cards: str, gods: tuple[str, ...] = ("amun", "isis"), **facts: object) -> Table:
    """A match with Amenhotep; the first god has these cards and no priest anywhere."""
    t = bare(*gods, pharaoh="amenhotep")
    for god in range(t.seats):
        give(t, god, priests=(0, 0, 0, 0, 0))
    give(t, 0, agenda=tuple(sorted(cards)), **facts)
    t.stack = [t.stack[0], Turn(0, 0)]
    kernel.settle(t)
    return t


# When


def test_a_card_goes_before_an_action_that_was_begun() -> None:
    t = holding("grain-tribute")
    assert Begin("gain") in list(kernel.legal(t, 0))
    assert refused(t, "agenda grain tribute") == "agenda-not-now"
    say(t, "begin gain")
    assert t.board.markers["gain"] == 4
    assert refused(t, "begin unlock") == "begin-needs-agenda"
    assert refused(t, "unlock") == "lower-action"
    assert list(kernel.legal(t, 0)) == [Gain(), Agenda("grain-tribute")]
    say(t, "agenda grain-tribute")
    assert followers(t)[0] == 3
    assert t.board.markers["gain"] == 4
    assert t.board.gods[0].agenda_used == ("grain-tribute",)


def test_or_after_it_and_once_per_action() -> None:
    t = holding("grain-tribute", "grain-tribute", "caravan-toll")
    say(t, "summon warrior c0", "agenda grain-tribute")
    assert refused(t, "agenda caravan-toll") == "agenda-not-now"
    say(t, "gain")
    assert asked(t) == "Afterwards"
    t = holding("grain-tribute", "caravan-toll")
    say(t, "unlock revered")
    assert asked(t) == "Afterwards"
    assert refused(t, "gain") == "agenda-or-no"
    assert refused(t, "agenda exile") == "agenda-not-in-hand"
    say(t, "agenda caravan-toll")
    assert told(t, AgendaPlayed) == [AgendaPlayed(0, "caravan-toll")]
    assert t.pending.seats == (1,)


def test_the_last_chance_comes_before_the_event() -> None:
    t = holding("grain-tribute")
    t.board.markers["gain"] = 5
    say(t, "gain")
    assert asked(t) == "Afterwards"
    assert told(t, EventBegan) == []
    silence(t)
    assert [one.kind for one in told(t, EventBegan)] == ["control"]
    assert t.board.gods[0].agenda == ("grain-tribute",)


def test_a_begun_action_still_triggers_its_event() -> None:
    t = holding("grain-tribute")
    t.board.markers["gain"] = 5
    say(t, "begin gain", "agenda grain-tribute")
    assert [one.kind for one in told(t, EventBegan)] == ["control"]


def test_some_cards_go_with_one_action_only() -> None:
    t = holding("conscription")
    say(t, "begin gain")
    assert told(t, EventBegan) == []
    t = holding("conscription", "amnesty", "grain-tribute")
    say(t, "begin unlock")
    assert refused(t, "agenda conscription") == "agenda-other-action"
    assert refused(t, "agenda amnesty") == "agenda-no-effect"
    assert refused(t, "agenda exile") == "agenda-not-in-hand"


def test_without_any_card_that_is_said() -> None:
    t = holding()
    assert refused(t, "agenda exile") == "agenda-not-in-hand"
    t = holding("exile")
    say(t, "summon warrior c0")
    assert refused(t, "begin summon") == "lower-action"


# What


def played(t: Table, card: str, action: str = "gain") -> None:
    """Plays a card before an action."""
    say(t, f"begin {action}", f"agenda {card}")


@pytest.mark.parametrize(
    ("card", "kind"), [("temple-tithe", "temple"), ("obelisk-levy", "obelisk"), ("pyramid-labour", "pyramid")]
)
def test_cards_that_pay_for_monuments(card: str, kind: str) -> None:
    t = holding(card)
    monument(t, "h4", kind, 0)
    monument(t, "h5", "sphinx", 0)
    for space in ("i4", "i5"):
        monument(t, space, kind, 0)
    say(t, "begin move", f"agenda {card}")
    assert followers(t)[0] == 4
    t = holding(card)
    say(t, "begin move")
    assert told(t, AgendaPlayed) == []


def test_harvest_census_and_caravan_toll() -> None:
    t = holding("harvest-census")
    put(t, 0, w1="e4", w2="d4")
    say(t, "begin move", "agenda harvest-census")
    assert followers(t)[0] == 3
    t = holding("caravan-toll")
    put(t, 0, w1="e4", w2="g4")
    say(t, "begin move", "agenda caravan-toll")
    assert followers(t)[0] == 4


def test_tax_collectors_take_from_everybody_who_is_richer() -> None:
    t = holding("tax-collectors", gods=("amun", "isis", "osiris"))
    give(t, 1, followers=5)
    say(t, "begin move", "agenda tax-collectors")
    assert followers(t) == [2, 4, 1]


def test_nobody_is_taxed_more_than_there_is() -> None:
    t = holding("tax-collectors", gods=("amun", "isis"))
    card = replace(t.data.value.agenda["tax-collectors"], amount=4)
    agenda = {**t.data.value.agenda, "tax-collectors": card}
    t.data = replace(t.data, value=replace(t.data.value, agenda=agenda))
    give(t, 1, followers=2)
    say(t, "begin move", "agenda tax-collectors")
    assert followers(t) == [3, 0]


def test_forced_march() -> None:
    t = holding("forced-march")
    put(t, 0, w1="e4")
    say(t, "begin gain", "agenda forced-march", "choose w1")
    assert asked(t) == "agenda-to"
    say(t, "choose b4")
    assert told(t, Moved)[0] == Moved(0, (("w1", "e4", "b4"),), "agenda")


def test_a_figure_that_is_hemmed_in_can_still_march() -> None:
    t = holding("forced-march")
    put(t, 0, g="a8")
    put(t, 1, w1="a7", w2="b7", w3="b8")
    say(t, "begin gain", "agenda forced-march")
    assert asked(t) == "agenda-to"


def test_river_barge() -> None:
    t = holding("river-barge")
    put(t, 0, g="e3", w1="d5", w2="i8")
    say(t, "begin gain", "agenda river-barge")
    assert choices(t) == ("w1", "w2")
    say(t, "choose w1", "choose j4")
    assert t.board.own(0)["w1"] == "j4"
    t = holding("river-barge")
    put(t, 0, g="e3")
    say(t, "begin move")
    assert told(t, AgendaPlayed) == []


def test_nobody_sails_where_every_shore_is_taken() -> None:
    t = holding("river-barge")
    put(t, 0, g="d5")
    for space in t.data.value.hexes.land - {"d5"}:
        t.board.figures.setdefault(space, t.board.figures["d0"])
    say(t, "begin gain")
    assert Agenda("river-barge") not in list(kernel.legal(t, 0))


def test_change_of_place() -> None:
    t = holding("change-of-place")
    put(t, 0, w1="e4", w2="g4")
    say(t, "begin gain", "agenda change-of-place", "choose w1", "choose w2")
    assert (t.board.own(0)["w1"], t.board.own(0)["w2"]) == ("g4", "e4")
    t = holding("change-of-place")
    say(t, "begin move")
    assert told(t, AgendaPlayed) == []


def test_conscription_and_call_the_guardian_cost_a_follower() -> None:
    t = holding("conscription")
    say(t, "begin summon", "agenda conscription", "choose c0")
    assert (t.board.figures["c0"].name, followers(t)[0]) == ("w1", 0)
    t = holding("call-the-guardian", pool=("w1", "mu1"), followers=2)
    say(t, "begin summon", "agenda call-the-guardian", "choose c0")
    assert (t.board.figures["c0"].kind, followers(t)[0]) == ("mummy", 1)


def test_a_card_without_a_price_costs_nothing() -> None:
    t = holding("conscription", followers=0)
    free = replace(t.data.value.agenda["conscription"], cost=0)
    t.data = replace(t.data, value=replace(t.data.value, agenda={**t.data.value.agenda, "conscription": free}))
    say(t, "begin summon", "agenda conscription", "choose c0")
    assert t.board.figures["c0"].name == "w1"


def test_ordination_places_a_priest() -> None:
    t = holding("ordination", priests=(1, 0, 0, 0, 0))
    say(t, "begin gain", "agenda ordination", "choose law")
    assert t.board.gods[0].priests == (0, 1, 0, 0, 0)


def test_under_akhenaten_a_warrior_can_be_ordained() -> None:
    t = bare("amun", "isis", pharaoh="akhenaten")
    give(t, 0, agenda=("ordination",), priests=(0, 0, 0, 0, 0))
    say(t, "begin move", "agenda ordination", "choose law")
    assert t.board.gods[0].priests_in("law") == 1
    assert len(t.board.gods[0].pool) == 5


def test_court_intrigue_moves_any_priest() -> None:
    t = holding("court-intrigue", priests=(0, 1, 1, 0, 0))
    give(t, 1, priests=(0, 0, 0, 1, 0))
    say(t, "begin gain", "agenda court-intrigue")
    assert choices(t) == ("isis", "amun")
    say(t, "choose amun")
    assert choices(t) == ("law", "war")
    say(t, "choose law", "choose throne")
    assert t.board.gods[0].priests == (0, 0, 1, 0, 1)


def test_exile_sends_an_enemy_priest_home() -> None:
    t = holding("exile", gods=("amun", "isis", "osiris"), priests=(0, 1, 1, 0, 0))
    give(t, 1, priests=(0, 1, 1, 0, 0))
    give(t, 2, priests=(0, 1, 0, 0, 0))
    say(t, "begin gain", "agenda exile", "choose law")
    assert choices(t) == ("osiris", "isis")
    say(t, "choose isis")
    assert t.board.gods[1].priests == (1, 0, 1, 0, 0)


def test_royal_escort_moves_the_pharaoh() -> None:
    t = holding("royal-escort")
    say(t, "begin gain", "agenda royal-escort", "choose b7")
    assert told(t, PharaohMoved)[0].space == "b7"


def test_rededication_changes_the_kind_of_a_monument() -> None:
    t = holding("rededication")
    monument(t, "h4", "temple", 0)
    monument(t, "h5", "obelisk", 0)
    say(t, "begin gain", "agenda rededication", "choose h4")
    assert choices(t) == ("obelisk", "pyramid")
    say(t, "choose obelisk")
    assert t.board.monuments["h4"].kind == "obelisk"


def test_public_works_build_beside_a_figure_for_four() -> None:
    t = holding("public-works", followers=4)
    say(t, "begin gain", "agenda public-works", "choose temple")
    assert "c0" in choices(t)
    say(t, "choose c0")
    assert t.board.monuments["c0"].god == 0
    assert followers(t)[0] == 1
    t = holding("public-works", followers=4, tokens=0)
    say(t, "begin gain")
    assert told(t, AgendaPlayed) == []


def test_amnesty_takes_one_used_card_back_and_no_agenda_card() -> None:
    t = holding("amnesty", **hand_without("chariots", "flood"))
    say(t, "begin unlock", "agenda amnesty", "choose chariots")
    assert "chariots" in t.board.gods[0].hand
    assert t.board.gods[0].agenda_used == ("amnesty",)


def test_voice_of_the_people() -> None:
    t = holding("voice-of-the-people")
    give(t, 1, devotion=2)
    say(t, "begin move", "agenda voice-of-the-people")
    assert devotion(t) == [1, 2]
    t = holding("voice-of-the-people")
    say(t, "begin move", "agenda voice-of-the-people")
    assert (devotion(t), followers(t)) == ([0, 0], [2, 1])


def test_every_card_of_the_deck_has_two_copies() -> None:
    t = bare("amun", "isis", pharaoh="amenhotep")
    seen = [*t.board.deck, *t.board.court.display]
    assert sorted(seen) == sorted([*AGENDA, *AGENDA])
    event(t, "control")
    assert len(AGENDA) == 20
