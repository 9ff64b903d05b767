"""What did the author type? Nothing quoted is ever taken for it, wherever the answer stands."""

from __future__ import annotations

import pytest

from pbem.mail.markup import rendered
from pbem.mail.quoting import FENCE, Typed, fence_line, is_fence, typed
from tests.mail.post import fixture, note, page

SENT = """Anna, it is your turn.
On the table lie a pharaoh, a flood and two tiles of the Nile, and
the sun of the middle is the 5.

Your moves:
  1  draw
  2  ra
  3  bid 9
pass

Have fun!
"""
QUOTED = "".join(f"> {line}\n" for line in SENT.splitlines())
HEADERS = "From: PBEM <pbem@example.net>\nSent: Wednesday, 18 November 2026\nTo: Anna\nSubject: Ra\n"


def lines(text: str, sent: str | None = None) -> tuple[str, ...]:
    found = typed(note(text), note(sent) if sent is not None else None)
    assert found.doubtful == ()
    return found.lines


@pytest.mark.parametrize("sent", [None, SENT])
@pytest.mark.parametrize(
    "attribution",
    [
        "On Wed, 18 Nov 2026 at 10:02, PBEM <pbem@example.net> wrote:",
        "On Wed, 18 Nov 2026 at 10:02, The Very Long Name Of A Service\n<pbem@example.net> wrote:",
        "On Wed, 18 Nov 2026 at 10:02 PBEM\n\n<\nmailto:pbem@example.net\n> wrote:",
        "Am 18.11.2026 um 10:02 schrieb PBEM:",
        "Am Mi., 18. Nov. 2026 um 10:02 Uhr schrieb PBEM <\npbem@example.net>:",
        "PBEM <pbem@example.net> schrieb am Mi., 18.\nNov. 2026 um 10:02 Uhr:",
        "Le mer. 18 nov. 2026 à 10:02, PBEM <pbem@example.net> a écrit :",
        "El mié, 18 nov 2026 a las 10:02, PBEM (<pbem@example.net>) escribió:",
        "Il giorno mer 18 nov 2026 alle ore 10:02 PBEM <pbem@example.net> ha scritto:",
        "Op wo 18 nov 2026 om 10:02 schreef PBEM <pbem@example.net>:",
        "2026-11-18 10:02 GMT+01:00 PBEM <pbem@example.net>:",
        "18.11.2026, 10:02, PBEM <pbem@example.net>:",
        "---- On Wed, 18 Nov 2026 10:02:00 +0100 PBEM <pbem@example.net> wrote ----",
        "PBEM wrote:",
        "",
    ],
)
def test_above_between_and_below_marked_quotations(attribution: str, sent: str | None) -> None:
    assert lines(f"draw\n{attribution}\n{QUOTED}", sent) == ("draw",)
    assert lines(f"{attribution}\n{QUOTED}\nbid 9\n", sent) == ("bid 9",)
    assert lines(f"{attribution}\n> 1  draw\ndraw\n> 2  ra\n\nra\n> Have fun!\n", sent) == ("draw", "ra")


@pytest.mark.parametrize(
    "seam",
    [
        "On Wed, 18 Nov 2026 at 10:02, PBEM <pbem@example.net> wrote:",
        f"-----Original Message-----\n{HEADERS}",
        "-----Ursprüngliche Nachricht-----\nVon: PBEM\nGesendet: heute\nAn: Anna\nBetreff: Ra",
        f"________________________________\n{HEADERS}",
        HEADERS,
        HEADERS.replace("From:", "*From:*").replace("Sent:", "*Sent:*"),
        "Von: PBEM\nGesendet: Mittwoch, 18. November 2026\nAn: Anna\nBetreff: Ra",
        "---------- Forwarded message ---------",
        "Begin forwarded message:",
        fence_line("a" * 37),
        fence_line("a" * 37).replace("--", "–"),
        "--8<-- orders\nabove/Befehle oben " + "a" * 37,
    ],
)
def test_below_a_seam_without_marks_nothing_is_obeyed(seam: str) -> None:
    whole = f"draw\n\n{seam}\n\n{SENT}\nresign\n"
    assert typed(note(whole), note(SENT)) == Typed(("draw",), ("resign",))
    found = typed(note(whole))
    assert found.lines == ("draw",)
    assert found.doubtful[-1] == "resign"
    assert "pass" in found.doubtful


