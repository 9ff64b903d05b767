"""How the orders of Amun-Re are typed and written: one line for each, with its German twin."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

from msgspec import Struct

from pbem.engine.errors import Unreadable
from pbem.engine.game import Action, refuse
from pbem.engine.orders import Number, Orders, Verb, fold
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
from pbem.games.amunre.data import HIGHEST
from pbem.games.amunre.names import NAMES, PIECE_WORDS, is_piece, named, typed
from pbem.games.amunre.writing import (
    write_builder,
    write_correction,
    write_in,
    write_places,
    write_plays,
    write_rule,
    write_sold,
    write_wishes,
)

BUY = {"buy", "kaufe", "kaufen", "kauf"}
MINUS_THREE = {"-3", "–3", "−3"}


class Words(Struct, frozen=True):
    """A gap that is written by a function; reading is done for the whole line."""

    words: Callable[[Any, str], str]

    def read(self, words: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """Never asked: the line reads itself."""
        raise NotImplementedError

    def write(self, value: Any, lang: str) -> str:
        """As the function says."""
        return self.words(value, lang)


class Line(Verb, frozen=True, kw_only=True):
    """An order whose words are read by a function of its own; gaps that are empty leave no trace."""

    reads: Callable[[Sequence[str]], Action]

    def read(self, words: Sequence[str], lang: str) -> Action:
        """The action that the words behind the verb make of it."""
        return self.reads(words)

    def write(self, action: Action, lang: str) -> str:
        """The order as a player could have typed it."""
        return " ".join(super().write(action, lang).split())


class Taking(Line, frozen=True):
    """An order that names a kind of piece, in the plural where it takes several."""

    def write(self, action: Action, lang: str) -> str:
        """As it is said: 1 brick, 2 bricks."""
        written = super().write(action, lang)
        assert isinstance(action, Take)
        several = NAMES.several(action.piece, lang).replace(" ", "-").lower()
        return written if action.count == 1 else written.replace(typed(action.piece, lang), several, 1)


class Longer(Line, frozen=True):
    """A longer form of another order, which begins with the same word and is read with it."""

    def words(self) -> list[str]:
        """None of its own."""
        return []


class Lines(Orders, frozen=True, dict=True):
    """All orders; `buy` may stand before what is bought."""

    def read(self, line: str, now: Collection[type[Action]] = ()) -> Action:
        """The action that a line orders."""
        words = re.split(r"[\s,]+", line.partition("#")[0].strip())
        if fold(words[0]) not in BUY:
            return super().read(line, now)
        rest = [word for word in words[1:] if fold(word) != "power"]
        if len(rest) > 1 and reading.is_number(rest[0]):
            rest[:2] = rest[1::-1]
        if not rest or fold(rest[0])[:4] not in BOUGHT:
            raise Unreadable(refuse("buy-what"))
        return super().read(" ".join(rest), now)


BOUGHT = {"card", "kart", "mach", "powe", "farm", "baue", "bric", "baus"}
"""How the words begin for what can be bought."""


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
    count, where = reading.pieces(before)
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
    gold, rest = reading.number(words, 1, HIGHEST)
    return offering(gold, rest)


def offering(gold: int, words: Sequence[str]) -> Action:
    """An offering of gold, or a theft (0), with or without a correction, its direction, cards sold."""
    before, sold = reading.sold(reading.lean(words))
    before, behind = reading.split(before, reading.CORRECT)
    card = [word for word in before if fold(word) in reading.CORRECTION]
    reading.end([word for word in before if word not in card and fold(word) not in reading.GOLD])
    if behind is not None:
        return OfferAhead(gold, reading.rule(behind), sold)
    return Offer(gold, bool(card), sold) if gold else Steal(bool(card), sold)


def read_steal(words: Sequence[str]) -> Action:
    """The -3, and what lies with it."""
    return offering(0, words)


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


AMOUNT = Number(0, HIGHEST)
PLACES, SOLD = Words(write_places), Words(write_sold)

ORDERS = Lines(
    (
        Line(
            Bid,
            en="bid {amount} {province}",
            de="biete {amount} {province}",
            also=("bieten", "gebot"),
            slots={"amount": AMOUNT, "province": Words(typed)},
            help="bid for a province",
            reads=read_bid,
        ),
        Longer(
            BidAhead,
            en="bid {wishes}",
            de="biete {wishes}",
            slots={"wishes": Words(write_wishes)},
            help="bid now and again whenever you are outbid in this auction, by the first wish that can be met:"
            " abydos up to 10 else dakhla 3 else cheapest",
            reads=read_bid,
        ),
        Line(
            Play,
            en="play {card} {province}",
            de="spiele {card} {province}",
            also=("spielen", "spiel"),
            slots={"card": Words(typed), "province": Words(write_in)},
            help="play a power card, in one of your provinces where it needs one: play builder in mendes",
            reads=read_play,
        ),
        Line(
            Sell,
            en="sell {cards}",
            de="verkaufe {cards}",
            also=("verkaufen",),
            slots={"cards": PLACES},
            help="discard power cards for 1 gold each, whenever you are asked; with an answer under seal write"
            " selling and the cards behind it",
            reads=read_sell,
        ),
        Line(
            Cards,
            en="cards {count}",
            de="karten {count}",
            also=("machtkarten",),
            slots={"count": AMOUNT},
            help="buy power cards, before farmers and bricks; buy may stand before it",
            reads=read_cards,
        ),
        Line(
            Farmers,
            en="farmers {count} {where}",
            de="bauern {count} {where}",
            also=("farmer", "bauer"),
            slots={"count": AMOUNT, "where": PLACES},
            help="buy farmers, before bricks; with or without provinces: farmers 3 baharya memphis memphis",
            reads=read_farmers,
        ),
        Line(
            Bricks,
            en="bricks {count} {where} {builder}",
            de="bausteine {count} {where} {builder}",
            also=("brick", "baustein"),
            slots={"count": AMOUNT, "where": PLACES, "builder": Words(write_builder)},
            help="buy bricks, with or without provinces: bricks 3 mendes 2 memphis 1; builder mendes at the end plays"
            " a builder there as soon as two bricks lie",
            reads=read_bricks,
        ),
        Line(
            Place,
            en="place {where}",
            de="setze {where}",
            also=("setzen", "lege"),
            slots={"where": PLACES},
            help="say where the pieces go that you have bought: place mendes mendes memphis",
            reads=read_place,
        ),
        Line(
            Done,
            en="done",
            de="fertig",
            also=("nothing", "nichts", "pass", "passe"),
            help="end your actions; at a harvest or scoring: play nothing",
            reads=read_done,
        ),
        Line(
            Offer,
            en="offer {gold} {correction} {sold}",
            de="opfere {gold} {correction} {sold}",
            also=("opfer", "opfern"),
            slots={"gold": AMOUNT, "correction": Words(write_correction), "sold": SOLD},
            help="offer gold under seal: offer 9, offer 9 with correction, offer 9 selling builder",
            reads=read_offer,
        ),
        Longer(
            OfferAhead,
            en="offer {gold} correct {rule} {sold}",
            de="opfere {gold} korrigiere {rule} {sold}",
            slots={
                "gold": Words(lambda gold, lang: str(gold) if gold else "-3"),
                "rule": Words(write_rule),
                "sold": SOLD,
            },
            help="offer with a sacrifice correction whose direction you decide now: offer 9 correct up if total < 13"
            " else down",
            reads=read_offer,
        ),
        Line(
            Steal,
            en="steal {correction} {sold}",
            de="stehle {correction} {sold}",
            also=("stehlen", "klaue"),
            slots={"correction": Words(write_correction), "sold": SOLD},
            help='offer the "-3" under seal and get 3 gold',
            reads=read_steal,
        ),
        Line(
            Correct,
            en="correct {rule}",
            de="korrigiere {rule}",
            also=("korrigieren",),
            slots={"rule": Words(write_rule)},
            help="correct the revealed offering by 3: correct up, correct down",
            reads=read_correct,
        ),
        Taking(
            Take,
            en="take {count} {piece} {where}",
            de="nimm {count} {piece} {where}",
            also=("nehme", "nehmen"),
            slots={"count": AMOUNT, "piece": Words(typed), "where": PLACES},
            help="take pieces as a reward: take 2 cards, take farmer memphis, take 2 bricks mendes memphis",
            reads=read_take,
        ),
        Line(
            Harvest,
            en="harvest {plays} {sold}",
            de="ernte {plays} {sold}",
            also=("ernten",),
            slots={"plays": Words(write_plays), "sold": SOLD},
            help="answer to the harvest under seal: nothing, or cards with their provinces: harvest 8-gold abu"
            " harvest-increase memphis",
            reads=read_harvest,
        ),
        Line(
            Score,
            en="score {cards} {sold}",
            de="werte {cards} {sold}",
            also=("werten",),
            slots={"cards": PLACES, "sold": SOLD},
            help="answer to a scoring under seal: nothing, or the bonus cards that you play: score farmer-bonus",
            reads=read_score,
        ),
    )
)
