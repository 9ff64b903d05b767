"""The words of every game and of the service, besides the orders, in both languages."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from pbem.engine.orders import fold

Meaning = Literal[
    "help", "rules", "status", "log", "settings", "games", "register", "tutorial", "confirm", "plan", "cancel",
    "preview", "auto", "all or nothing", "end", "undo", "press", "diary", "mute", "report", "observe",
    "export my data", "forget me", "absent", "back", "resign", "vote", "forgive",
    "open", "new", "join", "invite", "ready", "leave", "address", "language", "unsubscribe", "subscribe",
    "pause", "resume", "extend", "rollback", "act for", "replace", "end match", "announce",
]  # fmt: skip
ORGANISING: Collection[Meaning] = (
    "pause", "resume", "extend", "rollback", "act for", "replace", "end match", "announce",
)  # fmt: skip
"""Words of organisers."""
ANSWERED: Collection[Meaning] = (
    "help", "rules", "status", "log", "settings", "games", "register", "tutorial", "undo", "press", "diary", "mute",
    "report", "observe", "export my data", "forget me", "absent", "back", "resign", "vote", "forgive",
    "open", "new", "join", "invite", "ready", "leave", "address", "language", "unsubscribe", "subscribe",
    *ORGANISING,
)  # fmt: skip
"""Words that are answered by somebody besides the game; they change nothing on the table and work at any time."""

OF_THE_SERVICE: Collection[Meaning] = (
    "games", "register", "open", "new", "join", "invite", "ready", "leave", "address", "language", "unsubscribe",
    "subscribe", "observe", "export my data", "forget me",
)  # fmt: skip
"""Words that concern no match that runs."""


class Word(Struct, frozen=True):
    """A word with its German twin."""

    meaning: Meaning
    en: str
    de: str
    help: str
    also: tuple[str, ...] = ()
    most: int = 4
    """How many words may follow; with more of them the line is prose."""
    shortest: int = 3
    """Letters that must be typed: "Best wishes" is no word of ours."""
    verbatim: bool = False
    """What follows is text for people."""
    whole: bool = False
    """It must be spelled out: too much hangs on it, or too many sentences begin like it."""

    def forms(self) -> tuple[str, ...]:
        """Every way to write it."""
        return tuple(fold(form) for form in (self.en, self.de, *self.also))


WORDS = (
    Word("help", "help", "hilfe", "all orders and words; help bid: one of them; help plan: a topic"),
    Word("rules", "rules", "regeln", "what the rules of the game say, by topic: rules aim"),
    Word("status", "status", "stand", "the table as it is now", most=0),
    Word(
        "log", "log", "verlauf", "what happened since the start; log 20: the last 20 sentences", ("protokoll",), most=1
    ),
    Word(
        "settings",
        "settings",
        "einstellungen",
        "what you chose; or choose: settings reports daily, language de",
        most=20,
    ),
    Word(
        "absent",
        "absent",
        "abwesend",
        "you are away, and your clocks stand still: absent 24.12. to 2.1.; alone it lists, absent cancel ends it",
        most=8,
    ),
    Word("games", "games", "spieleliste", "the games that are played here", ("spiele",), most=0),
    Word(
        "open",
        "open",
        "offen",
        "matches that look for players, and yours that have not begun; open ra",
        ("offene",),
        most=1,
    ),
    Word(
        "new",
        "new",
        "neu",
        "opens a match: new ra 4 speed=2d; further: private, bots=1, ready=no, reliability>=80, options of the game",
        ("neue", "eröffne"),
        most=16,
    ),
    Word(
        "join",
        "join",
        "beitreten",
        "a seat in an open match, by its name or a code; join ra: the next one of a game",
        ("mitspielen",),
        most=2,
    ),
    Word(
        "invite",
        "invite",
        "einladen",
        "invites a player or an address to your open match: invite Bert, invite bert@example.org",
        ("einladung", "lade"),
        most=6,
    ),
    Word("ready", "ready", "bereit", "you are there, and an open match that is full may begin", most=1),
    Word(
        "leave",
        "leave",
        "verlassen",
        "gives up your seat in a match that has not begun",
        ("withdraw", "zurückziehen"),
        most=2,
    ),
    Word(
        "address",
        "address",
        "adresse",
        "your addresses; address add b@example.org, address use, address drop: both addresses are asked",
        ("adressen",),
        most=2,
    ),
    Word("language", "language", "sprache", "the language of your mail: language de", most=1),
    Word(
        "unsubscribe",
        "unsubscribe",
        "abbestellen",
        "no mail any more but your turns in matches that run",
        ("abmelden",),
        most=3,
    ),
    Word("subscribe", "subscribe", "abonnieren", "all mail again", most=1),
    Word(
        "register",
        "register",
        "anmelden",
        "become a player: register NAME; with a tutorial: register NAME tutorial",
        ("registriere", "registrieren", "anmeldung"),
        most=6,
    ),
    Word(
        "tutorial",
        "tutorial",
        "einführung",
        "a match against bots that teaches the orders in five mails; tutorial end stops it",
        most=1,
    ),
    Word(
        "confirm",
        "confirm",
        "bestätige",
        "your answer when we ask whether a letter is yours",
        ("bestätigen",),
        5,
        shortest=5,
    ),
    Word("plan", "plan", "plan", "what you have ordered ahead, numbered", most=30),
    Word(
        "cancel",
        "cancel",
        "storniere",
        "drops all that you have ordered ahead; cancel 2: one line of it",
        ("stornieren",),
        most=1,
    ),
    Word(
        "preview",
        "preview",
        "vorschau",
        "as first line: shows what the lines below it would do, and plays none of them",
        most=30,
    ),
    Word("auto", "auto", "auto", "the defaults play the rest of your turn", most=0),
    Word(
        "all or nothing",
        "all or nothing",
        "alles oder nichts",
        "as first line: if one line is refused, none counts",
        most=2,
    ),
    Word(
        "press",
        "press",
        "presse",
        "says something to all at the table; press to Bert: to one; a line that ends with a colon begins a longer text",
        most=400,
        whole=True,
        verbatim=True,
    ),
    Word(
        "diary",
        "diary",
        "tagebuch",
        "writes into your diary, which the others may read when the match is over; diary alone shows it",
        most=400,
        whole=True,
        verbatim=True,
    ),
    Word("mute", "mute", "stumm", "mute Bert: you do not hear Bert any more; mute Bert off: you do", whole=True),
    Word(
        "report",
        "report",
        "beschwerde",
        "report Bert: and why; a complaint to the organiser, with what Bert said to you last",
        most=400,
        whole=True,
        verbatim=True,
    ),
    Word(
        "observe",
        "observe",
        "beobachte",
        "watches a match, a day later than its players: observe 3f2a; observe 3f2a every, daily or off",
        ("beobachten",),
        most=2,
        whole=True,
    ),
    Word("export my data", "export my data", "meine daten", "a mail with all that is kept of you", most=0, whole=True),
    Word(
        "forget me",
        "forget me",
        "vergiss mich",
        "your name, addresses and letters are erased, after a question; bots take your seats",
        most=0,
        whole=True,
    ),
    Word(
        "undo",
        "undo",
        "zurück",
        "as first line: takes back your last letter, while nobody has heard of it; undo 2: your last two orders",
        ("zurücknehmen",),
        most=1,
        whole=True,
    ),
    Word(
        "back",
        "back",
        "zurückgekehrt",
        "you are back, and the bot that has played for you plays no more",
        ("rückkehr",),
        most=0,
        whole=True,
    ),
    Word(
        "resign",
        "resign",
        "aufgeben",
        "you give up: says what that means, and asks; then a bot plays for you, and you have the last place",
        most=0,
        whole=True,
    ),
    Word(
        "vote",
        "vote",
        "abstimmung",
        "asks all to agree: vote pause, resume, end, replace Anna, speed 1d, concede Anna; then vote yes or no",
        ("abstimmen",),
        most=6,
        whole=True,
    ),
    Word(
        "forgive",
        "forgive",
        "verzeihe",
        "forgive Anna: her last time-out does not count, once all the others have said so",
        ("verzeihen",),
        most=4,
        whole=True,
    ),
    Word("pause", "pause", "pausiere", "organiser: the clocks stand still", ("pausieren",), most=1, whole=True),
    Word(
        "resume",
        "resume",
        "fortsetzen",
        "organiser: the match goes on, with the time that everybody had left",
        most=1,
        whole=True,
    ),
    Word(
        "extend",
        "extend",
        "verlängere",
        "organiser: more time for all or one: extend 2d; extend Anna 12h; extend to 24.12.",
        ("verlängern",),
        most=6,
        whole=True,
    ),
    Word(
        "rollback",
        "rollback",
        "zurücksetzen",
        "organiser: back to a state: rollback 40 if state 57; rollback -2: the last two orders",
        most=5,
        whole=True,
    ),
    Word(
        "act for",
        "act for",
        "handle für",
        "organiser: an order in somebody's place: act for Anna: bid 9",
        most=30,
        whole=True,
    ),
    Word(
        "replace",
        "replace",
        "ersetze",
        "organiser: somebody else plays on: replace Anna by Dora; replace Anna by bot",
        ("ersetzen",),
        most=9,
        whole=True,
    ),
    Word(
        "end match",
        "end match",
        "beende partie",
        "organiser: the match is over, without a result; or end match with points",
        most=4,
        whole=True,
    ),
    Word(
        "announce",
        "announce",
        "verkünde",
        "organiser: a sentence to everybody: announce We meet on Friday",
        ("mitteilen",),
        most=200,
        verbatim=True,
        whole=True,
    ),
    Word("end", "end", "ende", "what follows in the letter is no order", most=0),
)
