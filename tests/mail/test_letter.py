"""Bytes to Letter: whatever comes in ends in a letter or in an error with a name."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail import errors
from pbem.mail.errors import LetterError
from pbem.mail.letter import Limits, content, read
from pbem.mail.mime import codec, decoded
from pbem.mail.quoting import typed
from tests.mail.post import LETTERS, fixture, note

FROM = b"From: anna@example.org\n"
MULTIPART = FROM + b"Content-Type: multipart/mixed; boundary=b0\n\n"


def test_a_letter_of_a_webmail_program() -> None:
    letter = fixture("gmail")
    assert letter.message_id == "<g1@mail.example.org>"
    assert letter.in_reply_to == ("<report-7@example.net>",)
    assert letter.references == ("<report-1@example.net>", "<report-7@example.net>")
    assert (letter.senders, letter.name) == (("anna@example.org",), "Anna Berg")
    assert letter.recipients == ("pbem@example.net",)
    assert letter.subject == "Re: Ra"
    assert letter.language is None
    assert letter.text is not None
    assert letter.text.startswith("draw\nbiete 9 – bitte\n")
    assert letter.html is not None
    assert "biete 9 &ndash; bitte" in letter.html
    assert letter.type == "multipart/alternative"
    assert letter.first("mime-version") == "1.0"
    assert letter.first("x-nothing") == ""


def test_recipients_stand_in_the_order_of_trust() -> None:
    letter = note(
        "draw",
        cc="c@example.org, Bert: b@example.org;",
        to="A@Example.org, nonsense, b@@",
        envelope_to="e@example.org",
        delivered_to="pbem+x@example.net",
        x_original_to="a@example.org",
    )
    assert letter.recipients == (
        "pbem+x@example.net",
        "a@example.org",
        "e@example.org",
        "c@example.org",
        "b@example.org",
    )


def test_soft_line_breaks_are_joined_in_each_depth_of_quotation() -> None:
    letter = fixture("thunderbird")
    assert letter.language == "de"
    assert letter.text is not None
    lines = letter.text.split("\n")
    assert "> Anna, du bist am Zug. Die Auktion um die dreiPlättchen läuft." in lines
    assert "biete 9 und danach ein sehr langer Satz, der erstin der nächsten Zeile endet" in lines
    assert "-- " in lines


def test_without_delsp_the_blank_stays() -> None:
    assert note("one \ntwo\n> a \n> b\nend", content_type="text/plain; format=flowed").text == "one two\n> a b\nend"
    assert note("a \n-- \nb", content_type="text/plain; format=flowed").text == "a \n-- \nb"


def test_neither_enclosed_letters_nor_files_are_the_authors_text() -> None:
    letter = fixture("enclosed")
    assert letter.text == "pass"
    assert letter.html is None


def test_a_text_with_a_name_is_a_file() -> None:
    parts = "--b\n\ndraw\n--b\nContent-Type: text/plain; name=notes.txt\n\nresign\n--b--\n"
    assert note(parts, content_type="multipart/mixed; boundary=b").text == "draw"


def test_a_text_that_is_signed_within_itself_is_read_without_its_seal() -> None:
    sealed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\ndraw\n\nbid 9\n- -- \nAnna\n"
    seal = "-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----\n"
    assert note(f"{sealed}{seal}list").text == "draw\n\nbid 9\n-- \nAnna\n\nlist"
    assert typed(note(f"{sealed}resign\n{seal}")).lines == ("draw", "bid 9")
    assert note(f"> {sealed}{seal}").text == f"> {sealed}{seal}"
    assert note(sealed).text == sealed
    assert typed(note(sealed.replace("Hash: SHA512\n", "") + seal)).lines == ("draw", "bid 9")


def test_a_digest_holds_letters_of_others() -> None:
    raw = FROM + b"Content-Type: multipart/digest; boundary=d\n\n--d\n\nSubject: x\n\ndraw\n--d--\n"
    assert read(raw, Limits()).text is None


def test_where_a_stretch_is_html_only_the_whole_is_html() -> None:
    letter = fixture("mixed-html")
    assert letter.text is None
    assert letter.html == "<p>draw</p>\n<pre>-- \nlist &lt;footer&gt;</pre>"


def test_an_alternative_without_text_has_none() -> None:
    raw = FROM + b"Content-Type: multipart/alternative; boundary=d\n\n--d\nContent-Type: image/png\n\nx\n--d--\n"
    letter = read(raw, Limits())
    assert (letter.text, letter.html) == (None, None)


def test_a_wrong_charset_still_gives_text() -> None:
    assert fixture("charset").text == "Überschwemmung – für 9 \ufffd \n"


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        ("Ü".encode(), "iso-8859-1", "Ü"),
        ("Ü".encode(), "us-ascii", "Ü"),
        (b"\x80", "iso-8859-1", "€"),
        ("Ü".encode("utf-16"), "utf-16", "Ü"),
        (b"\xfc", "utf-8", "ü"),
        (b"abc", "rot13", "abc"),
        (b"abc", "punycode", "abc"),
        (b"abc", "no such charset", "abc"),
        (b"\x81\xff", "shift\x00jis", "\ufffdÿ"),
        (b"", "", ""),
    ],
)
def test_bytes_become_text_whatever_they_claim_to_be(data: bytes, charset: str, text: str) -> None:
    assert decoded(data, charset) == text


def test_a_codec_that_does_not_exist_counts_as_ascii() -> None:
    assert [codec(name) for name in ("x-unknown", "unicode_escape", "latin1")] == ["ascii", "ascii", "iso8859-1"]


def test_garbage_among_base64_is_left_out() -> None:
    assert fixture("garbage").text == "draw\nbid 9\n"


def test_encoded_words_are_read_as_far_as_they_make_sense() -> None:
    raw = b"Subject: =?utf-8?b?w5xiZXI?= =?iso-8859-1*de?q?_f=FCr?= =?rot13?q?qenj?= =?utf-8?b?A?= =?x?= y\n\n"
    assert read(raw, Limits()).subject == "Über fürqenj =?x?= y"


def test_line_ends_of_every_kind() -> None:
    assert fixture("cr-only").text == "draw\npass\n"
    assert read(FROM.replace(b"\n", b"\r\n") + b"\r\ndraw\r\n", Limits()).text == "draw\n"


def test_what_cannot_be_seen_is_taken_out_and_breaks_no_line() -> None:
    assert note("dr\u200baw\u2028pass\x0bra\x00").text == "draw pass ra"


def test_quoted_printable_and_unknown_codings() -> None:
    assert note("dr=61w=", content_transfer_encoding="Quoted-Printable").text == "draw"
    assert note("dr=61w", content_transfer_encoding="x-uuencode").text == "dr=61w"


def test_the_separator_of_a_mailbox_file_is_no_header() -> None:
    letter = read(b"From anna@example.org Wed Nov 18 10:02:00 2026\n" + FROM + b"\ndraw", Limits())
    assert (letter.senders, letter.text) == (("anna@example.org",), "draw")
    assert read(b"From : anna@example.org\n\ndraw", Limits()).senders == ("anna@example.org",)


def test_the_first_line_that_is_no_header_begins_the_body() -> None:
    letter = read(FROM + b"no header\nFrom: bert@example.com\n\ndraw", Limits())
    assert letter.senders == ("anna@example.org",)
    assert letter.text == "no header\nFrom: bert@example.com\n\ndraw"


@pytest.mark.parametrize(
    ("value", "senders"),
    [
        ("anna@example.org", ("anna@example.org",)),
        ("Berg, Anna <anna@example.org>", ("anna@example.org",)),
        ('"Bert <bert@example.com>" <anna@example.org>', ("anna@example.org",)),
        ("anna@example.org, bert@example.com", ("anna@example.org", "bert@example.com")),
        ("<bert@example.com> <anna@example.org>", ("bert@example.com", "anna@example.org")),
        ("bert@@example.com, anna@example.org", ()),
        ("bert@example.com: anna@example.org;", ()),
        ("Friends: anna@example.org;", ("anna@example.org",)),
        ("anna", ()),
        ("", ()),
    ],
)
def test_every_author_counts(value: str, senders: tuple[str, ...]) -> None:
    letter = read(f"From: {value}\nTo: pbem@example.net\n\n".encode(), Limits())
    assert letter.senders == senders


def test_three_from_lines_and_none() -> None:
    assert fixture("three-froms").senders == ("anna@example.org", "bert@example.com", "carl@example.net")
    assert fixture("no-from").senders == ()
    assert fixture("no-from").message_id is None


def test_a_garbled_message_id_is_none() -> None:
    assert note("", message_id="no brackets").message_id is None
    assert note("", message_id="(x) <a.b@c> <d@e>").message_id == "<a.b@c>"


@pytest.mark.parametrize("raw", [b"", b"\n\n", b"\x00\xff\xfe" * 100, b"no header at all"])
def test_what_is_no_letter(raw: bytes) -> None:
    with pytest.raises(errors.NoLetter):
        read(raw, Limits())


def nested(levels: int) -> bytes:
    line = "--b{}\nContent-Type: multipart/mixed; boundary=b{}\n\n"
    return MULTIPART + "".join(line.format(i, i + 1) for i in range(levels)).encode()


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (FROM + b"\n" + b"x" * 30_000_000, "too-large"),
        (FROM + b"\n" + b"x" * 9_000_000, "too-long"),
        (FROM + b"\n" + b"x" * 1_000_001, "too-long"),
        (FROM + b"\n" + b"x\n" * 2001, "too-long"),
        (MULTIPART + b"--b0\n\nhi\n" * 10_000, "too-many-parts"),
        (nested(10_000), "too-deep"),
        (FROM + b"X: y\n" * 10_000, "too-many-headers"),
        (FROM + b"X: " + b"y" * 1_000_000, "too-many-headers"),
        (FROM + b"Content-Type: text/html\n\n" + b"<div>" * 100_000, "too-deep"),
        (FROM + b"Content-Type: text/html\n\n" + b"<br>" * 100_000, "too-long"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bombs_end_in_an_error_with_a_name(raw: bytes, code: str) -> None:
    with pytest.raises(LetterError) as caught:
        read(raw, Limits())
    assert caught.value.code == code


def test_limits_are_settings() -> None:
    assert read(nested(3) + b"--b3\n\ndraw", Limits(depth=4, parts=4)).text == "draw"
    with pytest.raises(errors.TooDeep):
        read(nested(3) + b"--b3\n\ndraw", Limits(depth=3))
    with pytest.raises(errors.TooManyParts):
        read(nested(3) + b"--b3\n\ndraw", Limits(parts=3))


def test_nothing_counts_behind_the_last_boundary_or_between_two() -> None:
    assert read(MULTIPART + b"--b0\n--b0\n\ndraw\n--b0--\n--b0\n\npass\n", Limits()).text == "\ndraw"


def test_elements_without_end_do_not_nest() -> None:
    html = "<p>a<br>" * 1000 + "</b>" * 1000 + "<i>x</i>" * 1000
    assert note(html, content_type="text/html").html == html


def test_pictures_within_html_do_not_count() -> None:
    picture = base64.b64encode(bytes(1_200_000)).decode()
    letter = note(f'draw<img src="data:image/png;base64,{picture}">', content_type="text/html")
    assert letter.html == 'draw<img src="data:">'


@pytest.mark.parametrize("kind", ["multipart/mixed", "multipart/mixed; boundary=x", "nonsense", ""])
def test_what_has_no_parts_is_text(kind: str) -> None:
    assert note("draw", content_type=kind).text == "draw"


def test_the_content_is_the_same_by_whichever_way_it_came() -> None:
    here = read(FROM + b"Subject: =?utf-8?q?Z=C3=BCge?=\n\ndraw\n", Limits())
    there = read(b"Received: x\n" + FROM + "Subject: Züge\n\ndraw  \r\n".encode(), Limits())
    other = read(FROM + "Subject: Züge\n\npass\n".encode(), Limits())
    assert content(here) == content(there) != content(other)


def test_text_and_subject_are_not_confused() -> None:
    assert content(note("", subject="draw")) != content(note("draw", subject=""))


@pytest.mark.parametrize("path", sorted(LETTERS.glob("*.eml")), ids=lambda path: path.stem)
def test_no_cut_breaks_a_letter(path: object) -> None:
    raw = (LETTERS / str(path)).read_bytes()
    for size in range(len(raw)):
        try:
            assert content(read(raw[:size], Limits()))
        except errors.NoLetter:
            assert b":" not in raw[:size]


@given(st.binary(max_size=300))
def test_any_bytes_end_in_a_letter_or_an_error(body: bytes) -> None:
    assert content(read(MULTIPART + b"--b0\n" + body, Limits()))


def test_every_error_has_a_code_of_its_own() -> None:
    kinds = LetterError.__subclasses__()
    assert len({kind.code for kind in kinds}) == len(kinds) == 6
