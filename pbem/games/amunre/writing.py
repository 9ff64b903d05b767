"""How the parts of an order of Amun-Re are written: places, wishes, rules, cards with their provinces."""

from __future__ import annotations

from typing import Any

from pbem.engine.orders import LANGUAGES
from pbem.games.amunre.actions import Rule, Wish
from pbem.games.amunre.names import typed


def either(words: Any, lang: str) -> str:
    """The English or the German of a pair."""
    return str(words[LANGUAGES.index(lang)])


def write_places(where: tuple[str, ...], lang: str) -> str:
    """Provinces one after the other."""
    return " ".join(typed(one, lang) for one in where)


def write_sold(cards: tuple[str, ...], lang: str) -> str:
    """Cards that are discarded for gold."""
    return f"{either(('selling', 'verkaufe'), lang)} {write_places(cards, lang)}" if cards else ""


def write_correction(correction: Any, lang: str) -> str:
    """Whether a correction card lies with the offering."""
    return either(("with correction", "mit korrektur"), lang) if correction else ""


def write_wishes(wishes: tuple[Wish, ...], lang: str) -> str:
    """Bids in the order in which they are wanted."""
    return either((" else ", " sonst "), lang).join(write_wish(one, lang) for one in wishes)


def write_wish(wish: Wish, lang: str) -> str:
    """One bid that is wanted."""
    if wish.kind == "cheapest":
        return either(("cheapest", "billigste"), lang)
    limit = either((" up to", " bis"), lang) if wish.kind == "up-to" else ""
    return f"{typed(wish.province, lang)}{limit} {wish.amount}"


def write_rule(rule: Rule, lang: str) -> str:
    """A direction, with its condition if it has one."""
    ways = {"up": ("up", "hoch"), "down": ("down", "runter"), "": ("", "")}
    first, second = either(ways[rule.first], lang), either(ways[rule.otherwise], lang)
    if not rule.sign:
        return first
    return either(
        (
            f"{first} if total {rule.sign} {rule.limit} else {second}",
            f"{first} wenn summe {rule.sign} {rule.limit} sonst {second}",
        ),
        lang,
    )


def write_builder(province: str, lang: str) -> str:
    """Where a builder is played."""
    return f"{either(('builder', 'baumeister'), lang)} {typed(province, lang)}" if province else ""


def write_plays(plays: tuple[tuple[str, str], ...], lang: str) -> str:
    """Cards, each with its province."""
    return " ".join(f"{typed(card, lang)} {typed(province, lang)}" for card, province in plays)


def write_in(province: str, lang: str) -> str:
    """In a province, or nowhere."""
    return f"in {typed(province, lang)}" if province else ""
