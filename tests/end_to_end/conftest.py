"""A house for each story, with a match of Ra that has begun."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import bootstrap
from tests.house import House, house
from tests.servers.post import RealPost


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    """Anna, Bert and Carl have their first report; Anna is to begin."""
    with house(tmp_path) as here:
        here.begin()
        here.round()
        yield here


@pytest.fixture(params=["embedded", pytest.param("real", marks=pytest.mark.realmail)])
def any_home(request: pytest.FixtureRequest, tmp_path: Path, user: str) -> Iterator[House]:
    """The same, also on Dovecot and Postfix."""
    if request.param == "embedded":
        yield request.getfixturevalue("home")
        return
    post = RealPost(request.getfixturevalue("dovecot"), request.getfixturevalue("postfix"), user)
    here = House(tmp_path, post)
    here.now = bootstrap.now()
    here.begin()
    here.round()
    yield here
    here.work.close()
