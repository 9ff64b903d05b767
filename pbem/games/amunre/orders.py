"""How the orders of Amun-Re are typed and written: one line for each, with its German twin."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

from msgspec import Struct

from pbem.engine.game import Action
from pbem.engine.orders import Number, Orders, Verb, fold
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
from pbem.games.amunre.lines import (
    read_bid,
    read_bricks,
    read_cards,
    read_correct,
    read_done,
    read_farmers,
    read_harvest,
    read_offer,
    read_place,
    read_play,
    read_score,
    read_sell,
    read_steal,
    read_take,
    without_buy,
)
from pbem.games.amunre.names import NAMES, typed
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
        words = re.split(r"[\s,()]+", line.partition("#")[0].strip(" ()\t"))
        return super().read(" ".join(without_buy(words[1:]) if fold(words[0]) in BUY else words), now)


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
            also=("machtkarten", "card", "karte"),
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
            also=("brick", "baustein", "steine"),
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
            also=("stehlen", "klaue", "klauen"),
            slots={"correction": Words(write_correction), "sold": SOLD},
            help='offer the "-3" under seal and get 3 gold',
            reads=read_steal,
        ),
        Line(
            Correct,
            en="correct {rule}",
            de="korrigiere {rule}",
            also=("korrigieren", "correction", "korrektur"),
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
