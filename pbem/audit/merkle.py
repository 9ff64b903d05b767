"""The Merkle tree of a log (RFC 6962). A leaf is hashed already, so that what it stands for can stay hidden.

Only the edge of the tree is kept: the roots of its full parts, the largest first. It has as many as the size has
bits set, and gives the root of the whole at any time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def node(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree that grows leaf by leaf."""

    def __init__(self, size: int = 0, edge: Iterable[bytes] = ()) -> None:
        self.size = size
        self.edge = list(edge)

    def add(self, leaf: bytes) -> None:
        """One leaf more: full parts of equal size join."""
        self.edge.append(leaf)
        self.size += 1
        joined = self.size
        while joined % 2 == 0:
            right = self.edge.pop()
            self.edge.append(node(self.edge.pop(), right))
            joined //= 2

    def root(self) -> bytes:
        """The hash that fixes all leaves and their order."""
        if not self.edge:
            return hashlib.sha256().digest()
        root = self.edge[-1]
        for part in reversed(self.edge[:-1]):
            root = node(part, root)
        return root

    def checkpoint(self) -> str:
        """Size and root, as a report carries them."""
        return f"{self.size}:{self.root().hex()}"
