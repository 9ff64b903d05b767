"""Tokens: only we can make them, and only for one address."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.address import plus
from pbem.mail.quoting import fence_line
from pbem.mail.tokens import Place, Tokens, message_id, tokens_in
from tests.mail.post import note, page

TOKENS = Tokens(b"secret")
ANNA = "anna@example.org"
OWN = "pbem@example.net"
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
PLACE = Place("00112233445566ff", 3, 70_000)

places = st.builds(
    Place,
    match=st.binary(min_size=8, max_size=8).map(bytes.hex),
    seat=st.integers(0, 255),
    decision=st.integers(0, 2**32 - 1),
)


def token(decision: int) -> str:
    return TOKENS.make(Place("00112233445566ff", 3, decision), ANNA, 5)


@settings(max_examples=50)
@given(places, st.integers(0, 2**40))
def test_a_token_says_what_was_put_into_it(place: Place, since: int) -> None:
    made = TOKENS.make(place, ANNA, since)
    assert TOKENS.read(made) == TOKENS.read(made.upper()) == place
    assert TOKENS.valid(made, ANNA, since)
    assert TOKENS.valid(made.upper(), "Anna@Example.org", since)
    assert len(plus("pbem", made)) <= 64


@settings(max_examples=50)
@given(places, st.integers(0, 36), st.integers(1, 31))
def test_any_other_character_spoils_it(place: Place, at: int, shift: int) -> None:
    made = TOKENS.make(place, ANNA, 5)
    other = LETTERS[(LETTERS.index(made[at]) + shift) % 32]
    assert not TOKENS.valid(made[:at] + other + made[at + 1 :], ANNA, 5)


def test_it_is_of_one_key_one_address_one_time() -> None:
    made = TOKENS.make(PLACE, ANNA, 5)
    assert not Tokens(b"other").valid(made, ANNA, 5)
    assert not TOKENS.valid(made, "bert@example.com", 5)
    assert not TOKENS.valid(made, ANNA, 6)
    assert not TOKENS.valid(made, "nobody", 5)


def test_the_form_is_the_one_that_is_written_down() -> None:
    parts = (b"pbem/token/1", b"00112233445566ff", b"3", b"70000", b"anna@example.org", b"5")
    signed = hmac.new(b"secret", b"".join(len(p).to_bytes(4, "big") + p for p in parts), hashlib.sha256).digest()
    data = bytes.fromhex("00112233445566ff" + "03" + "00011170") + signed[:10]
    assert TOKENS.make(PLACE, ANNA, 5) == base64.b32encode(data).decode().rstrip("=").lower()


@pytest.mark.parametrize("word", ["", "x", "a" * 36, "a" * 38, "a" * 36 + "b", "1" * 37, "ä" * 37, "a" * 36 + "\n"])
def test_what_is_no_token(word: str) -> None:
    assert TOKENS.read(word) is None
    assert not TOKENS.valid(word, ANNA, 5)


def test_no_token_without_an_address() -> None:
    with pytest.raises(ValueError, match="no address"):
        TOKENS.make(PLACE, "anna", 5)


def test_a_letter_brings_its_tokens_back() -> None:
    a, b, c, d, e = map(token, range(5))
    letter = note(
        f"draw\n> {fence_line(e)}\n> {fence_line(a)}\n",
        to=f"{plus(OWN, a.upper())}, {plus('other@example.net', e)}, {plus(OWN, 'short')}",
        in_reply_to=message_id(b, "1", "example.net"),
        references=f"<x@y> {message_id(d, '2', 'example.net')} {message_id(c, '3', 'example.net')}",
    )
    assert tokens_in(letter, OWN) == (a, b, c, d, e)


def test_the_fence_is_found_however_it_was_wrapped() -> None:
    marker, _, made = fence_line(token(1)).rpartition(" ")
    assert tokens_in(note(f"> {marker}\n> {made}"), OWN) == (made,)
    assert tokens_in(page(f"<p>{marker.replace('<', '&lt;').replace('--', '–')}<br>{made.upper()}</p>"), OWN) == (made,)
    assert tokens_in(note(f"my token is {made}"), OWN) == ()
