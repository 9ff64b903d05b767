"""The story that is told again for each crash: two matches, letters of every kind, silence, time that passes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage

from msgspec import Struct

from tests.end_to_end.towns import SERVICE, Town

ANNA, BERT, CARL, DORA, STRANGER, OPERATOR = "anna", "bert", "carl", "dora", "zoe", "operator"
PLAYERS = (ANNA, BERT, CARL)
HELPER = "emil"
"""Would take a seat that somebody has left."""
UNLUCKY = (DORA, HELPER, "fred")
USERS = [SERVICE, OPERATOR, STRANGER, *PLAYERS, *UNLUCKY]
BOUNCE = """\
From: MAILER-DAEMON@{domain}
To: pbem@{domain}
Subject: Undelivered Mail
Message-ID: <{name}@{domain}>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b

It did not arrive.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; {domain}

Final-Recipient: rfc822; {user}@{domain}
Action: failed
Status: 5.1.1
{lost}--b--
"""
LOST = """
--b
Content-Type: text/rfc822-headers

Message-ID: {lost}

"""


class Teller:
    """Writes the letters of the story; each has the same name in each telling."""

    def __init__(self, town: Town) -> None:
        self.town = town

    def address(self, user: str) -> str:
        """Where somebody gets mail."""
        return f"{user}@{self.town.domain}"

    def mails(self, user: str) -> list[EmailMessage]:
        """What somebody got, each once, in an order that does not depend on the way."""
        raws = self.town.boxes().get(user, {}).get("INBOX", [])
        found = {str(mail["Message-ID"]): mail for mail in map(read, raws)}
        return [found[name] for name in sorted(found, key=lambda name: (state(found[name]), name))]

    def letter(self, name: str, user: str, *lines: str, to: str = "", **headers: str) -> EmailMessage:
        """A letter to the service."""
        letter = EmailMessage(policy=policy.SMTP)
        letter["From"] = f"{user.capitalize()} <{self.address(user)}>"
        letter["To"] = to or self.address(SERVICE)
        letter["Subject"] = "my move"
        letter["Message-ID"] = f"<{name}@{self.town.domain}>"
        for key, value in headers.items():
            letter[key.replace("_", "-")] = value
        letter.set_content("\n".join(lines) + "\n")
        return letter

    def answer(self, name: str, user: str, *lines: str) -> EmailMessage:
        """An answer to the newest mail."""
        last = self.mails(user)[-1]
        reply_to, message_id = str(last["Reply-To"]), str(last["Message-ID"])
        return self.letter(name, user, *lines, to=reply_to, In_Reply_To=message_id)

    def send(self, user: str, letter: EmailMessage) -> None:
        """Hands it in."""
        self.town.send(user, str(letter["To"]), letter.as_bytes())

    def play(self, name: str, user: str, *lines: str) -> None:
        """Answers the newest mail."""
        self.send(user, self.answer(name, user, *lines))


class Step(Struct, frozen=True):
    """Time passes, something happens; then the service runs until all is quiet."""

    name: str
    after: timedelta
    happens: Callable[[Teller], None]


def nothing_else(teller: Teller) -> None:
    """Only time passes."""


def played(teller: Teller) -> None:
    """A letter that is played, one that is kept as plan, one that is only answered."""
    teller.play("first", ANNA, "draw")
    teller.play("too-early", CARL, "draw", "on timeout ra", "whenever ra left <= 1 then draw")
    teller.play("asking", BERT, "status")


def copies(teller: Teller) -> None:
    """The same letter three times, once by another way, and a refused line; somebody begins to watch."""
    letter = teller.answer("thrice", BERT, "draw")
    for _ in range(2):
        teller.send(BERT, letter)
    letter["Received"] = f"from elsewhere by {teller.town.domain}; Wed, 18 Nov 2026 12:00:00 +0000"
    teller.send(BERT, letter)
    teller.play("nonsense", ANNA, "bid 99", "Regards")
    teller.send(DORA, teller.letter("watching", DORA, "observe 00c0ff"))


def strangers(teller: Teller) -> None:
    """Somebody unknown, a letter of a doubtful sender, a machine, a bounce."""
    teller.send(STRANGER, teller.letter("stranger", STRANGER, "May I play?"))
    teller.town.put(teller.letter("doubtful", CARL, "draw").as_bytes())
    teller.send(ANNA, teller.letter("away", ANNA, "I am away", Auto_Submitted="auto-replied"))
    returned(teller, "bounce", CARL, "")


def returned(teller: Teller, name: str, user: str, lost: str) -> None:
    """A report of delivery about a mail to somebody; it names the mail, or does not."""
    report = BOUNCE.format(name=name, domain=teller.town.domain, user=user, lost=lost)
    teller.town.put(report.replace("\n", "\r\n").encode())


def lost(teller: Teller) -> None:
    """The mail to the player for whom the table waits comes back."""
    last = {user: teller.mails(user)[-1] for user in PLAYERS}
    user = max(
        (user for user in PLAYERS if "your turn" in str(last[user]["Subject"])), key=lambda one: state(last[one])
    )
    returned(teller, "returned", user, LOST.format(lost=last[user]["Message-ID"]))


def confirmed(teller: Teller) -> None:
    """The doubtful sender confirms, and the letter is played; another is for the match that cannot be read any more."""
    texts = [str(mail.get_body(("plain",))) for mail in teller.mails(CARL)]
    code = next(found[1] for text in texts if (found := re.search(r"\bconfirm ([0-9a-f]{10})\b", text)))
    teller.send(CARL, teller.letter("confirming", CARL, f"confirm {code}"))
    teller.play("unlucky", DORA, "draw")


def late(teller: Teller) -> None:
    """Who was played for answers after all; the next player plays on; somebody asks for a vote."""
    teller.play("too-late", ANNA, "draw")
    teller.play("going-on", BERT, "pass")
    teller.play("asking-all", BERT, "vote end")


STORY: Sequence[Step] = (
    Step("begin", timedelta(), nothing_else),
    Step("played", timedelta(hours=1), played),
    Step("copies", timedelta(hours=1), copies),
    Step("strangers", timedelta(hours=1), strangers),
    Step("confirmed", timedelta(hours=1), confirmed),
    Step("reminder", timedelta(hours=26), nothing_else),
    Step("time-out", timedelta(hours=47), nothing_else),
    Step("late", timedelta(hours=1), late),
    Step("thought", timedelta(hours=1), nothing_else),
    Step("lost", timedelta(hours=1), lost),
    Step("unreachable", timedelta(days=8), nothing_else),
    Step("outage", timedelta(days=16), nothing_else),
    Step("weeks", timedelta(days=9), nothing_else),
)


def read(raw: bytes) -> EmailMessage:
    """A mail as the standard library reads it."""
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def state(mail: EmailMessage) -> int:
    """How far a match was when a report was written; -1: it is none."""
    return int(str(mail.get("X-Pbem-State", -1)))