def test_our_own_text_is_quotation_without_any_mark() -> None:
    assert lines(f"draw\n\n{SENT}\nbid 9", SENT) == ("draw", "bid 9")


def test_our_own_text_wrapped_anew_is_quotation() -> None:
    wrapped = (
        SENT.replace("a pharaoh, a\n", "")
        .replace("a flood and two", "a flood\nAND   two")
        .replace(", and\nthe", ", and the")
    )
    assert wrapped != SENT
    assert lines(f"{wrapped}\ndraw", SENT) == ("draw",)


def test_an_order_copied_from_the_list_is_an_order() -> None:
    assert lines("3  bid 9", SENT) == ("3  bid 9",)
    assert lines("pass", SENT) == ("pass",)
    assert lines("pass", "") == ("pass",)


def test_a_whole_turn_is_the_author_s_though_another_one_shares_an_order_with_it() -> None:
    """The page lists the orders without their letters, so a copy of them is a long row of our words."""
    first = ("visit the pyramids with tablet 2", "boat port u1", "activate u1", "limestone great 1", "contract k106")
    second = ("visit the pyramids with tablet 1", "limestone great 1")
    listed = "".join(f"   {letter}  {order}\n" for letter, turn in (("A", first), ("B", second)) for order in turn)
    sent = f"{listed}\n" + "\n".join((*first, *second))
    assert lines("\n".join(first), sent) == first
    assert typed(note("\n".join((*first, *second))), note(sent)).lines == ()


def test_a_line_that_only_begins_like_ours_is_typed() -> None:
    sent = "one two three four five six seven eight nine\nten\n"
    assert lines("one two three four five six seven", sent) == ("one two three four five six seven",)
    assert lines("one two three four five six seven eight nine\nten eleven", sent) == ("ten eleven",)


def test_our_own_text_is_known_again_whatever_a_program_made_of_it() -> None:
    assert (
        lines("draw\n* Your moves <https://example.org/x>:\n* 1  draw [1]\n\u2022\u00a02\u00a0 ra", SENT)[0] == "draw"
    )
    text = "draw\n\n1. Anna, it is your turn.\n2. On the table lie a pharaoh, (mailto:x) a flood\nand two tiles"
    assert lines(text, SENT) == ("draw",)


READY = """To play along, answer with some of these lines:

    register
    register tutorial
    help

Several in one letter are fine. Others are:

    games
"""


def test_lines_that_our_mail_asks_for_are_the_authors_if_they_come_alone() -> None:
    assert lines("register tutorial\nhelp\n", READY) == ("register tutorial", "help")
    assert lines("    register\n    register tutorial\n    help\n", READY) == ("register", "register tutorial", "help")
    assert lines("games\n", READY) == ("games",)
    assert lines(READY, READY) == ()
    assert lines("help\nSeveral in one letter are fine. Others are:\n", READY) == ()


def test_an_edited_copy_of_the_list_is_an_answer() -> None:
    listed = (
        "   1  build two bricks and one pyramid in the city of Thebes now\n   2  pass\n\n"
        "   A  draw\n   A  bid 9\n   B  ra\n"
    )
    assert lines("1  build two bricks and one pyramid in the city of Thebes now", listed)
    assert lines("1  build two bricks and one pyramid in the city of Memphis now", listed)
    assert lines("   A  draw\n   A  bid 9\n", listed) == ("A  draw", "A  bid 9")
    assert typed(note("2  pass\n\nA  draw\n"), note(listed)) == Typed((), ("2  pass", "A  draw"))
    assert lines(f"pass\n\n{listed}", listed) == ("pass",)
    assert lines(f"draw\n\nYour moves:\n{listed}", f"Your moves:\n{listed}") == ("draw",)


def test_the_lost_end_of_a_wrapped_quotation_is_not_typed() -> None:
    first = "> On the table lie a pharaoh, a flood and two tiles of the Nile, and\n"
    text = f"{first}the sun of the middle is the 5.\ndraw\n> x\n"
    assert lines(text, SENT) == ("draw",)
    assert typed(note(text)) == Typed(("draw",), ("the sun of the middle is the 5.",))
    assert lines(f"{first}bid 9\n", SENT) == ("bid 9",)


