"""What the words behind each verb of Amun-Re order: one function for each line of `orders.py`."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.errors import Unreadable
from pbem.engine.game import Action, refuse
from pbem.engine.orders import fold
from pbem.games.amunre import reading
from pbem.games.amunre.actions import (
    Bid,
    BidAhead,
    Bricks,
    Cards,
    Correct,
    Done,
    Farmers,
    Harvest,
    Offer,
    OfferAhead,
    Place,
    Play,
    Score,
    Sell,
    Steal,
    Take,
)
from pbem.games.amunre.names import PIECE_WORDS, is_piece, named

MINUS_THREE = {"-3", "–3", "−3"}
BOUGHT = {"card", "kart", "mach", "farm", "baue", "bric", "baus", "stei"}
"""How the words begin for what can be bought."""


def without_buy(words: Sequence[str]) -> list[str]:
    """What stands behind `buy`, the piece before its number: `2 power cards`, `a farmer in memphis`, `bricks 3`."""
    rest = [word for word in words if fold(word) != "power"]
    if rest and fold(rest[0]) in reading.ONE:
        rest[0] = "1"
    if len(rest) > 1 and reading.is_number(rest[0]):
        rest[:2] = rest[1::-1]
    if not rest or fold(rest[0])[:4] not in BOUGHT:
        raise Unreadable(refuse("buy-what"))
    return rest


def read_bid(words: Sequence[str]) -> Action:
    """A single bid, or several in advance."""
    wanted = reading.wishes(words)
    if len(wanted) == 1 and wanted[0].kind == "exactly":
        return Bid(wanted[0].amount, wanted[0].province)
    return BidAhead(wanted)


def read_play(words: Sequence[str]) -> Action:
    """A card, and a province if one is named."""
    card, rest = reading.card(reading.lean(words))
    if not rest:
        return Play(card)
    province, rest = reading.province(rest)
    reading.end(rest)
    return Play(card, province)


def read_sell(words: Sequence[str]) -> Action:
    """At least one card."""
    if not words:
        raise Unreadable(refuse("card-missing"))
    return Sell(reading.cards(reading.lean(words)))


def read_cards(words: Sequence[str]) -> Action:
    """How many."""
    count, rest = reading.number(words, 1, reading.MOST_PIECES)
    reading.end(rest)
    return Cards(count)


def read_farmers(words: Sequence[str]) -> Action:
    """How many, and perhaps where."""
    return Farmers(*reading.pieces(reading.lean(words)))


def read_bricks(words: Sequence[str]) -> Action:
    """How many, perhaps where, perhaps with a builder."""
    before, behind = reading.split(reading.lean(words), reading.BUILDER)
    count, where = reading.pieces([word for word in before if fold(word) not in reading.PLAY])
    if behind is None:
        return Bricks(count, where)
    province, rest = reading.province(behind)
    reading.end(rest)
    return Bricks(count, where, province)


def read_place(words: Sequence[str]) -> Action:
    """Where."""
    count, where = reading.pieces(reading.lean(words))
    if len(where) != count:
        raise Unreadable(refuse("province-missing"))
    return Place(where)


def read_offer(words: Sequence[str]) -> Action:
    """Gold, or the -3, and what lies with it."""
    if words and words[0] in MINUS_THREE:
        return offering(0, words[1:])
    gold, rest = reading.number(words)
    if gold == 0:
        raise Unreadable(refuse("offer-at-least-one"))
    return offering(gold, rest)


def offering(gold: int, words: Sequence[str]) -> Action:
    """An offering of gold, or a theft (0), with or without a correction, its direction, cards sold."""
    before, sold = reading.sold(reading.lean(words))
    before, behind = reading.split(before, reading.CORRECTION)
    reading.end([word for word in before if fold(word) not in reading.GOLD])
    rule = [word for word in behind or [] if fold(word) not in reading.CORRECTION]
    if rule:
        return OfferAhead(gold, reading.rule(rule), sold)
    correction = behind is not None
    return Offer(gold, correction, sold) if gold else Steal(correction, sold)


def read_steal(words: Sequence[str]) -> Action:
    """The -3, and what lies with it; `steal 3 gold` says it, too."""
    return offering(0, words[1:] if words and words[0].lstrip("-–−") == "3" else words)


def read_correct(words: Sequence[str]) -> Action:
    """A direction."""
    return Correct(reading.rule(words))


def read_take(words: Sequence[str]) -> Action:
    """So many pieces of one kind, and where they go."""
    rest: Sequence[str] = reading.lean(words)
    count, given = 0, rest[:1] if rest and reading.is_number(rest[0]) else []
    if given:
        count, rest = reading.number(rest, 1, reading.MOST_PIECES)
    if not rest:
        raise Unreadable(refuse("take-what"))
    piece, used = named(rest, PIECE_WORDS)
    rest = rest[used:]
    number, where = (count or 1, ()) if not rest else reading.pieces([*given, *one_kind(rest)])
    if (count and number != count) or (where == () and rest):
        raise Unreadable(refuse("count-does-not-fit", count=count or number, named=len(where)))
    return Take(number, piece, where)


def one_kind(words: Sequence[str]) -> Sequence[str]:
    """The words, if no other kind of piece is among them."""
    for place, word in enumerate(words):
        if is_piece(word):
            counted = place > 0 and reading.is_number(words[place - 1])
            reading.end(words[place - counted :])
    return words


def read_harvest(words: Sequence[str]) -> Action:
    """Pairs of a card and a province."""
    rest, sold = reading.answer(words)
    plays: list[tuple[str, str]] = []
    more: Sequence[str] = rest
    while more:
        card, more = reading.card(more)
        province, more = reading.province(more)
        plays.append((card, province))
    return Harvest(tuple(sorted(plays)), sold)


def read_score(words: Sequence[str]) -> Action:
    """Bonus cards."""
    rest, sold = reading.answer(words)
    return Score(reading.cards(rest), sold)


def read_done(words: Sequence[str]) -> Action:
    """Nothing more."""
    reading.end(words)
    return Done()
