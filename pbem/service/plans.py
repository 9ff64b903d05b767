"""The plan of a seat as its letters change it, and how it is told: kept, shown, cancelled, explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from pbem.engine.game import Game, Seat, refuse
from pbem.engine.orders import LANGUAGES, fold
from pbem.engine.planning import NOTHING, Choose, Kind, Planning, planning_of, read
from pbem.engine.plans import Kept, moment, of_kind
from pbem.mail.render import Answer
from pbem.mail.wording import catalogue
from pbem.service.live import Live

EVERYTHING = {"all", "alles", "everything", "plan"}
"""What may stand behind `cancel` and changes nothing."""


class Form(Struct, frozen=True):
    """A form of line, with its German twin, for `help plan`."""

    en: str
    de: str
    help: str


FORMS = (
    Form("if CONDITION then ORDER else ORDER", "wenn BEDINGUNG dann BEFEHL sonst BEFEHL",
         "one order or the other, by what you see when you are asked; without else perhaps none"),
    Form("whenever CONDITION then ORDER", "immer wenn BEDINGUNG dann BEFEHL",
         "plays the order each time you are asked, if the condition holds and the order is allowed"),
    Form("ORDER until CONDITION", "BEFEHL bis BEDINGUNG",
         "plays the order each time you are asked, until the condition holds"),
    Form("on timeout ORDER", "bei Zeitablauf BEFEHL",
         "what is played when you do not answer in time, if it is allowed then"),
)  # fmt: skip


def conditions_of(planning: Planning) -> tuple[Form, ...]:
    """The forms of conditions, with what the game has."""
    return (
        Form(
            *planning.counting,
            "a fact and a number (>=, <=, >, <, =, !=), or another fact; join conditions by and, or, not",
        ),
        Form(*planning.holding, "whether something is in a collection"),
    )


def explained(game: Game[Any, Any] | None, lang: str) -> list[tuple[str, str]]:
    """What can be written in plans of this game, or of any: the forms of lines, the orders of agents."""
    say = catalogue(game.key if game is not None else "common", lang).gettext
    planning = planning_of(game) if game is not None else NOTHING
    number = "NUMBER" if lang == LANGUAGES[0] else "ZAHL"
    rows = [(getattr(form, lang), say(form.help)) for form in FORMS]
    return rows + [(f"{getattr(agent, lang)} {number}", say(agent.help)) for agent in planning.agents]


def conditions(game: Game[Any, Any] | None, lang: str) -> list[tuple[str, str]]:
    """How a condition of this game, or of any, is written."""
    say = catalogue(game.key if game is not None else "common", lang).gettext
    planning = planning_of(game) if game is not None else NOTHING
    return [(getattr(form, lang), say(form.help)) for form in conditions_of(planning)]


def examples(game: Game[Any, Any] | None, lang: str) -> list[str]:
    """Lines of a plan of this game, ready to be sent."""
    return [row[LANGUAGES.index(lang)] for row in planning_of(game).examples] if game is not None else []


def facts(game: Game[Any, Any] | None, lang: str) -> list[tuple[str, str]]:
    """What conditions of this game can ask about."""
    if game is None:
        return []
    say = catalogue(game.key, lang).gettext
    return [(getattr(fact, lang), say(fact.help)) for fact in planning_of(game).facts]


class Plan:
    """The plan of one seat while a letter of its owner is read."""

    def __init__(self, live: Live, seat: Seat, letter: str) -> None:
        self.live = live
        self.seat = seat
        self.letter = letter
        self.following: list[Kept] = []
        self.timeouts: list[Kept] = []

    @property
    def lines(self) -> list[Kept]:
        """What is kept, in the order in which it is looked at."""
        return self.live.plans.setdefault(self.seat, [])

    def kept(self, text: str) -> Kept:
        """A line as it is kept."""
        return Kept(text, moment(self.live.table, self.seat), self.letter)

    def changed(self, lines: list[Kept]) -> None:
        """The plan is another one now: it may speak to the decision that is open."""
        self.live.plans[self.seat] = lines
        self.live.consulted = {one for one in self.live.consulted if one[0] != self.seat}

    def stand(self, text: str, kind: Kind) -> None:
        """A standing line, behind those that stand already; the same line stands once."""
        if kind == "timeout":
            self.timeouts.append(self.kept(text))
            return
        self.changed([one for one in self.lines if one.text != text] + [self.kept(text)])

    def follow(self, text: str) -> None:
        """A line for the next time that its owner is asked."""
        self.following.append(self.kept(text))

    def close(self) -> list[str]:
        """The lines of this letter take the place of older ones of their kind; tells which are gone."""
        gone = self.replaced("once", self.following) + self.replaced("timeout", self.timeouts)
        self.following, self.timeouts = [], []
        return [one.text for one in gone]

    def replaced(self, kind: Kind, new: list[Kept]) -> list[Kept]:
        """These lines take the place of all older ones of a kind, if there are any."""
        old = [one for one, _ in of_kind(self.live.table, self.lines, kind)] if new else []
        if new:
            self.changed([one for one in self.lines if one not in old] + new)
        return [one for one in old if one.text not in {line.text for line in new}]

    def shown(self, line: str) -> Answer:
        """What is kept, numbered; of conditions, whether they hold now."""
        self.close()
        rows = [f"- {number}: {one.text}{self.now(one)}" for number, one in enumerate(self.lines, 1)]
        return Answer(line, "plan", text="\n".join(rows)) if rows else Answer(line, "no-plan")

    def now(self, one: Kept) -> str:
        """Whether the condition of a line holds now."""
        t, speech = self.live.table, read(self.live.game, one.text).speech
        if not isinstance(speech, Choose):
            return ""
        return " (+)" if speech.condition.holds(t.game.view(t, self.seat)) else " (-)"

    def cancelled(self, line: str, which: str) -> Answer:
        """Drops all lines, or one by its number."""
        self.close()
        lines, which = self.lines, "" if fold(which) in EVERYTHING else which
        if not lines:
            return Answer(line, "no-plan")
        if which and not (which.isdecimal() and 1 <= int(which) <= len(lines)):
            return Answer(line, "refused", refusal=refuse("no-such-line", number=which, most=len(lines)))
        gone = [lines[int(which) - 1]] if which else lines
        self.changed([one for one in lines if one not in gone])
        return Answer(line, "cancelled", text="\n".join(f"- {one.text}" for one in gone))


def told(live: Live, seat: Seat, lang: str) -> list[Answer]:
    """What became of lines of a plan since the match was read, for its owner's report."""
    write = live.game.orders.write
    return [
        Answer(one.text, one.result, order=write(one.action, lang) if one.action else "", refusal=one.refusal)
        for one in live.told.get(seat, [])
    ]


def merged(given: Sequence[Answer]) -> list[Answer]:
    """The same again and again is told once."""
    found: dict[tuple[str, str, str], Answer] = {}
    for one in given:
        key = (one.typed, one.result, one.order)
        before = found[key].times if key in found else 0
        found[key] = structs.replace(one, times=before + one.times)
    return list(found.values())