@pytest.mark.parametrize(
    "mark",
    [">", ">>", "> >", " > ", "|", "AB>", ">" * 500],
    ids=["one", "two", "apart", "shifted", "bar", "initials", "many"],
)
def test_marks_of_quotation(mark: str) -> None:
    assert lines(f"draw\n{mark} pass\n") == ("draw",)


@pytest.mark.parametrize(
    "trailer",
    [
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "Gesendet von Mail für Windows",
        "Get Outlook for Android<https://example.com/x>",
        "Envoyé depuis mon mobile",
        "Diese Nachricht wurde von meinem Mobiltelefon mit K-9 Mail gesendet.",
        "-- \nAnna\nresign",
        "--\nAnna\n--\nresign",
    ],
)
def test_signatures_are_not_typed(trailer: str) -> None:
    assert typed(note(f"draw\n\n{trailer}\n")).lines == ("draw",)
    assert typed(note(f"draw\n{trailer}\n\n{QUOTED}\npass")).lines == ("draw", "pass")
    assert typed(note(trailer)) == Typed((), ())


def test_prose_that_looks_a_little_like_a_seam_is_typed() -> None:
    prose = (
        "On this day",
        "I wrote 3 letters",
        "From: me",
        "To be or not",
        "Anna wrote:",
        "On 3 May 2026 I left",
    )
    assert lines("\n".join(prose)) == prose
    assert lines("On 3 May 2026 I left\n\n\n\n\n\nHe wrote at 10:02:")[0] == "On 3 May 2026 I left"


def test_answers_of_real_programs() -> None:
    assert typed(fixture("gmail")) == Typed(("draw", "biete 9 – bitte"), ())
    assert typed(fixture("thunderbird")).lines[0] == "ziehe"
    assert "pass" not in typed(fixture("thunderbird")).lines
    assert typed(fixture("outlook")) == Typed(("bid 9",), ("Anna, it is your turn.", "1 draw", "pass"))
    assert typed(fixture("outlook"), note("Anna, it is your turn.\n1 draw\n")) == Typed(("bid 9",), ("pass",))
    assert typed(fixture("apple")) == Typed(("ra", "bid 9", "a b", "one", "two"), ("draw",))
    assert typed(fixture("forwarded")) == Typed(("See below, funny.",), ("draw",))
    assert typed(fixture("enclosed")) == Typed(("pass",), ())
    assert typed(fixture("mixed-html")) == Typed(("draw",), ("list <footer>",))
    assert typed(fixture("stub")) == Typed(("draw",), ())


@pytest.mark.parametrize(
    "container",
    [
        "<blockquote>{}</blockquote>",
        '<div class="gmail_attr x">{}</div>',
        '<div class="yahoo_quoted">{}</div>',
        '<div id="yahoo_quoted_123">{}</div>',
        '<div class="protonmail_quote">{}</div>',
        '<div class="moz-cite-prefix">{}</div>',
        "<blockquote>" * 400 + "{}" + "</blockquote>" * 400,
        "<style>{}</style>",
        "<!-- {} -->",
        '<p style="DISPLAY:none">{}</p>',
    ],
    ids=range(10),
)
def test_containers_of_html(container: str) -> None:
    assert typed(page(f"<p>draw</p>{container.format('resign')}<p>pass")) == Typed(("draw", "pass"), ())


@pytest.mark.parametrize(
    "seam", ['<div id="divRplyFwdMsg">', '<hr id="stopSpelling">', '<div class="OutlookMessageHeader">']
)
def test_seams_of_html(seam: str) -> None:
    assert typed(page(f"draw<br>{seam}</div><div>resign</div>")) == Typed(("draw",), ("resign",))


def test_html_breaks_lines_where_a_reader_sees_them() -> None:
    html = (
        "a<b>b</b> c<br><br>d<div>e</div>f<ul><li>g<li>h</ul><table><tr><td>i<td>j<tr><td>k</table><pre>l\n\nm</pre>n"
    )
    assert typed(page(html)).lines == ("ab c", "d", "e", "f", "g", "h", "i j", "k", "l", "m", "n")
    assert typed(page("")) == Typed((), ())


def test_empty_lines_and_depth_of_html_are_kept_within_reason() -> None:
    assert rendered("a<br><br><br>b<br>c") == "a\n\nb\nc"
    assert rendered("<blockquote>" * 9 + "x").strip() == ">>>>> x"


