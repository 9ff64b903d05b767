"""The expansion: palace, priests, sphinxes, agenda cards, the five pharaohs."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.engine import kernel
from pbem.games.ankh.board import Table, region_of
from pbem.games.ankh.events import Devoted, Earned, Nothing, Resolved, Withheld
from pbem.games.ankh.palace_events import (
    AgendaRemoved,
    AgendaShown,
    AgendaTaken,
    InfantryPlaced,
    PharaohDied,
    PharaohMoved,
    PriestPlaced,
    PriestsBack,
    Replaced,
    RoomWon,
)
from pbem.games.ankh.steps import Turn
from tests.games.ankh.builders import (
    Lots,
    asked,
    bare,
    cards,
    choices,
    conflict,
    devotion,
    event,
    followers,
    give,
    monument,
    put,
    refused,
    say,
    silence,
    told,
)

POOL = (3, 0, 0, 0, 0)


def court(pharaoh: str = "amenhotep", gods: tuple[str, ...] = ("ra", "isis")) -> Table:
    """Two gods without suns; all priests are in the pools, three known cards lie open."""
    t = bare(*gods, pharaoh=pharaoh)
    for god in range(t.seats):
        give(t, god, suns=0, priests=POOL)
    t.board.court = replace(t.board.court, display=("exile", "amnesty", "grain-tribute"))
    return t


def turn(t: Table, god: int = 0) -> None:
    """It is this god's turn."""
    t.board.active = god
    t.stack = [t.stack[0], Turn(god, god)]
    kernel.settle(t)


# Priests


def test_summoning_must_also_place_a_priest_in_any_room() -> None:
    t = court()
    say(t, "summon warrior c0")
    assert (asked(t), choices(t)) == ("priest", ("law", "war", "court", "throne"))
    say(t, "choose throne")
    assert told(t, PriestPlaced) == [PriestPlaced(0, "throne")]
    assert t.board.gods[0].priests == (2, 0, 0, 0, 1)
    give(t, 0, priests=(0, 0, 3, 0, 0))
    turn(t)
    say(t, "summon warrior c1")
    assert isinstance(t.stack[-1], Turn)


def test_silence_places_the_priest_in_the_civil_court() -> None:
    t = court()
    say(t, "summon warrior c0")
    silence(t)
    assert t.board.gods[0].priests == (2, 0, 0, 1, 0)


def test_moving_lets_every_priest_go_next_door() -> None:
    t = court()
    give(t, 0, priests=(1, 0, 2, 0, 0))
    assert refused(t, "move war throne") == "no-door"
    assert refused(t, "move law war") == "no-priest-there"
    say(t, "move war law war court g c0")
    assert t.board.gods[0].priests == (1, 1, 0, 1, 0)
    t = court()
    give(t, 0, priests=(1, 0, 2, 0, 0))
    assert refused(t, "move war law law throne") == "no-priest-there"


def test_priests_are_asked_for_one_by_one_as_well() -> None:
    t = court()
    give(t, 0, priests=(1, 0, 2, 0, 0))
    say(t, "move")
    assert choices(t) == ("g", "war")
    say(t, "choose war", "choose law")
    assert choices(t) == ("g", "war")
    say(t, "choose war", "no")
    assert choices(t) == ("g",)


# The palace


def test_after_every_control_event_the_rooms_are_resolved_in_order() -> None:
    t = court()
    give(t, 0, priests=(1, 1, 0, 1, 0))
    give(t, 1, priests=(0, 0, 1, 1, 1))
    event(t, "control")
    assert [one.room for one in told(t, RoomWon)] == ["law"]
    say(t, "choose exile")
    news = list(t.news)
    while not isinstance(t.stack[-1], Turn):
        silence(t)
        news += t.news
    t.news = news
    assert [one.room for one in told(t, RoomWon)] == ["war", "court", "throne"]
    assert len(t.board.court.display) == 3


def test_most_priests_win_and_among_equals_the_god_with_least_devotion() -> None:
    t = court()
    give(t, 0, priests=(1, 0, 0, 2, 0))
    give(t, 1, priests=(1, 0, 0, 1, 1), devotion=0)
    event(t, "control")
    assert told(t, RoomWon) == [RoomWon(0, "court", 2)]
    assert t.board.gods[0].priests == POOL
    assert t.board.gods[1].priests == (1, 0, 0, 1, 1)
    t = court()
    give(t, 0, priests=(2, 0, 0, 1, 0), devotion=3)
    give(t, 1, priests=(2, 0, 0, 1, 0), devotion=2)
    event(t, "control")
    assert told(t, RoomWon) == [RoomWon(1, "court", 1)]
    assert told(t, PriestsBack) == [PriestsBack(1, "court", 1)]


