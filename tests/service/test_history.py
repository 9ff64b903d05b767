"""What `log` tells: all that a seat was told when it happened, and nothing that it was not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine import kernel
from pbem.engine.chance import Seeded, stream_key
from pbem.mail.render import Speaker
from pbem.service import history, live
from pbem.service.asking import Asker
from tests.house import MATCH, house, text


@pytest.mark.parametrize("key", ["ra", "amunre", "ankh"])
def test_the_log_of_a_seat_is_what_its_reports_have_told(tmp_path: Path, key: str) -> None:
    with house(tmp_path) as home:
        home.begin(game=key)
        with home.work.transaction() as tx:
            playing = live.load(tx, MATCH)
            assert playing is not None
            news = list(live.replayed(tx, playing.row).news)
            for _ in range(60):
                seat = playing.table.pending.seats[0]
                chance = Seeded(stream_key(b"log", "bot", playing.table.n))
                action = kernel.consult(playing.table, seat, playing.game.bots["random"], chance)
                playing.order(seat, action, {"kind": "letter"})
            news += playing.news
            live.save(tx, playing, home.now)
            again = live.load(tx, MATCH)
            assert again is not None
            assert again.news == []
            told = {}
            for seat in range(3):
                speaker = Speaker(key, playing.game.names, "en", playing.names())
                asker = Asker("en", playing.game, again.table, seat, playing.names())
                told[seat] = history.told(tx, again, asker)
                assert told[seat] == [line for one in news if one.reaches(seat) for line in speaker.event(one.event)]
        assert (told[0] == told[1]) == all(one.to is None for one in news)


def test_the_log_by_mail_is_cut_and_says_so(tmp_path: Path) -> None:
    with house(tmp_path) as home:
        home.begin()
        home.round()
        home.reply("Anna", "draw")
        whole = " ".join(text(home.reply("Bert", "log")).split())
        assert "- Epoch 1 begins." in whole
        assert "- Anna turns over: " in whole
        short = " ".join(text(home.reply("Bert", "log 1")).split())
        assert "1 sentence before that is left out. - Anna turns over: " in short
        assert "sentences before that are left out" in " ".join(text(home.reply("Bert", "verlauf 0")).split())
