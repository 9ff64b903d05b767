"""The decisions of Amun-Re, in the order of the rulebook.

rounds.py     two kingdoms of three rounds; phase 1: provinces are revealed
bidding.py    phase 2: everybody bids for one of them
payment.py    phase 2: bids are paid, provinces taken
purchases.py  phase 3: power cards, farmers, bricks
offering.py   phase 4: offerings under seal, corrections, the temple
rewards.py    phase 4: pieces for the best offerings, the new start player
harvest.py    phase 5: gold of farmers and coins
final.py      phase 6: the scoring of a kingdom
common.py     what several phases do alike
"""

from pbem.games.amunre.steps.bidding import Bidding
from pbem.games.amunre.steps.final import Scoring
from pbem.games.amunre.steps.harvest import Harvesting
from pbem.games.amunre.steps.offering import Correcting, Offering, Sealed
from pbem.games.amunre.steps.payment import Payment
from pbem.games.amunre.steps.purchases import Placing, Purchases
from pbem.games.amunre.steps.rewards import Rewards
from pbem.games.amunre.steps.rounds import Rounds

STEPS = (Rounds, Bidding, Payment, Purchases, Placing, Offering, Correcting, Rewards, Harvesting, Scoring)

__all__ = [
    "STEPS", "Bidding", "Correcting", "Harvesting", "Offering", "Payment", "Placing", "Purchases", "Rewards", "Rounds",
    "Scoring", "Sealed",
]  # fmt: skip