def both(text: str, html: str) -> Typed:
    body = f"--x\n\n{text}\n--x\nContent-Type: text/html\n\n{html}\n--x--\n"
    return typed(note(body, content_type="multipart/alternative; boundary=x"))


def test_text_that_says_nothing_gives_way_to_html() -> None:
    assert both("  ", "<p>ra</p>") == Typed(("ra",), ())
    assert both("Please view this in your browser", "<p>ra</p>") == Typed(("ra",), ())
    assert both("html " + "x" * 300, "<p>html") == Typed(("html " + "x" * 300,), ())


def test_what_text_and_html_do_not_both_call_typed_is_doubtful() -> None:
    assert both("draw", "<p>draw</p>") == Typed(("draw",), ())
    assert both("draw\nra", "<p>draw</p><blockquote>ra</blockquote>") == Typed(("draw",), ("ra",))
    assert both("draw\n> ra", "<p>draw</p><p>ra</p>") == Typed(("draw",), ())
    assert both("draw", "<p>draw</p><p>ra</p>") == Typed(("draw",), ("ra",))
    assert both("draw", "<p>bid 9</p>") == Typed(("draw",), ("bid 9",))
    assert both("draw", "<style>x</style>") == Typed(("draw",), ())


def test_an_answer_among_the_quotations_of_gmail_needs_the_text_to_vouch_for_it() -> None:
    html = '<div class="gmail_quote"><blockquote>a</blockquote><div>draw</div><blockquote>b</blockquote></div>'
    assert typed(page(html)) == Typed((), ("draw",))
    assert both("> a\n\ndraw\n\n> b", html) == Typed(("draw",), ())


def test_a_signature_of_html_is_doubtful() -> None:
    assert typed(page('<p>draw</p><span class="gmail_signature">resign</span><p>pass')) == Typed(
        ("draw", "pass"), ("resign",)
    )


def test_the_fence_names_the_token_and_fits_a_mail() -> None:
    line = fence_line("a" * 37)
    assert line == f"{FENCE} {'a' * 37}"
    assert len(line) <= 72
    assert is_fence(f"> {line.upper()}")
    assert not is_fence("orders above")


def test_a_number_right_above_the_fence_is_typed() -> None:
    assert lines(f"8\n{fence_line('a' * 37)}\n") == ("8",)


def test_another_fence_can_be_named() -> None:
    assert typed(note("draw\n=== stop ===\nra"), fence="stop here") == Typed(("draw", "=== stop ===", "ra"), ())
    assert typed(note("draw\n=== stop here ===\nra"), fence="stop here") == Typed(("draw",), ("ra",))


def test_what_is_typed_below_a_telephone_s_own_line_is_asked_about_though_nothing_stands_above_it() -> None:
    assert typed(note("Sent from my iPhone\n\nbid 9\n")) == Typed((), ("bid 9",))


def test_who_has_no_name_is_known_by_the_address() -> None:
    assert typed(note("draw\n\nBerta\nresign\n", **{"from": "berta@example.org"})) == Typed(
        ("draw",), ("Berta", "resign")
    )


PARAGRAPH = "The fifth of the suns lies in the middle of the table, and the others\n"


def test_a_wrapped_line_is_known_by_its_width_with_marks_and_indentation() -> None:
    text = "> > >   Reihe: kostet 2 Nahrung oder einbalsamieren oder mit\nmeißeln\n> > >   Reihe 2\n"
    assert typed(note(f"ziehe\n{text}")) == Typed(("ziehe",), ("meißeln",))


def test_a_long_paragraph_that_was_wrapped_has_lost_all_its_marks_but_the_first() -> None:
    text = f"> {PARAGRAPH}of the players lie face up in front of them, and whoever wants may now\nresign\n"
    assert typed(note(f"draw\n{text}")).lines == ("draw",)


def test_a_single_answer_among_full_lines_that_kept_their_ends_is_typed() -> None:
    quoted = f"> {PARAGRAPH}"
    assert lines(f"{quoted * 4}bid 9\n{quoted}") == ("bid 9",)
    assert typed(note(f"{quoted * 4}bid 9\n{quoted}pass\n")) == Typed((), ("bid 9", "pass"))


def test_what_stands_below_a_line_of_signs_is_typed() -> None:
    assert lines(f"{'> ' + '-' * 70}\nbid 9\n", SENT) == ("bid 9",)
