"""The settings file that `pbem init` writes: every setting with its default and what it means, from the settings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from itertools import groupby

from msgspec import Struct
from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from pbem.settings import Settings

UNITS = (("d", 86400), ("h", 3600), ("m", 60), ("s", 1))
HEAD = """\
# Settings of pbem. A line that begins with # shows a default: remove the # to change it.
# The environment wins over this file: PBEM_ADDRESS, PBEM_IMAP__HOST and so on.
# Spans of time: 90s, 15m, 12h, 2d, 1w, 1d12h. Then ask `pbem doctor` whether all is well.
"""


class Described(Struct, frozen=True):
    """One setting."""

    table: str
    name: str
    default: str
    """As it stands in the file."""
    meaning: str

    @property
    def full_name(self) -> str:
        """As errors name it."""
        return f"{self.table}.{self.name}" if self.table else self.name

    @property
    def variable(self) -> str:
        """The variable of the environment that sets it."""
        return "PBEM_" + self.full_name.upper().replace(".", "__")


def described() -> list[Described]:
    """Every setting, those without a table first."""
    return sorted(every(Settings), key=lambda one: bool(one.table))


def every(model: type[BaseModel], table: str = "") -> Iterator[Described]:
    """The settings of a model and of the tables in it."""
    for name, field in model.model_fields.items():
        default = field.default
        if isinstance(default, BaseModel):
            yield from every(type(default), name)
        else:
            yield Described(table, name, written(default), meaning(name, field))


def meaning(name: str, field: FieldInfo) -> str:
    """The line below the setting."""
    assert field.description, f"the setting {name} says nothing of itself"
    return field.description


def written(value: object) -> str:
    """A value as TOML has it."""
    match value:
        case timedelta():
            return f'"{span(value)}"'
        case tuple():
            return f"[{', '.join(map(written, value))}]"
        case SecretStr():
            return written(value.get_secret_value())
        case _:
            return json.dumps(value)  # text, numbers and truth look the same in both


def span(value: timedelta) -> str:
    """A span of time as it is typed."""
    left, parts = int(value.total_seconds()), []
    for letter, seconds in UNITS:
        count, left = divmod(left, seconds)
        parts += [f"{count}{letter}"] if count else []
    return "".join(parts) or "0s"


def text() -> str:
    """The whole file."""
    blocks = [HEAD]
    for table, settings in groupby(described(), key=lambda one: one.table):
        head = f"[{table}]\n# {Settings.model_fields[table].description}\n" if table else ""
        blocks.append(head + "".join(f"\n# {one.meaning}\n#{one.name} = {one.default}\n" for one in settings))
    return "\n".join(blocks)
