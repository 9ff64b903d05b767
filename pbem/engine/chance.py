"""The generators: where chance comes from. A table asks a named question; the answer is written beside the order.

`Seeded` is the honest one. The server commits to a seed before the first mail; anyone who learns the seed afterwards
can draw everything again:

    promise = SHA-256(packed("pbem/1/commitment", match id, epoch, seed)), published before the first draw
    key     = HMAC-SHA256(seed, packed("pbem/1", match id, epoch, entropy of seat 0, of seat 1, ...))
    block i = HMAC-SHA256(key, i as 8 bytes), read as eight numbers of 4 bytes
    draw    = the next number of the stream that is below the largest multiple of n, modulo n

`packed` writes each part behind its length in 4 bytes; match id and epoch are text, the epoch in decimal digits.
Numbers of several bytes are big-endian.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from pbem.engine.errors import Impossible, Unknowable

DOMAIN = b"pbem/1"
WORDS = 8
RANGE = 2**32


class Position(Protocol):
    """What a generator moves on: the place in the stream, kept by the table."""

    counter: int


class Chance(Protocol):
    """Answers a question of chance by the index of one of the pool."""

    def index(self, t: Any, question: str, pool: Sequence[str]) -> int: ...


def packed(*parts: bytes) -> bytes:
    """Joins parts so that no other parts give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def commitment(seed: bytes, match: str, epoch: int) -> str:
    """What the server publishes before the first draw. It says nothing about the draws until the seed is known."""
    return hashlib.sha256(packed(b"pbem/1/commitment", match.encode(), b"%d" % epoch, seed)).hexdigest()


def stream_key(seed: bytes, match: str, epoch: int, entropy: Iterable[bytes] = ()) -> bytes:
    """The key of an epoch, from the server's seed and what each player added."""
    return hmac.digest(seed, packed(DOMAIN, match.encode(), b"%d" % epoch, *entropy), "sha256")


class Seeded:
    """Draws from the HMAC stream of a key."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = -1
        self._words: tuple[int, ...] = ()

    def index(self, t: Position, question: str, pool: Sequence[str]) -> int:
        """A fair index into the pool; rejected numbers of the stream are used up."""
        size = len(pool)
        limit = RANGE - RANGE % size
        while True:
            block, place = divmod(t.counter, WORDS)
            if block != self._block:
                self._words = struct.unpack(">8L", hmac.digest(self._key, block.to_bytes(8, "big"), "sha256"))
                self._block = block
            t.counter += 1
            if self._words[place] < limit:
                return self._words[place] % size


class Scripted:
    """Takes the answers from a log; what is not in the pool cannot have happened."""

    __slots__ = ("words",)

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def index(self, t: Position, question: str, pool: Sequence[str]) -> int:
        """The index of the next word of the log."""
        if t.counter >= len(self.words):
            raise Impossible(f"an outcome is missing: {question}")
        word = self.words[t.counter]
        if word not in pool:
            raise Impossible(f"outcome {word!r} cannot fall here ({question}: {' '.join(dict.fromkeys(pool))})")
        t.counter += 1
        return pool.index(word)


class Stop:
    """Halts at the first question: a preview knows nothing of what will fall."""

    def index(self, t: Position, question: str, pool: Sequence[str]) -> int:
        raise Unknowable(question)
