"""The operator's commands as they are typed: in a folder, with settings, against a post office."""

from __future__ import annotations

import json
import re
import sqlite3
import stat
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from pbem.engine import kernel
from pbem.service import live
from pbem.store import matches
from pbem.store.lock import held
from pbem.store.work import Work
from tests.cli.operator import GUESTS, Operator


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def waiting_for(operator: Operator, match: str) -> str:
    """Whose turn it is, as the name of a mailbox."""
    return str(operator.json("match", "show", match)["waits_for"][0]).lower()


def write_a_move(operator: Operator, match: str) -> None:
    """Whoever is asked orders what silence would mean: it is legal, whatever the bot has done before."""
    work = Work(f"sqlite:///{operator.folder / 'pbem.db'}")
    with work.reading() as tx:
        row = matches.get(tx, match)
        assert row is not None
        playing = live.awakened(tx, row)
    work.close()
    assert playing is not None
    t = playing.table
    order = t.game.orders.write(kernel.fallback(t, t.pending.seats[0]))
    operator.write(waiting_for(operator, match), f"{order}\n")


def test_init_makes_a_home_once(newcomer: Operator) -> None:
    told = newcomer.done("init", "home")
    home = newcomer.folder / "home"
    assert "pbem doctor" in told
    assert tomllib.loads((home / "pbem.toml").read_text("utf-8"))
    assert (mode(home / "pbem.toml"), mode(home / "pbem.db")) == (0o600, 0o600)
    (home / "pbem.toml").write_text('operator = "me@example.org"\n')
    assert "exists and stays as it is" in newcomer.refused("init", "home")
    assert (home / "pbem.toml").read_text() == 'operator = "me@example.org"\n'
    assert newcomer.json("match", "list", "--config", "home/pbem.toml") == []


def test_init_where_nothing_can_be_written(newcomer: Operator) -> None:
    (newcomer.folder / "file").write_text("")
    assert "cannot be written" in newcomer.refused("init", "file/home")


def test_commands_without_settings_or_database_say_how_to_get_them(newcomer: Operator) -> None:
    assert "`pbem init` writes one" in newcomer.refused("match", "list")
    newcomer.config.write_text("")
    assert "`pbem init` or `pbem db upgrade` makes one" in newcomer.refused("match", "list")
    newcomer.config.write_text("adress = 'x'\n")
    assert "adress: Extra inputs are not permitted" in newcomer.refused("serve", "--once")


def test_a_round_plays_what_came_and_the_next_one_does_nothing(operator: Operator) -> None:
    match = operator.begin()
    assert operator.json("serve", "--once")["mails"] > 0
    write_a_move(operator, match)
    assert operator.json("serve", "--once")["letters"] == 1
    assert operator.json("serve", "--once") == {"letters": 0, "timeouts": 0, "reminders": 0, "mails": 0}
    assert [one["state"] for one in operator.json("letter", "list")] == ["played"]
    assert "0 letters" in operator.done("serve", "--once")


def test_matches_are_listed_shown_and_exported(operator: Operator) -> None:
    match = operator.begin()
    (row,) = operator.json("match", "list")
    assert (row["match"], row["status"], row["players"][:2]) == (match, "running", ["Anna", "Bert"])
    assert match in operator.done("match", "list", "--status", "running")
    assert operator.json("match", "list", "--status", "finished") == []
    shown = operator.json("match", "show", match[:6])
    assert shown["clocks"]
    told = operator.done("match", "show", match)
    assert f"match: {match}" in told
    assert not {"datetime", "None", "{", "True"} & set(re.findall(r"\w+|\{", told))
    assert operator.json("match", "log", match)[0]["order"] == "start"
    assert "start" in operator.done("match", "log", match)
    exported = json.loads(operator.done("match", "export", match))
    assert (exported["id"], exported["epochs"][0].get("seed")) == (match, None)
    operator.done("match", "export", match, "--output", "match.json")
    assert operator.json("replay", "match.json", "--check")["result"] is None
    assert "cannot be written" in operator.refused("match", "export", match, "--output", "nowhere/match.json")


