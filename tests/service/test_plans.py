"""Plans at the service: kept from letters, played when the seat is asked, told to their owner and to nobody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import col, select

from pbem import games
from pbem.engine import codec
from pbem.engine.planning import Reader
from pbem.mail.render import Answer
from pbem.service import archive, clock, live, lobby, plans, preview, reports, turns
from pbem.service.live import Live
from pbem.service.menus import Listed
from pbem.service.office import Office
from pbem.store import clock as clocks
from pbem.store import log, matches, post, tables
from pbem.store import plans as stored
from tests.house import NOON
from tests.service import planners, rounds_of_mail

MATCH = "0123456789abcdef"
SECRET = "whenever turn then draw"


def begin(office: Office, game: str = "ra", bots: int = 0, seed: bytes = b"s" * 32) -> None:
    guests = [lobby.Guest(name=name, address=f"{name}@post.test") for name in ("Anna", "Bert", "Carl")]
    guests[3 - bots :] = [lobby.Guest(bot="random")] * bots
    lobby.begin(office, lobby.Invitation(game=game, guests=guests, seed=seed, id=MATCH), NOON)


def write(office: Office, seat: int, *lines: str, lang: str = "en") -> list[Answer]:
    """A letter, played and told as the intake does it."""
    with office.work.transaction() as tx:
        playing = live.load(tx, MATCH)
        assert playing is not None
        cause = {"kind": "letter", "sha256": f"{seat}" * 64, "verdict": {}}
        letter = turns.Letter(seat=seat, lines=lines, listed=Listed(), lang=lang, cause=cause)
        given = turns.play(playing, letter)
        playing.move_on()
        live.save(tx, playing, NOON)
        telling = reports.Telling(cause=f"{playing.last}.{seat}", receipts={seat: given})
        reports.tell_all(office, tx, playing, telling, NOON)
    return given


def results(given: list[Answer]) -> list[str]:
    return [one.result for one in given]


def loaded(office: Office) -> Live:
    with office.work.transaction() as tx:
        found = live.load(tx, MATCH)
    assert found is not None
    return found


def orders(office: Office) -> list[str]:
    with office.work.reading() as tx:
        return [f"{one.facts()['seat']} {one.facts()['order']}" for one in log.load(tx, MATCH)[1:]]


def kept(office: Office, seat: int) -> list[str]:
    return [one.text for one in loaded(office).plans.get(seat, [])]


def report_of(office: Office, seat: int) -> reports.Frozen:
    """The newest report to a seat, as the outbox keeps it."""
    with office.work.reading() as tx:
        rows = tx.exec(
            select(tables.Outbox).where(col(tables.Outbox.seat) == seat).order_by(col(tables.Outbox.id))
        ).all()
    frozen: reports.Frozen = codec.decoder(reports.Frozen).decode(rows[-1].facts)
    return frozen


def first(office: Office) -> int:
    return loaded(office).table.pending.seats[0]


def test_lines_beyond_the_decision_are_kept_and_played_when_the_seat_is_asked(office: Office) -> None:
    begin(office)
    me = first(office)
    given = write(office, me, "draw", "draw", "SECRET prose", "draw")
    assert results(given) == ["played", "planned", "prose", "planned"]
    assert kept(office, me) == ["draw", "draw"]
    for step in (1, 2):
        write(office, (me + step) % 3, "draw")
    assert orders(office)[3] == f"{me} draw"
    assert kept(office, me) == ["draw"]
    told = report_of(office, me)
    assert [(one.typed, one.result, one.order) for one in told.plan] == [("draw", "played", "draw")]


def test_the_log_says_that_a_plan_spoke_and_whose_letter_it_was_but_never_its_line(office: Office) -> None:
    begin(office)
    me = first(office)
    write(office, (me + 1) % 3, SECRET)
    write(office, me, "draw")
    with office.work.reading() as tx:
        entries = log.load(tx, MATCH)
        spoken = [one.facts() for one in entries if one.kind == "plan"]
        row = matches.get(tx, MATCH)
        assert row is not None
        file = archive.match_file(tx, row)
        mails = tx.exec(select(tables.Outbox).where(col(tables.Outbox.seat) != (me + 1) % 3)).all()
    assert [one["cause"] for one in spoken] == [{"kind": "plan", "letter": f"{(me + 1) % 3}" * 64}]
    assert [entry.kind for entry in file.log][-1] == "plan"
    assert not any(b"whenever" in one.body for one in entries)
    assert not any(b"whenever" in one.facts for one in mails)
    with office.work.reading() as tx:
        archive.check(tx, row)


def test_a_use_of_a_plan_waits_like_news_and_is_counted(office: Office) -> None:
    begin(office)
    me = first(office)
    for step in range(3):
        write(office, (me + step) % 3, SECRET, "whenever auction then pass", "whenever disaster then pass")
    playing = loaded(office)
    assert playing.last > 6, "they play by themselves"
    told = report_of(office, me)
    assert len({(one.typed, one.order) for one in told.plan}) == len(told.plan)
    assert max(one.times for one in told.plan) > 1
    with office.work.reading() as tx:
        names = {row.player: row for row in tx.exec(select(tables.Outbox).where(col(tables.Outbox.match) == MATCH))}
        waiting = post.unsent(tx, MATCH, [row or 0 for row in names], "report")
    assert len(waiting) == len(names), "one unsent mail for each"


def test_a_standing_line_speaks_to_the_decision_that_is_open(office: Office) -> None:
    begin(office)
    me = first(office)
    assert results(write(office, me, "draw until 2 tiles")) == ["planned"]
    assert orders(office) == [f"{me} draw"]


def test_a_letter_replaces_older_lines_and_says_so_but_standing_ones_stay(office: Office) -> None:
    begin(office)
    me = (first(office) + 1) % 3
    write(office, me, "draw", "ra", "whenever flood then ra", "on timeout ra")
    given = write(office, me, "draw", "on timeout draw")
    assert [(one.typed, one.result) for one in given] == [
        ("draw", "planned"), ("on timeout draw", "planned"), ("ra", "replaced"), ("on timeout ra", "replaced"),
    ]  # fmt: skip
    assert kept(office, me) == ["whenever flood then ra", "draw", "on timeout draw"]
    write(office, me, "whenever flood then ra")
    assert kept(office, me) == ["draw", "on timeout draw", "whenever flood then ra"], "the same line stands once"


def test_plan_shows_and_cancel_drops(office: Office) -> None:
    begin(office)
    me = (first(office) + 1) % 3
    assert results(write(office, me, "plan")) == ["no-plan"]
    given = write(office, me, "whenever epoch = 1 then draw", "whenever epoch = 2 then draw", "ra", "plan")
    assert given[-1].text.splitlines() == [
        "- 1: whenever epoch = 1 then draw (+)",
        "- 2: whenever epoch = 2 then draw (-)",
        "- 3: ra",
    ]
    wrong = write(office, me, "cancel 7")[0]
    assert (wrong.result, wrong.refusal and wrong.refusal.code) == ("refused", "no-such-line")
    gone = write(office, me, "storniere 2")[0]
    assert (gone.result, gone.text) == ("cancelled", "- whenever epoch = 2 then draw")
    assert kept(office, me) == ["whenever epoch = 1 then draw", "ra"]
    write(office, me, "cancel")
    with office.work.reading() as tx:
        assert stored.load(tx, MATCH) == {}
    assert results(write(office, me, "cancel", "cancel 1")) == ["no-plan", "no-plan"]
    assert results(write(office, me, "draw", "cancel all")) == ["planned", "cancelled"]


def test_a_line_that_is_nearly_one_of_a_plan_is_asked_about_and_not_taken_for_prose(office: Office) -> None:
    begin(office)
    me = (first(office) + 1) % 3
    for line, code in (
        ("on timeout 1", "number-in-plan"),
        ("whenever turn then auto", "no-order"),
        ("if tiles > 3, draw", "then-missing"),
        ("plan: draw", "plan-alone"),
    ):
        (given,) = write(office, me, line)
        assert (given.result, given.refusal and given.refusal.code) == ("refused", code)
    assert results(write(office, me, "Plan to write more tomorrow", "If you like, wait")) == ["prose", "prose"]
    assert kept(office, me) == []
    assert results(write(office, me, "draw", "plan 1", "stornieren")) == ["planned", "plan", "cancelled"]


def test_a_line_for_another_question_waits_and_its_owner_is_asked(office: Office) -> None:
    begin(office)
    me = first(office)
    write(office, me, "draw", "gods gold", "draw")
    for step in (1, 2):
        write(office, (me + step) % 3, "draw")
    assert kept(office, me) == ["gods gold", "draw"], "gods do not answer a turn without gods: it waits"
    assert first(office) == me
    told = report_of(office, me)
    assert (told.why, told.plan) == ("turn", [])


def test_what_the_rules_refuse_is_told_in_the_mail_that_asks(office: Office) -> None:
    begin(office)
    me = first(office)
    other = (me + 1) % 3
    assert results(write(office, other, "bid 99", "draw")) == ["planned", "planned"]
    write(office, me, "ra")
    told = report_of(office, other)
    assert [(one.typed, one.result) for one in told.plan] == [("bid 99", "refused"), ("draw", "after-refusal")]
    assert told.why == "turn"
    assert kept(office, other) == []


def test_lines_expire_with_a_notice_and_for_the_time_out_never(office: Office) -> None:
    begin(office)
    for seat in range(3):
        write(office, seat, SECRET, "whenever auction then pass", "whenever disaster then pass", "on timeout draw")
    for _ in range(200):
        playing = loaded(office)
        if playing.table.board.epoch > 1:
            break
        write(office, playing.table.pending.seats[0], "auto")
    for seat in range(3):
        assert kept(office, seat) == ["on timeout draw"]
        told = report_of(office, seat).plan
        assert [one.typed for one in told if one.result == "expired"][:1] == [SECRET]


def test_the_clock_plays_what_the_silent_have_chosen_if_it_is_possible(office: Office) -> None:
    begin(office)
    me = first(office)
    write(office, me, "on timeout bid 99", "on timeout ra")
    assert report_of(office, me).silence == "ra"
    with office.work.transaction() as tx:
        clocks.start(tx, MATCH, me, 0, NOON, NOON + timedelta(days=3), None)
        playing = live.load(tx, MATCH)
        assert playing is not None
        clock.expire(tx, playing, NOON + timedelta(days=4), NOON)
        live.save(tx, playing, NOON)
    assert orders(office) == [f"{me} ra"]
    assert [(one.text, one.result) for one in playing.told[me]] == [("on timeout ra", "timeout")]


def test_an_answer_that_the_clock_has_sealed_can_still_be_changed(office: Office) -> None:
    begin(office, "tiny")
    me = first(office)
    write(office, me, "fair")
    decision = loaded(office).opened[me]
    with office.work.transaction() as tx:
        clocks.start(tx, MATCH, me, decision, NOON, NOON + timedelta(days=3), None)
        playing = live.load(tx, MATCH)
        assert playing is not None
        clock.expire(tx, playing, NOON + timedelta(days=4), NOON)
        assert playing.silent == [me]
        assert not any(clock.too_late(tx, playing, me, answered) for answered in (decision, None))
        live.save(tx, playing, NOON)
    for seat in range(3):
        card = loaded(office).table.board.hands[seat][-1]
        write(office, seat, f"seal {games.game('tiny').names.name(card, 'en').replace(' ', '-')}")
    with office.work.transaction() as tx:
        playing = live.load(tx, MATCH)
        assert playing is not None
        assert clock.too_late(tx, playing, me, decision), "the seals are open now"


def test_if_is_decided_at_once_where_its_owner_is_asked(office: Office) -> None:
    begin(office)
    me = first(office)
    given = write(office, me, "if flood then ra", "if flood then ra else draw", "if 3 tiles then ra")
    assert results(given) == ["skipped", "played", "planned"]
    assert orders(office) == [f"{me} draw"]


def test_bid_up_to_works_at_once_too(office: Office) -> None:
    begin(office)
    me = first(office)
    write(office, me, "ra")
    after = loaded(office).table
    seat = after.pending.seats[0]
    given = write(office, seat, "biete bis 16", lang="de")
    assert (given[0].result, given[0].order) == ("played", f"biete {min(after.board.players[seat].suns)}")


def test_all_or_nothing(office: Office) -> None:
    begin(office, "tiny")
    me = first(office)
    given = write(office, me, "all or nothing", "fair", "take 7", "hello")
    assert results(given) == ["noted", "undone", "refused", "prose"]
    assert orders(office) == []
    given = write(office, me, "Alles oder nichts", "fair", "help")
    assert results(given) == ["noted", "played", "answered"]
    assert results(write(office, me, "rest", "all or nothing"))[1] == "refused"


def test_all_or_nothing_is_no_way_to_learn_what_falls(office: Office) -> None:
    begin(office)
    me = first(office)
    given = write(office, me, "all or nothing", "draw", "bid 99")
    assert results(given) == ["noted", "played", "planned"]
    assert orders(office) == [f"{me} draw"], "what chance has brought is not taken back"


def test_preview_shows_what_can_be_foreseen_and_keeps_nothing(office: Office) -> None:
    begin(office)
    me = first(office)
    before = codec.dump(loaded(office).table)
    given = write(office, me, "preview", "ra", "bid 3", "whenever turn then draw")
    assert results(given) == ["would-play", "would-plan", "would-plan", "foreseen"]
    assert "Ra" in given[-1].text
    assert results(write(office, me, "preview ra")) == ["would-play", "foreseen"]
    given = write(office, me, "Vorschau", "ziehe", "ra", "frob 3", "plan", lang="de")
    assert results(given)[:2] == ["chance", "beyond"]
    assert given[-1].result == "nothing-foreseen"
    assert results(write(office, me, "preview", "bid 3", "draw")) == ["refused", "after-refusal", "nothing-foreseen"]
    assert codec.dump(loaded(office).table) == before
    assert (kept(office, me), orders(office)) == ([], [])


def test_a_preview_has_nothing_but_what_its_owner_knows(office: Office) -> None:
    begin(office, "tiny")
    playing = loaded(office)
    me = playing.table.pending.seats[0]
    dreamt, real = (one.table.board.hands for one in (preview.Dream(playing, me), playing))
    assert dreamt[me] == real[me]
    assert [hand for seat, hand in enumerate(dreamt) if seat != me] != [
        hand for seat, hand in enumerate(real) if seat != me
    ]


def test_a_preview_ends_where_seals_are_opened(office: Office) -> None:
    begin(office, "tiny")
    me = first(office)
    write(office, me, "fair")
    hands = loaded(office).table.board.hands
    names = games.game("tiny").names.name
    for seat in range(2):
        write(office, seat, f"seal {names(hands[seat][0], 'en').replace(' ', '-')}")
    given = write(office, 2, "preview", f"seal {names(hands[2][0], 'en').replace(' ', '-')}")
    assert results(given) == ["chance", "nothing-foreseen"]


def test_auto_plays_the_defaults_of_one_turn(office: Office) -> None:
    begin(office, "tiny")
    me = first(office)
    assert [(one.result, one.order) for one in write(office, me, "auto")] == [("played", "rest")]
    assert results(write(office, me, "auto")) == ["not-your-turn"]


def test_auto_goes_on_as_long_as_the_turn_of_a_game_with_several_orders(office: Office) -> None:
    begin(office, "ankh", seed=b"a" * 32)
    me = first(office)
    given = write(office, me, "auto")
    assert given[0].result == "played"
    assert len(given[0].order.split(", ")) > 1
    assert first(office) != me or loaded(office).table.board.active != me


def test_a_sealed_answer_can_be_changed_and_lines_for_later_are_kept(office: Office) -> None:
    begin(office, "tiny")
    me = first(office)
    write(office, me, "fair")
    hand = loaded(office).table.board.hands[me]
    names = [games.game("tiny").names.name(card, "en").replace(" ", "-") for card in hand]
    assert results(write(office, me, f"seal {names[0]}")) == ["played"]
    assert results(write(office, me, f"seal {names[-1]}")) == ["played"]
    assert results(write(office, me, "rest")) == ["planned"]
    assert kept(office, me) == ["rest"]


def test_sealed_answers_come_from_plans_when_the_decision_opens_or_not_at_all(office: Office) -> None:
    begin(office, "tiny")
    me = first(office)
    others = [seat for seat in range(3) if seat != me]
    hands = loaded(office).table.board.hands
    names = {seat: games.game("tiny").names.name(hands[seat][0], "en").replace(" ", "-") for seat in range(3)}
    write(office, others[0], f"whenever fair then seal {names[others[0]]}")
    write(office, me, "fair")
    assert orders(office)[1:] == [f"{others[0]} seal the {names[others[0]]}"]
    given = write(office, others[1], f"seal {names[others[1]]}")
    assert results(given) == ["played"]


def test_another_player_of_the_seat_begins_without_a_plan(office: Office) -> None:
    begin(office)
    me = (first(office) + 1) % 3
    write(office, me, SECRET)
    with office.work.transaction() as tx:
        row = matches.seat(tx, MATCH, (me + 1) % 3)
        assert row is not None
        matches.sit(tx, MATCH, me, matches.Sitting(row.player), NOON)
    assert kept(office, me) == []


def test_a_match_that_is_over_has_no_plans(office: Office) -> None:
    begin(office, "tiny")
    for seat in range(3):
        write(office, seat, "whenever round >= 1 then rest", "on timeout rest")
    while loaded(office).table.stack:
        write(office, first(office), "rest")
    with office.work.reading() as tx:
        assert stored.load(tx, MATCH) == {}
    assert results(write(office, 0, "rest", "whenever fair then rest")) == ["refused", "after-refusal"]
    assert results(write(office, 0, "whenever fair then rest")) == ["skipped"]


def test_a_line_that_never_ends_is_dropped(office: Office) -> None:
    begin(office, "ankh", seed=b"a" * 32)
    me = first(office)
    hand = loaded(office).table.board.gods[loaded(office).table.board.god_of[me]].hand
    line = f"whenever turn then conflict 1: {hand[0]}"
    write(office, me, line)
    assert kept(office, me) == []
    told = report_of(office, me).plan
    assert [(one.result, one.times) for one in told] == [("played", 100), ("too-often", 1)]
    assert first(office) == me


def test_while_a_match_is_held_no_plan_speaks(office: Office) -> None:
    begin(office)
    me = first(office)
    with office.work.transaction() as tx:
        live.hold(tx, MATCH, "why", NOON)
    write(office, me, SECRET)
    assert orders(office) == []
    assert results(write(office, me, "auto")) == ["refused"]


def test_a_letter_that_only_plans_counts_as_played() -> None:
    assert turns.state_of([Answer("draw", "planned")]) == "played"
    assert turns.state_of([Answer("plan", "plan")]) == "answered"


def test_what_is_doubtful_may_be_a_line_of_a_plan(office: Office) -> None:
    begin(office)
    assert [one.typed for one in turns.doubted(loaded(office), [SECRET, "if you like"])] == [SECRET]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("key", list(games.games()))
def test_help_rows_explain_every_form_and_fact_in_both_languages(key: str, lang: str) -> None:
    game = games.game(key)
    rows = dict(plans.explained(game, lang) + plans.conditions(game, lang) + plans.facts(game, lang))
    assert all(rows.values())
    for fact in game.planning.facts:  # type: ignore[union-attr]  # every game has plans
        assert getattr(fact, lang) in rows
    if lang == "de":
        english = dict(plans.explained(game, "en") + plans.conditions(game, "en") + plans.facts(game, "en"))
        assert not set(rows.values()) & set(english.values())


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("key", list(games.games()))
def test_conditions_that_help_shows_are_conditions_of_the_game(key: str, lang: str) -> None:
    game = games.game(key)
    shown = [form for form, _ in plans.conditions(game, lang)]
    assert len(shown) == 2
    for condition in ", ".join(shown).split(", "):
        Reader(game).condition(condition.split())


@pytest.mark.parametrize("key", list(games.games()))
def test_the_examples_of_help_say_the_same_in_both_languages_and_fit_on_a_line(key: str) -> None:
    game = games.game(key)
    english, german = (plans.examples(game, lang) for lang in ("en", "de"))
    assert [Reader(game).line(line) for line in english] == [Reader(game).line(line) for line in german]
    assert {Reader(game).line(line).kind for line in english} >= {"whenever", "timeout"}
    assert max(map(len, english + german)) <= 68


def test_random_plans_play_as_people_would_who_send_the_same_live() -> None:
    for key, tally in planners.run(250).items():
        assert tally.differences == 0, key
        assert tally.leaks == 0, key
        assert tally.plans >= 50, key
        assert tally.spoken > 0, key


def test_an_epoch_of_ra_takes_a_fifth_of_the_letters_with_plans() -> None:
    by_hand, planned = rounds_of_mail.both(1, epochs=1)
    assert planned.orders == by_hand.orders
    assert planned.letters * 5 <= by_hand.letters


@pytest.mark.soak
def test_matches_of_ra_take_a_fifth_of_the_letters_with_plans() -> None:
    for number in range(100, 120):
        by_hand, planned = rounds_of_mail.both(number)
        assert planned.orders == by_hand.orders
        assert planned.letters * 5 <= by_hand.letters


@pytest.mark.soak
def test_ten_thousand_random_plans() -> None:
    for key, tally in planners.run(10_000, first=1000).items():
        assert (tally.differences, tally.leaks) == (0, 0), key