def test_the_chamber_of_law_gives_a_card() -> None:
    t = court()
    give(t, 0, priests=(2, 1, 0, 0, 0))
    event(t, "control")
    assert (asked(t), choices(t)) == ("law", ("exile", "amnesty", "grain-tribute"))
    say(t, "take amnesty")
    assert told(t, AgendaTaken) == [AgendaTaken(0, "amnesty")]
    assert t.board.gods[0].agenda == ("amnesty",)
    assert len(told(t, AgendaShown)[0].cards) == 1


def test_or_a_card_of_ones_own_leaves_the_game_and_all_others_lose_devotion() -> None:
    t = court()
    give(t, 0, priests=(2, 1, 0, 0, 0), agenda=("exile",), agenda_used=("exile",))
    give(t, 1, devotion=2)
    event(t, "control")
    say(t, "no")
    assert told(t, AgendaRemoved) == [AgendaRemoved(0, "exile")]
    assert (t.board.gods[0].agenda, t.board.gods[0].agenda_used) == (("exile",), ())
    assert devotion(t) == [0, 1]
    assert told(t, Devoted)[0].why == "law"
    turn(t)
    give(t, 0, priests=(2, 1, 0, 0, 0), agenda=("amnesty", "exile"))
    event(t, "control")
    say(t, "no")
    assert (asked(t), choices(t)) == ("law-remove", ("amnesty", "exile"))
    say(t, "choose amnesty")
    assert t.board.gods[0].agenda == ("exile",)


def test_the_chamber_of_law_wants_one_of_the_two() -> None:
    t = court()
    give(t, 0, priests=(2, 1, 0, 0, 0))
    event(t, "control")
    assert refused(t, "no") == "answer-first"
    t = court()
    give(t, 0, priests=(2, 1, 0, 0, 0), agenda=("amnesty", "exile"))
    event(t, "control")
    say(t, "no")
    assert refused(t, "no") == "answer-first"


def test_where_no_card_lies_on_display_silence_removes_none() -> None:
    t = court()
    t.board.court = replace(t.board.court, display=())
    t.board.deck = []
    give(t, 0, priests=(2, 1, 0, 0, 0), agenda=("exile",))
    event(t, "control")
    assert asked(t) == "law-remove"
    silence(t)
    assert told(t, Nothing) == [Nothing(0, "law")]
    assert t.board.gods[0].agenda == ("exile",)
    turn(t)
    give(t, 0, priests=(2, 1, 0, 0, 0), agenda=())
    event(t, "control")
    assert Nothing(0, "law") in told(t, Nothing)


def test_the_war_chamber_turns_a_monument_into_a_sphinx() -> None:
    t = court("tutankhamun")
    give(t, 0, priests=(2, 0, 1, 0, 0))
    monument(t, "a5", "temple", 0)
    supply = dict(t.board.supply)
    event(t, "control")
    say(t, "choose a5")
    assert told(t, Replaced) == [Replaced(0, "a5", "temple", "sphinx")]
    assert t.board.monuments["a5"].kind == "sphinx"
    assert t.board.supply["temple"] == supply["temple"] + 1
    assert t.board.supply["sphinx"] == 4
    assert told(t, Earned)[-1] == Earned(0, 1, 2, "riddle")


def test_the_riddle_comes_even_without_a_sphinx_made_and_without_supply() -> None:
    t = court("tutankhamun")
    give(t, 0, priests=(2, 0, 1, 0, 0))
    monument(t, "a5", "sphinx", 0)
    t.board.supply["sphinx"] = 0
    event(t, "control")
    assert told(t, Earned)[-1].why == "riddle"


def test_the_civil_court_gives_a_card_and_two_followers() -> None:
    t = court()
    give(t, 0, priests=(2, 0, 0, 1, 0))
    event(t, "control")
    say(t, "take exile")
    assert followers(t)[0] == 3
    assert t.board.gods[0].agenda == ("exile",)


def test_the_throne_room_gives_a_card_and_moves_the_pharaoh() -> None:
    t = court()
    give(t, 0, priests=(2, 0, 0, 0, 1))
    event(t, "control")
    say(t, "take exile")
    assert asked(t) == "pharaoh-move"
    assert "c8" in choices(t)
    assert "a8" not in choices(t)
    say(t, "choose c8")
    assert told(t, PharaohMoved) == [PharaohMoved(0, "c8")]
    assert t.board.court.space == "c8"


