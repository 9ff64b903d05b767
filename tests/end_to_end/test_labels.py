"""Play with labels, letters and taps only; mistakes are answered with what would do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.house import NAMES, House, house, text
from tests.mail import rfc6068
from tests.service.answering import targets


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    """Anna, Bert and Carl have their first report of Amun-Re; the first who is asked bids."""
    with house(tmp_path) as here:
        here.begin(game="amunre")
        here.round()
        yield here


def asked(home: House) -> str:
    """Whose turn it is."""
    return next(name for name in ("Anna", "Bert", "Carl") if "your turn" in str(home.last(name)["Subject"]))


def said(mail: EmailMessage) -> str:
    """The text, on one line."""
    return " ".join(text(mail).split())


def page(mail: EmailMessage) -> str:
    """The HTML part."""
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def choices(mail: EmailMessage) -> dict[str, str]:
    """The bids of the list: label -> amount and province."""
    return dict(re.findall(r"\b(1[a-z]) (\d+ [a-z]+)", text(mail)))


def bid_all(home: House) -> None:
    """Everybody bids nothing for a province that nobody else wants."""
    for _ in range(3):
        name = asked(home)
        home.reply(name, next(label for label, bid in choices(home.last(name)).items() if bid.startswith("0 ")))


def test_a_number_with_a_letter_is_played_and_without_it_is_answered_with_its_moves(home: House) -> None:
    name = asked(home)
    bids = choices(home.last(name))
    answer = home.reply(name, "1")
    assert "Number 1 stands for several moves; write its letter, too, such as 1a." in said(answer)
    assert [f"{label} bid {bid}" in said(answer) for label, bid in bids.items()] == [True] * len(bids)
    assert home.orders() == []
    home.reply(name, "1 B")
    assert [order.partition(" ")[2] for order in home.orders()] == [f"bid {bids['1b']}"]


def test_each_link_of_a_mail_is_a_ready_answer_that_is_played(home: House) -> None:
    name = asked(home)
    links = [rfc6068.read(target) for target in targets(page(home.last(name)))]
    tapped = links[7]
    home.send(
        name, home.letter(name, *tapped.fields["body"].split("\r\n"), Subject=tapped.fields["subject"], To=tapped.to)
    )
    home.round()
    assert [order.partition(" ")[2] for order in home.orders()] == [tapped.fields["body"]]


def test_the_letter_of_a_whole_turn_plays_all_of_it_and_counts_only_while_its_decision_is_open(home: House) -> None:
    bid_all(home)
    name = asked(home)
    report = home.last(name)
    assert "WHOLE TURNS, FOR EXAMPLE\n   A  " in text(report)
    turn = [line[6:] for line in text(report).splitlines() if line.startswith("   A  ")]
    before = len(home.orders())
    answer = home.reply(name, "a)")
    assert [order.partition(" ")[2] for order in home.orders()[before:]] == turn
    assert f"> {turn[0]} # a) Played: {turn[0]}" in said(answer)
    home.send(name, home.letter(name, "A", answers=report))
    home.round()
    assert "Number A (" in said(home.last(name))
    assert "is of a list that no longer counts" in said(home.last(name))


def test_the_letter_of_a_whole_turn_means_nothing_behind_an_order_that_has_made_the_decision(home: House) -> None:
    bid_all(home)
    name = asked(home)
    before = len(home.orders())
    answer = home.reply(name, "cards 1", "A")
    assert [order.partition(" ")[2] for order in home.orders()[before:]] == ["cards 1"]
    assert "> A Refused. Number A (" in said(answer)


def test_a_copied_line_of_the_list_is_played_and_one_that_contradicts_itself_is_not(home: House) -> None:
    name = asked(home)
    bids = choices(home.last(name))
    home.reply(name, f"1a {bids['1b']}")
    assert home.orders() == []
    home.reply(name, f"1b) {bids['1b']}")
    assert [order.partition(" ")[2] for order in home.orders()] == [f"bid {bids['1b']}"]


def test_a_mistake_is_answered_with_the_nearest_orders_as_lines_and_as_links(home: House) -> None:
    name = asked(home)
    province = choices(home.last(name))["1a"].split()[1]
    answer = home.reply(name, f"{province} bdi 3")
    assert f"\n    try  bid 3 {province}\n" in text(answer)
    bodies = [rfc6068.read(target).fields["body"] for target in targets(page(answer))]
    assert bodies[0] == f"bid 3 {province}"
    assert home.orders() == []


def test_a_number_of_the_list_of_another_match_means_nothing(tmp_path: Path) -> None:
    with house(tmp_path) as here:
        matches = [here.begin(match=f"{number:016x}") for number in range(1, 5)]
        here.round()
        mails = {name: [one for one in here.mails(name) if "your turn" in str(one["Subject"])] for name in NAMES}
        name = max(NAMES, key=lambda one: len(mails[one]))
        first, second = mails[name][:2]
        letter = here.letter(name, "1", answers=first)
        letter.replace_header("To", str(second["Reply-To"]))
        here.send(name, letter)
        here.round()
        assert "The mail that you answered had no list of moves" in said(here.last(name))
        assert [order for match in matches for order in here.orders(match)] == []
