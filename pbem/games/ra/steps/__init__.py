"""The decisions of Ra, in the order of the rulebook.

epochs.py     three epochs, and who begins each
turn.py       your turn: turn over a tile (`draw`: also what happens when the Ra row is full), call Ra, or use gods
auction.py    the three kinds of auction, and what the winner gets
disaster.py   what a disaster takes
epoch_end.py  how an epoch ends: rows cleared, points scored, suns turned face up
"""

from pbem.games.ra.steps.auction import Auction
from pbem.games.ra.steps.disaster import Disaster
from pbem.games.ra.steps.epoch_end import EndEpoch
from pbem.games.ra.steps.epochs import Epochs
from pbem.games.ra.steps.turn import Turn

STEPS = (Epochs, Turn, Auction, Disaster, EndEpoch)

__all__ = ["STEPS", "Auction", "Disaster", "EndEpoch", "Epochs", "Turn"]
