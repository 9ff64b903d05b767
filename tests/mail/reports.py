"""Our own reports as mails, of all games in both languages: what players answer to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice

from msgspec import Struct, structs

from pbem import games
from pbem.engine import kernel
from pbem.engine.game import News
from pbem.engine.orders import LANGUAGES
from pbem.engine.record import Match
from pbem.mail.compose import Envelope, compose
from pbem.mail.quoting import fence_line
from pbem.mail.render import Speaker
from pbem.service.reports import report
from pbem.service.simulation import bot_move, names

MATCH = "00c0ffee00c0ffee"
TOKEN = "ab" * 18 + "c"
MOST = 40
WHEN = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


class Sent(Struct, frozen=True):
    """A mail of ours, and the moves that it lists."""

    name: str
    raw: bytes
    text: str
    html: str
    moves: tuple[str, ...]

    def copied(self, at: int) -> str:
        """The line of the list with this move; the move alone, if it is not listed on a line of its own."""
        listed = (line for line in self.text.splitlines() if line.endswith(f"  {self.moves[at]}"))
        return next(listed, self.moves[at])


def reports(seats: int, turns: int, step: int) -> Iterator[Sent]:
    """Reports of a match of each game, every so many turns, in both languages."""
    for game in games.games().values():
        match = Match(game, names(seats), b"grafts", MATCH)
        news = list(match.table.news)
        for turn in range(turns):
            if not match.table.stack:
                break
            seat = match.table.pending.seats[0]
            if turn % step == 0:
                yield from (sent(match, seat, news, lang) for lang in LANGUAGES)
            match.play(seat, bot_move(match, seat, next(iter(game.bots)), b"grafts"))
            news = list(match.table.news)


def sent(match: Match, seat: int, news: Sequence[News], lang: str) -> Sent:
    """A report as it goes out."""
    t, reply_to = match.table, f"pbem+{TOKEN}@example.net"
    facts = report(t, seat, news, match.file.seats, MATCH, lang)
    facts = structs.replace(facts, fence=fence_line(TOKEN), reply_to=reply_to)
    said = Speaker(t.game.key, t.game.names, lang, facts.names).letter(facts)
    envelope = Envelope(
        message_id=f"<{TOKEN}.r{t.n}@example.net>",
        sender="PBEM <pbem@example.net>",
        recipient="Anna <anna@example.org>",
        reply_to=reply_to,
        subject=said.subject,
        date=WHEN,
        headers=(("X-Pbem-Match", MATCH),),
        language=lang,
    )
    moves = [t.game.orders.write(action, lang) for action in islice(kernel.legal(t, seat), MOST)]
    raw = compose(envelope, said.text, said.html)
    return Sent(f"{t.game.key}/{lang}/{t.n}", raw, said.text, said.html, tuple(moves))
