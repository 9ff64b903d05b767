"""The bytes of a mail: what the standard library reads back is what was given, whatever it was."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.headerregistry import Address
from email.message import EmailMessage

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.mail.compose import FOLD, LIMIT, UNSAFE, Envelope, compose, mailbox

ENVELOPE = Envelope(
    message_id="<3f2a.1.0.k7@games.example>",
    sender=mailbox("Ra by mail", "pbem@games.example"),
    recipient=mailbox("Anna", "anna@home.example"),
    reply_to="pbem+token@games.example",
    subject="[Ra 3f2a] Anna, your turn",
    date=datetime(2026, 11, 20, 13, 5, tzinfo=UTC),
)
ONE_WORD = 45
"""Bytes of a name that fit one encoded word."""

any_text = st.text(st.characters(codec="utf-8"), max_size=300)
rough_text = st.text(st.sampled_from("ab =?_.-\\\"<>@,;:\t\r\n\x00\x0b\x85\u2028äß漢🂡'()[]"), max_size=200)
long_text = st.text(st.sampled_from("aä -"), min_size=900, max_size=2200)
texts = any_text | rough_text | long_text


def read(raw: bytes) -> EmailMessage:
    """The mail as the standard library reads it, after the promises about bytes have been checked."""
    assert raw.isascii()
    lines = raw.split(b"\r\n")
    assert not any(b"\r" in line or b"\n" in line for line in lines)
    assert max(map(len, lines)) <= LIMIT
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    for one in message.walk():
        assert not one.defects
    return message


def body(message: EmailMessage, kind: str) -> str:
    """The text of a part, with line feeds."""
    found = message.get_body((kind,))
    assert isinstance(found, EmailMessage)
    text: str = found.get_content()
    return text.replace("\r\n", "\n")


def feeds(text: str) -> str:
    """The text as it must come back."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


@given(text=texts, html=texts)
@example(text="--=_", html="")
@example(text="a" * 998, html="a " * 998)
@example(text="From here\n.\n..\n \n\t\n", html="=\n= \n.\n")
def test_texts_come_back_as_given(text: str, html: str) -> None:
    message = read(compose(ENVELOPE, text, html))
    assert body(message, "plain") == feeds(text)
    assert body(message, "html") == feeds(html)


@given(text=texts)
def test_a_mail_of_text_alone_comes_back_as_given(text: str) -> None:
    message = read(compose(ENVELOPE, text, None))
    assert message.get_content_type() == "text/plain"
    assert body(message, "plain") == feeds(text)


def test_no_text_can_hold_the_boundary() -> None:
    boundary = read(compose(ENVELOPE, "", "")).get_boundary()
    text = f"before\n--{boundary}\nContent-Type: text/plain\n\nafter\n--{boundary}--\n"
    message = read(compose(ENVELOPE, text, text))
    assert body(message, "plain") == body(message, "html") == text


@given(subject=texts)
@example(subject="=?utf-8?q?x?= and a\r\nBcc: eve@evil.example")
@example(subject="a  b ")
@example(subject="x" * 300)
@example(subject="word " * 60 + "end")
def test_any_subject_comes_back_on_one_header(subject: str) -> None:
    message = read(compose(replace(ENVELOPE, subject=subject), "x", None))
    assert message["Subject"] == UNSAFE.sub(" ", subject)
    assert message.keys() == read(compose(ENVELOPE, "x", None)).keys()


@given(name=texts)
@example(name='Eve" <eve@evil.example>, "x')
@example(name="Eve\r\nBcc: eve@evil.example")
@example(name="O'Hara, J. (Jim) \\")
@example(name="Ä" * 22 + " <a@b.example>")
def test_any_name_stands_beside_its_own_address(name: str) -> None:
    envelope = replace(
        ENVELOPE, sender=mailbox(name, "pbem@games.example"), recipient=mailbox(name, "anna@home.example")
    )
    message = read(compose(envelope, "x", None))
    for header, address in (("From", "pbem@games.example"), ("To", "anna@home.example")):
        (found,) = message[header].addresses
        assert isinstance(found, Address)
        assert found.addr_spec == address
        shown = UNSAFE.sub(" ", name).strip()
        if len(shown.encode()) <= ONE_WORD:
            assert found.display_name == shown
        else:  # the library keeps the space between two encoded words of a name, which RFC 2047 (6.2) drops
            assert re.sub(r"\s", "", found.display_name) == re.sub(r"\s", "", shown)
    assert message.keys() == read(compose(ENVELOPE, "x", None)).keys()


