"""Reports of Men-Nefer: complete, 72 columns wide, in both languages, as text and as a page."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from pbem.engine import kernel
from pbem.engine.game import refuse
from pbem.engine.orders import LANGUAGES
from pbem.games.mennefer import GAME
from pbem.games.mennefer.board import GAP, Table
from pbem.games.mennefer.data import KINDS, Contract
from pbem.mail.render import WIDTH, Report, Speaker
from pbem.service.reports import report
from tests.games.mennefer.builders import asked, chance, doing, match, play, position

NAMES = ["Anna", "Bartholomäus-Maximilian", "Carl", "Dora"]


def speaker(lang: str, seats: int = 4) -> Speaker:
    return Speaker("mennefer", GAME.names, lang, NAMES[:seats])


def facts(t: Table, seat: int | None, lang: str = "en") -> Report:
    return report(t, seat, t.news, NAMES[: t.seats], "match", lang)


def texts(lang: str, seats: int, name: str) -> Iterator[tuple[Report, str]]:
    """Some reports of a match, to whoever must answer and to a spectator, and the last one."""
    t = match(seats, name)
    while t.stack:
        if t.n % 40 == 0:
            for reader in (asked(t), None):
                one = facts(t, reader, lang)
                yield one, speaker(lang, seats).report(one)
        bot = GAME.bots["random" if t.n % 8 else "steady"]
        kernel.play(t, asked(t), kernel.consult(t, asked(t), bot, chance(f"{name}/{t.n}")))
    one = facts(t, 0, lang)
    yield one, speaker(lang, seats).report(one)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_reports_are_72_columns_wide_and_without_holes(lang: str, seats: int) -> None:
    for _, text in texts(lang, seats, f"width/{seats}"):
        assert max(map(len, text.splitlines())) <= WIDTH
        assert "\n\n\n" not in text
        assert "%(" not in text
        assert not re.search(r"\bNone\b|Undefined|\(\)|: ;|  ,|: \.", text)


def test_a_report_shows_the_board_by_areas_and_every_player() -> None:
    t = play(position(3, sarcophagi=1, scarabs=(0, 2, 0, 0, 0)), "visit nile with tablet 1")
    flat = " ".join(speaker("en", 3).report(facts(t, 0)).split())
    for title in ("Houses of Life", "Tablets", "Markets", "Pyramids", "Necropolis", "Temple and obelisk", "Nile"):
        assert title in flat
    assert "YOUR THINGS Anna (you), 10 PP" in flat
    assert "Nile: Sun 1 food (there: Anna), Moon 0 food (there: nobody)." in flat
    assert "Row 3: costs 1 food; t4c (sun): permission, limestone 3; beside it: limestone 1 or boats 1" in flat
    assert "U1: from the port, out to section 1; benefit: heart 1; contracts: k101 (1 PP): sarcophagi" in flat
    assert "Anna, still to be done, in any order: embalm or rite ?." in flat


def test_a_report_names_the_pieces_to_come_by_level_and_the_pyramidion_last() -> None:
    full = ("heka", "food", "feather", "heart")
    t = position(2, board={"great": full + full[:3] + (GAP,) * 5, "tops": (GAP, "heart", "food")})
    assert "Next pieces: II heart, III food, the pyramidion." in " ".join(speaker("en", 2).report(facts(t, 0)).split())
    t = position(2, board={"great": full * 3, "tops": (GAP,) * 3})
    text = speaker("de", 2).report(facts(t, 0, "de"))
    assert "Nächste Bauteile: das Pyramidion." in " ".join(text.split())
    t = position(2, board={"great": full * 3, "tops": (GAP,) * 3, "pyramidion": True})
    assert "Next pieces: none." in " ".join(speaker("en", 2).report(facts(t, 0)).split())


def test_a_report_shows_the_duat_and_how_many_contracts_fit() -> None:
    flat = " ".join(speaker("en", 2).report(facts(position(2, contracts=("k101",), met=("k102",)), 0)).split())
    assert "Duat Marks: on 2, 4, 6, 8, 10, 12, 14, 16, 18, 20; hearts go up from 0, feathers down from 22" in flat
    assert "Contracts: 2 of 8 spaces taken" in flat


KNOWN = {
    "hieroglyphs to come, with their bonuses": "Next hieroglyphs: water (1 PP), mouth (scarab), sun (1 PP)",
    "spaces for crafts, with their points": "Craft spaces left: PP of each, by level: I 0, 1; II 0, 1, 1; III 2, 2",
    "what the next papyri cost besides": "rolled up: 0; heka for the next spaces: 3, 4",
    "which tiles a tomb activates": "Free, level II, row-2 and column-2: d2: 2 food, feather 3; e2: permission",
    "how often": "Activations by level: I 1, II 2, III 3",
    "the pile as far as it is known": "Next: t4f (water): papyrus, embalm or carve, 2 favours Behind it: t4h (sun)",
    "what lies below": "Below, in an unknown order: t4g (mouth)",
    "what was used": "Discarded, the oldest first: t1c (water), t1d (mouth)",
    "the bags": "In the bags: papyri 36, crafts 31",
    "the piles of contracts": "Contracts in the piles: 11 of 1 PP, 14 of 2 PP, 14 of 3 PP",
    "contracts that left": "Out of the game: k115",
    "room for permissions": "counts baskets in the temple; spaces for permissions: 2, taken: Anna 1",
    "ends of tracks": "14: 8 PP; a favour for each step beyond the end",
    "the top": "10: deity + 10 PP; a favour for each step beyond the end",
    "boats that were activated": "Boats: section 2, the port (3); activated in this turn, now in: section 2",
    "points so far": "PP after era I: Anna 7, Bartholomäus-Maximilian 8.",
    "what waits behind the question": "Afterwards, in this turn: craft.",
    "which tiles a sarcophagus scores": "Sarcophagi: row-1 and column-1: a1 Anna, b1 Bartholomäus-Maximilian",
    "which of them another one scores": "; row-2 and column-3: g2 Anna",
    "spaces of a city that the flood fills": "k103 (1 PP): orb on step 2 of the obelisk; empty spaces: 1",
    "an empty city": "benefit: papyrus; contracts: empty spaces: 2",
    "how much food and heka can be kept": "7 food, 2 heka, at most 10 of each",
    "drawings of this era": "vase-ibis, ibis-vase; complete drawings: 1; rolled up: 0",
    "how many contracts fit": "Contracts: 0 of 8 spaces taken",
}  # fmt: skip


def everything_known() -> Table:
    """A table in the middle of a turn on which there is something of each kind."""
    t = doing(
        "boats 2 activate 2", "craft", glyphs=2, crafts=(("ring2", "ring3"), (), ()), papyri=("p01", "p09"),
        placed=(1, 0, 0), boats=("2", "0", "0", "0"), food=5,
        board={"queue": ("t4f", "t4h"), "hidden": ["t4g"], "discards": ("t1c", "t1d"), "gone": ("k115",),
               "tombs": {"a1": 0, "g2": 0, "b1": 1},
               "history": ((7, 8),)},
    )  # fmt: skip
    return play(t, "activate 2")


@pytest.mark.parametrize("fact", KNOWN)
def test_a_report_tells_what_everybody_at_the_table_knows(fact: str) -> None:
    t = everything_known()
    one = facts(t, 0)
    assert KNOWN[fact] in " ".join(speaker("en", 2).report(one).split())
    page = html.unescape(re.sub(r"<[^>]+>", " ", speaker("en", 2).html(one)))
    for word in KNOWN[fact].split(": ")[-1].split():
        assert word in page


def test_a_label_and_what_it_stands_for_stay_in_one_line() -> None:
    text = speaker("en", 2).report(facts(position(2), 0))
    assert not re.search(r"[;:] \w?\d+\w?:$", text, re.MULTILINE)
    assert "\N{NO-BREAK SPACE}" not in text


def test_a_report_tells_what_a_harvest_would_give_now() -> None:
    t = position(great=6, contracts=("k112",), heart=12, feather=12)
    flat = " ".join(speaker("en", 2).report(facts(t, 0)).split())
    assert "Harvest now: contracts +1, Great Pyramid +2 = +3" in flat
    assert "Contract: k112 (1 PP): block on space 4 of the Great Pyramid (holds now)" in flat


def test_whole_turns_are_offered_besides_single_moves() -> None:
    one = facts(position(2), 0)
    assert 3 <= len(one.menu.turns) <= 5
    text = speaker("en", 2).report(one)
    assert "WHOLE TURNS, FOR EXAMPLE\n   C  visit " in text
    assert facts(position(2), 1).menu.turns == []
    page = speaker("en", 2).html(one)
    assert "Whole turns, for example" in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_has_the_same_facts_as_the_text(lang: str) -> None:
    for one, text in list(texts(lang, 3, "page"))[::4]:
        page = speaker(lang, 3).html(one)
        assert "%(" not in page
        plain = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
        for choice in (choice for entry in one.menu.entries for choice in entry.choices):
            assert f"{choice.label} {choice.rest}" in unescape(plain)
        assert len(re.findall(r"<h3", page)) == 9 + 3
        assert len(text) > 3000


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_contract_is_told_in_words(lang: str, kind: str) -> None:
    t = position(contracts=("k101",))
    one = facts(t, 0, lang)
    one.view.print.contracts["k101"] = Contract(1, kind, (3, 4) if kind == "priestess-rooms" else (3,))
    assert re.search(r"k101 \(1 PP\): .*3", speaker(lang, 2).report(one))


QUESTIONS: dict[str, tuple[Table, str]] = {
    "turn": (position(), "visit a House of Life, specialise, or take a tablet"),
    "track": (play(position(home=(1,), sun=("nile",), scarabs=(0, 0, 0, 2, 0)), "specialise nile"), "the track Nile"),
    "row": (play(position(tablets=(GAP,) * 3, home=()), "take 4"), "row 4 or a lower one"),
    "position": (doing("limestone 1", great=1, queens=8), "place the piece of the Great Pyramid"),
    "pyramidion": (
        doing("limestone 1", great=1, queens=8, board={"great": ("heka", "food", "feather", "heart") * 3}),
        "under the pyramidion",
    ),
    "queens": (play(doing("limestone 1", queens=1, allowed=1), "limestone queens"), "Queens' Pyramids grows"),
    "level": (play(doing("craft free", crafts=(("ring2", "ring3"), (), ())), "craft 1"), "lay the craft ring1"),
    "basket": (
        play(doing("priestess 1 offer", standing=(3, 1, 0, 0, 0), crafts=(("ring2",), (), ())), "offer ring2"),
        "space of the temple do you place the basket",
    ),
    "drop": (
        play(doing("contract", contracts=tuple(f"k1{n:02}" for n in range(4, 12))), "contract k101"),
        "Which one do you discard?",
    ),
    "boats": (play(doing("boats 2 activate 1"), "boat 0 1"), "left for your boats: steps 1, activations 1."),
    "priestesses": (play(doing("priestess 2"), "priestess 0 1"), "left for your priestesses: steps 1, offerings 0."),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_question_is_asked_in_words(name: str) -> None:
    t, words = QUESTIONS[name]
    assert words in " ".join(speaker("en", 2).report(facts(t, 0)).split())
    assert "Anna, " in speaker("de", 2).report(facts(t, 0, "de"))


REFUSALS: dict[str, dict[str, Any]] = {
    "other-question": {"asked": ["turn"], "answers": {"en": ["take 1"], "de": ["nimm 1"]}, "more": 5},
    "no-tablet": {"tablet": 1, "instead": (2, 3)},
    "apprentice-away": {"tablet": 1, "instead": ()},
    "no-apprentice-there": {"house": "nile", "instead": ("temple",)},
    "level-too-high": {"space": "d1", "level": 0},
    "no-basket": {"craft": "ring1", "instead": ("jar1",)},
    "no-offering-now": {"steps": 0},
    "contract-not-there": {"contract": "k101", "cities": ("u1",)},
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", REFUSALS)
def test_refusals_are_told_in_words(code: str, lang: str) -> None:
    said = speaker(lang).refusal(refuse(code, **REFUSALS[code]))
    assert said.endswith(".")
    assert "%(" not in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "asked_for",
    [["turn"], ["track-space"], ["row-action"], ["position"], ["pyramidion"], ["queens-pyramid"], ["level"],
     ["basket"], ["drop"], ["papyrus", "craft"], ["boats", "activation"], ["priestess", "offering"]],
)  # fmt: skip
def test_a_refusal_names_each_question(asked_for: list[str], lang: str) -> None:
    answers = {"en": ["skip"], "de": ["auslassen"]}
    said = speaker(lang).refusal(refuse("other-question", asked=asked_for, answers=answers, more=0))
    assert answers[lang][0] in said
    assert "-" not in said.replace("Mastaba-Bonus", "")


def test_help_explains_every_order_in_both_languages() -> None:
    for lang in LANGUAGES:
        text = speaker(lang).help(GAME.orders)
        assert all(verb.pattern(lang)[0] in text for verb in GAME.orders.verbs)
