"""What players of Ankh are told. The words stand in the templates. A god is named by the seat of its player."""

from __future__ import annotations

from typing import ClassVar

from pbem.engine.game import Event, Seat
from pbem.games.ankh.palace_events import PALACE_EVENTS


class Began(Event, frozen=True, gc=False):
    """The table is laid: gods by seat, the guardians in play, the pharaoh (or none)."""

    scenario: str
    gods: tuple[str, ...]
    guardians: tuple[str, ...]
    pharaoh: str
    first: Seat


class Acted(Event, frozen=True, gc=False):
    """A marker was slid; `left` spaces remain before the event, 0: it was triggered."""

    seat: Seat
    action: str
    left: int


class Moved(Event, frozen=True, gc=False):
    """Figures or priests moved: name, from, to. `why` names what moved them."""

    god: int
    moves: tuple[tuple[str, str, str], ...]
    why: str


class Pushed(Event, frozen=True, gc=False):
    """Satet pushed a figure away."""

    god: int
    victim: int
    figure: str
    space: str


class Faced(Event, frozen=True, gc=False):
    """A Giant Scorpion was turned."""

    god: int
    figure: str
    direction: str


class Summoned(Event, frozen=True, gc=False):
    """A figure came to the board."""

    god: int
    figure: str
    kind: str
    space: str
    why: str


class Radiant(Event, frozen=True, gc=False):
    """A figure of Ra got a sun."""

    god: int
    figure: str


class Earned(Event, frozen=True, gc=False):
    """Followers were gained."""

    god: int
    count: int
    now: int
    why: str


class Paid(Event, frozen=True, gc=False):
    """Followers were given up."""

    god: int
    count: int
    now: int
    why: str


class Nothing(Event, frozen=True, gc=False):
    """Something had no effect; `why` says what."""

    god: int
    why: str


class Unlocked(Event, frozen=True, gc=False):
    """A power was unlocked; perhaps a guardian came with it."""

    god: int
    power: str
    guardian: str


class EventBegan(Event, frozen=True, gc=False):
    """An event of the track: which one, the how manieth, and whose."""

    kind: str
    number: int
    god: int


class Controlled(Event, frozen=True, gc=False):
    """A monument got an owner; `before` had it, or nobody."""

    god: int
    space: str
    kind: str
    before: int


class CaravanLaid(Event, frozen=True, gc=False):
    """A region was split: its number, the camels, the new number and the sizes of the parts with old and new number."""

    god: int
    region: int
    edges: tuple[str, ...]
    new: int
    sizes: tuple[int, int]


class Swapped(Event, frozen=True, gc=False):
    """Two order tokens changed places."""

    god: int
    numbers: tuple[int, int]


class Joined(Event, frozen=True, gc=False):
    """Two regions became one, with the number that it keeps; `moved` took the place of the highest token."""

    god: int
    numbers: tuple[int, int]
    kept: int
    gone: int


class ConflictBegan(Event, frozen=True, gc=False):
    """A conflict begins; whoever triggered it has the tie-breaker."""

    milestone: ClassVar[bool] = True
    number: int
    god: int


class ConflictEnded(Event, frozen=True, gc=False):
    """A conflict is over."""

    milestone: ClassVar[bool] = True
    number: int


class Destroyed(Event, frozen=True, gc=False):
    """A monument was destroyed by a scorpion of a god."""

    god: int
    space: str
    kind: str


class Quiet(Event, frozen=True, gc=False):
    """Nobody is in a region."""

    region: int


class Dominated(Event, frozen=True, gc=False):
    """One god alone is in a region."""

    region: int
    god: int


class BattleBegan(Event, frozen=True, gc=False):
    """Two gods or more meet."""

    region: int
    gods: tuple[int, ...]


class Announced(Event, frozen=True, gc=False):
    """Amun will play two cards."""

    god: int


class Banned(Event, frozen=True, gc=False):
    """Horus forbids the others a card."""

    god: int
    card: str


class Answered(Event, frozen=True, gc=False):
    """A sealed answer is in."""

    god: int


class CardsRevealed(Event, frozen=True, gc=False):
    """The battle cards, by god."""

    region: int
    cards: dict[int, tuple[str, ...]]


class BidsRevealed(Event, frozen=True, gc=False):
    """The bids against the plague; whose figures are spared, or nobody's."""

    bids: dict[int, int]
    spared: int


class Built(Event, frozen=True, gc=False):
    """A monument was built."""

    god: int
    kind: str
    space: str


class Resolved(Event, frozen=True, gc=False):
    """The strengths, and who has won (or nobody); `tie` says whether the tie-breaker was spent."""

    milestone: ClassVar[bool] = True
    region: int
    strength: dict[int, int]
    winner: int
    tie: str


class Devoted(Event, frozen=True, gc=False):
    """Devotion rose (or fell, with a count below 0)."""

    god: int
    count: int
    now: int
    why: str


class Withheld(Event, frozen=True, gc=False):
    """Xerxes kept a god from gaining devotion."""

    god: int


class Killed(Event, frozen=True, gc=False):
    """Figures died: god, name, space."""

    figures: tuple[tuple[int, str, str], ...]
    why: str


class Trapped(Event, frozen=True, gc=False):
    """Anubis keeps a warrior."""

    god: int
    victim: int


class TookBack(Event, frozen=True, gc=False):
    """All used cards are in hand again."""

    god: int


class PortalOpened(Event, frozen=True, gc=False):
    """Osiris has put a portal on a space."""

    god: int
    space: str


class EyePlaced(Event, frozen=True, gc=False):
    """Horus watches a region."""

    god: int
    region: int


class CatsPlaced(Event, frozen=True, gc=False):
    """Bastet's cats lie at these monuments."""

    god: int
    spaces: tuple[str, ...]


class CatsValued(Event, frozen=True, gc=False):
    """What her cats are worth: told to her alone."""

    god: int
    values: dict[str, int]


class CatRevealed(Event, frozen=True, gc=False):
    """A cat was turned up."""

    god: int
    space: str
    value: int


class Merged(Event, frozen=True, gc=False):
    """The lower god is one with the higher from now on."""

    milestone: ClassVar[bool] = True
    lower: int
    higher: int
    gods: tuple[str, str]


class Forgotten(Event, frozen=True, gc=False):
    """A god is out."""

    milestone: ClassVar[bool] = True
    god: int
    key: str


class Ended(Event, frozen=True, gc=False):
    """The match is over: why, and who has won (nobody: all have lost)."""

    milestone: ClassVar[bool] = True
    why: str
    winners: tuple[Seat, ...]


EVENTS = (
    Began,
    Acted,
    Moved,
    Pushed,
    Faced,
    Summoned,
    Radiant,
    Earned,
    Paid,
    Nothing,
    Unlocked,
    EventBegan,
    Controlled,
    CaravanLaid,
    Swapped,
    Joined,
    ConflictBegan,
    ConflictEnded,
    Destroyed,
    Quiet,
    Dominated,
    BattleBegan,
    Announced,
    Banned,
    Answered,
    CardsRevealed,
    BidsRevealed,
    Built,
    Resolved,
    Devoted,
    Withheld,
    Killed,
    Trapped,
    TookBack,
    PortalOpened,
    EyePlaced,
    CatsPlaced,
    CatsValued,
    CatRevealed,
    Merged,
    Forgotten,
    Ended,
    *PALACE_EVENTS,
)