def test_an_empty_display_gives_no_card_and_the_display_is_filled_up_at_the_end() -> None:
    t = court()
    t.board.court = replace(t.board.court, display=())
    give(t, 0, priests=(1, 1, 0, 1, 0))
    event(t, "control")
    assert told(t, AgendaTaken) == []
    assert len(t.board.court.display) == 3
    t = court()
    t.board.court = replace(t.board.court, display=())
    t.board.deck = []
    event(t, "control")
    assert told(t, AgendaShown) == []


# Sphinxes


def test_a_sphinx_counts_as_every_kind_but_is_its_own_for_majorities() -> None:
    t = court()
    put(t, 0, g="g4")
    put(t, 1, g="d4")
    monument(t, "h4", "sphinx", 0)
    monument(t, "i4", "temple", 1)
    monument(t, "i5", "temple", 0)
    t.board.court = replace(t.board.court, space="f1")
    conflict(t)
    assert devotion(t)[0] == 2
    assert t.board.monuments_of(0, "pyramid") == ["h4"]
    assert t.board.monuments_of(0, "temple") == ["h4", "i5"]


# Ramses


def test_whoever_moves_ramses_must_place_infantry_in_his_region() -> None:
    t = court("ramses")
    give(t, 0, priests=(2, 0, 0, 0, 1))
    put(t, 0, w1="a6")
    event(t, "control")
    say(t, "take exile", "no")
    assert asked(t) == "infantry"
    assert region_of(t, choices(t)[0]) == 1
    silence(t)
    assert told(t, InfantryPlaced) == [InfantryPlaced(0, "a1", "")]
    assert t.board.court.infantry_left == 9


def test_no_infantry_without_supply_or_space() -> None:
    t = court("ramses")
    t.board.court = replace(t.board.court, infantry_left=0)
    give(t, 0, priests=(2, 0, 0, 0, 1))
    event(t, "control")
    say(t, "take exile", "choose c8")
    assert told(t, InfantryPlaced) == []
    t = court("ramses")
    for space in choices_of_region(t):
        monument(t, space, "temple")
    give(t, 0, priests=(2, 0, 0, 0, 1))
    event(t, "control")
    say(t, "take exile")
    assert told(t, InfantryPlaced) == []


def choices_of_region(t: Table) -> list[str]:
    """Every empty space of the West but none for the pharaoh to leave it."""
    return [s for s in t.data.value.hexes.land if region_of(t, s) == 1 and s != "a8"]


def test_ramses_leads_an_expedition_after_the_first_three_conflicts() -> None:
    for number, expected in ((1, "pharaoh-move"), (4, "Turn")):
        t = court("ramses")
        put(t, 0, g="g4")
        put(t, 1, g="d4")
        give(t, 0, devotion=25)
        give(t, 1, devotion=23)
        conflict(t, number=number)
        assert asked(t) == expected
        if number == 1:
            assert t.pending.seats == (1,)


def test_infantry_blocks_spaces_and_takes_the_strength_of_figures_beside_it() -> None:
    t = court("ramses")
    put(t, 0, g="d4", w1="e4")
    put(t, 1, g="b6")
    t.board.court = replace(t.board.court, infantry=("d5",))
    conflict(t)
    cards(t, "flood", "flood")
    assert asked(t) == "tie"
    silence(t)
    assert told(t, Resolved)[0].strength == {0: 1, 1: 1}
    turn(t)
    assert refused(t, "move w1 d5") == "cannot-go"


def test_figures_on_water_beside_infantry_have_no_strength_anywhere() -> None:
    t = court("ramses")
    put(t, 0, g="k2")
    t.board.figures["e6"] = t.board.figures.pop("k2")
    put(t, 1, g="f5")
    t.board.court = replace(t.board.court, infantry=("f6",))
    conflict(t)
    cards(t, "flood", "flood")
    assert told(t, Resolved)[0].strength == {0: 0, 1: 1}


