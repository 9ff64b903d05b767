"""What an organiser, a vote or the service does to a match: told to all, in reports and in the log, in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from pbem.engine import codec, kernel
from pbem.mail.render import Speaker
from pbem.service import history, live, lobby, reports
from pbem.service.asking import Asker
from pbem.service.office import Office
from pbem.store import matches, tables
from tests.house import NOON
from tests.service.test_live import MATCH, begin, first, loaded
from tests.tiny import GAME

ROOT = Path(__file__).parents[2]
EXAMPLES: tuple[dict[str, Any], ...] = (
    {"act": "pause"},
    {"act": "resume"},
    {"act": "extend", "seconds": 90000},
    {"act": "extend", "seconds": 3600, "seats": [1]},
    {"act": "extend", "until": "2026-12-24 12:00"},
    {"act": "extend", "until": "2026-12-24 12:00", "seats": [1, 2]},
    {"act": "rollback", "to": 3},
    {"act": "undo", "to": 3, "seat": 1},
    {"act": "replace", "seat": 1},
    {"act": "replace", "seat": 1, "was": "Dora"},
    {"act": "bot", "seat": 1},
    {"act": "bot", "seat": 1, "why": "unreachable"},
    {"act": "back", "seat": 1},
    {"act": "act-for", "seat": 1},
    {"act": "end", "counted": True},
    {"act": "end"},
    {"act": "bot", "seat": 1, "why": "silent"},
    {"act": "resign", "seat": 1, "why": "resigned"},
    {"act": "last", "seats": [1]},
    {"act": "last", "seats": [1, 2]},
    {"act": "substitute", "seat": 1},
    {"act": "substitute", "seat": 1, "was": "Dora"},
    {"act": "forgive", "seat": 1},
    {"act": "concede", "seat": 1},
    {"act": "pause", "by": "vote"},
    {"act": "motion", "what": "pause", "seat": 1, "until": "2026-12-24 12:00"},
    {"act": "motion", "what": "end", "until": "2026-12-24 12:00"},
    {"act": "vote-carried", "what": "replace", "about": 1},
    {"act": "vote-lost", "what": "speed", "speed": "1d", "seat": 1},
    {"act": "vote-lost", "what": "concede", "about": 1},
    {"act": "vote-expired", "what": "resume"},
    {"act": "announce", "text": "Merry Christmas"},
    {"act": "announce"},
    {"act": "export", "full": True},
)


def remarked(office: Office, *acts: dict[str, Any], told: dict[str, object] | None = None) -> None:
    with office.work.transaction() as tx:
        playing = live.load(tx, MATCH)
        assert playing is not None
        for act in acts:
            playing.remark("organiser", act, **told or {})
        live.save(tx, playing, NOON)
        reports.tell_all(office, tx, playing, reports.Telling(cause=f"{acts[0]['act']}{playing.last}"), NOON)


def waiting(office: Office) -> list[reports.Frozen]:
    with office.work.reading() as tx:
        rows = tx.exec(select(tables.Outbox).where(col(tables.Outbox.state) == "queued"))
        return [codec.decoder(reports.Frozen).decode(row.facts) for row in rows]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_each_act_has_words_in_both_languages(lang: str) -> None:
    speaker = Speaker("tiny", GAME.names, lang, ["Anna", "Bert", "Carl"])
    said = [speaker.act(facts) for facts in EXAMPLES]
    assert all("Bert" in " ".join(lines) for lines, facts in zip(said, EXAMPLES, strict=True) if "seat" in str(facts))
    assert len({" ".join(lines) for lines in said}) == len(EXAMPLES)
    assert "Merry Christmas" in " ".join(said[-3])


def test_each_act_of_the_code_has_words_and_each_of_the_words_an_example() -> None:
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "pbem").glob("service/*.py"))
    told = re.findall(r"macro (\w+)\(f\)", (ROOT / "templates/common/acts.j2").read_text("utf-8"))
    written = {name.replace("-", "_") for name in re.findall(r'"act": "([\w-]+)"', code)}
    assert written <= set(told) == {one["act"].replace("-", "_") for one in EXAMPLES}


def test_everybody_is_told_once_also_those_to_whom_nothing_else_is_new(office: Office) -> None:
    begin(office)
    remarked(office, {"act": "replace", "seat": 1}, told={"was": "Dora"})
    remarked(office, {"act": "pause"}, {"act": "resume"})
    acts = [one.acts for one in waiting(office)]
    assert acts == [[{"act": "replace", "seat": 1, "was": "Dora"}, {"act": "pause"}, {"act": "resume"}]] * 3
    assert loaded(office).acts == []


def test_the_log_keeps_no_name_and_tells_acts_where_they_happened(office: Office) -> None:
    guests = [lobby.Guest(name=name, address=f"{name}@post.test") for name in ("Anna", "Bert", "Carl")]
    lobby.begin(office, lobby.Invitation(game="ra", guests=guests, seed=b"s" * 32, id=MATCH), NOON)
    remarked(office, {"act": "replace", "seat": 1}, told={"was": "Dora"})
    seat = first(office)
    with office.work.transaction() as tx:
        playing = live.load(tx, MATCH)
        assert playing is not None
        playing.order(seat, kernel.fallback(playing.table, seat), {"kind": "organiser"}, kind="organiser")
        live.save(tx, playing, NOON)
        playing = live.load(tx, MATCH)
        assert playing is not None
        playing.remark("organiser", {"act": "pause"})
        asker = Asker("en", playing.game, playing.table, 0, playing.names())
        lines = history.told(tx, playing, asker)
        row = matches.get(tx, MATCH)
        assert row is not None
        assert all("Dora" not in str(one.facts) for one in live.replayed(tx, row).acts)
    acts = [line for line in lines if "organiser" in line or "changed hands" in line]
    assert acts == [
        "Seat 2 changed hands; Bert plays there now.",
        f"The organiser has ordered for {playing.names()[seat]}.",
        "The organiser has paused the match. The clocks stand still; what you order meanwhile is kept as plan.",
    ]
    assert lines.index(acts[1]) < lines.index(acts[2]) == len(lines) - 1
