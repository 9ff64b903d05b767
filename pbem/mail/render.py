"""Turns facts into words: subject, text and HTML of a report. It gets views and news, never a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from jinja2 import Environment
from jinja2.environment import TemplateModule
from msgspec import Struct

from pbem.engine.game import Event, Refusal, Seat, Standing
from pbem.engine.orders import LANGUAGES, Orders, Verb, Vocabulary
from pbem.mail.look import Chips, ascii_only
from pbem.mail.menu import Menu
from pbem.mail.prose import Paragraph, as_text, paragraphs
from pbem.mail.wording import (
    WIDTH,
    catalogue,
    environment,
    html_environment,
    sentences,
    shortened,
    templates,
    tidy,
    wrap,
)

__all__ = ["WIDTH", "Answer", "Report", "Speaker", "Words", "environment", "html_environment", "templates"]

Result = Literal[
    "played", "refused", "prose", "after-refusal", "not-your-turn", "answered", "doubtful", "empty",
    "planned", "replaced", "cancelled", "plan", "no-plan", "skipped", "ended", "expired", "too-often", "timeout",
    "would-play", "would-plan", "chance", "beyond", "foreseen", "nothing-foreseen", "noted", "undone",
    "rolled-back", "paused", "taken-back",
]  # fmt: skip
Why = Literal["turn", "news", "receipt", "press", "reminder", "last-call", "end"]


class Answer(Struct, frozen=True):
    """What became of one line of the reader's letter."""

    typed: str
    result: Result
    order: str = ""
    """The order that was played, in the reader's language."""
    refusal: Refusal | None = None
    near: Sequence[str] = ()
    """Orders that would do, most like the typed one first."""
    labels: Sequence[str] = ()
    """Those of a group that was named by its number alone: the labels of the orders above."""
    text: str = ""
    """The answer to a word such as help, a paragraph a line, with the marks of `mail/prose.py`."""
    times: int = 1
    """How often a line of a plan was played."""


class Clock(Struct, frozen=True):
    """The clock of another player for whom the table waits."""

    seat: Seat
    by: datetime | None = None
    """Until when they have time; none while the clock stands still."""
    still: str = ""
    """Why it stands still: mail to them comes back, or is not accepted yet, or the match is paused."""
    since: datetime | None = None
    given: int = 0
    """Seconds given back, in which mail did not come through."""


class Away(Struct, frozen=True):
    """A player who is away, or will be soon: the first and the last day, at noon."""

    seat: Seat
    first: datetime
    last: datetime
    now: bool


class Report(Struct, frozen=True):
    """What one player is told, before it becomes words."""

    game: str
    title: str
    match: str
    n: int
    names: Sequence[str]
    seat: Seat | None
    """None: a spectator."""
    view: Any
    news: Sequence[Event]
    pending: Sequence[Seat]
    menu: Menu
    """What the reader can do now, as orders in the reader's language, and whole turns worth trying."""
    result: Sequence[Standing] | None = None
    why: Why = "news"
    receipt: Sequence[Answer] = ()
    """What became of the reader's letter, line by line."""
    plan: Sequence[Answer] = ()
    """What became of lines that the reader has ordered ahead."""
    due: datetime | None = None
    zone: str = "UTC"
    """Where the reader lives: `due` is told in that zone."""
    final: datetime | None = None
    """When the grace after that ends, if there is one."""
    left: float | None = None
    """Seconds until `due`."""
    bank: float | None = None
    """Seconds in the reader's time bank, if the match has one."""
    increment: float = 0
    """Seconds that each decision brings, where there is a time bank."""
    given: int = 0
    """Seconds given back to the reader, in which mail did not come through."""
    speed: str = ""
    """The clock of the match as somebody could type it, where it is to be told."""
    clocks: Sequence[Clock] = ()
    away: Sequence[Away] = ()
    silence: str = ""
    """What is played when nobody answers until then, in the reader's language."""
    fence: str = ""
    """The first line of the mail: orders are typed above it."""
    silent: Sequence[Seat] = ()
    """For whom the clock has played, because they did not answer in time."""
    reply_to: str = ""
    """Where orders go; with it each listed move is a link to a ready answer."""
    lesson: Mapping[str, Any] | None = None
    """What a tutorial teaches on top of this report."""
    acts: Sequence[Mapping[str, Any]] = ()
    """What an organiser, a vote or the service did to the match."""
    press: Sequence[Mapping[str, Any]] = ()
    """What the others say to the reader: from whom (None: anonymous), to whom (None: all), the lines of the text."""
    think: datetime | None = None
    """Until when the reader may take back what they wrote; so long nobody else is told."""
    paused: bool = False
    stands_in: str = ""
    """Why a bot plays for the reader; nothing: none does."""
    """The match stands still: orders are kept as plan."""


