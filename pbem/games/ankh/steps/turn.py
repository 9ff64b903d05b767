"""The match and its turns: one or two actions, then the event if one was triggered."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.game import ALONE, Action, Pending, Refusal, Seat, refuse
from pbem.games.ankh.actions import Agenda, Begin, Gain, Move, No, Reveal, Summon, Unlock
from pbem.games.ankh.asking import Auto, Question, later
from pbem.games.ankh.board import Table, number
from pbem.games.ankh.events import Acted
from pbem.games.ankh.names import ACTIONS
from pbem.games.ankh.steps.agenda import objection_to_agenda, play_agenda, playable
from pbem.games.ankh.steps.cats import objection_to_reveal, reveal_cat, revealable
from pbem.games.ankh.steps.gaining import gain_followers
from pbem.games.ankh.steps.moving import begin_move, move_all, objection_to_moves
from pbem.games.ankh.steps.summoning import begin_summon, objection_to_summon, summon_at_once
from pbem.games.ankh.steps.unlocking import begin_unlock, objection_to_unlock, unlock_power

BARE: dict[str, Action] = {"move": Move(), "summon": Summon(), "gain": Gain(), "unlock": Unlock()}
KINDS: dict[type[Action], str] = {Move: "move", Summon: "summon", Gain: "gain", Unlock: "unlock"}


class Match(Auto, frozen=True, gc=False):
    """Lies at the bottom of the stack; calls one turn after the other."""

    seat: Seat

    def go(self, t: Table) -> None:
        b = t.board
        seat = self.seat
        while b.gods[b.god_of[seat]].state != "playing":
            seat = (seat + 1) % t.seats
        b.active = seat
        t.goto(Match((seat + 1) % t.seats))
        t.call(Turn(b.god_of[seat], seat))


class Turn(Question, frozen=True, gc=False):
    """Choosing an action. `last` is the first one if it is done, `card` 1 while an agenda card can go with it, `begun`
    an action whose marker has been slid already, `event` 1 if that triggered the event."""

    seat: Seat
    last: str = ""
    card: int = 0
    begun: str = ""
    event: int = 0
    looked: int = 0
    """1 after a cat was revealed."""

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat]

    def open_actions(self) -> tuple[str, ...]:
        """What can be done: the action begun, or those below the last one."""
        if self.begun:
            return (self.begun,)
        return ACTIONS[ACTIONS.index(self.last) + 1 :] if self.last else ACTIONS

    def cards(self, t: Table) -> list[str]:
        """Agenda cards that can be played now."""
        return playable(t, self.god, self.begun or self.last) if self.card else []

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        found = [BARE[action] for action in self.open_actions()]
        found += [Agenda(card) for card in self.cards(t)]
        if t.board.gods[self.god].agenda and not self.begun:
            found += [Begin(action) for action in self.open_actions()]
        if not self.looked:
            found += [Reveal(space) for space in revealable(t, self.god)]
        return found

    def why_not(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        match action:
            case Move() | Summon() | Gain() | Unlock():
                return self.objection_to_action(t, action)
            case Begin(name):
                if not t.board.gods[self.god].agenda or self.begun:
                    return refuse("begin-needs-agenda", actions=self.open_actions())
                return None if name in self.open_actions() else refuse("lower-action", actions=self.open_actions())
            case Agenda(card):
                return objection_to_agenda(t, self.god, card, (self.begun or self.last) if self.card else "")
            case Reveal(space):
                return refuse("one-cat-a-turn") if self.looked else objection_to_reveal(t, self.god, space)
        return refuse("action-first", actions=self.open_actions())

    def objection_to_action(self, t: Table, action: Action) -> Refusal | None:
        """Below the last one; and what was named with it must be possible."""
        if KINDS[type(action)] not in self.open_actions():
            return refuse("lower-action", actions=self.open_actions())
        match action:
            case Move(moves) if moves:
                return objection_to_moves(t, self.god, (), action)
            case Summon(what) if what:
                return objection_to_summon(t, self.god, (), action)
            case Unlock(power) if power:
                return objection_to_unlock(t, self.god, (), action)
        return None

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        match action:
            case Begin(name):
                event = slide(t, seat, name)
                t.goto(Turn(self.god, seat, self.last, 1, name, event, self.looked))
            case Agenda(card):
                t.goto(Turn(self.god, seat, self.last, 0, self.begun, self.event, self.looked))
                play_agenda(t, self.god, card)
            case Reveal(space):
                t.goto(Turn(self.god, seat, self.last, self.card, self.begun, self.event, 1))
                reveal_cat(t, self.god, space)
            case _:
                self.act(t, seat, action)

    def act(self, t: Table, seat: Seat, action: Action) -> None:
        """Slides the marker, unless that is done, and carries out the action."""
        name = KINDS[type(action)]
        event = self.event if self.begun else slide(t, seat, name)
        card = self.card if self.begun else 1
        order = "second" if self.last else "first"
        t.goto(Done(self.god, seat, name, card, event, order, self.looked))
        match action:
            case Move(moves):
                move_all(t, self.god, (), action) if moves else begin_move(t, self.god)
            case Summon(what):
                summon_at_once(t, self.god, (), action) if what else begin_summon(t, self.god)
            case Unlock(power):
                unlock_power(t, self.god, (), action) if power else begin_unlock(t, self.god)
            case _:
                gain_followers(t, self.god)

    def fallback(self, t: Table, seat: Seat) -> Action:
        return BARE["gain" if "gain" in self.open_actions() else self.open_actions()[-1]]


class Done(Auto, frozen=True, gc=False):
    """After an action: the event, the second action, or the end of the turn."""

    god: int
    seat: Seat
    action: str
    card: int
    event: int
    order: str
    looked: int

    def go(self, t: Table) -> None:
        alone = len(t.board.seats_of(self.god)) == 1
        if self.order == "first" and not self.event and alone and self.action != ACTIONS[-1]:
            t.goto(Turn(self.god, self.seat, self.action, self.card, looked=self.looked))
        elif self.card and playable(t, self.god, self.action):
            t.goto(Afterwards(self.god, self.seat, self.action, self.event))
        else:
            close_turn(t, self.god, self.event)


class Afterwards(Question, frozen=True, gc=False):
    """The last chance for an agenda card: after the action, before its event."""

    seat: Seat
    action: str
    event: int

    def pending(self, t: Table) -> Pending | None:
        return ALONE[self.seat]

    def candidates(self, t: Table, seat: Seat) -> Sequence[Action]:
        return [*(Agenda(card) for card in playable(t, self.god, self.action)), No()]

    def why_not(self, t: Table, seat: Seat, action: Action) -> Refusal | None:
        match action:
            case No():
                return None
            case Agenda(card):
                return objection_to_agenda(t, self.god, card, self.action)
        return refuse("agenda-or-no", cards=playable(t, self.god, self.action))

    def answer(self, t: Table, seat: Seat, action: Action) -> None:
        close_turn(t, self.god, self.event)
        if isinstance(action, Agenda):
            play_agenda(t, self.god, action.card)

    def fallback(self, t: Table, seat: Seat) -> Action:
        return No()


def close_turn(t: Table, god: int, event: int) -> None:
    """The turn ends, with its event if there is one."""
    t.end()
    if event:
        later(t, "event", god)


def slide(t: Table, seat: Seat, action: str) -> int:
    """Moves the marker; 1 if that triggers the event, and the marker is back at its start then."""
    b = t.board
    extra = 1 if t.options["moves_to_event"] == "players+2" else 0
    last = number(t, "tracks", action) - 1 + extra
    b.markers[action] += 1
    left = last - b.markers[action]
    if not left:
        b.markers[action] = t.data.value.start_space[t.seats]
    t.tell(Acted(seat, action, left))
    return 0 if left else 1
