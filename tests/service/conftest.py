"""A database with a match of Tiny: hidden hands and sealed answers, without mail servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import games
from pbem.mail.tokens import Tokens
from pbem.service.office import Office
from pbem.store.work import Work
from tests.store.builders import opened
from tests.tiny import GAME


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    """An office that also knows Tiny."""
    known = {**games.games(), "tiny": GAME}
    monkeypatch.setattr(games, "games", lambda: known)
    work: Work = opened(tmp_path)
    yield Office(work=work, tokens=Tokens(bytes(32)), address="pbem@post.test")
    work.close()
