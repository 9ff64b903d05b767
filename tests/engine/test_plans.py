"""Which line of a plan speaks, and what becomes of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine import kernel, plans
from pbem.engine.game import Action, Table
from pbem.engine.plans import Heard, Kept, Told
from pbem.games.amunre.actions import BidAhead
from pbem.games.ra.actions import Bid, CallRa, Draw, Pass
from tests.games.amunre.builders import auction as amunre_auction
from tests.games.ra.builders import auction, fresh, player, position


def kept(*lines: str, moment: str = "1") -> list[Kept]:
    return [Kept(line, moment) for line in lines]


def consult(t: Table[Any, Any], *lines: str, moment: str = "1") -> Heard:
    return plans.consult(t, t.pending.seats[0], kept(*lines, moment=moment))


def results(heard: Heard) -> list[tuple[str, str]]:
    return [(one.text, one.result) for one in heard.told]


def left(heard: Heard) -> Sequence[str]:
    return [one.text for one in heard.left]


def turn(row: str = "") -> Table[Any, Any]:
    return position(fresh(3), row=row)


def bidding(best: int = 0) -> Table[Any, Any]:
    players = [player((2, 9)), player((5, 7)), player((6,))]
    return auction(players, "ra-tile", ra_player=1, bidder=0, best=best, leader=2 if best else -1)


def test_the_first_line_speaks_and_is_used_up() -> None:
    heard = consult(turn(), "draw", "ra")
    assert (heard.action, left(heard)) == (Draw(), ["ra"])
    assert heard.line == Kept("draw", "1")
    assert heard.told == [Told("draw", "played", Draw())]


def test_a_line_for_another_question_waits_and_so_do_those_behind_it() -> None:
    heard = consult(turn(), "bid 9", "draw")
    assert (heard.action, left(heard), heard.told) == (None, ["bid 9", "draw"], [])


def test_a_line_that_is_refused_takes_those_behind_it_along_but_not_what_stands() -> None:
    heard = consult(bidding(), "bid 5", "draw", "whenever turn then draw", "on timeout pass")
    assert heard.action is None
    assert results(heard) == [("bid 5", "refused"), ("draw", "after-refusal")]
    assert heard.told[0].refusal == kernel.objection(bidding(), 0, Bid(5))
    assert left(heard) == ["whenever turn then draw", "on timeout pass"]


def test_a_standing_line_speaks_before_the_others_and_stays() -> None:
    heard = consult(turn("nile*6"), "draw", "whenever tiles >= 6 then ra")
    assert (heard.action, left(heard)) == (CallRa(), ["draw", "whenever tiles >= 6 then ra"])
    assert consult(turn("nile*5"), "draw", "whenever tiles >= 6 then ra").action == Draw()


def test_of_standing_lines_the_first_that_can_be_played_speaks() -> None:
    lines = ("whenever auction then bid 5", "whenever auction then bid up to 4", "whenever auction then pass")
    assert consult(bidding(), *lines).action == Bid(2)
    assert consult(bidding(6), *lines).action == Pass()
    assert consult(turn(), *lines).action is None


def test_until_ends_when_its_condition_holds() -> None:
    heard = consult(turn("nile*4"), "draw until 5 tiles")
    assert (heard.action, left(heard)) == (Draw(), ["draw until 5 tiles"])
    heard = consult(turn("nile*5"), "draw until 5 tiles")
    assert (heard.action, left(heard), results(heard)) == (None, [], [("draw until 5 tiles", "ended")])
    assert results(consult(bidding(), "draw until auction", "bid 9")) == [
        ("draw until auction", "ended"),
        ("bid 9", "played"),
    ]


def test_a_choice_is_passed_over_where_it_orders_nothing() -> None:
    heard = consult(turn(), "if flood then ra", "draw")
    assert (heard.action, left(heard)) == (Draw(), [])
    assert results(heard) == [("if flood then ra", "skipped"), ("draw", "played")]
    waits = consult(turn(), "if flood then bid 9", "draw")
    assert (waits.action, left(waits)) == (None, ["if flood then bid 9", "draw"])
    assert consult(turn("flood"), "if flood then ra else draw").action == CallRa()


def test_lines_live_in_their_moment_but_not_those_for_the_time_out() -> None:
    heard = consult(turn(), "draw", "whenever turn then draw", "on timeout ra", moment="3")
    assert results(heard) == [("draw", "expired"), ("whenever turn then draw", "expired")]
    assert left(heard) == ["on timeout ra"]
    assert plans.moment(turn(), 0) == "1"


def test_a_line_that_nobody_can_read_any_more_is_dropped() -> None:
    heard = consult(turn(), "sacrifice a goat", "draw")
    assert heard.action == Draw()
    assert results(heard) == [("sacrifice a goat", "refused"), ("draw", "played")]


def test_silence_is_the_first_order_for_it_that_is_possible() -> None:
    def silence(t: Table[Any, Any], *lines: str) -> Action | None:
        found = plans.silence(t, 0, kept(*lines, moment="9"))
        return found[0] if found else None

    assert silence(turn(), "on timeout bid 9", "on timeout ra") == CallRa()
    assert silence(bidding(), "on timeout bid 9", "on timeout ra") == Bid(9)
    assert silence(turn(), "on timeout if flood then ra") is None
    assert silence(turn(), "draw") is None


def test_orders_that_no_list_shows_answer_the_question_of_their_kin() -> None:
    t = amunre_auction("abydos dakhla edfu buto")
    seat = t.pending.seats[0]
    wanted = BidAhead(t.game.orders.read("bid abydos up to 8 else dakhla 3").wishes)  # type: ignore[attr-defined]
    assert plans.consult(t, seat, [Kept("bid abydos up to 8 else dakhla 3", plans.moment(t, seat))]).action == wanted
    gone = plans.consult(t, seat, [Kept("bid memphis up to 8", plans.moment(t, seat))])
    assert [(one.result, one.refusal.code if one.refusal else "") for one in gone.told] == [("refused", "not-for-sale")]


def test_the_end_of_a_line_is_seen_also_when_a_line_above_speaks() -> None:
    heard = consult(turn("nile*5"), "whenever turn then draw", "ra until 5 tiles")
    assert heard.action == Draw()
    assert left(heard) == ["whenever turn then draw"]
    assert results(heard) == [("ra until 5 tiles", "ended"), ("whenever turn then draw", "played")]
