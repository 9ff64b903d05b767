"""The named places between two effects. At each of them the process may die: tests kill it there, at every one."""

from __future__ import annotations

POINTS = {
    "service.resuming": "mails that were on their way are to be tried again; not committed",
    "service.resumed": "that is committed",
    "mailroom.fetched": "letters were fetched by IMAP",
    "mailroom.keeping": "they stand in the database; not committed",
    "mailroom.kept": "that is committed",
    "intake.settling": "a letter is settled, with all that it causes; not committed",
    "intake.broken": "a letter broke something, its transaction is undone",
    "intake.shunting": "it is put aside; not committed",
    "intake.settled": "a letter is settled, or put aside; committed",
    "mailroom.noting": "the place up to which the inbox was read is noted; not committed",
    "mailroom.noted": "that is committed",
    "mailroom.moved": "settled letters were moved by IMAP",
    "mailroom.tidying": "that is written down; not committed",
    "mailroom.tidied": "that is committed",
    "clock.firing": "the silent of a match were played for; not committed",
    "clock.fired": "that is committed",
    "clock.reminding": "a reminder is queued; not committed",
    "clock.reminded": "that is committed",
    "clock.holding": "a match that cannot be played on is held; not committed",
    "clock.held": "that is committed",
    "watch.looking": "the operator's notices of silence are written; not committed",
    "watch.looked": "that is committed",
    "watch.telling": "a mail to the operator is queued; not committed",
    "watch.told": "that is committed",
    "watch.tidying": "what is old is thrown away; not committed",
    "watch.tidied": "that is committed",
    "dispatch.rendered": "mails have become bytes, which nobody has seen",
    "dispatch.taking": "they are on their way, their bytes are kept; not committed",
    "dispatch.taken": "that is committed",
    "dispatch.sent": "a mail was accepted by SMTP, deferred or refused",
    "dispatch.noting": "what became of the mails is written down; not committed",
    "dispatch.noted": "that is committed",
}
"""Name -> what has just happened."""
