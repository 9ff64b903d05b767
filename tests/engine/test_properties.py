"""What holds for every game at every number of seats, in random matches. A new game is tested without a word here."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, islice
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from pbem.engine import codec, kernel
from pbem.engine.chance import Scripted, Seeded
from pbem.engine.errors import Illegal
from pbem.engine.game import Action
from pbem.engine.orders import LANGUAGES
from tests.engine.walks import (
    GAMES,
    NEVER_ENDS,
    AnyGame,
    Line,
    Setting,
    news_for,
    settings_of,
    some,
    speakers,
    told,
    view_of,
    walk,
)

MANY = 40
"""Orders tried at one position: some steps have thousands."""
OTHER = Seeded(b"another generator, another world")

Property = Callable[[AnyGame, int, Setting], None]


def for_every_game(check: Property) -> Any:
    """Makes a test of a property: each game, each number of seats, options and seeds by Hypothesis."""

    @pytest.mark.parametrize(("key", "seats"), [(key, seats) for key in GAMES for seats in GAMES[key].players])
    @settings(phases=[Phase.generate])  # a seed cannot be made simpler
    @given(data=st.data())
    def test(key: str, seats: int, data: st.DataObject) -> None:
        check(GAMES[key], seats, data.draw(settings_of(GAMES[key]), label="setting"))

    test.__doc__ = check.__doc__
    return test


def legal_anywhere(lines: list[Line]) -> list[Action]:
    """All orders that were legal at some position of a match, for anybody."""
    found = (kernel.legal(line.before, seat) for line in lines for seat in speakers(line.before))
    return list(dict.fromkeys(chain.from_iterable(found)))


@for_every_game
def test_random_play_ends_with_a_place_for_every_seat(game: AnyGame, seats: int, setting: Setting) -> None:
    lines = list(walk(game, seats, setting))
    assert [kernel.result(line.after) for line in lines[:-1]] == [None] * (len(lines) - 1)
    end = lines[-1].after
    standing = kernel.result(end)
    assert standing is not None
    assert sorted(row.seat for row in standing) == list(range(seats))
    if any(row.place != seats for row in standing):  # where all lose, all share the last place
        assert standing[0].place == 1
        assert all(row.place <= place for place, row in enumerate(standing, 1))
    assert [row.points for row in sorted(standing, key=lambda row: row.seat)] == list(game.points(end))
    for seat in range(seats):
        refusal = kernel.objection(end, seat, lines[-1].action)
        assert refusal is not None
        assert refusal.code == "match-over"


@for_every_game
def test_apply_leaves_its_argument_alone(game: AnyGame, seats: int, setting: Setting) -> None:
    for line in walk(game, seats, setting):
        t = line.before
        kept = codec.dump(t), told(t)
        for action in islice(kernel.legal(t, line.seat), MANY if some(line, 3) else 1):
            kernel.apply(t, line.seat, action)
        kernel.preview(t, line.seat, [line.action])
        assert (codec.dump(t), told(t)) == kept


@for_every_game
def test_what_is_legal_applies_and_is_listed_once(game: AnyGame, seats: int, setting: Setting) -> None:
    for line in walk(game, seats, setting):
        for seat in speakers(line.before):
            orders = list(kernel.legal(line.before, seat))
            assert orders
            assert len(set(orders)) == len(orders)
            for action in orders[:MANY]:
                assert kernel.objection(line.before, seat, action) is None
            for action in orders[:MANY] if some(line, 3) else ():
                assert kernel.apply(line.before, seat, action).n == line.before.n + 1


@for_every_game
def test_what_meets_an_objection_is_refused_with_it(game: AnyGame, seats: int, setting: Setting) -> None:
    lines = list(walk(game, seats, setting))
    orders = legal_anywhere(lines)
    for line in (line for line in lines if some(line, 4)):
        at = line.before.n % max(1, len(orders) - MANY)
        for seat in range(seats):
            refused = ((action, kernel.objection(line.before, seat, action)) for action in orders[at : at + MANY])
            for action, refusal in refused:
                if refusal is None:
                    continue
                with pytest.raises(Illegal) as told_why:
                    kernel.apply(line.before, seat, action)
                assert told_why.value.refusal == refusal


@for_every_game
def test_candidates_miss_nothing_that_meets_no_objection(game: AnyGame, seats: int, setting: Setting) -> None:
    """And where a step calls them exact, they hold nothing else."""
    lines = list(walk(game, seats, setting))
    orders = legal_anywhere(lines)
    for line in lines:
        t, step = line.before, line.before.stack[-1]
        for seat in speakers(t):
            candidates = set(step.candidates(t, seat))
            allowed = {action for action in (*orders, *candidates) if step.objection(t, seat, action) is None}
            assert allowed <= candidates
            assert allowed == set(kernel.legal(t, seat))
            assert not step.exact or allowed == candidates


@for_every_game
def test_who_need_not_speak_may_not(game: AnyGame, seats: int, setting: Setting) -> None:
    for line in walk(game, seats, setting):
        for seat in set(range(seats)) - set(speakers(line.before)):
            assert list(kernel.legal(line.before, seat)) == []
            refusal = kernel.objection(line.before, seat, line.action)
            assert refusal is not None
            assert refusal.code == "not-your-turn"


@for_every_game
def test_orders_are_read_as_they_are_written(game: AnyGame, seats: int, setting: Setting) -> None:
    for action in legal_anywhere(list(walk(game, seats, setting))):
        for lang in LANGUAGES:
            line = game.orders.write(action, lang)
            assert game.orders.read(line) == action
            assert game.orders.read(line, game.actions) == action
            assert game.orders.read(f"  {line.upper()} # a remark") == action


@for_every_game
def test_actions_and_events_survive_json(game: AnyGame, seats: int, setting: Setting) -> None:
    for line in walk(game, seats, setting):
        assert codec.load_action(game, codec.dump_action(line.action)) == line.action
        for item in line.after.news:
            assert codec.load_event(game, msgspec.json.encode(item.event)) == item.event


@for_every_game
def test_a_table_survives_json_and_goes_on_identically(game: AnyGame, seats: int, setting: Setting) -> None:
    for line in walk(game, seats, setting):
        stored = codec.dump(line.before)
        again = codec.load(game, stored, line.before.data, setting.chance)
        assert codec.dump(again) == stored
        assert again.pending == line.before.pending
        for seat in speakers(again):
            assert list(kernel.legal(again, seat)) == list(kernel.legal(line.before, seat))
        kernel.play(again, line.seat, line.action)
        assert codec.dump(again) == codec.dump(line.after)
        assert told(again) == told(line.after)


@for_every_game
def test_a_log_replays_to_an_equal_table_without_the_seed(game: AnyGame, seats: int, setting: Setting) -> None:
    lines = list(walk(game, seats, setting))
    tables = [lines[0].before, *(line.after for line in lines)]
    words = [outcome.word for t in tables for outcome in t.outcomes]
    again = kernel.start(game, seats, Scripted(words), setting.options)
    for line in lines:
        assert told(again) == told(line.before)
        kernel.play(again, line.seat, line.action)
    end = lines[-1].after
    assert again.board == end.board
    assert told(again) == told(end)
    assert kernel.result(again) == kernel.result(end)


@for_every_game
def test_silence_always_means_something_legal(game: AnyGame, seats: int, setting: Setting) -> None:
    for line in walk(game, seats, setting):
        for seat in speakers(line.before):
            silence = kernel.fallback(line.before, seat)
            assert kernel.objection(line.before, seat, silence) is None
            assert silence in kernel.legal(line.before, seat)


@for_every_game
def test_a_match_of_silence_ends(game: AnyGame, seats: int, setting: Setting) -> None:
    t = setting.start(game, seats)
    while t.stack:
        seat = t.pending.seats[-1]
        kernel.play(t, seat, kernel.fallback(t, seat))
        assert t.n < NEVER_ENDS
    assert kernel.result(t) is not None


@for_every_game
def test_a_seat_cannot_tell_an_imagined_table_from_the_real_one(game: AnyGame, seats: int, setting: Setting) -> None:
    for line in walk(game, seats, setting):
        for seat in range(seats):
            dream = kernel.imagine(line.before, seat, OTHER)
            assert view_of(dream, seat) == view_of(line.before, seat)
            assert (dream.n, dream.pending) == (line.before.n, line.before.pending)
            assert list(kernel.legal(dream, seat)) == list(kernel.legal(line.before, seat))


@for_every_game
def test_an_order_tells_its_own_seat_nothing_it_cannot_know(game: AnyGame, seats: int, setting: Setting) -> None:
    """Two worlds that this seat cannot tell apart stay so after its order, unless chance falls or a secret ends."""
    for line in walk(game, seats, setting):
        if line.after.outcomes or not keeps_secrets(line):
            continue
        for world in (OTHER, setting.chance):
            dream = kernel.apply(kernel.imagine(line.before, line.seat, world), line.seat, line.action)
            assert not dream.outcomes
            assert view_of(dream, line.seat) == view_of(line.after, line.seat)
            assert news_for(dream, line.seat) == news_for(line.after, line.seat)


def keeps_secrets(line: Line) -> bool:
    """Whether nothing hidden is turned up: by the last of several sealed answers, or by the end of the match."""
    others_owe = set(line.before.pending.seats) - {line.seat}
    return bool(line.after.stack) and (line.before.stack[-1].public or bool(others_owe))


@for_every_game
def test_a_sealed_answer_tells_others_nothing(game: AnyGame, seats: int, setting: Setting) -> None:
    for line in walk(game, seats, setting):
        owing = set(line.before.pending.seats) - {line.seat}
        if not owing:
            continue
        for action in islice(kernel.legal(line.before, line.seat), MANY):
            other = kernel.apply(line.before, line.seat, action)
            for seat in (None, *range(seats)):
                if seat != line.seat and seat not in game.allies(line.before, line.seat):
                    assert view_of(other, seat) == view_of(line.after, seat)
                    assert news_for(other, seat) == news_for(line.after, seat)


@for_every_game
def test_what_falls_unseen_tells_others_nothing(game: AnyGame, seats: int, setting: Setting) -> None:
    """Where two worlds differ only in outcomes that a seat may not know, it sees and hears the same in both."""
    for line in walk(game, seats, setting):
        if not line.after.outcomes:
            continue
        fork = line.before.clone()
        fork.chance = OTHER
        kernel.play(fork, line.seat, line.action)
        for seat in (None, *range(seats)):
            seen, other = ([o for o in t.outcomes if o.to is None or seat in o.to] for t in (line.after, fork))
            if seen == other:
                assert view_of(fork, seat) == view_of(line.after, seat)
                assert news_for(fork, seat) == news_for(line.after, seat)


@for_every_game
def test_a_preview_shows_what_then_happens(game: AnyGame, seats: int, setting: Setting) -> None:
    for line in walk(game, seats, setting):
        shown, question = kernel.preview(line.before, line.seat, [line.action])
        if question is not None:
            assert view_of(shown, line.seat) == view_of(line.before, line.seat)
        elif keeps_secrets(line):
            assert not line.after.outcomes
            assert view_of(shown, line.seat) == view_of(line.after, line.seat)


@for_every_game
def test_bots_order_what_is_legal(game: AnyGame, seats: int, setting: Setting) -> None:
    for line in walk(game, seats, setting):
        for bot in game.bots.values() if some(line, 5) else ():
            for seat in speakers(line.before):
                order = kernel.consult(line.before, seat, bot, setting.chance)
                assert kernel.objection(line.before, seat, order) is None


@for_every_game
def test_a_match_uses_only_what_the_game_declares(game: AnyGame, seats: int, setting: Setting) -> None:
    everyone = frozenset(range(seats))
    for line in walk(game, seats, setting):
        assert type(line.action) in game.actions
        assert {type(step) for step in line.after.stack} <= set(game.steps)
        for item in line.after.news:
            assert type(item.event) in game.events
            assert item.to is None or item.to <= everyone
        for outcome in (*line.before.outcomes, *line.after.outcomes):
            assert outcome.word in game.outcome_words[outcome.question]
            assert outcome.to is None or outcome.to <= everyone


@for_every_game
def test_whoever_is_asked_by_a_public_step_has_a_choice(game: AnyGame, seats: int, setting: Setting) -> None:
    for line in walk(game, seats, setting):
        t = line.before
        if t.stack[-1].public and len(t.pending.seats) == 1:
            assert len(list(islice(kernel.legal(t, t.pending.seats[0]), 2))) == 2


def test_the_properties_are_checked_for_ra_and_for_the_tiny_game() -> None:
    assert {"ra", "tiny"} <= set(GAMES)