def test_the_riddle_of_ramses_moves_as_many_infantry_as_sphinxes() -> None:
    t = court("ramses")
    give(t, 0, priests=(2, 0, 1, 0, 0))
    monument(t, "h4", "sphinx", 0)
    monument(t, "h5", "sphinx", 0)
    t.board.supply["sphinx"] = 0
    t.board.court = replace(t.board.court, infantry=("a5", "b5", "h7"))
    event(t, "control")
    assert (asked(t), choices(t)) == ("infantry-who", ("a5", "b5", "h7"))
    say(t, "choose a5", "choose a7")
    assert told(t, InfantryPlaced) == [InfantryPlaced(0, "a7", "a5")]
    assert choices(t) == ("b5", "h7")
    say(t, "choose b5", "no")
    assert isinstance(t.stack[-1], Turn)
    t = court("ramses")
    give(t, 0, priests=(2, 0, 1, 0, 0))
    monument(t, "h4", "sphinx", 0)
    t.board.supply["sphinx"] = 0
    t.board.court = replace(t.board.court, infantry=("a5",))
    event(t, "control")
    say(t, "no")
    assert isinstance(t.stack[-1], Turn)


# Xerxes


def test_nobody_gains_devotion_in_the_region_of_xerxes() -> None:
    t = court("xerxes")
    put(t, 0, g="d4", w1="e4")
    put(t, 1, g="b6", w1="a6")
    give(t, 0, powers=("worshipful",), followers=4)
    conflict(t)
    cards(t, "chariots", "miracle")
    while asked(t) == "waive":
        silence(t)
    assert asked(t) == "worship"
    silence(t)
    assert devotion(t) == [0, 0]
    t = court("xerxes")
    put(t, 0, g="d4")
    put(t, 1, g="g4")
    conflict(t)
    assert told(t, Withheld) == [Withheld(0)]
    assert devotion(t) == [0, 1]


def test_the_riddle_of_xerxes_moves_him_and_costs_somebody_there_a_devotion() -> None:
    t = court("xerxes", ("ra", "isis", "osiris"))
    give(t, 0, priests=(2, 0, 1, 0, 0))
    monument(t, "h4", "sphinx", 0)
    t.board.supply["sphinx"] = 0
    for god, space in ((1, "d4"), (2, "e4")):
        put(t, god, g=space)
        give(t, god, devotion=god + 1)
    event(t, "control")
    assert asked(t) == "pharaoh-move"
    say(t, "no")
    assert (asked(t), choices(t)) == ("tyranny", ("osiris", "isis"))
    say(t, "choose isis")
    assert devotion(t) == [0, 1, 3]
    t = court("xerxes")
    give(t, 0, priests=(2, 0, 1, 0, 0))
    event(t, "control")
    assert devotion(t) == [0, 0]


# Amenhotep


def test_the_winner_in_the_region_of_amenhotep_is_venerated() -> None:
    t = court()
    put(t, 0, g="d4")
    put(t, 1, g="g4")
    conflict(t)
    assert devotion(t) == [2, 1]


def test_the_riddle_of_amenhotep_shows_as_many_cards_as_sphinxes() -> None:
    t = court()
    give(t, 0, priests=(2, 0, 1, 0, 0))
    monument(t, "h4", "sphinx", 0)
    monument(t, "h5", "sphinx", 0)
    t.board.supply["sphinx"] = 0
    t.chance = Lots("exile", "forced-march")
    event(t, "control")
    assert (asked(t), choices(t)) == ("riddle-card", ("exile", "forced-march"))
    say(t, "take exile")
    assert t.board.gods[0].agenda == ("exile",)
    assert t.board.court.discard == ("forced-march",)


def test_an_empty_deck_is_made_anew_from_the_discards_and_shows_what_there_is() -> None:
    t = court()
    give(t, 0, priests=(2, 0, 1, 0, 0))
    monument(t, "h4", "sphinx", 0)
    monument(t, "h5", "sphinx", 0)
    t.board.supply["sphinx"] = 0
    t.board.deck = []
    t.board.court = replace(t.board.court, discard=("exile",))
    event(t, "control")
    assert told(t, AgendaTaken) == [AgendaTaken(0, "exile")]
    t = court()
    give(t, 0, priests=(2, 0, 1, 0, 0))
    event(t, "control")
    assert Nothing(0, "riddle") in told(t, Nothing)


# Tutankhamun


def test_the_region_of_tutankhamun_comes_first() -> None:
    t = court("tutankhamun")
    t.board.court = replace(t.board.court, space="f2")
    put(t, 0, g="d4")
    put(t, 1, g="f1")
    conflict(t)
    regions = [news.event.region for news in t.news if hasattr(news.event, "region")]
    assert regions == [3, 1, 2]