@given(value=texts)
def test_no_further_header_begins_another(value: str) -> None:
    extra = ("X-Pbem-Match", value)
    try:
        raw = compose(replace(ENVELOPE, headers=(extra,)), "x", None)
    except ValueError:
        assert max(map(len, value.split())) > LIMIT - 100
        return
    message = read(raw)
    assert [key for key in message if key.startswith("X-")] == ["X-Pbem-Match"]
    assert message["X-Pbem-Match"].split() == UNSAFE.sub(" ", value).split()


def test_headers_and_threads_come_back() -> None:
    ids = tuple(f"<3f2a.{n}.0.k7@games.example>" for n in range(20))
    extra = (
        ("List-Id", "Ra 3f2a <3f2a.ra.games.example>"),
        ("List-Unsubscribe", "<mailto:pbem+" + "t" * 120 + "@games.example?subject=unsubscribe>"),
        ("Auto-Submitted", "auto-generated"),
        ("X-Pbem-State", "17"),
    )
    envelope = replace(ENVELOPE, references=ids, in_reply_to=ids[-1], headers=extra, language="de")
    message = read(compose(envelope, "Grüße\n", "<p>Grüße</p>"))
    assert message["Message-ID"] == ENVELOPE.message_id
    assert message["In-Reply-To"] == ids[-1]
    assert tuple(message["References"].split()) == ids
    assert message["Date"].datetime == ENVELOPE.date
    assert message["Reply-To"] == "pbem+token@games.example"
    assert message["Content-Language"] == "de"
    for name, value in extra:
        assert message[name] == value


def test_headers_are_folded() -> None:
    envelope = replace(ENVELOPE, subject="word " * 40 + "end", sender=mailbox("n" * 60, "pbem@games.example"))
    head = compose(envelope, "x", None).partition(b"\r\n\r\n")[0]
    assert max(map(len, head.split(b"\r\n"))) <= FOLD


@pytest.mark.parametrize("odd", ["no-at", "<a b@c>", "<a@b>\r\nBcc: x@y", "<ä@b>", "", "<" + "a" * 999 + "@b>"])
def test_odd_ids_of_others_are_left_out(odd: str) -> None:
    envelope = replace(ENVELOPE, in_reply_to=odd, references=(odd, "<good@games.example>"))
    message = read(compose(envelope, "x", None))
    assert "In-Reply-To" not in message
    assert message["References"] == "<good@games.example>"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"message_id": "3f2a"}, "Message-ID looks like"),
        ({"recipient": "anna"}, "no mail can be addressed to 'anna'"),
        ({"recipient": "a@b.example\r\nBcc: c@d.example"}, "no mail can be addressed"),
        ({"recipient": "a@b.example, c@d.example"}, "no mail can be addressed"),
        ({"sender": "Ännchen <ä@b.example>"}, "in ASCII"),
        ({"reply_to": "a" * 250 + "@b.example"}, "no mail can be addressed"),
        ({"headers": (("X-A\r\nBcc", "x"),)}, "no header can be called"),
        ({"headers": (("X-A", "x" * 1200),)}, "has a word of more than"),
        ({"language": "de\r\nX: y"}, "a language is a tag"),
    ],
)
def test_what_cannot_be_sent_is_said(change: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        compose(replace(ENVELOPE, **change), "x", None)


def test_the_same_mail_has_the_same_bytes_and_another_id_another_boundary() -> None:
    again = replace(ENVELOPE, message_id="<other@games.example>")
    assert compose(ENVELOPE, "a", "b") == compose(ENVELOPE, "a", "b")
    assert read(compose(ENVELOPE, "a", "b")).get_boundary() != read(compose(again, "a", "b")).get_boundary()


def test_ascii_is_sent_as_it_is_and_the_rest_quoted() -> None:
    raw = compose(ENVELOPE, "1  draw = fine\n", "<p>ü</p>")
    assert b"Content-Transfer-Encoding: 7bit\r\n\r\n1  draw = fine\r\n" in raw
    assert b"Content-Transfer-Encoding: 7bit\r\n\r\n<p>u</p>" in compose(ENVELOPE, "ü", "<p>u</p>")
    assert b"<p>=C3=BC</p>" in raw
