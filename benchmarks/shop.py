"""The service as it is measured: a database with many matches, and the letters that their players write next."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import update
from sqlmodel import Session, col, select

from benchmarks.servers import DOMAIN, Servers
from pbem import bootstrap
from pbem.mail.account import Account
from pbem.mail.smtp import Accepted
from pbem.service import dispatch, lobby
from pbem.service.office import Office
from pbem.settings import Imap, Limits, Settings, Smtp
from pbem.store import post, upgrade
from pbem.store.tables import Deadline, Outbox, Player
from pbem.store.work import Work

SEATS = 3
AUTHSERV = f"mx.{DOMAIN}"
MANY = 1_000_000


class Written(Struct, frozen=True):
    """A letter, and the match that it is about."""

    match: str
    raw: bytes


class Shop:
    """A service of which everything is real; only its players write as fast as it answers."""

    def __init__(self, folder: Path, servers: Servers, user: str) -> None:
        self.user = user
        self.servers = servers
        self.settings = Settings(
            database=f"sqlite:///{folder / user}.db",
            address=f"{user}@{DOMAIN}",
            authserv_id=AUTHSERV,
            imap=Imap(**login(servers.inbox(user))),
            smtp=Smtp(**login(servers.smtp), per_recipient=MANY),
            limits=Limits(per_sender=MANY),
        )
        upgrade.upgrade(self.settings.database)
        self.work = Work(self.settings.database)
        self.office: Office = bootstrap.office(self.settings, self.work)
        self.written = self.matches = 0

    def begin(self, matches: int) -> None:
        """Matches of three people who want every report."""
        self.matches = matches
        for number in range(matches):
            guests = [
                lobby.Guest(name=f"player {number}.{seat}", address=f"players+{number}.{seat}@{DOMAIN}")
                for seat in range(SEATS)
            ]
            seed = number.to_bytes(32, "big")
            lobby.begin(
                self.office, lobby.Invitation(game="ra", guests=guests, seed=seed, id=f"{number:016x}"), bootstrap.now()
            )
        with self.work.transaction() as tx:
            tx.exec(update(Player).values(reports="every"))

    def drain(self) -> int:
        """Everything that is due is taken as sent, without a server; tells how many mails that were."""
        mails = 0
        while batch := dispatch.take(self.office, bootstrap.now()):
            dispatch.write_down(self.office, [(mail, Accepted("")) for mail in batch], bootstrap.now())
            mails += len(batch)
        return mails

    def answers(self, limit: int) -> list[Written]:
        """A letter for each of some matches: its next order, above the quoted report."""
        with self.work.reading() as tx:
            begun = col(Deadline.match) < f"{self.matches:016x}"  # not their copies
            query = select(Deadline).where(col(Deadline.ended).is_(None), begun).order_by(col(Deadline.id))
            return [self.answer(tx, one) for one in tx.exec(query.limit(limit))]

    def answer(self, tx: Session, open_decision: Deadline) -> Written:
        """The answer to the mail that announced a decision, by the last number of its list."""
        query = select(Outbox).where(
            col(Outbox.match) == open_decision.match,
            col(Outbox.seat) == open_decision.seat,
            col(Outbox.decision) == open_decision.decision,
            col(Outbox.rendered).is_not(None),
        )
        mail = tx.exec(query.order_by(col(Outbox.id).desc())).first()
        assert mail is not None, "whoever must decide was told so"
        listed = post.sent_list(tx, mail.message_id)
        assert listed is not None, "whoever must decide got a list"
        self.written += 1
        name = f"<{self.written}@{self.user}.{DOMAIN}>"
        return Written(open_decision.match, reply(read(mail.rendered or b""), str(len(listed.orders)), name))

    def close(self) -> None:
        """Lets go of the database."""
        self.work.close()


def login(account: Account) -> dict[str, Any]:
    """A login as the settings have it."""
    names = ("host", "port", "security", "user", "password", "ca_file")
    return {name: getattr(account, name) for name in names}


def read(raw: bytes) -> EmailMessage:
    """A mail as the standard library reads it."""
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage), "the policy makes it one"
    return mail


def body(mail: EmailMessage, kind: str) -> str:
    """The text or the HTML of a mail."""
    part = mail.get_body((kind,))
    assert part is not None, "every report has both"
    return str(part.get_content()).replace("\r\n", "\n")


def reply(mail: EmailMessage, order: str, message_id: str) -> bytes:
    """As a mail program writes it: the order, who wrote when, and the whole mail behind marks."""
    letter = EmailMessage(policy=policy.SMTP)
    for name, value in {
        "Authentication-Results": f"{AUTHSERV}; dmarc=pass header.from={DOMAIN}; spf=pass; dkim=pass",
        "From": mail["To"],
        "To": mail["Reply-To"],
        "Subject": f"Re: {mail['Subject']}",
        "Date": mail["Date"],
        "Message-ID": message_id,
        "In-Reply-To": mail["Message-ID"],
        "References": mail["Message-ID"],
        "User-Agent": "a mail program",
    }.items():
        letter[name] = str(value)
    quoted = "".join(f"> {line}\n" for line in body(mail, "plain").splitlines())
    letter.set_content(f"{order}\n\nOn {mail['Date']}, pbem <{mail['From']}> wrote:\n{quoted}")
    return letter.as_bytes()
