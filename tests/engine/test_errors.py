"""The exception tree: sorted by who must act, and drawn truly in the docstring."""

from __future__ import annotations

import re

import pytest

from pbem.engine import errors
from pbem.engine.errors import (
    Ambiguous,
    BadData,
    EngineBug,
    FileError,
    Illegal,
    Impossible,
    OrderError,
    PbemError,
    Unreadable,
)
from pbem.engine.game import refuse


def drawn() -> dict[str, str]:
    """Class -> parent, as the docstring draws it by indentation."""
    parents: dict[str, str] = {}
    path: list[str] = []
    for indent, name in re.findall(r"^( *)([A-Z]\w+)(?:  |$)", errors.__doc__ or "", re.MULTILINE):
        path[len(indent) // 2 :] = [name]
        parents[name] = path[-2] if len(path) > 1 else "Exception"
    return parents


def test_the_docstring_draws_the_tree_as_it_is() -> None:
    classes = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert drawn() == {kind.__name__: kind.__bases__[0].__name__ for kind in classes}


@pytest.mark.parametrize("kind", [Unreadable, Ambiguous, Illegal])
def test_an_order_error_carries_its_refusal_and_says_it(kind: type[OrderError]) -> None:
    error = kind(refuse("bid-too-low", best=9))
    assert isinstance(error, OrderError)
    assert error.refusal == refuse("bid-too-low", best=9)
    assert str(error) == "bid-too-low {'best': 9}"


def test_an_impossible_entry_is_named_by_its_number_and_keeps_why() -> None:
    error = Impossible("no such tile", refuse("not-on-row")).at(7)
    assert (str(error), error.entry, error.refusal) == ("entry 7: no such tile", 7, refuse("not-on-row"))


def test_an_impossible_entry_that_has_a_number_keeps_it() -> None:
    error = Impossible("an outcome is missing", entry=3).at(7)
    assert (str(error), error.entry) == ("entry 3: an outcome is missing", 3)


def test_who_mends_an_order_does_not_mend_a_file_or_a_bug() -> None:
    assert issubclass(BadData, FileError)
    assert not issubclass(FileError, OrderError)
    assert not issubclass(EngineBug, FileError | OrderError)
    assert all(issubclass(kind, PbemError) for kind in (OrderError, FileError, EngineBug))
