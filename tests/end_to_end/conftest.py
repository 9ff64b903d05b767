"""A house for each story, with a match of Ra that has begun; or a town, for services that are processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.commands import Bureau
from tests.end_to_end.story import USERS
from tests.end_to_end.towns import Founder, Town, cities, today
from tests.house import House, house, real_house
from tests.servers.post import RealPost

BOTH = ["embedded", pytest.param("real", marks=pytest.mark.realmail)]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    """Anna, Bert and Carl have their first report; Anna is to begin."""
    with house(tmp_path) as here:
        here.begin()
        here.round()
        yield here


@pytest.fixture(params=BOTH)
def any_home(request: pytest.FixtureRequest, tmp_path: Path, user: str) -> Iterator[House]:
    """The same, also on Dovecot and Postfix."""
    if request.param == "embedded":
        yield request.getfixturevalue("home")
        return
    post = RealPost(request.getfixturevalue("dovecot"), request.getfixturevalue("postfix"), user)
    with real_house(tmp_path, post) as here:
        here.begin()
        here.round()
        yield here


@pytest.fixture(params=BOTH)
def town(request: pytest.FixtureRequest) -> Iterator[Town]:
    """The same story on both pairs of servers."""
    found: Founder = today
    if request.param == "real":
        found = cities(request.getfixturevalue("dovecot"), request.getfixturevalue("postfix"))
    with found(USERS) as here:
        yield here


@pytest.fixture
def bureau(town: Town, tmp_path: Path) -> Iterator[Bureau]:
    """A match has begun; its first reports wait in the outbox."""
    here = Bureau(tmp_path, town)
    here.begin()
    yield here
    here.work.close()
