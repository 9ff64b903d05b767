"""Tokens: which match, seat and decision a mail of ours was about, signed and bound to the address it went to.

A token is lower-case base32 of match (8 bytes), seat (1), decision (4) and the first 10 bytes of

    HMAC-SHA256(key, packed("pbem/token/1", match, seat, decision, canonical address, since))

`since` is when the seat was taken, so that the tokens of a player who was replaced are void. A token is carried in the
plus part of the Reply-To, in the Message-ID and in the fence line; a letter that brings back one of them will do.
"""

from __future__ import annotations

import base64
import hmac
import re
from collections.abc import Iterator

from msgspec import Struct

from pbem.engine.chance import packed
from pbem.mail.address import canonical, detail_of
from pbem.mail.letter import Letter
from pbem.mail.quoting import FENCE, plain_text

DOMAIN = b"pbem/token/1"
PLACE_BYTES = 13
SIGNATURE_BYTES = 10
FORM = re.compile(r"[a-z2-7]{37}")
FENCED = re.compile(r"\W+".join(re.findall(r"\w+", FENCE)) + r"\W{1,40}([a-z2-7]{37})\b", re.IGNORECASE)


class Place(Struct, frozen=True):
    """What a mail was about: a match (16 hexadecimal digits), a seat and the decision that was open."""

    match: str
    seat: int
    decision: int

    def packed(self) -> bytes:
        """The place in 13 bytes."""
        return bytes.fromhex(self.match) + self.seat.to_bytes(1, "big") + self.decision.to_bytes(4, "big")


class Tokens:
    """Makes and checks tokens with one secret key."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def make(self, place: Place, address: str, since: int) -> str:
        """The token of a mail to this address."""
        known = canonical(address)
        if known is None:
            raise ValueError(f"no address: {address!r}")
        return encoded(place.packed() + self.signature(place, known, since))

    def read(self, token: str) -> Place | None:
        """What a token says; nothing is known of its truth yet."""
        return place_of(token)

    def valid(self, token: str, address: str, since: int) -> bool:
        """Whether we made this token for this address, as long as the seat is the same player's."""
        place, known = self.read(token), canonical(address)
        if place is None or known is None:
            return False
        return hmac.compare_digest(self.make(place, known, since), token.lower())

    def signature(self, place: Place, address: str, since: int) -> bytes:
        """What only the holder of the key can write."""
        parts = (place.match.encode(), b"%d" % place.seat, b"%d" % place.decision, address.encode(), b"%d" % since)
        return hmac.digest(self.key, packed(DOMAIN, *parts), "sha256")[:SIGNATURE_BYTES]


def place_of(token: str) -> Place | None:
    """What a token says, true or not; None if it is none."""
    data = decoded(token)
    if data is None:
        return None
    return Place(data[:8].hex(), data[8], int.from_bytes(data[9:PLACE_BYTES], "big"))


def encoded(data: bytes) -> str:
    """Bytes as a word that mail programs leave alone."""
    return base64.b32encode(data).decode("ascii").rstrip("=").lower()


def decoded(token: str) -> bytes | None:
    """The bytes of a token in any case; None if it is none. Only one spelling of each is accepted."""
    lower = token.lower()
    if not FORM.fullmatch(lower):
        return None
    data = base64.b32decode(lower.upper() + "=" * (-len(lower) % 8))
    return data if encoded(data) == lower else None


def message_id(token: str, unique: str, domain: str) -> str:
    """The Message-ID of a mail; replies refer to it, and bring the token back."""
    return f"<{token}.{unique}@{domain}>"


def tokens_in(letter: Letter, own: str) -> tuple[str, ...]:
    """All that look like tokens: of plus addresses, of the mails it answers, newest first, and of fence lines."""
    return tuple(dict.fromkeys(word.lower() for word in candidates(letter, own) if decoded(word)))


def candidates(letter: Letter, own: str) -> Iterator[str]:
    """Words in the places where a token may stand."""
    yield from (detail_of(address, own) or "" for address in letter.recipients)
    for known in (*letter.in_reply_to, *reversed(letter.references)):
        yield known.strip("<>").partition(".")[0]
    yield from FENCED.findall(plain_text(letter))