def test_a_full_export_has_the_seed_and_the_log_says_so(operator: Operator) -> None:
    match = operator.begin()
    operator.done("match", "export", match, "--full", "--output", "full.json")
    full = json.loads((operator.folder / "full.json").read_text())
    assert len(bytes.fromhex(full["epochs"][0]["seed"])) == 32
    assert (full["log"][-1]["kind"], full["log"][-1]["cause"]) == ("organiser", "export")
    assert mode(operator.folder / "full.json") == 0o600
    assert operator.json("match", "log", match)[-1]["kind"] == "organiser"
    assert "organiser [export]" in operator.done("match", "log", match)
    write_a_move(operator, match)
    assert operator.json("serve", "--once")["letters"] == 1
    assert [one["state"] for one in operator.json("letter", "list")] == ["played"]
    assert operator.json("replay", "--check", "--all") == {"matches": 1, "wrong": {}}


def test_every_match_is_replayed_and_a_wrong_one_hides_no_other(operator: Operator) -> None:
    first, second = operator.begin(), operator.begin()
    assert "2 matches replayed" in operator.done("replay", "--check", "--all")
    with closing(sqlite3.connect(operator.folder / "pbem.db")) as database, database:
        database.execute("DROP TRIGGER event_never_changes")
        database.execute("UPDATE event SET nonce = zeroblob(32) WHERE match = ?", (second,))
    result = operator.run("replay", "--check", "--all", "--json")
    assert result.returncode == 1
    told = json.loads(result.stdout)
    assert (told["matches"], list(told["wrong"])) == (2, [second])
    assert "1 of 2 matches" in result.stderr
    assert first not in result.stderr


def test_a_match_has_the_clock_and_the_absence_that_were_typed(operator: Operator) -> None:
    chosen = ("--speed", "10d+12h grace 6h, Mon-Fri", "--absence", "10/match")
    match = operator.json("match", "new", "ra", *GUESTS, *chosen)["match"]
    work = operator.work
    with work.reading() as tx:
        row = matches.get(tx, match)
    work.close()
    assert row is not None
    assert row.clock == {"turn": 43200.0, "bank": 864000.0, "grace": 21600.0, "days": [0, 1, 2, 3, 4]}
    assert row.settings == {"absence": "10/match"}


def test_players_are_listed_and_shown(operator: Operator) -> None:
    match = operator.begin()
    assert [one["player"] for one in operator.json("player", "list")] == ["Anna", "Bert"]
    shown = operator.json("player", "show", "bert")
    assert (shown["language"], shown["matches"][0]["match"]) == ("de", match)
    assert "anna@post.test" in operator.done("player", "list")
    assert "player: Anna" in operator.done("player", "show", "ANNA")
    assert "there is no player Zoe" in operator.refused("player", "show", "Zoe")


def test_a_player_gets_another_address(operator: Operator) -> None:
    operator.begin()
    assert "goes to anna@new.example" in operator.done("player", "address", "anna", "anna@new.example")
    found = [one["address"] for one in operator.json("player", "show", "Anna")["addresses"]]
    assert found == ["anna@post.test", "anna@new.example"]
    assert "is the address of Bert" in operator.refused("player", "address", "Anna", "bert@post.test")
    assert "no mail address" in operator.refused("player", "address", "Anna", "nowhere")
    assert "no player Zoe" in operator.refused("player", "address", "Zoe", "zoe@post.test")


def test_a_match_that_is_not_held_cannot_be_resumed(operator: Operator) -> None:
    match = operator.begin()
    assert "not paused" in operator.refused("match", "resume", match[:6])


def test_letters_are_listed_shown_and_tried_again(operator: Operator) -> None:
    match = operator.begin()
    operator.write("mallory", "draw\n")
    operator.done("serve", "--once")
    (row,) = operator.json("letter", "list")
    number = str(row["letter"])
    assert (row["from"], row["match"]) == ("mallory@post.test", None)
    assert "mallory" in operator.done("letter", "list", "--state", row["state"])
    assert "draw" in operator.json("letter", "show", number, "--source")["source"]
    assert "state: " in operator.done("letter", "show", number)
    assert operator.json("letter", "retry", number)["letter"] == int(number)
    assert "there is no letter 99" in operator.refused("letter", "show", "99")
    assert "does not exist" in operator.refused("letter", "retry", "99")
    assert "no letter has the state 'lost'" in operator.refused("letter", "list", "--state", "lost")
    write_a_move(operator, match)
    operator.done("serve", "--once")
    assert "was played" in operator.refused("letter", "retry", str(int(number) + 1))


