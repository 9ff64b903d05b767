"""The embedded mail world for demo and tests: SMTP, IMAP and a web inbox, in memory and on loopback only."""

from __future__ import annotations

from pbem.postoffice.boxes import Letter, UnknownBox
from pbem.postoffice.server import PostOffice

__all__ = ["Letter", "PostOffice", "UnknownBox"]
