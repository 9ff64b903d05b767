"""The generators. What `Seeded` draws is a promise to the players: anybody can draw it again from the published seed.

The golden values were computed with hashlib and hmac, and the key with openssl as well, never with the code under test.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Never

import pytest

from pbem.engine import chance
from pbem.engine.chance import Scripted, Seeded, Stop
from pbem.engine.errors import Impossible, Unknowable

SEED = bytes(range(32))
MATCH = "nile-7"
ENTROPY = (b"anna", b"", b"bob\xff")

KEY = bytes.fromhex("cc8ec80eeab25d859665ef1bcec5150f0e8f494dae49f76f22845cdef44cdbd5")
KEY_OF_EPOCH_12 = "59de1accb54a016bc28ac403f99f1c83cd86158e55729b2d4eda6a8a2dabce8f"
BLOCKS = (
    "dfccd8acda74ef976380b9aa17bcd7e322f07c891a3d2298d6c674e945cb3ca2",
    "2eaa0f4462830a405dc59bf9b984943967afccd1c96306cef9afbd84c908db3b",
)
COMMITMENT = "ddbfed96824b7ca4796442f7eb80533ad73b271de383c217dda4751822d77bef"
BELOW_TEN = (0, 9, 2, 3, 5, 8, 1, 4, 4, 8, 9, 7, 1, 2, 0, 7, 3, 0, 8, 1)
HALF = 2**31 + 1
"""About every second number of the stream is too high to be drawn fairly below this."""


class Place:
    """A place in the stream, as a table keeps it."""

    def __init__(self, counter: int = 0) -> None:
        self.counter = counter


class Pool(Sequence[str]):
    """A pool of any size, with nothing in it: only its size counts."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, at: object) -> Never:
        raise AssertionError("a fair draw does not look into the pool")


def below(generator: Seeded, place: Place, size: int) -> int:
    return generator.index(place, "tile", Pool(size))


def number(generator: Seeded, place: int) -> int:
    """The bare number at a place of the stream: in a pool of this size none is rejected or folded."""
    return below(generator, Place(place), 2**32)


def lengths_before(*parts: bytes) -> bytes:
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def stream(key: bytes, blocks: int) -> list[int]:
    """The numbers of a key, by the docstring of the module."""
    digests = (hmac.new(key, struct.pack(">Q", i), hashlib.sha256).digest() for i in range(blocks))
    return [value for digest in digests for value in struct.unpack(">8I", digest)]


# --- key, commitment, blocks


def test_the_key_is_an_hmac_of_match_epoch_and_entropy_in_seat_order() -> None:
    message = lengths_before(b"pbem/1", b"nile-7", b"0", *ENTROPY)
    assert chance.stream_key(SEED, MATCH, 0, ENTROPY) == hmac.new(SEED, message, hashlib.sha256).digest() == KEY
    assert chance.stream_key(SEED, MATCH, 12).hex() == KEY_OF_EPOCH_12


@pytest.mark.parametrize(
    ("seed", "match", "epoch", "entropy"),
    [
        (bytes(32), MATCH, 0, ENTROPY),
        (SEED, "nile-8", 0, ENTROPY),
        (SEED, MATCH, 1, ENTROPY),
        (SEED, MATCH, 0, (b"", b"anna", b"bob\xff")),
        (SEED, MATCH, 0, (b"ann", b"a", b"bob\xff")),
        (SEED, MATCH, 0, (b"anna", b"bob\xff")),
    ],
)
def test_another_seed_match_epoch_or_entropy_is_another_key(
    seed: bytes, match: str, epoch: int, entropy: tuple[bytes, ...]
) -> None:
    assert chance.stream_key(seed, match, epoch, entropy) != KEY


def test_the_commitment_is_a_hash_with_a_domain_of_its_own() -> None:
    message = lengths_before(b"pbem/1/commitment", b"nile-7", b"0", SEED)
    assert chance.commitment(SEED, MATCH, 0) == hashlib.sha256(message).hexdigest() == COMMITMENT
    assert chance.commitment(SEED, MATCH, 1) != COMMITMENT
    assert chance.commitment(bytes(32), MATCH, 0) != COMMITMENT


def test_match_ids_are_hashed_as_utf_8() -> None:
    message = lengths_before(b"pbem/1/commitment", "Nil-Ü".encode(), b"3", SEED)
    assert chance.commitment(SEED, "Nil-Ü", 3) == hashlib.sha256(message).hexdigest()


