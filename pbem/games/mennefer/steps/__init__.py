"""The decisions of Men-Nefer, in the order of the rulebook.

seasons.py     three eras of flood, sowing and harvest
turn.py        a turn: visit, specialise, take a tablet; the markets at its end
effects.py     the interpreter: what tiles and spaces do, part by part
pyramids.py    favours, limestone, building
necropolis.py  rites, mastaba tiles, sphinxes, scarabs
market.py      papyri and crafts
temple.py      priestesses, offerings, the orb and the deity
nile.py        boats, cities, contracts
"""

from pbem.games.mennefer.steps.effects import Effects
from pbem.games.mennefer.steps.market import Laying
from pbem.games.mennefer.steps.necropolis import level_of
from pbem.games.mennefer.steps.nile import Boats, Dropping, Leaving
from pbem.games.mennefer.steps.pyramids import Covered, Hauling, Position, QueensPyramid
from pbem.games.mennefer.steps.seasons import Eras, Sowing
from pbem.games.mennefer.steps.temple import Climbing, LyingDown, Placing, Priestesses
from pbem.games.mennefer.steps.turn import EndTurn, RowAction, TrackSpace, Turn

STEPS = (
    Eras, Sowing, Turn, TrackSpace, RowAction, EndTurn, Effects, Hauling, Position, Covered, QueensPyramid, Laying,
    Priestesses, Placing, LyingDown, Climbing, Boats, Leaving, Dropping,
)  # fmt: skip

__all__ = [
    "STEPS", "Boats", "Climbing", "Covered", "Dropping", "Effects", "EndTurn", "Eras", "Hauling", "Laying", "Leaving",
    "LyingDown", "Placing", "Position", "Priestesses", "QueensPyramid", "RowAction", "Sowing", "TrackSpace", "Turn",
    "level_of",
]  # fmt: skip
