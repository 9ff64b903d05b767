"""A match at one keyboard: people and bots, with the very orders and reports of the mails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.engine import kernel
from pbem.engine.errors import OrderError
from pbem.engine.game import News, Seat
from pbem.engine.orders import fold
from pbem.engine.record import Match
from pbem.mail.prose import as_text, paragraphs
from pbem.mail.render import Report, Speaker
from pbem.service import guide, menus, rules
from pbem.service.asking import Asker
from pbem.service.lines import read_line, way_out
from pbem.service.menus import Listed
from pbem.service.reports import asked, report
from pbem.service.simulation import bot_move

Ask = Callable[[str], str | None]
"""Shows a prompt and returns a line, or None when there are no more."""
Tell = Callable[[str], None]

WORDS = {
    "help": "help", "hilfe": "help", "rules": "rules", "regeln": "rules", "log": "log", "verlauf": "log",
    "status": "status", "auto": "auto",
    "preview": "preview", "vorschau": "preview", "quit": "quit", "end": "quit", "ende": "quit",
}  # fmt: skip


class Tabletop:
    """One match and who sits at it: a bot's name for each seat, or a person where it is empty."""

    def __init__(self, match: Match, bots: list[str], seed: bytes, lang: str, ask: Ask, tell: Tell) -> None:
        self.match = match
        self.bots = bots
        self.seed = seed
        self.lang = lang
        self.ask = ask
        self.tell = tell
        names = match.file.seats
        game = match.table.game
        self.speaker = Speaker(game.key, game.names, lang, names)
        self.news: list[News] = list(match.table.news)
        self.untold: list[list[News]] = [list(match.table.news) for _ in names]

    def run(self) -> bool:
        """Plays until the match is over, or until nobody types any more; tells which."""
        t = self.match.table
        while t.stack:
            seat = t.pending.seats[0]
            if self.bots[seat]:
                self.play(seat, bot_move(self.match, seat, self.bots[seat], self.seed))
            elif not self.turn(seat):
                return False
        for seat, bot in enumerate(self.bots):
            if not bot:
                self.show(seat)
        return True

    def play(self, seat: Seat, action: Any) -> None:
        """Plays an order and keeps its news for everybody's next report."""
        self.match.play(seat, action)
        for news in (self.news, *self.untold):
            news.extend(self.match.table.news)

    def show(self, seat: Seat) -> None:
        """The report for a seat, with all news since its last one."""
        self.tell(self.speaker.report(self.report(seat, self.untold[seat])))
        self.untold[seat] = []

    def report(self, seat: Seat, news: list[News]) -> Report:
        """The facts of a report."""
        return report(self.match.table, seat, news, self.match.file.seats, self.match.file.id, self.lang)

    def turn(self, seat: Seat) -> bool:
        """Asks a person until an order is played; False: they stopped."""
        self.show(seat)
        decision = self.match.table.n
        while self.match.table.n == decision:
            line = self.ask(f"{self.match.file.seats[seat]}> ")
            if line is None:
                return False
            word, _, rest = line.strip().partition(" ")
            match WORDS.get(fold(word)):
                case "quit":
                    return False
                case "help":
                    self.explain(guide.answer(self.asker(seat), rest))
                case "rules":
                    self.explain(rules.answer(self.asker(seat), rest))
                case "log":
                    self.tell_again(seat)
                case "status":
                    self.show(seat)
                case "auto":
                    self.play(seat, kernel.fallback(self.match.table, seat))
                case "preview":
                    self.preview(seat, rest)
                case _:
                    self.order(seat, line)
        return True

    def asker(self, seat: Seat) -> Asker:
        """Who asks for something to read."""
        t = self.match.table
        return Asker(self.lang, t.game, t, seat, self.match.file.seats)

    def explain(self, text: str) -> None:
        """Something to read."""
        self.tell(as_text(paragraphs(text)))

    def tell_again(self, seat: Seat) -> None:
        """All that this seat was told since the start."""
        known = [one.event for one in self.news if one.reaches(seat)]
        self.explain("\n".join(f"- {line}" for event in known for line in self.speaker.event(event)))

    def order(self, seat: Seat, line: str) -> None:
        """Plays a line, or says why not and what is like it."""
        t = self.match.table
        if not line.partition("#")[0].strip():
            return
        listed = self.listed(seat)
        for one in listed.turn(line.strip()) or [line]:
            try:
                if asked(t, seat):
                    self.play(seat, read_line(t, seat, one, listed))
            except OrderError as error:
                self.refuse(seat, one, error)
                return

    def listed(self, seat: Seat) -> Listed:
        """What the labels of the list mean."""
        t = self.match.table
        return Listed(t.n, menus.kept(t, menus.listing(t, seat)))

    def refuse(self, seat: Seat, line: str, error: OrderError) -> None:
        """The reason, and the nearest orders that would do."""
        self.tell(self.speaker.refusal(error.refusal))
        near, labels = way_out(self.match.table, seat, line, error.refusal, self.lang)
        self.tell(self.speaker.gettext("Possible now, for example:"))
        for place, order in enumerate(near):
            self.tell(f"  {labels[place]} {order}" if labels else f"  {order}")

    def preview(self, seat: Seat, line: str) -> None:
        """Plays a line on an imagined table and shows what would come of it; keeps nothing."""
        t = self.match.table
        try:
            after, question = kernel.preview(t, seat, [read_line(t, seat, line, self.listed(seat))])
        except OrderError as error:
            self.refuse(seat, line, error)
            return
        if question is not None:
            self.tell(self.speaker.gettext("What comes then, chance decides."))
            return
        for news in after.news:
            if news.reaches(seat):
                self.tell("\n".join(self.speaker.event(news.event)))
