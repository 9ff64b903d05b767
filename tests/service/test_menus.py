"""The list of moves: complete, readable, and answered by a label."""

from __future__ import annotations

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.engine.errors import Unreadable
from pbem.games import games
from pbem.mail.menu import rows
from pbem.service import menus
from pbem.service.menus import Listed
from tests.games.ra.builders import EIGHT, fresh, player, position
from tests.mail import rfc6068
from tests.service.answering import Figures, check, walked

FOUR_GODS = position([player((2, 13), "god*4"), *fresh(3)[1:]], row=EIGHT)


@pytest.mark.parametrize("key", games())
def test_what_can_be_answered_is_what_is_legal(key: str) -> None:
    figures = walked([key], 160, "sample")
    assert figures.links >= figures.orders[key] > 0


@pytest.mark.soak
@pytest.mark.parametrize("key", games())
def test_what_can_be_answered_is_what_is_legal_in_100000_states(key: str) -> None:
    print("\n".join(walked([key], 100_000, "soak").told()))


def test_the_largest_decision_of_ra_is_listed_in_a_mail_of_less_than_the_limit() -> None:
    figures = Figures()
    for lang in ("en", "de"):
        check(FOUR_GODS, 0, lang, figures)
    assert figures.decisions == {"ra": 1 + 8 + 28 + 56 + 70}


def test_few_moves_are_numbered_and_many_are_grouped() -> None:
    few = menus.shown(position(fresh(3)), menus.listing(position(fresh(3)), 0), "en")
    assert [(entry.label, entry.head) for entry in few.entries] == [("1", ""), ("2", "")]
    many = menus.shown(FOUR_GODS, menus.listing(FOUR_GODS, 0), "en")
    assert (many.entries[0].head, many.entries[0].choices[0].order) == ("", "ra")
    groups = [entry for entry in many.entries if entry.head]
    assert all(2 <= len(group.choices) <= 26 for group in groups)
    assert len({group.head for group in groups}) == len(groups)
    for group in groups:
        start = group.head.partition(" ...")[0]
        assert all(choice.order.startswith(start) and choice.order.endswith(choice.rest) for choice in group.choices)


def test_labels_do_not_depend_on_the_language() -> None:
    listing = menus.listing(FOUR_GODS, 0)
    english, german = (menus.shown(FOUR_GODS, listing, lang) for lang in ("en", "de"))
    kept = menus.kept(FOUR_GODS, listing)
    for one, other in zip(english.entries, german.entries, strict=True):
        for here, there in zip(one.choices, other.choices, strict=True):
            assert here.label == there.label
            assert FOUR_GODS.game.orders.read(there.order) == FOUR_GODS.game.orders.read(kept[here.label])


def test_whoever_is_not_asked_has_no_list() -> None:
    assert menus.listing(FOUR_GODS, 1) == menus.Listing()


def test_headings_tell_what_orders_share_at_both_ends_or_where_they_go() -> None:
    offers = [tuple(f"offer {gold} with correction".split()) for gold in range(1, 5)]
    assert menus.headings([offers, [("done",)]]) == ["offer ... with correction", ""]
    assert menus.headings([offers[:2], offers[2:]]) == [
        "offer 1 ... 2 with correction",
        "offer 3 ... 4 with correction",
    ]
    assert menus.headings([[("move",), ("move", "w1", "e5")]]) == ["move ..."]


def test_short_moves_stand_in_columns_and_no_line_is_too_long() -> None:
    entries = menus.shown(FOUR_GODS, menus.listing(FOUR_GODS, 0), "de").entries
    entry = max(entries, key=lambda entry: len(entry.choices))
    lines = list(rows(entry, 72))
    assert len(lines) < len(entry.choices)
    assert max(map(len, lines)) <= 72


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("3", "3"), ("03", "3"), ("3.", "3"), ("3)", "3"), ("(3)", "3"), ("3b", "3b"), ("3 b", "3b"), ("3B", "3b"),
        ("3.b", "3b"), ("3 B)", "3b"), ("3-b", "3b"), ("3: b", "3b"),
        ("3 bid", ""), ("b3", ""), ("3 4", ""), ("b", ""), ("", ""), ("12.5", ""), ("3 b c", ""), ("٣", ""),
    ],
)  # fmt: skip
def test_a_label_is_understood_however_a_phone_writes_it(typed: str, label: str) -> None:
    assert menus.label(typed) == label


LISTED = Listed(7, {"1": "draw", "2a": "bid 3", "2b": "bid 9", "A": "draw\nra"})


def test_a_label_stands_for_its_order() -> None:
    assert menus.order_of(LISTED, "2b") == "bid 9"
    assert LISTED.turn("a)") == ["draw", "ra"]
    assert LISTED.turn("B") == LISTED.turn("1") == LISTED.turn("draw") == []


@pytest.mark.parametrize(
    ("listed", "typed", "code", "facts"),
    [
        (LISTED, "2", "group-number", {"labels": ["2a", "2b"], "orders": ["bid 3", "bid 9"]}),
        (LISTED, "2c", "no-such-number", {"most": 2}),
        (LISTED, "9", "no-such-number", {"most": 2}),
        (Listed(), "1", "no-list", {}),
    ],
)
def test_a_label_that_stands_for_no_order_is_refused(listed: Listed, typed: str, code: str, facts: object) -> None:
    with pytest.raises(Unreadable) as told:
        menus.order_of(listed, typed)
    assert told.value.refusal.code == code
    assert told.value.refusal.facts == {"number": typed, **dict(facts)}  # type: ignore[call-overload]


def test_the_letter_of_a_whole_turn_is_the_beginning_of_no_order_that_is_legal() -> None:
    t = kernel.start(games()["mennefer"], 2, Seeded(bytes(32)))
    listing = menus.listing(t, t.pending.seats[0])
    verbs = {verb.action: verb for verb in t.game.orders.verbs}
    assert 3 <= len(listing.turns) <= 5
    for action in kernel.legal(t, t.pending.seats[0]):
        assert not set(listing.turns) & {word[0].upper() for word in verbs[type(action)].words()}


@pytest.mark.parametrize(
    ("order", "words", "same"),
    [("draw", "draw", True), ("draw", "Ziehe", True), ("bid 9", "9", False), ("bid 9", "bid 3", False)],
)
def test_words_behind_a_label_may_only_repeat_it(order: str, words: str, *, same: bool) -> None:
    assert menus.agree(FOUR_GODS, order, words) is same


@pytest.mark.parametrize(
    "link",
    ["https://x", "mailto:a@b?body=x y", "mailto:a@b?body=x%0Ay", "mailto:a@b?body=%FF", "mailto:a@b?body=a&body=b"],
)
def test_the_reader_of_links_is_strict(link: str) -> None:
    with pytest.raises(ValueError, match=r"mailto|twice|line breaks|utf-8"):
        rfc6068.read(link)


def test_the_reader_of_links_reads_what_the_standard_gives_as_examples() -> None:
    read = rfc6068.read("mailto:unlikely%3Faddress@example.com?subject=caf%C3%A9&body=a+b%0D%0Ac%26d")
    assert read == ("unlikely?address@example.com", {"subject": "café", "body": "a+b\r\nc&d"})
