"""How lines of a plan are read, in both languages, and what their conditions see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pbem.engine import kernel, planning
from pbem.engine.chance import Seeded
from pbem.engine.errors import OrderError
from pbem.engine.game import Table
from pbem.engine.orders import fold
from pbem.engine.planning import Choose, Compared, Holding, Reader, Reckon, Say
from pbem.games import games
from pbem.games.amunre.actions import Bid as BidForProvince
from pbem.games.amunre.actions import BidAhead, OfferAhead
from pbem.games.ra.actions import Bid, CallRa, Draw, Pass
from tests import tiny
from tests.games.ra.builders import fresh, player, position

RA = games()["ra"]


def at(row: str = "", **facts: Any) -> Any:
    """What the first player sees of a row."""
    return RA.view(position(fresh(3), row=row, **facts), 0)


def holds(condition: str, view: Any) -> bool:
    """Whether a condition holds."""
    return Reader(RA).condition(condition.split()).holds(view)


TRUE = """
tiles >= 3 | row = 3 | tiles == 3 | tiles ≥ 3 | tiles => 3 | at least 3 tiles | more than 2 tiles
fewer than 4 tiles | 3 tiles | tiles | turn | row has flood | row has 2 Nile | tiles > -1 | flood | 2 nile
flood or gold | gold or flood and not auction | best sun > rival sun | plättchen >= 3 | Plaettchen mindestens 3
hoechstens 3 plättchen | mehr als 2 plättchen | is turn
Reihe hat Überschwemmung | reihe enthält Nil | nicht Versteigerung | Überschwemmung oder Gold
"""
FALSE = """
tiles>=4 | row != 3 | tiles ≤ 2 | tiles =< 2 | tiles <> 3 | at most 2 tiles | tiles less than 3 | 4 tiles
auction | not turn | row has 3 nile | gold | flood and gold | not gold and not flood | rival sun >= best sun
my suns has flood | höchstens 2 Plättchen | weniger als 3 plättchen | Überschwemmung und Gold
"""
NEITHER = """
the | tiles are 3 tiles | tiles >= many | >= | | row has | row has 2 gold bars | 3 | >= 3 | what has flood
"""


def conditions(text: str) -> list[str]:
    """The conditions of a list."""
    return [one.strip() for line in text.strip().splitlines() for one in line.split(" | ")]


@pytest.mark.parametrize("condition", conditions(TRUE))
def test_a_condition_that_holds(condition: str) -> None:
    assert holds(condition, at("flood nile nile"))


@pytest.mark.parametrize("condition", conditions(FALSE))
def test_a_condition_that_does_not_hold(condition: str) -> None:
    assert not holds(condition, at("flood nile nile"))


@pytest.mark.parametrize("condition", conditions(NEITHER))
def test_what_is_no_condition(condition: str) -> None:
    with pytest.raises(OrderError):
        holds(condition, at("flood nile nile"))


def test_a_condition_that_is_not_understood_names_facts_like_it() -> None:
    with pytest.raises(OrderError) as caught:
        holds("tilse >= 3", at())
    assert caught.value.refusal.code == "unknown-fact"
    assert caught.value.refusal.facts["near"] == ["tiles"]


def test_a_thing_that_is_not_understood_names_things_like_it() -> None:
    with pytest.raises(OrderError) as caught:
        holds("reihe hat überschwemung", at())
    assert caught.value.refusal.facts["near"] == ["Überschwemmung"]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("draw", "once"), ("bid up to 9", "once"), ("biete bis zu 9", "once"), ("draw until 5 tiles", "until"),
        ("ziehe bis 5 Plättchen", "until"), ("draw until flood  # a comment", "until"), ("on timeout pass", "timeout"),
        ("bei Zeitablauf wenn Versteigerung dann passe sonst ziehe", "timeout"),
        ("whenever tiles >= 6 then ra", "whenever"), ("immer wenn mindestens 6 Plättchen dann ra", "whenever"),
        ("if flood then ra else draw", "once"), ("Falls Überschwemmung dann ra sonst ziehe", "once"),
        ("bid up to 9 until 2 tiles", "until"),
    ],
)  # fmt: skip
def test_the_kinds_of_lines(line: str, kind: str) -> None:
    assert planning.read(RA, line).kind == kind


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("if you like, see you then", "unknown-fact"), ("If you like", "unknown-verb"),
        ("whenever you like", "unknown-verb"),
        ("Bis morgen", "unknown-verb"), ("draw until tomorrow", "unknown-fact"), ("on timeout", "order-missing"),
        ("on timeout dance", "no-order"), ("if flood then dance", "no-order"), ("on timeout drwa", "unknown-verb"),
        ("on timeout 1", "number-in-plan"), ("if flood then 3b", "number-in-plan"), ("until 5 tiles", "order-missing"),
        ("if tiles > 3 draw", "then-missing"), ("whenever flood, draw", "then-missing"),
        ("if flood then", "order-missing"), ("whenever turn then auto", "no-order"),
        ("", "empty-line"),
        ("bid up to heaven", "number-wanted"), ("on timeout if flood", "then-missing"),
        ("dance until flood", "no-order"), ("draw until", "condition-missing"),
        ("draw until flood and", "condition-missing"), ("if tiles >= then draw", "condition-missing"),
        ("whenever row has then draw", "condition-missing"),
    ],
)  # fmt: skip
def test_what_is_no_line_of_a_plan(line: str, code: str) -> None:
    with pytest.raises(OrderError) as caught:
        Reader(RA).line(line)
    assert caught.value.refusal.code == code


def test_a_choice_may_be_nested_and_may_have_no_other_side() -> None:
    line = planning.read(RA, "if gold then ra else if flood then draw")
    assert isinstance(line.speech, Choose)
    assert isinstance(line.speech.otherwise, Choose)
    assert line.speech.meant(at("gold")) == CallRa()
    assert line.speech.meant(at("flood")) == Draw()
    assert line.speech.meant(at("nile")) is None
    assert list(line.speech.branches(at())) == [CallRa(), Draw()]


def test_an_else_belongs_to_the_order_unless_both_sides_are_orders() -> None:
    game = games()["amunre"]
    one = planning.read(game, "if my gold >= 10 then bid abydos up to 10 else dakhla 3 else bid 0 edfu").speech
    assert isinstance(one, Choose)
    assert isinstance(one.then, Say)
    assert isinstance(one.then.action, BidAhead)
    assert len(one.then.action.wishes) == 2
    assert one.otherwise == Say(BidForProvince(0, "edfu"))
    two = planning.read(game, "whenever offering then offer 9 correct up if total < 13 else down").speech
    assert isinstance(two, Choose)
    assert isinstance(two.then, Say)
    assert isinstance(two.then.action, OfferAhead)
    assert two.otherwise is None
    assert planning.read(game, "biete abydos bis 10").kind == "once"


def test_an_agent_finds_its_sun() -> None:
    line = planning.read(RA, "bid up to 9").speech
    assert isinstance(line, Reckon)
    t = position([player((2, 7, 13)), player((5,)), player((6,))], row="gold")
    assert isinstance(line.meant(RA.view(t, 0)), Bid), "no auction: the rules will say so"
    assert planning.read(RA, "bid up to 1").speech.meant(RA.view(t, 0)) == Bid(1)
    called = kernel.apply(t, 0, CallRa())
    assert called.pending.seats == (1,)
    assert line.meant(RA.view(called, 1)) == Bid(5)
    nobody = kernel.apply(kernel.apply(called, 1, Pass()), 2, Pass())
    assert line.meant(RA.view(nobody, 0)) == Bid(2)
    assert list(line.branches(RA.view(nobody, 0))) == [Bid(2)]
    assert planning.read(RA, "bid up to 1").speech.meant(RA.view(nobody, 0)) == Bid(1), "must bid: the rules refuse it"
    after = kernel.apply(kernel.apply(called, 1, Bid(5)), 2, Bid(6))
    assert line.meant(RA.view(after, 0)) == Bid(7)
    assert planning.read(RA, "bid up to 6").speech.meant(RA.view(after, 0)) == Pass()


def test_a_game_without_facts_has_plain_lines_only() -> None:
    bare = msgspec.structs.replace(tiny.GAME, planning=None)
    assert planning.planning_of(bare) == planning.NOTHING
    assert Reader(bare).line("rest").kind == "once"
    for line in ("rest until cat", "rest until 2 cat"):
        with pytest.raises(OrderError):
            Reader(bare).line(line)


def test_kinds_of_conditions_are_values() -> None:
    one = Reader(tiny.GAME).condition(["cat"])
    assert isinstance(one, Holding)
    assert isinstance(Reader(tiny.GAME).condition(["deck", ">", "3"]), Compared)


@pytest.mark.parametrize("key", list(games()))
def test_names_of_facts_are_unique_and_none_is_a_verb_or_a_word_of_conditions(key: str) -> None:
    facts = games()[key].planning.facts  # type: ignore[union-attr]  # every game has plans
    for lang in ("en", "de"):
        names = [fold(getattr(fact, lang)) for fact in facts]
        assert len(set(names)) == len(names)
    reserved = planning.HAS | planning.AND | planning.OR | planning.NOT | planning.IDLE | planning.THEN | planning.UNTIL
    assert not reserved & set(games()[key].planning.names)  # type: ignore[union-attr]


@pytest.mark.parametrize("key", [*games(), "tiny"])
def test_every_fact_can_be_asked_at_any_time_of_a_match(key: str) -> None:
    game = tiny.GAME if key == "tiny" else games()[key]
    t: Table[Any, Any] = kernel.start(game, game.players[0], Seeded(b"f" * 32))
    facts = planning.planning_of(game).facts
    for n in range(150):
        for seat in range(t.seats):
            view = game.view(t, seat)
            assert all(type(fact.number(view)) is int for fact in facts)
        if not t.stack:
            break
        seat = t.pending.seats[0]
        choices = list(kernel.legal(t, seat))
        kernel.play(t, seat, choices[n * 7 % len(choices)])


def land_of(board: Any, seat: int, piece: str) -> int:
    """Pieces in the provinces of a seat."""
    return sum(getattr(land, piece) for land in board.lands.values() if land.owner == seat)


def god(board: Any, seat: int) -> Any:
    """Whom a seat plays."""
    return board.gods[board.god_of[seat]]


ON_THE_TABLE: dict[str, dict[str, Callable[[Any, int], int]]] = {
    "ra": {
        "my suns": lambda b, seat: len(b.players[seat].suns),
        "best sun": lambda b, seat: max(b.players[seat].suns, default=0),
        "middle sun": lambda b, seat: int(b.sun),
    },
    "amunre": {
        "my gold": lambda b, seat: int(b.players[seat].gold),
        "my cards": lambda b, seat: len(b.players[seat].hand),
        "my points": lambda b, seat: int(b.players[seat].points),
        "my bricks": lambda b, seat: land_of(b, seat, "bricks"),
        "my pyramids": lambda b, seat: land_of(b, seat, "pyramids"),
        "temple": lambda b, seat: int(b.temple),
    },
    "mennefer": {
        "my food": lambda b, seat: int(b.players[seat].food),
        "my heka": lambda b, seat: int(b.players[seat].heka),
        "my points": lambda b, seat: int(b.players[seat].pp),
        "at home": lambda b, seat: len(b.players[seat].home),
        "era": lambda b, seat: int(b.era),
    },
    "ankh": {
        "my followers": lambda b, seat: int(god(b, seat).followers),
        "my devotion": lambda b, seat: int(god(b, seat).devotion),
        "my hand": lambda b, seat: len(god(b, seat).hand),
        "my pool": lambda b, seat: len(god(b, seat).pool),
        "events": lambda b, seat: int(b.event),
    },
}


@pytest.mark.parametrize("key", list(ON_THE_TABLE))
def test_facts_are_those_of_their_owner(key: str) -> None:
    game = games()[key]
    facts = {fact.en: fact for fact in planning.planning_of(game).facts}
    t: Table[Any, Any] = kernel.start(game, 3, Seeded(b"o" * 32))
    seen: dict[str, set[int]] = {name: set() for name in ON_THE_TABLE[key]}
    for n in range(120):
        for seat in range(t.seats):
            for name, counted in ON_THE_TABLE[key].items():
                value = facts[name].number(game.view(t, seat))
                assert value == counted(t.board, seat), name
                seen[name].add(value)
        choices = list(kernel.legal(t, t.pending.seats[0]))
        kernel.play(t, t.pending.seats[0], choices[n * 7 % len(choices)])
    assert sum(len(values) > 1 for values in seen.values()) > len(seen) / 2, "most of them change"
