"""A match of Ankh by mail: whole turns typed in letters, until somebody has won."""

from __future__ import annotations

from pathlib import Path

from pbem.engine import kernel
from pbem.engine.chance import Seeded
from pbem.games.ankh import GAME
from pbem.games.ankh.board import Table
from pbem.service import live
from pbem.store import matches
from tests.house import MATCH, House, house, text

PEOPLE = ("Anna", "Bert")
LIMITS = {"limits": {"per_sender": 100_000}}
LONGEST = 400
"""Letters of a match at most."""


def at(home: House) -> Table:
    """The table as it stands."""
    with home.work.reading() as tx:
        row = matches.get(tx, MATCH)
        assert row is not None
        playing = live.awakened(tx, row)
    assert playing is not None
    return playing.table


def whole_letter(t: Table, seat: int) -> list[str]:
    """Everything that a player would order until somebody else must act, each line in one of both languages."""
    lines: list[str] = []
    ahead = t.clone()
    while ahead.stack and seat in ahead.pending.seats and len(lines) < 12:
        order = kernel.consult(ahead, seat, GAME.bots["steady"], Seeded(bytes([len(lines)]) * 32))
        lines.append(GAME.orders.write(order, "de" if seat else "en"))
        ahead = kernel.apply(ahead, seat, order)
    return lines


def test_a_whole_match_is_played_by_mail(tmp_path: Path) -> None:
    with house(tmp_path, **LIMITS) as home:
        smtp = home.settings.smtp.model_copy(update={"per_recipient": 100_000, "per_day": 100_000})
        home.settings = home.settings.model_copy(update={"smtp": smtp})
        home.begin(
            *PEOPLE,
            game="ankh",
            options={"pharaoh": "amenhotep", "pantheon": False},
        )
        home.round()
        letters = 0
        while (t := at(home)).stack:
            seat = t.pending.seats[0]
            said = text(home.reply(PEOPLE[seat], *whole_letter(t, seat)))
            assert "Refused" not in said
            assert "Abgelehnt" not in said
            letters += 1
            assert letters < LONGEST
        assert home.match().status == "finished"
        assert "THE RESULT" in text(home.last("Anna"))
        assert len(home.orders()) > 2 * letters