class Words(Struct, frozen=True):
    """A mail in words."""

    subject: str
    text: str
    html: str


class Told(Struct, frozen=True):
    """A line of the receipt in words."""

    typed: str
    result: Result
    lines: Sequence[str]
    near: Sequence[tuple[str, str]]
    """Orders that would do, each behind its label or a word."""
    labelled: bool
    paragraphs: Sequence[Paragraph]
    text: str
    """The paragraphs in 72 columns."""


class Said(Struct, frozen=True):
    """The sentences that text and HTML have in common."""

    subject: str
    first: Sequence[str]
    prompt: Sequence[str]
    due: Sequence[str]
    receipt: Sequence[Told]
    plan: Sequence[Told]
    acts: Sequence[str]
    press: Sequence[tuple[str, Sequence[str]]]
    """Who says it to whom, and the lines of the text."""
    news: Sequence[str]
    lesson: Sequence[Paragraph]
    lesson_text: str


class Speaker:
    """Says events, refusals and reports of one game in one language."""

    def __init__(self, game: str, things: Vocabulary, lang: str, names: Sequence[str] = ()) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"languages are {', '.join(LANGUAGES)}, not {lang!r}")
        self.game = game
        self.lang = lang
        self.env = environment(game, lang)
        called = {key: things.name(key, lang) for key in things.entries}
        several = {key: things.several(key, lang) for key in things.entries}
        self.context: dict[str, Any] = {
            "names": list(names),
            "called": (called, several),
            "seat_names": lambda seats: [names[seat] for seat in seats],
            "thing": called.__getitem__,
            "things": lambda keys: [called[key] for key in keys],
            "chips": Chips(game, called, several),
        }
        self.gettext = catalogue(game, lang).gettext
        self.modules: dict[str, TemplateModule] = {}

    @cached_property
    def events(self) -> TemplateModule:
        """The macros of all events, made once: making them costs more than a sentence."""
        return self.macros(f"{self.game}/events.j2")

    @cached_property
    def refusals(self) -> list[TemplateModule]:
        """The macros of all refusals, the game's own first."""
        return [self.macros(f"{folder}/refusals.j2") for folder in (self.game, "common")]

    @cached_property
    def prompts(self) -> TemplateModule:
        """The macro of what the reader is asked: the game's own, or that of all games."""
        return self.macros(f"{self.game}/prompt.j2", "common/prompt.j2")

    @cached_property
    def phrases(self) -> TemplateModule:
        """The macros of what every report says."""
        return self.macros("common/phrases.j2")

    def macros(self, *names: str) -> TemplateModule:
        """The macros of the first of these templates that there is."""
        return self.env.select_template(names).make_module(self.context)

    def event(self, event: Event) -> list[str]:
        """A fact in words, a sentence or two a line."""
        return sentences(getattr(self.events, type(event).__name__)(event))

    def act(self, facts: Mapping[str, Any]) -> list[str]:
        """What was done to the match, in words."""
        name = str(facts["act"]).replace("-", "_")
        return sentences(getattr(self.module("common/acts.j2"), name)(facts))

    def refusal(self, refusal: Refusal) -> str:
        """Why not, and what instead."""
        return wrap("\n".join(self.reason(refusal)))

    def reason(self, refusal: Refusal) -> list[str]:
        """Why not, and what instead, a paragraph a line."""
        name = refusal.code.replace("-", "_")
        for module in self.refusals:
            if hasattr(module, name):
                return sentences(getattr(module, name)(refusal.facts))
        raise LookupError(f"no words for refusal {refusal.code!r}")

    def letter(self, report: Report) -> Words:
        """The whole mail: subject, text and HTML, with the sentences made once."""
        said = self.said(report)
        return Words(said.subject, self.text(report, said), self.page(report, said))

    def report(self, report: Report) -> str:
        """The report as plain text that is complete on its own."""
        return self.text(report, self.said(report))

    def html(self, report: Report) -> str:
        """The report as HTML, with the same facts."""
        return self.page(report, self.said(report))

    def subject(self, report: Report) -> str:
        """The subject; its beginning is the same for all mails of a match."""
        return " ".join(str(self.phrases.subject(report)).split())  # type: ignore[attr-defined]  # a macro

    def text(self, report: Report, said: Said) -> str:
        """Plain text of 72 columns."""
        return tidy(self.render(self.env, f"{self.game}/report.txt.j2", report, said))

    def page(self, report: Report, said: Said) -> str:
        """An HTML page without anything from elsewhere."""
        env = html_environment(self.game, self.lang)
        return ascii_only(self.render(env, f"{self.game}/report.html.j2", report, said))

    def render(self, env: Environment, template: str, report: Report, said: Said) -> str:
        """A report by its template."""
        me = "" if report.seat is None else report.names[report.seat]
        return env.get_template(template).render(self.context, r=report, v=report.view, said=said, me=me, width=WIDTH)

    def said(self, report: Report) -> Said:
        """All sentences of a report."""
        phrases: Any = self.phrases
        lesson = paragraphs(self.lines("common/tutorial.j2", "lesson", report)) if report.lesson is not None else []
        return Said(
            subject=self.subject(report),
            first=sentences(phrases.first(report)),
            prompt=sentences(self.prompts.prompt(report)),  # type: ignore[attr-defined]  # a macro
            due=[
                *(sentences(phrases.due(report)) if report.due is not None else ()),
                *(sentences(phrases.clocks(report)) if report.clocks or report.away or report.speed else ()),
            ],
            receipt=[self.told(answer) for answer in report.receipt],
            plan=[self.told(answer) for answer in report.plan],
            acts=[line for facts in report.acts for line in self.act(facts)],
            press=[(sentences(phrases.speaks(one, report.seat))[0], one["text"]) for one in report.press],
            news=[
                *(sentences(phrases.silent(report)) if report.silent else ()),
                *(line for event in report.news for line in self.event(event)),
            ],
            lesson=lesson,
            lesson_text=as_text(lesson),
        )

    def told(self, answer: Answer) -> Told:
        """What became of a line."""
        reason = self.reason(answer.refusal) if answer.refusal is not None else []
        lines = sentences(self.phrases.answer(answer, " ".join(reason)))  # type: ignore[attr-defined]  # a macro
        labels = answer.labels or [self.gettext("try")] * len(answer.near)
        near = list(zip(labels, answer.near, strict=True))
        found = paragraphs(answer.text)
        return Told(shortened(answer.typed), answer.result, lines, near, bool(answer.labels), found, as_text(found))

    def lines(self, template: str, macro: str, *facts: object) -> str:
        """What a macro says, a paragraph a line, with the marks of `mail/prose.py`."""
        return "\n".join(
            line for line in str(getattr(self.module(template), macro)(*facts)).splitlines() if line.strip()
        )

    def can_say(self, template: str, macro: str) -> bool:
        """Whether a template has such a macro."""
        return hasattr(self.module(template), macro)

    def module(self, template: str) -> TemplateModule:
        """The macros of a template, made once."""
        if template not in self.modules:
            self.modules[template] = self.macros(template)
        return self.modules[template]

    def help(self, orders: Orders) -> str:
        """All orders with their patterns, and how they are written."""
        rows = [(self.pattern(verb), self.gettext(verb.help)) for verb in orders.verbs]
        return as_text(
            paragraphs(self.lines("common/help.j2", "orders", rows) + "\n" + self.lines("common/help.j2", "writing"))
        )

    def pattern(self, verb: Verb, lang: str = "") -> str:
        """How an order is written, with its gaps in capitals, named in the reader's language."""
        return " ".join(map(self.gap, verb.pattern(lang or self.lang)))

    def settings(self, chosen: Mapping[str, object]) -> str:
        """What a player has chosen, a paragraph a line."""
        return self.lines("common/phrases.j2", "settings", chosen)

    def gap(self, word: str) -> str:
        """A word of a pattern; a gap is named in capitals."""
        return self.gettext(word[1:-1]).upper() if word.startswith("{") else word
