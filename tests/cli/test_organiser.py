"""What organisers do by command: done through the same service as by mail, refused with the reason."""

from __future__ import annotations

from tests.cli.operator import GUESTS, Operator


def began(operator: Operator, *more: str) -> str:
    return str(operator.json("match", "new", "ra", "--turn", "3d", *more, *GUESTS)["match"])


def test_an_organisers_day(operator: Operator) -> None:
    match = began(operator)
    operator.done("serve", "--once")
    seat = operator.json("match", "show", match)["waits_for"][0]
    assert operator.done("match", "pause", match) == f"match {match}: Done.\n"
    assert "not running" in operator.refused("match", "pause", match)
    operator.done("match", "resume", match)
    operator.done("match", "extend", match, "2d", "--seat", seat)
    operator.done("match", "extend", match, "2030-12-24")
    assert "No clock is running there" in operator.refused("match", "extend", match, "2d", "--seat", "3")
    operator.done("match", "act", match, seat, "draw")
    state = operator.json("match", "show", match)["entries"] - 1
    assert f"but at {state}" in operator.refused("match", "rollback", match, "--to", "0", "--if-state", "0")
    operator.done("match", "rollback", match, "--to", "0", "--if-state", str(state))
    operator.done("match", "announce", match, "We meet on Friday")
    operator.done("match", "replace", match, "Anna", "bot")
    assert "There is no player Zoe" in operator.refused("match", "replace", match, "Bert", "Zoe")
    causes = [
        one["cause"] for one in operator.json("match", "log", match) if one.get("kind") in ("organiser", "rollback")
    ]
    assert causes == ["pause", "resume", "extend", "extend", "organiser", "rollback", "announce", "replace"]
    assert "rollback to 0 [rollback]" in operator.done("match", "log", match)
    assert operator.json("replay", "--check", "--all")["wrong"] == {}
    operator.done("match", "end", match, "--points")
    assert operator.json("match", "show", match)["status"] == "finished"
    assert operator.json("replay", "--check", "--all")["wrong"] == {}


def test_organisers_are_named_and_dismissed(operator: Operator) -> None:
    match = began(operator, "--two-organisers", "--think", "30m")
    assert operator.json("match", "organisers", match) == []
    assert "there is no player Zoe" in operator.refused("match", "organisers", match, "--add", "Zoe")
    operator.done("match", "organisers", match, "--add", "Anna", "--add", "Bert")
    assert [one["name"] for one in operator.json("match", "organisers", match)] == ["Anna", "Bert"]
    assert "Asked: Anna, Bert" in operator.done("match", "end", match)
    assert operator.done("match", "organisers", match, "--remove", "Anna") == "Bert\n"
    operator.done("match", "organisers", match, "--remove", "Bert")
    assert "no second one" in operator.refused("match", "end", match)
    assert operator.json("match", "show", match)["status"] == "running"
