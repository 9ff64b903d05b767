"""The printed numbers of Amun-Re, from `data.toml` and an owner's corrections."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from pbem.engine.errors import BadData
from pbem.engine.game import Component
from pbem.games.amunre.names import CARDS

PLAYERS = range(3, 6)
STATUSES = ("verified", "reconstructed")
CELLS = (
    "fields", "printed_farmers", "card_limit", "free_cards", "free_bricks", "free_gold", "temples", "income",
    "income_kind", "bank", "kingdom", "on_nile",
)  # fmt: skip
RANGES = {
    "fields": 6, "printed_farmers": 6, "card_limit": 4, "free_cards": 4, "free_bricks": 4, "free_gold": 40,
    "temples": 4, "income": 20,
}  # fmt: skip
"""The most that a cell may hold; the least is 0."""
WORDS = {
    "income_kind": ("none", "always", "camel"),
    "bank": ("west", "east"),
    "kingdom": ("lower", "upper"),
}
SPLITS = {"bank": (8, 7), "kingdom": (7, 8), "on_nile": (8, 7)}
"""How many of the 15 provinces have the first value of a cell, and how many the other."""
FIELDS = 4
"""Of the temple track."""
HIGHEST = 999
"""No amount of gold is larger."""


class Province(Struct, frozen=True):
    """What is printed on the board in one province."""

    fields: int
    printed_farmers: int
    card_limit: int
    free_cards: int
    free_bricks: int
    free_gold: int
    temples: int
    income: int
    income_kind: str
    bank: str
    kingdom: str
    on_nile: bool


class Numbers(Struct, frozen=True):
    """The numbers that a match is played with."""

    provinces: dict[str, Province]
    spaces: tuple[int, ...]
    blockade_steps: int
    track: tuple[int, ...]
    camel_up_to: int
    cards: dict[str, int]
    correction: int
    eight_gold: int
    harvest_increase: int
    builder_bricks: int
    bonus_cards: int
    bonus_farmers: int
    sale: int
    gold: int
    start_gold: int
    theft: int
    rewards: tuple[int, ...]
    bricks: int
    per_pyramid: int
    per_set: int
    most_on_bank: int
    per_bonus: int
    gold_ranks: tuple[int, ...]
    kingdoms: int
    rounds: int

    def field(self, total: int) -> int:
        """The field of the temple track for a sum of offerings."""
        return 1 + sum(total >= limit for limit in self.track)

    def price(self, count: int) -> int:
        """What so many pieces of one kind cost."""
        return count * (count + 1) // 2


@cache
def printed() -> dict[str, Any]:
    """The data file as it is."""
    return tomllib.loads(files(__package__).joinpath("data.toml").read_text("utf-8"))


def checked(raw: dict[str, Any]) -> Numbers:
    """The effective numbers, if a match can be played with them."""
    values, scoring = raw["power_card_values"], raw["scoring"]
    for name, row in raw["provinces"].items():
        check_province(name, row)
    for cell, split in SPLITS.items():
        check_split(raw["provinces"], cell, split)
    check_cards(raw["power_cards"])
    check_small(raw)
    return Numbers(
        provinces={name: Province(**{cell: row[cell] for cell in CELLS}) for name, row in raw["provinces"].items()},
        spaces=ascending("auction.spaces", raw["auction"]["spaces"]),
        blockade_steps=raw["auction"]["blockade_steps"],
        track=ascending("temple_track.from", raw["temple_track"]["from"]),
        camel_up_to=raw["temple_track"]["camel_up_to"],
        cards=dict(raw["power_cards"]),
        correction=values["correction"],
        eight_gold=values["eight_gold"],
        harvest_increase=values["harvest_increase"],
        builder_bricks=values["builder_bricks"],
        bonus_cards=values["bonus_cards"],
        bonus_farmers=values["bonus_farmers"],
        sale=values["sale"],
        gold=raw["gold"]["total"],
        start_gold=raw["gold"]["start"],
        theft=raw["gold"]["theft"],
        rewards=tuple(raw["rewards"]["pieces"]),
        bricks=raw["pyramids"]["bricks"],
        per_pyramid=scoring["pyramid"],
        per_set=scoring["set"],
        most_on_bank=scoring["most_on_bank"],
        per_bonus=scoring["bonus_card"],
        gold_ranks=tuple(scoring["gold_ranks"]),
        kingdoms=raw["rounds"]["kingdoms"],
        rounds=raw["rounds"]["rounds"],
    )


def check_province(name: str, row: dict[str, Any]) -> None:
    """Each cell in its range, and a status that we know."""
    here = f"amunre.provinces.{name}"
    for cell, most in RANGES.items():
        if not 0 <= row[cell] <= most:
            raise BadData(f"{here}.{cell} is 0 to {most}, not {row[cell]}")
    for cell, words in WORDS.items():
        if row[cell] not in words:
            raise BadData(f"{here}.{cell} is one of {', '.join(words)}, not {row[cell]}")
    if (row["income"] > 0) != (row["income_kind"] != "none"):
        raise BadData(f'{here}: income_kind is "none" if the income is 0, "always" or "camel" otherwise')
    check_statuses(f"{here}.status", row["status"])


def check_statuses(here: str, cells: dict[str, str]) -> None:
    """Only those that we know."""
    for cell, status in cells.items():
        if status not in STATUSES:
            raise BadData(f"{here}.{cell} is one of {', '.join(STATUSES)}, not {status}")


def check_split(rows: dict[str, Any], cell: str, split: tuple[int, int]) -> None:
    """The board is divided in known numbers: 8 provinces lie in the west, 7 in the east, and so on."""
    first = WORDS[cell][0] if cell in WORDS else True
    count = sum(row[cell] == first for row in rows.values())
    if (count, len(rows) - count) != split:
        raise BadData(
            f"amunre.provinces: {cell} is {str(first).lower()} in {split[0]} provinces and not in {split[1]}, "
            f"but here in {count}; correct two provinces together"
        )


def check_cards(counts: dict[str, int]) -> None:
    """Every player begins with a Builder."""
    if min(counts.values()) < 0 or max(counts.values()) > 20:
        raise BadData("amunre.power_cards: 0 to 20 of a kind")
    if counts["builder"] < PLAYERS[-1]:
        raise BadData(f"amunre.power_cards.builder is at least {PLAYERS[-1]}: everybody begins with one")


def check_small(raw: dict[str, Any]) -> None:
    """The other numbers: none below 0, and lists as long as the rules want them."""
    check_statuses("amunre.temple_track.status", raw["temple_track"]["status"])
    check_statuses("amunre.about", {"status": raw["about"]["status"]})
    for group in ("power_card_values", "gold", "scoring"):
        for name, value in raw[group].items():
            if type(value) is int and not 0 <= value <= HIGHEST:
                raise BadData(f"amunre.{group}.{name} is 0 to {HIGHEST}, not {value}")
    if not 1 <= raw["power_card_values"]["builder_bricks"] < raw["pyramids"]["bricks"] <= HIGHEST:
        raise BadData("amunre.power_card_values.builder_bricks is at least 1 and less than amunre.pyramids.bricks")
    if raw["auction"]["blockade_steps"] < 1:
        raise BadData("amunre.auction.blockade_steps is at least 1: every bid must be outbid by one space")
    if len(raw["temple_track"]["from"]) != FIELDS - 1 or not 0 <= raw["temple_track"]["camel_up_to"] <= FIELDS:
        raise BadData(f"amunre.temple_track: from has {FIELDS - 1} numbers, camel_up_to is 0 to {FIELDS}")
    if raw["gold"]["start"] * PLAYERS[-1] > raw["gold"]["total"]:
        raise BadData(f"amunre.gold.total is at least {PLAYERS[-1]} times amunre.gold.start")
    pieces, ranks = raw["rewards"]["pieces"], raw["scoring"]["gold_ranks"]
    if len(pieces) != 3 or not all(type(one) is int and 0 <= one <= 5 for one in pieces):
        raise BadData("amunre.rewards.pieces has three numbers from 0 to 5: the best, the second, all others")
    if not 1 <= raw["rounds"]["kingdoms"] <= 2 or raw["rounds"]["rounds"] != 3:
        raise BadData("amunre.rounds: 1 or 2 kingdoms of 3 rounds, as everybody has three provinces")
    if not ranks or not all(type(one) is int and 0 <= one <= HIGHEST for one in ranks):
        raise BadData(f"amunre.scoring.gold_ranks are numbers from 0 to {HIGHEST}")


def ascending(name: str, values: Sequence[Any]) -> tuple[int, ...]:
    """Numbers that grow; a bid can always be 0."""
    numbers = [value for value in values if type(value) is int and 0 <= value <= HIGHEST]
    if len(numbers) != len(values) or numbers != sorted(set(numbers)):
        raise BadData(f"amunre.{name}: whole numbers from 0 to {HIGHEST} that grow")
    if name == "auction.spaces" and numbers[:1] != [0]:
        raise BadData("amunre.auction.spaces begins with 0: whoever has nothing must be able to bid")
    return tuple(numbers)


def components(raw: dict[str, Any]) -> list[Component]:
    """The rows for `pbem games show amunre`: of each province the cells of each status, then the rest."""
    source = raw["about"]["source"]
    rows = [
        Component("province", name, spelled(row, status), status, source)
        for name, row in raw["provinces"].items()
        for status in STATUSES
        if status in row["status"].values()
    ]
    for group in (name for name in raw if name not in ("about", "provinces")):
        status = raw[group].get("status", {})
        for name in (name for name in raw[group] if name != "status"):
            value = raw[group][name]
            text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            rows.append(Component(group, name, text, status.get(name, raw["about"]["status"]), source))
    return rows


def spelled(row: dict[str, Any], status: str) -> str:
    """The cells of a province that have this status."""
    return ", ".join(f"{cell} {row[cell]}".lower() for cell in CELLS if row["status"][cell] == status)


assert set(printed()["power_cards"]) == set(CARDS), "names and numbers of power cards belong together"
