"""What time it is at the IMAP server: a tiny letter is put into a folder, its time of arrival read, and removed."""

from __future__ import annotations

import imaplib
import re
from datetime import datetime

from imap_tools.utils import encode_folder

from pbem.mail.account import Account
from pbem.mail.errors import ServerTrouble
from pbem.mail.imap import DATE, moment, names
from pbem.mail.imap_line import Line, translated

LETTER = b"Subject: pbem doctor\r\n\r\nThis letter measures the clock of the server. It may be deleted.\r\n"
PUT = re.compile(rb"\d+ (\d+)")


def server_time(account: Account, folder: str) -> datetime:
    """When the server thinks that it is now. Needs UIDPLUS: only so our letter is found, and nothing else removed."""
    line = Line(account)
    try:
        with translated(account):
            return measured(line, names(line).of(folder))
    finally:
        line.say_good_bye()


def measured(line: Line, folder: str) -> datetime:
    """Puts the letter there, reads the time, and takes it away again."""
    if "UIDPLUS" not in line.capabilities:
        raise ServerTrouble(f"{line.account}: the server has no UIDPLUS, so its clock cannot be measured safely")
    quoted = encode_folder(folder).decode("ascii")
    status, answer = line.client.append(quoted, r"(\Seen)", "", LETTER)
    _, place = line.client.response("APPENDUID")
    put = PUT.search(place[-1]) if place and isinstance(place[-1], bytes) else None
    if status != "OK" or put is None:
        raise imaplib.IMAP4.error(f"APPEND: {answer[-1]!r}")
    uid = put[1].decode()
    line.folder.set(folder)
    try:
        return arrival(line, uid)
    finally:
        line.ask("STORE", uid, "+FLAGS.SILENT", r"(\Deleted)")
        line.ask("EXPUNGE", uid)


def arrival(line: Line, uid: str) -> datetime:
    """The time of arrival of a letter."""
    for part in line.ask("FETCH", uid, "(INTERNALDATE)"):
        found = DATE.search(part) if isinstance(part, bytes) else None
        if found:
            return moment(found[1].decode("ascii", "replace"))
    raise imaplib.IMAP4.error("FETCH: no INTERNALDATE")