def test_parts_are_packed_so_that_no_other_parts_look_the_same() -> None:
    assert chance.packed(b"ab", b"", b"c") == b"\0\0\0\2ab\0\0\0\0\0\0\0\1c"
    assert chance.packed(b"ab", b"c") != chance.packed(b"a", b"bc")


def test_a_block_is_an_hmac_of_its_number_and_holds_eight_numbers() -> None:
    generator = Seeded(KEY)
    numbers = [number(generator, place) for place in range(16)]
    assert numbers == stream(KEY, 2)
    assert "".join(f"{value:08x}" for value in numbers) == "".join(BLOCKS)


def test_any_place_of_the_stream_can_be_read_in_any_order() -> None:
    generator, numbers = Seeded(KEY), stream(KEY, 4)
    assert [number(generator, place) for place in (31, 0, 8, 7, 31)] == [numbers[place] for place in (31, 0, 8, 7, 31)]


# --- draws


def test_the_first_draws_of_a_key_are_what_they_always_were() -> None:
    generator, place = Seeded(KEY), Place()
    assert tuple(below(generator, place, 10) for _ in range(20)) == BELOW_TEN
    assert place.counter == 20


def test_neither_the_question_nor_what_is_in_the_pool_changes_the_draw() -> None:
    generator = Seeded(KEY)
    assert [generator.index(Place(at), f"question {at}", ["x"] * 10) for at in range(20)] == list(BELOW_TEN)


def test_the_draw_depends_on_the_place_and_not_on_the_generator_s_past() -> None:
    generator = Seeded(KEY)
    below(generator, Place(100), 6)
    assert below(generator, Place(11), 10) == BELOW_TEN[11]


def test_numbers_that_would_favour_some_answers_are_used_up_and_not_drawn() -> None:
    generator, place = Seeded(KEY), Place()
    fair = [value for value in stream(KEY, 3) if value < HALF]
    assert [below(generator, place, HALF) for _ in range(6)] == fair[:6]
    assert place.counter == 1 + stream(KEY, 3).index(fair[5])
    assert place.counter > 6


def test_the_largest_multiple_itself_is_rejected_and_the_number_below_it_is_not() -> None:
    generator, place = Seeded(KEY), Place()
    limit = 2**32 - 2**32 % 10
    generator._block, generator._words = 0, (limit, 2**32 - 1, limit - 1, 0, 0, 0, 0, 0)
    assert below(generator, place, 10) == 9
    assert place.counter == 3


def test_a_pool_of_one_leaves_no_doubt_but_takes_a_number() -> None:
    place = Place()
    assert below(Seeded(KEY), place, 1) == 0
    assert place.counter == 1


@pytest.mark.parametrize("sides", [6, 7, 23])
def test_twenty_thousand_draws_are_even(sides: int) -> None:
    generator, place, draws = Seeded(KEY), Place(), 20_000
    counts = Counter(below(generator, place, sides) for _ in range(draws))
    expected = draws / sides
    deviation = sum((counts[side] - expected) ** 2 / expected for side in range(sides))
    freedom = sides - 1
    assert set(counts) == set(range(sides))
    assert freedom - 3 * (2 * freedom) ** 0.5 < deviation < freedom + 4 * (2 * freedom) ** 0.5


def test_neighbouring_draws_do_not_follow_one_another() -> None:
    generator, place, draws = Seeded(KEY), Place(), 20_000
    faces = [below(generator, place, 6) for _ in range(draws)]
    pairs = Counter(pairwise(faces))
    expected = (draws - 1) / 36
    assert len(pairs) == 36
    assert sum((count - expected) ** 2 / expected for count in pairs.values()) < 35 + 4 * 70**0.5


# --- a log, and a preview


def test_a_scripted_generator_answers_from_the_log_one_by_one() -> None:
    generator, place = Scripted(["b", "a", "b"]), Place()
    assert [generator.index(place, "tile", ["a", "b", "b"]) for _ in range(3)] == [1, 0, 1]
    assert place.counter == 3


def test_a_log_that_ends_too_early_names_the_question() -> None:
    with pytest.raises(Impossible, match="an outcome is missing: tile"):
        Scripted(["a"]).index(Place(1), "tile", ["a"])


def test_an_outcome_that_is_not_in_the_pool_cannot_have_fallen() -> None:
    place = Place()
    with pytest.raises(Impossible, match=r"outcome 'c' cannot fall here \(tile: a b\)"):
        Scripted(["c"]).index(place, "tile", ["a", "a", "b"])
    assert place.counter == 0


def test_a_preview_halts_at_the_first_question_and_names_it() -> None:
    with pytest.raises(Unknowable, match=r"^who starts$"):
        Stop().index(Place(), "who starts", ["0", "1"])
