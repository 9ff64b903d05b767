"""What holds at every moment of a match: pieces and tiles are conserved, resources stay in range, boats apart."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from pbem.engine import kernel
from pbem.games.mennefer import GAME
from pbem.games.mennefer.board import GAP, Table
from pbem.games.mennefer.data import BOATS, MUMMIES, PERMISSIONS, PORT, PRIESTESSES, SPHINXES
from pbem.games.mennefer.scoring import placed
from pbem.games.mennefer.steps import Laying, Placing
from tests.games.mennefer.builders import asked, chance, match, tablets


def check(t: Table) -> None:
    """Everything is somewhere, and nowhere twice."""
    tiles(t)
    for seat in range(t.seats):
        pieces(t, seat)


def tiles(t: Table) -> None:
    """Tablets, papyri, crafts, contracts, pieces of the pyramids."""
    b, numbers = t.board, t.data.value
    assert tablets(t) == Counter(list(numbers.tablets))
    papyri = [one for player in b.players for one in (*player.papyri, *player.rolled)]
    assert sorted([*papyri, *(one for one in b.papyri if one), *b.papyrus_bag]) == sorted(numbers.papyri)
    crafts = [one for player in b.players for one in player.owned()]
    in_hand = [step.craft for step in t.stack if isinstance(step, Laying)]
    assert sorted([*crafts, *in_hand, *(one for one in b.crafts if one), *b.craft_bag]) == sorted(numbers.crafts)
    cards = [one for player in b.players for one in player.contracts + player.met]
    cards += [one for city in b.cities.values() for one in city] + [one for pile in b.contracts for one in pile]
    assert sorted([*cards, *b.gone]) == sorted(numbers.contracts)
    for level in range(3):
        built = [one for one in b.great[4 * level : 4 * level + 4] if one]
        top = [one for one in b.tops[level : level + 1] if one]
        assert sorted([*built, *top, *b.quarry[level]]) == sorted(numbers.pieces[level])
    permissions = sum(sum(player.placed) for player in b.players)
    assert sum(b.queens) == permissions + 3 * numbers.queens_prebuilt[t.seats]
    assert len([one for one in b.row if one]) >= 4
    assert b.row.count(GAP) <= 1


def pieces(t: Table, seat: int) -> None:
    """A player's own things."""
    b, player, numbers = t.board, t.board.players[seat], t.data.value
    assert 0 <= player.food <= 10
    assert 0 <= player.heka <= 10
    assert player.pp >= 0
    assert 0 <= player.heart <= numbers.duat
    assert 0 <= player.feather <= numbers.duat
    assert player.mummies + player.sarcophagi + placed(b.tombs, seat) == MUMMIES
    assert player.sphinxes + player.carved + placed(b.pedestals, seat) == SPHINXES
    assert player.permissions + player.allowed + sum(player.placed) == PERMISSIONS
    assert sum(player.standing) + sum(player.lying) == PRIESTESSES
    afloat = [place for place in player.boats if place != PORT]
    assert len(player.boats) == BOATS
    assert len(set(afloat)) == len(afloat), "two own boats in one place"
    assert len(player.home) + len(player.sun) + len(player.moon) == 3
    held = sum(isinstance(step, Placing) and step.seat == seat for step in t.stack)
    assert len(player.offered) - held == placed(b.temple, seat)
    assert set(player.offered) <= set(player.owned())
    assert len(player.contracts) + len(player.met) <= numbers.contract_places + 1
    rows = player.crafts
    assert all(len(upper) <= max(0, len(lower) - 1) for lower, upper in pairwise(rows))
    assert max(player.scarabs) <= 6


@pytest.mark.parametrize(("seats", "bot"), [(2, "random"), (3, "random"), (4, "random"), (2, "steady")])
def test_everything_is_conserved_in_every_position(seats: int, bot: str) -> None:
    t = match(seats, f"conserved/{bot}")
    check(t)
    while t.stack:
        seat = asked(t)
        kernel.play(t, seat, kernel.consult(t, seat, GAME.bots[bot], chance(f"conserved/{t.n}")))
        check(t)
    assert t.board.turns == [27] * seats
