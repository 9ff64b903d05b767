"""What the words answer that bring people to a table: open, new, join, invite, ready, leave; and how they are reached.

They work in any letter of a player. The match is named by the beginning of its name or by a code, or it is the one
whose mail is answered, or the only one that can be meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps

from pbem import games
from pbem.engine.game import Refusal, refuse
from pbem.engine.orders import LANGUAGES
from pbem.service import asking, choices, contact, inviting, openings, telling, wishes
from pbem.service.counter import Counter, Handler
from pbem.service.words import Meaning
from pbem.store import matches, people, tables
from pbem.store import openings as kept

WORDS = "common/joining.j2"
SHOWN = 20
"""Open matches in one answer."""
Answering = Callable[[Counter, tables.Player, str], "str | Refusal"]


def say(counter: Counter, macro: str, **facts: object) -> str:
    """An answer in words."""
    return counter.asker.speaker.lines(WORDS, macro, facts)


def players_only(answer: Answering) -> Handler:
    """Strangers are told how to become players."""

    @wraps(answer)
    def answered(counter: Counter, rest: str) -> str | Refusal:
        return answer(counter, counter.player, rest) if counter.player is not None else refuse("register-first")

    return answered


def described(counter: Counter, row: tables.Match) -> dict[str, object]:
    """An open match as it stands, with the zone of who asks."""
    zone = counter.player.zone if counter.player is not None else "UTC"
    return telling.described(counter.tx, row, counter.asker.lang) | {"zone": zone}


def open_matches(counter: Counter, rest: str) -> str | Refusal:
    """What looks for players, of all games or of one; also the asker's own matches that have not begun."""
    game = wishes.called(rest) if rest else None
    if rest and game is None:
        return refuse("no-such-game", word=rest, games=list(games.games()))
    mine = kept.joined(counter.tx, counter.player.id or 0) if counter.player is not None else []
    ids = {row.id for row in mine}
    others = [row for row, _ in kept.public(counter.tx) if row.id not in ids and (game is None or row.game == game.key)]
    shown = [described(counter, row) for row in others[:SHOWN]]
    own = [described(counter, row) for row in mine if game is None or row.game == game.key]
    return say(counter, "open_matches", others=shown, own=own, left=len(others) - len(shown))


@players_only
def new(counter: Counter, player: tables.Player, rest: str) -> str | Refusal:
    """Opens a match."""
    wish = wishes.read(rest)
    if isinstance(wish, Refusal):
        return wish
    row = openings.announce(counter.office, counter.tx, wish, [player], player, counter.now)
    if isinstance(row, Refusal):
        return row
    people.subscribe(counter.tx, player)
    if row.status != "open":
        return say(counter, "begun", label=telling.label(row))
    return say(counter, "opened", **described(counter, row))


@players_only
def join(counter: Counter, player: tables.Player, rest: str) -> str | Refusal:
    """A seat in a match that is named, or in the next one of a game."""
    row = to_join(counter, player, rest)
    if isinstance(row, Refusal):
        return row
    came = openings.join(counter.office, counter.tx, player, row, counter.now)
    return came if isinstance(came, Refusal) else came_in(counter, row, came)


def to_join(counter: Counter, player: tables.Player, rest: str) -> tables.Match | Refusal:
    """The match that is meant."""
    game = wishes.called(rest)
    if game is not None:
        oldest = openings.next_of(counter.tx, game, player)
        return oldest or refuse("none-open", game=game.title, key=game.key, seats=game.players[-1])
    row = openings.found(counter.tx, rest or counter.match)
    return row or (refuse("no-open-match", word=rest) if rest else refuse("join-what"))


def came_in(counter: Counter, row: tables.Match, came: openings.Came) -> str:
    """What became of somebody who joined."""
    if came == "begun":
        return say(counter, "begun", label=telling.label(row))
    return say(counter, "joined", came=came, **described(counter, row))


@players_only
def invite(counter: Counter, player: tables.Player, rest: str) -> str | Refusal:
    """Invites somebody to a match in which the player sits: by name or address, `to` one of several."""
    whom, match = named(rest)
    if not whom:
        return refuse("invite-whom")
    row = picked(counter, match, kept.joined(counter.tx, player.id or 0) + organised(counter, player))
    if isinstance(row, Refusal):
        return row
    refusal = inviting.invite(counter.office, counter.tx, player, row, whom, counter.now)
    return refusal or say(counter, "invited", whom=whom, label=telling.label(row))


def named(rest: str) -> tuple[str, str]:
    """Whom, and to which match: `Bert to 3f2a`, `Bert zu 3f2a`, `bert@example.org 3f2a`."""
    words = rest.split()
    for sign in ("to", "zu"):
        if sign in words[1:-1]:
            at = len(words) - 1 - words[::-1].index(sign)
            return " ".join(words[:at]), words[at + 1]
    if len(words) > 1 and "@" in words[0]:
        return words[0], words[1]
    return rest, ""


