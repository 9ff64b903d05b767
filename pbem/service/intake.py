"""From a letter to what becomes of it, in the order of the checks; nothing is answered before the fourth.

Size and nesting -> bounce? -> auto-reply, list, our own mail? -> seen before? -> who is it? -> which match? -> what did
they type? -> the rules. Each letter is settled in one transaction with all that it causes. A letter that breaks
something is shunted: kept whole, the operator is told, the others go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import structs
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from pbem.engine.errors import EngineBug
from pbem.mail import identity, kinds, quoting
from pbem.mail import letter as reading
from pbem.mail.address import domain_of
from pbem.mail.errors import LetterError, TooLarge
from pbem.mail.identity import Claim, Trust
from pbem.mail.letter import Letter, Limits
from pbem.mail.render import Answer
from pbem.mail.tokens import Place
from pbem.service import (
    answers,
    clock,
    contact,
    course,
    directing,
    live,
    menus,
    personal,
    places,
    press,
    reach,
    register,
    replies,
    reports,
    resigning,
    silence,
    substitutes,
    turns,
    undo,
    words,
)
from pbem.service.office import Office
from pbem.service.senders import Answered, Sender, Spoken
from pbem.store import letters, notices, people, post, tables
from pbem.store.letters import Arrived, Settlement

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
ECHOES = 5
"""How often in a day the same words without an order are answered: some mail programs answer every mail, and do not
say that they are programs."""
QUESTIONS = 10
"""How often an address is asked in an hour whether a letter is its own: anybody can write in its name."""
COUNTED: Mapping[Trust, tuple[tables.LetterState, ...]] = {
    Trust.SURE: ("played", "answered", "refused", "shunted"),
    Trust.ASK: ("asked",),
    Trust.STRANGER: ("answered", "ignored"),
}
"""Which letters count against a sender: forged ones must not use up what their owner may write."""
OWN = Limits(lines=100_000, characters=10_000_000, tags=1_000_000)
"""Of a mail that we have written ourselves."""
HEAD = 64_000
"""Bytes in which the headers of a letter that is too large are looked for."""


def keep(office: Office, arrived: Iterable[Arrived], now: datetime) -> list[int]:
    """Keeps letters whole before anything is done with them; one that lies at a known place is kept already."""
    with office.work.transaction() as tx:
        new = [one for one in arrived if letters.at_place(tx, one.account, one.uidvalidity, one.uid) is None]
        kept = [letters.record(tx, one, now) for one in new]
        office.point("mailroom.keeping")
    return kept


def process_all(office: Office, now: datetime) -> int:
    """Settles every letter that is kept and not settled yet, in the order of arrival; tells of how many."""
    count = 0
    while waiting := unsettled(office):
        for letter in waiting:
            process(office, letter, now)
            office.point("intake.settled")
        count += len(waiting)
    return count


def unsettled(office: Office) -> list[int]:
    """Some of the letters that wait."""
    with office.work.reading() as tx:
        return letters.waiting(tx, 100)


def process(office: Office, letter: int, now: datetime) -> None:
    """Settles one letter; what goes wrong with it alone does not stop the others."""
    try:
        with office.work.transaction() as tx:
            settle(office, tx, letter, now)
            office.point("intake.settling")
    except OperationalError:
        raise  # the database is in trouble, not the letter: it stays where it is and is tried again
    except Exception as error:  # noqa: BLE001  whatever it is, it must not stop the other letters
        office.point("intake.broken")
        shunt(office, letter, error, now)


def settle(office: Office, tx: Session, letter: int, now: datetime) -> None:
    """Decides about one letter and writes down what became of it."""
    row = letters.get(tx, letter)
    if row is None or row.state != "received" or row.raw is None:
        return
    letters.settle(tx, letter, Desk(office, tx, row, now).decide(), now)


def shunt(office: Office, letter: int, error: Exception, now: datetime) -> None:
    """Puts a letter aside that broke something, and tells the operator."""
    with office.work.transaction() as tx:
        reason = f"{type(error).__name__}: {error}"[:500]
        letters.settle(tx, letter, Settlement(state="shunted", folder=office.shunted, reason=reason), now)
        notices.add(tx, "shunted", str(letter), {"letter": letter, "reason": reason}, now)
        if isinstance(error, EngineBug) and error.match:
            live.hold(tx, error.match, reason, now)
        office.point("intake.shunting")


class Desk:
    """One letter on the desk."""

    def __init__(self, office: Office, tx: Session, row: tables.Letter, now: datetime) -> None:
        self.office = office
        self.tx = tx
        self.row = row
        self.now = now

    def decide(self) -> Settlement:
        """What becomes of the letter."""
        try:
            letter = self.opened()
        except LetterError as error:
            return self.unreadable(error)
        kind = kinds.by_machine(letter, [self.office.address])
        if kind == "bounce":
            return self.bounce(letter)
        if kind is not None:
            return self.ignored(kind)
        if self.seen_before(letter):
            return Settlement(state="repeated", folder=self.office.refused)
        return self.from_somebody(letter)

    def opened(self) -> Letter:
        """The letter, unless it is too large; of such a one only the beginning was fetched."""
        if self.row.size > self.office.limits.size:
            raise TooLarge(f"{self.row.size} bytes")
        return reading.read(self.row.raw or b"", self.office.limits)

    def ignored(self, reason: str) -> Settlement:
        """It gets no answer, ever: whoever answers machines is answered by machines."""
        return Settlement(state="ignored", folder=self.office.refused, reason=reason)

    def unreadable(self, error: LetterError) -> Settlement:
        """Too large or too nested: said to a sender of whom we are sure, by what the headers alone tell."""
        head = self.head()
        if head is not None and kinds.by_machine(head, [self.office.address]) is None:
            sender = self.identify(head)
            if sender.trust is Trust.SURE and sender.player is not None:
                asked = answers.Asked(sender.player, sender.address, self.row, (), head.subject)
                answers.unreadable(self.office, self.tx, asked, error.code, self.now)
                return self.settled("refused", sender, error.code)
        return Settlement(state="refused", folder=self.office.refused, reason=error.code)

    def head(self) -> Letter | None:
        """What the headers alone say."""
        top = (self.row.raw or b"")[:HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
        try:
            return reading.read(top + b"\n\n", self.office.limits)
        except LetterError:
            return None

    def bounce(self, letter: Letter) -> Settlement:
        """Mail of ours came back: the address is marked, the operator is told. Another's mail proves nothing."""
        returned = kinds.bounced_message(letter)
        ours = returned is not None and post.known(self.tx, returned)
        for address in kinds.bounced_recipients(letter) if ours else ():
            found = people.by_address(self.tx, address)
            if found is not None:
                reach.returned(self.office, self.tx, found.address, returned, self.now)
                notices.add(self.tx, "bounce", address, {"player": found.player.name}, self.now)
        return self.ignored("bounce")

    def seen_before(self, letter: Letter) -> bool:
        """The same bytes, or the same Message-ID from the same sender with the same content; a retry passes this by."""
        row = self.row
        row.message_id, row.content = letter.message_id, reading.content(letter)
        row.sender = letter.senders[0] if len(letter.senders) == 1 else None
        return letters.came_before(self.tx, row)

    def from_somebody(self, letter: Letter) -> Settlement:
        """By how sure we are of the sender."""
        sender = self.identify(letter)
        if sender.trust is not Trust.NOBODY and self.too_many(sender):
            return self.one_too_many(letter, sender)
        match sender.trust:
            case Trust.SURE:
                reach.written(self.tx, sender.address)
                return self.from_player(letter, sender)
            case Trust.ASK:
                return self.ask_back(letter, sender)
            case Trust.STRANGER | Trust.NOBODY:
                return self.from_stranger(letter, sender)

    def from_stranger(self, letter: Letter, sender: Sender) -> Settlement:
        """Nobody whom we know: may become a player; may read a word, or a polite answer, if the letter is authentic."""
        proven = sender.trust is Trust.STRANGER
        lines = self.lines(letter, quoting.typed(letter))[: turns.MOST]
        visitor = register.Visitor(sender.address, letter, self.row, lines, proven)
        possible = bool(sender.address) and sender.verdict.dmarc != "fail"
        done = register.received(self.office, self.tx, visitor, self.now) if possible else None
        if done is not None:
            return self.settled("ignored" if done == "too-many-questions" else "answered", sender, done)
        if not proven:
            return self.settled("refused", sender, "unknown-sender")
        lang = register.language(visitor)
        asked = answers.Asked(None, sender.address, self.row, lines, lang=lang)
        told = replies.without_match(self.office, self.tx, asked, self.now) or answers.stranger(
            self.office, self.tx, sender.address, self.row, lang, self.now
        )
        return self.settled("answered" if told else "ignored", sender, "stranger")

    def identify(self, letter: Letter) -> Sender:
        """The ladder: a registered address and a token, or a registered address and the word of our mail server."""
        address = letter.senders[0] if len(letter.senders) == 1 else ""
        verdict = identity.verdict(letter, self.office.authserv_id, domain_of(address))
        found = people.by_address(self.tx, address) if address else None
        player = found.player if found and found.address.confirmed and found.player.state == "active" else None
        place = places.proven(self.office, self.tx, letter, player) if player else None
        claim = Claim(player is not None, place is not None, verdict, authors=len(letter.senders))
        trust = identity.judge(claim)
        confirmed = self.row.verdict.get(letters.AGAIN) == "confirmed" and player is not None
        trust = Trust.SURE if confirmed else trust
        named = places.named(self.tx, letter, player) if player and place is None else None
        return Sender(address, player, trust, verdict, place or named, "yes" if confirmed or place else "no")

    def too_many(self, sender: Sender) -> bool:
        """More letters in an hour than a person writes; this one is not written down as theirs yet."""
        most = min(self.office.per_sender, QUESTIONS) if sender.trust is Trust.ASK else self.office.per_sender
        if letters.count_from(self.tx, sender.address, self.now - HOUR, COUNTED[sender.trust]) < most:
            return False
        notices.add(self.tx, "too-many-letters", sender.address, {"an hour": most}, self.now)
        return True

    def one_too_many(self, letter: Letter, sender: Sender) -> Settlement:
        """It is not played; a sender of whom we are sure is told so, once an hour."""
        if sender.trust is not Trust.SURE or sender.player is None:
            return self.settled("ignored", sender, "too-many-letters")
        asked = answers.Asked(sender.player, sender.address, self.row, (), letter.subject)
        answers.too_many(self.office, self.tx, asked, self.now)
        return self.settled("refused", sender, "too-many-letters")

    def ask_back(self, letter: Letter, sender: Sender) -> Settlement:
        """We are not sure: the registered address is asked, and nothing is done until it confirms."""
        lines = quoting.typed(letter).lines
        if self.confirmed(letter, lines, sender):
            return self.settled("answered", sender, "confirmed")
        assert sender.player is not None, "only a registered sender is asked"
        answers.ask(self.office, self.tx, answers.Asked(sender.player, sender.address, self.row, lines), self.now)
        return self.settled("asked", sender, "not-sure")

    def confirmed(self, letter: Letter, lines: Sequence[str], sender: Sender) -> bool:
        """A code that we sent to this very address: only its owner can know it. The letter in question is reopened."""
        codes = answers.codes_in(letter, self.office.address)
        for line in lines[: turns.MOST]:
            given = (self.office, self.tx, line, codes, sender.address, self.now)
            if directing.agreed(*given) or contact.agreed(*given) or personal.agreed(*given):
                return True
            vouched = answers.redeemed(self.tx, line, codes, sender.address, self.now)
            if vouched is not None:
                letters.reopen(self.tx, vouched, "confirmed")
                return True
            player = sender.player.id if sender.player is not None else None
            if player is not None and resigning.confirmed(self.office, self.tx, line, codes, player, self.now):
                return True
            if sender.player and substitutes.answered(self.office, self.tx, line, codes, sender.player, self.now):
                return True
        return False

    def from_player(self, letter: Letter, sender: Sender) -> Settlement:
        """A letter of a player of whom we are sure: what they typed, and for which match."""
        before = self.answered_mail(letter, sender)
        typed = quoting.typed(letter, before.mail)
        lines = press.gathered(self.lines(letter, typed))
        if self.confirmed(letter, lines, sender):
            return self.settled("answered", sender, "confirmed")
        if sender.place is not None and sender.place.decision == places.GUESSED and words.for_the_service(lines):
            sender = structs.replace(sender, place=None)
        named = sender.place.match if sender.place else words.match_in(letter.subject)
        asked = answers.Asked(sender.player, sender.address, self.row, lines, letter.subject, match=named)
        match directing.received(self.office, self.tx, asked, sender.place, sender.trusted, self.now):
            case "ask":
                return self.ask_back(letter, sender)
            case "done":
                return self.settled("answered", structs.replace(sender, place=None), "organiser")
        played = live.load(self.tx, sender.place.match) if sender.place else None
        if played is None or sender.place is None:
            if not replies.without_match(self.office, self.tx, asked, self.now):
                answers.which_match(self.office, self.tx, asked, self.now)
            return self.settled("answered", sender, "no-match")
        spoken = Spoken(sender.place.seat, lines, typed.doubtful, before.listed, letter.subject)
        return self.play(played, spoken, sender)

    def answered_mail(self, letter: Letter, sender: Sender) -> Answered:
        """The mail of ours that this letter answers, and the list that stood in it."""
        for name in (*letter.in_reply_to, *reversed(letter.references)):
            mail = post.by_message_id(self.tx, name)
            if mail is not None and mail.player == (sender.player.id if sender.player else None):
                sent = reading.read(mail.rendered, OWN) if mail.rendered else None
                return Answered(sent, self.list_of(name, sender))
        return Answered(None, self.by_decision(sender))

    def list_of(self, name: str, sender: Sender) -> menus.Listed:
        """The list that stood in a mail; none, if the letter is addressed to another match than that mail was about."""
        listed = post.sent_list(self.tx, name)
        if listed is None:
            return self.by_decision(sender)
        same = sender.place is not None and (listed.match, listed.seat) == (sender.place.match, sender.place.seat)
        return menus.Listed(listed.decision, listed.orders) if same else menus.Listed()

    def by_decision(self, sender: Sender) -> menus.Listed:
        """The list of the decision that a token names: it is the same in each mail about it."""
        place = sender.place
        listed = post.list_for(self.tx, place.match, place.seat, place.decision) if place else None
        return menus.Listed(listed.decision, listed.orders) if listed else menus.Listed()

    def lines(self, letter: Letter, typed: quoting.Typed) -> tuple[str, ...]:
        """What the author typed; the subject, where the letter says nothing and answers nothing."""
        if typed.lines or (letter.in_reply_to and words.untouched(letter.subject)):
            return typed.lines
        said = words.subject_line(letter.subject)
        return (said,) if said else ()

    def play(self, played: live.Live, said: Spoken, sender: Sender) -> Settlement:
        """The rules. A clock that ran out before the letter came has spoken first."""
        assert sender.player is not None, "only players play"
        if clock.expire(self.tx, played, self.row.internaldate, self.now):
            played.move_on()
        cause = {"kind": "letter", "sha256": self.row.sha256, "verdict": structs.asdict(sender.verdict)}
        seat, lang = said.seat, sender.player.language
        if undo.thinker(self.tx, played) not in (None, seat) and played.row.status == "running":
            played.move_on()
        late = clock.too_late(self.tx, played, seat, said.listed.decision)
        spoken = turns.Letter(seat=seat, lines=said.lines, listed=said.listed, lang=lang, cause=cause, late=late)
        silence.returning(self.tx, played, seat, said.lines)
        given = replies.to_lines(self.office, self.tx, played, spoken, self.now)
        given += turns.doubted(played, said.doubtful)
        given = given or [Answer(said.subject or "-", "empty")]
        reason = turns.said_nothing(given)
        course.learn(played.row, given)
        if played.row.status == "running" and played.row.think_until is None:
            played.move_on()
        played.arrived = self.row.internaldate
        live.save(self.tx, played, self.now)
        receipts = {} if reason and self.says_it_again(sender, reason) else {seat: given}
        telling = reports.Telling(cause=self.row.sha256[:10], receipts=receipts)
        if played.row.think_until is not None:
            telling = structs.replace(telling, hush=seat, until=played.row.think_until)
        reports.tell_all(self.office, self.tx, played, telling, self.now)
        return self.settled(turns.state_of(given), structs.replace(sender, place=Place(played.id, seat, 0)), reason)

    def says_it_again(self, sender: Sender, reason: str) -> bool:
        """Whether words without an order came so often that a program must have written them."""
        return letters.count_alike(self.tx, sender.address, reason, self.now - DAY) >= ECHOES

    def settled(self, state: tables.LetterState, sender: Sender, reason: str | None) -> Settlement:
        """What became of a letter of this sender."""
        folder = self.office.played if state in ("played", "answered") else self.office.refused
        return Settlement(
            state=state,
            folder=folder,
            reason=reason,
            player=sender.player.id if sender.player else None,
            match=sender.place.match if sender.place else None,
            seat=sender.place.seat if sender.place else None,
            verdict=structs.asdict(sender.verdict),
        )
