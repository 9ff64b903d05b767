"""The tree of a log against the definition in RFC 6962, section 2.1, and its known roots."""

from __future__ import annotations

import hashlib

import pytest

from pbem.audit.merkle import Tree, node

HEX = "- 00 10 2021 3031 40414243 5051525354555657 606162636465666768696a6b6c6d6e6f"
INPUTS = [bytes.fromhex(text.strip("-")) for text in HEX.split()]
"""The leaves of the test vectors that implementations of RFC 6962 share."""
ROOTS = {
    0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}


def leaf(data: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + data).digest()


def defined(leaves: list[bytes]) -> bytes:
    """The root as the document defines it: split at the largest power of two below the size."""
    if len(leaves) < 2:
        return leaves[0] if leaves else hashlib.sha256().digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return node(defined(leaves[:half]), defined(leaves[half:]))


def grown(leaves: list[bytes]) -> Tree:
    tree = Tree()
    for one in leaves:
        tree.add(one)
    return tree


@pytest.mark.parametrize("size", ROOTS)
def test_known_roots(size: int) -> None:
    assert grown([leaf(data) for data in INPUTS[:size]]).root().hex() == ROOTS[size]


def test_every_size_up_to_a_hundred_has_the_root_of_the_definition() -> None:
    leaves = [leaf(b"%d" % number) for number in range(100)]
    for size in range(101):
        assert grown(leaves[:size]).root() == defined(leaves[:size])


def test_a_tree_goes_on_from_its_edge() -> None:
    leaves = [leaf(b"%d" % number) for number in range(37)]
    kept = grown(leaves[:21])
    again = Tree(kept.size, kept.edge)
    for one in leaves[21:]:
        again.add(one)
    assert again.checkpoint() == grown(leaves).checkpoint() == f"37:{defined(leaves).hex()}"
