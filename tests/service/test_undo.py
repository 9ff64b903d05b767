"""What a letter has shown its author, and what it has not."""

from __future__ import annotations

import pytest

from pbem.engine.game import Refusal
from pbem.service import live, undo
from pbem.service.live import Live
from pbem.service.office import Office
from tests.house import NOON
from tests.service.test_live import LETTER, MATCH, begin, cards, first, loaded, play
from tests.tiny import Fair, Rest, Seal, Take


def thinking(office: Office, seconds: float = 60) -> Live:
    with office.work.transaction() as tx:
        playing = live.load(tx, MATCH)
        assert playing is not None
        playing.row.settings = {"think": seconds}
    return loaded(office)


@pytest.mark.parametrize(
    ("action", "shown"), [(Rest(), False), (Fair(), False), (Take(1), True)], ids=["rest", "fair", "take"]
)
def test_only_what_could_not_be_foreseen_is_a_reveal(office: Office, action: object, shown: bool) -> None:  # noqa: FBT001
    begin(office)
    before = loaded(office).table
    seat = first(office)
    after = play(office, (seat, action))  # type: ignore[arg-type]  # one of the three above
    assert undo.reveals(before, seat, [action], after.table) is shown  # type: ignore[list-item]


def test_the_last_of_sealed_answers_opens_the_others_an_earlier_one_shows_nothing(office: Office) -> None:
    begin(office)
    hands = cards(office)
    play(office, (first(office), Fair()))
    for seat, shown in ((0, False), (1, False), (2, True)):
        before = loaded(office).table
        after = play(office, (seat, Seal(hands[seat])))
        assert undo.reveals(before, seat, [Seal(hands[seat])], after.table) is shown


def test_a_sealed_answer_is_taken_back_and_the_other_decisions_stay(office: Office) -> None:
    begin(office)
    hands = cards(office)
    play(office, (first(office), Fair()), (0, Seal(hands[0])))
    thinking(office)
    with office.work.transaction() as tx:
        playing = live.load(tx, MATCH)
        assert playing is not None
        before, at = playing.table.clone(), playing.last
        playing.order(1, Seal(hands[1]), LETTER)
        assert undo.opens(playing, 1, before, at, NOON)
        live.save(tx, playing, NOON)
    with office.work.transaction() as tx:
        playing = live.load(tx, MATCH)
        assert playing is not None
        refused = undo.undo(tx, playing, 0, "", NOON)
        assert isinstance(refused, Refusal)
        assert undo.undo(tx, playing, 1, "", NOON) is None
        live.save(tx, playing, NOON)
    playing = loaded(office)
    assert (playing.opened, playing.answered) == ({1: 4, 2: 1}, {0: 1})
