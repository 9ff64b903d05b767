"""An operator with a post office, for the tests of the commands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.postoffice import PostOffice
from tests.cli.operator import PASSWORD, Operator


@pytest.fixture
def office() -> Iterator[PostOffice]:
    """A post office with the mailboxes of a small match."""
    with PostOffice() as office:
        for user in ("pbem", "boss", "anna", "bert"):
            office.add(user, PASSWORD)
        yield office


@pytest.fixture
def newcomer(tmp_path: Path, office: PostOffice) -> Operator:
    """In an empty folder."""
    return Operator(tmp_path, office)


@pytest.fixture
def operator(newcomer: Operator) -> Operator:
    """With settings and a database."""
    newcomer.move_in()
    return newcomer
