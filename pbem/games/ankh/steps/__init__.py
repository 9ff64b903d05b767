"""The steps of Ankh, in the order of the rulebook."""

from __future__ import annotations

from pbem.games.ankh.asking import Ask, Later
from pbem.games.ankh.steps import palace, track
from pbem.games.ankh.steps.battle import Fight
from pbem.games.ankh.steps.caravan import Lay
from pbem.games.ankh.steps.cats import Worth
from pbem.games.ankh.steps.conflict import Conflict
from pbem.games.ankh.steps.sealed import Bids, Cards
from pbem.games.ankh.steps.turn import Afterwards, Done, Match, Turn

STEPS = (Match, Turn, Done, Afterwards, Ask, Later, Lay, Conflict, Fight, Cards, Bids, Worth)
AnyStep = Match | Turn | Done | Afterwards | Ask | Later | Lay | Conflict | Fight | Cards | Bids | Worth

__all__ = ["STEPS", "AnyStep", "Ask", "Bids", "Cards", "Lay", "Match", "Turn", "Worth", "palace", "track"]
