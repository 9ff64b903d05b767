"""What `help` answers: all at a glance, one order, one word, or a topic; and for anything else the nearest of them.

It is made from what reads the orders: the verbs of the game, the words of the service, and the rules at this moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from pbem.engine import kernel
from pbem.engine.errors import OrderError
from pbem.engine.game import Action, Table
from pbem.engine.orders import LANGUAGES, Number, One, Verb, Words, fold, nearest
from pbem.service import plans, rules
from pbem.service.asking import Asker
from pbem.service.words import WORDS, Word

FILE = "common/help.j2"
EXAMPLES = 3
SAMPLES = 40
"""Orders of a kind that are held against the rules to find out what is refused now."""
LONGEST_LIST = 30
"""Names that a gap can have and that are still listed."""


class Topic(Struct, frozen=True):
    """Something to read about that is no word itself; its macro in `templates/common/help.j2` is called as its key."""

    key: str
    en: str
    de: str
    also: tuple[str, ...] = ()

    def forms(self) -> set[str]:
        """Every way to ask for it."""
        return {fold(name) for name in (self.en, self.de, *self.also)}


TOPICS = (
    Topic("letter", "letter", "brief", ("letters", "line", "lines", "zeile", "zeilen", "comment", "kommentar")),
    Topic("number", "number", "nummer", ("numbers", "nummern", "list", "liste", "link", "links")),
    Topic("time", "time", "zeit", ("clock", "uhr", "deadline", "frist", "silence", "reminder", "erinnerung")),
    Topic(
        "plan",
        "plan",
        "plan",
        (
            "plans", "pläne", "cancel", "storniere", "if", "wenn", "whenever", "immerwenn", "until", "bis", "bid up to",
            "biete bis", "on timeout", "bei Zeitablauf", "preview", "vorschau", "all or nothing", "alles oder nichts",
            "conditions", "bedingungen",
        ),
    ),
)  # fmt: skip


Found = Verb | Word | Topic


def say(asker: Asker, macro: str, *facts: object) -> str:
    """A macro of `help`."""
    return asker.speaker.lines(FILE, macro, *facts)


def answer(asker: Asker, about: str) -> str:
    """The answer to `help`, or to `help` and something."""
    if not fold(about):
        return overview(asker)
    found = looked_up(asker, about)
    if not found:
        return (rules.found(asker, about) if asker.game is not None else "") or unknown(asker, about)
    return "\n".join(dict.fromkeys(explained(asker, one) for one in found))


def overview(asker: Asker) -> str:
    """Everything at a glance."""
    verbs = asker.game.orders.verbs if asker.game is not None else ()
    facts = {
        "orders": [(asker.speaker.pattern(verb), asker.speaker.gettext(verb.help)) for verb in verbs],
        "words": [(getattr(word, asker.lang), asker.speaker.gettext(word.help)) for word in WORDS],
        "topics": [getattr(topic, asker.lang) for topic in TOPICS],
        "now": list(dict.fromkeys(asker.speaker.pattern(verb) for verb in verbs if any(legal(asker, verb)))),
    }
    return say(asker, "overview", facts)


def looked_up(asker: Asker, about: str) -> list[Found]:
    """What somebody asks about: spelled out before shortened, orders before words before topics."""
    typed = fold(about)
    for begins in (str.__eq__, str.startswith):
        for kind in everything(asker):
            found = [one for one in kind if any(begins(name, typed) for name in names_of(one))]
            if found and len({names_of(one)[0] for one in found}) == 1:
                return found
    return []


def everything(asker: Asker) -> tuple[Sequence[Found], ...]:
    """All that can be asked about."""
    return (asker.game.orders.verbs if asker.game is not None else (), WORDS, TOPICS)


def names_of(one: Found) -> list[str]:
    """Every way to write something, the English one first."""
    return [fold(word) for word in spelled(one)]


def unknown(asker: Asker, about: str) -> str:
    """Nothing is called so; what is nearest."""
    known = [name for kind in everything(asker) for one in kind for name in spelled(one)]
    return say(asker, "unknown", {"word": about, "near": nearest(about, known, cutoff=0.5)})


def spelled(one: Found) -> list[str]:
    """The names of something as people write them."""
    first = [one.pattern(lang)[0] for lang in LANGUAGES] if isinstance(one, Verb) else [one.en, one.de]
    return [*first, *one.also]


def explained(asker: Asker, one: Found) -> str:
    """One order, word or topic."""
    if isinstance(one, Verb):
        return say(asker, "order", order_facts(asker, one))
    if isinstance(one, Topic):
        return f"    {getattr(one, asker.lang)}\n{topic_text(asker, one)}"
    own = getattr(one, asker.lang)
    others = [name for name in (one.en, one.de, *one.also) if name != own]
    text = say(asker, "word", {"name": own, "meaning": asker.speaker.gettext(one.help), "other": others})
    return f"{text}\n{more_about(asker, one)}"


def more_about(asker: Asker, word: Word) -> str:
    """What else there is to say of a word: a text of its own, or the topic that it belongs to."""
    topic = next((one for one in TOPICS if fold(word.en) in one.forms()), None)
    if topic is not None:
        return topic_text(asker, topic)
    return say(asker, word.meaning) if asker.speaker.can_say(FILE, word.meaning) else ""


def topic_text(asker: Asker, topic: Topic) -> str:
    """A topic in words; that on plans with all that a line of this game can say."""
    if topic.key != "plan":
        return say(asker, topic.key)
    parts = {part.__name__: part for part in (plans.explained, plans.conditions, plans.facts, plans.examples)}
    return say(asker, topic.key, {name: part(asker.game, asker.lang) for name, part in parts.items()})


def order_facts(asker: Asker, verb: Verb) -> Mapping[str, object]:
    """What there is to say of an order: how it is written, and what the rules say to it now."""
    possible = list(islice(legal(asker, verb), 1000))
    own = asker.speaker.pattern(verb)
    patterns = [asker.speaker.pattern(verb, lang) for lang in LANGUAGES]
    return {
        "pattern": own,
        "other": [one for one in dict.fromkeys([*patterns, *verb.also]) if one != own],
        "meaning": asker.speaker.gettext(verb.help),
        "slots": [
            (asker.speaker.gap(f"{{{name}}}"), slot_facts(slot, asker.lang)) for name, slot in verb.slots.items()
        ],
        "examples": [asker.game.orders.write(one, asker.lang) for one in spread(possible)] if asker.game else [],
        "count": len(possible),
        "refused": refused(asker, verb),
        "topics": rules.about_order(asker, verb.action.__name__),
    }


def spread(actions: Sequence[Action]) -> list[Action]:
    """A few of many: the first, the last and one between."""
    places = sorted({0, len(actions) // 2, len(actions) - 1}) if actions else []
    return [actions[place] for place in places[:EXAMPLES]]


def slot_facts(slot: object, lang: str) -> Mapping[str, object]:
    """What can stand in a gap, where it can be said in a line."""
    if isinstance(slot, Number):
        return {"low": slot.low, "high": slot.high}
    if isinstance(slot, One | Words) and len(slot.vocabulary.entries) <= LONGEST_LIST:
        return {"words": [slot.vocabulary.name(key, lang) for key in slot.vocabulary.entries]}
    return {}


def legal(asker: Asker, verb: Verb) -> Iterator[Action]:
    """The orders of this kind that can be played now."""
    if asker.table is not None:
        yield from (one for one in kernel.legal(asker.table, asker.seat) if type(one) is verb.action)


def refused(asker: Asker, verb: Verb) -> list[tuple[str, str]]:
    """Orders of this kind that would be refused now, one for each reason."""
    if asker.table is None:
        return []
    found: dict[str, tuple[str, str]] = {}
    t = asker.table
    for action in (one for one in islice(samples(verb), SAMPLES) if readable(t, one)):
        why = kernel.objection(t, asker.seat, action)
        if why is not None and why.code not in found:
            found[why.code] = (verb.write(action, asker.lang), " ".join(asker.speaker.reason(why)))
    return list(found.values())[:EXAMPLES]


def readable(t: Table[Any, Any], action: Action) -> bool:
    """Whether an order can be typed at all."""
    try:
        return t.game.orders.read(t.game.orders.write(action)) == action
    except OrderError:
        return False


def samples(verb: Verb) -> Iterator[Action]:
    """Orders of a kind that somebody might type, sensible or not."""
    if not verb.slots:
        yield verb.action()
    elif len(verb.slots) == 1:
        name, slot = next(iter(verb.slots.items()))
        yield from (verb.action(**{name: value}) for value in values(slot))


def values(slot: object) -> Iterator[object]:
    """What might stand in a gap."""
    if isinstance(slot, Number):
        yield from range(slot.low, slot.high + 1)
    elif isinstance(slot, One):
        yield from slot.vocabulary.entries
    elif isinstance(slot, Words):
        yield from ((key,) for key in slot.vocabulary.entries)
