"""A second reading of the rules of Ra, from the rulebook alone: slow, plain, without the engine.

It speaks in canonical order lines and serves two tests: move counts, and whole matches side by side.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

CULTURE = {"art", "agriculture", "religion", "astronomy", "writing"}
BUILDINGS = {"fortress", "obelisk", "palace", "pyramid", "sphinx", "statues", "step-pyramid", "temple"}
VICTIMS = {"funeral": {"pharaoh"}, "drought": {"flood", "nile"}, "unrest": CULTURE, "earthquake": BUILDINGS}
RA_SPACES = {3: 8, 4: 9, 5: 10}


@dataclass
class Match:
    """Everything on the table. `speakers` are to be heard in an auction, `trouble` are disasters to settle."""

    open_suns: list[list[int]]
    turned: list[list[int]]
    displays: list[list[str]]
    points: list[int]
    pile: Counter[str]
    row: list[str] = field(default_factory=list)
    ra_tiles: int = 0
    middle: int = 1
    epoch: int = 1
    turn: int = 0
    kind: str = ""
    speakers: list[int] = field(default_factory=list)
    bids: list[tuple[int, int]] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)
    victim: int = -1
    over: bool = False

    def copy(self) -> Match:
        """A match of its own."""
        return Match(
            [*map(list, self.open_suns)], [*map(list, self.turned)], [*map(list, self.displays)],
            self.points[:], self.pile.copy(), self.row[:], self.ra_tiles, self.middle, self.epoch, self.turn, self.kind,
            self.speakers[:], self.bids[:], self.trouble[:], self.victim, self.over,
        )  # fmt: skip

    def seats_from(self, seat: int) -> list[int]:
        """All seats clockwise, this one first."""
        count = len(self.points)
        return [(seat + step) % count for step in range(count)]

    # who is asked, and for what

    def asked(self) -> int:
        """The player who must speak."""
        if self.trouble:
            return self.victim
        return self.speakers[0] if self.speakers else self.turn

    def choices(self) -> set[str]:
        """Every order that the rules allow now."""
        if self.over:
            return set()
        if self.trouble:
            return self.sacrifices()
        return self.offers() if self.speakers else self.moves()

    def moves(self) -> set[str]:
        """The three things that a turn can be."""
        allowed = {"ra"} if len(self.row) == 8 else {"ra", "draw"}
        wanted = [tile for tile in self.row if tile != "god"]
        for size in range(1, self.displays[self.turn].count("god") + 1):
            allowed |= {line("gods", picked) for picked in combinations(wanted, size)}
        return allowed

    def offers(self) -> set[str]:
        """Any open sun above the best bid; passing too, unless the caller of Ra hears nothing but passes."""
        best = max((sun for sun, _ in self.bids), default=0)
        offers = {f"bid {sun}" for sun in self.open_suns[self.speakers[0]] if sun > best}
        stuck = self.kind == "called" and not self.bids and len(self.speakers) == 1
        return offers if stuck else offers | {"pass"}

    def sacrifices(self) -> set[str]:
        """Two tiles of the category, or all there are; in a drought as many floods as possible."""
        mine = [tile for tile in self.displays[self.victim] if tile in VICTIMS[self.trouble[0]]]
        size = min(2, len(mine))
        picks = set(combinations(sorted(mine), size))
        if self.trouble[0] == "drought":
            most = max(pick.count("flood") for pick in picks)
            picks = {pick for pick in picks if pick.count("flood") == most}
        return {line("lose", pick) for pick in picks}

    # what an order does

    def order(self, text: str, tile: str = "") -> None:
        """Plays an order (a draw turns over `tile`), and then whatever leaves no choice."""
        self.obey(text, tile)
        while not self.over and len(choices := self.choices()) == 1:
            self.obey(next(iter(choices)), "")

    def obey(self, text: str, tile: str) -> None:
        verb, *words = text.split()
        seat = self.asked()
        match verb:
            case "draw":
                self.draw(seat, tile)
            case "ra":
                self.hear("full" if len(self.row) == 8 else "called", seat)
            case "gods":
                for word in words:
                    self.displays[seat].remove("god")
                    self.row.remove(word)
                self.lay_out(seat, words)
                self.pass_on(seat)
            case "bid":
                self.bids.append((int(words[0]), seat))
                self.heard(seat)
            case "pass":
                self.heard(seat)
            case _:
                for word in words:
                    self.displays[seat].remove(word)
                self.trouble.pop(0)
        if not self.trouble and not self.speakers:
            self.finish_if_all_suns_are_used()

    def draw(self, seat: int, tile: str) -> None:
        self.pile[tile] -= 1
        if tile != "ra":
            self.row.append(tile)
            self.pass_on(seat)
            return
        self.ra_tiles += 1
        if self.ra_tiles == RA_SPACES[len(self.points)]:
            self.finish_epoch()
        else:
            self.hear("tile", seat)

    def hear(self, kind: str, ra_player: int) -> None:
        """All who have an open sun are heard once, the Ra player last."""
        self.kind, self.bids = kind, []
        left = [*self.seats_from(ra_player)[1:], ra_player]
        self.speakers = [seat for seat in left if self.open_suns[seat]]

    def heard(self, seat: int) -> None:
        self.speakers.pop(0)
        if self.speakers:
            return
        if self.bids:
            sun, winner = max(self.bids)
            self.open_suns[winner].remove(sun)
            self.turned[winner].append(self.middle)
            self.middle = sun
            won, self.row = self.row, []
            self.lay_out(winner, won)
        elif self.kind == "full":
            self.row = []
        self.pass_on(seat)

    def lay_out(self, seat: int, gained: list[str]) -> None:
        self.displays[seat] += [tile for tile in gained if tile not in VICTIMS]
        self.trouble = [name for name in VICTIMS for _ in range(gained.count(name))]
        self.victim = seat

    def pass_on(self, seat: int) -> None:
        """The next player clockwise who still has an open sun."""
        following = [*self.seats_from(seat)[1:], seat]
        self.turn = next((s for s in following if self.open_suns[s]), -1)

    # the end of an epoch

    def finish_if_all_suns_are_used(self) -> None:
        if not self.over and not any(self.open_suns):
            self.finish_epoch()

    def finish_epoch(self) -> None:
        """The board is cleared but for its sun, points are given, some tiles go, all suns are open again."""
        self.row, self.ra_tiles = [], 0
        self.points = [max(0, old + new) for old, new in zip(self.points, self.fame(), strict=True)]
        lasting = {"pharaoh", "nile"} | BUILDINGS
        self.displays = [[tile for tile in mine if tile in lasting] for mine in self.displays]
        self.open_suns = [mine + back for mine, back in zip(self.open_suns, self.turned, strict=True)]
        self.turned = [[] for _ in self.turned]
        self.epoch += 1
        self.over = self.epoch > 3
        self.turn = max(self.seats_from(0), key=lambda seat: max(self.open_suns[seat]))

    def fame(self) -> list[int]:
        """What each player gains and loses in this scoring."""
        won = ranks([mine.count("pharaoh") for mine in self.displays], 5, 2)
        if self.epoch == 3:
            suns = ranks([sum(a + b) for a, b in zip(self.open_suns, self.turned, strict=True)], 5, 5)
            won = [a + b for a, b in zip(won, suns, strict=True)]
        return [start + self.fame_of(mine) for start, mine in zip(won, self.displays, strict=True)]

    def fame_of(self, mine: list[str]) -> int:
        have = Counter(mine)
        fame = 2 * have["god"] + 3 * have["gold"]
        if have["flood"]:
            fame += have["flood"] + have["nile"]
        fame += {0: -5, 3: 5, 4: 10, 5: 15}.get(len(CULTURE & set(mine)), 0)
        if self.epoch == 3:
            different = len(BUILDINGS & set(mine))
            fame += {7: 10, 8: 15}.get(different, different)
            fame += sum({3: 5, 4: 10, 5: 15}.get(have[name], 0) for name in BUILDINGS)
        return fame

    def ranking(self) -> list[int]:
        """The seats, winner first."""
        return sorted(self.seats_from(0), key=lambda s: (-self.points[s], -max(self.open_suns[s])))


def ranks(counts: list[int], gain: int, loss: int) -> list[int]:
    """Who has most gains, who has fewest loses; where all have the same nobody does."""
    if len(set(counts)) == 1:
        return [0 for _ in counts]
    return [gain * (count == max(counts)) - loss * (count == min(counts)) for count in counts]


def line(verb: str, words: tuple[str, ...]) -> str:
    """An order line with its words in alphabetical order."""
    return " ".join([verb, *sorted(words)])
