"""Matches that look for players, and how players are reached, by command."""

from __future__ import annotations

from tests.cli.operator import Operator


def opened(operator: Operator, *words: str) -> str:
    """A match of Anna and Bert for three that looks for one more; its name."""
    guests = ("Anna=anna@post.test", "de:Bert=bert@post.test")
    found: str = operator.json("match", "new", "ra", *guests, "--open", "--seats", "3", *words)["match"]
    return found


def test_a_match_is_opened_joined_left_and_begins(operator: Operator) -> None:
    match = opened(operator, "--wants", "ready=no", "--turn", "2d", "--option", "open_scores=no")
    (row,) = operator.json("match", "list", "--status", "open")
    assert (row["match"], row["players"], row["entries"]) == (match, ["Anna", "Bert", "?"], 0)
    shown = operator.json("match", "show", match[:6])
    assert (shown["settings"], shown["options"]["open_scores"], shown["waiting"]) == ({"ready": False}, False, [])
    assert shown["code"] in operator.done("match", "show", match)
    assert "Anna has left match" in operator.done("match", "leave", match, "Anna")
    assert sorted(operator.json("match", "join", match, "Anna")["names"]) == ["Anna", "Bert"]
    assert "seat in [Ra" in operator.refused("match", "join", match, "Anna")
    operator.json("match", "new", "ra", "Carl=carl@post.test", "--open", "--seats", "3")
    assert "has begun" in operator.done("match", "join", match, "Carl")
    assert operator.json("match", "show", match)["status"] == "running"
    assert "it is running" in operator.refused("match", "leave", match, "Carl")
    assert operator.json("replay", "--check", "--all") == {"matches": 1, "wrong": {}}


def test_a_private_match_is_filled_by_invitations(operator: Operator) -> None:
    match = opened(operator, "--private")
    assert "carl@post.test is invited" in operator.done("match", "invite", match, "carl@post.test")
    assert operator.json("match", "invite", match, "dora@post.test", "--by", "bert")["free"] == 1
    assert 'No player is called "Zoe"' in operator.refused("match", "invite", match, "Zoe")
    assert "there is no player Zoe" in operator.refused("match", "join", match, "Zoe")


def test_what_cannot_be_opened_is_refused_with_what_there_is(operator: Operator) -> None:
    assert "Ra is for 3, 4, 5 players" in operator.refused("match", "new", "ra", "--open")
    assert "belong to --open" in operator.refused("match", "new", "ra", "Anna=anna@post.test", "--seats", "3")
    assert "name players" in operator.refused("match", "new", "ra")
    wants = ("--open", "--seats", "3", "--wants", "colour=red")
    assert 'A match has no "colour"' in operator.refused("match", "new", "ra", *wants)
    assert "3 seats free" in operator.done("match", "new", "ra", "--open", "--seats", "4", "steady=bot")


def test_what_a_player_gets_is_chosen(operator: Operator) -> None:
    match = opened(operator)
    assert operator.json("player", "settings", "anna", "language", "de")["language"] == "de"
    assert "there is no setting" in operator.refused("player", "settings", "Anna", "colour", "red")
    assert "only the turns" in operator.done("player", "unsubscribe", "Anna")
    assert operator.json("player", "settings", "Anna")["subscribed"] is False
    assert operator.json("match", "show", match)["players"] == ["?", "Bert", "?"]
    assert "all mail" in operator.done("player", "subscribe", "anna")
    assert "subscribed: True" in operator.done("player", "settings", "Anna")


def test_an_address_is_taken_away_but_not_the_last_one(operator: Operator) -> None:
    opened(operator)
    assert "the only address" in operator.refused("player", "address", "Anna", "anna@post.test", "--drop")
    operator.done("player", "address", "Anna", "anna@new.example")
    assert "no address of Anna any more" in operator.done("player", "address", "Anna", "anna@post.test", "--drop")
    assert "is no address of Anna" in operator.refused("player", "address", "Anna", "anna@post.test", "--drop")
    assert "is the address of Bert" in operator.refused("player", "address", "Anna", "bert@post.test", "--drop")
