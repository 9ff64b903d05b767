"""A whole match of bots, with every report that one of the players would get."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pbem.engine.game import Game, News
from pbem.engine.record import Match
from pbem.mail.render import Speaker
from pbem.service.reports import report
from pbem.service.simulation import bot_move, line_up, names

READER = 0
"""The seat whose reports are shown."""


class Show(Struct):
    """The match, its reports, and the numbers of those that tell most."""

    match: Match
    reports: list[str]
    highlights: list[int]


def play(game: Game[Any, Any], seats: int, lang: str, seed: str) -> Show:
    """Plays the match."""
    secret = seed.encode()
    match = Match(game, names(seats), secret, seed)
    bots = line_up(game, seats, ["steady"])
    speaker = Speaker(game.key, game.names, lang, match.file.seats)
    reports: list[str] = []
    lengths: list[int] = []
    news: list[News] = list(match.table.news)

    def tell() -> None:
        reports.append(speaker.report(report(match.table, READER, news, match.file.seats, seed, lang)))
        lengths.append(len(news))
        news.clear()

    while match.table.stack:
        seat = match.table.pending.seats[0]
        if seat == READER:
            tell()
        match.play(seat, bot_move(match, seat, bots[seat], secret))
        news += match.table.news
    tell()
    longest = sorted(range(len(reports)), key=lengths.__getitem__)[-2:]
    return Show(match, reports, sorted({1, *(number + 1 for number in longest), len(reports)}))
