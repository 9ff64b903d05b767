"""Reports in words: complete, 72 columns wide, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Seeded, stream_key
from pbem.engine.game import News, refuse
from pbem.engine.orders import LANGUAGES
from pbem.engine.record import Match
from pbem.games import game
from pbem.games.ra.events import NobodyBade
from pbem.mail.render import WIDTH, Speaker
from pbem.service.reports import MENU, report
from tests.games.ra.builders import EIGHT, fresh, player, position

NAMES = ["Anna", "Bartholomäus-Maximilian", "Carl", "Dora", "Emil"]


def texts(lang: str, seats: int, seed: str, options: dict[str, bool | int | str] | None = None) -> Iterator[Any]:
    """Every report of a match: to the one who must answer, to a spectator, and the last ones."""
    ra = game("ra")
    match = Match(ra, NAMES[:seats], seed.encode(), seed, options)
    speaker = Speaker("ra", ra.names, lang, match.file.seats)
    t = match.table
    news: list[News] = list(t.news)
    while t.stack:
        seat = t.pending.seats[0]
        for reader in (seat, None):
            facts = report(t, reader, news, match.file.seats, seed, lang)
            yield facts, speaker.report(facts)
        bot = ra.bots["steady" if t.n % 3 else "random"]
        match.play(seat, kernel.consult(t, seat, bot, Seeded(stream_key(b"bot", seed, t.n))))
        news = t.news
    for reader in (0, None):
        facts = report(t, reader, news, match.file.seats, seed, lang)
        yield facts, speaker.report(facts)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 5])
def test_reports_are_72_columns_wide_and_without_holes(lang: str, seats: int) -> None:
    for _, text in texts(lang, seats, "width"):
        assert max(map(len, text.splitlines())) <= WIDTH
        assert "\n\n\n" not in text
        assert "%(" not in text
        assert text == text.strip("\n") + "\n"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_shows_all_that_the_view_holds(lang: str) -> None:
    ra = game("ra")
    for facts, text in texts(lang, 4, "whole"):
        flat = " ".join(text.split())
        seen = facts.view
        for display, name in zip(seen.players, facts.names, strict=True):
            assert name in flat
            for tile in set(display.tiles) - {"god", "pharaoh"}:
                assert ra.names.amount(tile, display.tiles.count(tile), lang) in flat
            for sun in display.suns + display.spent:
                assert str(sun) in flat
        assert ", ".join(ra.names.name(tile, lang) for tile in seen.row) in flat
        for number, move in enumerate(facts.moves, 1):
            assert f"{number} {move}" in flat


@pytest.mark.parametrize(
    ("lang", "river", "monuments", "pile"),
    [
        ("en", "2 floods, 3 Nile", "palace, 2 step pyramids", "8 gods, 25 pharaohs"),
        ("de", "2 Überschwemmungen, 3 Nil", "Palast, 2 Stufenpyramiden", "8 Götter, 25 Pharaonen"),
    ],
)
def test_several_of_a_kind_stand_in_the_plural(lang: str, river: str, monuments: str, pile: str) -> None:
    t = position([player((2, 13), "nile*3 flood*2 step-pyramid*2 palace"), *fresh(3)[1:]])
    text = Speaker("ra", t.game.names, lang, NAMES[:3]).report(report(t, 0, [], NAMES[:3], "m", lang))
    assert f": {river}\n" in text
    assert f": {monuments}\n" in text
    assert pile in text


@pytest.mark.parametrize("disaster", ["funeral", "drought", "unrest", "earthquake"])
def test_what_a_disaster_asks_is_right_for_names_in_the_plural_too(disaster: str) -> None:
    speaker = Speaker("ra", game("ra").names, "de", NAMES)
    assert ": Du gibst 2 Plättchen ab." in speaker.refusal(refuse("lose-how-many", disaster=disaster, count=2))
    asked = refuse("lose-what", disaster=disaster, tiles=["gold"], instead=["nile"])
    assert ": Das kannst du nicht abgeben: Gold." in speaker.refusal(asked)


def test_nobody_bids_for_an_empty_row() -> None:
    said = Speaker("ra", game("ra").names, "en", NAMES).event(NobodyBade("ra-tile", ()))
    assert said == ["Nobody has bid; the row stays as it is."]


def test_hidden_points_are_not_shown() -> None:
    for facts, text in texts("en", 3, "hidden", {"open_scores": False, "open_discards": False}):
        if facts.result is None:
            shown = [line for line in text.splitlines() if line.endswith("points") and line.split(",")[0] in NAMES]
            assert not shown
            assert "Still in the pile" not in text


def test_a_long_list_says_how_much_more_can_be_typed() -> None:
    t = position([player((2, 13), "god*4"), *fresh(3)[1:]], row=EIGHT)
    facts = report(t, 0, [], NAMES[:3], "m", "en")
    assert len(facts.moves) == MENU
    assert facts.more == 1 + 8 + 28 + 56 + 70 - MENU
    text = Speaker("ra", t.game.names, "en", NAMES[:3]).report(facts)
    assert f"... and {facts.more} more orders" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_prompt_says_what_is_asked(lang: str) -> None:
    said = " ".join(text for _, text in texts(lang, 3, "prompts"))
    expected = {
        "en": ["it is your turn", "leads with", "nobody has bid yet", "The match is over", "THE PLAYERS, CLOCKWISE"],
        "de": ["du bist am Zug", "führt mit", "Noch hat niemand geboten", "zu Ende", "ALLE, IM UHRZEIGERSINN"],
    }
    for words in expected[lang]:
        assert words in said


def test_help_names_the_gaps_in_the_readers_language() -> None:
    ra = game("ra")
    assert "biete SONNE" in Speaker("ra", ra.names, "de").help(ra.orders)
    assert "bid SUN" in Speaker("ra", ra.names, "en").help(ra.orders)


def test_an_unknown_language_or_refusal_is_an_error() -> None:
    ra = game("ra")
    with pytest.raises(ValueError, match="languages are en, de"):
        Speaker("ra", ra.names, "fr")
    with pytest.raises(LookupError, match="no-such-code"):
        Speaker("ra", ra.names, "en").refusal(refuse("no-such-code"))
