"""Reports in words: complete, 72 columns wide, in both languages."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from selectolax.lexbor import LexborHTMLParser

from pbem.engine import kernel
from pbem.engine.chance import Seeded, stream_key
from pbem.engine.game import News, Standing, refuse
from pbem.engine.orders import LANGUAGES
from pbem.engine.record import Match
from pbem.games import game
from pbem.games.ra.events import Bade, NobodyBade, Passed
from pbem.mail.menu import Choice, Entry, Menu
from pbem.mail.render import WIDTH, Answer, Report, Speaker
from pbem.service.reports import report
from tests.games.ra.builders import fresh, player, position

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
                count = display.tiles.count(tile)
                amount = ra.names.name(tile, lang) if count == 1 else f"{count} {ra.names.several(tile, lang)}"
                assert amount in flat
            for sun in display.suns + display.spent:
                assert str(sun) in flat
        assert ", ".join(ra.names.name(tile, lang) for tile in seen.row) in flat
        for number, move in enumerate(facts.menu.moves, 1):
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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_prompt_says_what_is_asked(lang: str) -> None:
    said = " ".join(text for _, text in texts(lang, 3, "prompts"))
    expected = {
        "en": ["it is your turn", "leads with", "nobody has bid yet", "The match is over", "THE PLAYERS, CLOCKWISE"],
        "de": ["du bist am Zug", "führt mit", "Noch hat niemand geboten", "zu Ende", "ALLE, IM UHRZEIGERSINN"],
    }
    for words in expected[lang]:
        assert words in said


def turn(lang: str, names: list[str] | None = None, **more: Any) -> tuple[Speaker, Report]:
    """The speaker, and a report to the one who must answer, in the middle of a match."""
    names = names or NAMES[:3]
    t = position([player((2, 13), "god nile*3 temple"), *fresh(3)[1:]], row="flood god")
    return Speaker("ra", t.game.names, lang, names), replace(report(t, 0, [], names, "3f2a", lang), **more)


DUE = datetime(2026, 11, 20, 13, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("lang", "zone", "said"),
    [
        ("en", "Europe/Berlin", "Answer by Friday, 20 November 2026, 14:05 CET (UTC+1)."),
        ("de", "Europe/Berlin", "Antworte bis Freitag, 20. November 2026, 14:05 Uhr MEZ (UTC+1)."),
        ("en", "America/New_York", "Answer by Friday, 20 November 2026, 08:05 EST (UTC-5)."),
        ("en", "Asia/Kolkata", "Answer by Friday, 20 November 2026, 18:35 IST (UTC+5:30)."),
        ("de", "America/Sao_Paulo", "Antworte bis Freitag, 20. November 2026, 10:05 Uhr UTC-3."),
        ("en", "UTC", "Answer by Friday, 20 November 2026, 13:05 UTC."),
    ],
)
def test_the_due_time_is_told_in_the_readers_zone_and_language(lang: str, zone: str, said: str) -> None:
    speaker, facts = turn(lang, due=DUE, zone=zone)
    assert said in speaker.report(facts).splitlines()


def test_a_report_is_told_in_order() -> None:
    speaker, facts = turn(
        "en", due=DUE, silence="draw", fence="-- above --", why="reminder", receipt=[Answer("hi", "prose")]
    )
    facts = replace(facts, news=[Passed(1)])
    parts = ["-- above --", "RA", "YOUR LETTER", "> hi", "A reminder:", "it is your turn", "Answer by"]
    parts += ["Silence means: draw", "WHAT HAPPENED", "THE TABLE", "YOUR THINGS", "WHAT YOU CAN DO", "Answer with"]
    text = speaker.report(facts)
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert text.startswith("-- above --\n")


RECEIPT = [
    Answer("Hi Anna,", "prose"),
    Answer("ziehe", "played", order="draw"),
    Answer("bid 99", "refused", refusal=refuse("no-auction"), near=("draw", "ra", "gods flood")),
    Answer("pass", "after-refusal"),
    Answer("draw", "not-your-turn"),
    Answer("help", "answered", text="draw\n    turn over a tile"),
]
ANSWERS = [
    "> Hi Anna, Not an order; not read.",
    "> ziehe Played: draw",
    "> bid 99 Refused. There is no auction now. Turn over a tile, call Ra, or use gods.",
    "Possible now, for example:",
    "> pass Not played, because a line above was refused.",
    "> draw Not played, because others must act first.",
    "> help draw turn over a tile",
]


def test_each_line_of_a_letter_is_answered() -> None:
    speaker, facts = turn("en", receipt=RECEIPT)
    words = speaker.letter(facts)
    flat, shown = " ".join(words.text.split()), plain(words.html)
    for answer in ANSWERS:
        assert answer in flat
        assert answer in shown
    assert "\n    try  draw\n    try  ra\n    try  gods flood\n" in words.text
    assert "for example: draw ra gods flood >" in shown


def test_orders_that_would_do_are_ready_answers_and_those_of_a_group_have_their_labels() -> None:
    why = refuse("group-number", number="3", labels=["3a", "3b"], orders=[])
    group = Answer("3", "refused", refusal=why, near=("bid 1", "bid 2"), labels=("3a", "3b"))
    speaker, facts = turn("en", receipt=[*RECEIPT, group], reply_to="pbem@games.example")
    links = [ready_answer(str(link["href"])) for link in Page(speaker.html(facts)).all("a")]
    bodies = [fields["body"] for _, fields in links]
    assert bodies[:5] == ["draw", "ra", "gods flood", "bid 1", "bid 2"]
    assert "write its letter, too, such as 3a" in " ".join(speaker.report(facts).split())
    assert "\n    3a  bid 1\n    3b  bid 2\n" in speaker.report(facts)


@pytest.mark.parametrize(("row", "explained"), [("- 1: ra (+)", True), ("- 1: ra (-)", True), ("- 1: ra", False)])
def test_the_signs_of_a_plan_are_explained_where_there_are_any(row: str, *, explained: bool) -> None:
    speaker, facts = turn("en", receipt=[Answer("plan", "plan", text=row)])
    assert ("its condition holds" in speaker.report(facts)) == explained


def test_without_fence_and_letter_nothing_of_them_is_said() -> None:
    speaker, facts = turn("en")
    assert speaker.report(facts).startswith("RA  ")
    assert "YOUR LETTER" not in speaker.report(facts)


@pytest.mark.parametrize(
    ("more", "english", "german"),
    [
        ({}, "Anna, your turn", "Anna, du bist am Zug"),
        ({"due": DUE}, "Anna, your turn until Fri 20 Nov", "Anna, du bist am Zug bis Fr. 20. Nov."),
        ({"why": "reminder"}, "reminder: Anna, your turn", "Erinnerung: Anna, du bist am Zug"),
        (
            {"why": "reminder", "due": DUE},
            "reminder: Anna, your turn until Fri 20 Nov",
            "Erinnerung: Anna, du bist am Zug bis Fr. 20. Nov.",
        ),
        ({"receipt": RECEIPT}, "a line of your letter was refused", "eine Zeile deines Briefs wurde abgelehnt"),
        ({"receipt": RECEIPT[:2], "pending": (2,)}, "played, waiting for Carl", "gespielt; am Zug: Carl"),
        (
            {"receipt": RECEIPT[:1], "due": DUE},
            "answer to your letter; your turn until Fri 20 Nov",
            "Antwort auf deinen Brief; du bist am Zug bis Fr. 20. Nov.",
        ),
        ({"receipt": RECEIPT[:1], "pending": (2,)}, "answer to your letter", "Antwort auf deinen Brief"),
        ({"pending": (2,)}, "news, waiting for Carl", "Neues; am Zug: Carl"),
        ({"result": [Standing(2, 1, 9), Standing(0, 2, 8)]}, "Carl wins", "Carl gewinnt"),
        ({"result": [Standing(2, 1, 9), Standing(0, 1, 9)]}, "Carl, Anna win", "Carl, Anna gewinnen"),
        ({"result": [Standing(2, 2, 9)]}, "the match is over", "die Partie ist zu Ende"),
    ],
)
def test_subjects(more: dict[str, Any], english: str, german: str) -> None:
    for lang, subject in (("en", english), ("de", german)):
        speaker, facts = turn(lang, **more)
        assert speaker.subject(facts) == f"[Ra 3f2a] {subject}"


def plain(page: str) -> str:
    """What a reader of the HTML sees."""
    body = LexborHTMLParser(page).body
    assert body is not None
    return " ".join(body.text(separator=" ").split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_and_html_tell_the_same_facts(lang: str) -> None:
    ra = game("ra")
    for facts, _ in texts(lang, 4, "both"):
        speaker = Speaker("ra", ra.names, lang, facts.names)
        said = speaker.said(facts)
        words = speaker.letter(facts)
        flat, shown = " ".join(words.text.split()), plain(words.html)
        moves = [f"{number} {move}" for number, move in enumerate(facts.menu.moves, 1)]
        for fact in [*facts.names, *said.prompt, *said.news, *moves]:
            assert fact in flat
            assert fact in shown
        for display in facts.view.players:
            for kind, count in Counter(display.tiles).items():
                if kind not in {"god", "pharaoh", "gold"}:
                    amount = f"{count} {ra.names.name(kind, lang)}" if count > 1 else ra.names.name(kind, lang)
                    assert amount in flat
                    assert amount in shown
        assert set(re.findall(r"\d+", flat)) <= set(re.findall(r"\d+", shown))


class Page(HTMLParser):
    """Collects what a page would load and where its links go."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes each tag."""
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all such tags."""
        return [attributes for name, attributes in self.tags if name == tag]


def ready_answer(link: str) -> tuple[str, dict[str, str]]:
    """Address and fields of a link, read after RFC 6068: a plus is a plus."""
    scheme, _, rest = link.partition(":")
    address, _, query = rest.partition("?")
    fields = dict(field.split("=") for field in query.split("&"))
    assert scheme == "mailto"
    assert re.fullmatch(r"[\w.~%!$'()*+,;:@?=&-]*", rest, re.ASCII)
    return unquote(address, errors="strict"), {name: unquote(value, errors="strict") for name, value in fields.items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_listed_move_is_a_ready_answer(lang: str) -> None:
    speaker, facts = turn(lang, reply_to="pbem+3f2a.0.k-7_Q@games.example", due=DUE)
    odd = 'odd & "<order>" + 100 % ä?=#'
    entry = Entry("4", "", [Choice("4", odd, odd)])
    facts = replace(facts, menu=Menu([*facts.menu.entries, entry]))
    html = speaker.html(facts)
    assert " ".join(f"{number} {move}" for number, move in enumerate(facts.menu.moves, 1)) in plain(html)
    links = [str(attributes["href"]) for attributes in Page(html).all("a")]
    answers = [ready_answer(link) for link in links]
    assert [fields["body"] for _, fields in answers] == facts.menu.moves
    assert {address for address, _ in answers} == {"pbem+3f2a.0.k-7_Q@games.example"}
    assert {fields["subject"] for _, fields in answers} == {f"Re: {speaker.subject(facts)}"}


def test_without_an_address_no_move_is_a_link() -> None:
    speaker, facts = turn("en")
    assert not Page(speaker.html(facts)).all("a")
    assert "1 draw" in plain(speaker.html(facts))


HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=y>', "{{ 7 * 7 }} %(name)s & Söhne"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hostile_names_and_lines_stay_text(lang: str) -> None:
    news = [Bade(seat, 2) for seat in range(3)]
    receipt = [Answer(name, "prose") for name in HOSTILE]
    receipt.append(Answer("x", "refused", refusal=refuse("unknown-verb", word=HOSTILE[0], near=[HOSTILE[1]])))
    speaker, facts = turn(lang, HOSTILE, news=news, receipt=receipt, fence=HOSTILE[0], silence=HOSTILE[1], due=DUE)
    page = speaker.html(facts)
    assert not {"script", "img"} & {tag for tag, _ in Page(page).tags}
    for name in HOSTILE:
        assert name in plain(page)
        assert name in " ".join(speaker.report(facts).split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_html_is_for_everybody_and_loads_nothing(lang: str) -> None:
    speaker, facts = turn(lang, receipt=RECEIPT, reply_to="pbem+k@games.example", due=DUE)
    html = speaker.html(replace(facts, result=[Standing(0, 1, 9)]))
    page = Page(html)
    assert page.all("html") == [{"lang": lang}]
    assert not {"img", "script", "link", "iframe", "object", "form"} & {tag for tag, _ in page.tags}
    assert not re.search(r"url\(|@import|https?:|src=", html)
    assert all(attributes["scope"] in {"row", "col"} for attributes in page.all("th"))
    assert {"name": "color-scheme", "content": "light dark"} in page.all("meta")
    assert "prefers-color-scheme: dark" in html
    assert "font-size:16px" in str(page.all("body")[0]["style"])
    assert all(attributes.get("style") for tag in ("h1", "h2", "th", "td", "a", "li") for attributes in page.all(tag))
    assert html.isascii()
    assert max(map(len, html.splitlines())) < 998


names_of_30 = st.lists(
    st.text(st.characters(categories=["L", "N", "P", "S"], codec="utf-8"), min_size=30, max_size=30),
    min_size=3,
    max_size=3,
)


@given(names=names_of_30, lang=st.sampled_from(LANGUAGES), typed=st.text(max_size=400), after=st.integers(0, 60))
@settings(max_examples=40, deadline=None)
def test_no_line_is_too_long_whatever_the_names(names: list[str], lang: str, typed: str, after: int) -> None:
    ra = game("ra")
    match = Match(ra, names, b"long", "3f2a")
    t = match.table
    news = list(t.news)
    for _ in range(after):
        seat = t.pending.seats[0]
        match.play(seat, kernel.consult(t, seat, ra.bots["random"], Seeded(stream_key(b"bot", "long", t.n))))
        news = [*news, *t.news][-9:]
    speaker = Speaker("ra", ra.names, lang, names)
    receipt = [Answer(typed, "prose"), Answer(typed, "refused", refusal=refuse("unknown-verb", word=typed, near=[]))]
    for reader in (0, 1, 2, None):
        facts = replace(report(t, reader, news, names, "3f2a", lang), receipt=receipt, due=DUE, silence="draw")
        text = speaker.report(facts)
        assert max(map(len, text.split("\n"))) <= WIDTH
        assert not {unicodedata.category(letter) for letter in text.replace("\n", "")} & {"Cc", "Cs", "Zl", "Zp"}


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
