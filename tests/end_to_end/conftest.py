"""A house for each story, with a match of Ra that has begun."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import House, house


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    """Anna, Bert and Carl have their first report; Anna is to begin."""
    with house(tmp_path) as here:
        here.begin()
        here.round()
        yield here
