"""The harvest and the end: pure functions of the board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pbem.engine.game import Seat, Standing
from pbem.games.mennefer.board import Board, Player
from pbem.games.mennefer.data import Numbers
from pbem.games.mennefer.events import Tally


def tally(b: Board, numbers: Numbers, seat: Seat) -> Tally:
    """What a harvest gives this player, step by step."""
    player = b.players[seat]
    drawings = complete(player.papyri, numbers)
    feather = min(numbers.duat, player.feather + len(player.papyri) + drawings)
    met = newly_met(b, numbers, seat, feather)
    turned = (*player.met, *met)
    return Tally(
        papyri=len(player.papyri),
        drawings=drawings,
        duat=duat(player.heart, feather, numbers),
        contracts=sum(numbers.contracts[card].value for card in turned),
        necropolis=necropolis(b, numbers, seat),
        obelisk=last_seal([step.seal for step in numbers.obelisk[: player.orb]]),
        great=last_seal([space.seal for space in numbers.great[: player.great]]),
        queens=queens(b, numbers, seat, len(turned)),
        met=met,
    )


def complete(papyri: Sequence[str], numbers: Numbers) -> int:
    """Drawings whose two halves lie side by side."""
    tiles = [numbers.papyri[papyrus] for papyrus in papyri]
    return sum(one.right == other.left for one, other in pairwise(tiles))


def duat(heart: int, feather: int, numbers: Numbers) -> int:
    """Marks strictly between the two: lost before they have crossed, gained afterwards."""
    other = numbers.duat - feather
    between = sum(min(heart, other) < mark < max(heart, other) for mark in numbers.marks)
    return between if heart > other else -between


def last_seal(seals: Sequence[int]) -> int:
    """What the last seal reached shows."""
    return next((seal for seal in reversed(seals) if seal), 0)


def necropolis(b: Board, numbers: Numbers, seat: Seat) -> int:
    """Each own sarcophagus: the tile of its row and that of its column."""
    worth = {place: numbers.mastabas[tile].pp for place, tile in zip(numbers.tile_places, b.mastabas, strict=True)}
    mine = [numbers.tombs[space] for space, owner in b.tombs.items() if owner == seat]
    return sum(worth[tomb.row] + worth[tomb.column] for tomb in mine)


def queens(b: Board, numbers: Numbers, seat: Seat, met: int) -> int:
    """Each pyramid by itself: own permissions there times what its tile counts."""
    player = b.players[seat]
    have = elements(b, numbers, seat, met, len(player.rolled) + len(player.papyri))
    pyramids = zip(player.placed, b.queens_tiles, strict=True)
    return sum(placed * (have[tile] // numbers.queens_tiles[tile]) for placed, tile in pyramids)


def elements(b: Board, numbers: Numbers, seat: Seat, met: int, rolled: int) -> dict[str, int]:
    """How much a player has of what the Queens' tiles count."""
    player = b.players[seat]
    return {
        "baskets": placed(b.temple, seat),
        "sarcophagi": placed(b.tombs, seat),
        "sphinxes": placed(b.pedestals, seat),
        "craft_kinds": kinds(player, numbers),
        "contracts_done": met,
        "papyri_rolled": rolled,
    }


def placed(spaces: dict[str, Seat], seat: Seat) -> int:
    """Own pieces on an area of the board."""
    return list(spaces.values()).count(seat)


def kinds(player: Player, numbers: Numbers) -> int:
    """Different crafts."""
    return len({numbers.crafts[craft].kind for craft in player.owned()})


def newly_met(b: Board, numbers: Numbers, seat: Seat, feather: int) -> tuple[str, ...]:
    """Open contracts that are met when papyri are rolled up. Those that count contracts come last, again and again."""
    player = b.players[seat]
    have = counted(b, numbers, seat) | {"feather": feather, "papyri-rolled": len(player.rolled) + len(player.papyri)}
    plain = [card for card in player.contracts if numbers.contracts[card].kind != "contracts-done"]
    met = [card for card in plain if fulfilled(numbers, player, card, have)]
    waiting = [card for card in player.contracts if card not in plain]
    for card in sorted(waiting, key=lambda card: numbers.contracts[card].need):
        if len(player.met) + len(met) >= numbers.contracts[card].need[0]:
            met.append(card)
    return tuple(met)


def fulfilled(numbers: Numbers, player: Player, card: str, have: dict[str, int]) -> bool:
    """Whether a contract asks for no more than there is."""
    contract = numbers.contracts[card]
    if contract.kind == "priestess-rooms":
        deepest = sorted(rooms(player), reverse=True)
        return all(room >= need for room, need in zip(deepest, sorted(contract.need, reverse=True), strict=False))
    return have[contract.kind] >= contract.need[0]


def rooms(player: Player) -> list[int]:
    """Where each priestess is."""
    both = enumerate(zip(player.standing, player.lying, strict=True))
    return [room for room, (standing, lying) in both for _ in range(standing + lying)]


def counted(b: Board, numbers: Numbers, seat: Seat) -> dict[str, int]:
    """What contracts ask for, as it is now."""
    player = b.players[seat]
    return {
        "sarcophagi": placed(b.tombs, seat),
        "sphinxes": placed(b.pedestals, seat),
        "obelisk": player.orb,
        "permissions": sum(player.placed),
        "priestesses": player.inside(),
        "boats": sum(place != "0" for place in player.boats),
        "fishing-boats": sum(numbers.passed[place] for place in player.boats),
        "two-scarabs": sum(sorted(player.scarabs)[-2:]),
        "hieroglyphs": player.glyphs,
        "baskets": placed(b.temple, seat),
        "papyri-rolled": len(player.rolled),
        "great-pyramid": player.great,
        "heart": player.heart,
        "feather": player.feather,
        "crafts": len(player.owned()),
        "craft-kinds": kinds(player, numbers),
        "contracts-done": len(player.met),
    }


def standings(b: Board) -> list[Standing]:
    """Most points win; a tie goes to the purer heart: the larger sum of heart and feather; then it is shared."""
    keys = [(player.pp, player.heart + player.feather) for player in b.players]
    return [Standing(seat, 1 + sum(other > key for other in keys), b.players[seat].pp) for seat, key in enumerate(keys)]
