"""What several phases do alike: power cards are played, sold and drawn; bricks become pyramids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from pbem.engine.game import Action, Refusal, Seat, refuse
from pbem.games.amunre.actions import Play, Sell
from pbem.games.amunre.board import Table
from pbem.games.amunre.events import Built, Drew, Placed, Played, Sold

PHASES = {
    "blockade": 2, "same-province": 2, "free-farmer": 3, "builder": 3, "correction": 4, "8-gold": 5,
    "harvest-increase": 5, "card-bonus": 6, "farmer-bonus": 6, "kingdom-bonus": 6, "bank-bonus": 6, "nile-bonus": 6,
}  # fmt: skip
"""The phase in which each power card is played."""
IN_A_PROVINCE = ("free-farmer", "builder", "8-gold", "harvest-increase")


def cards_of(phase: int) -> tuple[str, ...]:
    """The cards of a phase."""
    return tuple(card for card, when in PHASES.items() if when == phase)


def objection_to_card(
    t: Table, seat: Seat, play: Play, allowed: Collection[str], played: Collection[str]
) -> Refusal | None:
    """In the hand, of this phase, not twice, and in an own province where it needs one."""
    b = t.board
    card, province = play.card, play.province
    if card not in b.players[seat].hand:
        return refuse("card-not-in-hand", card=card, hand=b.players[seat].hand)
    if card not in allowed:
        return refuse("card-of-another-phase", card=card, phase=PHASES[card])
    if card in played:
        return refuse("card-twice", card=card)
    if card not in IN_A_PROVINCE:
        return refuse("card-without-province", card=card) if province else None
    if b.lands[province].owner != seat if province else True:
        return refuse("card-needs-own-province", card=card, mine=b.owned(seat))
    return None


def left_out(action: Action, could: Collection[str]) -> tuple[str, ...]:
    """One `play` is a whole answer under seal, so a second would replace it: the cards that it would leave out."""
    return tuple(card for card in could if isinstance(action, Play) and card != action.card)


def play_card(t: Table, seat: Seat, card: str, province: str = "") -> None:
    """A card is laid down and discarded."""
    t.board.discard(seat, (card,))
    t.tell(Played(seat, card, province))


def sales(t: Table, seat: Seat) -> Iterator[Sell]:
    """Each kind of card in the hand, sold by itself; several are several orders, or one that is typed."""
    return (Sell((card,)) for card in dict.fromkeys(t.board.players[seat].hand))


def objection_to_sale(t: Table, seat: Seat, cards: tuple[str, ...], kept: Iterable[str] = ()) -> Refusal | None:
    """All in the hand, besides those that are to be played."""
    hand = Counter(t.board.players[seat].hand)
    missing = Counter(cards) + Counter(kept) - hand
    if missing:
        return refuse("card-not-in-hand", card=min(missing), hand=t.board.players[seat].hand)
    return None if cards == tuple(sorted(cards)) else refuse("name-in-order")


def objection_to_selling(t: Table, seat: Seat, cards: tuple[str, ...]) -> Refusal | None:
    """The same for an order of its own, which sells at least one."""
    return objection_to_sale(t, seat, cards) if cards else refuse("name-in-order")


def sell(t: Table, seat: Seat, cards: tuple[str, ...]) -> None:
    """Cards are discarded for gold."""
    if cards:
        gold = t.data.value.sale * len(cards)
        t.board.discard(seat, cards)
        t.board.gain(seat, gold)
        t.tell(Sold(seat, cards, gold))


def surplus(hand: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The cards that are sold where nobody says which: the last ones by name."""
    return hand[len(hand) - count :] if count else ()


def draw_cards(t: Table, seat: Seat, count: int, why: str, price: int = 0) -> None:
    """Power cards come to a hand unseen; an empty deck is made anew of those played and sold."""
    b, owner = t.board, frozenset((seat,))
    drawn: list[str] = []
    for _ in range(min(count, b.cards_left())):
        if not b.deck:
            b.renew()
        drawn.append(t.draw("card", b.deck, owner))
    if not drawn:
        return
    b.receive(seat, drawn)
    t.tell(Drew(seat, len(drawn), price, why))
    t.tell(Drew(seat, len(drawn), price, why, tuple(drawn)), owner)


def free_fields(t: Table, province: str) -> int:
    """Fields of a province without a farmer."""
    return t.data.value.provinces[province].fields - t.board.lands[province].farmers


def place(t: Table, seat: Seat, piece: str, where: tuple[str, ...], builder: str = "") -> None:
    """Farmers go on fields; bricks become pyramids at once, where a builder helps with fewer of them."""
    if not where:
        return
    t.tell(Placed(seat, piece, dict(Counter(where))))
    for province in where:
        t.board.lay(province, **{f"{piece}s": 1})
    if builder:
        build_with_builder(t, seat, builder)
    if piece == "brick":
        for province in dict.fromkeys(where):
            build(t, seat, province)


def build(t: Table, seat: Seat, province: str) -> None:
    """Every three bricks become a pyramid."""
    size = t.data.value.bricks
    pyramids = t.board.lands[province].bricks // size
    if pyramids:
        raise_pyramids(t, seat, province, pyramids, pyramids * size)


def build_with_builder(t: Table, seat: Seat, province: str) -> None:
    """One pyramid of two bricks; the card is discarded."""
    play_card(t, seat, "builder", province)
    raise_pyramids(t, seat, province, 1, t.data.value.builder_bricks)


def raise_pyramids(t: Table, seat: Seat, province: str, pyramids: int, bricks: int) -> None:
    """Bricks go back to the supply, pyramids come."""
    t.board.lay(province, bricks=-bricks, pyramids=pyramids)
    t.tell(Built(seat, province, pyramids, bricks))
