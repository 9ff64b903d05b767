"""`pbem serve --once`, as it is installed: a letter made by a script, by TLS and with a login on the real servers."""

from __future__ import annotations

from tests.end_to_end.commands import MATCH, Bureau
from tests.end_to_end.story import ANNA, OPERATOR, PLAYERS, Teller

NOTHING = {"letters": 0, "timeouts": 0, "reminders": 0, "mails": 0}


def test_a_letter_is_played_once_and_a_second_round_does_nothing(bureau: Bureau) -> None:
    teller = Teller(bureau.town)
    assert bureau.once() == NOTHING | {"mails": 3}
    teller.play("by-hand", ANNA, "draw")
    done = bureau.once()
    assert (done["letters"], done["mails"]) == (1, 2)
    boxes = bureau.town.boxes()
    assert {folder: len(raws) for folder, raws in boxes["pbem"].items() if raws} == {"pbem/Played": 1}
    receipt = teller.mails(ANNA)[-1]
    assert receipt["X-Pbem-Match"] == MATCH
    assert "Played: draw" in str(receipt.get_body(("plain",)))
    assert bureau.orders() == ["0 draw"]
    assert bureau.once() == NOTHING
    assert bureau.town.boxes() == boxes
    assert bureau.orders() == ["0 draw"]
    assert bureau.pbem("db", "check").returncode == 0


def test_it_dies_by_the_environment_and_the_next_round_finishes(bureau: Bureau) -> None:
    """The fault points are those of the installed command, too."""
    teller = Teller(bureau.town)
    bureau.once()
    teller.play("by-hand", ANNA, "draw")
    assert bureau.pbem("serve", "--once", PBEM_FAULT="mailroom.moved:1").returncode == -9
    assert bureau.orders() == ["0 draw"]
    done = bureau.once()
    assert (done["letters"], done["mails"]) == (0, 2)
    assert [one.state for one in bureau.letters()] == ["played"]
    assert {user: len(teller.mails(user)) for user in (*PLAYERS, OPERATOR)} == {
        "anna": 2, "bert": 2, "carl": 1, "operator": 0
    }  # fmt: skip
