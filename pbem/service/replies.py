"""What the words of a letter answer: help, rules, log, settings, games, tutorial; at a table, or without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import structs
from sqlmodel import Session

from pbem import games
from pbem.engine.game import Refusal, refuse
from pbem.engine.orders import fold
from pbem.mail.render import Answer
from pbem.service import (
    absence,
    answers,
    choices,
    guide,
    history,
    joining,
    observers,
    organising,
    personal,
    press,
    resigning,
    rules,
    silence,
    timing,
    turns,
    tutorial,
    undo,
    votes,
    wishes,
    words,
)
from pbem.service.asking import Asker
from pbem.service.counter import Counter, Handler
from pbem.service.live import Live
from pbem.service.office import Office
from pbem.service.turns import Letter
from pbem.store import tables

ENDS = ("end", "ende", "stop", "stopp")


def with_words(
    office: Office, tx: Session, live: Live, letter: Letter, given: Sequence[Answer], now: datetime
) -> list[Answer]:
    """Fills in what words answer at a table; `status` is answered by the report itself."""
    asker = Asker(letter.lang, live.game, live.table, letter.seat, live.names())
    counter = Counter(office, tx, asker, live.people[letter.seat], live, now, live.id)
    return [filled_in(one, reply(counter, one.typed)) if one.result == "answered" else one for one in given]


def to_lines(office: Office, tx: Session, live: Live, letter: Letter, now: datetime) -> list[Answer]:
    """The answers to the lines of a letter, `undo` before the others; what can be taken back stays so for a while."""
    back = undo.first_line(tx, live, letter.seat, letter.lines, now)
    rest = structs.replace(letter, lines=undo.behind(letter.lines) if back else letter.lines)
    before, first = live.table.clone(), live.last + len(live.facts)
    stopped = any(one.result == "refused" for one in back)
    given = turns.left(rest) if stopped else turns.play(live, rest)
    undo.opens(live, letter.seat, before, first, now)
    return back + with_words(office, tx, live, rest, given, now)


def filled_in(asked: Answer, said: str | Refusal) -> Answer:
    """The answer to a line that holds a word."""
    if isinstance(said, Refusal):
        return structs.replace(asked, result="refused", refusal=said)
    return structs.replace(asked, text=said)


def without_match(office: Office, tx: Session, asked: answers.Asked, now: datetime) -> bool:
    """Answers the words of a letter to the service itself; False: there are none."""
    counter = Counter(office, tx, Asker(asked.language), asked.player, None, now, asked.match)
    found = [line for line in asked.lines if (word := words.meant(line, ())) and word.meaning in words.ANSWERED]
    told = [{"typed": line, "text": text} for line in found if (text := in_words(counter, reply(counter, line)))]
    if told:
        answers.answer(office, tx, asked, "words", {"answers": told}, now)
    return bool(told)


def in_words(counter: Counter, said: str | Refusal) -> str:
    """An answer, or why not, a paragraph a line."""
    return "\n".join(counter.asker.speaker.reason(said)) if isinstance(said, Refusal) else said


def reply(counter: Counter, line: str) -> str | Refusal:
    """The answer to one line."""
    word = words.meant(line, ())
    typed = line.strip() if word is not None and word.verbatim else line.partition("#")[0].strip()
    if word is None or word.meaning not in HANDLERS:
        return ""
    return HANDLERS[word.meaning](counter, words.behind(word, typed).strip())


def helped(counter: Counter, rest: str) -> str:
    """All orders and words, or what one of them means."""
    return guide.answer(counter.asker, rest)


def nothing(_counter: Counter, _rest: str) -> str:
    """The report itself is the answer."""
    return ""


def rules_of(counter: Counter, rest: str) -> str:
    """The rules of the game at this table, or of the game that is named."""
    first, _, topic = rest.partition(" ")
    named = wishes.called(first)
    if named is not None:
        return rules.answer(Asker(counter.asker.lang, named), topic)
    if counter.asker.game is not None:
        return rules.answer(counter.asker, rest)
    return counter.asker.speaker.lines(rules.COMMON, "which", {"games": list(games.games())})


def too_late(_counter: Counter, _rest: str) -> Refusal:
    """It counts at the top of a letter, where it was heard already."""
    return refuse("first-line-only", word="undo")


def log(counter: Counter, rest: str) -> str:
    """What happened in the match so far; without one there is nothing to tell."""
    if counter.live is None:
        return ""
    told = history.told(counter.tx, counter.live, counter.asker)
    count = int(rest) if rest.isdecimal() and len(rest) < 6 else history.MOST
    shown = told[-min(count, history.MOST) :] if count else []
    return counter.say("log", lines=shown, left=len(told) - len(shown))


def settings(counter: Counter, rest: str) -> str:
    """What is chosen."""
    if counter.player is None:
        return ""
    told = choices.settings(counter.tx, counter.player, rest)
    if rest:
        timing.remind_anew(counter.office, counter.tx, counter.player, counter.now)
    return counter.asker.speaker.settings(told)


def played_here(counter: Counter, _rest: str) -> str:
    """The games."""
    return counter.say("games", games=[*games.games().values()])


def registered(counter: Counter, _rest: str) -> str:
    """They are a player already."""
    return counter.say("registered", name=counter.player.name) if counter.player is not None else ""


def teach(counter: Counter, rest: str) -> str:
    """Begins a tutorial, or ends the one that runs."""
    player = counter.player
    if player is None:
        return ""
    current = tutorial.running(counter.tx, player)
    if fold(rest) in ENDS:
        return stop(counter, current)
    if current is not None:
        return counter.say("tutorial_runs", match=current.id[:6], title=games.game(current.game).title)
    game = wishes.called(rest or tutorial.GAME)
    if game is None:
        return counter.say("no_such_game", word=rest, games=list(games.games()))
    tutorial.begin(counter.office, counter.tx, player, game, counter.now)
    return counter.say("tutorial_begins", title=game.title)


def stop(counter: Counter, current: tables.Match | None) -> str:
    """Ends a tutorial, the one at this table or another."""
    if current is None:
        return counter.say("no_tutorial")
    if counter.live is not None and counter.live.id == current.id:
        tutorial.stop(counter.tx, counter.live, counter.now)
    else:
        tutorial.end(counter.tx, current.id, counter.now)
    return counter.say("tutorial_ended")


HANDLERS: Mapping[words.Meaning, Handler] = {
    "help": helped,
    "rules": rules_of,
    "status": nothing,
    "log": log,
    "settings": settings,
    "games": played_here,
    "register": registered,
    "tutorial": teach,
    "absent": absence.absent,
    "press": press.speak,
    "diary": press.diary,
    "mute": press.mute,
    "report": press.complain,
    "observe": observers.observe,
    "export my data": personal.export,
    "forget me": personal.forget,
    "undo": too_late,
    "back": silence.back,
    "resign": resigning.resign,
    "vote": votes.vote,
    "forgive": votes.forgive,
    **organising.HANDLERS,
    **joining.HANDLERS,
}
"""Who answers which word."""