def organised(counter: Counter, player: tables.Player) -> list[tables.Match]:
    """The open matches of an organiser who does not sit in them."""
    mine = kept.joined(counter.tx, player.id or 0)
    return [row for row in kept.opened_by(counter.tx, player.id or 0) if row not in mine]


@players_only
def ready(counter: Counter, player: tables.Player, rest: str) -> str | Refusal:
    """The player is there; the last one begins the match."""
    row = picked(counter, rest, [one for one in kept.joined(counter.tx, player.id or 0) if is_checked(counter, one)])
    if isinstance(row, Refusal):
        return row
    begun = openings.ready(counter.office, counter.tx, player, row, counter.now)
    if isinstance(begun, Refusal):
        return begun
    if begun:
        return say(counter, "begun", label=telling.label(row))
    waits = [one for one in openings.places(counter.tx, row.id).taken if one.ready is None]
    found = [people.get(counter.tx, one.player or 0) for one in waits]
    return say(counter, "ready", label=telling.label(row), waits=[one.name for one in found if one is not None])


def is_checked(counter: Counter, row: tables.Match) -> bool:
    """Whether everybody is asked to say `ready`."""
    opening = kept.get(counter.tx, row.id)
    return opening is not None and opening.ready_by is not None


@players_only
def leave(counter: Counter, player: tables.Player, rest: str) -> str | Refusal:
    """The player goes before the match begins; from one that runs nobody goes by mistake, nor from another instead."""
    if counter.live is not None and not rest:
        return refuse("leave-begun", match=telling.label(counter.live.row))
    row = picked(counter, rest, kept.joined(counter.tx, player.id or 0))
    if isinstance(row, Refusal):
        return row
    refusal = openings.leave(counter.office, counter.tx, player, row, counter.now)
    return refusal or say(counter, "left", label=telling.label(row), over=row.status != "open")


def picked(counter: Counter, word: str, among: Sequence[tables.Match]) -> tables.Match | Refusal:
    """The match that is meant: the one named, the one whose mail is answered, or the only one."""
    coded = kept.by_code(counter.tx, word.casefold()) if word else None
    begins = word.casefold().strip("[]") or counter.match
    found = [row for row in among if row.id.startswith(begins) or (coded is not None and coded.match == row.id)]
    rows = found if found or word else among
    if len(rows) == 1:
        return rows[0]
    if rows:
        return refuse("which-open", matches=[telling.label(row) for row in rows], example=rows[0].id[:6])
    return refuse("no-open-match", word=word) if word else refuse("in-no-open-match")


@players_only
def address(counter: Counter, player: tables.Player, rest: str) -> str | Refusal:
    """The addresses of a player, or a change of them, which both addresses are asked about."""
    current = people.mail_address(counter.tx, player.id or 0)
    if not rest or current is None:
        mine = [one.canonical for one in people.addresses(counter.tx, player.id or 0) if one.confirmed]
        return say(counter, "addresses", mine=mine, current=current.canonical if current is not None else "")
    change = contact.wanted(counter.tx, player, rest)
    if isinstance(change, Refusal):
        return change
    refusal = contact.ask(counter.office, counter.tx, change, counter.now)
    return refusal or say(counter, "address_asked", old=current.canonical, new=change.canonical)


@players_only
def language(counter: Counter, player: tables.Player, rest: str) -> str | Refusal:
    """The language of all mail; the answer comes in the new one."""
    if rest and not choices.choose(player, "language", [CALLED.get(rest.casefold(), rest)]):
        return refuse("no-such-language", word=rest, languages=list(LANGUAGES))
    counter.tx.add(player)
    counter.tx.flush()
    asker = asking.speaker(None, player.language)
    return asker.lines(WORDS, "language", {"language": player.language})


CALLED = {"german": "de", "deutsch": "de", "english": "en", "englisch": "en"}


@players_only
def unsubscribe(counter: Counter, player: tables.Player, _rest: str) -> str | Refusal:
    """No mail any more but the turns of matches that run; places in open matches are given up."""
    left = openings.only_turns(counter.office, counter.tx, player, counter.now)
    running = [one for one, _ in matches.of_player(counter.tx, player.id or 0) if one.status in RUNNING]
    labels = [telling.label(row) for row in running]
    return say(counter, "unsubscribed", running=labels, left=[telling.label(row) for row in left])


RUNNING = ("running", "paused", "held")


@players_only
def subscribe(counter: Counter, player: tables.Player, _rest: str) -> str | Refusal:
    """All mail again."""
    people.subscribe(counter.tx, player)
    return say(counter, "subscribed")


HANDLERS: Mapping[Meaning, Handler] = {
    "open": open_matches,
    "new": new,
    "join": join,
    "invite": invite,
    "ready": ready,
    "leave": leave,
    "address": address,
    "language": language,
    "unsubscribe": unsubscribe,
    "subscribe": subscribe,
}
"""Who answers which word."""