def test_the_restorer_brings_followers_to_all_gods_in_his_region() -> None:
    t = court("tutankhamun")
    put(t, 0, g="d4")
    put(t, 1, g="f1")
    conflict(t, number=1)
    assert t.board.court.tokens == 2
    assert told(t, Earned) == [Earned(0, 2, 3, "restorer")]


def test_tutankhamun_dies_after_the_third_conflict_and_the_throne_room_is_closed() -> None:
    t = court("tutankhamun")
    put(t, 0, g="d4")
    put(t, 1, g="f1")
    give(t, 0, priests=(1, 0, 0, 0, 2))
    conflict(t, number=3)
    assert told(t, PharaohDied) == [PharaohDied()]
    assert t.board.court.space == ""
    assert t.board.court.tokens == 3
    assert t.board.gods[0].priests == POOL
    turn(t)
    say(t, "summon warrior d5")
    assert choices(t) == ("law", "war", "court")
    give(t, 0, priests=(2, 0, 0, 0, 1))
    event(t, "control")
    say(t, "take exile")
    assert told(t, PharaohMoved) == []
    conflict(t, number=2)
    assert told(t, Earned) == []


# Akhenaten


def test_under_akhenaten_priests_serve_as_warriors_and_warriors_as_priests() -> None:
    t = court("akhenaten")
    give(t, 0, pool=(), priests=(2, 1, 0, 0, 0))
    put(t, 0, g="d4", w1="d5", w2="a5", w3="a6", w4="b4", w5="b5", w6="b6")
    turn(t)
    say(t, "summon warrior e4", "choose law")
    assert t.board.figures["e4"].name == "w7"
    assert t.board.gods[0].priests == (0, 2, 0, 0, 0)
    give(t, 0, pool=("w1", "w2"), priests=(0, 3, 0, 0, 0))
    t.board.figures = {"d4": t.board.figures["d4"], "k2": t.board.figures["d0"]}
    turn(t)
    say(t, "summon warrior e4", "choose law")
    assert t.board.gods[0].priests == (0, 4, 0, 0, 0)
    assert t.board.gods[0].pool == ()


def test_under_akhenaten_the_last_piece_goes_to_the_board_or_to_the_palace() -> None:
    t = court("akhenaten")
    give(t, 0, pool=("w1",), priests=(0, 1, 1, 1, 0))
    say(t, "summon")
    assert (asked(t), choices(t)) == ("shortage", ("board", "palace"))
    say(t, "choose palace")
    assert asked(t) == "priest"
    t = court("akhenaten")
    give(t, 0, pool=(), priests=(1, 1, 1, 0, 0))
    say(t, "summon", "choose palace", "choose law")
    assert t.board.gods[0].priests == (0, 2, 1, 0, 0)
    t = court("akhenaten")
    give(t, 0, pool=(), priests=(1, 1, 1, 0, 0))
    say(t, "summon", "choose board", "choose c0")
    assert t.board.figures["c0"].name == "w1"
    t = court("akhenaten")
    give(t, 0, pool=("w1",), priests=(0, 1, 1, 1, 0))
    say(t, "summon", "choose board", "choose c0")
    assert t.board.gods[0].pool == ()


def test_whoever_moves_akhenaten_may_summon_a_figure_in_his_region() -> None:
    t = court("akhenaten")
    give(t, 0, priests=(2, 0, 0, 0, 1), pool=("w1", "ap1"))
    event(t, "control")
    say(t, "take exile", "choose b8")
    assert (asked(t), choices(t)) == ("summon-may", ("warrior", "apep"))
    assert refused(t, "summon apep g0") == "cannot-place"
    assert refused(t, "summon apep b8") == "cannot-place"
    say(t, "summon apep c6")
    assert t.board.figures["c6"].kind == "apep"


def test_the_riddle_of_akhenaten_summons_beside_each_own_sphinx() -> None:
    t = court("akhenaten")
    give(t, 0, priests=(2, 0, 1, 0, 0), pool=("w1", "ap1"))
    monument(t, "b5", "sphinx", 0)
    monument(t, "h5", "sphinx", 0)
    t.board.supply["sphinx"] = 0
    event(t, "control")
    assert (asked(t), choices(t)) == ("riddle-summon", ("b5", "h5"))
    say(t, "choose b5", "choose apep")
    assert choices(t) == ("c5", "c6")
    say(t, "choose c5")
    assert choices(t) == ("h5",)
    say(t, "no")
    assert isinstance(t.stack[-1], Turn)