def test_the_database_is_checked(operator: Operator) -> None:
    assert "the database is whole" in operator.done("db", "check")
    assert operator.json("db", "check") == {"wrong": []}
    assert "revision" in operator.done("db", "upgrade")
    with closing(sqlite3.connect(operator.folder / "pbem.db")) as database, database:
        database.execute("DROP TRIGGER event_never_goes")
    assert "event_never_goes is missing" in operator.refused("db", "check")


def test_a_backup_is_proved_and_put_back(operator: Operator) -> None:
    match = operator.begin()
    assert "1 matches replayed" in operator.done("backup", "copy.db")
    assert mode(operator.folder / "copy.db") == 0o600
    assert "exists already" in operator.refused("backup", "copy.db")
    operator.begin()
    told = operator.done("restore", "copy.db")
    assert "before-restore-1" in told
    assert [one["match"] for one in operator.json("match", "list")] == [match]
    with closing(sqlite3.connect(operator.folder / "pbem.db.before-restore-1")) as old:
        assert old.execute("SELECT count(*) FROM match").fetchone() == (2,)


def test_nothing_is_restored_under_a_running_service(operator: Operator) -> None:
    match = operator.begin()
    operator.done("backup", "copy.db")
    with held(f"sqlite:///{operator.folder / 'pbem.db'}"):
        assert "in use by another service" in operator.refused("restore", "copy.db")
        assert "in use by another service" in operator.refused("serve", "--once")
    assert [one["match"] for one in operator.json("match", "list")] == [match]


def test_a_damaged_backup_is_refused_and_nothing_is_touched(operator: Operator) -> None:
    match = operator.begin()
    operator.done("backup", "copy.db")
    copy = operator.folder / "copy.db"
    with closing(sqlite3.connect(copy)) as database, database:
        database.execute("DROP TRIGGER event_never_changes")
        database.execute("UPDATE event SET nonce = zeroblob(32)")
        database.execute(
            "CREATE TRIGGER event_never_changes BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the log'); END"
        )
    assert "the leaf is not that of the body" in operator.refused("restore", "copy.db")
    copy.write_bytes(copy.read_bytes()[:5000])
    assert operator.refused("restore", "copy.db")
    copy.write_bytes(b"this is no database at all" * 100)
    assert operator.refused("restore", "copy.db")
    assert "there is no backup" in operator.refused("restore", "nothing.db")
    assert [one["match"] for one in operator.json("match", "list")] == [match]


@pytest.mark.parametrize(
    "words",
    [
        ("match", "new"),
        ("match", "show"),
        ("letter", "show", "twelve"),
        ("serve", "--twice"),
        ("backup",),
        ("replay",),
        ("replay", "--all"),
        ("replay", "match.json", "--all", "--check"),
        ("doctor", "please"),
    ],
    ids=" ".join,
)
def test_wrong_use_ends_with_2(newcomer: Operator, words: tuple[str, ...]) -> None:
    result = newcomer.run(*words)
    assert (result.returncode, result.stdout) == (2, "")
    assert "Usage" in result.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("match", "new", "chess", "Anna=anna@post.test"), "no game has the key 'chess'"),
        (("match", "new", "ra", "Anna"), "is no player: write NAME=ADDRESS"),
        (("match", "new", "ra", "Anna=anna", "Bert=bert@post.test", "steady=bot"), "is no mail address"),
        (("match", "new", "ra", "Anna=a@x.test", "Bert=a@x.test", "steady=bot"), "two seats"),
        (("match", "new", "ra", "A=a@x.test", "B=b@x.test", "clever=bot"), "there is no bot 'clever'"),
        (("match", "new", "ra", "A=a@x.test", "B=b@x.test", "steady=bot", "--turn", "soon"), "is no span of time"),
        (
            ("match", "new", "ra", "A=a@x.test", "B=b@x.test", "steady=bot", "--speed", "2d fast"),
            'know "fast" in a clock',
        ),
        (("match", "new", "ra", "A=a@x.test", "B=b@x.test", "steady=bot", "--absence", "some"), "no number of days"),
        (("match", "show", "abcdef"), "there is no match abcdef"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_done_is_refused_with_the_way_out(
    operator: Operator, words: tuple[str, ...], reason: str
) -> None:
    assert reason in operator.refused(*words)
