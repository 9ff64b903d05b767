"""What a seat sees: cats, sealed cards, bids and plans of others stay hidden; reports say everything else."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from pbem.engine import codec, kernel
from pbem.engine.chance import Seeded
from pbem.engine.game import Refusal
from pbem.games.ankh import GAME
from pbem.games.ankh.asking import Auto, Question
from pbem.games.ankh.board import Figure, Table
from pbem.games.ankh.names import AGENDA
from pbem.games.ankh.steps.sealed import Sealed
from pbem.games.ankh.view import View
from pbem.mail.render import Speaker
from pbem.service.reports import report
from tests.games.ankh.builders import bare, cards, conflict, give, monument, put, say, table
from tests.games.ankh.matches import lines

NAMES = ["Anna", "Bert", "Carl", "Dora", "Emil"]


def letters(t: Table, seat: int) -> list[str]:
    """The report of a seat in both languages, as text and HTML."""
    words = []
    for lang in ("en", "de"):
        speaker = Speaker("ankh", GAME.names, lang, NAMES[: t.seats])
        facts = report(t, seat, t.news, NAMES[: t.seats], "m", lang)
        words += [speaker.report(facts), speaker.html(facts)]
    return words


def same_for(seat: int | None, one: Table, other: Table) -> None:
    """A seat cannot tell two tables apart, neither in its view nor in its mail."""
    assert codec.encode(GAME.view(one, seat)) == codec.encode(GAME.view(other, seat))
    if seat is not None:
        assert letters(one, seat) == letters(other, seat)


def fight_of_two() -> Table:
    t = bare("anubis", "isis", "osiris")
    put(t, 0, g="d4", w1="d5")
    put(t, 1, g="a8", w1="a7")
    give(t, 0, followers=3)
    give(t, 1, followers=3)
    conflict(t, god=2)
    return t


def test_a_sealed_card_is_seen_by_its_owner_alone() -> None:
    one, other = fight_of_two(), fight_of_two()
    say(one, "card flood", seat=0)
    say(other, "card plague", seat=0)
    for seat in (1, 2, None):
        same_for(seat, one, other)
    assert GAME.view(one, 0) != GAME.view(other, 0)


def test_a_blind_bid_is_seen_by_its_owner_alone() -> None:
    one, other = fight_of_two(), fight_of_two()
    for t, bid in ((one, 0), (other, 3)):
        cards(t, "plague", "flood")
        say(t, f"bid {bid}", seat=0)
    for seat in (1, 2, None):
        same_for(seat, one, other)


def test_answers_given_ahead_are_seen_by_their_owner_alone() -> None:
    one, other = table("anubis", "isis"), table("anubis", "isis")
    say(one, "conflict 1: flood")
    say(other, "conflict 2: chariots bid 3", "conflict 3: miracle")
    other.n = one.n
    same_for(1, one, other)
    same_for(None, one, other)
    assert "Flood" in letters(one, 0)[0]
    assert kernel.imagine(one, 0, Seeded(bytes(32))).board.secrets.plans == one.board.secrets.plans


def test_what_cats_are_worth_is_seen_by_bastet_alone() -> None:
    one, other = bare("bastet", "isis"), bare("bastet", "isis")
    for t, values in ((one, (0, 1, 3)), (other, (3, 0, 1))):
        for space in ("b5", "h5", "f2"):
            monument(t, space, "temple")
        give(t, 0, cats=("b5", "h5", "f2"))
        t.board.secrets.cats[0] = values
    same_for(1, one, other)
    same_for(None, one, other)
    assert "b5: 0" in letters(one, 0)[0]
    guess = kernel.imagine(one, 1, Seeded(bytes(32))).board.secrets.cats[0]
    assert sorted(guess) == [0, 1, 3]


def test_sealed_answers_of_others_are_guessed_within_the_rules() -> None:
    t = fight_of_two()
    say(t, "card flood", seat=0)
    dream = kernel.imagine(t, 1, Seeded(bytes(32)))
    (card,) = dream.stack[-1].given[0]  # type: ignore[attr-defined]  # the step of the cards
    assert card in dream.board.gods[0].hand


def test_a_view_survives_json() -> None:
    for t in lines(4, 3):
        if t.n % 20 == 0:
            view = GAME.view(t, 1)
            assert codec.load_view(GAME, codec.encode(view)) == view


def test_the_map_fits_72_columns_and_shows_every_piece() -> None:
    t = bare("osiris", "bastet", pharaoh="ramses")
    put(t, 0, w1="e4", ap1="k2")
    t.board.figures["e6"] = Figure(0, "ap1")
    t.board.figures["d5"] = Figure(1, "w2", 1)
    monument(t, "b5", "temple", 1)
    monument(t, "h5", "obelisk")
    give(t, 0, portals=("a6",))
    give(t, 1, cats=("b5",))
    t.board.secrets.cats[1] = (3,)
    t.board.court = replace(t.board.court, infantry=("i5",))
    t.board.camels = ("a3a4", "a4b3", "b3b4", "b4c4")
    t.board.order = ("f4", "g4", "f3", "a5")
    view = GAME.view(t, 0)
    text = "\n".join(view.map)  # type: ignore[attr-defined]  # a view of Ankh
    assert max(map(len, text.splitlines())) <= 72
    for piece in (
        "1w1",
        "1ap1",
        "2w2*",
        "T2",
        "O-",
        "PHA",
        "inf",
        "(o)",
        "cat",
        "#####",
        "=====",
        'e4 "1',
        "d5 .1",
        "e6 ~~",
    ):
        assert piece in text, piece
    assert all(f"{space} " in text for space in t.data.value.hexes.spaces)


def test_below_the_map_the_same_facts_stand_as_sentences() -> None:
    t = bare("osiris", "bastet", pharaoh="ramses")
    put(t, 0, w1="e4")
    monument(t, "b5", "temple", 1)
    give(t, 0, portals=("a6",), eyes=("a7",))
    give(t, 1, cats=("b5",))
    t.board.secrets.cats[1] = (3,)
    t.board.court = replace(t.board.court, infantry=("i5",))
    text = " ".join(letters(t, 0)[0].split())
    for words in (
        "Region 1 (West), 32 spaces",
        "Anna: w1 e4.",
        "temple b5 (Bert)",
        "The pharaoh Ramses stands on a8.",
        "Infantry: i5.",
        "A portal of Anna lies on a6.",
        "A cat of Bert lies on b5.",
        "An eye of Anna watches it.",
    ):
        assert words in text, words


def test_the_legend_explains_what_else_the_map_shows() -> None:
    t = bare("osiris", "bastet")
    assert "Also:" not in unfolded(t)
    give(t, 0, portals=("a6",))
    give(t, 1, cats=("b5",))
    monument(t, "b5", "temple", 1)
    assert "# camels. Also: (o) a portal, cat one of Bastet's cats." in unfolded(t)
    t = bare("isis", "osiris", pharaoh="ramses")
    t.board.court = replace(t.board.court, infantry=("i5",))
    assert "Also: PHA the pharaoh, inf infantry." in unfolded(t)
    assert "Außerdem: PHA der Pharao, inf Infanterie." in " ".join(letters(t, 0)[2].split())


def test_guardians_of_the_pool_are_told_by_their_names() -> None:
    t = bare("osiris", "bastet")
    give(t, 0, pool=("w2", "mu1", "an2"))
    assert "Pool: w2, mu1 (Mummy), an2 (Androsphinx)" in unfolded(t)


def test_amun_is_asked_for_two_cards_when_he_announced_them() -> None:
    t = bare("amun", "isis")
    put(t, 0, g="d4")
    put(t, 1, g="d5")
    conflict(t)
    say(t, "yes")
    assert "battle in region 1: which two cards do you play?" in unfolded(t)
    assert "battle in region 1: which card do you play?" in unfolded(t, 1)


def test_a_partner_of_a_merged_god_is_asked_for_one_action() -> None:
    t = bare("isis", "osiris", "ra")
    assert "it is your turn: your first action?" in unfolded(t)
    t.board.god_of = (0, 1, 0)
    assert "it is your turn: your action?" in unfolded(t)
    assert "du bist am Zug: deine Aktion?" in letters(t, 0)[2]


def test_hathor_is_told_what_the_summoning_costs() -> None:
    t = bare("hathor", "isis")
    give(t, 0, followers=3)
    say(t, "unlock revered")
    assert "Hathor: what do you summon for 1 follower more?" in unfolded(t)


def test_when_no_event_is_left_none_is_announced() -> None:
    t = bare("isis", "osiris")
    t.board.event = len(t.data.value.events)
    assert "conflicts: 0. Actions until the event" in unfolded(t)


def unfolded(t: Table, seat: int = 0) -> str:
    """The English report on one line."""
    return " ".join(letters(t, seat)[0].split())


def test_the_report_says_what_agenda_cards_in_play_do_and_where_the_doors_are() -> None:
    t = bare("isis", "osiris", pharaoh="xerxes")
    t.board.court = replace(t.board.court, display=())
    give(t, 0, agenda=AGENDA[:10])
    give(t, 1, agenda_used=AGENDA[10:])
    for lang, text in zip(("en", "de"), letters(t, 1)[::2], strict=True):
        for card in AGENDA:
            assert re.search(rf"^  {GAME.names.name(card, lang)}( \([\w ]+\))?: \w+", text, re.MULTILINE), (lang, card)
    for words in (
        "Grain Tribute: gain 2 followers.",
        "Temple Tithe: gain a follower for each of your temples and sphinxes, 3 at most.",
        "Public Works (Gain followers): build a monument on empty land beside one of your figures, for 4 followers.",
        "Voice of the People: gain 1 devotion if you alone have least, else 1 follower.",
        "Doors: Chamber of Law - War Chamber, Chamber of Law - Throne Room, War Chamber - Civil Court, Civil Court -",
    ):
        assert words in unfolded(t), words
    give(t, 0, agenda=())
    assert "Grain Tribute" not in unfolded(t)


@pytest.mark.parametrize(
    ("pharaoh", "words"),
    [
        (
            "ramses",
            "After the conflicts 1, 2, 3 the god with least devotion moves him up to 3 spaces. Infantry left: 10.",
        ),
        ("xerxes", "then another god with a figure in his region loses 1 devotion."),
        ("amenhotep", "Amenhotep: whoever wins or dominates his region gains 1 devotion more."),
        ("tutankhamun", "After the conflicts 1, 2 he gets a token"),
        ("akhenaten", "Riddle of the sphinx: summon a figure beside each of your sphinxes."),
    ],
)
def test_the_report_says_what_the_pharaoh_does(pharaoh: str, words: str) -> None:
    t = bare("isis", "osiris", pharaoh=pharaoh)
    assert words in unfolded(t)
    assert "Rätsel der Sphinx: " in letters(t, 0)[2]


def test_a_dead_pharaoh_leaves_his_riddle() -> None:
    t = bare("isis", "osiris", pharaoh="tutankhamun")
    t.board.court = replace(t.board.court, space="", dead=1, tokens=3)
    assert "The pharaoh is dead; the Throne Room is closed. Riddle of the sphinx: 3 followers" in unfolded(t)


def test_supply_scorpions_partners_and_the_revolt_are_told() -> None:
    t = bare("isis", "osiris", "ra", scenario="peoples-revolt")
    t.board.guardians = ("sa1", "sa2", "an1")
    t.board.figures["e4"] = Figure(0, "sc1", 0, 1)
    t.board.god_of = (0, 1, 0)
    text = unfolded(t)
    for words in (
        "In the supply: 7 obelisks, 7 pyramids, 7 temples.",
        "Guardians that nobody has yet: 2 Satet, Androsphinx.",
        "Anna + Carl: sc1 (Giant Scorpion) e4 (faces north-east).",
        "whoever wins or dominates a region loses warriors and guardians there",
        "Next: control monument, control monument, control monument, conflict.",
    ):
        assert words in text, words
    t.board.guardians = ()
    t.board.event = 4
    text = unfolded(t)
    assert "All guardians have been given out." in text
    assert "Next: consolidation, control monument" in text


@pytest.mark.parametrize(("number", "players"), [(2, 2), (10, 3), (5, 4), (8, 5), (13, 3), (16, 4)])
def test_every_report_of_a_match_can_be_said_in_both_languages(number: int, players: int) -> None:
    speakers = {lang: Speaker("ankh", GAME.names, lang, NAMES[:players]) for lang in ("en", "de")}
    for t in lines(number, players):
        for news in t.news:
            for speaker in speakers.values():
                assert all(speaker.event(news.event))
        if t.n % 15 == 0 or not t.stack:
            seat = t.pending.seats[0] if t.stack else 0
            for text in letters(t, seat)[::2]:
                assert max(map(len, text.splitlines())) <= 72


def every_refusal() -> list[Refusal]:
    """The refusals that occur when orders of other moments are tried in a match."""
    found: dict[str, Refusal] = {}
    tried = list(
        {
            type(a): a for n in (3, 7) for t in lines(n, 3) if t.stack for a in kernel.legal(t, t.pending.seats[0])
        }.values()
    )
    for t in lines(9, 4):
        for action in tried if t.stack else ():
            refusal = kernel.objection(t, t.pending.seats[0], action)
            if refusal is not None:
                found[refusal.code + str(refusal.facts.get("why", ""))] = refusal
    return list(found.values())


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_refusal_has_words(lang: str) -> None:
    speaker = Speaker("ankh", GAME.names, lang, NAMES[:4])
    refusals = every_refusal()
    assert len(refusals) > 15
    for refusal in refusals:
        assert speaker.refusal(refusal)


def test_the_kinds_of_step_leave_their_rules_to_others() -> None:
    t = table()
    for call in (
        lambda: Auto().go(t),
        lambda: Question(0).why_not(t, 0, kernel.fallback(t, 0)),
        lambda: Question(0).answer(t, 0, kernel.fallback(t, 0)),
        lambda: Sealed((0,), ()).words(kernel.fallback(t, 0)),
        lambda: Sealed((0,), ()).why_not(t, 0, kernel.fallback(t, 0)),
        lambda: Sealed((0,), ()).planned(t, 0),
        lambda: Sealed((0,), ()).reveal(t, {}),
    ):
        with pytest.raises(NotImplementedError):
            call()
    assert isinstance(GAME.view(t, None), View)
